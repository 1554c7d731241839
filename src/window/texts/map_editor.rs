//! Texts of the editor of hex maps, and of its form for a counter.

use hexes::Orientation;

// The head.
pub const PLAY_HINT: &str = "Begin a new game on this map; it is saved first";
pub const SAVE: &str = "Save as own map";
pub const SAVE_HINT: &str =
    "The map and the battle on it into your own folder, under an id of your own (Ctrl+S)";
pub const DELETE: &str = "Delete…";
pub const UNDO_HINT: &str = "Take back the last stroke (Ctrl+Z)";
pub const REDO_HINT: &str = "Bring back the stroke that was taken back last (Ctrl+Shift+Z)";
pub const UNSAVED: &str = "changed, not saved";

/// `own`: it is not a map of the program.
pub const fn delete_hint(own: bool) -> &'static str {
    match own {
        true => "Take this own battle with its map out of your folder for good",
        false => "Only an own map can be deleted: this is the program's",
    }
}

pub fn saved_as(id: &str) -> String {
    format!("the map of \"{id}\"")
}

/// The marks on the hexside pointed at, then the contents of the hex.
pub fn side_and_hex(side: &str, hex: &str) -> String {
    format!("{side}.  {hex}")
}

// The card of the tool.
pub const ENTER_ENDS: &str = "Enter ends it; empty: no name.";
pub const ONE_HEX_HINT: &str = "Else this hex alone";

pub fn name_of(hex: impl std::fmt::Display) -> String {
    format!("Name of {hex}")
}

pub fn all_hexes(count: usize) -> String {
    format!("All {count} hexes of this name")
}

/// A place that the rules speak of.
pub fn called_by_rules(name: &str) -> String {
    format!("What the rules call {name}")
}

pub fn in_hand(what: &str) -> String {
    format!("{what} is in hand: click its hex. Escape leaves it where it is.")
}

// Units and places.
pub const TAKE_HINT: &str = "Click, and then click its hex";
pub const PLACES: &str = "Places of the rules";
pub const EDIT_HINT: &str = "What it has, and what that rests on";

pub fn edit(piece: &str) -> String {
    format!("Edit {piece}")
}

// What is amiss.
pub const AMISS: &str = "What is amiss";

pub fn findings(count: usize) -> String {
    match count {
        0 => "Nothing".to_owned(),
        1 => "One thing".to_owned(),
        many => format!("{many} things"),
    }
}

pub fn finding(is_error: bool, said: &str) -> String {
    if is_error { format!("Fault: {said}") } else { format!("Warning: {said}") }
}

// The sheet.
pub const SHEET: &str = "The sheet…";
pub const SHEET_HINT: &str =
    "Its size, which columns are shoved, how hexes stand, where north is; what is drawn stays";
pub const NOTHING: &str = "From nothing…";
pub const NOTHING_HINT: &str = "An empty map in place of this one, for the same battle; Undo brings it back";
pub const SHOW_UNITS: &str = "Show where units are set up";
/// The map is turned: to the left, to the right, and as it is printed.
pub const TURNS: [&str; 3] = ["30° left", "30° right", "North up"];

/// The lines of hexes that are printed half a hex further on: the even ones, or the odd ones.
pub const fn staggers(orientation: Orientation) -> [&'static str; 2] {
    match orientation {
        Orientation::Flat => ["Even columns down", "Odd columns down"],
        Orientation::Pointy => ["Even rows right", "Odd rows right"],
    }
}

/// `lines`: which are further on; `top`: what is at the top.
pub fn sheet(columns: u16, rows: u16, lines: &str, top: &str) -> String {
    format!("{columns} by {rows} hexes, {lines}, {top} at the top").to_lowercase()
}

/// For screen readers.
pub fn map(name: &str) -> String {
    format!("The map: {name}")
}

// The form of the sheet.
pub const AS_PRINTED: &str = "All this is said of the sheet as it is printed, not as it is turned now.";
pub const COLUMNS: &str = "Columns";
pub const ROWS: &str = "Rows";
pub const METRES: &str = "Metres from flat to flat";
pub const HEXES_STAND: &str = "Hexes stand";
pub const FLAT_UP: &str = "With a flat side up";
pub const CORNER_UP: &str = "With a corner up";
pub const FURTHER_ON: &str = "Half a hex further on";
pub const TOP_IS: &str = "The top of the sheet is";
pub const CLEARS: &str = "All that is drawn is cleared. The battle stays, and Undo brings the map back.";
pub const KEEPS_KINDS: &str =
    "Hexes keep their kinds and names; what lies on hexsides stays where they still touch.";
pub const KEEPS_NUMBERS: &str =
    "What is drawn keeps the numbers of its hexes; what is off the sheet is lost.";

/// `keeps`: what is drawn stays.
pub const fn sheet_title(keeps: bool) -> &'static str {
    if keeps { "The sheet" } else { "A map from nothing" }
}

pub const fn lay(keeps: bool) -> &'static str {
    if keeps { "Lay this sheet" } else { "Begin from nothing" }
}

/// The number of units and places that would be off the sheet.
pub fn off_sheet(count: usize) -> String {
    match count {
        0 => "Every unit and place of the battle has its place on it.".to_owned(),
        1 => "One unit or place of the battle has no place there: move it with Units.".to_owned(),
        off => format!("{off} units and places of the battle have no place there: move them with Units."),
    }
}

// Saving, deleting, leaving.
pub const WHY_SAVED: &str = "A game's journal names its battle, so the map is saved before it is played.";
pub const DELETE_TITLE: &str = "Delete this own map?";
pub const UNSAVED_GOES: &str = "What was changed and not saved goes with it.";
pub const GAMES_GO: &str = "Games that were played on it can then not be opened any more.";
pub const DELETE_IT: &str = "Delete it";
pub const LEFT_UNSAVED: &str = "What was changed on this map has not been saved.";

pub fn deletes(id: &str) -> String {
    format!("\"{id}\" goes out of your folder for good, with its map and where its units begin.")
}

// The form of a counter.
pub const COUNTER: &str = "What the counter has";
pub const STRENGTH: &str = "Strength";
/// A leader's value in its place.
pub const BONUS: &str = "Bonus";
pub const MOVEMENT: &str = "Movement";
pub const HEX: &str = "Hex";
pub const RESTS_ON: &str = "It rests on";
pub const NOTE: &str = "Note";
pub const SAVED_WITH_BATTLE: &str = "It is saved with your own battle; the program's stays as it is.";
pub const SET: &str = "Set";
pub const CORPS: &str = "Corps";
pub const BEGINS: &str = "Begins";
pub const SET_UP: &str = "Set up";
pub const COMES_ON: &str = "Comes on in turn";
pub const FACES: &str = "Faces";
pub const FACES_AS_RULED: &str = "as the rules turn it";
pub const FACES_OFF_MAP: &str = "off the map";

pub const fn no_corps(is_leader: bool) -> &'static str {
    if is_leader { "the whole army" } else { "none" }
}
