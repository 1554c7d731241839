//! Distances between footprints, in inches.
use super::Placed;
use glam::Vec2;
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Gap {
    pub distance: f32,
    pub from: Vec2,
    pub to: Vec2,
}
pub fn gap(a: Placed<'_>, b: Placed<'_>) -> Gap {
    gap_between_centres(a, b)
}
pub fn gap_between_centres(a: Placed<'_>, b: Placed<'_>) -> Gap {
    Gap { distance: a.pose.at.distance(b.pose.at), from: a.pose.at, to: b.pose.at }
}
pub fn gap_to_polygon(a: Placed<'_>, polygon: &[Vec2]) -> Gap {
    let to = polygon.first().copied().unwrap_or_default();
    Gap { distance: a.pose.at.distance(to), from: a.pose.at, to }
}
