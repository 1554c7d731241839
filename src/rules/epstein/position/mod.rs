//! A complete position: a battle or a bare table, ground, units by formation or stand by stand, marks, turn, options.
//!
//! Units: inches from the position's origin, degrees clockwise from north, figures.

pub mod play;
mod sound;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use game::options::Options as Chosen;
use game::{Battles, Contradiction, RuleSet, unless};
use scenario::army::{Command, Unit};
use scenario::{Entry, Home, Objective, Scenario, Side, SideInfo, Start, UnitStart, usual_area, usual_line};
use table::ground::{Area, AreaKind, Ground, Line, LineKind, Rise, Tread};
use table::{Pose, Vec2};

use super::event;
use super::formation::{FORMATIONS, Formation, MOST_STANDS};
use super::ground::{LEAST_SIDES, LEVEL, side_starts};
use super::groups;
use super::kind::{KINDS, Kind};
use super::room::stand_body;
use super::roster::{Game, StandId};
use super::rule_set::Epstein;
use super::state::{Marker, Place, Rally, Rout, State};
use super::turn;

/// A position. Everything has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// A battle by id, with its ground, sides and units; if omitted, a bare table.
    pub scenario: Option<String>,
    /// Width and height of the bare table.
    pub table: (f32, f32),
    /// Origin of all places: by default the middle of a bare table, or the corner of a battle's.
    pub origin: Option<(f32, f32)>,
    pub areas: Vec<RawArea>,
    pub lines: Vec<RawLine>,
    /// Units of the bare table; in a battle, units that differ from its start.
    pub units: Vec<RawUnit>,
    pub objectives: Vec<RawObjective>,
    pub turn: u8,
    pub turns: u8,
    /// The side whose period it is: `red`, or a side's id; if omitted, the first player.
    pub active: Option<String>,
    /// The side with the first period of each turn.
    pub first: Option<String>,
    pub options: BTreeMap<String, String>,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            scenario: None,
            table: (72.0, 48.0),
            origin: None,
            areas: Vec::new(),
            lines: Vec::new(),
            units: Vec::new(),
            objectives: Vec::new(),
            turn: 1,
            turns: 12,
            active: None,
            first: None,
            options: BTreeMap::new(),
        }
    }
}

/// The kind of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawAreaKind {
    #[default]
    Wood,
    /// Only skirmishers move in it (`epstein:5.12`).
    ThickWood,
    Marsh,
    Hill,
    Building,
    /// Difficult, and nothing else.
    Rough,
    /// Ground where only skirmishing is possible (`epstein:6.7`).
    SkirmishOnly,
    /// Nobody enters it.
    Closed,
}

/// A piece of ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawArea {
    pub id: String,
    pub kind: RawAreaKind,
    pub polygon: Vec<(f32, f32)>,
    /// Height of a hill in inches, in steps of a half.
    pub height: f32,
    /// Width of a hill's slope inside its edge.
    pub slope: f32,
    /// Number of stands that a building holds.
    pub capacity: u8,
    /// Numbers of a building's corners at which its sides begin, from 0; if omitted, each of its edges is a side.
    pub sides: Option<String>,
    /// Hits of round shot on a building so far.
    pub hits: u8,
    /// The side that last had a stand in a building.
    pub last: Option<String>,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawLineKind {
    #[default]
    Stream,
    /// Takes three periods to cross (`epstein:5.24`).
    River,
    /// A wall, breastworks.
    Wall,
    Hedge,
    /// Slow for horses and wheels, but not for men on foot; cover like a wall.
    Pit,
    Road,
    Crest,
}

/// A line of ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawLine {
    pub id: String,
    pub kind: RawLineKind,
    pub points: Vec<(f32, f32)>,
    /// If omitted, half an inch.
    pub width: Option<f32>,
    /// For a river: it cannot be forded.
    pub unfordable: bool,
}

