//! Where a beaten unit may go, and whom it displaces on the way: the ledger's search (`naw:7.71` to `naw:7.73`, `naw:7.81`,
//! `naw:7.82`).
//!
//! Units: hexes.

use std::collections::BTreeSet;

use crate::hexes::{Hex, HexMap, Mark};
use crate::rules::napoleon_at_war::chart::{self, Price};
use crate::rules::napoleon_at_war::options::{DisplaceIntoEzoc, Involved, Swap};
use crate::rules::napoleon_at_war::zones::{HexSet, zone};
use crate::rules::napoleon_at_war::{Code, Refusal, State, UnitId};
use crate::scenario::Side;

use super::CombatPhase;
use super::fight::Fight;
use super::set::UnitSet;

/// At most so many chains of displacements are listed for one retreat.
pub const CHAINS: usize = 5000;

/// The ways that a retreating unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    /// It must take one of these vacant hexes (`naw:7.73`).
    Vacant(Vec<Hex>),
    /// It must displace friends: its own hex first, then theirs (`naw:7.81`, `naw:7.82`).
    Displacing(Vec<Vec<Hex>>),
    /// None: it is eliminated (`naw:7.72`).
    None,
}

impl Ways {
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Every way, as an order writes it.
    pub fn all(&self) -> Vec<Vec<Hex>> {
        match self {
            Self::Vacant(hexes) => hexes.iter().map(|hex| vec![*hex]).collect(),
            Self::Displacing(ways) => ways.clone(),
            Self::None => Vec::new(),
        }
    }

