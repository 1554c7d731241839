//! Two stands as parry2d has them: how far apart they are, how deep they lie in one another, whether they touch.
//!
//! Both are cuboids, one seen from the other, so that where on the table they stand adds no error: what is told is right to
//! 2e-6". Which functions of parry2d are asked, which never, and what is not asked of it at all stands with the figures
//! in the architecture, "The table and parry2d".
//!
//! Clauses: `easy:0.2`, `easy:0.3`, `easy:0.4`. Units: inches.

use parry2d::math::Pose as Isometry;
use parry2d::query::ClosestPoints;
use parry2d::query::details::{
    closest_points_cuboid_cuboid, distance_cuboid_cuboid, intersection_test_cuboid_cuboid,
};
use parry2d::query::sat::cuboid_cuboid_find_local_separating_normal_oneway as separation_oneway;
use parry2d::shape::Cuboid;

use super::body::Quad;
use super::convex::{self, Rectangle};
use super::tolerance::{GRAIN, TOUCH, touching};

/// Two rectangles, made once for all that is asked of them.
#[derive(Clone, Copy, Debug)]
pub struct QuadPair {
    a: Cuboid,
    b: Cuboid,
    /// The second as the first sees it.
    between: Isometry,
}

impl QuadPair {
    pub fn of(a: &Quad, b: &Quad) -> Self {
        let (here, there) = (a.pose.to_parry(), b.pose.to_parry());
        let back = here.rotation.inverse();
        // The places are taken from each other before anything is turned: far from the table's corner that is the more exact.
        let way = back * (there.translation - here.translation);
        Self { a: a.cuboid(), b: b.cuboid(), between: Isometry::from_parts(way, back * there.rotation) }
    }

    /// Edge to edge, in inches: 0 where they touch or overlap.
    ///
    /// Clause: `easy:0.3`.
    pub fn gap(&self) -> f32 {
        distance_cuboid_cuboid(&self.between, &self.a, &self.b)
    }

    /// Edge to edge as long as it is no more than so many inches; `None` where they are farther apart, which is soon seen.
    ///
    /// Clause: `easy:0.3`.
    pub(super) fn gap_within(&self, most: f32) -> Option<f32> {
        // The margin is compared in squares, so it is asked with a hair more.
        match closest_points_cuboid_cuboid(&self.between, &self.a, &self.b, most + GRAIN) {
            ClosestPoints::Intersecting => Some(0.0),
            ClosestPoints::WithinMargin(on_a, on_b) => {
                Some(on_a.distance(self.between * on_b)).filter(|gap| *gap <= most)
            }
            ClosestPoints::Disjoint => None,
        }
    }

    /// How deep they lie in one another, in inches: the shortest way out, 0 when apart.
    ///
    /// Clauses: `easy:0.2`, `easy:0.7`.
    pub fn depth(&self) -> f32 {
        (-self.separation()).max(0.0)
    }

    /// Do they overlap, or touch with no gap at all?
    ///
    /// Clause: `easy:0.7`.
    pub fn overlaps(&self) -> bool {
        intersection_test_cuboid_cuboid(&self.between, &self.a, &self.b)
    }

    /// Are they within [`TOUCH`] of each other, as [`touching`] has it?
    ///
    /// Clause: `easy:0.4`.
    pub fn touches(&self) -> bool {
        self.touching_gap().is_some()
    }

    /// The gap of two that are within [`TOUCH`] in inches, below 0 by how deep they lie in one another; `None` where they do
    /// not touch.
    ///
    /// Clause: `easy:0.4`.
    pub(super) fn touching_gap(&self) -> Option<f32> {
        let gap = self.gap_within(TOUCH + GRAIN).filter(|gap| touching(*gap))?;
        Some(if gap > 0.0 { gap } else { gap - self.depth() })
    }

    /// The gap in inches, below 0 by how deep they lie in one another.
    pub(super) fn signed_gap(&self) -> f32 {
        let gap = self.gap();
        if gap > 0.0 { gap } else { gap - self.depth() }
    }

    /// The largest separation along the axes of either: below 0 by the depth where they overlap.
    fn separation(&self) -> f32 {
        let (one, _) = separation_oneway(&self.a, &self.b, &self.between);
        let (other, _) = separation_oneway(&self.b, &self.a, &self.between.inverse());
        one.max(other)
    }
}

/// The same by the arithmetic of this room, in inches: the gap, below 0 by how deep they lie in one another.
///
/// No rule asks it. It is what tests and the bench `pairs` hold [`QuadPair`] to; sweeps and zones go by the same arithmetic.
pub fn own_signed_gap(a: &Quad, b: &Quad) -> f32 {
    convex::signed_distance(Rectangle::of(a).convex(), Rectangle::of(b).convex())
}

/// How deep they lie in one another by the arithmetic of this room, in inches: 0 when apart. As [`own_signed_gap`], for less.
pub fn own_depth(a: &Quad, b: &Quad) -> f32 {
    (-convex::separation(Rectangle::of(a).convex(), Rectangle::of(b).convex())).max(0.0)
}
