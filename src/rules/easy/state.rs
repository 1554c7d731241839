//! A game of Easy Napoleonic as it stands.
//!
//! Nothing here decides anything: `judge` does, and [`super::event::apply`] is the only thing that changes a state.
//! Clauses: `easy:0.5`, `easy:II.A.1`, `easy:II.C.4`, `easy:IV.C`, `easy:VI.A`; each field names its own. Units:
//! inches, strength points, victory points.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use derive_more::{Deref, DerefMut};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use game::Overruled;
use game::keyed::{ById, ByPlace, BySomeId};
use scenario::army::{Arm, Grade, Rating};
use scenario::{Side, Weather};
use table::ground::{Area, AreaKind, Ground};
use table::{Edge, Placed, Pose, Terrain, Vec2};

use super::combat::status::{Combat, Volley};
use super::engineers::task::Engineers;
use super::ground::{Changes, GroundChange};
use super::options::{Options, RoutedEffect};
use super::order::Reaction;
use super::regroup::regrouped::Regrouped;
use super::roster::{CommandId, CommandInfo, Game, ObjectiveId, Roster, StandId, Train, Unit};
use super::tables::Lengths;

/// Where a stand is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Place {
    Table(Pose),
    /// It has yet to arrive.
    Reserve,
    /// Reduced to 0 strength points. `rallyable`: a general may rally it (`easy:IV.A.1`).
    Eliminated {
        rallyable: bool,
    },
    /// Removed by the referee, or a general without troops to shelter with (`easy:III.C.2`).
    Off,
}

impl Place {
    /// Whether the stand has been lost, for now or for good.
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Eliminated { .. } | Self::Off)
    }
}

/// The properties of a stand that change in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandState {
    pub place: Place,
    /// Strength points left.
    pub strength: u8,
    /// Whether a loss marker lies beside it. Separate from `strength`, because some views may not know the number
    /// (`easy:III.C.1`).
    pub marked: bool,
    /// Whether the number behind the marker is hidden from this view.
    pub hidden: bool,
    /// Whether it carries a routed marker (`easy:III.D-marker`).
    pub routed: bool,
    /// Whether this is a battery whose crew has taken shelter (`easy:III.F.1`).
    pub evading: bool,
    /// Whether this is infantry in squares, with their marker (`easy:VI.G`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub square: bool,
    /// Where it was when its activation began, for the option `flank-by=start-position`. `None` if it is not active.
    pub activated_at: Option<Pose>,
}

impl StandState {
    /// A stand as it enters the game.
    pub fn new(place: Place, strength: u8) -> Self {
        Self {
            place,
            strength,
            marked: false,
            hidden: false,
            routed: false,
            evading: false,
            square: false,
            activated_at: None,
        }
    }
}

/// The step of an activation (`easy:0.5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Step {
    /// Steps 2 to 4: rally, commander's move, picks, or fixing the list of stands.
    Command,
    /// Step 5: opening fire on activated stands in contact, then attack or withdrawal of each. No position begins there.
    #[schemars(skip)]
    Engaged,
    /// Step 6: moves and artillery fire.
    Act,
    /// Step 7: combats.
    Combats,
    /// Step 8: the commander's move, if not yet taken.
    Close,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Engaged => "opening fire",
            Self::Act => "moves and fire",
            Self::Combats => "combats",
            Self::Close => "commander",
        }
    }
}

/// One command that is acting: on its own chit, or picked by an army or wing commander.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    pub command: CommandId,
    /// The command that picked it. `None` if it acts on its own chit.
    pub picked_by: Option<CommandId>,
    pub step: Step,
    /// Whether the general's stand has made its move (`easy:II.A.2.4`).
    pub general_moved: bool,
    /// Commands picked so far (`easy:II.A.4.1`).
    pub picks: Vec<CommandId>,
    /// The activated stands (`easy:II.A.2.2`), fixed when the step after [`Step::Command`] begins.
    pub list: Vec<StandId>,
    /// How many stands a poor general may activate (`easy:VI.B`). `None` if that has not been rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
    /// The stands that have reached enemy wagons in this activation (`easy:VI.A.b`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub overruns: BTreeMap<StandId, Overrun>,
    /// Stands that have moved, fired, withdrawn or evaded (`easy:II.A.2.3`).
    pub acted: BTreeSet<StandId>,
    /// Enemies that roll opening fire, in order (`easy:III.E.1`).
    pub volleys: Vec<Volley>,
    /// The reactions of batteries in opening fire (`easy:III.F`).
    pub reactions: BTreeMap<StandId, Reaction>,
    /// Stands that have declared to continue attacking (`easy:III.E.2`).
    pub continuing: BTreeSet<StandId>,
    pub combats: Vec<Combat>,
    /// Whether the combats have been declared (`easy:III.A.1`).
    pub declared: bool,
    /// Activations whose combats wait for the superior's second pick (`joint-activation`).
    pub parked: Vec<Activation>,
    /// Inches that engineers attached to infantry have moved in this activation (`easy:V.D.2`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ridden: BTreeMap<StandId, f32>,
}

