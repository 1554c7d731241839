//! Messages of set-up and the map editor about results and failures.

use data::{Fault, NoText};
use table::ground::Ground;

// Saving and playing.
pub const FORM_FIRST: &str = "The form that is open comes first: save, or close it";
pub const CHECKED_FIRST: &str = "It is checked first…";
pub const UNCHECKED: &str = "It could not be checked: change something, and it is tried again";
pub const NO_NAME: &str = "It has no name: give it one";
pub const NO_BATTLE_NAME: &str = "The battle has no name: give it one";
pub const MEND_FIRST: &str = "It cannot be saved before this is mended.";
pub const ONLY_UNFINISHED: &str = "It cannot be played yet, but it can be kept as unfinished.";
pub const NO_TROOPS: &str = "It cannot be played: both sides need troops";

pub fn goes_into(folder: &str) -> String {
    format!("Into {folder}")
}

pub fn saved_as(id: &str) -> String {
    format!("Saved as \"{id}\"")
}

pub fn saved_as_in(id: &str, folder: &str) -> String {
    format!("{} in {folder}", saved_as(id))
}

pub fn saved_in(name: &str, path: &str) -> String {
    format!("{name} is saved in {path}")
}

pub fn kept_unfinished(name: &str) -> String {
    format!("Kept unfinished as \"{name}\": Set up opens it again")
}

pub fn deleted(id: &str) -> String {
    format!("\"{id}\" is deleted")
}

pub fn not_played_yet(fault: &str) -> String {
    format!("It cannot be played yet. {fault}")
}

pub fn map_not_played(what: &str, help: &str) -> String {
    format!("It cannot be played: {what}. {help}")
}

pub fn no_rules(rules: &str) -> String {
    format!("There are no rules {rules} in the program.")
}

pub fn no_map_rules(rules: &str) -> String {
    format!("There are no rules {rules} for a map of hexes.")
}

pub fn not_on_table(rules: &str) -> String {
    format!("The rules {rules} do not play on a table.")
}

// What is set up.
pub const NO_TABLE: &str = "A battle on hexes has no table to set up.";
/// The name of a table that begins empty.
pub const OWN_TABLE: &str = "A table of our own";
pub const ARMIES_FAILED: &str = "The armies of the library cannot be read: reading them has failed";
pub const NOT_DEPLOYED: &str = "not deployed";

pub fn no_battle(id: &str) -> String {
    format!("There is no battle \"{id}\".")
}

pub fn arrives(turn: u8) -> String {
    format!("turn {turn}")
}

// A command along a line.
pub const DRAW_LINE: &str = "Draw the line on the table: press, drag along it, and let go";

pub const NOBODY_TO_DEPLOY: &str = "All that are chosen are on the table, or come on later: tick \"Also those on the table\" to put those down anew";

pub fn cannot_stand(fault: &str) -> String {
    format!("They cannot stand so. {fault}")
}

pub fn in_line(count: usize) -> String {
    match count {
        1 => "It stands in line: Undo takes it off".to_owned(),
        count => format!("{count} stand in line: Undo takes them off"),
    }
}

/// The number of one side's pieces deployed in line; `next`: the other side among the chosen.
pub fn in_line_and_next(count: usize, next: &str) -> String {
    let stand = if count == 1 { "1 stands" } else { &format!("{count} stand") };
    format!("{stand} in line. Now draw the line of {next}; Escape leaves them where they are")
}

/// The pieces that a line is too short for: the first, and the number of others; by how many inches.
pub fn no_room(first: &str, more: usize, inches: f32) -> String {
    let who = match more {
        0 => first.to_owned(),
        more => format!("{first} and {more} more"),
    };
    // Rounded up, so that a line as much longer does.
    let longer = (inches * 10.0).ceil() / 10.0;
    format!("No room for {who}: draw the line {longer:.1}\" longer, or put them in two rows (2)")
}

// Files of ground.
/// What a file should be, where it is refused.
pub const A_GROUND: &str = "a file of ground";
pub const FILE_FAILED: &str = "The file cannot be read: reading it has failed";

pub fn ground_added(ground: &Ground) -> String {
    let many = |count: usize, one: &str, several: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {several}")),
    };
    let all = [
        many(ground.areas.len(), "area", "areas"),
        many(ground.lines.len(), "line", "lines"),
        many(ground.crossings.len(), "crossing", "crossings"),
        many(ground.labels.len(), "name", "names"),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    format!("Come in: {}. Undo takes them back", all.join(", "))
}

pub fn no_text(path: &str, fault: &NoText) -> String {
    format!("{path}: {fault}")
}

/// A fault with what was done about it, or its remedy.
pub fn told(fault: &Fault) -> String {
    game::sentence(&format!("{} ({})", fault.said(), fault.remedy()))
}

/// What was imported, and how it was changed.
pub fn imported(said: &str, told: &[String]) -> String {
    format!("{said}.\n\nNot everything is as it was written:\n\n{}", told.join("\n"))
}

// The roster.
pub const BEGINS_NOT_TYPED: &str =
    "Where it begins is not typed: deploy it in line, or place it on the table";
pub const NOTHING_ABOVE: &str = "There is no row above to copy from";
pub const NOTHING_TO_PASTE: &str = "There is nothing to paste: copy rows of a spreadsheet first";
pub const NO_COMMAND: &str = "No command is chosen: choose a row of the one that is to have another name";
pub const NO_ROW_READ: &str = "No row could be read";

pub fn means_nothing(column: &str) -> String {
    format!("{column} means nothing in this row")
}

pub fn cell_refused(column: &str, row: &str, fault: &str) -> String {
    format!("{column} of {row}: {fault}. Nothing was changed")
}

/// The pasted values that were not written: the first by column, row and value; the number of cells that take none; and the
/// number beyond the last column. `None` if all were written.
pub fn left_out(first: Option<(&str, &str, &str)>, cells: usize, beyond: usize) -> Option<String> {
    let mut said = Vec::new();
    if let Some((column, row, value)) = first {
        let others = if cells > 1 { format!(" and {} more", cells - 1) } else { String::new() };
        said.push(format!("\"{value}\"{others}: {column} takes nothing for {row}"));
    }
    match beyond {
        0 => {}
        1 => said.push("1 value beyond the last column".to_owned()),
        more => said.push(format!("{more} values beyond the last column")),
    }
    (!said.is_empty()).then(|| format!("Left out: {}", said.join("; ")))
}

pub fn rows_added(count: usize) -> String {
    match count {
        1 => "1 row has come in: Undo takes it back".to_owned(),
        count => format!("{count} rows have come in: Undo takes them back"),
    }
}

// The map.

pub fn nobody_begins(hex: impl std::fmt::Display) -> String {
    format!("Nobody begins in {hex}: click a counter, or a line of the list")
}

pub fn no_hex(typed: &str) -> String {
    format!("\"{typed}\" is no hex: write column and row, as 1412")
}

pub fn no_hex_that_way(hex: impl std::fmt::Display) -> String {
    format!("From {hex} there is no hex that way: let it face another")
}
