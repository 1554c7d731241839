//! Ways back held to a plain reading of the order of preference, on positions by chance (`cb:8a2`, `cb:8a3`, `cb:8a5`).

use crate::movement::plain::{self, Chance};
use crate::options::{ArtilleryPaths, DisplaceAway, FailedChain, LocStop, RetreatPassFriends, RetreatZoc};
use crate::roster::UnitId;
use crate::state::State;
use hexes::{Direction, Hex, HexKind, Mark};
use scenario::{HexArm, Side};

use super::event::Loss;
use super::phase::CombatPhase;
use super::retreat::{RetreatField, Walker};

/// So many pieces on a corner of the board: many have friends all round.
const PIECES: usize = 80;

/// More chains than any of these positions has.
const ALL: usize = 20_000;

const OPTIONS: [&[(&str, &str)]; 6] = [
    &[],
    &[("retreat-pass-friends", "forbidden"), ("loc-stop", "rout-only")],
    &[("retreat-zoc", "eliminate")],
    &[("displace-away", "forbidden"), ("failed-chain", "eliminated")],
    &[("failed-chain", "eliminated"), ("retreat-pass-friends", "forbidden")],
    &[("artillery-paths", "yes"), ("displace-away", "forbidden")],
];

/// The step of a walker as the sentences of the book have it.
#[derive(Debug, Default, PartialEq)]
struct Book {
    open: Vec<Hex>,
    chains: Vec<Vec<Hex>>,
    zone: Vec<Hex>,
    lost: Option<Loss>,
}

/// The board as they see it.
struct Board<'s> {
    state: &'s State,
    walker: Walker,
    side: Side,
    zone: Vec<Hex>,
}

impl Board<'_> {
    fn holder(&self, hex: Hex) -> Option<UnitId> {
        self.state.on_map().find(|(unit, at)| *at == hex && *unit != self.walker.unit).map(|(unit, _)| unit)
    }

    /// From this hex to the line of communications of the lab board.
    fn far(&self, hex: Hex) -> u32 {
        let line = if self.side == Side(0) { Hex(3912) } else { Hex(113) };
        self.state.game.map().grid.distance(hex, line)
    }

    /// On the map, over no river, onto no enemy, guns in woods and marsh by their road; not the hex where the walk began.
    fn exits(&self, unit: UnitId, from: Hex) -> Vec<Hex> {
        let map = self.state.game.map();
        let guns = self.state.game.arm(unit) == HexArm::Artillery;
        let paths = self.state.game.options.artillery_paths == ArtilleryPaths::Yes;
        let mut exits = Vec::new();
        for way in Direction::ALL {
            let Some(to) = map.grid.neighbour(from, way) else { continue };
            let marks = map.marks(from, way);
            let road = marks.has(Mark::Road) || paths && marks.has(Mark::Trail);
            let slow = matches!(map.kind(to), HexKind::Forest | HexKind::Marsh);
            let enemy = self.holder(to).is_some_and(|unit| self.state.side(unit) != self.side);
            let back = unit == self.walker.unit && to == self.walker.from;
            let stuck = guns && slow && !road;
            if !(marks.has(Mark::River) || stuck || enemy || back) {
                exits.push(to);
            }
        }
        exits.sort_unstable();
        exits
    }

    /// The nearer ones where there are any, else all.
    fn preferred(&self, from: Hex, hexes: Vec<Hex>) -> Vec<Hex> {
        let (nearer, others): (Vec<Hex>, Vec<Hex>) =
            hexes.into_iter().partition(|to| self.far(*to) < self.far(from));
        if nearer.is_empty() { others } else { nearer }
    }

    /// All chains by which this unit leaves its hex, those before it having left theirs; no chain at all where it finds none.
    fn chains(&self, unit: UnitId, left: &mut Vec<Hex>) -> Vec<Vec<Hex>> {
        let from = left[left.len() - 1];
        let mut exits = self.exits(unit, from);
        exits.retain(|to| !left.contains(to) && !self.zone.contains(to));
        let (free, held): (Vec<Hex>, Vec<Hex>) = exits.into_iter().partition(|to| self.holder(*to).is_none());
        // Whoever goes back first has no free hex, or would take it.
        if unit != self.walker.unit && !free.is_empty() {
            return self.preferred(from, free).into_iter().map(|to| vec![to]).collect();
        }
        let (nearer, others): (Vec<Hex>, Vec<Hex>) =
            held.into_iter().partition(|to| self.far(*to) < self.far(from));
        let mut through = |hexes: Vec<Hex>| {
            let mut found = Vec::new();
            for to in hexes {
                let friend = self.holder(to).expect("he holds it");
                left.push(to);
                let on = self.chains(friend, left);
                left.pop();
                found.extend(on.into_iter().map(|on| [vec![to], on].concat()));
            }
            found
        };
        let found = through(nearer);
        if found.is_empty() && self.state.game.options.displace_away == DisplaceAway::NearerFirst {
            return through(others);
        }
        found
    }

    fn book(&self) -> Book {
        let options = &self.state.game.options;
        let Walker { unit, here, left, routs, .. } = self.walker;
        let exits = self.exits(unit, here);
        let passes = |to: &Hex| {
            let at_end = self.far(*to) == 0 && (routs || options.loc_stop == LocStop::All);
            left > 1 && !at_end && options.retreat_pass_friends == RetreatPassFriends::Allowed
        };
        let (in_zone, out): (Vec<Hex>, Vec<Hex>) = exits.into_iter().partition(|to| self.zone.contains(to));
        let (held, free): (Vec<Hex>, Vec<Hex>) =
            out.into_iter().partition(|to| self.holder(*to).is_some() && !passes(to));
        if !free.is_empty() {
            return Book { open: self.preferred(here, free), ..Book::default() };
        }
        let mut chains = self.chains(unit, &mut vec![here]);
        chains.sort_unstable();
        let away = options.displace_away == DisplaceAway::NearerFirst;
        let tried = held.iter().any(|to| away || self.far(*to) < self.far(here));
        if chains.is_empty() && tried && options.failed_chain == FailedChain::Eliminated {
            return Book { lost: Some(Loss::Chain), ..Book::default() };
        }
        let zone: Vec<Hex> = in_zone.into_iter().filter(|to| self.holder(*to).is_none()).collect();
        if zone.is_empty() {
            return Book { chains, lost: Some(Loss::NoRetreat), ..Book::default() };
        }
        if routs || self.state.unit(unit).routed || options.retreat_zoc == RetreatZoc::Eliminate {
            return Book { chains, lost: Some(Loss::Zone), ..Book::default() };
        }
        Book { chains, zone: self.preferred(here, zone), lost: None, ..Book::default() }
    }
}

