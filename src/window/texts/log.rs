//! Texts of the log around the words of the orders, which come from the game.

pub const OPEN: &str = "Open the log";
pub const SHUT: &str = "Shut the log";
pub const EMPTY: &str = "The record begins with the first order";
pub const NONE: &str = "No line answers to this";
pub const WORKING: &str = "Working";
pub const NO_WORKING: &str = "Nothing was measured or rolled";
pub const PLAY_ON: &str = "Play on from here";

/// The kind of lines that every game has.
pub const UNDONE: [&str; 2] = ["Undone", "What was taken back, and branches that were left"];

// What is sought, and for whom.
pub const FIND: &str = "Find in the log";
pub const FIND_HINT: &str = "Find in the log: words of orders and of what came of them";
pub const ALL_KINDS: &str = "All kinds";
pub const KINDS_HINT: &str = "Kinds of orders that are listed";
pub const CLEAR: &str = "Clear";
pub const CLEAR_HINT: &str = "List every line";
pub const EVERYBODY: &str = "Everybody";
pub const WHO_HINT: &str = "Whose lines are listed";
pub const BRANCHES_HINT: &str = "Orders that were taken back or left aside, and can be gone back to";

// An earlier table.
pub const LOOKING_BACK: &str = "Looking back";
pub const NOTHING_TO_ORDER: &str = "Nothing can be ordered on an earlier table. Go back to now, or play on from it: what was played since stays in the record as a branch.";

pub fn working_of(order: usize) -> String {
    format!("Working of order {order}")
}

pub fn play_on_from(order: usize) -> String {
    format!("Play on from order {order}")
}

/// A line for screen readers.
pub fn order(number: usize, taken_back: bool, words: &str) -> String {
    let taken_back = if taken_back { ", taken back" } else { "" };
    format!("Order {number}{taken_back}: {words}")
}

pub fn kinds(count: usize) -> String {
    format!("{count} kinds")
}

pub fn only(kind: &str) -> String {
    format!("Only {kind}")
}

pub fn selected(piece: &str) -> String {
    format!("{piece}, selected")
}

pub fn all_of(group: &str) -> String {
    format!("All of {group}")
}

pub fn lines_of(who: &str) -> String {
    format!("Lines of {who}")
}

pub fn branches(count: usize) -> String {
    format!("Branches ({count})")
}

/// An abandoned branch: its last order, the turn of that, its number of orders, the order where it began (0: the start), and
/// its last order in words.
pub fn branch(tip: usize, turn: impl std::fmt::Display, orders: usize, from: usize, words: &str) -> String {
    let orders = if orders == 1 { "1 order".to_owned() } else { format!("{orders} orders") };
    let from = if from == 0 { "the start".to_owned() } else { format!("order {from}") };
    format!("To order {tip}, turn {turn}, {orders} after {from}: {words}")
}

/// A throw of the working: its purpose, whether its dice were typed, its faces if any, and its result.
pub fn throw(why: &str, typed: bool, faces: &str, came_to: &str) -> String {
    let by = if typed { "typed" } else { "rolled" };
    match faces {
        "" => format!("{why}: {by} {came_to}"),
        faces => format!("{why}: {by} {faces}, {came_to}"),
    }
}

/// The table that is shown; `on_line`: it is on the present line of play.
pub fn seen(words: &str, on_line: bool) -> String {
    if on_line { words.to_owned() } else { format!("{words}, on a branch that was left") }
}

/// The heading of a turn.
pub fn turn(number: impl std::fmt::Display, clock: &str) -> String {
    format!("Turn {number}, {clock}")
}
