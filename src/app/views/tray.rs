//! The dice tray: digits only, die after die by itself; correction before the dice are given.

use egui::{
    Button, Color32, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Shape, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::app::command::Command;
use crate::app::record::Rolled;
use crate::app::state::Tray;
use crate::app::theme::{EguiPalette, heading_font};
use crate::dice::Reading;
use crate::drawing::Ink;

use super::first;

/// The side of a die that is asked for: no greater, and no smaller however many there are; in points.
const DIE: (f32, f32) = (20.0, 28.0);
/// The side of a die of the last order, and what lies between two dice, in points.
const SMALL: f32 = 20.0;
const BETWEEN: f32 = 3.0;
/// The width of the button of a face, at most and at least, in points.
const FACE: (f32, f32) = (20.0, 30.0);
/// The dice take no more height than this, in points.
const DICE: f32 = 190.0;

/// The throw that is asked for: what it is for, the dice, and what can be done.
pub fn tray_ui<O>(ui: &mut Ui, tray: &Tray<O>) -> Option<Command> {
    let mut found = None;
    ui.spacing_mut().item_spacing.y = 4.0;
    let throw = &tray.throw;
    let said = RichText::new(&throw.why).size(13.5);
    ui.add(egui::Label::new(said).truncate()).on_hover_text(format!("{} ({})", throw.why, throw.clause));
    // A fault takes the place of what is thrown: the dice stay where they are.
    let palette = EguiPalette::of(ui.visuals());
    let (words, colour) = match &tray.fault {
        Some(fault) => (fault.clone(), palette.refused()),
        None => (throw.say(), palette.weak()),
    };
    let said = RichText::new(&words).size(12.5).color(colour);
    ui.add(egui::Label::new(said).truncate()).on_hover_text(words);
    // What can be done stays in sight, however many dice there are.
    ScrollArea::vertical().id_salt("dice").max_height(DICE).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        typed_ui(ui, tray, &mut found);
    });
    ui.add_space(2.0);
    actions_ui(ui, tray, &mut found);
    found
}

/// These dice, roll, correct, faces or count, cancel.
fn actions_ui<O>(ui: &mut Ui, tray: &Tray<O>, found: &mut Option<Command>) {
    let throw = &tray.throw;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        enter_ui(ui, tray, found);
        let mut others = vec![
            (Command::Cancel, Command::Cancel.text(), true),
            (Command::Backspace, Command::Backspace.text(), tray.has_typed()),
            (Command::RollInstead, Command::RollInstead.text(), true),
            (Command::RollThis, Command::RollThis.text(), true),
        ];
        if throw.reading != Reading::Each || throw.dice == 1 {
            let text = if tray.count.is_some() { "Type faces" } else { "Type the count" };
            others.push((Command::ToggleCount, text, true));
        }
        for (command, text, enabled) in others {
            if action_ui(ui, &command, text, enabled).clicked() {
                first(found, command);
            }
        }
    });
}

fn action_ui(ui: &mut Ui, command: &Command, text: &str, enabled: bool) -> Response {
    let keys = command.keys(ui.ctx());
    let keys = if keys.is_empty() { keys } else { format!(" ({keys})") };
    ui.add_enabled(enabled, Button::new(text)).on_hover_text(format!("{}{keys}", command.tooltip()))
}

fn enter_ui<O>(ui: &mut Ui, tray: &Tray<O>, found: &mut Option<Command>) -> Response {
    let entry = tray.complete();
    let palette = EguiPalette::of(ui.visuals());
    let mut button = Button::new("These dice (Enter)");
    if entry.is_some() {
        let text = RichText::new("These dice (Enter)").color(palette.on_accent());
        button = Button::new(text).fill(palette.accent());
    }
    let response = ui.add_enabled(entry.is_some(), button);
    if response.clicked()
        && let Some(entry) = entry
    {
        first(found, Command::EnterDice(entry));
    }
    response
}

