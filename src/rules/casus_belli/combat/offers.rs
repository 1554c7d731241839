//! What may be ordered in a combat phase (stub).
use super::phase::CombatPhase;
use crate::game::Due;
use crate::rules::casus_belli::order::Order;
use crate::rules::casus_belli::state::State;

pub fn due(_state: &State, _phase: &CombatPhase) -> Due<Order> {
    unimplemented!()
}
