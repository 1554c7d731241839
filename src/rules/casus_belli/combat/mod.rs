//! The combat phase (`cb:6c` to `cb:10e`): who owes what, combats, results, retreats, advances, withdrawals.

pub mod event;
pub mod offers;
pub mod phase;
pub mod table;

use super::order::{Assault, Withdrawal};
use super::roster::UnitId;
use super::scratch::{Judged, Scratch};
use crate::hexes::Hex;
use phase::CombatPhase;

/// Fixes who owes and who is owed an attack (`cb:6c`).
pub fn open(_s: &mut Scratch<'_>) {
    unimplemented!()
}
/// Ends the phase once nothing is owed; those out of command withdraw first (`cb:10e`).
pub fn close(_s: &mut Scratch<'_>) -> Judged {
    unimplemented!()
}
/// Does the phase wait for no choice that has to be made before anything else?
pub fn is_idle(_phase: &CombatPhase) -> bool {
    unimplemented!()
}
pub fn judge_attack(_s: &mut Scratch<'_>, _assault: &Assault) -> Judged {
    unimplemented!()
}
pub fn judge_retreat(_s: &mut Scratch<'_>, _back: &Withdrawal) -> Judged {
    unimplemented!()
}
pub fn judge_advance(_s: &mut Scratch<'_>, _unit: UnitId, _to: Hex) -> Judged {
    unimplemented!()
}
pub fn judge_decline(_s: &mut Scratch<'_>) -> Judged {
    unimplemented!()
}
/// Goes on with what was interrupted by a leader who had to go somewhere (`cb:11e`).
pub fn go_on(_s: &mut Scratch<'_>) -> Judged {
    Ok(())
}
