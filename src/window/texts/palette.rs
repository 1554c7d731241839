//! Texts of the palette, in which anything is found by its name.

pub const LABEL: &str = "Find anything";
pub const HINT: &str = "Find any action, stand, formation, clause or battle";
pub const NONE: &str = "Nothing is called so";

pub fn more(count: usize) -> String {
    format!("and {count} more: more letters find them")
}
