//! The table: ground, stands, what is measured and planned, and the pointer's part in it.

use std::cell::RefCell;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{CursorIcon, Key, PointerButton, Rect, Role, Sense, Shape, Ui, WidgetInfo};

use crate::app::command::Command;
use crate::app::models::Table;
use crate::app::painter::{
    Block, Canvas, Ink, Mark, Pen, View, furniture_marks, ground_marks, marker_marks, objective_marks,
    screen, stand_marks,
};
use crate::app::theme::Palette;
use crate::rules::easy::StandId;
use crate::table::Vec2;
use crate::table::ground::Ground;

use super::first;
use super::menu::stand_menu;

/// What is drawn besides ground and stands.
#[derive(Debug, Default)]
pub struct Overlays {
    /// Under the stands: reach.
    pub under: Vec<Mark>,
    /// Over them: measured lines, ghosts, ways.
    pub over: Vec<Mark>,
}

/// What the table view shows.
#[derive(Debug)]
pub struct TableModel<'a> {
    pub ground: &'a Ground,
    pub table: &'a Table,
    pub overlays: &'a Overlays,
    /// What the stands control, if it is to be seen.
    pub zones: Option<&'a [Mark]>,
    pub names: bool,
    pub grid: bool,
    pub selected: Option<StandId>,
    /// A stand is in hand.
    pub carrying: bool,
    /// Changes whenever the table does.
    pub version: u64,
}

/// What the table keeps from frame to frame: the view, and drawings that stay the same.
#[derive(Debug, Default)]
pub struct TableState {
    pub view: Option<View>,
    /// The view was fitted to the table and is kept so when the window changes.
    pub fitted: bool,
    /// The drag moves the table.
    panning: bool,
    /// The drag carries a stand.
    lifting: bool,
    ground: RefCell<Option<Drawn>>,
    stands: RefCell<Option<Drawn>>,
    zones: RefCell<Option<Drawn>>,
}

/// A drawing with all it depends on.
#[derive(Debug)]
struct Drawn {
    version: u64,
    scale: f32,
    pixels: f32,
    palette: Palette,
    mesh: Mesh,
    lettering: Vec<Mark>,
}

/// What the pointer did to the table.
#[derive(Debug, Default)]
pub struct TableAnswer {
    pub command: Option<Command>,
    /// Where the pointer is on the table.
    pub pointer: Option<Vec2>,
    pub hovered: Option<StandId>,
    /// Where the table or a stand on it was clicked.
    pub clicked: Option<Vec2>,
}

pub fn table_ui(ui: &mut Ui, model: &TableModel<'_>, state: &mut TableState) -> TableAnswer {
    let mut answer = TableAnswer::default();
    let (rect, ground) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    ground
        .widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("The table: {}", model.ground.name)));
    let mut view = match state.view {
        Some(view) if !state.fitted => View { rect, ..view },
        _ => {
            state.fitted = true;
            View::fit(model.ground.size, rect)
        }
    };
    navigate(ui, &ground, model, state, &mut view);
    let pointer = ui.ctx().pointer_latest_pos().filter(|at| rect.contains(*at));
    answer.pointer = pointer.map(|at| view.table_from_screen(at));

    let palette = Palette::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, palette.ink(Ink::Desk));
    let canvas = Canvas { painter: &painter, view, palette };
    let pixels = ui.ctx().pixels_per_point();
    paint_ground(&canvas, model, state, pixels);
    if let Some(zones) = &model.zones {
        cached(&state.zones, &canvas, model.version, pixels, || zones.to_vec());
    }
    canvas.draw(&model.overlays.under);
    for (at, forward, name) in &model.table.entries {
        canvas.draw(&marker_marks(*at, *forward, name));
    }
    cached(&state.stands, &canvas, model.version, pixels, || {
        model.table.blocks.iter().flat_map(stand_marks).collect()
    });
    canvas.draw(&objective_marks(&model.table.objectives));
    stands_ui(ui, model, state, &view, &canvas, &mut answer);
    canvas.draw(&model.overlays.over);
    screen::furniture(&painter, &view, palette);

    if ground.clicked() {
        answer.clicked = answer.pointer;
    }
    if ground.clicked() && !model.carrying {
        first(&mut answer.command, Command::Select(None));
    }
    if model.carrying {
        carry(ui, &ground, state, &mut answer);
    }
    state.view = Some(view);
    answer
}

/// Wheel and pinch zoom to the pointer; dragging the ground, or anything with the middle button, moves the table.
fn navigate(
    ui: &Ui,
    ground: &egui::Response,
    model: &TableModel<'_>,
    state: &mut TableState,
    view: &mut View,
) {
    if ground.drag_started() {
        state.panning = !model.carrying || ground.drag_started_by(PointerButton::Middle);
    }
    let middle =
        ui.input(|input| input.pointer.button_down(PointerButton::Middle)) && ground.contains_pointer();
    if (state.panning && ground.dragged()) || middle {
        let delta = ui.input(|input| input.pointer.delta());
        if delta != egui::Vec2::ZERO {
            *view = view.panned(delta);
            state.fitted = false;
        }
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    if ground.drag_stopped() {
        state.panning = false;
    }
    if let Some(pointer) = ui.ctx().pointer_latest_pos()
        && ui.rect_contains_pointer(view.rect)
    {
        let (scroll, pinch, turning) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta(), input.modifiers.command));
        let factor = if model.carrying && turning { 1.0 } else { pinch * (scroll * 0.0022).exp() };
        if (factor - 1.0).abs() > 1e-4 {
            let least = View::fit(model.ground.size, view.rect).scale * 0.7;
            let zoomed = view.zoomed(factor, pointer);
            if zoomed.scale >= least || zoomed.scale > view.scale {
                *view = zoomed;
                state.fitted = false;
            }
        }
    }
}

