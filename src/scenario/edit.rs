//! Battles on the table in the making: stands and units, clock and sides; their ground is changed in `ground_edit`. The armies of a
//! draft have all of them; those without a start take no part.
//!
//! Places are kept to a hundredth of an inch, headings to a tenth of a degree: finer than hands place stands.
//! Units: inches, degrees clockwise from north, minutes.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::called;
use super::check::{drop_left_out, read};
use super::draft::{Draft, Drafted, EditFault, refuse};
use super::ground_edit;
use super::join::join;
use super::known::KnownRules;
use super::muster;
use super::roster::rostered::RosterEdit;
use super::roster::{Row, amiss};
use super::write::{Feature, Subject, Written, write};
use super::{Entry, Home, Objective, Scenario, Side, SideInfo, Start, UnitStart, WeatherPlan};
use crate::army::{Army, Command, Piece, Stand, Unit, stand_record, unit_record, usual_strength, with_cell};
use data::write::{Record, quoted};
use data::{Fault, InMemory};
use table::ground::{Area, AreaKind, Crossing, CrossingKind, Ground, Label, Line, LineKind};
use table::{Heading, Pose};

/// One change of a draft.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    // Stands and units, by their ids.
    Place {
        piece: String,
        pose: Pose,
    },
    /// Clockwise, in degrees.
    Turn {
        piece: String,
        degrees: f32,
    },
    /// Comes on later.
    Arrive {
        piece: String,
        turn: u8,
        entry: String,
    },
    /// The formation that a unit begins in; none: its usual one.
    Formation {
        piece: String,
        formation: Option<String>,
    },
    /// So many stands of a unit begin in an area of the ground.
    Inside {
        piece: String,
        area: String,
        stands: u8,
    },
    /// Takes no part, but stays in its army.
    TakeOff {
        piece: String,
    },
    /// What is changed by the roster.
    Roster(RosterEdit),
    /// The colour of an army's blocks, by name.
    Colour {
        side: Side,
        /// Its place among those of the side.
        army: usize,
        colour: String,
    },
    /// Stands and units of an army join a side, not yet deployed.
    Join {
        side: Side,
        army: Box<Army>,
        pieces: Vec<String>,
    },
    // Ground.
    AddArea {
        kind: AreaKind,
        polygon: Vec<Vec2>,
    },
    AddLine {
        kind: LineKind,
        points: Vec<Vec2>,
    },
    /// On the nearest line.
    AddCrossing {
        kind: CrossingKind,
        at: Vec2,
    },
    AddLabel {
        at: Vec2,
    },
    /// The place of buildings there, else the point.
    AddObjective {
        at: Vec2,
    },
    /// On the nearest edge of the table, facing inward.
    AddEntry {
        at: Vec2,
    },
    /// A corner, or the place of a thing that has no corners.
    MoveVertex {
        feature: Feature,
        vertex: usize,
        to: Vec2,
    },
    AddVertex {
        feature: Feature,
        after: usize,
        at: Vec2,
    },
    RemoveVertex {
        feature: Feature,
        vertex: usize,
    },
    Shift {
        feature: Feature,
        by: Vec2,
    },
    /// Other corners for the whole of it.
    Shape {
        feature: Feature,
        points: Vec<Vec2>,
    },
    /// The same once more, shifted by so much.
    CopyFeature {
        feature: Feature,
        by: Vec2,
    },
    RemoveFeature(Feature),
    /// Another kind, with its usual effects.
    AreaKind(usize, AreaKind),
    LineKind(usize, LineKind),
    /// Name and effects; id and edge stay.
    Area(usize, Box<Area>),
    Line(usize, Box<Line>),
    Crossing(usize, Crossing),
    Label(usize, Label),
    Objective(usize, Objective),
    Entry(usize, Entry),
    /// Features of another ground come in addition, under ids that are free.
    AddGround(Box<Ground>),
    /// Another table altogether.
    ReplaceGround(Box<Ground>),
    Size(Vec2),
    // The battle.
    Title(String),
    Description(String),
    Turns(u8),
    /// Minutes after midnight.
    Begins(u16),
    TurnLength(u16),
    Weather(WeatherPlan),
    Home(Side, Home),
    /// All of these or none, as one step.
    Several(Vec<Edit>),
}

