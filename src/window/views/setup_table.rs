//! The table during set-up: the draft's ground, its stands and units, and the pointer's marks.

use std::collections::VecDeque;

use egui::epaint::{Mesh, Vertex};
use egui::{CursorIcon, Event, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Ui, WidgetInfo};

use crate::canvas::{GraphicsCard, GroundCache, GroundKey};
use crate::keys::WHEEL_TURN;
use crate::painter::{Canvas, Layer, Type, View, furniture};
use crate::setup::drawn::{Drawn as Drawing, Part, PieceOnTable, moved_with};
use crate::setup::model::TableFacts;
use crate::setup::picture::{Picture, SavedPicture};
use crate::setup::{Act, Deployed, NEAR, SetUp, Tool};
use crate::texts::setup as texts;
use crate::theme::EguiPalette;
use drawing::shape::{Span, bounds};
use drawing::sheet::MARGIN;
use drawing::{
    Around, Ink, KeptNames, Length, Mark, Names, Pen, Yardstick, drawn_ground_marks, flag_box, flag_foot,
    grid_marks, ground_marks, marker_marks, name_marks, objective_marks, paper_marks,
};
use scenario::line_up::Drawn;
use scenario::{Edit, Feature, Subject};
use table::ground::Ground;
use table::{Pose, Vec2};

use super::first;

/// How the table is seen.
#[derive(Debug, Default)]
pub struct TableState {
    view: Option<View>,
    /// Is the view fitted to the table, and kept so when the window is resized?
    pub fitted: bool,
}

/// Margin around places that are zoomed to, in inches.
const ROUND: f32 = 3.0;

impl TableState {
    pub fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.view {
            self.view = Some(view.zoomed(factor, view.rect.center()));
            self.fitted = false;
        }
    }

    /// Shows these places as large as possible.
    pub fn zoom_to(&mut self, places: &[Vec2]) {
        let (Some(view), false) = (self.view, places.is_empty()) else { return };
        let (low, high) = bounds(places);
        self.view = Some(View::around(low - ROUND, high + ROUND, view.rect));
        self.fitted = false;
    }
}

/// What the pointer holds, and cached drawings.
#[derive(Debug)]
pub struct SetUpTable {
    held: Option<Drag>,
    /// Clicks on the ground, and strokes, that came in one frame: they are carried out one in a frame.
    waiting: VecDeque<Act>,
    panning: bool,
    /// The ground; with a picture only the paper, and the drawings on it.
    ground: Layer,
    drawn: Layer,
    names: Layer,
    pieces: Layer,
    /// The last names of both layers.
    kept_names: KeptNames,
    /// The ground as the card has drawn it.
    kept: GroundCache,
}

impl Default for SetUpTable {
    fn default() -> Self {
        let [ground, drawn, names, pieces] = [1, 2, 3, 4].map(Layer::new);
        let (kept_names, kept) = (KeptNames::default(), GroundCache::default());
        Self {
            held: None,
            waiting: VecDeque::new(),
            panning: false,
            ground,
            drawn,
            names,
            pieces,
            kept_names,
            kept,
        }
    }
}

impl SetUpTable {
    /// Puts back what is held; returns whether anything was.
    pub fn let_go(&mut self) -> bool {
        self.held.take().is_some()
    }
}

#[derive(Clone, Debug)]
enum Drag {
    /// A stand or a unit, and the vector from the pointer to its place; with the other selected pieces and their poses.
    Piece {
        id: String,
        grip: Vec2,
        pose: Pose,
        from: Pose,
        others: Vec<(String, Pose)>,
    },
    /// Ground drawn in one stroke.
    Stroke(Vec<Vec2>),
    /// A line along which stands are put down.
    Line {
        from: Vec2,
        to: Vec2,
    },
    /// A box about pieces to be selected.
    Box {
        from: Vec2,
        to: Vec2,
    },
    Vertex {
        feature: Feature,
        vertex: usize,
        at: Vec2,
    },
    /// A whole feature, and where it was taken.
    Feature {
        feature: Feature,
        from: Vec2,
        to: Vec2,
    },
}

