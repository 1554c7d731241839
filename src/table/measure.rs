//! Measuring: gaps, depths and areas between placed bodies, points, segments and polygons.
//!
//! Clauses: `easy:0.2`, `easy:0.3`, `easy:II.D.3`. Units: inches and square inches.

use glam::Vec2;
use parry2d::bounding_volume::Aabb;
use parry2d::shape::Cuboid;
use serde::{Deserialize, Serialize};

use super::body::{Placed, Quad};
use super::convex::{self, Convex, Rectangle, edges, nearest_on_segment, rectangles};
use super::pair::QuadPair;
use super::pose::sin_cos;

/// A measured distance with the two points it was measured between, for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    pub distance: f32,
    /// On the first body.
    pub from: Vec2,
    /// On the second.
    pub to: Vec2,
}

impl Gap {
    /// The gap between two points.
    pub fn between(from: Vec2, to: Vec2) -> Self {
        Self { distance: from.distance(to), from, to }
    }

    /// The same gap measured the other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { distance: self.distance, from: self.to, to: self.from }
    }

    fn of(nearest: convex::Nearest) -> Self {
        Self { distance: nearest.distance, from: nearest.on_a, to: nearest.on_b }
    }

    /// parry2d measures how far apart two rectangles are; we choose the points between which, in the middle for a flush pair.
    fn of_quads(a: &Quad, b: &Quad) -> Self {
        let distance = QuadPair::of(a, b).gap();
        let (one, other) = (Rectangle::of(a), Rectangle::of(b));
        let nearest = if distance > 0.0 { convex::nearest_apart } else { convex::nearest };
        Self { distance, ..Self::of(nearest(one.convex(), other.convex())) }
    }

    fn nearer(best: Option<Self>, next: Self) -> Option<Self> {
        match best {
            Some(best) if best.distance <= next.distance => Some(best),
            _ => Some(next),
        }
    }
}

/// Edge to edge, with the points between which the gap is measured: 0 if the two touch or overlap.
///
/// If the points are not needed, use [`inches_apart`].
///
/// Clause: `easy:0.3`.
pub fn gap(a: Placed<'_>, b: Placed<'_>) -> Gap {
    let mut best = None;
    for one in a.quads() {
        for other in b.quads() {
            best = Gap::nearer(best, Gap::of_quads(&one, &other));
        }
    }
    best.expect("a body has at least one rectangle")
}

/// Edge to edge between two rectangles, with the points.
pub fn gap_between_quads(a: &Quad, b: &Quad) -> Gap {
    Gap::of_quads(a, b)
}

/// Edge to edge, in inches: the shortest distance between two bodies, 0 when they touch or overlap.
///
/// Clause: `easy:0.3`.
pub fn inches_apart(a: Placed<'_>, b: Placed<'_>) -> f32 {
    pairs(a, b).map(|pair| pair.gap()).fold(f32::INFINITY, f32::min)
}

/// Are the two within touch of each other (`super::tolerance::TOUCH`)?
///
/// Clause: `easy:0.4`.
pub fn are_touching(a: Placed<'_>, b: Placed<'_>) -> bool {
    pairs(a, b).any(|pair| pair.touches())
}

/// All pairs of a rectangle of one body with a rectangle of the other.
fn pairs<'a>(a: Placed<'a>, b: Placed<'a>) -> impl Iterator<Item = QuadPair> + 'a {
    a.quads().flat_map(move |one| b.quads().map(move |other| QuadPair::of(&one, &other)))
}

/// Centre to centre: the house rule `measure=centres`.
///
/// Clause: `easy:0.3`.
pub fn gap_between_centres(a: Placed<'_>, b: Placed<'_>) -> Gap {
    Gap::between(a.pose.at, b.pose.at)
}

/// From a body to a segment, 0 when they meet.
pub fn gap_to_segment(a: Placed<'_>, segment: [Vec2; 2]) -> Gap {
    let normals = convex::segment_normals(segment);
    let line = Convex { points: &segment, normals: &normals };
    let mut best = None;
    for one in rectangles(a) {
        best = Gap::nearer(best, Gap::of(convex::nearest(one.convex(), line)));
    }
    best.expect("a body has at least one rectangle")
}

/// From a body to a polygon, concave or not, 0 when they meet or one lies in the other.
///
/// A polygon of one point is that point, one of two points the segment. Panics if the polygon is empty.
pub fn gap_to_polygon(a: Placed<'_>, polygon: &[Vec2]) -> Gap {
    assert!(!polygon.is_empty(), "a polygon has at least one point");
    if polygon.len() > 2
        && let Some(inside) =
            a.quads().map(|quad| quad.pose.at).find(|&centre| point_in_polygon(centre, polygon))
    {
        return Gap::between(inside, inside);
    }
    edges(polygon)
        .fold(None, |best, (start, end)| Gap::nearer(best, gap_to_segment(a, [start, end])))
        .expect("a polygon has at least one point")
}

/// How deep two bodies overlap, in inches: the shortest way out, 0 if apart.
///
/// Clause: `easy:0.2`, `easy:0.7`.
pub fn overlap_depth(a: Placed<'_>, b: Placed<'_>) -> f32 {
    pairs(a, b).map(|pair| pair.depth()).fold(0.0, f32::max)
}

