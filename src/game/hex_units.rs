//! What all rules on hexes know of a piece: its place, its key and its name.

use serde::{Deserialize, Serialize};

use hexes::Hex;
use scenario::UnitId;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HexPlace {
    Map(Hex),
    /// Off the map; a reinforcement that has not come yet.
    Waiting,
    /// Gone, for any reason.
    Eliminated,
}

impl HexPlace {
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::Map(hex) => Some(hex),
            Self::Waiting | Self::Eliminated => None,
        }
    }

    /// The number of its hex, if it is in one.
    pub fn number(self) -> Option<u16> {
        self.hex().map(|hex| hex.0)
    }

    /// The name as spelled: `map`, `waiting`, `eliminated`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map(_) => "map",
            Self::Waiting => "waiting",
            Self::Eliminated => "eliminated",
        }
    }

    /// The piece and its place: `French 28th demi-brigade in 2311`.
    pub fn say(self, piece: &str) -> String {
        match self {
            Self::Map(hex) => format!("{piece} in {hex}"),
            Self::Waiting => format!("{piece}, not yet come on"),
            Self::Eliminated => format!("{piece}, eliminated"),
        }
    }
}

/// A game on hexes that describes its units.
pub trait HexUnits {
    /// The unit's key.
    fn key_of(&self, id: UnitId) -> String;

    /// The unit and its place, in words.
    fn words_of(&self, id: UnitId) -> String;

    /// The hex where it stands; `None` off the map.
    fn hex_of(&self, id: UnitId) -> Option<Hex>;

    fn keys_of<'i>(&self, ids: impl IntoIterator<Item = &'i UnitId>) -> Vec<String> {
        ids.into_iter().map(|id| self.key_of(*id)).collect()
    }

    /// Several units in words, each by name.
    fn words_of_all(&self, ids: &[UnitId]) -> String {
        ids.iter().map(|id| self.words_of(*id)).collect::<Vec<_>>().join(", ")
    }
}