fn paint_ground(canvas: &Canvas<'_>, model: &TableModel<'_>, state: &TableState, pixels: f32) {
    let version = std::ptr::from_ref(model.ground).addr() as u64;
    cached(&state.ground, canvas, version, pixels, || ground_marks(model.ground));
    canvas.draw(&furniture_marks(model.ground, model.names, model.grid));
}

/// Draws marks that stay the same with this version: they are made and cut into triangles once a zoom.
fn cached(
    cache: &RefCell<Option<Drawn>>,
    canvas: &Canvas<'_>,
    version: u64,
    pixels: f32,
    marks: impl FnOnce() -> Vec<Mark>,
) {
    let (scale, palette) = (canvas.view.scale, canvas.palette);
    let mut cache = cache.borrow_mut();
    let fresh = |drawn: &Drawn| {
        drawn.version == version && drawn.scale == scale && drawn.pixels == pixels && drawn.palette == palette
    };
    if !cache.as_ref().is_some_and(fresh) {
        let marks = marks();
        let mesh = screen::meshed(&marks, scale, palette, pixels);
        let lettering = marks.into_iter().filter(|mark| matches!(mark, Mark::Text(_))).collect();
        *cache = Some(Drawn { version, scale, pixels, palette, mesh, lettering });
    }
    if let Some(drawn) = &*cache {
        let mut mesh = drawn.mesh.clone();
        mesh.translate(canvas.view.screen_from_table(Vec2::ZERO).to_vec2());
        canvas.painter.add(Shape::Mesh(Arc::new(mesh)));
        canvas.draw(&drawn.lettering);
    }
}

/// Every stand is a widget: it can be found by name, hovered, selected, lifted.
fn stands_ui(
    ui: &mut Ui,
    model: &TableModel<'_>,
    state: &mut TableState,
    view: &View,
    canvas: &Canvas<'_>,
    answer: &mut TableAnswer,
) {
    for block in &model.table.blocks {
        let id = StandId(block.stand);
        let rect = on_screen(block, view);
        if !view.rect.intersects(rect) {
            continue;
        }
        let sense = if model.carrying && model.selected != Some(id) {
            Sense::hover()
        } else {
            Sense::click_and_drag()
        };
        let response =
            ui.interact(rect.intersect(view.rect), ui.scope_id().with(("stand", block.stand)), sense);
        let chosen = model.selected == Some(id);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &block.label));
        if chosen || response.has_focus() || response.hovered() {
            let (ink, width) =
                if chosen || response.has_focus() { (Ink::Selected, 2.6) } else { (Ink::BlockLine, 1.6) };
            let grown = Block { width: block.width + 0.14, depth: block.depth + 0.14, ..block.clone() };
            canvas.draw(&[Mark::ring(grown.corners(), Pen::fine(ink, width))]);
        }
        if response.hovered() {
            answer.hovered = Some(id);
            if block.may_act {
                ui.ctx().set_cursor_icon(CursorIcon::Grab);
            }
        }
        if response.clicked() {
            answer.clicked = answer.pointer;
            let shift = ui.input(|input| input.modifiers.shift);
            let command = match (model.carrying, shift) {
                (false, _) => Command::Select(Some(id)),
                (true, true) => Command::WayPoint,
                (true, false) => Command::Drop,
            };
            first(&mut answer.command, command);
        }
        if response.drag_started_by(PointerButton::Primary) && block.may_act {
            state.lifting = true;
            first(&mut answer.command, Command::PickUp(id));
        }
        if state.lifting && response.drag_stopped() {
            state.lifting = false;
            first(&mut answer.command, Command::Drop);
        }
        if !model.carrying {
            response.context_menu(|ui| {
                stand_menu(ui, id, &block.label, true, block.may_act, &mut answer.command);
            });
            response.on_hover_text(&block.label);
        }
    }
}

fn on_screen(block: &Block, view: &View) -> Rect {
    Rect::from_points(&block.corners().map(|corner| view.screen_from_table(corner)))
}

/// A click while a stand is in hand sets it down, with Shift it sets a way-point.
fn carry(ui: &Ui, ground: &egui::Response, state: &mut TableState, answer: &mut TableAnswer) {
    let shift = ui.input(|input| input.modifiers.shift);
    if ground.clicked() {
        first(&mut answer.command, if shift { Command::WayPoint } else { Command::Drop });
    }
    if state.lifting && ui.input(|input| input.key_pressed(Key::Escape)) {
        state.lifting = false;
    }
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
}
