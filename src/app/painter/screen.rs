//! Marks on the screen: the only file of the painter that knows egui. Units: points.

use std::sync::Arc;

use egui::epaint::{
    Mesh, PathShape, PathStroke, TessellationOptions, Tessellator, TextShape, Vertex, WHITE_UV,
};
use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};
use glam::Vec2;

use super::mark::{Lettering, Mark, Pen};
use super::shape::{is_convex, triangles};
use crate::app::theme::{Palette, map_font};

/// Which part of the table is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The place on the table in the middle of `rect`.
    pub centre: Vec2,
    /// Points an inch.
    pub scale: f32,
    pub rect: Rect,
}

impl View {
    /// All of a table of this size, with its frame.
    pub fn fit(size: Vec2, rect: Rect) -> Self {
        Self::around(Vec2::splat(-0.9), size + 0.9, rect)
    }

    /// The box from `low` to `high`, as large as it goes.
    pub fn around(low: Vec2, high: Vec2, rect: Rect) -> Self {
        let wanted = (high - low).max(Vec2::splat(1.0));
        let scale = (rect.width() / wanted.x).min(rect.height() / wanted.y).max(1.0);
        Self { centre: (low + high) / 2.0, scale, rect }
    }

    pub fn screen_from_table(&self, point: Vec2) -> Pos2 {
        let d = (point - self.centre) * self.scale;
        self.rect.center() + vec2(d.x, -d.y)
    }

    pub fn table_from_screen(&self, point: Pos2) -> Vec2 {
        let d = (point - self.rect.center()) / self.scale;
        self.centre + Vec2::new(d.x, -d.y)
    }

    /// Zooms by a factor and keeps the place under `pointer` where it is.
    #[must_use]
    pub fn zoomed(mut self, factor: f32, pointer: Pos2) -> Self {
        let held = self.table_from_screen(pointer);
        self.scale = (self.scale * factor).clamp(4.0, 160.0);
        self.centre += held - self.table_from_screen(pointer);
        self
    }

    /// Moved with the pointer by `delta` points.
    #[must_use]
    pub fn panned(mut self, delta: egui::Vec2) -> Self {
        self.centre -= Vec2::new(delta.x, -delta.y) / self.scale;
        self
    }
}

/// Puts marks on a part of the screen.
pub struct Canvas<'a> {
    pub painter: &'a egui::Painter,
    pub view: View,
    pub palette: Palette,
}

impl std::fmt::Debug for Canvas<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas").field("view", &self.view).finish_non_exhaustive()
    }
}

impl Canvas<'_> {
    /// Draws marks as they come.
    pub fn draw(&self, marks: &[Mark]) {
        let visible = self.view.rect.expand(40.0);
        for mark in marks {
            match mark {
                Mark::Text(lettering) => self.text(lettering),
                _ => {
                    let shape = shape(mark, &self.view, self.palette);
                    if visible.intersects(shape.visual_bounding_rect()) {
                        self.painter.add(shape);
                    }
                }
            }
        }
    }

    fn text(&self, lettering: &Lettering) {
        let size = lettering.size.at(self.view.scale);
        if size < lettering.legible || lettering.text.is_empty() {
            return;
        }
        let at = self.view.screen_from_table(lettering.at) + vec2(lettering.nudge.x, lettering.nudge.y);
        if !self.view.rect.expand(120.0).contains(at) {
            return;
        }
        // Whole sizes keep the glyph atlas small while zooming.
        let size = if size < 12.0 { (size * 2.0).round() / 2.0 } else { size.round() };
        let galley = self.painter.layout_no_wrap(
            lettering.text.clone(),
            map_font(lettering.face, size),
            Color32::PLACEHOLDER,
        );
        if galley.size().x > lettering.room * self.view.scale {
            return;
        }
        let pos = Align2::CENTER_CENTER.anchor_size(at, galley.size()).min;
        if let Some(halo) = lettering.halo {
            let colour = self.palette.ink(halo);
            for (dx, dy) in [
                (-1.3, 0.0),
                (1.3, 0.0),
                (0.0, -1.3),
                (0.0, 1.3),
                (-0.9, -0.9),
                (0.9, 0.9),
                (-0.9, 0.9),
                (0.9, -0.9),
            ] {
                self.painter.add(TextShape::new(pos + vec2(dx, dy), Arc::clone(&galley), colour));
            }
        }
        self.painter.add(TextShape::new(pos, galley, self.palette.ink(lettering.ink)));
    }
}

/// Marks without lettering, ready as triangles: for what stays the same from frame to frame.
///
/// The triangles are in points from the place on the table in the middle of the view, so that panning only moves them.
pub fn meshed(marks: &[Mark], scale: f32, palette: Palette, pixels_per_point: f32) -> Mesh {
    let view = View { centre: Vec2::ZERO, scale, rect: Rect::from_center_size(Pos2::ZERO, egui::Vec2::ZERO) };
    let options = TessellationOptions {
        prerasterized_discs: false,
        coarse_tessellation_culling: false,
        ..Default::default()
    };
    let mut tessellator = Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    for mark in marks.iter().filter(|mark| !matches!(mark, Mark::Text(_))) {
        tessellator.tessellate_shape(shape(mark, &view, palette), &mut mesh);
    }
    mesh
}

