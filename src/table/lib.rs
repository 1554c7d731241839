//! Continuous space: oriented rectangles on a table measured in inches.
//!
//! This crate knows shapes, distances, contact, zones, lanes, ground, sweeps, plans and reach.
//! It knows no rule set: what a zone forbids or what rough ground costs is decided in `rules`.
//!
//! Units: inches, radians in code, degrees clockwise from north in text and data.
//! Origin at the table's south-west corner, x east, y north.

mod bearing;
pub mod body;
pub mod cells;
pub mod clip;
pub mod companion;
pub mod contact;
mod convex;
pub mod cspace;
pub mod field;
pub mod free;
pub mod ground;
pub mod lane;
pub mod layer;
pub mod measure;
pub mod meeting;
pub mod pair;
mod path;
pub mod pieces;
pub mod plan;
pub mod pose;
pub mod reach;
pub mod region;
pub mod retreat;
mod shelf;
pub mod sweep;
pub mod terrain;
pub mod threads;
mod tighten;
pub mod tolerance;
mod zone;

#[cfg(test)]
mod pair_check;
#[cfg(test)]
mod reach_check;

pub use body::{Body, Corner, Edge, Placed, Quad, Rect};
pub use contact::{Contact, Feature};
pub use glam::Vec2;
pub use lane::{Blocker, BlockerShape, Lane, Sight};
pub use measure::{Gap, gap};
pub use path::{Leg, Path};
pub use pieces::Pieces;
pub use pose::{Heading, Pose};
pub use region::Region;
pub use terrain::{CoverFrom, Crossed, How, Slope, Span, Terrain};
pub use zone::{Zone, ZoneShape};
