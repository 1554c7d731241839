//! Texts of the questions of set-up: what to set up, saving, leaving.

use crate::setup::form::Alone;

// What is set up.
pub const TITLE: &str = "Set up";
pub const NEW_GAME_NOTE: &str = "Playing it begins a new game; the present one stays in its journal.";
pub const UNFINISHED: &str = "Unfinished";
pub const NO_UNFINISHED: &str = "Nothing was put by";
pub const THROW_AWAY: &str = "Throw away";
pub const THROW_AWAY_HINT: &str = "Takes the unfinished table out of your folder for good";
pub const LIBRARY: &str = "A battle of the library";
pub const EMPTY_TABLE: &str = "An empty table";
pub const FOR_RULES: &str = "For the rules";
pub const INCHES_EAST: &str = "Inches east";
pub const INCHES_NORTH: &str = "Inches north";
pub const LAY_EMPTY: &str = "Lay an empty table";

/// `fresh`: nothing of this game has been played.
pub const fn present(fresh: bool) -> &'static str {
    if fresh { "Deploy this game freely" } else { "This game's battle, as it began" }
}

pub fn go_on_with(name: &str) -> String {
    format!("Go on with {name}")
}

pub fn throw_away(name: &str) -> String {
    format!("{THROW_AWAY} {name}")
}

pub fn set_up(battle: &str) -> String {
    format!("Set up {battle}")
}

// Saving and leaving.
pub const WHY_SAVED: &str = "A game's journal names its scenario, so the table is saved before it is played.";
pub const UNSAVED: &str = "What was changed on this table has not been saved.";

pub const fn save(alone: Option<Alone>) -> &'static str {
    match alone {
        None => super::setup::SAVE_SCENARIO,
        Some(Alone::Army(_)) => "Save as own army",
        Some(Alone::Ground) => "Save as own ground",
    }
}
