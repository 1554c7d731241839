//! Paths of a formed unit to where it is held: straight, by a wheel, by the one free facing, sideways, backwards
//! (`epstein:5.25`).
//!
//! Pure geometry: the rules decide whether a path is legal. Units: inches, degrees in steps.

use crate::movement::SLIDE;
use crate::order::Step;
use table::pose::libm_atan2;
use table::{Heading, Leg, Pose, Vec2};

/// A unit less than this far off its line snaps to it, in inches.
const DRAWN: f32 = 0.18;

/// Steps shorter than this are dropped, in inches or degrees.
const STEP: f32 = 0.02;
const TURN: f32 = 0.2;

/// A unit about to move: its place, and its front corners relative to it.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    pub at: Pose,
    pub left: Vec2,
    pub right: Vec2,
    /// Has it used its one free facing?
    pub faced: bool,
    /// May it slide?
    pub slides: bool,
    /// Snap it to straight ahead where it is held nearly so.
    pub drawn: bool,
}

impl Walker {
    /// Every path of few steps to this place and heading, the shortest first.
    pub fn ways(&self, goal: Pose) -> Vec<Vec<Step>> {
        let found = [self.stays(goal), self.straight(goal), self.sideways(goal), self.turned_first(goal)];
        let corners = [(self.left, -1.0), (self.right, 1.0)];
        let wheels = corners.into_iter().flat_map(|(corner, sign)| {
            [self.wheels_first(goal, corner, sign), self.wheels_last(goal, corner, sign)]
        });
        let mut found: Vec<Vec<Step>> = found.into_iter().chain(wheels).flatten().collect();
        found.sort_by(|a, b| self.length(a).total_cmp(&self.length(b)).then(a.len().cmp(&b.len())));
        found.dedup();
        found
    }

    /// Faces a place and goes there, ignoring the heading at which it is held; used where no path of few steps exists.
    pub fn toward(&self, goal: Pose) -> Option<Vec<Step>> {
        let way = goal.at - self.at.at;
        let steps = self.faces(self.at.heading, Heading::of(way)).filter(|_| way.length() >= STEP)?;
        Some([steps, vec![along(way.length())]].concat())
    }

    /// The pose after these steps.
    pub fn end(&self, steps: &[Step]) -> Pose {
        steps.iter().fold(self.at, |at, step| self.leg(at, *step).end(at))
    }

    /// A step from that pose as a leg.
    pub fn leg(&self, at: Pose, step: Step) -> Leg {
        let (right, forward) = at.heading.axes();
        let turn = |pivot, degrees: f64| Leg::Turn { pivot, angle: (degrees as f32).to_radians() };
        match step {
            Step::Ahead(inches) => Leg::Slide(forward * inches as f32),
            Step::Back(inches) => Leg::Slide(-forward * inches as f32),
            Step::Slide(inches) => Leg::Slide(right * inches as f32),
            Step::Shift(x, y) => Leg::Slide(right * x as f32 + forward * y as f32),
            Step::WheelLeft(degrees) => turn(self.left, -degrees),
            Step::WheelRight(degrees) => turn(self.right, degrees),
            Step::Face(degrees) => turn(Vec2::ZERO, degrees),
            // It closes on its middle, which stays in place.
            Step::Dress => Leg::Slide(Vec2::ZERO),
        }
    }

    /// The cost of the steps over open ground.
    pub fn length(&self, steps: &[Step]) -> f32 {
        let wide = self.left.distance(self.right);
        let of = |step: &Step| match step {
            Step::Ahead(inches) => *inches as f32,
            Step::Back(inches) => *inches as f32 * 2.0,
            Step::Slide(inches) => inches.abs() as f32,
            Step::Shift(x, y) => x.hypot(*y) as f32,
            Step::WheelLeft(degrees) | Step::WheelRight(degrees) => (*degrees as f32).to_radians() * wide,
            Step::Face(_) | Step::Dress => 0.0,
        };
        steps.iter().map(of).sum()
    }

