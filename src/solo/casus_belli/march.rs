//! The movement of a side: attacks are planned first; then each group moves, unit by unit, and its leader last.

use std::collections::{BTreeMap, BTreeSet};

use casus_belli::state::{Group, Phase, Place, State};
use casus_belli::{Counter, LeaderId, Order, PieceId, UnitId, movement, zones};
use game::minds::Boldness;
use hexes::Hex;
use scenario::HexArm;

use super::aims::{Aims, cover, worth_of};
use super::fights::Fights;

/// Maximum number of units in an attack.
const TOGETHER: usize = 4;
/// Value of a unit kept off the map, compared with one on it.
const AWAY: f32 = -40.0;
/// What counts of the danger at the edge of an enemy after the fight.
const EXPOSED: f32 = 0.15;
/// A move into a zone has to be worth this much more than its fight, in strength points.
const OWED: f32 = 0.5;
/// Cost of being out of command.
const LOST: f32 = 1.2;

/// The plan of a movement phase.
#[derive(Clone, Debug, Default)]
pub(super) struct March {
    /// The destinations of units that attack.
    strikes: BTreeMap<UnitId, Hex>,
    /// Are attacks planned in sets, and moves priced with the fights that they owe?
    in_sets: bool,
    /// Pieces that have been considered in this phase.
    done: BTreeSet<PieceId>,
}

impl March {
    /// Plans the attacks of the phase: in sets where it is said how boldly.
    pub fn plan(state: &State, aims: &Aims, boldness: Option<Boldness>) -> Self {
        let mut march = Self { in_sets: boldness.is_some(), ..Self::default() };
        let side = state.phasing;
        for (unit, charge) in &state.command.charges {
            march.strikes.extend(charge.line.last().map(|hex| (*unit, *hex)));
        }
        let reaches: Vec<(UnitId, BTreeSet<Hex>)> = state
            .game
            .of_side(side)
            .filter(|unit| may_strike(state, *unit) && !march.strikes.contains_key(unit))
            .map(|unit| (unit, ends(state, unit)))
            .collect();
        let mut targets: Vec<(UnitId, Hex)> =
            state.on_map().filter(|(unit, _)| state.side(*unit) != side).collect();
        let prize = |unit: UnitId, hex: Hex| f32::from(state.unit(unit).strength) + aims.seat(state, hex);
        targets.sort_by(|a, b| prize(b.0, b.1).total_cmp(&prize(a.0, a.1)).then(a.0.cmp(&b.0)));
        let Some(boldness) = boldness else {
            for (target, hex) in targets {
                march.put_together(state, aims, &reaches, (target, hex));
            }
            return march;
        };
        let mut planned = state.clone();
        for (unit, hex) in &march.strikes {
            planned.units[unit.index()].place = Place::Map(*hex);
        }
        for (_, hex) in targets.iter().chain(&targets) {
            march.add_set(&mut planned, aims, &reaches, *hex, least_gain(boldness));
        }
        march
    }

