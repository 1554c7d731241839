//! Marks on the screen. Units: points.

use std::sync::Arc;

use egui::epaint::{Mesh, PathShape, PathStroke, RectShape, TextShape, Vertex, WHITE_UV};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Galley, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use glam::Vec2;

use crate::theme::{EguiPalette, map_font};
use drawing::letters::set_size;
use drawing::plates::plate_size;
use drawing::shape::{chance, is_convex, triangles};
use drawing::sheet::MARGIN;
use drawing::{Ink, Lettering, Mark, Pen};

/// The visible part of the table, and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The place on the table in the middle of `rect`.
    pub centre: Vec2,
    /// Points per inch.
    pub scale: f32,
    pub rect: Rect,
}

impl View {
    /// A view of a whole table of this size, with its frame.
    pub fn fit(size: Vec2, rect: Rect) -> Self {
        Self::around(Vec2::splat(-MARGIN), size + MARGIN, rect)
    }

    /// A view of the box from `low` to `high`, as large as possible.
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

    /// Zooms by a factor, with `pointer` as the fixed point.
    #[must_use]
    pub fn zoomed(mut self, factor: f32, pointer: Pos2) -> Self {
        let held = self.table_from_screen(pointer);
        self.scale = (self.scale * factor).clamp(4.0, 160.0);
        self.centre += held - self.table_from_screen(pointer);
        self
    }

    /// The visible part of the table: least and greatest corner.
    pub fn seen(&self) -> (Vec2, Vec2) {
        let (a, b) =
            (self.table_from_screen(self.rect.left_bottom()), self.table_from_screen(self.rect.right_top()));
        (a.min(b), a.max(b))
    }

    /// The rectangle on the screen of words with their plate.
    pub fn plate(&self, lettering: &Lettering) -> Rect {
        let size = plate_size(lettering, self.scale);
        let at = self.screen_from_table(lettering.at) + vec2(lettering.nudge.x, lettering.nudge.y);
        Rect::from_center_size(at, vec2(size.x, size.y))
    }

    /// Moved with the pointer by `delta` points.
    #[must_use]
    pub fn panned(mut self, delta: egui::Vec2) -> Self {
        self.centre -= Vec2::new(delta.x, -delta.y) / self.scale;
        self
    }
}

/// Draws marks on a part of the screen.
pub struct Canvas<'a> {
    pub painter: &'a egui::Painter,
    pub view: View,
    pub palette: EguiPalette,
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
        let at = self.view.screen_from_table(lettering.at);
        if self.view.rect.expand(200.0).contains(at) {
            self.written(lettering, &mut |shape| {
                self.painter.add(shape);
            });
        }
    }

    /// The words as shapes, halo first; nothing if they are too small or have no room.
    pub(super) fn written(&self, lettering: &Lettering, put: &mut dyn FnMut(Shape)) {
        let Some(size) = set_size(lettering, self.view.scale) else { return };
        let galley = galley(self.painter, lettering, size);
        let at = self.view.screen_from_table(lettering.at) + vec2(lettering.nudge.x, lettering.nudge.y);
        // On the screen, angles run clockwise.
        let angle = -lettering.turn;
        let pos = at - egui::emath::Rot2::from_angle(angle) * (galley.size() / 2.0);
        if lettering.plate {
            let rect = self.view.plate(lettering);
            let frame = Stroke::new(1.0, self.palette.ink(lettering.ink));
            put(RectShape::new(rect, 3.0, self.palette.ink(Ink::Paper), frame, StrokeKind::Inside).into());
        }
        if let Some(halo) = lettering.halo {
            let colour = self.palette.ink(halo);
            let wide = (size / FULL_HALO).min(1.0);
            for (dx, dy) in HALO.map(|(dx, dy)| (dx * wide, dy * wide)) {
                put(TextShape::new(pos + vec2(dx, dy), Arc::clone(&galley), colour).with_angle(angle).into());
            }
        }
        put(TextShape::new(pos, galley, self.palette.ink(lettering.ink)).with_angle(angle).into());
    }
}

/// The halo consists of copies of the words, shifted all round: wide enough to be seen on trees and on stands.
const HALO: [(f32, f32); 16] = [
    (-0.8, 0.0),
    (0.8, 0.0),
    (0.0, -0.8),
    (0.0, 0.8),
    (-1.8, 0.0),
    (1.8, 0.0),
    (0.0, -1.8),
    (0.0, 1.8),
    (-1.66, -0.69),
    (1.66, 0.69),
    (-1.66, 0.69),
    (1.66, -0.69),
    (-0.9, -1.5),
    (0.9, 1.5),
    (-0.9, 1.5),
    (0.9, -1.5),
];

