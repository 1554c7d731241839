//! The wording for numbers. Units: inches.

/// Inches without unnecessary digits, at most two decimals: `6`, `7.5`, `1.25`.
pub fn plain(inches: f32) -> String {
    let said = format!("{inches:.2}");
    said.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `1 hit`, `2 hits`.
pub fn hits(count: u8) -> String {
    if count == 1 { "1 hit".into() } else { format!("{count} hits") }
}
