//! Texts of the printing dialog.

use paper::print::PrintFault;

pub const TITLE: &str = "Print";
pub const WHAT: &str = "What";
pub const FOR: &str = "For";
pub const REFEREE: &str = "The referee";
pub const PAPER: &str = "Paper";
pub const FOLDER: &str = "Folder";
pub const FOLDER_OF: &str = "The folder for the documents; it is made where it is missing";
pub const ORDER: &str = "Order of the ruling card";
pub const ORDER_OF: &str = "Its number in the log";
pub const WRITE: &str = "Print";
pub const WRITE_OF: &str = "Write a PDF for each document into the folder (Ctrl+Enter)";
pub const BEFORE: &str = "◀";
pub const AFTER: &str = "▶";
pub const BEFORE_OF: &str = "The page before (Page up)";
pub const AFTER_OF: &str = "The page after (Page down)";
pub const SETTING: &str = "The pages are being set";
pub const NOTHING: &str = "Nothing is ticked";
pub const NO_PAGE: &str = "There is no page of it";
pub const DRAWING: &str = "The page is being drawn";
pub const WHOLE: &str = "Whole page";
pub const WIDE: &str = "Page width";
pub const FIT_OF: &str = "A click on the page changes it too";
pub const OPEN: &str = "Open";
pub const OPEN_OF: &str = "Show the folder in the program that the system has for it";
pub const STOPPED: &str = "Printing was stopped: nothing is written";
pub const NO_FOLDER: &str = "Name a folder for the documents";
pub const NOT_WRITTEN: &str = "The pages could not be written. Please report it";
pub const GIVEN_UP: &str = "The pages could not be set. Please report it";

/// Why a chosen document is missing.
pub fn fault(fault: &PrintFault) -> String {
    match fault {
        PrintFault::Nothing(_) | PrintFault::Step(_) => fault.to_string(),
        PrintFault::NoNumber => {
            "No ruling card: name its order by the number that it has in the log".to_owned()
        }
        PrintFault::NoOrder { number, many } => {
            format!("No ruling card: no order has the number {number}. The log has {many} entries")
        }
    }
}

/// Papers by name: `A4`, `Letter`.
pub fn paper(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Where the page is among all pages, and of which document.
pub fn page(number: usize, many: usize, title: &str) -> String {
    format!("Page {number} of {many}: {title}")
}

pub fn wrote(documents: usize, folder: &str) -> String {
    match documents {
        1 => format!("1 document is in {folder}"),
        _ => format!("{documents} documents are in {folder}"),
    }
}

pub fn writing(name: &str) -> String {
    format!("Writing {name}")
}

pub fn unopened(path: &str, why: &str) -> String {
    format!("The system does not open {path}: {why}")
}

/// Letters that the program cannot print.
pub fn lacking(letters: &str) -> String {
    format!("The program has no letters {letters}: they are printed as ?")
}
