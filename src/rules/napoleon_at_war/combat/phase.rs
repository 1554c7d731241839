//! How far the combat phase is: who has attacked whom, and what the combat that is fought waits for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{Assault, UnitId};
use hexes::Hex;

use super::table::{Column, CombatResult};

/// What a combat waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The attacker chooses what they lose (`naw:7.6-ex`).
    Exchange,
    /// The owner retreats these one by one; these guns may too (`naw:7.71`, `naw:8.15`).
    Retreats { left: Vec<UnitId>, may: Vec<UnitId> },
    /// A victorious unit may advance (`naw:7.74`).
    Advance,
    /// It is over.
    Done { advanced: Option<UnitId> },
}

impl Step {
    /// Must it be done before anything else is ordered? An advance and a bombarder's retreat need not be.
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

/// A combat whose die has been thrown: the one under way, or the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// Sorted; bombarders included.
    pub attackers: Vec<UnitId>,
    /// The attackers that are no bombarders.
    pub contact: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
    /// Strength points as they fought: doubled where they were.
    pub attack: u32,
    /// The same of the defenders.
    pub defence: u32,
    pub computed: Column,
    /// The column used: the computed one, or a lower one (`naw:7.9`).
    pub column: Column,
    pub face: u8,
    pub result: CombatResult,
    /// Hexes that the beaten side has left or lost in this combat, sorted (`naw:7.74`).
    pub vacated: Vec<Hex>,
    pub step: Step,
}

impl Fight {
    pub fn bombarders(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.attackers.iter().copied().filter(|unit| !self.contact.contains(unit))
    }

    /// Are the attackers beaten? In an exchange the defenders are (`naw:7.6-ex`).
    pub const fn attackers_beaten(&self) -> bool {
        matches!(self.result, CombatResult::Ar | CombatResult::Ae)
    }

    /// Is it a participant of the beaten side?
    pub fn is_beaten(&self, unit: UnitId) -> bool {
        if self.attackers_beaten() { self.attackers.contains(&unit) } else { self.defenders.contains(&unit) }
    }

    /// Those of the victorious side that may advance: of the attackers those in contact (`naw:7.74`).
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
    /// The unit and its way; an empty way is the end of a unit that has none.
    pub ways: Vec<(UnitId, Vec<Hex>)>,
    /// Units that have more ways than are listed. They may be ordered all the same: who judges a retreat asks no list.
    pub more: Vec<UnitId>,
}

/// The combat phase as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CombatPhase {
    /// A die has been thrown, or the counterattack announced (`naw:5.14`, `naw:15.2`).
    pub begun: bool,
    /// Phasing units in contact as the phase opened: each owes one attack (`naw:7.12`). Sorted.
    pub owing: Vec<UnitId>,
    /// Enemies in contact as the phase opened: each is owed one attack (`naw:7.11`). Sorted.
    pub owed: Vec<UnitId>,
    /// Phasing units that have attacked or bombarded (`naw:7.14`).
    pub fought: BTreeSet<UnitId>,
    /// Enemies that have been attacked.
    pub attacked: BTreeSet<UnitId>,
    /// Units displaced in this phase (`naw:7.82`).
    pub displaced: BTreeSet<UnitId>,
    /// Guns displaced before they fired: silent for the rest of the phase (`naw:7.82`).
    pub silenced: BTreeSet<UnitId>,
    /// Every combat of the phase, where they are declared first (`naw:7.0`).
    pub declared: Option<Vec<Assault>>,
    /// The combat under way, or the last one.
    pub fight: Option<Box<Fight>>,
}

impl CombatPhase {
    /// May the unit still attack in this phase: has it neither fought nor been silenced (`naw:7.14`, `naw:7.82`)?
    pub fn may_attack(&self, unit: UnitId) -> bool {
        !self.fought.contains(&unit) && !self.silenced.contains(&unit)
    }

    /// The combat that waits for somebody's choice.
    pub fn under_way(&self) -> Option<&Fight> {
        self.fight.as_deref().filter(|fight| !fight.step.is_over())
    }
}
