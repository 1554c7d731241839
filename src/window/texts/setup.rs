//! Texts of the tools of set-up: ground, the battle, a picture of the table, faults.

use table::ground::When;

pub const NOTHING_SET_UP: &str = "Place stands, draw ground, and play it or save it as an own scenario.";
pub const PLAY_HINT: &str = "Begin a new game on this table; it is saved first";
pub const SAVE_SCENARIO: &str = "Save as own scenario";
pub const SAVE_SCENARIO_HINT: &str =
    "Scenario, ground and armies into your own folder, under an id of your own";
pub const ROSTER: &str = "Roster";
pub const ROSTER_HINT: &str = "All rows of both armies as a table, below (F4)";

// The pages.
pub const GROUND: &str = "Ground";
pub const BATTLE: &str = "Battle";
pub const PICTURE: &str = "Picture";

// What was done, and what is wrong.
pub const UNSAVED: &str = "Changed, not saved";
pub const UNCHANGED: &str = "Not changed yet";
pub const NO_FAULTS: &str = "No faults";

pub fn saved_as(id: &str) -> String {
    format!("In the library as \"{id}\"")
}

pub fn fault_count(count: usize) -> String {
    if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") }
}

/// The findings; if there are errors, they alone are counted. `checking`: there may be more.
pub fn found(errors: usize, warnings: usize, checking: bool) -> String {
    let found = match (errors, warnings) {
        (0, 1) => "1 warning".to_owned(),
        (0, warnings) => format!("{warnings} warnings"),
        (errors, _) => fault_count(errors),
    };
    if checking { format!("{found}, checking…") } else { found }
}

// What the tool in hand waits for.
pub const WAITS_FOR_LABEL: &str = "Click where the name is to be written.";
pub const WAITS_FOR_OBJECTIVE: &str = "Click on a place that is worth points.";

pub fn waits_for_place(piece: &str) -> String {
    format!("Click where {piece} is to stand. Q and E turn, Escape puts it back.")
}

pub fn waits_for_area(kind: &str, corners: usize) -> String {
    format!(
        "{kind}: draw its edge, or click the corners, {corners} so far. Enter or a double click closes, Backspace takes one back."
    )
}

pub fn waits_for_line(kind: &str, points: usize) -> String {
    format!(
        "{kind}: draw it, or click the points, {points} so far. Enter or a double click ends, Backspace takes one back."
    )
}

pub fn waits_for_crossing(kind: &str) -> String {
    format!("{kind}: click on a stream, a river or an obstacle.")
}

/// `piece`: the word for an arriving piece: `stand`.
pub fn waits_for_entry(piece: &str) -> String {
    format!("Click near the edge where {piece}s come on.")
}

pub fn waits_for_point(number: usize) -> String {
    format!("Click point {number} on the picture.")
}

// The palette.
pub const ROUNDED: &str = "Rounded";
pub const ROUNDED_HINT: &str =
    "Corners of what is drawn are cut. What is drawn already: Round it, on its card";
// Its tools that draw no ground, and what each does.
pub const MAP_NAME: &str = "Map name";
pub const OBJECTIVE: &str = "Objective";
pub const ENTRY: &str = "Entry";
pub const AREA_HINT: &str = "Draw its edge without lifting, or click its corners and press Enter";
pub const LINE_HINT: &str = "Draw it, or click its points and press Enter";
pub const CROSSING_HINT: &str = "Click on a stream, a river or an obstacle";
pub const MAP_NAME_HINT: &str = "Click where a name is to be written";
pub const OBJECTIVE_HINT: &str = "Click on a place that is worth points";
pub const ENTRY_HINT: &str = "Click near the edge where troops come on";

/// A key that is pressed with another.
pub fn shifted(key: &str) -> String {
    format!("Shift+{key}")
}

// Ground and its features.
pub const IMPORT_GROUND: &str = "Import ground…";
pub const IMPORT_GROUND_HINT: &str =
    "A terrain file (RON), or GeoJSON as map programs write it, from OpenStreetMap too";
pub const SAVE_GROUND: &str = "Save ground…";
/// An army or a ground is saved by itself.
pub const SAVE_ALONE_HINT: &str =
    "Into your own folder, under a name and an id of its own, for other battles";
