//! The map editor for battles on hexes, in the window instead of the game: tools, strokes, findings, saving, playing.
//!
//! Drafts and their faults are defined in [`scenario::hex::edit`]; this module holds a draft, changes it by hand and hands it
//! on: to the user's folder as an own battle, or to a new game. The game that was open waits unchanged. Units: hexes; inches of
//! the drawn sheet.

mod counters;
pub mod form;
pub mod keys;
mod roster;
mod tool;
mod turn;
pub mod words;

use std::ops::{Deref, DerefMut};

use egui::{CentralPanel, Context, Frame, Panel, Ui};
use glam::Vec2;

use crate::begun::OpenedGame;
use crate::command::Command;
use crate::common::Common;
use crate::layout;
use crate::setup::form::{SaveForm, own_name};
use crate::setup::roster::RosterAct;
use crate::setup::work::Work;
use crate::setup::{Act as SetUpAct, WorkAct};
use crate::state::new_sheet;
use crate::texts::setup_notes as texts;
use crate::views::hex::editor::{MapView, asking_ui, foot_ui, head_ui, map_ui, tools_ui};
use crate::views::setup_paste::paste_ui;
use data::Fault;
use desk::RuleList;
use drawing::hex::{Counter, HexSheet, Lie, MapTurn, counter_marks, counter_places, front_marks};
use drawing::{Mark as Drawn, NAMES_OVER, SMALL_GROUND, Stage, StageLayer};
use game::sentence;
use hexes::{Direction, Grid, Hex, HexKind, Mark};
use scenario::{Draft, HexBattle, HexEdit, HexPiece, HexStart};
use table::measure::nearest_point_of_line;

use counters::counters_of;
pub use form::{CounterForm, SheetForm};
pub use tool::Tool;
use words::hex_name;

/// The layers of the map, from below to above; counters are where the canvas has the pieces.
pub const GROUND: &str = "ground";
pub const NUMBERS: &str = "numbers";
pub const NAMES: &str = "names";
pub const COUNTERS: &str = "pieces";

/// How near to a hexside a stroke or the eraser means it, in inches.
const NEAR: f32 = 0.32;

/// How near to its centre a path must come to enter a hex, in inches: clipping a corner does not count.
const WITHIN: f32 = 0.8;

/// Step in which a fast pointer is followed, in inches.
const STRIDE: f32 = 0.1;

/// An act of the editor.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    Tool(Tool),
    /// The pointer goes down here. `lifts`: to remove instead of adding.
    Press {
        at: Vec2,
        lifts: bool,
    },
    /// The pointer is dragged to here.
    Drag(Vec2),
    Release,
    /// The pointer moves over the map: it takes over from the keyboard.
    Point,
    /// A hex is clicked other than by the pointer.
    At(Hex),
    /// A hexside of the keyboard's hex is clicked.
    AtSide(Direction),
    /// The keyboard moves to the next hex in this direction on the screen, y up; `paints`: using the tool there.
    Step {
        way: Vec2,
        paints: bool,
    },
    /// Points at another hexside, this many sixths clockwise.
    Turn(u8),
    /// Uses the tool at the keyboard's hex.
    Strike,
    /// The name as typed.
    Rename(String),
    /// Whether to rename all hexes with this name.
    RenameAll(bool),
    /// Picks this up, to put it into another hex.
    Take(Carried),
    Undo,
    Redo,
    /// Brings these hexes into view.
    Show(Vec<Hex>),
    Fit,
    Zoom(f32),
    /// Turns the map by this many steps of 30 degrees clockwise; `None` means north up.
    TurnMap(Option<i8>),
    Units(bool),
    /// A command of the whole window.
    Shared(Command),
    Work(WorkAct),
    /// The question as filled in.
    Form(Asking),
    /// Ask for another sheet; `keeps`: with the present drawing.
    AskForSheet {
        keeps: bool,
    },
    Lay,
    /// An act in the roster.
    Roster(RosterAct),
    /// Takes the piece in hand off the map.
    TakeOff,
    /// Ask for the values of the unit or leader with this id.
    AskForCounter(String),
    Set,
    /// Ask whether to delete the own battle.
    AskToDelete,
    Delete,
    Keys,
}

/// Something moved from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carried {
    /// The start or entry of the unit or leader with this id.
    Unit(String),
    /// The hex with this name in the rules.
    Place(String),
}

