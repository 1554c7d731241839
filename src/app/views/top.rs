//! The head of the window: battle, turn, clock, weather, points, and what concerns the whole game.

use egui::{RichText, Ui};

use crate::app::command::Command;
use crate::app::models::Top;
use crate::app::panes::{self, Pane};
use crate::app::state::{Habit, Saved};
use crate::app::theme::{Palette, heading_font, serif_font};
use crate::rules::Viewer;
use crate::scenario::Side;

use super::{command_button, first};

pub fn top_ui(ui: &mut Ui, model: &Top, saved: &Saved, viewer: Viewer) -> Option<Command> {
    let mut found = None;
    ui.horizontal_centered(|ui| {
        game_menu(ui, &mut found);
        view_menu(ui, saved, &mut found);
        ui.separator();
        ui.label(RichText::new(&model.battle).font(heading_font(18.0)));
        ui.add_space(6.0);
        let palette = Palette::of(ui.visuals());
        let said = |text: &str| RichText::new(text.to_owned()).font(serif_font(16.0));
        ui.label(said(&model.turn));
        ui.label(RichText::new(&model.clock).font(heading_font(18.0))).on_hover_text("When this turn begins");
        ui.label(said(&model.weather).color(palette.weak()));
        ui.separator();
        if let [(one, a), (other, b)] = &model.points[..] {
            ui.label(said(&format!("{one} {a} : {b} {other}")))
                .on_hover_text("Victory points, with objectives as they are held now");
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let seen = match viewer {
                Viewer::Referee => "Referee".to_owned(),
                Viewer::Side(side) => model.sides.get(side.index()).cloned().unwrap_or_default(),
            };
            ui.menu_button(format!("Seen by: {seen}"), |ui| {
                if ui.selectable_label(viewer == Viewer::Referee, "Referee").clicked() {
                    first(&mut found, Command::See(Viewer::Referee));
                }
                for (index, name) in model.sides.iter().enumerate() {
                    let one = Viewer::Side(Side(index as u8));
                    if ui.selectable_label(viewer == one, name).clicked() {
                        first(&mut found, Command::See(one));
                    }
                }
            })
            .response
            .on_hover_text("What this viewer may know");
            let dice = match saved.dice {
                Habit::Rolled => "Dice: rolled",
                Habit::Typed => "Dice: typed",
            };
            if ui
                .button(dice)
                .on_hover_text("Let the program roll, or type what the players rolled (D)")
                .clicked()
            {
                first(&mut found, Command::ToggleDice);
            }
            ui.separator();
            for (command, enabled) in [(Command::Redo, model.can_redo), (Command::Undo, model.can_undo)] {
                if command_button(ui, &command, enabled).clicked() {
                    first(&mut found, command);
                }
            }
        });
    });
    found
}

fn menu_item(ui: &mut Ui, command: Command, found: &mut Option<Command>) {
    let keys = command.keys(ui.ctx());
    let item = egui::Button::new(command.text()).shortcut_text(keys);
    if ui.add(item).on_hover_text(command.tooltip()).clicked() {
        first(found, command);
        ui.close();
    }
}

fn game_menu(ui: &mut Ui, found: &mut Option<Command>) {
    ui.menu_button("Game", |ui| {
        for command in [Command::ChooseScenario, Command::SetUp, Command::OpenGame, Command::SaveAs] {
            menu_item(ui, command, found);
        }
        ui.separator();
        menu_item(ui, Command::ShowResult, found);
        menu_item(ui, Command::ShowKeys, found);
    });
}

fn view_menu(ui: &mut Ui, saved: &Saved, found: &mut Option<Command>) {
    ui.menu_button("View", |ui| {
        for command in [Command::Fit, Command::FitSelection, Command::ZoomIn, Command::ZoomOut] {
            menu_item(ui, command, found);
        }
        ui.separator();
        for (command, on) in [
            (Command::ToggleNames, saved.names),
            (Command::ToggleGrid, saved.grid),
            (Command::ToggleZones, saved.zones),
        ] {
            let mut ticked = on;
            let keys = command.keys(ui.ctx());
            let label = format!("{}  {keys}", command.text());
            if ui.checkbox(&mut ticked, label).on_hover_text(command.tooltip()).clicked() {
                first(found, command);
                ui.close();
            }
        }
        ui.separator();
        for pane in Pane::ALL.into_iter().filter(|pane| *pane != Pane::Table) {
            let mut open = saved.layout.as_ref().is_none_or(|layout| panes::is_open(layout, pane));
            let command = Command::TogglePane(pane);
            let label = format!("{}  {}", command.text(), command.keys(ui.ctx()));
            if ui.checkbox(&mut open, label.trim_end()).on_hover_text(command.tooltip()).clicked() {
                first(found, command);
                ui.close();
            }
        }
        menu_item(ui, Command::ResetLayout, found);
        ui.separator();
        for command in [Command::ToggleTheme, Command::LargerText, Command::SmallerText] {
            menu_item(ui, command, found);
        }
    });
}
