//! What engineers work at, and what they are about.
//!
//! Clauses: `easy:V.D.1`, `easy:V.D.2`. Units: inches, half turns of work.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::cause::Cause;
use crate::ground::{GroundChange, say_bridge, say_line};
use crate::roster::StandId;
use table::ground::Ground;
use table::{Pose, Vec2};

/// What engineers work at (`easy:V.D.1`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// A bridge over the line with this id, from this point on the bank.
    Bridge { over: String, at: Vec2 },
    /// The end of the bridge with this id.
    Destroy { bridge: String },
    /// Cover for one infantry stand, over this outline.
    Earthworks { at: Pose },
}

/// Work that has been begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    pub task: Task,
    /// Half turns of work done: a step is two of them, in mud one (`easy:V.D.1.c`).
    pub halves: u8,
}

/// Hits on infantry whose owner may let its engineers take some of them (`easy:V.D.2.c`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Owed {
    pub host: StandId,
    pub hits: u8,
    pub cause: Cause,
}

/// What engineers are about. Empty while the module is off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Engineers {
    /// Work begun, by engineer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub jobs: BTreeMap<StandId, Job>,
    /// Engineers that have done this turn's step of work (`easy:V.D.1`).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub worked: BTreeSet<StandId>,
    /// The infantry each attached engineer goes with (`easy:V.D.2`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attached: BTreeMap<StandId, StandId>,
    /// Hits of fire and opening fire that wait for their owner, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Owed>,
}

impl Engineers {
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.worked.is_empty() && self.attached.is_empty() && self.owed.is_empty()
    }
}

impl Task {
    /// Turns of work in clear weather, from the table of tasks (`easy:V.D.1`); none where it names nothing here.
    pub fn turns(&self, ground: &Ground) -> Option<u8> {
        Some(crate::tables::task_turns(self.kind(ground)?))
    }

    /// The row of the table of tasks.
    fn kind(&self, ground: &Ground) -> Option<crate::tables::TaskKind> {
        use crate::tables::TaskKind;
        let stream = |id: &str| ground.lines.iter().find(|line| line.id == *id)?.stream();
        match self {
            Self::Bridge { over, .. } => Some(TaskKind::Build(stream(over)?)),
            Self::Destroy { bridge } => {
                let crossing = ground.crossings.iter().find(|crossing| crossing.id == *bridge)?;
                Some(TaskKind::Destroy(stream(&crossing.over)?))
            }
            Self::Earthworks { .. } => Some(TaskKind::Earthworks),
        }
    }

    /// What the finished work changes about the ground.
    pub fn change(&self) -> GroundChange {
        match self {
            Self::Bridge { over, at } => GroundChange::BridgeBuilt { over: over.clone(), at: *at },
            Self::Destroy { bridge } => GroundChange::BridgeDestroyed { bridge: bridge.clone() },
            Self::Earthworks { at } => GroundChange::Earthworks { at: *at },
        }
    }

    /// `a bridge over the Lasne brook`.
    pub fn say(&self, ground: &Ground) -> String {
        match self {
            Self::Bridge { over, .. } => format!("a bridge over {}", say_line(ground, over)),
            Self::Destroy { bridge } => {
                let name = say_bridge(ground, bridge);
                match name.strip_prefix("The ") {
                    Some(rest) => format!("the end of the {rest}"),
                    None => format!("the end of {name}"),
                }
            }
            Self::Earthworks { .. } => "earthworks".to_owned(),
        }
    }
}
