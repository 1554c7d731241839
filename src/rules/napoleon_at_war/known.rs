//! What makes an order senseless whatever the rules say: units and hexes that are not there.

use super::order::Order;
use super::state::State;

/// Are all units of the order units of this game, and its sides its sides? Journals may hold any number.
pub(super) fn knows(state: &State, order: &Order) -> bool {
    order.consent().is_none_or(|side| side.index() < 2)
        && order.units().iter().all(|id| id.index() < state.units.len())
}
