//! The sheet of paper under the map: its stains, its frame, and the one-foot grid. Units: inches.

use glam::Vec2;

use super::mark::{Ink, Mark, Pen};
use super::shape::chance;

/// Width of the sheet beyond the table.
pub const MARGIN: f32 = 0.95;

/// The frame's lines, each with its distance from the table: the neat line, the fine line, the heavy line.
const LINES: [(f32, f32); 3] = [(0.0, 1.1), (0.18, 0.8), (0.46, 2.8)];

/// A sheet with its shade on the desk, stained here and there and brown along its edges.
pub(super) fn paper(size: Vec2) -> Vec<Mark> {
    sheet(Vec2::splat(-MARGIN), size + MARGIN)
}

/// A sheet from its least to its greatest corner.
pub(super) fn sheet(low: Vec2, high: Vec2) -> Vec<Mark> {
    let size = high - low - 2.0 * MARGIN;
    let mut marks = Vec::new();
    for (k, by) in [0.22, 0.12].into_iter().enumerate() {
        let down = Vec2::new(0.1, -0.12) * (2 - k) as f32;
        marks.push(Mark::fill(corners(low + down - by * 0.3, high + down + by * 0.3), Ink::Shadow));
    }
    marks.push(Mark::fill(corners(low, high), Ink::Paper));
    marks.push(Mark::Mottle { low, high, cell: 2.6, ink: Ink::Stain, salt: 71 });
    marks.push(Mark::Mottle { low, high, cell: 0.7, ink: Ink::Stain, salt: 73 });
    let wide = (size.min_element() * 0.16).min(4.5);
    let (outer, inner) = (corners(low, high), corners(low + wide, high - wide));
    for i in 0..4 {
        let j = (i + 1) % 4;
        marks.push(Mark::Fade { quad: [outer[i], outer[j], inner[j], inner[i]], ink: Ink::PaperEdge });
    }
    // Fibres in the paper.
    let many = (size.x * size.y * 0.22) as i32;
    for k in 0..many {
        let at = Vec2::new(chance(k, 1, 75), chance(k, 2, 75)) * size;
        let way = Vec2::new(chance(k, 3, 75) - 0.5, chance(k, 4, 75) - 0.5) * 0.34;
        marks.push(Mark::line([at, at + way], Pen::fine(Ink::Stain, 0.9)));
    }
    marks
}

/// Three lines round the table, a tick every inch and one across the frame every foot.
pub(super) fn frame(marks: &mut Vec<Mark>, size: Vec2) {
    // What extends to the table's edge must not extend over it.
    for (out, width) in LINES {
        marks.push(Mark::ring(corners(Vec2::splat(-out), size + out), Pen::fine(Ink::Line, width)));
    }
    let [_, (fine, _), (heavy, _)] = LINES;
    let mut tick = |from: Vec2, out: Vec2, i: i32| {
        let long = if i % 12 == 0 { heavy } else { fine };
        let width = if i % 12 == 0 { 1.4 } else { 0.7 };
        marks.push(Mark::line([from, from + out * long], Pen::fine(Ink::Line, width)));
    };
    for i in 0..=size.x.round() as i32 {
        tick(Vec2::new(i as f32, 0.0), Vec2::NEG_Y, i);
        tick(Vec2::new(i as f32, size.y), Vec2::Y, i);
    }
    for i in 0..=size.y.round() as i32 {
        tick(Vec2::new(0.0, i as f32), Vec2::NEG_X, i);
        tick(Vec2::new(size.x, i as f32), Vec2::X, i);
    }
}

/// Lines every foot, from the south-west corner.
pub fn grid_marks(size: Vec2) -> Vec<Mark> {
    let feet = |inches: f32| (1..(inches / 12.0).ceil() as i32).map(|foot| foot as f32 * 12.0);
    let pen = Pen::fine(Ink::Grid, 1.0);
    let columns = feet(size.x).map(|x| Mark::line([Vec2::new(x, 0.0), Vec2::new(x, size.y)], pen));
    let rows = feet(size.y).map(|y| Mark::line([Vec2::new(0.0, y), Vec2::new(size.x, y)], pen));
    columns.chain(rows).collect()
}

pub(super) fn corners(low: Vec2, high: Vec2) -> [Vec2; 4] {
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
}
