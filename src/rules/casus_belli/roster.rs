//! The constants of a game: the map, the counters with their values, corps and their commanders, the options in force.

use std::collections::BTreeMap;
use std::sync::Arc;

use derive_more::Deref;
use serde::{Deserialize, Serialize};

use drawing::hex::{Folded, HexSheet};
use game::options::{OptionFault, Options as Chosen};
use hexes::{Hex, Links};
pub use scenario::UnitId;
use scenario::{HexArm, HexCorps, HexLeader, HexObjective, HexScenario, HexStart, HexUnit, Side};

use super::chart::{self, Entry};
use super::options::{FrLineMa, Lapoype, Nimptsch, Options, QueueLeaders};

/// A leader: an index into [`HexScenario::leaders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeaderId(pub u8);

impl LeaderId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A corps: an index into [`HexScenario::corps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CorpsId(pub u8);

impl CorpsId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

game::numbered!(LeaderId, CorpsId, PieceId);

/// A unit or a leader: units by their number, then leaders. No leader has the key of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PieceId(pub u8);

impl PieceId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a [`PieceId`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counter {
    Unit(UnitId),
    Leader(LeaderId),
}

/// A place worth points (`cb:14a`).
pub const PLACE: &str = "place";
/// The hexes of a side's line of communications (`cb:8a5`): an objective of this kind, with the term `side`.
pub const COMMUNICATIONS: &str = "communications";

/// Command ranges, in hexes (`cb:10c`, `cb:10d`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// From a unit to the leader that commands it.
    pub unit: u32,
    /// From the leader of a corps to the army commander.
    pub corps: u32,
}

/// Number of independent units that the leader of a corps may take (`cb:10c`).
pub const INDEPENDENTS: usize = 2;
/// Number of units that the commander of an army may take directly (`cb:10f`).
pub const DIRECT: usize = 5;
/// Least distance between a reorganising commander and the nearest enemy unit, counting the enemy's hex (`cb:12b`).
pub const CLEAR_TO_RALLY: u32 = 5;

/// The counters of a battle as written, before options.
#[derive(Clone, Debug, PartialEq)]
struct Written {
    units: Vec<HexUnit>,
    leaders: Vec<HexLeader>,
    corps: Vec<HexCorps>,
}

impl Written {
    fn of(scenario: &HexScenario) -> Self {
        let HexScenario { units, leaders, corps, .. } = scenario;
        Self { units: units.clone(), leaders: leaders.clone(), corps: corps.clone() }
    }
}

/// The game that is played.
#[derive(Clone, Debug, PartialEq, Deref)]
pub struct Game {
    /// The battle with those of its counters that take part (`cb:15c1`, `cb:15c2`); no two units of a side bear one name, and no two leaders.
    #[deref]
    pub scenario: HexScenario,
    /// Its counters as written, including those that take no part and allowances not in force: other options choose from them.
    written: Written,
    /// Chosen option values, including the scenario's own.
    pub chosen: Chosen,
    pub options: Options,
    /// By arm: the steps of the map with their costs (`cb:3d`).
    links: [Links; 3],
    /// By unit: its corps.
    corps_of: Vec<Option<CorpsId>>,
    /// By corps: its leader.
    leader_of: Vec<Option<LeaderId>>,
    /// By side: the commander of the army at the start.
    pub army_leader: [Option<LeaderId>; 2],
    /// By side: the hexes of its line of communications.
    pub communications: [Vec<Hex>; 2],
    /// By side, then by the grid's index: hexes to the nearest hex of the line of communications.
    to_communications: [Vec<u8>; 2],
    sheet: Folded,
}

impl Game {
    /// The game of a battle, or an error if an option is unknown. Chosen options override the scenario's own.
    pub fn new(scenario: HexScenario, chosen: &Chosen) -> Result<Arc<Self>, OptionFault> {
        let mut all = Chosen(scenario.options.clone());
        all.0.extend(chosen.0.iter().map(|(id, value)| (id.clone(), value.clone())));
        let options = Options::new(&all)?;
        let written = Written::of(&scenario);
        let scenario = taking_part(scenario, &options).with_names_apart();
        let map = &scenario.map;
        let links = [HexArm::Infantry, HexArm::Cavalry, HexArm::Artillery].map(|arm| {
            Links::new(map, |_, to, marks| match chart::entry(map.kind(to), marks, arm, &options) {
                Entry::Costs(cost) => Some(cost),
                Entry::River | Entry::NoRoad => None,
            })
        });
        let find = |id: &Option<String>, side: Side| {
            let is = |corps: &HexCorps| Some(&corps.id) == id.as_ref() && corps.side == side;
            number(scenario.corps.iter().position(is)).map(CorpsId)
        };
        let corps_of = scenario.units.iter().map(|unit| find(&unit.corps, unit.side)).collect();
        let of_corps: Vec<Option<CorpsId>> =
            scenario.leaders.iter().map(|leader| find(&leader.corps, leader.side)).collect();
        let leader_of = (0..scenario.corps.len())
            .map(|corps| number(of_corps.iter().position(|of| of.map(CorpsId::index) == Some(corps))))
            .map(|leader| leader.map(LeaderId))
            .collect();
        let army = |side| {
            let leads = |leader: &HexLeader| leader.corps.is_none() && leader.side == side;
            number(scenario.leaders.iter().position(leads)).map(LeaderId)
        };
        let army_leader = [army(Side(0)), army(Side(1))];
        let communications = [Side(0), Side(1)].map(|side| communications(&scenario, side));
        let to_communications = communications.clone().map(|ends| {
            let nearest = |hex: Hex| ends.iter().map(|end| map.grid.distance(hex, *end)).min();
            let steps = |hex| nearest(hex).and_then(|steps| u8::try_from(steps).ok()).unwrap_or(u8::MAX);
            map.grid.hexes().map(steps).collect()
        });
        let sheet = Folded::default();
        Ok(Arc::new(Self {
            chosen: all,
            options,
            links,
            corps_of,
            leader_of,
            army_leader,
            communications,
            to_communications,
            sheet,
            scenario,
            written,
        }))
    }

    /// The map, ready for drawing.
    pub fn sheet(&self) -> &HexSheet {
        self.sheet.of(&self.scenario.map)
    }

    /// The same, for turning it.
    pub fn folded(&self) -> &Folded {
        &self.sheet
    }

    /// The same game with another value of an option, or an error if the option does not take it.
    pub fn with_option(&self, id: &str, value: &str) -> Result<Arc<Self>, OptionFault> {
        let mut all = self.chosen.clone();
        all.set(super::options::SPECS, id, value)?;
        let Written { units, leaders, corps } = self.written.clone();
        Self::new(HexScenario { units, leaders, corps, ..self.scenario.clone() }, &all)
    }

    /// How many units and leaders take part.
    pub fn counts(&self) -> (usize, usize) {
        (self.scenario.units.len(), self.scenario.leaders.len())
    }

    /// The steps that terrain allows this arm, with their prices in half movement points. Leaders ride as cavalry (`cb:11a`).
    pub fn links(&self, arm: HexArm) -> &Links {
        &self.links[chart::column(arm)]
    }

    /// Hexes from here to the nearest hex of that side's line of communications (`cb:8a5`).
    pub fn to_communications(&self, side: Side, hex: Hex) -> u8 {
        self.to_communications[side.index()][self.map().grid.index(hex)]
    }

    /// Is this the French army, which has longer lines and loses with its commander (`cb:10c`, `cb:14a`)?
    pub fn is_french(&self, side: Side) -> bool {
        is_french(&self.scenario, side)
    }

    /// Command ranges of that side: French 5 and 20 hexes, others 3 and 15 (`cb:10c`, `cb:10d`).
    pub fn ranges(&self, side: Side) -> Ranges {
        if self.is_french(side) { Ranges { unit: 5, corps: 20 } } else { Ranges { unit: 3, corps: 15 } }
    }

    /// Does this piece wait in the queue at an entry hex, and make others wait (`cb:4b`)?
    ///
    /// Ruling: leaders neither count nor queue, since they take no room (option `queue-leaders`).
    pub fn queues(&self, piece: PieceId) -> bool {
        match self.counter(piece) {
            Counter::Unit(_) => true,
            Counter::Leader(_) => self.options.queue_leaders == QueueLeaders::Counted,
        }
    }

    /// The places that are worth points, by their number in the file (`cb:14a`).
    pub fn places(&self) -> impl Iterator<Item = (usize, &HexObjective)> {
        let all = self.scenario.objectives.iter().enumerate();
        all.filter(|(_, objective)| objective.kind.as_deref() != Some(COMMUNICATIONS))
    }

    pub fn leader(&self, id: LeaderId) -> &HexLeader {
        &self.scenario.leaders[id.index()]
    }

    pub fn corps(&self, id: CorpsId) -> &HexCorps {
        &self.scenario.corps[id.index()]
    }

    /// The corps of a unit; `None` if it is independent (`cb:10b`).
    pub fn corps_of(&self, id: UnitId) -> Option<CorpsId> {
        self.corps_of[id.index()]
    }

    /// The corps of a leader; `None` for an army commander.
    pub fn led_by(&self, id: LeaderId) -> Option<CorpsId> {
        self.corps_ids().find(|corps| self.leader_of(*corps) == Some(id))
    }

    /// The original leader of the corps, even if he is gone (`cb:10a`).
    pub fn leader_of(&self, id: CorpsId) -> Option<LeaderId> {
        self.leader_of[id.index()]
    }

    /// The piece by its name: `Lannes`, `French 44e ligne`.
    pub fn say_piece(&self, id: PieceId) -> String {
        match self.counter(id) {
            Counter::Unit(unit) => self.say(unit),
            Counter::Leader(leader) => self.leader(leader).name.clone(),
        }
    }

    pub fn leaders(&self) -> impl Iterator<Item = LeaderId> + Clone + use<> {
        (0..self.scenario.leaders.len()).filter_map(|index| u8::try_from(index).ok()).map(LeaderId)
    }

    pub fn corps_ids(&self) -> impl Iterator<Item = CorpsId> + use<> {
        (0..self.scenario.corps.len()).filter_map(|index| u8::try_from(index).ok()).map(CorpsId)
    }

    pub fn leaders_of(&self, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
        self.leaders().filter(move |id| self.leader(*id).side == side)
    }

    pub fn corps_of_side(&self, side: Side) -> impl Iterator<Item = CorpsId> + '_ {
        self.corps_ids().filter(move |id| self.corps(*id).side == side)
    }

    /// Infantry, cavalry or artillery: grenadiers and light infantry are infantry, dragoons cavalry, horse guns artillery (`cb:1C`).
    pub fn arm(&self, id: UnitId) -> HexArm {
        self.unit(id).arm
    }

    pub fn counter(&self, id: PieceId) -> Counter {
        let units = self.scenario.units.len();
        match u8::try_from(id.index().saturating_sub(units)) {
            Ok(leader) if id.index() >= units => Counter::Leader(LeaderId(leader)),
            _ => Counter::Unit(UnitId(id.0)),
        }
    }

    /// The unit of a piece; `None` for a leader.
    pub fn as_unit(&self, id: PieceId) -> Option<UnitId> {
        match self.counter(id) {
            Counter::Unit(unit) => Some(unit),
            Counter::Leader(_) => None,
        }
    }

    pub fn piece_of_unit(&self, id: UnitId) -> PieceId {
        PieceId(id.0)
    }

    pub fn piece_of_leader(&self, id: LeaderId) -> PieceId {
        let units = u8::try_from(self.scenario.units.len()).unwrap_or(u8::MAX);
        PieceId(units.saturating_add(id.0))
    }

    /// The keys of all pieces, in the order of their numbers.
    pub fn piece_keys(&self) -> impl Iterator<Item = &str> {
        let units = self.scenario.units.iter().map(|unit| unit.id.as_str());
        units.chain(self.scenario.leaders.iter().map(|leader| leader.id.as_str()))
    }

    /// The side that a piece belongs to.
    pub fn side_of(&self, id: PieceId) -> Side {
        match self.counter(id) {
            Counter::Unit(unit) => self.unit(unit).side,
            Counter::Leader(leader) => self.leader(leader).side,
        }
    }

    /// Where a piece starts.
    pub fn start_of(&self, id: PieceId) -> HexStart {
        match self.counter(id) {
            Counter::Unit(unit) => self.unit(unit).start,
            Counter::Leader(leader) => self.leader(leader).start,
        }
    }

    /// The leader with this key.
    pub fn find_leader(&self, key: &str) -> Option<LeaderId> {
        self.leaders().find(|id| self.leader(*id).id == key)
    }
}

fn number(position: Option<usize>) -> Option<u8> {
    position.and_then(|position| u8::try_from(position).ok())
}

/// The hexes of a side's line of communications, in the order of the file.
fn communications(scenario: &HexScenario, side: Side) -> Vec<Hex> {
    let Some(id) = scenario.sides.get(side.index()).map(|side| &side.id) else { return Vec::new() };
    let of_side = |objective: &&HexObjective| {
        objective.kind.as_deref() == Some(COMMUNICATIONS) && objective.terms.get("side") == Some(id)
    };
    scenario.objectives.iter().filter(of_side).flat_map(|objective| objective.hexes.clone()).collect()
}

fn is_french(scenario: &HexScenario, side: Side) -> bool {
    scenario.sides.get(side.index()).is_some_and(|side| side.nation == "french")
}

/// The battle with the counters that take part: optional reinforcements only if chosen (`cb:15c1`, `cb:15c2`), and the French
/// infantry of the line in corps with the chosen allowance.
fn taking_part(mut scenario: HexScenario, options: &Options) -> HexScenario {
    let chosen: BTreeMap<&str, bool> =
        [("nimptsch", options.nimptsch == Nimptsch::On), ("lapoype", options.lapoype == Lapoype::On)].into();
    let takes_part = |only_with: &Option<String>| {
        only_with.as_deref().is_none_or(|option| chosen.get(option).copied().unwrap_or(true))
    };
    scenario.units.retain(|unit| takes_part(&unit.only_with));
    scenario.leaders.retain(|leader| takes_part(&leader.only_with));
    scenario.corps.retain(|corps| takes_part(&corps.only_with));
    if options.fr_line_ma == FrLineMa::Five {
        let line: Vec<usize> = (0..scenario.units.len())
            .filter(|index| {
                let unit = &scenario.units[*index];
                is_french(&scenario, unit.side)
                    && unit.corps.is_some()
                    && unit.arm == HexArm::Infantry
                    && unit.movement == 4
            })
            .collect();
        for index in line {
            scenario.units[index].movement = 5;
        }
    }
    scenario
}
