//! The ground worked out once for questions: what a leg runs through, what it crosses, what gives cover.
//!
//! Clauses: `easy:II.C` to `easy:II.C.3`, `easy:II.D-block`, `easy:II.D.3`, `easy:III.B-cover`. Units: inches.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::{Body, Edge, Placed, Quad};
use super::ground::{Ground, Tread};
use super::lane::Blocker;
use super::path::Leg;
use super::pose::Pose;

/// Ground that climbs one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    pub polygon: Vec<Vec2>,
    /// Unit, up the slope.
    pub uphill: Vec2,
    /// The area it belongs to.
    pub area: usize,
}

/// A stretch of a leg over ground of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// Fractions of the leg.
    pub from: f32,
    pub to: f32,
    pub rough: bool,
    pub uphill: bool,
}

/// How a line is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// It costs a roll.
    Obstacle,
    /// This tread may not cross here.
    Barred,
    /// No roll.
    Bridge,
    /// It costs a roll, and is open to all.
    Ford,
}

/// A line that a leg crosses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossed {
    /// The fraction of the leg at which the footprint meets it.
    pub t: f32,
    /// Index into the ground's lines.
    pub line: usize,
    pub how: How,
}

/// A feature of the ground, by its index: what gives cover or bars sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CoverFrom {
    Area(usize),
    Line(usize),
}

/// The ground, with everything worked out that questions need.
#[derive(Clone, Debug)]
pub struct Terrain {
    ground: Ground,
    slopes: Vec<Slope>,
}

impl CoverFrom {
    /// The number under which the feature stands among the blockers of a lane; stands keep below these.
    pub fn blocker_id(self) -> u32 {
        match self {
            Self::Area(index) => 0x8000_0000 | index as u32,
            Self::Line(index) => 0xC000_0000 | index as u32,
        }
    }

    /// The feature behind a blocker's number; `None` for a stand.
    pub fn from_blocker_id(id: u32) -> Option<Self> {
        let index = (id & 0x3FFF_FFFF) as usize;
        match id >> 30 {
            2 => Some(Self::Area(index)),
            3 => Some(Self::Line(index)),
            _ => None,
        }
    }
}

impl Terrain {
    pub fn new(ground: Ground) -> Self {
        Self { ground, slopes: Vec::new() }
    }

    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    pub fn slopes(&self) -> &[Slope] {
        &self.slopes
    }

    /// The leg cut up by the ground under it: a partition of 0 to 1. `by_centre`: only the centre counts (`terrain-by=centre`).
    ///
    /// Clauses: `easy:II.C.1`, `easy:II.C.2`.
    pub fn spans(&self, _body: &Body, _start: Pose, _leg: Leg, _muddy: bool, _by_centre: bool) -> Vec<Span> {
        vec![Span { from: 0.0, to: 1.0, rough: false, uphill: false }]
    }

    /// Where the leg first enters impassable ground, and the area's index.
    ///
    /// Clause: `easy:II.C`.
    pub fn first_impassable(&self, _body: &Body, _start: Pose, _leg: Leg) -> Option<(f32, usize)> {
        None
    }

    /// The lines that the leg crosses and that mean something to this tread, in order.
    ///
    /// Clause: `easy:II.C.3`.
    pub fn crossings(&self, _body: &Body, _start: Pose, _leg: Leg, _tread: Tread) -> Vec<Crossed> {
        Vec::new()
    }

    /// The ground that bars sight between these two.
    ///
    /// Clause: `easy:II.D-block`.
    pub fn sight_blockers(&self, _firer: Placed<'_>, _target: Placed<'_>) -> Vec<Blocker<'_>> {
        Vec::new()
    }

    /// The area (or sunken road) that gives the stand hard cover.
    ///
    /// Clause: `easy:II.D.3`.
    pub fn area_cover(&self, _stand: Placed<'_>) -> Option<CoverFrom> {
        None
    }

    /// The buildings that the stand is in.
    ///
    /// Clause: `easy:III.B-cover`.
    pub fn in_buildings(&self, _stand: Placed<'_>) -> Option<usize> {
        None
    }

    /// The wall that runs along the edge.
    ///
    /// Clause: `easy:III.B-cover`.
    pub fn edge_cover(&self, _quad: Quad, _edge: Edge) -> Option<usize> {
        None
    }

    /// The wall that covers the target from fire that comes from a point.
    ///
    /// Clause: `easy:II.D.3`.
    pub fn wall_covers(&self, _target: Quad, _from: Vec2) -> Option<usize> {
        None
    }
}

/// The edge that the line of fire from a point to the target's nearest point meets, and that nearest point.
///
/// Clause: `easy:II.D.3`.
pub fn line_of_fire_edge(target: Quad, _from: Vec2) -> (Edge, Vec2) {
    (Edge::Front, target.pose.at)
}
