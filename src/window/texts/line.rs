//! Texts of the order line and the sheet above it.

pub const LABEL: &str = "Order line";
pub const LOOKING: &str = "An earlier table is seen; Esc goes back to now";
pub const DICE_FIRST: &str = "The dice first: type them in the card of their order";
pub const NUMBERS_ALONE: &str = "The number of what is due, or its words";
pub const END_AT_FAULT: &str = "The end of the line is at fault";
pub const ENTER_GIVES: &str = "Enter gives it";

/// What may be typed other than due orders; `begins`: how an order begins.
pub fn begins(begins: &str) -> String {
    format!("any letter or {begins} begins an order, ? shows all keys")
}

/// What the carets point at.
pub fn at_fault(words: impl std::fmt::Display) -> String {
    format!("At fault: {words}")
}

pub fn more(count: usize) -> String {
    format!("and {count} more: Tab goes through them")
}
