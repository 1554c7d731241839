//! Directions in which a beaten stand may go.
//!
//! Clause: `easy:III.D-dir`. Degrees clockwise.

use glam::Vec2;

use super::pose::sin_cos;

/// The base direction, then 5° steps to 90° either side, the right hand first: deviation in degrees (clockwise
/// positive) and unit vector.
pub fn fan(base: Vec2) -> impl Iterator<Item = (f32, Vec2)> {
    let base = base.normalize_or_zero();
    let steps = (1..=18).flat_map(|step| [step as f32 * 5.0, step as f32 * -5.0]);
    std::iter::once(0.0).chain(steps).map(move |degrees: f32| {
        let (sin, cos) = sin_cos(degrees.to_radians());
        (degrees, Vec2::new(base.x * cos + base.y * sin, base.y * cos - base.x * sin))
    })
}
