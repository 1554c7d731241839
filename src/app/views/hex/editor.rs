//! The map while it is edited: the sheet with the pointer's part in it, the tools, what is amiss, the questions.

use egui::{
    CursorIcon, FontId, Painter, PointerButton, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextEdit, Ui, WidgetInfo, vec2,
};
use glam::Vec2;

use crate::app::hex::editor::words::{hex_name, hex_words, side_words};
use crate::app::hex::editor::{Act, Asking, MapEditor, Tool};
use crate::app::painter::hex::{
    HexCanvas, HexView, Lie, MapLayers, MapShown, Sheet, paint_cursor, paint_furniture,
};
use crate::app::painter::{Ink, Mark as Drawn, Pen, Type, View};
use crate::app::state::new_sheet;
use crate::app::theme::{Palette, heading_font, serif_font};
use crate::app::views::dialogs::window;
use crate::app::views::{first, heading, sheet, weak};
use crate::hexes::{Direction, Grid, Hex, HexMap, Mark, Orientation, Stagger, Top};
use crate::scenario::HexEdit;

/// The part of the map that is seen, what the pointer does on it, and drawings that stay the same.
#[derive(Debug, Default)]
pub struct MapView {
    view: Option<HexView>,
    /// Moved or zoomed by hand: it does not follow the window's size.
    by_hand: bool,
    layers: MapLayers,
    /// The ground of each tool, for its button; in the order of [`Tool::ALL`].
    samples: Vec<Option<(Sheet, MapLayers)>>,
    /// Hexes that are to be brought into view, and whether as large as they go.
    wanted: Option<(Vec<Hex>, bool)>,
    factor: Option<f32>,
    /// A stroke is drawn.
    pressed: bool,
    /// Where the pointer is on the sheet, in inches.
    hover: Option<Vec2>,
    /// Where it was seen last on the screen.
    last: Option<egui::Pos2>,
    pub name_wants_focus: bool,
}

impl MapView {
    pub fn fit(&mut self) {
        self.by_hand = false;
        self.wanted = None;
    }

    pub fn zoom(&mut self, factor: f32) {
        self.factor = Some(factor);
    }

    /// Brings these hexes with their neighbours into the middle.
    pub fn show(&mut self, hexes: Vec<Hex>) {
        self.wanted = Some((hexes, true));
    }

    /// Moves the sheet where this hex is not seen.
    pub fn keep_in_view(&mut self, hex: Hex) {
        self.wanted = Some((vec![hex], false));
    }

    /// The samples of the tools are drawn once.
    fn make_samples(&mut self) {
        if self.samples.is_empty() {
            let drawn = |map: HexMap| (Sheet::new(&map, new_sheet()), MapLayers::default());
            self.samples = Tool::ALL.iter().map(|tool| sample(*tool).map(drawn)).collect();
        }
    }
}

/// A small map on which a tool has been used.
fn sample(tool: Tool) -> Option<HexMap> {
    let grid = Grid {
        columns: 5,
        rows: 5,
        orientation: Orientation::Flat,
        stagger: Stagger::EvenDown,
        top: Top::North,
    };
    let mut map = HexMap::clear("sample", "", grid);
    let middle = Hex::new(3, 3);
    let chain = [Hex::new(1, 4), Hex::new(2, 3), middle, Hex::new(4, 3), Hex::new(5, 3)];
    // Everything between the third row and the fourth.
    let course = |map: &mut HexMap, mark: Mark| {
        for (from, to) in touching(&grid).into_iter().filter(|(from, to)| from.row() <= 3 && to.row() > 3) {
            map.mark(from, to, mark);
        }
    };
    match tool {
        Tool::Kind(kind) => grid.hexes().for_each(|hex| map.set_kind(hex, kind)),
        Tool::Side(Mark::Slope) => {
            for (from, to) in touching(&grid).into_iter().filter(|(from, to)| from.row() <= 3 && to.row() > 3)
            {
                map.mark(to, from, Mark::Slope);
            }
        }
        Tool::Side(Mark::Bridge) => {
            course(&mut map, Mark::River);
            let way = [Hex::new(3, 1), Hex::new(3, 2), middle, Hex::new(3, 4), Hex::new(3, 5)];
            lay(&mut map, &way, Mark::Road);
            map.mark(middle, Hex::new(3, 4), Mark::Bridge);
        }
        Tool::Side(mark) => course(&mut map, mark),
        Tool::Way(mark) => lay(&mut map, &chain, mark),
        Tool::Look | Tool::Name | Tool::Eraser => return None,
    }
    Some(map)
}

