//! Running cases on hexes: each step through `judge`, each expectation compared.

use super::ask;
use super::case::{Case, Expect, Step};
use crate::casebook::file::CaseFile;
use crate::casebook::run::{Failure, Outcome, Report, check_clause, check_no_clause, give};
use crate::game::{RuleSet, Ruling, Spelled};
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::spelling::Reader;
use crate::rules::napoleon_at_war::state::{Phase, Place};
use crate::rules::napoleon_at_war::{Event, NapoleonAtWar, Scenarios, State};

/// Runs every case of a file.
pub fn run_file(file: &CaseFile<Case>, scenarios: Scenarios<'_>) -> Report {
    Report::of(file.cases.iter().map(|case| run_case(case, scenarios)))
}

/// Runs one case; an empty list means that it passed.
pub fn run_case(case: &Case, scenarios: Scenarios<'_>) -> Vec<Failure> {
    let mut state = match case.position.set_up(scenarios) {
        Ok(state) => state,
        Err(fault) => return vec![Failure::of(case, "position", fault.to_string())],
    };
    if case.steps.is_empty() && case.asks.is_empty() {
        return vec![Failure::of(case, "case", "it has neither steps nor asks, so it checks nothing")];
    }
    let mut failures = Vec::new();
    for (number, question) in (1..).zip(&case.asks) {
        if let Err(what) = ask::check(&state, question) {
            failures.push(Failure::of(case, format!("ask {number}"), what));
        }
    }
    for (number, step) in (1..).zip(&case.steps) {
        let place = format!("step {number}");
        match run_step(&mut state, step) {
            Ok(wrong) => {
                failures.extend(wrong.into_iter().map(|what| Failure::of(case, place.clone(), what)));
            }
            Err(what) => {
                failures.push(Failure::of(case, place, what));
                break;
            }
        }
    }
    failures
}

/// Gives the order of a step. What is wrong with its expectations is listed; an error ends the case.
fn run_step(state: &mut State, step: &Step) -> Result<Vec<String>, String> {
    let before = state.clone();
    let order = NapoleonAtWar::order_of(&before, &step.order.0).map_err(|fault| fault.to_string())?;
    let outcome = give::<NapoleonAtWar>(state, &order, &step.dice)?;
    let expect = &step.expect;
    let mut wrong = Vec::new();
    match (&outcome, &expect.refused) {
        (Outcome::Refused(refusal), None) => {
            return Err(format!("refused {}: {refusal}", refusal.code.name()));
        }
        (Outcome::Ruled(_), Some(code)) => return Err(format!("accepted, but a refusal {code} is expected")),
        (Outcome::Refused(refusal), Some(code)) => {
            ask::check_refusal(refusal, code, &expect.about, &mut wrong);
            check_clause(refusal.clause, expect.clause.as_deref(), &mut wrong);
            let last = refusal.last_legal.map(|hex| hex.0);
            if expect.last_legal.is_some() && last != expect.last_legal {
                wrong.push(format!("the last legal hex is {last:?}, expected {:?}", expect.last_legal));
            }
        }
        (Outcome::Ruled(ruling), None) => {
            check_no_clause(expect.clause.as_deref(), &mut wrong);
            check_ruling(ruling, expect, &mut wrong);
        }
    }
    check_places(state, expect, &mut wrong);
    check_clock(state, expect, &mut wrong);
    let due = ask::check_due(state, &expect.due, &expect.not_due);
    wrong.extend(due.err());
    if let Some(side) = &expect.due_side {
        let wanted = Reader { state }.side(side).map_err(|fault| fault.to_string())?;
        let found = NapoleonAtWar::due(state).side;
        if found != Some(wanted) {
            wrong.push(format!("the decision is {found:?}'s, expected {side}'s"));
        }
    }
    outcome.check_words(&before, state, &expect.says, &expect.silent, &mut wrong);
    wrong.extend(expect.asks.iter().filter_map(|question| ask::check(state, question).err()));
    Ok(wrong)
}

fn check_ruling(ruling: &Ruling<Event>, expect: &Expect, wrong: &mut Vec<String>) {
    if let Some(points) = expect.cost {
        match ask::cost(ruling) {
            Some(found) if found == points => {}
            Some(found) => wrong.push(format!("the move cost {found} MP, expected {points}")),
            None => wrong.push(format!("nothing moved, expected a cost of {points} MP")),
        }
    }
    if expect.odds.is_none() && expect.column.is_none() && expect.result.is_none() {
        return;
    }
    let Some(fight) = ask::fight(ruling) else {
        wrong.push("no die was thrown for a combat".into());
        return;
    };
    if expect.odds.is_some_and(|odds| odds != fight.odds) {
        wrong.push(format!("it is {:?}, expected {:?}", fight.odds, expect.odds));
    }
    if expect.column.as_ref().is_some_and(|column| *column != fight.column) {
        wrong.push(format!("the column is {}, expected {:?}", fight.column, expect.column));
    }
    if expect.result.as_ref().is_some_and(|result| *result != fight.result) {
        wrong.push(format!("the result is {}, expected {:?}", fight.result, expect.result));
    }
}

fn check_places(state: &State, expect: &Expect, wrong: &mut Vec<String>) {
    let places = expect.at.iter().map(|(name, hex)| (name, Place::Map(Hex(*hex))));
    let gone = expect.eliminated.iter().map(|name| (name, Place::Eliminated));
    let waiting = expect.waiting.iter().map(|name| (name, Place::Waiting));
    for (name, place) in places.chain(gone).chain(waiting) {
        match (Reader { state }).key(name) {
            Ok(id) if state.unit(id).place == place => {}
            Ok(id) => wrong.push(format!("{name} is {:?}, expected {place:?}", state.unit(id).place)),
            Err(fault) => wrong.push(fault.to_string()),
        }
    }
    for (name, points) in &expect.strength {
        match (Reader { state }).key(name) {
            Ok(id) if state.unit(id).strength == *points => {}
            Ok(id) => wrong.push(format!("{name} has {} points, expected {points}", state.unit(id).strength)),
            Err(fault) => wrong.push(fault.to_string()),
        }
    }
}

fn check_clock(state: &State, expect: &Expect, wrong: &mut Vec<String>) {
    if let Some(turn) = expect.turn
        && state.turn != turn
    {
        wrong.push(format!("it is turn {}, expected {turn}", state.turn));
    }
    if let Some(name) = &expect.phasing {
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
    if expect.phase.as_ref().is_some_and(|wanted| wanted != phase) {
        wrong.push(format!("the phase is {phase}, expected {:?}", expect.phase));
    }
    if expect.winner.is_none() && expect.lost.is_none() {
        return;
    }
    let Phase::Over(outcome) = &state.phase else {
        wrong.push(format!("the battle is not over: it is the {phase} phase of turn {}", state.turn));
        return;
    };
    let winner = outcome.winner.map_or("draw", |side| state.game.scenario.sides[side.index()].id.as_str());
    if expect.winner.as_ref().is_some_and(|wanted| wanted != winner) {
        wrong.push(format!("the outcome is {winner} ({}), expected {:?}", outcome.because, expect.winner));
    }
    if expect.lost.is_some_and(|(a, b)| [a, b] != outcome.lost) {
        wrong.push(format!("points lost are {:?}, expected {:?}", outcome.lost, expect.lost));
    }
}
