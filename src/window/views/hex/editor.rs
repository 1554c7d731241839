//! The views of the map editor: the sheet with the pointer's marks, the tools, the findings, the questions.

use egui::{
    Align, Align2, DragValue, FontId, Label, Layout, Painter, Rect, RichText, Role, ScrollArea, Sense,
    StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};
use glam::Vec2;

use crate::canvas::{Answers, CanvasState, CanvasView, Gesture, GraphicsCard, Stroke, canvas_ui};
use crate::command::Command;
use crate::command::say_keys;
use crate::hex::editor::keys::TURNS;
use crate::hex::editor::words::{counter_words, hex_words, piece_name, side_words, start_words};
use crate::hex::editor::{
    Act, Asking, COUNTERS, Carried, CounterForm, MapEditor, NAMES, SheetForm, Tool, hex_of,
};
use crate::painter::{Canvas, Layer, Type, View};
use crate::setup::WorkAct;
use crate::setup::roster::RosterAct;
use crate::state::new_sheet;
use crate::texts::{ground, making, map_editor as texts, menus, roster, shared};
use crate::theme::{EguiPalette, heading_font, serif_font};
use crate::views::dialogs::window;
use crate::views::hex::counter::{CounterDeed, counter_form_ui};
use crate::views::keys::editor_keys_ui;
use crate::views::setup_dialogs::{leave_ui, save_form_ui};
use crate::views::{first, heading, refused_label, sheet, weak};
use drawing::hex::{FLAT, HexSheet, Lie, MapTurn, counter_marks, cursor_marks};
use drawing::{Ink, Mark as Drawn, NAMES_OVER, Pen, USUAL_SCALE};
use game::{Spot, sentence};
use hexes::{Direction, Grid, Hex, HexMap, Mark, Orientation, Stagger, Top};
use scenario::HexStart;

/// The view of the map, the pointer on it, and cached drawings.
#[derive(Debug, Default)]
pub struct MapView {
    pub canvas: CanvasState,
    /// The ground of each tool, for its button; in the order of [`Tool::ALL`].
    samples: Vec<Option<(HexSheet, Layer)>>,
    /// Where the pointer is on the sheet, in inches.
    hover: Option<Vec2>,
    /// Its last place on the screen.
    last: Option<egui::Pos2>,
    pub name_wants_focus: bool,
}

