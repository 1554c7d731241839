//! Convex polygons in closed form: separation, depth and distance, and a rectangle in motion.
//!
//! Everything here works on clockwise polygons with unit outward normals, straight on slices, without
//! allocation: a sweep makes thousands of queries. Queries on two stands at rest go to parry2d (`super::pair`), which
//! has no answer as exact for moving bodies.
//! A segment is a polygon of two points, a point one of one. Units: inches; radians clockwise.

use std::cell::Cell;

use glam::{DVec2, Vec2};

use super::body::{Body, Placed, Quad};
use super::path::Leg;
use super::pose::{Pose, sin_cos};
use super::tolerance::within;

/// A clockwise convex polygon; `normals[i]` is the outward normal of the edge from point `i` to the next.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    pub points: &'a [Vec2],
    pub normals: &'a [Vec2],
}

/// A rectangle in table coordinates: corners clockwise from the front left, normals clockwise from the front.
#[derive(Clone, Copy, Debug)]
pub struct Rectangle {
    pub points: [Vec2; 4],
    pub normals: [Vec2; 4],
}

/// A pair of nearest points and their distance.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    pub distance: f32,
    pub on_a: Vec2,
    pub on_b: Vec2,
}

impl Rectangle {
    pub fn of(quad: &Quad) -> Self {
        let (sin, cos) = sin_cos(quad.pose.heading.radians());
        let (right, forward) = (Vec2::new(cos, -sin), Vec2::new(sin, cos));
        let (u, v) = (right * quad.half.x, forward * quad.half.y);
        let at = quad.pose.at;
        Self {
            points: [at - u + v, at + u + v, at + u - v, at - u - v],
            normals: [forward, right, -forward, -right],
        }
    }

    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.points, normals: &self.normals }
    }

    /// The rectangle after the fraction `t` of a motion.
    pub fn moved(&self, motion: Motion, t: f32) -> Self {
        match motion {
            Motion::Slide(delta) => {
                Self { points: self.points.map(|point| point + delta * t), normals: self.normals }
            }
            Motion::Turn { hinge, angle } => {
                let (sin, cos) = sin_cos(angle * t);
                let turn = |d: Vec2| Vec2::new(d.x * cos + d.y * sin, d.y * cos - d.x * sin);
                Self {
                    points: self.points.map(|point| hinge + turn(point - hinge)),
                    normals: self.normals.map(turn),
                }
            }
        }
    }
}

/// A leg in table coordinates rather than in the body's.
#[derive(Clone, Copy, Debug)]
pub enum Motion {
    Slide(Vec2),
    Turn { hinge: Vec2, angle: f32 },
}

impl Motion {
    pub fn of(start: Pose, leg: Leg) -> Self {
        match leg {
            Leg::Slide(delta) => Self::Slide(delta),
            Leg::Turn { pivot, angle } => Self::Turn { hinge: start.to_table(pivot), angle },
        }
    }

    /// The farthest any corner travels over the whole motion, in inches: a bound on how fast any distance changes.
    pub fn reach(self, rectangle: &Rectangle) -> f32 {
        match self {
            Self::Slide(delta) => delta.length(),
            Self::Turn { hinge, angle } => {
                let radius = rectangle.points.iter().map(|point| point.distance(hinge)).fold(0.0, f32::max);
                radius * angle.abs()
            }
        }
    }
}

/// The rectangles of a placed body.
pub fn rectangles(placed: Placed<'_>) -> impl Iterator<Item = Rectangle> + '_ {
    placed.quads().map(|quad| Rectangle::of(&quad))
}

/// The rectangles of a body at a pose.
pub fn rectangles_at(body: &Body, pose: Pose) -> impl Iterator<Item = Rectangle> + '_ {
    rectangles(body.placed(pose))
}

/// The largest separation along any edge normal: positive if apart, minus the depth if they overlap.
pub fn separation(a: Convex<'_>, b: Convex<'_>) -> f32 {
    one_sided(a, b).max(one_sided(b, a))
}

fn one_sided(a: Convex<'_>, b: Convex<'_>) -> f32 {
    let mut largest = f32::NEG_INFINITY;
    for (&normal, &point) in a.normals.iter().zip(a.points) {
        let nearest = b.points.iter().map(|&other| normal.dot(other - point)).fold(f32::INFINITY, f32::min);
        largest = largest.max(nearest);
    }
    largest
}

