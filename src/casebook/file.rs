//! Files of cases: read by the rule set that they name, and held whichever it is.

use std::convert::Infallible;
use std::fmt;

use ron::error::SpannedError;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::case::{Case, CaseFile, Cited};
use super::run::{self, Report};
use super::scene::{self, CaseScene};
use data::printable;
use dice::Typed;
use game::spelling::ron_options;
use game::{CaseRules, Odds, Presentation, Spelt};

/// Why a case file cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct CaseFault {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// Why there are no odds of an order of a case.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoOdds {
    #[error("the file has no cases: write one, or name another file")]
    Empty,
    #[error("there is no case named like \"{}\": there are {}", printable::name(wanted), known.join("; "))]
    Case { wanted: String, known: Vec<String> },
    #[error("the case \"{0}\" has no step: give an order")]
    Step(String),
    #[error("the case \"{case}\" cannot be played to its last step: {why}")]
    Played { case: String, why: String },
    #[error("the order cannot be read: {why}. Write it as in cases{such_as}")]
    Unread { why: String, such_as: String },
    #[error("{0}")]
    Order(String),
}

/// An order as it is said, and its exact odds.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub order: String,
    pub odds: Odds,
}

/// A file of cases, whatever its rules.
pub trait Cases: fmt::Debug {
    /// The rule set's id.
    fn rules(&self) -> &str;

    /// The cases by name and clauses, in the file's order.
    fn cases(&self) -> Vec<&dyn Cited>;

    /// Runs every case of the file.
    fn run(&self) -> Report;

    /// The odds of an order, written as in cases, where a case stands before its last step; left out: that step's own order.
    /// The case is the first whose name contains `wanted`.
    ///
    /// # Errors
    ///
    /// Which case or order there is not, or why it cannot be given.
    fn odds(&self, wanted: &str, order: Option<&str>) -> Result<Weighed, NoOdds>;

    /// What a case looks like, laid out for so many points an inch: the first of this very name, else the first whose name contains
    /// `wanted`.
    ///
    /// # Errors
    ///
    /// Which case there is not, or why it cannot be played.
    fn scene(&self, wanted: &str, scale: f32) -> Result<CaseScene, NoOdds>;
}

/// Finds battles by id.
type Finder<'b, S> = Box<dyn Fn(&str) -> Result<S, String> + 'b>;

/// A file of cases of a rule set, with the battles that they name.
pub struct Book<'b, R: CaseRules> {
    file: CaseFile<R>,
    battles: Finder<'b, R::Scenario>,
}

impl<'b, R: CaseRules> Book<'b, R> {
    /// Reads a file of this rule set.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be read, with its place.
    pub fn read(
        file: &str,
        text: &str,
        battles: impl Fn(&str) -> Result<R::Scenario, String> + 'b,
    ) -> Result<Self, CaseFault> {
        Ok(Self { file: parse(file, text)?, battles: Box::new(battles) })
    }

    fn case(&self, wanted: &str) -> Result<&Case<R>, NoOdds> {
        let cases = &self.file.cases;
        if cases.is_empty() {
            return Err(NoOdds::Empty);
        }
        cases.iter().find(|case| case.name.contains(wanted)).ok_or_else(|| NoOdds::Case {
            wanted: wanted.to_owned(),
            known: cases.iter().map(|case| case.name.clone()).collect(),
        })
    }
}

impl<R: CaseRules> fmt::Debug for Book<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("file", &self.file).finish_non_exhaustive()
    }
}

impl<R: CaseRules + Presentation> Cases for Book<'_, R> {
    fn rules(&self) -> &str {
        &self.file.rules
    }

    fn cases(&self) -> Vec<&dyn Cited> {
        self.file.cases.iter().map(|case| case as &dyn Cited).collect()
    }

    fn run(&self) -> Report {
        run::run_file(&self.file, &self.battles)
    }

    fn odds(&self, wanted: &str, order: Option<&str>) -> Result<Weighed, NoOdds> {
        let case = self.case(wanted)?;
        let played = |why: String| NoOdds::Played { case: case.name.clone(), why };
        let mut state = run::beginning(case, &self.battles).map_err(played)?;
        let given: Option<Spelt<R>> = order
            .map(|text| ron_options().from_str(text))
            .transpose()
            .map_err(|fault| NoOdds::Unread { why: fault.to_string(), such_as: such_as(case) })?;
        let (last, before) = match (given, case.steps.split_last()) {
            (Some(order), _) => (order, case.steps.as_slice()),
            (None, Some((last, before))) => (last.order.clone(), before),
            (None, None) => return Err(NoOdds::Step(case.name.clone())),
        };
        for step in before {
            let order = R::order_of_case(&state, &case.position, &step.order.0).map_err(played)?;
            // A step that the case expects to be refused changes nothing.
            if let Ok(ruling) =
                R::judge(&state, &order, &mut Typed::new(step.dice.iter().cloned().map(Into::into)))
            {
                ruling.events.iter().for_each(|event| R::apply(&mut state, event));
            }
        }
        let order = R::order_of_case(&state, &case.position, &last.0).map_err(NoOdds::Order)?;
        let words = R::say_order(&state, &order);
        match R::odds(&state, &order) {
            Ok(odds) => Ok(Weighed { order: words, odds }),
            Err(stop) => Err(NoOdds::Order(format!("{words}: {stop}"))),
        }
    }

    fn scene(&self, wanted: &str, scale: f32) -> Result<CaseScene, NoOdds> {
        let named = self.file.cases.iter().find(|case| case.name == wanted);
        let case = named.map_or_else(|| self.case(wanted), Ok)?;
        let played = |why: String| NoOdds::Played { case: case.name.clone(), why };
        scene::scene(case, &self.battles, scale).map_err(played)
    }
}

