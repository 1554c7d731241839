//! Movement: paths, costs, zones, stacking, reinforcements, night and turn 1.
//!
//! Clauses: `naw:5.0` to `naw:5.34`, `naw:6.0` to `naw:6.6`, `naw:10.2`, `naw:14.0` to `naw:14.6`, `naw:15.1`. Units: half
//! movement points.

use game::Offer;
use game::working::Note;
use hexes::{Gate, Hex, HexReach, HexSet, Links, half_points, points};
use scenario::{HexStart, Side};

use super::chart::{self, Entry};
use super::event::Event;
use super::options::HalfMove;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::UnitId;
use super::scratch::{Judged, Scratch};
use super::state::{Phase, Place, State};
use super::zones;

/// Half points that the unit may spend in one movement phase (`naw:5.15`).
///
/// The French have half their allowance on turn 1 (`naw:15.1`). Ruling: halves are kept exactly (option `gt1-half-move`).
pub fn allowance(state: &State, unit: UnitId) -> u16 {
    if !is_held_back(state, state.side(unit)) {
        return full_allowance(state, unit);
    }
    let printed = u16::from(state.game.unit(unit).movement);
    match state.game.options.gt1_half_move {
        HalfMove::Exact => printed,
        HalfMove::RoundDown => printed / 2 * 2,
        HalfMove::RoundUp => printed.div_ceil(2) * 2,
    }
}

/// Half points that the unit may spend in a movement phase without restrictions (`naw:5.15`).
pub fn full_allowance(state: &State, unit: UnitId) -> u16 {
    u16::from(state.game.unit(unit).movement) * 2
}

/// How a hex restricts a unit's movement, friends aside (`naw:5.12`, `naw:6.0`, `naw:6.2`): no unit enters a hex with an enemy;
/// a unit that enters an enemy zone stops there, or may not enter at all while those zones are closed to it.
pub const fn gate(enemy: bool, in_zone: bool, shut: bool) -> Gate {
    match (enemy, in_zone) {
        (true, _) => Gate::Barred,
        (false, true) if shut => Gate::Barred,
        (false, true) => Gate::Stop,
        (false, false) => Gate::Go,
    }
}

/// All hexes that a unit can reach from this one, itself included, with this many half points. A unit may not move on out of an
/// enemy zone (`naw:6.2`), so in that case the neighbouring hexes are barred.
pub fn reach_from(
    links: &Links,
    from: Hex,
    budget: u16,
    gate: impl Fn(usize) -> Gate,
    held: bool,
) -> HexReach {
    HexReach::search(links, &[(from, 0)], budget, |index| if held { Gate::Barred } else { gate(index) })
}

/// Whether this is the French side on turn 1, which has half movement and may not enter Austrian zones (`naw:15.1`).
fn is_held_back(state: &State, side: Side) -> bool {
    state.turn == 1 && state.game.french() == Some(side)
}

/// Which side's units are in a hex, as seen by the moving side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occupant {
    Vacant,
    Friends(u8),
    Enemy,
}

/// The restrictions on a side's movement, computed once and used for many units.
#[derive(Clone, Debug)]
pub struct MarchField<'s> {
    state: &'s State,
    side: Side,
    /// Enemy zones of control.
    zone: HexSet,
    /// By grid index.
    held: Vec<Occupant>,
    /// By grid index: whether this side may enter, and move on (`naw:5.12`, `naw:6.0`, `naw:6.2`). Friends never hinder
    /// (`naw:5.31`, `naw:5.34`).
    gates: Vec<Gate>,
}

/// All hexes that a unit may move to now, with cost and cheapest path.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    reach: Option<HexReach>,
    enters: bool,
    hexes: Vec<(Hex, u16)>,
}

impl Destinations {
    /// The hexes with their cost in half points, in order of their numbers, without the hex where the unit stands.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, u16)> + '_ {
        self.hexes.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    pub fn cost(&self, to: Hex) -> Option<u16> {
        let index = self.hexes.binary_search_by_key(&to, |(hex, _)| *hex).ok()?;
        Some(self.hexes[index].1)
    }