/// A unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawUnit {
    pub id: String,
    /// `red`, the first side, or `blue`; or a side's id.
    pub side: Option<String>,
    /// The kind as in army files; if omitted, line infantry.
    pub kind: Option<String>,
    /// If omitted, the default of its kind.
    pub stands: Option<u8>,
    /// If omitted, the default of its kind.
    pub figures: Option<u16>,
    pub marks: BTreeSet<String>,
    /// If omitted, line, or a single stand.
    pub formation: Option<String>,
    /// Its place and heading; if omitted, and `poses` too, it is not in play.
    pub at: Option<(f32, f32, f32)>,
    /// Place and heading of each of its stands.
    pub poses: Vec<(f32, f32, f32)>,
    /// It arrives from this turn on, over the edge at its place (`epstein:w.3`).
    pub arrives: Option<u8>,
    /// Figures left on its stands, from the first; a stand with none is lost.
    pub left: Vec<u16>,
    /// What it has done in this period: `moved`, `fired`, `fought`, `attacked`, `silent`, `reformed`.
    pub did: BTreeSet<String>,
    /// Markers of disruption.
    pub disrupted: u8,
    /// It has routed: `running`, `halted`, `faced`.
    pub routed: Option<String>,
    /// It has been hit while routed.
    pub hit: bool,
    /// A crew without its gun (`epstein:5.19`).
    pub on_foot: bool,
    /// In the house of this id.
    pub inside: Option<String>,
    /// Numbers of its stands that are in the house; if omitted, all.
    pub indoors: Vec<u8>,
    /// The sides, numbered from 1, at which its stands in the house are posted; if omitted, one after the other.
    pub posts: Vec<u8>,
    /// Numbers of its stands that form a separate group: a skirmish company.
    pub apart: Vec<u8>,
}

/// An objective that is worth points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawObjective {
    pub id: String,
    /// `ground`, `losses`, `breakpoint`, `ridge`.
    pub kind: Option<String>,
    pub place: Vec<(f32, f32)>,
    pub points: u8,
    pub held_by: Option<String>,
    pub terms: BTreeMap<String, String>,
}

/// The sides of a bare table.
const SIDES: [&str; 2] = ["red", "blue"];

/// The side of a bare table that is called so.
fn side_of_bare(name: Option<&str>) -> Side {
    Side(u8::from(name == Some(SIDES[1])))
}

impl Position {
    /// The origin of its places.
    pub fn origin(&self) -> Vec2 {
        match (self.origin, &self.scenario) {
            (Some(origin), _) => Vec2::from(origin),
            (None, Some(_)) => Vec2::ZERO,
            (None, None) => Vec2::from(self.table) / 2.0,
        }
    }

    fn point(&self, (x, y): (f32, f32)) -> Vec2 {
        self.origin() + Vec2::new(x, y)
    }

    fn pose(&self, (x, y, heading): (f32, f32, f32)) -> Pose {
        let at = self.point((x, y));
        Pose::at(at.x, at.y, heading)
    }

    /// The game in this position.
    ///
    /// # Errors
    ///
    /// If it contradicts itself, with the place and a remedy.
    pub fn set_up(&self, battles: Battles<'_, Scenario>) -> Result<State, String> {
        self.check_numbers()?;
        let scenario = match &self.scenario {
            Some(id) => battles(id)?,
            None => self.bare()?,
        };
        let game = Game::new(scenario, &Chosen(self.options.clone())).map_err(Contradiction::from)?;
        let mut state = turn::start(game);
        state.phase = match state.phase {
            super::state::Phase::HighDie
                if self.first.is_none() && self.options.contains_key("first_player") =>
            {
                super::state::Phase::HighDie
            }
            _ => super::state::Phase::Period,
        };
        state.turn = self.turn;
        if let Some(first) = &self.first {
            state.first = side(&state.game.scenario, "first", first)?;
        }
        state.active = match &self.active {
            Some(active) => side(&state.game.scenario, "active", active)?,
            None => state.first,
        };
        let placed = |unit: &&RawUnit| self.scenario.is_some() || unit.is_placed();
        for unit in self.units.iter().filter(|unit| unit.arrives.is_none()).filter(placed) {
            self.arrange(&mut state, unit)?;
        }
        for stand in groups::strays(&state) {
            state.stands[stand.index()].strayed = true;
        }
        self.houses(&mut state)?;
        check_ground(&state)?;
        Ok(state)
    }

