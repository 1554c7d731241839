//! Generals: rallying, and what happens to them when they are contacted (`easy:III.C.2`, `easy:IV.A`).
use super::order::Order;
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::rules::Offer;
use crate::table::Pose;
pub fn judge_rally(_s: &mut Scratch<'_>, _stand: StandId, _pose: Pose) -> Judged {
    Ok(())
}
pub fn rally_offers(_state: &State) -> Vec<Offer<Order>> {
    Vec::new()
}
