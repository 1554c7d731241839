//! An attack that has been made up: its participants.

use crate::order::Assault;
use crate::roster::UnitId;
use scenario::UnitSet;

/// A well-formed combat, each list sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Formed {
    /// Attackers in contact, which take every result (`cb:9d`).
    pub contact: Vec<UnitId>,
    /// Guns whose targets are not adjacent, or over a river (`cb:9d`, `cb:tet-river`).
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

    /// The combat as named by an order.
    pub fn assault(&self) -> Assault {
        Assault { by: self.attackers(), on: self.defenders.clone(), lowered: None, leaders: Vec::new() }
    }
}
