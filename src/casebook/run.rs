//! Running cases: each step through `judge`, each expectation compared, every failure named with its case.

use std::fmt;

use glam::Vec2;

use super::ask;
use super::case::{Case, CaseStep, Expect};
use super::file::{CaseFile, Cited, RawDice};
use crate::dice::Typed;
use crate::game::{RuleSet, Ruling, Stop};
use crate::rules::easy::spelling::Reader;
use crate::rules::easy::state::{Place, State};
use crate::rules::easy::{Easy, Event, PositionFault, Refusal};
use crate::scenario::Weather;

/// How far measured numbers may differ from expected ones, in inches or degrees.
const TOLERANCE: f32 = 0.006;

/// Something in a case that did not come out.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub case: String,
    pub clauses: Vec<String>,
    /// Where: `step 2`, `ask 1`, `position`.
    pub place: String,
    pub what: String,
}

impl Failure {
    /// What did not come out at this place of the case.
    pub fn of(case: &dyn Cited, place: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            case: case.name().to_owned(),
            clauses: case.clauses().to_vec(),
            place: place.into(),
            what: what.into(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}], {}: {}", self.case, self.clauses.join(", "), self.place, self.what)
    }
}

/// What running a file came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub passed: usize,
    pub failures: Vec<Failure>,
}

impl Report {
    /// What running some cases came to, each given by its failures.
    pub fn of(cases: impl Iterator<Item = Vec<Failure>>) -> Self {
        let mut report = Self::default();
        for failures in cases {
            report.passed += usize::from(failures.is_empty());
            report.failures.extend(failures);
        }
        report
    }
}

/// Runs every case of a file.
pub fn run_file(file: &CaseFile, scenario: &dyn Fn(&str) -> Result<State, String>) -> Report {
    Report::of(file.cases.iter().map(|case| run_case(case, scenario)))
}

/// Runs one case; an empty list means that it passed.
pub fn run_case(case: &Case, scenario: &dyn Fn(&str) -> Result<State, String>) -> Vec<Failure> {
    let failure = |place: String, what: String| Failure::of(case, place, what);
    let state = match &case.scenario {
        Some(id) => scenario(id),
        None => case.position.set_up().map_err(|fault: PositionFault| fault.to_string()),
    };
    let mut state = match state {
        Ok(state) => state,
        Err(fault) => return vec![failure("position".into(), fault)],
    };
    if case.steps.is_empty() && case.asks.is_empty() {
        return vec![failure("case".into(), "it has neither steps nor asks, so it checks nothing".into())];
    }
    let origin = Vec2::new(case.position.origin.0, case.position.origin.1);
    let mut failures = Vec::new();
    for (index, question) in case.asks.iter().enumerate() {
        if let Err(what) = ask::check(&state, &case.position, question) {
            failures.push(failure(format!("ask {}", index + 1), what));
        }
    }
    for (index, step) in case.steps.iter().enumerate() {
        let place = format!("step {}", index + 1);
        match run_step(&mut state, step, origin) {
            Ok(said) => failures.extend(said.into_iter().map(|what| failure(place.clone(), what))),
            Err(what) => {
                failures.push(failure(place, what));
                break;
            }
        }
    }
    failures
}

/// What one order led to.
pub(super) enum Outcome<R: RuleSet> {
    Ruled(Ruling<R::Event>),
    Refused(R::Refusal),
}

/// Gives an order with its dice and applies what it leads to; an error ends the case.
pub(super) fn give<R: RuleSet>(
    state: &mut R::State,
    order: &R::Order,
    dice: &[RawDice],
) -> Result<Outcome<R>, String> {
    let mut tray = Typed::new(dice.iter().cloned().map(Into::into));
    match R::judge(state, order, &mut tray) {
        Ok(ruling) => {
            tray.finish().map_err(|fault| fault.to_string())?;
            ruling.events.iter().for_each(|event| R::apply(state, event));
            Ok(Outcome::Ruled(ruling))
        }
        Err(Stop::Refused(_)) if !tray.is_empty() => {
            Err("dice were given to an order that is refused: it rolls nothing".into())
        }
        Err(Stop::Refused(refusal)) => Ok(Outcome::Refused(refusal)),
        Err(Stop::NeedsDice(throw)) => {
            Err(format!("{} dice of {} are missing: {}", throw.dice, throw.sides, throw.why))
        }
        Err(Stop::BadDice(fault)) => Err(fault.to_string()),
    }
}

