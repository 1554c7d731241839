//! Changes in the combats of the topmost activation.

use serde::{Deserialize, Serialize};

use crate::order::Reaction;
use crate::roster::StandId;
use crate::state::{Activation, State, Step};

use super::fight::Fight;
use super::status::{Beaten, Combat, Status, Volley};

/// A change in the combats of the topmost activation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// These enemies fire at activated stands in contact.
    Volleys {
        enemies: Vec<StandId>,
    },
    /// A battery made its choice at step 5.
    Reacted {
        battery: StandId,
        reaction: Reaction,
    },
    /// An enemy has fired; its hits wait to be placed.
    VolleyFired {
        enemy: StandId,
        to_place: u8,
    },
    VolleyPlaced {
        enemy: StandId,
    },
    /// The stand goes on attacking.
    Continues {
        stand: StandId,
    },
    Declared {
        combats: Vec<Vec<(StandId, StandId)>>,
    },
    /// The combat waits for a decision.
    Paused {
        combat: usize,
        fight: Box<Fight>,
    },
    /// The totals of the result roll (`easy:III.D-check`); the consequences are separate events.
    Totals {
        combat: usize,
        attackers: u8,
        defenders: u8,
    },
    Beaten {
        combat: usize,
        beaten: Beaten,
    },
    /// A beaten stand has retreated.
    WentBack {
        combat: usize,
        stand: StandId,
    },
    Over {
        combat: usize,
    },
    Skipped {
        combat: usize,
    },
}

/// Applies a change to the topmost activation.
pub fn apply(state: &mut State, change: &Change) {
    let Some(now) = state.stack.last_mut() else { return };
    match change {
        Change::Volleys { enemies } => {
            now.step = Step::Engaged;
            now.volleys =
                enemies.iter().map(|enemy| Volley { enemy: *enemy, fired: false, hits: 0 }).collect();
        }
        Change::Reacted { battery, reaction } => {
            now.reactions.insert(*battery, *reaction);
        }
        Change::VolleyFired { enemy, to_place } => {
            if let Some(volley) = now.volleys.iter_mut().find(|volley| volley.enemy == *enemy) {
                volley.fired = true;
                volley.hits = *to_place;
            }
        }
        Change::VolleyPlaced { enemy } => {
            if let Some(volley) = now.volleys.iter_mut().find(|volley| volley.enemy == *enemy) {
                volley.hits = 0;
            }
        }
        Change::Continues { stand } => {
            now.continuing.insert(*stand);
        }
        Change::Declared { combats } => {
            now.declared = true;
            now.combats = combats
                .iter()
                .map(|attacks| Combat { attacks: attacks.clone(), status: Status::Waiting })
                .collect();
        }
        Change::Paused { combat, fight } => set(now, *combat, Status::Paused(fight.clone())),
        Change::Totals { .. } => {}
        Change::Beaten { combat, beaten } => set(now, *combat, Status::Beaten(beaten.clone())),
        Change::WentBack { combat, stand } => {
            if let Some(Combat { status: Status::Beaten(beaten), .. }) = now.combats.get_mut(*combat) {
                beaten.losers.retain(|loser| loser != stand);
            }
        }
        Change::Over { combat } => set(now, *combat, Status::Over),
        Change::Skipped { combat } => set(now, *combat, Status::Skipped),
    }
}

fn set(now: &mut Activation, combat: usize, status: Status) {
    if let Some(combat) = now.combats.get_mut(combat) {
        combat.status = status;
    }
}
