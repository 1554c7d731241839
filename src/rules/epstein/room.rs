//! Room for stands: on the table, off closed ground, clear of others (`epstein:5.11`, `epstein:g.8`).
//!
//! Units: inches.

use table::measure::{outside_by, overlap_depth};
use table::{Body, Pose, Quad, Vec2};

use super::kind::Arm;
use super::measure::{self, SLACK};
use super::roster::StandId;
use super::state::{GroupId, State};

/// The footprint of one stand.
pub fn stand_body(state: &State, stand: StandId) -> Body {
    let (width, depth) = state.size_of(stand);
    Body::single(width, depth)
}

/// The group, of either side, that one of these stands would overlap; not `own`, nor leaders, who block nobody
/// (`epstein:14.c.4`).
pub fn overlapped(state: &State, to: &[(StandId, Pose)], own: Option<GroupId>) -> Option<GroupId> {
    if own.is_some_and(|own| state.arm(own) == Arm::Command) {
        return None;
    }
    let but: Vec<GroupId> = own.into_iter().chain(own.and_then(|own| left_gun(state, own))).collect();
    overlapped_but(state, to, &but)
}

/// The gun that gunners on foot have left: they start in its place, and the next gun may be so near that they still overlap it
/// (`epstein:8.d.6`).
fn left_gun(state: &State, id: GroupId) -> Option<GroupId> {
    let unit = state.game.unit(state.unit(id));
    let is_gunners = state.group(id).stands.iter().any(|stand| Some(*stand) == unit.gunners);
    is_gunners.then(|| unit.stands.iter().find_map(|stand| state.group_of(*stand))).flatten()
}

/// The same, ignoring the groups `but`, which move together. An unmanned enemy gun blocks nobody: it falls to whoever touches
/// it (`epstein:8.d.4`).
pub fn overlapped_but(state: &State, to: &[(StandId, Pose)], but: &[GroupId]) -> Option<GroupId> {
    Others::about(state, to, 0.0, but).under(state, to)
}

/// Stands that others might overlap.
#[derive(Debug)]
pub struct Others(Vec<(GroupId, StandId, Quad)>);

impl Others {
    /// The stands that these might overlap if they were shifted by up to this many inches.
    pub fn about(state: &State, to: &[(StandId, Pose)], shifted: f32, but: &[GroupId]) -> Self {
        let side = to.first().map(|(stand, _)| state.game.unit(state.stand(*stand).unit).side);
        let falls = |id: GroupId| side != Some(state.side(id)) && state.is_abandoned(id);
        let low = to.iter().fold(Vec2::INFINITY, |low, (_, pose)| low.min(pose.at));
        let high = to.iter().fold(Vec2::NEG_INFINITY, |high, (_, pose)| high.max(pose.at));
        let half = |stand: StandId| Vec2::from(state.size_of(stand)).length() / 2.0;
        let most = to.iter().map(|(stand, _)| half(*stand)).fold(0.0, f32::max);
        let middle = (low + high) / 2.0;
        let reach = low.distance(high) / 2.0 + most + shifted;
        let near = state.on_table_near(middle, reach);
        let others = near.filter(|id| !but.contains(id) && state.arm(*id) != Arm::Command && !falls(*id));
        let quads = others.flat_map(|id| state.quads(id).map(move |(stand, quad)| (id, stand, quad)));
        Self(quads.filter(|(.., quad)| quad.pose.at.distance(middle) <= reach + quad.half.length()).collect())
    }

    /// The group of the first stand that one of these would overlap.
    pub fn under(&self, state: &State, to: &[(StandId, Pose)]) -> Option<GroupId> {
        self.0.iter().find(|other| depth_in(state, other, to).is_some()).map(|(id, ..)| *id)
    }

    /// How deep one of these would lie in one of them, in inches; `None` if they are clear. Whoever is in the way is asked
    /// first the next time: a search for room goes by small steps.
    pub fn deep_in(&mut self, state: &State, to: &[(StandId, Pose)]) -> Option<f32> {
        let (at, depth) =
            self.0.iter().enumerate().find_map(|(at, other)| Some((at, depth_in(state, other, to)?)))?;
        self.0.swap(0, at);
        Some(depth)
    }
}

/// How deep one of these stands would lie in the other; `None` if none overlaps it.
fn depth_in(
    state: &State,
    (_, other, quad): &(GroupId, StandId, Quad),
    to: &[(StandId, Pose)],
) -> Option<f32> {
    to.iter().find_map(|(stand, pose)| {
        let (width, depth) = state.size_of(*stand);
        let half = Vec2::new(width, depth) / 2.0;
        let near = half.length() + quad.half.length();
        if stand == other || pose.at.distance_squared(quad.pose.at) > near * near {
            return None;
        }
        let one = Body::single(width, depth);
        let two = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        Some(overlap_depth(one.placed(*pose), two.placed(quad.pose))).filter(|depth| measure::deep(*depth))
    })
}

/// Why these stands cannot stand there: off the table, or on closed ground, as a sentence.
pub fn misplaced(state: &State, to: &[(StandId, Pose)]) -> Option<String> {
    to.iter().find_map(|(stand, pose)| {
        let (width, depth) = state.size_of(*stand);
        let body = Body::single(width, depth);
        if outside_by(body.placed(*pose), state.game.scenario.ground.size) > SLACK {
            return Some("off the table".to_owned());
        }
        let area = state.game.ground.closed_under(&body, *pose)?;
        let ground = &state.game.terrain.ground().areas[area];
        Some(format!("in {}", if ground.name.is_empty() { &ground.id } else { &ground.name }))
    })
}
