//! Battles on the table in the making: stands and units, ground and clock. The armies of a draft have all of them; those without
//! a start take no part.
//!
//! Places are kept to a hundredth of an inch, headings to a tenth of a degree: finer than hands place stands.
//! Units: inches, degrees clockwise from north, minutes.

use std::collections::BTreeMap;

use glam::Vec2;

use super::check::{drop_left_out, read};
use super::draft::{Draft, Drafted, EditFault, refuse};
use super::join::join;
use super::known::KnownRules;
use super::muster;
use super::roster::Column;
use super::roster::recruit::Recruit;
use super::stroke;
use super::terrain_raw::{USUAL_SLOPE, area_of, usual_area, usual_line};
use super::write::{Feature, Subject, Written, usual_garrison, write};
use super::{Entry, Home, Objective, Scenario, Side, SideInfo, Start, UnitStart, WeatherPlan};
use crate::army::{Army, Command, Piece, Stand, Unit, stand_record, unit_record, usual_strength, with_cell};
use crate::data::write::Record;
use crate::data::{Fault, InMemory};
use crate::table::ground::{Area, AreaKind, Crossing, CrossingKind, Ground, Label, Line, LineKind, Rise};
use crate::table::measure::{nearest_point_of_line, point_in_polygon};
use crate::table::{Heading, Pose};

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
    /// Is struck from its army.
    Remove {
        piece: String,
    },
    /// What is said for one cell of its row; none: nothing, so that it is as usual.
    Cell {
        piece: String,
        column: Column,
        said: Option<String>,
    },
    /// New stands and units, each in the command of its name, which is made where there is none.
    Muster(Vec<Recruit>),
    /// Each of these once more, after the last of them, not deployed.
    Copy {
        pieces: Vec<String>,
    },
    /// These come into the command of this name on this side, which is made where there is none; before another piece there, none:
    /// as its last.
    Assign {
        pieces: Vec<String>,
        side: Side,
        command: String,
        before: Option<String>,
    },
    /// Another name for the command of this id.
    CommandName {
        command: String,
        name: String,
    },
    /// The colour of a side's blocks, by name.
    Colour(Side, String),
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
    SideName(Side, String),
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
            Self::Cell { piece, column, .. } => format!("{} of {piece}", column.field),
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
            Self::SideName(side, _) => format!("side {}", side.0),
            Self::CommandName { command, .. } => format!("name of {command}"),
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
        found.sort_by_key(|found| !found.fault.is_error());
        found
    }
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

    /// The corners of a feature, or its one place.
    pub fn vertices(&self, feature: Feature) -> Vec<Vec2> {
        let ground = &self.scenario().ground;
        let found = match feature {
            Feature::Area(index) => ground.areas.get(index).map(|area| area.polygon.clone()),
            Feature::Line(index) => ground.lines.get(index).map(|line| line.points.clone()),
            Feature::Crossing(index) => ground.crossings.get(index).map(|crossing| vec![crossing.at]),
            Feature::Label(index) => ground.labels.get(index).map(|label| vec![label.at]),
            Feature::Objective(index) => self.scenario().objectives.get(index).map(|one| one.place.clone()),
            Feature::Entry(index) => self.scenario().entries.get(index).map(|entry| vec![entry.pose.at]),
        };
        found.unwrap_or_default()
    }

    /// What a feature is called.
    pub fn feature_name(&self, feature: Feature) -> String {
        let ground = &self.scenario().ground;
        let named = |kind: String, name: &str, id: &str| match name {
            "" => format!("{kind} {id}"),
            name => format!("{kind} {name}"),
        };
        let found = match feature {
            Feature::Area(index) => {
                ground.areas.get(index).map(|area| named(format!("{:?}", area.kind), &area.name, &area.id))
            }
            Feature::Line(index) => ground
                .lines
                .get(index)
                .map(|line| named(line_kind_name(line.kind).to_owned(), &line.name, &line.id)),
            Feature::Crossing(index) => {
                ground.crossings.get(index).map(|one| named(format!("{:?}", one.kind), &one.name, &one.id))
            }
            Feature::Label(index) => ground.labels.get(index).map(|label| format!("Label {}", label.text)),
            Feature::Objective(index) => {
                self.scenario().objectives.get(index).map(|one| named("Objective".into(), &one.name, &one.id))
            }
            Feature::Entry(index) => {
                self.scenario().entries.get(index).map(|one| named("Entry".into(), &one.name, &one.id))
            }
        };
        found.unwrap_or_default()
    }

    /// Every feature, in the order of the lists.
    pub fn features(&self) -> Vec<Feature> {
        let ground = &self.scenario().ground;
        let mut found: Vec<Feature> = (0..ground.areas.len()).map(Feature::Area).collect();
        found.extend((0..ground.lines.len()).map(Feature::Line));
        found.extend((0..ground.crossings.len()).map(Feature::Crossing));
        found.extend((0..ground.labels.len()).map(Feature::Label));
        found.extend((0..self.scenario().objectives.len()).map(Feature::Objective));
        found.extend((0..self.scenario().entries.len()).map(Feature::Entry));
        found
    }

    /// Whether a pointer here, within `near` inches, is on this feature, whatever else lies there.
    pub fn is_on(&self, feature: Feature, at: Vec2, near: f32) -> bool {
        let points = self.vertices(feature);
        match feature {
            Feature::Area(_) => points.len() >= 3 && point_in_polygon(at, &points),
            Feature::Objective(_) if points.len() >= 3 => point_in_polygon(at, &points),
            _ => !points.is_empty() && nearest_point_of_line(&points, at).distance(at) <= near,
        }
    }

    /// The feature that a pointer here means, within `near` inches: points before lines, lines before areas, and of
    /// areas the smallest.
    pub fn feature_at(&self, at: Vec2, near: f32) -> Option<Feature> {
        let ground = &self.scenario().ground;
        let points = self.features().into_iter().filter(|feature| {
            matches!(feature, Feature::Crossing(_) | Feature::Label(_) | Feature::Entry(_))
                || matches!(feature, Feature::Objective(_)) && self.vertices(*feature).len() == 1
        });
        let by_distance = |found: Vec<(f32, Feature)>| {
            let found = found.into_iter().filter(|(far, _)| *far <= near);
            found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, feature)| feature)
        };
        let points = points.filter_map(|one| Some((self.vertices(one).first()?.distance(at), one))).collect();
        let lines = ground.lines.iter().enumerate().filter(|(_, line)| !line.points.is_empty());
        let lines = lines
            .map(|(index, line)| (nearest_point_of_line(&line.points, at).distance(at), Feature::Line(index)))
            .collect();
        let areas = || {
            let inside = ground
                .areas
                .iter()
                .enumerate()
                .filter(|(_, area)| area.polygon.len() >= 3 && point_in_polygon(at, &area.polygon));
            inside
                .min_by(|(_, a), (_, b)| area_of(&a.polygon).total_cmp(&area_of(&b.polygon)))
                .map(|(index, _)| Feature::Area(index))
        };
        by_distance(points).or_else(|| by_distance(lines)).or_else(areas)
    }
}

