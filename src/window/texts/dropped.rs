//! Messages about files dropped on the window.

use desk::{DataKind, GAME_ENDINGS};

/// The title of the message.
pub const TITLE: &str = "The file that was dropped";
pub const FAILED: &str = "The file cannot be looked at: reading it has failed. The game is as it was.";
pub const ONE_AT_A_TIME: &str = "One file at a time, please";
pub const UNNAMED: &str = "Drop the file to see what it is";

/// What a file of data holds.
pub const fn kind(kind: DataKind) -> &'static str {
    match kind {
        DataKind::Scenario => "a battle",
        DataKind::Army => "an order of battle",
        DataKind::Ground => "the ground of a table",
        DataKind::HexMap => "a map of hexes",
        DataKind::Preset => "a preset of options",
        DataKind::Cases => "cases of the casebook",
    }
}

// While it is held over the window.

pub fn opens(name: &str) -> String {
    format!("Open the game {name}; the present one stays in its journal")
}

pub fn lays_picture(name: &str) -> String {
    format!("Lay the picture {name} under the ground")
}

pub fn imports(name: &str) -> String {
    format!("Import the ground of {name}")
}

pub fn brings_rows(name: &str) -> String {
    format!("Bring the rows of {name} into the roster")
}

pub fn looks_at(name: &str) -> String {
    format!("See what {name} is, and where it belongs")
}

// Once it is dropped.

pub fn mapping(name: &str) -> String {
    format!("{name} waits: a map is edited here. Leave the map first, then drop the file again.")
}

pub fn unread(name: &str, fault: &str) -> String {
    format!("{name} cannot be used. {}", stopped(fault))
}

pub fn several(names: &[String]) -> String {
    format!("{} files were dropped: {}. Drop one at a time.", names.len(), names.join(", "))
}

pub fn picture(name: &str) -> String {
    format!(
        "{name} is a picture. Choose Game, Set up…, and drop it on the table there: it is laid under the ground that you draw."
    )
}

pub fn geojson(name: &str) -> String {
    format!(
        "{name} is ground as map programs write it. Choose Game, Set up…, and drop it on the table there."
    )
}

pub fn table(name: &str) -> String {
    format!(
        "{name} is a table. If it is one of units, choose Game, Set up…, and drop it on the table there: its rows come into the roster. A map of hexes is made of two of them outside the window: drumhead convert HEXES.csv SIDES.csv --id ID --name NAME."
    )
}

pub fn cases(name: &str) -> String {
    format!("{name} holds cases of the casebook. They are run outside the window: drumhead check {name}.")
}

pub fn other(name: &str) -> String {
    let endings = GAME_ENDINGS.map(|ending| format!(".{ending}")).join(" or ");
    format!(
        "{name} is nothing that this program reads. Games end in {endings}; battles, armies and grounds in .ron."
    )
}

pub fn no_folder(name: &str, what: &str, called: &str) -> String {
    format!(
        "{name} is {what}{called}. There is no folder of your own to put it in on this system: set DRUMHEAD_HOME to one."
    )
}

pub fn in_place(name: &str, what: &str, called: &str) -> String {
    format!("{name} is {what}{called}, and lies where it is read: battles that name it use it.")
}

pub fn belongs(name: &str, what: &str, called: &str, place: &str) -> String {
    format!(
        "{name} is {what}{called}. It is read from your own folder: put it there as {place}. Nothing was changed."
    )
}

/// A fault as a sentence.
fn stopped(fault: &str) -> String {
    let fault = fault.trim_end();
    if fault.ends_with('.') { fault.to_owned() } else { format!("{fault}.") }
}