/// A pending question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asking {
    Save(SaveForm),
    Sheet(SheetForm),
    Counter(Box<CounterForm>),
    /// Delete the own battle of this id; with the reason if that failed.
    Delete {
        id: String,
        fault: Option<String>,
    },
    Keys,
    Leave,
}

/// Renaming one hex, or all with the same name.
#[derive(Clone, Debug, PartialEq)]
pub struct Naming {
    pub hex: Hex,
    /// The name as typed.
    pub typed: String,
    /// The old name.
    pub was: String,
    /// The other hexes with the old name.
    pub alike: Vec<Hex>,
    /// Rename these as well?
    pub all: bool,
}

/// A stroke in progress.
#[derive(Clone, Copy, Debug)]
struct Stroke {
    at: Vec2,
    lifts: bool,
    /// The hex that a path has reached, or where something was picked up.
    hex: Option<Hex>,
}

/// The map editor.
#[derive(Debug)]
pub struct MapEditor {
    work: Work<HexBattle>,
    /// Is it the user's own battle, which can be deleted?
    pub own: bool,
    pub tool: Tool,
    stroke: Option<Stroke>,
    /// The hex of the keyboard, and the hexside that it points at.
    pub cursor: Hex,
    pub way: Direction,
    /// Was the keyboard used last, not the pointer?
    pub by_keys: bool,
    /// The name being typed.
    pub naming: Option<Naming>,
    pub carried: Option<Carried>,
    /// Pieces to put down after the one in hand, the next one last.
    waiting: Vec<String>,
    /// The version that the roster shows.
    rostered: Option<u64>,
    pub asking: Option<Asking>,
    /// The turn of the map on the screen, which is not part of the draft.
    pub turn: MapTurn,
    /// The version of the sheet, whether its names give way to counters, and its turn.
    seen: (u64, bool, MapTurn),
    pub sheet: HexSheet,
    /// Number of this editor, for the canvas.
    pub number: u64,
    /// The map and its counters for the canvas.
    pub stage: Stage,
    /// All leaders and units as counters, in the order of the draft; later arrivals have no hex.
    pub counters: Vec<Counter>,
    pub shows_units: bool,
    pub map: MapView,
}

impl Deref for MapEditor {
    type Target = Work<HexBattle>;

    fn deref(&self) -> &Work<HexBattle> {
        &self.work
    }
}

impl DerefMut for MapEditor {
    fn deref_mut(&mut self) -> &mut Work<HexBattle> {
        &mut self.work
    }
}

impl MapEditor {
    /// `turn`: the last turn of its map.
    pub fn new(draft: Draft<HexBattle>, own: bool, turn: MapTurn) -> Self {
        let grid = draft.map().grid;
        let mut editor = Self {
            counters: counters_of(&draft),
            own,
            tool: Tool::Look,
            stroke: None,
            cursor: Hex::new(grid.columns.div_ceil(2), grid.rows.div_ceil(2)),
            way: Direction(0),
            by_keys: false,
            naming: None,
            carried: None,
            waiting: Vec::new(),
            rostered: None,
            asking: None,
            turn,
            seen: (draft.version(), true, turn),
            sheet: HexSheet::turned(draft.map(), new_sheet(), turn),
            number: new_sheet(),
            stage: Stage::default(),
            shows_units: true,
            map: MapView::default(),
            work: Work::new(draft, true),
        };
        editor.stage = editor.staged();
        editor
    }

