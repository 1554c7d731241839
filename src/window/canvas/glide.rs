//! The canvas goes by itself to what is out of sight: smoothly, so that it is seen where that lies.

use egui::{Rect, Ui};

use crate::painter::View;

/// It takes so many times as long as the theme lets other things move.
const TIMES: f32 = 4.0;

/// A way from one view to another.
#[derive(Clone, Copy, Debug)]
pub struct Glide {
    pub from: View,
    pub to: View,
    /// When it began, in seconds of the window; `None` if it has not been shown yet.
    pub began: Option<f64>,
}

impl Glide {
    /// Where it is in this frame, in a canvas that lies here now; `None` if it is there.
    pub fn at(&mut self, ui: &Ui, rect: Rect) -> Option<View> {
        let now = ui.input(|input| input.time);
        let lasts = ui.style().animation_time * TIMES;
        let gone = (now - *self.began.get_or_insert(now)) as f32;
        if gone >= lasts {
            return None;
        }
        ui.ctx().request_repaint();
        let part = gone / lasts;
        let eased = part * part * (3.0 - 2.0 * part);
        Some(View {
            centre: self.from.centre.lerp(self.to.centre, eased),
            scale: self.from.scale + (self.to.scale - self.from.scale) * eased,
            rect,
        })
    }
}
