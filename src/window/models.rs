//! The head of the window, as plain data.

use game::{Head, Overlay, Verb};

/// The head of the window.
#[derive(Clone, Debug, Default)]
pub struct Top {
    /// Of what is set up: without sides.
    pub head: Head,
    /// The game is played on hexes.
    pub on_map: bool,
    /// What can be laid over the table in a window of any rules, by name.
    pub overlays: Vec<&'static str>,
    /// It is a map that can be turned.
    pub turns_map: bool,
    /// What its rules call those that they have.
    pub own_overlays: &'static [Overlay],
    /// Something in it is hidden from a side.
    pub has_secrets: bool,
    /// What the referee may override, in a window of any rules.
    pub acts: Option<Vec<&'static Verb>>,
    pub can_undo: bool,
    pub can_redo: bool,
    /// Where the journal is written.
    pub journal: Option<std::path::PathBuf>,
}