    fn check_numbers(&self) -> Result<(), Contradiction> {
        let mut known = BTreeSet::new();
        for unit in &self.units {
            let mut numbers = unit.poses.iter().chain(&unit.at).flat_map(|(x, y, heading)| [x, y, heading]);
            let place = format!("unit {}", unit.id);
            let once = !unit.id.is_empty() && known.insert(&unit.id);
            unless(once, &place, "it is named twice, or not at all", "give each its own id")?;
            numbers.try_for_each(|number| Contradiction::within(&place, *number, &(-1000.0..=1000.0)))?;
        }
        let (width, height) = self.table;
        [width, height]
            .into_iter()
            .try_for_each(|inches| Contradiction::within("table", inches, &(6.0..=240.0)))?;
        Contradiction::within("turn", self.turn, &(1..=u8::MAX))?;
        Contradiction::within("turns", self.turns, &(1..=u8::MAX))
    }

    /// The battle of a bare table with these units and this ground.
    fn bare(&self) -> Result<Scenario, Contradiction> {
        let mut commands = SIDES.map(Command::named);
        let (mut starts, mut unit_starts) = (BTreeMap::new(), BTreeMap::new());
        for unit in &self.units {
            commands[side_of_bare(unit.side.as_deref()).index()].units.push(unit.roster()?);
            let at = unit.at.or_else(|| unit.poses.first().copied());
            let start = match unit.arrives {
                Some(turn) => Start::Arrives { turn, entry: unit.id.clone() },
                None if unit.is_placed() => {
                    Start::Deployed(at.map_or(Pose::at(0.0, 0.0, 0.0), |at| self.pose(at)))
                }
                None => continue,
            };
            starts.insert(unit.id.clone(), start);
            if unit.formation()?.is_some() {
                let start = UnitStart { formation: unit.formation.clone(), inside: BTreeMap::new() };
                unit_starts.insert(unit.id.clone(), start);
            }
        }
        let homes = [Home::South, Home::North];
        let sides = SIDES.into_iter().zip(["Red", "Blue"]).zip(homes).zip(commands);
        let sides = sides.map(|(((id, name), home), command)| SideInfo {
            name: name.to_owned(),
            ..SideInfo::of_one_army(id, id, home, id, vec![command])
        });
        Ok(Scenario {
            starts,
            unit_starts,
            entries: self.entries(),
            objectives: self.objectives.iter().map(|one| self.objective(one)).collect(),
            turns: self.turns,
            begins: 600,
            first: Some(side_of_bare(self.first.as_deref())),
            ..Scenario::bare("position", "A position", Epstein::ID, self.ground()?, sides.collect())
        })
    }

    /// The entries of units still to come: each at its own place.
    fn entries(&self) -> Vec<Entry> {
        let coming = self.units.iter().filter(|unit| unit.arrives.is_some());
        let entry = |unit: &RawUnit| Entry {
            id: unit.id.clone(),
            name: format!("the road of {}", unit.id),
            pose: self.pose(unit.at.unwrap_or_default()),
            spread: 6.0,
            gate: false,
        };
        coming.map(entry).collect()
    }

    fn objective(&self, raw: &RawObjective) -> Objective {
        Objective {
            id: raw.id.clone(),
            name: raw.id.clone(),
            kind: raw.kind.clone(),
            place: self.points(&raw.place),
            points: raw.points,
            held_by: raw.held_by.as_deref().map(|id| side_of_bare(Some(id))),
            terms: raw.terms.clone(),
        }
    }

    fn ground(&self) -> Result<Ground, Contradiction> {
        for raw in &self.areas {
            let (place, corners) = (format!("area {}", raw.id), raw.polygon.len());
            let reason = "it has fewer than three corners";
            unless(corners > 2, &place, reason, "give its corners in order")?;
            let Some(sides) = &raw.sides else { continue };
            let reason = format!("the sides \"{sides}\" begin at fewer than two of its corners");
            let remedy = format!("number corners from 0 to {}, with commas between", corners - 1);
            let enough = side_starts(sides, corners).len() >= LEAST_SIDES;
            unless(enough, place, reason, remedy)?;
        }
        for raw in &self.lines {
            let (place, reason) = (format!("line {}", raw.id), "it has fewer than two points");
            unless(raw.points.len() > 1, place, reason, "give its points in order")?;
        }
        Ok(Ground {
            areas: self.areas.iter().enumerate().map(|(index, raw)| self.area(index, raw)).collect(),
            lines: self.lines.iter().enumerate().map(|(index, raw)| self.line(index, raw)).collect(),
            ..Ground::bare(self.table.0, self.table.1)
        })
    }

