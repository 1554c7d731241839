//! A body in motion along one leg: when it meets other shapes.
//!
//! Slides are closed form, turns are advanced conservatively to 1e-4". All answers are fractions, 0 to 1, of the leg.
//!
//! Clauses: `easy:0.2`, `easy:0.7`, `easy:II.C`, `easy:II.C.1`, `easy:II.C.3`, `easy:III-contact`. Units: inches.

use std::cell::Cell;

use glam::Vec2;

use super::body::{Body, Placed, Quad};
use super::contact::contact;
use super::convex::{self, Convex, Motion, Rectangle, rectangles, rectangles_at};
use super::measure::{Gap, are_touching, gap, nearest_point_of_line};
use super::path::Leg;
use super::pose::Pose;
use super::region::Region;
use super::tolerance::{EPS, GRAIN, OVERLAP, TOUCH, overlapping, touching};

/// Shortest step of a turn, in inches: its precision.
const STEP: f32 = 1e-4;

/// Distance between circles, in inches, below which they may touch, whatever rounding does.
const ROUNDING: f32 = 0.05;

/// Inches that a stand goes to see whether it gets nearer.
const PROBE: f32 = 0.01;

/// Getting nearer by less than this per inch counts as going along (`easy:III.D-dir`).
const ALONG: f32 = 0.001;

/// The first fraction at which the two overlap deeper than [`OVERLAP`], and ever deeper.
///
/// A stand that overlaps no deeper than that at the start is not stuck, nor is one that lies deeper and comes out.
///
/// Clause: `easy:0.7`.
pub fn first_overlap(body: &Body, start: Pose, leg: Leg, other: Placed<'_>) -> Option<f32> {
    if !may_come_within(body, start, leg, other, 0.0) {
        return None;
    }
    over_pairs(body, start, leg, other, 0.0, overlap_of)
}

/// Does the one lie deeper than [`OVERLAP`] in the other?
///
/// Uses the arithmetic of sweeps, so that a stand put at the very limit, by a sweep or by a search for room, is judged the
/// same way. For the depth of an overlap see [`overlap_depth`](super::measure::overlap_depth).
///
/// Clause: `easy:0.7`.
pub fn lies_in(body: Placed<'_>, other: Placed<'_>) -> bool {
    let deep = |a: &Rectangle, b: &Rectangle| overlapping(-convex::separation(a.convex(), b.convex()));
    rectangles(body).any(|a| rectangles(other).any(|b| deep(&a, &b)))
}

/// The stretch of a straight way, in inches, over which two bodies overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inside {
    /// Deeper than [`OVERLAP`].
    pub deep: (f32, f32),
    /// Any overlap: from gap 0 to gap 0.
    pub any: (f32, f32),
}

impl Inside {
    /// Do they overlap deeper than is accepted after this many inches?
    pub fn holds(&self, inches: f32) -> bool {
        inches > self.deep.0 && inches < self.deep.1
    }
}

/// The stretch of a straight line in this direction, before the start and beyond any end too, on which the two overlap;
/// `None` if it passes the other, or enters it no deeper than [`OVERLAP`].
///
/// Clauses: `easy:III.D.4`, `easy:III.D.5`.
pub fn inside_along(body: &Body, start: Pose, direction: Vec2, other: Placed<'_>) -> Option<Inside> {
    let mut found: Option<Inside> = None;
    let wider = |a: (f32, f32), b: (f32, f32)| (a.0.min(b.0), a.1.max(b.1));
    for a in rectangles_at(body, start) {
        for b in rectangles(other) {
            let inside = |depth: f32| convex::slide_interval(a.convex(), direction, b.convex(), depth);
            let Some((deep, any)) = inside(OVERLAP + GRAIN).zip(inside(0.0)) else { continue };
            found = Some(match found {
                Some(known) => Inside { deep: wider(known.deep, deep), any: wider(known.any, any) },
                None => Inside { deep, any },
            });
        }
    }
    found
}

