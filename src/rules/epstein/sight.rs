//! Sight and screens (`epstein:g.7`, `epstein:6.4`, `epstein:7.5`).
//!
//! Units: inches.

use table::clip::spans_of_segment;
use table::measure::nearest_point_of_line;
use table::{Heading, Pose, Quad, Vec2};

use super::kind::Arm;
use super::measure::{SLACK, front_middle, gap, touching, within};
use super::options::OwnScreen;
use super::standing::skirmishes;
use super::state::{GroupId, State};

/// Upper bound of how far a screening strip extends beyond its stand, in inches (`epstein:6.4`).
const STRIP: f32 = 1.5;

/// The result of a line of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Clear,
    /// Formed troops are nearer than the target.
    Troops(GroupId),
    /// A skirmish screen (`epstein:6.4`).
    Screen(GroupId),
    House,
    Wood,
    Ground,
}

impl Sight {
    pub fn clause(self) -> &'static str {
        match self {
            Self::Screen(_) => "epstein:6.4",
            Self::Clear | Self::Troops(_) | Self::House | Self::Wood | Self::Ground => "epstein:g.7",
        }
    }

    /// `2/13th Line stands between`.
    pub fn words(self, state: &State) -> String {
        match self {
            Self::Clear => "nothing is between".to_owned(),
            Self::Troops(id) => format!("{} stands between", state.say(id)),
            Self::Screen(id) => format!("{} screens it", state.say(id)),
            Self::House => "a house stands between".to_owned(),
            Self::Wood => format!("there are over {} in of wood between", state.game.options.woods_sight),
            Self::Ground => "the ground rises between".to_owned(),
        }
    }
}

/// The effect of wood and ground on a line between two stands with these middles, for every arm (`epstein:g.7`): ground blocks
/// it by rising above the ground under the middles.
pub fn ground_sight_between(state: &State, line: [Vec2; 2], middles: [Vec2; 2]) -> Sight {
    let ground = &state.game.ground;
    if ground.house_between(line) {
        return Sight::House;
    }
    if !within(ground.wood_between(line), state.game.options.woods_sight) {
        return Sight::Wood;
    }
    if ground.rises_between(line, middles) {
        return Sight::Ground;
    }
    Sight::Clear
}

/// The sight of a stand's muskets to a point of its target, from the middle of its front edge.
pub fn musket_sight(state: &State, by: GroupId, quad: &Quad, on: GroupId, to: Vec2) -> Sight {
    musket_sight_between(state, by, quad, on, [to, to])
}

/// The same to a point of a stand with a given middle: ground blocks it by rising above the ground under both middles.
pub fn musket_sight_between(
    state: &State,
    by: GroupId,
    quad: &Quad,
    on: GroupId,
    [to, middle]: [Vec2; 2],
) -> Sight {
    let line = [front_middle(quad), to];
    let length = line[0].distance(line[1]);
    let near = state.on_table_near((line[0] + line[1]) / 2.0, length / 2.0 + STRIP);
    let (mut troops, mut strips) = (Vec::new(), Vec::new());
    for id in near.filter(|id| *id != by && *id != on && bars(state, *id)) {
        if !skirmishes(state, id) {
            troops.extend(state.quads(id).map(|(_, other)| (id, other)));
            continue;
        }
        // The strips of the firing unit and of the target's unit do not count. Each is twice as wide as its stand, and as deep;
        // those of ineffective stands count (`epstein:6.4`, `epstein:7.4`).
        let of_these = state.unit(id) == state.unit(by) || state.unit(id) == state.unit(on);
        let open = state.side(id) == state.side(by) && state.game.options.own_screen == OwnScreen::Open;
        if !open && !of_these {
            let strip = |quad: Quad| Quad { half: Vec2::new(quad.half.x * 2.0, quad.half.y), ..quad };
            strips.extend(state.quads(id).map(|(_, quad)| (id, strip(quad))));
        }
    }
    let troops = gone_through(&troops, line).map(Sight::Troops);
    let barred = troops.or_else(|| gone_through(&strips, line).map(Sight::Screen));
    barred.unwrap_or_else(|| ground_sight_between(state, line, [quad.pose.at, middle]))
}

/// Can a group block muskets at all? Routers are neither formed nor a screen (`epstein:13.3`, `epstein:13.11`), a gun without a
/// crew blocks nobody (`epstein:8.d.4`), nor does a leader (`epstein:14.c.4`).
fn bars(state: &State, id: GroupId) -> bool {
    state.group(id).rout.is_none() && state.arm(id) != Arm::Command && !state.is_abandoned(id)
}

/// The group whose rectangle a line goes through, not just along its edge or over a corner (`epstein:g.1`).
///
/// Ruling: between two touching stands of any groups there is no gap: a line over the join goes through (`epstein:g.7`).
fn gone_through(quads: &[(GroupId, Quad)], line: [Vec2; 2]) -> Option<GroupId> {
    let meets = |quad: &Quad| spans_of_segment(line, &quad.corners()).iter().any(|(from, to)| to > from);
    let inside = |quad: &Quad| Quad { half: quad.half - Vec2::splat(SLACK), ..*quad };
    // From the middle of the one to the middle of the other.
    let join = |one: &Quad, other: &Quad| {
        let way = other.pose.at - one.pose.at;
        let pose = Pose::new(one.pose.at + way / 2.0, Heading::of(way));
        Quad { pose, half: Vec2::new(SLACK / 2.0, way.length() / 2.0) }
    };
    let is_near = |(_, quad): &&(GroupId, Quad)| {
        nearest_point_of_line(&line, quad.pose.at).distance(quad.pose.at) <= quad.half.length() + SLACK
    };
    let near: Vec<&(GroupId, Quad)> = quads.iter().filter(is_near).collect();
    let through = near.iter().find(|(_, quad)| meets(&inside(quad)));
    let between = || {
        near.iter().enumerate().find(|(index, (_, one))| {
            let mut others = near[index + 1..].iter();
            others.any(|(_, other)| meets(&join(one, other)) && touching(gap(one, other)))
        })
    };
    through.or_else(|| between().map(|(_, found)| found)).map(|(id, _)| *id)
}
