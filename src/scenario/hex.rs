//! Battles on hex maps: rule set, map, sides, units, turns and options, as rules accept them.
//!
//! Units: hexes; movement points; strength points; minutes.

mod army_file;
mod basis;
mod build;
mod check;
mod counter;
pub mod csv;
pub mod edit;
#[cfg(test)]
mod edit_tests;
mod layout;
pub mod map_file;
mod muster;
#[cfg(test)]
mod tests;
mod unit;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Side;
use drawing::ArmyColour;
use drawing::hex::Arm;
use hexes::{Hex, HexMap};

#[cfg(test)]
pub(super) use army_file::RawHexArmy;
pub(super) use army_file::{leader_record, unit_record};
pub use basis::Basis;
pub use build::{contrary, kind_name, mark_name};
#[cfg(test)]
pub(super) use check::RawHexScenario;
pub(super) use check::read_army_alone;
pub use check::{read, read_map};
pub(super) use counter::NOWHERE;
pub use counter::{CounterSaid, HexCounter, HexPiece};
pub(super) use edit::plain;
pub use edit::{HexBattle, HexEdit};
pub use layout::{HexLayout, HexObjection, HexSubject};
#[cfg(test)]
pub(super) use map_file::RawMap;
pub use map_file::write as write_map;
pub use unit::{UnitId, UnitSet};

/// Maximum strength and maximum movement of a unit: two digits on its counter.
pub const MOST_POINTS: u8 = 99;

/// Maximum bonus of a leader: one digit on the counter.
pub const MOST_BONUS: u8 = 9;

/// The arm of a unit on a hex map.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum HexArm {
    #[default]
    Infantry,
    Cavalry,
    Artillery,
}

impl HexArm {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
        }
    }

    /// The arm shown on its counter.
    pub const fn sign(self) -> Arm {
        match self {
            Self::Infantry => Arm::Infantry,
            Self::Cavalry => Arm::Cavalry,
            Self::Artillery => Arm::Artillery,
        }
    }
}

/// One side of a battle on hexes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexSide {
    /// Stable key: `french`.
    pub id: String,
    /// The name: `French`.
    pub name: String,
    /// The nation whose colours its units have, unless another is chosen: `french`, `austrian`.
    pub nation: String,
    /// The colour of its counters, if it is not that of its nation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<ArmyColour>,
}

impl HexSide {
    /// The colour of its counters.
    pub fn ink(&self) -> ArmyColour {
        self.colour.unwrap_or_else(|| ArmyColour::of_nation(&self.nation))
    }
}

/// Where a unit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HexStart {
    Deployed(Hex),
    /// May come on from this turn at this edge hex.
    Arrives {
        turn: u8,
        at: Hex,
    },
}

/// A unit with the values on its counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexUnit {
    /// Stable key: `f44`.
    pub id: String,
    /// The label of the counter: `44`, `Kell`.
    pub counter: String,
    /// The full name: `Kellerman`.
    pub name: String,
    pub side: Side,
    pub arm: HexArm,
    /// Strength points, both in attack and in defence.
    pub strength: u8,
    /// Movement points per turn.
    pub movement: u8,
    pub start: HexStart,
    /// The division or column it belongs to, for lists: `Chambarlhac`. Empty if it is not known.
    pub formation: String,
    /// The id of the corps whose leader commands it; `None` if any leader may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<String>,
    /// The neighbouring hex that its front faces at the start; `None` if not given, or if its rules have no facing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Hex>,
    /// The id of the option that must be on for it to be in the game; `None` if it always is. The rule set reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<String>,
    /// What its values are based on; empty if not given, or if they are printed on a sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub basis: Vec<Basis>,
    /// Other notes, such as its number of men. Empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A corps, commanded by one leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexCorps {
    /// Stable key: `victor`.
    pub id: String,
    /// The name: `Victor`.
    pub name: String,
    pub side: Side,
    /// Its morale level: the number of lost strength points at which it is demoralised; `None` if it never is.
    pub level: Option<u8>,
    /// The id of the option that must be on for it to be in the game; `None` if it always is. The rule set reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<String>,
}

