//! Snapping of the stand in hand: to an enemy, to a friend, to its former heading.
//!
//! A help for the hand, not a rule: the rules decide whether a stand may go there. Units: inches and radians.

use crate::order::MoveKind;
use crate::{StandId, State};
use table::body::Placed;
use table::contact::{closing_direction, nearest_edge};
use table::measure::inches_apart;
use table::sweep::first_within;
use table::tolerance::TOUCH;
use table::{Edge, Heading, Leg, Pose, Vec2};

/// What the stand in hand has snapped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snap {
    /// Its front squarely against this edge of an enemy.
    Contact(StandId, Edge),
    /// Straight ahead from where it stands, with its front against this edge of an enemy.
    Closing(StandId, Edge),
    /// Its front edge level with that of a friend; with `flush` their sides meet as well.
    Level { friend: StandId, flush: bool },
    /// Its side against the side of a friend.
    Flush(StandId),
    /// Straight behind or before a friend, edge to edge.
    File(StandId),
    /// The heading of a friend beside it.
    Parallel(StandId),
    /// A multiple of a quarter turn from its former heading.
    Square,
}

impl Snap {
    /// `level with 5 Kempt`.
    pub fn words(self, state: &State) -> String {
        match self {
            Self::Contact(enemy, edge) => {
                format!("squared to the {} of {}", edge.name(), state.say_short(enemy))
            }
            Self::Closing(enemy, edge) => {
                format!("straight on to the {} of {}", edge.name(), state.say_short(enemy))
            }
            Self::Level { friend, flush: true } => {
                format!("front level with {}, sides flush", state.say_short(friend))
            }
            Self::Level { friend, flush: false } => format!("front level with {}", state.say_short(friend)),
            Self::Flush(friend) => format!("side flush with {}", state.say_short(friend)),
            Self::File(friend) => format!("in file with {}", state.say_short(friend)),
            Self::Parallel(friend) => format!("parallel to {}", state.say_short(friend)),
            Self::Square => "square to how it stood".to_owned(),
        }
    }
}

/// Distance from an enemy edge within which the stand in hand squares up to it.
const TO_ENEMY: f32 = 0.4;

/// Angle to an enemy edge within which it does so.
const TO_ENEMY_ANGLE: f32 = 42.0 * DEGREE;

/// Distance from a friend within which its edges attract.
const TO_FRIEND: f32 = 0.9;

/// How far an edge moves to be level or flush with that of a friend.
const TO_EDGE: f32 = 0.3;

/// Angle to the heading of a friend within which it turns parallel.
const TO_FRIEND_ANGLE: f32 = 9.0 * DEGREE;

/// Angle within which it snaps to its former heading: less than half a step of the keys, so that no step is lost.
const TO_SQUARE: f32 = 2.4 * DEGREE;

const DEGREE: f32 = std::f32::consts::PI / 180.0;

/// The snapped pose of a stand held at `pose`, and what it snapped to.
pub fn snapped(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    pose: Pose,
) -> (Pose, Option<Snap>) {
    if let Some((pose, snap)) = to_enemy(state, stand, kind, pose) {
        return (pose, Some(snap));
    }
    let arm = state.arm(stand);
    if arm.is_troops()
        && let Some((pose, snap)) = to_friend(state, stand, pose)
    {
        return (pose, Some(snap));
    }
    match to_square(start, pose) {
        Some(pose) => (pose, Some(Snap::Square)),
        None => (pose, None),
    }
}

/// Distance and angle within which a held stand is drawn straight towards an enemy.
const TO_CLOSE: f32 = 1.0;
const TO_CLOSE_ANGLE: f32 = 25.0 * DEGREE;

