//! Zones of control as shapes. The rules decide who has one and what it forbids.
//!
//! Clauses: `easy:0.2`, `easy:II.C.4`. Units: inches.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::sync::LazyLock;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::{Body, Edge, Placed, Quad};
use super::convex::{self, Motion, Rectangle, rectangles, rectangles_at};
use super::measure::Gap;
use super::path::Leg;
use super::pose::{Pose, sin_cos};
use super::region::Piece;
use super::sweep;
use super::tolerance::{EPS, TOUCH, beyond, within};

/// The ground about a rectangle that a zone covers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ZoneShape {
    /// Ahead and beside, with round front corners, cut square along the rear edge's line.
    FrontAndSides { reach: f32 },
    /// Straight ahead of the front edge only.
    Front { reach: f32 },
}

impl ZoneShape {
    /// Farther than this from its owner, in inches, nothing is in the zone.
    pub(super) fn clear_of(self) -> f32 {
        let (Self::FrontAndSides { reach } | Self::Front { reach }) = self;
        1.5 * reach
    }

    /// Does the zone extend from this edge of its owner?
    pub(super) fn reaches_from(self, edge: Edge) -> bool {
        match (self, edge) {
            (Self::FrontAndSides { .. }, Edge::Front | Edge::Right | Edge::Left)
            | (Self::Front { .. }, Edge::Front) => true,
            (Self::FrontAndSides { .. }, Edge::Rear)
            | (Self::Front { .. }, Edge::Right | Edge::Rear | Edge::Left) => false,
        }
    }
}

/// A zone of control.
///
/// The reach is inclusive; the rear line (of a front zone: the front edge's line) is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    pub owner: Quad,
    pub shape: ZoneShape,
}

/// Pieces of a quarter circle; with the corners half the sagitta out, a polygon of these is right to 0.0003" at 2".
const ARC: usize = 32;

/// A quarter circle of radius 1, cut into `ARC` pieces.
struct Quarter {
    points: [Vec2; ARC + 1],
    /// The cosine of half a piece.
    cos: f32,
}

static QUARTER: LazyLock<Quarter> = LazyLock::new(|| {
    let step = FRAC_PI_2 / ARC as f32;
    let point = |i: usize| {
        let (sin, cos) = sin_cos(step * i as f32);
        Vec2::new(sin, cos)
    };
    Quarter { points: std::array::from_fn(point), cos: sin_cos(step / 2.0).1 }
});

/// Distance outside a box about a zone, in inches, beyond which a point is surely outside the zone.
const CLEAR: f32 = 0.01;

/// The fractions of a turn by `angle` radians, clockwise, at which the turning vector reaches this level in a direction: at
/// most two in each full turn.
fn turns_to(turning: Vec2, direction: Vec2, level: f32, angle: f32) -> impl Iterator<Item = f32> {
    // The level at an angle: along * cos + across * sin.
    let (along, across) = (direction.dot(turning), -direction.dot(turning.perp()));
    let far = (along * along + across * across).sqrt();
    let reaches = level.abs() <= far;
    // Most levels are out of reach, and need no angles.
    let (middle, aside) = match reaches {
        true => {
            (libm::atan2f(across, along), libm::acosf((level / far.max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0)))
        }
        false => (0.0, 0.0),
    };
    let turns = if reaches { (angle.abs() / TAU) as usize + 1 } else { 0 };
    let first = move |to: f32| (to * angle.signum()).rem_euclid(TAU);
    (0..turns)
        .flat_map(move |turn| [first(middle - aside), first(middle + aside)].map(|to| to + TAU * turn as f32))
        .map(move |to| to / angle.abs())
        .filter(|fraction| *fraction < 1.0)
}

impl Zone {
    pub fn new(owner: Quad, shape: ZoneShape) -> Self {
        Self { owner, shape }
    }

    pub fn reach(&self) -> f32 {
        match self.shape {
            ZoneShape::FrontAndSides { reach } | ZoneShape::Front { reach } => reach,
        }
    }

    /// The line behind which the zone does not reach, as local v.
    fn rear_line(&self) -> f32 {
        match self.shape {
            ZoneShape::FrontAndSides { .. } => -self.owner.half.y,
            ZoneShape::Front { .. } => self.owner.half.y,
        }
    }

