//! The conditions for a side's movement, computed once for all pieces: zones, occupied hexes, groups that may move; and
//! everywhere that a piece can go. Units: half movement points.

use crate::options::{HoldReinforcements, LeaderContact};
use crate::refusal::{Code, Refusal};
use crate::roster::{Counter, PieceId, UnitId};
use crate::state::{Group, Phase, Place, State};
use crate::zones;
use hexes::{Gate, Hex, HexReach, HexSet};
use scenario::{HexArm, Side};

use super::turned::TurnedReach;
use super::{entry, full_allowance, group_of, half_allowance, moved};

/// The occupant of a hex, for the moving side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occupant {
    Vacant,
    Friends,
    Enemy,
}

/// How a piece treats enemy zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ZoneEntry {
    /// It stops in them (`cb:6b`).
    StopsIn,
    /// It avoids them: guns, units out of command (`cb:9a`, `cb:10e`).
    Avoids,
    /// It enters them only to a friendly unit (`cb:11a`).
    Leader,
}

/// The conditions for a side's movement, computed once for many pieces.
#[derive(Clone, Debug)]
pub struct MarchField<'s> {
    pub(super) state: &'s State,
    side: Side,
    /// Enemy zones of control.
    zone: HexSet,
    /// By grid index.
    held: Vec<Occupant>,
    /// Hexes with an enemy leader, if they are closed to leaders (`cb:11a`).
    shut_to_leaders: HexSet,
    /// The hexes of enemy units (`cb:13c`).
    enemies: Vec<Hex>,
    /// By grid index: whether a hex may be entered, and left again, for each manner.
    gates: [Vec<Gate>; 3],
    /// A routed unit of the moving group, which must run before another group begins (`cb:12a`).
    owing: Option<UnitId>,
    /// A reinforcement of the moving group that can enter and may not be held back (`cb:4a`, option `hold-reinforcements`).
    to_enter: Option<PieceId>,
}

/// The paths of a piece, by the way they were found.
#[derive(Clone, Debug, Default)]
enum Ways {
    #[default]
    None,
    Plain(HexReach),
    Turned(TurnedReach),
    /// In the order of the hexes.
    Listed(Vec<Vec<Hex>>),
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Move,
    Enter,
    Run,
}

/// Everywhere that a piece may move now, with costs and cheapest paths.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    ways: Ways,
    kind: Kind,
    /// Sorted by hex.
    hexes: Vec<(Hex, u16)>,
    /// Hexes that are a whole move: neighbours within the minimum of one hex only (`cb:3e`), entries in an enemy zone
    /// (`cb:4c`). Sorted.
    minimum: Vec<Hex>,
}

impl Destinations {
    /// The hexes with their cost in half points, by number; without the piece's own hex.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, u16)> + '_ {
        self.hexes.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    fn place(&self, to: Hex) -> Option<usize> {
        self.hexes.binary_search_by_key(&to, |(hex, _)| *hex).ok()
    }

    pub fn cost(&self, to: Hex) -> Option<u16> {
        Some(self.hexes[self.place(to)?].1)
    }

    /// The path of the cheapest order that goes there: without the piece's own hex, with the entry hex of a reinforcement.
    pub fn path(&self, to: Hex) -> Option<Vec<Hex>> {
        let place = self.place(to)?;
        if self.minimum.binary_search(&to).is_ok() {
            return Some(vec![to]);
        }
        let path = match &self.ways {
            Ways::None => return None,
            Ways::Listed(paths) => return paths.get(place).cloned(),
            Ways::Plain(reach) => reach.path(to)?,
            Ways::Turned(reach) => reach.path(to)?,
        };
        Some(if self.kind == Kind::Enter { path } else { path.get(1..)?.to_vec() })
    }

    /// The kind of the offers, and their verb.
    pub(super) const fn kind(&self) -> (&'static str, &'static str) {
        match self.kind {
            Kind::Move => ("move", "to"),
            Kind::Enter => ("enter", "comes on to"),
            Kind::Run => ("run", "runs to"),
        }
    }

    /// The path to a hex that the piece may pass through, even if a friend is in it; and its cost.
    fn pass(&self, to: Hex) -> Option<(Vec<Hex>, u16)> {
        match &self.ways {
            Ways::None | Ways::Listed(_) => None,
            Ways::Plain(reach) => Some((reach.path(to)?.get(1..)?.to_vec(), reach.cost(to)?)),
            Ways::Turned(reach) => Some((reach.path(to)?.get(1..)?.to_vec(), reach.cost(to)?)),
        }
    }
}

