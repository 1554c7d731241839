//! A battle on hexes as its files define it, and the objections of a rule set.

use std::collections::BTreeMap;

use super::{HexCorps, HexLeader, HexObjective, HexSide, HexUnit};
use data::{Fault, Spot};
use hexes::{Hex, HexMap};

/// A battle on hexes that was read completely but not checked: hexes may lie off its map, and ids may be
/// duplicates.
#[derive(Clone, Debug)]
pub struct HexLayout<'a> {
    /// `None` if it cannot be read completely: then nothing is known of hexes.
    pub map: Option<&'a HexMap>,
    /// The two sides.
    pub sides: &'a [HexSide],
    /// Hexes that the rules name, by their names in the rules.
    pub places: &'a BTreeMap<String, Hex>,
    /// Units army by army, in the order of the files.
    pub units: Vec<&'a HexUnit>,
    /// Leaders and corps in the same order.
    pub leaders: Vec<&'a HexLeader>,
    pub corps: Vec<&'a HexCorps>,
    /// The objectives of the battle, in the order of the file.
    pub objectives: &'a [HexObjective],
    /// Its options, by id; the rules may not have them.
    pub options: &'a BTreeMap<String, String>,
}

/// An objection of a rule set to a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexObjection {
    pub about: HexSubject,
    pub message: String,
    pub help: String,
    /// The hexes to mark on the map.
    pub hexes: Vec<Hex>,
    /// The ids of other units and leaders that it applies to.
    pub others: Vec<String>,
    /// Can the battle be played all the same?
    pub is_warning: bool,
}

/// What an objection is about, which decides where it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexSubject {
    /// A place, by its name in [`HexLayout::places`].
    Place(String),
    /// The start of a unit, by its index in [`HexLayout::units`].
    Start(usize),
    /// The values on the counter of a unit, by its index in [`HexLayout::units`].
    Reading(usize),
    /// The facing of a unit, by its index in [`HexLayout::units`].
    Facing(usize),
    /// A leader, by its index in [`HexLayout::leaders`].
    Leader(usize),
    /// A corps, by its index in [`HexLayout::corps`].
    Corps(usize),
    /// An objective, by its index in the file.
    Objective(usize),
    /// A side, by its index in the file.
    Side(usize),
}

impl HexObjection {
    /// An objection with which the battle cannot be played.
    pub fn error(about: HexSubject, message: impl Into<String>, help: impl Into<String>) -> Self {
        let (message, help) = (message.into(), help.into());
        Self { about, message, help, hexes: Vec::new(), others: Vec::new(), is_warning: false }
    }

    /// The objection, also about this unit.
    #[must_use]
    pub fn and_of(mut self, id: &str) -> Self {
        self.others.push(id.to_owned());
        self
    }

    /// The objection, at these hexes.
    #[must_use]
    pub fn on(self, hexes: impl IntoIterator<Item = Hex>) -> Self {
        Self { hexes: hexes.into_iter().collect(), ..self }
    }

    /// The objection as a warning, with which the battle can be played.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    /// The objection as a fault of the text there.
    pub(super) fn at(&self, spot: Spot<'_>) -> Fault {
        let (message, help) = (self.message.as_str(), self.help.as_str());
        let fault = if self.is_warning { spot.warning(message, help) } else { spot.fault(message, help) };
        fault.on(&self.hexes).and_of(self.others.iter().map(String::as_str))
    }
}