impl Activation {
    pub fn new(command: CommandId, picked_by: Option<CommandId>) -> Self {
        Self {
            command,
            picked_by,
            step: Step::Command,
            general_moved: false,
            picks: Vec::new(),
            list: Vec::new(),
            most: None,
            overruns: BTreeMap::new(),
            acted: BTreeSet::new(),
            volleys: Vec::new(),
            reactions: BTreeMap::new(),
            continuing: BTreeSet::new(),
            combats: Vec::new(),
            declared: false,
            parked: Vec::new(),
            ridden: BTreeMap::new(),
        }
    }
}

/// The enemy wagons that a stand has reached in one activation (`easy:VI.A.b`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overrun {
    /// Wagons that it has to capture or destroy before anything else is done.
    pub undecided: Vec<StandId>,
    /// Wagons that it has captured. They do not stop it from going on.
    pub captured: BTreeSet<StandId>,
    /// Whether it has destroyed a wagon, which ends its move.
    pub destroyed: bool,
    /// What is left of its move, in inches. `None` if it took a wagon before it moved.
    pub left: Option<f32>,
    /// Enemies whose zones it entered. They restrict the rest of its move (`easy:II.C.4.1`).
    pub zones: Vec<StandId>,
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// The weather of this turn has to be rolled (`easy:IV.D`, `easy:IV.D-variable`).
    Weather,
    /// A chit has to be drawn (`easy:II.A.2.1`).
    Draw,
    /// The topmost activation of [`Play::stack`] goes on.
    Active,
    Over(BattleOutcome),
}

/// How the battle ended (`easy:IV.C`).
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct BattleOutcome {
    pub level: Level,
    /// `None` in a draw.
    pub winner: Option<Side>,
    /// Victory points by side, objectives included.
    pub points: [i32; 2],
    /// The side that lost for lack of wagons, whatever the points (`easy:VI.A.d`). `None` if wagons did not decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_wagons: Option<Side>,
}

impl BattleOutcome {
    /// The points with the winner's first; in a draw, the first side's.
    pub fn winner_first(&self) -> [i32; 2] {
        let [a, b] = self.points;
        if self.winner == Some(Side(1)) { [b, a] } else { [a, b] }
    }
}

/// The levels of victory (`easy:IV.C.1` to `easy:IV.C.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
pub enum Level {
    Draw,
    Marginal,
    Decisive,
    Overwhelming,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Marginal => "marginal",
            Self::Decisive => "decisive",
            Self::Overwhelming => "overwhelming",
        }
    }
}

/// Victory points and what they were scored for (`easy:IV.C`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Score {
    pub side: Side,
    pub points: i32,
    pub turn: u8,
    pub reason: Reason,
}

/// Why points were scored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
pub enum Reason {
    /// An enemy stand reduced to 0 (`easy:III.D-remove`).
    Stand(StandId),
    /// An enemy general lost (`easy:III.C.2`).
    General(StandId),
    /// A wagon captured or destroyed (`easy:VI.A.c`).
    Wagon(StandId),
    /// An objective held at the end (`easy:IV.C-terrain`).
    Objective(ObjectiveId),
    Fiat(String),
}

