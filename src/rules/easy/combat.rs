//! Close combat: opening fire, declaring, dice, results (`easy:III`).

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::order::Reaction;
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::State;
use crate::rules::Offer;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Volley {
    pub enemy: StandId,
}
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Combat {
    pub attacks: Vec<(StandId, StandId)>,
}
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    Declared,
}

pub fn apply(_state: &mut State, _change: &Change) {}

/// Called when the list has been fixed: goes on to [`Step::Engaged`](super::state::Step) when an activated stand touches an enemy that may fire, else to `Act`.
pub fn begin_engaged(s: &mut Scratch<'_>) -> Judged {
    s.emit(super::Event::StepBegan { step: super::state::Step::Act });
    Ok(())
}
/// Are there contacts of active stands with enemies that must be fought out now?
pub fn has_contacts(_state: &State) -> bool {
    false
}
/// Is every combat of the topmost activation resolved?
pub fn all_done(_state: &State) -> bool {
    true
}
pub fn offers(_state: &State) -> Vec<Offer<Order>> {
    Vec::new()
}
pub fn judge_react(_s: &mut Scratch<'_>, _battery: StandId, _reaction: Reaction) -> Judged {
    Ok(())
}
pub fn judge_opening_fire(_s: &mut Scratch<'_>, _enemy: StandId) -> Judged {
    Ok(())
}
pub fn judge_continue(_s: &mut Scratch<'_>, _stand: StandId) -> Judged {
    Ok(())
}
pub fn judge_declare(_s: &mut Scratch<'_>, _attacks: &[(StandId, StandId)]) -> Judged {
    Ok(())
}
pub fn judge_resolve(_s: &mut Scratch<'_>, _combat: usize) -> Judged {
    Ok(())
}
pub fn judge_place_hits(_s: &mut Scratch<'_>, _shooter: StandId, _hits: &[(StandId, u8)]) -> Judged {
    Ok(())
}
pub fn judge_split(_s: &mut Scratch<'_>, _attacker: StandId, _dice: &[(StandId, u8)]) -> Judged {
    Ok(())
}

/// A decision of a combat that somebody owes before anything else: whose, its clause and its prompt.
pub fn awaited(_state: &State) -> Option<(crate::scenario::Side, crate::rules::Clause, String)> {
    None
}
/// Batteries that no enemy touches any more come out of shelter (`easy:III.F.1`).
pub fn end_evasions(_s: &mut Scratch<'_>) {}