    /// Shows one frame; returns whether the editor stays open.
    pub(crate) fn show(&mut self, ui: &mut Ui, common: &mut Common) -> bool {
        let ctx = ui.ctx().clone();
        common.ctx = Some(ctx.clone());
        common.dress(&ctx);
        self.rest_between(&ctx);
        let mut stays = true;
        self.refresh_roster(common.library.rules());
        // Here a chosen file can only be for the roster.
        if let Some(Command::Make(SetUpAct::ReadTable(path))) = common.poll_files(&ctx) {
            common.read_table(&ctx, path);
        }
        if let Some(sheets) = common.poll_table() {
            self.roster_act(&ctx, common, RosterAct::Sheets(sheets));
        }
        if self.poll(&ctx, common.library.rules()) {
            stays &= self.play(common);
        }
        let mut acts: Vec<Act> = self.keys(&ctx).into_iter().collect();
        let head = Panel::top("map head").exact_size(layout::HEAD);
        acts.extend(head.show(ui, |ui| head_ui(ui, self)).inner);
        Panel::bottom("map foot").exact_size(30.0).show(ui, |ui| foot_ui(ui, self));
        let tools = Panel::left("map tools").resizable(false).exact_size(252.0);
        acts.extend(tools.show(ui, |ui| tools_ui(ui, self)).inner);
        if self.roster.open {
            acts.extend(self.roster_ui(ui));
        }
        let middle = CentralPanel::default().frame(Frame::new());
        let names = common.saved.names;
        let mut map = std::mem::take(&mut self.map);
        acts.extend(middle.show(ui, |ui| map_ui(ui, self, &mut map, names, common.card.as_ref())).inner);
        self.map = map;
        acts.extend(asking_ui(&ctx, self));
        acts.extend(paste_ui(&ctx, &self.roster).map(Act::Roster));
        common.toast_ui(&ctx);
        // The roster's requests have been fulfilled by now.
        self.roster.has_done();
        for act in acts {
            ctx.request_repaint();
            stays &= self.act(&ctx, common, act);
            // The next acts of this frame apply to the changed map.
            self.refresh();
            self.refresh_roster(common.library.rules());
        }
        stays
    }

    fn lie(&self) -> &Lie {
        &self.sheet.lie
    }

    /// Takes the findings of the check, and has the present version checked. Returns whether a map that waited to be played has
    /// been checked.
    fn poll(&mut self, ctx: &Context, rules: &RuleList) -> bool {
        self.work.poll_check(ctx, rules);
        let version = self.draft.version();
        self.check.may_play(version)
    }

    /// Draws the map anew after a change; the keyboard's hex stays on it.
    fn refresh(&mut self) {
        let now = (self.draft.version(), self.shows_counters(), self.turn);
        if self.seen == now {
            return;
        }
        let is_another = (self.seen.0, self.seen.2) != (now.0, now.2);
        self.seen = now;
        if is_another {
            let map = self.work.draft.map();
            self.sheet = HexSheet::turned(map, new_sheet(), self.turn);
            self.counters = counters_of(&self.work.draft);
            let grid = map.grid;
            self.cursor =
                Hex::new(self.cursor.column().clamp(1, grid.columns), self.cursor.row().clamp(1, grid.rows));
            self.naming.take_if(|naming| !map.contains(naming.hex));
        }
        self.stage = self.staged();
    }

    /// The scene of the draft. Counters are drawn on it without pieces: they are moved by picking up what a hex holds.
    fn staged(&self) -> Stage {
        let map = self.draft.map();
        let layer = |name, version, scaled| StageLayer { name, version, scaled, above: false };
        let (drawn, version) = (self.sheet.number, self.draft.version());
        // Where counters lie is known by the draft.
        let named = version.rotate_left(8) ^ u64::from(self.shows_counters()).rotate_left(63);
        Stage {
            layers: vec![
                layer(GROUND, drawn, false),
                layer(NUMBERS, drawn, false),
                layer(NAMES, named, true),
                layer(COUNTERS, version, true),
                layer(NAMES_OVER, named, true),
            ],
            ..self.sheet.stage(|hex| hex_name(map, hex))
        }
    }

    /// The marks of a layer, for this many points an inch.
    pub fn layer(&self, name: &str, scale: f32) -> Vec<Drawn> {
        match name {
            GROUND => self.sheet.ground().to_vec(),
            SMALL_GROUND => self.sheet.small_ground(),
            NUMBERS => self.sheet.numbers(),
            NAMES => self.sheet.names(self.seen_counters(), scale).under.clone(),
            NAMES_OVER => self.sheet.names(self.seen_counters(), scale).over.clone(),
            COUNTERS => {
                let places = counter_places(self.lie(), &self.counters).into_iter();
                let mut marks: Vec<Drawn> =
                    places.flat_map(|(index, at)| counter_marks(&self.counters[index], at, scale)).collect();
                marks.extend(front_marks(self.lie(), &self.counters));
                marks
            }
            _ => Vec::new(),
        }
    }

    /// The visible counters, to which names give way.
    fn seen_counters(&self) -> &[Counter] {
        if self.shows_counters() { &self.counters } else { &[] }
    }

