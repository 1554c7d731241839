//! The one painter of the table: it turns the marks of [`drawing`] into egui's shapes.
//!
//! [`Canvas`] draws marks as they come, a [`Layer`] keeps those that stay the same; [`furniture`] is what lies on the screen
//! without belonging to the table. Units: points on the screen, inches of the table.

pub mod furniture;
pub mod layer;
pub mod screen;

pub use layer::{Layer, Type};
pub use screen::{Canvas, View};
