//! A piece in hand over hexes: the result of putting it down, and a path to try if it may not go there.

use std::collections::BTreeSet;

use super::answer::Spot;
use super::contract::{Codec, RuleSet, Stop};
use super::hand::{Goal, PieceSummary, Trip};
use super::hex_units::{HexPlace, HexUnits};
use super::messages::{WireRefusal, counted};
use super::refusal::Refusal;
use dice::Dry;
use drawing::hex::{Cost, Lie, lit_marks, path_marks, reach_marks, refused_hex_marks};
use hexes::{Gate, Hex, HexReach, HexSet, Links, half_points, points};
use scenario::Side;

/// A hex, and every order by which a piece goes there.
pub type Ways<O> = (Hex, Vec<O>);

/// Orders by the hexes to which they lead, in the order in which these are met.
pub fn by_hex<O>(orders: impl Iterator<Item = (Hex, O)>) -> Vec<Ways<O>> {
    let mut ways: Vec<Ways<O>> = Vec::new();
    for (hex, order) in orders {
        match ways.iter_mut().find(|(known, _)| *known == hex) {
            Some((_, orders)) => orders.push(order),
            None => ways.push((hex, vec![order])),
        }
    }
    ways
}

impl PieceSummary {
    /// It may move to these hexes at these costs, with so many points; it is stopped in the zone.
    pub fn moves(
        &mut self,
        lie: &Lie,
        reach: impl Iterator<Item = (Hex, u16)>,
        zone: &HexSet,
        allowance: &str,
    ) {
        let costs: Vec<Cost> =
            reach.map(|(hex, halves)| Cost { hex, halves, stops: zone.contains(hex) }).collect();
        self.words = format!("{allowance}, {}", counted(costs.len(), "hex", "hexes"));
        self.marks = reach_marks(lie, &costs);
        self.places = costs.iter().map(|cost| (cost.hex.into(), cost.words())).collect();
    }

    /// It may go to these hexes for nothing, and does this in each.
    pub fn goes_to<O>(&mut self, lie: &Lie, ways: &[Ways<O>], does: &str) {
        let hexes: Vec<Hex> = ways.iter().map(|(hex, _)| *hex).collect();
        self.marks = lit_marks(lie, &hexes);
        self.places = hexes.into_iter().map(|hex| (hex.into(), does.to_owned())).collect();
    }

    /// Why it may not be moved.
    pub fn refused<C: super::refusal::RefusalCode>(&mut self, refusal: Option<Refusal<C>>) {
        self.refusal = refusal.map(|refusal| Box::new(WireRefusal::of(&refusal)));
    }
}

impl Goal<'_> {
    /// The hex, and those by which the piece goes there.
    pub fn hexes(&self) -> Option<(Hex, Vec<Hex>)> {
        let hex = |spot: &Spot| if let Spot::Hex(hex) = spot { Some(Hex(*hex)) } else { None };
        Some((hex(&self.to)?, self.via.iter().filter_map(hex).collect()))
    }
}

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

    /// The same, where the rules are still to be asked.
    pub fn asked(state: &R::State, from: Option<Hex>, path: Vec<Hex>, order: R::Order) -> Self {
        let refusal = refusal::<R>(state, &order);
        Self { refusal, ..Self::to(from, path, None, order) }
    }

    /// The same of a way that is too long or barred; `too_far`: of a refusal with this code it is said that the hex is too far.
    pub fn tried(
        state: &R::State,
        from: Option<Hex>,
        path: Vec<Hex>,
        order: impl FnOnce(Vec<Hex>) -> R::Order,
        too_far: R::Code,
    ) -> Self {
        let to = path.last().copied();
        let going = Self::asked(state, from, path.clone(), order(path));
        let too_far = |refusal: Refusal<R::Code>| match to {
            Some(to) if refusal.code == too_far => refusal.too_far(to),
            Some(_) | None => refusal,
        };
        Self { refusal: going.refusal.map(too_far), ..going }
    }
}

impl<R: RuleSet<State: HexUnits>> Going<R> {
    /// What the hexes chosen so far, `via` and then `to`, come to among these orders: each has those that are chosen one by one for it.
    ///
    /// `way`: by which hexes an order goes. `none`: of a hex to which no order leads. `several`: the words for so many orders, with the
    /// name of the friend whose hex is chosen next.
    pub fn among<'o>(
        state: &R::State,
        from: Option<Hex>,
        orders: impl Iterator<Item = (&'o R::Order, Vec<Hex>)>,
        (via, to): (&[Hex], Hex),
        way: impl FnOnce(&R::Order) -> Vec<Hex>,
        none: impl FnOnce() -> Self,
        several: impl FnOnce(usize, Option<String>) -> String,
    ) -> Self
    where
        R::Order: 'o,
    {
        let so_far: Vec<Hex> = via.iter().copied().chain([to]).collect();
        match chosen(orders, &so_far) {
            ChosenWays::One(order) => Self::to(from, way(order), None, order.clone()),
            ChosenWays::None(_) if via.is_empty() => none(),
            ChosenWays::None(next) => Self::rests(state, from, (via, to), next),
            ChosenWays::Several(count, next) => {
                let friend = state.name_in(to).filter(|_| !next.is_empty());
                Self {
                    words: several(count, friend),
                    path: from.into_iter().chain(so_far).collect(),
                    open: !next.is_empty(),
                    next,
                    ..Self::default()
                }
            }
        }
    }