/// Do the two touch only corner on corner as long as they are within [`TOUCH`] on the slide?
///
/// Clauses: `easy:0.4`, `easy:III.D-dir`.
pub fn grazes_only(body: &Body, start: Pose, leg: Leg, other: Placed<'_>) -> bool {
    poses_within_touch(body, start, leg, other).all(|pose| {
        let more = |a| other.quads().any(|b| contact(a, b).is_some_and(|contact| !contact.graze));
        !body.placed(pose).quads().any(more)
    })
}

/// Closely spaced poses on the slide at which the two are within [`TOUCH`], from the first to the last.
pub fn poses_within_touch(
    body: &Body,
    start: Pose,
    leg: Leg,
    other: Placed<'_>,
) -> impl Iterator<Item = Pose> {
    first_within(body, start, leg, other, TOUCH).into_iter().flat_map(move |near| {
        let length = leg.length(body) * (1.0 - near);
        let steps = (length / PROBE).ceil().max(1.0) as u32;
        let part = move |step: u32| leg.part(start, near + (1.0 - near) * step as f32 / steps as f32);
        let touches = move |pose: &Pose| are_touching(body.placed(*pose), other);
        // They come within touch once on a slide; at the first instant rounding may hide it.
        let first = std::iter::once(part(0)).filter(touches);
        first.chain((1..=steps).map(part).take_while(touches))
    })
}

/// The first fraction at which the gap reaches 0 while the body approaches.
///
/// Bodies already touching that move apart or along one another make no new contact.
///
/// Clause: `easy:III-contact`.
pub fn first_contact(body: &Body, start: Pose, leg: Leg, other: Placed<'_>) -> Option<f32> {
    if !may_come_within(body, start, leg, other, 0.0) {
        return None;
    }
    over_pairs(body, start, leg, other, 0.0, contact_of)
}

/// The first fraction at which the two come within [`TOUCH`], if they start farther apart.
///
/// Clause: `easy:III-contact`.
pub fn brushes(body: &Body, start: Pose, leg: Leg, other: Placed<'_>) -> Option<f32> {
    if are_touching(body.placed(start), other) {
        return None;
    }
    over_pairs(body, start, leg, other, TOUCH, |a, motion, b| comes_within(a, motion, b, TOUCH))
}

/// The first fraction at which the body comes within `distance` of the other; 0 if it starts there.
pub fn first_within(body: &Body, start: Pose, leg: Leg, other: Placed<'_>, distance: f32) -> Option<f32> {
    if !may_come_within(body, start, leg, other, distance) {
        return None;
    }
    over_pairs(body, start, leg, other, distance, |a, motion, b| comes_within(a, motion, b, distance))
}

/// The first fraction at which the one lies deeper than `depth` inches in the other; 0 if it does at the start.
pub fn first_deeper(body: &Body, start: Pose, leg: Leg, other: Placed<'_>, depth: f32) -> Option<f32> {
    if !may_come_within(body, start, leg, other, 0.0) {
        return None;
    }
    over_pairs(body, start, leg, other, 0.0, |a, motion, b| enters(a, motion, b, depth))
}

/// May the two come within `distance` on this leg, judged by their bounding circles? A cheap test before dear ones.
pub fn may_come_within(body: &Body, start: Pose, leg: Leg, other: Placed<'_>, distance: f32) -> bool {
    let apart = match leg {
        Leg::Slide(delta) => {
            let line = [start.at, start.at + delta];
            nearest_point_of_line(&line, other.pose.at).distance(other.pose.at) - body.reach()
        }
        Leg::Turn { pivot, .. } => start.to_table(pivot).distance(other.pose.at) - body.radius_about(pivot),
    };
    apart - other.body.reach() <= distance + ROUNDING
}

/// The smallest gap on the way, with the first fraction at which it is reached.
pub fn min_gap(body: &Body, start: Pose, leg: Leg, other: Placed<'_>) -> (f32, Gap) {
    let motion = Motion::of(start, leg);
    let mut best: Option<(f32, f32)> = None;
    for a in rectangles_at(body, start) {
        for b in rectangles(other) {
            let (t, distance) = least_distance(&a, motion, b.convex());
            if best.is_none_or(|(_, least)| distance < least) {
                best = Some((t, distance));
            }
        }
    }
    let t = best.map_or(0.0, |(t, _)| t);
    (t, gap(body.placed(leg.part(start, t)), other))
}