fn lay(map: &mut HexMap, chain: &[Hex], mark: Mark) {
    for pair in chain.windows(2) {
        map.mark(pair[0], pair[1], mark);
    }
}

/// All pairs of hexes that touch, both ways.
fn touching(grid: &Grid) -> Vec<(Hex, Hex)> {
    let around = |hex: Hex| {
        Direction::ALL.into_iter().filter_map(move |way| grid.neighbour(hex, way)).map(move |to| (hex, to))
    };
    grid.hexes().flat_map(around).collect()
}

/// What the map is, and what concerns it as a whole.
pub fn head_ui(ui: &mut Ui, editor: &MapEditor) -> Option<Act> {
    let mut found = None;
    ui.horizontal_centered(|ui| {
        ui.label(RichText::new(&editor.draft.map().name).font(heading_font(18.0)));
        match editor.saved_as() {
            Some(id) => weak(ui, format!("the map of \"{id}\"")),
            None => weak(ui, "changed, not saved"),
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let buttons = [
                ("Leave", "Back to the game that waits", true, Act::Leave),
                ("Play it", "Begin a new game on this map; it is saved first", true, Act::Play),
                (
                    "Save as own map…",
                    "The map and the battle on it into your own folder, under an id of your own (Ctrl+S)",
                    true,
                    Act::AskToSave { play: false },
                ),
                (
                    "Redo",
                    "Bring back the stroke that was taken back last (Ctrl+Shift+Z)",
                    editor.draft.can_redo(),
                    Act::Redo,
                ),
                ("Undo", "Take back the last stroke (Ctrl+Z)", editor.draft.can_undo(), Act::Undo),
            ];
            for (text, tooltip, enabled, act) in buttons {
                if ui.add_enabled(enabled, egui::Button::new(text)).on_hover_text(tooltip).clicked() {
                    first(&mut found, act);
                }
            }
        });
    });
    found
}

/// The hex under the pointer, or under the keyboard, in words.
pub fn foot_ui(ui: &mut Ui, editor: &MapEditor) {
    let map = editor.draft.map();
    let under = editor.map.hover.filter(|_| !editor.by_keys);
    let hex = under.and_then(|at| editor.sheet.lie.hex_at(at)).unwrap_or(editor.cursor);
    let side = match under {
        Some(at) => editor.nearest_side(at).map(|(hex, way, _)| (hex, way)),
        None => Some((editor.cursor, editor.way)),
    };
    let mut words = hex_words(map, editor.draft.battle(), hex);
    if editor.tool.is_of_sides()
        && let Some(side) = side.and_then(|(hex, way)| side_words(map, hex, way))
    {
        words = format!("{side}.  {words}");
    }
    ui.horizontal_centered(|ui| {
        let label = egui::Label::new(RichText::new(&words).font(serif_font(15.0))).truncate();
        ui.add(label).on_hover_text(&words);
    });
}