/// The whole game.
#[derive(Clone, Debug, Serialize, Deref, DerefMut)]
#[serde(transparent)]
pub struct State {
    /// The scenario and everything else fixed at the start.
    #[serde(skip)]
    pub game: Arc<Game>,
    /// The present stands and commands: those of the game, changed by [`Play::regrouped`].
    #[serde(skip)]
    pub roster: Arc<Roster>,
    #[deref]
    #[deref_mut]
    pub play: Play,
    /// The clauses by which the order that is judged on it is not refused.
    #[serde(skip)]
    pub overruled: Overruled,
}

/// The part of the state that play changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    #[serde(with = "ById::<StandId>")]
    pub stands: Vec<StandState>,
    pub turn: u8,
    pub weather: Weather,
    pub phase: Phase,
    /// The chits in the cup, by command.
    #[serde(default)]
    pub cup: Vec<CommandId>,
    #[serde(default)]
    pub discards: Vec<CommandId>,
    /// The activations under way. The last one acts.
    #[serde(default)]
    pub stack: Vec<Activation>,
    #[serde(default, with = "ByPlace::<1>")]
    pub scores: Vec<Score>,
    /// The side that holds each objective of the scenario. `None` if no side does.
    #[serde(default, with = "BySomeId::<ObjectiveId>")]
    pub holders: Vec<Option<Side>>,
    /// The edge closed upon, by attacker and defender, while they touch (`easy:0.4`).
    #[serde(default, with = "by_attacker")]
    pub closed: BTreeMap<Pair, Edge>,
    /// The ammunition of each army. Empty if it is not counted (`easy:VI.E`). Serialized by the army's id: see
    /// [`crate::position::play`].
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub ammunition: Vec<Stock>,
    /// Options that the referee has changed since the battle began, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options_changed: BTreeMap<String, String>,
    /// Commands that may not act again under the chit being resolved (`easy:II.A.4.3`).
    #[serde(default)]
    pub served: BTreeSet<CommandId>,
    /// Units regrouped and commands founded since the start (`easy:V.A` to `easy:V.C`).
    #[serde(default, skip_serializing_if = "Regrouped::is_empty")]
    pub regrouped: Regrouped,
    /// Stands that have changed sides, with their present side (`easy:VI.A.b`, `easy:V.D.3`). Read through
    /// [`State::side`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub taken: BTreeMap<StandId, Side>,
    /// Pontoon trains that are building a bridge or have built one (`easy:V.D.3.a`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pontoons: BTreeMap<StandId, Pontoon>,
    /// What has been built and destroyed on the ground (`easy:V.D.1`). Read through [`State::terrain`].
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    pub changes: Changes,
    /// The state of all engineers (`easy:V.D`).
    #[serde(default, skip_serializing_if = "Engineers::is_empty")]
    pub engineers: Engineers,
}

/// The ammunition chits of one army (`easy:VI.E`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stock {
    pub side: Side,
    /// Index into the side's armies.
    pub army: usize,
    /// The number of its batteries. Each brings as many chits as the die shows.
    pub batteries: u16,
    /// Whether the die has been rolled.
    pub rolled: bool,
    /// The chits left. `None` before the roll, and in the enemy's view.
    pub left: Option<u16>,
}

/// Attacker and defender, as a key that is serialized as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(pub StandId, pub StandId);

impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}>{}", self.0.0, self.1.0))
    }
}

/// States are equal if their play is; the games are assumed to be the same.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.play == other.play
    }
}

/// Serializes pairs by attacker, then by defender.
mod by_attacker {
    use super::*;

    pub fn serialize<S: Serializer>(closed: &BTreeMap<Pair, Edge>, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return closed.serialize(to);
        }
        let mut touching: BTreeMap<StandId, BTreeMap<StandId, Edge>> = BTreeMap::new();
        for (Pair(attacker, defender), edge) in closed {
            touching.entry(*attacker).or_default().insert(*defender, *edge);
        }
        touching.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Pair, Edge>, D::Error> {
        let touching = BTreeMap::<StandId, BTreeMap<StandId, Edge>>::deserialize(from)?;
        let of = |(attacker, defenders): (StandId, BTreeMap<StandId, Edge>)| {
            defenders.into_iter().map(move |(defender, edge)| (Pair(attacker, defender), edge))
        };
        Ok(touching.into_iter().flat_map(of).collect())
    }
}

impl State {
    /// The present stands and commands. A stand's command may change (`easy:V.A` to `easy:V.C`).
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    pub fn options(&self) -> &Options {
        &self.game.options
    }