    /// Plans the best attack on one enemy with units that are free.
    fn put_together(
        &mut self,
        state: &State,
        aims: &Aims,
        reaches: &[(UnitId, BTreeSet<Hex>)],
        (target, at): (UnitId, Hex),
    ) {
        let map = state.game.map();
        let taken: BTreeSet<Hex> = self.strikes.values().copied().collect();
        let defence = cover(state, target, at);
        let beside: Vec<Hex> =
            map.neighbours(at).map(|(_, hex)| hex).filter(|hex| zones::adjacent(map, *hex, at)).collect();
        let others = |hex: Hex| {
            let near =
                state.on_map().filter(|(unit, _)| state.side(*unit) != state.phasing && *unit != target);
            near.filter(|(unit, _)| zones::controls(state, *unit, hex)).count()
        };
        let mut chosen: Vec<(UnitId, Hex)> = Vec::new();
        let mut attack = 0;
        let mut free: Vec<&(UnitId, BTreeSet<Hex>)> =
            reaches.iter().filter(|(unit, _)| !self.strikes.contains_key(unit)).collect();
        free.sort_by_key(|(unit, _)| (std::cmp::Reverse(state.unit(*unit).strength), *unit));
        for (unit, hexes) in free {
            if chosen.len() >= TOGETHER || attack >= 4 * defence {
                break;
            }
            let open = |hex: &&Hex| {
                hexes.contains(hex) && !taken.contains(hex) && chosen.iter().all(|(_, other)| other != *hex)
            };
            let cost = |hex: &Hex| {
                let stream = map.between(*hex, at).is_some_and(|marks| marks.has(hexes::Mark::Stream));
                others(*hex) * 2 + usize::from(stream)
            };
            let best = beside.iter().filter(open).min_by_key(|hex| (cost(hex), **hex));
            let Some(hex) = best.filter(|hex| cost(hex) < 6) else { continue };
            let guns = state.game.arm(*unit) == HexArm::Artillery;
            let here = state.game.map().kind(*hex);
            let strength = u32::from(state.unit(*unit).strength);
            let strength = match state.game.arm(*unit) {
                HexArm::Cavalry if here != hexes::HexKind::Clear => strength.div_ceil(2),
                HexArm::Infantry | HexArm::Cavalry | HexArm::Artillery => strength,
            };
            if !guns {
                chosen.push((*unit, *hex));
                attack += strength;
            }
        }
        // Behind a stream infantry and cavalry count double if all attackers cross it.
        let across = |hex: &Hex| map.between(*hex, at).is_some_and(|marks| marks.has(hexes::Mark::Stream));
        let all_across = !chosen.is_empty() && chosen.iter().all(|(_, hex)| across(hex));
        let doubled = all_across && state.game.arm(target) != HexArm::Artillery;
        let defence = if doubled { defence * 2 } else { defence };
        let guns = battery_points(state, at);
        let worth = worth_of(state, attack + guns, defence);
        let stake = f32::from(state.unit(target).strength) + aims.seat(state, at);
        if !chosen.is_empty() && worth * stake > 0.45 && worth > 0.1 {
            self.strikes.extend(chosen);
        }
    }

    /// Sends the set of free units to an enemy's edge that makes all combats of the phase better by the most, if that is enough:
    /// the strongest of those that reach it first.
    fn add_set(
        &mut self,
        planned: &mut State,
        aims: &Aims,
        reaches: &[(UnitId, BTreeSet<Hex>)],
        at: Hex,
        least: f32,
    ) {
        let map = planned.game.clone();
        let map = map.map();
        let beside: Vec<Hex> =
            map.neighbours(at).map(|(_, hex)| hex).filter(|hex| zones::adjacent(map, *hex, at)).collect();
        let mut free: Vec<&(UnitId, BTreeSet<Hex>)> = reaches
            .iter()
            .filter(|(unit, hexes)| {
                !self.strikes.contains_key(unit) && beside.iter().any(|hex| hexes.contains(hex))
            })
            .collect();
        free.sort_by_key(|(unit, _)| (std::cmp::Reverse(planned.unit(*unit).strength), *unit));
        let before = Fights::to_come(planned).worth(aims);
        let cost = |state: &State, unit: UnitId, was: Place, to: Hex| {
            let leaves = was.hex().map_or(0.0, |hex| aims.seat(state, hex)) - aims.seat(state, to);
            leaves + EXPOSED * aims.danger(state, unit, to)
        };
        let mut chosen: Vec<(UnitId, Hex, Place)> = Vec::new();
        let mut best = (least, 0);
        let mut risk = 0.0;
        for (unit, hexes) in free {
            if chosen.len() >= TOGETHER {
                break;
            }
            let was = planned.unit(*unit).place;
            let mut found: Option<(f32, Hex)> = None;
            for hex in beside.iter().filter(|hex| hexes.contains(hex)) {
                if planned.at(*hex).any(|other| other != *unit && planned.side(other) == planned.phasing) {
                    continue;
                }
                planned.units[unit.index()].place = Place::Map(*hex);
                let worth = Fights::to_come(planned).worth(aims) - cost(planned, *unit, was, *hex);
                if found.is_none_or(|(known, _)| worth > known) {
                    found = Some((worth, *hex));
                }
            }
            planned.units[unit.index()].place = was;
            let Some((worth, hex)) = found else { continue };
            planned.units[unit.index()].place = Place::Map(hex);
            chosen.push((*unit, hex, was));
            let gain = worth - risk - before;
            risk += cost(planned, *unit, was, hex);
            if gain > best.0 {
                best = (gain, chosen.len());
            }
        }
        for (unit, _, was) in chosen.drain(best.1..).rev() {
            planned.units[unit.index()].place = was;
        }
        self.strikes.extend(chosen.into_iter().map(|(unit, hex, _)| (unit, hex)));
    }