/// The tools, the sheet, and what is amiss.
pub fn tools_ui(ui: &mut Ui, editor: &MapEditor) -> Option<Act> {
    let mut found = None;
    ScrollArea::vertical().id_salt("map tools").auto_shrink([false; 2]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 10.0);
        if let Some(note) = &editor.note {
            ui.label(RichText::new(note).color(Palette::of(ui.visuals()).accent()));
        }
        for pair in Tool::ALL.chunks(2) {
            ui.horizontal(|ui| {
                for tool in pair {
                    if tool_ui(ui, editor, *tool) {
                        first(&mut found, Act::Tool(*tool));
                    }
                }
            });
        }
        ui.add_space(4.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            match &editor.naming {
                Some((hex, typed)) => {
                    let mut text = typed.clone();
                    let named = ui.label(format!("Name of {hex}"));
                    let edit = ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY));
                    let edit = edit.labelled_by(named.id);
                    if editor.map.name_wants_focus {
                        edit.request_focus();
                    }
                    if edit.changed() {
                        first(&mut found, Act::Rename(text));
                    }
                    weak(ui, "Enter when it is done; nothing written takes the name away.");
                }
                None => {
                    ui.label(editor.tool.facts().tooltip);
                }
            }
        });
        heading(ui, "What is amiss");
        findings_ui(ui, editor, &mut found);
        heading(ui, "Sheet");
        sheet_ui(ui, editor, &mut found);
        ui.add_space(6.0);
        weak(
            ui,
            "By keyboard: the arrows move from hex to hex, with Shift they draw; Q and E point at another hexside; \
             Space uses the tool. F shows the whole map.",
        );
    });
    found
}

/// A tool with its ground; true: it was clicked.
fn tool_ui(ui: &mut Ui, editor: &MapEditor, tool: Tool) -> bool {
    let facts = tool.facts();
    let chosen = editor.tool == tool;
    let size = vec2(112.0, 32.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, facts.text));
    let palette = Palette::of(ui.visuals());
    let visuals = ui.style().interact_selectable(&response, chosen);
    ui.painter().rect(rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(2.0, palette.accent()), StrokeKind::Inside);
    }
    let picture = Rect::from_min_size(rect.min + vec2(3.0, 3.0), vec2(38.0, 26.0));
    let place = Tool::ALL.iter().position(|one| *one == tool);
    match place.and_then(|place| editor.map.samples.get(place)).and_then(Option::as_ref) {
        Some((drawn, layers)) => {
            let painter = ui.painter().with_clip_rect(picture.intersect(ui.clip_rect()));
            let middle = drawn.lie.between(Hex::new(3, 3), Hex::new(3, 4));
            let centre =
                if matches!(tool, Tool::Side(_)) { middle } else { drawn.lie.centre(Hex::new(3, 3)) };
            let view = HexView { lie: drawn.lie, view: View { centre, scale: 9.5, rect: picture } };
            let canvas = HexCanvas { painter: &painter, view, palette };
            let shown = MapShown { names: false, numbers: false };
            layers.paint_map(&canvas, &Type::of(&painter), drawn, shown, &[], false);
        }
        None => sign(ui.painter(), picture, tool, visuals.fg_stroke.color),
    }
    ui.painter().rect_stroke(picture, 2.0, Stroke::new(1.0, palette.card_line()), StrokeKind::Outside);
    let text = egui::pos2(picture.right() + 6.0, rect.center().y);
    let font = FontId::proportional(14.0);
    ui.painter().text(text, egui::Align2::LEFT_CENTER, facts.text, font, visuals.fg_stroke.color);
    let key = facts.shortcut.map(|keys| keys.logical_key.symbol_or_name()).unwrap_or_default();
    let corner = rect.right_bottom() - vec2(5.0, 3.0);
    ui.painter().text(corner, egui::Align2::RIGHT_BOTTOM, key, FontId::proportional(10.0), palette.weak());
    response.on_hover_text(format!("{} ({key})", facts.tooltip)).clicked()
}