/// Why a piece of the phasing side may not move now.
enum Closed {
    Moved(u16),
    Group(Group),
    Owing(UnitId),
    ToEnter(PieceId),
}

impl<'s> MarchField<'s> {
    pub fn new(state: &'s State, side: Side) -> Self {
        let map = state.game.map();
        let grid = map.grid;
        let mut held = vec![Occupant::Vacant; grid.len()];
        let mut enemies = Vec::new();
        for (unit, hex) in state.on_map() {
            let is_enemy = state.side(unit) != side;
            let here = &mut held[grid.index(hex)];
            if is_enemy {
                *here = Occupant::Enemy;
                enemies.push(hex);
            } else if *here == Occupant::Vacant {
                *here = Occupant::Friends;
            }
        }
        let mut shut_to_leaders = HexSet::new(map);
        if state.game.options.leader_contact == LeaderContact::Closed {
            let enemy = state.game.leaders_of(side.enemy());
            enemy.filter_map(|leader| state.leader_hex(leader)).for_each(|hex| shut_to_leaders.insert(hex));
        }
        let zone = zones::zone(state, side.enemy());
        let mut field = Self {
            state,
            side,
            zone,
            held,
            shut_to_leaders,
            enemies,
            gates: Default::default(),
            owing: None,
            to_enter: None,
        };
        field.gates = [ZoneEntry::StopsIn, ZoneEntry::Avoids, ZoneEntry::Leader]
            .map(|manner| (0..grid.len()).map(|index| field.gate_for(manner, index)).collect());
        field.owing = field.current().and_then(|group| field.first_to_run(Some(group)));
        field.to_enter = field.current().and_then(|group| field.first_to_enter(group));
        field
    }

    /// The first waiting piece of the group that could enter now, if none may be held back (`cb:4a`).
    fn first_to_enter(&self, group: Group) -> Option<PieceId> {
        let state = self.state;
        if state.game.options.hold_reinforcements != HoldReinforcements::Forbidden {
            return None;
        }
        let mut due = super::pieces_of(state).filter(|piece| state.is_due(*piece));
        due.find(|piece| group_of(state, *piece) == group && !self.reach(*piece).is_empty())
    }

    fn gate_for(&self, manner: ZoneEntry, index: usize) -> Gate {
        let in_zone = self.zone.has_index(index);
        match (self.held[index], manner) {
            (Occupant::Enemy, _) => Gate::Barred,
            (_, ZoneEntry::Leader) if self.shut_to_leaders.has_index(index) => Gate::Barred,
            (Occupant::Vacant, ZoneEntry::Leader) if in_zone => Gate::Barred,
            (_, ZoneEntry::Avoids) if in_zone => Gate::Barred,
            (Occupant::Vacant | Occupant::Friends, _) if in_zone => Gate::Stop,
            (Occupant::Vacant | Occupant::Friends, _) => Gate::Go,
        }
    }

    pub const fn side(&self) -> Side {
        self.side
    }

    /// The enemy zone.
    pub const fn zone(&self) -> &HexSet {
        &self.zone
    }

    fn held(&self, hex: Hex) -> Occupant {
        let grid = self.state.game.map().grid;
        if grid.contains(hex) { self.held[grid.index(hex)] } else { Occupant::Vacant }
    }

    pub(super) fn held_at(&self, index: usize) -> Occupant {
        self.held[index]
    }

    pub(super) fn has_enemy(&self, hex: Hex) -> bool {
        self.held(hex) == Occupant::Enemy
    }

    pub(super) fn has_friend(&self, hex: Hex) -> bool {
        self.held(hex) == Occupant::Friends
    }

    pub(super) fn is_shut_to_leaders(&self, hex: Hex) -> bool {
        self.shut_to_leaders.contains(hex)
    }

    /// The arm whose costs a piece pays: leaders ride as cavalry (`cb:11a`).
    pub(super) fn arm(&self, piece: PieceId) -> HexArm {
        match self.state.game.counter(piece) {
            Counter::Unit(unit) => self.state.game.arm(unit),
            Counter::Leader(_) => HexArm::Cavalry,
        }
    }

