//! Invalid values of cells: kept at the end of the row's note, each with the title of its column, and shown in the cell until
//! corrected there. So nothing that was pasted is lost, even if the battle is saved in between.

use super::Row;

/// The field that keeps them.
pub const NOTE: &str = "note";

/// The mark before each of them.
const SIGN: &str = "⊘ ";

/// The separator between two of them, and after the rest of the note.
const BETWEEN: &str = "; ";

/// An invalid value as kept in a note: `⊘ Men: abc`.
pub fn kept(title: &str, said: &str) -> String {
    format!("{SIGN}{title}: {said}")
}

/// The start of the first of them in a note.
fn begins(note: &str) -> Option<usize> {
    let is_first = |at: &usize| *at == 0 || note[..*at].ends_with(BETWEEN);
    note.match_indices(SIGN).map(|(at, _)| at).find(is_first)
}

/// The invalid values in a note: the title of the column, and the value.
pub fn in_note(note: &str) -> Vec<(&str, &str)> {
    let Some(at) = begins(note) else { return Vec::new() };
    let rest = note[at..].strip_prefix(SIGN).unwrap_or_default();
    rest.split(&format!("{BETWEEN}{SIGN}")).filter_map(|one| one.split_once(": ")).collect()
}

/// The note after the cell under this title has been corrected; `None` if the note has no value for it.
pub fn mended(note: &str, title: &str) -> Option<String> {
    let all = in_note(note);
    if all.iter().all(|(of, _)| *of != title) {
        return None;
    }
    let plain = note[..begins(note)?].strip_suffix(BETWEEN).unwrap_or_default();
    let left = all.into_iter().filter(|(of, _)| *of != title).map(|(of, said)| kept(of, said));
    let words: Vec<String> =
        Some(plain.to_owned()).into_iter().filter(|plain| !plain.is_empty()).chain(left).collect();
    Some(words.join(BETWEEN))
}

/// The faults of a row because of them, in words: `Men cannot be "abc"`.
pub fn faults(row: Row<'_>) -> Vec<String> {
    let note = row.written(NOTE).unwrap_or_default();
    let fault = |(title, said): (&str, &str)| format!("{title} cannot be \"{said}\"");
    in_note(&note).into_iter().map(fault).collect()
}

/// The remedy for such a fault.
pub const HELP: &str = "write another in its cell of the roster, or clear the cell";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cell_cannot_be_is_found_in_the_note_and_goes_from_it_once_mended() {
        let note = ["seen on the hill", &kept("Men", "abc; or 3"), &kept("Quality", "regular")].join(BETWEEN);
        assert_eq!(in_note(&note), [("Men", "abc; or 3"), ("Quality", "regular")]);
        let men = mended(&note, "Men").expect("it is there");
        assert_eq!(men, "seen on the hill; ⊘ Quality: regular");
        assert_eq!(mended(&men, "Quality").as_deref(), Some("seen on the hill"));
        assert_eq!(mended(&kept("Men", "abc"), "Men").as_deref(), Some(""));
        assert_eq!(mended(&note, "Arm"), None);
        // A note that speaks of the sign is a note.
        assert!(in_note("marked with a ⊘ Men: on the map").is_empty());
    }
}
