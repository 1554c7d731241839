//! A well-formed attack: which units attack which.

use crate::{Assault, UnitId};

use scenario::UnitSet;

/// A well-formed combat, each list sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Formed {
    /// Attackers in contact: every result applies to them (`naw:8.23`, `naw:8.43`).
    pub contact: Vec<UnitId>,
    /// Guns that bombard: no result applies to them (`naw:8.14`).
    pub bombarders: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
}

impl Formed {
    /// All attackers, those in contact first.
    pub fn attackers(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.contact.iter().chain(&self.bombarders).copied()
    }

    pub fn used(&self) -> UnitSet {
        self.attackers().collect()
    }

    /// The combat as an order names it.
    pub fn assault(&self) -> Assault {
        Assault { attackers: self.used().to_vec(), defenders: self.defenders.clone(), lowered: None }
    }

    pub fn attacked(&self) -> UnitSet {
        self.defenders.iter().collect()
    }
}
