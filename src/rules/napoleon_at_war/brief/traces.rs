//! What an order looked like on the map: the units it affected, and the paths they took.

use crate::{Event, Order, State};
use drawing::Mark;
use game::hex_scene;
use hexes::Hex;

use super::facts::touched;

/// The marks for an order given in this state, in inches on the map sheet.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let touched = touched(order.units(), events).into_iter().filter_map(|unit| before.hex(unit));
    let ways = events.iter().flat_map(|event| event.ways(before));
    let ways: Vec<Vec<Hex>> =
        ways.map(|(unit, way)| before.hex(unit).into_iter().chain(way).collect()).collect();
    hex_scene::traces(&before.game.sheet().lie, touched, &ways)
}
