//! Where a beaten unit may retreat, and which units it displaces on the way: the ledger's search (`naw:7.71` to `naw:7.73`,
//! `naw:7.81`, `naw:7.82`).
//!
//! Units: hexes.

use crate::chart::{self, Price};
use crate::options::{DisplaceIntoEzoc, Involved, Swap};
use crate::zones::zone;
use crate::{Code, Refusal, State, UnitId};
use hexes::HexSet;
use hexes::{Chains, Footing, Hex, HexMap, Listed, Mark, Misstep, Step};
use scenario::Side;

use super::phase::{CombatPhase, Fight};
use scenario::UnitSet;

/// At most this many chains of displacements are listed at a time, shared among the units that have to displace others. Any
/// other legal chain may be ordered all the same.
pub const CHAINS: usize = 200;

/// The paths open to a retreating unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    /// It must take one of these vacant hexes (`naw:7.73`).
    Vacant(Vec<Hex>),
    /// It must displace friends: the path lists their hexes, beginning with the unit's own new one and ending with the vacant
    /// hex (`naw:7.81`, `naw:7.82`). The shortest come first; `more`: there are others.
    Displacing { chains: Vec<Vec<Hex>>, more: bool },
    /// `None` if it is eliminated (`naw:7.72`).
    None,
}

impl Ways {
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Every listed path, as an order writes it.
    pub fn all(&self) -> Vec<Vec<Hex>> {
        match self {
            Self::Vacant(hexes) => hexes.iter().map(|hex| vec![*hex]).collect(),
            Self::Displacing { chains, .. } => chains.clone(),
            Self::None => Vec::new(),
        }
    }

    /// Whether there are more than those listed.
    pub const fn has_more(&self) -> bool {
        matches!(self, Self::Displacing { more: true, .. })
    }
}

/// May a unit pass from the one hex into its neighbour, zones and units apart? No unbridged river, no marsh but by road.
///
/// Clauses: `naw:7.72`, `naw:9.0-river`, `naw:9.0-marsh`. Costs are ignored.
pub fn is_passable(map: &HexMap, from: Hex, to: Hex) -> bool {
    map.contains(to)
        && map.between(from, to).is_some_and(|marks| {
            !marks.is_unbridged_river()
                && (chart::of(map.kind(to)).price != Price::Closed || marks.has(Mark::Road))
        })
}

/// The board as one side retreats over it: where everybody is, the enemy's zones, who cannot be displaced. Zones of the enemy
/// do not change meanwhile, as only this side moves.
#[derive(Clone, Debug)]
pub struct RetreatField<'s> {
    map: &'s HexMap,
    side: Side,
    ezoc: HexSet,
    /// Who is in a hex, by the grid's index.
    at: Vec<Option<UnitId>>,
    /// By unit.
    hex: Vec<Option<Hex>>,
    own: UnitSet,
    involved: UnitSet,
    displaced: UnitSet,
    shields: bool,
    swap: bool,
}

/// How everybody stood before a retreat.
#[derive(Clone, Debug)]
pub struct Undo {
    before: Vec<(UnitId, Option<Hex>)>,
    displaced: UnitSet,
}

/// A hex and its holder, as far as it matters for those who retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldHex {
    hex: Hex,
    involved: bool,
    displaced: bool,
}

impl<'s> RetreatField<'s> {
    /// The field of this side's retreats in a combat.
    pub fn new(state: &'s State, phase: &CombatPhase, fight: &Fight, side: Side) -> Self {
        let map = state.game.map();
        let options = &state.game.options;
        let mut field = Self {
            map,
            side,
            ezoc: zone(state, side.enemy()),
            at: vec![None; map.grid.len()],
            hex: vec![None; state.units.len()],
            own: state.game.of_side(side).collect(),
            involved: match options.involved {
                Involved::Participants => fight.attackers.iter().chain(&fight.defenders).collect(),
                Involved::AdjacentOnly => fight.contact.iter().chain(&fight.defenders).collect(),
            },
            displaced: phase.displaced.iter().collect(),
            shields: options.displace_into_ezoc == DisplaceIntoEzoc::FriendShields,
            swap: options.swap == Swap::Allowed,
        };
        for (unit, hex) in state.on_map() {
            field.put(unit, Some(hex));
        }
        field
    }

