//! What lies over the window: choosing a battle, the result, the keys, and what could not be done.

use egui::{Align2, Grid, RichText, ScrollArea, Ui, Window};

use crate::app::command::Command;
use crate::app::models::ResultModel;
use crate::app::theme::{Palette, heading_font, serif_font};

use super::{first, heading, main_button, swatch, weak};

/// One battle that can be begun.
#[derive(Clone, Debug, Default)]
pub struct Battle {
    pub id: String,
    pub name: String,
    pub rules: String,
    pub description: String,
    pub variants: Vec<String>,
    /// Why it cannot be played.
    pub fault: Option<String>,
}

pub(super) fn window<R>(
    ctx: &egui::Context,
    title: &str,
    wide: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let shown = Window::new(RichText::new(title).font(heading_font(18.0)))
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .default_width(wide)
        .show(ctx, body);
    shown.and_then(|inner| inner.inner)
}

fn close(ui: &mut Ui, found: &mut Option<Command>) {
    ui.add_space(6.0);
    if ui.button("Close").on_hover_text("Escape").clicked() {
        first(found, Command::CloseDialog);
    }
}

pub fn scenarios_ui(ctx: &egui::Context, battles: &[Battle]) -> Option<Command> {
    let mut found = None;
    window(ctx, "Choose a battle", 560.0, |ui| {
        ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
            for battle in battles {
                super::sheet(ui).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    ui.label(RichText::new(&battle.name).font(heading_font(17.0)));
                    if let Some(fault) = &battle.fault {
                        ui.colored_label(Palette::of(ui.visuals()).refused(), fault);
                        return;
                    }
                    ui.label(RichText::new(&battle.description).font(serif_font(15.0)));
                    ui.horizontal_wrapped(|ui| {
                        let label = format!("Begin {}", battle.name);
                        if ui.button(RichText::new(label).strong()).clicked() {
                            first(
                                &mut found,
                                Command::NewGame { scenario: battle.id.clone(), weather: None },
                            );
                        }
                        for variant in &battle.variants {
                            if ui.button(format!("with {variant} weather")).clicked() {
                                let weather = Some(variant.clone());
                                first(&mut found, Command::NewGame { scenario: battle.id.clone(), weather });
                            }
                        }
                    });
                });
                ui.add_space(4.0);
            }
        });
        close(ui, &mut found);
    });
    found
}

pub fn result_ui(ctx: &egui::Context, model: &ResultModel) -> Option<Command> {
    let mut found = None;
    let title = if model.over { "The battle is over" } else { "The battle so far" };
    window(ctx, title, 760.0, |ui| {
        ui.label(RichText::new(&model.verdict).font(heading_font(24.0)));
        ui.add_space(6.0);
        ScrollArea::vertical().max_height(520.0).show(ui, |ui| {
            ui.columns(2, |columns| {
                for (ui, side) in columns.iter_mut().zip(&model.sides) {
                    ui.horizontal(|ui| {
                        if let Some(colour) = side.colour {
                            swatch(ui, colour);
                        }
                        ui.label(
                            RichText::new(format!("{}: {} points", side.name, side.points))
                                .font(heading_font(18.0)),
                        );
                    });
                    for (what, points) in &side.sources {
                        ui.horizontal_wrapped(|ui| {
                            ui.label(RichText::new(format!("{points:+}")).strong());
                            ui.label(what);
                        });
                    }
                    if side.sources.is_empty() {
                        weak(ui, "No points yet");
                    }
                    ui.add_space(8.0);
                    heading(ui, "Strength by command");
                    Grid::new(("losses", &side.name)).num_columns(3).striped(true).spacing([14.0, 3.0]).show(
                        ui,
                        |ui| {
                            for (name, left, start, gone) in &side.losses {
                                ui.label(name);
                                ui.label(format!("{left} of {start}"));
                                ui.label(match gone {
                                    0 => String::new(),
                                    1 => "1 stand lost".into(),
                                    n => format!("{n} stands lost"),
                                });
                                ui.end_row();
                            }
                        },
                    );
                    ui.add_space(6.0);
                    let (owed, paid) = side.luck;
                    weak(ui, format!("Dice: {paid:.0} hits rolled, {owed:.1} to be expected"));
                }
            });
        });
        close(ui, &mut found);
    });
    found
}

pub fn keys_ui(ctx: &egui::Context) -> Option<Command> {
    let mut found = None;
    window(ctx, "Keys", 460.0, |ui| {
        ScrollArea::vertical().max_height(500.0).show(ui, |ui| {
            Grid::new("keys").num_columns(2).striped(true).spacing([24.0, 4.0]).show(ui, |ui| {
                for command in Command::listed() {
                    let keys = command.keys(ctx);
                    if keys.is_empty() {
                        continue;
                    }
                    ui.label(RichText::new(keys).strong());
                    ui.label(command.text()).on_hover_text(command.tooltip());
                    ui.end_row();
                }
                for (keys, text) in [
                    ("Drag", "Move the table, or lift a stand that may act"),
                    ("Wheel", "Zoom to the pointer"),
                    ("Ctrl+Wheel", "Turn the stand in hand"),
                    ("Shift+Click", "Set a way-point for the stand in hand"),
                    ("Tab", "Next stand or button"),
                ] {
                    ui.label(RichText::new(keys).strong());
                    ui.label(text);
                    ui.end_row();
                }
            });
        });
        close(ui, &mut found);
    });
    found
}

pub fn trouble_ui(ctx: &egui::Context, words: &str) -> Option<Command> {
    let mut found = None;
    window(ctx, "That could not be done", 480.0, |ui| {
        ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
            ui.label(words);
        });
        if main_button(ui, "Go on").clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}
