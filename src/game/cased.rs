//! What a rule set adds to the cases of its casebook: what can be expected of a step, and questions that need no order.

use std::fmt::Debug;

use serde::de::DeserializeOwned;

use super::contract::{RuleSet, Ruling};
use super::draft::Draft;
use super::messages::{Battles, Tells};

/// A step of a case after it was played.
#[derive(Debug)]
pub struct Played<'a, R: Cased> {
    /// The position with which the case began.
    pub position: &'a R::Position,
    pub before: &'a R::State,
    pub order: &'a R::Order,
    pub outcome: &'a CaseOutcome<R>,
    pub after: &'a R::State,
}

/// What an order of a case led to.
#[derive(Debug)]
pub enum CaseOutcome<R: RuleSet> {
    Ruled(Ruling<R::Event>),
    Refused(R::Refusal),
}

/// A rule set whose rulings cases hold to the book.
pub trait Cased: Tells + Clone + PartialEq {
    /// What must be so after a step, beside what a step of any game can be asked. What is left out is not checked.
    type Expected: DeserializeOwned + Clone + Default + PartialEq + Debug;
    /// A question that needs no order.
    type Question: DeserializeOwned + Clone + PartialEq + Debug;

    /// The game of a case's position, which may show what no game could go on from.
    ///
    /// # Errors
    ///
    /// What cannot be, and why.
    fn arrange(
        position: &Self::Position,
        battles: Battles<'_, Self::Scenario>,
    ) -> Result<Self::State, String> {
        Self::set_up(position, battles)
    }

    /// The order that a whole draft says, with lengths from where the position has its origin.
    ///
    /// # Errors
    ///
    /// What is named and is not there, with what would be accepted.
    fn order_of_case(
        state: &Self::State,
        _position: &Self::Position,
        draft: &Draft,
    ) -> Result<Self::Order, String> {
        Self::order_of(state, draft).map_err(|fault| fault.to_string())
    }

    /// Is the answer to a question as expected?
    ///
    /// # Errors
    ///
    /// What it is instead.
    fn answer(
        _state: &Self::State,
        _position: &Self::Position,
        question: &Self::Question,
    ) -> Result<(), String> {
        Err(format!("{} has no questions of its own: {question:?}", Self::ID))
    }

    /// What of a step did not come out as expected, each in a sentence.
    fn compare(step: &Played<'_, Self>, expected: &Self::Expected) -> Vec<String>;
}
