//! Names and purposes of the panels.

pub const TABLE: [&str; 2] = ["Table", "Ground and stands"];
pub const ORDER_OF_BATTLE: [&str; 2] = ["Order of battle", "Commands with chits, stands with strengths"];
pub const ORDERS: [&str; 2] = ["Orders", "What is due, the order in hand, and its dice"];
pub const RULEBOOK: [&str; 2] = ["Rulebook", "Every clause with its rulings, options and cases"];
pub const SET_UP: [&str; 2] = ["Set-up", "Tools for placing stands and drawing ground"];

/// Once while the table alone is seen.
pub const ALONE: &str = "The table alone is seen: F11 brings the panels back";