impl Drag {
    /// The pose of this stand or unit, if it is held.
    fn pose_of(&self, piece: &str) -> Option<Pose> {
        let Self::Piece { id, pose, from, others, .. } = self else { return None };
        if id == piece {
            return Some(*pose);
        }
        let other = others.iter().find(|(other, _)| other == piece);
        other.map(|(_, other)| moved_with(*from, *pose, *other))
    }
}

/// The way of the pointer in this frame while its first button was down. A frame that takes long holds a whole stroke, or several
/// clicks.
struct Pull {
    way: Vec<Pos2>,
    /// Was the button pressed, and let go, within this frame?
    pressed: bool,
    let_go: bool,
}

impl Pull {
    /// The pulls of this frame, in order.
    fn all(ui: &Ui) -> Vec<Self> {
        ui.input(|input| {
            let first = input.events.iter().find_map(|event| match event {
                Event::PointerButton { button: PointerButton::Primary, pressed, .. } => Some(*pressed),
                _ => None,
            });
            let mut pulls = Vec::new();
            if !first.unwrap_or(!input.pointer.primary_down()) {
                pulls.push(Self { way: Vec::new(), pressed: false, let_go: false });
            }
            for event in &input.events {
                match (event, pulls.last_mut()) {
                    (Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. }, _) => {
                        pulls.push(Self { way: vec![*pos], pressed: true, let_go: false });
                    }
                    (Event::PointerButton { button: PointerButton::Primary, .. }, Some(pull)) => {
                        pull.let_go = true;
                    }
                    (Event::PointerMoved(pos), Some(pull)) if !pull.let_go => pull.way.push(*pos),
                    _ => {}
                }
            }
            pulls
        })
    }

    /// Is it too long for a click?
    fn is_stroke(&self, ui: &Ui) -> bool {
        let most = ui.options(|options| options.input_options.max_click_dist);
        self.way.first().is_some_and(|from| self.way.iter().any(|at| at.distance(*from) > most))
    }
}

/// What the table shows apart from the draft.
#[derive(Debug)]
pub struct SetupView<'a> {
    pub setup: &'a SetUp,
    pub picture: &'a Picture,
    pub kept: Option<&'a SavedPicture>,
    pub names: bool,
    pub grid: bool,
    /// The card that draws and stores the ground; `None` if it is drawn from its triangles.
    pub card: Option<&'a GraphicsCard>,
}

pub fn set_up_table_ui(
    ui: &mut Ui,
    shown: &SetupView<'_>,
    state: &mut TableState,
    own: &mut SetUpTable,
) -> Option<Act> {
    let mut found = None;
    let setup = shown.setup;
    let scenario = setup.draft.scenario();
    let size = scenario.ground.size;
    let (whole, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let margin = furniture::margin(whole, size + 2.0 * MARGIN, state.fitted || state.view.is_none());
    let rect = margin.table;
    let ground = ui.interact(rect, ui.scope_id().with("ground"), Sense::click_and_drag());
    let label = texts::table(&scenario.ground.name);
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &label));
    let mut view = match state.view {
        Some(view) if !state.fitted => furniture::kept_view(view, rect),
        _ => {
            state.fitted = true;
            View::fit(size, rect)
        }
    };
    let pointer = ui.ctx().pointer_latest_pos().filter(|at| rect.contains(*at));
    let at = pointer.map(|at| view.table_from_screen(at));
    navigate(ui, &ground, setup, state, own, &mut view);

    let palette = EguiPalette::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    let canvas = Canvas { painter: &painter, view, palette };
    paint_ground(&canvas, shown, own);
    paint(&canvas, shown, own, size);
    features_ui(ui, &canvas, setup, own, at, &mut found);
    pieces_ui(ui, &canvas, setup, own, at, &mut found);
    hold(ui, setup, own, &view, at, &mut found);
    tool_ui(ui, &canvas, setup, own, &ground, at, &mut found);
    let yardstick = setup.yards_per_inch.map(|yards| Yardstick {
        unit: ["inch", "inches"],
        inches: 1.0,
        on_ground: yards,
        ground_unit: "yards",
    });
    furniture::furniture(ui.painter(), &margin, &view, palette, yardstick.as_ref(), 0.0);
    state.view = Some(view);
    found
}

