//! Orders that are invalid under any rules, because their pieces do not exist.

use super::order::Order;
use super::state::State;

/// Are all pieces of the order pieces of this game? A journal may hold any number.
pub(super) fn knows(state: &State, order: &Order) -> bool {
    let (units, leaders) = (state.units.len(), state.leaders.len());
    order.units().iter().all(|id| id.index() < units)
        && order.leaders().iter().all(|id| id.index() < leaders)
        && order.pieces().iter().all(|id| id.index() < units + leaders)
}