    /// Are the counters of set-up pieces visible?
    pub fn shows_counters(&self) -> bool {
        self.shows_units || self.tool == Tool::Units
    }

    /// The counter of the unit or leader in hand.
    pub fn carried_counter(&self) -> Option<&Counter> {
        let Some(Carried::Unit(id)) = &self.carried else { return None };
        let index = self.draft.pieces().chain(self.draft.waiting()).position(|piece| piece.id() == id)?;
        self.counters.get(index)
    }

    /// Carries out an act; returns whether the editor stays open.
    fn act(&mut self, ctx: &Context, common: &mut Common, act: Act) -> bool {
        // One arm an act, long as that is: what each does is found in one place.
        match act {
            Act::Tool(tool) => {
                self.tool = tool;
                self.naming = None;
                (self.carried, self.waiting) = (None, Vec::new());
                self.note = None;
            }
            Act::Press { at, lifts } => self.press(at, lifts),
            Act::Drag(at) => self.drag(at),
            Act::Release => {
                self.let_go();
                self.draft.rest();
                // The click has taken the focus away from the name.
                self.map.name_wants_focus = self.naming.is_some();
            }
            Act::Point => self.by_keys = false,
            Act::At(hex) => {
                self.cursor = hex;
                self.strike();
            }
            Act::AtSide(way) => {
                self.way = way;
                self.strike();
            }
            Act::Step { way, paints } => self.step(way, paints),
            Act::Turn(sixths) => {
                self.by_keys = true;
                self.way = Direction((self.way.0 + sixths) % 6);
            }
            Act::Strike => {
                self.by_keys = true;
                self.strike();
            }
            Act::Rename(text) => {
                if let Some(naming) = &mut self.naming {
                    naming.typed = text;
                    self.rename();
                }
            }
            Act::RenameAll(all) => {
                if let Some(naming) = &mut self.naming {
                    naming.all = all;
                    self.rename();
                    self.map.name_wants_focus = true;
                }
            }
            Act::Roster(act) => self.roster_act(ctx, common, act),
            Act::TakeOff => self.take_off(),
            Act::Take(carried) => {
                self.waiting.clear();
                self.note = None;
                self.tool = Tool::Units;
                let there = self.place_of(&carried).filter(|hex| self.draft.map().contains(*hex));
                if let Some(hex) = there {
                    self.cursor = hex;
                    self.reveal(hex);
                }
                self.carried = Some(carried);
            }
            Act::Undo | Act::Redo => {
                self.naming = None;
                (self.carried, self.waiting) = (None, Vec::new());
                match act {
                    Act::Undo => self.undo(),
                    _ => self.redo(),
                }
            }
            Act::Show(hexes) => {
                if let [first, ..] = hexes[..]
                    && hexes.iter().all(|hex| self.draft.map().contains(*hex))
                {
                    self.cursor = first;
                    self.by_keys = true;
                    if let Some(way) = hexes.get(1).and_then(|to| self.draft.map().grid.direction(first, *to))
                    {
                        self.way = way;
                    }
                    let corners = hexes.iter().flat_map(|hex| self.sheet.lie.corners(*hex));
                    let corners: Vec<Vec2> = corners.collect();
                    self.map.canvas.show(&corners);
                }
            }
            Act::Fit => self.map.canvas.fitted = true,
            Act::Zoom(factor) => self.map.canvas.zoom(factor),
            Act::TurnMap(steps) => self.turn_map(ctx, common, steps),
            Act::Units(shown) => self.shows_units = shown,
            Act::Shared(command) => drop(common.run(ctx, command)),
            Act::Work(act) => return self.work_act(ctx, common, act),
            Act::Form(asking) => self.asking = Some(asking),
            Act::AskForSheet { keeps } => {
                let map = self.draft.map();
                let form = SheetForm { grid: map.grid, metres: map.metres, keeps, fault: None };
                self.naming = None;
                self.asking = Some(Asking::Sheet(form));
            }
            Act::Lay => self.lay(),
            Act::AskForCounter(id) => {
                let piece = self.draft.piece(&id);
                let form =
                    piece.map(|piece| Box::new(CounterForm::of(&self.draft, piece, common.library.rules())));
                (self.naming, self.carried) = (None, None);
                self.asking = form.map(Asking::Counter);
            }
            Act::Set => self.set_counter(),
            Act::AskToDelete => {
                let id = self.draft.id().to_owned();
                self.asking = Some(Asking::Delete { id, fault: None });
            }
            Act::Delete => return self.delete(ctx, common),
            Act::Keys => self.asking = Some(Asking::Keys),
        }
        true
    }