/// Wheel and pinch zoom to the pointer; dragging the ground, or anything with the middle button, moves the table.
fn navigate(
    ui: &Ui,
    ground: &Response,
    setup: &SetUp,
    state: &mut TableState,
    own: &mut SetUpTable,
    view: &mut View,
) {
    if ground.drag_started_by(PointerButton::Primary) {
        let shift = ui.input(|input| input.modifiers.shift);
        let press = ui.input(|input| input.pointer.press_origin()).map(|at| view.table_from_screen(at));
        // With Shift the selected feature is dragged, or a box is drawn about stands and units.
        match (setup.selected_feature(), press) {
            (_, Some(from)) if matches!(setup.tool, Tool::Deploy(_)) => {
                own.held = Some(Drag::Line { from, to: from });
            }
            (_, Some(from))
                if matches!(setup.tool, Tool::Area(_) | Tool::Line(_)) && setup.drawn.is_empty() =>
            {
                own.held = Some(Drag::Stroke(vec![from]));
            }
            // What is selected is dragged as it is.
            (Some(feature), Some(from))
                if setup.tool == Tool::Hand && setup.draft.is_on(feature, from, NEAR) =>
            {
                own.held = Some(Drag::Feature { feature, from, to: from });
            }
            (feature, Some(from)) if shift && setup.tool == Tool::Hand => {
                let taken = feature.filter(|feature| setup.draft.feature_at(from, NEAR) == Some(*feature));
                own.held = Some(match taken {
                    Some(feature) => Drag::Feature { feature, from, to: from },
                    None => Drag::Box { from, to: from },
                });
            }
            _ => own.panning = true,
        }
    }
    let middle =
        ui.input(|input| input.pointer.button_down(PointerButton::Middle)) && ground.contains_pointer();
    if (own.panning && ground.dragged()) || middle {
        let delta = ui.input(|input| input.pointer.delta());
        if delta != egui::Vec2::ZERO {
            *view = view.panned(delta);
            state.fitted = false;
        }
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    if ground.drag_stopped() {
        own.panning = false;
    }
    if let Some(pointer) = ui.ctx().pointer_latest_pos()
        && ui.rect_contains_pointer(view.rect)
    {
        let factor = ui.input(|input| input.zoom_delta() * (input.smooth_scroll_delta().y * 0.0022).exp());
        let factor = if own.held.is_some() { 1.0 } else { factor };
        if (factor - 1.0).abs() > 1e-4 {
            let least = View::fit(setup.draft.scenario().ground.size, view.rect).scale * 0.7;
            let zoomed = view.zoomed(factor, pointer);
            if zoomed.scale >= least || zoomed.scale > view.scale {
                *view = zoomed;
                state.fitted = false;
            }
        }
    }
}

/// Draws the ground: by the card when it changes, if there is one. A picture is pale on the paper, under all drawings.
fn paint_ground(canvas: &Canvas<'_>, shown: &SetupView<'_>, own: &mut SetUpTable) {
    let (ground, sheet) = (&shown.setup.draft.scenario().ground, shown.setup.sheet);
    let (type_face, desk) = (Type::of(canvas.painter), canvas.palette.ink(Ink::Desk));
    // The sheet has separate numbers for the whole ground, and for its two parts.
    let (whole, parted) = (sheet << 1, (sheet << 1) | 1);
    if shown.picture.texture.is_some() && shown.kept.is_some() {
        canvas.painter.rect_filled(canvas.view.rect, 0.0, desk);
        own.ground.draw(canvas, &type_face, parted, false, |_| paper_marks(ground.size));
        paint_picture(canvas, shown, ground.size);
        own.drawn.draw(canvas, &type_face, parted, false, |_| drawn_ground_marks(ground));
        return;
    }
    own.ground.prepare(canvas, &type_face, whole, false, |_| ground_marks(ground));
    let SetUpTable { ground: layer, kept, .. } = own;
    let key = GroundKey::new(canvas, type_face.pixels(), false, &[("ground", whole)]);
    let is_laid = shown
        .card
        .is_some_and(|card| kept.lay(canvas, card, key, desk, || layer.plain(canvas).into_iter().collect()));
    if is_laid {
        layer.show_letters(canvas);
    } else {
        canvas.painter.rect_filled(canvas.view.rect, 0.0, desk);
        layer.show(canvas);
    }
}

/// Draws everything from the names up to the stands.
fn paint(canvas: &Canvas<'_>, shown: &SetupView<'_>, own: &SetUpTable, size: Vec2) {
    let facts = &shown.setup.facts;
    let type_face = Type::of(canvas.painter);
    let stands = facts.pieces.iter().flat_map(PieceOnTable::stands);
    let taken: Vec<Span> = stands.map(|corners| bounds(&corners)).collect();
    let foot = |place: &[Vec2]| flag_foot(size, place, &taken);
    let names = |scale: f32| {
        let key = (facts.number, scale.to_bits());
        own.kept_names
            .written
            .of(&key, || all_names(&shown.setup.draft.scenario().ground, facts, &taken, scale))
    };
    let version = facts.number;
    let named = (version << 2) | u64::from(shown.names) | (u64::from(shown.grid) << 1);
    own.names.draw(canvas, &type_face, named, false, |scale| {
        let mut marks = if shown.grid { grid_marks(size) } else { Vec::new() };
        if shown.names {
            marks.extend(names(scale).under.iter().cloned());
        }
        marks
    });
    // Drag pieces are drawn at the pointer.
    let held_at = |piece: &PieceOnTable| own.held.as_ref().and_then(|held| held.pose_of(&piece.id));
    let drawn = (version << 2)
        | (u64::from(shown.names) << 1)
        | u64::from(matches!(own.held, Some(Drag::Piece { .. })));
    own.pieces.draw(canvas, &type_face, drawn, false, |scale| {
        let mut marks: Vec<Mark> =
            facts.entries.iter().flat_map(|(at, forward, _)| marker_marks(*at, *forward)).collect();
        let lies = |piece: &PieceOnTable, part: &Part| part.inside || held_at(piece).is_none();
        let parts = || {
            let all = facts.pieces.iter().flat_map(|piece| piece.parts.iter().map(move |part| (piece, part)));
            all.filter(|(piece, part)| lies(piece, part))
        };
        for (piece, part) in parts() {
            marks.extend(part.drawn.marks(scale));
            // A garrison takes no room, so the fault is in the rest.
            let is_faulty = !part.inside || piece.parts.iter().all(|part| part.inside);
            if is_faulty && facts.faulty.contains(&piece.id) {
                let pen = Pen::fine(Ink::Bad, 2.6).dashed(5.0, 3.0);
                marks.push(Mark::ring(part.drawn.outline(0.1), pen));
            }
        }
        marks.extend(Drawing::signs(parts().map(|(_, part)| &part.drawn), scale));
        let objectives = facts.objectives.iter();
        let flags: Vec<_> =
            objectives.map(|(place, points, ink)| (&place[..], foot(place), points.as_str(), *ink)).collect();
        if shown.names {
            marks.extend(names(scale).over.iter().cloned());
        }
        marks.extend(objective_marks(&flags));
        marks
    });
    for piece in &facts.pieces {
        let Some(pose) = held_at(piece) else { continue };
        for part in piece.parts.iter().filter(|part| !part.inside) {
            let (drawn, scale) = (part.drawn.moved(piece.pose, pose), canvas.view.scale);
            canvas.draw(&drawn.marks(scale));
            canvas.draw(&Drawing::signs(std::iter::once(&drawn), scale));
        }
    }
    if let Some(Drag::Box { from, to }) = &own.held {
        canvas.draw(&box_marks(*from, *to));
    }
}

/// All names on the table: they avoid stands, which cover `taken`, and flags.
fn all_names(ground: &Ground, facts: &TableFacts, taken: &[Span], scale: f32) -> Names {
    let flag = |(place, ..): &(Vec<Vec2>, String, Ink)| flag_box(flag_foot(ground.size, place, taken));
    let flags: Vec<(&[Vec2], Span)> =
        facts.objectives.iter().map(|objective| (&objective.0[..], flag(objective))).collect();
    let parts = || facts.pieces.iter().flat_map(|piece| &piece.parts).map(|part| &part.drawn);
    let mut marks: Vec<Mark> = parts().flat_map(|drawn| drawn.marks(scale)).collect();
    marks.extend(Drawing::signs(parts(), scale));
    let around =
        Around { flags: &flags, stands: taken, marks: &marks, begun: taken, entries: &facts.entries };
    name_marks(ground, around, scale)
}

/// The box about stands and units.
fn box_marks(from: Vec2, to: Vec2) -> [Mark; 2] {
    let ring = [from, Vec2::new(to.x, from.y), to, Vec2::new(from.x, to.y)];
    [Mark::fill(ring, Ink::GoodWash), Mark::ring(ring, Pen::fine(Ink::Selected, 1.6).dashed(5.0, 3.0))]
}

/// Draws the picture on the paper, which shows through according to its opacity; drawings are above it.
fn paint_picture(canvas: &Canvas<'_>, shown: &SetupView<'_>, size: Vec2) {
    let (Some(texture), Some(kept)) = (&shown.picture.texture, shown.kept) else { return };
    /// Strength of a picture at full opacity: drawings must stand out.
    const STRONGEST: f32 = 0.55;
    let colour = egui::Color32::from_white_alpha((kept.opacity * STRONGEST * 255.0).round() as u8);
    let corners = kept.fit.corners(shown.picture.pixels, size);
    let shares = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let mut mesh = Mesh::with_texture(texture.id());
    mesh.vertices = corners
        .iter()
        .zip(shares)
        .map(|(corner, (u, v))| Vertex {
            pos: canvas.view.screen_from_table(*corner),
            uv: egui::pos2(u, v),
            color: colour,
        })
        .collect();
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    canvas.painter.add(Shape::mesh(mesh));
}

/// Shows the selected feature with its corners; each corner is a widget that can be dragged.
fn features_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    setup: &SetUp,
    own: &mut SetUpTable,
    at: Option<Vec2>,
    found: &mut Option<Act>,
) {
    let Some(feature) = setup.selected_feature() else { return };
    let mut points = setup.draft.vertices(feature);
    match &own.held {
        Some(Drag::Vertex { feature: held, vertex, at }) if *held == feature => {
            if let Some(point) = points.get_mut(*vertex) {
                *point = *at;
            }
        }
        Some(Drag::Feature { feature: held, from, to }) if *held == feature => {
            points.iter_mut().for_each(|point| *point += *to - *from);
        }
        _ => {}
    }
    let pen = Pen::fine(Ink::Selected, 2.0);
    let closed =
        matches!(feature, Feature::Area(_)) || points.len() > 2 && matches!(feature, Feature::Objective(_));
    if points.len() > 1 {
        let mark = if closed { Mark::ring(points.clone(), pen) } else { Mark::line(points.clone(), pen) };
        canvas.draw(&[mark]);
    }
    let name = setup.draft.feature_name(feature);
    for (vertex, point) in points.iter().enumerate() {
        let on_screen = canvas.view.screen_from_table(*point);
        if !canvas.view.rect.contains(on_screen) {
            continue;
        }
        let chosen = setup.vertex == Some(vertex);
        let (inner, outer) = if chosen { (4.5, 7.0) } else { (3.2, 5.0) };
        canvas.draw(&[
            Mark::dot(*point, Length::points(outer), Ink::Selected),
            Mark::dot(*point, Length::points(inner), Ink::Plate),
        ]);
        if setup.tool != Tool::Hand {
            continue;
        }
        let place = Rect::from_center_size(on_screen, egui::Vec2::splat(14.0));
        let response = ui.interact(place, egui::Id::unique(("corner", vertex)), Sense::click_and_drag());
        let label = texts::vertex(vertex + 1, &name);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
        if response.clicked() {
            first(found, Act::SelectVertex(vertex));
        }
        if response.drag_started_by(PointerButton::Primary)
            && let Some(at) = at
        {
            own.held = Some(Drag::Vertex { feature, vertex, at });
        }
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Move);
        }
        response.on_hover_text(label);
    }
    if setup.tool == Tool::Hand && points.len() > 1 && !matches!(feature, Feature::Objective(_)) {
        new_corners_ui(ui, canvas, feature, &points, closed, &name, found);
    }
}

