//! What all rules on hexes know of a piece: its place, its key and its name.

use serde::{Deserialize, Serialize};

use super::answer::Spot;
use super::ending::{Loss, lost};
use super::messages::AskFault;
use hexes::Hex;
use scenario::{HexScenario, UnitId};

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

    /// Where it is, or `arrives`: on which turn, and where.
    pub fn describe(self, arrives: Option<(u8, Hex)>) -> String {
        match (self, arrives) {
            (Self::Map(hex), _) => format!("in {hex}"),
            (Self::Eliminated, _) => "eliminated".to_owned(),
            (Self::Waiting, Some((turn, at))) => format!("comes on from turn {turn} at {at}"),
            (Self::Waiting, None) => "not yet come on".to_owned(),
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

    /// What a group of units has lost, as printed.
    fn loss(&self, group: String, units: &[UnitId]) -> Loss {
        let printed = |id: &UnitId| u32::from(self.battle().unit(*id).strength);
        let gone = units.iter().filter(|id| self.place_of(**id) == HexPlace::Eliminated);
        let start: u32 = units.iter().map(printed).sum();
        let left = start - gone.clone().map(printed).sum::<u32>();
        Loss { group, left, start, gone: lost(gone.count(), "unit"), strength: Vec::new() }
    }

    /// The hex in which a unit stands, or would stand, to be threatened there.
    ///
    /// # Errors
    ///
    /// Why it cannot; `off`: what is said of one that is not on the map, after its name.
    fn imagined(&self, id: UnitId, at: Option<Spot>, off: &str) -> Result<Hex, AskFault> {
        let (battle, fault) = (self.battle(), |words: String| Err(AskFault::new("bad-order", words)));
        let hex = match (at, self.hex_of(id)) {
            (None, Some(hex)) => return Ok(hex),
            (None, None) => return fault(format!("{}{off}", self.words_of(id))),
            (Some(Spot::Hex(hex)), _) if battle.map.contains(Hex(hex)) => Hex(hex),
            (Some(_), _) => {
                return fault("a unit is put somewhere by the number of a hex of the map".to_owned());
            }
        };
        let enemies = battle.of_side(battle.unit(id).side.enemy());
        match enemies.into_iter().find(|enemy| self.hex_of(*enemy) == Some(hex)) {
            Some(enemy) => {
                let enemy = self.words_of(enemy);
                fault(format!("{enemy} stands in {hex}: name a hex that no enemy is in"))
            }
            None => Ok(hex),
        }
    }

    fn keys_of<'i>(&self, ids: impl IntoIterator<Item = &'i UnitId>) -> Vec<String> {
        ids.into_iter().map(|id| self.key_of(*id)).collect()
    }

    /// Several units in words, each by name.
    fn words_of_all(&self, ids: &[UnitId]) -> String {
        ids.iter().map(|id| self.words_of(*id)).collect::<Vec<_>>().join(", ")
    }
}
