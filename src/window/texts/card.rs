//! Texts of the card of an order: who rolls, the throws, and the possible results.

pub const TRIED_BEFORE: &str = "Tried before";
pub const WEIGHING: &str = "Weighing the odds";
pub const LIKELIEST: &str = "Likeliest results";
pub const LOSSES_AND_LIKELIEST: &str = "Losses, likeliest results";
/// A branch to which no throw leads.
pub const DECIDED: &str = "This is decided, not thrown";

// The sides of a combat, where they are said to lose.
pub const ATTACKERS: &str = "Attackers";
pub const DEFENDERS: &str = "Defenders";

pub fn rolled_by(who: &str) -> String {
    format!("Rolled by: {who}")
}

/// `blue rolls 2 d6, hits on 5 or more`
pub fn rolls(name: &str, throw: &str) -> String {
    format!("{name} rolls {throw}")
}

pub fn to_roll(throw: &str) -> String {
    format!("To roll: {throw}")
}

/// A die, and the lowest face that hits; `None` if it cannot hit.
pub fn dice(dice: impl Into<u32>, hits_on: Option<u16>) -> String {
    let dice = match dice.into() {
        1 => "1 die".to_owned(),
        several => format!("{several} dice"),
    };
    match hits_on {
        Some(face) => format!("{dice}, hits on {face} or more"),
        None => format!("{dice}, cannot hit"),
    }
}

/// `under_way`: throws of the order have been made.
pub const fn exact_odds(under_way: bool) -> &'static str {
    if under_way { "Exact odds from here" } else { "Exact odds" }
}

/// The average loss of a piece, and the chance in hundredths that it is destroyed; `in_all`: including earlier losses.
pub fn loses(who: &str, points: f64, in_all: bool, gone: Option<f64>) -> String {
    let in_all = if in_all { " in all" } else { "" };
    let gone = gone.map_or(String::new(), |percent| format!(", gone {percent:.1} %"));
    format!("{who} loses {points:.2}{in_all} on average{gone}")
}

pub fn lose(who: &str) -> String {
    format!("{who} lose")
}

/// The chance of a loss of this size, in hundredths.
pub fn lose_so_many(who: &str, points: usize, percent: f64) -> String {
    format!("{who} lose {points}: {percent:.1} %")
}

/// The chance of losses above those drawn.
pub fn more(percent: f64) -> String {
    format!("more: {percent:.2} %")
}

pub fn less_likely(results: usize, percent: f64) -> String {
    format!("and {results} less likely, {percent:.1} % together")
}

/// The chance of a branch at this point of its tree, and from its root.
pub fn here_and_in_all(here: &str, in_all: &str) -> String {
    format!("{here} here, {in_all} in all")
}

/// Heading for additions to a count: `Morale:`.
pub fn counts_for(what: &str) -> String {
    format!("{what}:")
}
