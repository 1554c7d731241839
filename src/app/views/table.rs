//! The table: ground, stands, what is measured and planned, and the pointer's part in it.

use egui::{CursorIcon, Key, PointerButton, Rect, Role, Sense, Ui, WidgetInfo};

use crate::app::command::Command;
use crate::app::models::Table;
use crate::app::painter::{Canvas, Layer, Type, View, furniture};
use crate::app::theme::EguiPalette;
use crate::drawing::overlay::{LegendRow, Ruler, ruler_words};
use crate::drawing::{
    Block, Detail, Ink, Mark, Pen, SIGN, flag_box, flag_foot, grid_marks, ground_marks, make_way,
    marker_marks, name_marks, objective_marks, sign_marks, signs, small_ground_marks, stand_marks,
    work_marks,
};
use crate::rules::easy::StandId;
use crate::rules::easy::brief::tooltip::Said;
use crate::table::Vec2;
use crate::table::ground::Ground;

use super::menu::stand_menu;
use super::{first, told_ui};

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
    /// The number of this ground: no other has it, and it changes with the ground.
    pub sheet: u64,
    pub table: &'a Table,
    pub overlays: &'a Overlays,
    /// What the stands control, if it is to be seen.
    pub zones: Option<&'a [Mark]>,
    pub names: bool,
    pub grid: bool,
    pub selected: Option<StandId>,
    /// A stand is in hand.
    pub carrying: bool,
    /// A ruler is being laid.
    pub measuring: bool,
    /// Something lies over the table: nothing is told of the stands under the pointer.
    pub silent: bool,
    /// The rulers that lie on the table, each with its place in the list.
    pub rulers: &'a [(usize, Ruler)],
    /// Changes whenever the table does.
    pub version: u64,
    /// What the overlays that are on mean.
    pub legend: &'a [LegendRow],
    /// The ground scale.
    pub yards_per_inch: f32,
}

/// What the table keeps from frame to frame: the view, and drawings that stay the same.
#[derive(Debug)]
pub struct TableState {
    pub view: Option<View>,
    /// The view was fitted to the table and is kept so when the window changes.
    pub fitted: bool,
    /// The drag moves the table.
    panning: bool,
    /// The drag carries a stand.
    lifting: bool,
    /// The drag moves the view on the small map.
    gliding: bool,
    /// When the wheel turned last.
    zoomed: f64,
    /// Where a button of the pointer was pressed or let go last: nothing is told of stands until it has left there.
    quiet: Option<egui::Pos2>,
    layers: Layers,
    beside: Option<Beside>,
}

/// The marks over the stands with their plates beside the stands, and all that their places depend on.
#[derive(Debug)]
struct Beside {
    version: u64,
    view: View,
    laid: Vec<Mark>,
    marks: Vec<Mark>,
}

impl Default for TableState {
    fn default() -> Self {
        Self {
            view: None,
            fitted: false,
            panning: false,
            lifting: false,
            gliding: false,
            zoomed: f64::NEG_INFINITY,
            quiet: None,
            layers: Layers::default(),
            beside: None,
        }
    }
}

/// Drawings that are kept, from the paper up.
#[derive(Debug)]
struct Layers {
    ground: Layer,
    names: Layer,
    zones: Layer,
    under: Layer,
    stands: Layer,
    over: Layer,
    small: Layer,
}

impl Default for Layers {
    fn default() -> Self {
        let [ground, names, zones, under, stands, over, small] = [1, 2, 3, 4, 5, 6, 7].map(Layer::new);
        Self { ground, names, zones, under, stands, over, small }
    }
}

/// While the wheel has turned within so many seconds, layers are stretched instead of being made anew.
const ZOOMING: f64 = 0.12;

/// What the pointer did to the table.
#[derive(Debug, Default)]
pub struct TableAnswer {
    pub command: Option<Command>,
    /// Where the pointer is on the table.
    pub pointer: Option<Vec2>,
    pub hovered: Option<StandId>,
    /// Where the table or a stand on it was clicked.
    pub clicked: Option<Vec2>,
    /// Where the pointer was when it pressed the stand that it drags now.
    pub pressed: Option<Vec2>,
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

