//! The nearest free room for a stand that must be placed.
//!
//! Clauses: `easy:III.C.2`, `easy:III.D-dir`, `easy:IV.A.2`. Units: inches.

use std::f32::consts::{PI, TAU};

use glam::Vec2;

use super::body::Body;
use super::pose::{Heading, Pose, sin_cos};
use super::tolerance::ANG;

/// Step of the search, in inches.
const STEP: f32 = 0.1;

/// Step of the search for a heading, in radians: no corner of a stand moves by more than [`EPS`](super::tolerance::EPS).
const HAIR: f32 = 5e-4;

/// The free pose nearest to the wanted one, with the same heading; `None` if there is none within `max_distance` inches.
///
/// Searches rings 0.1" apart, each clockwise from the stand's own front, so the answer is at most 0.1" from the best; then
/// moves the result inward along its ray as far as it stays free.
pub fn nearest_free_pose(
    body: &Body,
    wanted: Pose,
    max_distance: f32,
    is_free: impl Fn(Pose) -> bool,
) -> Option<Pose> {
    if is_free(wanted) {
        return Some(wanted);
    }
    // A body smaller than a tenth of an inch needs a finer search.
    let step = STEP.min(body.radius_about(Vec2::ZERO).max(0.01));
    let rings = (max_distance / step + 1e-3) as u32;
    for ring in 1..=rings {
        let radius = ring as f32 * step;
        let count = (TAU * radius / step).ceil() as u32;
        for i in 0..count {
            let way = wanted.heading.turned(TAU * i as f32 / count as f32).forward();
            if is_free(wanted.moved(way * radius)) {
                let (mut taken, mut free) = (radius - step, radius);
                for _ in 0..12 {
                    let middle = f32::midpoint(taken, free);
                    if is_free(wanted.moved(way * middle)) { free = middle } else { taken = middle }
                }
                return Some(wanted.moved(way * free));
            }
        }
    }
    None
}

/// The pose turned about its centre to the free heading nearest to the wanted one; clockwise if both ways are as near.
///
/// Searches in half degrees, then refines as far as the pose stays free, so that it is the nearest to within `HAIR`
/// on either hand.
///
/// Clause: `easy:III.D-dir`.
pub fn nearest_free_heading(pose: Pose, wanted: Heading, is_free: impl Fn(Pose) -> bool) -> Option<Pose> {
    let at = |turn: f32| Pose::new(pose.at, wanted.turned(turn));
    if is_free(at(0.0)) {
        return Some(at(0.0));
    }
    let steps = (PI / ANG).round() as u32;
    let free_at = |step: u32, hand: f32| is_free(at(hand * step as f32 * ANG));
    let step = (1..=steps).find(|&step| free_at(step, 1.0) || free_at(step, -1.0))?;
    let drawn_in = |hand: f32| {
        let (mut taken, mut free) = ((step - 1) as f32 * ANG, step as f32 * ANG);
        while free - taken > HAIR / 8.0 {
            let middle = f32::midpoint(taken, free);
            if is_free(at(hand * middle)) { free = middle } else { taken = middle }
        }
        // A hair clear of the obstacle.
        let clear = (free + HAIR).min(step as f32 * ANG);
        if is_free(at(hand * clear)) { clear } else { step as f32 * ANG }
    };
    let [right, left] =
        [1.0, -1.0].map(|hand| if free_at(step, hand) { drawn_in(hand) } else { f32::INFINITY });
    Some(at(if left < right - 2.0 * HAIR { -left } else { right }))
}

/// The unit vector turned clockwise by this many radians.
pub fn turned(direction: Vec2, radians: f32) -> Vec2 {
    let (sin, cos) = sin_cos(radians);
    Vec2::new(direction.x * cos + direction.y * sin, direction.y * cos - direction.x * sin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{gap, overlap_depth};

    #[test]
    fn room_beside_an_occupied_place_is_found_flush() {
        let body = Body::single(2.0, 2.0);
        let other = Pose::at(0.5, 0.0, 0.0);
        let is_free = |pose: Pose| overlap_depth(body.placed(pose), body.placed(other)) <= 0.0;
        let found = nearest_free_pose(&body, Pose::at(0.0, 0.0, 0.0), 3.0, is_free).expect("there is room");
        assert!(found.at.length() < 1.6, "{found}");
        assert!(gap(body.placed(found), body.placed(other)).distance < 0.01);
        assert!(nearest_free_pose(&body, Pose::at(0.0, 0.0, 0.0), 1.0, is_free).is_none());
    }

    #[test]
    fn heading_turns_the_short_way_until_free() {
        let wanted = Heading::from_degrees(90.0);
        let found =
            nearest_free_heading(Pose::at(0.0, 0.0, 0.0), wanted, |pose| pose.heading.degrees() < 80.2);
        assert!((found.expect("one is free").heading.degrees() - 80.2).abs() < 0.05);
        // The room is 10.2° to one side, 10.3° to the other: the nearer, whichever hand it is.
        for (near, far) in [(10.2_f32, -10.3_f32), (-10.2, 10.3)] {
            let is_free = |pose: Pose| {
                let turn = wanted.turn_to(pose.heading).to_degrees();
                turn * near.signum() > near.abs() || turn * far.signum() > far.abs()
            };
            let found =
                nearest_free_heading(Pose::at(0.0, 0.0, 0.0), wanted, is_free).expect("there is room");
            assert!((wanted.turn_to(found.heading).to_degrees() - near).abs() < 0.05, "{found}");
        }
        assert!(nearest_free_heading(Pose::at(0.0, 0.0, 0.0), wanted, |_| false).is_none());
    }
}