    /// Carries out an act common to all editors; returns whether the editor stays open.
    fn work_act(&mut self, ctx: &Context, common: &mut Common, act: WorkAct) -> bool {
        match act {
            WorkAct::AskToSave { play } => self.ask_to_save(common, play),
            WorkAct::Form(form) => {
                let form = match &self.asking {
                    Some(Asking::Save(before)) => form.changed(before, &common.library),
                    _ => form,
                };
                self.asking = Some(Asking::Save(form));
            }
            WorkAct::Save => return self.save(ctx, common),
            WorkAct::Play => return self.play(common),
            WorkAct::Leave if self.is_unsaved() => self.asking = Some(Asking::Leave),
            WorkAct::Leave | WorkAct::LeaveAnyway => return false,
            // A map with faults cannot be saved.
            WorkAct::KeepUnfinished => {}
            WorkAct::Cancel => self.cancel(ctx),
        }
        true
    }

    /// Makes an edit; returns whether it succeeded, and notes the reason if not.
    fn edit(&mut self, edit: HexEdit) -> bool {
        let done = self.work.edit(edit);
        self.note = self.note.take().map(|note| sentence(&note));
        done
    }

    /// The same as a separate step, which no other joins.
    fn edit_alone(&mut self, edit: HexEdit) -> bool {
        self.draft.rest();
        let done = self.edit(edit);
        self.draft.rest();
        done
    }

    fn cancel(&mut self, ctx: &Context) {
        if self.asking.take().is_some() {
            return;
        }
        if self.roster.paste.take().is_some() || self.roster.leave_typing() {
            (self.roster.wants_focus, self.note) = (true, None);
            return;
        }
        if self.naming.take().is_some() {
            ctx.memory_mut(|memory| memory.stop_text_input());
            return;
        }
        self.stroke = None;
        self.note = None;
        self.waiting.clear();
        if self.carried.take().is_none() {
            self.tool = Tool::Look;
        }
    }

    /// The hexside nearest to this place: its hex, its direction, and the distance in inches.
    pub fn nearest_side(&self, at: Vec2) -> Option<(Hex, Direction, f32)> {
        let hex = self.lie().hex_at(at)?;
        let sides = self.draft.map().neighbours(hex).map(|(way, _)| {
            let far = nearest_point_of_line(&self.lie().side(hex, way), at).distance(at);
            (hex, way, far)
        });
        sides.min_by(|a, b| a.2.total_cmp(&b.2))
    }

    /// Is this place beside the middle half of a hexside? Where a stroke turns at a corner, it does not mean the third hexside
    /// there.
    fn is_along(&self, hex: Hex, way: Direction, at: Vec2) -> bool {
        let [from, to] = self.lie().side(hex, way);
        let along = (at - from).dot(to - from) / from.distance_squared(to);
        (0.25..=0.75).contains(&along)
    }

    // Strokes of the pointer.

    fn press(&mut self, at: Vec2, lifts: bool) {
        let Some(hex) = self.lie().hex_at(at) else { return };
        self.by_keys = false;
        self.cursor = hex;
        let side = self.nearest_side(at);
        if let Some((_, way, _)) = side {
            self.way = way;
        }
        let map = self.draft.map();
        // The same tool removes a mark that is there.
        let there = match (self.tool, side) {
            (Tool::Side(Mark::Slope), Some((hex, way, _))) => map.marks(hex, way).descends(),
            (Tool::Side(mark), Some((hex, way, _))) => map.marks(hex, way).has(mark),
            _ => false,
        };
        self.stroke = Some(Stroke { at, lifts: lifts || there, hex: None });
        match self.tool {
            Tool::Look => {}
            Tool::Name => self.begin_name(hex),
            Tool::Units => {
                if self.take_or_put(hex)
                    && let Some(stroke) = &mut self.stroke
                {
                    stroke.hex = Some(hex);
                }
            }
            Tool::Side(mark) => {
                if let Some((hex, way, _)) = side {
                    self.side(mark, hex, way, lifts || there);
                }
            }
            Tool::Way(_) => {
                if let Some(stroke) = &mut self.stroke {
                    stroke.hex = Some(hex);
                }
            }
            Tool::Kind(_) | Tool::Eraser => self.dab(at),
        }
    }

