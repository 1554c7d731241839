//! The cost of a leg: its length, weighted by the ground under it.
//!
//! Clauses: `easy:II.B-path`, `easy:II.B-turn`, `easy:II.C.1`, `easy:II.C.2`, `easy:VI.D-slow`. Units: inches of
//! allowance.

use std::cell::OnceCell;
use std::f32::consts::PI;
use std::sync::Arc;

use crate::roster::{Game, StandId, Unit};
use crate::state::State;
use scenario::Weather;
use table::terrain::Terrain;
use table::tolerance::EPS;
use table::{Body, Leg, Path, Pose, Span};

/// Each inch in rough ground counts as two (`easy:II.C.1`).
const ROUGH: f32 = 2.0;

/// Each inch uphill counts as two (`easy:II.C.2`).
const UPHILL: f32 = 2.0;

/// The cost of one leg, stretch by stretch.
#[derive(Clone, Debug)]
pub(super) struct Bill {
    /// Stretches of the leg with the cost of an inch of each.
    pub spans: Vec<(Span, f32)>,
    /// A turn that enters rough ground counts whole, except its first part.
    turn: Option<RoughTurn>,
    slow: Option<SlowTurn>,
    way: Priced,
}

/// A turn of slow infantry, which pays for the angle in addition to the path (`easy:VI.D-slow`).
#[derive(Clone, Debug)]
struct SlowTurn {
    game: Arc<Game>,
    terrain: Arc<Terrain>,
    pose: Pose,
    leg: Leg,
    /// Degrees paid for earlier in this move, and those of this turn.
    before: f32,
    degrees: f32,
}

impl SlowTurn {
    /// The extra cost of the first fraction `t` of the turn. The road is tested at the end of that fraction.
    fn cost_to(&self, t: f32) -> f32 {
        if self.terrain.follows_road(self.leg.part(self.pose, t)) {
            return 0.0;
        }
        let options = &self.game.options;
        let paid = |degrees| options.lengths.slow_turn(degrees, options.slow_turns_stepped);
        paid(self.before + self.degrees * t) - paid(self.before)
    }
}

/// Degrees of this leg that slow infantry pays for (`easy:VI.D-slow`); 0 for others, and along a road.
pub(super) fn slow_degrees(state: &State, unit: &Unit, pose: Pose, leg: Leg) -> f32 {
    match leg {
        Leg::Turn { angle, .. } if unit.slow && !state.terrain().follows_road(leg.end(pose)) => {
            angle.abs().to_degrees()
        }
        Leg::Turn { .. } | Leg::Slide(_) => 0.0,
    }
}

/// A turn that enters rough ground. Where it does is computed on demand, since most turns are paid for whole.
#[derive(Clone, Debug)]
struct RoughTurn {
    game: Arc<Game>,
    terrain: Arc<Terrain>,
    body: Body,
    pose: Pose,
    leg: Leg,
    muddy: bool,
    /// Up to this fraction it enters none.
    until: OnceCell<f32>,
    /// The cost of that part.
    clear: Vec<(Span, f32)>,
}

impl RoughTurn {
    fn until(&self) -> f32 {
        *self.until.get_or_init(|| {
            let by_centre = self.game.options.terrain_by_centre;
            let terrain = &self.terrain;
            let is_rough = |leg: Leg| terrain.enters_rough(&self.body, self.pose, leg, self.muddy, by_centre);
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..14 {
                let middle = f32::midpoint(low, high);
                if is_rough(self.leg.shortened(middle)) { high = middle } else { low = middle }
            }
            low
        })
    }
}

#[derive(Clone, Copy, Debug)]
enum Priced {
    /// This many inches, evenly over the leg.
    Even(f32),
    /// A turn measured by the ruler: angle and radius (`turn-measure=chord`).
    Chord { angle: f32, radius: f32 },
}

impl Bill {
    /// The bill of a leg of this stand; `turned`: degrees that slow infantry has paid for earlier in this move.
    pub fn new(state: &State, unit: &Unit, pose: Pose, leg: Leg, turned: f32) -> Self {
        let body = &unit.body;
        let options = state.options();
        let muddy = state.weather == Weather::Muddy;
        let backward = match leg {
            Leg::Slide(delta) => {
                options.backward_double && delta.dot(pose.heading.forward()) < -EPS * delta.length()
            }
            Leg::Turn { .. } => false,
        };
        let factor = |span: &Span| {
            let rough = if span.rough { ROUGH } else { 1.0 };
            let uphill = if span.uphill { UPHILL } else { 1.0 };
            let ground = if options.stack_terrain_max { rough.max(uphill) } else { rough * uphill };
            if backward { ground * 2.0 } else { ground }
        };
        let ground = state.terrain().spans(body, pose, leg, muddy, options.terrain_by_centre);
        let spans: Vec<(Span, f32)> = ground.into_iter().map(|span| (span, factor(&span))).collect();
        let turn = match leg {
            Leg::Turn { .. } if spans.iter().any(|(span, _)| span.rough) => {
                let without = spans.iter().map(|(span, _)| Span { rough: false, ..*span });
                Some(RoughTurn {
                    game: Arc::clone(&state.game),
                    terrain: Arc::clone(state.terrain()),
                    body: body.clone(),
                    pose,
                    leg,
                    muddy,
                    until: OnceCell::new(),
                    clear: without.map(|span| (span, factor(&span))).collect(),
                })
            }
            Leg::Turn { .. } | Leg::Slide(_) => None,
        };
        let way = match leg {
            Leg::Turn { pivot, angle } if options.turn_by_chord => {
                Priced::Chord { angle: angle.abs(), radius: body.radius_about(pivot) }
            }
            Leg::Slide(_) | Leg::Turn { .. } => Priced::Even(leg.length(body)),
        };
        let slow = match leg {
            Leg::Turn { angle, .. } if unit.slow => Some(SlowTurn {
                game: Arc::clone(&state.game),
                terrain: Arc::clone(state.terrain()),
                pose,
                leg,
                before: turned,
                degrees: angle.abs().to_degrees(),
            }),
            Leg::Turn { .. } | Leg::Slide(_) => None,
        };
        Self { spans, turn, slow, way }
    }