/// One thing that is wrong with a draft, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub subject: Subject,
    pub fault: Fault,
}

impl Edit {
    /// What it changes, for edits that follow each other in one movement of the hand.
    fn joins(&self) -> Option<String> {
        let joined = match self {
            Self::Place { piece, .. } => format!("place {piece}"),
            Self::Turn { piece, .. } => format!("turn {piece}"),
            Self::Arrive { piece, .. } => format!("arrive {piece}"),
            Self::Inside { piece, area, .. } => format!("{piece} in {area}"),
            Self::Roster(edit) => return edit.joins(),
            Self::MoveVertex { feature, vertex, .. } => format!("vertex {feature:?} {vertex}"),
            Self::Shift { feature, .. } => format!("shift {feature:?}"),
            Self::Area(index, _) => format!("area {index}"),
            Self::Line(index, _) => format!("line {index}"),
            Self::Crossing(index, _) => format!("crossing {index}"),
            Self::Label(index, _) => format!("label {index}"),
            Self::Objective(index, _) => format!("objective {index}"),
            Self::Entry(index, _) => format!("entry {index}"),
            Self::Size(_) => "size".into(),
            Self::Title(_) => "title".into(),
            Self::Description(_) => "description".into(),
            Self::Turns(_) => "turns".into(),
            Self::Begins(_) => "begins".into(),
            Self::TurnLength(_) => "turn length".into(),
            Self::Several(edits) => edits.iter().map(Self::joins).collect::<Option<Vec<_>>>()?.join(", "),
            _ => return None,
        };
        Some(joined)
    }
}

impl Drafted for Scenario {
    type Edit = Edit;
    type Finding = Finding;

    fn joins(edit: &Edit) -> Option<String> {
        edit.joins()
    }

    fn apply(&mut self, edit: Edit) -> Result<(), EditFault> {
        apply(self, edit)
    }

    fn id(&self) -> &str {
        &self.id
    }

    /// Ground and armies are its own.
    fn name_files(&mut self, id: &str) {
        self.id = id.into();
        self.ground.id = id.into();
        for side in &mut self.sides {
            for (index, army) in side.armies.iter_mut().enumerate() {
                let named = match index {
                    0 => format!("{id}-{}", side.id),
                    _ => format!("{id}-{}-{}", side.id, index + 1),
                };
                let old = std::mem::replace(&mut army.id, named.clone());
                let left_out = self.variants.values_mut().flat_map(|variant| &mut variant.without);
                left_out
                    .filter(|left_out| **left_out == old)
                    .for_each(|left_out| left_out.clone_from(&named));
            }
        }
    }

    fn files(&self) -> Vec<Written> {
        write(self)
    }

    /// What reading its files would find, and a side that has nobody.
    fn check(&self, known: &dyn KnownRules) -> Vec<Finding> {
        let files = self.files();
        let source = InMemory(files.iter().map(|file| (file.path.clone(), file.text.clone())).collect());
        let faults = match read(&self.id, &source, known) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults.0,
        };
        let mut found: Vec<Finding> = faults
            .into_iter()
            .map(|fault| {
                let file = files.iter().find(|file| file.path == fault.file);
                let subject = file.and_then(|file| file.subjects.get(fault.line.saturating_sub(1))).cloned();
                Finding { subject: subject.unwrap_or_default(), fault }
            })
            .collect();
        found.extend(Side::BOTH.into_iter().filter(|side| is_without_troops(self, *side)).map(|side| {
            let name = self.sides.get(side.index()).map_or("", |side| &side.name);
            let message = format!("{name} has no troops in the battle");
            let help = "deploy infantry, cavalry or artillery, or let some arrive";
            let fault = Fault::of_file("", message, help).as_warning();
            Finding { subject: Subject::Battle, fault }
        }));
        found.extend(self.pieces().flat_map(|(.., piece)| {
            let subject = Subject::Piece(piece.id().to_owned());
            let faults = amiss::faults(Row::from(piece)).into_iter();
            faults.map(move |words| Finding {
                subject: subject.clone(),
                fault: Fault::of_file("", words, amiss::HELP),
            })
        }));
        found.extend(called_alike(self));
        found.extend(numbered_alike(self));
        found.sort_by_key(|found| !found.fault.is_error());
        found
    }
}