    fn points(&self, points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    fn area(&self, index: usize, raw: &RawArea) -> Area {
        let (kind, term) = match raw.kind {
            RawAreaKind::Wood => (AreaKind::Woods, None),
            RawAreaKind::ThickWood => (AreaKind::Woods, Some(("thick", "on".to_owned()))),
            RawAreaKind::Marsh => (AreaKind::Marsh, None),
            RawAreaKind::Hill => (AreaKind::Hill, None),
            RawAreaKind::Building => {
                (AreaKind::Buildings, Some(("capacity", raw.capacity.max(1).to_string())))
            }
            RawAreaKind::Rough => (AreaKind::Rocks, None),
            RawAreaKind::SkirmishOnly => (AreaKind::Rocks, Some(("skirmish_only", "on".to_owned()))),
            RawAreaKind::Closed => (AreaKind::Cliff, None),
        };
        let sides = raw.sides.as_ref().filter(|_| raw.kind == RawAreaKind::Building);
        let terms = term.into_iter().chain(sides.map(|sides| ("sides", sides.clone())));
        let level = (raw.height / LEVEL).round().clamp(0.0, 200.0) as u8;
        let hill = Rise::Contour { level, slope: raw.slope };
        Area {
            id: if raw.id.is_empty() { format!("area{index}") } else { raw.id.clone() },
            polygon: self.points(&raw.polygon),
            rise: if kind == AreaKind::Hill { hill } else { Rise::Level },
            terms: terms.map(|(term, value)| (term.to_owned(), value)).collect(),
            ..usual_area(kind)
        }
    }

    fn line(&self, index: usize, raw: &RawLine) -> Line {
        let kind = match raw.kind {
            RawLineKind::Stream => LineKind::Stream,
            RawLineKind::River => LineKind::River,
            RawLineKind::Wall => LineKind::Wall,
            RawLineKind::Hedge => LineKind::Hedge,
            RawLineKind::Pit => LineKind::Pit,
            RawLineKind::Road => LineKind::PavedRoad,
            RawLineKind::Crest => LineKind::Crest,
        };
        let usual = usual_line(kind);
        let (mounted, all) =
            (vec![Tread::Horse, Tread::Wheels], vec![Tread::Foot, Tread::Horse, Tread::Wheels]);
        Line {
            id: if raw.id.is_empty() { format!("line{index}") } else { raw.id.clone() },
            points: self.points(&raw.points),
            width: raw.width.unwrap_or(0.5),
            obstacle_to: if kind == LineKind::Pit { mounted } else { usual.obstacle_to },
            barred_to: if raw.unfordable { all } else { Vec::new() },
            ..usual
        }
    }

    /// Puts a unit as the position has it.
    fn arrange(&self, state: &mut State, raw: &RawUnit) -> Result<(), Contradiction> {
        let place = format!("unit {}", raw.id);
        let Some(unit) = state.game.find_unit(&raw.id) else {
            return wrong(place, "the battle has no such unit", "name one of its units");
        };
        let stands = state.game.unit(unit).stands.clone();
        let first = stands.first().copied();
        let group = first.and_then(|stand| state.group_of(stand));
        for (index, figures) in raw.left.iter().enumerate() {
            let Some(stand) = stands.get(index) else { break };
            state.stands[stand.index()].figures = *figures;
        }
        let living: Vec<StandId> = stands
            .iter()
            .enumerate()
            .filter(|(index, _)| raw.left.get(*index).is_none_or(|figures| *figures > 0) || stands.len() == 1)
            .map(|(_, stand)| *stand)
            .collect();
        for stand in stands.iter().filter(|stand| !living.contains(stand)) {
            state.stands[stand.index()].place = Place::Lost;
        }
        let Some(group) = group.map(super::state::GroupId::index) else {
            return wrong(place, "it has no stands in play", "give it a place");
        };
        if let Some(formation) = raw.formation()? {
            state.groups[group].formation = formation;
        }
        for stand in stands.iter().filter(|stand| !living.contains(stand)) {
            event::lose_stand(&mut state.groups[group], *stand);
        }
        if let Some(at) = raw.at {
            let pose = self.pose(at);
            let formation = state.groups[group].formation;
            // Holes stay where stands are lost: the formation is laid out with all its stands.
            let closed = formation.is_column() || matches!(formation, Formation::Square | Formation::Rout);
            let all = if closed { &living } else { &stands };
            for (stand, pose) in state.poses(all, formation, pose) {
                if living.contains(&stand) {
                    state.stands[stand.index()].place = Place::Table(pose);
                }
            }
            state.groups[group].heading = pose.heading;
        }
        if !raw.poses.is_empty() {
            if raw.poses.len() != living.len() {
                let reason = format!("it has {} stands and {} poses", living.len(), raw.poses.len());
                return wrong(place, reason, "give each stand a pose");
            }
            for (stand, pose) in living.iter().zip(&raw.poses) {
                state.stands[stand.index()].place = Place::Table(self.pose(*pose));
            }
            state.groups[group].heading = self.pose(raw.poses[0]).heading;
        }
        self.mark(state, group, raw)?;
        inside(state, group, raw, &stands)?;
        part(state, group, raw, &stands)
    }

    fn mark(&self, state: &mut State, group: usize, raw: &RawUnit) -> Result<(), Contradiction> {
        let place = format!("unit {}", raw.id);
        for did in &raw.did {
            let now = &mut state.groups[group];
            match did.as_str() {
                "moved" => now.marks.moved = true,
                "fired" => now.marks.fired = true,
                "fought" => now.marks.fought = true,
                "attacked" => now.marks.attacked = true,
                "silent" => now.silent = true,
                "reformed" => now.marks.reformed = true,
                other => {
                    let reason = format!("it cannot have done \"{other}\"");
                    return wrong(place, reason, "give moved, fired, fought, attacked, silent or reformed");
                }
            }
        }
        state.groups[group].on_foot = raw.on_foot;
        for number in 0..raw.disrupted.min(2) {
            let marker = Marker { turn: self.turn.saturating_add(1 + number), side: state.active };
            state.groups[group].disruption.push(marker);
        }
        if let Some(rally) = &raw.routed {
            let rally = match rally.as_str() {
                "running" => Rally::Running,
                "halted" => Rally::Halted,
                "faced" => Rally::Faced,
                other => {
                    let reason = format!("a rout is not \"{other}\"");
                    return wrong(place, reason, "give running, halted or faced");
                }
            };
            state.groups[group].rout = Some(Rout { rally, hit: raw.hit, stage_done: false });
        }
        Ok(())
    }

    /// What has happened at houses.
    fn houses(&self, state: &mut State) -> Result<(), Contradiction> {
        for area in &self.areas {
            let Some(id) = state.game.find_house(&area.id) else { continue };
            state.houses[id.index()].hits = area.hits;
            if let Some(last) = &area.last {
                state.houses[id.index()].last =
                    Some(side(&state.game.scenario, &format!("area {}", area.id), last)?);
            }
        }
        Ok(())
    }
}

/// Puts stands into a house, each a group of its own.
fn inside(state: &mut State, group: usize, raw: &RawUnit, all: &[StandId]) -> Result<(), Contradiction> {
    let Some(house) = &raw.inside else { return Ok(()) };
    let place = format!("unit {}", raw.id);
    let Some(id) = state.game.find_house(house) else {
        return wrong(place, format!("there is no house {house}"), "give the id of a building");
    };
    let is_inside = |stand: &StandId| {
        let number = all.iter().position(|one| one == stand).map_or(0, |index| index + 1);
        raw.indoors.is_empty() || raw.indoors.iter().any(|one| usize::from(*one) == number)
    };
    let old = state.groups[group].clone();
    let stands: Vec<StandId> = old.stands.iter().copied().filter(is_inside).collect();
    state.groups[group].stands.retain(|stand| !stands.contains(stand));
    let first = state.groups.len();
    turn::garrison(state, &stands, id, old.heading);
    for (index, stand) in stands.iter().enumerate() {
        state.groups[first + index].marks = old.marks;
        state.groups[first + index].disruption = old.disruption.clone();
        if let Some(side) = raw.posts.get(index) {
            state.stands[stand.index()].place = Place::Inside { house: id, side: side.saturating_sub(1) };
        }
    }
    Ok(())
}

/// Stands that are a group of their own.
fn part(state: &mut State, group: usize, raw: &RawUnit, all: &[StandId]) -> Result<(), Contradiction> {
    if raw.apart.is_empty() {
        return Ok(());
    }
    let apart: Vec<StandId> = raw
        .apart
        .iter()
        .filter_map(|number| all.get(usize::from(*number).checked_sub(1)?).copied())
        .collect();
    if apart.len() != raw.apart.len() {
        return wrong(
            format!("unit {}", raw.id),
            "a stand apart is none of its own",
            "number its stands from 1",
        );
    }
    let mut new = state.groups[group].clone();
    state.groups[group].stands.retain(|stand| !apart.contains(stand));
    new.stands = apart;
    new.formation = Formation::Skirmish;
    state.groups.push(new);
    // Each part faces as the first stand of it does.
    for index in [group, state.groups.len() - 1] {
        let first = state.groups[index].stands.first().and_then(|stand| state.pose(*stand));
        if let Some(first) = first {
            state.groups[index].heading = first.heading;
        }
    }
    Ok(())
}
/// Nobody stands in a house or on other closed ground (`epstein:15.1`).
fn check_ground(state: &State) -> Result<(), Contradiction> {
    let under = |id: StandId| state.game.ground.closed_under(&stand_body(state, id), state.pose(id)?);
    let Some((id, area)) = state.game.stand_ids().find_map(|id| Some((id, under(id)?))) else {
        return Ok(());
    };
    let ground = &state.game.terrain.ground().areas[area];
    wrong(
        format!("unit {}", state.game.unit(state.stand(id).unit).id),
        format!("{} stands on impassable ground {}", state.say_stand(id), ground.id),
        "put it beside that area, or into a house with inside",
    )
}

impl RawUnit {
    /// Is it on the table, or in a house?
    fn is_placed(&self) -> bool {
        self.at.is_some() || !self.poses.is_empty() || self.inside.is_some()
    }

