//! Texts about files, and about the results of threads.

// The names of file types in the system's dialog.
pub const GAMES: &str = "Drumhead games";
pub const PICTURES: &str = "Pictures";
pub const GROUND: &str = super::setup::GROUND;
pub const TABLES: &str = "Tables of units";
pub const FOLDERS: &str = "Folders";
pub const PAGES: &str = super::setup::TEXT;

/// What is read as a table.
pub const A_TABLE: &str = "a table of units";

pub fn table_refused(name: &str, why: &str) -> String {
    format!("{name}: {why}")
}

// What has failed.
pub const BATTLES_FAILED: &str = "The list of battles cannot be read: reading it has failed";
pub const PAGE_FAILED: &str = "The page of rules has not been saved";
pub const DIALOG_FAILED: &str = "The system's file dialog has failed: type the path instead";
pub const NO_DIALOG: &str = "This system shows no file dialog: type the path instead";
pub const IS_OPEN: &str = "This is the game that is open.";

pub fn written_down(path: &str) -> String {
    format!("Written down in {path}")
}

pub fn not_remembered(why: &str) -> String {
    format!("The next start will not find it by itself: {why}")
}

pub fn reading(name: &str) -> String {
    format!("Reading {name}, with all its orders")
}

pub fn reading_failed(name: &str) -> String {
    format!("{name} cannot be read: reading it has failed")
}

pub fn saved(path: &str) -> String {
    format!("Saved to {path}")
}

// Why a file is not used, as part of a sentence.
pub const NO_FILE: &str = "it is no file";
pub const NOT_THERE: &str = "there is no such file, nor a game of that name in the folder of journals";
pub const NO_FOLDER: &str = "its folder cannot be made";

pub fn foreign(copy: &str) -> String {
    format!("it holds nothing that this program wrote; it is kept as {copy}")
}

pub fn no_window(why: &str) -> String {
    format!("no window can be opened: {why}")
}
