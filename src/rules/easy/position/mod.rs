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

use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::take_one;
use crate::state::{Activation, Phase, Place, Reason, Score, Step};
use crate::{CommandId, Event, Game, StandId, State, pontoons, turn};
use game::options::Options;
use game::{Checked, Contradiction, RuleSet};
use scenario::army::{Arm, Battery, Command, Grade, Quality, Rating, Stand, start_strength};
use scenario::{Entry, Home, Objective, Scenario, Side, SideInfo, Start, Weather, WeatherPlan, usual_line};
use table::ground::{Area, AreaKind, Crossing, CrossingKind, Ground, Line, LineKind, Rise, Tread, When};
use table::{Heading, Pose};

use super::rule_set::Easy;

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// Width and height of the table.
    pub table: (f32, f32),
    /// Added to every coordinate of the position and its orders, so that a case can be centred on (0, 0).
    pub origin: (f32, f32),
    /// The ids of the two sides, which are their names too: stands, commands and objectives name a side by it.
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
    /// A sunken road; it is cover only with `hard_cover` (`easy:II.D.3`).
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
    /// Left out: made of the line's id.
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
    /// The id of one of `sides`.
    pub side: String,
    pub under: Option<String>,
}

/// A stand. Its command is `command`, or the one with the id of its side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawStand {
    pub id: String,
    pub side: String,
    pub command: Option<String>,
    pub arm: Arm,
    /// Its place in the order of battle, which includes its division: `I/3/2`.
    #[serde(default)]
    pub formation: String,
    /// The division general of its command under whom it begins as a detached unit, where `adv-detached` is on.
    pub detached: Option<String>,
    /// Centre and heading; left out for a stand that is not on the table.
    pub at: Option<(f32, f32, f32)>,
    /// Strength points now; left out: the starting strength.
    pub sp: Option<u8>,
    /// Starting strength points; left out: by `men` and `quality` if both are given, else what `sp` says, else the arm's usual.
    pub start: Option<u8>,
    #[serde(default)]
    pub men: u32,
    pub quality: Option<Quality>,
    /// Row of the to-hit table: `8x6-pdrs`.
    pub battery: Option<String>,
    pub grade: Option<Grade>,
    /// The rating of a general, with `opt-ratings`: `Poor`, `Average` or `Great`.
    #[serde(default)]
    pub rating: Rating,
    /// Front edge and depth in inches, where they are not the usual ones.
    pub width: Option<f32>,
    pub depth: Option<f32>,
    /// Slow infantry, with `opt-slow-infantry`.
    #[serde(default)]
    pub slow: bool,
    /// Without a zone of control, with `opt-no-zones`.
    #[serde(default)]
    pub no_zone: bool,
    /// The infantry that these engineers are attached to.
    pub attached: Option<String>,
    #[serde(default)]
    pub routed: bool,
    /// Infantry in squares, with `opt-squares`.
    #[serde(default)]
    pub square: bool,
    #[serde(default)]
    pub evading: bool,
    /// Of a wagon: the command whose general may activate it too.
    pub serves: Option<String>,
    /// The side that has taken it, where it has changed sides.
    pub taken_by: Option<String>,
    /// Of a pontoon train: inches built of a bridge over the water at which it stands.
    pub bridge: Option<u8>,
    /// Lost earlier: may it be rallied?
    pub lost: Option<RawLost>,
    /// A reinforcement due from this turn on at this entry.
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
    /// One point or more, in order round it.
    pub place: Vec<(f32, f32)>,
    pub points: u8,
    pub held_by: Option<String>,
}

/// Where reinforcements enter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEntry {
    pub id: String,
    pub at: (f32, f32, f32),
    /// Inches to either side of `at` at which a stand may enter instead, 0 to 60.
    #[serde(default)]
    pub spread: f32,
}

/// The activation under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawActive {
    pub command: String,
    /// Left out: moves and fire.
    #[serde(default = "moves_and_fire")]
    pub step: Step,
    /// The activated stands; left out: every stand of the command on the table but its general; at the step `Command`, none.
    pub stands: Option<Vec<String>>,
    #[serde(default)]
    pub acted: Vec<String>,
    /// Stands that have declared to go on attacking.
    #[serde(default)]
    pub continuing: Vec<String>,
    #[serde(default)]
    pub general_moved: bool,
}

fn moves_and_fire() -> Step {
    Step::Act
}

