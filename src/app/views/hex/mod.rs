//! What is seen of games on hexes.

pub mod editor;
