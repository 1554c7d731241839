//! Setting up: a draft on the table instead of the game, with its tools.
//!
//! Drafts and their faults are defined in [`scenario::edit`]; this module holds a draft, shows it and hands it on: to the
//! user's folder as an own scenario, or to a new game. The game that was open waits unchanged.

mod act;
pub mod checking;
mod deploy;
pub mod drawn;
mod files;
pub mod fitting;
pub mod form;
mod keys;
pub mod maker;
pub mod model;
pub mod palette;
pub mod picture;
pub mod roster;
pub mod roster_acts;
mod saving;
pub mod work;

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::mpsc::TryRecvError;

use egui::Context;

use crate::texts::setup_notes as texts;
use desk::RuleList;
use scenario::army::{Army, Piece, PieceKind};
use scenario::roster::Cell;
use scenario::roster::rostered::Rostered as _;
use scenario::roster::sheet::cells;
use scenario::stroke::{STRAY, rounded, simplified, simplified_ring};
use scenario::{Draft, Edit, Feature, KnownRules, Scenario, Side, Subject, body_of_piece};
use table::ground::Ground;
use table::{Body, Heading, Pose, Vec2};

use super::background::Background;
use super::state::new_sheet;
use drawn::moved_with;
use model::TableFacts;
use work::Work;

pub use act::{Act, Asking, Begin, Deployed, EmptyTable, Tab, Tool};
pub use work::WorkAct;

/// How near the pointer must be to a feature, in inches.
pub const NEAR: f32 = 0.4;

/// A draft on the table.
#[derive(Debug)]
pub struct SetUp {
    work: Work<Scenario>,
    /// The rule sets, which define units and their layout.
    pub rules: RuleList,
    /// The id under which the draft is saved as unfinished, and the version saved.
    kept: Option<(String, u64)>,
    /// Did the draft start as the battle of the present game?
    present: bool,
    /// Is it the battle of a saved position, from its beginning?
    pub of_position: bool,
    pub tool: Tool,
    /// Corners clicked so far.
    pub drawn: Vec<Vec2>,
    /// Heading of the stand or the unit in hand.
    pub heading: Heading,
    pub selected: Option<Subject>,
    /// Stands and units selected in addition to the first.
    also: BTreeSet<String>,
    pub vertex: Option<usize>,
    pub tab: Tab,
    /// The version of the facts.
    seen: Option<u64>,
    pub facts: TableFacts,
    /// The row of the selected stand or unit, with the cells of its rules.
    pub row: Vec<Cell>,
    /// The tools that draw ground, with their pictures.
    pub palette: Vec<palette::Sample>,
    /// Are drawn features rounded?
    pub rounded: bool,
    /// Ground scale, if its rules have one.
    pub yards_per_inch: Option<f32>,
    /// Changes whenever the ground does.
    pub sheet: u64,
    ground: Ground,
    /// Armies of the library, once read.
    pub armies: Vec<Army>,
    mustering: Option<Background<Vec<Army>>>,
    pub recruit: (Side, Option<usize>),
}

impl Deref for SetUp {
    type Target = Work<Scenario>;

    fn deref(&self) -> &Work<Scenario> {
        &self.work
    }
}

impl DerefMut for SetUp {
    fn deref_mut(&mut self) -> &mut Work<Scenario> {
        &mut self.work
    }
}

impl SetUp {
    fn new(draft: Draft<Scenario>, rules: RuleList, saved: bool, present: bool) -> Self {
        let ground = draft.scenario().ground.clone();
        let rules_id = draft.scenario().rules.clone();
        Self {
            work: Work::new(draft, saved),
            rules,
            kept: None,
            present,
            of_position: false,
            tool: Tool::Hand,
            drawn: Vec::new(),
            heading: Heading::NORTH,
            selected: None,
            also: BTreeSet::new(),
            vertex: None,
            tab: Tab::Pieces,
            seen: None,
            facts: TableFacts::default(),
            row: Vec::new(),
            palette: palette::samples(&rules_id),
            rounded: false,
            yards_per_inch: None,
            sheet: new_sheet(),
            ground,
            armies: Vec::new(),
            mustering: None,
            recruit: (Side(0), None),
        }
    }

