//! The table while it is set up: the draft's ground and stands, and the pointer's part in it.

use egui::epaint::{Mesh, Vertex};
use egui::{CursorIcon, PointerButton, Rect, Role, Sense, Shape, Ui, WidgetInfo};

use crate::app::keys::WHEEL_TURN;
use crate::app::painter::{Canvas, Layer, Type, View, furniture};
use crate::app::setup::picture::{Kept, Picture};
use crate::app::setup::{Act, NEAR, SetUp, Tool, moved_with};
use crate::app::theme::EguiPalette;
use crate::drawing::shape::{Span, bounds};
use crate::drawing::{
    Block, Detail, Ink, Length, Mark, Pen, flag_box, flag_foot, footprint, grid_marks, ground_marks,
    marker_marks, name_marks, objective_marks, stand_marks,
};
use crate::scenario::{Edit, Feature, Subject};
use crate::table::{Heading, Pose, Vec2};

use super::first;

/// How the table is seen.
#[derive(Debug, Default)]
pub struct TableState {
    view: Option<View>,
    /// The view was fitted to the table and is kept so when the window changes.
    pub fitted: bool,
}

/// Round what is zoomed to so much is shown, in inches.
const ROUND: f32 = 3.0;

impl TableState {
    pub fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.view {
            self.view = Some(view.zoomed(factor, view.rect.center()));
            self.fitted = false;
        }
    }

    /// Shows these places as large as they go.
    pub fn zoom_to(&mut self, places: &[Vec2]) {
        let (Some(view), false) = (self.view, places.is_empty()) else { return };
        let (low, high) = bounds(places);
        self.view = Some(View::around(low - ROUND, high + ROUND, view.rect));
        self.fitted = false;
    }
}

/// What the pointer holds, and drawings that stay the same.
#[derive(Debug)]
pub struct SetUpTable {
    held: Option<Held>,
    panning: bool,
    ground: Layer,
    names: Layer,
    stands: Layer,
}

impl Default for SetUpTable {
    fn default() -> Self {
        let [ground, names, stands] = [1, 2, 3].map(Layer::new);
        Self { held: None, panning: false, ground, names, stands }
    }
}

impl SetUpTable {
    /// Puts back what is held; false where nothing is.
    pub fn let_go(&mut self) -> bool {
        self.held.take().is_some()
    }
}

#[derive(Clone, Debug)]
enum Held {
    /// A stand, and from the pointer to its centre; with it all that are chosen, as they stood.
    Stand {
        id: String,
        grip: Vec2,
        pose: Pose,
        from: Pose,
        others: Vec<(String, Pose)>,
    },
    /// A box about stands that are to be chosen.
    Box {
        from: Vec2,
        to: Vec2,
    },
    Vertex {
        feature: Feature,
        vertex: usize,
        at: Vec2,
    },
    /// A feature as a whole, and where it was taken.
    Feature {
        feature: Feature,
        from: Vec2,
        to: Vec2,
    },
}

impl Held {
    /// Where this stand is in the hand, if it is.
    fn pose_of(&self, stand: &str) -> Option<Pose> {
        let Self::Stand { id, pose, from, others, .. } = self else { return None };
        if id == stand {
            return Some(*pose);
        }
        let other = others.iter().find(|(other, _)| other == stand);
        other.map(|(_, other)| moved_with(*from, *pose, *other))
    }
}

/// What the table shows besides the draft.
#[derive(Debug)]
pub struct SetupView<'a> {
    pub setup: &'a SetUp,
    pub picture: &'a Picture,
    pub kept: Option<&'a Kept>,
    pub names: bool,
    pub grid: bool,
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
    let (rect, ground) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let label = format!("The table: {}", scenario.ground.name);
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &label));
    let mut view = match state.view {
        Some(view) if !state.fitted => View { rect, ..view },
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
    painter.rect_filled(rect, 0.0, palette.ink(Ink::Desk));
    let canvas = Canvas { painter: &painter, view, palette };
    paint(&canvas, shown, own, size);
    features_ui(ui, &canvas, setup, own, at, &mut found);
    stands_ui(ui, &canvas, setup, own, at, &mut found);
    hold(ui, setup, own, at, &mut found);
    tool_ui(ui, &canvas, setup, &ground, at, &mut found);
    furniture::furniture(&painter, &view, palette, setup.yards_per_inch);
    state.view = Some(view);
    found
}

