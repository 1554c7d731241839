//! The stand in hand: asks the rules which way it would go, what that costs, and where it becomes illegal.

use crate::rules::easy::movement::Walk;
use crate::rules::easy::movement::{self, MoveKind};
use crate::rules::easy::{Code, Order, Refusal, StandId, State, fire, reach as ways};
use crate::table::plan::{Hindrance, plan_through};
use crate::table::sweep::first_within;
use crate::table::tolerance::{EPS, TOUCH};
use crate::table::{Heading, Leg, Path, Pose, Vec2, reach as lit};

use super::models::sentence;
use super::painter::{Ink, Mark, Pen};

/// Why a stand is lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Move,
    General,
    Withdraw,
    Enter,
}

impl Kind {
    pub fn rule(self) -> MoveKind {
        match self {
            Self::Move => MoveKind::Move,
            Self::General => MoveKind::General,
            Self::Withdraw => MoveKind::Withdraw,
            Self::Enter => MoveKind::Enter,
        }
    }
}

/// The way a stand would go.
#[derive(Clone, Debug, Default)]
pub struct Trip {
    pub path: Path,
    /// As much of it as may be gone.
    pub legal: Path,
    /// Start, end of every leg.
    pub poses: Vec<Pose>,
    /// Inches of allowance.
    pub cost: f32,
    pub allowance: f32,
    pub refusal: Option<Refusal>,
    /// How far it would get, where it would not get there.
    pub stopped: Option<Pose>,
    /// What happens on the way, in words.
    pub notes: Vec<String>,
    /// What the way costs, ground by ground.
    pub spent: Vec<Spent>,
}

/// What one sort of ground costs on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Spent {
    /// `Rough ground`, `Turning, uphill`.
    pub ground: String,
    /// Inches gone.
    pub gone: f32,
    /// Inches of allowance.
    pub cost: f32,
}

/// What a walk costs, ground by ground, in the order met.
fn spent(walk: &Walk) -> Vec<Spent> {
    let mut found: Vec<Spent> = Vec::new();
    for stretch in &walk.stretches {
        if stretch.length <= EPS {
            continue;
        }
        let turning = matches!(walk.path.legs.get(stretch.leg), Some(Leg::Turn { .. }));
        let dear = stretch.cost > stretch.length + EPS;
        let ground = match (stretch.span.rough, stretch.span.uphill) {
            (true, true) => "rough and uphill",
            (true, false) => "rough ground",
            (false, true) => "uphill",
            (false, false) if dear => "going back",
            (false, false) => "open ground",
        };
        let ground = if turning { format!("Turning, {ground}") } else { sentence(ground) };
        match found.iter_mut().find(|spent| spent.ground == ground) {
            Some(spent) => {
                spent.gone += stretch.length;
                spent.cost += stretch.cost;
            }
            None => found.push(Spent { ground, gone: stretch.length, cost: stretch.cost }),
        }
    }
    found
}

/// What the way to `ghost` through `way_points` is, and what the rules say to it.
///
/// The planner proposes, the judge of moves decides; where there is no legal way the straight one shows why.
pub fn trip(
    state: &State,
    stand: StandId,
    kind: Kind,
    start: Pose,
    way_points: &[Pose],
    ghost: Pose,
) -> Trip {
    let goals: Vec<Pose> = way_points.iter().copied().chain(std::iter::once(ghost)).collect();
    let moved = goals
        .iter()
        .any(|goal| goal.at.distance(start.at) > 0.02 || goal.heading.angle_to(start.heading) > 0.004);
    let (path, dear) = if moved { planned(state, stand, kind, start, &goals) } else { (Path::stay(), None) };
    let mut trip = along(state, stand, kind, start, path);
    let end = trip.stopped.unwrap_or(start);
    if !moved {
        trip.refusal = None;
    }
    if let (Some(cost), Some(refused)) = (dear, &mut trip.refusal)
        && refused.code != Code::OverAllowance
    {
        *refused = movement::over_allowance(state, stand, kind.rule(), start, end, cost);
    }
    trip
}

/// What the rules say to exactly this way.
pub fn along(state: &State, stand: StandId, kind: Kind, start: Pose, path: Path) -> Trip {
    let (walk, refusal) = movement::preview(state, stand, start, &path, kind.rule());
    let mut notes = Vec::new();
    for &line in &walk.obstacles {
        if let Some(line) = state.game.terrain.ground().lines.get(line) {
            notes.push(format!("Crosses {}: a die comes off the allowance", line.name));
        }
    }
    for touch in &walk.contacts {
        notes.push(format!("Comes against the {} of {}", touch.edge.name(), state.say(touch.enemy)));
    }
    notes.extend(walk.generals.iter().map(|general| format!("Comes upon general {}", state.say(*general))));
    Trip {
        spent: spent(&walk),
        poses: path.poses(start),
        legal: walk.path.clone(),
        stopped: refusal.is_some().then_some(walk.end),
        path,
        cost: walk.cost,
        allowance: walk.allowance,
        refusal,
        notes,
    }
}