/// The dice, as large as they lie in one row, and a row of buttons for the faces; beside each other where there is room.
fn typed_ui<O>(ui: &mut Ui, tray: &Tray<O>, found: &mut Option<Command>) {
    let throw = &tray.throw;
    let faces: Vec<u16> = match &tray.count {
        Some(_) => (0..=9).collect(),
        None => (1..=throw.sides.min(20)).collect(),
    };
    let room = ui.available_width();
    let share = |count: usize, (least, most): (f32, f32)| {
        (room / count.max(1) as f32 - BETWEEN).floor().clamp(least, most)
    };
    let side = share(usize::from(throw.dice), DIE);
    let wide = share(faces.len(), FACE);
    let row = |count: usize, each: f32| count as f32 * (each + BETWEEN);
    let dice = if tray.count.is_some() { 90.0 } else { row(usize::from(throw.dice), side) };
    let lie = |ui: &mut Ui| match &tray.count {
        Some(text) => {
            let asked = match throw.reading {
                Reading::Hits(_) => "Hits:",
                Reading::Sum | Reading::Each => "Sum:",
            };
            ui.label(asked);
            ui.label(RichText::new(if text.is_empty() { "…" } else { text }).font(heading_font(22.0)));
        }
        None => {
            for index in 0..usize::from(throw.dice) {
                let face = tray.faces.get(index).copied();
                let waiting = index == tray.faces.len();
                die_ui(ui, side, throw.sides, face, waiting, worth(&throw.reading, face));
            }
        }
    };
    let keys = |ui: &mut Ui, found: &mut Option<Command>| {
        ui.spacing_mut().button_padding.x = 2.0;
        for face in &faces {
            let button = ui.add(Button::new(face.to_string()).min_size(vec2(wide, 24.0)));
            let button = if *face == 10 { button.on_hover_text("The key 0") } else { button };
            if button.clicked() {
                first(found, Command::Digit(*face));
            }
        }
    };
    let together = dice + 14.0 + row(faces.len(), wide) <= room;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(BETWEEN, BETWEEN);
        lie(ui);
        if together {
            ui.add_space(14.0);
            keys(ui, found);
        }
    });
    if !together {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(BETWEEN, BETWEEN);
            keys(ui, found);
        });
    }
}

fn worth(reading: &Reading, face: Option<u16>) -> bool {
    match (reading, face) {
        (Reading::Hits(worth), Some(face)) => {
            usize::from(face).checked_sub(1).and_then(|index| worth.get(index)).is_some_and(|hits| *hits > 0)
        }
        _ => false,
    }
}

/// One die of this many points as it lies: a cube with pips, or a ten-sided die with its numeral; a hit has a heavy rim.
fn die_ui(ui: &mut Ui, side: f32, sides: u16, face: Option<u16>, waiting: bool, hit: bool) {
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
    let said = match (face, hit, waiting) {
        (Some(face), true, _) => format!("{face}, a hit"),
        (Some(face), false, _) => face.to_string(),
        (None, _, true) => "Die to be typed now".to_owned(),
        (None, _, false) => "Die to be typed".to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
}

/// A ten-sided die seen from above: the kite of the face that is up, within the outline.
fn kite(rect: Rect) -> Vec<Pos2> {
    let at = |x: f32, y: f32| pos2(rect.left() + rect.width() * x, rect.top() + rect.height() * y);
    vec![at(0.5, 0.0), at(1.0, 0.36), at(0.96, 0.68), at(0.5, 1.0), at(0.04, 0.68), at(0.0, 0.36)]
}

/// Where the pips of a face lie: right and down from the middle.
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

/// What lies between two throws in a row, in points.
const APART: f32 = 12.0;

/// How wide these throws are in one row, in points.
pub fn thrown_width(ui: &Ui, last: &[Rolled]) -> f32 {
    let words = |words: &str| {
        let words = ui.painter().layout_no_wrap(words.to_owned(), heading_font(14.0), Color32::PLACEHOLDER);
        words.size().x
    };
    let wide = |throw: &Rolled| words(&throw.came_to) + throw.faces.len() as f32 * (SMALL + BETWEEN);
    last.iter().filter(|throw| !throw.faces.is_empty()).map(|throw| wide(throw) + 2.0 * APART).sum()
}

/// The dice of these throws in one row as far as there is room, each throw with what it came to.
pub fn thrown_ui(ui: &mut Ui, last: &[Rolled]) {
    ui.spacing_mut().item_spacing.x = BETWEEN;
    // What is drawn has no dice.
    for throw in last.iter().filter(|throw| !throw.faces.is_empty()) {
        let came_to = RichText::new(&throw.came_to).font(heading_font(14.0));
        ui.add(egui::Label::new(came_to).truncate()).on_hover_text(&throw.why);
        for &face in &throw.faces {
            if ui.available_width() < SMALL {
                ui.label("…");
                return;
            }
            let hit = throw.hits_on.is_some_and(|least| face >= least);
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