impl MapView {
    /// The samples of the tools are drawn once.
    fn make_samples(&mut self) {
        if self.samples.is_empty() {
            let drawn = |map: HexMap| (HexSheet::new(&map, new_sheet()), Layer::new(1));
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
        Tool::Look | Tool::Name | Tool::Units | Tool::Eraser => return None,
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

/// Shows the title of the map, and its general commands.
pub fn head_ui(ui: &mut Ui, editor: &MapEditor) -> Option<Act> {
    let mut found = None;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let (undo, redo) = (editor.draft.can_undo(), editor.draft.can_redo());
        let own = editor.own;
        let save_as = menus::opens(texts::SAVE);
        let buttons = [
            (making::LEAVE, making::LEAVE_HINT, true, Act::Work(WorkAct::Leave)),
            (making::PLAY, texts::PLAY_HINT, true, Act::Work(WorkAct::Play)),
            (roster::OPEN[0], roster::OPEN[1], true, Act::Roster(RosterAct::Open(!editor.roster.open))),
            (&save_as, texts::SAVE_HINT, true, Act::Work(WorkAct::AskToSave { play: false })),
            (texts::DELETE, texts::delete_hint(own), own, Act::AskToDelete),
            (Command::Redo.text(), texts::REDO_HINT, redo, Act::Redo),
            (Command::Undo.text(), texts::UNDO_HINT, undo, Act::Undo),
        ];
        for (text, tooltip, enabled, act) in buttons {
            let button = ui.add_enabled(enabled, egui::Button::new(text));
            if button.on_hover_text(tooltip).on_disabled_hover_text(tooltip).clicked() {
                first(&mut found, act);
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let saved = match editor.saved_as() {
                Some(id) => texts::saved_as(id),
                None => texts::UNSAVED.to_owned(),
            };
            // The name gives way first.
            let room = (ui.available_width() - 190.0).max(60.0);
            ui.scope(|ui| {
                ui.set_max_width(room);
                let name = RichText::new(&editor.draft.map().name).font(heading_font(18.0));
                ui.add(Label::new(name).truncate());
            });
            let saved = RichText::new(saved).color(EguiPalette::of(ui.visuals()).weak()).size(12.5);
            ui.add(Label::new(saved).truncate());
        });
    });
    found
}

/// Shows the hex of the pointer, or of the keyboard, in words.
pub fn foot_ui(ui: &mut Ui, editor: &MapEditor) {
    let map = editor.draft.map();
    let under = editor.map.hover.filter(|_| !editor.by_keys);
    let hex = under.and_then(|at| editor.sheet.lie.hex_at(at)).unwrap_or(editor.cursor);
    let side = match under {
        Some(at) => editor.nearest_side(at).map(|(hex, way, _)| (hex, way)),
        None => Some((editor.cursor, editor.way)),
    };
    let mut words = hex_words(&editor.draft, hex);
    if editor.tool.is_of_sides()
        && let Some(side) = side.and_then(|(hex, way)| side_words(map, hex, way))
    {
        words = texts::side_and_hex(&side, &words);
    }
    ui.horizontal_centered(|ui| {
        let label = Label::new(RichText::new(&words).font(serif_font(15.0))).truncate();
        ui.add(label).on_hover_text(&words);
    });
}

/// Height of the card about the tool, the same for all texts so that nothing below it moves.
const CARD: f32 = 62.0;

/// Shows the tools, the sheet, and last the automatic part: the findings.
pub fn tools_ui(ui: &mut Ui, editor: &MapEditor) -> Option<Act> {
    let mut found = None;
    let high = ui.available_height();
    ScrollArea::vertical().id_salt("map tools").auto_shrink([false; 2]).show(ui, |ui| {
        let top = ui.cursor().min.y;
        ui.add_space(4.0);
        for pair in Tool::ALL.chunks(2) {
            ui.horizontal(|ui| {
                for tool in pair {
                    if tool_ui(ui, editor, *tool) {
                        first(&mut found, Act::Tool(*tool));
                    }
                }
            });
        }
        ui.add_space(2.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(CARD);
            ScrollArea::vertical().id_salt("card").auto_shrink([false; 2]).show(ui, |ui| {
                card_ui(ui, editor, &mut found);
            });
        });
        sheet_ui(ui, editor, &mut found);
        ui.add_space(4.0);
        ui.separator();
        let rest = (high - (ui.cursor().min.y - top)).max(170.0);
        let units = if editor.tool == Tool::Units { (rest * 0.62).floor() } else { 0.0 };
        if units > 0.0 {
            let list = ScrollArea::vertical().id_salt("units").auto_shrink([false; 2]);
            list.max_height(units).min_scrolled_height(units).show(ui, |ui| units_ui(ui, editor, &mut found));
            ui.separator();
        }
        heading(ui, texts::AMISS);
        let rest = (high - (ui.cursor().min.y - top) - 8.0).max(44.0);
        let list = ScrollArea::vertical().id_salt("findings").auto_shrink([false; 2]);
        list.max_height(rest).min_scrolled_height(rest).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            findings_ui(ui, editor, &mut found);
        });
    });
    found
}

/// Shows the last result; the name being typed; the piece in hand; or the effect of the tool.
fn card_ui(ui: &mut Ui, editor: &MapEditor, found: &mut Option<Act>) {
    if let Some(naming) = &editor.naming {
        let mut text = naming.typed.clone();
        let named = ui.label(texts::name_of(naming.hex));
        // A field for each hex, or it would start with the caret of the last one.
        let edit = TextEdit::singleline(&mut text).id_salt(("name", naming.hex.0));
        let edit = ui.add(edit.desired_width(f32::INFINITY)).labelled_by(named.id);
        if editor.map.name_wants_focus {
            edit.request_focus();
        }
        if edit.changed() {
            first(found, Act::Rename(text));
        }
        if naming.alike.is_empty() {
            weak(ui, texts::ENTER_ENDS);
            return;
        }
        let mut all = naming.all;
        let words = texts::all_hexes(naming.alike.len() + 1);
        if ui.checkbox(&mut all, words).on_hover_text(texts::ONE_HEX_HINT).changed() {
            first(found, Act::RenameAll(all));
        }
    } else if let Some(note) = &editor.note {
        ui.label(RichText::new(note).color(EguiPalette::of(ui.visuals()).accent()));
    } else if let Some(carried) = &editor.carried {
        let what = match carried {
            Carried::Unit(id) => {
                let piece = editor.draft.piece(id).or_else(|| editor.draft.waits(id));
                piece.map_or_else(String::new, |piece| piece_name(&editor.draft, piece))
            }
            Carried::Place(name) => texts::called_by_rules(name),
        };
        ui.label(texts::in_hand(&what));
    } else {
        ui.label(editor.tool.facts().tooltip);
    }
}