impl Position {
    /// The game as it stands in this position.
    ///
    /// # Errors
    /// When something written here cannot be, or contradicts the rest.
    pub fn set_up(&self) -> Result<State, Contradiction> {
        sound::check(self)?;
        let mut state = turn::start(Game::new(self.scenario(), &Options::default())?);
        sound::check_modules(self, &state)?;
        self.set_stands(&mut state)?;
        self.set_clock(&mut state);
        self.set_chits(&mut state)?;
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

    fn points(&self, points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    /// The side of this id, which is one of the two.
    fn side(&self, id: &str) -> Side {
        Side(u8::from(id == self.sides.1))
    }

    fn scenario(&self) -> Scenario {
        let [first, second] = self.commands();
        let (one, other) = (&self.sides.0, &self.sides.1);
        let sides = vec![
            SideInfo::of_one_army(one, one, Home::South, "red", first),
            SideInfo::of_one_army(other, other, Home::North, "blue", second),
        ];
        let start = |raw: &RawStand| match &raw.arrives {
            Some((turn, entry)) => Start::Arrives { turn: *turn, entry: entry.clone() },
            None => Start::Deployed(self.pose(raw.at.unwrap_or_default())),
        };
        let objective = |raw: &RawObjective| Objective {
            id: raw.id.clone(),
            name: raw.id.clone(),
            place: self.points(&raw.place),
            points: raw.points,
            held_by: raw.held_by.as_ref().map(|id| self.side(id)),
            ..Objective::default()
        };
        let entry = |raw: &RawEntry| Entry {
            id: raw.id.clone(),
            name: raw.id.clone(),
            pose: self.pose(raw.at),
            spread: raw.spread,
            gate: false,
        };
        Scenario {
            starts: self.stands.iter().map(|raw| (raw.id.clone(), start(raw))).collect(),
            entries: self.entries.iter().map(entry).collect(),
            objectives: self.objectives.iter().map(objective).collect(),
            turns: self.turns,
            begins: self.begins,
            options: self.options.clone(),
            weather: match self.roll_weather {
                Some(winter_or_spring) => WeatherPlan::Rolled { winter_or_spring },
                None => WeatherPlan::Fixed(BTreeMap::from([(1, self.weather)])),
            },
            ..Scenario::bare("position", "Position", Easy::ID, self.ground(), sides)
        }
    }

    /// The commands of each side with their stands.
    fn commands(&self) -> [Vec<Command>; 2] {
        let mut commands = [Vec::new(), Vec::new()];
        for raw in &self.commands {
            let command = Command { under: raw.under.clone(), ..Command::named(&raw.id) };
            commands[self.side(&raw.side).index()].push(command);
        }
        for raw in &self.stands {
            let its = &mut commands[self.side(&raw.side).index()];
            let at = its.iter().position(|command| command.id == raw.command()).unwrap_or_else(|| {
                its.push(Command::named(raw.command()));
                its.len() - 1
            });
            its[at].stands.push(raw.stand());
        }
        commands
    }

    fn ground(&self) -> Ground {
        let crossing = |raw: &RawCrossing| Crossing {
            id: raw.id(),
            name: String::new(),
            kind: if raw.ford { CrossingKind::Ford } else { CrossingKind::Bridge },
            at: self.point(raw.at),
            over: raw.over.clone(),
        };
        Ground {
            areas: self.areas.iter().map(|raw| self.area(raw)).collect(),
            lines: self.lines.iter().map(|raw| self.line(raw)).collect(),
            crossings: self.crossings.iter().map(crossing).collect(),
            ..Ground::bare(self.table.0, self.table.1)
        }
    }

    fn area(&self, raw: &RawArea) -> Area {
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
    }

    fn line(&self, raw: &RawLine) -> Line {
        let points = self.points(&raw.points);
        if let Some(size) = raw.stream {
            let usual = usual_line(match size {
                RawStream::Major => LineKind::River,
                RawStream::Small => LineKind::Stream,
            });
            return Line { id: raw.id.clone(), points, width: raw.width.unwrap_or(usual.width), ..usual };
        }
        let kind = match raw {
            RawLine { sunken_road: true, .. } => LineKind::SunkenRoad,
            RawLine { road: Some(_), .. } => LineKind::Lane,
            RawLine { barred_to_wheels: true, .. } => LineKind::Stream,
            RawLine { hard_cover: true, .. } => LineKind::Wall,
            _ => LineKind::Fence,
        };
        let all = vec![Tread::Foot, Tread::Horse, Tread::Wheels];
        let plain = Line::plain(&raw.id, kind, points);
        Line {
            width: raw.road.unwrap_or(plain.width),
            obstacle_to: if raw.obstacle { all } else { Vec::new() },
            barred_to: if raw.barred_to_wheels { vec![Tread::Wheels] } else { Vec::new() },
            hard_cover: raw.hard_cover,
            blocks_sight: raw.blocks_sight,
            ..plain
        }
    }

    fn set_stands(&self, state: &mut State) -> Checked {
        for raw in &self.stands {
            // Not in play with these options, as in army files.
            let Some(id) = state.roster().of_key(&raw.id) else { continue };
            let start = state.unit(id).strength;
            let stand = &mut state.stands[id.index()];
            stand.strength = raw.sp.unwrap_or(start);
            stand.marked = stand.strength < start;
            stand.routed = raw.routed;
            stand.evading = raw.evading;
            stand.square = raw.square;
            if let Some(name) = &raw.taken_by {
                Easy::apply(state, &Event::SideChanged { stand: id, to: self.side(name) });
            }
            let stand = &mut state.stands[id.index()];
            match (raw.lost, raw.at) {
                (Some(lost), _) => {
                    stand.place = Place::Eliminated { rallyable: lost == RawLost::Rallyable };
                    stand.strength = 0;
                    stand.marked = true;
                }
                (None, Some(at)) => stand.place = Place::Table(self.pose(at)),
                (None, None) if raw.arrives.is_some() => stand.place = Place::Reserve,
                (None, None) => stand.place = Place::Off,
            }
            if let Some(host) = &raw.attached {
                let host = find_stand(state, &raw.place(), host)?;
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

    fn set_clock(&self, state: &mut State) {
        state.turn = self.turn;
        if let Some((a, b)) = self.ammunition {
            for stock in &mut state.ammunition {
                stock.rolled = true;
                stock.left = Some(if stock.side == Side(0) { a } else { b });
            }
        }
        let points = [(Side(0), self.points.0), (Side(1), self.points.1)];
        for (side, points) in points.into_iter().filter(|(_, points)| *points != 0) {
            let reason = Reason::Fiat("before this position".into());
            state.scores.push(Score { side, points, turn: self.turn, reason });
        }
    }

    /// Adds the chits that have come into play by this turn, and takes out those that are drawn or have left it.
    fn set_chits(&self, state: &mut State) -> Checked {
        let joining = turn::joining(state);
        state.cup.extend(joining);
        state.cup.sort_unstable();
        for name in &self.discards {
            let id = find_command(state, "discards", name)?;
            take_one(&mut state.cup, id);
            state.discards.push(id);
        }
        for name in &self.absorbed {
            let id = find_command(state, "absorbed", name)?;
            state.cup.retain(|chit| *chit != id);
            state.regrouped.absorbed.insert(id);
        }
        Ok(())
    }

    fn set_active(&self, state: &mut State) -> Checked {
        let Some(raw) = &self.active else { return Ok(()) };
        let command = find_command(state, "active", &raw.command)?;
        let stand = |name: &String| find_stand(state, "active", name);
        let mut now = Activation::new(command, None);
        now.step = raw.step;
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
        take_one(&mut state.cup, command);
        state.served = BTreeSet::from([command]);
        state.stack = vec![now];
        state.phase = Phase::Active;
        Ok(())
    }
}

fn find_stand(state: &State, place: &str, name: &str) -> Result<StandId, Contradiction> {
    let roster = state.roster();
    Contradiction::named(roster.of_key(name), place, "stand", name, play::stand_keys(roster))
}

fn find_command(state: &State, place: &str, name: &str) -> Result<CommandId, Contradiction> {
    let roster = state.roster();
    let found = roster.commands.iter().find(|info| info.key == name).map(|info| info.id);
    Contradiction::named(found, place, "command", name, play::command_keys(roster))
}

impl RawCrossing {
    fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("crossing of {}", self.over))
    }

    /// Where it stands in the position.
    fn place(&self) -> String {
        self.id.as_ref().map_or_else(|| self.id(), |id| format!("crossing {id}"))
    }
}

impl RawCommand {
    fn place(&self) -> String {
        format!("command {}", self.id)
    }
}

impl RawObjective {
    fn place(&self) -> String {
        format!("objective {}", self.id)
    }
}

impl RawEntry {
    fn place(&self) -> String {
        format!("entry {}", self.id)
    }
}

impl RawStand {
    fn place(&self) -> String {
        format!("stand {}", self.id)
    }

    /// The id of its command: that of its side where none is given.
    fn command(&self) -> &str {
        self.command.as_ref().unwrap_or(&self.side)
    }

    /// Strength points now, where they are said; a lost stand has none, whatever it began with.
    fn points(&self) -> Option<u8> {
        self.sp.filter(|_| self.lost.is_none())
    }

    fn stand(&self) -> Stand {
        let usual = Stand::usual(&self.id, self.arm);
        let battery = self.battery.as_deref().map_or(usual.battery, Battery::named);
        let by_men = self.quality.and_then(|quality| start_strength(self.arm, quality, self.men));
        let by_men = by_men.filter(|_| self.men > 0);
        let strength = self.start.or(by_men).or(self.points()).unwrap_or(usual.strength);
        Stand {
            label: format!("{}, {strength}sp", self.id),
            formation: self.formation.clone(),
            detached: self.detached.clone(),
            quality: self.quality,
            men: self.men,
            guns: battery.map_or(0, Battery::guns),
            battery,
            grade: self.grade.or(usual.grade),
            rating: self.rating,
            slow: self.slow,
            no_zone: self.no_zone,
            strength,
            width: self.width,
            depth: self.depth,
            serves: self.serves.clone(),
            ..usual
        }
    }
}