/// What stands for a tool that leaves no ground.
fn sign(painter: &Painter, rect: Rect, tool: Tool, colour: egui::Color32) {
    let middle = rect.center();
    let line = Stroke::new(1.6, colour);
    match tool {
        Tool::Name => {
            let font = crate::app::theme::map_font(crate::app::painter::Face::Italic, 15.0);
            painter.text(middle, egui::Align2::CENTER_CENTER, "Abc", font, colour);
        }
        Tool::Eraser => {
            for sign in [1.0, -1.0] {
                painter.line_segment([middle - vec2(6.0, 6.0 * sign), middle + vec2(6.0, 6.0 * sign)], line);
            }
        }
        _ => {
            let corner = |k: usize| middle + egui::Vec2::angled(k as f32 * std::f32::consts::FRAC_PI_3) * 9.0;
            painter.add(egui::Shape::closed_line((0..6).map(corner).collect(), line));
        }
    }
}

fn findings_ui(ui: &mut Ui, editor: &MapEditor, found: &mut Option<Act>) {
    if editor.findings.is_empty() {
        weak(ui, if editor.is_checking() { "Checking…" } else { "Nothing" });
        return;
    }
    if editor.is_checking() {
        weak(ui, "Checking…");
    }
    let palette = Palette::of(ui.visuals());
    for fault in &editor.findings {
        let colour = if fault.is_error() { palette.refused() } else { ui.visuals().text_color() };
        let words = format!("{}: {}", if fault.is_error() { "Fault" } else { "Warning" }, fault.message);
        let line = egui::Button::new(RichText::new(words).color(colour).size(12.5)).wrap().frame(false);
        let line = ui.add_enabled(!fault.hexes.is_empty() || fault.is_error(), line);
        if line.on_hover_text(&fault.help).clicked() {
            first(found, Act::Show(fault.hexes.to_vec()));
        }
        weak(ui, &fault.help);
    }
}

fn sheet_ui(ui: &mut Ui, editor: &MapEditor, found: &mut Option<Act>) {
    let grid = editor.draft.map().grid;
    let lines = match grid.orientation {
        Orientation::Flat => ["Even columns down", "Odd columns down"],
        Orientation::Pointy => ["Even rows right", "Odd rows right"],
    };
    ui.horizontal_wrapped(|ui| {
        for (stagger, words) in [Stagger::EvenDown, Stagger::OddDown].into_iter().zip(lines) {
            let button = ui.selectable_label(grid.stagger == stagger, words);
            let hint =
                "Which of them are printed half a hex further on; waters and roads stay with their hexes";
            if button.on_hover_text(hint).clicked() {
                first(found, Act::Edit(HexEdit::Stagger(stagger)));
            }
        }
    });
    weak(ui, "The top of the sheet is");
    ui.horizontal_wrapped(|ui| {
        for top in [Top::North, Top::East, Top::South, Top::West] {
            let button = ui.selectable_label(grid.top == top, format!("{top:?}"));
            if button.on_hover_text("The compass point at the upper edge of the printed sheet").clicked() {
                first(found, Act::Edit(HexEdit::Top(top)));
            }
        }
    });
    let mut shown = editor.shows_units;
    if ui.checkbox(&mut shown, "Show where units are set up").changed() {
        first(found, Act::Units(shown));
    }
}

/// The map itself.
pub fn map_ui(ui: &mut Ui, editor: &MapEditor, own: &mut MapView, names: bool) -> Vec<Act> {
    let mut found = Vec::new();
    own.name_wants_focus = false;
    own.make_samples();
    let (rect, ground) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let label = format!("The map: {}", editor.draft.map().name);
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &label));
    let lie = editor.sheet.lie;
    let mut view = match own.view {
        Some(view) if own.by_hand => HexView { lie, ..view.in_rect(rect) },
        _ => HexView::fit(lie, rect),
    };
    navigate(ui, &ground, editor, own, &mut view);
    hexes_ui(ui, editor, &view, &mut found);
    point(ui, editor, own, &view, &mut found);

    let palette = Palette::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, palette.ink(Ink::Desk));
    let canvas = HexCanvas { painter: &painter, view, palette };
    let type_face = Type::of(&painter);
    let occupied: Vec<Hex> = match editor.shows_units {
        true => editor.counters.iter().filter_map(|counter| counter.hex).collect(),
        false => Vec::new(),
    };
    let shown = MapShown { names, ..MapShown::default() };
    own.layers.paint_map(&canvas, &type_face, &editor.sheet, shown, &occupied, false);
    if editor.shows_units {
        own.layers.paint_counters(&canvas, &type_face, &editor.counters, 1, false);
    }
    canvas.sheet().draw(&finding_marks(editor, &lie));
    canvas.sheet().draw(&pointed_marks(editor, own, &lie));
    if editor.by_keys {
        paint_cursor(&canvas, editor.cursor);
    }
    paint_furniture(&canvas, editor.sheet.metres);
    own.view = Some(view);
    found
}

