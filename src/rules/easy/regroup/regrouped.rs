//! What has changed about who answers to whom since the battle began.
//!
//! Clauses: `easy:V.A`, `easy:V.B`, `easy:V.C`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::roster::{CommandId, StandId};
use scenario::army::Grade;

/// A command founded after the battle began: a detached unit, or a new command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Founded {
    /// Numbers go on after those of the scenario.
    pub command: CommandId,
    pub name: String,
    pub under: Option<CommandId>,
    /// The stand and the grade of its general; a stand that was detached alone has none.
    pub general: Option<(StandId, Grade)>,
    /// The stands that answer to it from then on; never empty.
    pub stands: Vec<StandId>,
}

/// What has changed about who answers to whom.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Regrouped {
    /// Commands founded, in order.
    pub founded: Vec<Founded>,
    /// Stands that answer to another command than at the start.
    pub answers: BTreeMap<StandId, CommandId>,
    /// Commands that others have wholly absorbed: their chits do nothing and leave play (`easy:V.B`).
    pub absorbed: BTreeSet<CommandId>,
    /// Founded commands whose generals have still to be placed (`easy:V.A`).
    pub unposted: BTreeSet<CommandId>,
    /// Stands put under a general who was too far off then, by the turn in which they were (`easy:V.A`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub on_the_way: BTreeMap<StandId, u8>,
}

impl Regrouped {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The command whose chit this general came with after the battle had begun.
    pub fn founded_by(&self, general: StandId) -> Option<CommandId> {
        let his = |founded: &&Founded| founded.general.is_some_and(|(stand, _)| stand == general);
        self.founded.iter().find(his).map(|founded| founded.command)
    }
}
