//! What makes an order senseless whatever the rules say: units and hexes that are not there.

use super::order::{Assault, Order};
use super::roster::UnitId;
use super::state::State;

/// Are all units of the order units of this game, and its sides its sides? Journals may hold any number.
pub(super) fn knows(state: &State, order: &Order) -> bool {
    let known = |id: &UnitId| id.index() < state.units.len();
    let all = |units: &[UnitId]| units.iter().all(known);
    let assault = |assault: &Assault| all(&assault.attackers) && all(&assault.defenders);
    match order {
        Order::Interchange { one, other } => known(one) && known(other),
        Order::Move { unit, .. } | Order::Retreat { unit, .. } | Order::Advance { unit, .. } => known(unit),
        Order::TakeBack { unit, consent } => known(unit) && consent.is_none_or(|side| side.index() < 2),
        Order::Declare { assaults } => assaults.iter().all(assault),
        Order::Attack(one) => assault(one),
        Order::Exchange { lost } => all(lost),
        Order::Begin
        | Order::EndMovement
        | Order::Reopen
        | Order::Counterattack
        | Order::Decline
        | Order::EndCombat
        | Order::Fiat(_) => true,
    }
}