/// Wheel and pinch zoom to the pointer; the middle button, or any with no tool in hand, moves the sheet.
fn navigate(ui: &Ui, ground: &egui::Response, editor: &MapEditor, own: &mut MapView, view: &mut HexView) {
    let rect = view.view.rect;
    let (middle, delta) =
        ui.input(|input| (input.pointer.button_down(PointerButton::Middle), input.pointer.delta()));
    let looks = own.pressed && editor.tool == Tool::Look;
    if (looks || middle && ground.contains_pointer()) && delta != egui::Vec2::ZERO {
        *view = view.panned(delta);
        own.by_hand = true;
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    let pointer = ui.ctx().pointer_latest_pos().filter(|_| ui.rect_contains_pointer(rect));
    let wheel = pointer.map(|at| {
        let turn = ui.input(|input| input.zoom_delta() * (input.smooth_scroll_delta().y * 0.0022).exp());
        (turn, at)
    });
    for (factor, at) in wheel.into_iter().chain(own.factor.take().map(|factor| (factor, rect.center()))) {
        let least = HexView::fit(view.lie, rect).view.scale * 0.7;
        if (factor - 1.0).abs() > 1e-4 {
            let zoomed = view.zoomed(factor, at);
            if zoomed.view.scale >= least || factor > 1.0 {
                *view = zoomed;
                own.by_hand = true;
            }
        }
    }
    match own.wanted.take() {
        Some((hexes, true)) if !hexes.is_empty() => {
            *view = HexView::around(view.lie, &hexes, rect);
            own.by_hand = true;
        }
        Some((hexes, _)) => {
            let inner = rect.shrink(view.hex_size().min(rect.width().min(rect.height()) / 3.0));
            for hex in hexes {
                let at = view.screen_from_hex(hex);
                if !inner.contains(at) {
                    *view = view.panned(inner.clamp(at) - at);
                    own.by_hand = true;
                }
            }
        }
        None => {}
    }
}

/// Every hex in sight is a widget with a telling name; so are the hexsides that the keyboard could point at.
fn hexes_ui(ui: &Ui, editor: &MapEditor, view: &HexView, found: &mut Vec<Act>) {
    let map = editor.draft.map();
    let rect = view.view.rect;
    // A click of the pointer has been followed as a stroke already.
    let by_pointer = ui.input(|input| input.pointer.any_pressed() || input.pointer.any_released());
    for hex in map.grid.hexes() {
        let place = view.hex_rect(hex).scale_from_center(0.8);
        if !rect.intersects(place) {
            continue;
        }
        let id = ui.scope_id().with(("hex", hex.0));
        let response = ui.interact(place.intersect(rect), id, Sense::click());
        let chosen = editor.by_keys && editor.cursor == hex;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, hex_name(map, hex)));
        if response.clicked() && !by_pointer {
            found.push(Act::At(hex));
        }
    }
    if !editor.tool.is_of_sides() {
        return;
    }
    for (way, next) in map.neighbours(editor.cursor) {
        let at = view.view.screen_from_table(view.lie.between(editor.cursor, next));
        let place = Rect::from_center_size(at, egui::Vec2::splat((view.hex_size() * 0.3).max(6.0)));
        if !rect.contains_rect(place) {
            continue;
        }
        let id = ui.scope_id().with(("hexside", editor.cursor.0, way.0));
        let response = ui.interact(place, id, Sense::click());
        let words = side_words(map, editor.cursor, way).unwrap_or_default();
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, editor.way == way, &words));
        if response.clicked() && !by_pointer {
            found.push(Act::AtSide(way));
        }
    }
}