    pub fn selected_piece(&self) -> Option<Piece<'_>> {
        match &self.selected {
            Some(Subject::Piece(id)) => self.draft.piece(id),
            _ => None,
        }
    }

    /// The kind of pieces in the rules: single stands, or units.
    pub fn piece_kind(&self) -> PieceKind {
        self.rules.piece_kind(&self.draft.scenario().rules).unwrap_or_default()
    }

    /// The footprint of a stand or a unit about its place, even before it is placed; `None` if all of it is in buildings.
    pub fn body(&self, piece: Piece<'_>) -> Option<Body> {
        let scenario = self.draft.scenario();
        let begins = scenario.unit_starts.get(piece.id());
        body_of_piece(&self.rules, (&scenario.rules, scenario.scale()), piece, begins)
    }

    /// Is this stand or unit selected, alone or with others?
    pub fn has_chosen(&self, piece: &str) -> bool {
        matches!(&self.selected, Some(Subject::Piece(id)) if id == piece) || self.also.contains(piece)
    }

    /// The selected stands and units, the first one first.
    pub fn chosen(&self) -> Vec<&str> {
        let Some(Subject::Piece(selected)) = &self.selected else { return Vec::new() };
        let others = self.also.iter().filter(|id| *id != selected);
        std::iter::once(selected).chain(others).map(String::as_str).collect()
    }

    /// The selected pieces on the table, with their poses.
    pub fn chosen_on_table(&self) -> Vec<(String, Pose)> {
        let chosen = self.chosen().into_iter();
        chosen.filter_map(|id| Some((id.to_owned(), self.draft.pose(id)?))).collect()
    }

    fn choose_also(&mut self, pieces: Vec<String>) {
        for piece in pieces {
            match &self.selected {
                Some(Subject::Piece(_)) => {
                    self.also.insert(piece);
                }
                _ => self.select(Some(Subject::Piece(piece))),
            }
        }
    }

    /// Adds a piece to the selection, or removes it.
    fn toggle(&mut self, piece: String) {
        if !self.has_chosen(&piece) {
            return self.choose_also(vec![piece]);
        }
        self.also.remove(&piece);
        if self.selected == Some(Subject::Piece(piece)) {
            self.selected = self.also.pop_first().map(Subject::Piece);
        }
    }

    pub fn selected_feature(&self) -> Option<Feature> {
        match self.selected {
            Some(Subject::Feature(feature)) => Some(feature),
            _ => None,
        }
    }

    /// Would leaving lose something?
    fn is_unsaved(&self) -> bool {
        let kept = self.kept.as_ref().is_some_and(|(_, version)| *version == self.draft.version());
        self.work.is_unsaved() && !kept
    }

    /// Rebuilds everything derived from the draft.
    fn refresh(&mut self) {
        if self.seen == Some(self.draft.version()) {
            return;
        }
        self.seen = Some(self.draft.version());
        if self.ground != self.draft.scenario().ground {
            self.ground.clone_from(&self.work.draft.scenario().ground);
            self.sheet = new_sheet();
        }
        self.find_facts();
        let sheet = self.draft.scenario().sheet(&self.rules);
        self.roster.refresh(sheet);
        let gone = match &self.selected {
            Some(Subject::Piece(id)) => self.draft.piece(id).is_none(),
            Some(Subject::Feature(feature)) => self.draft.vertices(*feature).is_empty(),
            Some(Subject::Battle) | None => false,
        };
        self.also.retain(|id| self.work.draft.piece(id).is_some());
        if gone {
            self.selected = self.also.pop_first().map(Subject::Piece);
        }
        let corners = self.selected_feature().map_or(0, |feature| self.draft.vertices(feature).len());
        self.vertex.take_if(|vertex| *vertex >= corners);
    }

    fn find_facts(&mut self) {
        self.facts = TableFacts::of(&self.draft, &self.check.findings, &self.rules);
    }

    /// Takes the threads' results, and has the present version checked. Returns whether a table that waited to be played has
    /// been checked.
    fn poll(&mut self, ctx: &Context) -> bool {
        let scenario = self.work.draft.scenario();
        let rules = self.rules.of(&scenario.rules);
        self.yards_per_inch = rules.and_then(|rules| rules.yards_per_inch(scenario.scale()));
        // Its start has fields of its own on the card.
        let own = |cells: Vec<Cell>| cells.into_iter().filter(|cell| !cell.column.is_of_start).collect();
        let row =
            self.selected_piece().map(|piece| own(cells(scenario, &self.rules, piece, &self.facts.badges)));
        self.row = row.unwrap_or_default();
        match self.mustering.as_ref().map(Background::poll) {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(Ok(armies)) => {
                self.mustering = None;
                self.armies = armies;
            }
            Some(Err(TryRecvError::Disconnected)) => {
                self.mustering = None;
                self.note = Some(texts::ARMIES_FAILED.into());
            }
        }
        if self.work.poll_check(ctx, &self.rules) {
            self.find_facts();
        }
        let version = self.draft.version();
        self.check.may_play(version)
    }

    /// Shows a page, and puts away a tool of another one.
    fn show_tab(&mut self, tab: Tab) {
        if tab != self.tab {
            (self.tool, self.drawn) = (Tool::Hand, Vec::new());
        }
        self.tab = tab;
    }

    /// Selects something, and brings its tools to the front.
    fn select(&mut self, subject: Option<Subject>) {
        match &subject {
            Some(Subject::Piece(_)) => self.show_tab(Tab::Pieces),
            Some(Subject::Feature(_)) => self.show_tab(Tab::Ground),
            Some(Subject::Battle) | None => {}
        }
        self.selected = subject;
        self.also.clear();
        self.vertex = None;
    }

    /// Adds a feature, and selects it.
    fn add(&mut self, edit: Edit) -> bool {
        let before = self.draft.features();
        let done = self.edit(edit);
        if done {
            let new = self.draft.features().into_iter().find(|feature| !before.contains(feature));
            (self.selected, self.vertex) = (new.map(Subject::Feature), None);
            self.also.clear();
        }
        done
    }

    /// Adds one feature; the next click selects.
    fn add_one(&mut self, edit: Edit) {
        if self.add(edit) {
            self.tool = Tool::Hand;
        }
    }

    fn click(&mut self, at: Vec2) {
        match self.tool.clone() {
            Tool::Hand => {
                self.select(self.draft.feature_at(at, NEAR).map(Subject::Feature));
            }
            Tool::Place(piece) => {
                let pose = Pose::new(at, self.heading);
                if self.edit(Edit::place(piece.clone(), pose)) {
                    self.selected = Some(Subject::Piece(piece));
                    self.tool = Tool::Hand;
                }
            }
            Tool::Area(_) | Tool::Line(_) => self.drawn.push(at),
            Tool::Crossing(kind) => {
                self.add(Edit::add_crossing(kind, at));
            }
            Tool::Label => self.add_one(Edit::add_label(at)),
            Tool::Objective => self.add_one(Edit::add_objective(at)),
            Tool::Entry => self.add_one(Edit::add_entry(at)),
            // A line is dragged, and the picture has its own click.
            Tool::Deploy(_) | Tool::PicturePoint(_) => {}
        }
    }

    /// Completes the area or the line. Too few points are reported, and more can be added.
    fn finish(&mut self) {
        let closed = matches!(self.tool, Tool::Area(_));
        let points = match self.rounded {
            true => rounded(&self.drawn, closed),
            false => self.drawn.clone(),
        };
        let done = match self.tool {
            Tool::Area(kind) => self.add(Edit::add_area(kind, points)),
            Tool::Line(kind) => self.add(Edit::add_line(kind, points)),
            _ => false,
        };
        if done {
            self.drawn.clear();
        }
    }

    /// Adds a feature drawn in one stroke, reduced to the fewest points that keep its course.
    fn stroke(&mut self, points: &[Vec2]) {
        self.drawn = match self.tool {
            Tool::Area(_) => simplified_ring(points, STRAY),
            _ => simplified(points, STRAY),
        };
        self.finish();
        // A stroke is all or nothing: its points do not start another.
        self.drawn.clear();
    }

    fn round_it(&mut self) {
        let Some(feature) = self.selected_feature() else { return };
        let closed = matches!(feature, Feature::Area(_) | Feature::Objective(_));
        let points = rounded(&self.draft.vertices(feature), closed);
        self.vertex = None;
        self.edit(Edit::shape(feature, points));
    }

    fn copy_it(&mut self) {
        let Some(feature) = self.selected_feature() else { return };
        self.add(Edit::copy_feature(feature, Vec2::new(1.0, -1.0)));
    }

    fn cancel(&mut self) {
        self.note = None;
        if self.roster.paste.take().is_some() {
            self.roster.wants_focus = true;
        } else if self.roster.leave_typing() {
            // The cell is unchanged.
        } else if !self.drawn.is_empty() {
            self.drawn.clear();
        } else if self.tool != Tool::Hand {
            self.tool = Tool::Hand;
        } else if self.vertex.is_some() {
            self.vertex = None;
        } else {
            self.select(None);
        }
    }

    fn turn(&mut self, degrees: f32) {
        if matches!(self.tool, Tool::Place(_)) {
            self.heading = Heading::from_degrees((self.heading.degrees() + degrees).round());
        } else if let [_, _, ..] = self.chosen()[..] {
            let turned = turned_together(&self.chosen_on_table(), degrees);
            self.edit(Edit::several(turned));
        } else if let Some(Subject::Piece(piece)) = self.selected.clone() {
            self.edit(Edit::turn(piece, degrees));
        }
    }

    fn delete(&mut self) {
        match (self.selected.clone(), self.vertex) {
            (Some(Subject::Piece(_)), _) => {
                let off = Edit::several(self.chosen().into_iter().map(Edit::take_off));
                self.edit(off);
            }
            (Some(Subject::Feature(feature)), Some(vertex)) => {
                self.edit(Edit::remove_vertex(feature, vertex));
                self.vertex = None;
            }
            (Some(Subject::Feature(feature)), None) => {
                if self.edit(Edit::remove_feature(feature)) {
                    self.selected = None;
                }
            }
            (Some(Subject::Battle) | None, _) => {}
        }
    }

    /// The first heading of a stand or a unit: away from the home edge of its side.
    fn first_heading(&self, piece: &str) -> Heading {
        let side = self.draft.pieces().find(|(.., one)| one.id() == piece).map(|(side, ..)| side);
        let home = side.and_then(|side| self.draft.scenario().sides.get(side.index())).map(|side| side.home);
        match home {
            Some(scenario::Home::North) => Heading::SOUTH,
            Some(scenario::Home::East) => Heading::WEST,
            Some(scenario::Home::West) => Heading::EAST,
            Some(scenario::Home::South) | None => Heading::NORTH,
        }
    }
}