    /// Is the point in the zone?
    ///
    /// Clause: `easy:II.C.4`.
    pub fn contains(&self, point: Vec2) -> bool {
        let local = self.owner.pose.to_local(point);
        if !beyond(local.y, self.rear_line()) {
            return false;
        }
        match self.shape {
            ZoneShape::FrontAndSides { reach } => {
                let out = (local.abs() - self.owner.half).max(Vec2::ZERO);
                within(out.length(), reach)
            }
            ZoneShape::Front { reach } => {
                within(local.x.abs(), self.owner.half.x) && within(local.y, self.owner.half.y + reach)
            }
        }
    }

    /// Is any part of the footprint in the zone?
    ///
    /// Clause: `easy:II.C.4`.
    pub fn holds(&self, body: Placed<'_>) -> bool {
        rectangles(body).any(|rectangle| self.holds_rectangle(&rectangle))
    }

    fn holds_rectangle(&self, rectangle: &Rectangle) -> bool {
        let forward = self.owner.pose.heading.forward();
        let line = forward.dot(self.owner.pose.at) + self.rear_line() + EPS;
        if rectangle.points.iter().all(|point| forward.dot(*point) <= line) {
            return false;
        }
        match self.shape {
            ZoneShape::FrontAndSides { reach } => {
                let owner = Rectangle::of(&self.owner);
                if convex::surely_beyond(rectangle.convex(), owner.convex(), reach + TOUCH) {
                    return false;
                }
                if !convex::is_within(rectangle.convex(), owner.convex(), reach) {
                    return false;
                }
                if rectangle.points.iter().all(|point| forward.dot(*point) >= line) {
                    return true;
                }
                let ahead = Piece::new(convex::clip(&rectangle.points, -forward, -line));
                convex::is_within(ahead.convex(), owner.convex(), reach)
            }
            ZoneShape::Front { .. } => {
                let zone = Piece::new(self.polygon(EPS));
                convex::separation(rectangle.convex(), zone.convex()) <= 0.0
            }
        }
    }

    /// The gap between the footprint and the zone: 0 if it is in the zone.
    ///
    /// Clause: `easy:II.C.4`.
    pub fn gap(&self, body: Placed<'_>) -> Gap {
        let zone = Piece::new(self.polygon(0.0));
        rectangles(body)
            .map(|rectangle| convex::nearest(rectangle.convex(), zone.convex()))
            .min_by(|a, b| a.distance.total_cmp(&b.distance))
            .map(|nearest| Gap { distance: nearest.distance, from: nearest.on_a, to: nearest.on_b })
            .expect("a body has at least one rectangle")
    }

    /// The first fraction of the leg at which the body enters the zone; 0 if it is in it already.
    ///
    /// [`Zone::holds`] is true at the pose of the answer.
    ///
    /// Clause: `easy:II.C.4.1`.
    pub fn entry(&self, body: &Body, start: Pose, leg: Leg) -> Option<f32> {
        let motion = Motion::of(start, leg);
        let mut first = None;
        for rectangle in rectangles_at(body, start) {
            if self.holds_rectangle(&rectangle) {
                return Some(0.0);
            }
            first = sweep::earlier(first, self.rectangle_entry(&rectangle, motion));
        }
        first
    }

    /// As [`Zone::entry`], for one rectangle that slides by this vector.
    ///
    /// Clause: `easy:II.C.4.1`.
    pub fn entry_of(&self, quad: Quad, slide: Vec2) -> Option<f32> {
        let rectangle = Rectangle::of(&quad);
        if self.holds_rectangle(&rectangle) {
            return Some(0.0);
        }
        self.rectangle_entry(&rectangle, Motion::Slide(slide))
    }

