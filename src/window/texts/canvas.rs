//! Accessible names for the table and its contents.

pub const SMALL_MAP: &str = "Small map";
pub const TAKE_RULER: &str = "Click to take this ruler away";
/// Added to a hex after its contents.
pub const MAY_BE_CHOSEN: &str = "; may be chosen";

pub fn ruler(words: &str) -> String {
    format!("Ruler: {words}")
}

/// The cost of going to a hex, after its contents: `½`, `1`, `3`.
pub fn price(points: &str) -> String {
    match points {
        "½" | "1" => format!("; {points} point"),
        points => format!("; {points} points"),
    }
}
