//! A body in motion along one leg: when it meets what.
//!
//! Slides are closed form, turns are advanced conservatively to 1e-4". All answers are fractions, 0 to 1, of the leg.
//!
//! Clauses: `easy:0.2`, `easy:0.7`, `easy:II.C`, `easy:II.C.1`, `easy:II.C.3`, `easy:III-contact`. Units: inches.

use glam::Vec2;

use super::body::{Body, Placed};
use super::measure::{Gap, gap};
use super::path::Leg;
use super::pose::Pose;

/// The first fraction at which the two lie deeper than [`super::tolerance::OVERLAP`] in one another, and getting deeper.
///
/// What overlaps no deeper than that at the start is not stuck.
pub fn first_overlap(_body: &Body, _start: Pose, _leg: Leg, _other: Placed<'_>) -> Option<f32> {
    None
}

/// The first fraction at which the gap reaches 0 while the body approaches.
///
/// Bodies already touching that move apart or along one another make no new contact.
pub fn first_contact(_body: &Body, _start: Pose, _leg: Leg, _other: Placed<'_>) -> Option<f32> {
    None
}

/// The first fraction at which the two come within [`super::tolerance::TOUCH`], if they start farther apart.
pub fn brushes(_body: &Body, _start: Pose, _leg: Leg, _other: Placed<'_>) -> Option<f32> {
    None
}

/// The smallest gap on the way, with the first fraction at which it is reached.
pub fn min_gap(body: &Body, start: Pose, _leg: Leg, other: Placed<'_>) -> (f32, Gap) {
    (0.0, gap(body.placed(start), other))
}

/// The first fraction at which a corner lies more than [`super::tolerance::OVERLAP`] off the table, and going farther.
pub fn off_table(_body: &Body, _start: Pose, _leg: Leg, _size: Vec2) -> Option<f32> {
    None
}

/// The intervals of the leg in which the footprint lies deeper than `deeper_than` in the polygon, concave or not.
pub fn spans_in_polygon(
    _body: &Body,
    _start: Pose,
    _leg: Leg,
    _polygon: &[Vec2],
    _deeper_than: f32,
) -> Vec<(f32, f32)> {
    Vec::new()
}

/// The first fraction at which the footprint meets a polyline; 0 if it lies on it at the start.
pub fn crosses_line(_body: &Body, _start: Pose, _leg: Leg, _line: &[Vec2]) -> Option<f32> {
    None
}

/// Does the footprint meet the polyline?
pub fn on_line(_body: Placed<'_>, _line: &[Vec2]) -> bool {
    false
}
