//! What is wrong with a data file, and where.
//!
//! Lines and columns count from 1, columns in characters.

use std::fmt;

use super::plain::{cut, line};
use crate::hexes::Hex;

/// Letters of what a fault says that are shown: a name of a million letters is not told in full.
const MOST_SAID: usize = 600;
/// Letters of a word for which a like one is sought.
const LONGEST_WORD: usize = 80;
/// Names among which a like one is sought.
const MOST_NAMES: usize = 2000;

/// Does the fault stop the file from being used?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// One fault of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path as the source knows it: `armies/waterloo-french.ron`.
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// Characters concerned, from the column on, within the line; at least 1.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What would be accepted.
    pub help: String,
    pub severity: Severity,
    /// On a hex map: the hex that it is about, or the two of a hexside. Empty where it is about something else.
    pub hexes: Box<[Hex]>,
}

impl Fault {
    /// A fault of a file as a whole.
    pub fn of_file(file: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: 1,
            column: 1,
            length: 1,
            message: message.into(),
            help: help.into(),
            severity: Severity::Error,
            hexes: Box::default(),
        }
    }

    /// Of this hex, or of the hexside between these two.
    #[must_use]
    pub fn on(mut self, hexes: &[Hex]) -> Self {
        self.hexes = hexes.into();
        self
    }

    /// What is wrong, fit to be shown in one line.
    pub fn said(&self) -> String {
        line(&cut(&self.message, MOST_SAID)).into_owned()
    }

    /// What would be accepted, fit to be shown in one line.
    pub fn remedy(&self) -> String {
        line(&cut(&self.help, MOST_SAID)).into_owned()
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_error() { "error" } else { "warning" };
        write!(f, "{}:{}:{}: {kind}: {}", line(&self.file), self.line, self.column, self.said())?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.remedy()) }
    }
}

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

    #[test]
    fn fault_reads_like_a_compiler_message() {
        let fault = Fault::of_file("armies/x.ron", "there is no such army", "accepted: y");
        assert_eq!(fault.to_string(), "armies/x.ron:1:1: error: there is no such army (accepted: y)");
    }
}