/// A kind of line in words.
pub fn line_kind_name(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Stream => "Stream",
        LineKind::River => "River",
        LineKind::Wall => "Wall",
        LineKind::Hedge => "Hedge",
        LineKind::Fence => "Fence",
        LineKind::Abatis => "Abatis",
        LineKind::Pit => "Pit",
        LineKind::PavedRoad => "Paved road",
        LineKind::Lane => "Lane",
        LineKind::SunkenRoad => "Sunken road",
        LineKind::Crest => "Crest",
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

fn fine_pose(pose: Pose) -> Result<Pose, EditFault> {
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
fn unit_that_begins(scenario: &Scenario, id: &str) -> Result<(), EditFault> {
    match scenario.piece(id) {
        Some(Piece::Unit(_)) if scenario.starts.contains_key(id) => Ok(()),
        Some(Piece::Unit(_)) => refuse(format!("\"{id}\" takes no part"), "place it first, or let it arrive"),
        Some(Piece::Stand(_)) => refuse("a single stand has no formation", "choose a unit"),
        None => not_there(id),
    }
}

/// Changes what is said of how a unit begins.
fn begin_otherwise(scenario: &mut Scenario, id: &str, change: impl FnOnce(&mut UnitStart)) {
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
    let taken: Vec<&str> = taken.collect();
    if !wanted.is_empty() && !taken.contains(&wanted) {
        return wanted.to_owned();
    }
    let fresh = (2_u32..).map(|number| format!("{wanted}-{number}"));
    fresh.into_iter().find(|id| !taken.contains(&&**id)).unwrap_or_default()
}

/// `W3`: a letter for the kind, and the first number that is free.
pub(super) fn numbered<'t>(letter: &str, taken: impl Iterator<Item = &'t str>) -> String {
    let taken: Vec<&str> = taken.collect();
    let fresh = (1_u32..).map(|number| format!("{letter}{number}"));
    fresh.into_iter().find(|id| !taken.contains(&&**id)).unwrap_or_default()
}

pub(super) fn feature_ids(ground: &Ground) -> impl Iterator<Item = &str> {
    let areas = ground.areas.iter().map(|area| &*area.id);
    let lines = ground.lines.iter().map(|line| &*line.id);
    areas.chain(lines).chain(ground.crossings.iter().map(|crossing| &*crossing.id))
}

/// The letter of the ids of lines of this kind.
pub(super) fn line_letter(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Stream | LineKind::River => "S",
        LineKind::PavedRoad | LineKind::Lane | LineKind::SunkenRoad => "R",
        _ => "L",
    }
}

