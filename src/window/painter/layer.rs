//! Layers: marks that are converted to triangles once and shown for many frames.
//!
//! A layer is made anew when its marks, the zoom, the light or the type change; panning only moves it. While the wheel turns,
//! the last triangles are stretched, and made anew when it rests. Units: points.

use std::cell::RefCell;
use std::sync::Arc;

use egui::epaint::{Mesh, TessellationOptions, Tessellator};
use egui::{Color32, Galley, Pos2, Rect, Shape};
use glam::Vec2;

use super::screen::{Canvas, View, shape};
use crate::texts::about;
use crate::theme::{EguiPalette, map_font, text_scale};
use drawing::plates::word_boxes;
use drawing::shape::Span;
use drawing::{Face, Mark};

/// How far a layer extends beyond the view to each side, as a multiple of its size, before it is made anew.
const BEYOND: f32 = 0.6;

/// Margin for the width of pens and the length of words, in inches and in points.
const SPARE: (f32, f32) = (1.0, 60.0);

/// A layer of the table. See [`Layer::draw`].
#[derive(Debug)]
pub struct Layer {
    /// Different for neighbouring layers.
    number: u8,
    drawn: RefCell<Option<Triangles>>,
}

/// The triangles with everything they depend on.
#[derive(Debug)]
struct Triangles {
    version: u64,
    marks: Vec<Mark>,
    scale: f32,
    /// See [`grain`].
    grain: f32,
    type_face: Type,
    palette: EguiPalette,
    /// The part of the table covered: least and greatest corner.
    covers: (Vec2, Vec2),
    parts: Parts<Placing>,
}

/// The marks before the first letters, and those from there on, which are above them.
#[derive(Debug, Default)]
struct Parts<T> {
    plain: T,
    lettered: T,
}

/// Triangles, and their last place on the screen.
#[derive(Debug, Default)]
struct Placing {
    /// In points from the table's origin.
    mesh: Mesh,
    /// The same as last placed: origin, stretch, mesh.
    placed: Option<(Pos2, f32, Arc<Mesh>)>,
}

/// The state of the glyph atlas: triangles of letters are valid for this state only.
#[derive(Clone, Debug)]
pub struct Type {
    pixels: f32,
    atlas: [usize; 2],
    /// The atlas is rebuilt together with all galleys, and this one is requested in every frame.
    witness: Arc<Galley>,
}

impl Type {
    pub fn of(painter: &egui::Painter) -> Self {
        let witness =
            painter.layout_no_wrap(about::NAME.into(), map_font(Face::Bold, 12.0), Color32::PLACEHOLDER);
        Self {
            pixels: painter.pixels_per_point(),
            atlas: painter.fonts(|fonts| fonts.font_image_size()),
            witness,
        }
    }

    /// Pixels a point.
    pub fn pixels(&self) -> f32 {
        self.pixels
    }

    /// Are letters made for one valid for the other?
    pub fn is_same(&self, other: &Self) -> bool {
        self.pixels == other.pixels && self.atlas == other.atlas && Arc::ptr_eq(&self.witness, &other.witness)
    }
}

impl Layer {
    /// An empty layer; layers that lie next to each other have different numbers, from 1 up.
    pub fn new(number: u8) -> Self {
        Self { number, drawn: RefCell::new(None) }
    }

    /// The last triangles before the first letters, placed for this canvas; `None` if there are none.
    pub fn plain(&self, canvas: &Canvas<'_>) -> Option<Arc<Mesh>> {
        self.drawn.borrow_mut().as_mut().map(|drawn| drawn.place(canvas, |parts| &mut parts.plain))
    }

    /// Does it have letters?
    pub fn has_letters(&self) -> bool {
        self.drawn.borrow().as_ref().is_some_and(|drawn| !drawn.parts.lettered.mesh.is_empty())
    }

    /// Draws the last triangles.
    pub fn show(&self, canvas: &Canvas<'_>) {
        if let Some(mesh) = self.plain(canvas) {
            self.add(canvas, mesh);
        }
        self.show_letters(canvas);
    }

    /// Draws the last triangles from the first letters on.
    pub fn show_letters(&self, canvas: &Canvas<'_>) {
        let mut drawn = self.drawn.borrow_mut();
        let lettered = drawn.as_mut().map(|drawn| drawn.place(canvas, |parts| &mut parts.lettered));
        if let Some(mesh) = lettered.filter(|mesh| !mesh.is_empty()) {
            self.add(canvas, mesh);
        }
    }

