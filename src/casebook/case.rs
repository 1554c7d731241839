//! What a case of Easy Napoleonic says: clauses, position, orders with dice, and what is expected.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::file::{Cited, Step};
use crate::game::{Spelt, SpeltWay};
use crate::rules::easy::Easy;
use crate::rules::easy::position::{Position, RawArm, RawQuality, RawWeather};

/// One case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Case {
    /// What it shows: `cavalry stops on entering a zone`.
    pub name: String,
    /// The clauses it checks: `easy:II.C.4.1`.
    pub clauses: Vec<String>,
    /// A scenario by id, in place of a position.
    pub scenario: Option<String>,
    pub position: Position,
    pub steps: Vec<CaseStep>,
    pub asks: Vec<Ask>,
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
pub type CaseStep = Step<Spelt<Easy>, Expect>;

/// What must be so after a step. What is left out is not checked; an order not said to be refused must be accepted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// The code of the refusal: `over-allowance`.
    pub refused: Option<String>,
    /// The clause that the refusal cites: `easy:II.B`.
    pub clause: Option<String>,
    /// The last legal place of the centre, with a refusal.
    pub last_legal: Option<(f32, f32)>,
    /// Text that the refusal, a log line or a step of the working contains.
    pub says: Vec<String>,
    /// Text that nothing said contains.
    pub silent: Vec<String>,
    /// Where stands are: centre and heading.
    pub at: BTreeMap<String, (f32, f32, f32)>,
    pub strength: BTreeMap<String, u8>,
    /// Stands that were eliminated and may be rallied.
    pub rallyable: Vec<String>,
    /// Stands that were eliminated for good.
    pub gone: Vec<String>,
    pub on_table: Vec<String>,
    /// Whose stands are now, by the side's id.
    pub side: BTreeMap<String, String>,
    pub routed: Vec<String>,
    pub evading: Vec<String>,
    /// Infantry in squares, and not in squares.
    pub square: Vec<String>,
    pub no_square: Vec<String>,
    /// Points of both sides so far.
    pub points: Option<(i32, i32)>,
    /// Inches of allowance that the last move cost.
    pub cost: Option<f32>,
    /// The throws that were asked for: dice, sides, and the lowest face that hits (0: none hits, or no hits counted).
    pub throws: Option<Vec<(u8, u16, u16)>>,
    /// The kinds of order that are due afterwards, each at least once: `move`, `fire`.
    pub due: Vec<String>,
    pub not_due: Vec<String>,
    /// Whose decision is next.
    pub due_side: Option<String>,
    pub turn: Option<u8>,
    pub weather: Option<RawWeather>,
    /// Ammunition chits left of both sides.
    pub ammunition: Option<(u16, u16)>,
    /// The chance of each result that contains the text, in percent, before the order is given.
    pub odds: BTreeMap<String, f32>,
}

/// A question that needs no order. Inches, degrees, strength points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ask {
    /// Edge to edge.
    Distance {
        from: String,
        to: String,
        is: f32,
    },
    /// Do the two touch?
    Contact {
        of: String,
        with: String,
        is: bool,
    },
    /// The edge of the defender that the attacker's contact is on: `front`, `right`, `rear`, `left`.
    Edge {
        attacker: String,
        defender: String,
        is: String,
    },
    /// A corner of a stand: `FL`, `FR`, `RR`, `RL`.
    Corner {
        of: String,
        corner: String,
        is: (f32, f32),
    },
    InZone {
        of: String,
        point: (f32, f32),
        is: bool,
    },
    Allowance {
        of: String,
        is: f32,
    },
    Cost {
        of: String,
        path: SpeltWay<Easy>,
        is: f32,
    },
    StartStrength {
        arm: RawArm,
        quality: RawQuality,
        men: u32,
        is: u8,
    },
    /// The band of a range: `canister`, `effective`, `long`, `none`.
    Band {
        battery: String,
        range: f32,
        is: String,
    },
    /// Range to a target, measured from the front edge.
    Range {
        battery: String,
        target: String,
        is: f32,
    },
    /// Is a shot legal? `yes`, or the code of the refusal.
    Shot {
        battery: String,
        target: String,
        is: String,
    },
    /// Level of victory for points of both sides, and whether 0 counts as 1.
    Level {
        points: (i32, i32),
        #[serde(default)]
        count_as_one: bool,
        is: String,
    },
    Weather {
        die: u32,
        #[serde(default)]
        winter_or_spring: bool,
        is: RawWeather,
    },
    InCommand {
        of: String,
        is: bool,
    },
    /// What a side sees of a stand's strength: the number, or `marked`.
    Sees {
        side: String,
        stand: String,
        is: String,
    },
    Turns {
        is: u8,
    },
    /// Chits in the cup and out of it, of both sides.
    Chits {
        is: (usize, usize),
    },
    /// Warnings that reading the scenario gives contain this text.
    Clock {
        turn: u8,
        is: String,
    },
    Label {
        stand: String,
        is: String,
    },
}