/// Turns a group clockwise about the middle of its places.
fn turned_together(pieces: &[(String, Pose)], degrees: f32) -> Vec<Edit> {
    let sum: Vec2 = pieces.iter().map(|(_, pose)| pose.at).sum();
    let middle = Pose::new(sum / pieces.len().max(1) as f32, Heading::NORTH);
    let turned = Pose::new(middle.at, Heading::from_degrees(degrees));
    let placed = pieces.iter().map(|(piece, pose)| Edit::place(piece, moved_with(middle, turned, *pose)));
    placed.collect()
}

impl SetUp {
    /// Takes a tool in hand.
    fn take(&mut self, tool: Tool) {
        if let Tool::Place(piece) = &tool {
            self.heading = match self.draft.pose(piece) {
                Some(pose) => pose.heading,
                None => self.first_heading(piece),
            };
            self.select(Some(Subject::Piece(piece.clone())));
        }
        self.drawn.clear();
        self.note = None;
        self.tool = tool;
    }

    /// Takes the tool in hand that deploys these along a line.
    fn deploy_in_line(&mut self, pieces: Vec<String>) {
        let starts = &self.draft.scenario().starts;
        let waits = pieces.iter().any(|piece| !starts.contains_key(piece));
        (self.drawn, self.note) = (Vec::new(), None);
        self.tool = Tool::Deploy(Deployed { all: !waits, pieces });
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Tab(tab) => {
                if tab != self.tab {
                    // Notes about the last tool are out of date.
                    self.note = None;
                }
                self.show_tab(tab);
            }
            Act::Tool(tool) => self.take(tool),
            Act::Click(at) => self.click(at),
            Act::Finish => self.finish(),
            Act::Stroke(points) => self.stroke(&points),
            Act::Rounded(rounded) => self.rounded = rounded,
            Act::RoundIt => self.round_it(),
            Act::CopyIt => self.copy_it(),
            Act::Back => {
                self.drawn.pop();
            }
            Act::Turn(degrees) => self.turn(degrees),
            Act::Delete => self.delete(),
            Act::Select(subject) => self.select(subject),
            Act::Also(piece) => self.toggle(piece),
            Act::AlsoAll(pieces) => self.choose_also(pieces),
            Act::SelectVertex(vertex) => self.vertex = Some(vertex),
            Act::Edit(edit) => {
                self.edit(edit);
            }
            Act::DeployInLine(pieces) => self.deploy_in_line(pieces),
            Act::DeployAll(all) => {
                if let Tool::Deploy(deployed) = &mut self.tool {
                    deployed.all = all;
                }
            }
            Act::DrawLine(drawn) => self.deploy(&drawn),
            Act::Recruit(side, army) => self.recruit = (side, army),
            // Handled by the window.
            Act::Ask
            | Act::Roster(..)
            | Act::Begin(..)
            | Act::Work(..)
            | Act::Show(..)
            | Act::AskToSaveAlone(..)
            | Act::Form(..)
            | Act::DropUnfinished(..)
            | Act::ChoosePicture
            | Act::ShowPicture(..)
            | Act::DropPicture
            | Act::PictureOpacity(..)
            | Act::PictureFit(..)
            | Act::ChooseGround
            | Act::ReadGround(..)
            | Act::ReadTable(..)
            | Act::Ground { .. }
            | Act::Fit(..)
            | Act::TakeFitted => {}
        }
    }
}
