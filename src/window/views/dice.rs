//! Dice: those requested, and those of a throw that was made.

use egui::{Color32, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::record::Rolled;
use crate::texts::dice as texts;
use crate::theme::{EguiPalette, heading_font};
use drawing::Ink;

use super::line::LETTERS;

/// Size of a die of the last order, and the gap between two dice, in points.
const SMALL: f32 = 22.0;
pub const BETWEEN: f32 = 3.0;

/// Shows a die of this many points: a cube with pips, or a ten-sided die with its numeral; a hit has a heavy rim.
pub fn die_ui(ui: &mut Ui, side: f32, sides: u16, face: Option<u16>, waiting: bool, hit: bool) {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let line = if waiting {
        Stroke::new(2.4, palette.ink(Ink::Selected))
    } else if hit {
        Stroke::new(2.8, palette.ink(Ink::Good))
    } else {
        Stroke::new(1.0, palette.ink(Ink::BlockLine))
    };
    let plate = palette.ink(Ink::Plate);
    let body = rect.shrink(1.5);
    if sides == 6 {
        ui.painter().rect(body, 5.0, plate, line, egui::StrokeKind::Inside);
    } else {
        ui.painter().add(Shape::convex_polygon(kite(body), plate, line));
    }
    match face {
        Some(face) if sides == 6 => {
            for (across, down) in pips(face) {
                let at = body.center() + vec2(*across, *down) * body.width() * 0.26;
                ui.painter().circle_filled(at, body.width() * 0.095, palette.ink(Ink::OnPlate));
            }
        }
        Some(face) => {
            let at = body.center() - vec2(0.0, body.height() * 0.06);
            ui.painter().text(
                at,
                egui::Align2::CENTER_CENTER,
                face.to_string(),
                heading_font(side * 0.54),
                palette.ink(Ink::OnPlate),
            );
        }
        None => {}
    }
    let said = match face {
        Some(face) => texts::fallen(face, hit),
        None => texts::asked(waiting).to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
}

/// A ten-sided die seen from above: the kite of the face that is up, within the outline.
fn kite(rect: Rect) -> Vec<Pos2> {
    let at = |x: f32, y: f32| pos2(rect.left() + rect.width() * x, rect.top() + rect.height() * y);
    vec![at(0.5, 0.0), at(1.0, 0.36), at(0.96, 0.68), at(0.5, 1.0), at(0.04, 0.68), at(0.0, 0.36)]
}

/// Offsets of the pips of a face: right and down from the middle.
fn pips(face: u16) -> &'static [(f32, f32)] {
    match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[],
    }
}

/// Gap between two throws in a row, in points.
const APART: f32 = 12.0;

/// Width of these throws in one row, in points.
pub fn thrown_width(ui: &Ui, last: &[Rolled]) -> f32 {
    let words = |words: &str| {
        let words =
            ui.painter().layout_no_wrap(words.to_owned(), heading_font(LETTERS), Color32::PLACEHOLDER);
        words.size().x
    };
    let wide = |throw: &Rolled| words(&throw.came_to) + throw.faces.len() as f32 * (SMALL + BETWEEN);
    last.iter().filter(|throw| !throw.faces.is_empty()).map(|throw| wide(throw) + 2.0 * APART).sum()
}

/// The results of these throws, where their dice have no room: `1 hit of 11 · 0 hits of 4 · 6`.
pub fn thrown_short(last: &[Rolled]) -> String {
    let said = |throw: &Rolled| match throw.hits_on.is_empty() {
        true => throw.came_to.clone(),
        false => texts::of_dice(&throw.came_to, throw.faces.len()),
    };
    let thrown = last.iter().filter(|throw| !throw.faces.is_empty());
    thrown.map(said).collect::<Vec<_>>().join(" · ")
}

/// Shows the dice of these throws in one row as far as there is room, each throw with its result.
pub fn thrown_ui(ui: &mut Ui, last: &[Rolled]) {
    ui.spacing_mut().item_spacing.x = BETWEEN;
    // Drawn chits have no dice.
    for throw in last.iter().filter(|throw| !throw.faces.is_empty()) {
        let came_to = RichText::new(&throw.came_to).font(heading_font(LETTERS));
        ui.add(egui::Label::new(came_to).truncate()).on_hover_text(&throw.why);
        for &face in &throw.faces {
            if ui.available_width() < SMALL {
                ui.label("…");
                return;
            }
            let hit = throw.hits_on.contains(&face);
            die_ui(ui, SMALL, throw.sides, Some(face), false, hit);
        }
        ui.add_space(APART);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_has_as_many_pips_as_it_says() {
        for face in 1..=6 {
            assert_eq!(pips(face).len(), usize::from(face));
        }
        assert!(pips(7).is_empty(), "a die of more sides has numerals");
    }
}
