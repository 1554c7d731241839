//! How far guns reach, and what blocks their line of sight. Units: hexes.

use crate::options::GunStatus;
use crate::zones::{adjacent, in_contact};
use crate::{State, UnitId, chart};
use hexes::{AlongHexside, Hex, HexMap, Sight, sight};

use super::phase::CombatPhase;

/// The range of a bombardment, in hexes (`naw:8.11`).
pub const RANGE: u32 = 2;

/// Whether a gun reaches a target, and if not why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GunReach {
    Open,
    /// The distance in hexes.
    TooFar(u32),
    /// Next to it: this is not a bombardment but a normal attack (`naw:8.0`).
    Adjacent,
    /// By these hexes (`naw:8.31`).
    Blocked(Vec<Hex>),
}

impl GunReach {
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }
}

/// Forest and town hexes block the line of sight; slopes, rough and units do not (`naw:8.33`, `naw:8.35`).
pub fn blocks_sight(map: &HexMap, hex: Hex) -> bool {
    chart::of(map.kind(hex)).blocks_sight
}

/// Whether a gun in one hex can bombard the other: two hexes off with a line of sight, or adjacent across a river without a
/// bridge.
///
/// Clauses: `naw:8.11`, `naw:8.12`, `naw:8.31`, `naw:8.32`, `naw:8.34`, `naw:8.45`.
pub fn reach_between(map: &HexMap, from: Hex, to: Hex) -> GunReach {
    match map.grid.distance(from, to) {
        0 => GunReach::Adjacent,
        1 if adjacent(map, from, to) => GunReach::Adjacent,
        1 => GunReach::Open,
        RANGE => match sight(map.grid, from, to, AlongHexside::Both, |hex| blocks_sight(map, hex)) {
            Sight::Clear => GunReach::Open,
            Sight::Blocked { by } => GunReach::Blocked(by),
        },
        far => GunReach::TooFar(far),
    }
}

/// Like [`reach_between`], for units on the map; a unit off the map is too far.
pub fn reach(state: &State, gun: UnitId, target: UnitId) -> GunReach {
    match (state.hex(gun), state.hex(target)) {
        (Some(from), Some(to)) => reach_between(state.game.map(), from, to),
        _ => GunReach::TooFar(u32::MAX),
    }
}

/// Whether this gun may bombard as far as contact is concerned. A gun in an enemy zone may not.
///
/// Clause: `naw:8.41`. Ruling: judged when it attacks (option `gun-status`).
pub fn may_bombard(state: &State, phase: &CombatPhase, gun: UnitId) -> bool {
    state.game.is_artillery(gun)
        && match state.game.options.gun_status {
            GunStatus::AtAttack => in_contact(state, gun).is_empty(),
            GunStatus::AtPhaseStart => phase.owing.binary_search(&gun).is_err(),
        }
}
