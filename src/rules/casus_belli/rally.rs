//! Reorganisation (stub).
use super::order::Order;
use super::roster::{PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::game::Offer;

pub fn judge_rally(_s: &mut Scratch<'_>, _unit: UnitId, _by: PieceId) -> Judged {
    unimplemented!()
}
pub fn offers(_state: &State) -> Vec<Offer<Order>> {
    unimplemented!()
}
