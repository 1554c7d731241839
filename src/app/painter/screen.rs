//! Marks on the screen. Units: points.

use std::sync::Arc;

use egui::epaint::{Mesh, PathShape, PathStroke, RectShape, TextShape, Vertex, WHITE_UV};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Galley, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use glam::Vec2;

use crate::app::theme::{EguiPalette, map_font};
use crate::drawing::shape::{chance, is_convex, triangles};
use crate::drawing::sheet::MARGIN;
use crate::drawing::{Ink, Lettering, Mark, Pen};

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
        Self::around(Vec2::splat(-MARGIN), size + MARGIN, rect)
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

    /// The part of the table that is seen: least and greatest corner.
    pub fn seen(&self) -> (Vec2, Vec2) {
        let (a, b) =
            (self.table_from_screen(self.rect.left_bottom()), self.table_from_screen(self.rect.right_top()));
        (a.min(b), a.max(b))
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
        let size = lettering.size.at(self.view.scale);
        if size < lettering.legible || lettering.text.is_empty() {
            return;
        }
        let at = self.view.screen_from_table(lettering.at);
        if self.view.rect.expand(200.0).contains(at) {
            self.written(lettering, &mut |shape| {
                self.painter.add(shape);
            });
        }
    }

    /// The words as shapes, halo first; none where they are too small or find no room.
    pub(super) fn written(&self, lettering: &Lettering, put: &mut dyn FnMut(Shape)) {
        let size = lettering.size.at(self.view.scale);
        if size < lettering.legible || lettering.text.is_empty() {
            return;
        }
        let room = lettering.room * self.view.scale;
        let mut galley = galley(self.painter, lettering, size);
        if lettering.shrinks && galley.size().x > room {
            // Sizes are rounded: a little less than what would just do.
            let smaller = (size * room / galley.size().x - 0.25).min(size);
            if smaller < lettering.legible {
                return;
            }
            galley = self::galley(self.painter, lettering, smaller);
        }
        if galley.size().x > room {
            return;
        }
        let at = self.view.screen_from_table(lettering.at) + vec2(lettering.nudge.x, lettering.nudge.y);
        // On the screen, angles run clockwise.
        let angle = -lettering.turn;
        let pos = at - egui::emath::Rot2::from_angle(angle) * (galley.size() / 2.0);
        if lettering.plate {
            let rect = Rect::from_center_size(at, galley.size() + PLATE * 2.0);
            let frame = Stroke::new(1.0, self.palette.ink(lettering.ink));
            put(RectShape::new(rect, 3.0, self.palette.ink(Ink::Paper), frame, StrokeKind::Inside).into());
        }
        if let Some(halo) = lettering.halo {
            let colour = self.palette.ink(halo);
            for (dx, dy) in HALO {
                put(TextShape::new(pos + vec2(dx, dy), Arc::clone(&galley), colour).with_angle(angle).into());
            }
        }
        put(TextShape::new(pos, galley, self.palette.ink(lettering.ink)).with_angle(angle).into());
    }
}

/// Between words and the edge of their plate, in points.
const PLATE: egui::Vec2 = vec2(4.0, 1.0);

/// A halo is the words themselves, all round.
const HALO: [(f32, f32); 8] =
    [(-1.3, 0.0), (1.3, 0.0), (0.0, -1.3), (0.0, 1.3), (-0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), (0.9, -0.9)];

/// The words of this many points, laid out.
fn galley(painter: &egui::Painter, lettering: &Lettering, size: f32) -> Arc<Galley> {
    // Whole sizes keep the glyph atlas small while zooming.
    let size = if size < 12.0 { (size * 2.0).round() / 2.0 } else { size.round() };
    let mut format = TextFormat::simple(map_font(lettering.face, size), Color32::PLACEHOLDER);
    format.extra_letter_spacing = lettering.spaced * size;
    painter.layout_job(LayoutJob::single_section(lettering.text.clone(), format))
}

/// How large the words come out at this scale, in points.
pub fn measured_size(painter: &egui::Painter, lettering: &Lettering, scale: f32) -> Vec2 {
    let size = galley(painter, lettering, lettering.size.at(scale)).size();
    Vec2::new(size.x, size.y)
}

/// Where words on a plate lie on the screen at this view, with their plate.
pub fn plate_rect(painter: &egui::Painter, lettering: &Lettering, view: &View) -> Rect {
    let size = galley(painter, lettering, lettering.size.at(view.scale)).size() + PLATE * 2.0;
    let at = view.screen_from_table(lettering.at) + vec2(lettering.nudge.x, lettering.nudge.y);
    Rect::from_center_size(at, size)
}

/// Puts the words on plates beside the stands, given as they lie on the screen, and beside each other.
///
/// Each stays as near as can be to where it was to be; where there is no free place within reach it covers as little
/// as it may. A thin line leads from a plate that had to go away to what it is about.
pub fn make_way(painter: &egui::Painter, marks: &mut Vec<Mark>, stands: &[Rect], view: &View) {
    let ways: [(f32, f32); DIRECTIONS] = std::array::from_fn(|k| {
        crate::table::pose::sin_cos(k as f32 * std::f32::consts::TAU / DIRECTIONS as f32)
    });
    let mut taken: Vec<Rect> = Vec::new();
    let mut leaders: Vec<Mark> = Vec::new();
    for mark in marks.iter_mut() {
        let Mark::Text(lettering) = mark else { continue };
        if !lettering.plate {
            continue;
        }
        let first = plate_rect(painter, lettering, view);
        let place = free_place(first, stands, &taken, view.rect, &ways);
        let moved = place.center() - first.center();
        lettering.nudge += Vec2::new(moved.x, moved.y);
        taken.push(place);
        let about = view.screen_from_table(lettering.at);
        if let Some([from, to]) = leader(about, place, stands)
            && moved.length() > first.height()
        {
            let ends = [view.table_from_screen(from), view.table_from_screen(to)];
            leaders.push(Mark::line(ends, Pen::fine(Ink::Halo, 3.0)));
            leaders.push(Mark::line(ends, Pen::fine(lettering.ink, 1.2)));
        }
    }
    // Under every plate, so that no line crosses words.
    let plates = marks.iter().position(|mark| matches!(mark, Mark::Text(words) if words.plate));
    let plates = plates.unwrap_or(marks.len());
    marks.splice(plates..plates, leaders);
}

