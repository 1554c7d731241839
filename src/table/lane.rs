//! Fire lanes: strips as wide as the firer's front, and what stands in them.
//!
//! Clauses: `easy:II.D-lane`, `easy:II.D-block`, `easy:II.D-range`. Units: inches; radians.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::{Placed, Quad};
use super::measure::Gap;
use super::pose::Heading;

/// A straight strip from a front edge to a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    pub direction: Heading,
    /// From the front edge's line up to the target's nearest part in the strip:
    /// left at the front, left at the target, right at the target, right at the front.
    pub strip: [Vec2; 4],
    /// From the front edge's midpoint to the far end.
    pub centre: [Vec2; 2],
    pub width: f32,
}

/// What a search for a lane finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sight {
    Clear(Lane),
    /// Every lane that reaches the target is blocked; the first one tried, and where its nearest blocker meets it.
    Blocked {
        lane: Lane,
        by: u32,
        at: Vec2,
    },
    /// No lane within the arc reaches the target.
    OutOfArc,
}

/// Something that may stand in a lane.
#[derive(Clone, Copy, Debug)]
pub struct Blocker<'a> {
    pub id: u32,
    pub shape: BlockerShape<'a>,
}

/// What a blocker looks like.
#[derive(Clone, Copy, Debug)]
pub enum BlockerShape<'a> {
    Stand(Placed<'a>),
    /// Closed, concave or not.
    Polygon(&'a [Vec2]),
    /// Open.
    Line(&'a [Vec2]),
}

/// The lane by which the firer may shoot at the target; `arc` in radians to either side of the heading.
///
/// Clauses: `easy:II.D-lane`, `easy:II.D-block`.
pub fn find_lane(_firer: Quad, _target: Quad, _arc: f32, _blockers: &[Blocker<'_>]) -> Sight {
    Sight::OutOfArc
}

/// The range: from the firer's front edge to the target's nearest part, whichever lane is used.
///
/// Clause: `easy:II.D-lane`.
pub fn range(firer: Quad, target: Placed<'_>) -> Gap {
    super::measure::gap_to_segment(target, firer.edge(super::body::Edge::Front)).reversed()
}
