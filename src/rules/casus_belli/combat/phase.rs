//! The state of the combat phase: duties, fights so far, and what the present combat or withdrawal waits for.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::roster::{LeaderId, UnitId};
use hexes::Hex;
use scenario::Side;

use super::table::{Column, CombatResult};

/// A retreating unit (`cb:8a1`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreating {
    pub unit: UnitId,
    /// Its first hex, which no retreat re-enters (`cb:8a5`).
    pub from: Hex,
    /// Hexes made.
    pub made: u8,
    /// Hexes still to go.
    pub left: u8,
    /// It routs: as the result, or after being forced into an enemy zone (`cb:8a2`).
    pub routs: bool,
    /// Its owner may stop here (`cb:10e`).
    pub may_stop: bool,
    /// Leaders who go with it (`cb:11c`). Sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<LeaderId>,
    /// It has turned by a hexside during its retreat (`cb:15a5`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
}

/// What a combat waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The owner retreats these one by one; these ranged guns may retreat too (`cb:8a1`, `cb:9d`).
    Retreats {
        left: Vec<UnitId>,
        may: Vec<UnitId>,
    },
    /// The winners may advance, one unit into each emptied hex that is left (`cb:8B`).
    Advances {
        open: Vec<Hex>,
    },
    Done,
}

impl Step {
    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Done)
    }

    /// Is it compulsory before any other order? An advance and a ranged battery's retreat are not.
    pub fn is_compulsory(&self) -> bool {
        match self {
            Self::Retreats { left, .. } => !left.is_empty(),
            Self::Advances { .. } | Self::Done => false,
        }
    }
}

/// The present combat, or the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// Sorted; ranged guns included.
    pub attackers: Vec<UnitId>,
    /// The attackers that fight hand to hand: all but the guns that are not adjacent, or fire over a river (`cb:9d`, `cb:tet-river`).
    pub contact: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
    /// Leaders who add their bonus, and are at risk for it (`cb:11b`, `cb:11d`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// Strength points as they fought.
    pub attack: u32,
    pub defence: u32,
    /// `None` if no die was thrown (`cb:9f`, `cb:7c2`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<Column>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<CombatResult>,
    /// Hexes that participants have left or lost in this combat, with their sides: the other side may enter (`cb:7c4`).
    pub vacated: BTreeMap<Hex, Side>,
    pub step: Step,
}

impl Fight {
    /// Are the attackers beaten, or the defenders? `None` means nobody.
    pub fn beats_attackers(&self) -> Option<bool> {
        self.result.and_then(CombatResult::beats_attackers)
    }

    /// The guns whose targets they do not touch (`cb:9d`).
    pub fn ranged(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.attackers.iter().copied().filter(|unit| !self.contact.contains(unit))
    }

    pub fn is_participant(&self, unit: UnitId) -> bool {
        self.attackers.contains(&unit) || self.defenders.contains(&unit)
    }
}

/// The state of the combat phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CombatPhase {
    /// Units of the phasing side that owed an attack when the phase began (`cb:6c`).
    pub owing: BTreeSet<UnitId>,
    /// Enemies that were owed one.
    pub owed: BTreeSet<UnitId>,
    /// Batteries that owe an attack, with the enemies that control them: they attack nobody else while one is left (`cb:9c`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pinned: BTreeMap<UnitId, BTreeSet<UnitId>>,
    /// Units of the phasing side that have attacked or bombarded (`cb:7a2`).
    pub fought: BTreeSet<UnitId>,
    /// Enemies that have been attacked.
    pub attacked: BTreeSet<UnitId>,
    /// Units that have retreated, been displaced or advanced: they fight no more in this phase (`cb:8a4`, `cb:7c4`).
    pub spent: BTreeSet<UnitId>,
    /// Units displaced in this phase (`cb:8a3`).
    pub displaced: BTreeSet<UnitId>,
    /// Leaders who have used their bonus (`cb:11b`).
    pub inspired: BTreeSet<LeaderId>,
    /// The present combat, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<Box<Fight>>,
    /// The unit that is retreating now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreating: Option<Box<Retreating>>,
    /// Once all battles are fought: units out of command that must still withdraw (`cb:10e`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawing: Option<Vec<UnitId>>,
}

impl CombatPhase {
    /// The combat that waits for a choice.
    pub fn under_way(&self) -> Option<&Fight> {
        self.fight.as_deref().filter(|fight| !fight.step.is_over())
    }

    /// May the unit still attack: has it neither fought nor been moved by combat (`cb:7a2`, `cb:8a4`)?
    pub fn may_attack(&self, unit: UnitId) -> bool {
        !self.fought.contains(&unit) && !self.spent.contains(&unit)
    }

    /// May the enemy still be attacked?
    pub fn may_be_attacked(&self, unit: UnitId) -> bool {
        !self.attacked.contains(&unit) && !self.spent.contains(&unit)
    }
}