    /// Every length of the rules on this table (`easy:I.A.1-scale`).
    pub fn lengths(&self) -> Lengths {
        self.game.options.lengths
    }

    pub fn unit(&self, id: StandId) -> &Unit {
        self.roster.unit(id)
    }

    pub fn command(&self, id: CommandId) -> &CommandInfo {
        self.roster.command(id)
    }

    pub fn stand(&self, id: StandId) -> &StandState {
        &self.stands[id.index()]
    }

    /// The stand's pose on the table. `None` if it is not there, or not yet in the game: a general may be founded
    /// later (`easy:V.C`).
    pub fn pose(&self, id: StandId) -> Option<Pose> {
        match self.stands.get(id.index())?.place {
            Place::Table(pose) => Some(pose),
            Place::Reserve | Place::Eliminated { .. } | Place::Off => None,
        }
    }

    /// The stand's footprint on the table. `None` if it is not there.
    pub fn placed(&self, id: StandId) -> Option<Placed<'_>> {
        self.pose(id).map(|pose| self.unit(id).body.placed(pose))
    }

    pub fn ids(&self) -> impl Iterator<Item = StandId> + use<> {
        (0..self.stands.len() as u16).map(StandId)
    }

    /// Every stand on the table, by id.
    pub fn on_table(&self) -> impl Iterator<Item = (StandId, Placed<'_>)> {
        self.ids().filter_map(|id| self.placed(id).map(|placed| (id, placed)))
    }

    /// The stand's present side. [`Unit::side`] is its side at the start.
    pub fn side(&self, id: StandId) -> Side {
        self.taken.get(&id).copied().unwrap_or(self.unit(id).side)
    }

    /// Whether the stand has changed sides.
    pub fn is_taken(&self, id: StandId) -> bool {
        self.taken.contains_key(&id)
    }

    /// The present side of a command's chit. The chit of a pontoon train changes sides with the train (`easy:V.D.3`).
    pub fn command_side(&self, id: CommandId) -> Side {
        let info = self.command(id);
        match (info.train, info.stands.first()) {
            (Some(Train::Pontoons), Some(train)) => self.side(*train),
            _ => info.side,
        }
    }

    pub fn arm(&self, id: StandId) -> Arm {
        self.unit(id).arm
    }

    pub fn are_enemies(&self, a: StandId, b: StandId) -> bool {
        self.side(a) != self.side(b)
    }

    /// The activation that acts now. `None` if there is none, as between chits.
    pub fn active(&self) -> Option<&Activation> {
        match self.phase {
            Phase::Active => self.stack.last(),
            Phase::Weather | Phase::Draw | Phase::Over(_) => None,
        }
    }

    /// The general of the command that acts now. `None` if it has none, or no command acts.
    pub fn active_general(&self) -> Option<StandId> {
        self.command(self.active()?.command).general
    }

    pub fn active_side(&self) -> Option<Side> {
        self.active().map(|activation| self.command_side(activation.command))
    }

    /// Whether the stand belongs to the present activation and has not acted.
    pub fn may_act(&self, id: StandId) -> bool {
        self.active().is_some_and(|now| now.list.contains(&id) && !now.acted.contains(&id))
    }

    /// Whether this stand has a zone of control (`easy:II.C.4`, `easy:VI.C`).
    pub fn has_zone(&self, id: StandId) -> bool {
        let stand = self.stand(id);
        let routed_out = stand.routed && self.options().routed_effect == RoutedEffect::NoZone;
        self.arm(id).is_troops()
            && !self.unit(id).no_zone
            && !stand.evading
            && !routed_out
            && self.pose(id).is_some()
    }

    /// The ammunition of the stand's army (`easy:VI.E`). `None` if it is not counted.
    pub fn stock_of(&self, id: StandId) -> Option<&Stock> {
        let unit = self.unit(id);
        self.ammunition.iter().find(|stock| stock.side == unit.side && stock.army == unit.army)
    }

    /// The army that has to roll for ammunition next, before anything else is done (`easy:VI.E`). `None` if no army
    /// has to.
    pub fn unsupplied(&self) -> Option<&Stock> {
        let before = matches!(self.phase, Phase::Weather | Phase::Draw);
        self.ammunition.iter().find(|stock| before && !stock.rolled)
    }

    /// The name of an army.
    pub fn say_army(&self, side: Side, army: usize) -> &str {
        let side = &self.game.scenario.sides[side.index()];
        side.armies.get(army).map_or(side.name.as_str(), |army| army.name.as_str())
    }

    /// Whether this is the command of an army or wing commander, who picks other commands (`easy:II.A.4.1`).
    pub fn picks_commands(&self, id: CommandId) -> bool {
        matches!(self.command(id).grade, Some(Grade::Army | Grade::Wing))
    }

    /// The rating of a command's general: average if there is none, or if ratings are off (`easy:VI.B`).
    pub fn rating(&self, id: CommandId) -> Rating {
        self.command(id).general.map_or(Rating::Average, |general| self.unit(general).rating)
    }

    /// The number of a command's chits: two under a great general, none for the only engineers of an army
    /// (`easy:II.A.1`, `easy:V.D`, `easy:VI.B`).
    pub fn chits_of(&self, id: CommandId) -> usize {
        match self.rating(id) {
            _ if self.command(id).sole_engineer => 0,
            Rating::Great => 2,
            Rating::Poor | Rating::Average => 1,
        }
    }

    /// Victory points scored so far, by side, without objectives.
    pub fn points(&self) -> [i32; 2] {
        let mut points = [0_i32; 2];
        for score in &self.scores {
            let sum = &mut points[score.side.index()];
            *sum = sum.saturating_add(score.points);
        }
        points
    }

    /// Points by side if the battle ended now, with objectives as held (`easy:IV.C-terrain`).
    pub fn points_with_objectives(&self) -> [i32; 2] {
        let mut points = self.points();
        if matches!(self.phase, Phase::Over(_)) {
            return points;
        }
        for (objective, holder) in self.game.scenario.objectives.iter().zip(&self.holders) {
            if let Some(side) = holder {
                let sum = &mut points[side.index()];
                *sum = sum.saturating_add(i32::from(objective.points));
            }
        }
        for wagon in self.wagons_held() {
            points[self.side(wagon).index()] += 1;
        }
        points
    }

    /// Wagons that score at the end for the side that has captured or destroyed them (`wagon-vp=held`,
    /// `easy:VI.A.c`).
    pub fn wagons_held(&self) -> impl Iterator<Item = StandId> {
        let counted = self.options().wagon_points_held;
        self.taken.keys().copied().filter(move |id| counted && self.arm(*id) == Arm::Wagon)
    }

    /// The stands that belong to a command now, without its general.
    ///
    /// These are its own stands that have not changed sides. The chit of the wagons has every wagon of its side,
    /// captured ones included. A general who picks no other commands also has the wagon that serves his command
    /// (`easy:II.A.1`, `easy:VI.A`).
    pub fn members(&self, command: CommandId) -> Vec<StandId> {
        let (info, side) = (self.command(command), self.command_side(command));
        let wagons = || self.ids().filter(|id| self.arm(*id) == Arm::Wagon && self.side(*id) == side);
        if info.train == Some(Train::Wagons) {
            return wagons().collect();
        }
        let mut members: Vec<StandId> =
            info.stands.iter().copied().filter(|id| self.side(*id) == side).collect();
        if self.options().wagons && info.general.is_some() && !self.picks_commands(command) {
            members.extend(wagons().filter(|id| {
                let unit = self.unit(*id);
                unit.serves == Some(command) && unit.command != command
            }));
        }
        members
    }

    /// Whether wagons or pontoon trains are in play.
    pub fn has_trains(&self) -> bool {
        self.options().wagons || self.options().pontoons
    }

    /// Whether `superior` may pick `command`, apart from range and turn (`easy:II.A.4.1`).
    ///
    /// The wagons and pontoon trains answer to every army commander of their present side (`easy:VI.A`,
    /// `easy:V.D.3`).
    pub fn is_under(&self, command: CommandId, superior: CommandId) -> bool {
        let under = self.roster().is_under(command, superior);
        match self.command(command).train {
            None => under,
            Some(_) => {
                let army = self.command(superior).grade == Some(Grade::Army);
                (under || army) && self.command_side(command) == self.command_side(superior)
            }
        }
    }

    /// The stand's short name in the log and on the table, with its badge: `14 Charlet`.
    pub fn say_short(&self, id: StandId) -> String {
        match self.roster().stands.get(id.index()) {
            Some(unit) => format!("{} {}", unit.badge, unit.short),
            None => self.say(id),
        }
    }

    /// The side's id: `blue`.
    pub fn side_id(&self, side: Side) -> String {
        self.game.scenario.sides.get(side.index()).map(|side| side.id.clone()).unwrap_or_default()
    }

    /// A stand's id, or its number in words if it is not in the game now, as after an undo.
    pub fn key(&self, id: StandId) -> String {
        self.roster().stands.get(id.index()).map_or_else(|| self.say(id), |unit| unit.key.clone())
    }

    /// As [`State::key`], for a command.
    pub fn command_key(&self, id: CommandId) -> String {
        self.roster().commands.get(id.index()).map_or_else(|| self.say_command(id), |info| info.key.clone())
    }

    /// The stand's badge and full name, for explanations. A number in words if it is unknown, as in orders of another
    /// game.
    pub fn say(&self, id: StandId) -> String {
        match self.roster().stands.get(id.index()) {
            Some(unit) => format!("{} {}", unit.badge, unit.name),
            None => format!("stand {}", u32::from(id.0) + 1),
        }
    }

    /// As [`State::say`], for a command.
    pub fn say_command(&self, id: CommandId) -> String {
        match self.roster().commands.get(id.index()) {
            Some(command) => command.name.clone(),
            None => format!("command {}", u32::from(id.0) + 1),
        }
    }

    pub fn say_side(&self, side: Side) -> &str {
        &self.game.scenario.sides[side.index()].name
    }
}