/// Stands of a side that bear one name: their numbers tell them apart, and whoever writes an order by name means several.
fn called_alike(scenario: &Scenario) -> Vec<Finding> {
    let stands = scenario.armies().flat_map(|(side, army)| army.stands().map(move |stand| (side, stand)));
    let several = called::alike(stands.map(|(side, stand)| (side, stand.short(), &*stand.id)));
    let finding = |ids: Vec<&str>| {
        let fault = Fault::of_file("", called::one_name(&ids), called::HELP).as_warning();
        Finding { subject: Subject::Piece(ids[0].to_owned()), fault: fault.and_of(ids) }
    };
    several.into_iter().map(finding).collect()
}

/// Stands that have one number stuck on them: the first keeps it.
fn numbered_alike(scenario: &Scenario) -> Vec<Finding> {
    let mut alike: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for stand in scenario.armies().flat_map(|(_, army)| army.stands()) {
        alike.entry(stand.badge.unwrap_or_default()).or_default().push(&stand.id);
    }
    let several = alike.into_iter().filter(|(badge, ids)| *badge > 0 && ids.len() > 1);
    let finding = |(badge, ids): (u16, Vec<&str>)| {
        let named: Vec<String> = ids.iter().map(|id| quoted(id)).collect();
        let message = format!("{} have the number {badge}", named.join(" and "));
        let fault =
            Fault::of_file("", message, "give each another: the first keeps it, the others are counted");
        Finding {
            subject: Subject::Piece(ids[0].to_owned()),
            fault: fault.as_warning().and_of(ids.iter().copied()),
        }
    };
    several.map(finding).collect()
}

/// A battle needs troops on both sides.
fn is_without_troops(scenario: &Scenario, side: Side) -> bool {
    let is_troops = |piece: Piece<'_>| match piece {
        Piece::Stand(stand) => stand.arm.is_troops(),
        Piece::Unit(unit) => unit.figures > 0,
    };
    let mut troops = scenario.pieces().filter(|(of, _, piece)| *of == side && is_troops(*piece));
    !troops.any(|(.., piece)| scenario.starts.contains_key(piece.id()))
}

impl Draft<Scenario> {
    /// An empty table with two sides that have nobody yet, for the rule set `rules`.
    pub fn empty(id: &str, name: &str, rules: &str, size: Vec2) -> Self {
        let side = |id: &str, name: &str, home| SideInfo {
            id: id.into(),
            name: name.into(),
            home,
            armies: vec![Army { id: id.into(), name: name.into(), colour: id.into(), commands: Vec::new() }],
        };
        let mut draft = Self::of(Scenario {
            id: id.into(),
            name: name.into(),
            description: String::new(),
            rules: rules.into(),
            ground: Ground { name: name.into(), ..Ground::bare(fine(size).x, fine(size).y) },
            sides: vec![side("blue", "Blue", Home::South), side("red", "Red", Home::North)],
            starts: BTreeMap::new(),
            entries: Vec::new(),
            unit_starts: BTreeMap::new(),
            objectives: Vec::new(),
            turns: 8,
            begins: 12 * 60,
            turn_length: 30,
            hours: Vec::new(),
            first: None,
            weather: WeatherPlan::Fixed(BTreeMap::new()),
            weather_variants: BTreeMap::new(),
            variants: BTreeMap::new(),
            options: BTreeMap::new(),
            play: None,
        });
        draft.name_files(id);
        draft
    }