    /// The cheapest path to this hex, as an order needs it: without the hex where the unit stands, but with a reinforcement's
    /// entry hex.
    pub fn path(&self, to: Hex) -> Option<Vec<Hex>> {
        self.cost(to)?;
        let path = self.reach.as_ref()?.path(to)?;
        Some(if self.enters { path } else { path[1..].to_vec() })
    }
}

/// All hexes that this unit may move to now (`naw:5.0`); for a reinforcement that is due, from its entry on (`naw:14.0`). Empty
/// for a unit that may not move: [`judge_move`] says why.
pub fn reach(state: &State, unit: UnitId) -> Destinations {
    MarchField::new(state, state.side(unit)).reach(unit)
}

impl<'s> MarchField<'s> {
    pub fn new(state: &'s State, side: Side) -> Self {
        let grid = state.game.map().grid;
        let mut held = vec![Occupant::Vacant; grid.len()];
        for (id, hex) in state.on_map() {
            let here = &mut held[grid.index(hex)];
            *here = match *here {
                _ if state.side(id) != side => Occupant::Enemy,
                Occupant::Friends(count) => Occupant::Friends(count + 1),
                Occupant::Vacant => Occupant::Friends(1),
                Occupant::Enemy => Occupant::Enemy,
            };
        }
        let zone = zones::zone(state, side.enemy());
        let mut field = Self { state, side, zone, held, gates: Vec::new() };
        let shut = field.zones_shut().is_some();
        let held = field.held.iter().enumerate();
        field.gates = held
            .map(|(index, held)| gate(*held == Occupant::Enemy, field.zone.has_index(index), shut))
            .collect();
        field
    }

    fn held(&self, hex: Hex) -> Occupant {
        self.held[self.state.game.map().grid.index(hex)]
    }

    /// Whether enemy zones are closed to this side now: at night (`naw:10.2`), and to the French on turn 1 (`naw:15.1`).
    fn zones_shut(&self) -> Option<(Code, &'static str)> {
        if self.state.is_night() {
            Some((Code::NightEzoc, "naw:10.2"))
        } else if is_held_back(self.state, self.side) {
            Some((Code::Gt1Ezoc, "naw:15.1"))
        } else {
            None
        }
    }

    /// Where the unit may go; see [`reach`].
    pub fn reach(&self, unit: UnitId) -> Destinations {
        let state = self.state;
        let nowhere = Destinations::default();
        if state.phase != Phase::Movement || self.side != state.phasing || state.unit(unit).moved.is_some() {
            return nowhere;
        }
        let budget = allowance(state, unit);
        let (start, spent, enters) = match state.unit(unit).place {
            Place::Map(hex) if !self.zone.contains(hex) => (hex, 0, false),
            Place::Waiting => match self.entry(unit) {
                Ok(hex) => (hex, chart::ENTRY, true),
                Err(_) => return nowhere,
            },
            Place::Map(_) | Place::Eliminated => return nowhere,
        };
        // A reinforcement that enters in an enemy zone ends its move there (`naw:14.6`).
        let stuck = enters && self.zone.contains(start);
        let gate = |index: usize| if stuck { Gate::Barred } else { self.gates[index] };
        let reach = HexReach::search(state.game.links(), &[(start, spent)], budget, gate);
        let from = (!enters).then_some(start);
        let hexes = reach
            .hexes()
            .iter()
            .filter(|hex| from != Some(**hex) && self.may_stop(unit, from, **hex))
            .filter_map(|hex| reach.cost(*hex).map(|cost| (*hex, cost)))
            .collect();
        Destinations { reach: Some(reach), enters, hexes }
    }

    /// Whether the unit may end its move there, as far as friends are concerned (`naw:5.32`).
    ///
    /// Ruling: a hex may be shared during the phase as long as the units already there can still leave, each to a vacant hex.
    /// The hex that the mover leaves counts as vacant.
    fn may_stop(&self, unit: UnitId, from: Option<Hex>, to: Hex) -> bool {
        match self.held(to) {
            Occupant::Vacant => true,
            Occupant::Enemy => false,
            Occupant::Friends(_) => {
                self.state.at(to).all(|other| other == unit || self.can_leave(other, to, from))
            }
        }
    }

