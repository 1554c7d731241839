//! The nearest room for a stand that must be put somewhere.
//!
//! Clauses: `easy:III.C.2`, `easy:III.D-dir`, `easy:IV.A.2`. Units: inches.

use std::f32::consts::{PI, TAU};

use glam::Vec2;

use super::body::Body;
use super::pose::{Heading, Pose, sin_cos};
use super::tolerance::ANG;

/// How fine the search is, in inches.
const STEP: f32 = 0.1;

/// The pose nearest to the wanted one, heading kept, that is free; `None` within `max_distance` inches.
///
/// Rings 0.1" apart, each from the stand's own front clockwise, so the answer is at most 0.1" from the best; then it is
/// drawn in along its ray as far as it stays free.
pub fn nearest_free_pose(
    body: &Body,
    wanted: Pose,
    max_distance: f32,
    is_free: impl Fn(Pose) -> bool,
) -> Option<Pose> {
    if is_free(wanted) {
        return Some(wanted);
    }
    // A body of under a tenth of an inch needs a finer net.
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

/// The pose turned about its centre to the heading nearest to the wanted one that is free: half degrees, clockwise first.
///
/// Clause: `easy:III.D-dir`.
pub fn nearest_free_heading(pose: Pose, wanted: Heading, is_free: impl Fn(Pose) -> bool) -> Option<Pose> {
    let steps = (PI / ANG).round() as u32;
    std::iter::once(0.0)
        .chain((1..=steps).flat_map(|i| [i as f32 * ANG, i as f32 * -ANG]))
        .map(|turn| Pose::new(pose.at, wanted.turned(turn)))
        .find(|&turned| is_free(turned))
}

/// The unit vector turned clockwise by so many radians.
pub(crate) fn turned(direction: Vec2, radians: f32) -> Vec2 {
    let (sin, cos) = sin_cos(radians);
    Vec2::new(direction.x * cos + direction.y * sin, direction.y * cos - direction.x * sin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::measure::{gap, overlap_depth};

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
        assert!((found.expect("one is free").heading.degrees() - 80.0).abs() < 0.01);
        assert!(nearest_free_heading(Pose::at(0.0, 0.0, 0.0), wanted, |_| false).is_none());
    }
}
