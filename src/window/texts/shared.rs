//! Texts used in several rooms: the same word everywhere.

pub const NAME: &str = "Name";
pub const WEATHER: &str = "Weather";
pub const READING_BATTLES: &str = "Reading the battles…";
// A place on the table.
pub const EAST: &str = "East";
pub const NORTH: &str = "North";
pub const FACING: &str = "Facing";
// Answers and buttons.
pub const CHOOSE: &str = "Choose";
pub const NONE: &str = "None";
pub const ALL: &str = "All";
pub const OPTIONS: &str = "Options";
pub const CANCEL: &str = "Cancel";
pub const CLOSE: &str = "Close";
/// The key.
pub const ESCAPE: &str = "Escape";
/// Nothing else is begun or opened.
pub const GAME_STAYS: &str = "The present game stays (Escape)";

/// The sign before all refusals, for readers without colour. The program's own fonts have it.
const REFUSED: &str = "⊘";

/// The rules' reason against an order.
pub fn not_allowed(fact: &str) -> String {
    refused(&format!("Not allowed: {fact}"))
}

/// Words of or about a refusal.
pub fn refused(words: &str) -> String {
    format!("{REFUSED} {words}")
}

/// An amount out of a total.
pub fn of_whole(now: impl std::fmt::Display, whole: impl std::fmt::Display, counted_in: &str) -> String {
    format!("{now} of {whole} {counted_in}")
}

/// A clause that opens the rulebook, for screen readers.
pub fn clause(id: &str) -> String {
    format!("Clause {id}")
}

/// How to press the button with this number from the keyboard; `key`: what is typed for it; `ends`: it ends the step.
pub fn by_number(number: usize, key: &str, ends: bool) -> String {
    let stop = if ends { " or ." } else { "" };
    format!("Alt+{number}, or {key}{stop} in the order line")
}