    /// Puts a unit there, or off the board.
    pub fn put(&mut self, unit: UnitId, hex: Option<Hex>) {
        if let Some(old) = self.hex[unit.index()]
            && self.at[self.map.grid.index(old)] == Some(unit)
        {
            self.at[self.map.grid.index(old)] = None;
        }
        self.hex[unit.index()] = hex;
        if let Some(hex) = hex {
            self.at[self.map.grid.index(hex)] = Some(unit);
        }
    }

    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.hex[unit.index()]
    }

    fn held_by(&self, hex: Hex) -> Option<UnitId> {
        self.at[self.map.grid.index(hex)]
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.own.contains(unit)
    }

    /// The neighbouring hexes that a unit may enter, as far as hexsides are concerned, by number.
    fn next_to(&self, from: Hex) -> Vec<Hex> {
        let next = self.map.neighbours(from).map(|(_, hex)| hex);
        let mut next: Vec<Hex> = next.filter(|to| is_passable(self.map, from, *to)).collect();
        next.sort_unstable();
        next
    }

    fn is_vacant(&self, hex: Hex) -> bool {
        self.held_by(hex).is_none() && !self.ezoc.contains(hex)
    }

    /// The vacant hexes that a unit may retreat to from here, by number.
    fn vacant(&self, from: Hex) -> Vec<Hex> {
        self.next_to(from).into_iter().filter(|hex| self.is_vacant(*hex)).collect()
    }

    /// Whether the unit in this hex may be displaced: a friend not in this combat and not in an enemy zone (`naw:7.81`).
    fn gives_way(&self, hex: Hex) -> bool {
        let friend = self.held_by(hex).filter(|friend| self.is_own(*friend));
        friend.is_some_and(|friend| !self.involved.contains(friend))
            && (!self.ezoc.contains(hex) || self.shields)
    }

    fn was_displaced(&self, hex: Hex) -> bool {
        self.held_by(hex).is_some_and(|unit| self.displaced.contains(unit))
    }

    /// All results of leaving this hex by displacements: vacant hexes first; without `again`, no unit is displaced a second
    /// time in this phase (`naw:7.82`).
    fn search(&self, left: Hex, again: bool) -> Chains {
        Chains::of(left, |from| {
            let step = |to: Hex| {
                // The hex that the retreating unit leaves (`naw:7.81`, option `swap`).
                let swaps = self.swap && to == left && !self.ezoc.contains(left);
                if self.is_vacant(to) || swaps {
                    return Some(Step { to, footing: Footing::Free, rank: 0 });
                }
                let held = self.gives_way(to) && (again || !self.was_displaced(to));
                held.then_some(Step { to, footing: Footing::Held, rank: 1 })
            };
            self.next_to(from).into_iter().filter_map(step).collect::<Vec<_>>()
        })
    }

    /// The chains open to a unit that leaves this hex. Those with a second displacement are included only if there are no
    /// others (`naw:7.82`).
    fn chains(&self, left: Hex) -> Chains {
        let fresh = self.search(left, false);
        if fresh.any() || self.displaced.is_empty() { fresh } else { self.search(left, true) }
    }

    /// Whether no vacant hex is open to the unit.
    pub fn must_displace(&self, unit: UnitId) -> bool {
        self.hex(unit).is_some_and(|here| self.vacant(here).is_empty())
    }

    /// Whether the unit can retreat at all.
    pub fn has_way(&self, unit: UnitId) -> bool {
        let Some(here) = self.hex(unit) else { return false };
        let mut next = self.map.neighbours(here).map(|(_, to)| to);
        next.any(|to| self.is_vacant(to) && is_passable(self.map, here, to)) || self.search(here, true).any()
    }

    /// The paths of a retreating unit (`naw:7.71` to `naw:7.82`): the shortest chains, up to `most`. If some are left out, the
    /// list still has one for every hex the unit can go to and every vacant hex at the end.
    pub fn ways(&self, unit: UnitId, most: usize) -> Ways {
        let Some(here) = self.hex(unit) else { return Ways::None };
        let vacant = self.vacant(here);
        if !vacant.is_empty() {
            return Ways::Vacant(vacant);
        }
        let found = self.chains(here);
        let Listed { mut chains, more } = found.shortest(most);
        if more {
            chains.extend(found.by_ends().chains);
            chains.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
            chains.dedup();
        }
        if chains.is_empty() { Ways::None } else { Ways::Displacing { chains, more } }
    }

    /// Whether the unit may retreat along this path. It is judged step by step, without a list of paths. An empty path is valid
    /// only for a unit that has none.
    pub fn allows(&self, unit: UnitId, way: &[Hex]) -> bool {
        let Some(here) = self.hex(unit) else { return way.is_empty() };
        if way.is_empty() { !self.has_way(unit) } else { self.chains(here).judge(way).is_ok() }
    }

    /// The units displaced along this path, in order.
    pub fn displaced_on(&self, way: &[Hex]) -> Vec<UnitId> {
        let before = way.len().saturating_sub(1);
        way[..before].iter().filter_map(|hex| self.held_by(*hex)).collect()
    }

    /// Carries out the retreat and returns the means to undo it.
    pub fn go(&mut self, unit: UnitId, way: &[Hex]) -> Undo {
        let displaced = self.displaced_on(way);
        let movers: Vec<UnitId> = std::iter::once(unit).chain(displaced.iter().copied()).collect();
        let undo = Undo {
            before: movers.iter().map(|unit| (*unit, self.hex(*unit))).collect(),
            displaced: self.displaced,
        };
        self.displaced = self.displaced.or(displaced.iter().collect());
        for unit in &movers {
            self.put(*unit, None);
        }
        for (unit, hex) in movers.iter().zip(way) {
            self.put(*unit, Some(*hex));
        }
        undo
    }

    /// Puts all units back where they were.
    pub fn undo(&mut self, undo: &Undo) {
        for (unit, _) in &undo.before {
            self.put(*unit, None);
        }
        for (unit, hex) in &undo.before {
            self.put(*unit, *hex);
        }
        self.displaced = undo.displaced;
    }

    /// Every hex this side holds, by number, with the relevant details of the unit in it.
    pub fn held(&self) -> Vec<HeldHex> {
        let on_map = self.own.iter().filter_map(|unit| self.hex(unit).map(|hex| (unit, hex)));
        let held = on_map.map(|(unit, hex)| HeldHex {
            hex,
            involved: self.involved.contains(unit),
            displaced: self.displaced.contains(unit),
        });
        let mut held: Vec<HeldHex> = held.collect();
        held.sort_unstable();
        held
    }

    /// What the unit may do instead, in words.
    fn remedy(&self, unit: UnitId) -> String {
        let say = |hexes: Vec<Hex>| hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let here = self.hex(unit);
        let vacant = here.map(|here| self.vacant(here)).unwrap_or_default();
        if !vacant.is_empty() {
            return format!("It may retreat to {}", say(vacant));
        }
        match here.map(|here| self.chains(here).firsts()).filter(|firsts| !firsts.is_empty()) {
            Some(firsts) => format!("It may displace a friend from {}", say(firsts)),
            None => "It has no hex left and is eliminated: retreat it with no way".into(),
        }
    }

    /// Why this unit may not retreat along this path, which is not allowed: the first clause by number.
    pub fn check(&self, state: &State, unit: UnitId, way: &[Hex]) -> Result<(), Refusal> {
        let remedy = self.remedy(unit);
        let name = state.say(unit);
        let refuse = |code, clause, fact: String| Refusal::new(code, clause, fact, remedy.clone());
        let overruled = &state.overruled;
        let (Some(here), Some(&to)) = (self.hex(unit), way.first()) else {
            return Err(refuse(Code::BadOrder, "naw:7.71", format!("{name} has a hex to retreat to")));
        };
        let holder = if self.map.contains(to) { self.held_by(to) } else { None };
        if holder.is_some_and(|holder| !self.is_own(holder)) {
            let fact = format!("the enemy holds {to}");
            return Err(refuse(Code::EnemyOccupied, "naw:5.12", fact).at([to]));
        }
        let marks = self.map.between(here, to);
        if marks.is_none() {
            let fact = format!("{to} is not next to {here}: a retreat is one hex");
            refuse(Code::NotAdjacent, "naw:7.71", fact).at([to]).unless(overruled)?;
        }
        if !self.map.contains(to) {
            return Err(refuse(Code::OffMap, "naw:7.72", format!("{to} is not on the map")));
        }
        if let Some(marks) = marks {
            if marks.is_unbridged_river() {
                let fact = format!("a river bars the way to {to}");
                refuse(Code::River, "naw:7.72", fact).at([to]).unless(overruled)?;
            } else if !is_passable(self.map, here, to) {
                let fact = format!("{to} is marsh without a road from {here}");
                refuse(Code::Closed, "naw:7.72", fact).at([to]).unless(overruled)?;
            }
        }
        if self.ezoc.contains(to) && !(self.shields && holder.is_some()) {
            let fact = format!("{to} is in an enemy zone");
            refuse(Code::Ezoc, "naw:7.72", fact).at([to]).unless(overruled)?;
        }
        let Some(holder) = holder else {
            if way.len() == 1 {
                return Ok(());
            }
            let fact = format!("{to} is vacant: nobody is displaced");
            return Err(refuse(Code::BadOrder, "naw:7.73", fact).at([to]));
        };
        if !self.vacant(here).is_empty() {
            let fact = format!("{} is in {to}, and a vacant hex is open", state.game.say(holder));
            refuse(Code::VacantFirst, "naw:7.73", fact).at([to]).unless(overruled)?;
        }
        if self.involved.contains(holder) {
            let fact = format!("{} takes part in this combat and cannot be displaced", state.say(holder));
            refuse(Code::Occupied, "naw:7.81", fact).at([to]).unless(overruled)?;
        }
        let fact = self.say_misstep(state, here, way);
        let refusal = refuse(Code::Occupied, "naw:7.82", fact).at(way.iter().copied());
        if self.is_chain(here, way) { refusal.unless(overruled) } else { Err(refusal) }
    }

    /// Can this be carried out at all: friends who make room one for another, whether they may or not?
    fn is_chain(&self, here: Hex, way: &[Hex]) -> bool {
        let (&last, held) = match way.split_last() {
            Some(split) => split,
            None => return false,
        };
        let is_friend = |hex: &Hex| {
            self.map.contains(*hex) && self.held_by(*hex).is_some_and(|holder| self.is_own(holder))
        };
        let twice = way.iter().enumerate().any(|(at, hex)| way[..at].contains(hex));
        let enemy = || self.held_by(last).is_some_and(|holder| !self.is_own(holder));
        !twice && !held.contains(&here) && held.iter().all(is_friend) && self.map.contains(last) && !enemy()
    }

    /// What is wrong with a chain that begins with a friend who could give way, in words.
    fn say_misstep(&self, state: &State, here: Hex, way: &[Hex]) -> String {
        let holder = |hex: Hex| match self.map.contains(hex).then(|| self.held_by(hex)).flatten() {
            Some(unit) => state.game.say(unit),
            None => "nobody".into(),
        };
        let of = |at: usize| holder(way[at.saturating_sub(1)]);
        let wrong = self.chains(here).judge(way);
        let without_again = || self.search(here, true).judge(way) != wrong;
        match wrong {
            Err(Misstep::Shut { at }) if without_again() => {
                let unit = holder(way[at]);
                format!("{unit} has been displaced in this phase, and there is a way without it")
            }
            Err(Misstep::Shut { at: 0 }) => {
                format!("{} cannot be displaced from {}: it has nowhere to go", holder(way[0]), way[0])
            }
            Err(Misstep::Shut { at }) => format!("{} cannot be displaced to {}", of(at), way[at]),
            Err(Misstep::Again { at }) => format!("{} would be left or entered twice", way[at]),
            Err(Misstep::Later { at, first }) => {
                let first: Vec<String> = first.iter().map(ToString::to_string).collect();
                format!("{} has a vacant hex to go to: {}", of(at), first.join(", "))
            }
            Err(Misstep::Beyond { at }) => format!("{} is vacant: nobody is displaced from there", way[at]),
            Err(Misstep::Short) | Ok(()) => {
                let last = way[way.len() - 1];
                format!("{} is displaced from {last} and is given no hex to go to", holder(last))
            }
        }
    }

    pub const fn side(&self) -> Side {
        self.side
    }
}
