//! Texts about a report being written.

use std::path::Path;

use paper::report::ReportKind;

pub const TITLE: &str = "Report";
pub const AS: &str = "Written as";
pub const KNOWN_TO: &str = "As it is known to";
pub const WHERE: &str = "Where it is written";
pub const REPLACES: &str = "A file of this name is there already: it is replaced";
pub const STOPPED: &str = "It was stopped: nothing is written";
pub const GIVEN_AWAY: &str = "The report was stopped: nothing is written";
pub const NAME_IT: &str = "Name the file, or of tables the folder, to be written";
pub const GIVEN_UP: &str = "The report could not be written. Please report it";

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
    format!("Written: {}", path.display())
}

/// The extension needed for this kind.
pub fn misnamed(kind: ReportKind) -> String {
    let endings: Vec<String> = kind.endings().iter().map(|ending| format!(".{ending}")).collect();
    format!("Name a file that ends in {}", endings.join(" or "))
}

pub fn unopened(path: &Path, why: &str) -> String {
    format!("The system does not open {}: {why}", path.display())
}