pub(super) fn letter_of(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Hill | AreaKind::Slope | AreaKind::Cliff => "H",
        AreaKind::Woods | AreaKind::Orchard => "W",
        AreaKind::Buildings | AreaKind::Village | AreaKind::Earthwork => "B",
        AreaKind::Garden
        | AreaKind::Plough
        | AreaKind::Marsh
        | AreaKind::Mud
        | AreaKind::Rocks
        | AreaKind::Brush
        | AreaKind::Water => "G",
    }
}

/// Makes an area of its usual kind.
pub(super) fn shaped(kind: AreaKind, id: String, name: String, polygon: Vec<Vec2>) -> Area {
    let usual = usual_area(kind);
    let garrison = usual_garrison(usual.buildings, &polygon);
    let rise = match kind {
        AreaKind::Hill => Rise::Contour { level: 1, slope: USUAL_SLOPE },
        AreaKind::Slope => Rise::Toward(Heading::NORTH),
        _ => Rise::Level,
    };
    Area { id, name, polygon, garrison, rise, ..usual }
}

/// The line that a crossing here crosses, and where: within 1.5 inches; water before all else, roads never.
pub(super) fn crossed(lines: &[Line], at: Vec2) -> Option<(Vec2, &str)> {
    let near = |line: &Line| {
        let on = (!line.points.is_empty()).then(|| nearest_point_of_line(&line.points, at))?;
        (on.distance(at) <= 1.5).then_some(on)
    };
    let rank = |kind: LineKind| match kind {
        LineKind::Stream | LineKind::River => Some(0),
        LineKind::PavedRoad | LineKind::Lane | LineKind::Crest => None,
        _ => Some(1),
    };
    lines
        .iter()
        .filter_map(|line| Some((rank(line.kind)?, near(line)?, &*line.id)))
        .min_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.distance(at).total_cmp(&b.1.distance(at))))
        .map(|(_, on, over)| (on, over))
}

/// Changes the corners of a feature; what follows from its size and what is tied to it go along.
pub(super) fn reshape(
    scenario: &mut Scenario,
    feature: Feature,
    change: impl FnOnce(&mut Vec<Vec2>) -> Result<(), EditFault>,
) -> Result<(), EditFault> {
    let size = scenario.ground.size;
    match feature {
        Feature::Area(index) => {
            let area = item(&mut scenario.ground.areas, index)?;
            let before = area.polygon.clone();
            change(&mut area.polygon)?;
            if area.garrison == usual_garrison(area.buildings, &before) {
                area.garrison = usual_garrison(area.buildings, &area.polygon);
            }
            let after = area.polygon.clone();
            for objective in &mut scenario.objectives {
                if objective.place == before {
                    objective.place.clone_from(&after);
                }
            }
        }
        Feature::Line(index) => change(&mut item(&mut scenario.ground.lines, index)?.points)?,
        Feature::Objective(index) => change(&mut item(&mut scenario.objectives, index)?.place)?,
        Feature::Crossing(index) => one_place(&mut item(&mut scenario.ground.crossings, index)?.at, change)?,
        Feature::Label(index) => one_place(&mut item(&mut scenario.ground.labels, index)?.at, change)?,
        Feature::Entry(index) => {
            let entry = item(&mut scenario.entries, index)?;
            let mut at = entry.pose.at;
            one_place(&mut at, change)?;
            let heading = entry.pose.heading;
            entry.pose = if entry.gate { Pose::new(at, heading) } else { on_edge(size, at, Some(heading)) };
        }
    }
    Ok(())
}

