//! Uneven stains as pictures: SVG cannot interpolate between the knots of a grid.

use glam::Vec2;
use resvg::tiny_skia::{ColorU8, Pixmap};

use drawing::Colour;
use drawing::shape::chance;

/// Number of pixels between two knots: the wash stays smooth when enlarged.
const BETWEEN: u32 = 6;

/// Maximum number of knots on a side of a stain.
const MOST_KNOTS: f32 = 200.0;

/// A stain over a box of this size, in inches, with random strength of the colour at its knots, as the data URL of a picture.
/// `None` if it has no size.
pub fn stained(size: Vec2, cell: f32, colour: Colour, salt: u32) -> Option<String> {
    let knots = |inches: f32| (inches / cell).ceil().clamp(1.0, MOST_KNOTS) as u32;
    let (columns, rows) = (knots(size.x), knots(size.y));
    let mut picture = Pixmap::new(columns * BETWEEN, rows * BETWEEN)?;
    let wide = picture.width();
    for (place, pixel) in (0_u32..).zip(picture.pixels_mut()) {
        let along = |pixels: u32| (pixels as f32 + 0.5) / BETWEEN as f32;
        // Rows of knots go up, those of pixels go down.
        let (x, y) = (along(place % wide), rows as f32 - along(place / wide));
        let strength = between(x, y, |column, row| chance(column, row, salt));
        let alpha = (f32::from(colour.alpha) * strength).round() as u8;
        *pixel = ColorU8::from_rgba(colour.red, colour.green, colour.blue, alpha).premultiply();
    }
    let png = picture.encode_png().ok()?;
    Some(super::output::inline_png(&png))
}

/// The value at a place of a grid, interpolated between its knots.
fn between(x: f32, y: f32, at: impl Fn(i32, i32) -> f32) -> f32 {
    let (column, row) = (x.floor() as i32, y.floor() as i32);
    let (u, v) = (x.fract(), y.fract());
    let along = |row: i32| at(column, row) * (1.0 - u) + at(column + 1, row) * u;
    along(row) * (1.0 - v) + along(row + 1) * v
}
