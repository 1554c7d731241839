//! What a case on hexes says: clauses, position, orders with dice, and what is expected.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::casebook::file::{self, Cited};
use crate::game::Spelt;
use crate::rules::napoleon_at_war::{NapoleonAtWar, Position};

/// One case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Case {
    /// A few words, a colon, and what it shows: `the first die: movement is not reopened after it`.
    pub name: String,
    /// The clauses it checks: `naw:5.14`.
    pub clauses: Vec<String>,
    pub position: Position,
    /// Asked before the first step.
    pub asks: Vec<Ask>,
    pub steps: Vec<Step>,
}

impl Cited for Case {
    fn name(&self) -> &str {
        &self.name
    }

    fn clauses(&self) -> &[String] {
        &self.clauses
    }
}

/// One order of a case.
pub type Step = file::Step<Spelt<NapoleonAtWar>, Expect>;

/// What must be so after a step. What is left out is not checked; an order not said to be refused must be accepted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// The code of the refusal: `too-few-mp`.
    pub refused: Option<String>,
    /// The clause that the refusal cites: `naw:7.12`.
    pub clause: Option<String>,
    /// Hexes that the refusal names.
    pub about: Vec<u16>,
    /// The last legal hex on the way, with a refusal.
    pub last_legal: Option<u16>,
    /// Text that the refusal, a log line or a step of the working contains.
    pub says: Vec<String>,
    /// Text that nothing said contains.
    pub silent: Vec<String>,
    /// In which hex units stand.
    pub at: BTreeMap<String, u16>,
    pub eliminated: Vec<String>,
    /// Units that have not come on.
    pub waiting: Vec<String>,
    pub strength: BTreeMap<String, u8>,
    /// Movement points that the move cost.
    pub cost: Option<f32>,
    /// Strengths as they fight: attack, defence.
    pub odds: Option<(u32, u32)>,
    /// The column that the die was thrown on.
    pub column: Option<String>,
    /// What the table said: `De`, `Dr`, `Ex`, `Ar`, `Ae`.
    pub result: Option<String>,
    /// The kinds of order that are due afterwards, each at least once: `move`, `attack`.
    pub due: Vec<String>,
    pub not_due: Vec<String>,
    /// Whose decision is next.
    pub due_side: Option<String>,
    pub turn: Option<u8>,
    /// Whose player-turn it is.
    pub phasing: Option<String>,
    /// `set-up`, `movement`, `combat`, `over`.
    pub phase: Option<String>,
    /// The side that has won, or `draw`.
    pub winner: Option<String>,
    /// Strength points that the two sides have lost, at the end.
    pub lost: Option<(u32, u32)>,
    pub asks: Vec<Ask>,
}

/// A question that needs no order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ask {
    /// Is the order legal? `yes`, or the code of the refusal; with the hexes that the refusal names.
    Try {
        order: Spelt<NapoleonAtWar>,
        is: String,
        #[serde(default)]
        about: Vec<u16>,
    },
    /// Movement points that a move costs.
    Cost {
        of: String,
        path: Vec<u16>,
        is: f32,
    },
    /// The movement points at which the unit reaches hexes, and hexes that it does not reach.
    Reach {
        of: String,
        is: BTreeMap<u16, f32>,
        #[serde(default)]
        not: Vec<u16>,
    },
    /// Does the side control the hex?
    Zone {
        of: String,
        hex: u16,
        is: bool,
    },
    /// The enemies in contact with a unit.
    Contact {
        of: String,
        is: Vec<String>,
    },
    /// Is every pair of neighbouring hexes adjacent seen from either (`naw:6.4`)?
    Mutual,
    Distance {
        from: u16,
        to: u16,
        is: u32,
    },
    /// How far the nearest units of the two sides stand from one another.
    Nearest {
        is: u32,
    },
    /// Can one hex be seen from the other?
    Sight {
        from: u16,
        to: u16,
        is: bool,
    },
    /// The strengths with which a combat would be fought, and its column.
    Odds {
        by: Vec<String>,
        on: Vec<String>,
        is: (u32, u32),
        column: String,
    },
    /// The column of two strengths.
    Column {
        attack: u32,
        defence: u32,
        is: String,
    },
    /// What the combat table says.
    Table {
        column: String,
        die: u8,
        is: String,
    },
    /// How often each result stands in a column: De, Dr, Ex, Ar, Ae.
    Results {
        column: String,
        are: (u8, u8, u8, u8, u8),
    },
    /// The units that have still to attack, the enemies that have still to be attacked, and text that is said of it.
    Owed {
        by: Vec<String>,
        on: Vec<String>,
        #[serde(default)]
        says: Vec<String>,
    },
    /// The legal sets of combats: each a list of combats, each its attackers and its defenders.
    Plans {
        are: Vec<Vec<(Vec<String>, Vec<String>)>>,
    },
    /// The numbers of a counter.
    Counter {
        of: String,
        arm: String,
        strength: u8,
        movement: u8,
    },
    /// Units and points of a side on the map, or of one arm of it.
    Force {
        of: String,
        #[serde(default)]
        arm: Option<String>,
        units: usize,
        points: u32,
    },
    /// Turns of the battle and those that are night.
    Turns {
        is: u8,
        nights: Vec<u8>,
    },
    /// Has every kind of order among those that are due.
    Due {
        kinds: Vec<String>,
        not: Vec<String>,
    },
}
