struct Corner {
    @builtin(position) at: vec4<f32>,
    @location(0) colour: vec4<f32>,
}

@vertex
fn placed(@location(0) at: vec2<f32>, @location(1) colour: vec4<f32>) -> Corner {
    return Corner(vec4<f32>(at, 0.0, 1.0), colour);
}

@fragment
fn coloured(corner: Corner) -> @location(0) vec4<f32> {
    return corner.colour;
}