    /// The draft as it stands, with stands that take no part.
    pub fn scenario(&self) -> &Scenario {
        self.now()
    }

    /// The battle to be played: only the stands and units that take part.
    pub fn finished(&self) -> Scenario {
        let mut scenario = self.scenario().clone();
        let all = self.pieces().map(|(.., piece)| piece.id());
        let out: Vec<String> =
            all.filter(|id| !self.scenario().starts.contains_key(*id)).map(str::to_owned).collect();
        drop_left_out(&mut scenario.sides, &out);
        scenario
    }

    /// A battle needs troops on both sides.
    pub fn is_without_troops(&self, side: Side) -> bool {
        is_without_troops(self.scenario(), side)
    }

    /// The stand or the unit with this id.
    pub fn piece(&self, id: &str) -> Option<Piece<'_>> {
        self.scenario().piece(id)
    }

    /// The stand with this id; none where it is a unit.
    pub fn stand(&self, id: &str) -> Option<&Stand> {
        match self.piece(id)? {
            Piece::Stand(stand) => Some(stand),
            Piece::Unit(_) => None,
        }
    }

    /// Every stand and unit with its side and army, also those that take no part.
    pub fn pieces(&self) -> impl Iterator<Item = (Side, &Army, Piece<'_>)> {
        self.scenario().pieces()
    }

    /// Where a stand or a unit is deployed.
    pub fn pose(&self, piece: &str) -> Option<Pose> {
        match self.scenario().starts.get(piece)? {
            Start::Deployed(pose) => Some(*pose),
            Start::Arrives { .. } => None,
        }
    }
}

/// To a hundredth of an inch.
pub fn fine(point: Vec2) -> Vec2 {
    // The division, unlike a product with 0.01, gives the number that is read from two decimals.
    (point * 100.0).round() / 100.0
}

pub(super) fn fine_heading(heading: Heading) -> Heading {
    Heading::from_degrees((heading.degrees() * 10.0).round() / 10.0)
}

pub(super) fn fine_pose(pose: Pose) -> Result<Pose, EditFault> {
    let pose = Pose::new(place(pose.at)?, fine_heading(pose.heading));
    if pose.is_finite() { Ok(pose) } else { refuse("this is no place", "give two numbers and a heading") }
}

pub(super) fn place(at: Vec2) -> Result<Vec2, EditFault> {
    if at.is_finite() && at.abs().max_element() < 1000.0 {
        Ok(fine(at))
    } else {
        refuse("this is no place", "a table is less than 1000 inches wide")
    }
}

pub(super) fn places(points: &[Vec2]) -> Result<Vec<Vec2>, EditFault> {
    let mut placed: Vec<Vec2> = Vec::new();
    for point in points {
        let point = place(*point)?;
        // A double click sets the same corner twice.
        if placed.last() != Some(&point) {
            placed.push(point);
        }
    }
    Ok(placed)
}

pub(super) fn item<T>(items: &mut [T], index: usize) -> Result<&mut T, EditFault> {
    match items.get_mut(index) {
        Some(item) => Ok(item),
        None => refuse("there is no such thing any more", "choose another"),
    }
}

pub(super) fn not_there<T>(id: &str) -> Result<T, EditFault> {
    refuse(format!("there is no \"{id}\" in these armies"), "choose another")
}

fn stand_mut<'s>(scenario: &'s mut Scenario, id: &str) -> Result<&'s mut Stand, EditFault> {
    let armies = scenario.sides.iter_mut().flat_map(|side| &mut side.armies);
    let commands = armies.flat_map(|army| &mut army.commands);
    let found = commands.flat_map(|command| &mut command.stands).find(|stand| stand.id == id);
    found.map_or_else(|| not_there(id), Ok)
}