    let palette = EguiPalette::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, palette.ink(Ink::Desk));
    let canvas = Canvas { painter: &painter, view, palette };
    let type_face = Type::of(&painter);
    paint(ui, &canvas, &type_face, model, state);
    stands_ui(ui, model, state, &view, &canvas, &mut answer);
    let over = laid_beside(model, &view, &mut state.beside);
    state.layers.over.draw_same(&canvas, &type_face, over);
    rulers_ui(ui, model, over, &view, &painter, &mut answer);
    furniture::legend(&painter, &view, palette, model.legend);
    small_map_ui(ui, model, state, &mut view, &canvas, &type_face);

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
                state.zoomed = ui.input(|input| input.time);
            }
        }
    }
}

/// Everything from the paper up to the stands.
fn paint(ui: &Ui, canvas: &Canvas<'_>, type_face: &Type, model: &TableModel<'_>, state: &TableState) {
    let layers = &state.layers;
    let since = ui.input(|input| input.time) - state.zoomed;
    let zooming = since < ZOOMING;
    if zooming {
        ui.ctx().request_repaint_after_secs((ZOOMING - since) as f32 + 0.01);
    }
    layers.ground.draw(canvas, type_face, model.sheet, zooming, |_| ground_marks(model.ground));
    // Names make way for stands and flags.
    let named = (model.version << 2) | u64::from(model.names) | (u64::from(model.grid) << 1);
    let taken = || model.table.covered();
    layers.names.draw(canvas, type_face, named, zooming, |scale| {
        let mut marks = if model.grid { grid_marks(model.ground.size) } else { Vec::new() };
        if model.names {
            let stands = taken();
            let objectives = model.table.objectives.iter();
            let flags: Vec<_> = objectives.map(|(place, ..)| flag_box(flag_foot(place, &stands))).collect();
            marks.extend(name_marks(model.ground, &flags, &stands, scale));
        }
        marks
    });
    // Scale bar and compass are printed on the paper: no stand lies under them.
    furniture::furniture(canvas.painter, &canvas.view, canvas.palette, model.yards_per_inch);
    if let Some(zones) = model.zones {
        layers.zones.draw(canvas, type_face, model.version, zooming, |_| zones.to_vec());
    }
    layers.under.draw_same(canvas, type_face, &model.overlays.under);
    layers.stands.draw(canvas, type_face, model.version, zooming, |scale| {
        let table = model.table;
        let mut marks: Vec<Mark> =
            table.entries.iter().flat_map(|(at, forward, name)| marker_marks(*at, *forward, name)).collect();
        let detail = Detail::at(scale);
        marks.extend(table.blocks.iter().flat_map(|block| stand_marks(block, detail)));
        marks.extend(work_marks(&table.works));
        marks.extend(table.blocks.iter().flat_map(sign_marks));
        let stands = taken();
        let flags: Vec<_> = table
            .objectives
            .iter()
            .map(|(place, points, ink)| (&place[..], flag_foot(place, &stands), points.as_str(), *ink))
            .collect();
        marks.extend(objective_marks(&flags));
        marks
    });
}

