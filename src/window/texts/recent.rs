//! Texts about the games in the journal folder: when they were played, and how far.

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Minute,
    Hour,
    Day,
}

pub const NOW: &str = "just now";
pub const UNREADABLE: &str = "cannot be opened as it is";

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub fn ago(number: u64, unit: Unit) -> String {
    let unit = match unit {
        Unit::Minute => "minute",
        Unit::Hour => "hour",
        Unit::Day => "day",
    };
    match number {
        1 => format!("1 {unit} ago"),
        number => format!("{number} {unit}s ago"),
    }
}

/// `18 June 1815`; `month`: 0 is January.
pub fn date(day: u64, month: usize, year: u64) -> String {
    format!("{day} {} {year}", MONTHS.get(month).copied().unwrap_or_default())
}

/// The progress of a game: `turn 4 of 19, order 213, so far marginal French 9-5`.
pub fn gone_so_far(
    turn: impl std::fmt::Display,
    turns: impl std::fmt::Display,
    order: usize,
    result: &str,
    over: bool,
) -> String {
    let so_far = if over { "ended" } else { "so far" };
    format!("turn {turn} of {turns}, order {order}, {so_far} {result}")
}
