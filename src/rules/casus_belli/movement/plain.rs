//! Compares offers and judge over every short path, and zones with a plain computation, in random positions.

use std::collections::BTreeMap;

use crate::fixture::{Lab, PHASING, found};
use crate::movement::MarchField;
use crate::order::Order;
use crate::refusal::Code;
use crate::roster::PieceId;
use crate::state::{Group, State};
use crate::{movement, zones};
use hexes::{Direction, Hex, HexKind, Mark};
use scenario::Side;

/// A portable random generator, so that the positions are the same everywhere.
pub struct Chance(u64);

impl Chance {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(977).wrapping_add(13))
    }

    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn hex(&mut self) -> u16 {
        // A corner of the board, including its edge, so that all pieces meet.
        let (column, row) = (34 + self.below(6), 8 + self.below(7));
        u16::try_from(column * 100 + row).expect("a hex")
    }
}

const OPTIONS: [&[(&str, &str)]; 5] = [
    &[],
    &[("facing", "on")],
    &[("rout-run", "nearest"), ("artillery-paths", "yes"), ("leader-contact", "open")],
    &[("demoralized-rout", "as-13c"), ("rout-leaves-ezoc", "no"), ("demoralized-entry", "full")],
    &[("facing", "on"), ("barred-entry", "wait"), ("queue-leaders", "counted")],
];

/// Number of pieces placed; of those in the same hex all but one are left out.
const PIECES: usize = 11;

/// Two sides with this many pieces in all on broken ground, some routed, some demoralised, some out of command, some still to
/// arrive.
pub fn position(seed: u64, pieces: usize) -> (Lab, State) {
    let mut chance = Chance::new(seed);
    let mut written = Vec::new();
    let mut taken = Vec::new();
    for number in 0..pieces {
        let hex = chance.hex();
        if taken.contains(&hex) {
            continue;
        }
        taken.push(hex);
        let side = if number % 2 == 0 { "F" } else { "E" };
        let arm = ["", "", "c", "g"][chance.below(4) as usize];
        let corps =
            ["", ".v", ".k"][if side == "F" { chance.below(2) } else { 2 * chance.below(2) } as usize];
        let allowance = 1 + chance.below(2);
        let routed = if chance.below(4) == 0 { "!" } else { "" };
        written.push(format!("{arm}{side}3-{allowance}{corps}@{hex}{routed}"));
    }
    written.push(format!("LF1.v@{}", chance.hex()));
    written.push(format!("LE1@{}", chance.hex()));
    written.extend(
        ["F4-2@3912/1", "gF1-2@3912/1", "F2-3.v@3910/1", "E9.k@0101", "F9.v@3925"].map(str::to_owned),
    );
    let mut lab =
        Lab::new().units(&written.join(" ")).level("v", if seed.is_multiple_of(3) { 0 } else { 90 });
    for _ in 0..14 {
        let kinds = [HexKind::Forest, HexKind::Marsh, HexKind::Town];
        let (hex, kind) = (chance.hex(), kinds[chance.below(3) as usize]);
        lab = lab.kind(hex, kind);
    }
    let grid = lab.scenario.map.grid;
    for _ in 0..24 {
        let hex = Hex(chance.hex());
        let way = Direction(chance.below(6) as u8);
        let marks = [Mark::Stream, Mark::River, Mark::Slope, Mark::Trail, Mark::Road];
        let mark = marks[chance.below(5) as usize];
        if let Some(next) = grid.neighbour(hex, way) {
            lab = lab.side(hex.0, next.0, mark);
        }
    }
    for (id, value) in OPTIONS[(seed % 5) as usize] {
        lab = lab.option(id, value);
    }
    let mut state = lab.state();
    for unit in state.game.units() {
        if chance.below(4) == 0 {
            let found = found(Group::Unassigned, false);
            state.command.found.entry(unit).and_modify(|now| now.in_command = false).or_insert(found);
        }
        if state.units[unit.index()].faces.is_some() {
            state.units[unit.index()].faces = Some(Direction(chance.below(6) as u8));
        }
    }
    (lab, state)
}