impl State {
    /// The infantry to which this engineer is attached (`easy:V.D.2`). `None` if it is not attached.
    pub fn host_of(&self, engineer: StandId) -> Option<StandId> {
        self.engineers.attached.get(&engineer).copied()
    }

    /// The engineers on the table attached to this infantry, one stand at most (`easy:V.D.2.b`). `None` if there are
    /// none.
    pub fn engineer_with(&self, host: StandId) -> Option<StandId> {
        let mut attached = self.engineers.attached.iter();
        attached.find(|(engineer, with)| **with == host && self.pose(**engineer).is_some()).map(|(id, _)| *id)
    }

    /// The strength points that attached engineers add to this stand (`easy:V.D.2.b`).
    pub fn added_strength(&self, host: StandId) -> u8 {
        self.engineer_with(host).map_or(0, |engineer| self.stand(engineer).strength)
    }

    /// Whether the stand makes way instead of being met, as generals and attached engineers do (`easy:III.C.2`,
    /// `easy:V.D.2`).
    pub fn makes_way(&self, id: StandId) -> bool {
        self.arm(id) == Arm::General || self.engineers.attached.contains_key(&id)
    }
}

impl State {
    /// The present ground: the scenario's, with everything built and destroyed since.
    pub fn terrain(&self) -> &Arc<Terrain> {
        self.changes.terrain().unwrap_or(&self.game.first_terrain)
    }

    /// The features of the present ground.
    pub fn ground(&self) -> &Ground {
        self.terrain().ground()
    }

    /// The earthworks thrown up in this battle.
    pub fn works(&self) -> impl Iterator<Item = &Area> {
        let at_first = &self.game.first_terrain.ground().areas;
        self.ground().areas.iter().filter(move |area| {
            area.kind == AreaKind::Earthwork && !at_first.iter().any(|first| first.id == area.id)
        })
    }

    /// Changes the ground. A change that names no feature of this ground does nothing.
    pub fn change_ground(&mut self, change: &GroundChange) {
        let mut ground = self.ground().clone();
        change.apply(&mut ground, self.lengths());
        let terrain = Arc::new(Terrain::scaled(ground, self.lengths().scale()));
        self.changes.push(change.clone(), terrain);
    }
}

/// The bridge of a pontoon train.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pontoon {
    /// It is building over the line with this id, at this point; `built` is in inches.
    Building { over: String, at: Vec2, built: u8 },
    /// It has built its bridge and stays at the bank (`easy:V.D.3.a`).
    Spent,
}