    /// Whether the friend can leave its hex for a vacant one once the mover has left `left`.
    fn can_leave(&self, friend: UnitId, here: Hex, left: Option<Hex>) -> bool {
        if self.state.unit(friend).moved.is_some() || self.zone.contains(here) {
            return false;
        }
        let map = self.state.game.map();
        let (own, left) = (map.grid.index(here), left.map(|hex| map.grid.index(hex)));
        let vacant = |index: usize| match self.held[index] {
            Occupant::Vacant => true,
            Occupant::Friends(count) => count == 1 && left == Some(index) && index != own,
            Occupant::Enemy => false,
        };
        let links = self.state.game.links();
        let budget = allowance(self.state, friend);
        // A neighbouring hex is nearly always enough, which saves the search.
        let open = |(to, cost): (usize, u16)| cost <= budget && self.gates[to] != Gate::Barred && vacant(to);
        links.from(here).any(open)
            || HexReach::search(links, &[(here, 0)], budget, |index| self.gates[index])
                .hexes()
                .iter()
                .any(|hex| *hex != here && vacant(map.grid.index(*hex)))
    }

    /// The hex where a reinforcement enters now, or why it cannot (`naw:14.0` to `naw:14.6`).
    fn entry(&self, unit: UnitId) -> Result<Hex, Refusal> {
        let state = self.state;
        let name = state.game.say(unit);
        let (turn, at) = match (state.game.arrival(unit), state.game.unit(unit).start) {
            (Some(arrival), _) => arrival,
            (None, start) => {
                let fact = format!("{name} is no reinforcement");
                let refusal =
                    Refusal::new(Code::NoneDue, "naw:14.5", fact, "Only units of the chart come on");
                let HexStart::Arrives { turn, at } = start else { return Err(refusal) };
                refusal.unless(&state.overruled)?;
                (turn, at)
            }
        };
        if state.turn < turn {
            let fact = format!("{name} comes on from turn {turn}, and it is turn {}", state.turn);
            Refusal::new(Code::NotDue, "naw:14.0", fact, format!("Wait until turn {turn}"))
                .at([at])
                .unless(&state.overruled)?;
        }
        // Ruling: a unit that entered by this hex in this phase does not block it; any other does (`naw:14.3`, `naw:14.6`).
        let came_on = |id: UnitId| {
            let moved = state.unit(id).moved.as_ref();
            moved.is_some_and(|moved| moved.from == Place::Waiting && moved.path.first() == Some(&at))
        };
        if let Some(other) = state.at(at).find(|id| !came_on(*id)) {
            let fact = format!("{name} cannot come on: {} is in the way", state.say(other));
            let remedy = if state.side(other) == self.side {
                format!("Move {} away first, or let {name} wait", state.game.say(other))
            } else {
                "It waits until the hex is free".to_owned()
            };
            let refusal = Refusal::new(Code::EntryBlocked, "naw:14.6", fact, remedy).at([at]);
            if state.side(other) != self.side {
                return Err(refusal);
            }
            refusal.unless(&state.overruled)?;
        }
        if allowance(state, unit) < chart::ENTRY {
            let fact = format!("{name} lacks the point that it costs to come on");
            Refusal::new(Code::TooFewMp, "naw:5.15", fact, "Let it wait a turn")
                .at([at])
                .unless(&state.overruled)?;
        }
        if let Some((code, clause)) = self.zones_shut().filter(|_| self.zone.contains(at)) {
            self.check_zone(code, clause, unit, at)?;
        }
        Ok(at)
    }

    /// Refuses a zone that is closed.
    fn check_zone(&self, code: Code, clause: &'static str, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        let by = self.state.say_all(&zones::controllers(self.state, hex, self.side.enemy()));
        let when = if code == Code::NightEzoc { "at night" } else { "on turn 1" };
        let fact =
            format!("{} may not enter {hex} {when}: it is in the zone of {by}", self.state.say_mover(unit));
        Refusal::new(code, clause, fact, "Stay out of enemy zones").at([hex]).unless(&self.state.overruled)
    }
}

/// The units that share a hex, hex by hex (`naw:5.32`).
pub fn stacks(state: &State) -> Vec<(Hex, Vec<UnitId>)> {
    let mut all: Vec<(Hex, UnitId)> = state.on_map().map(|(id, hex)| (hex, id)).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a.0 == b.0)
        .filter(|stack| stack.len() > 1)
        .map(|stack| (stack[0].0, stack.iter().map(|(_, id)| *id).collect()))
        .collect()
}

