//! Charges (stub).
use super::order::Order;
use super::roster::UnitId;
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::game::Offer;

pub fn judge_charge(_s: &mut Scratch<'_>, _unit: UnitId, _target: UnitId) -> Judged {
    unimplemented!()
}
pub fn judge_call_off(_s: &mut Scratch<'_>, _unit: UnitId) -> Judged {
    unimplemented!()
}
pub fn offers(_state: &State) -> Vec<Offer<Order>> {
    unimplemented!()
}
/// As movement ends: charges whose riders did not end where they had to are broken (`cb:7f1`).
pub fn break_those_not_ridden(_s: &mut Scratch<'_>) {
    unimplemented!()
}
/// Does this attacker's strength double, these being attacked (`cb:7f1`, `cb:7f3`)?
pub fn is_ridden(_state: &State, _unit: UnitId, _on: &[UnitId]) -> bool {
    unimplemented!()
}