    /// Inches of ground in the first fraction `t` of the leg, as they are measured.
    pub fn length_to(&self, t: f32) -> f32 {
        match self.way {
            Priced::Even(length) => length * t,
            Priced::Chord { angle, radius } => chord(angle * t, radius),
        }
    }

    /// The cost of the first fraction `t` of the leg.
    pub fn cost_to(&self, t: f32) -> f32 {
        if t <= 0.0 {
            return 0.0;
        }
        let spans = match &self.turn {
            Some(turn) if t < 1.0 && t <= turn.until() => &turn.clear,
            _ => &self.spans,
        };
        let weighted: f32 =
            spans.iter().map(|(span, factor)| factor * (span.to.min(t) - span.from).max(0.0)).sum();
        let slow = self.slow.as_ref().map_or(0.0, |slow| slow.cost_to(t));
        self.length_to(t) * weighted / t + slow
    }

    /// The largest fraction of the leg that costs no more than `inches`.
    pub fn reach(&self, inches: f32) -> f32 {
        if self.cost_to(1.0) <= inches {
            return 1.0;
        }
        let (mut low, mut high) = (0.0, 1.0);
        let until = self.turn.as_ref().map(RoughTurn::until).filter(|until| *until > 0.0);
        if let Some(until) = until {
            if self.cost_to((until + 1e-4).min(1.0)) > inches {
                if self.cost_to(until) <= inches {
                    return until;
                }
                high = until;
            } else {
                low = until;
            }
        }
        if let (Priced::Even(length), None, None) = (self.way, until, &self.slow) {
            let mut left = inches.max(0.0);
            for (span, factor) in &self.spans {
                let cost = length * factor * (span.to - span.from);
                if cost > left {
                    return span.from + left / (length * factor);
                }
                left -= cost;
            }
            return 1.0;
        }
        for _ in 0..32 {
            let middle = f32::midpoint(low, high);
            if self.cost_to(middle) <= inches { low = middle } else { high = middle }
        }
        low
    }
}

/// The cost of a path for the stand in inches of allowance, ignoring obstructions (`easy:II.B-path`).
pub fn path_cost(state: &State, stand: StandId, start: Pose, path: &Path) -> f32 {
    walked(state, stand, start, path).map(|(_, bill)| bill.cost_to(1.0)).sum()
}

/// How far this many inches of allowance last along a path: the index of a leg and the fraction of it.
pub fn path_reach(state: &State, stand: StandId, start: Pose, path: &Path, inches: f32) -> (usize, f32) {
    let mut left = inches;
    for (index, bill) in walked(state, stand, start, path) {
        let cost = bill.cost_to(1.0);
        if cost > left {
            return (index, bill.reach(left.max(0.0)));
        }
        left -= cost;
    }
    (path.legs.len(), 0.0)
}

/// The legs of a path by index, each with its bill.
fn walked(state: &State, stand: StandId, start: Pose, path: &Path) -> impl Iterator<Item = (usize, Bill)> {
    let unit = state.unit(stand);
    let (mut at, mut turned) = (start, 0.0);
    path.legs.iter().copied().enumerate().map(move |(index, leg)| {
        let bill = Bill::new(state, unit, at, leg, turned);
        turned += slow_degrees(state, unit, at, leg);
        at = leg.end(at);
        (index, bill)
    })
}

/// The chord of a turn of `angle` radians; beyond half a turn it is measured in parts.
fn chord(angle: f32, radius: f32) -> f32 {
    let halves = (angle / PI).floor();
    let rest = angle - halves * PI;
    2.0 * radius * (halves + libm::sinf(rest / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chord_of_a_centre_pivot() {
        let radius = 2.0_f32.sqrt();
        assert!((chord(PI / 2.0, radius) - 2.0).abs() < 1e-4);
        assert!((chord(PI, radius) - 2.828).abs() < 1e-3);
        assert!((chord(1.5 * PI, radius) - 4.828).abs() < 1e-3);
    }
}
