//! Words for an edited map: hexes, the marks on hexsides, set-up pieces.

// What follows the name of a mark.
pub const DOWN: &str = " down";
pub const UP: &str = " up";

/// Where a mark leads, from its hex: `road to 1312, 1413`; `which`: [`DOWN`], [`UP`] or nothing.
pub fn leads(mark: &str, which: &str, hexes: &[String]) -> String {
    format!("{mark}{which} to {}", hexes.join(", "))
}

pub fn called_by_rules(name: &str) -> String {
    format!("the rules call it {name}")
}

pub fn set_up_here(piece: &str) -> String {
    format!("{piece} is set up here")
}

pub fn comes_on_here(piece: &str, turn: u8) -> String {
    format!("{piece} comes on here in turn {turn}")
}

// What a counter has.
/// Of a leader who commands no corps.
pub const OF_ARMY: &str = ", of the army";

pub fn strength(points: u8) -> String {
    format!("strength {points}")
}

pub fn bonus(points: u8) -> String {
    format!("bonus {points}")
}

pub fn of_corps(name: &str) -> String {
    format!(", of {name}")
}

/// `has`: strength or bonus; `of`: its corps or army.
pub fn has_and_moves(has: &str, movement: u8, of: &str) -> String {
    format!("{has}, movement {movement}{of}")
}

pub fn facing(hex: impl std::fmt::Display) -> String {
    format!("facing {hex}")
}

pub fn only_with(option: &str) -> String {
    format!("only with the option {option}")
}

// Where a unit begins.

pub fn begins(piece: &str, hex: impl std::fmt::Display) -> String {
    format!("{piece}, {hex}")
}

pub fn arrives(piece: &str, turn: u8, hex: impl std::fmt::Display) -> String {
    format!("{piece}, turn {turn} at {hex}")
}

pub fn off_map(words: &str) -> String {
    format!("{words}, {}", super::map_editor::FACES_OFF_MAP)
}

// What lies on a hexside.
pub const BARE: &str = "bare";
pub const SLOPE_DOWN: &str = "slope down";
pub const SLOPE_UP: &str = "slope up";

pub fn side(hex: impl std::fmt::Display, to: impl std::fmt::Display, marks: &str) -> String {
    format!("Hexside of {hex} to {to}: {marks}")
}
