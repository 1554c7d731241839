//! An attack that has been made up: who attacks whom.

use crate::order::Assault;
use crate::roster::UnitId;
use scenario::UnitSet;

/// A well-formed combat, each list sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Formed {
    /// Attackers who touch somebody and take every result (`cb:9d`).
    pub contact: Vec<UnitId>,
    /// Guns that fire at what they do not touch, or over a river (`cb:9d`, `cb:tet-river`).
    pub ranged: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
}

impl Formed {
    /// All attackers, sorted.
    pub fn attackers(&self) -> Vec<UnitId> {
        self.used().to_vec()
    }

    pub fn used(&self) -> UnitSet {
        self.contact.iter().chain(&self.ranged).collect()
    }

    pub fn attacked(&self) -> UnitSet {
        self.defenders.iter().collect()
    }

    /// As an order names it.
    pub fn assault(&self) -> Assault {
        Assault { by: self.attackers(), on: self.defenders.clone(), lowered: None, leaders: Vec::new() }
    }
}
