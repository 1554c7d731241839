//! Retreats and routs (`easy:III.D`).
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use crate::table::Heading;
pub fn judge(_s: &mut Scratch<'_>, _stand: StandId, _direction: Option<Heading>) -> Judged {
    Ok(())
}
