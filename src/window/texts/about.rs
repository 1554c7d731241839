//! What the dialog about the program says.

use crate::about::Page;

pub const TITLE: &str = "About Drumhead";
pub const NAME: &str = "Drumhead";
pub const WHAT: &str = "The referee's field desk for Napoleonic miniatures. A general's drumhead was the table on which battles were settled.";
pub const LICENCE: &str =
    "Licensed under MIT or Apache-2.0, at your option. Copyright 2026 the Drumhead authors.";
pub const SEARCH: &str = "Search crates";
pub const SEARCH_HINT: &str = "Name or licence";
pub const BACK: &str = "Back to the list";
pub const NONE: &str = "No crate answers to that";
pub const RULES: &str =
    "Restated clause by clause in our own words; the printed rules are not in the program";
pub const FONTS: &str = "Lettering that is built into the program; a click reads the licence";
/// The accessible name of the licence button of a crate or font.
pub const READ: &str = "Licence of";

// Fonts: name, use, licence.
pub const LIBERTINUS: [&str; 3] = ["Libertinus Serif", "The map, headings, captions", "OFL-1.1"];
pub const BIOLINUM: [&str; 3] = ["Linux Biolinum", "Controls and figures", "OFL-1.1"];
pub const UBUNTU: [&str; 3] = ["Ubuntu Light", "Letters that no other font has", "Ubuntu-font-1.0"];
pub const HACK: [&str; 3] = ["Hack", "What is typed as code", "MIT and Bitstream Vera"];
pub const EGUI_ICONS: [&str; 3] = ["egui icons", "Signs of the toolkit", "MIT"];

pub const fn page(page: Page) -> &'static str {
    match page {
        Page::Rules => "Rule sets",
        Page::Fonts => "Fonts",
        Page::Crates => "Crates",
    }
}

pub fn version(version: &str) -> String {
    format!("Version {version}")
}

pub fn clauses(clauses: usize) -> String {
    format!("{clauses} clauses")
}

pub fn crates(shown: usize, all: usize) -> String {
    match shown == all {
        true => format!("{all} crates on Linux, Windows and macOS together; a click reads the licence"),
        false => format!("{shown} of {all} crates"),
    }
}