pub const ALL_FEATURES: &str = "All features";
pub const DRAG_POINTS: &str = "Drag its points; a click between two makes one; a drag of it moves the whole.";
pub const ROUND: &str = "Round it";
pub const ROUND_HINT: &str = "Its corners are cut";
pub const COPY: &str = "Copy it";
pub const COPY_HINT: &str = "Once more, beside it (Ctrl+D)";
pub const REMOVE_FEATURE: &str = "Remove it";
/// The key.
pub const DELETE: &str = "Delete";
pub const KIND: &str = "Kind";
pub const TEXT: &str = "Text";
pub const SPREAD: &str = "Spread";
pub const ROUGH: &str = "Rough";
pub const IMPASSABLE: &str = "Impassable";
pub const BLOCKS_SIGHT: &str = "Blocks sight";
pub const HARD_COVER: &str = "Hard cover";
pub const BUILDINGS: &str = "Buildings";
pub const GARRISON: &str = "Held by a garrison";
pub const GARRISON_HINT: &str = "Smaller than a stand: held by one that covers half of it";
pub const UPHILL: &str = "Uphill toward";
pub const LEVEL: &str = "Level";
pub const SLOPE: &str = "Slope";
pub const WIDTH: &str = "Width";
pub const OBSTACLE_TO: &str = "Obstacle to";
pub const BARRED_TO: &str = "Barred to";
pub const POINTS: &str = "Points";
pub const HELD_BY: &str = "Held by";
pub const NOBODY: &str = "nobody";

/// The condition under which ground is rough.
pub fn when(when: When) -> String {
    match when {
        When::Never => "never".to_owned(),
        When::Always => "always".to_owned(),
        When::WhileMuddy => "while muddy".to_owned(),
    }
}

pub fn remove_point(number: usize) -> String {
    format!("Remove point {number}")
}

// The battle.
pub const BATTLE_NAME: &str = "Name of the battle";
pub const DESCRIPTION: &str = "Description";
pub const TURNS: &str = "Turns";
pub const BEGINS_AT: &str = "Begins at";
/// Behind the hours and the minutes of a time of day.
pub const HOURS: &str = " h";
pub const MINUTES: &str = " min";
pub const MINUTES_A_TURN: &str = "Minutes a turn";
pub const INCHES_EAST: &str = "Table, inches east";
pub const INCHES_NORTH: &str = "Table, inches north";
pub const SIDES: &str = "Sides";

pub fn side(number: u8) -> String {
    format!("Side {number}")
}

pub fn home_edge(side: &str) -> String {
    format!("Home edge of {side}")
}

// Its weather.
pub const COLD: &str = "Winter or spring";
pub const AGREE: &str = "Agree on it instead";
pub const REMOVE_CHANGE: &str = "Remove";
pub const ANOTHER_CHANGE: &str = "Another change";
pub const ROLL: &str = "Roll for it instead";

pub fn from_turn(turn: u8) -> String {
    format!("from turn {turn}")
}

// The picture.
pub const PICTURE_NOTE: &str =
    "A photograph of your table to draw on. It is shown here only; no scenario holds it.";
pub const CHOOSE_PICTURE: &str = "Choose a picture…";
pub const CHOOSE_PICTURE_HINT: &str = "PNG or JPEG";
pub const NO_PICTURE: &str = "No picture";
pub const READING_PICTURE: &str = "The picture is being read";
pub const OPACITY: &str = "Opacity";
pub const STRETCH: &str = "Stretch to the table";
pub const BY_POINTS: &str = "Fit by two points";
pub const BY_POINTS_NOTE: &str = "Click each point on the picture, then say where on the table it is.";

/// A point of the picture; `clicked`: it is known where that is.
pub fn point(number: usize, clicked: bool) -> String {
    if clicked { format!("Point {number}") } else { format!("Point {number} …") }
}

pub fn point_east(number: usize) -> String {
    format!("Point {number} east")
}

pub fn point_north(number: usize) -> String {
    format!("Point {number} north")
}

// The table, for screen readers.

pub fn table(name: &str) -> String {
    format!("The table: {name}")
}

pub fn vertex(number: usize, feature: &str) -> String {
    format!("Point {number} of {feature}")
}

pub fn new_vertex(after: usize, feature: &str) -> String {
    format!("New point after point {after} of {feature}")
}

pub fn stand(number: usize, unit: &str) -> String {
    format!("Stand {number} of {unit}")
}

/// How many of the battle are not on its table, nor come later.
pub fn stay_away(count: usize) -> String {
    match count {
        1 => "One is not deployed: it stays away if this is played".to_owned(),
        count => format!("{count} are not deployed: they stay away if this is played"),
    }
}
