//! The combat phase (`naw:7.0` to `naw:8.52`): who owes what, combats, results, retreats, advances.

pub mod event;

use serde::{Deserialize, Serialize};

use crate::rules::{Chance, Due};

use super::refusal::{Code, Refusal};
use super::{Judged, Order, Scratch, State};

pub use event::{CombatEvent, apply};

/// A column of the combat table, from 1-5 to 6-1 (`naw:7.6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Column {
    #[serde(rename = "1-5")]
    OneToFive,
    #[serde(rename = "1-4")]
    OneToFour,
    #[serde(rename = "1-3")]
    OneToThree,
    #[serde(rename = "1-2")]
    OneToTwo,
    #[serde(rename = "1-1")]
    OneToOne,
    #[serde(rename = "2-1")]
    TwoToOne,
    #[serde(rename = "3-1")]
    ThreeToOne,
    #[serde(rename = "4-1")]
    FourToOne,
    #[serde(rename = "5-1")]
    FiveToOne,
    #[serde(rename = "6-1")]
    SixToOne,
}

/// The combat phase as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CombatPhase {
    /// A die has been thrown, or the counterattack announced (`naw:5.14`, `naw:15.2`).
    pub begun: bool,
}

/// Fixes who owes and is owed an attack, as movement ends (`naw:7.11`, `naw:7.12`).
pub fn open(_scratch: &mut Scratch<'_>) {}

/// Judges the orders of combats.
pub fn judge(_scratch: &mut Scratch<'_>, _order: &Order) -> Judged {
    Err(Refusal::new(Code::NotOwed, "naw:7.0", "no combat is open", "End the combat phase").into())
}

/// May the combat phase end (`naw:4.1.B`)?
pub fn may_close(_state: &State) -> Result<(), Refusal> {
    Ok(())
}

/// Whose decision it is in the combat phase, and which.
pub fn due(state: &State, _phase: &CombatPhase) -> Due<Order> {
    let prompt = format!("{}: combat", state.game.side_name(state.phasing));
    Due { side: Some(state.phasing), clause: "naw:7.0", prompt, offers: Vec::new() }
}

/// Exact odds of an attack, most likely first.
pub fn odds(_state: &State, _order: &Order) -> Judged<Vec<Chance>> {
    Ok(Vec::new())
}
