//! Texts of the players' screen.

pub const LOOKS: &str = "The players' screen looks there";

// Its true size.
pub const INCH: &str = "True size";
pub const INCH_NOTE: &str =
    "Hold a ruler to the players' screen, and change the size until the ruler drawn there matches it";
pub const INCH_SLIDER: &str = "Pixels to an inch";
pub const SMALLER: &str = "−";
pub const LARGER: &str = "+";
pub const SMALLER_ABOUT: &str = "The drawn inch is a little shorter";
pub const LARGER_ABOUT: &str = "The drawn inch is a little longer";

/// The accessible name of the ruler on the players' screen.
pub fn ruler(inches: usize) -> String {
    format!("A ruler of {inches} inches")
}

/// Who rolls what: `French: 4 d10, hits on 7 or more`.
pub fn rolls(who: Option<&str>, dice: &str) -> String {
    match who {
        Some(who) => format!("{who}: {dice}"),
        None => dice.to_owned(),
    }
}

/// The same where nobody is told how many dice there are before they lie on the table: `3 d10, hits on 7` without its number.
pub fn uncounted(dice: &str) -> &str {
    dice.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start()
}

/// A count that is typed in place of faces.
pub fn counted(text: &str) -> String {
    format!("{text} …")
}

/// A piece with its strength.
pub fn piece(name: &str, figures: &str) -> String {
    format!("{name}  {figures}")
}

/// What a throw came to: `Foy fires: 2 hits`.
pub fn came_to(why: &str, result: &str) -> String {
    format!("{why}: {result}")
}

// The board.
pub const WEATHER: &str = "Now";
pub const IN_FORCE: &str = "•";
pub const CLOCKS_RUN: &str = "The clocks run: that of whoever has to decide";
pub const CLOCKS_WAIT: &str = "The clocks are paused";

/// A turn of the track: `4  13:00`.
pub fn turn(number: u8, clock: &str) -> String {
    format!("{number}  {clock}")
}

/// Who arrives where: `Victor, Lannes: 1301`.
pub fn arrives(names: &[&str], at: &str) -> String {
    match at {
        "" => names.join(", "),
        at => format!("{}: {at}", names.join(", ")),
    }
}

/// A group in trouble: `I Corps: demoralised`.
pub fn strained(name: &str, strain: &str) -> String {
    format!("{name}: {strain}")
}

/// A clock: `41:07`, `1:02:33`.
pub fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The accessible name of a clock.
pub fn clock_of(side: &str, seconds: u64, runs: bool) -> String {
    let state = if runs { "running" } else { "paused" };
    format!("Clock of {side}: {}, {state}", clock(seconds))
}
