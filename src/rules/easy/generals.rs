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
/// Enemy generals that the mover touched on its way go behind their troops, each with a roll (`easy:III.C.2`).
pub fn displace_if_contacted(
    _s: &mut Scratch<'_>,
    _mover: StandId,
    _before: Pose,
    _path: &crate::table::Path,
) -> Judged {
    Ok(())
}
