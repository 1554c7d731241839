//! What must be true after a step of a case.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::question;
use crate::spelling::Reader;
use crate::state::{Phase, Place};
use crate::{Event, NapoleonAtWar, State};
use game::cased::{check_hexes, note_known, note_same};
use game::{CaseOutcome, Played, Ruling, Spot};
use hexes::Hex;

/// What is expected of a step, beyond the checks common to all games. Omitted fields are not checked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// Hexes that the refusal names.
    pub about: Vec<u16>,
    /// The last legal hex on the way, with a refusal.
    pub last_legal: Option<u16>,
    /// The hex in which each unit stands.
    pub at: BTreeMap<String, u16>,
    pub eliminated: Vec<String>,
    /// Units that have not arrived yet.
    pub waiting: Vec<String>,
    pub strength: BTreeMap<String, u8>,
    /// Movement points that the move cost.
    pub cost: Option<f32>,
    /// The fighting strengths: attack, defence.
    pub odds: Option<(u32, u32)>,
    /// The column used for the die roll.
    pub column: Option<String>,
    /// The result on the table: `De`, `Dr`, `Ex`, `Ar`, `Ae`.
    pub result: Option<String>,
    pub turn: Option<u8>,
    /// Which side's player turn it is.
    pub phasing: Option<String>,
    /// `set-up`, `movement`, `combat`, `over`.
    pub phase: Option<String>,
    /// The winning side, or `draw`.
    pub winner: Option<String>,
    /// Strength points that the two sides have lost, at the end.
    pub lost: Option<(u32, u32)>,
}

/// The ways in which the step did not come out as expected.
pub fn compare(step: &Played<'_, NapoleonAtWar>, expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    match step.outcome {
        CaseOutcome::Refused(refusal) => {
            check_hexes(refusal, &expected.about, &mut wrong);
            if expected.last_legal.is_some() {
                let wanted = expected.last_legal.map(Spot::Hex);
                note_same(&refusal.last_legal, &wanted, "the last legal hex", &mut wrong);
            }
        }
        CaseOutcome::Ruled(ruling) => check_ruling(ruling, expected, &mut wrong),
    }
    check_places(step.after, expected, &mut wrong);
    check_clock(step.after, expected, &mut wrong);
    wrong
}

fn check_ruling(ruling: &Ruling<Event>, expected: &Expected, wrong: &mut Vec<String>) {
    if expected.cost.is_some() {
        note_same(&question::cost(ruling), &expected.cost, "the cost of the move", wrong);
    }
    if expected.odds.is_none() && expected.column.is_none() && expected.result.is_none() {
        return;
    }
    let Some((odds, column, result)) = ruling.events.iter().find_map(Event::fought) else {
        wrong.push("no die was thrown for a combat".into());
        return;
    };
    if let Some(wanted) = &expected.odds {
        note_same(&odds, wanted, "attack and defence", wrong);
    }
    if let Some(wanted) = &expected.column {
        note_same(&column.name(), &wanted.as_str(), "the column", wrong);
    }
    if let Some(wanted) = &expected.result {
        note_same(&result.name(), &wanted.as_str(), "the result", wrong);
    }
}

fn check_places(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let places = expected.at.iter().map(|(name, hex)| (name, Place::Map(Hex(*hex))));
    let gone = expected.eliminated.iter().map(|name| (name, Place::Eliminated));
    let waiting = expected.waiting.iter().map(|name| (name, Place::Waiting));
    for (name, place) in places.chain(gone).chain(waiting) {
        if let Some(id) = note_known((Reader { state }).key(name), wrong) {
            note_same(&state.unit(id).place, &place, name, wrong);
        }
    }
    for (name, points) in &expected.strength {
        if let Some(id) = note_known((Reader { state }).key(name), wrong) {
            note_same(&state.unit(id).strength, points, &format!("the strength of {name}"), wrong);
        }
    }
}

fn check_clock(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    if let Some(turn) = &expected.turn {
        note_same(&state.turn, turn, "the turn", wrong);
    }
    let phasing = expected.phasing.as_ref();
    if let Some(side) = phasing.and_then(|name| note_known(Reader { state }.side(name), wrong)) {
        note_same(&state.phasing, &side, "whose turn it is", wrong);
    }
    let phase: &str = (&state.phase).into();
    if let Some(wanted) = &expected.phase {
        note_same(&phase, &wanted.as_str(), "the phase", wrong);
    }
    if expected.winner.is_none() && expected.lost.is_none() {
        return;
    }
    let Phase::Over(outcome) = &state.phase else {
        wrong.push(format!("the battle is not over: it is the {phase} phase of turn {}", state.turn));
        return;
    };
    if let Some(wanted) = &expected.winner {
        let winner = outcome.winner.map_or_else(|| "draw".to_owned(), |side| state.game.side_id(side));
        note_same(&winner, wanted, "the winner", wrong);
    }
    if let Some((a, b)) = expected.lost {
        note_same(&outcome.lost, &[a, b], "points lost", wrong);
    }
}
