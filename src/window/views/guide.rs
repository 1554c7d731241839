//! The guide of the first turn, and the ring round the thing it points at.

use egui::{Id, Order, Panel, Response, RichText, ScrollArea, Stroke, StrokeKind, Ui, Window, vec2};

use crate::command::Command;
use crate::texts::guide as texts;

use crate::theme::{EguiPalette, heading_font, serif_font};
use game::Clause;

use super::{ViewContext, clause, first, sheet, weak};

/// The advice of the guide.
#[derive(Clone, Copy, Debug)]
pub struct Saying {
    pub title: &'static str,
    pub what: &'static str,
    pub why: &'static str,
    pub clause: Option<Clause>,
    /// Number of lessons done, and in all.
    pub done: usize,
    pub all: usize,
    /// Is there nothing left to learn?
    pub last: bool,
}

/// Shows the advice in a window, if the panel of orders is hidden: over the corner where that panel usually is.
pub fn floating_ui(ctx: &egui::Context, view: &ViewContext, advice: &Saying) -> Option<Command> {
    const SIZE: egui::Vec2 = vec2(330.0, 260.0);
    let corner = ctx.content_rect().right_bottom() - SIZE - vec2(40.0, 40.0);
    let window = Window::new(RichText::new(texts::TITLE).font(heading_font(16.0)))
        .id(Id::unique("guide"))
        .collapsible(true)
        .resizable(false)
        .default_pos(corner.max(egui::pos2(8.0, 60.0)))
        .default_width(SIZE.x)
        .show(ctx, |ui| {
            ui.set_width(SIZE.x);
            let mut found = None;
            words_ui(ui, advice);
            foot_ui(ui, view, advice, &mut found);
            found
        });
    window.and_then(|window| window.inner).flatten()
}

/// Shows the advice at the foot of the panel of orders, beside the buttons and clear of the table.
pub fn docked_ui(ui: &mut Ui, view: &ViewContext, advice: &Saying) -> Option<Command> {
    let mut found = None;
    // The orders keep the greater part of the panel; longer texts scroll.
    let most = (ui.available_height() * 0.45 - 40.0).max(60.0);
    Panel::bottom("guide").resizable(false).show_separator_line(false).frame(sheet(ui)).show(ui, |ui| {
        weak(ui, texts::TITLE);
        ScrollArea::vertical().id_salt("guide").max_height(most).show(ui, |ui| words_ui(ui, advice));
        foot_ui(ui, view, advice, &mut found);
    });
    found
}

/// Shows the advice at the foot of the table, where the window is too low for it beside the orders.
pub fn strip_ui(ui: &mut Ui, view: &ViewContext, advice: &Saying) -> Option<Command> {
    let mut found = None;
    Panel::bottom("guide").resizable(false).show_separator_line(false).frame(sheet(ui)).show(ui, |ui| {
        ui.horizontal(|ui| {
            title_ui(ui, advice);
            ui.add_space(8.0);
            foot_ui(ui, view, advice, &mut found);
        });
        what_ui(ui, advice);
    });
    found
}

fn words_ui(ui: &mut Ui, advice: &Saying) {
    title_ui(ui, advice);
    what_ui(ui, advice);
}

fn title_ui(ui: &mut Ui, advice: &Saying) {
    ui.label(RichText::new(advice.title).font(heading_font(18.0)));
}

fn what_ui(ui: &mut Ui, advice: &Saying) {
    ui.label(RichText::new(advice.what).font(serif_font(15.5)));
    ui.add_space(3.0);
    weak(ui, advice.why);
}

fn foot_ui(ui: &mut Ui, view: &ViewContext, advice: &Saying, found: &mut Option<Command>) {
    ui.horizontal_wrapped(|ui| {
        if let Some(id) = advice.clause {
            clause(ui, view, id);
        }
        weak(ui, texts::learnt(advice.done, advice.all));
        if !advice.last {
            let skip = Command::SkipLesson;
            if ui.button(skip.text()).on_hover_text(skip.tooltip()).clicked() {
                first(found, skip);
            }
        }
        let leave = Command::LeaveGuide;
        if ui.button(leave.text()).on_hover_text(leave.tooltip()).clicked() {
            first(found, leave);
        }
    });
}

/// Draws the ring if the guide points at the thing with this text, or with a text that it begins with.
pub fn ring_if_lit(ui: &Ui, view: &ViewContext, response: &Response, text: &str) {
    if !view.is_lit(text) {
        return;
    }
    let palette = EguiPalette::of(ui.visuals());
    // Above the panels, below menus and the sheet of the order line.
    let layer = egui::LayerId::new(Order::Middle, Id::unique("ring of the guide"));
    let painter = ui.ctx().layer_painter(layer).with_clip_rect(ui.clip_rect().expand(8.0));
    let rect = response.rect.expand(4.0);
    painter.rect_stroke(
        rect,
        7.0,
        Stroke::new(7.0, palette.accent().gamma_multiply(0.25)),
        StrokeKind::Middle,
    );
    painter.rect_stroke(rect, 7.0, Stroke::new(2.5, palette.accent()), StrokeKind::Middle);
}
