//! The only painter of the table: it converts the marks of [`drawing`] into egui's shapes.
//!
//! [`Canvas`] draws marks directly, a [`Layer`] caches those that stay the same; [`furniture`] is drawn on the screen, apart
//! from the table. Units: points on the screen, inches of the table.

pub mod furniture;
pub mod layer;
pub mod screen;

pub use layer::{Layer, Type};
pub use screen::{Canvas, View};
