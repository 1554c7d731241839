//! What lies in the corners of a map: compass and scale bar. Units: points.

use egui::{Align2, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use super::super::screen::View;
use super::view::{HexCanvas, HexView};
use crate::app::theme::map_font;
use crate::drawing::hex::FLAT;
use crate::drawing::{Face, Ink};
use crate::hexes::Top;

/// The compass, turned as the sheet is, and the scale bar in metres and hexes.
pub fn paint_furniture(canvas: &HexCanvas<'_>, metres: u16) {
    let rect = canvas.view.view.rect;
    if rect.width() < 380.0 || rect.height() < 270.0 {
        return;
    }
    scale_bar(canvas, metres);
    let share = if rect.width() < NARROW { 0.62 } else { 1.0 };
    compass(canvas, rect.right_bottom() + vec2(-50.0, -50.0) * share, share);
}

/// The most room for the small map, in points; in a small view it has no more than this share of the width.
const SMALL: egui::Vec2 = vec2(216.0, 150.0);
const SHARE: f32 = 0.22;

/// Where the small map lies in the view: none while the view shows all of the map, or is small itself.
pub fn small_map(view: &HexView) -> Option<HexView> {
    let (low, high) = view.view.seen();
    let size = view.lie.size;
    let all = low.cmple(glam::Vec2::ZERO).all() && high.cmpge(size).all();
    let rect = view.view.rect;
    if all || rect.width() < 2.2 * SMALL.x || rect.height() < 2.2 * SMALL.y {
        return None;
    }
    let room = SMALL * (rect.width() * SHARE / SMALL.x).min(1.0);
    let scale = (room.x / size.x).min(room.y / size.y);
    let extent = vec2(size.x * scale, size.y * scale);
    let corner = rect.right_top() + vec2(-12.0, 12.0);
    let rect = Rect::from_min_max(pos2(corner.x - extent.x, corner.y), pos2(corner.x, corner.y + extent.y));
    Some(HexView { view: View { centre: size / 2.0, scale, rect }, ..*view })
}

/// A view narrower than this has small furniture.
const NARROW: f32 = 900.0;

/// A rose in a ring, whose bold point shows where north is on this sheet.
fn compass(canvas: &HexCanvas<'_>, middle: Pos2, share: f32) {
    let (painter, palette) = (canvas.painter, canvas.palette);
    let (ink, paper) = (palette.ink(Ink::Line), palette.ink(Ink::Paper));
    painter.circle_filled(middle, 40.0 * share, palette.ink(Ink::Halo));
    painter.circle_stroke(middle, 22.0 * share, Stroke::new(1.0, ink));
    painter.circle_stroke(middle, 19.5 * share, Stroke::new(0.6, ink));
    let north = match canvas.lie().grid.top {
        Top::North => -1.0,
        Top::East => 2.0,
        Top::South => 1.0,
        Top::West => 0.0,
    } * std::f32::consts::FRAC_PI_2;
    let spike = |turn: f32, long: f32, wide: f32| {
        let quarter = std::f32::consts::FRAC_PI_4;
        let tip = middle + egui::Vec2::angled(turn) * long * share;
        let [side, other] =
            [quarter, -quarter].map(|by| middle + egui::Vec2::angled(turn + by) * wide * share);
        let line = Stroke::new(0.8, ink);
        painter.add(Shape::convex_polygon(vec![middle, tip, side], paper, line));
        painter.add(Shape::convex_polygon(vec![middle, tip, other], ink, line));
    };
    for k in 0..4 {
        spike(north + std::f32::consts::FRAC_PI_2 * (k as f32 + 0.5), 17.0, 5.0);
    }
    for k in 0..4 {
        spike(north + std::f32::consts::FRAC_PI_2 * k as f32, if k == 0 { 29.0 } else { 25.0 }, 6.5);
    }
    let at = middle + egui::Vec2::angled(north) * 34.0 * share;
    painter.text(at, Align2::CENTER_CENTER, "N", map_font(Face::Bold, (14.0 * share).max(11.0)), ink);
}

/// A bar of hexes over one of metres, each with round numbers.
fn scale_bar(canvas: &HexCanvas<'_>, metres: u16) {
    let (view, painter, palette) = (&canvas.view.view, canvas.painter, canvas.palette);
    let ink = palette.ink(Ink::Line);
    let least = if view.rect.width() < NARROW { 56.0 } else { 100.0 };
    let round = |steps: &[f32], points: f32| {
        steps.iter().copied().find(|n| n * points >= least).or(steps.last().copied()).unwrap_or(1.0)
    };
    let a_hex = FLAT * view.scale;
    let a_metre = a_hex / f32::from(metres.max(1));
    let hexes = round(&[1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 20.0], a_hex);
    let long = round(&[100.0, 200.0, 400.0, 500.0, 1000.0, 2000.0, 3000.0, 5000.0, 10000.0], a_metre);
    let left = pos2(view.rect.left() + 24.0, view.rect.bottom() - 38.0);
    let wide = (hexes * a_hex).max(long * a_metre);
    let back = Rect::from_min_max(left - vec2(14.0, 21.0), left + vec2(wide + 62.0, 31.0));
    painter.rect_filled(back, 2.0, palette.ink(Ink::Halo));
    painter.rect_stroke(back, 2.0, Stroke::new(0.8, palette.ink(Ink::FaintLine)), StrokeKind::Inside);
    let bar = |y: f32, wide: f32, parts: i32, words: String, above: bool| {
        let from = left + vec2(0.0, y);
        for k in 0..parts {
            let corner = from + vec2(wide * k as f32 / parts as f32, 0.0);
            let part = Rect::from_min_size(corner, vec2(wide / parts as f32, 4.0));
            let fill = if (k % 2 == 0) == above { Ink::Line } else { Ink::Paper };
            painter.rect_filled(part, 0.0, palette.ink(fill));
        }
        let whole = Rect::from_min_size(from, vec2(wide, 4.0));
        painter.rect_stroke(whole, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
        let (dy, up, left) = if above {
            (-2.0, Align2::CENTER_BOTTOM, Align2::LEFT_BOTTOM)
        } else {
            (5.0, Align2::CENTER_TOP, Align2::LEFT_TOP)
        };
        let font = map_font(Face::Italic, 13.0);
        painter.text(from + vec2(0.0, dy), up, "0", font.clone(), ink);
        painter.text(from + vec2(wide - 8.0, dy), left, words, font, ink);
    };
    let parts = if hexes <= 5.0 { (hexes as i32).max(2) } else { 5 };
    let name = if hexes == 1.0 { "1 hex".into() } else { format!("{hexes} hexes") };
    bar(0.0, hexes * a_hex, parts, name, true);
    bar(5.0, long * a_metre, if long == 3000.0 { 6 } else { 4 }, format!("{long} metres"), false);
}