/// A leader: a counter with a bonus in place of strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexLeader {
    /// Stable key, different from those of all units: `lannes`.
    pub id: String,
    /// The label of the counter: `Lann`.
    pub counter: String,
    /// The full name: `Lannes`.
    pub name: String,
    pub side: Side,
    /// The id of the corps that it leads; `None` if it commands the army.
    pub corps: Option<String>,
    /// Added to a combat die.
    pub bonus: u8,
    /// Movement points per turn.
    pub movement: u8,
    pub start: HexStart,
    /// The id of the option that must be on for it to be in the game; `None` if it always is. The rule set reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<String>,
    /// What its values are based on; empty if not given, or if they are printed on a sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub basis: Vec<Basis>,
    /// Other notes. Empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Something worth victory points on hexes: hexes to hold, or another kind that its rules know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexObjective {
    /// Stable key: `san-giuliano`.
    pub id: String,
    /// The name: `San Giuliano`.
    pub name: String,
    /// The word of its rules for its kind; `None` for hexes to hold, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Empty if its kind has no place.
    pub hexes: Vec<Hex>,
    /// Its points, by side.
    pub points: [u8; 2],
    /// Other terms of its kind, for its rules to interpret.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<String, String>,
}

/// A battle on a hex map, ready to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexScenario {
    pub id: String,
    pub name: String,
    pub description: String,
    /// The id of its rule set.
    pub rules: String,
    pub map: HexMap,
    /// Two sides.
    pub sides: Vec<HexSide>,
    /// The side that has the first half of each turn.
    pub first: Side,
    /// Sorted by id.
    pub units: Vec<HexUnit>,
    /// Sorted by id; empty if its rules have no leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<HexLeader>,
    /// In the order of the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corps: Vec<HexCorps>,
    /// Hexes that the rules name, by their names in the rules: `marengo`, `pietrabuona`.
    pub places: BTreeMap<String, Hex>,
    pub turns: u8,
    /// The turns that are night (`naw:10.0`). Marengo has none (`naw:14.7`).
    pub nights: BTreeSet<u8>,
    /// Minutes after midnight at which turn 1 begins.
    pub begins: u16,
    /// Minutes per turn.
    pub turn_length: u16,
    /// The names of the turns, instead of times of day; empty if turns go by the clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<String>,
    /// The objectives, in the order of the file; empty if its rules define them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<HexObjective>,
    /// From option id to value, for those that differ from the rule set's defaults.
    pub options: BTreeMap<String, String>,
    /// The play when it was saved, by key, as JSON; `None` if it starts at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
}

impl HexScenario {
    pub fn map(&self) -> &HexMap {
        &self.map
    }

    /// The side's id: `french`.
    pub fn side_id(&self, side: Side) -> String {
        self.sides.get(side.index()).map(|side| side.id.clone()).unwrap_or_default()
    }

    /// As the side is said: `French`.
    pub fn side_name(&self, side: Side) -> &str {
        self.sides.get(side.index()).map_or("nobody", |side| side.name.as_str())
    }

    /// The colour of a side's counters.
    pub fn colour(&self, side: Side) -> ArmyColour {
        self.sides.get(side.index()).map_or(ArmyColour::Green, HexSide::ink)
    }

    /// All units, in the order of their numbers.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len()).filter_map(|index| u8::try_from(index).ok()).map(UnitId)
    }

    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(move |id| self.unit(*id).side == side)
    }

    pub fn unit(&self, id: UnitId) -> &HexUnit {
        &self.units[id.index()]
    }

    /// The unit with this key.
    pub fn find(&self, key: &str) -> Option<UnitId> {
        self.units().find(|id| self.unit(*id).id == key)
    }

    /// The unit without its place: `French 28th demi-brigade`.
    pub fn say(&self, id: UnitId) -> String {
        let unit = self.unit(id);
        format!("{} {}", self.side_name(unit.side), unit.name)
    }

    pub fn is_artillery(&self, id: UnitId) -> bool {
        self.unit(id).arm == HexArm::Artillery
    }

    /// Where units stand that are on the map as it begins.
    pub fn deployed(&self) -> Vec<Hex> {
        let hex = |unit: &HexUnit| match unit.start {
            HexStart::Deployed(hex) => Some(hex),
            HexStart::Arrives { .. } => None,
        };
        self.units.iter().filter_map(hex).collect()
    }
}