/// The part of the body's area that lies in a polygon, concave or not.
///
/// Clause: `easy:II.D.3`.
pub fn overlap_area(a: Placed<'_>, polygon: &[Vec2]) -> f32 {
    rectangles(a)
        .map(|rectangle| {
            let mut part = polygon.to_vec();
            for (&normal, &point) in rectangle.normals.iter().zip(&rectangle.points) {
                part = convex::clip(&part, normal, normal.dot(point));
            }
            polygon_area(&part)
        })
        .sum()
}

/// The area of a polygon with its points in either order.
pub(super) fn polygon_area(polygon: &[Vec2]) -> f32 {
    signed_area(polygon).abs()
}

/// Positive for an anticlockwise polygon, negative for a clockwise one.
pub(super) fn signed_area(polygon: &[Vec2]) -> f32 {
    let Some(&origin) = polygon.first() else { return 0.0 };
    edges(polygon).map(|(a, b)| (a - origin).perp_dot(b - origin)).sum::<f32>() / 2.0
}

/// How far any corner lies off the table that reaches from the origin to `size`; 0 on the table.
///
/// Clause: `easy:0.7`.
pub fn outside_by(a: Placed<'_>, size: Vec2) -> f32 {
    a.corners().map(|corner| (-corner).max(corner - size).max_element()).fold(0.0, f32::max)
}

/// Is the point inside the polygon? A point on the edge may count either way.
pub fn point_in_polygon(point: Vec2, polygon: &[Vec2]) -> bool {
    edges(polygon)
        .filter(|(a, b)| {
            (a.y > point.y) != (b.y > point.y) && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
        })
        .count()
        % 2
        == 1
}

/// The point of the body nearest to a point: the point itself if it lies inside.
pub fn nearest_point(a: Placed<'_>, point: Vec2) -> Vec2 {
    a.quads()
        .map(|quad| nearest_point_of_quad(&quad, point))
        .min_by(|one, other| one.distance_squared(point).total_cmp(&other.distance_squared(point)))
        .expect("a body has at least one rectangle")
}

/// The point of the rectangle nearest to a point: the point itself if it lies inside.
pub(super) fn nearest_point_of_quad(quad: &Quad, point: Vec2) -> Vec2 {
    let local = quad.pose.to_local(point);
    let clamped = local.clamp(-quad.half, quad.half);
    if clamped == local { point } else { quad.pose.to_table(clamped) }
}

/// The point of a polyline nearest to a point. Panics if the polyline is empty.
pub fn nearest_point_of_line(line: &[Vec2], point: Vec2) -> Vec2 {
    line.windows(2)
        .map(|pair| nearest_on_segment(point, pair[0], pair[1]))
        .chain(line.first().copied())
        .min_by(|one, other| one.distance_squared(point).total_cmp(&other.distance_squared(point)))
        .expect("a line has at least one point")
}

impl Quad {
    /// The rectangle for parry: a cuboid with the front along its local x axis.
    pub fn cuboid(&self) -> Cuboid {
        Cuboid::new(self.half)
    }

    /// The smallest upright box round the rectangle.
    pub fn aabb(&self) -> Aabb {
        let (sin, cos) = sin_cos(self.pose.heading.radians());
        let (sin, cos) = (sin.abs(), cos.abs());
        let reach = Vec2::new(cos * self.half.x + sin * self.half.y, sin * self.half.x + cos * self.half.y);
        Aabb::new(self.pose.at - reach, self.pose.at + reach)
    }
}

