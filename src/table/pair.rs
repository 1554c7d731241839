//! Two stands measured by parry2d: how far apart they are, how deep they overlap, whether they touch.
//!
//! Both are cuboids, one in the frame of the other, so that their position on the table adds no error: the results are right
//! to 2e-6". The architecture, "The table and parry2d", lists which functions of parry2d are used, which never, and what
//! is not left to parry2d at all, with the figures.
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

/// Two rectangles, prepared once for all queries.
#[derive(Clone, Copy, Debug)]
pub struct QuadPair {
    a: Cuboid,
    b: Cuboid,
    /// The second in the frame of the first.
    between: Isometry,
}

impl QuadPair {
    pub fn of(a: &Quad, b: &Quad) -> Self {
        let (here, there) = (a.pose.to_parry(), b.pose.to_parry());
        let back = here.rotation.inverse();
        // The positions are subtracted before anything is turned: far from the table's corner that is more exact.
        let way = back * (there.translation - here.translation);
        Self { a: a.cuboid(), b: b.cuboid(), between: Isometry::from_parts(way, back * there.rotation) }
    }

    /// Edge to edge, in inches: 0 if they touch or overlap.
    ///
    /// Clause: `easy:0.3`.
    pub fn gap(&self) -> f32 {
        distance_cuboid_cuboid(&self.between, &self.a, &self.b)
    }

    /// Edge to edge if it is no more than `most` inches; `None` if they are farther apart, which is found quickly.
    ///
    /// Clause: `easy:0.3`.
    pub(super) fn gap_within(&self, most: f32) -> Option<f32> {
        // The margin is compared in squares, so it is widened by a hair.
        match closest_points_cuboid_cuboid(&self.between, &self.a, &self.b, most + GRAIN) {
            ClosestPoints::Intersecting => Some(0.0),
            ClosestPoints::WithinMargin(on_a, on_b) => {
                Some(on_a.distance(self.between * on_b)).filter(|gap| *gap <= most)
            }
            ClosestPoints::Disjoint => None,
        }
    }

    /// How deep they overlap, in inches: the shortest way out, 0 if apart.
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

    /// Are they within [`TOUCH`] of each other, by [`touching`]?
    ///
    /// Clause: `easy:0.4`.
    pub fn touches(&self) -> bool {
        self.touching_gap().is_some()
    }

    /// The gap in inches of two rectangles within [`TOUCH`], negative by the depth if they overlap; `None` if they do
    /// not touch.
    ///
    /// Clause: `easy:0.4`.
    pub(super) fn touching_gap(&self) -> Option<f32> {
        let gap = self.gap_within(TOUCH + GRAIN).filter(|gap| touching(*gap))?;
        Some(if gap > 0.0 { gap } else { gap - self.depth() })
    }

    /// The gap in inches, negative by the depth if they overlap.
    pub(super) fn signed_gap(&self) -> f32 {
        let gap = self.gap();
        if gap > 0.0 { gap } else { gap - self.depth() }
    }

    /// The largest separation along the axes of either: negative by the depth if they overlap.
    fn separation(&self) -> f32 {
        let (one, _) = separation_oneway(&self.a, &self.b, &self.between);
        let (other, _) = separation_oneway(&self.b, &self.a, &self.between.inverse());
        one.max(other)
    }
}

/// The signed gap computed by this crate's own arithmetic, in inches: negative by the depth if they overlap.
///
/// No rule uses it. Tests and the bench `pairs` compare [`QuadPair`] with it; sweeps and zones use the same arithmetic.
pub fn own_signed_gap(a: &Quad, b: &Quad) -> f32 {
    convex::signed_distance(Rectangle::of(a).convex(), Rectangle::of(b).convex())
}

/// Depth of the overlap by this crate's own arithmetic, in inches: 0 if apart. As [`own_signed_gap`], but cheaper.
pub fn own_depth(a: &Quad, b: &Quad) -> f32 {
    (-convex::separation(Rectangle::of(a).convex(), Rectangle::of(b).convex())).max(0.0)
}