/// Lists every leader, every unit and every named place with its hex, to be picked up; and the values of counters.
fn units_ui(ui: &mut Ui, editor: &MapEditor, found: &mut Option<Act>) {
    let draft = &editor.draft;
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().button_padding.y = 1.0;
    let row = |ui: &mut Ui, words: String, carried: Carried, on: bool, found: &mut Option<Act>| {
        let chosen = editor.carried.as_ref() == Some(&carried);
        let mut text = RichText::new(&words).size(13.0);
        if !on {
            text = text.color(EguiPalette::of(ui.visuals()).refused());
        }
        let button = egui::Button::selectable(chosen, text).truncate();
        if ui.add(button).on_hover_text(texts::TAKE_HINT).clicked() {
            first(found, Act::Take(carried));
        }
    };
    let weak = EguiPalette::of(ui.visuals()).weak();
    let on = |hex: Hex| draft.map().contains(hex);
    heading(ui, texts::PLACES);
    for (name, hex) in draft.places() {
        row(ui, format!("{name}, {hex}"), Carried::Place(name.clone()), on(*hex), found);
    }
    if draft.waiting().next().is_some() {
        heading(ui, roster::WAITING);
        for piece in draft.waiting() {
            let carried = Carried::Unit(piece.id().to_owned());
            row(ui, piece_name(draft, piece), carried, true, found);
        }
    }
    for (index, side) in draft.sides().iter().enumerate() {
        heading(ui, &side.name);
        let mut pieces: Vec<_> = draft.pieces().filter(|piece| piece.side().index() == index).collect();
        pieces.sort_by_key(|piece| match piece.start() {
            HexStart::Deployed(hex) => (0, hex),
            HexStart::Arrives { turn, at } => (turn, at),
        });
        for piece in pieces {
            let (id, is_on) = (piece.id().to_owned(), on(hex_of(piece.start())));
            let size = vec2(ui.available_width(), 19.0);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                let edit = ui.small_button("…");
                let label = texts::edit(&piece_name(draft, piece));
                edit.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                if edit.on_hover_text(texts::EDIT_HINT).clicked() {
                    first(found, Act::AskForCounter(id.clone()));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    row(ui, start_words(draft, piece), Carried::Unit(id), is_on, found);
                });
            });
            let words = counter_words(draft, piece);
            let line = Label::new(RichText::new(&words).size(11.5).color(weak)).truncate();
            ui.add(line).on_hover_text(format!("{}: {words}", piece.name()));
        }
    }
}

