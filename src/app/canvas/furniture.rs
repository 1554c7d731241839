//! What lies in the corners of the canvas: compass, scale bar, small map. Units: points.

use egui::{Align2, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use glam::Vec2;

use super::{CanvasView, middle};
use crate::app::painter::{Canvas, Layer, Type, View, furniture as painted};
use crate::app::theme::map_font;
use crate::drawing::{Face, Ink, Mark, Stage, Yardstick};

/// A view narrower than this has small furniture.
const NARROW: f32 = 760.0;

/// Compass and scale bar; in a small view they would hide the table.
pub fn furniture(canvas: &Canvas<'_>, stage: &Stage) {
    let rect = canvas.view.rect;
    if rect.width() < 380.0 || rect.height() < 270.0 || stage.yardstick.inches <= 0.0 {
        return;
    }
    scale_bar(canvas, &stage.yardstick);
    let share = if rect.width() < NARROW { 0.62 } else { 1.0 };
    compass(canvas, rect.right_bottom() + vec2(-48.0, -50.0) * share, share, stage.north);
}

/// A rose in a ring, whose bold point shows where north is: so many degrees clockwise from up.
fn compass(canvas: &Canvas<'_>, middle: Pos2, share: f32, north: f32) {
    let (painter, palette) = (canvas.painter, canvas.palette);
    let (ink, paper) = (palette.ink(Ink::Line), palette.ink(Ink::Paper));
    painter.circle_filled(middle, 40.0 * share, palette.ink(Ink::Halo));
    painter.circle_stroke(middle, 22.0 * share, Stroke::new(1.0, ink));
    painter.circle_stroke(middle, 19.5 * share, Stroke::new(0.6, ink));
    let north = (north - 90.0).to_radians();
    let spike = |turn: f32, long: f32, wide: f32| {
        let quarter = std::f32::consts::FRAC_PI_4;
        let tip = middle + egui::Vec2::angled(turn) * long * share;
        let [side, other] =
            [quarter, -quarter].map(|by| middle + egui::Vec2::angled(turn + by) * wide * share);
        let line = Stroke::new(0.8, ink);
        painter.add(Shape::convex_polygon(vec![middle, tip, side], paper, line));
        painter.add(Shape::convex_polygon(vec![middle, tip, other], ink, line));
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    for k in 0..4 {
        spike(north + quarter * (k as f32 + 0.5), 17.0, 5.0);
    }
    for k in 0..4 {
        spike(north + quarter * k as f32, if k == 0 { 29.0 } else { 25.0 }, 6.5);
    }
    let at = middle + egui::Vec2::angled(north) * 34.0 * share;
    painter.text(at, Align2::CENTER_CENTER, "N", map_font(Face::Bold, (14.0 * share).max(11.0)), ink);
}

/// Round numbers of a unit.
const STEPS: [f32; 15] =
    [0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0];

/// A bar of inches or hexes over one of yards or metres, each with a round number.
fn scale_bar(canvas: &Canvas<'_>, yardstick: &Yardstick) {
    let (view, painter, palette) = (&canvas.view, canvas.painter, canvas.palette);
    let ink = palette.ink(Ink::Line);
    let most = (view.rect.width() * 0.11).clamp(48.0, 130.0);
    let round = |points: f32| {
        let fits = STEPS.iter().copied().rfind(|steps| steps * points <= most);
        fits.unwrap_or(STEPS[0])
    };
    let a_unit = yardstick.inches * view.scale;
    let on_ground = a_unit / yardstick.on_ground.max(1.0);
    let (units, ground) = (round(a_unit), round(on_ground));
    let left = pos2(view.rect.left() + 22.0, view.rect.bottom() - 38.0);
    let long = (units * a_unit).max(ground * on_ground);
    let back = Rect::from_min_max(left - vec2(14.0, 20.0), left + vec2(long + 64.0, 30.0));
    painter.rect_filled(back, 2.0, palette.ink(Ink::Halo));
    painter.rect_stroke(back, 2.0, Stroke::new(0.8, palette.ink(Ink::FaintLine)), StrokeKind::Inside);
    let bar = |y: f32, long: f32, words: String, above: bool| {
        const PARTS: usize = 4;
        let from = left + vec2(0.0, y);
        for k in 0..PARTS {
            let corner = from + vec2(long * k as f32 / PARTS as f32, 0.0);
            let fill = if (k % 2 == 0) == above { Ink::Line } else { Ink::Paper };
            let part = Rect::from_min_size(corner, vec2(long / PARTS as f32, 4.0));
            painter.rect_filled(part, 0.0, palette.ink(fill));
        }
        let whole = Rect::from_min_size(from, vec2(long, 4.0));
        painter.rect_stroke(whole, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
        let (dy, zero, end) = match above {
            true => (-2.0, Align2::CENTER_BOTTOM, Align2::LEFT_BOTTOM),
            false => (5.0, Align2::CENTER_TOP, Align2::LEFT_TOP),
        };
        let font = map_font(Face::Italic, 13.0);
        painter.text(from + vec2(0.0, dy), zero, "0", font.clone(), ink);
        painter.text(from + vec2(long - 8.0, dy), end, words, font, ink);
    };
    let [one, several] = yardstick.unit;
    let unit = if units == 1.0 { one } else { several };
    bar(0.0, units * a_unit, format!("{units} {unit}"), true);
    bar(5.0, ground * on_ground, format!("{ground} {}", yardstick.ground_unit), false);
}

/// The most room for the small map; in a small view it has no more than this share of the width.
const SMALL: egui::Vec2 = vec2(216.0, 150.0);
const SHARE: f32 = 0.22;

/// Where the small map lies: none while the view shows all there is, or is small itself.
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

/// The small map: a click or a drag on it says what shall be in the middle.
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
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, "Small map"));
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