/// Is this a stand or a unit of the battle?
fn is_there(scenario: &Scenario, id: &str) -> Result<(), EditFault> {
    if scenario.piece(id).is_some() { Ok(()) } else { not_there(id) }
}

/// Is this a unit that takes part?
pub(super) fn unit_that_begins(scenario: &Scenario, id: &str) -> Result<(), EditFault> {
    match scenario.piece(id) {
        Some(Piece::Unit(_)) if scenario.starts.contains_key(id) => Ok(()),
        Some(Piece::Unit(_)) => refuse(format!("\"{id}\" takes no part"), "place it first, or let it arrive"),
        Some(Piece::Stand(_)) => refuse("a single stand has no formation", "choose a unit"),
        None => not_there(id),
    }
}

/// Changes what is said of how a unit begins.
pub(super) fn begin_otherwise(scenario: &mut Scenario, id: &str, change: impl FnOnce(&mut UnitStart)) {
    let mut begins = scenario.unit_starts.remove(id).unwrap_or_default();
    change(&mut begins);
    scenario.unit_starts.extend(begins.said().map(|begins| (id.to_owned(), begins)));
}

/// So many stands of a unit begin in an area, or none any more.
fn put_inside(scenario: &mut Scenario, id: &str, area: String, stands: u8) -> Result<(), EditFault> {
    unit_that_begins(scenario, id)?;
    if !matches!(scenario.starts.get(id), Some(Start::Deployed(_))) {
        return refuse(format!("\"{id}\" comes later"), "place it on the table first");
    }
    if stands > 0 && !scenario.ground.areas.iter().any(|one| one.id == area) {
        return refuse(format!("there is no area \"{area}\""), "choose another");
    }
    begin_otherwise(scenario, id, |begins| {
        match stands {
            0 => begins.inside.remove(&area),
            _ => begins.inside.insert(area, stands),
        };
    });
    Ok(())
}

pub(super) fn free<'t>(wanted: &str, taken: impl Iterator<Item = &'t str>) -> String {
    let taken: BTreeSet<&str> = taken.collect();
    if !wanted.is_empty() && !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let fresh = (2_u32..).map(|number| format!("{wanted}-{number}"));
    fresh.into_iter().find(|id| !taken.contains(&**id)).unwrap_or_default()
}

/// `W3`: a letter for the kind, and the first number that is free.
pub(super) fn numbered<'t>(letter: &str, taken: impl Iterator<Item = &'t str>) -> String {
    let taken: Vec<&str> = taken.collect();
    let fresh = (1_u32..).map(|number| format!("{letter}{number}"));
    fresh.into_iter().find(|id| !taken.contains(&&**id)).unwrap_or_default()
}

/// Each edit goes to what it changes: a new one is given its place here.
fn apply(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::Several(edits) => edits.into_iter().try_for_each(|edit| apply(scenario, edit)),
        Edit::Place { .. }
        | Edit::Turn { .. }
        | Edit::Arrive { .. }
        | Edit::Formation { .. }
        | Edit::Inside { .. }
        | Edit::TakeOff { .. }
        | Edit::Roster(..)
        | Edit::Colour { .. }
        | Edit::Join { .. } => apply_to_pieces(scenario, edit),
        Edit::Size(..)
        | Edit::Title(..)
        | Edit::Description(..)
        | Edit::Turns(..)
        | Edit::Begins(..)
        | Edit::TurnLength(..)
        | Edit::Weather(..)
        | Edit::Home(..) => apply_to_battle(scenario, edit),
        Edit::AddArea { .. }
        | Edit::AddLine { .. }
        | Edit::AddCrossing { .. }
        | Edit::AddLabel { .. }
        | Edit::AddObjective { .. }
        | Edit::AddEntry { .. }
        | Edit::MoveVertex { .. }
        | Edit::AddVertex { .. }
        | Edit::RemoveVertex { .. }
        | Edit::Shift { .. }
        | Edit::Shape { .. }
        | Edit::CopyFeature { .. }
        | Edit::RemoveFeature(..)
        | Edit::AreaKind(..)
        | Edit::LineKind(..)
        | Edit::Area(..)
        | Edit::Line(..)
        | Edit::Crossing(..)
        | Edit::Label(..)
        | Edit::Objective(..)
        | Edit::Entry(..)
        | Edit::AddGround(..)
        | Edit::ReplaceGround(..) => ground_edit::apply(scenario, edit),
    }
}