fn walkers(state: &State, unit: UnitId, chance: &mut Chance) -> Vec<Walker> {
    let Some(here) = state.hex(unit) else { return Vec::new() };
    let grid = state.game.map().grid;
    let mut found = Vec::new();
    for (left, routs) in [(1, false), (2, false), (1, true), (5, true)] {
        let way = Direction(chance.below(6) as u8);
        let from = if chance.below(2) == 0 { Some(here) } else { grid.neighbour(here, way) };
        found.extend(from.map(|from| Walker {
            unit,
            here,
            from,
            left,
            routs,
            is_last_chance: routs || state.unit(unit).routed,
            may_end: false,
            must: true,
        }));
    }
    found
}

#[test]
fn the_order_of_preference_is_that_of_the_book() {
    let mut seen = [0_usize; 5];
    let mut longest = 0;
    for seed in 0..48 {
        let (lab, _) = plain::position(seed, PIECES);
        let options = OPTIONS[(seed % 6) as usize];
        let lab = options.iter().fold(lab, |lab, (id, value)| lab.option(id, value));
        let state = lab.state();
        let mut chance = Chance::new(seed);
        let zones = [Side(0), Side(1)].map(|side| plain::zone(&state, side.enemy()));
        for unit in state.game.units() {
            for walker in walkers(&state, unit, &mut chance) {
                let side = state.side(unit);
                let board = Board { state: &state, walker, side, zone: zones[side.index()].clone() };
                let field = RetreatField::new(&state, &CombatPhase::default(), unit);
                let choices = field.choices(&walker);
                let listed = choices.chains.as_ref().map(|chains| chains.shortest(ALL)).unwrap_or_default();
                assert!(!listed.more, "seed {seed}: {walker:?}");
                let mut chains = listed.chains;
                chains.sort_unstable();
                let by_rules = Book { open: choices.open, chains, zone: choices.zone, lost: choices.lost };
                let book = board.book();
                assert_eq!(by_rules, book, "seed {seed}: {} {walker:?}", state.say(unit));
                longest = book.chains.iter().map(Vec::len).max().unwrap_or_default().max(longest);
                for (count, is) in seen.iter_mut().zip([
                    !book.open.is_empty(),
                    !book.chains.is_empty(),
                    !book.zone.is_empty(),
                    book.lost == Some(Loss::NoRetreat) || book.lost == Some(Loss::Zone),
                    book.lost == Some(Loss::Chain),
                ]) {
                    *count += usize::from(is);
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 10) && longest > 4, "{seen:?}, chains of {longest} at most");
}
