//! Running cases: each step through `judge`, each expectation compared, every failure named with its case.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::case::{Case, CaseFile, Cited, Step};
use super::expect::Any;
use data::{printable, suggest};
use dice::Typed;
use game::options::Options;
use game::{Battles, CaseOutcome, CaseRules, Overruled, Played, RawDice, RuleSet, Stop};

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
pub fn run_file<R: CaseRules>(file: &CaseFile<R>, battles: Battles<'_, R::Scenario>) -> Report {
    Report::of(file.cases.iter().map(|case| run_case(case, battles)))
}

/// Runs one case; an empty list means that it passed.
pub fn run_case<R: CaseRules>(case: &Case<R>, battles: Battles<'_, R::Scenario>) -> Vec<Failure> {
    let failure = |place: String, what: String| Failure::of(case, place, what);
    let mut state = match beginning(case, battles) {
        Ok(state) => state,
        Err(fault) => return vec![failure("position".into(), fault)],
    };
    if case.steps.is_empty() && case.asks.is_empty() {
        return vec![failure("case".into(), "it has neither steps nor asks, so it checks nothing".into())];
    }
    let mut failures: Vec<Failure> =
        unknown_clauses::<R>(&case.clauses).map(|what| failure("clauses".into(), what)).collect();
    for (number, question) in (1..).zip(&case.asks) {
        let answer = R::answer(&state, &case.position, question);
        failures.extend(answer.err().map(|what| failure(format!("ask {number}"), what)));
    }
    for (number, step) in (1..).zip(&case.steps) {
        let place = format!("step {number}");
        match run_step(&mut state, &case.position, step) {
            Ok(wrong) => failures.extend(wrong.into_iter().map(|what| failure(place.clone(), what))),
            Err(what) => {
                failures.push(failure(place, what));
                break;
            }
        }
    }
    failures
}

/// The state in which a case begins.
///
/// # Errors
///
/// What is wrong with its position, or with the battle that it names.
pub fn beginning<R: CaseRules>(
    case: &Case<R>,
    battles: Battles<'_, R::Scenario>,
) -> Result<R::State, String> {
    match &case.scenario {
        Some(id) => R::start(battles(id)?, &Options::default()).map_err(|fault| fault.to_string()),
        None => R::arrange(&case.position, battles),
    }
}

/// Gives an order with its dice, let stand against these clauses, and applies what it leads to.
///
/// # Errors
///
/// What is wrong with the dice.
pub(super) fn give<R: RuleSet>(
    state: &mut R::State,
    order: &R::Order,
    dice: &[RawDice],
    let_stand: &[String],
) -> Result<CaseOutcome<R>, String> {
    let mut tray = Typed::new(dice.iter().cloned().map(Into::into));
    *R::overruled(state) = Overruled::of(let_stand);
    let judged = R::judge(state, order, &mut tray);
    *R::overruled(state) = Overruled::default();
    match judged {
        Ok(ruling) => {
            tray.finish().map_err(|fault| fault.to_string())?;
            ruling.events.iter().for_each(|event| R::apply(state, event));
            Ok(CaseOutcome::Ruled(ruling))
        }
        Err(Stop::Refused(_)) if !tray.is_empty() => {
            Err("dice were given to an order that is refused: it rolls nothing".into())
        }
        Err(Stop::Refused(refusal)) => Ok(CaseOutcome::Refused(refusal)),
        Err(Stop::NeedsDice(throw)) => {
            Err(format!("{} dice of {} are missing: {}", throw.dice, throw.sides, throw.why))
        }
        Err(Stop::BadDice(fault)) => Err(fault.to_string()),
    }
}

/// Are the odds of an order as expected, to a hundredth of a percent?
fn check_chances<R: RuleSet>(
    state: &R::State,
    order: &R::Order,
    expected: &BTreeMap<String, f64>,
    wrong: &mut Vec<String>,
) {
    if expected.is_empty() {
        return;
    }
    let odds = match R::odds(state, order) {
        Ok(odds) => odds,
        Err(stop) => return wrong.push(format!("no odds: {stop}")),
    };
    for (text, percent) in expected {
        let hits = odds.chances().iter().filter(|chance| chance.result.contains(text.as_str()));
        let sum = hits.map(|chance| chance.probability).sum::<f64>() * 100.0;
        if (sum - percent).abs() > 0.01 {
            wrong.push(format!("\"{text}\" has {sum:.3} %, expected {percent} %"));
        }
    }
}

/// Gives the order of a step. What is wrong with its expectations is listed; an error ends the case.
fn run_step<R: CaseRules>(
    state: &mut R::State,
    position: &R::Position,
    step: &Step<R>,
) -> Result<Vec<String>, String> {
    let before = state.clone();
    let order = R::order_of_case(&before, position, &step.order.0)?;
    let outcome = give::<R>(state, &order, &step.dice, &step.let_stand)?;
    let expect = &step.expect.any;
    let mut wrong = Vec::new();
    match (&outcome, &expect.refused) {
        (CaseOutcome::Refused(refusal), None) => {
            return Err(format!("refused {}: {refusal}", refusal.code()));
        }
        (CaseOutcome::Ruled(_), Some(code)) => {
            return Err(format!("accepted, but a refusal {code} is expected"));
        }
        (CaseOutcome::Refused(refusal), Some(code)) => {
            if refusal.code() != code {
                wrong.push(format!("refused {}, expected {code}: {refusal}", refusal.code()));
            }
            if let Some(clause) = expect.clause.as_ref().filter(|clause| *clause != refusal.clause) {
                wrong.push(format!("refused by {}, expected {clause}", refusal.clause));
            }
        }
        (CaseOutcome::Ruled(_), None) => wrong.extend(
            expect
                .clause
                .as_ref()
                .map(|clause| format!("{clause} is expected of a refusal, but the step expects none")),
        ),
    }
    check_chances::<R>(&before, &order, &expect.chance, &mut wrong);
    let played = Played { position, before: &before, order: &order, outcome: &outcome, after: state };
    wrong.extend(R::compare(&played, &step.expect.own));
    check_due::<R>(state, expect, &mut wrong);
    check_words(&played, expect, &mut wrong);
    wrong.extend(expect.asks.iter().filter_map(|question| R::answer(state, position, question).err()));
    Ok(wrong)
}

