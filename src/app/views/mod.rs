//! What is seen: each view takes a model of plain data and gives back a command, or none. No rule is in here.

pub mod dialogs;
pub mod log;
pub mod order_of_battle;
pub mod orders;
pub mod setup;
pub mod setup_dialogs;
pub mod setup_table;
pub mod table;
pub mod top;
pub mod tray;

use egui::{Color32, CornerRadius, Frame, Margin, Response, RichText, Stroke, Ui};

use super::command::Command;
use super::painter::{ArmyColour, Ink};
use super::theme::{Palette, heading_font};

/// The first command of several: one view gives one a frame.
fn first<C>(found: &mut Option<C>, command: C) {
    found.get_or_insert(command);
}

/// A button that is a command, with its tooltip and keys; greyed when it may not be used now.
fn command_button(ui: &mut Ui, command: &Command, enabled: bool) -> Response {
    let keys = command.keys(ui.ctx());
    let response = ui.add_enabled(enabled, egui::Button::new(command.text()));
    let tooltip = command.tooltip();
    match (tooltip.is_empty(), keys.is_empty()) {
        (true, true) => response,
        (true, false) => response.on_hover_text(keys),
        (false, true) => response.on_hover_text(tooltip),
        (false, false) => response.on_hover_text(format!("{tooltip} ({keys})")),
    }
}

/// A heading in the manner of the map.
fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).font(heading_font(16.0)))
}

pub(super) fn weak(ui: &mut Ui, text: impl Into<String>) -> Response {
    let colour = Palette::of(ui.visuals()).weak();
    ui.label(RichText::new(text).color(colour).size(12.5))
}

/// A clause id, small, where it can be found again.
fn clause(ui: &mut Ui, id: &str) -> Response {
    let colour = Palette::of(ui.visuals()).weak();
    ui.label(RichText::new(id).color(colour).size(11.5).italics()).on_hover_text("The clause that says so")
}

/// A sheet on the panel.
fn sheet(ui: &Ui) -> Frame {
    let palette = Palette::of(ui.visuals());
    Frame::new()
        .fill(palette.card())
        .stroke(Stroke::new(1.0, palette.card_line()))
        .corner_radius(CornerRadius::same(5))
        .inner_margin(Margin::same(9))
}

/// A small block in an army's colour.
fn swatch(ui: &mut Ui, colour: ArmyColour) {
    let palette = Palette::of(ui.visuals());
    let (rect, _) = ui.allocate_exact_size(egui::vec2(13.0, 13.0), egui::Sense::empty());
    ui.painter().rect_filled(rect, 2.0, palette.ink(Ink::Block(colour)));
    ui.painter().rect_stroke(
        rect,
        2.0,
        Stroke::new(1.0, palette.ink(Ink::BlockLine)),
        egui::StrokeKind::Inside,
    );
}

/// The button that goes on with the game.
fn main_button(ui: &mut Ui, text: &str) -> Response {
    let palette = Palette::of(ui.visuals());
    let label = RichText::new(text).color(palette.on_accent()).font(heading_font(16.0));
    let wide = ui.available_width();
    ui.add(
        egui::Button::new(label)
            .fill(palette.accent())
            .stroke(Stroke::NONE)
            .wrap()
            .min_size(egui::vec2(wide, 34.0)),
    )
}

/// A wide button for one of several answers.
fn answer_button(ui: &mut Ui, text: &str) -> Response {
    let wide = ui.available_width();
    ui.add(egui::Button::new(text).wrap().min_size(egui::vec2(wide, 28.0)))
}

/// A bar of this share of the width, behind a line of words.
fn bar(ui: &Ui, rect: egui::Rect, share: f32, colour: Color32) {
    let wide = rect.width() * share.clamp(0.0, 1.0);
    let filled = egui::Rect::from_min_size(rect.min, egui::vec2(wide.max(1.0), rect.height()));
    ui.painter().rect_filled(filled, 2.0, colour);
}