/// An edit that came to a place of others: it is told, and nothing is changed.
pub(super) fn unmeant(edit: &Edit) -> Result<(), EditFault> {
    debug_assert!(false, "{edit:?} belongs elsewhere");
    refuse("this cannot be changed so", "report it: the program has no place for this change")
}

/// What is said of stands and units, of their armies and commands.
fn apply_to_pieces(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::Place { piece, pose } => {
            let pose = fine_pose(pose)?;
            is_there(scenario, &piece)?;
            scenario.starts.insert(piece, Start::Deployed(pose));
        }
        Edit::Turn { piece, degrees } => match scenario.starts.get_mut(&piece) {
            Some(Start::Deployed(pose)) if degrees.is_finite() => {
                pose.heading = fine_heading(pose.heading.turned(degrees.to_radians()));
            }
            _ => return refuse(format!("\"{piece}\" is not on the table"), "place it first"),
        },
        Edit::Arrive { piece, turn, entry } => {
            is_there(scenario, &piece)?;
            if !scenario.entries.iter().any(|one| one.id == entry) {
                return refuse(format!("there is no entry \"{entry}\""), "add an entry on the table's edge");
            }
            // Nobody is in a building before they come.
            begin_otherwise(scenario, &piece, |begins| begins.inside.clear());
            scenario.starts.insert(piece, Start::Arrives { turn, entry });
        }
        Edit::Formation { piece, formation } => {
            unit_that_begins(scenario, &piece)?;
            begin_otherwise(scenario, &piece, |begins| begins.formation = formation);
        }
        Edit::Inside { piece, area, stands } => put_inside(scenario, &piece, area, stands)?,
        Edit::TakeOff { piece } => {
            is_there(scenario, &piece)?;
            scenario.starts.remove(&piece);
            scenario.unit_starts.remove(&piece);
        }
        Edit::Roster(edit) => muster::change(scenario, edit)?,
        Edit::Colour { side, army, colour } => {
            item(&mut item(&mut scenario.sides, side.index())?.armies, army)?.colour = colour;
        }
        Edit::Join { side, army, pieces } => join(scenario, side, &army, &pieces)?,
        other => unmeant(&other)?,
    }
    Ok(())
}

/// What is said of the battle as a whole, and of its sides.
fn apply_to_battle(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::Size(size) => resize(scenario, place(size)?)?,
        Edit::Title(name) => scenario.name = name,
        Edit::Description(text) => scenario.description = text,
        Edit::Turns(turns) => scenario.turns = turns,
        Edit::Begins(minutes) => {
            if minutes >= 24 * 60 {
                return refuse("a day has 24 hours", "give a time before 24:00");
            }
            scenario.begins = minutes;
        }
        Edit::TurnLength(minutes) => scenario.turn_length = minutes,
        Edit::Weather(plan) => scenario.weather = plan,
        Edit::Home(side, home) => item(&mut scenario.sides, side.index())?.home = home,
        other => unmeant(&other)?,
    }
    Ok(())
}

/// Strikes a stand or a unit from its army.
pub(super) fn strike(scenario: &mut Scenario, piece: &str) -> Result<(), EditFault> {
    is_there(scenario, piece)?;
    scenario.starts.remove(piece);
    scenario.unit_starts.remove(piece);
    for army in scenario.sides.iter_mut().flat_map(|side| &mut side.armies) {
        for command in &mut army.commands {
            command.stands.retain(|other| other.id != piece);
            command.units.retain(|other| other.id != piece);
            // Nobody begins detached under a general who is gone.
            for other in &mut command.stands {
                other.detached.take_if(|general| *general == piece);
            }
        }
    }
    drop_empty_commands(scenario);
    Ok(())
}

