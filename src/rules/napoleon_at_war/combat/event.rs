//! What happens in a combat phase.

use serde::{Deserialize, Serialize};

use crate::rules::napoleon_at_war::State;

/// One thing that happened in a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CombatEvent {}

/// Changes the state by one event of a combat.
pub fn apply(_state: &mut State, event: &CombatEvent) {
    match *event {}
}
