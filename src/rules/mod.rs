//! rules

pub mod rulebook;