/// Shows a tool with its ground; returns whether it was clicked.
fn tool_ui(ui: &mut Ui, editor: &MapEditor, tool: Tool) -> bool {
    let facts = tool.facts();
    let chosen = editor.tool == tool;
    let size = vec2(112.0, 32.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, facts.text));
    let palette = EguiPalette::of(ui.visuals());
    let visuals = ui.style().interact_selectable(&response, chosen);
    ui.painter().rect(rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, egui::Stroke::new(2.0, palette.accent()), StrokeKind::Inside);
    }
    let picture = Rect::from_min_size(rect.min + vec2(3.0, 3.0), vec2(38.0, 26.0));
    let place = Tool::ALL.iter().position(|one| *one == tool);
    match place.and_then(|place| editor.map.samples.get(place)).and_then(Option::as_ref) {
        Some((drawn, layer)) => {
            let painter = ui.painter().with_clip_rect(picture.intersect(ui.clip_rect()));
            let middle = drawn.lie.between(Hex::new(3, 3), Hex::new(3, 4));
            let centre =
                if matches!(tool, Tool::Side(_)) { middle } else { drawn.lie.centre(Hex::new(3, 3)) };
            let view = View { centre, scale: 9.5, rect: picture };
            let canvas = Canvas { painter: &painter, view, palette };
            layer.draw(&canvas, &Type::of(&painter), drawn.number, false, |_| drawn.ground().to_vec());
        }
        None => sign(ui.painter(), picture, tool, visuals.fg_stroke.color),
    }
    ui.painter().rect_stroke(picture, 2.0, egui::Stroke::new(1.0, palette.card_line()), StrokeKind::Outside);
    let text = egui::pos2(picture.right() + 6.0, rect.center().y);
    let font = FontId::proportional(14.0);
    ui.painter().text(text, Align2::LEFT_CENTER, facts.text, font, visuals.fg_stroke.color);
    let key = facts.shortcut.map(|keys| keys.logical_key.symbol_or_name()).unwrap_or_default();
    let corner = rect.right_bottom() - vec2(5.0, 3.0);
    ui.painter().text(corner, Align2::RIGHT_BOTTOM, key, FontId::proportional(10.0), palette.weak());
    response.on_hover_text(format!("{} ({key})", facts.tooltip)).clicked()
}

/// Draws the sign of a tool without ground.
fn sign(painter: &Painter, rect: Rect, tool: Tool, colour: egui::Color32) {
    let middle = rect.center();
    let line = egui::Stroke::new(1.6, colour);
    match tool {
        Tool::Name => {
            let font = crate::theme::map_font(drawing::Face::Italic, 15.0);
            painter.text(middle, Align2::CENTER_CENTER, making::LETTERS, font, colour);
        }
        Tool::Units => {
            let block = Rect::from_center_size(middle, vec2(18.0, 14.0));
            painter.rect_stroke(block, 1.0, line, StrokeKind::Inside);
            painter.line_segment([block.left_top(), block.right_bottom()], line);
            painter.line_segment([block.left_bottom(), block.right_top()], line);
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
    let findings = &editor.check.findings;
    // Always one line, so that nothing below it moves during the check.
    weak(
        ui,
        match editor.is_checking() {
            true => making::CHECKING.to_owned(),
            false => texts::findings(findings.len()),
        },
    );
    let palette = EguiPalette::of(ui.visuals());
    for fault in findings {
        let colour = if fault.is_error() { palette.refused() } else { ui.visuals().text_color() };
        let words = texts::finding(fault.is_error(), &fault.said());
        let line = egui::Button::new(RichText::new(words).color(colour).size(12.5)).wrap().frame(false);
        let line = ui.add_enabled(!fault.hexes.is_empty() || fault.is_error(), line);
        if line.on_hover_text(&fault.help).clicked() {
            first(found, Act::Show(fault.hexes.iter().copied().map(Hex).collect()));
        }
        weak(ui, sentence(&fault.help));
    }
}

const STAGGERS: [Stagger; 2] = [Stagger::EvenDown, Stagger::OddDown];
const TOPS: [Top; 4] = [Top::North, Top::East, Top::South, Top::West];

fn sheet_ui(ui: &mut Ui, editor: &MapEditor, found: &mut Option<Act>) {
    let grid = editor.draft.map().grid;
    let lines = STAGGERS
        .into_iter()
        .zip(texts::staggers(grid.orientation))
        .find(|(stagger, _)| *stagger == grid.stagger);
    let lines = lines.map_or("", |(_, words)| words);
    weak(ui, texts::sheet(grid.columns, grid.rows, lines, ground::top(grid.top)));
    ui.horizontal(|ui| {
        let hint = texts::SHEET_HINT;
        if ui.button(texts::SHEET).on_hover_text(hint).clicked() {
            first(found, Act::AskForSheet { keeps: true });
        }
        let hint = texts::NOTHING_HINT;
        if ui.button(texts::NOTHING).on_hover_text(hint).clicked() {
            first(found, Act::AskForSheet { keeps: false });
        }
    });
    turns_ui(ui, found);
    let mut shown = editor.shows_units;
    if ui.checkbox(&mut shown, texts::SHOW_UNITS).changed() {
        first(found, Act::Units(shown));
    }
}

/// Shows the buttons that turn the map, as in the table's menu.
fn turns_ui(ui: &mut Ui, found: &mut Option<Act>) {
    ui.horizontal(|ui| {
        for ((command, steps), words) in TURNS.into_iter().zip(texts::TURNS) {
            let facts = command.facts();
            let keys = facts.shortcut.map(|keys| say_keys(ui.ctx(), &keys)).unwrap_or_default();
            let button = ui.button(words);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, facts.text));
            if button.on_hover_text(format!("{} ({keys})", facts.tooltip)).clicked() {
                first(found, Act::TurnMap(steps));
            }
        }
    });
}

