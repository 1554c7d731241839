//! Texts about the cup and its chits.

pub const CLICK_DRAWN: &str = "Click the chit that the players drew";
/// The short form of it.
pub const CLICK_DRAWN_SHORT: &str = "Click the chit drawn";
pub const CLICK_IF_DRAWN: &str = "Click it where the players drew it";

pub fn drawn(name: &str) -> String {
    format!("{name}, drawn")
}

/// How many chits are in the cup and out of it.
pub fn cup(inside: usize, out: usize) -> String {
    format!("Cup: {inside} in, {out} out")
}

/// A chit for screen readers; `place`: where it is, `twice`: there are several, `acts`: its command is active.
pub fn chit(of: &str, place: &str, twice: bool, acts: bool) -> String {
    let twice = if twice { ", twice" } else { "" };
    let acts = if acts { ", its command is active" } else { "" };
    format!("Chit of {of}, {place}{twice}{acts}")
}

pub fn chit_in_cup(of: &str) -> String {
    format!("Chit of {of}, in the cup")
}

/// The accessible name of clicking this chit.
pub fn players_drew(chit: &str) -> String {
    format!("{chit}: the players drew it")
}
