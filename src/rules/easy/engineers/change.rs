//! What changes about engineers.
//!
//! Clauses: `easy:V.D` to `easy:V.D.2.c`. Units: inches, half turns of work.

use serde::{Deserialize, Serialize};

use crate::roster::StandId;
use crate::state::State;

use super::task::{Job, Owed, Task};

/// What changes about engineers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A step of work is done; `halves` in all, of those that the task needs.
    Worked {
        engineer: StandId,
        task: Task,
        halves: u8,
    },
    /// The referee says how much of it is done.
    Set {
        engineer: StandId,
        task: Task,
        halves: u8,
    },
    /// The work is done: its change of the ground is an event of its own.
    Finished {
        engineer: StandId,
    },
    /// The work is left unfinished.
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
    /// This many inches of its allowance have gone in this activation, with its infantry or beside it.
    Went {
        engineer: StandId,
        inches: f32,
    },
    /// Hits wait for the owner of the infantry.
    HitsOwed(Owed),
    /// The first of them are dealt with.
    HitsSettled,
}

/// Changes the state. Total.
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