/// The pointer's strokes.
fn point(ui: &Ui, editor: &MapEditor, own: &mut MapView, view: &HexView, found: &mut Vec<Act>) {
    let rect = view.view.rect;
    let free = editor.asking.is_none() && ui.rect_contains_pointer(rect);
    let pointer = ui.ctx().pointer_latest_pos();
    own.hover = pointer.filter(|_| free).map(|at| view.view.table_from_screen(at));
    let moved = pointer.is_some() && pointer != own.last;
    own.last = pointer.or(own.last);
    let (pressed, down, origin, shift) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.primary_pressed(), pointer.primary_down(), pointer.press_origin(), input.modifiers.shift)
    });
    if pressed
        && free
        && let Some(at) = origin.or(pointer)
    {
        own.pressed = true;
        found.push(Act::Press { at: view.view.table_from_screen(at), lifts: shift });
    }
    if !own.pressed {
        if moved && own.hover.is_some() && editor.by_keys {
            found.push(Act::Point);
        }
        return;
    }
    if let Some(at) = pointer.filter(|_| moved) {
        found.push(Act::Drag(view.view.table_from_screen(at)));
    }
    if !down {
        own.pressed = false;
        found.push(Act::Release);
    }
}

/// Rings and lines where something is amiss.
fn finding_marks(editor: &MapEditor, lie: &Lie) -> Vec<Drawn> {
    let map = editor.draft.map();
    let pen = Pen::fine(Ink::Bad, 3.0);
    let marks = editor.findings.iter().filter_map(|fault| match fault.hexes[..] {
        [from, to] => {
            let way = map.grid.direction(from, to)?;
            Some(vec![
                Drawn::line(lie.side(from, way), Pen::fine(Ink::Plate, 7.0)),
                Drawn::line(lie.side(from, way), pen),
                Drawn::ring(lie.inner_corners(from, 0.06), pen.dashed(5.0, 4.0)),
                Drawn::ring(lie.inner_corners(to, 0.06), pen.dashed(5.0, 4.0)),
            ])
        }
        [hex] if map.contains(hex) => {
            Some(vec![Drawn::ring(lie.inner_corners(hex, 0.06), pen.dashed(5.0, 4.0))])
        }
        _ => None,
    });
    marks.flatten().collect()
}

/// What the tool would be used on: a hex or a hexside.
fn pointed_marks(editor: &MapEditor, own: &MapView, lie: &Lie) -> Vec<Drawn> {
    let by_pointer = own.hover.filter(|_| !editor.by_keys);
    let side = match by_pointer {
        Some(at) => editor.nearest_side(at).map(|(hex, way, _)| (hex, way)),
        None if editor.by_keys => Some((editor.cursor, editor.way)),
        None => None,
    };
    let hex = by_pointer.and_then(|at| lie.hex_at(at));
    let mut marks = Vec::new();
    let beyond = |(hex, way)| editor.draft.map().grid.neighbour(hex, way).map(|next| (hex, way, next));
    match (editor.tool, side.and_then(beyond)) {
        (Tool::Side(mark), Some((hex, way, next))) => {
            let ends = lie.side(hex, way);
            marks.push(Drawn::line(ends, Pen::fine(Ink::Plate, 8.0)));
            marks.push(Drawn::line(ends, Pen::fine(Ink::Selected, 4.0)));
            if mark == Mark::Slope {
                // Down towards the lower hex.
                let (from, to) = (lie.between(hex, next), lie.centre(next));
                marks.push(Drawn::line([from, from.lerp(to, 0.5)], Pen::fine(Ink::Selected, 3.0)));
            }
        }
        (Tool::Way(_) | Tool::Eraser, Some((hex, way, next))) if editor.by_keys => {
            let ends = lie.side(hex, way);
            marks.push(Drawn::line(ends, Pen::fine(Ink::Selected, 4.0)));
            marks.push(Drawn::line(
                [lie.centre(hex), lie.centre(next)],
                Pen::fine(Ink::Selected, 2.0).dashed(5.0, 4.0),
            ));
        }
        _ => {}
    }
    if let Some(hex) = hex.filter(|_| !matches!(editor.tool, Tool::Side(_))) {
        marks.push(Drawn::ring(lie.inner_corners(hex, 0.04), Pen::fine(Ink::Selected, 2.4)));
    }
    marks
}

