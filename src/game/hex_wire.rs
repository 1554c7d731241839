//! Wire messages shared by the rules on hexes: reach and ways, moves, duties and combats.
//!
//! Pieces and sides by key, hexes by number, costs in movement points.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hex_units::HexPlace;
use super::messages::AskFault;
use hexes::{Hex, HexMap};

/// A piece that is picked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachQuestion {
    /// The key of a unit, or of a leader if the rules have leaders; or the number of the hex in which it is alone.
    #[serde(alias = "piece")]
    pub unit: String,
    /// A hex to which the cheapest way is wanted, instead of the whole reach.
    #[serde(default)]
    pub to: Option<u16>,
}

/// A message without fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A way that may be ordered, and its cost in half movement points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexWay {
    pub cost: u16,
    pub way: Vec<Hex>,
}

/// The cheapest way to each hex.
pub type HexWays = BTreeMap<Hex, HexWay>;

/// Everywhere that a piece may move to now; empty if it may not move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireReach {
    pub unit: String,
    /// Where it stands; null if it is off the map.
    pub from: Option<u16>,
    /// Its movement points.
    pub allowance: f32,
    pub hexes: Vec<WireHex>,
}

impl WireReach {
    /// The reach of the piece from its place, with this many movement points.
    pub fn new(unit: String, place: HexPlace, allowance: f32, ways: HexWays) -> Self {
        let hexes = ways.into_iter().map(|(hex, there)| WireHex {
            hex: hex.0,
            cost: wire_points(there.cost),
            way: numbers(&there.way),
        });
        Self { unit, from: place.number(), allowance, hexes: hexes.collect() }
    }
}

/// A hex that can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireHex {
    pub hex: u16,
    /// Movement points.
    pub cost: f32,
    /// The cheapest way there, as it can be ordered.
    pub way: Vec<u16>,
}

/// The cheapest way to a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireWay {
    pub unit: String,
    /// Can the hex be reached? Otherwise there is no way.
    pub reached: bool,
    pub way: Vec<u16>,
    /// Movement points; null if there is no way.
    pub cost: Option<f32>,
}

impl WireWay {
    /// The way to a hex, among the ways of a piece.
    ///
    /// # Errors
    /// Returns an error if the hex is not on the map.
    pub fn new(unit: String, map: &HexMap, to: u16, ways: &HexWays) -> Result<Self, AskFault> {
        if !map.contains(Hex(to)) {
            let text = format!("there is no hex {} on this map: name one by its number", Hex(to));
            return Err(AskFault::new("bad-order", text));
        }
        let there = ways.get(&Hex(to));
        Ok(Self {
            unit,
            reached: there.is_some(),
            way: there.map(|there| numbers(&there.way)).unwrap_or_default(),
            cost: there.map(|there| wire_points(there.cost)),
        })
    }
}

/// What is still owed in this combat phase; empty in any other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireOwed {
    pub attackers: Vec<WireOwes>,
    pub defenders: Vec<WireAwaits>,
    /// Units with a duty that can no longer be done; they are released.
    pub lapsed: Vec<String>,
    /// All of that in words, a sentence each.
    pub words: Vec<String>,
    /// Units that still have to withdraw, if the rules require units to do so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdraw: Vec<String>,
}

/// A unit that has to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireOwes {
    pub unit: String,
    /// The enemies in contact that it may attack.
    pub targets: Vec<String>,
    /// Those of them that no other unit can attack.
    pub alone: Vec<String>,
}

/// A unit that has to be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireAwaits {
    pub unit: String,
    /// The units in contact with it that have not attacked yet.
    pub by: Vec<String>,
    /// Artillery that can bombard it.
    pub guns: Vec<String>,
}

/// Who attacks whom in one combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireAssault {
    pub by: Vec<String>,
    pub on: Vec<String>,
}

/// Half movement points as movement points.
pub fn wire_points(half: u16) -> f32 {
    f32::from(half) / 2.0
}

pub fn numbers(hexes: &[Hex]) -> Vec<u16> {
    hexes.iter().map(|hex| hex.0).collect()
}