impl Placed<'_> {
    /// The smallest upright box round all rectangles of the body.
    pub fn aabb(self) -> Aabb {
        let mut boxes = self.quads().map(|quad| quad.aabb());
        let first = boxes.next().expect("a body has at least one rectangle");
        boxes.fold(first, |all, next| Aabb::new(all.mins.min(next.mins), all.maxs.max(next.maxs)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{Body, Edge};
    use crate::pose::Pose;

    fn stand() -> Body {
        Body::single(2.0, 2.0)
    }

    #[test]
    fn command_range_is_edge_to_edge() {
        let (general, infantry) = (Body::single(1.5, 1.5), stand());
        let here = general.placed(Pose::at(0.0, 0.0, 0.0));
        for (x, y, distance) in [(0.0, 7.75, 6.0), (5.9, 5.9, 5.869), (6.0, 6.0, 6.010)] {
            let gap = gap(here, infantry.placed(Pose::at(x, y, 0.0)));
            assert!((gap.distance - distance).abs() < 5e-4, "{gap:?}");
            assert!((gap.from.distance(gap.to) - gap.distance).abs() < 1e-5);
        }
        assert_eq!(gap_between_centres(here, infantry.placed(Pose::at(3.0, 4.0, 0.0))).distance, 5.0);
    }

    #[test]
    fn touching_and_overlapping_stands_have_no_gap() {
        let body = stand();
        let here = body.placed(Pose::at(0.0, 0.0, 0.0));
        let cases =
            [(0.0, 2.0, 0.0, 0.0), (0.0, 1.99, 180.0, 0.01), (0.0, 0.0, 45.0, 2.414), (2.0, 2.0, 0.0, 0.0)];
        for (x, y, degrees, depth) in cases {
            let other = body.placed(Pose::at(x, y, degrees));
            let gap = gap(here, other);
            assert!(gap.distance.abs() < 1e-6 && gap.from.distance(gap.to) < 1e-5, "{gap:?}");
            assert!((overlap_depth(here, other) - depth).abs() < 1e-3, "{}", overlap_depth(here, other));
        }
        assert_eq!(overlap_depth(here, body.placed(Pose::at(0.0, 3.0, 0.0))), 0.0);
    }

    #[test]
    fn flush_gap_is_measured_in_the_middle_of_the_common_stretch() {
        let body = stand();
        let gap = gap(body.placed(Pose::at(0.0, 0.0, 0.0)), body.placed(Pose::at(1.0, 3.0, 0.0)));
        assert!(
            gap.from.distance(Vec2::new(0.5, 1.0)) < 1e-5 && gap.to.distance(Vec2::new(0.5, 2.0)) < 1e-5,
            "{gap:?}"
        );
    }

    #[test]
    fn polygons_points_and_segments_are_measured_alike() {
        let body = stand();
        let here = body.placed(Pose::at(0.0, 0.0, 0.0));
        let far = Vec2::new(4.0, 5.0);
        assert!((gap_to_polygon(here, &[far]).distance - 5.0).abs() < 1e-5);
        assert!((gap_to_polygon(here, &[far, Vec2::new(4.0, 0.0)]).distance - 3.0).abs() < 1e-5);
        assert_eq!(gap_to_segment(here, [Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.5)]).distance, 0.0);
        // Inside a notch: the stand is not in the polygon though its box is.
        let notch = [
            (-9.0, -9.0),
            (9.0, -9.0),
            (9.0, 9.0),
            (2.0, 9.0),
            (2.0, -2.0),
            (-2.0, -2.0),
            (-2.0, 9.0),
            (-9.0, 9.0),
        ];
        let notch = notch.map(|(x, y)| Vec2::new(x, y));
        assert!((gap_to_polygon(here, &notch).distance - 1.0).abs() < 1e-5);
        let round = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)].map(|(x, y)| Vec2::new(x, y));
        assert_eq!(gap_to_polygon(here, &round).distance, 0.0);
        assert!(overlap_area(here, &notch) < 1e-6);
        assert!((overlap_area(here, &round) - 4.0).abs() < 1e-5);
        assert!((overlap_area(body.placed(Pose::at(2.0, 0.0, 0.0)), &notch) - 2.0).abs() < 1e-5);
        assert!((polygon_area(&notch) - (324.0 - 44.0)).abs() < 1e-3);
    }

    #[test]
    fn corner_off_the_table_counts_by_how_far() {
        let body = stand();
        let size = Vec2::new(48.0, 40.0);
        assert!((outside_by(body.placed(Pose::at(0.98, 5.0, 0.0)), size) - 0.02).abs() < 1e-5);
        assert!((outside_by(body.placed(Pose::at(5.0, 39.5, 0.0)), size) - 0.5).abs() < 1e-5);
        assert!(outside_by(body.placed(Pose::at(1.0, 1.0, 90.0)), size) < 1e-6);
    }

    #[test]
    fn small_battery_has_a_narrow_front() {
        let battery = Body::single(0.75, 2.0).placed(Pose::at(0.0, 0.0, 0.0)).quad();
        let [left, right] = battery.edge(Edge::Front);
        assert_eq!((left, right), (Vec2::new(-0.375, 1.0), Vec2::new(0.375, 1.0)));
    }

    #[test]
    fn box_holds_a_turned_stand() {
        let aabb = stand().placed(Pose::at(5.0, 5.0, 45.0)).aabb();
        assert!((aabb.maxs.x - 6.414_213_5).abs() < 1e-4 && (aabb.mins.y - 3.585_786_5).abs() < 1e-4);
    }

    proptest::proptest! {
        #[test]
        fn the_points_of_a_gap_are_as_far_apart_as_it_says(
            x in -4.0f32..4.0, y in -4.0f32..4.0, one in 0.0f32..360.0, other in 0.0f32..360.0, w in 0.5f32..3.0,
        ) {
            let (a, b) = (stand(), Body::single(w, 2.0));
            let (a, b) = (a.placed(Pose::at(50.0, 40.0, one)), b.placed(Pose::at(50.0 + x, 40.0 + y, other)));
            let measured = gap(a, b);
            proptest::prop_assert!((measured.distance - inches_apart(a, b)).abs() < 5e-5, "{measured:?}");
            proptest::prop_assert!(gap_to_segment(a, [measured.from, measured.to]).distance < 1e-4);
            proptest::prop_assert!((measured.from.distance(measured.to) - measured.distance).abs() < 1e-4);
            let polygon = gap_to_polygon(a, &b.quad().corners()).distance;
            proptest::prop_assert!((polygon - measured.distance).abs() < 1e-4);
        }
    }
}
