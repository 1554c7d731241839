//! The guide of the first turn, and the ring round what it speaks of.

use egui::{Id, Order, Response, RichText, Stroke, StrokeKind, Ui, Window};

use crate::app::command::Command;
use crate::app::guide::{Advice, Lesson};
use crate::app::theme::{Palette, heading_font, serif_font};

use super::{clause, first, weak};

pub fn guide_ui(ctx: &egui::Context, advice: &Advice) -> Option<Command> {
    let mut found = None;
    let (title, what, why) = advice.lesson.words();
    Window::new(RichText::new("A first turn").font(heading_font(16.0)))
        .id(Id::unique("guide"))
        .collapsible(true)
        .resizable(false)
        // Over the table, beside what is to be pressed.
        .default_pos(ctx.content_rect().right_top() + egui::vec2(-700.0, 60.0))
        .default_width(330.0)
        .show(ctx, |ui| {
            ui.set_width(330.0);
            ui.label(RichText::new(title).font(heading_font(19.0)));
            ui.label(RichText::new(what).font(serif_font(16.0)));
            ui.add_space(3.0);
            weak(ui, why);
            ui.horizontal(|ui| {
                if let Some(id) = advice.lesson.clause() {
                    clause(ui, id);
                }
                weak(ui, format!("{} of {} learnt", advice.done, advice.all));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let leave = Command::LeaveGuide;
                    if ui.button(leave.text()).on_hover_text(leave.tooltip()).clicked() {
                        first(&mut found, leave);
                    }
                    if advice.lesson != Lesson::Farewell {
                        let skip = Command::SkipLesson;
                        if ui.button(skip.text()).on_hover_text(skip.tooltip()).clicked() {
                            first(&mut found, skip);
                        }
                    }
                });
            });
        });
    found
}

fn slot() -> Id {
    Id::unique("lit by the guide")
}

/// Says what the guide speaks of in this frame.
pub fn light(ctx: &egui::Context, text: Option<&str>) {
    ctx.data_mut(|data| match text {
        Some(text) => {
            data.insert_temp(slot(), text.to_owned());
        }
        None => data.remove::<String>(slot()),
    });
}

/// Draws the ring if the guide speaks of this: its text, or the beginning of it.
pub fn ring_if_lit(ui: &Ui, response: &Response, text: &str) {
    let lit = ui.data(|data| data.get_temp::<String>(slot()));
    if !lit.is_some_and(|lit| text.starts_with(&lit)) {
        return;
    }
    let palette = Palette::of(ui.visuals());
    // Over the panels, under menus and the sheet of the order line.
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
