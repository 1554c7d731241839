//! Texts of the order of battle.

pub const BADGES: &str = "Badges";
pub const EVERY_UNIT: &str = "Every unit";
pub const ACTIVE: &str = "active";
pub const ACTIVE_NOW: &str = "It is active now";
/// The unit of strength, for screen readers.
pub const POINTS: &str = "points";

pub const fn fold(open: bool) -> &'static str {
    if open { "Fold" } else { "Unfold" }
}

pub fn fold_group(open: bool, group: &str) -> String {
    format!("{} {group}", fold(open))
}

/// Where a group's chit is, as part of a list.
pub fn chit(place: &str) -> String {
    format!("chit {place}")
}

pub fn chit_is(place: &str) -> String {
    format!("Its chit is {place}")
}

pub fn chits_there(count: usize) -> String {
    format!("It has {count} chits there")
}

/// What the mark of a chit means.
pub fn mark(active: bool, place: &str) -> String {
    let acts = if active { "Active, chit" } else { "Chit" };
    format!("{acts} {place}")
}

/// A piece in the list, for screen readers: the table has one with the same name.
pub fn in_list(piece: &str) -> String {
    format!("In the list: {piece}")
}