/// The small map in the corner, while not all of the table is seen: a click or a drag on it moves the view.
fn small_map_ui(
    ui: &Ui,
    model: &TableModel<'_>,
    state: &mut TableState,
    view: &mut View,
    canvas: &Canvas<'_>,
    type_face: &Type,
) {
    let Some(small) = furniture::small_map(view, model.ground.size) else {
        state.gliding = false;
        return;
    };
    let response = ui.interact(small.rect, egui::Id::unique("small map"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Small map of the table"));
    let held = response.is_pointer_button_down_on() || response.clicked();
    if held && let Some(at) = response.interact_pointer_pos() {
        view.centre = small.table_from_screen(at).clamp(Vec2::ZERO, model.ground.size);
        state.fitted = false;
    }
    state.gliding = held;
    let painter = canvas.painter.with_clip_rect(small.rect.expand(2.0).intersect(view.rect));
    let inset = Canvas { painter: &painter, view: small, palette: canvas.palette };
    painter.rect_filled(small.rect, 0.0, canvas.palette.ink(Ink::Paper));
    state.layers.small.draw(&inset, type_face, model.sheet, false, |_| small_ground_marks(model.ground));
    let stands = model.table.blocks.iter().map(|block| (block.pose.at, Ink::Block(block.colour)));
    furniture::small_map_over(&painter, &small, view, canvas.palette, stands);
}

/// So far the pointer goes from where it was pressed before the table tells of the stand under it, in points.
const QUIET: f32 = 8.0;

/// Every stand is a widget: it can be found by name, hovered, selected, lifted.
fn stands_ui(
    ui: &mut Ui,
    model: &TableModel<'_>,
    state: &mut TableState,
    view: &View,
    canvas: &Canvas<'_>,
    answer: &mut TableAnswer,
) {
    let (pressed, pointer) = ui.input(|input| {
        (input.pointer.any_pressed() || input.pointer.any_released(), input.pointer.latest_pos())
    });
    if pressed {
        state.quiet = pointer;
    }
    if let (Some(quiet), Some(at)) = (state.quiet, pointer)
        && quiet.distance(at) > QUIET
    {
        state.quiet = None;
    }
    let told = state.quiet.is_none() && !model.measuring && !model.silent && rests(ui);
    // A sign or a plate under the pointer tells of itself; else the stand does; else the place.
    let free = pointer.filter(|_| told && !model.carrying && ui.rect_contains_pointer(view.rect));
    let small = free.and_then(|at| sign_at(model, view, at).or_else(|| spot_at(model, view, at, true)));
    for block in &model.table.blocks {
        let id = StandId(block.stand);
        let rect = on_screen(block, view);
        if !view.rect.intersects(rect) {
            continue;
        }
        let chosen = model.selected == Some(id);
        // With a stand in hand another one that may act can still be dragged: the first is put back.
        let sense = if model.carrying && !chosen && !block.may_act {
            Sense::hover()
        } else {
            Sense::click_and_drag()
        };
        let response =
            ui.interact(rect.intersect(view.rect), ui.scope_id().with(("stand", block.stand)), sense);
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
                // The second click on a stand that may act takes it in hand.
                (false, _) if chosen && block.may_act => Command::PickUp(id),
                (false, _) => Command::Select(Some(id)),
                (true, true) => Command::WayPoint,
                (true, false) => Command::Drop,
            };
            first(&mut answer.command, command);
        }
        if response.drag_started_by(PointerButton::Primary) && !model.measuring {
            // One that may not act is refused with its reason.
            state.lifting = block.may_act;
            let press = ui.input(|input| input.pointer.press_origin());
            answer.pressed = press.map(|at| view.table_from_screen(at));
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
            if told
                && small.is_none()
                && let Some(told) = model.table.told.get(&id)
            {
                response.on_hover_ui(|ui| told_ui(ui, &told.title, &told.said));
            }
        }
    }
    let bare = free.filter(|_| answer.hovered.is_none());
    let place = || bare.and_then(|at| spot_at(model, view, at, false));
    if let Some((title, said)) = small.or_else(place) {
        let id = ui.scope_id().with("told");
        egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, egui::PopupAnchor::Pointer)
            .gap(14.0)
            .show(|ui| told_ui(ui, title, std::slice::from_ref(said)));
    }
}

/// The sign of a stand under the pointer, the topmost first: whose it is, and what it means.
fn sign_at<'m>(model: &'m TableModel<'_>, view: &View, at: egui::Pos2) -> Option<(&'m str, &'m Said)> {
    let reach = SIGN.at(view.scale);
    model.table.blocks.iter().rev().find_map(|block| {
        let (sign, _) =
            signs(block).into_iter().find(|(_, spot)| view.screen_from_table(*spot).distance(at) <= reach)?;
        let told = model.table.told.get(&StandId(block.stand))?;
        let said = told.said.iter().find(|said| said.sign == Some(sign))?;
        Some((told.title.as_str(), said))
    })
}

