//! The small map in a corner of the canvas. Units: points.

use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use glam::Vec2;

use super::{CanvasView, middle};
use crate::painter::{Canvas, Layer, Type, View, furniture as painted};
use crate::texts::canvas as texts;
use drawing::{Ink, Mark, Stage};

/// Largest size of the small map; in a small view it takes at most this share of the width.
const SMALL: egui::Vec2 = vec2(216.0, 150.0);
const SHARE: f32 = 0.22;

/// Where the small map lies; `None` while the view shows everything, or is small itself.
pub fn small_map(view: &View, stage: &Stage) -> Option<View> {
    let (low, high) = view.seen();
    let all = low.cmple(stage.low).all() && high.cmpge(stage.high).all();
    let rect = view.rect;
    if all || rect.width() < 2.2 * SMALL.x || rect.height() < 2.2 * SMALL.y {
        return None;
    }
    let size = stage.high - stage.low;
    let room = SMALL * (rect.width() * SHARE / SMALL.x).min(1.0);
    let scale = (room.x / size.x).min(room.y / size.y);
    let extent = vec2(size.x * scale, size.y * scale);
    let corner = rect.right_top() + vec2(-12.0, 12.0);
    let rect = Rect::from_min_max(pos2(corner.x - extent.x, corner.y), pos2(corner.x, corner.y + extent.y));
    Some(View { centre: (stage.low + stage.high) / 2.0, scale, rect })
}

/// The small map: a click or drag on it moves that place to the middle.
pub fn small_map_ui(
    ui: &Ui,
    shown: &CanvasView<'_>,
    canvas: &Canvas<'_>,
    type_face: &Type,
    small: View,
    layer: &Layer,
    make: impl FnOnce(f32) -> Vec<Mark>,
) -> Option<Vec2> {
    let stage = shown.stage;
    let response =
        ui.interact(small.rect, egui::Id::unique((shown.sheet, "small map")), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, texts::SMALL_MAP));
    let held = response.is_pointer_button_down_on() || response.clicked();
    let at = response.interact_pointer_pos().filter(|_| held);
    let painter = canvas.painter.with_clip_rect(small.rect.expand(2.0).intersect(canvas.view.rect));
    painter.rect_filled(small.rect, 0.0, canvas.palette.ink(Ink::Paper));
    let inset = Canvas { painter: &painter, view: small, palette: canvas.palette };
    layer.draw(&inset, type_face, shown.drawn_of(), false, make);
    let dots = stage.pieces.iter();
    let dots = dots.filter_map(|piece| Some((middle(&piece.outline), Ink::Block(piece.colour?))));
    painted::small_map_over(&painter, &small, &canvas.view, canvas.palette, dots);
    at.map(|at| small.table_from_screen(at).clamp(stage.low, stage.high))
}