/// Those of them that the phasing side can still clear. Others have been let stand, and stay shared until they can.
pub fn stacks_to_clear(state: &State) -> Vec<(Hex, Vec<UnitId>)> {
    let mut shared = stacks(state);
    if !shared.is_empty() {
        let field = MarchField::new(state, state.phasing);
        let goes = |unit: &UnitId| state.side(*unit) == state.phasing && !field.reach(*unit).is_empty();
        shared.retain(|(_, units)| units.iter().any(|unit| may_be_undone(state, *unit) || goes(unit)));
    }
    shared
}

/// The last unit that moved into a shared hex: its move may be taken back without consent (`naw:5.32`).
pub fn last_to_share(state: &State) -> Option<UnitId> {
    let shared = stacks(state);
    let units = shared.iter().flat_map(|(_, units)| units).copied();
    units
        .filter(|id| may_be_undone(state, *id))
        .max_by_key(|id| state.unit(*id).moved.as_ref().map(|m| m.order))
}

/// Whether the unit has moved, still stands where it moved to, and its starting hex is free of enemies (`naw:5.12`). Only the
/// referee can have put an enemy there.
fn may_be_undone(state: &State, unit: UnitId) -> bool {
    let now = state.unit(unit);
    let is_enemy = |other: UnitId| state.side(other) != state.side(unit);
    now.moved.as_ref().is_some_and(|moved| {
        let stands = moved.path.last().map(|hex| Place::Map(*hex)) == Some(now.place);
        let shut = matches!(moved.from, Place::Map(hex) if state.at(hex).any(is_enemy));
        stands && !shut
    })
}

/// Units move by orders only in the movement phase (`naw:4.1.B`, `naw:5.11`).
fn check_phase(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Phase::Movement => Ok(()),
        Phase::SetUp => {
            let remedy = "Put it on a unit of its side, strength, movement and type to change their places, or begin the battle";
            Err(Refusal::new(Code::WrongPhase, "naw:3.0", "turn 1 has not begun", remedy))
        }
        Phase::Combat(_) | Phase::Over(_) => {
            let fact = "units move in their own movement phase, and in combat only as its results say";
            let remedy = "Take movement up again before the first die, or wait for the next turn";
            let refusal = Refusal::new(Code::WrongPhase, "naw:4.1.B", fact, remedy);
            if matches!(state.phase, Phase::Over(_)) {
                Err(refusal)
            } else {
                refusal.unless(&state.overruled)
            }
        }
    }
}

/// A unit moves hex by hex (`naw:5.0`), or enters the map (`naw:14.0`).
///
/// The first step that is not legal is refused, with the last hex at which the unit could have stopped. If several refusals
/// apply to a step, the first clause by number is given.
pub fn judge_move(s: &mut Scratch<'_>, unit: UnitId, path: &[Hex]) -> Judged {
    let state = &s.state;
    check_phase(state)?;
    let name = state.say_mover(unit);
    if state.side(unit) != state.phasing {
        let (whose, now) = (state.game.side_name(state.side(unit)), state.game.side_name(state.phasing));
        let fact = format!("{name} is {whose}, and it is the {now} movement phase");
        return Err(Refusal::new(Code::NotPhasing, "naw:4.1.A", fact, format!("Move {now} units")).into());
    }
    if path.is_empty() {
        let remedy = "Name the hexes one by one, or leave the unit where it is";
        return Err(Refusal::new(Code::BadOrder, "naw:5.0", format!("{name} is given no way"), remedy).into());
    }
    let field = MarchField::new(state, state.phasing);
    let walked = field.walk(unit, path)?;
    let from = state.unit(unit).place;
    let mut words = format!(
        "{}: {} of {} movement points ({})",
        state.game.say(unit),
        points(walked.cost),
        points(allowance(state, unit)),
        walked.bill.join(", "),
    );
    if !walked.alone.is_empty() {
        let hexes: Vec<String> = walked.alone.iter().map(ToString::to_string).collect();
        words.push_str(&format!(". At the price of the hex alone: {}", hexes.join(", ")));
    }
    let last = path[path.len() - 1];
    if field.zone.contains(last) {
        let by = state.say_all(&zones::controllers(state, last, state.phasing.enemy()));
        words.push_str(&format!(". It stops in the zone of {by} (naw:6.0)"));
    }
    s.note(Note::new("naw:5.15", words));
    s.emit(Event::Moved { unit, from, path: path.to_vec(), cost: walked.cost });
    Ok(())
}