/// Every hex in which the judge lets the piece stop after at most this many steps, with the least cost that it reports.
fn walked(field: &MarchField<'_>, piece: PieceId, most: usize) -> BTreeMap<Hex, u16> {
    let state = field.state;
    let grid = state.game.map().grid;
    let mut found = BTreeMap::new();
    let mut paths: Vec<Vec<Hex>> = match state.place(piece).hex() {
        Some(start) => {
            Direction::ALL.iter().filter_map(|way| grid.neighbour(start, *way)).map(|hex| vec![hex]).collect()
        }
        None => grid
            .hexes()
            .filter(|hex| movement::entry::is_edge(state.game.map(), *hex))
            .map(|hex| vec![hex])
            .collect(),
    };
    while let Some(path) = paths.pop() {
        let end = path[path.len() - 1];
        let walk = field.try_walk(piece, &path, None);
        // A step that is impossible closes all paths beyond it; one where only stopping is impossible may be passed.
        let passes = match walk {
            Ok(walk) => {
                let least = found.entry(end).or_insert(walk.cost());
                *least = walk.cost().min(*least);
                true
            }
            Err(refusal) => matches!(refusal.code, Code::Stacked | Code::MustRun | Code::TooFewMp),
        };
        if passes && path.len() < most {
            for next in Direction::ALL.iter().filter_map(|way| grid.neighbour(end, *way)) {
                paths.push(path.iter().copied().chain([next]).collect());
            }
        }
    }
    // Its starting hex is no destination.
    if let Some(start) = state.place(piece).hex() {
        found.remove(&start);
    }
    found
}

#[test]
fn what_is_offered_is_what_the_judge_allows() {
    let mut seen = [0_usize; 3];
    for seed in 0..10 {
        let (_, state) = position(seed, PIECES);
        let field = MarchField::new(&state, PHASING);
        for piece in movement::pieces_of(&state).collect::<Vec<_>>() {
            let reach = field.reach(piece);
            let most = 4;
            let plain = walked(&field, piece, most);
            let short =
                reach.iter().filter(|(hex, _)| reach.path(*hex).is_some_and(|path| path.len() <= most));
            let offered: BTreeMap<Hex, u16> = short.collect();
            let name = state.say_piece(piece);
            for (hex, cost) in &offered {
                assert_eq!(
                    plain.get(hex),
                    Some(cost),
                    "seed {seed}: {name} to {hex}: {:?}",
                    reach.path(*hex)
                );
            }
            for (hex, cost) in &plain {
                // A cheaper path may be longer than those walked here.
                let by_reach = reach.cost(*hex);
                assert!(
                    by_reach.is_some_and(|least| least <= *cost),
                    "seed {seed}: {name} to {hex} at {cost}: {by_reach:?}"
                );
            }
            seen[0] += usize::from(!plain.is_empty());
            seen[1] += plain.len();
        }
        for offer in movement::offers(&state) {
            seen[2] += 1;
            let code = crate::fixture::code(&state, &offer.order);
            assert_eq!(code, None, "seed {seed}: {:?}", offer.order);
            let costs = matches!(offer.order, Order::Move { .. } | Order::Exit { .. } | Order::Face { .. });
            assert!(costs);
        }
    }
    assert!(seen[0] > 30 && seen[1] > 200 && seen[2] > 200, "{seen:?}");
}

/// The zone of a side by the letter of the rules (`cb:6a`, `cb:6d`, `cb:13c`, `cb:15a2`).
pub fn zone(state: &State, of: Side) -> Vec<Hex> {
    let map = state.game.map();
    let holds = |to: Hex| {
        state.on_map().any(|(unit, from)| {
            let Some(way) = map.grid.direction(from, to) else { return false };
            let marks = map.marks(from, way);
            let ahead =
                state.unit(unit).faces.is_none_or(|faces| [0, 1, 5].contains(&((way.0 + 6 - faces.0) % 6)));
            state.side(unit) == of
                && !state.unit(unit).routed
                && !state.game.corps_of(unit).is_some_and(|corps| state.is_demoralised(corps))
                && !matches!(map.kind(to), HexKind::Forest | HexKind::Town)
                && !marks.has(Mark::River)
                && ahead
        })
    };
    map.grid.hexes().filter(|hex| holds(*hex)).collect()
}

#[test]
fn zones_agree_with_a_plain_computation() {
    for seed in 0..10 {
        let (_, state) = position(seed, PIECES);
        for side in [Side(0), Side(1)] {
            let plain = zone(&state, side);
            assert_eq!(zones::zone(&state, side).iter().collect::<Vec<_>>(), plain, "seed {seed}");
            for hex in state.game.map().grid.hexes() {
                assert_eq!(zones::in_zone(&state, hex, side), plain.contains(&hex), "seed {seed}: {hex}");
            }
        }
    }
}