fn run_step(state: &mut State, step: &CaseStep, origin: Vec2) -> Result<Vec<String>, String> {
    let before = state.clone();
    let order = Reader { state: &before, origin }.order(&step.order.0).map_err(|fault| fault.to_string())?;
    let outcome = give::<Easy>(state, &order, &step.dice)?;
    let mut wrong = Vec::new();
    check_odds(&before, &order, &step.expect, &mut wrong);
    match (&outcome, &step.expect.refused) {
        (Outcome::Refused(refusal), None) => {
            return Err(format!("refused {}: {refusal}", refusal.code.name()));
        }
        (Outcome::Ruled(_), Some(code)) => return Err(format!("accepted, but a refusal {code} is expected")),
        (Outcome::Refused(refusal), Some(code)) => {
            if refusal.code.name() != code {
                wrong.push(format!("refused {}, expected {code}: {refusal}", refusal.code.name()));
            }
            check_clause(refusal.clause, step.expect.clause.as_deref(), &mut wrong);
            check_last_legal(refusal, &step.expect, origin, &mut wrong);
        }
        (Outcome::Ruled(ruling), None) => {
            check_no_clause(step.expect.clause.as_deref(), &mut wrong);
            check_ruling(state, ruling, &step.expect, &mut wrong);
        }
    }
    check_state(state, &step.expect, origin, &mut wrong);
    outcome.check_words(&before, state, &step.expect.says, &step.expect.silent, &mut wrong);
    Ok(wrong)
}

/// Does the refusal cite the clause that is expected, where one is?
pub(super) fn check_clause(found: &str, expected: Option<&str>, wrong: &mut Vec<String>) {
    if expected.is_some_and(|clause| clause != found) {
        wrong.push(format!("refused by {found}, expected {}", expected.unwrap_or_default()));
    }
}

/// What is not refused cites no clause: a case that expects one is in error.
pub(super) fn check_no_clause(expected: Option<&str>, wrong: &mut Vec<String>) {
    if let Some(clause) = expected {
        wrong.push(format!("{clause} is expected of a refusal, but the step expects none"));
    }
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= TOLERANCE
}

fn check_odds(state: &State, order: &crate::rules::easy::Order, expect: &Expect, wrong: &mut Vec<String>) {
    if expect.odds.is_empty() {
        return;
    }
    let odds = match Easy::odds(state, order) {
        Ok(odds) => odds,
        Err(stop) => return wrong.push(format!("no odds: {stop}")),
    };
    for (text, percent) in &expect.odds {
        let hits = odds.chances().iter().filter(|chance| chance.result.contains(text.as_str()));
        let sum: f64 = hits.map(|chance| chance.probability).sum::<f64>() * 100.0;
        if (sum - f64::from(*percent)).abs() > 0.01 {
            wrong.push(format!("\"{text}\" has {sum:.3} %, expected {percent} %"));
        }
    }
}

fn check_last_legal(refusal: &Refusal, expect: &Expect, origin: Vec2, wrong: &mut Vec<String>) {
    let Some((x, y)) = expect.last_legal else { return };
    let wanted = Vec2::new(x, y) + origin;
    match refusal.last_legal {
        Some(pose) if near(pose.at.x, wanted.x) && near(pose.at.y, wanted.y) => {}
        Some(pose) => {
            let at = pose.at - origin;
            wrong.push(format!("the last legal place is ({:.3}, {:.3}), expected ({x}, {y})", at.x, at.y));
        }
        None => wrong.push("the refusal names no last legal place".into()),
    }
}

fn check_ruling(state: &State, ruling: &Ruling<Event>, expect: &Expect, wrong: &mut Vec<String>) {
    if let Some(cost) = expect.cost {
        let last = ruling.events.iter().rev().find_map(|event| match event {
            Event::Placed { cost, .. } => Some(*cost),
            _ => None,
        });
        match last {
            Some(found) if near(found, cost) => {}
            Some(found) => wrong.push(format!("the move cost {found:.4} in, expected {cost}")),
            None => wrong.push(format!("nothing moved, expected a cost of {cost}")),
        }
    }
    if let Some(throws) = &expect.throws {
        let found: Vec<(u8, u16, u16)> = ruling
            .casts
            .iter()
            .map(|cast| (cast.throw.dice, cast.throw.sides, cast.throw.lowest_hit().unwrap_or(0)))
            .collect();
        if found != *throws {
            wrong.push(format!("threw (dice, sides, hits from) {found:?}, expected {throws:?}"));
        }
    }
    let due = Easy::due(state);
    for kind in &expect.due {
        if !due.offers.iter().any(|offer| offer.kind == kind) {
            let kinds: Vec<_> = due.offers.iter().map(|offer| offer.kind).collect();
            wrong.push(format!("{kind} is not due; due are {kinds:?}"));
        }
    }
    for kind in &expect.not_due {
        if due.offers.iter().any(|offer| offer.kind == kind) {
            wrong.push(format!("{kind} is due, and should not be"));
        }
    }
    if let Some(side) = &expect.due_side {
        let found = due.side.map(|side| state.game.scenario.sides[side.index()].id.clone());
        if found.as_deref() != Some(side) {
            wrong.push(format!(
                "the decision is {}'s, expected {side}'s",
                found.unwrap_or_else(|| "the referee".into())
            ));
        }
    }
}