/// A path after it was moved along.
struct Walked {
    cost: u16,
    /// The cost step by step: `2311 ½`.
    bill: Vec<String>,
    /// The hexes of steps that the chart does not have, and the referee lets stand.
    alone: Vec<Hex>,
}

impl MarchField<'_> {
    fn walk(&self, unit: UnitId, path: &[Hex]) -> Result<Walked, Refusal> {
        let mut walked = Walked { cost: 0, bill: Vec::new(), alone: Vec::new() };
        let (mut here, steps) = match self.state.unit(unit).place {
            Place::Map(hex) => (hex, path),
            Place::Waiting => {
                let at = self.entry(unit)?;
                if path[0] != at {
                    let fact = format!("{} comes on at {at}, not at {}", self.state.game.say(unit), path[0]);
                    let remedy = format!("Begin its way with {at}");
                    let refusal = Refusal::new(Code::NotDue, "naw:14.6", fact, remedy).at([path[0], at]);
                    if !self.state.game.map().contains(path[0]) || self.held(path[0]) == Occupant::Enemy {
                        return Err(refusal);
                    }
                    refusal.unless(&self.state.overruled)?;
                }
                walked.cost = chart::ENTRY;
                walked.bill.push(format!("{} {}", path[0], points(chart::ENTRY)));
                (path[0], &path[1..])
            }
            Place::Eliminated if self.state.game.french().is_some_and(|french| french != self.side) => {
                let fact = format!("{} is eliminated", self.state.game.say(unit));
                let remedy = "No reinforcements come to this side";
                return Err(Refusal::new(Code::NoneDue, "naw:14.5", fact, remedy));
            }
            Place::Eliminated => {
                let fact = format!("{} is eliminated", self.state.game.say(unit));
                return Err(Refusal::new(Code::NoSuchUnit, "naw:16.0", fact, "Choose a unit on the map"));
            }
        };
        let enters = steps.len() < path.len();
        let from = (!enters).then_some(here);
        let done = path.len() - steps.len();
        for (index, to) in steps.iter().copied().enumerate() {
            let begins = index == 0 && !enters;
            match self.check_step(unit, here, to, begins, walked.cost) {
                Ok(known) => {
                    let cost = known.unwrap_or_else(|| self.price(to));
                    walked.cost = walked.cost.saturating_add(cost);
                    walked.bill.push(format!("{to} {}", points(cost)));
                    walked.alone.extend(known.is_none().then_some(to));
                    here = to;
                }
                Err(refusal) => {
                    let before = &path[..done + index];
                    let stop =
                        before.iter().rev().copied().find(|hex| self.may_stop(unit, from, *hex)).or(from);
                    return Err(match stop {
                        Some(hex) => refusal.last_legal(hex),
                        None => refusal,
                    });
                }
            }
        }
        if !self.may_stop(unit, from, here) {
            let others: Vec<UnitId> = self.state.at(here).filter(|other| *other != unit).collect();
            let fact = format!(
                "{} cannot stop in {here}: {} cannot leave it",
                self.state.say_mover(unit),
                self.state.say_all(&others)
            );
            let stop =
                path[..path.len() - 1].iter().rev().copied().find(|hex| self.may_stop(unit, from, *hex));
            let refusal =
                Refusal::new(Code::Stacked, "naw:5.32", fact, "Stop elsewhere, or move the other first")
                    .at([here]);
            let refusal = match stop.or(from) {
                Some(hex) => refusal.last_legal(hex),
                None => refusal,
            };
            refusal.unless(&self.state.overruled)?;
        }
        Ok(walked)
    }

    /// What a hex costs by itself; one that is closed, what the dearest costs.
    fn price(&self, hex: Hex) -> u16 {
        let price = |row: chart::HexRow| match row.price {
            chart::Price::HalfPoints(price) => Some(price),
            chart::Price::Closed => None,
        };
        let dearest = || chart::HEXES.into_iter().filter_map(price).max();
        price(chart::of(self.state.game.map().kind(hex))).or_else(dearest).unwrap_or_default()
    }

    /// The cost of one step, or the first clause by number that forbids it. `begins`: it is the first step of a unit on the map.
    /// `None` means that the chart has no such step, and the referee lets it stand.
    fn check_step(
        &self,
        unit: UnitId,
        here: Hex,
        to: Hex,
        begins: bool,
        spent: u16,
    ) -> Result<Option<u16>, Refusal> {
        let state = self.state;
        let game = &state.game;
        let map = game.map();
        let name = state.say_mover(unit);
        let on_map = map.contains(to);
        let stop = |code, clause, fact: String, remedy: &str| {
            Refusal::new(code, clause, fact, remedy).at([here, to])
        };
        let refuse = |code, clause, fact, remedy| stop(code, clause, fact, remedy).unless(&state.overruled);
        if on_map && self.held(to) == Occupant::Enemy {
            let enemies: Vec<UnitId> = state.at(to).collect();
            let fact = format!("{name} cannot enter {to}: {} stands there", state.say_all(&enemies));
            return Err(stop(Code::EnemyOccupied, "naw:5.12", fact, "Go round it"));
        }
        if begins && self.zone.contains(here) {
            let by = state.say_all(&zones::controllers(state, here, self.side.enemy()));
            let fact = format!("{name} is in the zone of {by}");
            refuse(Code::EzocExit, "naw:5.13", fact, "Leave it there: only combat releases it")?;
        }
        let marks = if on_map { map.between(here, to) } else { None };
        let entry = marks.map(|marks| chart::entry(map.kind(to), marks, &game.options));
        let all = allowance(state, unit);
        if let Some(Entry::Costs(cost)) = entry
            && spent.saturating_add(cost) > all
        {
            let left = points(all.saturating_sub(spent));
            let entry = game.arrival(unit).filter(|_| state.unit(unit).place == Place::Waiting);
            let has = match entry {
                Some((_, at)) => format!("comes on at {at} and has {left} movement points left there"),
                None => format!("has {left} movement points left"),
            };
            let fact = format!("{name} {has}, and {to} costs {}", points(cost));
            refuse(Code::TooFewMp, "naw:5.15", fact, "Stop before it")?;
        }
        if map.grid.direction(here, to).is_none() {
            let fact = format!("{name} cannot go from {here} to {to}: they are no neighbours");
            refuse(Code::NotAdjacent, "naw:5.16", fact, "Name every hex of the way")?;
        }
        if begins && let Some(moved) = &state.unit(unit).moved {
            let fact = format!("{name} has moved already, for {}", half_points(moved.cost));
            let remedy = "It may be taken back if the other side consents";
            refuse(Code::AlreadyMoved, "naw:5.17", fact, remedy)?;
        }
        if entry == Some(Entry::River) {
            let fact = format!("{name} cannot cross from {here} to {to}: a river without a bridge");
            refuse(Code::River, "naw:5.24", fact, "Cross at a bridge")?;
        }
        if !begins && self.zone.contains(here) {
            let by = state.say_all(&zones::controllers(state, here, self.side.enemy()));
            let fact = format!("{name} stops in {here}: it is in the zone of {by}");
            refuse(Code::EzocStop, "naw:6.0", fact, "End its way there")?;
        }
        if entry == Some(Entry::Closed) {
            let fact = format!("{name} cannot enter {to}: marsh without a road");
            refuse(Code::Closed, "naw:9.0-marsh", fact, "Enter it by road")?;
        }
        if let Some((code, clause)) = self.zones_shut().filter(|(code, _)| *code == Code::NightEzoc)
            && self.zone.contains(to)
        {
            self.check_zone(code, clause, unit, to)?;
        }
        if !on_map {
            let fact = format!("{name} may not leave the map for {to}");
            return Err(stop(Code::OffMap, "naw:14.4", fact, "Stay on the map"));
        }
        if let Some((code, clause)) = self.zones_shut()
            && self.zone.contains(to)
        {
            self.check_zone(code, clause, unit, to)?;
        }
        Ok(match entry {
            Some(Entry::Costs(cost)) => Some(cost),
            Some(Entry::River | Entry::Closed) | None => None,
        })
    }
}

