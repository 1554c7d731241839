//! The dice tray: digits only, die after die by itself; correction before the dice are given.

use egui::text::LayoutJob;
use egui::{Button, Color32, FontId, Label, Response, RichText, ScrollArea, Ui, vec2};

use crate::command::Command;
use crate::state::Tray;
use crate::texts::{dice as texts, shared};
use crate::theme::{EguiPalette, heading_font};
use dice::Reading;
use game::sentence;

use super::dice::{BETWEEN, die_ui};
use super::first;

/// The side of a die that is asked for: no greater, and no smaller however many there are; in points.
const DIE: (f32, f32) = (20.0, 28.0);
/// The width of the button of a face, at most and at least, in points.
const FACE: (f32, f32) = (20.0, 30.0);
/// The dice take no more height than this, in points; in a low panel no more than that.
const DICE: f32 = 190.0;
const LOW_DICE: f32 = 84.0;

/// What the throw is for, and what is thrown: never cut.
pub fn title_ui<O>(ui: &mut Ui, tray: &Tray<O>) {
    let text = ui.visuals().text_color();
    rows_ui(ui, &sentence(&tray.throw.why), 13.5, text);
    thrown_ui(ui, tray);
}

/// What is thrown, or what is wrong with what was typed. What it is for stands over the order as what is due.
fn thrown_ui<O>(ui: &mut Ui, tray: &Tray<O>) {
    let throw = &tray.throw;
    // A fault takes the place of what is thrown: the dice stay where they are.
    let palette = EguiPalette::of(ui.visuals());
    let (words, colour) = match &tray.fault {
        Some(fault) => (shared::refused(fault), palette.refused()),
        None => (throw.say(), palette.weak()),
    };
    let told = format!("{} ({})", throw.why, throw.clause);
    rows_ui(ui, &words, 12.5, colour).on_hover_text(told);
}

/// The throw that is asked for: what is thrown, the dice, and what can be done.
pub fn tray_ui<O>(ui: &mut Ui, tray: &Tray<O>) -> Option<Command> {
    let mut found = None;
    ui.spacing_mut().item_spacing.y = 4.0;
    thrown_ui(ui, tray);
    // What can be done stays in sight, however many dice there are.
    ScrollArea::vertical().id_salt("dice").max_height(DICE).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        typed_ui(ui, tray, &mut found);
    });
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        enter_ui(ui, tray, &mut found);
        for (command, text, enabled) in others(tray) {
            if action_ui(ui, &command, text, enabled).clicked() {
                first(&mut found, command);
            }
        }
    });
    found
}

/// The dice and what is done with them alone, in as little height as they need: their title is elsewhere, and all but giving them
/// and putting them away is in a menu.
pub fn low_tray_ui<O>(ui: &mut Ui, tray: &Tray<O>) -> Option<Command> {
    let mut found = None;
    ui.spacing_mut().item_spacing.y = 3.0;
    ScrollArea::vertical().id_salt("dice").max_height(LOW_DICE).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        typed_ui(ui, tray, &mut found);
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 3.0);
        enter_ui(ui, tray, &mut found);
        let mut others = others(tray).into_iter();
        if let Some((command, text, enabled)) = others.next()
            && action_ui(ui, &command, text, enabled).clicked()
        {
            first(&mut found, command);
        }
        ui.menu_button(texts::OTHERWISE, |ui| {
            for (command, text, enabled) in others {
                if action_ui(ui, &command, text, enabled).clicked() {
                    first(&mut found, command);
                    ui.close();
                }
            }
        });
    });
    found
}

/// Words in as many rows as they need: what the dice are for is never cut.
fn rows_ui(ui: &mut Ui, words: &str, size: f32, colour: Color32) -> Response {
    let job = LayoutJob::simple(words.to_owned(), FontId::proportional(size), colour, ui.available_width());
    let galley = ui.painter().layout_job(job);
    ui.add(Label::new(galley))
}

/// What can be done with the dice besides giving them: cancel, correct, roll, faces or count.
fn others<O>(tray: &Tray<O>) -> Vec<(Command, &'static str, bool)> {
    let throw = &tray.throw;
    let back = if tray.may_go_back() { texts::BACK } else { Command::Cancel.text() };
    let mut others = vec![(Command::Cancel, back, true)];
    // One die is given by its face: there is nothing to correct, and no other count.
    let several = throw.dice != 1;
    if several || tray.has_typed() {
        others.push((Command::Backspace, Command::Backspace.text(), tray.has_typed()));
    }
    others.push((Command::RollInstead, Command::RollInstead.text(), true));
    if several {
        others.push((Command::RollThis, Command::RollThis.text(), true));
    }
    if several && throw.reading != Reading::Each || tray.count.is_some() {
        let text = if tray.count.is_some() { texts::TYPE_FACES } else { Command::ToggleCount.text() };
        others.push((Command::ToggleCount, text, true));
    }
    others
}

fn action_ui(ui: &mut Ui, command: &Command, text: &str, enabled: bool) -> Response {
    let keys = command.keys(ui.ctx());
    let keys = if keys.is_empty() { keys } else { format!(" ({keys})") };
    ui.add_enabled(enabled, Button::new(text)).on_hover_text(format!("{}{keys}", command.tooltip()))
}

fn enter_ui<O>(ui: &mut Ui, tray: &Tray<O>, found: &mut Option<Command>) -> Response {
    let entry = tray.complete();
    let palette = EguiPalette::of(ui.visuals());
    let mut button = Button::new(texts::ENTER);
    if entry.is_some() {
        let text = RichText::new(texts::ENTER).color(palette.on_accent());
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
                Reading::Hits(_) => texts::HITS,
                Reading::Sum | Reading::Each => texts::SUM,
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
            let button = if *face == 10 { button.on_hover_text(texts::TEN) } else { button };
            if button.clicked() {
                first(found, Command::Face(*face));
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
