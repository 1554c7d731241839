//! Texts around the questions of an order being made up.

pub const WAY_IS_SAID: &str = "The way is said";
pub const TICK: &str = "Tick them, or click them on the table";
pub const CLICK_OR_CHOOSE: &str = "Click on the table, or choose here";
pub const ALL_IN_RANGE: &str = "All in range";
/// It is out of range, or of another limit.
pub const OUT: &str = "out";
pub const WHO_FIGHTS_WHOM: &str = "Each attacker on the enemies it fights; leave out what is only touched";
pub const ONLY_TOUCHED: &str = "Only touched";

/// A place or a way is clicked.
pub fn click_it(prompt: &str) -> String {
    format!("{prompt}: click it on the table")
}

pub const fn or_click(turns: bool) -> &'static str {
    if turns { "Or click on the table; Q and E turn it" } else { "Or click on the table" }
}

pub fn out_of_list(entry: &str) -> String {
    format!("Out of the list: {entry}")
}

pub fn take_out(who: &str) -> String {
    format!("Take {who} out")
}

pub fn given(sum: u32, total: u32) -> String {
    format!("{sum} of {total} given")
}

/// There is nothing to choose from.
pub fn none_of(prompt: &str) -> String {
    format!("{prompt}: none now")
}

/// The share that a piece has of a total, and its maximum.
pub fn share(who: &str, has: u32, most: u32) -> String {
    format!("{who}: {has} of {most}")
}

pub fn at_most(most: usize) -> String {
    format!("At most {most} may act")
}

/// The accessible name of the button that ticks a group, or clears it.
pub fn button_of(button: &str, group: &str) -> String {
    format!("{button} of {group}")
}

/// What was measured comes near a limit.
pub fn close(measured: &str) -> String {
    format!("{measured} (close)")
}

pub fn out(measured: &str) -> String {
    if measured.is_empty() { OUT.to_owned() } else { format!("{measured}, {OUT}") }
}

pub fn on(attacker: &str, defender: &str) -> String {
    format!("{attacker} on {defender}")
}

pub fn who_may_not(count: usize) -> String {
    format!("{count} who may not")
}