/// Nearest points; distance 0 and one common point if the two overlap.
pub fn nearest(a: Convex<'_>, b: Convex<'_>) -> Nearest {
    if separation(a, b) <= 0.0 {
        let common = common_point(a, b);
        return Nearest { distance: 0.0, on_a: common, on_b: common };
    }
    nearest_apart(a, b)
}

/// Nearest points of two polygons that do not overlap. Of a flush pair, the middle of the common stretch.
pub fn nearest_apart(a: Convex<'_>, b: Convex<'_>) -> Nearest {
    /// Largest difference of two pairs that count as the ends of one flush stretch.
    const SAME: f64 = 2e-5;
    // If two corners lie opposite each other and the edges are tilted by a hair, a ten-millionth of an inch decides which
    // pair is nearest, and with it the direction of the separation.
    let mut best = f64::INFINITY;
    let mut apart = DVec2::ZERO;
    let (mut on_a, mut on_b, mut count) = (DVec2::ZERO, DVec2::ZERO, 0.0_f64);
    let mut offer = |pa: DVec2, pb: DVec2| {
        let vector = pa - pb;
        let distance = vector.length();
        if distance > best + SAME {
            return;
        }
        if count > 0.0 && vector.distance(apart) <= 2.0 * SAME {
            on_a += pa;
            on_b += pb;
            count += 1.0;
            best = best.min(distance);
        } else if distance < best {
            (on_a, on_b, count) = (pa, pb, 1.0);
            (best, apart) = (distance, vector);
        }
    };
    for point in a.points {
        for (start, end) in edges(b.points) {
            let point = point.as_dvec2();
            offer(point, exactly_nearest_on_segment(point, start.as_dvec2(), end.as_dvec2()));
        }
    }
    for point in b.points {
        for (start, end) in edges(a.points) {
            let point = point.as_dvec2();
            offer(exactly_nearest_on_segment(point, start.as_dvec2(), end.as_dvec2()), point);
        }
    }
    let (on_a, on_b) = ((on_a / count).as_vec2(), (on_b / count).as_vec2());
    Nearest { distance: best as f32, on_a, on_b }
}

fn exactly_nearest_on_segment(point: DVec2, start: DVec2, end: DVec2) -> DVec2 {
    let along = end - start;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return start;
    }
    start + along * ((point - start).dot(along) / length_squared).clamp(0.0, 1.0)
}

/// Only the least distance: positive if apart, minus the depth if the two overlap.
pub fn signed_distance(a: Convex<'_>, b: Convex<'_>) -> f32 {
    let separation = separation(a, b);
    if separation <= 0.0 {
        return separation;
    }
    let mut best = f32::INFINITY;
    for &point in a.points {
        for (start, end) in edges(b.points) {
            best = best.min(point.distance_squared(nearest_on_segment(point, start, end)));
        }
    }
    for &point in b.points {
        for (start, end) in edges(a.points) {
            best = best.min(point.distance_squared(nearest_on_segment(point, start, end)));
        }
    }
    best.sqrt()
}

/// Are the two within this distance of each other (`super::tolerance::within`)? Agrees with [`signed_distance`].
pub fn is_within(a: Convex<'_>, b: Convex<'_>, distance: f32) -> bool {
    let separation = separation(a, b);
    if separation <= 0.0 || separation > distance + FAR {
        return within(separation, distance);
    }
    let near = |points: &[Vec2], other: &[Vec2]| {
        points.iter().any(|&point| {
            edges(other).any(|(start, end)| {
                within(point.distance_squared(nearest_on_segment(point, start, end)).sqrt(), distance)
            })
        })
    };
    near(a.points, b.points) || near(b.points, a.points)
}

/// More than rounding and the tolerance of lengths can add to a distance, in inches.
const FAR: f32 = 0.01;

/// Are the two surely farther apart than this? `false` is also returned for some that are farther apart.
pub fn surely_beyond(a: Convex<'_>, b: Convex<'_>, distance: f32) -> bool {
    let beyond = |a: Convex<'_>, b: Convex<'_>| {
        a.normals
            .iter()
            .zip(a.points)
            .any(|(normal, point)| b.points.iter().all(|other| normal.dot(*other - *point) > distance))
    };
    beyond(a, b) || beyond(b, a)
}

/// The consecutive pairs round a closed polygon (one pair each way for a segment, the point itself for a point).
pub fn edges(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(&a, &b)| (a, b))
}

