//! Events about engineers, and how they change the state.
//!
//! Clauses: `easy:V.D` to `easy:V.D.2.c`. Units: inches, half turns of work.

use serde::{Deserialize, Serialize};

use crate::roster::StandId;
use crate::state::State;

use super::task::{Job, Owed, Task};

/// A change in the work, attachment or pending hits of engineers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// The engineers did a step of work; `halves` is the work done so far, in half turns.
    Worked {
        engineer: StandId,
        task: Task,
        halves: u8,
    },
    /// The referee set how much work is done, in half turns.
    Set {
        engineer: StandId,
        task: Task,
        halves: u8,
    },
    /// The work is done. The change of the ground is a separate event.
    Finished {
        engineer: StandId,
    },
    /// The engineers gave up the work unfinished.
    Abandoned {
        engineer: StandId,
    },
    Joined {
        engineer: StandId,
        host: StandId,
    },
    Left {
        engineer: StandId,
    },
    /// The engineers used this many inches of their allowance, with their infantry or shifting beside it.
    Went {
        engineer: StandId,
        inches: f32,
    },
    /// Hits wait until the owner of the infantry has divided them.
    HitsOwed(Owed),
    /// The oldest pending hits are divided.
    HitsSettled,
}

/// Applies a change to the state. Never fails.
pub fn apply(state: &mut State, change: &Change) {
    let engineers = &mut state.engineers;
    match change {
        Change::Worked { engineer, task, halves } => {
            engineers.jobs.insert(*engineer, Job { task: task.clone(), halves: *halves });
            engineers.worked.insert(*engineer);
        }
        Change::Set { engineer, task, halves } => {
            engineers.jobs.insert(*engineer, Job { task: task.clone(), halves: *halves });
        }
        Change::Finished { engineer } | Change::Abandoned { engineer } => {
            engineers.jobs.remove(engineer);
        }
        Change::Joined { engineer, host } => {
            engineers.attached.insert(*engineer, *host);
        }
        Change::Left { engineer } => {
            engineers.attached.remove(engineer);
        }
        Change::Went { engineer, inches } => {
            if let Some(now) = state.stack.last_mut() {
                *now.ridden.entry(*engineer).or_default() += inches;
            }
        }
        Change::HitsOwed(owed) => engineers.owed.push(owed.clone()),
        Change::HitsSettled => {
            if !engineers.owed.is_empty() {
                engineers.owed.remove(0);
            }
        }
    }
}
