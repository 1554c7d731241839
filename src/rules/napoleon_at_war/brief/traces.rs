//! What an order looked like on the map: the units it affected, and the paths they took.

use crate::combat::event::CombatEvent;
use crate::{Event, Order, State, UnitId};
use drawing::Mark;
use drawing::hex::{cursor_marks, path_marks};
use hexes::Hex;

use super::facts::touched;

/// The marks for an order given in this state, in inches on the map sheet.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let lie = &before.game.sheet().lie;
    let mut hexes: Vec<Hex> =
        touched(order.units(), events).into_iter().filter_map(|unit| before.hex(unit)).collect();
    let mut marks = Vec::new();
    let mut goes = |unit: &UnitId, way: &[Hex]| {
        let path: Vec<Hex> = before.hex(*unit).into_iter().chain(way.iter().copied()).collect();
        hexes.extend(path.last());
        marks.extend(path_marks(lie, &path, None));
    };
    for event in events {
        match event {
            Event::Interchanged { one, other } => {
                for (unit, to) in [(one, other), (other, one)] {
                    goes(unit, before.hex(*to).as_slice());
                }
            }
            Event::Moved { unit, path, .. } => goes(unit, path),
            Event::Combat(CombatEvent::Advanced { unit, to }) => goes(unit, &[*to]),
            Event::Combat(CombatEvent::Retreated { unit, way, .. }) => {
                goes(unit, way.get(..1).unwrap_or(&[]));
            }
            _ => {}
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    marks.extend(hexes.into_iter().flat_map(|hex| cursor_marks(lie, hex)));
    marks
}
