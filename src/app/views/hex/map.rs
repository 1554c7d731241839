//! The hex map: paper, counters, what is laid over them, and the pointer on it. Every hex and every counter is a widget.

use egui::{CursorIcon, PointerButton, Rect, Role, Sense, Ui, WidgetInfo};

use crate::app::command::Command;
use crate::app::hex::{HexAct, HexCommand};
use crate::app::painter::hex::{
    HexCanvas, HexView, MapLayers, MapShown, counter_rect, paint_counter, paint_furniture, small_map,
};
use crate::app::painter::{Type, furniture};
use crate::app::theme::EguiPalette;
use crate::drawing::hex::{
    Cost, Counter, Lie, Sheet, attack_marks, counter_places, cursor_marks, lit_marks, path_marks,
    reach_marks, zone_marks,
};
use crate::drawing::{Ink, Mark};
use crate::hexes::{Hex, HexMap};
use crate::rules::napoleon_at_war::UnitId;
use crate::scenario::hex::kind_name;

use super::super::{clause, first, weak};
use super::zoom::Wheel;

/// What the map shows.
#[derive(Debug)]
pub struct MapModel<'a> {
    pub map: &'a HexMap,
    pub sheet: &'a Sheet,
    pub counters: &'a [Counter],
    /// By counter: in full.
    pub labels: &'a [String],
    /// Grows with every change of the counters.
    pub version: u64,
    pub shown: MapShown,
    /// Zones of control by side, where they are shown.
    pub zones: Option<&'a [Vec<Hex>; 2]>,
    pub reach: &'a [Cost],
    /// Hexes that may be chosen now.
    pub lit: &'a [Hex],
    pub path: &'a [Hex],
    pub path_cost: Option<&'a str>,
    /// From, on, odds.
    pub attacks: &'a [(Vec<Hex>, Vec<Hex>, String)],
    /// Where a unit is put by the fiat that is filled in.
    pub marked: Option<Hex>,
    /// What the order was whose line of the log is pointed at.
    pub traces: &'a [Mark],
    /// The counter in hand follows the pointer.
    pub in_hand: Option<&'a Counter>,
    /// Why the hex under the pointer may not be chosen.
    pub hint: Option<Hint<'a>>,
}

/// What is said beside the pointer.
#[derive(Clone, Copy, Debug)]
pub struct Hint<'a> {
    pub fact: &'a str,
    pub clause: &'a str,
    pub remedy: &'a str,
}

/// What the map keeps from frame to frame.
#[derive(Debug, Default)]
pub struct MapState {
    view: Option<HexView>,
    /// The whole map is shown, and kept so when the window changes.
    pub fitted: bool,
    panning: bool,
    wheel: Wheel,
    over: Option<Hex>,
    layers: MapLayers,
}

impl MapState {
    pub fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.view {
            self.view = Some(view.zoomed(factor, view.view.rect.center()));
            self.fitted = false;
        }
    }

    /// Shows these hexes as large as they go.
    pub fn show(&mut self, lie: Lie, hexes: &[Hex]) {
        match (self.view, hexes.is_empty()) {
            (Some(view), false) => {
                self.view = Some(HexView::around(lie, hexes, view.view.rect));
                self.fitted = false;
            }
            _ => self.fitted = true,
        }
    }

    /// Moves the map so that this hex is in the middle, if it is out of sight or at the very edge.
    pub fn reveal(&mut self, hex: Hex) {
        let seen = |view: HexView| view.view.rect.shrink(24.0).contains(view.screen_from_hex(hex));
        if !self.fitted && self.view.is_some_and(|view| !seen(view)) {
            self.centre(hex);
        }
    }

    /// Moves the map so that this hex is in the middle.
    pub fn centre(&mut self, hex: Hex) {
        if let Some(view) = self.view {
            let by = view.view.rect.center() - view.screen_from_hex(hex);
            self.view = Some(view.panned(by));
            self.fitted = false;
        }
    }
}

