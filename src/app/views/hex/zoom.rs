//! The wheel over a hex map, in play and in the editor alike: it zooms to the pointer. Units: points on the screen.

use egui::{Pos2, Ui};

use crate::app::painter::hex::HexView;

/// While the wheel has turned within so many seconds, the drawn map is stretched instead of being made anew.
const ZOOMING: f64 = 0.12;

/// A map is not made smaller than this part of what fits.
const LEAST: f32 = 0.7;

/// The wheel, and when it was turned last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wheel {
    turned: Option<f64>,
}

impl Wheel {
    /// Whether it is being turned; the frame after that is asked for.
    pub fn turns(self, ui: &Ui) -> bool {
        let since = ui.input(|input| input.time) - self.turned.unwrap_or(f64::NEG_INFINITY);
        let turns = since < ZOOMING;
        if turns {
            ui.ctx().request_repaint_after_secs((ZOOMING - since) as f32 + 0.01);
        }
        turns
    }

    /// Zooms to the pointer as far as wheel and pinch say. True: it has.
    pub fn zoom(&mut self, ui: &Ui, view: &mut HexView) -> bool {
        let pointer = ui.ctx().pointer_latest_pos().filter(|_| ui.rect_contains_pointer(view.view.rect));
        let Some(pointer) = pointer else { return false };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let zoomed = zoom_by(view, pinch * (scroll * 0.0022).exp(), pointer);
        if zoomed {
            self.turned = Some(ui.input(|input| input.time));
        }
        zoomed
    }
}

/// Zooms about this place. False: by nothing, or the map would be too small.
pub fn zoom_by(view: &mut HexView, factor: f32, about: Pos2) -> bool {
    if (factor - 1.0).abs() <= 1e-4 {
        return false;
    }
    let least = HexView::fit(view.lie, view.view.rect).hex_size() * LEAST;
    let zoomed = view.zoomed(factor, about);
    let may = zoomed.hex_size() >= least || factor > 1.0;
    if may {
        *view = zoomed;
    }
    may
}
