//! A battle on hexes as its files have it, and what a rule set may have against it.

use std::collections::BTreeMap;

use super::{HexCorps, HexLeader, HexObjective, HexSide, HexUnit};
use data::{Fault, Spot};
use hexes::{Hex, HexMap};

/// A battle on hexes that was read whole, before it is known to be sound: hexes may lie off its map, and units may have ids that are
/// taken.
#[derive(Clone, Debug)]
pub struct HexLayout<'a> {
    /// None where it cannot be read, or not all of it: then nothing is known of hexes.
    pub map: Option<&'a HexMap>,
    /// Two.
    pub sides: &'a [HexSide],
    /// Hexes that the rules name, by the name they have there.
    pub places: &'a BTreeMap<String, Hex>,
    /// Army by army in the order of the files.
    pub units: Vec<&'a HexUnit>,
    /// The same of leaders and corps.
    pub leaders: Vec<&'a HexLeader>,
    pub corps: Vec<&'a HexCorps>,
    /// What it says itself is worth points, in the order of the file.
    pub objectives: &'a [HexObjective],
    /// Its options, by id; they may be none that its rules have.
    pub options: &'a BTreeMap<String, String>,
}

/// What a rule set has against a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexObjection {
    pub about: HexSubject,
    pub message: String,
    pub help: String,
    /// Where it is, for whoever draws the map.
    pub hexes: Vec<Hex>,
    /// Units and leaders that it is true of as well, by their ids.
    pub others: Vec<String>,
    /// The battle can be played all the same.
    pub is_warning: bool,
}

/// What an objection is about, which says where it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexSubject {
    /// A place, by its name in [`HexLayout::places`].
    Place(String),
    /// How a unit begins, by its number in [`HexLayout::units`].
    Start(usize),
    /// What the counter of a unit reads, by its number in [`HexLayout::units`].
    Reading(usize),
    /// Where a unit faces, by its number in [`HexLayout::units`].
    Facing(usize),
    /// A leader, by his number in [`HexLayout::leaders`].
    Leader(usize),
    /// A corps, by its number in [`HexLayout::corps`].
    Corps(usize),
    /// What is worth points, by its number in the file.
    Objective(usize),
    /// A side, by its number in the file.
    Side(usize),
}

impl HexObjection {
    /// With it the battle cannot be played.
    pub fn error(about: HexSubject, message: impl Into<String>, help: impl Into<String>) -> Self {
        let (message, help) = (message.into(), help.into());
        Self { about, message, help, hexes: Vec::new(), others: Vec::new(), is_warning: false }
    }

    /// The same, of this unit as well.
    #[must_use]
    pub fn and_of(mut self, id: &str) -> Self {
        self.others.push(id.to_owned());
        self
    }

    /// The same at these hexes.
    #[must_use]
    pub fn on(self, hexes: impl IntoIterator<Item = Hex>) -> Self {
        Self { hexes: hexes.into_iter().collect(), ..self }
    }

    /// The same, with which the battle can be played.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    /// As a fault of the text there.
    pub(super) fn at(&self, spot: Spot<'_>) -> Fault {
        let (message, help) = (self.message.as_str(), self.help.as_str());
        let fault = if self.is_warning { spot.warning(message, help) } else { spot.fault(message, help) };
        fault.on(&self.hexes).and_of(self.others.iter().map(String::as_str))
    }
}