    /// The half points of a piece; for a demoralised corps also those it has unless it ends farther from the enemy (`cb:13c`).
    pub(super) fn budget(&self, piece: PieceId) -> (u16, Option<u16>) {
        let state = self.state;
        match state.game.counter(piece) {
            Counter::Leader(leader) => (u16::from(state.game.leader(leader).movement) * 2, None),
            Counter::Unit(unit) => {
                let half = state.is_unit_demoralised(unit).then(|| half_allowance(state, unit));
                (full_allowance(state, unit), half)
            }
        }
    }

    /// The allowance of a piece for a move from here that ends there (`cb:3c`, `cb:13c`).
    pub(super) fn limit(&self, piece: PieceId, from: Hex, to: Hex) -> u16 {
        let (full, half) = self.budget(piece);
        half.filter(|_| !self.is_farther(from, to)).unwrap_or(full)
    }

    /// Hexes from here to the nearest enemy unit; `None` if there is none on the map.
    fn to_enemy(&self, hex: Hex) -> Option<u32> {
        let grid = self.state.game.map().grid;
        self.enemies.iter().map(|enemy| grid.distance(hex, *enemy)).min()
    }

    /// Does a move from here end farther from the nearest enemy unit (`cb:13c`)? Without an enemy there is no restriction.
    pub(super) fn is_farther(&self, from: Hex, to: Hex) -> bool {
        match (self.to_enemy(from), self.to_enemy(to)) {
            (Some(before), Some(after)) => after > before,
            (None, _) | (_, None) => true,
        }
    }

    fn current(&self) -> Option<Group> {
        match &self.state.phase {
            Phase::Movement(phase) if self.side == self.state.phasing => phase.current,
            Phase::SetUp
            | Phase::Command
            | Phase::Movement(_)
            | Phase::Combat(_)
            | Phase::Reorganisation(_)
            | Phase::Over(_) => None,
        }
    }

    fn is_closed(&self, group: Group) -> bool {
        matches!(&self.state.phase, Phase::Movement(phase) if phase.closed.contains(&group))
    }

    /// The first routed unit, of this group or of any that has not moved yet, that must and can run (`cb:12a`).
    pub(super) fn first_to_run(&self, group: Option<Group>) -> Option<UnitId> {
        let state = self.state;
        let mut routed = state.game.of_side(self.side).filter(|unit| {
            state.unit(*unit).routed && state.unit(*unit).moved.is_none() && state.hex(*unit).is_some()
        });
        let fits = |unit: UnitId| match group {
            Some(group) => state.group(unit) == group,
            None => !self.is_closed(state.group(unit)),
        };
        routed.find(|unit| fits(*unit) && !self.run_ends(*unit).is_empty())
    }

    /// Everything that closes movement to it; the clause with the lower number first (`cb:4a`).
    fn closed(&self, piece: PieceId) -> impl Iterator<Item = Closed> {
        let moved = moved(self.state, piece).map(|moved| Closed::Moved(moved.cost));
        let group = group_of(self.state, piece);
        let closed = self.is_closed(group).then_some(Closed::Group(group));
        let begins = self.current().is_some_and(|current| current != group);
        let first = [self.to_enter.map(Closed::ToEnter), self.owing.map(Closed::Owing)];
        moved.into_iter().chain(closed).chain(first.into_iter().flatten().filter(move |_| begins))
    }

    /// Checks the order of groups: one counter after another, one group after another (`cb:3b`); routed units of a group run
    /// before the next begins (`cb:12a`), and reinforcements that may not be held back enter (`cb:4a`).
    pub fn check_group(&self, piece: PieceId) -> Result<(), Refusal> {
        let state = self.state;
        let name = state.say_mover(piece);
        self.closed(piece).try_for_each(|closed| {
            let refusal = match closed {
                Closed::Moved(cost) => {
                    let fact = format!("{name} has moved already, for {}", hexes::half_points(cost));
                    Refusal::new(Code::AlreadyMoved, "cb:3b", fact, "Move another piece")
                }
                Closed::Group(group) => {
                    let group = state.say_group(group);
                    let fact = format!("{name} moves with {group}, and another group has begun since");
                    let remedy = "Move the group that has begun, or one that has not";
                    Refusal::new(Code::GroupClosed, "cb:3b", fact, remedy)
                }
                Closed::Owing(unit) => super::must_run(state, unit, "Let it run before another group moves"),
                Closed::ToEnter(piece) => {
                    super::must_enter(state, &[piece], "Bring it on before another group moves")
                }
            };
            refusal.unless(&state.overruled)
        })
    }

