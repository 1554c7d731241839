//! The stand in hand: asks the rules which way it would go, what that costs, and where it becomes illegal.

use crate::rules::easy::{Order, Refusal, StandId, State, tables};
use crate::table::{Leg, Path, Pose, Vec2};

use super::painter::Mark;

/// Why a stand is lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Move,
    General,
    Withdraw,
    Enter,
}

/// The way a stand would go.
#[derive(Clone, Debug, Default)]
pub struct Trip {
    pub path: Path,
    /// Start, end of every leg.
    pub poses: Vec<Pose>,
    /// Inches of allowance.
    pub cost: f32,
    pub allowance: f32,
    pub refusal: Option<Refusal>,
    /// How far it would get.
    pub stopped: Option<Pose>,
    /// What happens on the way, in words.
    pub notes: Vec<String>,
}

/// What the way to `ghost` through `way_points` is, and what the rules say to it.
pub fn trip(
    state: &State,
    stand: StandId,
    kind: Kind,
    start: Pose,
    way_points: &[Pose],
    ghost: Pose,
) -> Trip {
    let mut path = Path::stay();
    let mut at = start;
    for &goal in way_points.iter().chain(std::iter::once(&ghost)) {
        path.legs.extend(straight(at, goal));
        at = goal;
    }
    let body = &state.unit(stand).body;
    let cost = path.legs.iter().map(|leg| leg.length(body)).sum();
    let whole = tables::allowance(state.arm(stand), state.weather);
    let allowance = if kind == Kind::Withdraw { whole / 2.0 } else { whole };
    Trip { poses: path.poses(start), path, cost, allowance, refusal: None, stopped: None, notes: Vec::new() }
}

/// One slide and one turn about the centre.
fn straight(from: Pose, to: Pose) -> Vec<Leg> {
    let mut legs = Vec::new();
    if from.at.distance(to.at) > 0.005 {
        legs.push(Leg::Slide(to.at - from.at));
    }
    let angle = from.heading.turn_to(to.heading);
    if angle.abs() > 0.002 {
        legs.push(Leg::Turn { pivot: Vec2::ZERO, angle });
    }
    legs
}

/// The order that this trip is.
pub fn order(stand: StandId, kind: Kind, along: f32, path: Path) -> Order {
    match kind {
        Kind::Move => Order::Move { stand, path },
        Kind::General => Order::MoveGeneral { path },
        Kind::Withdraw => Order::Withdraw { stand, path },
        Kind::Enter => Order::Enter { stand, along, path },
    }
}

/// Where the stand may end with this heading, as outlines; none where nothing is known.
pub fn reach(_state: &State, _stand: StandId, _kind: Kind, _start: Pose, _ghost: Pose) -> Vec<Vec<Vec2>> {
    Vec::new()
}

/// Where a reinforcement begins, so far along its entry.
pub fn entry_pose(state: &State, stand: StandId, along: f32) -> Option<Pose> {
    crate::rules::easy::movement::entry_pose(state, stand, along)
}

/// The pose squared to the nearest enemy edge when it is nearly in contact with it.
pub fn snapped(_state: &State, _stand: StandId, pose: Pose) -> Pose {
    pose
}

/// What stands control, as marks.
pub fn zone_marks(_state: &State) -> Vec<Mark> {
    Vec::new()
}

/// What belongs to an order in hand besides its measured lines: the lane of a shot.
pub fn order_marks(_state: &State, _order: &Order) -> Vec<Mark> {
    Vec::new()
}
