//! What a long list that drops down says.

pub const SEARCH: &str = "Search";
pub const NONE: &str = "Nothing has these words";