    /// Where the piece may go; see [`super::reach`].
    pub fn reach(&self, piece: PieceId) -> Destinations {
        let state = self.state;
        let moves = matches!(state.phase, Phase::Movement(_)) && self.side == state.phasing;
        if !moves || state.game.side_of(piece) != self.side || self.closed(piece).next().is_some() {
            return Destinations::default();
        }
        match (state.place(piece), state.game.counter(piece)) {
            (Place::Eliminated, _) => Destinations::default(),
            (Place::Map(_), Counter::Unit(unit)) if state.unit(unit).routed => self.reach_routed(unit),
            (Place::Map(_), Counter::Unit(unit)) => self.reach_of(piece, self.manner(unit)),
            (Place::Map(_), Counter::Leader(_)) => self.reach_of(piece, ZoneEntry::Leader),
            (Place::Waiting, Counter::Unit(unit)) => self.reach_entering(piece, self.manner(unit)),
            (Place::Waiting, Counter::Leader(_)) => self.reach_entering(piece, ZoneEntry::Leader),
        }
    }

    fn manner(&self, unit: UnitId) -> ZoneEntry {
        let shy = self.state.game.is_artillery(unit) || !self.state.is_in_command(unit);
        if shy { ZoneEntry::Avoids } else { ZoneEntry::StopsIn }
    }

    fn reach_routed(&self, unit: UnitId) -> Destinations {
        let mut ends = self.run_ends(unit);
        ends.sort_by_key(|end| end.hex);
        let hexes = ends.iter().map(|end| (end.hex, end.cost)).collect();
        let paths = ends.into_iter().map(|end| end.path).collect();
        Destinations { ways: Ways::Listed(paths), kind: Kind::Run, hexes, minimum: Vec::new() }
    }

    fn reach_of(&self, piece: PieceId, manner: ZoneEntry) -> Destinations {
        let Some(start) = self.state.place(piece).hex() else { return Destinations::default() };
        let is_leader = manner == ZoneEntry::Leader;
        // A unit in an enemy zone is held there (`cb:6b`).
        if !is_leader && self.zone.contains(start) {
            return Destinations::default();
        }
        let (full, half) = self.budget(piece);
        let ways = self.search(piece, manner, &[(start, 0)], full, false);
        let fits = |hex: Hex, cost: u16| {
            hex != start
                && (is_leader || !self.has_friend(hex))
                && (half.is_none_or(|half| cost <= half) || self.is_farther(start, hex))
        };
        let mut hexes: Vec<(Hex, u16)> = self.list(&ways, fits);
        let mut minimum = Vec::new();
        if !is_leader {
            minimum = self.minimum(piece, manner, start);
            minimum.retain(|hex| hexes.binary_search_by_key(hex, |(hex, _)| *hex).is_err());
            hexes.extend(minimum.iter().map(|hex| (*hex, self.limit(piece, start, *hex))));
            hexes.sort_unstable();
        }
        Destinations { ways, kind: Kind::Move, hexes, minimum }
    }

    fn list(&self, ways: &Ways, fits: impl Fn(Hex, u16) -> bool) -> Vec<(Hex, u16)> {
        let kept = |hex: Hex, cost: u16| fits(hex, cost).then_some((hex, cost));
        match ways {
            Ways::None | Ways::Listed(_) => Vec::new(),
            Ways::Plain(reach) => {
                reach.hexes().iter().filter_map(|hex| kept(*hex, reach.cost(*hex)?)).collect()
            }
            Ways::Turned(reach) => reach.hexes().filter_map(|(hex, cost)| kept(hex, cost)).collect(),
        }
    }

    fn search(
        &self,
        piece: PieceId,
        manner: ZoneEntry,
        starts: &[(Hex, u16)],
        budget: u16,
        enters: bool,
    ) -> Ways {
        let links = self.state.game.links(self.arm(piece));
        let gates = &self.gates[manner as usize];
        let grid = self.state.game.map().grid;
        let front = match self.state.game.counter(piece) {
            Counter::Unit(unit) if self.state.game.options.has_facing() => Some(self.state.unit(unit).faces),
            Counter::Unit(_) | Counter::Leader(_) => None,
        };
        if let Some(front) = front {
            let gate = |index: usize| gates[index];
            return Ways::Turned(TurnedReach::search(
                links,
                grid,
                starts,
                (front.filter(|_| !enters), enters),
                budget,
                (&gate, &|index| self.zone.has_index(index)),
            ));
        }
        Ways::Plain(HexReach::search(links, starts, budget, |index| gates[index]))
    }

