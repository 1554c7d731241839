//! The answers of 1800 on the wire, as plain data: pieces, corps and sides by key, hexes by number, costs in movement points.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::messages::StateToWire;
use super::roster::CorpsId;
use super::state::State;
use super::victory;
use game::HexUnits as _;
use game::hex_wire::numbers;
use hexes::Hex;
use scenario::{Battle, Side};

/// The command of a side, as found or as things stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireCommand {
    pub side: String,
    /// Found as movement began, and valid for the player turn; if false, as things stand now.
    pub found: bool,
    pub posts: Vec<WirePost>,
    pub units: Vec<WireCommanded>,
}

/// A post: the army's or a corps'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WirePost {
    /// `army`, or the key of a corps.
    pub group: String,
    /// Null if there is none.
    pub commander: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<u16>,
    /// Number of units in addition to its own, and the maximum.
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
    /// Why it is not, as a sentence, with its clause.
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
    /// Is there one?
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
    /// Points with which it wins at the end of a turn.
    pub wins_at: i32,
    pub scores: Vec<WireScore>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireScore {
    pub what: String,
    pub points: i32,
    pub clause: String,
}

/// Values derived from play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Derived {
    /// The time of day.
    pub clock: String,
    pub sides: BTreeMap<String, DerivedSide>,
    pub corps: BTreeMap<String, DerivedCorps>,
    /// Units out of command.
    pub out_of_command: Vec<String>,
    /// The holder of each hex of a place worth points; hexes without one are omitted.
    pub possessed: BTreeMap<u16, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DerivedSide {
    pub points: i32,
    /// The hexes of its line of communications.
    pub communications: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DerivedCorps {
    /// Strength points eliminated and routed, as printed.
    pub tally: u32,
    pub demoralised: bool,
    /// A leader or a unit; null if there is none.
    pub commander: Option<String>,
}

impl Derived {
    pub fn of(state: &State) -> Self {
        let (game, to_wire) = (&state.game, StateToWire(state));
        let side = |side: Side| DerivedSide {
            points: victory::points(state, side),
            communications: numbers(&game.communications[side.index()]),
        };
        let corps = |id: CorpsId| DerivedCorps {
            tally: state.tally(id),
            demoralised: state.is_demoralised(id),
            commander: state.commander(id).map(|by| to_wire.commander(by)),
        };
        let possessor = |hex: &Hex| Some((hex.0, to_wire.side(victory::possessor(state, *hex)?)));
        let out = game.units().filter(|id| !state.is_in_command(*id));
        Self {
            clock: game.scenario.clock(state.turn),
            sides: Side::BOTH.into_iter().map(|of| (to_wire.side(of), side(of))).collect(),
            corps: game.corps_ids().map(|id| (game.corps(id).id.clone(), corps(id))).collect(),
            out_of_command: out.map(|id| state.key_of(id)).collect(),
            possessed: game
                .places()
                .flat_map(|(_, place)| place.hexes.iter().filter_map(possessor))
                .collect(),
        }
    }
}