pub fn nearest_on_segment(point: Vec2, start: Vec2, end: Vec2) -> Vec2 {
    let along = end - start;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return start;
    }
    start + along * ((point - start).dot(along) / length_squared).clamp(0.0, 1.0)
}

/// Some point of both polygons, which must overlap: the middle of their common part.
fn common_point(a: Convex<'_>, b: Convex<'_>) -> Vec2 {
    let mut common: Vec<Vec2> = a.points.to_vec();
    for (&normal, &point) in b.normals.iter().zip(b.points) {
        // Points flush with the edge are kept, so that touching polygons have a common point too.
        common = clip(&common, normal, normal.dot(point) + 1e-5);
        if common.is_empty() {
            return nearest_apart(a, b).on_a;
        }
    }
    common.iter().sum::<Vec2>() / common.len() as f32
}

/// The part of a polygon where `normal . p <= limit` (Sutherland and Hodgman).
pub fn clip(polygon: &[Vec2], normal: Vec2, limit: f32) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(polygon.len() + 2);
    for (start, end) in edges(polygon) {
        let (from, to) = (normal.dot(start) - limit, normal.dot(end) - limit);
        if from <= 0.0 {
            kept.push(start);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            kept.push(start.lerp(end, from / (from - to)));
        }
    }
    kept
}

/// Unit outward normals of a clockwise polygon; two opposite ones for a segment, none for a point.
pub fn normals_of(points: &[Vec2]) -> Vec<Vec2> {
    if points.len() < 2 {
        return Vec::new();
    }
    edges(points).map(|(a, b)| (b - a).perp().normalize_or_zero()).collect()
}

/// The segment as a polygon of two points, with its normals.
pub fn segment_normals(segment: [Vec2; 2]) -> [Vec2; 2] {
    let normal = (segment[1] - segment[0]).perp().normalize_or_zero();
    [normal, -normal]
}

/// The open interval of `t` in which `a`, sliding by `delta` over `t` in 0 to 1, lies deeper than `depth` in `b`;
/// unclipped. `None` if it never does.
pub fn slide_interval(a: Convex<'_>, delta: Vec2, b: Convex<'_>, depth: f32) -> Option<(f32, f32)> {
    let (mut from, mut to) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut narrow = |separation: f32, rate: f32| {
        // Deep enough where separation + rate * t < -depth.
        let slack = -depth - separation;
        if rate.abs() < 1e-9 {
            if slack <= 0.0 {
                to = f32::NEG_INFINITY;
            }
        } else if rate < 0.0 {
            from = from.max(slack / rate);
        } else {
            to = to.min(slack / rate);
        }
    };
    for (&normal, &point) in b.normals.iter().zip(b.points) {
        let least = a.points.iter().map(|&p| normal.dot(p - point)).fold(f32::INFINITY, f32::min);
        narrow(least, normal.dot(delta));
    }
    for (&normal, &point) in a.normals.iter().zip(a.points) {
        let least = b.points.iter().map(|&p| normal.dot(p - point)).fold(f32::INFINITY, f32::min);
        narrow(least, -normal.dot(delta));
    }
    (from < to).then_some((from, to))
}

/// How far `a` may surely turn about `hinge`, in radians, before it lies `depth` deep in `b` (negative: before it
/// comes that near along some edge's normal). Not positive if it already does.
///
/// No corner gets past an edge's line sooner than its speed now and its radius allow; the edge that holds longest decides.
/// `holds` is the edge that held longest a little before, the edges of `b` numbered before those of `a`. It is tried first,
/// since hardly any other holds longer and that is then soon seen.
pub fn safe_turn(
    a: Convex<'_>,
    hinge: Vec2,
    clockwise: bool,
    b: Convex<'_>,
    depth: f32,
    holds: &Cell<usize>,
) -> f32 {
    // The turning body is a rectangle: its corners are computed once for all edges of the other.
    let mut arms = [Arm::default(); 4];
    let corners = a.points.len().min(arms.len());
    let (own, more) = a.points.split_at(corners);
    arms.iter_mut().zip(own).for_each(|(arm, point)| *arm = Arm::of(*point, hinge));
    let own = &arms[..corners];
    let pass = |edge: usize, enough: f32| match edge.checked_sub(b.normals.len()) {
        None => {
            let normal = b.normals[edge];
            let level = normal.dot(b.points[edge]) - depth;
            let arms = own.iter().copied().chain(more.iter().map(|point| Arm::of(*point, hinge)));
            time_to_pass(arms, clockwise, normal, level, enough)
        }
        Some(edge) => {
            // Seen from `a`, the other turns the other way.
            let normal = a.normals[edge];
            let level = normal.dot(a.points[edge]) - depth;
            time_to_pass(
                b.points.iter().map(|point| Arm::of(*point, hinge)),
                !clockwise,
                normal,
                level,
                enough,
            )
        }
    };
    let count = b.normals.len() + a.normals.len();
    let mut longest =
        if holds.get() < count { pass(holds.get(), f32::NEG_INFINITY) } else { f32::NEG_INFINITY };
    for edge in 0..count {
        let time = pass(edge, longest);
        if time > longest {
            longest = time;
            holds.set(edge);
        }
    }
    longest
}