pub fn map_ui(ui: &mut Ui, model: &MapModel<'_>, state: &mut MapState) -> Option<Command> {
    let mut found = None;
    let (rect, ground) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("The map: {}", model.map.name)));
    let lie = model.sheet.lie;
    let mut view = match state.view {
        Some(view) if !state.fitted => view.in_rect(rect),
        _ => {
            state.fitted = true;
            HexView::fit(lie, rect)
        }
    };
    navigate(ui, &ground, state, &mut view);
    let small = small_map(&view);
    let free = |at: &egui::Pos2| small.is_none_or(|small| !small.view.rect.contains(*at));
    let pointer = ui.ctx().pointer_latest_pos().filter(|_| ui.rect_contains_pointer(rect)).filter(free);
    let over = pointer.and_then(|at| view.hex_from_screen(at));

    let palette = EguiPalette::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, palette.ink(Ink::Desk));
    let canvas = HexCanvas { painter: &painter, view, palette };
    let type_face = Type::of(&painter);
    let zooming = state.wheel.turns(ui);
    let mut taken: Vec<Hex> = model.counters.iter().filter_map(|counter| counter.hex).collect();
    taken.sort_unstable();
    taken.dedup();
    state.layers.paint_map(&canvas, &type_face, model.sheet, model.shown, &taken, zooming);
    for (side, hexes) in model.zones.into_iter().flatten().enumerate() {
        canvas.draw(&zone_marks(&lie, side as u8, hexes));
    }
    canvas.draw(&reach_marks(&lie, model.reach));
    canvas.draw(&lit_marks(&lie, model.lit));
    if model.path.len() > 1 {
        canvas.draw(&path_marks(&lie, model.path, model.path_cost));
    }
    // On the map, and so beneath the counters that stand there.
    paint_furniture(&canvas, model.sheet.metres);
    let version = model.version;
    state.layers.paint_counters(&canvas, &type_face, model.counters, version, zooming);
    for (from, to, odds) in model.attacks {
        canvas.draw(&attack_marks(&lie, from, to, odds, view.view.scale));
    }
    canvas.draw(model.traces);
    if let Some(hex) = model.marked {
        canvas.draw(&cursor_marks(&lie, hex));
    }

    hexes_ui(ui, model, &view, pointer, &mut found);
    counters_ui(ui, model, &view, &mut found);
    if let Some(small) = small {
        small_map_ui(ui, model, state, &mut view, &canvas, &type_face, small);
    }
    if ground.clicked() {
        let at = ground.interact_pointer_pos().and_then(|at| view.hex_from_screen(at));
        first(&mut found, Command::Hex(at.map_or(HexCommand::Select(None), HexCommand::At)));
    }
    if let (Some(counter), Some(at)) = (model.in_hand, pointer) {
        let side = (view.hex_size() * 0.78).clamp(18.0, 96.0);
        let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("counter in hand"));
        let above = ui.ctx().layer_painter(layer).with_clip_rect(rect);
        let place = Rect::from_center_size(at + egui::vec2(side * 0.42, side * 0.42), egui::vec2(side, side));
        paint_counter(&above, place, palette, counter);
    }
    hint_ui(ui, model, pointer);
    if !Type::of(&painter).is_same(&type_face) {
        // Letters that were new have made their atlas grow: what was cut before would be read in the wrong place of it.
        ui.ctx().request_discard("the glyphs have moved");
    }
    if found.is_none() && over != state.over {
        found = Some(Command::Hex(HexCommand::Over(over)));
    }
    if matches!(found, Some(Command::Hex(HexCommand::Over(_)))) {
        state.over = over;
    }
    state.view = Some(view);
    found
}

