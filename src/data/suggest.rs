//! What was probably meant by a word that is not known, and what would be accepted.

/// Letters of a word for which a like one is sought.
const LONGEST_WORD: usize = 80;
/// Names among which a like one is sought.
const MOST_NAMES: usize = 2000;

/// The name among `accepted` that was probably meant by `word`.
pub fn nearest<'a>(word: &str, accepted: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace(['_', ' '], "-");
    let length = word.chars().count();
    if length > LONGEST_WORD {
        return None;
    }
    let word = plain(word);
    accepted
        .into_iter()
        .take(MOST_NAMES)
        // Of words of which one is more than twice as long, fewer than half the letters are alike.
        .filter(|name| {
            (length / 2..=2 * length + 1).contains(&name.chars().take(2 * LONGEST_WORD + 2).count())
        })
        .map(|name| (strsim::normalized_damerau_levenshtein(&word, &plain(name)), name))
        .filter(|(likeness, _)| *likeness >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

/// `did you mean "Woods"? Accepted: Hill, Slope, Woods`, with long lists cut short.
pub fn suggest<'a>(word: &str, accepted: impl IntoIterator<Item = &'a str>) -> String {
    let accepted: Vec<&str> = accepted.into_iter().collect();
    meant(nearest(word, accepted.iter().copied()), accepted)
}

/// The same where the name that was probably meant is known.
pub fn meant<'a>(likely: Option<&str>, accepted: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 24;
    let accepted: Vec<&str> = accepted.into_iter().collect();
    let mut help = match likely {
        Some(name) => format!("did you mean \"{name}\"? "),
        None => String::new(),
    };
    if accepted.is_empty() {
        help.push_str("none is accepted here");
    } else {
        help.push_str("accepted: ");
        help.push_str(&accepted[..accepted.len().min(SHOWN)].join(", "));
        if accepted.len() > SHOWN {
            help.push_str(&format!(" and {} more", accepted.len() - SHOWN));
        }
    }
    help
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_forgives_case_and_a_slip() {
        assert_eq!(nearest("infantri", ["Infantry", "Wagon"]), Some("Infantry"));
        assert_eq!(nearest("fire_arc", ["fire-arc", "measure"]), Some("fire-arc"));
        assert_eq!(nearest("xyz", ["Infantry", "Wagon"]), None);
    }
}
