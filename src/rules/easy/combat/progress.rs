//! The current combat, and what it is waiting for.
//!
//! Clauses: `easy:III.B.1`, `easy:III.B.4`, `easy:III.B.5`. Units: strength points.

use crate::roster::StandId;
use crate::state::{Activation, State};
use crate::terms;
use game::Clause;
use scenario::Side;

use super::declare::has_contacts;
use super::fight::Fight;
use super::fight::choices::FightChoice;
use super::shares::{known_most, placements, splits};
use super::status::{Beaten, Status};

/// The combat that is waiting for a decision or for retreats, by index.
pub fn under_way(now: &Activation) -> Option<usize> {
    now.combats.iter().position(|combat| matches!(combat.status, Status::Paused(_) | Status::Beaten(_)))
}

/// Whether every combat of the topmost activation is resolved.
pub fn all_done(state: &State) -> bool {
    let done = |now: &Activation| {
        now.combats.iter().all(|combat| matches!(combat.status, Status::Over | Status::Skipped))
            && (now.declared || !has_contacts(state))
    };
    state.active().is_none_or(done)
}

/// The combat that is waiting for a decision, updated with the referee's changes.
pub fn paused(state: &State) -> Option<(usize, Fight)> {
    let now = state.active()?;
    let index = under_way(now)?;
    let Status::Paused(fight) = &now.combats[index].status else { return None };
    let mut fight = fight.as_ref().clone();
    let left = |id: StandId| if state.pose(id).is_some() { state.stand(id).strength } else { 0 };
    fight.sync(left, |id| state.added_strength(id));
    Some((index, fight))
}

/// The stands on which this stand's hits may be placed.
pub fn exposed_to(state: &State, stand: StandId) -> Vec<StandId> {
    match paused(state).and_then(|(_, fight)| fight.choice()) {
        Some(FightChoice::Place { shooter, among, .. }) if shooter == stand => {
            among.into_iter().map(|(id, _)| id).collect()
        }
        _ => Vec::new(),
    }
}

/// The beaten stands that still have to retreat.
pub fn beaten(state: &State) -> Option<(usize, &Beaten)> {
    let now = state.active()?;
    let index = under_way(now)?;
    match &now.combats[index].status {
        Status::Beaten(beaten) => Some((index, beaten)),
        _ => None,
    }
}

/// The decision that has to be made first, and who makes it.
pub fn awaited(state: &State) -> Option<(Side, Clause, String)> {
    if let Some((_, fight)) = paused(state) {
        return fight.choice().map(|choice| match choice {
            FightChoice::React { battery, by, .. } => {
                (by, "easy:III.F", format!("What does {} do?", state.say(battery)))
            }
            FightChoice::Square { stand, by } => {
                (by, "easy:VI.G", format!("Does {} form squares?", state.say(stand)))
            }
            FightChoice::Place { shooter, hits, by, among } => {
                let words = format!("Place {} of {}", terms::hits(hits), state.say(shooter));
                let ways = placements(hits, &known_most(state, by, &among));
                (by, "easy:III.B.4", ways.prompt(words))
            }
            FightChoice::Spare { host, hits, by, .. } => {
                let (hits, host) = (terms::hits(hits), state.say(host));
                (by, "easy:V.D.2.c", format!("{hits} on {host}: do its engineers take any?"))
            }
            FightChoice::Split { attacker, dice, by, among } => {
                let words = format!("Divide the {dice} dice of {}", state.say(attacker));
                (by, "easy:III.B.5", splits(dice, &among).prompt(words))
            }
        });
    }
    let (_, beaten) = beaten(state)?;
    let first = *beaten.losers.first()?;
    let (clause, verb) = if beaten.rout { ("easy:III.D.3", "routs") } else { ("easy:III.D.2", "retreats") };
    let more = if beaten.losers.len() > 1 { ", and others: choose who goes first" } else { "" };
    Some((state.side(first), clause, format!("{} {verb}{more}", state.say(first))))
}