/// Shows a small mark in the middle of each side: a click makes it a corner.
fn new_corners_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    feature: Feature,
    points: &[Vec2],
    closed: bool,
    name: &str,
    found: &mut Option<Act>,
) {
    let sides = if closed { points.len() } else { points.len() - 1 };
    for after in 0..sides {
        let (a, b) = (points[after], points[(after + 1) % points.len()]);
        let middle = (a + b) / 2.0;
        let on_screen = canvas.view.screen_from_table(middle);
        let long = a.distance(b) * canvas.view.scale;
        if long < 36.0 || !canvas.view.rect.contains(on_screen) {
            continue;
        }
        canvas.draw(&[Mark::dot(middle, Length::points(2.4), Ink::Selected)]);
        let place = Rect::from_center_size(on_screen, egui::Vec2::splat(12.0));
        let response = ui.interact(place, egui::Id::unique(("side", after)), Sense::click());
        let label = texts::new_vertex(after + 1, name);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.clicked() {
            first(found, Act::Edit(Edit::add_vertex(feature, after, middle)));
        }
        response.on_hover_text(label);
    }
}

/// Makes every stand and unit a widget: found by name, selected, dragged, by any of its stands.
fn pieces_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    setup: &SetUp,
    own: &mut SetUpTable,
    at: Option<Vec2>,
    found: &mut Option<Act>,
) {
    for piece in &setup.facts.pieces {
        let id = &piece.id;
        let chosen = setup.has_chosen(id);
        let Some(response) = stands_ui(ui, canvas, setup, piece, chosen) else { continue };
        if chosen || response.has_focus() || response.hovered() {
            let pose = own.held.as_ref().and_then(|held| held.pose_of(id)).unwrap_or(piece.pose);
            let width = if chosen || response.has_focus() { 2.6 } else { 1.6 };
            for part in &piece.parts {
                let to = if part.inside { piece.pose } else { pose };
                let ring = part.drawn.moved(piece.pose, to).outline(0.07);
                canvas.draw(&[Mark::ring(ring, Pen::fine(Ink::Selected, width))]);
            }
        }
        if response.clicked() {
            let also = ui.input(|input| input.modifiers.shift);
            let act =
                if also { Act::Also(id.clone()) } else { Act::Select(Some(Subject::Piece(id.clone()))) };
            first(found, act);
        }
        if response.drag_started_by(PointerButton::Primary) {
            let press = ui.input(|input| input.pointer.press_origin());
            let press = press.map(|press| canvas.view.table_from_screen(press)).or(at);
            if let Some(press) = press {
                let mut others = if chosen { setup.chosen_on_table() } else { Vec::new() };
                others.retain(|(other, _)| other != id);
                let (pose, grip) = (piece.pose, piece.pose.at - press);
                own.held = Some(Drag::Piece { id: id.clone(), grip, pose, from: pose, others });
                if !chosen {
                    first(found, Act::Select(Some(Subject::Piece(id.clone()))));
                }
            }
        }
        if setup.tool == Tool::Hand && own.held.is_none() {
            response.on_hover_text(&piece.label);
        }
    }
}