/// The first fraction at which a corner lies more than [`OVERLAP`] off the table, and goes farther.
///
/// Clause: `easy:0.7`.
pub fn off_table(body: &Body, start: Pose, leg: Leg, size: Vec2) -> Option<f32> {
    let motion = Motion::of(start, leg);
    let limit = OVERLAP + GRAIN;
    let out = |corner: Vec2| (-corner).max(corner - size).max_element();
    let mut first: Option<f32> = None;
    for a in rectangles_at(body, start) {
        let found = match motion {
            Motion::Slide(delta) => {
                a.points.iter().filter_map(|&corner| leaves_table(corner, delta, size)).reduce(f32::min)
            }
            Motion::Turn { hinge, angle } => {
                let deepest =
                    |t: f32| a.moved(motion, t).points.into_iter().map(out).fold(f32::NEG_INFINITY, f32::max);
                let at_start = deepest(0.0);
                let reach = motion.reach(&a);
                let radius = if angle == 0.0 { 0.0 } else { reach / angle.abs() };
                if at_start <= limit && out(hinge) + radius <= limit {
                    None
                } else {
                    // A stand that is off the table already must only not go farther.
                    let limit = limit.max(at_start + EPS);
                    advance(0.0, |t| (limit - deepest(t)) / reach, reach)
                }
            }
        };
        first = earlier(first, found);
    }
    first
}

/// The intervals of the leg in which the footprint lies deeper than `deeper_than` in the polygon, concave or not.
///
/// Cuts up the polygon every time; keep a [`Region`] for many queries.
///
/// Clause: `easy:II.C.1`.
pub fn spans_in_polygon(
    body: &Body,
    start: Pose,
    leg: Leg,
    polygon: &[Vec2],
    deeper_than: f32,
) -> Vec<(f32, f32)> {
    Region::new(polygon).spans(body, start, leg, deeper_than)
}

/// As [`crosses_segment`], for a polyline.
#[cfg(test)]
pub(super) fn crosses_line(body: &Body, start: Pose, leg: Leg, line: &[Vec2]) -> Option<f32> {
    line.windows(2).filter_map(|pair| crosses_segment(body, start, leg, [pair[0], pair[1]])).reduce(f32::min)
}

/// The first fraction at which the footprint lies across the segment, deeper than [`OVERLAP`]; 0 if it does at the start. A stand that stops
/// flush with a fence has not begun to cross it.
///
/// Clause: `easy:II.C.3`.
pub(super) fn crosses_segment(body: &Body, start: Pose, leg: Leg, segment: [Vec2; 2]) -> Option<f32> {
    let motion = Motion::of(start, leg);
    let normals = convex::segment_normals(segment);
    let line = Convex { points: &segment, normals: &normals };
    rectangles_at(body, start).filter_map(|a| enters(&a, motion, line, OVERLAP + GRAIN)).reduce(f32::min)
}

/// Does the footprint lie across the polyline, deeper than [`OVERLAP`]?
///
/// Clause: `easy:II.C.3`.
pub fn on_line(body: Placed<'_>, line: &[Vec2]) -> bool {
    line.windows(2).any(|pair| {
        let segment = [pair[0], pair[1]];
        let normals = convex::segment_normals(segment);
        let segment = Convex { points: &segment, normals: &normals };
        rectangles(body).any(|a| overlapping(-convex::separation(a.convex(), segment)))
    })
}

/// Does the footprint come within touch of the polyline, or lie across it?
pub fn at_line(body: Placed<'_>, line: &[Vec2]) -> bool {
    line.windows(2).any(|pair| {
        let segment = [pair[0], pair[1]];
        let normals = convex::segment_normals(segment);
        let segment = Convex { points: &segment, normals: &normals };
        rectangles(body).any(|a| touching(convex::separation(a.convex(), segment)))
    })
}