/// Writes one field of the row of a stand or a unit.
pub(super) fn put_cell(
    scenario: &mut Scenario,
    id: &str,
    field: &str,
    value: Option<&str>,
) -> Result<(), EditFault> {
    if field == "id" {
        return refuse("an id stays as it is", "change the name: the id ties it to its place");
    }
    let told = |fault: Box<Fault>| EditFault { message: fault.said(), help: fault.help };
    if let Some(unit) = unit_mut(scenario, id) {
        let rows = |command: Command| command.units;
        *unit = with_cell("units", unit, unit_record, rows, field, value).map_err(told)?;
        return Ok(());
    }
    let stand = stand_mut(scenario, id)?;
    let rows = |command: Command| command.stands;
    let mut changed = with_cell("stands", stand, open_record, rows, field, value).map_err(told)?;
    // A label of the referee's own that ends with the strength goes along with it.
    let (was, now) = (format!(", {}sp", stand.strength), format!(", {}sp", changed.strength));
    if field != "label"
        && changed.label == stand.label
        && let Some(words) = stand.label.strip_suffix(&was)
    {
        changed.label = format!("{words}{now}");
    }
    *stand = changed;
    Ok(())
}

/// A stand as its line has it. A point that stands only for a strength that nothing says yet, as men without a quality do not, is
/// no strength by hand.
fn open_record(stand: &Stand) -> Record {
    let mut record = stand_record(stand);
    if usual_strength(stand).is_none() && stand.strength == 1 {
        record.put("strength", None);
    }
    record
}

fn unit_mut<'s>(scenario: &'s mut Scenario, id: &str) -> Option<&'s mut Unit> {
    let armies = scenario.sides.iter_mut().flat_map(|side| &mut side.armies);
    armies
        .flat_map(|army| &mut army.commands)
        .flat_map(|command| &mut command.units)
        .find(|unit| unit.id == id)
}

/// A command whose last stand is struck goes with it, and nobody stays under it.
pub(super) fn drop_empty_commands(scenario: &mut Scenario) {
    for side in &mut scenario.sides {
        let mut gone: BTreeMap<String, Option<String>> = BTreeMap::new();
        for army in &mut side.armies {
            army.commands.retain(|command| {
                let is_empty = command.stands.is_empty() && command.units.is_empty();
                if is_empty {
                    gone.insert(command.id.clone(), command.under.clone());
                }
                !is_empty
            });
        }
        for command in side.armies.iter_mut().flat_map(|army| &mut army.commands) {
            while let Some(above) = command.under.as_ref().and_then(|under| gone.get(under)) {
                command.under.clone_from(above);
            }
        }
    }
}

pub(super) fn all_commands(scenario: &Scenario) -> impl Iterator<Item = &Command> {
    scenario.sides.iter().flat_map(|side| &side.armies).flat_map(|army| &army.commands)
}

/// Entries on the east and north edges go along with them.
fn resize(scenario: &mut Scenario, size: Vec2) -> Result<(), EditFault> {
    if size.min_element() < 6.0 || size.max_element() > 240.0 {
        return refuse(
            format!("a table cannot measure {} by {} inches", size.x, size.y),
            "accepted: 6 to 240 either way",
        );
    }
    let old = scenario.ground.size;
    for entry in &mut scenario.entries {
        let at = &mut entry.pose.at;
        if (at.x - old.x).abs() < 0.1 {
            at.x = size.x;
        }
        if (at.y - old.y).abs() < 0.1 {
            at.y = size.y;
        }
    }
    scenario.ground.size = size;
    Ok(())
}