/// A confirmed move is taken back (`naw:5.17`): with the other side's consent, or without it while hexes are shared and this is
/// the last move that made them so (`naw:5.32`).
///
/// Ruling: if another unit has since moved into the starting hex, the unit must be able to leave it again.
pub fn judge_take_back(s: &mut Scratch<'_>, unit: UnitId, consent: Option<Side>) -> Judged {
    let state = &s.state;
    check_phase(state)?;
    let name = state.say_mover(unit);
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, "naw:5.17", fact, remedy);
    let Some(moved) = state.unit(unit).moved.as_ref().filter(|_| may_be_undone(state, unit)) else {
        let fact = format!("{name} has made no move that could be taken back");
        return Err(refuse(Code::NotOwed, fact, "Choose a unit that has moved").into());
    };
    let to = moved.from;
    let shares = consent.is_none() && last_to_share(state) == Some(unit);
    match consent {
        None if !shares => {
            let fact = format!("{name} has been let go of");
            let remedy = "Its move may be taken back if the other side consents";
            refuse(Code::AlreadyMoved, fact, remedy).unless(&state.overruled)?;
        }
        Some(side) if side != state.phasing.enemy() => {
            let enemy = state.game.side_name(state.phasing.enemy());
            let fact = format!("{name} has been let go of, and its own side cannot consent");
            refuse(Code::AlreadyMoved, fact, &format!("Ask the {enemy} player")).unless(&state.overruled)?;
        }
        None | Some(_) => {}
    }
    if let Place::Map(hex) = to
        && !shares
    {
        check_return(state, unit, hex)?;
    }
    s.emit(Event::TakenBack { unit, to, consent });
    Ok(())
}