    fn drag(&mut self, to: Vec2) {
        let Some(stroke) = self.stroke else { return };
        let strides = (stroke.at.distance(to) / STRIDE).ceil().clamp(1.0, 2000.0);
        for k in 1..=strides as usize {
            self.dab(stroke.at.lerp(to, k as f32 / strides));
        }
        if let Some(stroke) = &mut self.stroke {
            stroke.at = to;
        }
    }

    /// Uses the tool at this place during a stroke.
    fn dab(&mut self, at: Vec2) {
        let (Some(stroke), Some(hex)) = (self.stroke, self.lie().hex_at(at)) else { return };
        match self.tool {
            Tool::Look | Tool::Name | Tool::Units => {}
            Tool::Kind(kind) => self.paint(kind, hex),
            Tool::Side(mark) => {
                if let Some((hex, way, far)) = self.nearest_side(at)
                    && far <= NEAR
                    && self.is_along(hex, way, at)
                {
                    self.side(mark, hex, way, stroke.lifts);
                }
            }
            Tool::Way(mark) => {
                let Some(last) = stroke.hex.filter(|last| *last != hex) else { return };
                if self.lie().centre(hex).distance(at) > WITHIN {
                    return;
                }
                if let Some(stroke) = &mut self.stroke {
                    stroke.hex = Some(hex);
                }
                // Where the pointer has left the sheet and come back, a new stroke begins.
                if self.draft.map().between(last, hex).is_some() {
                    self.way(mark, last, hex, stroke.lifts);
                    self.cursor = hex;
                }
            }
            Tool::Eraser => {
                let side = self
                    .nearest_side(at)
                    .filter(|(hex, way, far)| *far <= NEAR && !self.draft.map().marks(*hex, *way).is_plain());
                match side {
                    Some((hex, way, _)) => self.bare(hex, way),
                    None => {
                        self.edit(HexEdit::clear(vec![hex]));
                    }
                }
            }
        }
    }

    fn paint(&mut self, kind: HexKind, hex: Hex) {
        if self.draft.map().kind(hex) != kind {
            self.edit(HexEdit::paint(kind, vec![hex]));
        }
    }

    /// Adds or removes the mark on a hexside; for a slope, the hex is the upper one.
    fn side(&mut self, mark: Mark, hex: Hex, way: Direction, lifts: bool) {
        let Some(next) = self.draft.map().grid.neighbour(hex, way) else { return };
        let sides = vec![(next, hex)];
        self.edit(if lifts { HexEdit::unmark(mark, sides) } else { HexEdit::mark(mark, sides) });
    }

    fn way(&mut self, way: Mark, from: Hex, to: Hex, lifts: bool) {
        let chain = vec![from, to];
        self.edit(if lifts { HexEdit::lift(way, chain) } else { HexEdit::lay(way, chain) });
    }

    fn bare(&mut self, hex: Hex, way: Direction) {
        if let Some(next) = self.draft.map().grid.neighbour(hex, way) {
            self.edit(HexEdit::bare(vec![(hex, next)]));
        }
    }

    // Units and the places of the rules.

    /// The present hex of this.
    pub fn place_of(&self, carried: &Carried) -> Option<Hex> {
        match carried {
            Carried::Unit(id) => self.draft.piece(id).map(|piece| hex_of(piece.start())),
            Carried::Place(name) => self.draft.places().get(name).copied(),
        }
    }

    /// Number of units and named places that cannot stay where they are on this grid: they would be off it, or would arrive
    /// inside it.
    pub fn homeless(&self, grid: Grid) -> usize {
        let inside = |hex| Direction::ALL.into_iter().all(|way| grid.neighbour(hex, way).is_some());
        let stays = |start| match start {
            HexStart::Deployed(hex) => grid.contains(hex),
            HexStart::Arrives { at, .. } => grid.contains(at) && !inside(at),
        };
        let units = self.draft.pieces().filter(|piece| !stays(piece.start())).count();
        units + self.draft.places().values().filter(|hex| !grid.contains(**hex)).count()
    }

