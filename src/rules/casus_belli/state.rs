//! A game of 1800 at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use derive_more::{Deref, DerefMut};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

pub use game::HexPlace as Place;
use game::keyed::ById;
use game::{HexUnits, Overruled};
use hexes::{Direction, Hex};
use scenario::{HexScenario, Side};

use super::combat::phase::CombatPhase;
use super::command::Want;
use super::roster::{CorpsId, Counter, Game, LeaderId, PieceId, UnitId};
use super::victory::BattleOutcome;

/// A move in this phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub from: Place,
    /// Its hexes, the last one where it stopped.
    pub path: Vec<Hex>,
    /// Half movement points.
    pub cost: u16,
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    pub place: Place,
    /// Strength points: the printed ones unless the referee has changed them.
    pub strength: u8,
    /// Face down (`cb:12a`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub routed: bool,
    /// Its front; `None` without facing (`cb:15a1`), off the map and for routed units (`cb:15a5`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Direction>,
    /// Its move in this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
}

/// One leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderState {
    pub place: Place,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
    /// Number of counters of his post that were lost: a fresh one without a bonus can be lost too (`cb:11f`, option `successor`).
    #[serde(default, skip_serializing_if = "is_none_lost")]
    pub losses: u8,
    /// He is a fresh counter without a bonus (`cb:11f`, option `successor`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub acting: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_none_lost(losses: &u8) -> bool {
    *losses == 0
}

/// The commander of a corps: its leader, or the unit that acts for him (`cb:11f`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Commander {
    Leader(LeaderId),
    Unit(UnitId),
}

/// The state of a corps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpsState {
    /// The unit that acts as its commander (`cb:11f`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acting: Option<UnitId>,
    /// The turn in which it lost its commander, until there is another (`cb:11f`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacant_since: Option<u8>,
    /// Has it ever been demoralised (`cb:14a`, option `demoralized-vp`)?
    #[serde(default, skip_serializing_if = "is_false")]
    pub was_demoralised: bool,
}

/// The state of an army's command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmyState {
    /// The commander; `None` if there is none, since the army commander was lost (`cb:11f`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<LeaderId>,
    /// The turn in which it lost its commander, until there is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacant_since: Option<u8>,
    /// Points that the referee has given or taken.
    #[serde(default, skip_serializing_if = "is_no_award")]
    pub award: i16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_no_award(award: &i16) -> bool {
    *award == 0
}

/// The commander's group to which a unit belongs and with which it moves (`cb:3b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Group {
    /// The army commander with the units he has taken directly (`cb:10f`).
    Army,
    /// A corps with its commander and the independent units assigned to him (`cb:10b`).
    Corps(CorpsId),
    /// Independent units without a commander.
    Unassigned,
}

/// A path of hexes, shared between all states that hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Hex>", into = "Vec<Hex>")]
pub struct Way(Arc<[Hex]>);

impl From<Vec<Hex>> for Way {
    fn from(hexes: Vec<Hex>) -> Self {
        Self(hexes.into())
    }
}

impl From<Way> for Vec<Hex> {
    fn from(way: Way) -> Self {
        way.0.to_vec()
    }
}

impl std::ops::Deref for Way {
    type Target = [Hex];

    fn deref(&self) -> &[Hex] {
        &self.0
    }
}

/// A line of command when command was checked (`cb:10c`, `cb:10d`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoundLine {
    /// Hex by hex from the commander, both ends included.
    Open(Way),
    /// There was none from the commander's hex to the other.
    Barred { from: Hex, to: Hex },
}

impl FoundLine {
    /// The hex of the commanded piece.
    pub fn to(&self) -> Option<Hex> {
        match self {
            Self::Open(way) => way.last().copied(),
            Self::Barred { to, .. } => Some(*to),
        }
    }
}

/// How a unit was found when command was checked (`cb:10c`), and why. It holds for the whole player turn (`cb:2D`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandFinding {
    pub group: Group,
    pub in_command: bool,
    /// It stood in an enemy zone (`cb:10e`).
    pub in_ezoc: bool,
    /// The counter of its group's commander; `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<PieceId>,
    /// Its line; `None` if it or its commander was off the map, or its command was set by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<FoundLine>,
    /// Why it was out of command; `None` if it was not, or its command was set by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
}

impl CommandFinding {
    /// The same with its command set by hand, against the findings.
    pub fn said(self, in_command: bool) -> Self {
        match self.in_command == in_command {
            true => self,
            false => Self { in_command, line: None, want: None, ..self },
        }
    }
}

/// A charge that was declared (`cb:7f1`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub target: UnitId,
    /// The hexes between, the last one next to the target: where the charger must end.
    pub line: Vec<Hex>,
}