fn one_place(
    at: &mut Vec2,
    change: impl FnOnce(&mut Vec<Vec2>) -> Result<(), EditFault>,
) -> Result<(), EditFault> {
    let mut points = vec![*at];
    change(&mut points)?;
    match points[..] {
        [point] => {
            *at = point;
            Ok(())
        }
        _ => refuse("this has one place only", "draw an area or a line instead"),
    }
}

/// The nearest place on the edge of the table. A heading that led inward stays, another becomes square to the edge.
fn on_edge(size: Vec2, at: Vec2, heading: Option<Heading>) -> Pose {
    let at = at.clamp(Vec2::ZERO, size);
    let edges = [
        (at.x, Vec2::new(0.0, at.y), Heading::EAST),
        (size.x - at.x, Vec2::new(size.x, at.y), Heading::WEST),
        (at.y, Vec2::new(at.x, 0.0), Heading::NORTH),
        (size.y - at.y, Vec2::new(at.x, size.y), Heading::SOUTH),
    ];
    let [first, rest @ ..] = edges;
    let (_, at, inward) =
        rest.into_iter().fold(first, |best, edge| if edge.0 < best.0 { edge } else { best });
    let kept = heading.filter(|kept| kept.angle_to(inward) < std::f32::consts::FRAC_PI_2 - 0.01);
    Pose::new(fine(at), kept.unwrap_or(inward))
}

fn count_after_removal(feature: Feature) -> usize {
    match feature {
        Feature::Area(_) => 3,
        Feature::Line(_) => 2,
        _ => 1,
    }
}

fn apply(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    match edit {
        Edit::Several(edits) => {
            for edit in edits {
                apply(scenario, edit)?;
            }
        }
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
        Edit::Remove { piece } => {
            is_there(scenario, &piece)?;
            scenario.starts.remove(&piece);
            scenario.unit_starts.remove(&piece);
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
        }
        Edit::Cell { piece, column, said } => {
            let value = said.map(|said| column.kind.ron(&said)).transpose()?;
            put_cell(scenario, &piece, column.field, value.as_deref())?;
        }
        Edit::Muster(recruits) => muster::muster(scenario, recruits)?,
        Edit::Copy { pieces } => muster::copy(scenario, &pieces)?,
        Edit::Assign { pieces, side, command, before } => {
            muster::assign(scenario, &pieces, side, &command, before.as_deref())?;
        }
        Edit::CommandName { command, name } => muster::name_command(scenario, &command, &name)?,
        Edit::Colour(side, colour) => {
            for army in &mut item(&mut scenario.sides, side.index())?.armies {
                army.colour.clone_from(&colour);
            }
        }
        Edit::Join { side, army, pieces } => join(scenario, side, &army, &pieces)?,
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
        Edit::SideName(side, name) => {
            let side = item(&mut scenario.sides, side.index())?;
            // An army that is called as its side is goes on to be.
            for army in side.armies.iter_mut().filter(|army| army.name == side.name) {
                army.name.clone_from(&name);
            }
            side.name = name;
        }
        Edit::Home(side, home) => item(&mut scenario.sides, side.index())?.home = home,
        other => apply_to_ground(scenario, other)?,
    }
    Ok(())
}

