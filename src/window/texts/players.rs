//! Texts of the players' screen.

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
