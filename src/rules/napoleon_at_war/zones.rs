//! Zones of control, and which units touch which (`naw:6.0` to `naw:6.6`).
//!
//! One relation is used for everything: two hexes that share a hexside, other than a river without a bridge, are in each
//! other's zones, and units in them may attack each other in contact.

use hexes::{Hex, HexMap, HexSet};
use scenario::Side;

use super::roster::UnitId;
use super::state::State;

/// Whether the hexes share a hexside other than a river without a bridge. A hex is not adjacent to itself.
///
/// Clauses: `naw:6.4`, `naw:6.6`. Streams, slopes and closed hexes do not prevent it.
pub fn adjacent(map: &HexMap, a: Hex, b: Hex) -> bool {
    map.contains(a) && map.contains(b) && map.between(a, b).is_some_and(|marks| !marks.is_unbridged_river())
}

/// The hexes adjacent to this one.
pub fn around(map: &HexMap, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
    map.neighbours(hex)
        .filter(move |(way, _)| !map.marks(hex, *way).is_unbridged_river())
        .map(|(_, next)| next)
}

/// Whether the hex is in the zone of control of any unit on that side.
///
/// Clause: `naw:6.1`. Every unit on the map has a zone in every phase; nothing cancels it, not even friendly units.
pub fn in_zone(state: &State, hex: Hex, of: Side) -> bool {
    let map = state.game.map();
    state.on_map().any(|(id, at)| state.side(id) == of && adjacent(map, at, hex))
}

/// Every hex in that side's zones of control.
pub fn zone(state: &State, of: Side) -> HexSet {
    let map = state.game.map();
    let mut zone = HexSet::new(map);
    for (_, hex) in state.on_map().filter(|(id, _)| state.side(*id) == of) {
        for next in around(map, hex) {
            zone.insert(next);
        }
    }
    zone
}

/// The enemies adjacent to this unit, in the order of their ids; empty for a unit off the map.
pub fn in_contact(state: &State, unit: UnitId) -> Vec<UnitId> {
    let Some(here) = state.hex(unit) else { return Vec::new() };
    let (map, own) = (state.game.map(), state.side(unit));
    let touches = |(id, at): &(UnitId, Hex)| state.side(*id) != own && adjacent(map, here, *at);
    state.on_map().filter(touches).map(|(id, _)| id).collect()
}

/// The units on that side whose zone includes the hex, in the order of their ids.
pub fn controllers(state: &State, hex: Hex, of: Side) -> Vec<UnitId> {
    let map = state.game.map();
    state
        .on_map()
        .filter(|(id, at)| state.side(*id) == of && adjacent(map, *at, hex))
        .map(|(id, _)| id)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{ENEMY, Lab, PHASING};
    use hexes::Mark;

    #[test]
    fn a_zone_is_the_six_hexes_round() {
        let state = Lab::new().units("E3@2010").state();
        let numbers: Vec<u16> = zone(&state, ENEMY).iter().map(|hex| hex.0).collect();
        assert_eq!(numbers, [1910, 1911, 2009, 2011, 2110, 2111]);
        assert!(zone(&state, PHASING).iter().next().is_none());
    }

    #[test]
    fn unbridged_rivers_stop_zones_and_bridges_and_streams_do_not() {
        // naw:6.6
        let lab = Lab::new().units("E3@2009 F5@2010").side(2009, 2010, Mark::River);
        let state = lab.clone().state();
        let f5 = lab.id("F5@2010");
        assert!(!in_zone(&state, Hex(2010), ENEMY) && in_contact(&state, f5).is_empty());
        let bridged = lab.side(2009, 2010, Mark::Bridge).state();
        assert!(in_zone(&bridged, Hex(2010), ENEMY) && in_contact(&bridged, f5).len() == 1);
        let stream = Lab::new().units("E3@2009 F5@2010").side(2009, 2010, Mark::Stream).state();
        assert!(in_zone(&stream, Hex(2010), ENEMY));
    }

    #[test]
    fn every_unit_has_a_zone_and_no_friend_opens_it() {
        // naw:6.1
        let state = Lab::new().units("gE3@2009 F5@2010").state();
        assert!(in_zone(&state, Hex(2010), ENEMY));
        assert_eq!(controllers(&state, Hex(2010), ENEMY).len(), 1);
        assert!(in_zone(&state, Hex(2009), PHASING), "opposing zones coexist (naw:6.5)");
    }

    #[test]
    fn adjacency_is_mutual() {
        // naw:6.4
        let lab = Lab::new().side(2010, 2011, Mark::River).side(2010, 2110, Mark::Stream);
        let state = lab.state();
        let map = state.game.map();
        for a in map.grid.hexes() {
            assert!(!adjacent(map, a, a));
            for (_, b) in map.neighbours(a) {
                assert_eq!(adjacent(map, a, b), adjacent(map, b, a), "{a} {b}");
                assert_eq!(around(map, a).any(|hex| hex == b), adjacent(map, a, b));
            }
        }
        assert!(!adjacent(map, Hex(2010), Hex(2012)) && !adjacent(map, Hex(3925), Hex(3926)));
    }
}
