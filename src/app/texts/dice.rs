//! What is said of dice, as they lie and while they are typed.

/// What Escape does after the first throw of an order.
pub const BACK: &str = "Back one throw";
pub const TYPE_FACES: &str = "Type faces";
pub const ENTER: &str = "These dice (Enter)";
/// The key for a face of ten.
pub const TEN: &str = "The key 0";

// What is typed in place of the faces.
pub const HITS: &str = "Hits:";
pub const SUM: &str = "Sum:";

/// A die that was rolled, for those who hear it.
pub fn fallen(face: u16, hit: bool) -> String {
    if hit { format!("{face}, a hit") } else { face.to_string() }
}

/// A die that was not: `now`, it is the next one.
pub const fn asked(now: bool) -> &'static str {
    if now { "Die to be typed now" } else { "Die to be typed" }
}
