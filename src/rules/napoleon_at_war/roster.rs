//! What never changes in a game: the map, the units and what their counters say, the options in force.

use serde::{Deserialize, Serialize};

use crate::hexes::HexMap;
use crate::scenario::{HexArm, HexScenario, HexUnit, Side};

use super::options::Options;

/// A unit: an index into [`HexScenario::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The game that is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub scenario: HexScenario,
    pub options: Options,
}

impl Game {
    pub fn map(&self) -> &HexMap {
        &self.scenario.map
    }

    pub fn unit(&self, id: UnitId) -> &HexUnit {
        &self.scenario.units[id.index()]
    }

    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.scenario.units.len()).filter_map(|index| u8::try_from(index).ok()).map(UnitId)
    }

    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(move |id| self.unit(*id).side == side)
    }

    pub fn is_artillery(&self, id: UnitId) -> bool {
        self.unit(id).arm == HexArm::Artillery
    }

    pub fn find(&self, key: &str) -> Option<UnitId> {
        self.units().find(|id| self.unit(*id).id == key)
    }
}