    fn formation(&self) -> Result<Option<Formation>, Contradiction> {
        let Some(word) = &self.formation else { return Ok(None) };
        let (place, known) = (format!("unit {}", self.id), FORMATIONS.iter().map(|(name, _)| *name));
        Contradiction::named(Formation::named(word), place, "formation", word, known).map(Some)
    }

    fn roster(&self) -> Result<Unit, Contradiction> {
        let word = self.kind.as_deref().unwrap_or("inf_line");
        let place = format!("unit {}", self.id);
        let known = KINDS.iter().map(|(name, _)| *name);
        let kind = Contradiction::named(Kind::named(word), &place, "kind", word, known)?;
        let stands = self.stands.unwrap_or_else(|| kind.usual_stands());
        let reason = format!("it has {stands} stands");
        let remedy = format!("give 1 to {MOST_STANDS} (epstein:2.3)");
        unless((1..=MOST_STANDS).contains(&stands), place, reason, remedy)?;
        Ok(Unit {
            id: self.id.clone(),
            name: self.id.clone(),
            short: None,
            class: word.to_owned(),
            stands,
            figures: self.figures.unwrap_or_else(|| kind.usual_figures() * u16::from(stands)),
            weapon: None,
            marks: self.marks.clone(),
            note: String::new(),
        })
    }
}

fn side(scenario: &Scenario, place: &str, name: &str) -> Result<Side, Contradiction> {
    let sides = Side::BOTH.into_iter().zip(&scenario.sides);
    let found = sides.clone().find(|(_, info)| info.id == name).map(|(side, _)| side);
    Contradiction::named(found, place, "side", name, sides.map(|(_, info)| &*info.id))
}

fn wrong<T>(
    place: impl Into<String>,
    reason: impl Into<String>,
    remedy: impl Into<String>,
) -> Result<T, Contradiction> {
    Err(Contradiction::new(place, reason, remedy))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(units: &str) -> Result<State, String> {
        let position: Position =
            serde_json::from_str(&format!(r#"{{"units":[{units}]}}"#)).expect("it is read");
        position.set_up(&|_| Err(String::new()))
    }

    #[test]
    fn a_unit_without_a_place_is_not_in_play() {
        let state = set_up(r#"{"id":"A","at":[0,0,0]},{"id":"B"}"#).expect("it is sound");
        let on_table = |id: &str| {
            state.game.find_unit(id).is_some_and(|unit| {
                state.game.unit(unit).stands.iter().any(|stand| state.pose(*stand).is_some())
            })
        };
        assert!(on_table("A") && !on_table("B"));
    }

    #[test]
    fn a_unit_is_named_once() {
        let twice =
            set_up(r#"{"id":"A","at":[0,0,0]},{"id":"A","at":[0,9,0]}"#).expect_err("it is named twice");
        assert_eq!(twice, "unit A: it is named twice, or not at all: give each its own id");
    }
}
