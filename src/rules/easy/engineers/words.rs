//! Wording about engineers. Units: half turns of work.

use crate::roster::StandId;
use crate::state::{Place, State};
use scenario::army::Arm;

use super::change::Change;
use super::task::Job;

/// Half turns in words, as turns: `1`, `2½`.
pub fn say_halves(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Remaining half turns in words, as turns: `1 turn left`, `2½ turns left`.
pub fn say_turns_left(halves: u8) -> String {
    let plural = if halves > 2 || halves == 0 { "s" } else { "" };
    format!("{} turn{plural} left", say_halves(halves))
}

/// The half turns of work that remain. `None` if the site is gone.
pub fn halves_left(state: &State, job: &Job) -> Option<u8> {
    let needed = job.task.turns(state.ground())?.saturating_mul(2);
    Some(needed.saturating_sub(job.halves))
}

/// What the stand has to do with engineers, in words: its work, or what is attached to what. `None` if nothing.
pub fn say_state(state: &State, stand: StandId) -> Option<String> {
    if let Some(job) = state.engineers.jobs.get(&stand) {
        let task = job.task.say(state.ground());
        let left = halves_left(state, job).unwrap_or(0);
        return Some(format!("at work on {task}: {}", say_turns_left(left)));
    }
    if let Some(host) = state.host_of(stand) {
        return Some(format!("attached to {}", state.say_short(host)));
    }
    state.engineer_with(stand).map(|engineer| format!("with {} attached", state.say_short(engineer)))
}

/// The log line for a change. `None` if another line covers it.
pub fn say_change(state: &State, change: &Change) -> Option<String> {
    let who = |id: &StandId| state.say_short(*id);
    Some(match change {
        Change::Worked { engineer, task, halves } | Change::Set { engineer, task, halves } => {
            let needed = task.turns(state.ground()).unwrap_or(0).saturating_mul(2);
            let left = say_turns_left(needed.saturating_sub(*halves));
            format!("{} works at {}: {left}", who(engineer), task.say(state.ground()))
        }
        Change::Finished { engineer } => format!("{} has done its work", who(engineer)),
        Change::Abandoned { engineer } => format!("{} leaves its work unfinished", who(engineer)),
        Change::Joined { engineer, host } => format!("{} is attached to {}", who(engineer), who(host)),
        Change::Left { engineer } => format!("{} is no longer attached", who(engineer)),
        Change::HitsOwed(owed) => {
            format!("{} is hit: {}", who(&owed.host), crate::terms::hits(owed.hits))
        }
        Change::Went { .. } | Change::HitsSettled => return None,
    })
}

/// Whether this is a stand of engineers on the table.
pub(super) fn is_engineer(state: &State, stand: StandId) -> bool {
    state.arm(stand) == Arm::Engineer && matches!(state.stand(stand).place, Place::Table(_))
}
