//! What is only of maps of hexes: their editor.

pub mod editor;
