//! What is said of a report that is written.

use std::path::Path;

use crate::paper::report::ReportKind;

pub const TITLE: &str = "Report";
pub const AS: &str = "Written as";
pub const KNOWN_TO: &str = "As it is known to";
pub const WHERE: &str = "Where it is written";
pub const REPLACES: &str = "A file of this name is there already: it is replaced";
pub const NO_RULES: &str = "The rules of this game are not in this program";

pub const fn kind(kind: ReportKind) -> [&'static str; 2] {
    match kind {
        ReportKind::Page => {
            ["A page", "One file of HTML with maps of every turn, that needs nothing but itself"]
        }
        ReportKind::Markdown => ["Text with pictures", "Markdown, with its pictures beside it"],
        ReportKind::Film => ["A film", "A GIF with a frame for every activation"],
        ReportKind::Tables => ["Tables", "Turns, losses and throws as CSV, in a folder"],
    }
}

/// How far it is.
pub fn written(done: usize, all: usize) -> String {
    format!("{done} of {all}")
}

pub fn lies(path: &Path) -> String {
    format!("The report is written: {}", path.display())
}

pub fn unwritten(path: &Path, why: &str) -> String {
    format!("{} cannot be written: {why}. Choose another place", path.display())
}

pub fn unopened(path: &Path, why: &str) -> String {
    format!("The system does not open {}: {why}", path.display())
}
