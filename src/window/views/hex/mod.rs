//! What is seen of a map of hexes while it is edited. No rule is in here.

pub mod counter;
pub mod editor;
