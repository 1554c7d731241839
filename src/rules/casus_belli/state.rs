//! A game of 1800 at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use derive_more::{Deref, DerefMut};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

pub use game::HexPlace as Place;
use game::HexUnits;
use game::keyed::ById;
use hexes::{Direction, Hex};
use scenario::{HexScenario, Side};

use super::combat::phase::CombatPhase;
use super::command::Want;
use super::roster::{CorpsId, Counter, Game, LeaderId, PieceId, UnitId};
use super::victory::BattleOutcome;

/// A move of this phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub from: Place,
    /// The hexes that it went through, the last one where it stopped.
    pub path: Vec<Hex>,
    /// Half movement points.
    pub cost: u16,
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    pub place: Place,
    /// Strength points: the printed ones unless the referee has said otherwise.
    pub strength: u8,
    /// Face down (`cb:12a`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub routed: bool,
    /// Where its front looks; none where facing is not played (`cb:15a1`), of units off the map and of the routed (`cb:15a5`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Direction>,
    /// Its move of this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
}

/// One leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderState {
    pub place: Place,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
    /// How often a counter of his post was lost: a fresh one without a bonus can be lost too (`cb:11f`, option `successor`).
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

/// Who commands a corps: its leader, or the unit that acts for him (`cb:11f`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Commander {
    Leader(LeaderId),
    Unit(UnitId),
}

/// What has become of a corps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpsState {
    /// The unit that acts as its commander (`cb:11f`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acting: Option<UnitId>,
    /// The turn in which it lost its commander, until another is named (`cb:11f`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacant_since: Option<u8>,
    /// It has been demoralised at some time (`cb:14a`, option `demoralized-vp`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub was_demoralised: bool,
}

/// What has become of the command of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmyState {
    /// Who commands it; none: nobody, since the army commander was lost (`cb:11f`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<LeaderId>,
    /// The turn in which it lost its commander, until another is named.
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

/// Under whom a unit stands, and with whom it moves (`cb:3b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Group {
    /// The army commander with those whom he has taken directly (`cb:10f`).
    Army,
    /// A corps with its commander and the independent units assigned to him (`cb:10b`).
    Corps(CorpsId),
    /// Independent units under nobody.
    Unassigned,
}

/// Hexes one after another, kept once for all states that tell of them.
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

/// A line of command as it was when command was checked (`cb:10c`, `cb:10d`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoundLine {
    /// Hex by hex from the commander, both ends included.
    Open(Way),
    /// None led from the commander's hex to the other.
    Barred { from: Hex, to: Hex },
}

impl FoundLine {
    /// Where whoever is commanded stood.
    pub fn to(&self) -> Option<Hex> {
        match self {
            Self::Open(way) => way.last().copied(),
            Self::Barred { to, .. } => Some(*to),
        }
    }
}

/// How a unit was found when command was checked (`cb:10c`), and why. It holds for the whole player turn (`cb:2D`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub group: Group,
    pub in_command: bool,
    /// It stood in an enemy zone (`cb:10e`).
    pub in_ezoc: bool,
    /// The counter of whoever commanded its group; none: nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<PieceId>,
    /// Its line; none where it or its commander was off the map, or somebody has said how it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<FoundLine>,
    /// Why it was not in command; none: it was, or somebody has said that it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
}

impl Found {
    /// As it is when somebody says how it is, whatever the rules find.
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
    /// The hexes between, the last one next to the target: where the charger has to end.
    pub line: Vec<Hex>,
}

/// Command in a player turn (`cb:2D`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Units that stand under another than their own corps, or, being independent, under anybody.
    pub attached: BTreeMap<UnitId, Group>,
    /// Charges declared and not broken, by charger.
    pub charges: BTreeMap<UnitId, Charge>,
    /// By unit of the phasing side: how it was found. Empty until movement begins.
    pub found: BTreeMap<UnitId, Found>,
    /// By corps of the phasing side: its line from the commander of the army, as it was found (`cb:10d`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub corps: BTreeMap<CorpsId, FoundLine>,
}

/// How far the movement phase is (`cb:3b`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementPhase {
    /// The group that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Group>,
    /// Those that have moved.
    pub closed: BTreeSet<Group>,
}

/// How far the reorganisation is (`cb:12b`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reorganisation {
    /// Every attempt, with who made it.
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

/// What somebody has to decide before anything else.
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
}

/// What play has made of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    pub turn: u8,
    pub phasing: Side,
    pub phase: Phase,
    /// By [`UnitId`].
    #[serde(with = "ById::<UnitId>")]
    pub units: Vec<UnitState>,
    /// By [`LeaderId`].
    #[serde(default, with = "ById::<LeaderId>")]
    pub leaders: Vec<LeaderState>,
    /// By [`CorpsId`].
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
    /// Reinforcements that found no way on in their side's last movement phase: they may use any hex of the same edge (`cb:4c`).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub shut_out: BTreeSet<PieceId>,
    /// By hex of a place that is worth points: who was the last to hold it (`cb:14a`).
    #[serde(default)]
    pub held: BTreeMap<Hex, Side>,
    /// By turn that is printed: on which turn those come who are delayed or early (`cb:15b1`).
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

    /// When and where a reinforcement may come on (`cb:4a`); none of pieces that begin on the map. The die is thrown for French
    /// reinforcements alone (`cb:15b1`).
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

    /// Does it wait, and may it come on now?
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

    /// The same of who moves: one who comes on is nowhere yet, and is named alone.
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

    /// Who commands the corps now; none while its post is vacant (`cb:11f`).
    pub fn commander(&self, corps: CorpsId) -> Option<Commander> {
        if let Some(unit) = self.corps[corps.index()].acting {
            return Some(Commander::Unit(unit));
        }
        let leader = self.game.leader_of(corps)?;
        (self.leader(leader).place != Place::Eliminated).then_some(Commander::Leader(leader))
    }

    /// Where a commander is.
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

    /// With whom a unit moves: the group it was found in, and until then that it would be found in (`cb:3b`).
    pub fn group(&self, id: UnitId) -> Group {
        if let Some(found) = self.command.found.get(&id) {
            return found.group;
        }
        let own = self.game.corps_of(id).map_or(Group::Unassigned, Group::Corps);
        self.command.attached.get(&id).copied().unwrap_or(own)
    }

    /// With whom a leader moves (`cb:3b`): the commander of the army with its group, whatever corps he has besides.
    pub fn leader_group(&self, id: LeaderId) -> Group {
        if self.armies.iter().any(|army| army.commander == Some(id)) {
            return Group::Army;
        }
        self.game.led_by(id).map_or(Group::Army, Group::Corps)
    }

    /// Was it found in command (`cb:10c`)? Of the side that is not phasing nobody asks.
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