    /// The boxes of the words, in inches, at this many points per inch.
    pub fn written(&self, scale: f32) -> Vec<Span> {
        self.drawn.borrow().as_ref().map(|drawn| word_boxes(&drawn.marks, scale)).unwrap_or_default()
    }

    fn add(&self, canvas: &Canvas<'_>, mesh: Arc<Mesh>) {
        canvas.painter.with_clip_rect(apart(canvas, self.number)).add(Shape::Mesh(mesh));
    }

    /// Draws the result of `make`, see [`Layer::prepare`].
    pub fn draw(
        &self,
        canvas: &Canvas<'_>,
        type_face: &Type,
        version: u64,
        zooming: bool,
        make: impl FnOnce(f32) -> Vec<Mark>,
    ) {
        self.prepare(canvas, type_face, version, zooming, make);
        self.show(canvas);
    }

    /// Prepares the result of `make`, which depends only on `version` and the scale: points per inch, in a window with text of
    /// normal size.
    ///
    /// `zooming`: the scale will soon change again, so the last triangles will do.
    pub fn prepare(
        &self,
        canvas: &Canvas<'_>,
        type_face: &Type,
        version: u64,
        zooming: bool,
        make: impl FnOnce(f32) -> Vec<Mark>,
    ) {
        let mut drawn = self.drawn.borrow_mut();
        let scale = canvas.view.scale;
        let grain = grain(canvas);
        let known = drawn.as_ref().is_some_and(|drawn| drawn.version == version && drawn.grain == grain);
        if !drawn.as_ref().is_some_and(|drawn| known && drawn.is_fresh(canvas, type_face, zooming)) {
            let marks = match drawn.take() {
                Some(drawn) if known && drawn.scale == scale => drawn.marks,
                _ => made(make, scale, grain),
            };
            *drawn = Some(Triangles::new(marks, version, canvas, type_face));
        }
    }
}

/// Width of a canvas with room for marks as large as its text.
const ROOMY: f32 = 900.0;

/// The size of a point relative to the marks of the map: where text grows and leaves the canvas little room, marks keep their
/// size.
fn grain(canvas: &Canvas<'_>) -> f32 {
    (ROOMY / canvas.view.rect.width().max(1.0)).min(text_scale(canvas.painter.ctx())).max(1.0)
}

/// The marks as made for text of normal size.
fn made(make: impl FnOnce(f32) -> Vec<Mark>, scale: f32, grain: f32) -> Vec<Mark> {
    let marks = make(scale * grain);
    if grain == 1.0 { marks } else { marks.into_iter().map(|mark| mark.finer(grain)).collect() }
}

impl Triangles {
    fn new(marks: Vec<Mark>, version: u64, canvas: &Canvas<'_>, type_face: &Type) -> Self {
        let (low, high) = canvas.view.seen();
        let beyond = (high - low) * BEYOND;
        let covers = (low - beyond, high + beyond);
        let parts = meshed(&marks, canvas, type_face, covers);
        // Words may have made the atlas grow, which the next frame notices.
        canvas.painter.ctx().request_repaint();
        Self {
            version,
            marks,
            scale: canvas.view.scale,
            grain: grain(canvas),
            type_face: type_face.clone(),
            palette: canvas.palette,
            covers,
            parts,
        }
    }

    fn is_fresh(&self, canvas: &Canvas<'_>, type_face: &Type, zooming: bool) -> bool {
        let (low, high) = canvas.view.seen();
        let near = zooming && (0.4..2.5).contains(&(canvas.view.scale / self.scale));
        self.type_face.is_same(type_face)
            && self.palette == canvas.palette
            && (near
                || self.scale == canvas.view.scale
                    && low.cmpge(self.covers.0).all()
                    && high.cmple(self.covers.1).all())
    }

    /// The triangles of this part, placed for this canvas.
    fn place(&mut self, canvas: &Canvas<'_>, part: fn(&mut Parts<Placing>) -> &mut Placing) -> Arc<Mesh> {
        let pixels = self.type_face.pixels;
        // Whole pixels keep letters and hair-lines sharp while the table is moved.
        let origin = (canvas.view.screen_from_table(Vec2::ZERO).to_vec2() * pixels).round() / pixels;
        part(&mut self.parts).at(origin.to_pos2(), canvas.view.scale / self.scale)
    }
}