    /// The facing that turns one heading into the other; `None` if the free facing is used up.
    fn faces(&self, from: Heading, to: Heading) -> Option<Vec<Step>> {
        let degrees = from.turn_to(to).to_degrees();
        match degrees.abs() < TURN {
            true => Some(Vec::new()),
            false => (!self.faced).then(|| vec![Step::Face(rounded(degrees, 10.0))]),
        }
    }

    /// It turns in place.
    fn stays(&self, goal: Pose) -> Option<Vec<Step>> {
        let near = goal.at.distance(self.at.at) < if self.drawn { DRAWN } else { STEP };
        let steps = near.then(|| self.faces(self.at.heading, goal.heading))??;
        (!steps.is_empty()).then_some(steps)
    }

    /// How far off its line something may be and still count as on it.
    fn slack(&self) -> f32 {
        if self.drawn { DRAWN } else { STEP }
    }

    /// Ahead or back, then the facing at which it is held.
    fn straight(&self, goal: Pose) -> Option<Vec<Step>> {
        let local = self.at.to_local(goal.at);
        if local.x.abs() > self.slack() || local.y.abs() < STEP {
            return None;
        }
        Some([vec![along(local.y)], self.faces(self.at.heading, goal.heading)?].concat())
    }

    /// A slide, then the facing at which it is held.
    fn sideways(&self, goal: Pose) -> Option<Vec<Step>> {
        let local = self.at.to_local(goal.at);
        let near = local.x.abs() <= SLIDE + if self.drawn { DRAWN } else { 0.0 };
        if !self.slides || local.y.abs() > self.slack() || local.x.abs() < STEP || !near {
            return None;
        }
        let inches = local.x.clamp(-SLIDE, SLIDE);
        let steps = vec![Step::Slide(rounded(inches, 100.0))];
        Some([steps, self.faces(self.at.heading, goal.heading)?].concat())
    }

    /// The facing at which it is held, then straight ahead or back.
    fn turned_first(&self, goal: Pose) -> Option<Vec<Step>> {
        let facing = self.faces(self.at.heading, goal.heading).filter(|steps| !steps.is_empty())?;
        let local = Pose::new(self.at.at, goal.heading).to_local(goal.at);
        (local.x.abs() <= self.slack() && local.y.abs() >= STEP)
            .then(|| [facing, vec![along(local.y)]].concat())
    }

    /// A wheel about a corner, then ahead, then the facing at which it is held.
    ///
    /// The wheel keeps the place behind the corner, so the goal seen from the corner is as far aside of the new heading as the
    /// corner is.
    fn wheels_first(&self, goal: Pose, corner: Vec2, sign: f32) -> Option<Vec<Step>> {
        let seen = goal.at - self.at.to_table(corner);
        let (aside, ahead) = leg_of(-corner.x, seen.length())?;
        let (heading, ahead) = (Heading::of(seen).turned(-aside), ahead + corner.y);
        let degrees = self.at.heading.turn_to(heading).to_degrees() * sign;
        if degrees < TURN || ahead < -STEP {
            return None;
        }
        let mut steps = vec![wheel(degrees, sign)];
        steps.extend((ahead >= STEP).then(|| along(ahead)));
        Some([steps, self.faces(heading, goal.heading)?].concat())
    }

    /// It faces the way it goes, moves ahead, and wheels about a corner until it has the heading at which it is held.
    ///
    /// The corner does not move in the wheel: it is as far aside of the path as it is of the place.
    fn wheels_last(&self, goal: Pose, corner: Vec2, sign: f32) -> Option<Vec<Step>> {
        let seen = goal.to_table(corner) - self.at.at;
        let (aside, ahead) = leg_of(corner.x, seen.length())?;
        let (heading, ahead) = (Heading::of(seen).turned(-aside), ahead - corner.y);
        let degrees = heading.turn_to(goal.heading).to_degrees() * sign;
        if degrees < -TURN || ahead < STEP {
            return None;
        }
        let mut steps = self.faces(self.at.heading, heading)?;
        steps.push(along(ahead));
        steps.extend((degrees >= TURN).then(|| wheel(degrees, sign)));
        Some(steps)
    }
}