    fn rectangle_entry(&self, rectangle: &Rectangle, motion: Motion) -> Option<f32> {
        let way = motion.reach(rectangle);
        let owner = Rectangle::of(&self.owner);
        if convex::separation(rectangle.convex(), owner.convex()) > self.reach() + way + EPS
            || !self.may_meet(rectangle, motion)
        {
            return None;
        }
        let holds = |t: f32| self.holds_rectangle(&rectangle.moved(motion, t));
        match motion {
            Motion::Slide(delta) => {
                // A hair larger than the zone all round, so that the true entry is never before the polygon's.
                let zone = Piece::new(self.polygon(EPS * 1.5));
                let (outer, leaves) = convex::slide_interval(rectangle.convex(), delta, zone.convex(), 0.0)?;
                if outer > 1.0 || leaves < 0.0 {
                    return None;
                }
                let (mut out, leaves) = (outer.max(0.0), leaves.min(1.0));
                // The zone is convex: between the polygon's ends the footprint is in it for one stretch.
                let mut inside = self.inside_between(out, leaves, (4.0 * EPS / way).min(1.0), &holds)?;
                for _ in 0..16 {
                    let middle = (out + inside) / 2.0;
                    if holds(middle) { inside = middle } else { out = middle }
                }
                Some(inside)
            }
            Motion::Turn { hinge, angle } => {
                let mut out = 0.0;
                let changes = self.turns_across(rectangle, hinge, angle);
                let ends = changes.iter().skip(1).chain([&1.0]);
                // Between two changes it is either inside or outside throughout.
                let looked =
                    changes.iter().zip(ends).flat_map(|(from, to)| [*from, f32::midpoint(*from, *to)]);
                for t in looked.chain([1.0]) {
                    if holds(t) {
                        let mut inside = t;
                        for _ in 0..16 {
                            let middle = f32::midpoint(out, inside);
                            if holds(middle) { inside = middle } else { out = middle }
                        }
                        return Some(inside);
                    }
                    out = t;
                }
                None
            }
        }
    }

    /// The fractions of a turn at which a rectangle may enter or leave the zone, in order: there a corner of the one crosses
    /// the border of the other. At each, a point turning about the hinge reaches a level in a direction.
    fn turns_across(&self, rectangle: &Rectangle, hinge: Vec2, angle: f32) -> Vec<f32> {
        let (right, forward) = self.owner.pose.heading.axes();
        let (half, reach) = (self.owner.half, self.reach() + EPS);
        let at = self.owner.pose.at - hinge;
        let on_table = |x: f32, y: f32| at + right * x + forward * y;
        let (beside, ahead, behind) = match self.shape {
            ZoneShape::FrontAndSides { .. } => (half.x + reach, half.y + reach, self.rear_line() + EPS),
            ZoneShape::Front { .. } => (half.x + EPS, half.y + reach, self.rear_line() + EPS),
        };
        let lines = [(forward, ahead), (forward, behind), (right, beside), (-right, beside)];
        let rear = [on_table(-beside, behind), on_table(beside, behind)];
        // The round parts about these points, with their radius, and the straight parts.
        let (round, radius) = match self.shape {
            ZoneShape::FrontAndSides { .. } => ([on_table(-half.x, half.y), on_table(half.x, half.y)], reach),
            ZoneShape::Front { .. } => ([on_table(-beside, ahead), on_table(beside, ahead)], 0.0),
        };
        let mut changes = vec![0.0];
        let mut add = |turning: Vec2, direction: Vec2, level: f32| {
            changes.extend(turns_to(turning, direction, level, angle));
        };
        for (corner, normal) in rectangle.points.iter().zip(&rectangle.normals) {
            let arm = *corner - hinge;
            for (direction, level) in lines {
                add(arm, direction, level + direction.dot(at));
            }
            if radius > 0.0 {
                for point in round {
                    let level = arm.length_squared() + point.length_squared() - radius * radius;
                    add(arm, point, level / 2.0);
                }
            }
            let side = normal.dot(arm);
            round.into_iter().for_each(|point| add(*normal, point, side + radius));
            rear.into_iter().for_each(|point| add(*normal, point, side));
        }
        changes.sort_unstable_by(f32::total_cmp);
        changes
    }

