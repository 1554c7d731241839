//! Games on hexes in the window.

pub mod editor;