/// Writes one field of the row of a stand or a unit.
fn put_cell(scenario: &mut Scenario, id: &str, field: &str, value: Option<&str>) -> Result<(), EditFault> {
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

fn apply_to_ground(scenario: &mut Scenario, edit: Edit) -> Result<(), EditFault> {
    let ground = &mut scenario.ground;
    match edit {
        Edit::AddArea { kind, polygon } => {
            let mut polygon = places(&polygon)?;
            if polygon.len() > 1 && polygon.first() == polygon.last() {
                polygon.pop();
            }
            if polygon.len() < 3 {
                return refuse("an area has 3 corners or more", "click further corners, then Enter");
            }
            let id = numbered(letter_of(kind), feature_ids(ground));
            ground.areas.push(shaped(kind, id, String::new(), polygon));
        }
        Edit::AddLine { kind, points } => {
            let points = places(&points)?;
            if points.len() < 2 {
                return refuse("a line has 2 points or more", "click further points, then Enter");
            }
            let id = numbered(line_letter(kind), feature_ids(ground));
            ground.lines.push(Line { id, points, ..usual_line(kind) });
        }
        Edit::AddCrossing { kind, at } => {
            let at = place(at)?;
            match crossed(&ground.lines, at) {
                Some((point, over)) => {
                    let over = over.to_owned();
                    let id = numbered("F", feature_ids(ground));
                    ground.crossings.push(Crossing { id, name: String::new(), kind, at: fine(point), over });
                }
                _ => return refuse("a crossing lies on a line", "click on a stream, a river or a wall"),
            }
        }
        Edit::AddLabel { at } => ground.labels.push(Label { text: "Name".into(), at: place(at)? }),
        Edit::AddObjective { at } => {
            let at = place(at)?;
            let built = ground
                .areas
                .iter()
                .filter(|area| {
                    area.buildings && area.polygon.len() >= 3 && point_in_polygon(at, &area.polygon)
                })
                .min_by(|a, b| area_of(&a.polygon).total_cmp(&area_of(&b.polygon)));
            let id = numbered("V", scenario.objectives.iter().map(|one| &*one.id));
            let (name, place) = match built {
                Some(area) => (area.name.clone(), area.polygon.clone()),
                None => (String::new(), vec![at]),
            };
            let name = if name.is_empty() { format!("Objective {id}") } else { name };
            scenario.objectives.push(Objective { id, name, place, points: 1, ..Objective::default() });
        }
        Edit::AddEntry { at } => {
            let pose = on_edge(ground.size, place(at)?, None);
            let id = numbered("E", scenario.entries.iter().map(|one| &*one.id));
            scenario.entries.push(Entry { name: format!("Entry {id}"), id, pose, spread: 3.0, gate: false });
        }
        Edit::MoveVertex { feature, vertex, to } => {
            let to = place(to)?;
            reshape(scenario, feature, |points| {
                *item(points, vertex)? = to;
                Ok(())
            })?;
        }
        Edit::AddVertex { feature, after, at } => {
            let at = place(at)?;
            reshape(scenario, feature, |points| {
                if after >= points.len() {
                    return refuse("there is no such side", "choose another");
                }
                points.insert(after + 1, at);
                Ok(())
            })?;
        }
        Edit::RemoveVertex { feature, vertex } => {
            let least = count_after_removal(feature);
            reshape(scenario, feature, |points| {
                item(points, vertex)?;
                if points.len() <= least {
                    return refuse(
                        format!("it has only {} points", points.len()),
                        "remove the whole of it instead",
                    );
                }
                points.remove(vertex);
                Ok(())
            })?;
        }
        Edit::Shift { feature, by } => {
            let by = place(by)?;
            reshape(scenario, feature, |points| {
                for point in points {
                    *point = place(*point + by)?;
                }
                Ok(())
            })?;
        }
        Edit::Shape { feature, points } => stroke::shape(scenario, feature, &points)?,
        Edit::CopyFeature { feature, by } => stroke::copy(scenario, feature, by)?,
        Edit::RemoveFeature(feature) => remove(scenario, feature)?,
        Edit::AreaKind(index, kind) => {
            let area = item(&mut ground.areas, index)?;
            // Nobody who changes a kind sees terms, so they are kept: one that a kind makes nothing of does no harm.
            let terms = std::mem::take(&mut area.terms);
            let usual = shaped(kind, area.id.clone(), area.name.clone(), area.polygon.clone());
            *area = Area { terms, ..usual };
        }
        Edit::LineKind(index, kind) => {
            let line = item(&mut ground.lines, index)?;
            let (id, name, points) = (line.id.clone(), line.name.clone(), line.points.clone());
            let terms = std::mem::take(&mut line.terms);
            *line = Line { id, name, points, terms, ..usual_line(kind) };
        }
        Edit::Area(index, next) => {
            let area = item(&mut ground.areas, index)?;
            let rise = match (next.kind, next.rise) {
                // A hill climbs: its contour is what makes it one.
                (AreaKind::Hill, Rise::Level) => Rise::Contour { level: 1, slope: USUAL_SLOPE },
                (_, Rise::Toward(heading)) => Rise::Toward(fine_heading(heading)),
                (_, rise) => rise,
            };
            let (id, polygon) = (area.id.clone(), area.polygon.clone());
            *area = Area { id, polygon, rise, ..*next };
        }
        Edit::Line(index, next) => {
            let line = item(&mut ground.lines, index)?;
            let width = if next.width.is_finite() { next.width } else { line.width };
            let (id, points) = (line.id.clone(), line.points.clone());
            *line = Line { id, points, width, ..*next };
        }
        Edit::Crossing(index, next) => {
            let crossing = item(&mut ground.crossings, index)?;
            *crossing = Crossing { id: crossing.id.clone(), at: place(next.at)?, ..next };
        }
        Edit::Label(index, next) => {
            *item(&mut ground.labels, index)? = Label { at: place(next.at)?, ..next };
        }
        Edit::Objective(index, next) => {
            let objective = item(&mut scenario.objectives, index)?;
            *objective = Objective { id: objective.id.clone(), place: objective.place.clone(), ..next };
        }
        Edit::Entry(index, next) => {
            let entry = item(&mut scenario.entries, index)?;
            let pose = fine_pose(next.pose)?;
            let spread = if next.spread.is_finite() { next.spread } else { entry.spread };
            *entry = Entry { id: entry.id.clone(), pose, spread, ..next };
        }
        Edit::AddGround(other) => add_ground(ground, *other)?,
        Edit::ReplaceGround(other) => {
            let id = ground.id.clone();
            *ground = Ground { id, ..*other };
        }
        // All others are dealt with before.
        _ => {}
    }
    Ok(())
}

fn remove(scenario: &mut Scenario, feature: Feature) -> Result<(), EditFault> {
    let ground = &mut scenario.ground;
    match feature {
        Feature::Area(index) => {
            item(&mut ground.areas, index)?;
            let area = ground.areas.remove(index);
            // Who was in it stands outside.
            let within: Vec<String> = scenario.unit_starts.keys().cloned().collect();
            for unit in within {
                begin_otherwise(scenario, &unit, |begins| {
                    begins.inside.remove(&area.id);
                });
            }
        }
        Feature::Line(index) => {
            item(&mut ground.lines, index)?;
            let line = ground.lines.remove(index);
            // A bridge over nothing is none.
            ground.crossings.retain(|crossing| crossing.over != line.id);
        }
        Feature::Crossing(index) => {
            item(&mut ground.crossings, index)?;
            ground.crossings.remove(index);
        }
        Feature::Label(index) => {
            item(&mut ground.labels, index)?;
            ground.labels.remove(index);
        }
        Feature::Objective(index) => {
            item(&mut scenario.objectives, index)?;
            scenario.objectives.remove(index);
        }
        Feature::Entry(index) => {
            let id = item(&mut scenario.entries, index)?.id.clone();
            let uses = |start: &Start| matches!(start, Start::Arrives { entry, .. } if *entry == id);
            let coming = scenario.starts.values().filter(|start| uses(start)).count();
            if coming > 0 {
                return refuse(
                    format!("{coming} of those who arrive come on at this entry"),
                    "deploy them or take them off first",
                );
            }
            scenario.entries.remove(index);
        }
    }
    Ok(())
}

/// Takes in what another ground has, under ids that are free.
fn add_ground(ground: &mut Ground, other: Ground) -> Result<(), EditFault> {
    let mut lines: BTreeMap<String, String> = BTreeMap::new();
    for area in other.areas {
        let id = free(&area.id, feature_ids(ground));
        let polygon = places(&area.polygon)?;
        ground.areas.push(Area { id, polygon, ..area });
    }
    for line in other.lines {
        let id = free(&line.id, feature_ids(ground));
        lines.insert(line.id.clone(), id.clone());
        let points = places(&line.points)?;
        ground.lines.push(Line { id, points, ..line });
    }
    for crossing in other.crossings {
        let id = free(&crossing.id, feature_ids(ground));
        let over = lines.get(&crossing.over).cloned().unwrap_or(crossing.over);
        ground.crossings.push(Crossing { id, over, at: place(crossing.at)?, ..crossing });
    }
    for label in other.labels {
        ground.labels.push(Label { at: place(label.at)?, ..label });
    }
    Ok(())
}
