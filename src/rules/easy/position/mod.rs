//! A complete position: ground, stands with strength and state, turn, weather, options, activation.
//!
//! Cases and the protocol share it. Units: inches, degrees clockwise from north, strength points.

pub mod play;
mod sound;
#[cfg(test)]
mod sound_tests;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::state::{Activation, Phase, Place, Step};
use crate::{Event, Game, State, pontoons, turn};
use game::options::{OptionFault, Options};
use game::{Contradiction, RuleSet};
use scenario::army::{
    Arm, Army, Battery, Command, Grade, MOST_POINTS, Quality, Rating, Stand, start_strength,
};
use scenario::{Entry, Home, Objective, Scenario, Side, SideInfo, Start, Weather, WeatherPlan, usual_line};
use table::ground::{Area, AreaKind, Crossing, CrossingKind, Ground, Line, LineKind, Rise, Tread, When};
use table::{Heading, Pose};

use super::rule_set::Easy;

/// Limit of coordinates, in inches.
const FARTHEST: u16 = 10_000;

/// Maximum number of stands.
const MOST_STANDS: usize = 2_000;

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// Width and height of the table.
    pub table: (f32, f32),
    /// Added to every coordinate of the position and its orders, so that a case can be centred on (0, 0).
    pub origin: (f32, f32),
    /// The names of the two sides; stands and commands refer to them by id: `red`, `blue`.
    pub sides: (String, String),
    pub areas: Vec<RawArea>,
    pub lines: Vec<RawLine>,
    pub crossings: Vec<RawCrossing>,
    pub commands: Vec<RawCommand>,
    pub stands: Vec<RawStand>,
    pub objectives: Vec<RawObjective>,
    pub entries: Vec<RawEntry>,
    pub turn: u8,
    pub turns: u8,
    /// Minutes after midnight at which turn 1 begins.
    pub begins: u16,
    pub weather: Weather,
    /// Is the weather rolled, with +1 for the season if true? `None` if it is given.
    pub roll_weather: Option<bool>,
    pub options: BTreeMap<String, String>,
    /// Victory points so far, by side.
    pub points: (i32, i32),
    /// Ammunition chits left, by side, with `opt-ammunition`; `None` if they are still to be rolled.
    pub ammunition: Option<(u16, u16)>,
    /// Chits already in the discards, by command id.
    pub discards: Vec<String>,
    /// Commands without stands whose chits have left play by absorption (`adv-attached`), by id.
    pub absorbed: Vec<String>,
    pub active: Option<RawActive>,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            table: (60.0, 40.0),
            origin: (0.0, 0.0),
            sides: ("red".into(), "blue".into()),
            areas: Vec::new(),
            lines: Vec::new(),
            crossings: Vec::new(),
            commands: Vec::new(),
            stands: Vec::new(),
            objectives: Vec::new(),
            entries: Vec::new(),
            turn: 1,
            turns: 19,
            begins: 690,
            weather: Weather::Clear,
            roll_weather: None,
            options: BTreeMap::new(),
            points: (0, 0),
            ammunition: None,
            discards: Vec::new(),
            absorbed: Vec::new(),
            active: None,
        }
    }
}

/// An area with its effects; only the polygon is required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawArea {
    pub id: String,
    pub polygon: Vec<(f32, f32)>,
    pub rough: bool,
    pub impassable: bool,
    pub blocks_sight: bool,
    pub hard_cover: bool,
    pub buildings: bool,
    pub garrison: bool,
    /// Direction of uphill over the whole polygon, in degrees.
    pub uphill: Option<f32>,
    /// Ground of this level: for `overhead-fire`.
    pub level: Option<u8>,
}

/// A line with its effects; only the points are required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawLine {
    pub id: String,
    pub points: Vec<(f32, f32)>,
    /// An obstacle to all stands.
    pub obstacle: bool,
    /// Guns and wagons may cross only at a bridge or ford.
    pub barred_to_wheels: bool,
    /// Width of a stream in inches; if omitted, the usual one.
    pub width: Option<f32>,
    /// A stream: its effects follow from its size.
    pub stream: Option<RawStream>,
    pub hard_cover: bool,
    pub blocks_sight: bool,
    pub sunken_road: bool,
    /// A road this many inches wide.
    pub road: Option<f32>,
}

