//! What rules on hexes say over the wire in the same words: reach and ways, moves, duties and combats.
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
    /// The key of a unit, or of a leader where the rules have them; or the number of the hex in which it is alone.
    #[serde(alias = "piece")]
    pub unit: String,
    /// A hex to which the cheapest way is wanted, in place of the whole reach.
    #[serde(default)]
    pub to: Option<u16>,
}

/// No fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A way that may be ordered, and what it costs in half movement points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexWay {
    pub cost: u16,
    pub way: Vec<Hex>,
}

/// By hex: the cheapest way there.
pub type HexWays = BTreeMap<Hex, HexWay>;

/// Everywhere that a piece may move to now; nowhere when it may not move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireReach {
    pub unit: String,
    /// Where it stands; null when it is off the map.
    pub from: Option<u16>,
    /// Movement points that it has.
    pub allowance: f32,
    pub hexes: Vec<WireHex>,
}

impl WireReach {
    /// Where the piece can go from its place, with so many movement points.
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
    /// The hex can be reached; otherwise there is no way.
    pub reached: bool,
    pub way: Vec<u16>,
    /// Movement points; null where there is no way.
    pub cost: Option<f32>,
}

impl WireWay {
    /// The way of a piece that can go by these.
    ///
    /// # Errors
    /// When the hex is not on the map.
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
    /// Units whose duty nobody can do any more; it binds nobody.
    pub lapsed: Vec<String>,
    /// All of it, a sentence each.
    pub words: Vec<String>,
    /// Units that have still to withdraw, where the rules have units do so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdraw: Vec<String>,
}

/// A unit that has to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireOwes {
    pub unit: String,
    /// Whom it touches and may attack.
    pub targets: Vec<String>,
    /// Those of them that nobody else can attack.
    pub alone: Vec<String>,
}

/// A unit that has to be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireAwaits {
    pub unit: String,
    /// Who touches it and still has its attack.
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

/// Half points as movement points.
pub fn wire_points(half: u16) -> f32 {
    f32::from(half) / 2.0
}

pub fn numbers(hexes: &[Hex]) -> Vec<u16> {
    hexes.iter().map(|hex| hex.0).collect()
}
