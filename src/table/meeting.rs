//! How a moving body meets another: when it comes within touch, when it touches in any way but corner on corner, where it
//! can go no farther, and whether it has gone past.
//!
//! ```text
//! near      real            stops
//!  |---------|----------------|        corner on corner up to `real`, contact from there on
//! ```
//!
//! Clauses: `easy:0.4`, `easy:III-contact`. Units: inches; fractions of a leg run from 0 to 1.

use super::body::{Body, Placed};
use super::contact::touches_really;
use super::measure::are_touching;
use super::path::Leg;
use super::pose::Pose;
use super::sweep::{brushes, first_contact, first_overlap};

/// Distance between the places at which a leg is examined, in inches: finer than any corner is wide.
const STEP: f32 = 0.03;

/// Distance before the stopping place at which a stopped body is examined, in inches.
const SHORT: f32 = 0.002;

/// What happens on a leg with another body that it comes within touch of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The first fraction within touch; 0 if the leg begins there.
    pub near: f32,
    /// The first fraction at which the two touch in any way but corner on corner.
    pub real: Option<f32>,
    /// The fraction at which the gap is closed and the other stops the body.
    pub stops: Option<f32>,
    /// Is it still within touch where it is stopped, or where the leg ends, without having gone out of touch since it
    /// touched (corner on corner, if it never touched in another way)?
    pub stays: bool,
}

/// How the leg meets this other body; `None` if it never comes within touch.
pub fn meeting(body: &Body, start: Pose, leg: Leg, other: Placed<'_>) -> Option<Meeting> {
    let way = leg.length(body);
    let mut from = 0.0;
    // A turn may leave a corner and come back to the corner; a slide cannot.
    for _ in 0..4 {
        let (pose, rest) = (leg.part(start, from), leg.shortened(1.0 - from));
        let met = Met { body, pose, leg: rest, other, way: way * (1.0 - from) }.first()?;
        let back = |t: f32| from + (1.0 - from) * t;
        let meeting = Meeting {
            near: back(met.meeting.near),
            real: met.meeting.real.map(back),
            stops: met.meeting.stops.map(back),
            stays: met.meeting.stays,
        };
        match met.past {
            Some(past) if meeting.real.is_none() && matches!(leg, Leg::Turn { .. }) => {
                let next = back(past);
                let again = (next < 1.0 - 1e-4).then(|| {
                    let rest = leg.shortened(1.0 - next);
                    brushes(body, leg.part(start, next), rest, other)
                });
                if again.flatten().is_none() {
                    return Some(meeting);
                }
                from = next;
            }
            _ => return Some(meeting),
        }
    }
    None
}

/// A leg and what it meets.
struct Met<'a> {
    body: &'a Body,
    pose: Pose,
    leg: Leg,
    other: Placed<'a>,
    way: f32,
}

struct First {
    meeting: Meeting,
    /// The fraction at which it has gone out of touch again.
    past: Option<f32>,
}

