//! The one painter of the table: plain data in, marks out; screens turn marks into shapes, paper into its own.
//!
//! [`ground_marks`] and [`stand_marks`] know nothing of egui. [`screen`] is the only file here that does.
//! Units: table inches; see [`mark`] for lengths held between limits in points.

mod ground;
pub mod mark;
pub mod screen;
mod shape;
mod stands;

pub use ground::{furniture_marks, ground_marks, marker_marks, objective_marks};
pub use mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
pub use screen::{Canvas, View};
pub use stands::{Block, Emblem, footprint, measured_marks, stand_marks, way_marks};
