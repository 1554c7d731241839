//! Below a map on paper: needle and scale bars. The window uses the lengths of the bars too.
//!
//! Units: points of the sheet, x right and y up; the marks are for one point an inch.

use std::f32::consts::FRAC_PI_2;

use glam::Vec2;

use super::letters::line_size;
use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::scene::Yardstick;
use table::pose::sin_cos;

/// Round numbers of a unit.
const STEPS: [f32; 15] =
    [0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0];

/// A scale bar: its length in points, and its words.
pub type Bar = (f32, String);

/// A bar of inches or hexes and one of yards or metres, each for a round number and no longer than `most`, where an inch of the
/// sheet is `scale` points.
pub fn bars(yardstick: &Yardstick, scale: f32, most: f32) -> [Bar; 2] {
    let round = |points: f32| {
        let fits = STEPS.iter().copied().rfind(|steps| steps * points <= most);
        fits.unwrap_or(STEPS[0])
    };
    let a_unit = yardstick.inches * scale;
    let on_ground = a_unit / yardstick.on_ground.max(1.0);
    let (units, ground) = (round(a_unit), round(on_ground));
    let [one, several] = yardstick.unit;
    let unit = if units == 1.0 { one } else { several };
    [
        (units * a_unit, format!("{units} {unit}")),
        (ground * on_ground, format!("{ground} {}", yardstick.ground_unit)),
    ]
}

/// Both scale bars, each from the middle of its left end, none longer than `most`; an inch of the drawing is `scale` points.
pub fn scale_bar_marks(from: [Vec2; 2], most: f32, scale: f32, yardstick: &Yardstick) -> Vec<Mark> {
    const PARTS: usize = 4;
    /// Height of a bar.
    const HIGH: f32 = 5.0;
    /// Size of its words.
    const WORDS: f32 = 13.0;
    let words = |text: &str, at: Vec2, to: f32| {
        let half = line_size(text, Face::Italic, WORDS, 0.0).x / 2.0;
        let at = at + Vec2::new(half * to, 0.0);
        Mark::from(Lettering::new(at, text, Length::points(WORDS), Face::Italic, Ink::Line))
    };
    let mut marks = Vec::new();
    for (row, ((long, told), from)) in bars(yardstick, scale, most).into_iter().zip(from).enumerate() {
        let box_of = |left: f32, long: f32, out: f32| {
            let (low, high) =
                (from + Vec2::new(left, -HIGH / 2.0) - out, from + Vec2::new(left + long, HIGH / 2.0) + out);
            [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
        };
        let part = long / PARTS as f32;
        for at in 0..PARTS {
            let ink = if at % 2 == row { Ink::Line } else { Ink::Paper };
            marks.push(Mark::fill(box_of(part * at as f32, part, 0.0), ink));
        }
        marks.push(Mark::ring(box_of(0.0, long, 0.5), Pen::fine(Ink::Line, 1.0)));
        marks.push(words("0", from - Vec2::new(6.0, 0.0), -1.0));
        marks.push(words(&told, from + Vec2::new(long + 7.0, 0.0), 1.0));
    }
    marks
}

/// A direction on a sheet whose north is `north` degrees clockwise from up, turned clockwise by `turn` radians.
fn way(north: f32, turn: f32) -> Vec2 {
    let (sine, cosine) = sin_cos(FRAC_PI_2 - north.to_radians() - turn);
    Vec2::new(cosine, sine)
}

/// A needle that points north, with its letter beside it: small enough for a narrow strip.
pub fn needle_marks(middle: Vec2, north: f32) -> Vec<Mark> {
    let (ahead, side) = (way(north, 0.0), way(north, FRAC_PI_2) * 4.0);
    let half = |tip: f32, ink: Ink| edged([middle + ahead * tip, middle + side, middle - side], ink);
    let mut marks: Vec<Mark> = [half(9.5, Ink::Line), half(-9.5, Ink::Paper)].into_iter().flatten().collect();
    let wide = line_size("N", Face::Bold, 14.0, 0.0).x;
    let at = middle - Vec2::new(15.0 + wide / 2.0, 0.0);
    marks.push(Lettering::new(at, "N", Length::points(14.0), Face::Bold, Ink::Line).into());
    marks
}

fn edged(points: [Vec2; 3], ink: Ink) -> [Mark; 2] {
    [Mark::fill(points, ink), Mark::ring(points, Pen::fine(Ink::Line, 0.8))]
}
