//! The progress of opening fire and of the declared combats.
//!
//! Clauses: `easy:III.A.4`, `easy:III.B.1`, `easy:III.E.1`. Units: strength points.

use serde::{Deserialize, Serialize};

use crate::roster::StandId;

use super::fight::Fight;

/// An enemy that touches activated stands and fires at them first (`easy:III.E.1`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    pub enemy: StandId,
    /// Whether it has fired.
    pub fired: bool,
    /// Hits still to be placed (`easy:III.B.4`).
    pub hits: u8,
}

/// The progress of a declared combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Status {
    Waiting,
    /// It is waiting for a decision.
    Paused(Box<Fight>),
    /// The beaten stands retreat, in the order their owner chooses.
    Beaten(Beaten),
    Over,
    /// Its sides no longer touched when its turn came (`easy:III.B.1`).
    Skipped,
}

/// The losers of a combat that still have to retreat, and the stands they retreat from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beaten {
    /// In the default order.
    pub losers: Vec<StandId>,
    /// Winning stands that have strength left.
    pub winners: Vec<StandId>,
    /// All stands in the combat: no rout is directed towards them.
    pub fighters: Vec<StandId>,
    pub rout: bool,
}

/// A declared combat: a connected group of attacks (`easy:III.A.4`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Combat {
    /// Attacker, defender.
    pub attacks: Vec<(StandId, StandId)>,
    pub status: Status,
}
