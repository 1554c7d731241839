//! Zones of control, and contact (`cb:6a` to `cb:6d`, `cb:15a2`).
//!
//! Touching differs from controlling: a unit next to an enemy in a village touches it, but does not control it.

use hexes::{Direction, Hex, HexMap, HexSet};
use scenario::Side;

use super::chart;
use super::roster::UnitId;
use super::state::State;

/// Do the hexes share a hexside without a river, so that units in them may fight hand to hand (`cb:7a1`, `cb:tet-river`)?
pub fn adjacent(map: &HexMap, a: Hex, b: Hex) -> bool {
    map.contains(a) && map.contains(b) && map.between(a, b).is_some_and(|marks| !chart::is_river(marks))
}

/// Does a zone extend from one hex into the other: a neighbour, over no river, and no woods or village (`cb:6d`)?
pub fn reaches(map: &HexMap, from: Hex, to: Hex) -> bool {
    adjacent(map, from, to) && chart::of(map.kind(to)).zoc
}

/// The aspect of a hexside for a unit with a given front (`cb:15a1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    Front,
    Flank,
    Rear,
}

/// The three hexsides ahead are the front, the one behind is the rear, those between are flanks (`cb:15a1`).
pub const fn aspect(faces: Direction, way: Direction) -> Aspect {
    match (way.0 + 6 - faces.0) % 6 {
        0 | 1 | 5 => Aspect::Front,
        2 | 4 => Aspect::Flank,
        _ => Aspect::Rear,
    }
}

/// Has the unit a zone at all: neither routed nor of a demoralised corps (`cb:6a`, `cb:13c`)? Guns and units out of command have
/// one.
pub fn has_zone(state: &State, unit: UnitId) -> bool {
    !state.unit(unit).routed && !state.is_unit_demoralised(unit)
}

/// Does the unit control the hex: is it in its zone?
///
/// Clauses: `cb:6a`, `cb:6d`, `cb:15a2`.
pub fn controls(state: &State, unit: UnitId, hex: Hex) -> bool {
    let map = state.game.map();
    let Some(here) = state.hex(unit) else { return false };
    reaches(map, here, hex) && looks_at(state, unit, here, hex) && has_zone(state, unit)
}

/// With facing a zone covers the frontal hexes only (`cb:15a2`).
fn looks_at(state: &State, unit: UnitId, here: Hex, hex: Hex) -> bool {
    let way = state.game.map().grid.direction(here, hex);
    match (state.unit(unit).faces, way) {
        (Some(faces), Some(way)) => aspect(faces, way) == Aspect::Front,
        (None, _) | (_, None) => true,
    }
}

/// The units of that side that control the hex, in the order of their ids.
pub fn controllers(state: &State, hex: Hex, of: Side) -> Vec<UnitId> {
    let map = state.game.map();
    let near = |(id, at): &(UnitId, Hex)| state.side(*id) == of && map.grid.direction(*at, hex).is_some();
    state.on_map().filter(near).map(|(id, _)| id).filter(|id| controls(state, *id, hex)).collect()
}

/// Is the hex in the zone of control of some unit of that side?
pub fn in_zone(state: &State, hex: Hex, of: Side) -> bool {
    !controllers(state, hex, of).is_empty()
}

/// Every hex in the zone of control of that side.
pub fn zone(state: &State, of: Side) -> HexSet {
    let map = state.game.map();
    let mut zone = HexSet::new(map);
    let demoralised: Vec<bool> = state.game.corps_ids().map(|corps| state.is_demoralised(corps)).collect();
    for (id, hex) in state.on_map() {
        let shaken = state.game.corps_of(id).is_some_and(|corps| demoralised[corps.index()]);
        if state.side(id) != of || state.unit(id).routed || shaken {
            continue;
        }
        for (way, next) in map.neighbours(hex) {
            let ahead = state.unit(id).faces.is_none_or(|faces| aspect(faces, way) == Aspect::Front);
            if ahead && reaches(map, hex, next) {
                zone.insert(next);
            }
        }
    }
    zone
}

/// The enemies that touch this unit, in the order of their ids; empty for a unit off the map.
pub fn touching(state: &State, unit: UnitId) -> Vec<UnitId> {
    let Some(here) = state.hex(unit) else { return Vec::new() };
    let (map, own) = (state.game.map(), state.side(unit));
    let touches = |(id, at): &(UnitId, Hex)| state.side(*id) != own && adjacent(map, here, *at);
    state.on_map().filter(touches).map(|(id, _)| id).collect()
}

/// Hexes from here to the nearest unit of that side; `None` if it has none on the map (`cb:12b`, `cb:13c`).
pub fn to_nearest(state: &State, hex: Hex, of: Side) -> Option<u32> {
    let grid = state.game.map().grid;
    let others = state.on_map().filter(|(id, _)| state.side(*id) == of);
    others.map(|(_, at)| grid.distance(hex, at)).min()
}
