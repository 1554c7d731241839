//! Texts of the form for an act of the referee.

pub const WHY: &str = "Why";
pub const WHY_HINT: &str = "The record keeps it with the fiat";
pub const TURNS_HINT: &str = "Q and E turn it; any other letter begins the reason";
pub const OTHER_KINDS: &str = "Another kind…";
pub const CLAUSE: &str = "Clause";
pub const NO_CLAUSE: &str = "none";
pub const DECIDE: &str = "Decide so (Ctrl+Enter)";
pub const LET_STAND: &str = "Let it stand (Ctrl+Enter)";
pub const OTHERWISE: &str = "Decide otherwise…";
pub const OTHERWISE_ABOUT: &str = "Put it elsewhere, set a strength, or whatever else the referee may do";
pub const SAME_REASON: &str = "Give the same reason";

/// The heading over earlier acts: this many of all.
pub fn earlier(shown: usize, all: usize) -> String {
    match shown < all {
        true => format!("So far in this game, the last {shown} of {all}"),
        false => "So far in this game".to_owned(),
    }
}

/// Why an order can never stand, over the acts that are left.
pub fn cannot_stand(why: &str) -> String {
    let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
    format!("This order cannot stand{why}: only an act of the referee changes the table")
}