impl Placing {
    /// The triangles at this origin with this stretch.
    fn at(&mut self, origin: Pos2, stretch: f32) -> Arc<Mesh> {
        let placed = match self.placed.take() {
            Some((at, by, mesh)) if at == origin && by == stretch => mesh,
            _ => {
                let mut mesh = self.mesh.clone();
                for vertex in &mut mesh.vertices {
                    vertex.pos = origin + vertex.pos.to_vec2() * stretch;
                }
                Arc::new(mesh)
            }
        };
        self.placed = Some((origin, stretch, Arc::clone(&placed)));
        placed
    }
}

/// A separate clip rectangle, smaller by an invisible amount than that of the shapes before it.
///
/// egui joins neighbours with the same clip into one mesh, which grows and is copied again and again; a layer with its own clip
/// is copied once a frame.
fn apart(canvas: &Canvas<'_>, layer: u8) -> Rect {
    let hair = f32::from(layer) * 0.01;
    let clip = canvas.painter.clip_rect();
    Rect::from_min_max(clip.min, clip.max - egui::vec2(hair, hair))
}

/// Marks as triangles in points from the table's origin; those outside of `covers` are omitted.
fn meshed(marks: &[Mark], canvas: &Canvas<'_>, type_face: &Type, covers: (Vec2, Vec2)) -> Parts<Placing> {
    let scale = canvas.view.scale;
    let view = View { centre: Vec2::ZERO, scale, rect: Rect::from_center_size(Pos2::ZERO, egui::Vec2::ZERO) };
    let still = Canvas { painter: canvas.painter, view, palette: canvas.palette };
    let options = TessellationOptions {
        prerasterized_discs: false,
        coarse_tessellation_culling: false,
        ..Default::default()
    };
    let pixels = type_face.pixels;
    let mut tessellator = Tessellator::new(pixels, options, type_face.atlas, Vec::new());
    let mut parts = Parts::<Placing>::default();
    let spare = Vec2::splat(SPARE.0 + SPARE.1 / scale);
    let (least, greatest) = (covers.0 - spare, covers.1 + spare);
    for mark in marks {
        let (low, high) = mark.bounds();
        if low.cmpgt(greatest).any() || high.cmplt(least).any() {
            continue;
        }
        let Parts { plain, lettered } = &mut parts;
        // Marks after letters are above them.
        let over = matches!(mark, Mark::Text(_)) || !lettered.mesh.is_empty();
        let mesh = &mut (if over { lettered } else { plain }).mesh;
        match mark {
            Mark::Text(lettering) => {
                still.written(lettering, &mut |words| tessellator.tessellate_shape(words, mesh));
            }
            Mark::Disc { at, radius, fill: Some(ink), pen: None }
                if radius.at(scale) * pixels < SMALL_DISC =>
            {
                let at = view.screen_from_table(*at);
                small_disc(mesh, at, radius.at(scale), 0.5 / pixels, canvas.palette.ink(*ink));
            }
            _ => tessellator.tessellate_shape(shape(mark, &view, canvas.palette), mesh),
        }
    }
    parts
}

/// Radius below which a disc has few corners, in pixels: a wood has thousands of them.
const SMALL_DISC: f32 = 4.5;

/// A soft disc of few corners, fading over `soft` points to either side of its edge.
fn small_disc(mesh: &mut Mesh, at: Pos2, radius: f32, soft: f32, colour: Color32) {
    let corners = if radius < 5.0 * soft { 6 } else { 8 };
    let first = mesh.vertices.len() as u32;
    for k in 0..corners {
        let way = egui::Vec2::angled(std::f32::consts::TAU * k as f32 / corners as f32);
        mesh.colored_vertex(at + way * (radius - soft).max(0.0), colour);
        mesh.colored_vertex(at + way * (radius + soft), Color32::TRANSPARENT);
    }
    for k in 0..corners {
        let (a, b) = (first + 2 * k, first + 2 * ((k + 1) % corners));
        mesh.add_triangle(a, a + 1, b);
        mesh.add_triangle(b, a + 1, b + 1);
        if k > 1 {
            mesh.add_triangle(first, a - 2, a);
        }
    }
}
