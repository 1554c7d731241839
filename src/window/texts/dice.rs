//! Texts about dice, thrown or being typed.

/// The effect of Escape after the first throw of an order.
pub const BACK: &str = "Back one throw";
pub const TYPE_FACES: &str = "Type faces";
pub const ENTER: &str = "These dice (Enter)";
/// The menu of other ways to enter the dice, if there is little room.
pub const OTHERWISE: &str = "Other ways…";
/// The key for a face of ten.
pub const TEN: &str = "The key 0";

// What is typed in place of the faces.
pub const HITS: &str = "Hits:";
pub const SUM: &str = "Sum:";

/// A thrown die, for screen readers.
pub fn fallen(face: u16, hit: bool) -> String {
    if hit { format!("{face}, a hit") } else { face.to_string() }
}

/// A die not thrown yet; `now`: it is the next one.
pub const fn asked(now: bool) -> &'static str {
    if now { "Die to be typed now" } else { "Die to be typed" }
}

// Dice that are given with some missing, or to spare.
pub const NO_COUNT: &str = "The count is wanted, nothing is typed";

/// The dice wanted and typed; `may_take_back`: there are too many.
pub fn miscounted(wanted: usize, typed: usize, may_take_back: bool) -> String {
    let wants = if wanted == 1 { "1 die is wanted".to_owned() } else { format!("{wanted} dice are wanted") };
    let has = match typed {
        0 => "none is typed".to_owned(),
        1 => "1 is typed".to_owned(),
        several => format!("{several} are typed"),
    };
    let remedy = if may_take_back { " (Backspace takes one back)" } else { "" };
    format!("{wants}, {has}{remedy}")
}

pub fn digits(most: usize) -> String {
    format!("A count has {most} digits at most")
}

pub fn no_face(sides: u16) -> String {
    format!("This die has faces from 1 to {sides}")
}

/// A throw of several dice, where they are not drawn: `1 hit of 11 dice`.
pub fn of_dice(came_to: &str, dice: usize) -> String {
    let dice = match dice {
        1 => "1 die".to_owned(),
        several => format!("{several} dice"),
    };
    format!("{came_to} of {dice}")
}

// The usual way of throwing dice, once it has changed.
pub const ROLLED: &str = "The program rolls the dice";
pub const TYPED: &str = "Dice are typed as the players roll them";
