//! Short confirmations: the effect of a command, shown for a while.

use egui::{Align2, Area, Frame, Id, Margin, Order, Rect, RichText, Role, Sense, Stroke, WidgetInfo, vec2};

use super::theme::EguiPalette;

/// How long a confirmation is shown, in seconds, and how many of its characters are read in a second.
const SECONDS: f64 = 4.0;
const READ: f64 = 15.0;

/// A confirmation, and when it ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Toast {
    words: String,
    until: f64,
}

impl Toast {
    /// A confirmation that starts now.
    pub fn new(ctx: &egui::Context, words: impl Into<String>) -> Self {
        ctx.request_repaint();
        let words = words.into();
        let shown = SECONDS.max(words.chars().count() as f64 / READ);
        Self { words, until: ctx.input(|input| input.time) + shown }
    }

    /// Shows it over the table in this rectangle; `false` once its time is over, or a click has removed it.
    pub fn show(&self, ctx: &egui::Context, table: Rect) -> bool {
        let left = self.until - ctx.input(|input| input.time);
        if left <= 0.0 {
            return false;
        }
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
        // At the foot of the table, between scale bar and compass: the guide and the banner of an earlier table are above.
        let clicked = Area::new(Id::unique("toast"))
            .order(Order::Foreground)
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(table.center_bottom() - vec2(0.0, 10.0))
            .show(ctx, |ui| {
                let palette = EguiPalette::of(ui.visuals());
                let frame = Frame::new()
                    .fill(palette.card())
                    .stroke(Stroke::new(1.5, palette.accent()))
                    .corner_radius(5.0)
                    .inner_margin(Margin::symmetric(12, 7));
                frame
                    .show(ui, |ui| {
                        ui.set_max_width(560.0_f32.min(table.width() - 40.0));
                        let label =
                            egui::Label::new(RichText::new(&self.words).size(14.0)).sense(Sense::click());
                        let response = ui.add(label);
                        response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &self.words));
                        response.clicked()
                    })
                    .inner
            })
            .inner;
        !clicked
    }
}