/// The size of a stream (`easy:V.D.1.a`, `easy:V.D.1.b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawStream {
    Major,
    Small,
}

/// A bridge or a ford over a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCrossing {
    /// If omitted, derived from the line's id.
    #[serde(default)]
    pub id: Option<String>,
    pub at: (f32, f32),
    pub over: String,
    #[serde(default)]
    pub ford: bool,
}

/// A command, needed only if it has a superior or a name of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCommand {
    pub id: String,
    /// `red` or `blue`, or the names of the sides.
    pub side: String,
    #[serde(default)]
    pub under: Option<String>,
}

/// A stand. Its command is `command`, or the one with the id of its side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawStand {
    pub id: String,
    pub side: String,
    #[serde(default)]
    pub command: Option<String>,
    pub arm: Arm,
    /// Its place in the order of battle, which includes its division: `I/3/2`.
    #[serde(default)]
    pub formation: String,
    /// The division general under whom it starts as a detached unit, with `adv-detached`.
    #[serde(default)]
    pub detached: Option<String>,
    /// Centre and heading; omitted for a stand off the table.
    #[serde(default)]
    pub at: Option<(f32, f32, f32)>,
    /// Strength points now; if omitted, the starting strength.
    #[serde(default)]
    pub sp: Option<u8>,
    /// Starting strength points; if omitted, the value of `sp`, or the arm's usual.
    #[serde(default)]
    pub start: Option<u8>,
    #[serde(default)]
    pub men: u32,
    #[serde(default)]
    pub quality: Option<Quality>,
    /// Row of the to-hit table: `8x6-pdrs`.
    #[serde(default)]
    pub battery: Option<String>,
    #[serde(default)]
    pub grade: Option<Grade>,
    /// The rating of a general, with `opt-ratings`: `Poor`, `Average` or `Great`.
    #[serde(default)]
    pub rating: Rating,
    /// Front edge and depth in inches, if unusual.
    #[serde(default)]
    pub width: Option<f32>,
    #[serde(default)]
    pub depth: Option<f32>,
    /// Slow infantry, with `opt-slow-infantry`.
    #[serde(default)]
    pub slow: bool,
    /// Without a zone of control, with `opt-no-zones`.
    #[serde(default)]
    pub no_zone: bool,
    /// The infantry that these engineers are attached to.
    #[serde(default)]
    pub attached: Option<String>,
    #[serde(default)]
    pub routed: bool,
    /// Infantry in squares, with `opt-squares`.
    #[serde(default)]
    pub square: bool,
    #[serde(default)]
    pub evading: bool,
    /// For a wagon: a further command whose general may activate it.
    #[serde(default)]
    pub serves: Option<String>,
    /// The side that has captured it, if any.
    #[serde(default)]
    pub taken_by: Option<String>,
    /// For a pontoon train: inches built of a bridge over the adjacent water.
    #[serde(default)]
    pub bridge: Option<u8>,
    /// Lost earlier: may it be rallied?
    #[serde(default)]
    pub lost: Option<RawLost>,
    /// A reinforcement due from this turn on at this entry.
    #[serde(default)]
    pub arrives: Option<(u8, String)>,
}

/// How a stand was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawLost {
    Rallyable,
    ForGood,
}

/// A place worth points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawObjective {
    pub id: String,
    pub place: Vec<(f32, f32)>,
    pub points: u8,
    #[serde(default)]
    pub held_by: Option<String>,
}

/// Where reinforcements enter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEntry {
    pub id: String,
    pub at: (f32, f32, f32),
    #[serde(default)]
    pub spread: f32,
}

/// The activation under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawActive {
    pub command: String,
    /// If omitted, moves and fire.
    #[serde(default)]
    pub step: RawStep,
    /// The activated stands; if omitted, all stands of the command on the table except its general.
    #[serde(default)]
    pub stands: Option<Vec<String>>,
    #[serde(default)]
    pub acted: Vec<String>,
    /// Stands that have declared to go on attacking.
    #[serde(default)]
    pub continuing: Vec<String>,
    #[serde(default)]
    pub general_moved: bool,
}

