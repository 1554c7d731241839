//! Texts of the start sheet.

pub const TITLE: &str = "Where to start";

// Each choice with its effect.
pub const GUIDE: [&str; 2] =
    ["A guided turn", "Five minutes: a first turn, step by step, with the thing to click lit"];
pub const BATTLE: [&str; 2] =
    ["A battle to play", "Choose one of the battles, its side and its options, and referee it"];
pub const OWN_TABLE: [&str; 2] = ["My own table", "Place your stands, draw your ground, and play on it"];
pub const FIGHT_OUT: [&str; 2] = [
    "Fight it out for me",
    "Choose a battle: two players who are not there fight it before you, and pause when you say so",
];
