//! The views of the editor of hex maps. They contain no rules.

pub mod counter;
pub mod editor;
