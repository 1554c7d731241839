//! A form over the window, where its panel has been closed under it.

use egui::{Align2, Ui, Window};

/// A form over the window.
pub fn floating_ui<R>(
    ctx: &egui::Context,
    id: &str,
    title: &str,
    body: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let shown = Window::new(title)
        .id(egui::Id::unique(id))
        .title_bar(false)
        .resizable(false)
        .fixed_size([360.0, 420.0])
        .anchor(Align2::RIGHT_TOP, [-12.0, 56.0])
        .show(ctx, body);
    shown.and_then(|inner| inner.inner)
}
