//! Texts of the sheet for a new game.

/// `fights`: solo players will fight it out.
pub const fn title(fights: bool) -> &'static str {
    if fights { "Choose a battle to be fought out" } else { "Choose a battle" }
}

// Weather, dice, journal.
pub const VARIANT: &str = "Variant";
pub const AS_IT_WAS: &str = "As it was";
pub const SEED: &str = "Seed";
pub const NO_SEED: &str = "one nobody knows";
pub const SEED_HINT: &str = "The same seed and orders give the same dice on every machine";
pub const JOURNAL: &str = "Journal";
pub const JOURNAL_HINT: &str = "The file in which the game is written down";

// Options.
pub const FIND_OPTION: &str = "Find an option";
pub const MODULES: &str = "Modules";
pub const MODULE: &str = "module";
/// It differs from what the battle has.
pub const CHANGED: &str = "changed";
/// The value that the battle has.
pub const DEFAULT: &str = "default";

// Presets.
pub const AS_BATTLE: &str = "As the battle has it";
pub const AS_BATTLE_HINT: &str = "Every option as the scenario says, or the book";
pub const AS_LAST: &str = "As last time";
pub const AS_LAST_HINT: &str = "The options with which a game was begun last";
pub const OWN_PRESETS: &str = "Your presets";
pub const OWN_PRESETS_HINT: &str = "Take one that you have kept, or keep these options";
pub const NO_PRESETS: &str = "None is kept yet";
pub const PRESET_NAME: &str = "Name of the preset";

/// `fights`: solo players will fight it out.
pub fn begin(battle: &str, fights: bool) -> String {
    if fights { format!("Fight out {battle}") } else { format!("Begin {battle}") }
}

/// A battle and its rules, for screen readers.
pub fn battle(name: &str, rules: &str) -> String {
    format!("{name}, {rules}")
}

/// The number of options that differ from the battle's.
pub fn changed(count: usize) -> String {
    match count {
        0 => "all as the battle has them".to_owned(),
        count => format!("{count} changed"),
    }
}

/// What a preset of the program switches on.
pub fn preset_hint(on: usize, modules: usize) -> String {
    format!("{on} of {modules} modules on, the rest as in the book")
}

pub fn delete_preset(name: &str) -> String {
    format!("Delete the preset {name}")
}

/// An option that is a number.
pub fn range(option: &str, least: impl std::fmt::Display, most: impl std::fmt::Display) -> String {
    format!("{option}, from {least} to {most}")
}

pub fn unless_changed(value: &str) -> String {
    format!("{value} unless changed")
}

// What is wrong with it.
pub const PLAIN_NAME: &str = "The journal's name is a plain name: the file lies in the folder of journals. Save it elsewhere afterwards.";

pub fn needs(option: &str, value: &str, needs: &str) -> String {
    format!("Option {option} cannot be {value} while {needs} is off.")
}

pub fn long_name(most: usize) -> String {
    format!("The journal's name is too long for a file: {most} letters are enough.")
}

pub fn bad_seed(seed: &str) -> String {
    format!("The seed {seed} is no whole number from 0 on. Leave it empty for one that nobody knows.")
}

pub fn unknown_rules(rules: &str) -> String {
    format!("Its rules ({rules}) are not in the program yet")
}

pub const DRUMHEAD: &str = "Drumhead";
pub const PLAYS_HINT: &str =
    "The program decides for this side; that can be changed at any moment under Game";

pub fn plays(side: &str) -> String {
    format!("plays {side}")
}
