//! What lies on the map without belonging to the table: compass, scale bar, legend and the small map. Units: points.

use egui::{Align2, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use glam::Vec2;

use super::screen::View;
use crate::app::theme::{EguiPalette, map_font};
use crate::drawing::{Face, Ink};

/// The small map is no wider and no higher than this.
const SMALL: egui::Vec2 = vec2(210.0, 150.0);

/// The compass and the scale bar, in the corners of the view.
pub fn furniture(painter: &Painter, view: &View, palette: EguiPalette, yards_per_inch: Option<f32>) {
    if !roomy(view) {
        return;
    }
    if let Some(yards) = yards_per_inch {
        scale_bar(painter, view, palette, yards);
    }
    // In a narrow view both are smaller: they lie on stands there.
    let share = if view.rect.width() < NARROW { 0.62 } else { 1.0 };
    let middle = pos2(view.rect.right() - 46.0 * share, view.rect.bottom() - 50.0 * share);
    compass(painter, middle, share, palette);
}

/// A view narrower than this has small furniture, in points.
const NARROW: f32 = 640.0;

/// In a small view they would hide the table.
fn roomy(view: &View) -> bool {
    view.rect.width() > 380.0 && view.rect.height() > 270.0
}

/// A bar of inches over one of yards, each with round numbers.
fn scale_bar(painter: &Painter, view: &View, palette: EguiPalette, yards_per_inch: f32) {
    let ink = palette.ink(Ink::Line);
    let left = pos2(view.rect.left() + 22.0, view.rect.bottom() - 38.0);
    // In proportion to the view: no longer than a ninth of it.
    let most = (view.rect.width() * 0.11).clamp(48.0, 130.0);
    let longest = |steps: &[f32], points: f32| {
        let fits = steps.iter().copied().rfind(|n| n * points <= most);
        fits.or(steps.first().copied()).unwrap_or(1.0)
    };
    let inches = longest(&[0.5, 1.0, 2.0, 3.0, 6.0, 12.0], view.scale);
    let points_a_yard = view.scale / yards_per_inch.max(1.0);
    let yards = longest(&[50.0, 100.0, 200.0, 300.0, 500.0, 1000.0, 2000.0], points_a_yard);
    let long = (inches * view.scale).max(yards * points_a_yard);
    let back = Rect::from_min_max(left - vec2(14.0, 20.0), left + vec2(long + 64.0, 30.0));
    plate(painter, back, palette);
    let bar = |y: f32, long: f32, parts: i32, words: String, above: bool| {
        let from = left + vec2(0.0, y);
        for k in 0..parts {
            let part = Rect::from_min_size(
                from + vec2(long * k as f32 / parts as f32, 0.0),
                vec2(long / parts as f32, 4.0),
            );
            let fill = palette.ink(if (k % 2 == 0) == above { Ink::Line } else { Ink::Paper });
            painter.rect_filled(part, 0.0, fill);
        }
        let whole = Rect::from_min_size(from, vec2(long, 4.0));
        painter.rect_stroke(whole, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
        let (dy, align) = if above { (-2.0, Align2::CENTER_BOTTOM) } else { (5.0, Align2::CENTER_TOP) };
        painter.text(from + vec2(0.0, dy), align, "0", map_font(Face::Italic, 13.0), ink);
        let anchor = if above { Align2::LEFT_BOTTOM } else { Align2::LEFT_TOP };
        painter.text(from + vec2(long - 8.0, dy), anchor, words, map_font(Face::Italic, 13.0), ink);
    };
    let parts = if inches == 3.0 || inches >= 6.0 { 6 } else { 4 };
    bar(
        0.0,
        inches * view.scale,
        parts,
        format!("{inches} inch{}", if inches == 1.0 { "" } else { "es" }),
        true,
    );
    bar(5.0, yards * points_a_yard, if yards == 300.0 { 6 } else { 4 }, format!("{yards} yards"), false);
}

/// A rose of eight points in a ring, with a bold north.
fn compass(painter: &Painter, middle: Pos2, share: f32, palette: EguiPalette) {
    let ink = palette.ink(Ink::Line);
    let paper = palette.ink(Ink::Paper);
    let back = palette.ink(Ink::Halo);
    painter.circle_filled(middle, 37.0 * share, back);
    painter.circle_stroke(middle, 22.0 * share, Stroke::new(1.0, ink));
    painter.circle_stroke(middle, 19.5 * share, Stroke::new(0.6, ink));
    let spike = |turn: f32, long: f32, wide: f32| {
        let (long, wide) = (long * share, wide * share);
        let way = egui::Vec2::angled(turn);
        let side = egui::Vec2::angled(turn + std::f32::consts::FRAC_PI_4) * wide;
        let other = egui::Vec2::angled(turn - std::f32::consts::FRAC_PI_4) * wide;
        let tip = middle + way * long;
        let line = Stroke::new(0.8, ink);
        painter.add(Shape::convex_polygon(vec![middle, tip, middle + side], paper, line));
        painter.add(Shape::convex_polygon(vec![middle, tip, middle + other], ink, line));
    };
    for k in 0..4 {
        let turn = std::f32::consts::FRAC_PI_2 * k as f32;
        spike(turn + std::f32::consts::FRAC_PI_4, 17.0, 5.0);
    }
    for k in 0..4 {
        spike(std::f32::consts::FRAC_PI_2 * k as f32, if k == 3 { 29.0 } else { 25.0 }, 6.5);
    }
    let font = map_font(Face::Bold, (14.0 * share).max(11.0));
    painter.text(middle - vec2(0.0, 26.5 * share), Align2::CENTER_BOTTOM, "N", font, ink);
}

/// What the overlays that are on mean: a sample of each with its words, in the lower left above the scale bar.
pub fn legend(painter: &Painter, view: &View, palette: EguiPalette, rows: &[(Ink, Option<Ink>, String)]) {
    if rows.is_empty() || !roomy(view) {
        return;
    }
    let (ink, font) = (palette.ink(Ink::Line), map_font(Face::Roman, 13.0));
    let galleys: Vec<_> =
        rows.iter().map(|row| painter.layout_no_wrap(row.2.clone(), font.clone(), ink)).collect();
    let wide = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let high = 19.0 * rows.len() as f32;
    let foot = pos2(view.rect.left() + 8.0, view.rect.bottom() - 66.0);
    let back = Rect::from_min_max(foot - vec2(0.0, high + 10.0), foot + vec2(wide + 52.0, 0.0));
    plate(painter, back, palette);
    for (k, ((line, fill, _), galley)) in rows.iter().zip(galleys).enumerate() {
        let sample = Rect::from_min_size(back.min + vec2(9.0, 8.0 + 19.0 * k as f32), vec2(26.0, 12.0));
        if let Some(fill) = fill {
            painter.rect_filled(sample, 0.0, palette.ink(*fill));
            painter.rect_stroke(sample, 0.0, Stroke::new(1.4, palette.ink(*line)), StrokeKind::Inside);
        } else {
            let y = sample.center().y;
            painter.hline(sample.x_range(), y, Stroke::new(2.2, palette.ink(*line)));
            for x in [sample.left(), sample.right()] {
                painter.vline(x, (y - 4.0)..=(y + 4.0), Stroke::new(1.6, palette.ink(*line)));
            }
        }
        let at = pos2(sample.right() + 8.0, sample.center().y - galley.size().y / 2.0);
        painter.galley(at, galley, ink);
    }
}

/// Where the small map lies in the view, for a table of this size: none while the view shows all of the table.
pub fn small_map(view: &View, size: Vec2) -> Option<View> {
    let (low, high) = view.seen();
    if low.cmple(Vec2::ZERO).all() && high.cmpge(size).all() {
        return None;
    }
    // No small map in a small view.
    if view.rect.width() < 2.2 * SMALL.x || view.rect.height() < 2.2 * SMALL.y {
        return None;
    }
    let scale = (SMALL.x / size.x).min(SMALL.y / size.y);
    let extent = vec2(size.x * scale, size.y * scale);
    let corner = view.rect.right_top() + vec2(-12.0, 12.0);
    let rect = Rect::from_min_max(pos2(corner.x - extent.x, corner.y), pos2(corner.x, corner.y + extent.y));
    Some(View { centre: size / 2.0, scale, rect })
}

/// The small map's own frame, the stands on it as dots, and the part that is seen.
pub fn small_map_over(
    painter: &Painter,
    small: &View,
    view: &View,
    palette: EguiPalette,
    stands: impl Iterator<Item = (Vec2, Ink)>,
) {
    for (at, ink) in stands {
        let dot = Rect::from_center_size(small.screen_from_table(at), vec2(4.0, 4.0));
        painter.rect_filled(dot, 0.0, palette.ink(ink));
        painter.rect_stroke(dot, 0.0, Stroke::new(0.7, palette.ink(Ink::BlockLine)), StrokeKind::Outside);
    }
    let (low, high) = view.seen();
    let seen =
        Rect::from_two_pos(small.screen_from_table(low), small.screen_from_table(high)).intersect(small.rect);
    painter.rect_filled(seen, 0.0, palette.ink(Ink::Selected).gamma_multiply(0.12));
    painter.rect_stroke(seen, 0.0, Stroke::new(2.0, palette.ink(Ink::Selected)), StrokeKind::Inside);
    painter.rect_stroke(small.rect, 0.0, Stroke::new(1.4, palette.ink(Ink::Line)), StrokeKind::Outside);
}

fn plate(painter: &Painter, rect: Rect, palette: EguiPalette) {
    painter.rect_filled(rect, 2.0, palette.ink(Ink::Halo));
    painter.rect_stroke(rect, 2.0, Stroke::new(0.8, palette.ink(Ink::FaintLine)), StrokeKind::Inside);
}
