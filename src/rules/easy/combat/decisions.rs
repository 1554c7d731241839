//! Decisions about opening fire and combats that come before anything else (`easy:0.5`).

use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::state::{State, Step};
use game::Clause;
use scenario::Side;

use super::progress;
use super::volleys::{self, open_volleys};

/// Checks that the opening fire is over, so that stands in contact may attack or withdraw.
pub fn check_fired(state: &State) -> Result<(), Refusal> {
    check_decided(state)?;
    if let Some(enemy) = open_volleys(state).first() {
        return Err(Refusal::new(
            Code::Phase,
            "easy:III.E.1",
            format!("{} has still to fire at stands in contact", state.say(*enemy)),
            "Roll the opening fire first",
        ));
    }
    Ok(())
}

/// The stands on which the pending hits of this shooter may be placed.
pub fn exposed_to(state: &State, shooter: StandId) -> Vec<StandId> {
    match state.active().map(|now| now.step) {
        Some(Step::Engaged) => volleys::exposed_to(state, shooter),
        Some(Step::Combats) => progress::exposed_to(state, shooter),
        Some(Step::Command | Step::Act | Step::Close) | None => Vec::new(),
    }
}

/// The pending decision of a combat: whose, its clause and its prompt.
pub fn awaited(state: &State) -> Option<(Side, Clause, String)> {
    match state.active()?.step {
        Step::Engaged => volleys::awaited(state),
        Step::Combats => progress::awaited(state),
        Step::Command | Step::Act | Step::Close => None,
    }
}

/// Checks that no such decision is pending.
pub fn check_decided(state: &State) -> Result<(), Refusal> {
    match awaited(state) {
        None => Ok(()),
        Some((_, clause, prompt)) => Err(Refusal::new(Code::Phase, clause, "a decision comes first", prompt)),
    }
}