/// The poses in which a stand that goes on from `from` meets enemies near the held pose straight: first squared to the edge it
/// faces, then as it stands now, the nearest enemy first.
///
/// In a zone of control a stand may go on in this way only, and no hand holds it as straight as the rules demand
/// (`easy:II.C.4.1`).
pub fn closing(state: &State, stand: StandId, kind: MoveKind, from: Pose, held: Pose) -> Vec<(Pose, Snap)> {
    let unit = state.unit(stand);
    if kind != MoveKind::Move || !(unit.arm.is_infantry() || unit.arm.is_cavalry()) {
        return Vec::new();
    }
    let mine = unit.body.placed(held);
    let mut near: Vec<(f32, StandId, Placed<'_>)> = state
        .on_table()
        .filter(|(id, there)| {
            state.are_enemies(stand, *id)
                && state.arm(*id).is_troops()
                && there.pose.at.distance(held.at) < 5.0
        })
        .map(|(id, there)| (inches_apart(mine, there), id, there))
        .filter(|(distance, ..)| *distance < TO_CLOSE)
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found = Vec::new();
    for (_, enemy, there) in near {
        let now = unit.body.placed(from).quad();
        let edge = nearest_edge(now, there.quad());
        let square = Heading::of(-there.quad().normal(edge));
        for heading in [square, from.heading] {
            let start = Pose::new(from.at, heading);
            let way = closing_direction(unit.body.placed(start).quad(), there.quad(), edge);
            let leg = Leg::Slide(way.normalize_or_zero() * FAR);
            let Some(part) = first_within(&unit.body, start, leg, there, TOUCH / 2.0) else { continue };
            let end = leg.part(start, part);
            if end.at.distance(held.at) < TO_CLOSE + 0.5 && heading.angle_to(held.heading) < TO_CLOSE_ANGLE {
                found.push((end, Snap::Closing(enemy, edge)));
            }
        }
    }
    found
}

/// More than a stand goes in one move, in inches.
const FAR: f32 = 24.0;

/// Squared to the nearest enemy edge if it is nearly in contact with it.
fn to_enemy(state: &State, stand: StandId, kind: MoveKind, pose: Pose) -> Option<(Pose, Snap)> {
    let unit = state.unit(stand);
    if kind != MoveKind::Move || !(unit.arm.is_infantry() || unit.arm.is_cavalry()) {
        return None;
    }
    let mine = unit.body.placed(pose);
    let forward = pose.heading.forward();
    let half = mine.quad().half.y;
    let (_, enemy, quad) = state
        .on_table()
        .filter(|(id, placed)| {
            state.are_enemies(stand, *id)
                && state.arm(*id).is_troops()
                && placed.pose.at.distance(pose.at) < 4.0
        })
        .map(|(id, placed)| (inches_apart(mine, placed), id, placed.quad()))
        .filter(|(distance, ..)| *distance < TO_ENEMY)
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let square = |edge: Edge| (edge, Heading::of(-quad.normal(edge)).angle_to(pose.heading));
    let (edge, angle) = Edge::ALL.map(square).into_iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let [a, b] = quad.edge(edge);
    let along = (b - a).normalize_or(forward);
    // The stand must be in front of that edge, not beside it.
    if angle > TO_ENEMY_ANGLE || (pose.at - a).dot(quad.normal(edge)) < half * 0.5 {
        return None;
    }
    let foot = a + along * (pose.at - a).dot(along);
    let there = Pose::new(foot + quad.normal(edge) * half, Heading::of(-quad.normal(edge)));
    Some((there, Snap::Contact(enemy, edge)))
}

/// Level, flush, in file or parallel with the nearest friend that faces nearly the same way.
fn to_friend(state: &State, stand: StandId, pose: Pose) -> Option<(Pose, Snap)> {
    let mine = state.unit(stand).body.placed(pose);
    let own = mine.quad().half;
    let (_, friend, there) = state
        .on_table()
        .filter(|(id, placed)| {
            *id != stand
                && !state.are_enemies(stand, *id)
                && state.arm(*id).is_troops()
                && placed.pose.at.distance(pose.at) < 5.0
                && placed.pose.heading.angle_to(pose.heading) < TO_FRIEND_ANGLE
        })
        .map(|(id, placed)| (inches_apart(mine, placed), id, placed))
        .filter(|(distance, ..)| *distance < TO_FRIEND)
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let theirs = there.quad().half;
    let local = there.pose.to_local(pose.at);
    let beside = own.x + theirs.x;
    let behind = own.y + theirs.y;
    let mut at = local;
    let (level, flush) = {
        let overlaps = local.y.abs() < behind;
        let level = (local.y + own.y - theirs.y).abs() < TO_EDGE && local.x.abs() > beside * 0.5;
        let flush = overlaps && (local.x.abs() - beside).abs() < TO_EDGE;
        (level, flush)
    };
    let file = (local.y.abs() - behind).abs() < TO_EDGE && local.x.abs() < TO_EDGE;
    if level {
        at.y = theirs.y - own.y;
    }
    if flush {
        at.x = beside.copysign(local.x);
    }
    let snap = match (level, flush, file) {
        (true, flush, _) => Snap::Level { friend, flush },
        (false, true, _) => Snap::Flush(friend),
        (false, false, true) => {
            at = Vec2::new(0.0, behind.copysign(local.y));
            Snap::File(friend)
        }
        (false, false, false) => Snap::Parallel(friend),
    };
    Some((Pose::new(there.pose.to_table(at), there.pose.heading), snap))
}

/// A multiple of a quarter turn from its former heading.
fn to_square(start: Pose, pose: Pose) -> Option<Pose> {
    let quarter = std::f32::consts::FRAC_PI_2;
    let turn = start.heading.turn_to(pose.heading);
    let nearest = (turn / quarter).round() * quarter;
    // If it has not been turned there is nothing to show.
    let off = (turn - nearest).abs();
    let says = off < TO_SQUARE && (off > 1e-4 || nearest.abs() > 1e-4);
    says.then(|| Pose::new(pose.at, start.heading.turned(nearest)))
}

#[cfg(test)]
mod tests {
    use crate::Easy;
    use crate::state::Place;
    use game::RuleSet;
    use scenario::{AnyRules, Embedded};

    use super::*;

    /// Two infantry stands of one side alone on the table, the first at the given pose; and an enemy far away.
    fn two() -> (State, StandId, StandId) {
        let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("Waterloo is sound");
        let mut state = Easy::start(scenario, &Default::default()).expect("its options are sound");
        let foot: Vec<StandId> =
            state.on_table().map(|(id, _)| id).filter(|id| state.arm(*id).is_infantry()).collect();
        let first = foot[0];
        let second =
            *foot.iter().find(|id| **id != first && !state.are_enemies(first, **id)).expect("it has company");
        for id in state.ids() {
            if id != first && id != second {
                state.stands[id.index()].place = Place::Off;
            }
        }
        state.stands[second.index()].place = Place::Table(Pose::at(30.0, 20.0, 30.0));
        (state, first, second)
    }

    #[test]
    fn a_stand_beside_a_friend_comes_level_and_flush() {
        let (state, stand, friend) = two();
        let there = state.placed(friend).expect("it is on the table");
        let own = state.unit(stand).body.placed(there.pose).quad().half;
        let theirs = there.quad().half;
        let wanted = there.pose.to_table(Vec2::new(own.x + theirs.x, theirs.y - own.y));
        let held = Pose::new(wanted + Vec2::new(0.12, -0.08), there.pose.heading.turned(4.0 * DEGREE));
        let (rest, snap) = snapped(&state, stand, MoveKind::Move, Pose::at(5.0, 5.0, 0.0), held);
        assert_eq!(snap, Some(Snap::Level { friend, flush: true }));
        assert!(rest.at.distance(wanted) < 1e-4 && rest.heading.angle_to(there.pose.heading) < 1e-5);
        let fronts = [rest, there.pose].map(|pose| {
            state.unit(stand).body.placed(pose).quad().edge(Edge::Front)[0].dot(rest.heading.forward())
        });
        assert!((fronts[0] - fronts[1]).abs() < 1e-3, "{fronts:?}");
    }

    #[test]
    fn a_stand_nearly_turned_by_a_quarter_is_turned_square() {
        let (state, stand, _) = two();
        let start = Pose::at(5.0, 5.0, 10.0);
        let at = |degrees: f32| snapped(&state, stand, MoveKind::Move, start, Pose::at(9.0, 5.0, degrees));
        let (rest, snap) = at(101.5);
        assert_eq!(snap, Some(Snap::Square));
        assert!((rest.heading.degrees() - 100.0).abs() < 1e-3, "{rest}");
        assert_eq!(at(95.0).1, None, "a step of the keys is not swallowed");
        assert_eq!(at(10.0).1, None, "nothing is said of a stand that was not turned");
    }

    #[test]
    fn a_stand_near_an_enemy_squares_up_to_it() {
        let (mut state, stand, _) = two();
        let enemy = state
            .ids()
            .find(|id| state.are_enemies(stand, *id) && state.arm(*id).is_infantry())
            .expect("there are enemies");
        state.stands[enemy.index()].place = Place::Table(Pose::at(10.0, 12.0, 180.0));
        let depth = state.placed(enemy).expect("it is there").quad().half.y;
        let own = state.unit(stand).body.parts()[0].half().y;
        let held = Pose::at(10.3, 12.0 - depth - own - 0.2, 12.0);
        let (rest, snap) = snapped(&state, stand, MoveKind::Move, Pose::at(10.0, 5.0, 0.0), held);
        assert_eq!(snap, Some(Snap::Contact(enemy, Edge::Front)));
        assert!(
            (rest.at.y - (12.0 - depth - own)).abs() < 1e-4 && rest.heading.degrees().abs() < 1e-3,
            "{rest}"
        );
    }
}
