//! Files of cases, whichever rule set they are of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::case::Case;
use super::hex;
use super::run::{self, Report};
use crate::dice::TypedEntry;
use crate::rules::{easy, napoleon_at_war};

/// A file of cases.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile<C = Case> {
    /// The rule set: `naw`; left out: `easy`.
    #[serde(default = "easy_rules")]
    pub rules: String,
    pub cases: Vec<C>,
}

fn easy_rules() -> String {
    "easy".to_owned()
}

/// One order of a case with its dice and what it must lead to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step<O, E> {
    pub order: O,
    /// The throws in the order they are asked for, each a list of faces, a count, or a chit's name.
    #[serde(default)]
    pub dice: Vec<RawDice>,
    #[serde(default)]
    pub expect: E,
}

/// One throw as it was rolled at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a throw is a list of faces such as [5, 2], the count that matters such as 3, or the name of a chit"
)]
pub enum RawDice {
    /// The faces in the order rolled.
    Faces(Vec<u16>),
    /// The hits, or the sum.
    Count(u32),
    /// The chit drawn, by name.
    Name(String),
}

impl From<RawDice> for TypedEntry {
    fn from(raw: RawDice) -> Self {
        match raw {
            RawDice::Faces(faces) => Self::Faces(faces),
            RawDice::Count(count) => Self::Count(count),
            RawDice::Name(name) => Self::Name(name),
        }
    }
}

/// What every case has.
pub trait Cited {
    fn name(&self) -> &str;
    /// The clauses that it checks: `naw:5.14`.
    fn clauses(&self) -> &[String];
}

/// A file of cases of any rule set.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyCaseFile {
    Easy(CaseFile),
    NapoleonAtWar(CaseFile<hex::Case>),
}

/// How scenarios are found by id, for cases that name one.
pub struct Starts<'a> {
    /// The start of a battle on the table.
    pub easy: &'a dyn Fn(&str) -> Result<easy::State, String>,
    /// A battle on hexes.
    pub hexes: napoleon_at_war::Scenarios<'a>,
}

impl std::fmt::Debug for Starts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Starts")
    }
}

/// Why a case file cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct CaseFault {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// How cases and orders are written.
pub fn ron_options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_default_extension(ron::extensions::Extensions::UNWRAP_NEWTYPES)
}

fn read<'de, T: Deserialize<'de>>(file: &str, text: &'de str) -> Result<T, CaseFault> {
    ron_options().from_str(text).map_err(|fault| CaseFault {
        file: file.to_owned(),
        line: fault.span.start.line,
        column: fault.span.start.col,
        message: fault.code.to_string(),
    })
}

/// Reads a file of cases of Easy Napoleonic.
pub fn parse(file: &str, text: &str) -> Result<CaseFile, CaseFault> {
    read(file, text)
}

/// Reads a file of cases of whichever rule set it names.
pub fn parse_any(file: &str, text: &str) -> Result<AnyCaseFile, CaseFault> {
    /// What is read of a file to know how to read the rest.
    #[derive(Deserialize)]
    struct Head {
        #[serde(default = "easy_rules")]
        rules: String,
    }
    // A file that is no RON at all is reported by the reading proper, which knows what ought to stand there.
    let rules = ron_options().from_str::<Head>(text).map_or_else(|_| named(text), |head| head.rules);
    match rules.as_str() {
        "naw" => read(file, text).map(AnyCaseFile::NapoleonAtWar),
        _ => parse(file, text).map(AnyCaseFile::Easy),
    }
}

/// The rule set that a file names, when it cannot be read as a whole.
fn named(text: &str) -> String {
    let found = text.lines().find_map(|line| line.trim().strip_prefix("rules:"));
    found.map_or_else(easy_rules, |rest| rest.trim_matches([' ', '"', ',']).to_owned())
}

impl AnyCaseFile {
    /// The rule set's id.
    pub fn rules(&self) -> &str {
        match self {
            Self::Easy(file) => &file.rules,
            Self::NapoleonAtWar(file) => &file.rules,
        }
    }

    /// The cases by name and clauses, in the file's order.
    pub fn cases(&self) -> Vec<&dyn Cited> {
        match self {
            Self::Easy(file) => file.cases.iter().map(|case| case as &dyn Cited).collect(),
            Self::NapoleonAtWar(file) => file.cases.iter().map(|case| case as &dyn Cited).collect(),
        }
    }

    /// Runs every case of the file.
    pub fn run(&self, starts: &Starts<'_>) -> Report {
        match self {
            Self::Easy(file) => run::run_file(file, starts.easy),
            Self::NapoleonAtWar(file) => hex::run_file(file, starts.hexes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_of_which_rule_set_it_is() {
        let naw = parse_any("a.ron", "(rules: \"naw\", cases: [(name: \"a\", clauses: [\"naw:5.11\"])])");
        let naw = naw.expect("it can be read");
        assert_eq!((naw.rules(), naw.cases()[0].name()), ("naw", "a"));
        let easy = parse_any("b.ron", "(cases: [(name: \"b\", clauses: [])])").expect("it can be read");
        assert_eq!((easy.rules(), easy.cases().len()), ("easy", 1));
    }

    #[test]
    fn a_fault_tells_the_line() {
        let fault = parse_any("a.ron", "(\n    rules: \"naw\",\n    cases: [(nome: \"a\")],\n)").unwrap_err();
        assert_eq!(fault.line, 3);
        assert!(fault.message.contains("nome"), "{fault}");
    }
}