/// A point relative to a hinge.
#[derive(Clone, Copy, Default)]
struct Arm {
    point: Vec2,
    arm: Vec2,
    radius: f32,
}

impl Arm {
    fn of(point: Vec2, hinge: Vec2) -> Self {
        let arm = point - hinge;
        Self { point, arm, radius: arm.length().max(1e-6) }
    }

    /// The least turn by which it can pass below the line `normal . p = level`, which it lies this far above.
    fn time_to_pass(&self, clockwise: bool, normal: Vec2, slack: f32) -> f32 {
        // How much a radian of turning adds to the slack now; this changes by no more than the radius each radian.
        let gain = if clockwise { normal.dot(-self.arm.perp()) } else { normal.dot(self.arm.perp()) };
        let root = (gain * gain + 2.0 * self.radius * slack).sqrt();
        let turn = if gain > 0.0 { (gain + root) / self.radius } else { 2.0 * slack / (root - gain) };
        turn.max(slack / self.radius)
    }
}

/// The least turn by which one of the points can pass below the line `normal . p = level`. Stops as soon as it is no more than
/// `enough`.
fn time_to_pass(
    arms: impl Iterator<Item = Arm> + Clone,
    clockwise: bool,
    normal: Vec2,
    level: f32,
    enough: f32,
) -> f32 {
    let mut least = f32::INFINITY;
    // Below the line already: most edges of a zone have a corner there, so this is decided without a root.
    if enough >= 0.0 {
        for arm in arms.clone() {
            let slack = normal.dot(arm.point) - level;
            if slack <= 0.0 {
                return slack;
            }
        }
    }
    for arm in arms {
        let slack = normal.dot(arm.point) - level;
        least = least.min(if slack <= 0.0 { slack } else { arm.time_to_pass(clockwise, normal, slack) });
        if least <= enough {
            return least;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn what_is_within_is_what_the_distance_says(
            x in -5.0f32..5.0, y in -5.0f32..5.0, one in 0.0f32..360.0, other in 0.0f32..360.0, limit in 0.0f32..3.0,
        ) {
            let body = Body::single(2.0, 1.0);
            let rectangle = |pose| Rectangle::of(&body.placed(pose).quad());
            let (a, b) = (rectangle(Pose::at(0.0, 0.0, one)), rectangle(Pose::at(x, y, other)));
            let distance = signed_distance(a.convex(), b.convex());
            // At random limits, and at the distance itself with what the tolerance adds.
            for limit in [limit, distance.max(0.0), (distance - 0.001).max(0.0), (distance - 0.0011).max(0.0)] {
                proptest::prop_assert_eq!(is_within(a.convex(), b.convex(), limit), within(distance, limit));
            }
        }

        #[test]
        fn a_turn_is_as_safe_whichever_edge_is_asked_first(
            x in -5.0f32..5.0, y in -5.0f32..5.0, one in 0.0f32..360.0, other in 0.0f32..360.0,
            u in -1.0f32..1.0, v in -1.0f32..1.0, clockwise: bool, depth in -0.1f32..0.1,
        ) {
            let body = Body::single(2.0, 1.0);
            let rectangle = |pose| Rectangle::of(&body.placed(pose).quad());
            let (a, b) = (rectangle(Pose::at(0.0, 0.0, one)), rectangle(Pose::at(x, y, other)));
            let safe = |first: usize| {
                safe_turn(a.convex(), Vec2::new(u, v), clockwise, b.convex(), depth, &Cell::new(first))
            };
            for first in 0..9 {
                proptest::prop_assert_eq!(safe(first), safe(usize::MAX));
            }
        }
    }
}
