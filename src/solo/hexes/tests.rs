//! Solo players on hexes.