/// The callbacks of the canvas in the editor.
struct Drafted<'a>(&'a MapEditor);

impl Answers for Drafted<'_> {
    fn layer(&self, name: &str, scale: f32) -> Vec<Drawn> {
        self.0.layer(name, scale)
    }
}

/// The map itself.
pub fn map_ui(
    ui: &mut Ui,
    editor: &MapEditor,
    own: &mut MapView,
    names: bool,
    card: Option<&GraphicsCard>,
) -> Vec<Act> {
    let mut found = Vec::new();
    own.name_wants_focus = false;
    own.make_samples();
    let free = editor.asking.is_none();
    own.hover = own.canvas.pointed(ui).filter(|_| free);
    point(ui, editor, own, &mut found);
    let lie = editor.sheet.lie;
    let mut over = finding_marks(editor, &lie);
    over.extend(pointed_marks(editor, own, &lie));
    if editor.by_keys {
        over.extend(cursor_marks(&lie, editor.cursor));
    }
    let hidden: Vec<&'static str> =
        [(NAMES, names), (NAMES_OVER, names), (COUNTERS, editor.shows_counters())]
            .into_iter()
            .filter_map(|(layer, on)| (!on).then_some(layer))
            .collect();
    let scale = own.canvas.scale().unwrap_or(USUAL_SCALE);
    let in_hand = editor.carried_counter();
    let in_hand = in_hand.map(|counter| (&*counter.designation, counter_marks(counter, Vec2::ZERO, scale)));
    let shown = CanvasView {
        name: &texts::map(&editor.draft.map().name),
        stage: &editor.stage,
        sheet: editor.number,
        hidden: &hidden,
        under: &[],
        over: &over,
        ringed: &[],
        open: &[],
        in_hand: in_hand.as_ref().map(|(counter, marks)| (*counter, &marks[..])),
        refused: false,
        silent: true,
        rulers: &[],
        measuring: false,
        legend: &[],
        keyboard: editor.by_keys.then_some(Spot::Hex(editor.cursor.0)),
        draws: free && editor.tool != Tool::Look,
        card,
    };
    match canvas_ui(ui, &shown, &mut own.canvas, &mut Drafted(editor)) {
        // While a question is open, nothing is drawn.
        Some(Gesture::Place(Spot::Hex(_))) if !free => {}
        Some(Gesture::Place(Spot::Hex(hex))) => found.push(Act::At(Hex(hex))),
        // There are no pieces or rulers, and the pointer's place is needed more exactly than its hex.
        Some(
            Gesture::Place(Spot::Point { .. } | Spot::Pose { .. } | Spot::Faced { .. })
            | Gesture::Piece(_)
            | Gesture::Nowhere
            | Gesture::Lifted(_)
            | Gesture::Dropped(_)
            | Gesture::Over(_)
            | Gesture::Ruler(_),
        )
        | None => {}
    }
    found.extend(own.canvas.strokes.drain(..).map(|stroke| match stroke {
        Stroke::Begun { at, lifts } => Act::Press { at, lifts },
        Stroke::Drawn(to) => Act::Drag(to),
        Stroke::Ended => Act::Release,
    }));
    if let Some(view) = own.canvas.view().filter(|_| editor.tool.is_of_sides()) {
        sides_ui(ui, editor, &view, &mut found);
    }
    found
}

