//! The progress of the combat phase: which units have attacked which, and what the current combat is waiting for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{Assault, UnitId};
use hexes::Hex;

use super::table::{Column, CombatResult};

/// What a combat is waiting for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The attacker chooses their losses (`naw:7.6-ex`).
    Exchange,
    /// The owner retreats the units in `left` one by one; the guns in `may` may retreat too (`naw:7.71`, `naw:8.15`).
    Retreats { left: Vec<UnitId>, may: Vec<UnitId> },
    /// A victorious unit may advance (`naw:7.74`).
    Advance,
    /// It is over.
    Done { advanced: Option<UnitId> },
}

impl Step {
    /// Whether this has to be done before any other order. An advance and a bombarding unit's retreat do not.
    pub fn is_compulsory(&self) -> bool {
        match self {
            Self::Exchange => true,
            Self::Retreats { left, .. } => !left.is_empty(),
            Self::Advance | Self::Done { .. } => false,
        }
    }

    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Done { .. })
    }
}

/// A combat whose die has been rolled: the current one, or the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// Sorted; bombarding units included.
    pub attackers: Vec<UnitId>,
    /// The attackers that are not bombarding.
    pub contact: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
    /// The strength points used in the combat, doubled where doubling applied.
    pub attack: u32,
    /// The same for the defenders.
    pub defence: u32,
    pub computed: Column,
    /// The column used: the computed one, or a lower one (`naw:7.9`).
    pub column: Column,
    pub face: u8,
    pub result: CombatResult,
    /// Hexes that the beaten side has left in this combat, by retreat or loss, sorted (`naw:7.74`).
    pub vacated: Vec<Hex>,
    pub step: Step,
}

impl Fight {
    pub fn bombarders(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.attackers.iter().copied().filter(|unit| !self.contact.contains(unit))
    }

    /// Whether the attackers are beaten. In an exchange the defenders are (`naw:7.6-ex`).
    pub const fn attackers_beaten(&self) -> bool {
        matches!(self.result, CombatResult::Ar | CombatResult::Ae)
    }

    /// Whether the unit took part on the beaten side.
    pub fn is_beaten(&self, unit: UnitId) -> bool {
        if self.attackers_beaten() { self.attackers.contains(&unit) } else { self.defenders.contains(&unit) }
    }

    /// The units on the victorious side that may advance: of the attackers, those in contact (`naw:7.74`).
    pub fn victors(&self) -> &[UnitId] {
        if self.attackers_beaten() { &self.defenders } else { &self.contact }
    }

    pub fn is_participant(&self, unit: UnitId) -> bool {
        self.attackers.contains(&unit) || self.defenders.contains(&unit)
    }
}

/// Retreats that may be ordered now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retreats {
    /// The unit and its path. An empty path means that a unit without a retreat is eliminated.
    pub ways: Vec<(UnitId, Vec<Hex>)>,
    /// Units that have more paths than are listed. Those may be ordered all the same: a retreat is judged without the list.
    pub more: Vec<UnitId>,
}

/// The state of the combat phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CombatPhase {
    /// Whether a die has been rolled, or the counterattack announced (`naw:5.14`, `naw:15.2`).
    pub begun: bool,
    /// Phasing units in contact when the phase opened: each must attack once (`naw:7.12`). Sorted.
    pub owing: Vec<UnitId>,
    /// Enemies in contact when the phase opened: each must be attacked once (`naw:7.11`). Sorted.
    pub owed: Vec<UnitId>,
    /// Phasing units that have attacked or bombarded (`naw:7.14`).
    pub fought: BTreeSet<UnitId>,
    /// Enemies that have been attacked.
    pub attacked: BTreeSet<UnitId>,
    /// Units displaced in this phase (`naw:7.82`).
    pub displaced: BTreeSet<UnitId>,
    /// Guns displaced before they fired: silent for the rest of the phase (`naw:7.82`).
    pub silenced: BTreeSet<UnitId>,
    /// All combats of the phase, if they are declared first (`naw:7.0`).
    pub declared: Option<Vec<Assault>>,
    /// The current combat, or the last one.
    pub fight: Option<Box<Fight>>,
}

impl CombatPhase {
    /// Whether the unit may still attack in this phase, having neither fought nor been silenced (`naw:7.14`, `naw:7.82`).
    pub fn may_attack(&self, unit: UnitId) -> bool {
        !self.fought.contains(&unit) && !self.silenced.contains(&unit)
    }

    /// The combat that is waiting for a decision.
    pub fn under_way(&self) -> Option<&Fight> {
        self.fight.as_deref().filter(|fight| !fight.step.is_over())
    }
}
