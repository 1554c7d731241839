//! What must be true after a step of a case.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::question;
use crate::spelling::Reader;
use crate::state::{Phase, Place};
use crate::{Event, NapoleonAtWar, State};
use game::cased::check_hexes;
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
            let (last, wanted) = (refusal.last_legal, expected.last_legal.map(Spot::Hex));
            if wanted.is_some() && last != wanted {
                wrong.push(format!("the last legal hex is {last:?}, expected {wanted:?}"));
            }
        }
        CaseOutcome::Ruled(ruling) => check_ruling(ruling, expected, &mut wrong),
    }
    check_places(step.after, expected, &mut wrong);
    check_clock(step.after, expected, &mut wrong);
    wrong
}

fn check_ruling(ruling: &Ruling<Event>, expected: &Expected, wrong: &mut Vec<String>) {
    if let Some(points) = expected.cost {
        match question::cost(ruling) {
            Some(found) if found == points => {}
            Some(found) => wrong.push(format!("the move cost {found} MP, expected {points}")),
            None => wrong.push(format!("nothing moved, expected a cost of {points} MP")),
        }
    }
    if expected.odds.is_none() && expected.column.is_none() && expected.result.is_none() {
        return;
    }
    let Some(fight) = question::fight(ruling) else {
        wrong.push("no die was thrown for a combat".into());
        return;
    };
    if expected.odds.is_some_and(|odds| odds != fight.odds) {
        wrong.push(format!("it is {:?}, expected {:?}", fight.odds, expected.odds));
    }
    if expected.column.as_ref().is_some_and(|column| *column != fight.column) {
        wrong.push(format!("the column is {}, expected {:?}", fight.column, expected.column));
    }
    if expected.result.as_ref().is_some_and(|result| *result != fight.result) {
        wrong.push(format!("the result is {}, expected {:?}", fight.result, expected.result));
    }
}

fn check_places(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let places = expected.at.iter().map(|(name, hex)| (name, Place::Map(Hex(*hex))));
    let gone = expected.eliminated.iter().map(|name| (name, Place::Eliminated));
    let waiting = expected.waiting.iter().map(|name| (name, Place::Waiting));
    for (name, place) in places.chain(gone).chain(waiting) {
        match (Reader { state }).key(name) {
            Ok(id) if state.unit(id).place == place => {}
            Ok(id) => wrong.push(format!("{name} is {:?}, expected {place:?}", state.unit(id).place)),
            Err(fault) => wrong.push(fault.to_string()),
        }
    }
    for (name, points) in &expected.strength {
        match (Reader { state }).key(name) {
            Ok(id) if state.unit(id).strength == *points => {}
            Ok(id) => wrong.push(format!("{name} has {} points, expected {points}", state.unit(id).strength)),
            Err(fault) => wrong.push(fault.to_string()),
        }
    }
}

fn check_clock(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    if let Some(turn) = expected.turn
        && state.turn != turn
    {
        wrong.push(format!("it is turn {}, expected {turn}", state.turn));
    }
    if let Some(name) = &expected.phasing {
        match (Reader { state }).side(name) {
            Ok(side) if side == state.phasing => {}
            Ok(_) => {
                wrong
                    .push(format!("it is {}'s turn, expected {name}'s", state.game.side_name(state.phasing)));
            }
            Err(fault) => wrong.push(fault.to_string()),
        }
    }
    let phase = match state.phase {
        Phase::SetUp => "set-up",
        Phase::Movement => "movement",
        Phase::Combat(_) => "combat",
        Phase::Over(_) => "over",
    };
    if expected.phase.as_ref().is_some_and(|wanted| wanted != phase) {
        wrong.push(format!("the phase is {phase}, expected {:?}", expected.phase));
    }
    if expected.winner.is_none() && expected.lost.is_none() {
        return;
    }
    let Phase::Over(outcome) = &state.phase else {
        wrong.push(format!("the battle is not over: it is the {phase} phase of turn {}", state.turn));
        return;
    };
    let winner = outcome.winner.map_or("draw", |side| state.game.scenario.sides[side.index()].id.as_str());
    if expected.winner.as_ref().is_some_and(|wanted| wanted != winner) {
        wrong.push(format!("the outcome is {winner} ({}), expected {:?}", outcome.because, expected.winner));
    }
    if expected.lost.is_some_and(|(a, b)| [a, b] != outcome.lost) {
        wrong.push(format!("points lost are {:?}, expected {:?}", outcome.lost, expected.lost));
    }
}