    /// Puts down what is in hand, or picks up a piece of this hex; returns whether it picked one up.
    fn take_or_put(&mut self, hex: Hex) -> bool {
        if let Some(carried) = self.carried.take() {
            self.put(carried, hex);
            return false;
        }
        let here = || self.draft.pieces().filter(|piece| hex_of(piece.start()) == hex);
        // Units before leaders, and set-up pieces before later arrivals.
        let unit = here().min_by_key(|piece| match (piece, piece.start()) {
            (HexPiece::Unit(_), HexStart::Deployed(_)) => 0,
            (HexPiece::Leader(_), HexStart::Deployed(_)) => 1,
            (_, HexStart::Arrives { .. }) => 2,
        });
        let unit = unit.map(|piece| Carried::Unit(piece.id().to_owned()));
        let place = || self.draft.places().iter().find(|(_, at)| **at == hex).map(|(name, _)| name.clone());
        self.carried = unit.or_else(|| place().map(Carried::Place));
        self.note = match self.carried {
            Some(_) => None,
            None => Some(texts::nobody_begins(hex)),
        };
        self.carried.is_some()
    }

    fn put(&mut self, carried: Carried, hex: Hex) {
        let done = self.edit_alone(match carried.clone() {
            Carried::Unit(unit) => HexEdit::start(unit, hex),
            Carried::Place(name) => HexEdit::place(name, hex),
        });
        self.carried = if done { self.next_waiting() } else { Some(carried) };
    }

    /// The pointer is released: a dragged piece goes to the present hex.
    fn let_go(&mut self) {
        let Some(stroke) = self.stroke.take() else { return };
        let to = self.lie().hex_at(stroke.at).filter(|hex| stroke.hex.is_some_and(|from| from != *hex));
        if self.tool == Tool::Units
            && let Some(to) = to
            && let Some(carried) = self.carried.take()
        {
            self.put(carried, to);
        }
    }

    fn begin_name(&mut self, hex: Hex) {
        self.cursor = hex;
        let map = self.draft.map();
        let was = map.cell(hex).name.clone();
        let alike: Vec<Hex> = match was.as_str() {
            "" => Vec::new(),
            was => map.grid.hexes().filter(|other| *other != hex && map.cell(*other).name == was).collect(),
        };
        self.naming = Some(Naming { hex, typed: was.clone(), was, all: !alike.is_empty(), alike });
        self.map.name_wants_focus = true;
    }

    /// Applies the typed name to its hexes.
    fn rename(&mut self) {
        let Some(Naming { hex, typed, was, alike, all }) = &self.naming else { return };
        let others = if *all { typed } else { was };
        let named = |hex: &Hex, name: &String| HexEdit::name(*hex, name.clone());
        let edits = std::iter::once(named(hex, typed)).chain(alike.iter().map(|hex| named(hex, others)));
        self.edit(HexEdit::several(edits));
    }

    // The keyboard.

    /// Uses the tool on the keyboard's hex, or on the hexside that it points at.
    fn strike(&mut self) {
        self.draft.rest();
        let (hex, way) = (self.cursor, self.way);
        let marks = self.draft.map().marks(hex, way);
        match self.tool {
            Tool::Look => {}
            Tool::Kind(kind) => self.paint(kind, hex),
            Tool::Name => self.begin_name(hex),
            Tool::Units => drop(self.take_or_put(hex)),
            Tool::Side(Mark::Slope) => self.side(Mark::Slope, hex, way, marks.descends()),
            Tool::Side(mark) => self.side(mark, hex, way, marks.has(mark)),
            Tool::Way(mark) => {
                if let Some(next) = self.draft.map().grid.neighbour(hex, way) {
                    self.way(mark, hex, next, marks.has(mark));
                }
            }
            Tool::Eraser if !marks.is_plain() => self.bare(hex, way),
            Tool::Eraser => {
                self.edit(HexEdit::clear(vec![hex]));
            }
        }
        self.draft.rest();
    }

    /// Brings a hex into view.
    fn reveal(&mut self, hex: Hex) {
        self.map.canvas.reveal(self.sheet.lie.centre(hex));
    }

    // Saving and playing.