/// Clauses that the rulebook has not, where there is one: a case of such a clause would cover nothing.
fn unknown_clauses<R: CaseRules>(cited: &[String]) -> impl Iterator<Item = String> {
    let book = rulebook::book(R::ID);
    cited.iter().filter_map(move |cited| {
        let book = book?;
        let id = cited.strip_prefix(book.id.as_str()).and_then(|rest| rest.strip_prefix(':'));
        if id.is_some_and(|id| book.clause(id).is_some()) {
            return None;
        }
        let ids: Vec<String> =
            book.clauses.iter().map(|clause| format!("{}:{}", book.id, clause.id)).collect();
        let known = ids.iter().map(String::as_str);
        Some(format!("the rulebook has no clause {}: {}", printable::name(cited), suggest(cited, known)))
    })
}

/// Kinds of orders that the rules do not have, with those that they have.
fn unknown_kinds<R: CaseRules>(named: &[String]) -> impl Iterator<Item = String> {
    let kinds = || R::OFFER_KINDS.iter().map(|kind| kind.name);
    let unknown = named.iter().filter(move |named| !kinds().any(|kind| kind == named.as_str()));
    unknown.map(move |kind| {
        format!("no order is of the kind {}: {}", printable::name(kind), suggest(kind, kinds()))
    })
}

/// Are orders of these kinds due, and none of those, and is the decision whose it should be?
fn check_due<R: CaseRules>(state: &R::State, expect: &Any<R::Question>, wrong: &mut Vec<String>) {
    if expect.due.is_empty() && expect.not_due.is_empty() && expect.due_side.is_none() {
        return;
    }
    let due = R::due(state);
    let kinds: BTreeSet<&str> = due.offers.iter().map(|offer| offer.kind).collect();
    wrong.extend(unknown_kinds::<R>(&expect.due).chain(unknown_kinds::<R>(&expect.not_due)));
    let is_known = |named: &str| R::OFFER_KINDS.iter().any(|kind| kind.name == named);
    let is_missing = |kind: &&String| !kinds.contains(kind.as_str()) && is_known(kind);
    let missing = expect.due.iter().filter(is_missing);
    wrong.extend(missing.map(|kind| format!("{kind} is not due; due are {kinds:?}")));
    let offered = expect.not_due.iter().filter(|kind| kinds.contains(kind.as_str()));
    wrong.extend(offered.map(|kind| format!("{kind} is due, and should not be")));
    let Some(wanted) = &expect.due_side else { return };
    match R::side(state, wanted) {
        Ok(side) if due.side == Some(side) => {}
        Ok(_) => {
            let found = due.side.map_or_else(|| "the referee".into(), |side| R::side_id(state, side));
            wrong.push(format!("the decision is {found}'s, expected {wanted}'s"));
        }
        Err(fault) => wrong.push(fault),
    }
}

/// All that is said of a step: the refusal, or the working and what happened.
fn said<R: CaseRules>(step: &Played<'_, R>, wrong: &mut Vec<String>) -> Vec<String> {
    let ruling = match step.outcome {
        CaseOutcome::Refused(refusal) => return vec![refusal.to_string()],
        CaseOutcome::Ruled(ruling) => ruling,
    };
    let working = ruling.working.iter().map(|note| {
        let modifiers = note.modifiers.iter().map(|m| format!("{:+} {} ({})", m.value, m.why, m.clause));
        let measured = note.measured.iter().map(ToString::to_string);
        let parts: Vec<String> = modifiers.chain(measured).collect();
        format!("{} ({}) {}", note.text, note.clause, parts.join("; "))
    });
    let mut said: Vec<String> = working.collect();
    let mut state = step.before.clone();
    for event in &ruling.events {
        said.extend(R::log_event(&state, event));
        R::apply(&mut state, event);
    }
    if state != *step.after {
        wrong.push("applying the events again gives another state".into());
    }
    said
}

/// Is all said that has to be, and nothing that must not be; and do the events lead from the one state to the other again?
fn check_words<R: CaseRules>(step: &Played<'_, R>, expect: &Any<R::Question>, wrong: &mut Vec<String>) {
    let said = said(step, wrong);
    let is_said = |text: &&String| said.iter().any(|line| line.contains(text.as_str()));
    let missing = expect.says.iter().filter(|text| !is_said(text));
    wrong.extend(missing.map(|text| format!("nothing says \"{text}\"; said was: {}", said.join(" | "))));
    let extra = expect.silent.iter().filter(is_said);
    wrong.extend(extra.map(|text| format!("something says \"{text}\": {}", said.join(" | "))));
}