/// The planned path; where there is none, as far as it goes and then straight on, with its cost where it is too dear.
fn planned(state: &State, stand: StandId, kind: Kind, start: Pose, goals: &[Pose]) -> (Path, Option<f32>) {
    let body = &state.unit(stand).body;
    let allowance = movement::allowance(state, stand, kind.rule());
    let mut field = ways::field(state, stand, start);
    let mut path = Path::stay();
    let mut dear = None;
    if kind != Kind::Enter {
        let failure = match plan_through(&field, body, start, goals, allowance) {
            Ok(plan) => return (plan.path, None),
            Err(failure) => failure,
        };
        field.allow_obstacles = true;
        if let Ok(plan) = plan_through(&field, body, start, goals, allowance) {
            return (plan.path, None);
        }
        if let Hindrance::OverAllowance { cost } = failure.reason {
            dear = Some(cost);
        }
        path = failure.path;
    }
    let mut at = path.end(start);
    // From the way-point that was not reached on.
    let left = if path.legs.is_empty() { goals } else { goals.split_at(goals.len() - 1).1 };
    for &goal in left {
        path.legs.extend(plain(at, goal));
        at = goal;
    }
    (path, dear)
}

/// One turn and one slide; the turn comes first where the stand then goes forward.
fn plain(from: Pose, to: Pose) -> Vec<Leg> {
    let mut legs = Vec::new();
    let angle = from.heading.turn_to(to.heading);
    let way = to.at - from.at;
    if angle.abs() > 0.002 {
        legs.push(Leg::Turn { pivot: Vec2::ZERO, angle });
    }
    if way.length() > 0.005 {
        legs.push(Leg::Slide(way));
        if way.dot(to.heading.forward()) < way.dot(from.heading.forward()) {
            legs.reverse();
        }
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

/// Where the stand's centre may end with the ghost's heading: the cells, and their borders.
pub fn reach_marks(state: &State, stand: StandId, kind: Kind, start: Pose, heading: Heading) -> Vec<Mark> {
    if kind == Kind::Enter {
        return Vec::new();
    }
    let field = ways::field(state, stand, start);
    let allowance = movement::allowance(state, stand, kind.rule());
    let reach = lit::reach(&field, &state.unit(stand).body, start, heading, allowance, ways::CELL);
    let mut boxes = Vec::new();
    let half = Vec2::splat(reach.cell / 2.0);
    for row in 0..reach.height {
        let cells = &reach.cost[row * reach.width..(row + 1) * reach.width];
        let mut column = 0;
        while column < reach.width {
            if !cells[column].is_finite() {
                column += 1;
                continue;
            }
            let first = column;
            while column < reach.width && cells[column].is_finite() {
                column += 1;
            }
            boxes.push((reach.centre(first, row) - half, reach.centre(column - 1, row) + half));
        }
    }
    let mut marks = vec![Mark::Boxes { boxes, ink: Ink::Reach }];
    marks.extend(reach.outline().into_iter().map(|ring| Mark::ring(ring, Pen::fine(Ink::ReachLine, 1.4))));
    marks
}

/// Where a reinforcement begins, so far along its entry.
pub fn entry_pose(state: &State, stand: StandId, along: f32) -> Option<Pose> {
    movement::entry_pose(state, stand, along)
}

/// What belongs to an order in hand besides its measured lines: the lane of a shot.
pub fn order_marks(state: &State, order: &Order) -> Vec<Mark> {
    let Order::Fire { battery, target } = order else { return Vec::new() };
    match fire::shot(state, *battery, *target) {
        Ok(shot) => {
            let strip = shot.lane.strip;
            vec![Mark::fill(strip, Ink::GoodWash), Mark::ring(strip, Pen::fine(Ink::Good, 1.4))]
        }
        Err(_) => {
            let ends: Vec<Vec2> =
                [battery, target].into_iter().filter_map(|id| state.pose(*id)).map(|pose| pose.at).collect();
            vec![Mark::line(ends, Pen::fine(Ink::Bad, 2.0).dashed(8.0, 5.0))]
        }
    }
}

/// Where a stand that is to rally would stand nearest to a place pointed at: against the general, with this heading.
///
/// None where the active command has no general on the table. Whether it may stand there is for the rules to say.
pub fn rally_pose(state: &State, stand: StandId, at: Vec2, heading: Heading) -> Option<Pose> {
    let general = state.active().and_then(|now| state.command(now.command).general)?;
    let there = state.placed(general)?;
    let away = (at - there.pose.at).try_normalize().unwrap_or(-there.pose.heading.forward());
    let far = Pose::new(there.pose.at + away * 8.0, heading);
    let leg = Leg::Slide(away * -8.0);
    let t = first_within(&state.unit(stand).body, far, leg, there, TOUCH / 2.0)?;
    Some(leg.part(far, t))
}
