//! Moves the canvas smoothly to places out of sight, so that the eye can follow.

use egui::{Rect, Ui};

use crate::painter::View;

/// Duration as a multiple of the theme's other animations.
const TIMES: f32 = 4.0;

/// A transition from one view to another.
#[derive(Clone, Copy, Debug)]
pub struct Glide {
    pub from: View,
    pub to: View,
    /// When it began, in seconds of the window; `None` if it has not been shown yet.
    pub began: Option<f64>,
}

impl Glide {
    /// The view in this frame, for a canvas in this rectangle; `None` once it has arrived.
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