/// The earliest result over all pairs of rectangles of the two bodies that may come within `distance`.
fn over_pairs(
    body: &Body,
    start: Pose,
    leg: Leg,
    other: Placed<'_>,
    distance: f32,
    ask: impl Fn(&Rectangle, Motion, Convex<'_>) -> Option<f32>,
) -> Option<f32> {
    let motion = Motion::of(start, leg);
    let far = other.body.reach() + distance + ROUNDING;
    // Of a long body most parts pass well beside the other.
    let passes = |part: &Quad| match leg {
        Leg::Slide(delta) if body.parts().len() > 1 => {
            let line = [part.pose.at, part.pose.at + delta];
            let apart = nearest_point_of_line(&line, other.pose.at).distance(other.pose.at);
            apart > far + part.half.length()
        }
        Leg::Slide(_) | Leg::Turn { .. } => false,
    };
    let mut first = None;
    for part in body.placed(start).quads().filter(|part| !passes(part)) {
        let a = Rectangle::of(&part);
        for b in rectangles(other) {
            first = earlier(first, ask(&a, motion, b.convex()));
        }
    }
    first
}

pub fn earlier(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Advances by the fraction that is surely safe, until none is.
fn advance(from: f32, safe: impl Fn(f32) -> f32, reach: f32) -> Option<f32> {
    let floor = if reach > 0.0 { STEP / reach } else { 1.0 };
    let mut t = from;
    loop {
        let step = safe(t);
        if step <= 0.0 || step.is_nan() {
            return Some(t);
        }
        if t >= 1.0 {
            return None;
        }
        t = (t + step.max(floor)).min(1.0);
    }
}

/// Can a turning rectangle come within `distance` of `b` at all?
fn turn_reaches(a: &Rectangle, motion: Motion, b: Convex<'_>, distance: f32) -> bool {
    let Motion::Turn { hinge, .. } = motion else { return true };
    let radius = a.points.iter().map(|point| point.distance(hinge)).fold(0.0, f32::max);
    let (at_hinge, reach) = (Convex { points: &[hinge], normals: &[] }, radius + distance + GRAIN);
    // Rounding in telling near from far is less than the distance.
    let near = |point: &Vec2| point.distance(hinge) < reach - EPS;
    !convex::surely_beyond(at_hinge, b, reach + EPS)
        && (b.points.iter().any(near) || convex::signed_distance(at_hinge, b) <= reach)
}

/// The first fraction at which `a` lies deeper than `depth` in `b`; 0 if it does at the start.
pub fn enters(a: &Rectangle, motion: Motion, b: Convex<'_>, depth: f32) -> Option<f32> {
    enters_after(a, motion, b, depth, 0.0)
}

/// As [`enters`], not before the fraction `from`.
pub(super) fn enters_after(
    a: &Rectangle,
    motion: Motion,
    b: Convex<'_>,
    depth: f32,
    from: f32,
) -> Option<f32> {
    match motion {
        Motion::Slide(delta) => {
            let (first, last) = convex::slide_interval(a.convex(), delta, b, depth)?;
            (first <= 1.0 && last > from).then_some(first.max(from))
        }
        Motion::Turn { hinge, angle } => {
            if !turn_reaches(a, motion, b, 0.0) {
                return None;
            }
            let (way, holds) = (angle.abs(), Cell::new(0));
            advance(
                from,
                |t| {
                    let now = a.moved(motion, t);
                    let safe = convex::safe_turn(now.convex(), hinge, angle > 0.0, b, depth, &holds);
                    if way > 0.0 { safe / way } else { safe }
                },
                motion.reach(a),
            )
        }
    }
}

/// The first fraction after `from` at which `a` no longer lies deeper than `depth` in `b`; 1 if it never comes out.
pub(super) fn leaves_after(a: &Rectangle, motion: Motion, b: Convex<'_>, depth: f32, from: f32) -> f32 {
    match motion {
        Motion::Slide(delta) => convex::slide_interval(a.convex(), delta, b, depth)
            .map_or(from, |(_, last)| last.clamp(from, 1.0)),
        Motion::Turn { .. } => {
            let reach = motion.reach(a);
            advance(from, |t| (-depth - convex::separation(a.moved(motion, t).convex(), b)) / reach, reach)
                .unwrap_or(1.0)
        }
    }
}

/// How much nearer an inch of motion brings the two at the start: positive if they approach.
fn approach(a: &Rectangle, motion: Motion, b: Convex<'_>) -> f32 {
    let reach = motion.reach(a);
    if reach <= 0.0 {
        return 0.0;
    }
    let probe = (PROBE / reach).min(1.0);
    let before = convex::signed_distance(a.convex(), b);
    let after = convex::signed_distance(a.moved(motion, probe).convex(), b);
    (before - after) / (probe * reach)
}

pub(super) fn overlap_of(a: &Rectangle, motion: Motion, b: Convex<'_>) -> Option<f32> {
    let first = enters(a, motion, b, OVERLAP + GRAIN)?;
    if first > 0.0 {
        return Some(first);
    }
    let depth = -convex::separation(a.convex(), b);
    if approach(a, motion, b) > ALONG {
        return Some(0.0);
    }
    match motion {
        // The depth of a slide is concave: once it does not grow, it never will.
        Motion::Slide(_) => None,
        Motion::Turn { .. } => {
            let out = leaves_after(a, motion, b, OVERLAP + GRAIN, 0.0);
            if out >= 1.0 {
                return enters(a, motion, b, depth + EPS);
            }
            earlier(
                enters(a, motion, b, depth + EPS),
                enters_after(a, motion, b, OVERLAP + GRAIN, out + PROBE / motion.reach(a)),
            )
        }
    }
}

fn contact_of(a: &Rectangle, motion: Motion, b: Convex<'_>) -> Option<f32> {
    let apart = if let Motion::Slide(delta) = motion {
        // Most neighbours are never met: the closed form shows that before anything else is computed.
        convex::slide_interval(a.convex(), delta, b, GRAIN)?;
        convex::signed_distance(a.convex(), b)
    } else {
        if !turn_reaches(a, motion, b, 0.0) {
            return None;
        }
        convex::signed_distance(a.convex(), b)
    };
    match motion {
        Motion::Slide(delta) => {
            if touching(apart) && approach(a, motion, b) <= ALONG {
                return None;
            }
            if apart <= 0.0 {
                return Some(0.0);
            }
            let (first, last) = convex::slide_interval(a.convex(), delta, b, 0.0)?;
            let slack = GRAIN / delta.length().max(GRAIN);
            (first <= 1.0 + slack && last >= 0.0).then_some(first.clamp(0.0, 1.0))
        }
        Motion::Turn { .. } => {
            // A body that touches already must dig in before there is a new contact.
            let depth = if apart <= GRAIN { (-apart).max(0.0) + EPS } else { 0.0 };
            enters(a, motion, b, depth)
        }
    }
}

fn comes_within(a: &Rectangle, motion: Motion, b: Convex<'_>, distance: f32) -> Option<f32> {
    let reach = motion.reach(a);
    match motion {
        Motion::Slide(delta) => {
            // The gap of a slide is convex, so Newton's tangent never overshoots.
            let mut t = 0.0_f32;
            for _ in 0..64 {
                let now = a.moved(motion, t);
                let nearest = convex::nearest(now.convex(), b);
                let excess = nearest.distance - distance;
                if excess <= GRAIN {
                    return Some(t);
                }
                let normal = (nearest.on_a - nearest.on_b) / nearest.distance;
                let rate = normal.dot(delta);
                if rate >= -1e-6 * reach {
                    return None;
                }
                t += excess / -rate;
                if t > 1.0 {
                    if t > 1.0 + GRAIN / reach {
                        return None;
                    }
                    t = 1.0;
                }
            }
            Some(t)
        }
        Motion::Turn { hinge, angle } => {
            if !turn_reaches(a, motion, b, distance) {
                return None;
            }
            let (way, holds) = (angle.abs(), Cell::new(0));
            advance(
                0.0,
                |t| {
                    let now = a.moved(motion, t);
                    let excess = convex::signed_distance(now.convex(), b) - distance - GRAIN;
                    if excess <= 0.0 || way == 0.0 {
                        return excess;
                    }
                    let safe = convex::safe_turn(now.convex(), hinge, angle > 0.0, b, -distance, &holds);
                    (excess / reach).max(safe / way)
                },
                reach,
            )
        }
    }
}

/// The least distance on the way and the first fraction at which it is reached.
fn least_distance(a: &Rectangle, motion: Motion, b: Convex<'_>) -> (f32, f32) {
    let reach = motion.reach(a);
    let at = |t: f32| convex::signed_distance(a.moved(motion, t).convex(), b).max(0.0);
    if let Some(t) = enters(a, motion, b, 0.0) {
        return (t, 0.0);
    }
    match motion {
        Motion::Slide(delta) => {
            let rate = |t: f32| {
                let nearest = convex::nearest(a.moved(motion, t).convex(), b);
                (nearest.on_a - nearest.on_b).dot(delta)
            };
            let along = 1e-6 * reach;
            if rate(0.0) >= -along {
                return (0.0, at(0.0));
            }
            let (mut low, mut high) = (0.0, 1.0);
            if rate(1.0) < -along {
                return (1.0, at(1.0));
            }
            for _ in 0..24 {
                let middle = (low + high) / 2.0;
                if rate(middle) < -along { low = middle } else { high = middle }
            }
            (high, at(high))
        }
        Motion::Turn { .. } => {
            let (first, last) = (at(0.0), at(1.0));
            let mut best = if last < first - EPS { (1.0, last) } else { (0.0, first) };
            let mut open = vec![(0.0, first, 1.0, last)];
            while let Some((from, left, to, right)) = open.pop() {
                // No corner goes faster than `reach`, so the least in between is no less than this.
                let bound = (left + right - reach * (to - from)) / 2.0;
                if bound >= best.1 - EPS {
                    continue;
                }
                let middle = (from + to) / 2.0;
                let value = at(middle);
                if value < best.1 {
                    best = (middle, value);
                }
                open.push((middle, value, to, right));
                open.push((from, left, middle, value));
            }
            best
        }
    }
}

/// The fraction of a slide at which a corner leaves the table.
fn leaves_table(corner: Vec2, delta: Vec2, size: Vec2) -> Option<f32> {
    let limit = OVERLAP + GRAIN;
    let side = |out: f32, rate: f32| {
        if rate <= 0.0 {
            return None;
        }
        let t = ((limit - out) / rate).max(0.0);
        (t <= 1.0).then_some(t)
    };
    [
        side(-corner.x, -delta.x),
        side(-corner.y, -delta.y),
        side(corner.x - size.x, delta.x),
        side(corner.y - size.y, delta.y),
    ]
    .into_iter()
    .flatten()
    .reduce(f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::overlap_depth;

    fn stand() -> Body {
        Body::single(2.0, 2.0)
    }

    fn south(inches: f32) -> Leg {
        Leg::Slide(Vec2::new(0.0, -inches))
    }

    #[test]
    fn advance_meets_the_enemy_at_gap_nought() {
        let body = stand();
        let enemy = body.placed(Pose::at(0.0, 0.0, 0.0));
        let start = Pose::at(0.0, 4.0, 180.0);
        let t = first_contact(&body, start, south(4.0), enemy).expect("it meets");
        assert!((t * 4.0 - 2.0).abs() < 1e-4);
        let t = brushes(&body, start, south(4.0), enemy).expect("it comes within touch");
        assert!((t * 4.0 - 1.95).abs() < 1e-4);
        let t = first_overlap(&body, start, south(4.0), enemy).expect("it goes in");
        assert!((t * 4.0 - 2.01).abs() < 1e-4);
        assert!(first_overlap(&body, start, south(2.01), enemy).is_none());
        assert_eq!(first_contact(&body, start, south(2.0), enemy), Some(1.0), "just reaches");
    }

    #[test]
    fn marching_past_flush_is_no_contact_but_brushes() {
        let body = stand();
        for x in [2.0, 2.04] {
            let other = body.placed(Pose::at(x, 0.0, 0.0));
            let start = Pose::at(0.0, 6.0, 180.0);
            assert!(first_overlap(&body, start, south(12.0), other).is_none());
            assert!(first_contact(&body, start, south(12.0), other).is_none());
            assert!(brushes(&body, start, south(12.0), other).is_some());
        }
        let other = body.placed(Pose::at(2.06, 0.0, 0.0));
        assert!(brushes(&body, Pose::at(0.0, 6.0, 180.0), south(12.0), other).is_none());
    }

    #[test]
    fn touching_stands_part_and_pass_but_do_not_press() {
        let body = stand();
        let other = body.placed(Pose::at(0.0, 0.0, 0.0));
        for gap in [0.0, 0.03] {
            let start = Pose::at(0.0, 2.0 + gap, 180.0);
            assert!(first_contact(&body, start, south(-3.0), other).is_none(), "away");
            assert!(first_contact(&body, start, Leg::Slide(Vec2::new(3.0, 0.0)), other).is_none(), "along");
            assert!(first_contact(&body, start, south(1.0), other).is_some(), "into");
            assert!(brushes(&body, start, south(1.0), other).is_none(), "started within touch");
        }
    }

    #[test]
    fn accepted_overlap_is_not_stuck_and_a_deeper_one_may_come_out() {
        let body = stand();
        let other = body.placed(Pose::at(0.0, 0.0, 0.0));
        for depth in [0.01, 0.3] {
            let start = Pose::at(0.0, 2.0 - depth, 180.0);
            assert!(first_overlap(&body, start, south(-3.0), other).is_none());
            assert!(first_overlap(&body, start, south(1.0), other).is_some());
        }
        let wheel = |angle| Leg::Turn { pivot: Vec2::new(-1.0, 1.0), angle };
        let start = Pose::at(0.0, 2.0, 180.0);
        assert!(
            first_overlap(&body, start, wheel(0.5), other).is_none(),
            "off the enemy about the left front corner"
        );
        assert!(first_overlap(&body, start, wheel(-0.5), other).is_some(), "into it");
    }

    #[test]
    fn wheel_meets_with_its_side() {
        let body = stand();
        // Hinged on its left front corner it swings its rear right corner round to the enemy in the east.
        let enemy = body.placed(Pose::at(3.5, 0.0, 0.0));
        let wheel = Leg::Turn { pivot: Vec2::new(-1.0, 1.0), angle: -1.5 };
        let t = first_contact(&body, Pose::at(0.0, 0.0, 0.0), wheel, enemy);
        assert!(t.is_none(), "the far corner never gets past x = 1.83");
        let near = body.placed(Pose::at(2.5, 0.0, 0.0));
        let t = first_contact(&body, Pose::at(0.0, 0.0, 0.0), wheel, near).expect("it swings into it");
        let gap = gap(body.placed(wheel.part(Pose::at(0.0, 0.0, 0.0), t)), near).distance;
        assert!(gap < 2e-4, "{gap}");
    }

    #[test]
    fn corner_goes_off_the_table() {
        let body = stand();
        let size = Vec2::new(48.0, 40.0);
        let west = Leg::Slide(Vec2::new(-2.0, 0.0));
        let t = off_table(&body, Pose::at(2.0, 5.0, 0.0), west, size).expect("it goes off");
        assert!((t * 2.0 - 1.01).abs() < 1e-4);
        assert!(off_table(&body, Pose::at(1.0, 5.0, 0.0), Leg::Slide(Vec2::new(-0.02, 0.0)), size).is_some());
        assert!(
            off_table(&body, Pose::at(0.8, 5.0, 0.0), Leg::Slide(Vec2::new(2.0, 0.0)), size).is_none(),
            "coming back"
        );
        let pivot = Leg::Turn { pivot: Vec2::ZERO, angle: 1.0 };
        assert!(off_table(&body, Pose::at(1.2, 5.0, 0.0), pivot, size).is_some());
        assert!(off_table(&body, Pose::at(1.42, 5.0, 0.0), pivot, size).is_none());
    }

    #[test]
    fn fence_is_met_and_flush_is_short_of_it() {
        let body = stand();
        let fence = [Vec2::new(-5.0, 0.0), Vec2::new(0.0, 0.0), Vec2::new(5.0, -1.0)];
        let t = crosses_line(&body, Pose::at(-2.0, 3.0, 180.0), south(4.0), &fence).expect("it crosses");
        assert!((t * 4.0 - 2.01).abs() < 1e-3);
        assert!(crosses_line(&body, Pose::at(-2.0, 3.0, 180.0), south(2.0), &fence).is_none());
        assert!(!on_line(body.placed(Pose::at(-2.0, 1.0, 0.0)), &fence));
        assert!(on_line(body.placed(Pose::at(-2.0, 0.9, 0.0)), &fence));
        assert_eq!(crosses_line(&body, Pose::at(-2.0, 0.0, 180.0), south(4.0), &fence), Some(0.0));
    }

    #[test]
    fn two_rectangles_of_one_body_sweep_together() {
        use crate::body::Rect;
        let pair = Body::of(vec![
            Rect { offset: Pose::at(-2.0, 0.0, 0.0), width: 2.0, depth: 1.0 },
            Rect { offset: Pose::at(2.0, 0.0, 0.0), width: 2.0, depth: 1.0 },
        ]);
        let post = Body::single(1.0, 1.0);
        let start = Pose::at(0.0, 5.0, 180.0);
        assert!(first_contact(&pair, start, south(10.0), post.placed(Pose::at(0.0, 0.0, 0.0))).is_none());
        assert!(first_contact(&pair, start, south(10.0), post.placed(Pose::at(1.2, 0.0, 0.0))).is_some());
    }

    proptest::proptest! {
        #[test]
        fn sweeps_agree_with_sampling(
            x in -6.0f32..6.0, y in -6.0f32..6.0, heading in 0.0f32..360.0, other_heading in 0.0f32..360.0,
            dx in -9.0f32..9.0, dy in -9.0f32..9.0, angle in -4.0f32..4.0, turns: bool, u in -1.5f32..1.5, v in -1.5f32..1.5,
        ) {
            let (body, battery) = (stand(), Body::single(1.0, 2.0));
            let other = battery.placed(Pose::at(0.0, 0.0, other_heading));
            let start = Pose::at(x, y, heading);
            let leg = if turns { Leg::Turn { pivot: Vec2::new(u, v), angle } } else { Leg::Slide(Vec2::new(dx, dy)) };
            let at = |t: f32| body.placed(leg.part(start, t));
            proptest::prop_assume!(gap(at(0.0), other).distance > TOUCH + EPS);
            const SAMPLES: u16 = 1000;
            let sampled = |test: &dyn Fn(f32) -> bool| (0..=SAMPLES).map(|i| f32::from(i) / f32::from(SAMPLES)).find(|&t| test(t));
            let step = leg.length(&body) / f32::from(SAMPLES);
            let checks: [(&str, Option<f32>, Option<f32>, f32); 3] = [
                ("overlap", first_overlap(&body, start, leg, other), sampled(&|t| overlap_depth(at(t), other) > OVERLAP), -OVERLAP),
                ("contact", first_contact(&body, start, leg, other), sampled(&|t| gap(at(t), other).distance <= 0.0), 0.0),
                ("brush", brushes(&body, start, leg, other), sampled(&|t| gap(at(t), other).distance <= TOUCH), TOUCH),
            ];
            for (name, found, sampled, level) in checks {
                if let Some(t) = found {
                    let signed = gap(at(t), other).distance - overlap_depth(at(t), other);
                    proptest::prop_assert!((signed - level).abs() < 4e-4, "{name} at {t}: {signed}");
                }
                match (found, sampled) {
                    (Some(found), Some(sampled)) => proptest::prop_assert!(found <= sampled + 1e-3, "{name}: {found} after {sampled}"),
                    (None, Some(sampled)) => {
                        // A touch that leaves within two samples may be no more than the arithmetic's grain.
                        let after = (sampled + 2.0 / f32::from(SAMPLES)).min(1.0);
                        let signed = |t: f32| gap(at(t), other).distance - overlap_depth(at(t), other);
                        proptest::prop_assert!(signed(sampled).min(signed(after)) > level - 1e-3 - step, "{name} missed at {sampled}");
                    }
                    _ => {}
                }
            }
            let (t, least) = min_gap(&body, start, leg, other);
            let sampled = (0..=SAMPLES).map(|i| gap(at(f32::from(i) / f32::from(SAMPLES)), other).distance).fold(f32::INFINITY, f32::min);
            proptest::prop_assert!(least.distance <= sampled + 1.1 * EPS, "{} at {t} over {sampled}", least.distance);
        }
    }
}
