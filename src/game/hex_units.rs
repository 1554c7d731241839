//! What all rules on hexes know of a piece: where it is, and by which key and name it is told of.

use serde::{Deserialize, Serialize};

use hexes::Hex;
use scenario::{HexScenario, UnitId};

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HexPlace {
    Map(Hex),
    /// Off the map; a reinforcement that has not come yet.
    Waiting,
    /// Gone for whatever cause.
    Eliminated,
}

impl HexPlace {
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::Map(hex) => Some(hex),
            Self::Waiting | Self::Eliminated => None,
        }
    }

    /// The number of its hex.
    pub fn number(self) -> Option<u16> {
        self.hex().map(|hex| hex.0)
    }

    /// As it is spelled: `map`, `waiting`, `eliminated`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map(_) => "map",
            Self::Waiting => "waiting",
            Self::Eliminated => "eliminated",
        }
    }

    /// The piece and where it is: `French 28th demi-brigade in 2311`.
    pub fn say(self, piece: &str) -> String {
        match self {
            Self::Map(hex) => format!("{piece} in {hex}"),
            Self::Waiting => format!("{piece}, not yet come on"),
            Self::Eliminated => format!("{piece}, eliminated"),
        }
    }
}

/// A unit as people may call it: its key, and the hex in which it stands.
pub type Called<'k, T> = (&'k str, T, Option<Hex>);

/// A game on hexes that tells of its units.
pub trait HexUnits {
    fn battle(&self) -> &HexScenario;

    fn place_of(&self, id: UnitId) -> HexPlace;

    /// The unit's key.
    fn key_of(&self, id: UnitId) -> String {
        self.battle().unit(id).id.clone()
    }

    /// The unit and where it is.
    fn words_of(&self, id: UnitId) -> String {
        self.place_of(id).say(&self.battle().say(id))
    }

    /// Where it stands; none off the map.
    fn hex_of(&self, id: UnitId) -> Option<Hex> {
        self.place_of(id).hex()
    }

    /// All units, as they may be called.
    fn called(&self) -> impl Iterator<Item = Called<'_, UnitId>> + Clone {
        let battle = self.battle();
        battle.units().map(|id| (battle.unit(id).id.as_str(), id, self.hex_of(id)))
    }

    /// The name of the unit that stands in a hex.
    fn name_in(&self, hex: Hex) -> Option<String> {
        let (_, id, _) = self.called().find(|(.., at)| *at == Some(hex))?;
        Some(self.battle().say(id))
    }

    fn keys_of<'i>(&self, ids: impl IntoIterator<Item = &'i UnitId>) -> Vec<String> {
        ids.into_iter().map(|id| self.key_of(*id)).collect()
    }

    /// Several units, named one by one.
    fn words_of_all(&self, ids: &[UnitId]) -> String {
        ids.iter().map(|id| self.words_of(*id)).collect::<Vec<_>>().join(", ")
    }
}
