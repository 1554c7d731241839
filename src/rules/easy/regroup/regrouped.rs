//! Changes to the order of battle since the battle began.
//!
//! Clauses: `easy:V.A`, `easy:V.B`, `easy:V.C`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::roster::{CommandId, StandId};
use scenario::army::Grade;

/// A command founded after the battle began: a detached unit, or a new command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Founded {
    /// Numbered on from the commands of the scenario.
    pub command: CommandId,
    pub name: String,
    pub under: Option<CommandId>,
    /// The stand and the grade of its general. `None` if it has none: a stand detached alone, or no room for one.
    pub general: Option<(StandId, Grade)>,
    /// The stands it was founded with; never empty.
    pub stands: Vec<StandId>,
}

/// What has changed in the order of battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Regrouped {
    /// Commands founded, in order.
    pub founded: Vec<Founded>,
    /// Stands that belong to another command than at the start, with that command.
    pub answers: BTreeMap<StandId, CommandId>,
    /// Commands wholly absorbed by others. Their chits do nothing and leave play (`easy:V.B`).
    pub absorbed: BTreeSet<CommandId>,
    /// Founded commands whose generals have still to be placed (`easy:V.A`).
    pub unposted: BTreeSet<CommandId>,
    /// Stands put under a general who was too far away, with the turn in which that was done (`easy:V.A`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub on_the_way: BTreeMap<StandId, u8>,
}

impl Regrouped {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The command founded with this general. `None` for generals of the scenario.
    pub fn founded_by(&self, general: StandId) -> Option<CommandId> {
        let his = |founded: &&Founded| founded.general.is_some_and(|(stand, _)| stand == general);
        self.founded.iter().find(his).map(|founded| founded.command)
    }
}
