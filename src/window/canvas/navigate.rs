//! Moving about the canvas: wheel and pinch zoom to the pointer, a dragged ground moves with it. Units: points.

use egui::{CursorIcon, PointerButton, Response, Ui};

use crate::painter::View;

/// Seconds after a turn of the wheel during which old drawings are stretched instead of being drawn anew.
const ZOOMING: f64 = 0.12;

/// Smallest zoom, as a share of the zoom at which the table fits.
const LEAST: f32 = 0.7;

/// The wheel, and when it was turned last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wheel {
    turned: Option<f64>,
}

impl Wheel {
    /// Is it being turned? Requests the frame after it stops.
    pub fn turns(self, ui: &Ui) -> bool {
        let since = ui.input(|input| input.time) - self.turned.unwrap_or(f64::NEG_INFINITY);
        let turns = since < ZOOMING;
        if turns {
            ui.ctx().request_repaint_after_secs((ZOOMING - since) as f32 + 0.01);
        }
        turns
    }
}

/// Zooms to the pointer with wheel and pinch; moves by dragging the ground while `panning`, or with the middle button. Returns
/// whether it has moved.
pub fn navigate(
    ui: &Ui,
    ground: &Response,
    panning: &mut bool,
    wheel: &mut Wheel,
    view: &mut View,
    fit: f32,
) -> bool {
    let mut moved = false;
    let middle =
        ui.input(|input| input.pointer.button_down(PointerButton::Middle)) && ground.contains_pointer();
    if (*panning && ground.dragged()) || middle {
        let delta = ui.input(|input| input.pointer.delta());
        if delta != egui::Vec2::ZERO {
            *view = view.panned(delta);
            moved = true;
        }
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    *panning &= !ground.drag_stopped();
    let pointer = ui.ctx().pointer_latest_pos().filter(|_| ui.rect_contains_pointer(view.rect));
    let Some(pointer) = pointer else { return moved };
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = pinch * (scroll * 0.0022).exp();
    let zoomed = view.zoomed(factor, pointer);
    if (factor - 1.0).abs() > 1e-4 && (factor > 1.0 || zoomed.scale >= fit * LEAST) {
        *view = zoomed;
        wheel.turned = Some(ui.input(|input| input.time));
        moved = true;
    }
    moved
}