/// Whether the unit may be put back there (`naw:5.32`).
fn check_return(state: &State, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
    let others: Vec<UnitId> = state.at(hex).filter(|other| *other != unit).collect();
    if others.is_empty() {
        return Ok(());
    }
    let mut back = state.clone();
    back.units[unit.index()].place = Place::Map(hex);
    back.units[unit.index()].moved = None;
    let field = MarchField::new(&back, state.phasing);
    let waits = others.iter().filter(|other| state.unit(**other).moved.is_some()).count();
    if waits <= 1 && field.can_leave(unit, hex, None) {
        return Ok(());
    }
    let fact =
        format!("{} is in {hex} now, which {} could not leave", state.say_all(&others), state.game.say(unit));
    Refusal::new(Code::Stacked, "naw:5.32", fact, "Take the other back first")
        .at([hex])
        .unless(&state.overruled)
}

/// Every move that may be ordered now, by unit and hex, each by its cheapest path; and the move that may be taken back without
/// consent. Taking back with consent is not for one side alone to order, so it is not offered.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let field = MarchField::new(state, state.phasing);
    let mut offers = Vec::new();
    for unit in state.game.of_side(state.phasing) {
        let destinations = field.reach(unit);
        let (kind, verb) = if destinations.enters { ("enter", "comes on to") } else { ("move", "to") };
        let name = state.game.say(unit);
        for (hex, cost) in destinations.iter() {
            let Some(path) = destinations.path(hex) else { continue };
            let words = format!("{name} {verb} {hex}, {}", half_points(cost));
            offers.push(Offer { order: Order::Move { unit, path }, kind, words, family: true });
        }
    }
    if let Some(unit) = last_to_share(state) {
        let words = format!("take back the move of {}", state.say(unit));
        let order = Order::TakeBack { unit, consent: None };
        offers.push(Offer { order, kind: "take-back", words, family: false });
    }
    offers
}

/// Reinforcements of the phasing side that could enter now.
pub fn could_enter(state: &State) -> Vec<UnitId> {
    let field = MarchField::new(state, state.phasing);
    let waiting = |id: &UnitId| state.unit(*id).place == Place::Waiting;
    state.game.of_side(state.phasing).filter(waiting).filter(|id| !field.reach(*id).is_empty()).collect()
}
