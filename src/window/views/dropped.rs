//! The message over the window while a file is held over it.

use egui::{Align2, Area, Context, Id, Margin, Order, RichText, Stroke};

use crate::theme::{EguiPalette, heading_font};

use super::sheet;

/// Veils the window and shows what will happen to the file.
pub fn hovering_ui(ctx: &Context, words: &str) {
    let room = ctx.content_rect();
    Area::new(Id::unique("hovering")).order(Order::Tooltip).anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(
        ctx,
        |ui| {
            let palette = EguiPalette::of(ui.visuals());
            let veil = ui.visuals().panel_fill.gamma_multiply(0.6);
            ui.painter().with_clip_rect(room).rect_filled(room, 0.0, veil);
            sheet(ui)
                .stroke(Stroke::new(2.0, palette.accent()))
                .inner_margin(Margin::symmetric(26, 18))
                .shadow(ui.visuals().popup_shadow)
                .show(ui, |ui| {
                    ui.set_max_width(560.0_f32.min(room.width() - 80.0));
                    ui.label(RichText::new(words).font(heading_font(18.0)));
                });
        },
    );
}
