//! What is wrong with a data file, and where; and all that is wrong with several, in one go.
//!
//! Lines and columns count from 1, columns in characters.

use std::fmt;

use super::printable::{cut, line};

/// Letters of what a fault says that are shown: a name of a million letters is not told in full.
const MOST_SAID: usize = 600;
/// Faults that are told in full; the rest are counted.
const MOST_LISTED: usize = 20;

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
    /// 0: it has no place of its own in the file.
    pub line: usize,
    pub column: usize,
    /// Characters concerned, from the column on, within the line; at least 1.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What would be accepted.
    pub help: String,
    /// The clause that says so, where a rule does: `rules:II.C.4`.
    pub clause: Option<&'static str>,
    pub severity: Severity,
    /// On a hex map: the printed number of the hex that it is about, or of the two of a hexside. Empty where it is about something else.
    pub hexes: Box<[u16]>,
    /// What it is about, as far as whoever tells it knows.
    pub about: About,
}

/// What a fault is about, besides its place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The field whose value is wrong, or that is missing.
    pub field: Option<&'static str>,
    /// Others that it is true of as well, by their ids: both of two that overlap.
    pub others: Box<[String]>,
    /// The value names another of the battle, who is not there or not fit: the row by itself does not say whether it is right.
    pub refers: bool,
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
            clause: None,
            severity: Severity::Error,
            hexes: Box::default(),
            about: About::default(),
        }
    }

    /// The same, of these as well.
    #[must_use]
    pub fn and_of<'i>(mut self, ids: impl IntoIterator<Item = &'i str>) -> Self {
        let others = std::mem::take(&mut self.about.others).into_vec().into_iter();
        self.about.others = others.chain(ids.into_iter().map(str::to_owned)).collect();
        self
    }

    /// The same, of a value that names another of the battle.
    #[must_use]
    pub fn refers(mut self) -> Self {
        self.about.refers = true;
        self
    }

    /// Of this hex, or of the hexside between these two.
    #[must_use]
    pub fn on(mut self, hexes: &[impl Copy + Into<u16>]) -> Self {
        self.hexes = hexes.iter().map(|hex| (*hex).into()).collect();
        self
    }

    /// The same, by this clause.
    #[must_use]
    pub fn by(self, clause: &'static str) -> Self {
        Self { clause: Some(clause), ..self }
    }

    /// The same, but the file can be used with it.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// What is wrong and by which clause, fit to be shown in one line.
    pub fn said(&self) -> String {
        let message = cut(&self.message, MOST_SAID);
        let message = line(&message);
        self.clause.map_or_else(|| message.to_string(), |clause| format!("{message} ({clause})"))
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
        write!(f, "{}:", line(&self.file))?;
        if self.line > 0 {
            write!(f, "{}:{}:", self.line, self.column)?;
        }
        write!(f, " {kind}: {}", self.said())?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.remedy()) }
    }
}

/// Every fault found, file by file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Sorted by file (in the order first met), then by place.
    pub fn sorted(faults: Vec<Fault>) -> Self {
        let mut files: Vec<String> = Vec::new();
        for fault in &faults {
            if !files.contains(&fault.file) {
                files.push(fault.file.clone());
            }
        }
        let place = |file: &String| files.iter().position(|known| known == file);
        let mut placed: Vec<_> = faults.into_iter().map(|fault| (place(&fault.file), fault)).collect();
        placed.sort_by(|(file, a), (other, b)| {
            (file, a.line, a.column, &a.message).cmp(&(other, b.line, b.column, &b.message))
        });
        let mut faults: Vec<Fault> = placed.into_iter().map(|(_, fault)| fault).collect();
        faults.dedup();
        Self(faults)
    }

    /// What was read with its warnings, where there are no errors; else all of them.
    pub fn settle<T>(read: Option<T>, faults: Vec<Fault>) -> Result<(T, Vec<Fault>), Self> {
        let faults = Self::sorted(faults);
        match read {
            Some(read) if !faults.has_errors() => Ok((read, faults.0)),
            _ => Err(faults),
        }
    }

    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Fault::is_error)
    }

    /// The faults that are told in full, in their order: errors go before warnings where there are too many. And what is
    /// said of the rest, if there is a rest.
    pub(super) fn listed(&self) -> (Vec<&Fault>, Option<String>) {
        let errors = self.0.iter().filter(|fault| fault.is_error()).count();
        let (mut of_errors, mut of_warnings) = (errors.min(MOST_LISTED), MOST_LISTED.saturating_sub(errors));
        let mut listed = Vec::new();
        for fault in &self.0 {
            let left = if fault.is_error() { &mut of_errors } else { &mut of_warnings };
            if *left > 0 {
                *left -= 1;
                listed.push(fault);
            }
        }
        let more = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {what}s")),
        };
        let listed_errors = errors.min(MOST_LISTED);
        let rest = [
            more(errors - listed_errors, "error"),
            more(self.0.len() - errors - (listed.len() - listed_errors), "warning"),
        ];
        let rest: Vec<String> = rest.into_iter().flatten().collect();
        let rest = (!rest.is_empty()).then(|| format!("and {} more", rest.join(" and ")));
        (listed, rest)
    }

    /// The same as [`fmt::Display`], in one line.
    pub fn in_a_line(&self) -> String {
        let (listed, rest) = self.listed();
        listed.iter().map(ToString::to_string).chain(rest).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (listed, rest) = self.listed();
        for (index, fault) in listed.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        rest.map_or(Ok(()), |rest| write!(f, "\n{rest}"))
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_reads_like_a_compiler_message() {
        let fault = Fault::of_file("armies/x.ron", "there is no such army", "accepted: y");
        assert_eq!(fault.to_string(), "armies/x.ron:1:1: error: there is no such army (accepted: y)");
    }
}
