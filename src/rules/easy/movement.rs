//! Moves (`easy:II.B`, `easy:II.C`).
use super::order::Order;
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::rules::Offer;
use crate::table::Path;
pub fn judge_general(_s: &mut Scratch<'_>, _path: &Path) -> Judged {
    Ok(())
}
/// Where a reinforcement starts: its front edge at the entry, shifted along the edge; none for other stands.
pub fn entry_pose(_state: &State, _stand: StandId, _along: f32) -> Option<crate::table::Pose> {
    None
}
pub fn judge_enter(_s: &mut Scratch<'_>, _stand: StandId, _along: f32, _path: &Path) -> Judged {
    Ok(())
}
pub fn judge_withdraw(_s: &mut Scratch<'_>, _stand: StandId, _path: &Path) -> Judged {
    Ok(())
}
pub fn judge_move(_s: &mut Scratch<'_>, _stand: StandId, _path: &Path) -> Judged {
    Ok(())
}
/// Moves and entries that the stands of the topmost activation may make: families with their limits.
pub fn offers(_state: &State) -> Vec<Offer<Order>> {
    Vec::new()
}
/// The general's move, if it may be made now.
pub fn general_offers(_state: &State) -> Vec<Offer<Order>> {
    Vec::new()
}
/// How the stand may withdraw: the furthest straight away.
pub fn withdraw_offers(_state: &State, _stand: StandId) -> Vec<Offer<Order>> {
    Vec::new()
}
