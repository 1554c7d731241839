//! Supports of a melee: units in four ranks behind the contact (`epstein:9.3`).

use super::measure::{gap, touching};
use super::options::MeleeSupport;
use super::pending::{Charge, ChargeStep};
use super::standing::skirmishes;
use super::state::{GroupId, State};
use table::tolerance::TOUCH;
use table::{Pose, Quad, Vec2};

/// Ranks that take part.
const RANKS: usize = 4;

/// Number of ranks of a group.
fn ranks(state: &State, id: GroupId) -> usize {
    let group = state.group(id);
    group.stands.len().div_ceil(group.formation.abreast(group.stands.len()).max(1))
}

/// The bounds of a stand in the frame of a place: left and rear, then right and front.
fn extent(place: Pose, quad: &Quad) -> (Vec2, Vec2) {
    let corners = quad.corners().map(|corner| place.to_local(corner));
    let low = corners.iter().copied().fold(Vec2::MAX, Vec2::min);
    (low, corners.iter().copied().fold(Vec2::MIN, Vec2::max))
}

/// Does a group touch another from behind: does one of its stands lie wholly behind the rear of a stand that it touches, at
/// more than a corner?
fn is_behind(state: &State, id: GroupId, front: GroupId) -> bool {
    let place = state.place(front);
    let touches_rear = |one: &Quad, other: &Quad| {
        let ((left, front), (rear, right)) = (extent(place, one), extent(place, other));
        let common = front.x.min(right.x) - left.x.max(rear.x);
        front.y <= rear.y + TOUCH && common > TOUCH && touching(gap(one, other))
    };
    state.quads(id).any(|(_, one)| state.quads(front).any(|(_, other)| touches_rear(&one, &other)))
}

/// Units of a side that can support the one in front, the nearest ranks first: each touches the front unit, or another of them,
/// from behind, and lies wholly in the four ranks.
pub fn behind(state: &State, front: GroupId, fits: impl Fn(GroupId) -> bool) -> Vec<GroupId> {
    if state.game.options.melee_support == MeleeSupport::None {
        return Vec::new();
    }
    let may_join = |id: GroupId| {
        id != front
            && state.arm(id).has_formations()
            && state.group(id).formation.is_formed()
            && !skirmishes(state, id)
            && fits(id)
    };
    let mut open: Vec<GroupId> = state.friends_of(state.side(front)).filter(|id| may_join(*id)).collect();
    let mut found = vec![(front, ranks(state, front))];
    loop {
        let deep = |id: GroupId| {
            let before = found.iter().filter(|(other, _)| is_behind(state, id, *other));
            Some(before.map(|(_, deep)| *deep).max()? + ranks(state, id)).filter(|deep| *deep <= RANKS)
        };
        let next = open.iter().copied().filter_map(|id| Some((id, deep(id)?))).min_by_key(|(_, deep)| *deep);
        let Some(next) = next else { break };
        open.retain(|id| *id != next.0);
        found.push(next);
    }
    found.into_iter().skip(1).map(|(id, _)| id).collect()
}

/// Largest number of units of which every combination is offered; of more, the nearest are offered.
const EACH: usize = 4;

/// The ways to choose among possible supports: all of them first, none last.
pub fn choices(all: &[GroupId]) -> Vec<Vec<GroupId>> {
    if all.len() > EACH {
        return (0..=all.len()).rev().map(|count| all[..count].to_vec()).collect();
    }
    let chosen = |mask: u32| {
        all.iter().enumerate().filter(|(nth, _)| mask & (1 << nth) != 0).map(|(_, id)| *id).collect()
    };
    let mut found: Vec<Vec<GroupId>> = (0..1_u32 << all.len()).map(chosen).collect();
    found.sort_by_key(|some| std::cmp::Reverse(some.len()));
    found
}

/// Units that can join the defence: touching from behind, and not attacked before.
pub fn of_defence(state: &State, charge: &Charge) -> Vec<GroupId> {
    let Some(met) = charge.met.as_ref().filter(|_| charge.step == ChargeStep::Contact) else {
        return Vec::new();
    };
    if skirmishes(state, met.group) {
        return Vec::new();
    }
    behind(state, met.group, |other| {
        let group = state.group(other);
        !group.marks.attacked && group.rout.is_none()
    })
}
