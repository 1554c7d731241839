//! Moves (stub).
use super::order::Order;
use super::refusal::Refusal;
use super::roster::{PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::game::Offer;
use crate::hexes::Hex;

/// May this piece move now: its side's movement, its group open, not moved yet (`cb:3b`)?
pub fn check_may_move(_state: &State, _piece: PieceId) -> Result<(), Refusal> {
    unimplemented!()
}
/// The group of this piece is the one that moves from now on (`cb:3b`).
pub fn begin_group(_s: &mut Scratch<'_>, _piece: PieceId) {
    unimplemented!()
}
/// A piece moves, enters, or runs where it is routed.
pub fn judge_move(_s: &mut Scratch<'_>, _piece: PieceId, _path: &[Hex], _faces: Option<Hex>) -> Judged {
    unimplemented!()
}
/// A piece leaves the map (`cb:3h`).
pub fn judge_exit(_s: &mut Scratch<'_>, _piece: PieceId, _path: &[Hex]) -> Judged {
    unimplemented!()
}
/// Has everybody run who has to, and stands nobody on another (`cb:12a`, `cb:5`)?
pub fn check_done(_state: &State) -> Result<(), Refusal> {
    unimplemented!()
}
/// Reinforcements of the phasing side that could come on now.
pub fn could_enter(_state: &State) -> Vec<PieceId> {
    unimplemented!()
}
/// Every move that may be ordered now.
pub fn offers(_state: &State) -> Vec<Offer<Order>> {
    unimplemented!()
}
/// The runs open to a routed unit (`cb:12a`, `cb:12c`).
pub fn runs(_state: &State, _unit: UnitId) -> Vec<Offer<Order>> {
    unimplemented!()
}