/// One mark as an egui shape; lettering is none.
pub fn shape(mark: &Mark, view: &View, palette: Palette) -> Shape {
    let on_screen =
        |points: &[Vec2]| -> Vec<Pos2> { points.iter().map(|p| view.screen_from_table(*p)).collect() };
    match mark {
        Mark::Fill { polygon, ink } => {
            let colour = palette.ink(*ink);
            if is_convex(polygon) {
                return Shape::convex_polygon(on_screen(polygon), colour, Stroke::NONE);
            }
            let vertices = on_screen(polygon).into_iter();
            let mesh = Mesh {
                vertices: vertices.map(|pos| Vertex { pos, uv: WHITE_UV, color: colour }).collect(),
                indices: triangles(polygon).into_iter().flatten().collect(),
                ..Mesh::default()
            };
            Shape::mesh(mesh)
        }
        Mark::Boxes { boxes, ink } => {
            let mut mesh = Mesh::default();
            for (low, high) in boxes {
                let rect = Rect::from_two_pos(view.screen_from_table(*low), view.screen_from_table(*high));
                mesh.add_colored_rect(rect, palette.ink(*ink));
            }
            Shape::mesh(mesh)
        }
        Mark::Line { points, closed, pen } => line(on_screen(points), *closed, *pen, view.scale, palette),
        Mark::Disc { at, radius, fill, pen } => {
            let (at, radius) = (view.screen_from_table(*at), radius.at(view.scale));
            let stroke =
                pen.map_or(Stroke::NONE, |pen| Stroke::new(pen.width.at(view.scale), palette.ink(pen.ink)));
            let fill = fill.map_or(Color32::TRANSPARENT, |ink| palette.ink(ink));
            Shape::Circle(egui::epaint::CircleShape { center: at, radius, fill, stroke })
        }
        Mark::Text(_) => Shape::Noop,
    }
}

fn line(points: Vec<Pos2>, closed: bool, pen: Pen, scale: f32, palette: Palette) -> Shape {
    let (width, colour) = (pen.width.at(scale), palette.ink(pen.ink));
    if let Some((dash, gap)) = pen.dash {
        let mut path = points;
        if closed && let Some(&first) = path.first() {
            path.push(first);
        }
        return Shape::Vec(Shape::dashed_line(&path, Stroke::new(width, colour), dash, gap));
    }
    match points[..] {
        [a, b] if !closed => Shape::LineSegment { points: [a, b], stroke: Stroke::new(width, colour) },
        _ => Shape::Path(PathShape {
            points,
            closed,
            fill: Color32::TRANSPARENT,
            stroke: PathStroke::new(width, colour),
        }),
    }
}

/// The compass and the scale bar, in the corners of the view.
pub fn furniture(painter: &egui::Painter, view: &View, palette: Palette) {
    use super::mark::{Face, Ink};
    let ink = palette.ink(Ink::Line);
    let back = palette.ink(Ink::Halo);
    let rect = view.rect;
    let foot = pos2(rect.left() + 18.0, rect.bottom() - 20.0);
    let inches = [1.0, 2.0, 3.0, 6.0, 12.0, 24.0].into_iter().find(|n| n * view.scale > 84.0).unwrap_or(24.0);
    let long = inches * view.scale;
    painter.rect_filled(Rect::from_min_size(foot - vec2(10.0, 24.0), vec2(long + 40.0, 38.0)), 4.0, back);
    let parts = if inches <= 3.0 { inches as i32 * 2 } else { 6 };
    for k in 0..parts {
        let part = Rect::from_min_size(
            foot + vec2(long * k as f32 / parts as f32, 0.0),
            vec2(long / parts as f32, 5.0),
        );
        let fill = if k % 2 == 0 { ink } else { palette.ink(Ink::Plate) };
        painter.rect_filled(part, 0.0, fill);
    }
    painter.rect_stroke(
        Rect::from_min_size(foot, vec2(long, 5.0)),
        0.0,
        Stroke::new(1.0, ink),
        egui::StrokeKind::Middle,
    );
    let font = map_font(Face::Italic, 14.0);
    painter.text(foot - vec2(0.0, 3.0), Align2::CENTER_BOTTOM, "0", font.clone(), ink);
    painter.text(foot + vec2(long, -3.0), Align2::CENTER_BOTTOM, format!("{inches} in"), font, ink);

    let middle = pos2(rect.right() - 40.0, rect.bottom() - 36.0);
    painter.circle_filled(middle + vec2(0.0, -4.0), 31.0, back);
    let spike = |way: egui::Vec2, long: f32, wide: f32| {
        let side = way.rot90() * wide;
        let tip = middle + way * long;
        painter.add(Shape::convex_polygon(vec![middle, tip, middle + side], ink, Stroke::NONE));
        painter.add(Shape::convex_polygon(
            vec![middle, tip, middle - side],
            palette.ink(Ink::Plate),
            Stroke::new(1.0, ink),
        ));
    };
    for way in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0)] {
        spike(way, 13.0, 3.2);
    }
    spike(vec2(0.0, -1.0), 20.0, 4.4);
    painter.text(middle - vec2(0.0, 20.0), Align2::CENTER_BOTTOM, "N", map_font(Face::Bold, 14.0), ink);
}
