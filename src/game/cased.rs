//! What a rule set adds to the cases of its casebook: expectations of a step, and questions that need no order.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

use serde::de::DeserializeOwned;

use super::contract::{Codec, RuleSet, Ruling, Stop};
use super::draft::Draft;
use super::hex_units::HexUnits;
use super::messages::{Battles, Wire};
use super::refusal::{Refusal, RefusalCode};
use super::spelling::Spelt;
use dice::Dry;
use scenario::UnitId;

/// A step of a case after it was played.
#[derive(Debug)]
pub struct Played<'a, R: CaseRules> {
    /// The position at the start of the case.
    pub position: &'a R::Position,
    pub before: &'a R::State,
    pub order: &'a R::Order,
    pub outcome: &'a CaseOutcome<R>,
    pub after: &'a R::State,
}

/// The result of an order in a case.
#[derive(Debug)]
pub enum CaseOutcome<R: RuleSet> {
    Ruled(Ruling<R::Event>),
    Refused(Refusal<R::Code>),
}

/// A rule set whose rulings are tested by cases from the book.
pub trait CaseRules: Wire + Clone + PartialEq {
    /// Expectations of a step, besides those that apply to any game. Fields that are left out are not checked.
    type Expected: DeserializeOwned + Clone + Default + PartialEq + Debug;
    /// A question that needs no order.
    type Question: DeserializeOwned + Clone + PartialEq + Debug;

    /// The game of a case's position, which may be one that no game could go on from.
    ///
    /// # Errors
    ///
    /// Returns an error with what is impossible, and why.
    fn arrange(
        position: &Self::Position,
        battles: Battles<'_, Self::Scenario>,
    ) -> Result<Self::State, String> {
        Self::set_up(position, battles)
    }

    /// The order given by a complete draft, with lengths measured from the origin of the position.
    ///
    /// # Errors
    ///
    /// Returns an error if something named does not exist, with what would be accepted.
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
    /// Returns an error with the actual answer if it differs.
    fn answer(
        _state: &Self::State,
        _position: &Self::Position,
        question: &Self::Question,
    ) -> Result<(), String> {
        Err(format!("{} has no questions of its own: {question:?}", Self::ID))
    }

    /// The differences between a step and what was expected, a sentence each.
    fn compare(step: &Played<'_, Self>, expected: &Self::Expected) -> Vec<String>;
}

/// Is the order of a question legal (`yes`), or refused with this code, naming these hexes?
///
/// # Errors
///
/// Returns an error with the actual result if it differs.
pub fn check_tried<R: Codec>(
    state: &R::State,
    order: &Spelt<R>,
    is: &str,
    about: &[u16],
) -> Result<(), String> {
    let order = R::order_of(state, &order.0).map_err(|fault| fault.to_string())?;
    match R::judge(state, &order, &mut Dry) {
        Ok(_) | Err(Stop::NeedsDice(_)) if is == "yes" => Ok(()),
        Ok(_) | Err(Stop::NeedsDice(_)) => Err(format!("it is legal, expected {is}")),
        Err(Stop::Refused(refusal)) if is == "yes" => Err(format!("refused {}: {refusal}", refusal.code())),
        Err(Stop::Refused(refusal)) => {
            let mut wrong = Vec::new();
            if refusal.code() != is {
                wrong.push(format!("refused {}, expected {is}: {refusal}", refusal.code()));
            }
            check_hexes(&refusal, about, &mut wrong);
            if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
        }
        Err(Stop::BadDice(fault)) => Err(fault.to_string()),
    }
}

/// Does the refusal name these hexes? Adds those it does not name to `wrong`.
pub fn check_hexes<C: RefusalCode>(refusal: &Refusal<C>, about: &[u16], wrong: &mut Vec<String>) {
    let named: Vec<u16> = refusal.hexes.iter().map(|hex| hex.0).collect();
    for hex in about.iter().filter(|hex| !named.contains(hex)) {
        let named: Vec<String> = named.iter().map(|hex| format!("{hex:04}")).collect();
        wrong.push(format!("the refusal names [{}], not {hex:04}: {refusal}", named.join(", ")));
    }
}

/// Are orders of the kinds `kinds` due, and none of the kinds `not`?
///
/// # Errors
///
/// Returns an error with the kind that is not due, or is.
pub fn check_due<R: RuleSet>(state: &R::State, kinds: &[String], not: &[String]) -> Result<(), String> {
    let due = R::due(state);
    let found: BTreeSet<&str> = due.offers.iter().map(|offer| offer.kind).collect();
    if let Some(kind) = kinds.iter().find(|kind| !found.contains(kind.as_str())) {
        return Err(format!("{kind} is not due; due are {found:?}"));
    }
    match not.iter().find(|kind| found.contains(kind.as_str())) {
        Some(kind) => Err(format!("{kind} is due, and should not be")),
        None => Ok(()),
    }
}

/// Is the value found the one wanted?
///
/// # Errors
///
/// Returns an error with both values if they differ.
pub fn check_same<T: PartialEq + Debug>(found: T, wanted: T, what: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?}, expected {wanted:?}")) }
}

/// Are these the units of those keys, in whatever order?
///
/// # Errors
///
/// What both are.
pub fn check_units(
    state: &impl HexUnits,
    found: &[UnitId],
    wanted: &[String],
    what: &str,
) -> Result<(), String> {
    let found: BTreeSet<String> = state.keys_of(found).into_iter().collect();
    check_same(found, wanted.iter().cloned().collect(), what)
}

/// Notes where it is something else.
pub fn note_same<T: PartialEq + Debug>(found: &T, wanted: &T, what: &str, wrong: &mut Vec<String>) {
    wrong.extend(check_same(found, wanted, what).err());
}

/// What a name means; noted where it means nothing.
pub fn note_known<T>(found: Result<T, impl Display>, wrong: &mut Vec<String>) -> Option<T> {
    found.map_err(|fault| wrong.push(fault.to_string())).ok()
}
