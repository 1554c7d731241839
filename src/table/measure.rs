//! Measuring: gaps, depths and areas between placed bodies, points, segments and polygons.
//!
//! Clauses: `easy:0.2`, `easy:0.3`, `easy:II.D.3`. Units: inches and square inches.

use glam::Vec2;
use parry2d::bounding_volume::Aabb;
use parry2d::shape::Cuboid;
use serde::{Deserialize, Serialize};

use super::body::{Placed, Quad};
use super::convex::{self, Convex, Rectangle, edges, nearest_on_segment, rectangles};

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

    fn nearer(best: Option<Self>, next: Self) -> Option<Self> {
        match best {
            Some(best) if best.distance <= next.distance => Some(best),
            _ => Some(next),
        }
    }
}

/// Edge to edge: the shortest distance between two bodies, 0 when they touch or overlap.
///
/// Clause: `easy:0.3`.
pub fn gap(a: Placed<'_>, b: Placed<'_>) -> Gap {
    let mut best = None;
    for one in rectangles(a) {
        for other in rectangles(b) {
            best = Gap::nearer(best, Gap::of(convex::nearest(one.convex(), other.convex())));
        }
    }
    best.expect("a body has at least one rectangle")
}

/// Edge to edge between two rectangles.
pub fn gap_between_quads(a: &Quad, b: &Quad) -> Gap {
    Gap::of(convex::nearest(Rectangle::of(a).convex(), Rectangle::of(b).convex()))
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
/// A polygon of one point is that point, one of two the segment. Panics on an empty one.
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

/// How deep two bodies lie in one another: the shortest way out, 0 when apart.
///
/// Clause: `easy:0.2`, `easy:0.7`.
pub fn overlap_depth(a: Placed<'_>, b: Placed<'_>) -> f32 {
    let mut deepest = 0.0_f32;
    for one in rectangles(a) {
        for other in rectangles(b) {
            deepest = deepest.max(-convex::separation(one.convex(), other.convex()));
        }
    }
    deepest
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

/// The area of a polygon, whichever way round it is given.
pub fn polygon_area(polygon: &[Vec2]) -> f32 {
    signed_area(polygon).abs()
}

/// Positive for an anticlockwise polygon, negative for a clockwise one.
pub(crate) fn signed_area(polygon: &[Vec2]) -> f32 {
    let Some(&origin) = polygon.first() else { return 0.0 };
    edges(polygon).map(|(a, b)| (a - origin).perp_dot(b - origin)).sum::<f32>() / 2.0
}

/// How far any corner lies off the table that reaches from the origin to `size`; 0 on the table.
///
/// Clause: `easy:0.7`.
pub fn outside_by(a: Placed<'_>, size: Vec2) -> f32 {
    a.corners().map(|corner| (-corner).max(corner - size).max_element()).fold(0.0, f32::max)
}

/// Is the point inside the polygon? On the edge counts either way.
pub fn point_in_polygon(point: Vec2, polygon: &[Vec2]) -> bool {
    edges(polygon)
        .filter(|(a, b)| {
            (a.y > point.y) != (b.y > point.y) && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
        })
        .count()
        % 2
        == 1
}

/// The point of the body nearest to a point: the point itself where it lies inside.
pub fn nearest_point(a: Placed<'_>, point: Vec2) -> Vec2 {
    a.quads()
        .map(|quad| nearest_point_of_quad(&quad, point))
        .min_by(|one, other| one.distance_squared(point).total_cmp(&other.distance_squared(point)))
        .expect("a body has at least one rectangle")
}

/// The point of the rectangle nearest to a point: the point itself where it lies inside.
pub fn nearest_point_of_quad(quad: &Quad, point: Vec2) -> Vec2 {
    let local = quad.pose.to_local(point);
    let clamped = local.clamp(-quad.half, quad.half);
    if clamped == local { point } else { quad.pose.to_table(clamped) }
}

/// The point of a polyline nearest to a point. Panics on an empty polyline.
pub fn nearest_point_of_line(line: &[Vec2], point: Vec2) -> Vec2 {
    line.windows(2)
        .map(|pair| nearest_on_segment(point, pair[0], pair[1]))
        .chain(line.first().copied())
        .min_by(|one, other| one.distance_squared(point).total_cmp(&other.distance_squared(point)))
        .expect("a line has at least one point")
}

/// Does the point lie in the rectangle, its edges included?
pub fn quad_contains(quad: &Quad, point: Vec2) -> bool {
    let local = quad.pose.to_local(point).abs();
    local.x <= quad.half.x && local.y <= quad.half.y
}

impl Quad {
    /// As parry has it: a cuboid with the front along its local x axis.
    pub fn cuboid(&self) -> Cuboid {
        Cuboid::new(self.half)
    }

    /// The smallest upright box round it.
    pub fn aabb(&self) -> Aabb {
        let (right, forward) = (self.pose.heading.right(), self.pose.heading.forward());
        let reach = right.abs() * self.half.x + forward.abs() * self.half.y;
        Aabb::new(self.pose.at - reach, self.pose.at + reach)
    }
}

impl Placed<'_> {
    /// The smallest upright box round all its rectangles.
    pub fn aabb(self) -> Aabb {
        let mut boxes = self.quads().map(|quad| quad.aabb());
        let first = boxes.next().expect("a body has at least one rectangle");
        boxes.fold(first, |all, next| Aabb::new(all.mins.min(next.mins), all.maxs.max(next.maxs)))
    }

    /// The rectangles as parry has them.
    pub fn cuboids(&self) -> impl Iterator<Item = (parry2d::math::Pose, Cuboid)> + '_ {
        self.quads().map(|quad| (quad.pose.to_parry(), quad.cuboid()))
    }
}