    fn ask_to_save(&mut self, common: &Common, play: bool) {
        // Saved games need the map as it was, so a new id is proposed; the form offers the old one.
        let id = common.library.free_id(self.draft.id());
        let name = own_name(&self.draft.map().name, &id);
        self.naming = None;
        self.asking = Some(Asking::Save(SaveForm::new(id, name, self.last_saved_as(), play)));
    }

    /// Applies the form for another sheet.
    fn lay(&mut self) {
        let Some(Asking::Sheet(form)) = &self.asking else { return };
        let SheetForm { grid, metres, keeps, .. } = *form;
        let laid = self.edit_alone(HexEdit::sheet(grid, metres, keeps));
        match (&mut self.asking, laid) {
            (Some(Asking::Sheet(form)), false) => form.fault = self.work.note.take(),
            _ => {
                self.asking = None;
                self.carried = None;
                self.map.canvas.fitted = true;
            }
        }
    }

    /// Applies the form of a counter, as one step.
    fn set_counter(&mut self) {
        let Some(Asking::Counter(form)) = &self.asking else { return };
        let fault = match form.edit() {
            Ok(edit) if self.edit_alone(edit.clone()) => None,
            Ok(_) => self.note.take(),
            Err(fault) => Some(fault),
        };
        match (&mut self.asking, fault) {
            (Some(Asking::Counter(form)), Some(fault)) => form.fault = Some(fault),
            _ => self.asking = None,
        }
    }

    /// Deletes the own battle from the user's folder; returns whether the editor stays open.
    fn delete(&mut self, ctx: &Context, common: &mut Common) -> bool {
        let Some(Asking::Delete { id, fault }) = &mut self.asking else { return true };
        match common.library.drop_hex_map(id) {
            Ok(()) => {
                common.saved.map_turns.remove(id);
                common.say(ctx, texts::deleted(id));
                false
            }
            Err(why) => {
                *fault = Some(sentence(&why.to_string()));
                true
            }
        }
    }

    /// Saves by the form; returns whether the editor stays open.
    fn save(&mut self, ctx: &Context, common: &mut Common) -> bool {
        let Some(Asking::Save(form)) = &mut self.asking else { return true };
        let (title, library) = (HexEdit::title(&form.name), &common.library);
        let faults = |draft: &Draft<HexBattle>| {
            // The faults in the words of the list beside the map.
            let faults = draft.check(library.rules()).into_iter().filter(Fault::is_error);
            let lines = faults.map(|fault| sentence(&format!("{}. {}", fault.said(), sentence(&fault.help))));
            std::iter::once(texts::MEND_FIRST.to_owned()).chain(lines).collect()
        };
        if !self.work.save(form, title, |draft, replace| library.save_hex_map(draft, replace), faults) {
            return true;
        }
        let (play, id) = (form.play, self.work.draft.id());
        // It keeps its turn when it is played.
        common.saved.map_turns.insert(id.to_owned(), self.turn);
        common.say(ctx, texts::saved_as(id));
        (self.note, self.own, self.asking) = (None, true, None);
        !play || self.play(common)
    }

    /// Starts a new game on the map. A journal names its battle, so the map is saved first if journals are kept. Returns
    /// whether the editor stays open.
    fn play(&mut self, common: &mut Common) -> bool {
        if !self.is_checked_to_play() {
            return true;
        }
        if let Some(fault) = self.check.findings.iter().find(|fault| fault.is_error()) {
            let (what, help) = (fault.said(), sentence(&fault.help));
            self.note = Some(texts::map_not_played(&what, &help));
            return true;
        }
        if self.has_to_be_saved(&common.library) {
            self.ask_to_save(common, true);
            return true;
        }
        let scenario = self.draft.scenario();
        let rules = common.library.rules().of(&scenario.rules);
        match rules.and_then(|rules| rules.begin_on(&common.library, &scenario, None)) {
            Some(Ok((game, notices))) => {
                let library = common.library.clone();
                common.next = Some(OpenedGame { library, game, notices }.into());
                false
            }
            Some(Err(error)) => {
                self.note = Some(error.to_string());
                true
            }
            None => {
                self.note = Some(texts::no_map_rules(&scenario.rules));
                true
            }
        }
    }
}

/// The hex where a unit is set up or arrives.
pub fn hex_of(start: HexStart) -> Hex {
    match start {
        HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. } => hex,
    }
}
