//! Texts of the dialogs common to all windows: rules in force, waiting, paths of files, errors.

use crate::state::FilePurpose;

pub const GO_ON: &str = "Go on";

// Rules in force.
pub const RULES: &str = "Rules in force";
pub const CHANGED_OPTIONS: &str = "Options that differ from the book";
pub const NO_CHANGED_OPTIONS: &str = "None: every option is at its default";
pub const DEFAULT_OPTIONS: &str = "Options at their defaults";
pub const CHANGED_TABLES: &str = "Tables that differ from the book";
pub const OVERRULED: &str = "Let stand by the referee";
pub const MAKE_RULE_ABOUT: &str = "Set the option that changes the clause, for the rest of the game";
pub const RULINGS: &str = "Rulings";
pub const WHY_RULINGS: &str = "Where the printed rules are silent or doubtful";

/// A cell of a table in this game.
/// The button that makes what was let stand a rule, by the option of this title.
pub fn make_rule(option: &str) -> String {
    format!("Make it a rule of the evening: {option}…")
}

pub fn cell(name: &str, now: &str, printed: &str) -> String {
    format!("{name}: {now}, in the book {printed}")
}

// Waiting.
pub const WAITING: &str = "One moment";
pub const GIVE_UP: &str = "Give up";

// What is told.
pub const TROUBLE: &str = "That could not be done";
pub const NOTICE: &str = "Before the game goes on";
pub const IMPORTED: &str = "Ground has come in";

// A game without a record.
pub const ANOTHER_FOLDER_HINT: &str =
    "Another folder is used until the window closes; DRUMHEAD_HOME names one for good";
pub const ANOTHER_FOLDER: &str = "Choose another folder…";
pub const WITHOUT_RECORD: &str = "Play without a record";

// A path that is typed.
pub const PATH_OF_FOLDER: &str = "Path of the folder";
pub const PATH_OF_FILE: &str = "Path of the file";

/// Title, note and button where the path of a file is typed.
pub const fn path(purpose: FilePurpose) -> [&'static str; 3] {
    match purpose {
        FilePurpose::Journal => ["Open a journal", "A name alone lies in the folder of journals", "Open"],
        FilePurpose::Record => ["Save the record as", "A name alone lies in the folder of journals", "Save"],
        FilePurpose::Picture => {
            ["A picture of the table", "PNG or JPEG; a name alone lies in your own folder", "Show"]
        }
        FilePurpose::Folder => [
            "Keep games elsewhere",
            "A folder for journals and for battles of your own; one that is not there is made",
            "Use it",
        ],
        FilePurpose::Table => [
            "Rows of a file",
            "A table of units as a spreadsheet has it (.xlsx, .ods, .csv); a name alone lies in your own folder",
            "Read it",
        ],
        FilePurpose::Ground => [
            "Import ground",
            "A terrain file (RON) or GeoJSON; a name alone lies in your own folder",
            "Import",
        ],
    }
}

/// The label of the field for the path.
pub const fn path_label(purpose: FilePurpose) -> &'static str {
    match purpose {
        FilePurpose::Folder => PATH_OF_FOLDER,
        FilePurpose::Journal
        | FilePurpose::Record
        | FilePurpose::Picture
        | FilePurpose::Ground
        | FilePurpose::Table => PATH_OF_FILE,
    }
}
