//! Hand to hand contact, and the range of guns (`cb:7a1`, `cb:9b` to `cb:9f`, `cb:10e`). Units: hexes.

use crate::chart::{self, RANGE};
use crate::options::HexsideFire;
use crate::roster::UnitId;
use crate::state::State;
use crate::zones::adjacent;
use hexes::{AlongHexside, Hex, Sight, sight};
use scenario::UnitSet;

use super::phase::CombatPhase;

/// A target's relation to guns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GunReach {
    /// Two or three hexes off, with a clear line.
    Open(u32),
    /// Adjacent across a river: doubled, and unaffected by results (`cb:tet-river`).
    OverRiver,
    /// Adjacent: it takes every result (`cb:9d`).
    Adjacent,
    /// Blocked by these hexes (`cb:9e`).
    Blocked(Vec<Hex>),
    /// This many hexes away.
    TooFar(u32),
}

impl GunReach {
    /// The range at which it is hit; `None` if it is not.
    pub const fn range(&self) -> Option<u32> {
        match self {
            Self::Open(hexes) => Some(*hexes),
            Self::OverRiver | Self::Adjacent => Some(1),
            Self::Blocked(_) | Self::TooFar(_) => None,
        }
    }
}

/// The relation of a target in one hex to guns in another.
///
/// Clauses: `cb:9b`, `cb:9e`, `cb:tet-river`. Ruling: neither units nor crests nor marsh are in the way; along a hexside by the
/// option `hexside-fire`.
pub fn reach_between(state: &State, from: Hex, to: Hex) -> GunReach {
    let map = state.game.map();
    let along = match state.game.options.hexside_fire {
        HexsideFire::Both => AlongHexside::Both,
        HexsideFire::Either => AlongHexside::Either,
        HexsideFire::Never => AlongHexside::Never,
    };
    match map.grid.distance(from, to) {
        0 | 1 if from == to || adjacent(map, from, to) => GunReach::Adjacent,
        0 | 1 => GunReach::OverRiver,
        far if far > RANGE => GunReach::TooFar(far),
        far => match sight(map.grid, from, to, along, |hex| chart::of(map.kind(hex)).blocks_fire) {
            Sight::Clear => GunReach::Open(far),
            Sight::Blocked { by } => GunReach::Blocked(by),
        },
    }
}

/// [`reach_between`] for units; a unit off the map is too far.
pub fn reach(state: &State, gun: UnitId, target: UnitId) -> GunReach {
    match (state.hex(gun), state.hex(target)) {
        (Some(from), Some(to)) => reach_between(state, from, to),
        _ => GunReach::TooFar(u32::MAX),
    }
}

/// Do the two touch: adjacent, with no river between (`cb:7a1`)?
pub fn touches(state: &State, a: UnitId, b: UnitId) -> bool {
    match (state.hex(a), state.hex(b)) {
        (Some(a), Some(b)) => adjacent(state.game.map(), a, b),
        _ => false,
    }
}

/// Do guns in woods bar this unit from attacking (`cb:9f`)?
pub fn is_barred_by_woods(state: &State, unit: UnitId) -> bool {
    let kind = state.hex(unit).map(|hex| state.game.map().kind(hex));
    state.game.is_artillery(unit)
        && kind.is_some_and(|kind| !chart::guns_may_attack_from(kind, &state.game.options))
}

/// May the unit attack at all: on the map, in good order, no guns in woods (`cb:12a`, `cb:9f`)? Command is checked elsewhere.
pub fn is_able(state: &State, unit: UnitId) -> bool {
    state.hex(unit).is_some() && !state.unit(unit).routed && !is_barred_by_woods(state, unit)
}

/// The enemies that hold this battery in their zones and can still be attacked: it must attack among them (`cb:9c`). Empty for
/// other units, and for a free battery.
pub fn pins(state: &State, phase: &CombatPhase, gun: UnitId) -> UnitSet {
    let pins = phase.pinned.get(&gun).into_iter().flatten();
    pins.filter(|enemy| state.hex(**enemy).is_some() && phase.may_be_attacked(**enemy)).collect()
}

/// The way an attacker takes part in an attack on given enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Hand to hand, on all of these.
    Hand(UnitSet),
    /// A free battery adjacent to these: it hits one of them and takes every result (`cb:9c`).
    Near(UnitSet),
    /// A battery that fires at one of these without touching it (`cb:9d`).
    Ranged(UnitSet),
}

impl Part {
    /// The enemies that it can hit.
    pub const fn targets(self) -> UnitSet {
        match self {
            Self::Hand(on) | Self::Near(on) | Self::Ranged(on) => on,
        }
    }
}

/// The part of this unit in an attack on these, by its place (`cb:9b`, `cb:9c`, `cb:9d`). Enemies that it cannot hit are
/// omitted.
pub fn part(state: &State, phase: &CombatPhase, unit: UnitId, on: UnitSet) -> Part {
    let touched = || on.iter().filter(|enemy| touches(state, unit, *enemy)).collect::<UnitSet>();
    if !state.game.is_artillery(unit) {
        return Part::Hand(touched());
    }
    let commanded = state.is_in_command(unit);
    let pins = pins(state, phase, unit);
    if !pins.is_empty() {
        return if commanded { Part::Hand(pins.and(on)) } else { Part::Ranged(UnitSet::EMPTY) };
    }
    let near = touched();
    if commanded && !near.is_empty() {
        return Part::Near(near);
    }
    Part::Ranged(on.iter().filter(|enemy| is_in_fire(state, unit, *enemy)).collect())
}

/// Can the battery hit the enemy at all, adjacent or not (`cb:9b`, `cb:10e`)?
pub fn could_hit(state: &State, gun: UnitId, enemy: UnitId) -> bool {
    is_in_fire(state, gun, enemy) || state.is_in_command(gun) && touches(state, gun, enemy)
}

/// Can the battery fire at the enemy without touching it? Out of command only from two hexes on (`cb:10e`).
pub fn is_in_fire(state: &State, gun: UnitId, enemy: UnitId) -> bool {
    match reach(state, gun, enemy) {
        GunReach::Open(_) => true,
        GunReach::OverRiver => state.is_in_command(gun),
        GunReach::Adjacent | GunReach::Blocked(_) | GunReach::TooFar(_) => false,
    }
}