/// The place nearest to `first` where a plate covers no stand and no other plate; else the one where it covers least.
fn free_place(first: Rect, stands: &[Rect], taken: &[Rect], seen: Rect, ways: &[(f32, f32)]) -> Rect {
    let near: Vec<Rect> = stands.iter().copied().filter(|rect| rect.intersects(first.expand(AWAY))).collect();
    let taken: Vec<Rect> = taken.iter().map(|plate| plate.expand(1.0)).collect();
    let own = first.area();
    // How much a plate would cover there; none as soon as it is `most` or more.
    let covered = |rect: Rect, most: f32| -> Option<f32> {
        let sum = |others: &[Rect], weight: f32| {
            let mut sum = 0.0;
            for other in others.iter().filter(|other| other.intersects(rect)) {
                sum += other.intersect(rect).area() * weight;
                if sum >= most {
                    return None;
                }
            }
            Some(sum)
        };
        let beyond = own - if rect.intersects(seen) { rect.intersect(seen).area() } else { 0.0 };
        let covered = sum(&near, 1.0)? + sum(&taken, 10.0)? + 4.0 * beyond;
        (covered < most).then_some(covered)
    };
    let mut best = (covered(first, f32::INFINITY).unwrap_or(f32::INFINITY), first);
    let mut ring = 4.0;
    while best.0 > 0.5 && ring <= AWAY {
        // A plate is wider than high: sidewards it goes farther in the same step.
        let reach = ring + first.width() * 0.5 * (ring / AWAY).sqrt();
        for (right, up) in ways {
            let rect = first.translate(vec2(right * reach, -up * ring));
            if let Some(cover) = covered(rect, best.0 - 0.5) {
                best = (cover, rect);
            }
        }
        ring += 4.0;
    }
    best.1
}

/// From what a plate is about to the plate: from the edge of the stand that it lies on, if it lies on one. None where
/// they touch.
fn leader(about: Pos2, plate: Rect, stands: &[Rect]) -> Option<[Pos2; 2]> {
    let to = plate.clamp(about);
    let own = stands.iter().filter(|rect| rect.contains(about));
    let own = own.min_by(|a, b| a.center().distance_sq(about).total_cmp(&b.center().distance_sq(about)));
    let from = own.map_or(about, |rect| rect.clamp(to));
    (from.distance(to) > 2.0).then_some([from, to])
}

/// So far words on a plate go to be beside the stands, in points.
const AWAY: f32 = 170.0;

/// In so many directions a free place is looked for, the one straight up first.
const DIRECTIONS: usize = 24;

/// One mark as an egui shape; lettering is none.
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
    use crate::drawing::{Face, Length};

    /// A row of stands shoulder to shoulder, a second behind it, and a label over each stand of the first.
    #[test]
    fn plates_cover_neither_stands_nor_each_other_and_lead_to_their_own() {
        let ctx = egui::Context::default();
        crate::app::theme::install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 700.0));
            let view = View { centre: Vec2::new(25.0, 17.5), scale: 20.0, rect };
            let places: Vec<Vec2> = (0..16)
                .map(|k| Vec2::new(16.0 + 2.1 * (k % 8) as f32, 17.0 + 2.1 * (k / 8) as f32))
                .collect();
            let stands: Vec<Rect> = places
                .iter()
                .map(|at| Rect::from_center_size(view.screen_from_table(*at), vec2(40.0, 40.0)))
                .collect();
            let mut marks: Vec<Mark> = places
                .iter()
                .take(8)
                .map(|at| {
                    let mut words =
                        Lettering::new(*at, "110: long range", Length::points(12.0), Face::Bold, Ink::Threat)
                            .plated();
                    words.nudge = Vec2::new(0.0, -13.0);
                    words.into()
                })
                .collect();
            make_way(ui.painter(), &mut marks, &stands, &view);
            let plates: Vec<Rect> = marks
                .iter()
                .filter_map(|mark| match mark {
                    Mark::Text(words) => Some(plate_rect(ui.painter(), words, &view)),
                    _ => None,
                })
                .collect();
            assert_eq!(plates.len(), 8);
            for (k, plate) in plates.iter().enumerate() {
                assert!(rect.contains_rect(*plate), "{plate} is out of sight");
                for other in &plates[k + 1..] {
                    assert!(!plate.shrink(0.5).intersects(*other), "{plate} lies over {other}");
                }
                for stand in &stands {
                    let over = plate.intersect(*stand);
                    assert!(!over.is_positive() || over.area() < 1.0, "{plate} covers {stand}");
                }
            }
            let lines = marks.iter().filter(|mark| matches!(mark, Mark::Line { .. })).count();
            assert!(lines >= 8, "those that went away are led to: {lines} lines");
            let first_words = marks.iter().position(|mark| matches!(mark, Mark::Text(_)));
            let last_line = marks.iter().rposition(|mark| matches!(mark, Mark::Line { .. }));
            assert!(last_line < first_words, "lines lie under the plates");
        });
        output.textures_delta.clear();
    }
}
