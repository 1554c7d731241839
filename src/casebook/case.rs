//! What a case says: clauses, position, orders with dice, and what is expected.

use serde::Deserialize;

use super::expect::Expect;
use game::{CaseRules, RawDice, Spelt};

/// A file of cases.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct CaseFile<R: CaseRules> {
    /// The rule set: `naw`.
    pub rules: String,
    pub cases: Vec<Case<R>>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Case<R: CaseRules> {
    /// A few words, a colon, and what it shows: `the first die: movement is not reopened after it`.
    pub name: String,
    /// The clauses that it checks: `naw:5.14`.
    pub clauses: Vec<String>,
    /// A battle by id, in place of a position: it is at its beginning.
    #[serde(default)]
    pub scenario: Option<String>,
    #[serde(default)]
    pub position: R::Position,
    /// Asked before the first step.
    #[serde(default = "Vec::new")]
    pub asks: Vec<R::Question>,
    #[serde(default = "Vec::new")]
    pub steps: Vec<Step<R>>,
}

/// One order of a case with its dice and what it must lead to.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Step<R: CaseRules> {
    pub order: Spelt<R>,
    /// The throws in the order they are asked for, each a list of faces, a count, or a chit's name.
    #[serde(default)]
    pub dice: Vec<RawDice>,
    /// The clauses that the referee lets the order stand against: `easy:II.B`.
    #[serde(default)]
    pub let_stand: Vec<String>,
    #[serde(default)]
    pub expect: Expect<R>,
}

/// What every case has.
pub trait Cited {
    fn name(&self) -> &str;
    /// The clauses that it checks: `naw:5.14`.
    fn clauses(&self) -> &[String];
}

impl<R: CaseRules> Cited for Case<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn clauses(&self) -> &[String] {
        &self.clauses
    }
}
