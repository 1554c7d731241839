//! Orders that are invalid under any rules: unknown ids, numbers that are not finite, endless paths (`easy:0.8`).
//!
//! Units: inches, radians.

use table::{Heading, Leg, Path, Pose};

use super::engineers::task::Task;
use super::ground::GroundChange;
use super::order::{Fiat, FiatAct, Order};
use super::refusal::{Code, Refusal};
use super::scratch::Judged;
use super::state::State;

/// Checks that an order has only ids of the roster and finite numbers.
pub fn check_known(state: &State, order: &Order) -> Judged {
    let count = state.stands.len();
    if let Some(unknown) = order.stands().iter().find(|id| id.index() >= count) {
        return Err(Refusal::new(
            Code::NoSuchStand,
            "easy:0.8",
            format!("there is no stand number {}", u32::from(unknown.0) + 1),
            format!("Stands are numbered from 1 to {count}"),
        )
        .into());
    }
    if order.command().is_some_and(|command| command.index() >= state.roster().commands.len()) {
        return Err(Refusal::new(Code::NotActive, "easy:II.A.1", "there is no such command", "").into());
    }
    if let Some(path) = order.path().filter(|path| path.legs.len() > MOST_LEGS) {
        return Err(Refusal::new(
            Code::TooLong,
            "easy:0.8",
            format!("the path has {} legs, and a path has {MOST_LEGS} at most", path.legs.len()),
            "Give the same way in fewer legs",
        )
        .into());
    }
    let sensible = order.pose().is_none_or(is_sensible)
        && order.path().is_none_or(is_sensible_path)
        && order.along().is_none_or(|along| along.abs() <= FARTHEST)
        && order.retreat().and_then(|(_, way)| way).is_none_or(|way| way.radians().is_finite())
        && order.task().is_none_or(is_sensible_task)
        && order.fiat().is_none_or(is_sensible_fiat);
    if !sensible {
        return Err(Refusal::new(
            Code::NotFinite,
            "easy:0.8",
            "a place or an angle is no finite number, or far beyond any table",
            "Give inches and degrees as ordinary numbers",
        )
        .into());
    }
    Ok(())
}

/// Limit in inches, degrees or radians: larger than any table, and small enough for squares within it.
pub const FARTHEST: f32 = 10_000.0;

/// Maximum number of legs of a path.
const MOST_LEGS: usize = 1_000;

/// Is the place a number, and not absurdly far away?
pub fn is_sensible(pose: Pose) -> bool {
    pose.is_finite() && pose.at.abs().max_element() <= FARTHEST
}

fn is_sensible_path(path: &Path) -> bool {
    let sensible = |leg: &Leg| match leg {
        Leg::Slide(way) => way.abs().max_element() <= FARTHEST,
        Leg::Turn { pivot, angle } => pivot.abs().max_element().max(angle.abs()) <= FARTHEST,
    };
    path.is_finite() && path.legs.iter().all(sensible)
}

fn is_sensible_task(task: &Task) -> bool {
    match task {
        Task::Earthworks { at } => is_sensible(*at),
        Task::Bridge { at, .. } => is_sensible(Pose::new(*at, Heading::NORTH)),
        Task::Destroy { .. } => true,
    }
}

/// Are all numbers of the fiat finite, and its places within reach?
pub fn is_sensible_fiat(fiat: &Fiat) -> bool {
    match &fiat.act {
        FiatAct::Place { pose, .. } | FiatAct::BringBack { pose, .. } => is_sensible(*pose),
        FiatAct::Work { task, .. } => task.as_ref().is_none_or(is_sensible_task),
        FiatAct::Ground(GroundChange::BridgeBuilt { at, .. }) => is_sensible(Pose::new(*at, Heading::NORTH)),
        FiatAct::Ground(GroundChange::Earthworks { at }) => is_sensible(*at),
        FiatAct::Ground(GroundChange::BridgeDestroyed { .. } | GroundChange::Levelled { .. })
        | FiatAct::Strength { .. }
        | FiatAct::Remove { .. }
        | FiatAct::Award { .. }
        | FiatAct::Turn { .. }
        | FiatAct::Option { .. }
        | FiatAct::Square { .. }
        | FiatAct::Routed { .. }
        | FiatAct::Ammunition { .. }
        | FiatAct::Side { .. }
        | FiatAct::Chit { .. } => true,
    }
}