/// The question that waits for its answer; what was changed of it comes before what is done with it.
pub fn asking_ui(ctx: &egui::Context, asking: &Asking) -> Vec<Act> {
    match asking {
        Asking::Save { .. } => window(ctx, "Save as own map", 460.0, |ui| save_ui(ui, asking)),
        Asking::Leave => window(ctx, "Leave without saving?", 420.0, |ui| leave_ui(ui).into_iter().collect()),
    }
    .unwrap_or_default()
}

fn save_ui(ui: &mut Ui, asking: &Asking) -> Vec<Act> {
    let Asking::Save { id, name, old, replace, play, fault } = asking else { return Vec::new() };
    let (mut found, mut edit) = (None, None);
    let (mut next_id, mut next_name, mut next_replace) = (id.clone(), name.clone(), *replace);
    let named = ui.label("Name");
    let a = ui.add(TextEdit::singleline(&mut next_name).desired_width(f32::INFINITY)).labelled_by(named.id);
    let named = ui.label("Id: small letters, digits and hyphens; the name of its files");
    let b = ui.add(TextEdit::singleline(&mut next_id).desired_width(f32::INFINITY)).labelled_by(named.id);
    let c = ui.checkbox(&mut next_replace, "Replace what has this id");
    let c = c.on_hover_text("Games that were played on the old form can then not be opened any more");
    let again = old.as_ref().is_some_and(|old| {
        let again = *old != next_id && ui.button(format!("Overwrite \"{old}\" instead")).clicked();
        if again {
            (next_id, next_replace) = (old.clone(), true);
        }
        again
    });
    if let Some(fault) = fault {
        ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
            ui.colored_label(Palette::of(ui.visuals()).refused(), fault);
        });
    }
    if *play {
        weak(ui, "A game's journal names its battle, so the map is saved before it is played.");
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let words = if *play { "Save and play" } else { "Save" };
        if ui.button(RichText::new(words).font(heading_font(15.0))).clicked() {
            first(&mut found, Act::Save);
        }
        if ui.button("Back").on_hover_text("Escape").clicked() {
            first(&mut found, Act::Cancel);
        }
    });
    if a.changed() || b.changed() || c.changed() || again {
        edit = Some(Act::Form(Asking::Save {
            id: next_id,
            name: next_name,
            old: old.clone(),
            replace: next_replace,
            play: *play,
            fault: None,
        }));
    }
    edit.into_iter().chain(found).collect()
}

fn leave_ui(ui: &mut Ui) -> Option<Act> {
    let mut found = None;
    ui.label("What was changed on this map has not been saved.");
    ui.horizontal(|ui| {
        if ui.button("Leave it").clicked() {
            first(&mut found, Act::LeaveAnyway);
        }
        if ui.button("Save as own map…").clicked() {
            first(&mut found, Act::AskToSave { play: false });
        }
        if ui.button("Stay").on_hover_text("Escape").clicked() {
            first(&mut found, Act::Cancel);
        }
    });
    found
}