    /// The next order of the phase: for a piece that has not moved, group by group.
    pub fn next(&mut self, state: &State, aims: &mut Aims) -> Option<Order> {
        let Phase::Movement(phase) = &state.phase else { return None };
        let game = &state.game;
        let side = state.phasing;
        let group_of = |piece: PieceId| movement::group_of(state, piece);
        let mut groups: Vec<Group> = Vec::new();
        let units = game.of_side(side).map(|unit| game.piece_of_unit(unit));
        let leaders = game.leaders_of(side).map(|leader| game.piece_of_leader(leader));
        let open: Vec<PieceId> = units
            .chain(leaders)
            .filter(|piece| !self.done.contains(piece) && !phase.closed.contains(&group_of(*piece)))
            .filter(|piece| movement::check_may_move(state, *piece).is_ok() || phase.current.is_none())
            .collect();
        groups.extend(phase.current);
        for piece in &open {
            let group = group_of(*piece);
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        for group in groups {
            let mut members: Vec<PieceId> =
                open.iter().copied().filter(|piece| group_of(*piece) == group).collect();
            members.sort_by_key(|piece| self.rank(state, *piece));
            for piece in members {
                self.done.insert(piece);
                if let Some(order) = self.order(state, aims, piece) {
                    return Some(order);
                }
            }
        }
        None
    }

    /// Why a piece moves: whom it attacks with whom, or what attracts it there.
    pub fn told(&self, state: &State, aims: &Aims, order: &Order) -> Option<String> {
        let Order::Move { piece, path, .. } = order else { return None };
        let to = *path.last()?;
        let unit = match state.game.counter(*piece) {
            Counter::Unit(unit) => unit,
            Counter::Leader(leader) => {
                let (side, grid) = (state.phasing, state.game.map().grid);
                let own = state.on_map().filter(|(unit, _)| {
                    state.side(*unit) == side && state.group(*unit) == state.leader_group(leader)
                });
                let range = state.game.ranges(side).unit;
                let (near, all) = own.fold((0, 0), |(near, all), (_, at)| {
                    (near + u32::from(grid.distance(to, at) <= range), all + 1)
                });
                return Some(format!("{near} of his {all} units are then in his range"));
            }
        };
        if self.strikes.get(&unit) != Some(&to) {
            return aims.why(to).map(str::to_owned);
        }
        let map = state.game.map();
        let beside = |hex: Hex| {
            let enemies = state.on_map().filter(|(other, _)| state.side(*other) != state.phasing);
            enemies.filter(move |(_, at)| zones::adjacent(map, hex, *at)).map(|(other, _)| other)
        };
        let on: Vec<UnitId> = beside(to).collect();
        let others = self.strikes.iter().filter(|(other, _)| **other != unit);
        let with: Vec<UnitId> = others
            .filter(|(_, hex)| beside(**hex).any(|enemy| on.contains(&enemy)))
            .map(|(other, _)| *other)
            .collect();
        let with = if with.is_empty() { String::new() } else { format!(" with {}", state.say_all(&with)) };
        Some(format!("it attacks {}{with}", state.say_all(&on)))
    }

    /// Rank of a piece: the routed move first, then attackers, those in front before the others, and leaders last.
    fn rank(&self, state: &State, piece: PieceId) -> (u8, u32, PieceId) {
        match state.game.counter(piece) {
            Counter::Leader(_) => (3, 0, piece),
            Counter::Unit(unit) => {
                let near = state
                    .hex(unit)
                    .and_then(|hex| zones::to_nearest(state, hex, state.phasing.enemy()))
                    .unwrap_or(u32::MAX);
                let first = match (state.unit(unit).routed, self.strikes.contains_key(&unit)) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                };
                (first, near, piece)
            }
        }
    }

    fn order(&self, state: &State, aims: &mut Aims, piece: PieceId) -> Option<Order> {
        match state.game.counter(piece) {
            Counter::Leader(leader) => ride(state, aims, leader),
            Counter::Unit(unit) if state.unit(unit).routed => {
                movement::runs(state, unit).into_iter().next().map(|offer| offer.order)
            }
            Counter::Unit(unit) => self.go(state, aims, unit),
        }
    }

