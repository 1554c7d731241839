//! The requests.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use game::{RawDice, Spot};

use super::holes;

/// A request: an object with one of these keys, and optionally an `id` of your own that the answer repeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Who decides now, and what may be ordered.
    Due(Look),
    /// Give an order.
    Order(Given),
    /// The exact odds of an order.
    Odds(Weigh),
    /// Take orders back.
    Undo(Undo),
    /// Bring an order back.
    Redo(Nothing),
    /// Continue from an earlier entry.
    Branch(Branch),
    /// The program gives the orders of a side until somebody else decides.
    Solo(Solo),
    /// Override the rules.
    Fiat(Override),
    /// Add a remark of the referee's to the record.
    Remark(Remark),
    /// The battle being played: ground, armies, arrivals, as it began.
    Battle(Nothing),
    /// The game as the referee sees it.
    State(Nothing),
    /// The game as a side sees it.
    View(View),
    /// The record of what has happened.
    Journal(Journal),
    /// Which battle it is, the time, and how it stands.
    Head(Seen),
    /// The order of battle.
    Groups(Seen),
    /// The game in its present state, to be continued elsewhere: `open` accepts it as a moment. For the referee alone.
    Moment(Seen),
    /// What the step is about, and what has to be done before it can end.
    Agenda(Seen),
    /// What putting a piece down somewhere would do: the order, its cost, and why it may be refused.
    Trip(Trip),
    /// What is drawn, as marks, and the pieces that can be pointed at.
    Scene(Drawn),
    /// The description of a piece.
    Tooltip(About),
    /// What the enemy could do to a piece.
    Threats(Threatened),
    /// What is still to be answered for an order being put together, and the possible answers.
    Ask(Asked),
    /// A preview of an order: its measurements, modifiers, dice and possible results.
    Card(OrderInHand),
}

/// A request that needs no game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Beginning {
    /// The scenarios there are.
    Scenarios(Nothing),
    /// Begin a game.
    New(New),
    /// Open a journal, a scenario at its start, a position sent along, or a moment of a game.
    Open(#[schemars(with = "holes::Open")] Value),
}

/// The names of requests that need no game.
pub const BEGINNINGS: [&str; 3] = ["scenarios", "new", "open"];

/// The names of the requests common to all rules, for suggestions when a name is misspelled.
pub const NAMES: [&str; 23] = [
    "due", "order", "odds", "undo", "redo", "branch", "fiat", "state", "view", "journal", "head", "groups",
    "agenda", "trip", "scene", "tooltip", "threats", "ask", "card", "moment", "battle", "remark", "solo",
];

/// A piece and where it would be put down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trip {
    pub piece: String,
    /// A hex by its number; or a point, east and north, with the present heading or a new one.
    pub to: Spot,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
}

/// A remark of the referee's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    pub text: String,
    /// Who may read it: a side, or `referee`; if omitted, all.
    #[serde(default, rename = "for")]
    pub to: Option<String>,
}

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
    /// If omitted, a secret random one.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Values by option id, where they differ from the scenario's.
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

/// Which offers are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Only offers of this kind: `fire`. One that does not exist is an error.
    #[serde(default)]
    pub kind: Option<String>,
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// An order with its dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    #[schemars(with = "holes::Order")]
    pub order: Value,
    /// The throws rolled at the table; if omitted, the program rolls. An empty list asks what is needed.
    #[serde(default)]
    pub dice: Option<Vec<RawDice>>,
    /// The referee lets the order stand, whatever refuses it.
    #[serde(default)]
    pub let_stand: Option<LetStand>,
    /// The answer contains what this side may know; if omitted, what the referee knows.
    #[serde(default)]
    pub side: Option<String>,
}

/// What the referee lets stand, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LetStand {
    /// The reason; what first refuses the order stands.
    First(String),
    /// Refusals by each of these clauses stand.
    By { clauses: Vec<String>, reason: String },
}

/// An order whose odds are wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weigh {
    #[schemars(with = "holes::Order")]
    pub order: Value,
    /// As this side can work them out, with hidden strengths assumed to be as they began; if omitted, the referee's.
    #[serde(default)]
    pub side: Option<String>,
}

/// How much to take back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The entry after which the game is to stand (0: the start); if omitted, one order is taken back.
    #[serde(default)]
    pub to: Option<usize>,
}

/// Where to continue from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    pub from: usize,
}

/// What the referee overrides, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Override {
    #[schemars(with = "holes::Act")]
    pub act: Value,
    pub reason: String,
    /// The clause being overridden.
    #[serde(default)]
    pub clause: Option<String>,
}

/// The program plays these sides, by their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Solo(pub BTreeMap<String, PlayedBy>);

/// Who plays a side for the program, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedBy {
    /// `normal` or `classic`; left out, `normal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Of `normal`: `cautious`, `balanced` or `bold`; left out, `balanced`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boldness: Option<String>,
}

/// A side's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The side's id.
    pub side: String,
}

/// For which side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// Which layers, and for which side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Layers by name. If omitted, all; an empty list means no layers, only the pieces.
    #[serde(default)]
    pub layers: Option<Vec<String>>,
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// Which piece, and for which side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct About {
    pub piece: String,
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// Which piece, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Threatened {
    pub piece: String,
    /// A place where it might stand; if omitted, where it stands.
    #[serde(default)]
    pub at: Option<Spot>,
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// An order being put together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The verb: `Fire`; if omitted, the answer lists the verbs that are due.
    #[serde(default)]
    pub verb: Option<String>,
    /// Answers so far by field, in any order: `{"battery": "guns"}`.
    #[serde(default)]
    pub answers: Map<String, Value>,
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// An order not given yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderInHand {
    #[schemars(with = "holes::Order")]
    pub order: Value,
    /// The throws already made for it.
    #[serde(default)]
    pub dice: Vec<RawDice>,
    /// As this side can work it out; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}

/// Which part of the record, and for which side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    /// Entries from this number on.
    #[serde(default)]
    pub from: Option<usize>,
    /// As far as this side may know it; if omitted, as the referee does.
    #[serde(default)]
    pub side: Option<String>,
}
