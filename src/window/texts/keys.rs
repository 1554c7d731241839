//! Texts of the pages of keys: titles, and rows of keys with their effects. Those of commands are with the commands.

pub const TITLE: &str = "Keys of a turn";
pub const EDITOR_TITLE: &str = "Keys of the map editor";
pub const EDITOR_TOOLS: &str = "Tools of the map editor";
pub const EDITOR: &str = "Map editor";
pub const EDITOR_POINTER: &str = "Pointer in the map editor";
pub const DICE: &str = "Dice that are asked for";
pub const WINDOW: &str = "Window";
pub const POINTER: &str = "Pointer";

/// The effect of this command's key, if there is room for it.
pub const LOOK_ON: &str = "One order on, only while an earlier table is seen";

/// The keys with which a line begins.
pub const LETTERS: &str = "A to Z, 0 to 9";

/// `begins`: what an order begins with.
pub fn begin_with(begins: &str) -> String {
    format!("Begin a line with {begins}")
}

pub const LINE_KEYS: &[(&str, &str)] = &[
    ("#", "Begin a line with a number of what is due"),
    (".", "Begin a line that ends the step; Enter gives it"),
    ("/ or Enter", "Begin an empty line; Enter, where nothing waits to be given"),
    ("Enter", "Give the line; an empty one gives what is in hand"),
    ("Tab", "Complete; again for the next"),
    ("Up, Down", "Lines given before"),
    ("Escape", "Leave the line"),
    ("Alt+0 to Alt+9", "Choose what is due by its number"),
    ("Space", "Go on, where only one thing is due"),
];

pub const DICE_KEYS: &[(&str, &str)] = &[
    ("0 to 9", "A die as it fell"),
    ("Enter", "These dice"),
    ("Backspace", "The last die, or the last throw, anew; else back to where you looked"),
];

pub const ON_TABLE: &[(&str, &str)] = &[
    ("Drag", "Move the table, or lift a stand that may act"),
    ("Wheel", "Zoom to the pointer"),
    ("Ctrl+Wheel", "Turn the stand in hand"),
    ("Shift+Click", "Set a way-point for the stand in hand"),
    ("Tab", "Next stand or button, outside the order line"),
];

pub const ON_MAP: &[(&str, &str)] = &[
    ("Click", "Take a counter in hand and put it down; in combat, in or out of the combat"),
    ("Drag", "Move the map, or a counter"),
    ("Wheel", "Zoom to the pointer"),
    ("Right button", "On a counter: what the referee may override"),
    ("Small map", "Click or drag on it: move the map, while not all of it is seen"),
    ("Tab", "Next counter, hex or button, outside the order line"),
];

pub const IN_EDITOR: [(&str, &str); 17] = [
    ("Arrows", "To the next hex, as it lies on the screen"),
    ("Shift+Arrows", "The same, and the tool with it: hexes painted, a road or trail drawn"),
    ("Q, E", "Point at the next hexside of the hex, counter-clockwise or clockwise"),
    ("Space or Enter", "Use the tool on the hex, or on the hexside that is pointed at"),
    ("Escape", "One step back: the question, the name, what is in hand, the tool"),
    ("Ctrl+Z", "Take back the last stroke"),
    ("Ctrl+Shift+Z", "Bring it back"),
    ("Ctrl+S", "Save as own map"),
    ("F", "Show the whole map"),
    ("G", "Zoom to the hex"),
    ("Plus, Minus", "Nearer, farther"),
    ("[, ]", "Turn the map by 30 degrees, counter-clockwise or clockwise; counters and words stay upright"),
    ("Alt+Shift+N", "Turn the map so that north is up"),
    ("Alt+N, Alt+L", "Place names; light or dark"),
    ("Delete", "Take the counter in hand off the map: it waits for a hex"),
    ("F4", "Open the roster, or close it"),
    ("F1", "These keys"),
];

pub const ON_EDITED_MAP: [(&str, &str); 5] = [
    ("Click", "Use the tool on the hex or hexside; on what is there already it takes it off"),
    ("Drag", "Draw with the tool; with Look, move the map"),
    ("Shift+Drag", "Take waters, slopes, roads and trails up"),
    ("Right or middle button", "Drag the map, whatever the tool"),
    ("Wheel", "Zoom to the pointer"),
];
