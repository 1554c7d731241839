//! Pictures of cases: the part of the table that a case is about, and under it what was ordered and the result.
//! Units: points of the sheet, inches of the table.

use std::collections::BTreeSet;

use glam::Vec2;

use super::pages::Span;
use super::pages::set::{line_of, lines};
use super::picture::layered;
use super::svg::{Frame, Sheet, Svg};
use casebook::CaseScene;
use drawing::sheet::MARGIN;
use drawing::{Ink, Palette};

/// Points per inch of a table; a map has the same, as its hexes are about an inch wide.
pub const SCALE: f32 = 30.0;

/// Width of the table shown about the subject of a case, in inches.
const ABOUT: f32 = 1.5;
/// Least extent of the table shown, in inches.
const LEAST: Vec2 = Vec2::new(9.0, 6.0);

/// Maximum width and height of a picture, in points.
const MOST: f32 = 900.0;

/// Space round the words, in points.
const ROOM: f32 = 10.0;
/// Font size of the words, in points.
const TYPE: f32 = 10.5;

/// The picture of a case without words.
pub fn case_picture(scene: &CaseScene, palette: Palette) -> Svg {
    let frame = frame(scene);
    let mut sheet = Sheet::new(frame.size(), palette);
    draw(&mut sheet, scene, &frame);
    sheet.finish(&scene.name)
}

/// The picture with its words: what the case shows, by which clauses, what was ordered and the result.
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

/// The visible part of the table.
fn frame(scene: &CaseScene) -> Frame {
    let (low, high) = scene.about();
    let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0 + ABOUT);
    let half = half.max(LEAST / 2.0).min(Vec2::splat(MOST / SCALE / 2.0));
    let (least, most) = (scene.stage.low - MARGIN, scene.stage.high + MARGIN);
    // As much of it as possible lies within the sheet.
    let low = (middle - half).min(most - half * 2.0).max(least);
    Frame::new(low, (low + half * 2.0).min(most), SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::read;
    use casebook::{shipped_cases, shipped_files};
    use desk::Library;
    use games::Games;
    use trial::is_long;

    /// Of every clause that has cases some are drawn: all that are tried can be, with their words, and most with an order.
    #[test]
    fn cases_of_every_file_can_be_drawn() {
        let games = Games::default();
        let library = Library::embedded(&games);
        let (mut drawn, mut with_order) = (0, 0);
        for (file, text) in shipped_files() {
            let cases = games.cases(&file, text, &library).expect("it can be read");
            let own: Vec<_> = shipped_cases().iter().filter(|case| case.file == file).collect();
            for case in own.iter().step_by(if is_long() { 9 } else { 60 }) {
                let name = match case.shows.is_empty() {
                    true => case.name.clone(),
                    false => format!("{}: {}", case.name, case.shows),
                };
                let scene = cases.scene(&name, SCALE).unwrap_or_else(|fault| panic!("{file}: {fault}"));
                assert_eq!((&scene.name, &scene.clauses), (&case.name, &case.clauses), "{file}");
                let picture = case_picture(&scene, Palette::DAY);
                let size = read(&picture).expect("it is sound").size();
                assert!(
                    size.width() >= 150.0 && size.width().max(size.height()) <= MOST + 1.0,
                    "{file}: {name}"
                );
                let sheet = case_sheet(&scene, Palette::NIGHT);
                assert!(read(&sheet).expect("it is sound").size().height() > size.height(), "{file}: {name}");
                drawn += 1;
                with_order += usize::from(!scene.laid.is_empty() && scene.said.len() > 1);
            }
        }
        assert!(drawn > 50 && with_order * 3 > drawn, "{drawn} cases, {with_order} with their order");
    }
}
