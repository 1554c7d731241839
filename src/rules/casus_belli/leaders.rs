//! Capture of leaders (stub).
use super::roster::LeaderId;
use super::scratch::{Judged, Scratch};
use crate::hexes::Hex;
use crate::scenario::Side;

/// A unit of this side has entered the hex: lone enemy leaders there are captured on a 6, or get away (`cb:11e`).
pub fn overrun(_s: &mut Scratch<'_>, _hex: Hex, _by: Side) -> Judged {
    unimplemented!()
}
pub fn judge_relocate(_s: &mut Scratch<'_>, _leader: LeaderId, _hex: Hex) -> Judged {
    unimplemented!()
}
