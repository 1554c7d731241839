//! Engineers: what they build and destroy, and what they do for the infantry they are attached to.
//!
//! `work` holds the tasks, `attach` joins engineers to infantry and moves them with it, `hits` lets them take its hits.
//! What is finished changes the ground ([`super::ground`]).
//!
//! Clauses: `easy:V.D` to `easy:V.D.2.c`. Units: inches, strength points, half turns of work.

mod attach;
mod hits;
mod work;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::army::Arm;
use crate::table::ground::Ground;
use crate::table::{Pose, Vec2};

use super::event::Cause;
use super::ground::{GroundChange, say_bridge, say_line};
use super::roster::StandId;
use super::state::{Place, State};

pub use attach::{
    check_ride, check_shift, displace_contacted, follow_back, go_along, judge_join, offers as join_offers,
    ride, shift_of,
};
pub use hits::{
    awaited, check_none_owed, check_share, choices, judge_spare, not_asked, offers as spare_offers, take,
    tell, too_many,
};
pub use work::{
    Site, check_site, check_task, judge_work, offers as work_offers, settle_jobs, site, tasks_here,
};

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
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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

/// What changes about engineers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A step of work is done; `halves` in all, of those that the task needs.
    Worked {
        engineer: StandId,
        task: Task,
        halves: u8,
    },
    /// The referee says how much of it is done.
    Set {
        engineer: StandId,
        task: Task,
        halves: u8,
    },
    /// The work is done: its change of the ground is an event of its own.
    Finished {
        engineer: StandId,
    },
    /// The work is left unfinished.
    Abandoned {
        engineer: StandId,
    },
    Joined {
        engineer: StandId,
        host: StandId,
    },
    Left {
        engineer: StandId,
    },
    /// So many inches of its allowance have gone in this activation, with its infantry or beside it.
    Went {
        engineer: StandId,
        inches: f32,
    },
    /// Hits wait for the owner of the infantry.
    HitsOwed(Owed),
    /// The first of them are dealt with.
    HitsSettled,
}

/// Changes the state. Total.
pub fn apply(state: &mut State, change: &Change) {
    let engineers = &mut state.engineers;
    match change {
        Change::Worked { engineer, task, halves } => {
            engineers.jobs.insert(*engineer, Job { task: task.clone(), halves: *halves });
            engineers.worked.insert(*engineer);
        }
        Change::Set { engineer, task, halves } => {
            engineers.jobs.insert(*engineer, Job { task: task.clone(), halves: *halves });
        }
        Change::Finished { engineer } | Change::Abandoned { engineer } => {
            engineers.jobs.remove(engineer);
        }
        Change::Joined { engineer, host } => {
            engineers.attached.insert(*engineer, *host);
        }
        Change::Left { engineer } => {
            engineers.attached.remove(engineer);
        }
        Change::Went { engineer, inches } => {
            if let Some(now) = state.stack.last_mut() {
                *now.ridden.entry(*engineer).or_default() += inches;
            }
        }
        Change::HitsOwed(owed) => engineers.owed.push(owed.clone()),
        Change::HitsSettled => {
            if !engineers.owed.is_empty() {
                engineers.owed.remove(0);
            }
        }
    }
}

impl State {
    /// The infantry that this engineer is attached to (`easy:V.D.2`).
    pub fn host_of(&self, engineer: StandId) -> Option<StandId> {
        self.engineers.attached.get(&engineer).copied()
    }

    /// The engineers attached to this infantry, with strength left (`easy:V.D.2.b`: one at most).
    pub fn engineer_with(&self, host: StandId) -> Option<StandId> {
        let mut attached = self.engineers.attached.iter();
        attached.find(|(engineer, with)| **with == host && self.pose(**engineer).is_some()).map(|(id, _)| *id)
    }

    /// Strength that attached engineers add to this stand (`easy:V.D.2.b`).
    pub fn added_strength(&self, host: StandId) -> u8 {
        self.engineer_with(host).map_or(0, |engineer| self.stand(engineer).strength)
    }

    /// Does the stand make way instead of being met: generals, and engineers who are attached (`easy:III.C.2`,
    /// `easy:V.D.2`)?
    pub fn makes_way(&self, id: StandId) -> bool {
        self.arm(id) == Arm::General || self.engineers.attached.contains_key(&id)
    }
}

impl Task {
    /// Turns of work in clear weather, from the table of tasks (`easy:V.D.1`); none where it names nothing here.
    pub fn turns(&self, ground: &Ground) -> Option<u8> {
        Some(super::tables::task_turns(self.kind(ground)?))
    }

    /// The row of the table of tasks.
    fn kind(&self, ground: &Ground) -> Option<super::tables::TaskKind> {
        use super::tables::TaskKind;
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

/// Half turns as turns: `1`, `2½`.
pub fn say_halves(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Half turns as turns that are left: `1 turn left`, `2½ turns left`.
pub fn say_turns_left(halves: u8) -> String {
    let plural = if halves > 2 || halves == 0 { "s" } else { "" };
    format!("{} turn{plural} left", say_halves(halves))
}

/// Half turns that are left of a job; none where its site is gone.
pub fn halves_left(state: &State, job: &Job) -> Option<u8> {
    let needed = job.task.turns(state.ground())?.saturating_mul(2);
    Some(needed.saturating_sub(job.halves))
}

/// What the engineer is about, in words; none when nothing.
pub fn say_state(state: &State, stand: StandId) -> Option<String> {
    if let Some(job) = state.engineers.jobs.get(&stand) {
        let task = job.task.say(state.ground());
        let left = halves_left(state, job).unwrap_or(0);
        return Some(format!("at work on {task}: {}", say_turns_left(left)));
    }
    if let Some(host) = state.host_of(stand) {
        return Some(format!("attached to {}", state.say_short(host)));
    }
    state.engineer_with(stand).map(|engineer| format!("with {} attached", state.say_short(engineer)))
}

/// The log's words for a change; none for what is told otherwise.
pub fn say_change(state: &State, change: &Change) -> Option<String> {
    let who = |id: &StandId| state.say_short(*id);
    Some(match change {
        Change::Worked { engineer, task, halves } | Change::Set { engineer, task, halves } => {
            let needed = task.turns(state.ground()).unwrap_or(0).saturating_mul(2);
            let left = say_turns_left(needed.saturating_sub(*halves));
            format!("{} works at {}: {left}", who(engineer), task.say(state.ground()))
        }
        Change::Finished { engineer } => format!("{} has done its work", who(engineer)),
        Change::Abandoned { engineer } => format!("{} leaves its work unfinished", who(engineer)),
        Change::Joined { engineer, host } => format!("{} is attached to {}", who(engineer), who(host)),
        Change::Left { engineer } => format!("{} is no longer attached", who(engineer)),
        Change::HitsOwed(owed) => {
            format!("{} is hit: {}", who(&owed.host), super::words::hits(owed.hits))
        }
        Change::Went { .. } | Change::HitsSettled => return None,
    })
}

/// What follows of itself after an order: work that was left is abandoned, and who no longer touches his infantry is no
/// longer attached.
pub fn settle(s: &mut super::Scratch<'_>) {
    if s.state.engineers.is_empty() {
        return;
    }
    settle_jobs(s);
    attach::settle(s);
}

/// Is the stand on the table with engineers in it?
fn is_engineer(state: &State, stand: StandId) -> bool {
    state.arm(stand) == Arm::Engineer && matches!(state.stand(stand).place, Place::Table(_))
}