/// `, such as EndMoves`: the last order of a case, as an example.
fn such_as<R: CaseRules>(case: &Case<R>) -> String {
    let written = case.steps.last().and_then(|step| ron_options().to_string(&step.order).ok());
    written.map(|order| format!(", such as {order}")).unwrap_or_default()
}

fn read<'de, T: Deserialize<'de>>(file: &str, text: &'de str) -> Result<T, CaseFault> {
    spanned(text).map_err(|fault| at(file, &fault, fault.code.to_string()))
}

/// What stands in the text. A mark of the byte order before it is passed over.
fn spanned<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, SpannedError> {
    ron_options().from_str(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A fault that is told where reading stopped.
fn at(file: &str, stopped: &SpannedError, message: String) -> CaseFault {
    let place = stopped.span.start;
    CaseFault { file: file.to_owned(), line: place.line, column: place.col, message }
}

/// Reads a file of cases of this rule set.
///
/// # Errors
///
/// The first thing that cannot be read, with its place.
pub fn parse<R: CaseRules>(file: &str, text: &str) -> Result<CaseFile<R>, CaseFault> {
    read(file, text)
}

/// Which of the known rule sets a file names; `file` is its name for faults. What stands in its cases is not looked at.
///
/// # Errors
///
/// With its place: what is no RON, or that the file names no rule set or one that is not known; then with those that are.
pub fn rules_of<T: Copy>(file: &str, text: &str, known: &[(&str, T)]) -> Result<T, CaseFault> {
    let has = || known.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
    let Named { rules } = spanned(text).map_err(|fault: SpannedError| {
        let message = match &fault.code {
            ron::Error::MissingStructField { field, .. } if *field == "rules" => {
                format!(
                    "the file does not say its rules: write rules: \"...\" before its cases; there are {}",
                    has()
                )
            }
            code => code.to_string(),
        };
        at(file, &fault, message)
    })?;
    if let Some((_, found)) = known.iter().find(|(id, _)| *id == rules) {
        return Ok(*found);
    }
    let rules = printable::name(&rules);
    let message = format!("there are no rules {rules} in this program: it has {}", has());
    Err(match spanned::<Stopped>(text) {
        Err(fault) => at(file, &fault, message),
        Ok(Stopped { rules: never }) => match never {},
    })
}

/// The rules that a file names, whatever else it has.
#[derive(Deserialize)]
struct Named {
    rules: String,
}

/// The same, where reading stops at them: so the fault has their place.
#[derive(Deserialize)]
struct Stopped {
    #[serde(deserialize_with = "stop")]
    rules: Infallible,
}

fn stop<'de, D: Deserializer<'de>>(_from: D) -> Result<Infallible, D::Error> {
    Err(D::Error::custom("the rules stand here"))
}

/// What a file has, whichever its rules: its cases by name and clauses.
#[derive(Debug, Deserialize)]
pub(super) struct Contents {
    #[serde(rename = "rules")]
    _rules: IgnoredAny,
    pub(super) cases: Vec<Entry>,
}

/// A case by name and clauses.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) clauses: Vec<String>,
}

/// Reads what a file has.
pub(super) fn contents(file: &str, text: &str) -> Result<Contents, CaseFault> {
    read(file, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<char, String> {
        rules_of("a.ron", text, &[("sand", 's'), ("hex", 'h')]).map_err(|fault| fault.to_string())
    }

    #[test]
    fn the_rules_are_read_wherever_they_stand() {
        for text in [
            "(rules: \"hex\", cases: [])",
            "(rules : \"hex\", cases: [])",
            "(\n    // rules: \"sand\"\n    rules: \"hex\", // of 1975\n    cases: [],\n)",
            "(cases: [(name: \"\nrules: sand\", steps: [(order: Move(unit: \"f\"))])], rules: \"hex\")",
            "\u{feff}(rules: \"hex\", cases: [])",
        ] {
            assert_eq!(told(text), Ok('h'), "{text}");
        }
    }

    #[test]
    fn rules_that_are_not_there_are_told_with_those_that_are() {
        let whist = "there are no rules whist in this program: it has sand, hex";
        assert_eq!(told("(cases: [], rules: \"whist\")"), Err(format!("a.ron:1:19: {whist}")));
        let none = told("(\n    cases: [],\n)").expect_err("it has no rules");
        assert!(none.starts_with("a.ron:3:1: the file does not say its rules: write rules"), "{none}");
        assert!(none.ends_with("there are sand, hex"), "{none}");
        let long =
            told(&format!("(rules: \"{}\")", "x".repeat(200_000))).expect_err("there are no such rules");
        assert!(long.len() < 200, "{long}");
        assert!(told("(rules: \"hex\"").is_err_and(|fault| fault.starts_with("a.ron:1:")));
    }
}
