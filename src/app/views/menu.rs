//! The menu of one stand, on the table and in the order of battle.

use egui::{RichText, Ui};

use crate::app::command::Command;
use crate::app::fiat::Act;
use crate::rules::easy::StandId;

use super::first;

/// What may be done with this stand: seen to, and overridden.
pub fn stand_menu(
    ui: &mut Ui,
    stand: StandId,
    name: &str,
    on_table: bool,
    may_act: bool,
    found: &mut Option<Command>,
) {
    ui.set_min_width(190.0);
    ui.label(RichText::new(name).strong());
    ui.separator();
    let mut item = |ui: &mut Ui, command: Command| {
        if ui.button(command.text()).on_hover_text(command.tooltip()).clicked() {
            first(found, command);
            ui.close();
        }
    };
    if may_act {
        item(ui, Command::PickUp(stand));
    }
    if on_table {
        item(ui, Command::ZoomTo(stand));
        item(ui, Command::MeasureFrom(stand));
        ui.separator();
        for act in [Act::Place, Act::Strength, Act::Remove] {
            item(ui, Command::Fiat(act, Some(stand)));
        }
    } else {
        item(ui, Command::Fiat(Act::BringBack, Some(stand)));
    }
}
