//! Continuous space: oriented rectangles on a table measured in inches.
//!
//! This room knows shapes, distances, contact, zones, lanes, ground, sweeps, plans and reach.
//! It knows no rule set: what a zone forbids or what rough ground costs is decided in `rules`.
//!
//! Units: inches, radians in code, degrees clockwise from north in text and data.
//! Origin at the table's south-west corner, x east, y north.

pub mod body;
pub mod cspace;
pub mod field;
pub mod ground;
pub mod layer;
pub mod path;
pub mod plan;
pub mod pose;
pub mod reach;
pub mod tolerance;

pub use body::{Body, Corner, Edge, Placed, Rect};
pub use glam::Vec2;
pub use path::{Leg, Path};
pub use pose::{Heading, Pose};
