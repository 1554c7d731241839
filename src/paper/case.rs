//! Pictures of cases: the table about what a case is about, and under it what was ordered and what came of it.
//! Units: points of the sheet, inches of the table.

use std::collections::BTreeSet;

use glam::Vec2;

use super::pages::Span;
use super::pages::set::{line_of, lines};
use super::picture::layered;
use super::svg::{Frame, Sheet, Svg};
use crate::casebook::CaseScene;
use crate::drawing::sheet::MARGIN;
use crate::drawing::{Ink, Palette};

/// Points an inch of a table, and of a map of hexes, whose hexes are about an inch wide.
pub const SCALE: f32 = 30.0;

/// So much of the table is seen about what a case is about, and at least so much in all, in inches.
const ABOUT: f32 = 1.5;
const LEAST: Vec2 = Vec2::new(9.0, 6.0);

/// No picture is wider or higher, in points.
const MOST: f32 = 900.0;

/// Round the words, and their size, in points.
const ROOM: f32 = 10.0;
const TYPE: f32 = 10.5;

/// The picture of a case by itself.
pub fn case_picture(scene: &CaseScene, palette: Palette) -> Svg {
    let frame = frame(scene);
    let mut sheet = Sheet::new(frame.size(), palette);
    draw(&mut sheet, scene, &frame);
    sheet.finish(&scene.name)
}

/// The picture with its words: what the case shows, by which clauses, what was ordered and what came of it.
pub fn case_sheet(scene: &CaseScene, palette: Palette) -> Svg {
    let frame = frame(scene);
    let map = frame.size();
    let mut head = vec![Span::bold(scene.name.clone())];
    if !scene.shows.is_empty() {
        head.push(Span::roman(format!(": {}", scene.shows)));
    }
    head.push(Span::italic(format!("  {}", scene.clauses.join(", "))));
    let told = scene.said.iter().map(|said| vec![Span::roman(said.clone())]);
    let room = map.x - 2.0 * ROOM;
    let set = std::iter::once(head).chain(told);
    let set: Vec<_> =
        set.flat_map(|spans| lines(&spans, TYPE, [room, room - ROOM], &mut BTreeSet::new())).collect();
    let (high, base) = line_of(TYPE);
    let below = set.len() as f32 * high + 2.0 * ROOM;
    let mut sheet = Sheet::new(map + Vec2::new(0.0, below), palette);
    sheet.fill(Ink::Paper);
    draw(&mut sheet, scene, &frame);
    for (place, line) in set.iter().enumerate() {
        let down = below - ROOM - place as f32 * high - base;
        sheet.draw_in_points(&line.marks(ROOM, down, TYPE).collect::<Vec<_>>());
    }
    sheet.finish(&scene.name)
}

fn draw(sheet: &mut Sheet, scene: &CaseScene, frame: &Frame) {
    let drawn = |name: &str| {
        scene
            .layers
            .iter()
            .find(|layer| layer.name == name)
            .map_or_else(Vec::new, |layer| layer.marks.clone())
    };
    for marks in layered(&scene.stage, &drawn, &scene.laid, frame) {
        sheet.draw(frame, &marks);
    }
}

/// What of the table is seen.
fn frame(scene: &CaseScene) -> Frame {
    let (low, high) = scene.about();
    let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0 + ABOUT);
    let half = half.max(LEAST / 2.0).min(Vec2::splat(MOST / SCALE / 2.0));
    let (least, most) = (scene.stage.low - MARGIN, scene.stage.high + MARGIN);
    // As much of it lies within the sheet as can.
    let low = (middle - half).min(most - half * 2.0).max(least);
    Frame::new(low, (low + half * 2.0).min(most), SCALE)
}