    /// The move of a unit: to its attack, or to the best place for it.
    fn go(&self, state: &State, aims: &mut Aims, unit: UnitId) -> Option<Order> {
        let piece = state.game.piece_of_unit(unit);
        let reach = movement::reach(state, piece);
        let here = state.hex(unit);
        let order = |hex: Hex| {
            reach.path(hex).filter(|path| !path.is_empty()).map(|path| Order::Move {
                piece,
                path,
                faces: None,
            })
        };
        if let Some(hex) = self.strikes.get(&unit) {
            if here == Some(*hex) {
                return None;
            }
            if let Some(charge) = state.command.charges.get(&unit).filter(|_| self.in_sets) {
                return Some(Order::Move { piece, path: charge.line.clone(), faces: None });
            }
            if let Some(order) = order(*hex) {
                aims.send(*hex);
                return Some(order);
            }
        }
        let charged = state.command.charges.values().flat_map(|charge| charge.line.iter().copied());
        let kept: BTreeSet<Hex> =
            self.strikes.values().copied().chain(charged.filter(|_| self.in_sets)).collect();
        let ezoc = zones::zone(state, state.phasing.enemy());
        let mut planned = state.clone();
        if self.in_sets {
            for (striker, hex) in &self.strikes {
                planned.units[striker.index()].place = Place::Map(*hex);
            }
        }
        let before = if self.in_sets { Fights::to_come(&planned).worth(aims) } else { 0.0 };
        let owed = |hex: Hex| {
            let mut there = planned.clone();
            there.units[unit.index()].place = Place::Map(hex);
            Fights::to_come(&there).worth(aims) - before
        };
        let guns = state.game.is_artillery(unit);
        let worth = |hex: Hex| {
            let mut worth = aims.pull(hex) + aims.seat(state, hex) - aims.danger(state, unit, hex);
            let covered = cover(state, unit, hex) > u32::from(state.unit(unit).strength);
            worth += if covered && aims.is_threatened(state, hex) { 0.4 } else { 0.0 };
            if ezoc.contains(hex) && self.in_sets {
                worth += if here == Some(hex) { 0.0 } else { owed(hex) - OWED };
            } else if ezoc.contains(hex) {
                worth -= 2.0 + f32::from(state.unit(unit).strength) * 0.4;
            }
            if guns {
                worth += in_range(state, hex) - if aims.is_threatened(state, hex) { 1.0 } else { 0.0 };
            }
            worth - stray(state, unit, hex)
        };
        let stay = here.map_or(AWAY, worth);
        let free = |hex: &Hex| !kept.contains(hex) && Some(*hex) != here;
        let best = reach.iter().map(|(hex, _)| hex).filter(free).map(|hex| (worth(hex), hex));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        match best.filter(|(worth, _)| *worth > stay + 0.02) {
            Some((_, hex)) => {
                aims.send(hex);
                order(hex)
            }
            None => {
                here.into_iter().for_each(|hex| aims.send(hex));
                None
            }
        }
    }
}

/// By how many strength points a set has to make the combats of the phase better.
fn least_gain(boldness: Boldness) -> f32 {
    match boldness {
        Boldness::Bold => 0.05,
        Boldness::Balanced => 0.2,
        Boldness::Cautious => 0.6,
    }
}

/// May the unit attack in contact: on the map, in good order, in command?
fn may_strike(state: &State, unit: UnitId) -> bool {
    matches!(state.unit(unit).place, Place::Map(_))
        && !state.unit(unit).routed
        && state.is_in_command(unit)
        && !state.game.is_artillery(unit)
}

/// Every hex in which the unit could end its move.
fn ends(state: &State, unit: UnitId) -> BTreeSet<Hex> {
    let reach = movement::reach(state, state.game.piece_of_unit(unit));
    reach.iter().map(|(hex, _)| hex).chain(state.hex(unit)).collect()
}

