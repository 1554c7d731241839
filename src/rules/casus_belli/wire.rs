//! What 1800 says on the wire, as plain data: pieces, corps and sides by key, hexes by number, costs in movement points.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use game::hex_wire::{WireMove, WireOwed};

/// The command of a side as it was found, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireCommand {
    pub side: String,
    /// It was found as movement began, and holds for the player turn; else it is how things stand now.
    pub found: bool,
    pub posts: Vec<WirePost>,
    pub units: Vec<WireCommanded>,
}

/// A post: the army's or a corps'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WirePost {
    /// `army`, or the key of a corps.
    pub group: String,
    /// Null while nobody commands it.
    pub commander: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<u16>,
    /// Units besides its own, and how many it may have.
    pub taken: usize,
    pub room: usize,
    /// The turn in which it lost its commander.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacant_since: Option<u8>,
}

/// A unit and its command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireCommanded {
    pub unit: String,
    /// `army`, `unassigned`, or the key of a corps.
    pub group: String,
    pub in_command: bool,
    /// Why it is not, as a sentence, and the clause on which that rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// A line of command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireLine {
    pub unit: String,
    /// The group of the commander.
    pub group: String,
    /// There is one.
    pub open: bool,
    /// From the commander to the unit, both ends included.
    pub way: Vec<u16>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// What a side has points for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireScores {
    pub side: String,
    pub points: i32,
    /// At so many it has won at the end of a turn.
    pub wins_at: i32,
    pub scores: Vec<WireScore>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireScore {
    pub what: String,
    pub points: i32,
    pub clause: String,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireState {
    pub scenario: String,
    pub turn: u8,
    pub turns: u8,
    pub clock: String,
    /// Whose player turn it is.
    pub phasing: String,
    /// `set-up`, `command`, `movement`, `combat`, `reorganisation`, `over`.
    pub phase: String,
    pub sides: Vec<WireSide>,
    pub corps: Vec<WireCorps>,
    pub units: Vec<WireUnit>,
    pub leaders: Vec<WireLeader>,
    pub places: Vec<WirePlace>,
    /// Charges declared and not broken, by charger: whom.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub charges: BTreeMap<String, String>,
    /// What somebody has to decide first, the last before the others: `relocate`, `run`, `face`, with the piece.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<(String, String)>,
    /// The group that moves, and those that have moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub have_moved: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat: Option<WireCombat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<WireResult>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireSide {
    pub id: String,
    pub name: String,
    pub points: i32,
    /// Null while nobody commands the army.
    pub commander: Option<String>,
    /// The hexes of its line of communications.
    pub communications: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireCorps {
    pub id: String,
    pub name: String,
    pub side: String,
    pub level: Option<u8>,
    /// Strength points eliminated and routed, as printed.
    pub tally: u32,
    pub demoralised: bool,
    /// A leader or a unit; null while nobody commands it.
    pub commander: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireUnit {
    pub id: String,
    /// What the counter bears.
    pub counter: String,
    pub name: String,
    pub side: String,
    /// None: it is independent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<String>,
    /// `infantry`, `cavalry`, `artillery`.
    pub arm: String,
    /// `map`, `waiting`, `eliminated`.
    pub place: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<u16>,
    pub strength: u8,
    /// Strength points as printed.
    pub printed: u8,
    /// Movement points as printed.
    pub movement: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub routed: bool,
    /// The neighbouring hex that its front looks at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<u16>,
    /// With whom it moves: `army`, `unassigned`, or the key of a corps.
    pub group: String,
    pub in_command: bool,
    /// Its move of this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<WireMove>,
    /// The turn from which a reinforcement may come on, and the hex by which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<(u8, u16)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireLeader {
    pub id: String,
    pub counter: String,
    pub name: String,
    pub side: String,
    /// None: he was given the army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<String>,
    pub bonus: u8,
    pub movement: u8,
    pub place: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<WireMove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<(u8, u16)>,
}

/// A place that is worth points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WirePlace {
    pub id: String,
    pub name: String,
    /// Each hex with the side that possesses it.
    pub hexes: Vec<(u16, Option<String>)>,
    pub points: [u8; 2],
}

/// The combat phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCombat {
    /// Units that have attacked or bombarded.
    pub fought: Vec<String>,
    pub attacked: Vec<String>,
    /// Those who have retreated, been displaced or advanced, and fight no more.
    pub spent: Vec<String>,
    pub owed: WireOwed,
    /// The combat under way, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<WireFight>,
    /// Who is on its way back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreating: Option<WireRetreat>,
}

/// A combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireFight {
    pub by: Vec<String>,
    pub on: Vec<String>,
    pub leaders: Vec<String>,
    pub odds: (u32, u32),
    /// Null where no die was thrown.
    pub column: Option<String>,
    pub die: Option<u8>,
    pub result: Option<String>,
    /// Hexes that participants have left or lost.
    pub vacated: Vec<u16>,
    /// What it waits for: `retreats`, `advances`; `over` where it waits for nothing.
    pub step: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub must_retreat: Vec<String>,
    /// Ranged artillery that may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_retreat: Vec<String>,
    /// Hexes that may be entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireRetreat {
    pub unit: String,
    pub from: u16,
    /// Hexes made, and still to go.
    pub made: u8,
    pub left: u8,
    pub routs: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireResult {
    /// Null: a draw.
    pub winner: Option<String>,
    /// `draw`, `marginal`, `decisive`, `automatic`.
    pub level: String,
    /// Victory points by side.
    pub points: [i32; 2],
    pub because: String,
}