/// Steps of an activation by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawStep {
    Command,
    #[default]
    Act,
    Combats,
    Close,
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PositionFault {
    #[error("{what} {id} is given twice: give each a name of its own")]
    Twice { what: &'static str, id: String },
    #[error("{place} names {id}, which is no {what}: the position has {known}")]
    Unknown { place: String, what: &'static str, id: String, known: String },
    #[error("stand {id} has no battery type {battery}: it takes {accepted}")]
    Battery { id: String, battery: String, accepted: String },
    #[error("stand {id} cannot have {points} strength points: give sp and start from 1 to {MOST_POINTS}")]
    Strength { id: String, points: u8 },
    #[error("{id} has too few points: give it {least} or more")]
    Points { id: String, least: usize },
    #[error("stand {id} is of one side and its command {command} of the other: give them one side")]
    Sides { id: String, command: String },
    #[error("the command {id} is not absorbed: it has stands, or picks others; leave it out of absorbed")]
    Absorbed { id: String },
    #[error("{place} is not a finite number")]
    NotFinite { place: String },
    #[error("stand {id} cannot measure {size} in: 0.1 to 12")]
    Size { id: String, size: f32 },
    #[error("{place}: {given} is out of range: it takes {least} to {most}")]
    OutOfBounds { place: String, given: String, least: i32, most: i32 },
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    #[error(transparent)]
    Option(#[from] OptionFault),
}

impl PositionFault {
    /// An unknown name at this place, with the known ones.
    fn unknown<'k>(
        place: impl Into<String>,
        what: &'static str,
        id: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Self {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        Self::Unknown { place: place.into(), what, id: id.to_owned(), known }
    }
}

impl Position {
    /// The game as it stands in this position.
    ///
    /// # Errors
    /// When something written here cannot be, or contradicts the rest.
    pub fn set_up(&self) -> Result<State, PositionFault> {
        self.check_numbers()?;
        sound::check(self)?;
        let scenario = self.scenario()?;
        let chosen = Options(self.options.clone());
        let mut state = turn::start(Game::new(scenario, &chosen)?);
        sound::check_modules(self, &state)?;
        self.set_stands(&mut state)?;
        self.set_clock(&mut state)?;
        self.set_active(&mut state)?;
        sound::check_state(self, &state)?;
        Ok(state)
    }

    /// A point of the position on the table.
    pub fn point(&self, (x, y): (f32, f32)) -> Vec2 {
        Vec2::new(x + self.origin.0, y + self.origin.1)
    }

    /// A pose of the position on the table.
    pub fn pose(&self, (x, y, degrees): (f32, f32, f32)) -> Pose {
        Pose::new(self.point((x, y)), Heading::from_degrees(degrees))
    }

    fn check_numbers(&self) -> Result<(), PositionFault> {
        let mut numbers: Vec<(String, f32)> = vec![
            ("table".into(), self.table.0),
            ("table".into(), self.table.1),
            ("origin".into(), self.origin.0),
            ("origin".into(), self.origin.1),
        ];
        for stand in &self.stands {
            let place = format!("stand {}", stand.id);
            let sizes = stand.width.into_iter().chain(stand.depth);
            if let Some(size) = sizes.clone().find(|size| !(0.1..=12.0).contains(size)) {
                return Err(PositionFault::Size { id: stand.id.clone(), size });
            }
            numbers.extend(stand.at.into_iter().flat_map(|(x, y, h)| [x, y, h]).map(|n| (place.clone(), n)));
        }
        let points = self.areas.iter().map(|area| (&area.id, &area.polygon));
        for (id, polygon) in points.chain(self.lines.iter().map(|line| (&line.id, &line.points))) {
            numbers.extend(polygon.iter().flat_map(|(x, y)| [*x, *y]).map(|n| (format!("feature {id}"), n)));
        }
        numbers
            .extend(self.lines.iter().filter_map(|line| Some((format!("the road {}", line.id), line.road?))));
        numbers.extend(
            self.lines.iter().filter_map(|line| Some((format!("the line {}", line.id), line.width?))),
        );
        for entry in &self.entries {
            let (x, y, heading) = entry.at;
            numbers.extend([x, y, heading, entry.spread].map(|n| (format!("entry {}", entry.id), n)));
        }
        for crossing in &self.crossings {
            numbers.extend(
                [crossing.at.0, crossing.at.1].map(|n| (format!("crossing of {}", crossing.over), n)),
            );
        }
        for objective in &self.objectives {
            let corners = objective.place.iter().flat_map(|(x, y)| [*x, *y]);
            numbers.extend(corners.map(|n| (format!("objective {}", objective.id), n)));
        }
        numbers.extend(
            self.areas.iter().filter_map(|area| Some((format!("feature {}", area.id), area.uphill?))),
        );
        if let Some((place, _)) = numbers.iter().find(|(_, number)| !number.is_finite()) {
            return Err(PositionFault::NotFinite { place: place.clone() });
        }
        if let Some((place, number)) = numbers.iter().find(|(_, number)| number.abs() > f32::from(FARTHEST)) {
            let most = i32::from(FARTHEST);
            return Err(out_of_bounds(place, number, -most, most));
        }
        if self.stands.len() > MOST_STANDS {
            return Err(out_of_bounds("the number of stands", self.stands.len(), 0, MOST_STANDS as i32));
        }
        let corners = |id: &String, points: &[(f32, f32)], least: usize| {
            if points.len() < least {
                return Err(PositionFault::Points { id: id.clone(), least });
            }
            Ok(())
        };
        self.areas.iter().try_for_each(|area| corners(&area.id, &area.polygon, 3))?;
        self.lines.iter().try_for_each(|line| corners(&line.id, &line.points, 2))?;
        self.objectives.iter().try_for_each(|place| corners(&place.id, &place.place, 1))?;
        let inches = [self.table.0, self.table.1];
        if let Some(inches) = inches.into_iter().find(|inches| !(1.0..=400.0).contains(inches)) {
            return Err(out_of_bounds("table", inches, 1, 400));
        }
        if self.turns == 0 {
            return Err(out_of_bounds("turns", self.turns, 1, u8::MAX.into()));
        }
        if !(1..=self.turns).contains(&self.turn) {
            return Err(out_of_bounds("turn", self.turn, 1, self.turns.into()));
        }
        Ok(())
    }

    fn side(&self, place: &str, name: &str) -> Result<Side, PositionFault> {
        if name == self.sides.0 {
            Ok(Side(0))
        } else if name == self.sides.1 {
            Ok(Side(1))
        } else {
            Err(PositionFault::unknown(place, "side", name, [&*self.sides.0, &*self.sides.1]))
        }
    }

    fn points(&self, points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    fn scenario(&self) -> Result<Scenario, PositionFault> {
        let (commands, starts) = self.commands()?;
        let side = |index: u8, name: &str, colour: &str, home| SideInfo {
            id: name.to_owned(),
            name: name.to_owned(),
            home,
            armies: vec![Army {
                id: name.to_owned(),
                name: name.to_owned(),
                colour: colour.to_owned(),
                commands: commands
                    .iter()
                    .filter(|(side, _)| *side == Side(index))
                    .map(|(_, command)| command.clone())
                    .collect(),
            }],
        };
        let sides =
            vec![side(0, &self.sides.0, "red", Home::South), side(1, &self.sides.1, "blue", Home::North)];
        let objectives = self
            .objectives
            .iter()
            .map(|raw| {
                let place = format!("objective {}", raw.id);
                let held_by = raw.held_by.as_ref().map(|name| self.side(&place, name)).transpose()?;
                Ok(Objective {
                    id: raw.id.clone(),
                    name: raw.id.clone(),
                    place: self.points(&raw.place),
                    points: raw.points,
                    held_by,
                    ..Objective::default()
                })
            })
            .collect::<Result<_, PositionFault>>()?;
        let entries = self.entries.iter().map(|raw| Entry {
            id: raw.id.clone(),
            name: raw.id.clone(),
            pose: self.pose(raw.at),
            spread: raw.spread,
            gate: false,
        });
        Ok(Scenario {
            id: "position".into(),
            name: "Position".into(),
            description: String::new(),
            rules: "easy".into(),
            ground: self.ground(),
            sides,
            starts,
            entries: entries.collect(),
            objectives,
            turns: self.turns,
            begins: self.begins,
            turn_length: 30,
            hours: Vec::new(),
            first: None,
            unit_starts: BTreeMap::new(),
            weather: match self.roll_weather {
                Some(winter_or_spring) => WeatherPlan::Rolled { winter_or_spring },
                None => WeatherPlan::Fixed(BTreeMap::from([(1, self.weather)])),
            },
            weather_variants: BTreeMap::new(),
            variants: BTreeMap::new(),
            options: BTreeMap::new(),
            play: None,
        })
    }

    /// Commands by side, with their stands and the starts of these.
    #[expect(clippy::type_complexity, reason = "both are made by one walk over the stands")]
    fn commands(&self) -> Result<(Vec<(Side, Command)>, BTreeMap<String, Start>), PositionFault> {
        let mut commands: Vec<(Side, Command)> = Vec::new();
        for raw in &self.commands {
            let side = self.side(&format!("command {}", raw.id), &raw.side)?;
            if commands.iter().any(|(_, command)| command.id == raw.id) {
                return Err(PositionFault::Twice { what: "command", id: raw.id.clone() });
            }
            if let Some(under) =
                raw.under.as_ref().filter(|under| self.commands.iter().all(|c| &c.id != *under))
            {
                return Err(PositionFault::unknown(
                    format!("command {}", raw.id),
                    "command",
                    under,
                    self.commands.iter().map(|c| c.id.as_str()),
                ));
            }
            commands.push((side, Command { under: raw.under.clone(), ..command(&raw.id, Vec::new()) }));
        }
        let mut starts = BTreeMap::new();
        for raw in &self.stands {
            let side = self.side(&format!("stand {}", raw.id), &raw.side)?;
            let stand = raw.stand()?;
            let start = match (&raw.arrives, raw.at) {
                (Some((turn, entry)), _) => Start::Arrives { turn: *turn, entry: entry.clone() },
                (None, Some(at)) => Start::Deployed(self.pose(at)),
                (None, None) => Start::Deployed(self.pose((0.0, 0.0, 0.0))),
            };
            if starts.insert(raw.id.clone(), start).is_some() {
                return Err(PositionFault::Twice { what: "stand", id: raw.id.clone() });
            }
            let of = raw.command.clone().unwrap_or_else(|| raw.side.clone());
            if let Some(general) = &raw.detached {
                let fits = |other: &&RawStand| {
                    other.arm == Arm::General && other.side == raw.side && other.command == raw.command
                };
                let generals: Vec<&str> =
                    self.stands.iter().filter(fits).map(|other| other.id.as_str()).collect();
                if !generals.contains(&general.as_str()) {
                    return Err(PositionFault::unknown(
                        format!("stand {}", raw.id),
                        "general of its command",
                        general,
                        generals,
                    ));
                }
            }
            match commands.iter_mut().find(|(_, command)| command.id == of) {
                Some((its, _)) if *its != side => {
                    return Err(PositionFault::Sides { id: raw.id.clone(), command: of });
                }
                Some((_, command)) => command.stands.push(stand),
                None => commands.push((side, command(&of, vec![stand]))),
            }
        }
        Ok((commands, starts))
    }

    fn ground(&self) -> Ground {
        let mut ground = Ground::bare(self.table.0, self.table.1);
        ground.areas = self
            .areas
            .iter()
            .map(|raw| {
                let kind = match raw {
                    RawArea { buildings: true, .. } => AreaKind::Buildings,
                    RawArea { impassable: true, .. } => AreaKind::Water,
                    RawArea { uphill: Some(_), .. } => AreaKind::Slope,
                    RawArea { level: Some(_), .. } => AreaKind::Hill,
                    RawArea { hard_cover: true, .. } => AreaKind::Earthwork,
                    RawArea { blocks_sight: true, .. } => AreaKind::Woods,
                    _ => AreaKind::Rocks,
                };
                Area {
                    rough: if raw.rough { When::Always } else { When::Never },
                    impassable: raw.impassable,
                    blocks_sight: raw.blocks_sight,
                    hard_cover: raw.hard_cover || raw.buildings,
                    buildings: raw.buildings,
                    garrison: raw.garrison,
                    rise: match (raw.uphill, raw.level) {
                        (Some(degrees), _) => Rise::Toward(Heading::from_degrees(degrees)),
                        (None, Some(level)) => Rise::Contour { level, slope: 0.0 },
                        (None, None) => Rise::Level,
                    },
                    ..Area::plain(&raw.id, kind, self.points(&raw.polygon))
                }
            })
            .collect();
        ground.lines = self
            .lines
            .iter()
            .map(|raw| {
                let kind = match raw {
                    RawLine { sunken_road: true, .. } => LineKind::SunkenRoad,
                    RawLine { road: Some(_), .. } => LineKind::Lane,
                    RawLine { barred_to_wheels: true, .. } => LineKind::Stream,
                    RawLine { hard_cover: true, .. } => LineKind::Wall,
                    _ => LineKind::Fence,
                };
                let all = vec![Tread::Foot, Tread::Horse, Tread::Wheels];
                let plain = Line::plain(&raw.id, kind, self.points(&raw.points));
                if let Some(size) = raw.stream {
                    let usual = usual_line(match size {
                        RawStream::Major => LineKind::River,
                        RawStream::Small => LineKind::Stream,
                    });
                    let width = raw.width.unwrap_or(usual.width);
                    return Line { id: plain.id, points: plain.points, width, ..usual };
                }
                Line {
                    width: raw.road.unwrap_or(plain.width),
                    obstacle_to: if raw.obstacle { all } else { Vec::new() },
                    barred_to: if raw.barred_to_wheels { vec![Tread::Wheels] } else { Vec::new() },
                    hard_cover: raw.hard_cover,
                    blocks_sight: raw.blocks_sight,
                    ..plain
                }
            })
            .collect();
        ground.crossings = self
            .crossings
            .iter()
            .map(|raw| Crossing {
                id: raw.id.clone().unwrap_or_else(|| format!("crossing of {}", raw.over)),
                name: String::new(),
                kind: if raw.ford { CrossingKind::Ford } else { CrossingKind::Bridge },
                at: self.point(raw.at),
                over: raw.over.clone(),
            })
            .collect();
        ground
    }

    fn set_stands(&self, state: &mut State) -> Result<(), PositionFault> {
        for raw in &self.stands {
            let Some(id) = state.roster().find_stand(&raw.id) else { continue };
            let start = state.unit(id).strength;
            let stand = &mut state.stands[id.index()];
            stand.strength = raw.sp.unwrap_or(start);
            stand.marked = stand.strength < start;
            stand.routed = raw.routed;
            stand.evading = raw.evading;
            stand.square = raw.square;
            if let Some(name) = &raw.taken_by {
                let to = self.side(&format!("stand {}", raw.id), name)?;
                Easy::apply(state, &Event::SideChanged { stand: id, to });
            }
            let stand = &mut state.stands[id.index()];
            match (raw.lost, raw.at) {
                (Some(lost), _) => {
                    stand.place = Place::Eliminated { rallyable: lost == RawLost::Rallyable };
                    stand.strength = 0;
                }
                (None, Some(at)) => stand.place = Place::Table(self.pose(at)),
                (None, None) if raw.arrives.is_some() => stand.place = Place::Reserve,
                (None, None) => stand.place = Place::Off,
            }
            if let Some(host) = &raw.attached {
                let host = state.roster().find_stand(host).ok_or_else(|| {
                    PositionFault::unknown(
                        format!("stand {}", raw.id),
                        "stand",
                        host,
                        self.stands.iter().map(|s| s.id.as_str()),
                    )
                })?;
                state.engineers.attached.insert(id, host);
            }
            if let Some(built) = raw.bridge
                && let Some(site) = pontoons::site(state, id)
            {
                Easy::apply(state, &Event::BridgeWorked { train: id, over: site.over, at: site.at, built });
            }
        }
        Ok(())
    }

    fn set_clock(&self, state: &mut State) -> Result<(), PositionFault> {
        state.turn = self.turn;
        if self.roll_weather.is_none() {
            state.weather = self.weather;
        }
        if let Some((a, b)) = self.ammunition {
            for stock in &mut state.ammunition {
                stock.rolled = true;
                stock.left = Some(if stock.side == Side(0) { a } else { b });
            }
        }
        let points = [(Side(0), self.points.0), (Side(1), self.points.1)];
        for (side, points) in points.into_iter().filter(|(_, points)| *points != 0) {
            let reason = crate::state::Reason::Fiat("before this position".into());
            state.scores.push(crate::state::Score { side, points, turn: self.turn, reason });
        }
        for name in &self.discards {
            let id = self.command(state, "discards", name)?;
            state.cup.retain(|chit| *chit != id);
            state.discards.push(id);
        }
        for name in &self.absorbed {
            let id = self.command(state, "absorbed", name)?;
            let info = state.command(id);
            if !info.stands.is_empty() || state.picks_commands(id) {
                return Err(PositionFault::Absorbed { id: name.clone() });
            }
            state.cup.retain(|chit| *chit != id);
            state.regrouped.absorbed.insert(id);
        }
        Ok(())
    }

    fn command(&self, state: &State, place: &str, name: &str) -> Result<crate::CommandId, PositionFault> {
        state.roster().find_command(name).ok_or_else(|| {
            PositionFault::unknown(
                place,
                "command",
                name,
                state.roster().commands.iter().map(|c| c.key.as_str()),
            )
        })
    }

    fn set_active(&self, state: &mut State) -> Result<(), PositionFault> {
        let Some(raw) = &self.active else { return Ok(()) };
        let command = self.command(state, "active", &raw.command)?;
        let stand = |name: &String| {
            state.roster().find_stand(name).ok_or_else(|| {
                PositionFault::unknown("active", "stand", name, self.stands.iter().map(|s| s.id.as_str()))
            })
        };
        let mut now = Activation::new(command, None);
        now.step = match raw.step {
            RawStep::Command => Step::Command,
            RawStep::Act => Step::Act,
            RawStep::Combats => Step::Combats,
            RawStep::Close => Step::Close,
        };
        now.general_moved = raw.general_moved;
        now.acted = raw.acted.iter().map(stand).collect::<Result<BTreeSet<_>, _>>()?;
        now.continuing = raw.continuing.iter().map(stand).collect::<Result<BTreeSet<_>, _>>()?;
        now.list = match &raw.stands {
            Some(names) => names.iter().map(stand).collect::<Result<Vec<_>, _>>()?,
            None if now.step == Step::Command => Vec::new(),
            None => {
                let of = state.members(command).into_iter();
                of.filter(|id| state.pose(*id).is_some()).collect()
            }
        };
        now.list.sort_unstable();
        for id in now.list.clone() {
            let pose = state.pose(id);
            state.stands[id.index()].activated_at = pose;
        }
        state.cup.retain(|chit| *chit != command);
        state.served = BTreeSet::from([command]);
        state.stack = vec![now];
        state.phase = Phase::Active;
        Ok(())
    }
}

/// A command without a superior.
fn command(id: &str, stands: Vec<Stand>) -> Command {
    Command { id: id.to_owned(), name: id.to_owned(), under: None, stands, units: Vec::new() }
}

/// The fault of a number out of range, with the range.
fn out_of_bounds(place: &str, given: impl Display, least: i32, most: i32) -> PositionFault {
    PositionFault::OutOfBounds { place: place.to_owned(), given: given.to_string(), least, most }
}

impl RawStand {
    fn stand(&self) -> Result<Stand, PositionFault> {
        let arm = self.arm;
        let battery = match &self.battery {
            Some(name) => {
                Some(Battery::ALL.into_iter().find(|battery| battery.name() == name).ok_or_else(|| {
                    PositionFault::Battery {
                        id: self.id.clone(),
                        battery: name.clone(),
                        accepted: Battery::ALL.map(Battery::name).join(", "),
                    }
                })?)
            }
            None if arm.is_artillery() => Some(Battery::Eight6Pounders),
            None => None,
        };
        let guns = battery.map_or(0, Battery::guns);
        let grade = match arm {
            Arm::General => Some(self.grade.unwrap_or(Grade::Corps)),
            _ => None,
        };
        let by_men = self.quality.and_then(|quality| start_strength(arm, quality, self.men));
        let usual = Stand::usual(&self.id, arm);
        // A lost stand has no strength.
        let sp = self.sp.filter(|_| self.lost.is_none());
        let strength = self.start.or(by_men.filter(|_| self.men > 0)).or(sp).unwrap_or(usual.strength);
        let points = sp.unwrap_or(strength);
        let impossible = [strength, points].into_iter().find(|points| !(1..=MOST_POINTS).contains(points));
        if let Some(points) = impossible.filter(|_| usual.strength > 0) {
            return Err(PositionFault::Strength { id: self.id.clone(), points });
        }
        Ok(Stand {
            label: format!("{}, {strength}sp", self.id),
            formation: self.formation.clone(),
            detached: self.detached.clone(),
            quality: self.quality,
            men: self.men,
            guns,
            battery,
            grade,
            rating: self.rating,
            slow: self.slow,
            no_zone: self.no_zone,
            strength,
            width: self.width,
            depth: self.depth,
            serves: self.serves.clone(),
            ..usual
        })
    }
}
