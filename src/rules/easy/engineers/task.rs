//! The tasks of engineers, and the state of all engineers.
//!
//! Clauses: `easy:V.D.1`, `easy:V.D.2`. Units: inches, half turns of work.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::cause::Cause;
use crate::ground::{GroundChange, say_bridge, say_line};
use crate::roster::StandId;
use table::ground::Ground;
use table::{Pose, Vec2};

/// A task of engineers (`easy:V.D.1`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Build a bridge over the stream with this id at this point of its bank.
    Bridge { over: String, at: Vec2 },
    /// Destroy the bridge with this id.
    Destroy { bridge: String },
    /// Throw up earthworks: cover for one infantry stand, with its outline at this pose.
    Earthworks { at: Pose },
}

/// A task under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    pub task: Task,
    /// Work done so far, in half turns. A step of work counts two, in mud one (`easy:V.D.1.c`).
    pub halves: u8,
}

/// Pending hits on infantry, some of which its owner may assign to its engineers (`easy:V.D.2.c`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Owed {
    pub host: StandId,
    pub hits: u8,
    pub cause: Cause,
}

/// The state of all engineers. Empty while the module is off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Engineers {
    /// Tasks under way, by engineer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub jobs: BTreeMap<StandId, Job>,
    /// Engineers that have done this turn's step of work (`easy:V.D.1`).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub worked: BTreeSet<StandId>,
    /// The infantry that each attached engineer moves with (`easy:V.D.2`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attached: BTreeMap<StandId, StandId>,
    /// Hits by fire and opening fire that wait for the owner's choice, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Owed>,
}

impl Engineers {
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.worked.is_empty() && self.attached.is_empty() && self.owed.is_empty()
    }
}

impl Task {
    /// The turns of work that the task takes in clear weather, from the table of tasks (`easy:V.D.1`).
    ///
    /// `None` if the task names no stream or bridge of this ground.
    pub fn turns(&self, ground: &Ground) -> Option<u8> {
        Some(crate::tables::task_turns(self.kind(ground)?))
    }

    /// The row in the table of tasks. `None` as in [`Self::turns`].
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

    /// The change of the ground when the task is finished.
    pub fn change(&self) -> GroundChange {
        match self {
            Self::Bridge { over, at } => GroundChange::BridgeBuilt { over: over.clone(), at: *at },
            Self::Destroy { bridge } => GroundChange::BridgeDestroyed { bridge: bridge.clone() },
            Self::Earthworks { at } => GroundChange::Earthworks { at: *at },
        }
    }

    /// The task in words: `a bridge over the Lasne brook`.
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
