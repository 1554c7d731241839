//! What the table and what lies on it say to those who hear the window.

pub const SMALL_MAP: &str = "Small map";
pub const TAKE_RULER: &str = "Click to take this ruler away";
/// Of a hex, behind what is in it.
pub const MAY_BE_CHOSEN: &str = "; may be chosen";

pub fn ruler(words: &str) -> String {
    format!("Ruler: {words}")
}

/// What going to a hex costs, behind what is in it: `½`, `1`, `3`.
pub fn price(points: &str) -> String {
    match points {
        "½" | "1" => format!("; {points} point"),
        points => format!("; {points} points"),
    }
}
