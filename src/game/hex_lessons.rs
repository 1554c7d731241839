//! Lessons of a guided first turn that are the same whatever the rules on hexes: about the program.

use super::lesson::{Lesson, When};

/// A piece is put down.
pub const PUT_DOWN: Lesson = Lesson::new(
    "Put it down",
    When::InHand,
    "Carry it to a hex that is lit and press Enter, or let go. Alt+W sets a way-point; Escape puts it back.",
    "The card counts the movement points hex by hex. Where a hex is out of reach it says why.",
);

/// An order is taken back.
pub const fn never_lost(given: &'static str) -> Lesson {
    Lesson::new(
        "Nothing is ever lost",
        When::Given(given),
        "Press Undo (Ctrl+Z): the last order is taken back.",
        "Undo goes back to the beginning of the battle. The record keeps what was taken back.",
    )
    .once()
}

/// And brought back.
pub const BACK_AGAIN: Lesson = Lesson::new(
    "And back again",
    When::Undone,
    "Press Redo (Ctrl+Shift+Z): there it is again, with the same die.",
    "A game can also go on from any line of the log as a branch of its own.",
)
.once()
.after("Nothing is ever lost");

/// The log is opened.
pub const OPENED: Lesson = Lesson::new(
    "Every result can be opened",
    When::Working,
    "Click the last line of the log. It opens into its die, its strengths and its clauses; click again to close it.",
    "When a player asks why, this is the answer.",
)
.once();
