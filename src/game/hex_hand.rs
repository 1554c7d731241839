//! A piece in hand over hexes: what putting it down would come to, and the way that somebody would try where it may not go.

use std::collections::BTreeSet;

use super::contract::{RuleSet, Stop};
use super::refusal::Refusal;
use dice::Dry;
use hexes::{Gate, Hex, HexMap, HexReach, HexSet, Links};

/// What putting a piece down in a hex would come to.
#[derive(Debug)]
pub struct Going<R: RuleSet> {
    /// The way, with the hex where it stands.
    pub path: Vec<Hex>,
    /// Half movement points; none where nothing is paid.
    pub cost: Option<u16>,
    pub order: Option<R::Order>,
    pub refusal: Option<Refusal<R::Code>>,
    pub words: String,
    /// Of several ways that begin there: the hexes one of which is chosen next.
    pub next: Vec<Hex>,
    /// The last hex is chosen by a click, and one of those next after it.
    pub open: bool,
}

/// Of several orders, each with the hexes that are chosen one by one for it, what those chosen so far come to.
#[derive(Debug, PartialEq, Eq)]
pub enum ChosenWays<'o, O> {
    /// No order goes by the last: these hexes might be chosen in its place.
    None(Vec<Hex>),
    One(&'o O),
    /// So many, which part at these hexes; no hex: nothing tells them apart.
    Several(usize, Vec<Hex>),
}

/// What the hexes chosen so far come to.
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

/// The hexes with this place in ways, each once.
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

    /// The same, where the rules are still to be asked.
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

/// Why the rules refuse an order now; none where they do not, so far as no dice are needed.
pub fn refusal<R: RuleSet>(state: &R::State, order: &R::Order) -> Option<Refusal<R::Code>> {
    match R::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal),
        Ok(_) | Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => None,
    }
}

/// The way that somebody would try who looks at the ground and at where enemies stand: the cheapest round them and their zones,
/// else round them alone, else the cheapest, else straight there. What is wrong with it, the rules say. It begins with the start.
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
