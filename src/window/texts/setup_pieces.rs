//! Texts of set-up about stands and units: their list, the card of one, armies to add from.

use scenario::army::PieceKind;

pub const IN_LINE: &str = "in line";
pub const IN_LINE_HINT: &str =
    "Draw a line on the table: those of this command that are not on it are put down along it";

// Several that are chosen.
pub const DRAG_GROUP: &str = "Drag one and all go along; Q and E turn them about their middle.";
pub const TURN_GROUP_HINT: &str = "By 15°, about their middle";
pub const TAKE_OFF: &str = "Take off";
pub const TAKE_GROUP_OFF_HINT: &str =
    "Off the table: they take no part, but stay in their armies and in the list (Delete)";
pub const STRIKE: &str = "Strike";
pub const STRIKE_GROUP_HINT: &str = "Out of their armies, and out of the list: Undo brings them back";
pub const LET_GO: &str = "Let go";
pub const LET_GO_HINT: &str = "None is chosen (Escape)";

// One.
pub const MORE: &str = "More of it";
pub const RESET: &str = "reset";
pub const NO_PART: &str = "Takes no part unless it is deployed or arrives";
pub const PLACE: &str = "Place on the table";
pub const TAKE_OFF_HINT: &str =
    "Off the table: it takes no part, but stays in its army and in the list (Delete)";
pub const ARRIVES_LATER: &str = "Arrives later";
pub const NO_ENTRY: &str = "There is no entry: add one under Ground";
pub const STRIKE_HINT: &str = "Out of its army, and out of the list: Undo brings it back";
pub const FORMATION: &str = "Formation";
pub const NO_FORMATION: &str = "none";
pub const IN_BUILDINGS: &str = "In buildings";
pub const ARRIVES_ON: &str = "Arrives on turn";

// Armies to add from.
pub const TO: &str = "To";
pub const FROM: &str = "From";
pub const CHOOSE_ARMY: &str = "Choose an army";

/// The page of them.
pub const fn title(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Stand => "Stands",
        PieceKind::Unit => "Units",
    }
}

pub fn how_to(kind: PieceKind) -> String {
    let kind = kind.word();
    format!(
        "Drag a {kind} on the table; Q and E turn it, Delete takes it off. Click or drag one of this list to place it. Shift and a click choose one more, Shift and a dragged box all within it."
    )
}

pub fn save_army(name: &str) -> String {
    format!("Save {name}…")
}

pub fn deploy_in_line(command: &str) -> String {
    format!("Deploy {command} in line")
}

pub const fn row_hint(deployed: bool) -> &'static str {
    if deployed { "Click shows it" } else { "Click, then click on the table; or drag it there" }
}

pub fn chosen(count: usize, kind: PieceKind) -> String {
    format!("{count} {}s are chosen", kind.word())
}

/// The content of a cell with its default.
pub fn usual(value: &str) -> String {
    format!("As usual: {value}")
}

/// The button that resets a cell, by the title of its column.
pub fn as_usual(column: &str) -> String {
    format!("{column} as usual")
}

pub fn add_from(kind: PieceKind) -> String {
    format!("Add {}s from an army", kind.word())
}

/// An army whose pieces are of another kind.
pub fn army_of(army: &str, kind: PieceKind) -> String {
    format!("{army} ({})", kind.words())
}

/// `wanted`: the kind of pieces in the rules of the battle.
pub fn other_army(army: &str, wanted: PieceKind) -> String {
    format!(
        "{army} is made of {}, and the rules of this battle have {}. Choose another army.",
        wanted.other().words(),
        wanted.words()
    )
}

pub fn add_all(command: &str) -> String {
    format!("Add all of {command}")
}

pub fn add(piece: &str) -> String {
    format!("Add {piece}")
}
