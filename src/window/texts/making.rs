//! Texts common to set-up and the map editor, which edit a table or a map while the game waits.

pub const LEAVE: &str = "Leave";
pub const LEAVE_HINT: &str = "Back to the game that waits";
pub const PLAY: &str = "Play it";
/// The picture of a tool that writes a name.
pub const LETTERS: &str = "Abc";
pub const CHECKING: &str = "Checking…";

// The form under which it is saved.
pub const ID: &str = "Id: small letters, digits and hyphens; the name of its files";
pub const REPLACE: &str = "Replace what has this id";
pub const REPLACE_HINT: &str = "Games that were played on the old form can then not be opened any more";
pub const SAVE: &str = "Save";
pub const SAVE_AND_PLAY: &str = "Save and play";
pub const KEEP_UNFINISHED: &str = "Keep unfinished";
pub const KEEP_UNFINISHED_HINT: &str =
    "With its faults, into your own folder: Set up lists it, the battles do not";
pub const BACK: &str = "Back";

pub fn overwrite(id: &str) -> String {
    format!("Overwrite \"{id}\" instead")
}

// The question before it is left unsaved.
pub const LEAVE_TITLE: &str = "Leave without saving?";
pub const LEAVE_IT: &str = "Leave it";
pub const STAY: &str = "Stay";
