//! What the referee overrides (stub).
use super::order::Act;
use super::scratch::{Judged, Scratch};
use crate::game::Fiat;

pub fn judge(_s: &mut Scratch<'_>, _fiat: &Fiat<Act>) -> Judged {
    unimplemented!()
}