/// The place under the pointer that tells of itself; `plates`: those that lie over the stands.
fn spot_at<'m>(
    model: &'m TableModel<'_>,
    view: &View,
    at: egui::Pos2,
    plates: bool,
) -> Option<(&'m str, &'m Said)> {
    let spots = model.table.spots.iter().filter(|spot| spot.plate == plates);
    let near = spots.map(|spot| (view.screen_from_table(spot.at).distance(at), spot));
    let near = near.filter(|(far, spot)| *far <= (spot.radius * view.scale).max(8.0));
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, spot)| (spot.title.as_str(), &spot.said))
}

/// The pointer rests: what lies under it may be told of. While it moves over the table nothing stands in its way.
fn rests(ui: &Ui) -> bool {
    let (since, pointer) =
        ui.input(|input| (input.pointer.time_since_last_movement(), input.pointer.latest_pos()));
    let over = pointer.is_some_and(|at| ui.max_rect().contains(at));
    if over && since < RESTS {
        ui.ctx().request_repaint_after_secs(RESTS - since + 0.01);
    }
    since >= RESTS
}

/// So long, in seconds, the pointer has to rest before the stand under it is told of.
const RESTS: f32 = 0.25;

/// The marks over the stands, with the words on plates put beside the stands: as they were put last where nothing has
/// changed since.
fn laid_beside<'m>(model: &'m TableModel<'_>, view: &View, kept: &'m mut Option<Beside>) -> &'m [Mark] {
    let over = &model.overlays.over;
    if !over.iter().any(|mark| matches!(mark, Mark::Text(words) if words.plate)) {
        *kept = None;
        return over;
    }
    let beside =
        kept.take().filter(|kept| kept.version == model.version && kept.view == *view && kept.laid == *over);
    let beside = beside.unwrap_or_else(|| {
        let stands = model.table.covered();
        let mut marks = over.clone();
        make_way(&mut marks, &stands, view.seen(), view.scale);
        Beside { version: model.version, view: *view, laid: over.clone(), marks }
    });
    &kept.insert(beside).marks
}