    pub fn allows(&self, way: &[Hex]) -> bool {
        match self {
            Self::Vacant(hexes) => matches!(way, [hex] if hexes.contains(hex)),
            Self::Displacing(ways) => ways.iter().any(|other| other == way),
            Self::None => way.is_empty(),
        }
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
pub struct Field<'s> {
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

impl<'s> Field<'s> {
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

    /// The neighbours that a unit may enter by their hexsides, by number.
    fn next_to(&self, from: Hex) -> Vec<Hex> {
        let next = self.map.neighbours(from).map(|(_, hex)| hex);
        let mut next: Vec<Hex> = next.filter(|to| is_passable(self.map, from, *to)).collect();
        next.sort_unstable();
        next
    }

    /// The vacant hexes that a unit may retreat to from here, by number.
    fn vacant(&self, from: Hex) -> Vec<Hex> {
        let open = |hex: &Hex| self.held_by(*hex).is_none() && !self.ezoc.contains(*hex);
        self.next_to(from).into_iter().filter(open).collect()
    }

    /// The ways of a retreating unit (`naw:7.71` to `naw:7.82`).
    pub fn ways(&self, unit: UnitId) -> Ways {
        let Some(here) = self.hex(unit) else { return Ways::None };
        let vacant = self.vacant(here);
        if !vacant.is_empty() {
            return Ways::Vacant(vacant);
        }
        let mut chains = Vec::new();
        let mut path = vec![here];
        self.chains(here, &mut path, &mut chains);
        // A unit is displaced again only if nothing else serves (`naw:7.82`).
        let again = |way: &[Hex]| {
            let moved = way[..way.len() - 1].iter().filter_map(|hex| self.held_by(*hex));
            moved.into_iter().any(|unit| self.displaced.contains(unit))
        };
        if chains.iter().any(|way: &Vec<Hex>| !again(way)) {
            chains.retain(|way| !again(way));
        }
        if chains.is_empty() { Ways::None } else { Ways::Displacing(chains) }
    }

    /// Chains of displacements that end in a vacant hex; `path` holds the hexes used so far, the retreating unit's own first.
    fn chains(&self, from: Hex, path: &mut Vec<Hex>, chains: &mut Vec<Vec<Hex>>) {
        for hex in self.next_to(from) {
            if path.contains(&hex) || chains.len() >= CHAINS {
                continue;
            }
            let Some(friend) = self.held_by(hex).filter(|friend| self.is_own(*friend)) else { continue };
            if self.involved.contains(friend) || (self.ezoc.contains(hex) && !self.shields) {
                continue;
            }
            let mut vacant = self.vacant(hex);
            // The hex that the retreating unit leaves (`naw:7.81`, option `swap`).
            let left = path[0];
            if self.swap && is_passable(self.map, hex, left) && !self.ezoc.contains(left) {
                vacant.push(left);
                vacant.sort_unstable();
            }
            path.push(hex);
            if vacant.is_empty() {
                self.chains(hex, path, chains);
            }
            for end in vacant {
                let mut way = path[1..].to_vec();
                way.push(end);
                chains.push(way);
            }
            path.pop();
        }
    }

    /// Who is displaced on this way, in order.
    pub fn displaced_on(&self, way: &[Hex]) -> Vec<UnitId> {
        let before = way.len().saturating_sub(1);
        way[..before].iter().filter_map(|hex| self.held_by(*hex)).collect()
    }

    /// Carries the retreat out; the answer undoes it.
    pub fn go(&mut self, unit: UnitId, way: &[Hex]) -> Vec<(UnitId, Option<Hex>)> {
        let movers: Vec<UnitId> = std::iter::once(unit).chain(self.displaced_on(way)).collect();
        let before = movers.iter().map(|unit| (*unit, self.hex(*unit))).collect();
        for unit in &movers {
            self.put(*unit, None);
        }
        for (unit, hex) in movers.iter().zip(way) {
            self.put(*unit, Some(*hex));
        }
        before
    }

    /// Puts everybody back as they were.
    pub fn undo(&mut self, before: &[(UnitId, Option<Hex>)]) {
        for (unit, _) in before {
            self.put(*unit, None);
        }
        for (unit, hex) in before {
            self.put(*unit, *hex);
        }
    }

    /// Why this unit may not retreat this way; the first clause by number.
    pub fn refuse(&self, state: &State, unit: UnitId, way: &[Hex]) -> Refusal {
        let ways = self.ways(unit);
        let remedy = match &ways {
            Ways::Vacant(hexes) => {
                let hexes: Vec<String> = hexes.iter().map(ToString::to_string).collect();
                format!("It may retreat to {}", hexes.join(", "))
            }
            Ways::Displacing(ways) => {
                let firsts: BTreeSet<Hex> = ways.iter().map(|way| way[0]).collect();
                let hexes: Vec<String> = firsts.iter().map(ToString::to_string).collect();
                format!("It may displace a friend from {}", hexes.join(", "))
            }
            Ways::None => "It has no hex left and is eliminated: retreat it with no way".into(),
        };
        let name = state.say(unit);
        let refuse = |code, clause, fact: String| Refusal::new(code, clause, fact, remedy.clone());
        let (Some(here), Some(&to)) = (self.hex(unit), way.first()) else {
            return refuse(Code::BadOrder, "naw:7.71", format!("{name} has a hex to retreat to"));
        };
        let holder = if self.map.contains(to) { self.held_by(to) } else { None };
        if holder.is_some_and(|holder| !self.is_own(holder)) {
            return refuse(Code::EnemyOccupied, "naw:5.12", format!("the enemy holds {to}")).at([to]);
        }
        let Some(marks) = self.map.between(here, to) else {
            let fact = format!("{to} is not next to {here}: a retreat is one hex");
            return refuse(Code::NotAdjacent, "naw:7.71", fact).at([to]);
        };
        if !self.map.contains(to) {
            return refuse(Code::OffMap, "naw:7.72", format!("{to} is not on the map"));
        }
        if marks.is_unbridged_river() {
            return refuse(Code::River, "naw:7.72", format!("a river bars the way to {to}")).at([to]);
        }
        if !is_passable(self.map, here, to) {
            return refuse(Code::Closed, "naw:7.72", format!("{to} is marsh without a road from {here}"))
                .at([to]);
        }
        if self.ezoc.contains(to) && !(self.shields && holder.is_some()) {
            return refuse(Code::Ezoc, "naw:7.72", format!("{to} is in an enemy zone")).at([to]);
        }
        let Some(holder) = holder else {
            let fact = format!("{to} is vacant: nobody is displaced");
            return refuse(Code::BadOrder, "naw:7.73", fact).at([to]);
        };
        if matches!(ways, Ways::Vacant(_)) {
            let fact = format!("{} is in {to}, and a vacant hex is open", state.game.say(holder));
            return refuse(Code::VacantFirst, "naw:7.73", fact).at([to]);
        }
        if self.involved.contains(holder) {
            let fact = format!("{} takes part in this combat and cannot be displaced", state.say(holder));
            return refuse(Code::Occupied, "naw:7.81", fact).at([to]);
        }
        let fact = format!("{} cannot be displaced from {to} that way", state.game.say(holder));
        refuse(Code::Occupied, "naw:7.82", fact).at(way.iter().copied())
    }

    pub const fn side(&self) -> Side {
        self.side
    }
}