/// Command in a player turn (`cb:2D`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Units under another commander than their own corps', or independent units under any.
    pub attached: BTreeMap<UnitId, Group>,
    /// Charges declared and not broken, by charger.
    pub charges: BTreeMap<UnitId, Charge>,
    /// By unit of the phasing side: how it was found. Empty until movement begins.
    pub found: BTreeMap<UnitId, CommandFinding>,
    /// By corps of the phasing side: its line from the army commander, as found (`cb:10d`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub corps: BTreeMap<CorpsId, FoundLine>,
}

/// The state of the movement phase (`cb:3b`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementPhase {
    /// The moving group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Group>,
    /// Those that have moved.
    pub closed: BTreeSet<Group>,
}

/// The state of the reorganisation (`cb:12b`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reorganisation {
    /// Every attempt, with its commander.
    pub attempts: Vec<(UnitId, Commander)>,
}

/// What part of the turn it is (`cb:2C`, `cb:2D`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Phase {
    /// Before turn 1 (`cb:2A`).
    SetUp,
    /// The first step of the movement phase: successors, assignments, charges.
    Command,
    Movement(MovementPhase),
    Combat(CombatPhase),
    Reorganisation(Reorganisation),
    Over(BattleOutcome),
}

/// A pending decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pending {
    /// A leader who was not captured goes to one of these hexes (`cb:11e`).
    Relocate { leader: LeaderId, hexes: Vec<Hex> },
    /// A unit whose reorganisation has failed runs on (`cb:12c`).
    Run { unit: UnitId },
    /// A reorganised unit is faced (`cb:15a6`).
    Face { unit: UnitId },
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deref, DerefMut)]
#[serde(transparent)]
pub struct State {
    #[serde(skip)]
    pub game: Arc<Game>,
    #[deref]
    #[deref_mut]
    pub play: Play,
    /// The clauses by which the order that is judged on it is not refused.
    #[serde(skip)]
    pub overruled: Overruled,
}

/// Everything that play changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    pub turn: u8,
    pub phasing: Side,
    pub phase: Phase,
    /// Indexed by [`UnitId`].
    #[serde(with = "ById::<UnitId>")]
    pub units: Vec<UnitState>,
    /// Indexed by [`LeaderId`].
    #[serde(default, with = "ById::<LeaderId>")]
    pub leaders: Vec<LeaderState>,
    /// Indexed by [`CorpsId`].
    #[serde(default, with = "ById::<CorpsId>")]
    pub corps: Vec<CorpsState>,
    /// By side.
    #[serde(with = "ById::<Side>")]
    pub armies: [ArmyState; 2],
    pub command: Command,
    /// The last is decided first.
    #[serde(default)]
    pub pending: Vec<Pending>,
    /// Units that have entered in this player turn, by the hex of entry (`cb:4b`).
    #[serde(default)]
    pub entered: BTreeMap<Hex, u8>,
    /// Reinforcements that found no hex to enter in their side's last movement phase: they may use any hex of the same edge
    /// (`cb:4c`).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub shut_out: BTreeSet<PieceId>,
    /// By hex of a place worth points: its last holder (`cb:14a`).
    #[serde(default)]
    pub held: BTreeMap<Hex, Side>,
    /// By printed turn: the turn of delayed or early arrivals (`cb:15b1`).
    #[serde(default)]
    pub arrivals: BTreeMap<u8, u8>,
    /// Options that the referee has changed since the battle began, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options_changed: BTreeMap<String, String>,
}

impl HexUnits for State {
    fn battle(&self) -> &HexScenario {
        &self.game
    }

    fn place_of(&self, id: UnitId) -> Place {
        self.unit(id).place
    }
}

impl State {
    pub fn unit(&self, id: UnitId) -> &UnitState {
        &self.units[id.index()]
    }

    pub fn leader(&self, id: LeaderId) -> &LeaderState {
        &self.leaders[id.index()]
    }

    pub fn place(&self, id: PieceId) -> Place {
        match self.game.counter(id) {
            Counter::Unit(unit) => self.unit(unit).place,
            Counter::Leader(leader) => self.leader(leader).place,
        }
    }

    pub fn hex(&self, id: UnitId) -> Option<Hex> {
        self.unit(id).place.hex()
    }

    pub fn leader_hex(&self, id: LeaderId) -> Option<Hex> {
        self.leader(id).place.hex()
    }

    pub fn side(&self, id: UnitId) -> Side {
        self.game.unit(id).side
    }