/// The length of every ruler is a button that takes it away.
fn rulers_ui(
    ui: &Ui,
    model: &TableModel<'_>,
    over: &[Mark],
    view: &View,
    painter: &egui::Painter,
    answer: &mut TableAnswer,
) {
    for (place, ruler) in model.rulers {
        let words = ruler_words(ruler);
        // Where it came to lie, beside the stands.
        let drawn = over.iter().find_map(|mark| match mark {
            Mark::Text(drawn) if drawn.plate && drawn.at == words.at && drawn.text == words.text => {
                Some(drawn)
            }
            _ => None,
        });
        let Some(drawn) = drawn else { continue };
        let rect = view.plate(drawn).intersect(view.rect);
        if !rect.is_positive() {
            continue;
        }
        let response = ui.interact(rect, ui.scope_id().with(("ruler", *place)), Sense::click());
        let label = format!("Ruler: {}", ruler.words);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.clicked() && !model.measuring {
            first(&mut answer.command, Command::RemoveRuler(*place));
        }
        if response.has_focus() || response.hovered() {
            let line = egui::Stroke::new(2.0, EguiPalette::of(ui.visuals()).ink(Ink::Selected));
            painter.rect_stroke(rect, 3.0, line, egui::StrokeKind::Outside);
        }
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text("Click to take this ruler away");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Saved, Start, theme};
    use crate::desk::{Desk, Library, Setup};
    use crate::games::Games;
    use crate::rules::easy::Easy;

    /// The plates as they are kept, and as they would be put now.
    fn plates(window: &mut crate::app::FrameBench) -> (Vec<Mark>, Vec<Mark>) {
        let app = window.app();
        let view = app.table.view.expect("a frame was shown");
        let stands = app.models.table.covered();
        let mut fresh = app.overlays.over.clone();
        make_way(&mut fresh, &stands, view.seen(), view.scale);
        (app.table.beside.as_ref().expect("there are plates").marks.clone(), fresh)
    }

    #[test]
    fn plates_that_are_kept_lie_where_they_would_be_put_now() {
        let (scenario, _) =
            Library::embedded(&Games::default()).scenario("waterloo").expect("it is in the program");
        let mut window =
            crate::app::bench_frame(Setup::new(scenario, 1), [1600.0, 1000.0], 0).expect("the game begins");
        let at = |window: &mut crate::app::FrameBench| {
            window.app().table.beside.as_ref().map(|kept| kept.marks.as_ptr())
        };
        window.frame();
        window.frame();
        let (still, fresh) = plates(&mut window);
        assert_eq!(still, fresh);
        let before = at(&mut window);
        window.frame();
        assert_eq!(at(&mut window), before, "while nothing changes nothing is put anew");
        // The hand moves on.
        window.frame_while_carrying();
        let (carried, fresh) = plates(&mut window);
        assert_eq!(carried, fresh);
        assert_ne!(carried, still);
        // The stands stand otherwise.
        let app = window.app();
        let mut table = (*app.models.table).clone();
        table.blocks.iter_mut().for_each(|block| block.pose = block.pose.moved(Vec2::new(0.7, 0.4)));
        app.models.table = table.into();
        app.version += 1;
        window.frame();
        let (moved, fresh) = plates(&mut window);
        assert_eq!(moved, fresh);
        assert_ne!(moved, carried);
        // The view is another.
        let ctx = window.app().shell.ctx.clone().expect("a frame was shown");
        window.app().run_command(&ctx, Command::ZoomIn);
        window.frame();
        let (zoomed, fresh) = plates(&mut window);
        assert_eq!(zoomed, fresh);
        assert_ne!(zoomed, moved);
    }

    /// Letters of the table's layers are cut into triangles for one glyph atlas. Whatever makes it grow, or be begun
    /// anew, no frame that is shown has letters cut for another.
    #[test]
    fn letters_are_right_in_every_frame_while_the_glyph_atlas_grows_and_is_begun_anew() {
        let library = Library::embedded(&Games::default());
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game begins");
        let saved = Saved { names: true, ..Saved::default() };
        let mut app = App::with(Start { library, desk, notices: Vec::new() }, saved);
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let (mut sizes, mut begun_anew, mut frames) = (Vec::new(), 0, 0);
        let mut filled = 0.0_f32;
        for step in 0..40 {
            // Twenty sizes of text up and down; the small atlas is full before the last.
            app.run_command(&ctx, if step < 12 { Command::LargerText } else { Command::SmallerText });
            for _ in 0..12 {
                frames += 1;
                let input = egui::RawInput {
                    screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0))),
                    time: Some(f64::from(frames) / 60.0),
                    max_texture_side: Some(1024),
                    ..egui::RawInput::default()
                };
                let mut output = ctx.run_ui(input, |ui| app.show(ui));
                output.textures_delta.clear();
                let painter = ctx.layer_painter(egui::LayerId::background());
                let layers = &app.table.layers;
                let all = [&layers.ground, &layers.names, &layers.stands, &layers.over, &layers.small];
                let stale = all.iter().position(|layer| layer.is_true_to(&painter) == Some(false));
                assert_eq!(
                    stale, None,
                    "a layer has letters of another atlas in frame {frames}, step {step}"
                );
                let rests =
                    output.viewport_output.values().all(|out| out.repaint_delay > std::time::Duration::ZERO);
                let fill = ctx.fonts(|fonts| fonts.font_atlas_fill_ratio());
                begun_anew += u32::from(fill < filled);
                filled = fill;
                if rests {
                    break;
                }
            }
            sizes.push(ctx.fonts(|fonts| fonts.font_image_size()));
        }
        sizes.dedup();
        assert!(sizes.len() > 2, "the atlas grew: {sizes:?}");
        assert!(begun_anew > 0, "and was begun anew");
    }
}
