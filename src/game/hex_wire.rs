//! What rules on hexes say over the wire in the same words: reach and ways, moves, duties, combats, and what happened.
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

/// A move of this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireMove {
    /// Null where it came on.
    pub from: Option<u16>,
    pub way: Vec<u16>,
    /// Movement points.
    pub cost: f32,
}

impl WireMove {
    /// A move along these hexes, for so many half points.
    pub fn new(from: HexPlace, path: &[Hex], cost: u16) -> Self {
        Self { from: from.number(), way: numbers(path), cost: wire_points(cost) }
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

/// One thing that happened. Only what applies to its kind is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireEvent {
    /// `moved`, `fought`, `retreated` and so on.
    pub kind: String,
    /// A unit, or a leader where the rules have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Another: with whom it changed places, the target of a charge, who reorganises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// `army`, `unassigned`, or the key of a corps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Where the unit was before it moved; left out where it came on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
    /// The hexes it went through, the last one where it stopped; of a retreat those to which it or the displaced went; of a charge those
    /// between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<u16>,
    /// The hex where it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<u16>,
    /// Where its front looks: 0 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<u8>,
    /// Movement points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f32>,
    /// Strength points, victory points, or hexes still to go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Who attacks, has to, or withdraws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// Who is attacked, or has to be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// Who had to make room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub displaced: Vec<String>,
    /// Leaders who add their bonus, or go along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
    /// Every combat of the phase, declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combats: Vec<WireAssault>,
    /// Points of attack and defence as they fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<(u32, u32)>,
    /// The column that the die was thrown on, as it is printed: `3-1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// As it is printed: `De`, `D2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What more there is to say: why a unit was lost, what a combat waits for, how the battle ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl WireEvent {
    /// Something of this kind.
    pub fn kind(kind: &str) -> Self {
        Self { kind: kind.to_owned(), ..Self::default() }
    }

    /// Something of this kind that befell a unit.
    pub fn of(kind: &str, unit: String) -> Self {
        Self { unit: Some(unit), ..Self::kind(kind) }
    }
}

/// Half points as movement points.
pub fn wire_points(half: u16) -> f32 {
    f32::from(half) / 2.0
}

pub fn numbers(hexes: &[Hex]) -> Vec<u16> {
    hexes.iter().map(|hex| hex.0).collect()
}
