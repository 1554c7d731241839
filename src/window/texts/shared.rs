//! What several rooms say: the same word is the same everywhere.

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

/// Before all that is refused: it is told without colour. The program's own fonts have it.
const REFUSED: &str = "⊘";

/// What the rules say against an order.
pub fn not_allowed(fact: &str) -> String {
    refused(&format!("Not allowed: {fact}"))
}

/// Words that are refused, or tell of it.
pub fn refused(words: &str) -> String {
    format!("{REFUSED} {words}")
}

/// How much there is of how much.
pub fn of_whole(now: impl std::fmt::Display, whole: impl std::fmt::Display, counted_in: &str) -> String {
    format!("{now} of {whole} {counted_in}")
}

/// A clause that opens the rulebook, for those who hear it.
pub fn clause(id: &str) -> String {
    format!("Clause {id}")
}

/// How the button with this number is pressed from the keyboard; `key`: what is typed for it; `ends`: it ends the step.
pub fn by_number(number: usize, key: &str, ends: bool) -> String {
    let stop = if ends { " or ." } else { "" };
    format!("Alt+{number}, or {key}{stop} in the order line")
}
