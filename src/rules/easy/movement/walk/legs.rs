//! Cutting, reversing and joining legs, and finding where on a leg a condition ceases to hold.
//!
//! Clause: `easy:II.B-path`. Units: fractions of a leg run from 0 to 1.

use table::{Heading, Leg, Path};

/// The rest of a leg after its first fraction `t`.
pub(super) fn part_after(leg: Leg, t: f32) -> Leg {
    leg.shortened(1.0 - t)
}

/// The leg that leads back, from its end.
pub(super) fn reversed(leg: Leg) -> Leg {
    leg.shortened(-1.0)
}

/// The legs without empty ones; slides in one direction and turns about one point are one leg.
pub(super) fn joined(path: &Path) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for &leg in &path.legs {
        let empty = match leg {
            Leg::Slide(delta) => delta.length() <= 1e-6,
            Leg::Turn { angle, .. } => angle.abs() <= 1e-6,
        };
        if empty {
            continue;
        }
        let both = match (legs.last(), leg) {
            (Some(Leg::Slide(one)), Leg::Slide(other))
                if Heading::of(*one).angle_to(Heading::of(other)) <= 1e-4 =>
            {
                Some(Leg::Slide(*one + other))
            }
            (Some(Leg::Turn { pivot, angle }), Leg::Turn { pivot: other, angle: more })
                if pivot.distance(other) <= 1e-4 && *angle * more > 0.0 =>
            {
                Some(Leg::Turn { pivot: *pivot, angle: *angle + more })
            }
            _ => None,
        };
        match (both, legs.last_mut()) {
            (Some(both), Some(last)) => *last = both,
            _ => legs.push(leg),
        }
    }
    legs
}

/// The last fraction known to satisfy a condition that holds at `good` and not at `bad`, by bisection.
pub(super) fn narrowed(mut good: f32, mut bad: f32, holds: impl Fn(f32) -> bool) -> f32 {
    for _ in 0..12 {
        let middle = (good + bad) / 2.0;
        if holds(middle) { good = middle } else { bad = middle }
    }
    good
}

/// The lesser of two fractions, if any.
pub(super) fn earlier(a: Option<f32>, b: Option<f32>) -> Option<f32> {
    [a, b].into_iter().flatten().reduce(f32::min)
}