    /// The units on the map, in the order of their ids, with their hexes.
    pub fn on_map(&self) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        self.game.units().filter_map(|id| self.hex(id).map(|hex| (id, hex)))
    }

    /// The unit in a hex; several while something is under way.
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.on_map().filter(move |(_, at)| *at == hex).map(|(id, _)| id)
    }

    /// The leaders in a hex.
    pub fn leaders_at(&self, hex: Hex) -> impl Iterator<Item = LeaderId> + '_ {
        self.game.leaders().filter(move |id| self.leader_hex(*id) == Some(hex))
    }

    /// When and where a reinforcement may enter (`cb:4a`); `None` for pieces that start on the map. The die is thrown for
    /// French reinforcements only (`cb:15b1`).
    pub fn arrival(&self, id: PieceId) -> Option<(u8, Hex)> {
        match self.game.start_of(id) {
            scenario::HexStart::Arrives { turn, at } => {
                let rolled = self.arrivals.get(&turn).copied();
                let rolled = rolled.filter(|_| self.game.is_french(self.game.side_of(id)));
                Some((rolled.unwrap_or(turn), at))
            }
            scenario::HexStart::Deployed(_) => None,
        }
    }

    /// Is it waiting, and may it enter now?
    pub fn is_due(&self, id: PieceId) -> bool {
        self.place(id) == Place::Waiting && self.arrival(id).is_some_and(|(turn, _)| turn <= self.turn)
    }

    /// The unit and where it is: `French 44e ligne in 1102`.
    pub fn say(&self, id: UnitId) -> String {
        self.say_piece(self.game.piece_of_unit(id))
    }

    /// The piece and where it is.
    pub fn say_piece(&self, id: PieceId) -> String {
        self.place(id).say(&self.game.say_piece(id))
    }

    /// The same for a moving piece: one that enters is nowhere yet, and is named alone.
    pub fn say_mover(&self, id: PieceId) -> String {
        match self.place(id) {
            Place::Waiting => self.game.say_piece(id),
            Place::Map(_) | Place::Eliminated => self.say_piece(id),
        }
    }

    /// Several units, named one by one.
    pub fn say_all(&self, units: &[UnitId]) -> String {
        self.words_of_all(units)
    }

    /// The present commander of the corps; `None` while its post is vacant (`cb:11f`).
    pub fn commander(&self, corps: CorpsId) -> Option<Commander> {
        if let Some(unit) = self.corps[corps.index()].acting {
            return Some(Commander::Unit(unit));
        }
        let leader = self.game.leader_of(corps)?;
        (self.leader(leader).place != Place::Eliminated).then_some(Commander::Leader(leader))
    }

    /// The hex of a commander.
    pub fn commander_hex(&self, commander: Commander) -> Option<Hex> {
        match commander {
            Commander::Leader(leader) => self.leader_hex(leader),
            Commander::Unit(unit) => self.hex(unit),
        }
    }

    /// The strength points that count towards the level of a corps: those of its eliminated and routed units, as printed (`cb:13a`).
    pub fn tally(&self, corps: CorpsId) -> u32 {
        let counts = |id: &UnitId| {
            let unit = self.unit(*id);
            unit.place == Place::Eliminated || unit.routed
        };
        let of_corps = self.game.units().filter(|id| self.game.corps_of(*id) == Some(corps));
        of_corps.filter(counts).map(|id| u32::from(self.game.unit(id).strength)).sum()
    }

    /// Is the corps demoralised (`cb:13a`, `cb:13b`)?
    pub fn is_demoralised(&self, corps: CorpsId) -> bool {
        self.game.corps(corps).level.is_some_and(|level| self.tally(corps) >= u32::from(level))
    }

    /// Is the unit's corps demoralised (`cb:13d`)? Independent units never are.
    pub fn is_unit_demoralised(&self, id: UnitId) -> bool {
        self.game.corps_of(id).is_some_and(|corps| self.is_demoralised(corps))
    }

    /// The group with which a unit moves: the one it was found in, and before that the one it would be found in (`cb:3b`).
    pub fn group(&self, id: UnitId) -> Group {
        if let Some(found) = self.command.found.get(&id) {
            return found.group;
        }
        let own = self.game.corps_of(id).map_or(Group::Unassigned, Group::Corps);
        self.command.attached.get(&id).copied().unwrap_or(own)
    }

    /// The group with which a leader moves (`cb:3b`): the army commander with the army, even if he has a corps too.
    pub fn leader_group(&self, id: LeaderId) -> Group {
        if self.armies.iter().any(|army| army.commander == Some(id)) {
            return Group::Army;
        }
        self.game.led_by(id).map_or(Group::Army, Group::Corps)
    }

    /// Was it found in command (`cb:10c`)? Of no meaning for the side that is not phasing.
    pub fn is_in_command(&self, id: UnitId) -> bool {
        self.command.found.get(&id).is_none_or(|found| found.in_command)
    }

    /// The combat phase.
    pub fn combat(&self) -> Option<&CombatPhase> {
        if let Phase::Combat(phase) = &self.phase { Some(phase) } else { None }
    }

    /// The words for a group: `Victor's corps`.
    pub fn say_group(&self, group: Group) -> String {
        match group {
            Group::Army => match self.armies[self.phasing.index()].commander {
                Some(leader) => format!("those directly under {}", self.game.leader(leader).name),
                None => "the army command".to_owned(),
            },
            Group::Corps(corps) => format!("{}'s corps", self.game.corps(corps).name),
            Group::Unassigned => "the independent units under nobody".to_owned(),
        }
    }
}