    /// Can the rectangle enter the zone on this way? If not, the way is surely clear of a box about the zone.
    fn may_meet(&self, rectangle: &Rectangle, motion: Motion) -> bool {
        let Vec2 { x, y } = self.owner.half + Vec2::splat(CLEAR);
        let (lo, hi) = match self.shape {
            ZoneShape::FrontAndSides { reach } => {
                (Vec2::new(-x - reach, -y), Vec2::new(x + reach, y + reach))
            }
            ZoneShape::Front { reach } => (Vec2::new(-x, self.owner.half.y - CLEAR), Vec2::new(x, y + reach)),
        };
        let (right, forward) = self.owner.pose.heading.axes();
        let local = |point: Vec2| {
            let d = point - self.owner.pose.at;
            Vec2::new(d.dot(right), d.dot(forward))
        };
        let points = rectangle.points.map(local);
        let (mut min, mut max) = points
            .iter()
            .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), at| (min.min(*at), max.max(*at)));
        let beside = |min: Vec2, max: Vec2| min.cmpgt(hi).any() || max.cmplt(lo).any();
        match motion {
            Motion::Slide(delta) => {
                let delta = Vec2::new(delta.dot(right), delta.dot(forward));
                (min, max) = (min.min(min + delta), max.max(max + delta));
                // Along the way and across the way.
                let across = delta.perp().normalize_or_zero();
                let span = |points: &[Vec2]| {
                    let level = points.iter().map(|point| point.dot(across));
                    level.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), d| {
                        (least.min(d), most.max(d))
                    })
                };
                let (near, far) = span(&points);
                let (first, last) = span(&[lo, Vec2::new(hi.x, lo.y), hi, Vec2::new(lo.x, hi.y)]);
                !beside(min, max) && near <= last && first <= far
            }
            Motion::Turn { hinge, .. } => {
                // No corner goes farther than this from its place, nor farther from the hinge.
                let way = Vec2::splat(motion.reach(rectangle));
                let radius = rectangle.points.iter().map(|point| point.distance(hinge)).fold(0.0, f32::max);
                let (hinge, round) = (local(hinge), Vec2::splat(radius));
                !beside(min - way, max + way) && !beside(hinge - round, hinge + round)
            }
        }
    }

    /// Some fraction in the interval at which the footprint is in the zone, searched for near its start first.
    fn inside_between(&self, from: f32, to: f32, step: f32, holds: &impl Fn(f32) -> bool) -> Option<f32> {
        let mut stride = step;
        let mut t = from;
        while t < to {
            if holds(t) {
                return Some(t);
            }
            t += stride;
            stride *= 1.5;
        }
        [to, (from + to) / 2.0].into_iter().find(|&t| holds(t))
    }

    /// The zone's edge, for drawing: closed, clockwise.
    pub fn outline(&self) -> Vec<Vec2> {
        self.polygon(0.0)
    }

    /// The zone as a convex polygon, its inclusive sides `wider` outward and its strict rear line the same distance inward.
    fn polygon(&self, wider: f32) -> Vec<Vec2> {
        let Vec2 { x, y } = self.owner.half;
        let reach = self.reach() + wider;
        let rear = self.rear_line() + wider.min(EPS);
        let local = match self.shape {
            ZoneShape::Front { .. } => {
                let x = x + wider;
                vec![
                    Vec2::new(-x, rear),
                    Vec2::new(-x, y + reach),
                    Vec2::new(x, y + reach),
                    Vec2::new(x, rear),
                ]
            }
            ZoneShape::FrontAndSides { .. } => {
                let half_sagitta = reach * (1.0 - QUARTER.cos) / 2.0;
                let quarter: [Vec2; ARC + 1] = std::array::from_fn(|i| {
                    // The ends of the arc are exact: they are also the ends of the straight sides.
                    let radius = if i == 0 || i == ARC { reach } else { reach + half_sagitta };
                    QUARTER.points[i] * radius
                });
                let mut local = Vec::with_capacity(2 * quarter.len() + 2);
                local.push(Vec2::new(-x - reach, -y));
                local.extend(quarter.iter().rev().map(|p| Vec2::new(-x - p.x, y + p.y)));
                local.extend(quarter.iter().map(|p| Vec2::new(x + p.x, y + p.y)));
                local.push(Vec2::new(x + reach, -y));
                convex::clip(&local, Vec2::NEG_Y, -rear)
            }
        };
        let (right, forward) = self.owner.pose.heading.axes();
        local.into_iter().map(|p| self.owner.pose.at + right * p.x + forward * p.y).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(x: f32, y: f32, degrees: f32) -> Quad {
        Body::single(2.0, 2.0).placed(Pose::at(x, y, degrees)).quad()
    }

    fn infantry_zone(x: f32, y: f32) -> Zone {
        Zone::new(stand(x, y, 0.0), ZoneShape::FrontAndSides { reach: 2.0 })
    }

    fn battery_zone() -> Zone {
        let battery = Body::single(1.0, 2.0).placed(Pose::at(0.0, 0.0, 0.0)).quad();
        Zone::new(battery, ZoneShape::Front { reach: 2.0 })
    }

    #[test]
    fn infantry_controls_front_and_sides_but_not_the_rear() {
        let zone = infantry_zone(0.0, 0.0);
        for (x, y, inside) in [
            (2.4, 2.4, true),
            (2.5, 2.5, false),
            (-2.9, -0.99, true),
            (-2.9, -1.01, false),
            (-2.9, -1.0, false),
            (0.0, 3.0, true),
            (0.0, 3.0009, true),
            (0.0, 3.002, false),
        ] {
            assert_eq!(zone.contains(Vec2::new(x, y)), inside, "({x}, {y})");
        }
    }

    #[test]
    fn battery_controls_straight_ahead() {
        let zone = battery_zone();
        for (x, y, inside) in
            [(0.4, 2.9, true), (0.6, 1.5, false), (0.0, 1.0, false), (0.0, 3.0, true), (0.0, 3.01, false)]
        {
            assert_eq!(zone.contains(Vec2::new(x, y)), inside, "({x}, {y})");
        }
    }

    #[test]
    fn advance_is_cut_two_inches_from_the_front() {
        let body = Body::single(2.0, 2.0);
        let zone = infantry_zone(0.0, 0.0);
        let start = Pose::at(0.0, 8.0, 180.0);
        let t = zone.entry(&body, start, Leg::Slide(Vec2::new(0.0, -6.0))).expect("it enters");
        assert!((8.0 - 6.0 * t - 4.0).abs() < 1.5e-3, "stops at y = {}", 8.0 - 6.0 * t);
        assert!(zone.holds(body.placed(Leg::Slide(Vec2::new(0.0, -6.0)).part(start, t))));
    }

    #[test]
    fn crossing_the_front_at_three_inches_enters_and_at_three_and_a_hundredth_does_not() {
        let body = Body::single(2.0, 2.0);
        let zone = infantry_zone(0.0, 0.0);
        let east = Leg::Slide(Vec2::new(12.0, 0.0));
        assert!(zone.entry(&body, Pose::at(-6.0, 4.0, 90.0), east).is_some());
        assert!(zone.entry(&body, Pose::at(-6.0, 4.01, 90.0), east).is_none());
    }

    #[test]
    fn left_zone_is_met_first_and_the_other_one_later() {
        let body = Body::single(2.0, 2.0);
        let start = Pose::at(-1.5, 8.0, 180.0);
        let south = Leg::Slide(Vec2::new(0.0, -6.0));
        let left = infantry_zone(-1.0, 0.0).entry(&body, start, south).expect("it enters");
        let right = infantry_zone(1.0, 0.0);
        assert!(left < right.entry(&body, start, south).expect("it enters too"));
        let at_entry = body.placed(south.part(start, left));
        assert!(
            (super::super::measure::gap_between_quads(&at_entry.quad(), &right.owner).distance - 2.062).abs()
                < 2e-3
        );
    }

    #[test]
    fn both_zones_are_met_together_from_straight_ahead() {
        let body = Body::single(2.0, 2.0);
        let south = Leg::Slide(Vec2::new(0.0, -6.0));
        let start = Pose::at(0.0, 8.0, 180.0);
        let [left, right] =
            [-1.0, 1.0].map(|x| infantry_zone(x, 0.0).entry(&body, start, south).expect("it enters"));
        assert!((left - right).abs() * 6.0 < EPS);
    }

    #[test]
    fn battery_two_inches_from_a_side_is_in_and_behind_is_out() {
        let battery = Body::single(1.0, 2.0);
        let zone = infantry_zone(0.0, 0.0);
        assert!(zone.holds(battery.placed(Pose::at(3.5, 0.0, 0.0))));
        assert!(!zone.holds(battery.placed(Pose::at(3.51, 0.0, 0.0))));
        assert!(!zone.holds(battery.placed(Pose::at(0.0, -2.5, 0.0))), "directly behind, 0.5 off");
        assert!(!zone.holds(battery.placed(Pose::at(2.0, -2.0, 0.0))), "flush with the rear line");
    }

    #[test]
    fn stand_across_the_rear_line_counts_by_what_is_ahead_of_it() {
        let zone = infantry_zone(0.0, 0.0);
        let body = Body::single(2.0, 2.0);
        // Turned by 45°, its nearest corner is behind the line and what is ahead is farther than 2".
        let placed = body.placed(Pose::at(4.3, -1.2, 45.0));
        let nearest = super::super::measure::gap_between_quads(&placed.quad(), &zone.owner).distance;
        assert!(within(nearest, 2.0), "{nearest}");
        let ahead = convex::clip(&Rectangle::of(&placed.quad()).points, Vec2::NEG_Y, 1.0);
        assert_eq!(zone.holds(placed), ahead.iter().any(|&point| zone.contains(point)));
    }

    #[test]
    fn zone_gap_is_the_margin() {
        let body = Body::single(2.0, 2.0);
        let zone = infantry_zone(0.0, 0.0);
        assert!((zone.gap(body.placed(Pose::at(0.0, 4.5, 180.0))).distance - 0.5).abs() < EPS);
        assert!(zone.gap(body.placed(Pose::at(0.0, 3.5, 180.0))).distance <= 0.0);
        assert!((battery_zone().gap(body.placed(Pose::at(0.0, 4.5, 180.0))).distance - 0.5).abs() < EPS);
    }

    proptest::proptest! {
        /// A turn that comes within a hair of a zone for a long way is followed as surely as any.
        #[test]
        fn a_turn_enters_where_it_is_first_in(
            side in 0_usize..3, along in -3.0f32..3.0, deep in -0.004f32..0.004, degrees in 0.0f32..360.0,
            angle in -8.0f32..8.0, u in -1.0f32..1.0, turned in 0.0f32..360.0, front: bool,
        ) {
            let quad = stand(20.0, 20.0, turned);
            let shape = if front { ZoneShape::Front { reach: 2.0 } } else { ZoneShape::FrontAndSides { reach: 2.0 } };
            let zone = Zone::new(quad, shape);
            let body = Body::single(2.0, 1.5);
            let pivot = Vec2::new(u, 0.0);
            // The farthest corner comes just to the border, somewhere on its way.
            let off = 1.0 + if front && side > 0 { 0.0 } else { 2.0 } + body.radius_about(pivot) - deep;
            let local = [Vec2::new(along, off), Vec2::new(off, along), Vec2::new(-off, along)][side];
            let heading = crate::Heading::from_degrees(degrees);
            let hinge = quad.pose.to_table(local);
            let start = Pose::new(hinge - (Pose::new(Vec2::ZERO, heading).to_table(pivot)), heading);
            let leg = Leg::Turn { pivot, angle };
            let in_it = |t: f32| zone.holds(body.placed(leg.part(start, t)));
            let sampled = (0..=3000).map(|i| i as f32 / 3000.0).find(|t| in_it(*t));
            match (zone.entry(&body, start, leg), sampled) {
                (Some(found), sampled) => {
                    let gap = zone.gap(body.placed(leg.part(start, found))).distance;
                    proptest::prop_assert!(gap < EPS + 5e-4, "{} off at {}", gap, found);
                    let late = sampled.map_or(0.0, |sampled| (found - sampled) * leg.length(&body));
                    proptest::prop_assert!(late < EPS / 4.0, "{} {:?}", found, sampled);
                }
                // What comes to the border and not over it may be seen so or so.
                (None, sampled) => {
                    let gap = |t: f32| zone.gap(body.placed(leg.part(start, t))).distance;
                    proptest::prop_assert!(sampled.is_none_or(|t| gap(t) > EPS / 2.0), "missed at {:?}", sampled);
                }
            }
        }

        #[test]
        fn entry_agrees_with_sampling(
            x in -6.0f32..6.0, y in -6.0f32..6.0, heading in 0.0f32..360.0,
            dx in -8.0f32..8.0, dy in -8.0f32..8.0, angle in -3.0f32..3.0, turns: bool, u in -1.0f32..1.0, v in -1.0f32..1.0,
        ) {
            let body = Body::single(2.0, 2.0);
            let start = Pose::at(x, y, heading);
            let leg = if turns { Leg::Turn { pivot: Vec2::new(u, v), angle } } else { Leg::Slide(Vec2::new(dx, dy)) };
            for zone in [infantry_zone(0.0, 0.0), battery_zone()] {
                let sampled = (0..=2000).map(|i| i as f32 / 2000.0).find(|&t| zone.holds(body.placed(leg.part(start, t))));
                let found = zone.entry(&body, start, leg);
                match (sampled, found) {
                    (Some(sampled), Some(found)) => {
                        // In inches: the samples lie this far apart, and the search is good to a few thousandths.
                        let (late, spacing) = ((found - sampled) * leg.length(&body), leg.length(&body) / 2000.0);
                        proptest::prop_assert!(late <= 0.003 && late >= -spacing - 0.003, "{found} for {sampled}");
                    }
                    // A graze may fall between the samples.
                    (None, Some(found)) => proptest::prop_assert!(zone.gap(body.placed(leg.part(start, found))).distance < 0.003),
                    // So may what comes to the border and not over it.
                    (Some(sampled), None) => {
                        let gap = zone.gap(body.placed(leg.part(start, sampled))).distance;
                        proptest::prop_assert!(gap > EPS / 2.0, "missed at {sampled}");
                    }
                    (None, None) => {}
                }
            }
        }
    }
}