/// The hexsides that the keyboard could point at are widgets with descriptive names, like every hex.
fn sides_ui(ui: &Ui, editor: &MapEditor, view: &View, found: &mut Vec<Act>) {
    let (map, lie) = (editor.draft.map(), &editor.sheet.lie);
    // A click of the pointer is already handled as a stroke.
    let by_pointer = ui.input(|input| input.pointer.any_pressed() || input.pointer.any_released());
    for (way, next) in map.neighbours(editor.cursor) {
        let at = view.screen_from_table(lie.between(editor.cursor, next));
        let place = Rect::from_center_size(at, egui::Vec2::splat((FLAT * view.scale * 0.3).max(6.0)));
        if !view.rect.contains_rect(place) {
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

/// The pointer takes over from the keyboard when it moves over the map.
fn point(ui: &Ui, editor: &MapEditor, own: &mut MapView, found: &mut Vec<Act>) {
    let pointer = ui.ctx().pointer_latest_pos();
    let moved = pointer.is_some() && pointer != own.last;
    own.last = pointer.or(own.last);
    if moved && own.hover.is_some() && editor.by_keys {
        found.push(Act::Point);
    }
}

/// Rings and lines at the findings.
fn finding_marks(editor: &MapEditor, lie: &Lie) -> Vec<Drawn> {
    let map = editor.draft.map();
    let pen = Pen::fine(Ink::Bad, 3.0);
    let marks = editor.check.findings.iter().filter_map(|fault| match fault.hexes[..] {
        [from, to] => {
            let (from, to) = (Hex(from), Hex(to));
            let way = map.grid.direction(from, to)?;
            Some(vec![
                Drawn::line(lie.side(from, way), Pen::fine(Ink::Plate, 7.0)),
                Drawn::line(lie.side(from, way), pen),
                Drawn::ring(lie.inner_corners(from, 0.06), pen.dashed(5.0, 4.0)),
                Drawn::ring(lie.inner_corners(to, 0.06), pen.dashed(5.0, 4.0)),
            ])
        }
        [hex] if map.contains(Hex(hex)) => {
            Some(vec![Drawn::ring(lie.inner_corners(Hex(hex), 0.06), pen.dashed(5.0, 4.0))])
        }
        _ => None,
    });
    marks.flatten().collect()
}

/// The hex or hexside that the tool would be used on.
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
    if editor.tool == Tool::Units {
        let pen = Pen::fine(Ink::Selected, 2.4);
        let own = |hex: &Hex| editor.draft.map().contains(*hex);
        for hex in editor.draft.places().values().filter(|hex| own(hex)) {
            marks.push(Drawn::ring(lie.inner_corners(*hex, 0.1), pen.dashed(5.0, 4.0)));
        }
        let from = editor.carried.as_ref().and_then(|carried| editor.place_of(carried));
        marks.extend(from.filter(own).map(|hex| Drawn::ring(lie.inner_corners(hex, 0.02), pen)));
    }
    if let Some(hex) = hex.filter(|_| !matches!(editor.tool, Tool::Side(_))) {
        marks.push(Drawn::ring(lie.inner_corners(hex, 0.04), Pen::fine(Ink::Selected, 2.4)));
    }
    marks
}

/// Shows the pending question; its changes come before its command.
pub fn asking_ui(ctx: &egui::Context, editor: &MapEditor) -> Vec<Act> {
    let Some(asking) = &editor.asking else { return Vec::new() };
    match asking {
        Asking::Save(form) => {
            window(ctx, texts::SAVE, 460.0, |ui| of_work(save_form_ui(ui, form, texts::WHY_SAVED, None)))
        }
        Asking::Sheet(form) => {
            window(ctx, texts::sheet_title(form.keeps), 440.0, |ui| lay_ui(ui, editor, form))
        }
        Asking::Counter(form) => window(ctx, texts::COUNTER, 460.0, |ui| counter_ui(ui, form)),
        Asking::Delete { id, fault } => window(ctx, texts::DELETE_TITLE, 440.0, |ui| {
            delete_ui(ui, id, editor.is_unsaved(), fault.as_deref()).into_iter().collect()
        }),
        Asking::Keys => editor_keys_ui(ctx).then(|| vec![Act::Work(WorkAct::Cancel)]),
        Asking::Leave => window(ctx, making::LEAVE_TITLE, 420.0, |ui| {
            of_work(leave_ui(ui, texts::LEFT_UNSAVED, texts::SAVE, false))
        }),
    }
    .unwrap_or_default()
}

fn of_work(acts: Vec<WorkAct>) -> Vec<Act> {
    acts.into_iter().map(Act::Work).collect()
}

fn counter_ui(ui: &mut Ui, form: &CounterForm) -> Vec<Act> {
    let (next, deed) = counter_form_ui(ui, form);
    let done = deed.map(|deed| match deed {
        CounterDeed::Set => Act::Set,
        CounterDeed::Back => Act::Work(WorkAct::Cancel),
    });
    next.map(|form| Act::Form(Asking::Counter(Box::new(form)))).into_iter().chain(done).collect()
}

/// Shows the form of the sheet, with its effect on the units.
fn lay_ui(ui: &mut Ui, editor: &MapEditor, form: &SheetForm) -> Vec<Act> {
    let (mut next, mut found) = (form.clone(), None);
    let grid = &mut next.grid;
    if editor.turn != MapTurn::default() {
        weak(ui, texts::AS_PRINTED);
    }
    egui::Grid::new("sheet").num_columns(2).spacing([14.0, 8.0]).show(ui, |ui| {
        for (name, number) in [(texts::COLUMNS, &mut grid.columns), (texts::ROWS, &mut grid.rows)] {
            let named = ui.label(name);
            ui.add(DragValue::new(number).range(1..=99).speed(0.1)).labelled_by(named.id);
            ui.end_row();
        }
        let named = ui.label(texts::METRES);
        ui.add(DragValue::new(&mut next.metres).range(10..=20_000).speed(5)).labelled_by(named.id);
        ui.end_row();
        ui.label(texts::HEXES_STAND);
        ui.horizontal(|ui| {
            let kinds = [(Orientation::Flat, texts::FLAT_UP), (Orientation::Pointy, texts::CORNER_UP)];
            for (orientation, words) in kinds {
                ui.selectable_value(&mut grid.orientation, orientation, words);
            }
        });
        ui.end_row();
        ui.label(texts::FURTHER_ON);
        ui.horizontal(|ui| {
            for (stagger, words) in STAGGERS.into_iter().zip(texts::staggers(grid.orientation)) {
                ui.selectable_value(&mut grid.stagger, stagger, words);
            }
        });
        ui.end_row();
        ui.label(texts::TOP_IS);
        ui.horizontal(|ui| {
            for top in TOPS {
                ui.selectable_value(&mut grid.top, top, ground::top(top));
            }
        });
        ui.end_row();
    });
    let (before, after) = (editor.draft.map().grid, next.grid);
    let off = editor.homeless(after);
    ui.add_space(4.0);
    // Always two lines, so that the buttons do not move while numbers are dragged.
    weak(
        ui,
        match (form.keeps, before.orientation == after.orientation) {
            (false, _) => texts::CLEARS,
            (true, false) => texts::KEEPS_KINDS,
            (true, true) => texts::KEEPS_NUMBERS,
        },
    );
    weak(ui, texts::off_sheet(off));
    if let Some(fault) = &form.fault {
        refused_label(ui, fault);
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let words = texts::lay(form.keeps);
        if ui.button(RichText::new(words).font(heading_font(15.0))).clicked() {
            first(&mut found, Act::Lay);
        }
        if ui.button(making::BACK).on_hover_text(shared::ESCAPE).clicked() {
            first(&mut found, Act::Work(WorkAct::Cancel));
        }
    });
    let changed = (next != *form).then_some(Act::Form(Asking::Sheet(SheetForm { fault: None, ..next })));
    changed.into_iter().chain(found).collect()
}

fn delete_ui(ui: &mut Ui, id: &str, unsaved: bool, fault: Option<&str>) -> Option<Act> {
    let mut found = None;
    ui.label(texts::deletes(id));
    if unsaved {
        ui.label(texts::UNSAVED_GOES);
    }
    weak(ui, texts::GAMES_GO);
    if let Some(fault) = fault {
        refused_label(ui, fault);
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button(texts::DELETE_IT).clicked() {
            first(&mut found, Act::Delete);
        }
        if ui.button(making::BACK).on_hover_text(shared::ESCAPE).clicked() {
            first(&mut found, Act::Work(WorkAct::Cancel));
        }
    });
    found
}