fn check_state(state: &State, expect: &Expect, origin: Vec2, wrong: &mut Vec<String>) {
    let find = |name: &str, wrong: &mut Vec<String>| {
        let id = state.roster().find_stand(name);
        if id.is_none() {
            wrong.push(format!("there is no stand {name}"));
        }
        id
    };
    for (name, (x, y, degrees)) in &expect.at {
        let Some(id) = find(name, wrong) else { continue };
        let wanted = Vec2::new(*x, *y) + origin;
        match state.pose(id) {
            Some(pose) => {
                let turn = (pose.heading.degrees() - degrees).rem_euclid(360.0);
                let turn = turn.min(360.0 - turn);
                if !near(pose.at.x, wanted.x) || !near(pose.at.y, wanted.y) || turn > 0.1 {
                    let at = pose.at - origin;
                    let heading = pose.heading.degrees();
                    wrong.push(format!(
                        "{name} is at ({:.3}, {:.3}, {heading:.2}), expected ({x}, {y}, {degrees})",
                        at.x, at.y
                    ));
                }
            }
            None => wrong.push(format!("{name} is not on the table, expected at ({x}, {y})")),
        }
    }
    for (name, points) in &expect.strength {
        let Some(id) = find(name, wrong) else { continue };
        let found = state.stand(id).strength;
        if found != *points {
            wrong.push(format!("{name} has {found} sp, expected {points}"));
        }
    }
    for (name, side) in &expect.side {
        let Some(id) = find(name, wrong) else { continue };
        let found = &state.game.scenario.sides[state.side(id).index()].id;
        if found != side {
            wrong.push(format!("{name} is of {found}, expected {side}"));
        }
    }
    let mut holds =
        |names: &[String], what: &str, test: &dyn Fn(&crate::rules::easy::state::StandState) -> bool| {
            for name in names {
                let Some(id) = find(name, wrong) else { continue };
                if !test(state.stand(id)) {
                    wrong.push(format!("{name} is not {what}: {:?}", state.stand(id)));
                }
            }
        };
    holds(&expect.rallyable, "lost and rallyable", &|s| s.place == Place::Eliminated { rallyable: true });
    holds(&expect.gone, "lost for good", &|s| {
        matches!(s.place, Place::Eliminated { rallyable: false } | Place::Off)
    });
    holds(&expect.on_table, "on the table", &|s| matches!(s.place, Place::Table(_)));
    holds(&expect.routed, "routed", &|s| s.routed);
    holds(&expect.evading, "evading", &|s| s.evading);
    holds(&expect.square, "in squares", &|s| s.square);
    holds(&expect.no_square, "out of squares", &|s| !s.square);
    if let Some((a, b)) = expect.points {
        let found = state.points();
        if found != [a, b] {
            wrong.push(format!("points are {found:?}, expected [{a}, {b}]"));
        }
    }
    if let Some((a, b)) = expect.ammunition {
        let found: Vec<Option<u16>> = state.ammunition.iter().map(|stock| stock.left).collect();
        if found != [Some(a), Some(b)] {
            wrong.push(format!("ammunition is {found:?}, expected [{a}, {b}]"));
        }
    }
    if let Some(turn) = expect.turn
        && state.turn != turn
    {
        wrong.push(format!("it is turn {}, expected {turn}", state.turn));
    }
    if let Some(weather) = expect.weather
        && state.weather != Weather::from(weather)
    {
        wrong.push(format!("the weather is {:?}, expected {weather:?}", state.weather));
    }
}

impl<R: RuleSet> Outcome<R> {
    /// Is all said that has to be, and nothing that must not be; and do the events lead from the one state to the other again?
    pub(super) fn check_words(
        &self,
        before: &R::State,
        after: &R::State,
        says: &[String],
        silent: &[String],
        wrong: &mut Vec<String>,
    ) {
        let mut said: Vec<String> = Vec::new();
        match self {
            Self::Refused(refusal) => said.push(refusal.to_string()),
            Self::Ruled(ruling) => {
                said.extend(ruling.working.iter().map(|note| {
                    let modifiers =
                        note.modifiers.iter().map(|m| format!("{:+} {} ({})", m.value, m.why, m.clause));
                    let measured = note.measured.iter().map(ToString::to_string);
                    let parts: Vec<String> = modifiers.chain(measured).collect();
                    format!("{} ({}) {}", note.text, note.clause, parts.join("; "))
                }));
                let mut state = before.clone();
                for event in &ruling.events {
                    said.extend(R::say_event(&state, event));
                    R::apply(&mut state, event);
                }
                if state != *after {
                    wrong.push("applying the events again gives another state".into());
                }
            }
        }
        for text in says {
            if !said.iter().any(|line| line.contains(text.as_str())) {
                wrong.push(format!("nothing says \"{text}\"; said was: {}", said.join(" | ")));
            }
        }
        for text in silent {
            if said.iter().any(|line| line.contains(text.as_str())) {
                wrong.push(format!("something says \"{text}\": {}", said.join(" | ")));
            }
        }
    }
}
