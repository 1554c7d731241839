//! A piece in hand over hexes: the result of putting it down, and a path to try if it may not go there.

use std::collections::BTreeSet;

use super::contract::{RuleSet, Stop};
use super::refusal::Refusal;
use dice::Dry;
use hexes::{Gate, Hex, HexMap, HexReach, HexSet, Links};

/// The result of putting a piece down in a hex.
#[derive(Debug)]
pub struct Going<R: RuleSet> {
    /// The path, including the hex where it stands.
    pub path: Vec<Hex>,
    /// Half movement points; `None` if nothing is paid.
    pub cost: Option<u16>,
    pub order: Option<R::Order>,
    pub refusal: Option<Refusal<R::Code>>,
    pub words: String,
    /// The hexes to choose from next, if several paths begin with this one.
    pub next: Vec<Hex>,
    /// Is the last hex chosen by a click, followed by one of `next`?
    pub open: bool,
}

/// The orders that match the hexes chosen so far, if each order is chosen by a series of hexes.
#[derive(Debug, PartialEq, Eq)]
pub enum ChosenWays<'o, O> {
    /// No order matches the last hex: these hexes could be chosen instead.
    None(Vec<Hex>),
    One(&'o O),
    /// This many, which differ at these hexes; no hex if nothing distinguishes them.
    Several(usize, Vec<Hex>),
}

/// The orders that match the hexes chosen so far.
pub fn chosen<'o, O>(ways: impl Iterator<Item = (&'o O, Vec<Hex>)>, so_far: &[Hex]) -> ChosenWays<'o, O> {
    let before = &so_far[..so_far.len().saturating_sub(1)];
    let begun: Vec<(&O, Vec<Hex>)> = ways.filter(|(_, way)| way.starts_with(before)).collect();
    let found: Vec<&(&O, Vec<Hex>)> = begun.iter().filter(|(_, way)| way.starts_with(so_far)).collect();
    match &found[..] {
        [] => ChosenWays::None(next_of(begun.iter(), before.len())),
        [(order, _)] => ChosenWays::One(order),
        several => ChosenWays::Several(several.len(), next_of(several.iter().copied(), so_far.len())),
    }
}

/// The hexes at this position of the paths, without duplicates.
fn next_of<'w, O: 'w>(ways: impl Iterator<Item = &'w (&'w O, Vec<Hex>)>, place: usize) -> Vec<Hex> {
    let next: BTreeSet<Hex> = ways.filter_map(|(_, way)| way.get(place).copied()).collect();
    next.into_iter().collect()
}

impl<R: RuleSet> Default for Going<R> {
    fn default() -> Self {
        Self {
            path: Vec::new(),
            cost: None,
            order: None,
            refusal: None,
            words: String::new(),
            next: Vec::new(),
            open: false,
        }
    }
}

impl<R: RuleSet> Going<R> {
    pub fn to(from: Option<Hex>, path: Vec<Hex>, cost: Option<u16>, order: R::Order) -> Self {
        let path = from.into_iter().chain(path).collect();
        Self { path, cost, order: Some(order), ..Self::default() }
    }

    /// As [`Going::to`], with the rules still to be queried.
    pub fn asked(
        state: &R::State,
        from: Option<Hex>,
        path: Vec<Hex>,
        cost: Option<u16>,
        order: R::Order,
    ) -> Self {
        let refusal = refusal::<R>(state, &order);
        Self { refusal, ..Self::to(from, path, cost, order) }
    }
}

/// Why the rules refuse an order now; `None` if they do not, as far as no dice are needed.
pub fn refusal<R: RuleSet>(state: &R::State, order: &R::Order) -> Option<Refusal<R::Code>> {
    match R::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal),
        Ok(_) | Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => None,
    }
}

/// The path that a player looking at the ground and the enemies would try: the cheapest round enemies and their zones,
/// otherwise round enemies alone, otherwise the cheapest, otherwise straight. It begins with the start, and need not be legal.
pub fn tried(
    map: &HexMap,
    links: &Links,
    (start, to): (Hex, Hex),
    enemies: impl Iterator<Item = Hex>,
    zone: &HexSet,
) -> Vec<Hex> {
    let enemies: BTreeSet<usize> = enemies.filter(|hex| *hex != to).map(|hex| map.grid.index(hex)).collect();
    let search =
        |gate: &dyn Fn(usize) -> Gate| HexReach::search(links, &[(start, 0)], u16::MAX / 4, gate).path(to);
    let free = search(&|index| match enemies.contains(&index) {
        true => Gate::Barred,
        false if zone.has_index(index) => Gate::Stop,
        false => Gate::Go,
    });
    let round = || search(&|index| if enemies.contains(&index) { Gate::Barred } else { Gate::Go });
    free.or_else(round).or_else(|| search(&|_| Gate::Go)).unwrap_or_else(|| {
        let line = map.grid.axial(start).line_to(map.grid.axial(to));
        line.filter_map(|axial| map.grid.at(axial)).collect()
    })
}
