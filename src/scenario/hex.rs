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

/// The most strength, and the most movement, of a unit: two digits on its counter.
pub const MOST_POINTS: u8 = 99;

/// The greatest bonus of a leader: one digit on his counter.
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

    /// As its counter shows it.
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
    /// As it is said: `French`.
    pub name: String,
    /// Whose colours its units are drawn in, where no other is chosen: `french`, `austrian`.
    pub nation: String,
    /// The colour of its counters, where it is not that of its nation.
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

/// A unit as its counter reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexUnit {
    /// Stable key: `f44`.
    pub id: String,
    /// What the counter bears: `44`, `Kell`.
    pub counter: String,
    /// In full: `Kellerman`.
    pub name: String,
    pub side: Side,
    pub arm: HexArm,
    /// Strength points, in attack and defence alike.
    pub strength: u8,
    /// Movement points a turn.
    pub movement: u8,
    pub start: HexStart,
    /// The division or column it belongs to, for lists: `Chambarlhac`. Empty where it is not known.
    pub formation: String,
    /// The corps whose leader commands it, by id; none: any leader may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<String>,
    /// The neighbouring hex that its front looks at as it begins; none: nobody has said, or its rules know no facing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Hex>,
    /// The option that must be on for it to be in the game, by id; none: it always is. The rule set reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<String>,
    /// What its values rest on; empty: nobody says, or a sheet has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub basis: Vec<Basis>,
    /// What else there is to say of it: how many men it had. Empty: nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Those whom one leader commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexCorps {
    /// Stable key: `victor`.
    pub id: String,
    /// As it is said: `Victor`.
    pub name: String,
    pub side: Side,
    /// Its morale: demoralised once it has lost so many strength points; none: it is never demoralised.
    pub level: Option<u8>,
    /// The option that must be on for it to be in the game, by id; none: it always is. The rule set reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<String>,
}

/// A leader: a counter with a bonus in place of strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexLeader {
    /// Stable key, of which no unit has the same: `lannes`.
    pub id: String,
    /// What the counter bears: `Lann`.
    pub counter: String,
    /// In full: `Lannes`.
    pub name: String,
    pub side: Side,
    /// The corps that he leads, by id; none: he commands the army.
    pub corps: Option<String>,
    /// Added to a combat die.
    pub bonus: u8,
    /// Movement points a turn.
    pub movement: u8,
    pub start: HexStart,
    /// The option that must be on for him to be in the game, by id; none: he always is. The rule set reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<String>,
    /// What his values rest on; empty: nobody says, or a sheet has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub basis: Vec<Basis>,
    /// What else there is to say of him. Empty: nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What is worth victory points on hexes: hexes that are held, or whatever else its rules know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexObjective {
    /// Stable key: `san-giuliano`.
    pub id: String,
    /// As it is said: `San Giuliano`.
    pub name: String,
    /// What its rules call its kind; none: hexes that are held, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Empty where its kind has no place.
    pub hexes: Vec<Hex>,
    /// What it is worth, by side.
    pub points: [u8; 2],
    /// What else its kind wants to know, as its rules read it.
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
    /// Who has the first half of each turn.
    pub first: Side,
    /// Sorted by id.
    pub units: Vec<HexUnit>,
    /// Sorted by id; none where its rules know no leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<HexLeader>,
    /// In the order of the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corps: Vec<HexCorps>,
    /// Hexes that the rules name, by the name they have there: `marengo`, `pietrabuona`.
    pub places: BTreeMap<String, Hex>,
    pub turns: u8,
    /// The turns that are night (`naw:10.0`). Marengo has none (`naw:14.7`).
    pub nights: BTreeSet<u8>,
    /// Minutes after midnight at which turn 1 begins.
    pub begins: u16,
    /// Minutes a turn.
    pub turn_length: u16,
    /// What each turn is called, in place of its time of day; empty: turns go by the clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<String>,
    /// What is worth victory points, in the order of the file; none where its rules name it themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<HexObjective>,
    /// Option id to value, where they differ from the rule set's defaults.
    pub options: BTreeMap<String, String>,
    /// What play had made of it when it was saved, by key, as JSON; none: it begins at its beginning.
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
