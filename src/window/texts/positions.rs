//! Texts about positions saved as battles, and about games judged again.

pub const KEEP: &str = "Save this position as a battle";
pub const KEEP_NAME: &str = "Its name";
pub const KEEP_NOTE: &str = "What stands now becomes a battle of your own, to go on with or to fight again. The record so far stays with this game";
pub const KEEP_BUTTON: &str = "Save it";

/// The initial name of a position.
pub fn position(battle: &str, turn: u8) -> String {
    format!("{battle}, from turn {turn}")
}

/// Its map cannot be edited, only that of the battle that was played.
pub const NO_MAP: &str = "It goes on from where a game stood, and has no map of its own: choose the battle that was played, and edit the map of that";

pub fn no_map(battle: &str) -> String {
    format!(
        "It goes on from where a game of {battle} stood, and has no map of its own. Choose {battle} under New game…, and Edit the map… there"
    )
}

/// Not the position is set up, but its battle from the beginning.
pub const FROM_BEGINNING: &str =
    "A position goes on only as a game. This is its battle from the beginning, with everybody as at turn 1";

/// It is saved under this name.
pub fn kept(name: &str) -> String {
    format!("Saved: {} is among the battles now", name.trim())
}

pub const REJUDGE: &str = "Judge the game again";
pub const REJUDGE_NOTE: &str =
    "Every order so far, with the dice that fell, under another rule. The game itself stays as it is";
pub const OPTION: &str = "Under";
pub const REJUDGE_BUTTON: &str = "Judge again";
pub const JUDGING: &str = "The orders are judged again";
pub const SAME: &str = "Nothing comes out otherwise";
pub const WAS: &str = "was:";
pub const WOULD: &str = "would be:";
pub const IN_FORCE: &str = "as it is played";
pub const NOTHING: &str = "nothing";

/// A value of an option that is a number, from the least to the most.
pub fn number(title: &str, least: f32, most: f32) -> String {
    format!("{title}, a number from {least} to {most}")
}

/// The number of orders that come out differently under a value of an option.
pub fn differ(many: usize, option: &str, value: &str) -> String {
    match many {
        1 => format!("1 order comes out otherwise under {option}: {value}"),
        _ => format!("{many} orders come out otherwise under {option}: {value}"),
    }
}
