//! Texts of a long drop-down list.

pub const SEARCH: &str = "Search";
pub const NONE: &str = "Nothing has these words";
