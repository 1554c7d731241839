//! What an order of Napoleon at War was on the map: those whom it touched, and the ways that they went.

use crate::{Event, Order, State};
use drawing::Mark;
use game::hex_scene;
use hexes::Hex;

use super::facts::touched;

/// The marks of an order that was given in this state, in inches of the map's sheet.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let touched = touched(order.units(), events).into_iter().filter_map(|unit| before.hex(unit));
    let ways = events.iter().flat_map(|event| event.ways(before));
    let ways: Vec<Vec<Hex>> =
        ways.map(|(unit, way)| before.hex(unit).into_iter().chain(way).collect()).collect();
    hex_scene::traces(&before.game.sheet().lie, touched, &ways)
}