impl Met<'_> {
    fn first(&self) -> Option<First> {
        let near =
            if self.is_within(0.0) { 0.0 } else { brushes(self.body, self.pose, self.leg, self.other)? };
        let closes = first_contact(self.body, self.pose, self.leg, self.other);
        if let Some(closes) = closes
            && self.is_real(closes)
        {
            // Head on: it does not matter where it began to touch in another way.
            let real = if self.is_real(near) { near } else { closes };
            let meeting = Meeting { near, real: Some(real), stops: Some(closes), stays: true };
            return Some(First { meeting, past: None });
        }
        let solid = closes.and_then(|_| first_overlap(self.body, self.pose, self.leg, self.other));
        // Where it lies too deep in the other it is already stopped.
        let end = solid.map_or(1.0, |solid| (solid - SHORT / self.way.max(SHORT)).max(near));
        let (real, past) = self.looked_at(near, end);
        let stops = match (real, closes, solid) {
            // Pressed along by a hair: it has closed before it touched in another way.
            (Some(real), Some(_), _) => Some(real),
            (None, Some(closes), Some(_)) if past.is_none() => Some(closes),
            _ => None,
        };
        let meeting = Meeting { near, real, stops, stays: past.is_none() };
        Some(First { meeting, past })
    }

    /// From `near` to `end`: where it first touches in any way but corner on corner, and where it is out of touch again.
    fn looked_at(&self, near: f32, end: f32) -> (Option<f32>, Option<f32>) {
        let steps = ((end - near) * self.way / STEP).ceil().max(1.0);
        let mut real = self.is_real(near).then_some(near);
        let mut before = near;
        let mut step = 1.0;
        while step <= steps {
            let t = near + (end - near) * step / steps;
            if !self.is_within(t) {
                return (real, Some(t));
            }
            if real.is_none() && self.is_real(t) {
                let (mut low, mut high) = (before, t);
                for _ in 0..10 {
                    let middle = f32::midpoint(low, high);
                    if self.is_real(middle) { high = middle } else { low = middle }
                }
                real = Some(high);
            }
            if real.is_some() && matches!(self.leg, Leg::Slide(_)) {
                // The gap of a slide is convex: a body within touch at both ends was never out of it.
                return (real, (!self.is_within(end)).then_some(end));
            }
            before = t;
            step += 1.0;
        }
        (real, None)
    }

    fn placed(&self, t: f32) -> Placed<'_> {
        self.body.placed(self.leg.part(self.pose, t))
    }

    fn is_within(&self, t: f32) -> bool {
        are_touching(self.placed(t), self.other)
    }

    /// Does it touch there in any way but corner on corner?
    fn is_real(&self, t: f32) -> bool {
        let here = self.placed(t);
        here.quads().any(|a| self.other.quads().any(|b| touches_really(&a, &b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    fn body() -> Body {
        Body::single(2.0, 2.0)
    }

    /// An advance by so much toward and across a stand at the origin, from (x, y), in a frame turned to 60 headings.
    fn everywhere(x: f32, y: f32, ahead: f32, across: f32, told: impl Fn(Option<Meeting>)) {
        let body = body();
        for turn in (0..60).map(|step| step as f32 * 6.0 + 0.41) {
            for side in [1.0, -1.0] {
                let frame = Pose::at(40.0, 40.0, turn);
                let other = body.placed(frame);
                let at = frame.to_table(Vec2::new(side * x, y));
                let start = Pose::new(at, frame.heading.reversed());
                let forward = frame.heading.forward();
                let delta = -forward * ahead + frame.heading.right() * side * across;
                told(meeting(&body, start, Leg::Slide(delta), other));
            }
        }
    }

    #[test]
    fn head_on_the_leg_is_stopped_at_gap_0() {
        everywhere(0.3, 5.0, 6.0, 0.0, |found| {
            let found = found.expect("they meet");
            assert!(found.real.is_some() && found.stays);
            assert!((found.stops.expect("it stops") - 0.5).abs() < 1e-3, "{found:?}");
        });
    }

    #[test]
    fn past_the_corner_it_grazes_and_is_gone() {
        everywhere(2.02, 2.1, 0.1, 0.0, |found| {
            let found = found.expect("within touch");
            assert!(found.real.is_none() && found.stops.is_none() && found.stays, "{found:?}");
        });
        // Entered by less than the overlap that is accepted, it is passed as well.
        everywhere(1.9995, 2.1, 0.2, 0.0, |found| {
            let found = found.expect("within touch");
            assert!(found.real.is_none() && found.stops.is_none(), "{found:?}");
        });
        everywhere(2.02, 2.5, 0.5, 2.0, |found| {
            assert!(found.is_none_or(|found| found.real.is_none() && !found.stays), "{found:?}");
        });
    }

    #[test]
    fn along_the_side_a_corner_becomes_an_edge() {
        everywhere(2.02, 2.5, 1.0, 0.0, |found| {
            let found = found.expect("within touch");
            // 0.15 beside one another, 0.65 on.
            assert!((found.real.expect("the sides lie along") - 0.65).abs() < 5e-3, "{found:?}");
            assert!(found.stays && found.stops.is_none());
        });
    }

    #[test]
    fn corners_that_overlap_stop_it() {
        everywhere(1.9, 3.0, 2.0, 0.0, |found| {
            let found = found.expect("they meet");
            assert!(found.real.is_none(), "{found:?}");
            assert!((found.stops.expect("it is stopped") - 0.5).abs() < 1e-3, "{found:?}");
        });
    }

    #[test]
    fn drawing_near_slowly_it_touches_otherwise_and_stays() {
        everywhere(2.2, 2.16, 0.14, -1.5, |found| {
            let found = found.expect("within touch");
            assert!(found.real.is_some() && found.stays && found.stops.is_none(), "{found:?}");
        });
    }
}
