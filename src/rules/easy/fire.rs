//! Artillery fire (`easy:II.D`).
use super::order::Order;
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::rules::Offer;
pub fn judge(_s: &mut Scratch<'_>, _battery: StandId, _target: StandId) -> Judged {
    Ok(())
}
/// Every shot that is legal now.
pub fn offers(_state: &State) -> Vec<Offer<Order>> {
    Vec::new()
}
