//! The traces of an order on the map: touched pieces and their paths.

use std::collections::BTreeMap;

use crate::roster::PieceId;
use crate::state::State;
use crate::{Event, Order};
use drawing::Mark;
use game::hex_scene;
use hexes::Hex;

use super::{facts, units};

/// The marks of an order that was given in this state, in inches of the map's sheet.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let named = units::named(before, order).into_iter().chain(facts::touched(before, events));
    let ways: Vec<Vec<Hex>> = ways(before, events).into_values().collect();
    hex_scene::traces(&before.game.sheet().lie, named.filter_map(|piece| units::hex(before, piece)), &ways)
}

/// The paths of pieces in these events, from their hexes.
pub fn ways(before: &State, events: &[Event]) -> BTreeMap<PieceId, Vec<Hex>> {
    let mut ways: BTreeMap<PieceId, Vec<Hex>> = BTreeMap::new();
    for (piece, way) in events.iter().flat_map(|event| event.ways(&before.game)) {
        let known = ways.entry(piece).or_insert_with(|| units::hex(before, piece).into_iter().collect());
        known.extend(way);
    }
    // A piece that enters starts at its first hex.
    ways.retain(|_, way| way.len() > 1);
    ways
}