/// The small map in the corner, while not all of the map is seen: a click or a drag on it moves the view.
fn small_map_ui(
    ui: &Ui,
    model: &MapModel<'_>,
    state: &mut MapState,
    view: &mut HexView,
    canvas: &HexCanvas<'_>,
    type_face: &Type,
    small: HexView,
) {
    let rect = small.view.rect;
    let response = ui.interact(rect, egui::Id::unique("small map"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Small map"));
    let held = response.is_pointer_button_down_on() || response.clicked();
    if held && let Some(at) = response.interact_pointer_pos() {
        view.view.centre = small.view.table_from_screen(at).clamp(glam::Vec2::ZERO, view.lie.size);
        state.fitted = false;
    }
    let painter = canvas.painter.with_clip_rect(rect.expand(2.0).intersect(view.view.rect));
    painter.rect_filled(rect, 0.0, canvas.palette.ink(Ink::Paper));
    let inset = HexCanvas { painter: &painter, view: small, palette: canvas.palette };
    state.layers.paint_small(&inset, type_face, model.sheet);
    let counters = model.counters.iter();
    let dots = counters.filter_map(|one| Some((small.lie.centre(one.hex?), Ink::Block(one.colour))));
    furniture::small_map_over(&painter, &small.view, &view.view, canvas.palette, dots);
}

/// Wheel and pinch zoom to the pointer; dragging the ground, or anything with the middle button, moves the map.
fn navigate(ui: &Ui, ground: &egui::Response, state: &mut MapState, view: &mut HexView) {
    if ground.drag_started() {
        state.panning = true;
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
    if state.wheel.zoom(ui, view) {
        state.fitted = false;
    }
}

/// What a hex is and who is in it: `1412 Marengo, town; French 43, infantry, 5-4`.
fn hex_label(model: &MapModel<'_>, hex: Hex) -> String {
    let cell = model.map.cell(hex);
    let mut label = hex.to_string();
    if !cell.name.is_empty() {
        label.push(' ');
        label.push_str(&cell.name);
    }
    label.push_str(", ");
    label.push_str(kind_name(cell.kind));
    for (counter, name) in model.counters.iter().zip(model.labels) {
        if counter.hex == Some(hex) {
            label.push_str("; ");
            label.push_str(name.split(", in ").next().unwrap_or(name));
        }
    }
    if let Some(cost) = model.reach.iter().find(|cost| cost.hex == hex) {
        label.push_str(&format!("; {} points", cost.words()));
    }
    if model.lit.contains(&hex) {
        label.push_str("; may be chosen");
    }
    label
}

/// Every hex in sight is a widget: it can be found by its number and clicked.
fn hexes_ui(
    ui: &Ui,
    model: &MapModel<'_>,
    view: &HexView,
    pointer: Option<egui::Pos2>,
    found: &mut Option<Command>,
) {
    let seen = view.view.rect;
    for hex in model.map.grid.hexes() {
        let rect = view.hex_rect(hex).shrink(view.hex_size() * 0.12).intersect(seen);
        if !rect.is_positive() {
            continue;
        }
        let response = ui.interact(rect, egui::Id::unique(("hex", hex.0)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, hex_label(model, hex)));
        if response.has_focus() {
            let palette = EguiPalette::of(ui.visuals());
            let painter = ui.painter().with_clip_rect(seen);
            HexCanvas { painter: &painter, view: *view, palette }.draw(&cursor_marks(&view.lie, hex));
            first(found, Command::Hex(HexCommand::Over(Some(hex))));
        }
        if response.clicked() {
            // Boxes overlap a little: the pointer knows the hex.
            let at = pointer.filter(|at| rect.contains(*at)).and_then(|at| view.hex_from_screen(at));
            *found = Some(Command::Hex(HexCommand::At(at.unwrap_or(hex))));
        }
    }
}

/// Every counter is a widget: it can be found by name, hovered, selected, lifted.
fn counters_ui(ui: &Ui, model: &MapModel<'_>, view: &HexView, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    for (index, at) in counter_places(&view.lie, model.counters) {
        let (Some(counter), Some(label)) = (model.counters.get(index), model.labels.get(index)) else {
            continue;
        };
        let rect = counter_rect(&view.view, at).intersect(view.view.rect);
        let Ok(number) = u8::try_from(counter.id) else { continue };
        if !rect.is_positive() {
            continue;
        }
        let unit = UnitId(number);
        let response = ui.interact(rect, egui::Id::unique(("counter", counter.id)), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, counter.condition.selected, label));
        if response.has_focus() {
            ui.painter().with_clip_rect(view.view.rect).rect_stroke(
                rect.expand(2.0),
                3.0,
                egui::Stroke::new(2.5, palette.ink(Ink::Selected)),
                egui::StrokeKind::Outside,
            );
        }
        if response.clicked() {
            *found = Some(Command::Hex(HexCommand::Counter(unit)));
        } else if response.drag_started_by(PointerButton::Primary) {
            *found = Some(Command::Hex(HexCommand::Lift(unit)));
        } else if response.drag_stopped() {
            let at = response.interact_pointer_pos().or(ui.ctx().pointer_latest_pos());
            let hex = at.and_then(|at| view.hex_from_screen(at));
            *found = Some(Command::Hex(HexCommand::Drop(hex)));
        }
        response.context_menu(|ui| {
            ui.set_min_width(170.0);
            ui.set_max_width(230.0);
            ui.add(egui::Label::new(egui::RichText::new(label).strong()).wrap());
            ui.separator();
            for act in [HexAct::Place, HexAct::Strength, HexAct::Remove] {
                let command = Command::Hex(HexCommand::Fiat(act, Some(unit)));
                if ui.button(command.text()).on_hover_text(command.tooltip()).clicked() {
                    *found = Some(command);
                    ui.close();
                }
            }
        });
        // What it is, unless something is being done with it.
        if model.in_hand.is_none() && model.hint.is_none() {
            response.on_hover_text(label);
        }
    }
}

/// What is said beside the pointer.
fn hint_ui(ui: &Ui, model: &MapModel<'_>, pointer: Option<egui::Pos2>) {
    let (Some(hint), Some(at)) = (model.hint, pointer) else { return };
    let rect = Rect::from_center_size(at, egui::vec2(28.0, 28.0));
    egui::Area::new(egui::Id::unique("hint of the map"))
        .order(egui::Order::Tooltip)
        .interactable(false)
        .constrain_to(ui.ctx().content_rect())
        .fixed_pos(rect.right_bottom() + egui::vec2(18.0, 14.0))
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(320.0);
                let palette = EguiPalette::of(ui.visuals());
                ui.label(egui::RichText::new(hint.fact).color(palette.refused()));
                clause(ui, hint.clause);
                if !hint.remedy.is_empty() {
                    weak(ui, hint.remedy);
                }
            });
        });
}
