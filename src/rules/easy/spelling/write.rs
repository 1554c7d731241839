//! How names, places and ways are written, as they are in a state.

use glam::Vec2;

use crate::{CommandId, StandId, State};
use game::{Answer, Draft, Leg as Spoken, Spot, written};
use scenario::Side;
use table::{Leg, Path, Pose};

/// Names for what stands in orders, as it is in a state.
pub(super) struct Writer<'a> {
    pub state: &'a State,
}

impl Writer<'_> {
    pub(super) fn one(&self, id: StandId) -> Answer {
        Answer::One(self.state.key(id))
    }

    pub(super) fn some(&self, ids: &[StandId]) -> Answer {
        Answer::Some(ids.iter().map(|id| self.state.key(*id)).collect())
    }

    pub(super) fn command(&self, id: CommandId) -> Answer {
        Answer::One(self.state.command_key(id))
    }

    pub(super) fn side(&self, side: Side) -> Answer {
        Answer::One(self.state.side_id(side))
    }

    pub(super) fn shares(&self, shares: &[(StandId, u8)]) -> Answer {
        Answer::Shares(shares.iter().map(|(id, count)| (self.state.key(*id), u32::from(*count))).collect())
    }
}

pub(super) fn chosen(draft: Draft) -> Answer {
    Answer::Either(Box::new(draft))
}

pub(super) fn counted(count: impl TryInto<i64>) -> Answer {
    Answer::Count(count.try_into().unwrap_or(i64::MAX))
}

pub(super) fn at(pose: Pose) -> Answer {
    Answer::Spot(Spot::pose(pose))
}

pub(super) fn spot(at: Vec2) -> Answer {
    Answer::Spot(Spot::Point { x: written(at.x), y: written(at.y) })
}

pub(super) fn way(path: &Path) -> Answer {
    Answer::Way(legs(path))
}

/// The legs of a path as they are said: slides in inches east and north, turns in degrees.
pub fn legs(path: &Path) -> Vec<Spoken> {
    let step = |name: &str, numbers: &[f32]| Spoken::Step {
        name: name.to_owned(),
        numbers: numbers.iter().map(|number| written(*number)).collect(),
    };
    let leg = |leg: &Leg| match *leg {
        Leg::Slide(by) => step("Slide", &[by.x, by.y]),
        Leg::Turn { pivot, angle } if pivot == Vec2::ZERO => step("Turn", &[angle.to_degrees()]),
        Leg::Turn { pivot, angle } => step("TurnAbout", &[pivot.x, pivot.y, angle.to_degrees()]),
    };
    path.legs.iter().map(leg).collect()
}
