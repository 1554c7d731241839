//! What makes an order meaningless whatever the rules say: units and hexes that do not exist.

use super::order::Order;
use super::state::State;

/// Whether all units and sides in the order belong to this game. Journals may contain any number.
pub(super) fn knows(state: &State, order: &Order) -> bool {
    order.consent().is_none_or(|side| side.index() < 2)
        && order.units().iter().all(|id| id.index() < state.units.len())
}
