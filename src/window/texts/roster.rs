//! Words of the roster.

use drawing::ArmyColour;

/// The button that deploys the chosen rows on a table, and its effect.
pub const DEPLOY_IN_LINE: [&str; 2] = [
    "Deploy in line",
    "The chosen rows, or the command of the chosen cell: draw a line on the table. Those that are on it already stay",
];

/// The button that puts the chosen rows on a map of hexes, and its effect.
pub const PUT_ON_MAP: [&str; 2] = [
    "Put on the map",
    "The chosen rows, one after the other: click a hex for each. Those that are on the map already stay",
];

/// Where pieces without a place wait.
pub const NOT_ON_TABLE: &str = "not on the table";
pub const NOT_ON_MAP: &str = "waiting for a hex";

/// No piece is waiting to be put on the map.
pub const NOBODY_WAITS: &str = "All of these begin on the map, or come on later: nobody waits for a hex";

/// In the list beside the map: the pieces that wait for a hex.
pub const WAITING: &str = "Waiting for a hex";

/// The button that opens the roster of a battle on hexes.
pub const OPEN: [&str; 2] = ["Roster", "Both armies as rows: types, corps, strengths, where they begin (F4)"];

/// The name of the colour choice for a side's blocks.
pub fn colour_of(side: &str) -> String {
    format!("Colour of {side}")
}

pub const fn colour(of: ArmyColour) -> &'static str {
    match of {
        ArmyColour::Blue => "Blue",
        ArmyColour::Red => "Red",
        ArmyColour::Grey => "Grey",
        ArmyColour::Green => "Green",
        ArmyColour::White => "White",
        ArmyColour::Yellow => "Yellow",
    }
}