/// Of a right triangle with this side and hypotenuse: the angle opposite the side, and the other side.
fn leg_of(opposite: f32, longest: f32) -> Option<(f32, f32)> {
    let square = longest * longest - opposite * opposite;
    (longest > STEP && square >= 0.0).then(|| (libm_atan2(opposite, square.sqrt()), square.sqrt()))
}

/// Inches of a straight step; `None` for one that turns.
pub fn plain_inches(step: &Step) -> f32 {
    match step {
        Step::Ahead(inches) | Step::Back(inches) => *inches as f32,
        Step::Slide(inches) => inches.abs() as f32,
        Step::Shift(x, y) => x.hypot(*y) as f32,
        Step::WheelLeft(_) | Step::WheelRight(_) | Step::Face(_) | Step::Dress => 0.0,
    }
}

fn along(inches: f32) -> Step {
    if inches > 0.0 { Step::Ahead(rounded(inches, 100.0)) } else { Step::Back(rounded(-inches, 100.0)) }
}

fn wheel(degrees: f32, sign: f32) -> Step {
    let degrees = rounded(degrees, 10.0);
    if sign < 0.0 { Step::WheelLeft(degrees) } else { Step::WheelRight(degrees) }
}

/// A measure rounded for display: to hundredths of an inch, or tenths of a degree.
fn rounded(measure: f32, parts: f64) -> f64 {
    (f64::from(measure) * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of four stands.
    fn line(at: Pose) -> Walker {
        let front = 0.375;
        Walker {
            at,
            left: Vec2::new(-2.5, front),
            right: Vec2::new(2.5, front),
            faced: false,
            slides: true,
            drawn: false,
        }
    }

    #[test]
    fn every_way_leads_where_it_is_to_lead() {
        for turn in [0.0, 37.0, 201.5] {
            let walker = line(Pose::at(3.17, 20.4, turn));
            let mut tried = 0;
            for direction in 0..12 {
                for heading in [-70.0, -20.0, 0.0, 45.0, 180.0_f32] {
                    let way = walker.at.heading.turned((30.0 * direction as f32).to_radians()).forward();
                    let goal =
                        Pose::new(walker.at.at + way * 3.4, walker.at.heading.turned(heading.to_radians()));
                    for steps in walker.ways(goal) {
                        let end = walker.end(&steps);
                        assert!(end.at.distance(goal.at) < 0.03, "{steps:?}: {end:?} for {goal:?}");
                        assert!(end.heading.angle_to(goal.heading).to_degrees() < 0.3, "{steps:?}");
                        tried += 1;
                    }
                }
            }
            assert!(tried > 30, "{tried} ways");
        }
    }

    #[test]
    fn who_is_held_nearly_straight_ahead_is_drawn_onto_the_line() {
        let mut walker = line(Pose::at(0.0, 0.0, 0.0));
        let goal = Pose::at(0.1, 3.0, 0.0);
        assert_ne!(walker.ways(goal)[0], [Step::Ahead(3.0)]);
        walker.drawn = true;
        assert_eq!(walker.ways(goal)[0], [Step::Ahead(3.0)]);
        assert_eq!(walker.ways(Pose::at(1.5, -0.1, 0.0))[0], [Step::Slide(1.5)]);
        assert_eq!(walker.ways(Pose::at(0.0, 0.0, 90.0)), [[Step::Face(90.0)]]);
    }

    #[test]
    fn who_has_faced_wheels() {
        let walker = Walker { faced: true, ..line(Pose::at(0.0, 0.0, 0.0)) };
        let steps = walker.ways(Pose::at(2.0, 2.0, 0.0));
        assert!(steps.iter().flatten().all(|step| !matches!(step, Step::Face(_))), "{steps:?}");
    }
}
