//! The dice tray: digits only, die after die by itself; correction before the dice are given.

use egui::{RichText, Sense, Stroke, Ui, vec2};

use crate::app::command::Command;
use crate::app::models::Rolled;
use crate::app::painter::Ink;
use crate::app::state::{Habit, Tray};
use crate::app::theme::{Palette, heading_font};
use crate::dice::Reading;

use super::{command_button, first, weak};

pub fn tray_ui(ui: &mut Ui, tray: Option<&Tray>, last: &[Rolled], habit: Habit) -> Option<Command> {
    let mut found = None;
    ui.spacing_mut().item_spacing.y = 4.0;
    let Some(tray) = tray else {
        idle_ui(ui, last, habit);
        return None;
    };
    let throw = &tray.throw;
    ui.horizontal(|ui| {
        let said = RichText::new(&throw.why).size(13.5);
        ui.add(egui::Label::new(said).truncate()).on_hover_text(format!("{} ({})", throw.why, throw.clause));
    });
    if throw.names.is_empty() {
        typed_ui(ui, tray, &mut found);
    } else {
        weak(ui, "Say above, on the right, which one the players drew");
    }
    if let Some(fault) = &tray.fault {
        ui.colored_label(Palette::of(ui.visuals()).refused(), fault);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if let Some(entry) = tray.complete() {
            let palette = Palette::of(ui.visuals());
            let text = RichText::new("These dice (Enter)").color(palette.on_accent());
            if ui.add(egui::Button::new(text).fill(palette.accent())).clicked() {
                first(&mut found, Command::EnterDice(entry));
            }
        }
        for command in [Command::RollInstead, Command::Backspace] {
            if command_button(ui, &command, true).clicked() {
                first(&mut found, command);
            }
        }
        if throw.names.is_empty() && (throw.reading != Reading::Each || throw.dice == 1) {
            let count = Command::ToggleCount;
            let text = if tray.count.is_some() { "Faces" } else { "Count" };
            if ui.button(text).on_hover_text(count.tooltip()).clicked() {
                first(&mut found, count);
            }
        }
        if ui.button("Cancel").clicked() {
            first(&mut found, Command::Cancel);
        }
    });
    found
}

pub fn say_throw(dice: u8, sides: u16, reading: &Reading) -> String {
    let number = if dice == 1 { format!("one d{sides}") } else { format!("{dice} d{sides}") };
    match reading {
        Reading::Hits(worth) => match worth.iter().position(|hits| *hits > 0) {
            Some(index) => format!("{number}, hits on {} or more", index + 1),
            None => format!("{number}, cannot hit"),
        },
        Reading::Sum | Reading::Each => number,
    }
}

fn typed_ui(ui: &mut Ui, tray: &Tray, found: &mut Option<Command>) {
    let throw = &tray.throw;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        match &tray.count {
            Some(text) => {
                ui.label("Count:");
                ui.label(RichText::new(if text.is_empty() { "…" } else { text }).font(heading_font(22.0)));
            }
            None => {
                for index in 0..usize::from(throw.dice) {
                    let face = tray.faces.get(index);
                    die_ui(ui, face.copied(), index == tray.faces.len(), worth(&throw.reading, face));
                }
            }
        }
        weak(ui, say_throw(throw.dice, throw.sides, &throw.reading));
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let most = if tray.count.is_some() { 9 } else { throw.sides.min(20) };
        for face in u16::from(tray.count.is_none())..=most {
            let button = ui.add(egui::Button::new(face.to_string()).min_size(vec2(26.0, 24.0)));
            let button = if face == 10 { button.on_hover_text("The key 0") } else { button };
            if button.clicked() {
                first(found, Command::Digit(face));
            }
        }
    });
}

fn worth(reading: &Reading, face: Option<&u16>) -> bool {
    match (reading, face) {
        (Reading::Hits(worth), Some(&face)) => {
            usize::from(face).checked_sub(1).and_then(|index| worth.get(index)).is_some_and(|hits| *hits > 0)
        }
        _ => false,
    }
}

/// One die: empty, waiting, or with its face; a hit has a heavy rim.
fn die_ui(ui: &mut Ui, face: Option<u16>, waiting: bool, hit: bool) {
    let palette = Palette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(26.0, 26.0), Sense::hover());
    let line = if waiting {
        Stroke::new(2.4, palette.ink(Ink::Selected))
    } else if hit {
        Stroke::new(2.8, palette.ink(Ink::Good))
    } else {
        Stroke::new(1.0, palette.ink(Ink::BlockLine))
    };
    ui.painter().rect(rect.shrink(1.5), 5.0, palette.ink(Ink::Plate), line, egui::StrokeKind::Inside);
    if let Some(face) = face {
        ui.painter().text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            face.to_string(),
            heading_font(17.0),
            palette.ink(Ink::OnPlate),
        );
        let said = if hit { format!("{face}, a hit") } else { face.to_string() };
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &said));
    }
}

fn idle_ui(ui: &mut Ui, last: &[Rolled], habit: Habit) {
    if last.is_empty() {
        weak(
            ui,
            match habit {
                Habit::Rolled => "The program rolls. Press D to type what the players roll",
                Habit::Typed => "Dice are asked for here, one throw after another",
            },
        );
    }
    egui::ScrollArea::vertical().stick_to_bottom(true).show(ui, |ui| {
        for throw in last {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                ui.label(RichText::new(&throw.why).size(12.5));
                ui.label(RichText::new(&throw.came_to).font(heading_font(15.0)));
            });
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                for &face in &throw.faces {
                    die_ui(ui, Some(face), false, throw.hits_on.is_some_and(|least| face >= least));
                }
            });
        }
    });
}