    /// The neighbours that may be entered at any cost, as a whole move (`cb:3e`).
    fn minimum(&self, piece: PieceId, manner: ZoneEntry, start: Hex) -> Vec<Hex> {
        let grid = self.state.game.map().grid;
        let links = self.state.game.links(self.arm(piece));
        let open = |index: usize| {
            self.gates[manner as usize][index] != Gate::Barred && self.held[index] == Occupant::Vacant
        };
        let near = links.from(start).filter(|(index, _)| open(*index)).map(|(index, _)| grid.hex(index));
        let mut near: Vec<Hex> = near.filter(|hex| self.looks_at(piece, start, *hex)).collect();
        near.sort_unstable();
        near
    }

    /// With facing, only frontal hexes are entered (`cb:15a3`).
    fn looks_at(&self, piece: PieceId, from: Hex, to: Hex) -> bool {
        let faces = match self.state.game.counter(piece) {
            Counter::Unit(unit) => self.state.unit(unit).faces,
            Counter::Leader(_) => None,
        };
        let way = self.state.game.map().grid.direction(from, to);
        match (faces, way) {
            (Some(faces), Some(way)) => zones::aspect(faces, way) == zones::Aspect::Front,
            (None, _) | (_, None) => true,
        }
    }

    fn reach_entering(&self, piece: PieceId, manner: ZoneEntry) -> Destinations {
        let Ok(entries) = self.entries(piece) else { return Destinations::default() };
        let budget = self.entry_budget(piece);
        // An entry in an enemy zone ends the move (`cb:4c`).
        let (ends, starts): (Vec<_>, Vec<_>) =
            entries.hexes.into_iter().partition(|(hex, _)| self.zone.contains(*hex));
        let ways = self.search(piece, manner, &starts, budget, true);
        let is_leader = manner == ZoneEntry::Leader;
        let fits = |hex: Hex| is_leader || !self.has_friend(hex);
        let mut hexes = self.list(&ways, |hex, _| fits(hex));
        let new = |(hex, cost): &(Hex, u16)| {
            *cost <= budget && fits(*hex) && hexes.binary_search_by_key(hex, |(hex, _)| *hex).is_err()
        };
        let ends: Vec<(Hex, u16)> = ends.into_iter().filter(new).collect();
        let minimum = ends.iter().map(|(hex, _)| *hex).collect();
        hexes.extend(ends);
        hexes.sort_unstable();
        Destinations { ways, kind: Kind::Enter, hexes, minimum }
    }

    /// The half points of an entering piece; half for a demoralised corps (`cb:13c`, option `demoralized-entry`).
    pub(super) fn entry_budget(&self, piece: PieceId) -> u16 {
        use crate::options::DemoralizedEntry;
        let (full, half) = self.budget(piece);
        match self.state.game.options.demoralized_entry {
            DemoralizedEntry::Half => half.unwrap_or(full),
            DemoralizedEntry::Full => full,
        }
    }

    /// The cheapest path off the map (`cb:3h`), with its cost; `None` for routed pieces, and for those that have yet to enter.
    pub(super) fn way_off(&self, piece: PieceId, found: &Destinations) -> Option<(Vec<Hex>, u16)> {
        let map = self.state.game.map();
        let start = self.state.place(piece).hex().filter(|_| found.kind == Kind::Move)?;
        if matches!(found.ways, Ways::None) {
            return None;
        }
        let (full, _) = self.budget(piece);
        let leaves = |hex: Hex| {
            let (path, cost) = if hex == start {
                (Vec::new(), 0)
            } else {
                found.pass(hex).filter(|_| !self.zone.contains(hex))?
            };
            let cost = cost + entry::exit_price(map, hex);
            (cost <= full).then_some((cost, hex, path))
        };
        let near = self.list(&found.ways, |hex, _| entry::is_edge(map, hex));
        let edges = near.into_iter().map(|(hex, _)| hex);
        let best = edges.filter_map(leaves).min_by_key(|(cost, hex, _)| (*cost, *hex));
        best.map(|(cost, _, path)| (path, cost))
    }
}
