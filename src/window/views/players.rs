//! The players' screen, as it is set from the window: its true size by a ruler.

use egui::{Button, Slider, Ui};

use crate::command::Command;
use crate::state::{INCHES, Saved};
use crate::texts::players as texts;

use super::dialogs::window;
use super::{ViewContext, command_button, first, weak};

/// A step of the buttons, in pixels.
const STEP: f32 = 0.5;

/// Asks how many pixels are an inch, while a ruler is drawn on the players' screen.
pub fn inch_ui(ctx: &egui::Context, view: &ViewContext, saved: &Saved) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::INCH, 460.0, |ui| {
        weak(ui, texts::INCH_NOTE);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            step_ui(ui, [texts::SMALLER, texts::SMALLER_ABOUT], saved.inch - STEP, &mut found);
            let mut pixels = saved.inch;
            ui.spacing_mut().slider_width = 240.0;
            let slider = Slider::new(&mut pixels, INCHES.start..=INCHES.end).logarithmic(true);
            if ui.add(slider.text(texts::INCH_SLIDER).fixed_decimals(1)).changed() {
                first(&mut found, Command::SetInch(pixels));
            }
            step_ui(ui, [texts::LARGER, texts::LARGER_ABOUT], saved.inch + STEP, &mut found);
        });
        ui.add_space(6.0);
        if command_button(ui, view, &Command::CloseDialog, true).clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}

fn step_ui(ui: &mut Ui, [text, about]: [&str; 2], pixels: f32, found: &mut Option<Command>) {
    if ui.add(Button::new(text).min_size(egui::vec2(28.0, 0.0))).on_hover_text(about).clicked() {
        first(found, Command::SetInch(pixels));
    }
}