/// Strength points of own guns that could fire at this hex from where they stand.
fn battery_points(state: &State, at: Hex) -> u32 {
    let grid = state.game.map().grid;
    let guns = state
        .on_map()
        .filter(|(unit, _)| state.side(*unit) == state.phasing && state.game.is_artillery(*unit));
    let near = guns.filter(|(_, hex)| (2..=3).contains(&grid.distance(*hex, at)));
    near.map(|(unit, hex)| {
        let points = u32::from(state.unit(unit).strength);
        if grid.distance(hex, at) == 2 { points } else { points.div_ceil(2) }
    })
    .sum()
}

/// Value of a place for guns that reach enemies at two or three hexes.
fn in_range(state: &State, hex: Hex) -> f32 {
    let grid = state.game.map().grid;
    let enemies = state.on_map().filter(|(unit, _)| state.side(*unit) != state.phasing);
    let best = enemies.map(|(_, at)| grid.distance(hex, at)).filter(|range| *range >= 2).min();
    match best {
        Some(2) => 1.2,
        Some(3) => 0.8,
        _ => 0.0,
    }
}

/// Cost of a place out of the range of the unit's leader.
fn stray(state: &State, unit: UnitId, hex: Hex) -> f32 {
    let side = state.side(unit);
    let grid = state.game.map().grid;
    let seat = match state.group(unit) {
        Group::Army => state.armies[side.index()].commander.and_then(|leader| state.leader_hex(leader)),
        Group::Corps(corps) => state.commander(corps).and_then(|commander| state.commander_hex(commander)),
        Group::Unassigned => None,
    };
    let Some(seat) = seat else { return 0.0 };
    // The leader rides twice as far as his infantry marches: a little beyond his range does no harm.
    let range = state.game.ranges(side).unit + 3;
    let apart = grid.distance(seat, hex);
    if apart > range { LOST + 0.2 * (apart - range) as f32 } else { 0.0 }
}

/// The move of a leader: to one of its own units, in reach of all of them and of the army commander, and safe.
pub(super) fn ride(state: &State, aims: &Aims, leader: LeaderId) -> Option<Order> {
    let piece = state.game.piece_of_leader(leader);
    let side = state.game.leader(leader).side;
    let reach = movement::reach(state, piece);
    let here = state.leader_hex(leader);
    let ranges = state.game.ranges(side);
    let grid = state.game.map().grid;
    let army = state.armies[side.index()].commander;
    let commands_army = army == Some(leader);
    let group = state.leader_group(leader);
    let own: Vec<Hex> = state
        .on_map()
        .filter(|(unit, _)| state.side(*unit) == side && (commands_army || state.group(*unit) == group))
        .map(|(_, hex)| hex)
        .collect();
    let seats: Vec<Hex> = state
        .game
        .leaders_of(side)
        .filter(|other| *other != leader)
        .filter_map(|other| state.leader_hex(other))
        .collect();
    let over = army.filter(|_| !commands_army).and_then(|army| state.leader_hex(army));
    let worth = |hex: Hex| {
        let mut worth = 0.0;
        let friend = state.at(hex).any(|unit| state.side(unit) == side);
        let harm = aims.is_threatened(state, hex);
        worth += if friend { 1.0 } else { 0.0 };
        worth -= match (friend, harm) {
            (false, true) => 6.0,
            (true, true) => 0.8,
            (_, false) => 0.0,
        };
        if commands_army {
            for seat in &seats {
                let apart = grid.distance(hex, *seat);
                worth -= if apart > ranges.corps { 2.0 } else { 0.02 * apart as f32 };
            }
        }
        let near = own.iter().filter(|at| grid.distance(hex, **at) <= ranges.unit).count();
        worth += 0.6 * near as f32;
        let apart: u32 = own.iter().map(|at| grid.distance(hex, *at)).sum();
        worth -= 0.03 * apart as f32 / (own.len().max(1)) as f32;
        if let Some(over) = over
            && grid.distance(hex, over) > ranges.corps
        {
            worth -= 4.0;
        }
        worth
    };
    let stay = here.map_or(AWAY, worth);
    let best = reach.iter().map(|(hex, _)| hex).filter(|hex| Some(*hex) != here).map(|hex| (worth(hex), hex));
    let (_, hex) = best
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
        .filter(|(worth, _)| *worth > stay + 0.05)?;
    let path = reach.path(hex).filter(|path| !path.is_empty())?;
    Some(Order::Move { piece, path, faces: None })
}
