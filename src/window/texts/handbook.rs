//! Texts around the pages of the handbook.

pub const TITLE: &str = "Handbook";