    /// Over no hex that may be chosen after those that were: over the last of them, what it waits for is said.
    fn rests(state: &R::State, from: Option<Hex>, (via, to): (&[Hex], Hex), next: Vec<Hex>) -> Self {
        let last = via.last().filter(|last| **last == to);
        let words = match last.and_then(|last| state.name_in(*last)) {
            Some(friend) => format!("click where {friend} goes, one of the hexes that are lit"),
            None => "nobody can be displaced there: choose a lit hex".to_owned(),
        };
        let path = from.into_iter().chain(via.iter().copied()).collect();
        Self { words, path, next, ..Self::default() }
    }
}

impl<R: Codec> Going<R> {
    /// The same as the window has it, of a piece that is held over that hex.
    pub fn trip(self, state: &R::State, lie: &Lie, over: Hex) -> Trip {
        let Self { path, cost, order, refusal, words, next, open } = self;
        let mut marks = lit_marks(lie, &next);
        if refusal.is_some() {
            marks.extend(refused_hex_marks(lie, over));
        } else if path.len() > 1 {
            marks.extend(path_marks(lie, &path, cost.map(points).as_deref()));
        }
        Trip {
            order: order.map(|order| R::spell(state, &order)),
            words: cost.map_or(words, half_points),
            refusal: refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            open,
            next: next.into_iter().map(|hex| (hex.into(), String::new())).collect(),
            marks,
            ..Trip::default()
        }
    }
}

/// Why a piece may go nowhere, which it could be ordered to do by this; none where it may.
///
/// Any step says why; one that tells of the piece says it better than one that tells of the hex. `entry`: where it comes on.
pub fn fixed<R: RuleSet<State: HexUnits>>(
    state: &R::State,
    (place, entry): (HexPlace, Option<Hex>),
    order: impl Fn(Vec<Hex>) -> R::Order,
    is_of_ground: impl Fn(R::Code) -> bool,
) -> Option<Refusal<R::Code>> {
    let steps: Vec<Hex> = match place {
        HexPlace::Map(hex) => state.battle().map.neighbours(hex).map(|(_, next)| next).collect(),
        HexPlace::Waiting | HexPlace::Eliminated => vec![entry.unwrap_or(Hex(101))],
    };
    let refusals = steps.into_iter().map(|hex| refusal::<R>(state, &order(vec![hex])));
    let refusals: Vec<Refusal<R::Code>> = refusals.collect::<Option<_>>()?;
    refusals.into_iter().min_by_key(|refusal| is_of_ground(refusal.code))
}

/// Why the rules refuse an order now; none where they do not, so far as no dice are needed.
pub fn refusal<R: RuleSet>(state: &R::State, order: &R::Order) -> Option<Refusal<R::Code>> {
    match R::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal),
        Ok(_) | Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => None,
    }
}

/// The way that somebody would try who looks at the ground and at where enemies stand: the cheapest round them and their zones,
/// else round them alone, else the cheapest, else straight there. What is wrong with it, the rules say.
///
/// Without the hex where the piece stands; `entry`: where one comes on that is not on the map.
pub fn tried(
    state: &impl HexUnits,
    links: &Links,
    (side, place, entry): (Side, HexPlace, Option<Hex>),
    to: Hex,
    zone: &HexSet,
) -> Vec<Hex> {
    let Some(start) = place.hex().or(entry) else { return vec![to] };
    let battle = state.battle();
    let grid = battle.map.grid;
    let enemies = battle.of_side(side.enemy()).filter_map(|id| state.hex_of(id));
    let enemies: BTreeSet<usize> = enemies.filter(|hex| *hex != to).map(|hex| grid.index(hex)).collect();
    let search =
        |gate: &dyn Fn(usize) -> Gate| HexReach::search(links, &[(start, 0)], u16::MAX / 4, gate).path(to);
    let free = search(&|index| match enemies.contains(&index) {
        true => Gate::Barred,
        false if zone.has_index(index) => Gate::Stop,
        false => Gate::Go,
    });
    let round = || search(&|index| if enemies.contains(&index) { Gate::Barred } else { Gate::Go });
    let path = free.or_else(round).or_else(|| search(&|_| Gate::Go)).unwrap_or_else(|| {
        let line = grid.axial(start).line_to(grid.axial(to));
        line.filter_map(|axial| grid.at(axial)).collect()
    });
    if place.hex().is_none() || path.len() < 2 { path } else { path[1..].to_vec() }
}
