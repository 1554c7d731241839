//! The stands around a place where room is sought: found once, then queried for each pose that is tried.
//!
//! Clauses: `easy:0.7`, `easy:IV.A.2`, `easy:V.A`, `easy:V.C`. Units: inches.

use scenario::Side;
use table::cspace::{Convex, footprint};
use table::measure::{are_touching, outside_by, overlap_depth};
use table::sweep::lies_in;
use table::tolerance::{EPS, OVERLAP, TOUCH, overlapping};
use table::{Body, Heading, Placed, Pose, Vec2};

use super::roster::StandId;
use super::state::State;
use super::touching::reach_of;

/// Finds room for a body of one side within a radius of a place.
#[derive(Debug)]
pub struct Vicinity<'a> {
    state: &'a State,
    body: &'a Body,
    /// The stands near enough to matter, by id: the distance between centres within which each matters, and whether
    /// it is an enemy.
    others: Vec<(StandId, Placed<'a>, f32, bool)>,
    /// Whether there is impassable ground near.
    impassable: bool,
}

impl<'a> Vicinity<'a> {
    /// Collects what can affect a body whose centre is within `radius` of a point. `own` is the stand itself, if it
    /// is already in the game, so that it does not bar itself.
    pub fn new(
        state: &'a State,
        body: &'a Body,
        side: Side,
        own: Option<StandId>,
        at: Vec2,
        radius: f32,
    ) -> Self {
        let own_reach = reach_of(body.placed(Pose::new(at, Heading::NORTH)));
        let near = |id: StandId, there: Placed<'a>| {
            let reach = own_reach + reach_of(there) + 2.0 * TOUCH;
            let matters = own != Some(id) && at.distance(there.pose.at) <= reach + radius + EPS;
            matters.then(|| (id, there, reach, state.side(id) != side))
        };
        let others = state.on_table().filter_map(|(id, there)| near(id, there)).collect();
        let impassable = state.terrain().is_impassable_near(at, radius + own_reach + EPS);
        Self { state, body, others, impassable }
    }

    /// Whether the body may be put there: on the table, on ground that may be entered, on no other stand, and
    /// touching no enemy.
    pub fn room(&self, pose: Pose) -> Room {
        let placed = self.body.placed(pose);
        if outside_by(placed, self.state.terrain().ground().size) > OVERLAP {
            return Room::OffTable;
        }
        for &(id, other, reach, enemy) in &self.others {
            if pose.at.distance(other.pose.at) > reach {
                continue;
            }
            if lies_in(placed, other) {
                return Room::Taken(id);
            }
            if enemy && are_touching(placed, other) {
                return Room::Touches(id);
            }
        }
        if !self.impassable {
            return Room::Free;
        }
        match self.state.terrain().impassable_under(placed) {
            Some((depth, _)) if overlapping(depth) => Room::Impassable,
            _ => Room::Free,
        }
    }

    /// Whether the body overlaps another stand at every place within `slack` inches of this pose.
    fn is_surely_taken(&self, pose: Pose, slack: f32) -> bool {
        let placed = self.body.placed(pose);
        self.others.iter().any(|&(_, other, reach, _)| {
            // A move reduces the overlap by at most its length.
            pose.at.distance(other.pose.at) <= reach && overlap_depth(placed, other) > OVERLAP + slack + EPS
        })
    }
}

/// Where a body with one heading begins to touch a stand, on rays from the stand's centre. Nearly exact, and needs no
/// sweep.
#[derive(Debug)]
pub struct Round {
    at: Vec2,
    heading: Heading,
    /// The regions of centres at which the two overlap.
    meets: Vec<Convex>,
}

impl Round {
    pub fn new(body: &Body, there: Placed<'_>, heading: Heading) -> Self {
        let parts = footprint(body, heading);
        let sums = there.quads().flat_map(|quad| {
            parts.iter().filter_map(|part| Convex::sum(&quad.corners(), part)).collect::<Vec<_>>()
        });
        Self { at: there.pose.at, heading, meets: sums.collect() }
    }

    /// Whether other stands bar every place on this ray where the body would touch the stand in the middle.
    pub fn is_taken(&self, direction: Vec2, vicinity: &Vicinity<'_>) -> bool {
        // It touches somewhere between where the two begin to overlap and where faces moved outward by TOUCH would.
        let out = |by: f32| {
            let leaves = self.meets.iter().map(|shape| {
                let faces = shape.faces.iter().filter(|(normal, _)| normal.dot(direction) > 1e-4);
                let through = faces.map(|(normal, d)| (d + by - normal.dot(self.at)) / normal.dot(direction));
                through.fold(f32::INFINITY, f32::min)
            });
            leaves.fold(f32::NEG_INFINITY, f32::max)
        };
        let (from, to) = (out(-EPS), out(TOUCH));
        let (middle, slack) = ((from + to) / 2.0, (to - from) / 2.0 + EPS);
        middle.is_finite()
            && vicinity.is_surely_taken(Pose::new(self.at + direction * middle, self.heading), slack)
    }
}

/// Whether there is room for a stand, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Free,
    OffTable,
    Impassable,
    /// On another stand.
    Taken(StandId),
    /// Touching an enemy.
    Touches(StandId),
}