/// What is done to any of the stands of a piece; none where none is to be seen. The first bears the name of the whole and has
/// the keyboard's focus; a stand in a building is not dragged.
fn stands_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    setup: &SetUp,
    piece: &PieceOnTable,
    chosen: bool,
) -> Option<Response> {
    let stands = piece
        .parts
        .iter()
        .flat_map(|part| part.drawn.stands().into_iter().map(|corners| (corners, part.inside)));
    let mut whole: Option<Response> = None;
    for (number, (corners, inside)) in stands.enumerate() {
        let rect = Rect::from_points(&corners.map(|corner| canvas.view.screen_from_table(corner)));
        if !canvas.view.rect.intersects(rect) {
            continue;
        }
        // Other tools click through the stands.
        let sense = match (&setup.tool, inside) {
            (Tool::Hand, false) => Sense::click_and_drag(),
            (Tool::Hand, true) => Sense::click(),
            _ => Sense::hover(),
        };
        let sense = if whole.is_some() { sense - Sense::FOCUSABLE } else { sense };
        let id = egui::Id::unique(("draft piece", &piece.id, number));
        let response = ui.interact(rect.intersect(canvas.view.rect), id, sense);
        let label = match &whole {
            None => piece.label.clone(),
            Some(_) => texts::stand(number + 1, &piece.label),
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
        whole = Some(match whole {
            Some(whole) => whole.union(response),
            None => response,
        });
    }
    whole
}

/// What is held follows the pointer; let go, it is an edit.
fn hold(
    ui: &Ui,
    setup: &SetUp,
    own: &mut SetUpTable,
    view: &View,
    at: Option<Vec2>,
    found: &mut Option<Act>,
) {
    let Some(held) = &mut own.held else { return };
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    // With Ctrl the wheel zooms in egui's eyes; here it turns, some five degrees a notch.
    let turn =
        ui.input(|input| if input.modifiers.command { -input.zoom_delta().ln() * WHEEL_TURN } else { 0.0 });
    if let Some(at) = at {
        match held {
            Drag::Piece { grip, pose, .. } => *pose = Pose::new(at + *grip, pose.heading.turned(turn)),
            Drag::Vertex { at: place, .. } => *place = at,
            Drag::Stroke(points) => {
                let pull = Pull::all(ui).into_iter().next();
                let way = pull.into_iter().flat_map(|pull| pull.way);
                for at in way.map(|on_screen| view.table_from_screen(on_screen)) {
                    if points.last().is_none_or(|last| last.distance(at) > 0.05) {
                        points.push(at);
                    }
                }
            }
            Drag::Feature { to, .. } | Drag::Box { to, .. } | Drag::Line { to, .. } => *to = at,
        }
    }
    if !ui.input(|input| input.pointer.any_down()) {
        let act = match held.clone() {
            Drag::Piece { id, pose, others, .. } if others.is_empty() => Act::Edit(Edit::place(id, pose)),
            Drag::Piece { id, pose, from, others, .. } => {
                let moved = others
                    .into_iter()
                    .map(|(piece, other)| Edit::place(piece, moved_with(from, pose, other)));
                Act::Edit(Edit::several(std::iter::once(Edit::place(id, pose)).chain(moved)))
            }
            Drag::Box { from, to } => {
                let (low, high) = (from.min(to), from.max(to));
                let inside = |at: Vec2| at.cmpge(low).all() && at.cmple(high).all();
                let pieces = setup.facts.pieces.iter().filter(|piece| inside(piece.pose.at));
                Act::AlsoAll(pieces.map(|piece| piece.id.clone()).collect())
            }
            Drag::Stroke(points) => Act::Stroke(points),
            Drag::Line { from, to } => Act::DrawLine(drawn_line(ui, setup, from, to)),
            Drag::Vertex { feature, vertex, at } => Act::Edit(Edit::move_vertex(feature, vertex, at)),
            Drag::Feature { feature, from, to } => Act::Edit(Edit::shift(feature, to - from)),
        };
        own.held = None;
        first(found, act);
    }
}

/// The line that is drawn, as it stands.
fn drawn_line(ui: &Ui, setup: &SetUp, from: Vec2, to: Vec2) -> Drawn {
    let to_right = ui.input(|input| input.modifiers.shift);
    Drawn { from, to, rows: if setup.roster.two_rows { 2 } else { 1 }, to_right }
}

/// Those who would stand along the line, before it is let go: where one may not lie it is red, and who finds no room is named.
fn line_ghosts(ui: &Ui, canvas: &Canvas<'_>, setup: &SetUp, deployed: &Deployed, drawn: &Drawn) {
    canvas.draw(&[Mark::line([drawn.from, drawn.to], Pen::fine(Ink::Selected, 2.0).dashed(6.0, 4.0))]);
    let Some(found) = setup.lined_up(deployed, drawn) else { return };
    for (quad, free) in setup.ghosts(&found) {
        let ghost = quad.corners();
        let (wash, ink) = if free { (Ink::GoodWash, Ink::Selected) } else { (Ink::BadWash, Ink::Bad) };
        let ahead = quad.pose.at + quad.pose.heading.forward() * (quad.half.y + 0.3);
        canvas.draw(&[
            Mark::fill(ghost, wash),
            Mark::ring(ghost, Pen::fine(ink, 1.6)),
            Mark::line([quad.pose.at, ahead], Pen::fine(ink, 1.6)),
        ]);
    }
    if let Some(words) = setup.left_over(&found) {
        let at = canvas.view.screen_from_table(drawn.to) + egui::vec2(12.0, -12.0);
        let (painter, colour) = (canvas.painter, EguiPalette::of(ui.visuals()).refused());
        let galley = painter.layout(words, egui::FontId::proportional(13.5), colour, 260.0);
        let plate = Rect::from_min_size(at, galley.size()).expand(5.0);
        painter.rect_filled(plate, 3.0, EguiPalette::of(ui.visuals()).card());
        painter.galley(at, galley, colour);
    }
}

/// The tool in hand: its ghost, and what a click does.
fn tool_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    setup: &SetUp,
    own: &mut SetUpTable,
    ground: &Response,
    at: Option<Vec2>,
    found: &mut Option<Act>,
) {
    let Some(at) = at else { return };
    let over = ui.rect_contains_pointer(canvas.view.rect);
    // What is dragged from the list is let go over the table: the press was elsewhere.
    let (released, from_list) = ui.input(|input| {
        let pressed_in = input.pointer.press_origin().is_some_and(|press| canvas.view.rect.contains(press));
        (input.pointer.primary_released(), !pressed_in)
    });
    match &setup.tool {
        Tool::Hand => {}
        Tool::Place(piece) => {
            if let Some(body) = setup.draft.piece(piece).and_then(|piece| setup.body(piece)) {
                let pose = Pose::new(at, setup.heading);
                let pen = Pen::fine(Ink::Selected, 2.0);
                for quad in body.placed(pose).quads() {
                    let ghost = quad.corners();
                    canvas.draw(&[Mark::fill(ghost, Ink::GoodWash), Mark::ring(ghost, pen)]);
                }
                let ahead = body.placed(pose).corners().map(|corner| pose.to_local(corner).y);
                let tip = pose.heading.forward() * (ahead.fold(0.0, f32::max) + 0.6);
                canvas.draw(&[Mark::line([at, at + tip], pen)]);
            }
            if over && released && from_list {
                first(found, Act::Click(at));
                return;
            }
        }
        Tool::Area(_) | Tool::Line(_) => {
            let mut points = match &own.held {
                Some(Drag::Stroke(points)) => points.clone(),
                _ => setup.drawn.clone(),
            };
            points.push(at);
            let pen = Pen::fine(Ink::Selected, 2.0);
            canvas.draw(&[Mark::line(points, pen)]);
            if let (Tool::Area(_), [start, _, ..]) = (&setup.tool, &setup.drawn[..]) {
                canvas.draw(&[Mark::line([at, *start], pen.dashed(4.0, 4.0))]);
            }
            for point in &setup.drawn {
                canvas.draw(&[Mark::dot(*point, Length::points(4.0), Ink::Selected)]);
            }
        }
        Tool::Deploy(deployed) => {
            if let Some(Drag::Line { from, to }) = own.held {
                line_ghosts(ui, canvas, setup, deployed, &drawn_line(ui, setup, from, to));
            }
        }
        Tool::Crossing(_) | Tool::Label | Tool::Objective | Tool::Entry | Tool::PicturePoint(_) => {
            canvas.draw(&[Mark::dot(at, Length::points(4.0), Ink::Selected)]);
        }
    }
    if setup.tool != Tool::Hand && over {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    let draws = matches!(setup.tool, Tool::Area(_) | Tool::Line(_));
    let pulls = Pull::all(ui);
    let on_table = |on_screen: &Pos2| canvas.view.table_from_screen(*on_screen);
    if ground.clicked() {
        let clicks = pulls.iter().filter(|pull| pull.let_go && !pull.is_stroke(ui));
        // A press of an earlier frame is let go where the pointer was then.
        let click = |pull: &Pull| Act::Click(pull.way.last().map_or(at, on_table));
        own.waiting.extend(clicks.map(click));
        if draws && ground.double_clicked() {
            own.waiting.pop_back();
            own.waiting.push_back(Act::Finish);
        }
    } else if draws && own.held.is_none() && ground.contains_pointer() {
        let whole = pulls.iter().filter(|pull| pull.pressed && pull.let_go && pull.is_stroke(ui));
        own.waiting.extend(whole.map(|pull| Act::Stroke(pull.way.iter().map(on_table).collect())));
    }
    if found.is_none()
        && let Some(act) = own.waiting.pop_front()
    {
        first(found, act);
        ui.ctx().request_repaint();
    }
}
