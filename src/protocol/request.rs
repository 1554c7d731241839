//! What can be asked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::casebook::file::RawDice;
use crate::rules::easy::Position;
use crate::rules::napoleon_at_war;

/// A request: an object with one of these keys, and beside it an `id` of your own that the answer repeats.
//
// By rule set: orders, acts of the referee, and who is picked up; see [`super::wire::RequestOf`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "Request")]
pub enum Request<O, A, K> {
    /// The scenarios there are.
    Scenarios(Nothing),
    /// Begin a game.
    New(New),
    /// Open a journal, or a position sent along.
    Open(Open),
    /// Whose decision it is, and what may be ordered.
    Due(Look),
    /// Give an order.
    Order(Given<O>),
    /// The exact odds of an order.
    Odds(Weigh<O>),
    /// Where a stand can go.
    Reach(K),
    /// Take orders back.
    Undo(Undo),
    /// Bring an order back.
    Redo(Nothing),
    /// Go on from an earlier entry.
    Branch(Branch),
    /// Override the rules.
    Fiat(Override<A>),
    /// The game as the referee sees it.
    State(Nothing),
    /// The game as a side sees it.
    View(View),
    /// What has happened.
    Journal(Journal),
}

/// The names of the requests that all rules have, for those who mistype one.
pub const NAMES: [&str; 14] = [
    "scenarios",
    "new",
    "open",
    "due",
    "order",
    "odds",
    "reach",
    "undo",
    "redo",
    "branch",
    "fiat",
    "state",
    "view",
    "journal",
];

/// No fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// The scenario's id.
    pub scenario: String,
    /// Left out: one that nobody knows.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Option id to value, where they differ from the scenario's.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// One of the scenario's weathers.
    #[serde(default)]
    pub weather: Option<String>,
    /// One of the scenario's variants, by id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Keep a journal in this new file.
    #[serde(default)]
    pub journal: Option<String>,
}

/// What is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Open {
    /// A journal, by its file.
    Journal(String),
    /// A scenario as it begins, by id.
    Scenario(String),
    /// A whole position: ground, stands with strength and state, turn, weather, options, whose activation.
    Position(Box<Position>),
    /// A whole position of Napoleon at War: map, units, turn, phase, options, whose turn it is.
    NawPosition(Box<napoleon_at_war::Position>),
}

/// Which offers are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Only offers of this kind: `fire`. One that does not exist is an error.
    #[serde(default)]
    pub kind: Option<String>,
    /// As this side may know it; left out: the referee.
    #[serde(default)]
    pub side: Option<String>,
}

/// An order with its dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Given")]
pub struct Given<O> {
    pub order: O,
    /// The throws as they were rolled at the table; left out: the program rolls. An empty list asks what is needed.
    #[serde(default)]
    pub dice: Option<Vec<RawDice>>,
    /// The answer is what this side may hear; left out: the referee.
    #[serde(default)]
    pub side: Option<String>,
}

/// An order to weigh.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Weigh")]
pub struct Weigh<O> {
    pub order: O,
    /// As this side may work them out, hidden strengths taken as they began; left out: the referee.
    #[serde(default)]
    pub side: Option<String>,
}

/// How much is taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The entry after which the game is to stand (0: the start); left out: one order is taken back.
    #[serde(default)]
    pub to: Option<usize>,
}

/// Where to go on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    pub from: usize,
}

/// What the referee overrides, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Override")]
pub struct Override<A> {
    pub act: A,
    pub reason: String,
    /// The clause that is overridden.
    #[serde(default)]
    pub clause: Option<String>,
}

/// A side's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The side's id.
    pub side: String,
}

/// Which part of the record, and for whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    /// Entries from this number on.
    #[serde(default)]
    pub from: Option<usize>,
    /// As this side may hear it; left out: the referee.
    #[serde(default)]
    pub side: Option<String>,
}
