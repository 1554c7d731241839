//! The names of detached units and new commands, as on their chits.
//!
//! Clauses: `easy:V.A`, `easy:V.C`.

use crate::refusal::{Code, Refusal};
use crate::roster::{CommandInfo, StandId};
use crate::state::State;
use scenario::army::Grade;

use super::chief::grade_of;
use super::roster::{LONGEST_NAME, division};

/// The name of a detached unit: a single stand's own name, otherwise that of the division.
pub(super) fn detached_name(state: &State, info: &CommandInfo, stands: &[StandId]) -> String {
    let [first, rest @ ..] = stands else { return info.name.clone() };
    let unit = state.unit(*first);
    let division = division(unit);
    if rest.is_empty() {
        unit.short.clone()
    } else if division.contains(char::is_whitespace) {
        division.to_owned()
    } else if division.contains('/') {
        format!("Division {division}")
    } else {
        format!("{}, detached", info.name)
    }
}

/// A name for a new command of these stands: a grand battery, their division, or just "New command". It is short
/// enough for a chit.
pub fn suggested_name(state: &State, stands: &[StandId]) -> String {
    let guns = !stands.is_empty() && stands.iter().all(|id| state.arm(*id).is_artillery());
    let wanted = if guns {
        "Grand battery".to_owned()
    } else if grade_of(state, stands) == Grade::Division
        && let Some(unit) = stands.first().map(|id| state.unit(*id))
        && !division(unit).is_empty()
    {
        detached_name(state, state.command(unit.command), stands)
    } else {
        "New command".to_owned()
    };
    // Leaves room for a number.
    let wanted: String = wanted.chars().take(LONGEST_NAME - 4).collect();
    unused_name(state, wanted.trim())
}

/// The wanted name, with a number if another command already has it.
pub fn unused_name(state: &State, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    for number in 2..=state.roster().commands.len() + 2 {
        if !is_taken(state, &name) {
            break;
        }
        name = format!("{wanted} {number}");
    }
    name
}

fn is_taken(state: &State, name: &str) -> bool {
    state.roster().commands.iter().any(|info| info.name.to_lowercase() == name.to_lowercase())
}

pub(super) fn check_name(state: &State, name: &str) -> Result<(), Refusal> {
    let name = name.trim();
    let bad = |fact: String, remedy: &str| Err(Refusal::new(Code::BadName, "easy:V.C", fact, remedy));
    if name.is_empty() {
        return bad("the new command has no name".into(), "Name it, as on its chit");
    }
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return bad(
            "the name of the new command does not go on a chit".into(),
            "Give one line of up to 40 characters",
        );
    }
    if is_taken(state, name) {
        return bad(format!("there is a command called {name} already"), "Give another name");
    }
    Ok(())
}