/// Wheel and pinch zoom to the pointer; dragging the ground, or anything with the middle button, moves the table.
fn navigate(
    ui: &Ui,
    ground: &egui::Response,
    setup: &SetUp,
    state: &mut TableState,
    own: &mut SetUpTable,
    view: &mut View,
) {
    if ground.drag_started() {
        let shift = ui.input(|input| input.modifiers.shift);
        let press = ui.input(|input| input.pointer.press_origin()).map(|at| view.table_from_screen(at));
        // With Shift the selected feature goes along, or a box is drawn about stands.
        match (setup.selected_feature(), press) {
            (feature, Some(from)) if shift && setup.tool == Tool::Hand => {
                let taken = feature.filter(|feature| setup.draft.feature_at(from, NEAR) == Some(*feature));
                own.held = Some(match taken {
                    Some(feature) => Held::Feature { feature, from, to: from },
                    None => Held::Box { from, to: from },
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

/// Everything from the paper up to the stands.
fn paint(canvas: &Canvas<'_>, shown: &SetupView<'_>, own: &SetUpTable, size: Vec2) {
    let (setup, ground) = (shown.setup, &shown.setup.draft.scenario().ground);
    let type_face = Type::of(canvas.painter);
    own.ground.draw(canvas, &type_face, setup.sheet, false, |_| ground_marks(ground));
    paint_picture(canvas, shown, size);
    // Names make way for stands and flags.
    let facts = &setup.facts;
    let taken: Vec<Span> = facts.blocks.iter().map(|(_, block)| bounds(&block.corners())).collect();
    let foot = |place: &[Vec2]| flag_foot(place, &taken);
    let version = facts.number;
    let named = (version << 2) | u64::from(shown.names) | (u64::from(shown.grid) << 1);
    own.names.draw(canvas, &type_face, named, false, |scale| {
        let mut marks = if shown.grid { grid_marks(size) } else { Vec::new() };
        if shown.names {
            let flags: Vec<_> = facts.objectives.iter().map(|(place, ..)| flag_box(foot(place))).collect();
            marks.extend(name_marks(ground, &flags, &taken, scale));
        }
        marks
    });
    // Stands that are held are drawn where the hand is.
    let is_held = |id: &str| own.held.as_ref().is_some_and(|held| held.pose_of(id).is_some());
    let drawn = (version << 1) | u64::from(matches!(own.held, Some(Held::Stand { .. })));
    own.stands.draw(canvas, &type_face, drawn, false, |scale| {
        let detail = Detail::at(scale);
        let mut marks: Vec<Mark> =
            facts.entries.iter().flat_map(|(at, forward, name)| marker_marks(*at, *forward, name)).collect();
        for (id, block) in facts.blocks.iter().filter(|(id, _)| !is_held(id)) {
            marks.extend(stand_marks(block, detail));
            if facts.faulty.contains(id) {
                let grown = Block { width: block.width + 0.2, depth: block.depth + 0.2, ..block.clone() };
                marks.push(Mark::ring(grown.corners(), Pen::fine(Ink::Bad, 2.6).dashed(5.0, 3.0)));
            }
        }
        let objectives = facts.objectives.iter();
        let flags: Vec<_> =
            objectives.map(|(place, points, ink)| (&place[..], foot(place), points.as_str(), *ink)).collect();
        marks.extend(objective_marks(&flags));
        marks
    });
    for (id, block) in &facts.blocks {
        if let Some(pose) = own.held.as_ref().and_then(|held| held.pose_of(id)) {
            canvas.draw(&stand_marks(&Block { pose, ..block.clone() }, Detail::at(canvas.view.scale)));
        }
    }
    if let Some(Held::Box { from, to }) = &own.held {
        let ring = [*from, Vec2::new(to.x, from.y), *to, Vec2::new(from.x, to.y)];
        canvas.draw(&[
            Mark::fill(ring, Ink::GoodWash),
            Mark::ring(ring, Pen::fine(Ink::Selected, 1.6).dashed(5.0, 3.0)),
        ]);
    }
}

/// The picture lies over the drawn ground and under the stands.
fn paint_picture(canvas: &Canvas<'_>, shown: &SetupView<'_>, size: Vec2) {
    let (Some(texture), Some(kept)) = (&shown.picture.texture, shown.kept) else { return };
    let colour = egui::Color32::from_white_alpha((kept.opacity * 255.0).round() as u8);
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

/// The selected feature with its corners; each corner is a widget that can be dragged.
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
        Some(Held::Vertex { feature: held, vertex, at }) if *held == feature => {
            if let Some(point) = points.get_mut(*vertex) {
                *point = *at;
            }
        }
        Some(Held::Feature { feature: held, from, to }) if *held == feature => {
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
        let label = format!("Point {} of {name}", vertex + 1);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
        if response.clicked() {
            first(found, Act::SelectVertex(vertex));
        }
        if response.drag_started_by(PointerButton::Primary)
            && let Some(at) = at
        {
            own.held = Some(Held::Vertex { feature, vertex, at });
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

/// In the middle of each side a small mark: a click makes a corner of it.
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
        let label = format!("New point after point {} of {name}", after + 1);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.clicked() {
            first(found, Act::Edit(Edit::AddVertex { feature, after, at: middle }));
        }
        response.on_hover_text(label);
    }
}

/// Every stand is a widget: it can be found by name, selected, dragged.
fn stands_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    setup: &SetUp,
    own: &mut SetUpTable,
    at: Option<Vec2>,
    found: &mut Option<Act>,
) {
    for (id, block) in &setup.facts.blocks {
        let rect = Rect::from_points(&block.corners().map(|corner| canvas.view.screen_from_table(corner)));
        if !canvas.view.rect.intersects(rect) {
            continue;
        }
        // Other tools click through the stands.
        let sense = if setup.tool == Tool::Hand { Sense::click_and_drag() } else { Sense::hover() };
        let chosen = setup.has_chosen(id);
        let response =
            ui.interact(rect.intersect(canvas.view.rect), egui::Id::unique(("draft stand", id)), sense);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &block.label));
        if chosen || response.has_focus() || response.hovered() {
            let pose = own.held.as_ref().and_then(|held| held.pose_of(id)).unwrap_or(block.pose);
            let grown = Block { width: block.width + 0.14, depth: block.depth + 0.14, pose, ..block.clone() };
            let width = if chosen || response.has_focus() { 2.6 } else { 1.6 };
            canvas.draw(&[Mark::ring(grown.corners(), Pen::fine(Ink::Selected, width))]);
        }
        if response.clicked() {
            let also = ui.input(|input| input.modifiers.shift);
            let act =
                if also { Act::Also(id.clone()) } else { Act::Select(Some(Subject::Stand(id.clone()))) };
            first(found, act);
        }
        if response.drag_started_by(PointerButton::Primary) {
            let press = ui.input(|input| input.pointer.press_origin());
            let press = press.map(|press| canvas.view.table_from_screen(press)).or(at);
            if let Some(press) = press {
                let mut others = if chosen { setup.chosen_on_table() } else { Vec::new() };
                others.retain(|(other, _)| other != id);
                let (pose, grip) = (block.pose, block.pose.at - press);
                own.held = Some(Held::Stand { id: id.clone(), grip, pose, from: pose, others });
                if !chosen {
                    first(found, Act::Select(Some(Subject::Stand(id.clone()))));
                }
            }
        }
        if setup.tool == Tool::Hand && own.held.is_none() {
            response.on_hover_text(&block.label);
        }
    }
}

/// What is held follows the pointer; let go, it is an edit.
fn hold(ui: &Ui, setup: &SetUp, own: &mut SetUpTable, at: Option<Vec2>, found: &mut Option<Act>) {
    let Some(held) = &mut own.held else { return };
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    // With Ctrl the wheel zooms in egui's eyes; here it turns, some five degrees a notch.
    let turn =
        ui.input(|input| if input.modifiers.command { -input.zoom_delta().ln() * WHEEL_TURN } else { 0.0 });
    if let Some(at) = at {
        match held {
            Held::Stand { grip, pose, .. } => *pose = Pose::new(at + *grip, pose.heading.turned(turn)),
            Held::Vertex { at: place, .. } => *place = at,
            Held::Feature { to, .. } | Held::Box { to, .. } => *to = at,
        }
    }
    if !ui.input(|input| input.pointer.any_down()) {
        let act = match held.clone() {
            Held::Stand { id, pose, others, .. } if others.is_empty() => {
                Act::Edit(Edit::Place { stand: id, pose })
            }
            Held::Stand { id, pose, from, others, .. } => {
                let moved = others
                    .into_iter()
                    .map(|(stand, other)| Edit::Place { stand, pose: moved_with(from, pose, other) });
                Act::Edit(Edit::Several(
                    std::iter::once(Edit::Place { stand: id, pose }).chain(moved).collect(),
                ))
            }
            Held::Box { from, to } => {
                let (low, high) = (from.min(to), from.max(to));
                let inside = |at: Vec2| at.cmpge(low).all() && at.cmple(high).all();
                let blocks = setup.facts.blocks.iter().filter(|(_, block)| inside(block.pose.at));
                Act::AlsoAll(blocks.map(|(id, _)| id.clone()).collect())
            }
            Held::Vertex { feature, vertex, at } => Act::Edit(Edit::MoveVertex { feature, vertex, to: at }),
            Held::Feature { feature, from, to } => Act::Edit(Edit::Shift { feature, by: to - from }),
        };
        own.held = None;
        first(found, act);
    }
}

/// The tool in hand: its ghost, and what a click does.
fn tool_ui(
    ui: &Ui,
    canvas: &Canvas<'_>,
    setup: &SetUp,
    ground: &egui::Response,
    at: Option<Vec2>,
    found: &mut Option<Act>,
) {
    let Some(at) = at else { return };
    let over = ui.rect_contains_pointer(canvas.view.rect);
    // A stand dragged from the list is let go over the table: the press was elsewhere.
    let (released, from_list) = ui.input(|input| {
        let pressed_in = input.pointer.press_origin().is_some_and(|press| canvas.view.rect.contains(press));
        (input.pointer.primary_released(), !pressed_in)
    });
    match &setup.tool {
        Tool::Hand => {}
        Tool::Place(stand) => {
            if let Some(stand) = setup.draft.stand(stand) {
                let (width, depth) = stand.size(setup.draft.scenario().scale());
                let ghost = footprint(Pose::new(at, setup.heading), width, depth);
                let tip = Heading::forward(setup.heading) * (depth / 2.0 + 0.6);
                canvas.draw(&[
                    Mark::fill(ghost, Ink::GoodWash),
                    Mark::ring(ghost, Pen::fine(Ink::Selected, 2.0)),
                    Mark::line([at, at + tip], Pen::fine(Ink::Selected, 2.0)),
                ]);
            }
            if over && released && from_list {
                first(found, Act::Click(at));
                return;
            }
        }
        Tool::Area(_) | Tool::Line(_) => {
            let mut points = setup.drawn.clone();
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
        Tool::Crossing(_) | Tool::Label | Tool::Objective | Tool::Entry | Tool::PicturePoint(_) => {
            canvas.draw(&[Mark::dot(at, Length::points(4.0), Ink::Selected)]);
        }
    }
    if setup.tool != Tool::Hand && over {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    if ground.double_clicked() && matches!(setup.tool, Tool::Area(_) | Tool::Line(_)) {
        first(found, Act::Finish);
    } else if ground.clicked() {
        first(found, Act::Click(at));
    }
}