/// Size from which words have the full halo, in points.
const FULL_HALO: f32 = 10.0;

/// The words, laid out at this size.
fn galley(painter: &egui::Painter, lettering: &Lettering, size: f32) -> Arc<Galley> {
    let mut format = TextFormat::simple(map_font(lettering.face, size), Color32::PLACEHOLDER);
    format.extra_letter_spacing = lettering.spaced * size;
    painter.layout_job(LayoutJob::single_section(lettering.text.clone(), format))
}

/// A mark as an egui shape, except lettering.
pub fn shape(mark: &Mark, view: &View, palette: EguiPalette) -> Shape {
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
        Mark::Fade { quad, ink } => {
            let colour = palette.ink(*ink);
            let mut mesh = Mesh::default();
            for (corner, colour) in
                quad.iter().zip([colour, colour, Color32::TRANSPARENT, Color32::TRANSPARENT])
            {
                mesh.colored_vertex(view.screen_from_table(*corner), colour);
            }
            mesh.add_triangle(0, 1, 2);
            mesh.add_triangle(0, 2, 3);
            Shape::mesh(mesh)
        }
        Mark::Mottle { low, high, cell, ink, salt } => {
            let (columns, rows) = (((high.x - low.x) / cell).ceil(), ((high.y - low.y) / cell).ceil());
            let (columns, rows) = (columns.max(1.0) as u32, rows.max(1.0) as u32);
            let mut mesh = Mesh::default();
            for row in 0..=rows {
                for column in 0..=columns {
                    let share = Vec2::new(column as f32 / columns as f32, row as f32 / rows as f32);
                    let strength = chance(column as i32, row as i32, *salt);
                    let at = view.screen_from_table(*low + (*high - *low) * share);
                    mesh.colored_vertex(at, palette.ink(*ink).gamma_multiply(strength));
                }
            }
            for row in 0..rows {
                for column in 0..columns {
                    let corner = row * (columns + 1) + column;
                    mesh.add_triangle(corner, corner + 1, corner + columns + 1);
                    mesh.add_triangle(corner + 1, corner + columns + 2, corner + columns + 1);
                }
            }
            Shape::mesh(mesh)
        }
        Mark::Text(_) => Shape::Noop,
    }
}

fn line(points: Vec<Pos2>, closed: bool, pen: Pen, scale: f32, palette: EguiPalette) -> Shape {
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

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::letters::line_size;
    use drawing::{Face, Length};

    /// What is measured without a window comes out as large in it: to a hair where a pixel is a point, and within half a point on
    /// a finer screen, where egui rounds heights to its pixels.
    #[test]
    fn lettering_is_as_large_as_it_was_measured() {
        let ctx = egui::Context::default();
        crate::theme::install(&ctx);
        for (pixels, most) in [(1.0, 0.04), (2.0, 0.5)] {
            ctx.set_pixels_per_point(pixels);
            // The first frame takes the new pixels over.
            for _ in 0..2 {
                let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                    if ui.ctx().pixels_per_point() == pixels {
                        check_sizes(ui.painter(), most);
                    }
                });
                output.textures_delta.clear();
            }
            assert_eq!(ctx.pixels_per_point(), pixels);
        }
    }

    fn check_sizes(painter: &egui::Painter, most: f32) {
        let texts = [
            "Hougoumont",
            "La Haye Sainte",
            "Châtelet",
            "d'Erlon, 6 in",
            "AVATAR Te Wo fi ffl",
            "0123",
            "4½",
            "6.31 of 8.00 in, close",
            "×2 → São José",
            "110: long range",
        ];
        for (face, text) in Face::ALL.into_iter().flat_map(|face| texts.map(|text| (face, text))) {
            for (size, spaced) in [(7.0, 0.0), (11.5, 0.03), (13.0, 0.0), (26.0, 0.1), (41.0, 0.34)] {
                let mut words = Lettering::new(Vec2::ZERO, text, Length::points(size), face, Ink::Name);
                words.spaced = spaced;
                let shown = galley(painter, &words, size).size();
                let measured = line_size(text, face, size, spaced);
                let off = (Vec2::new(shown.x, shown.y) - measured).abs().max_element();
                assert!(off <= most, "{text}, {face:?}, {size}: {measured} measured, {shown} shown");
            }
        }
    }
}
