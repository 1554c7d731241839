//! What lies over the window: choosing a battle, the result, the keys, and what could not be done.

use egui::{Align2, RichText, ScrollArea, Ui, Window};

use crate::app::command::Command;
use crate::app::theme::{Palette, heading_font, serif_font};

use crate::rules::rulebook::Rulebook;

use super::{first, heading, main_button, weak};

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

pub(super) fn close(ui: &mut Ui, found: &mut Option<Command>) {
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

/// A clause as the rulebook has it.
pub fn clause_ui(ctx: &egui::Context, id: &str) -> Option<Command> {
    let mut found = None;
    let clause = Rulebook::easy().clause(id);
    let title = clause.map_or("No such clause", |clause| clause.title.as_str());
    window(ctx, title, 560.0, |ui| {
        weak(ui, id);
        if let Some(clause) = clause {
            ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
                // The fonts of the window have no arrow.
                let plain = |text: &str| text.replace('→', "to");
                ui.label(RichText::new(plain(&clause.text)).font(serif_font(16.0)));
                for (title, text) in [("Measured", &clause.geometry), ("Ruling", &clause.ruling)] {
                    if let Some(text) = text {
                        heading(ui, title);
                        ui.label(plain(text));
                    }
                }
            });
        }
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
