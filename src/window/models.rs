//! The head of the window, as plain data.

use game::minds::SoloPlayer;
use game::{Head, Overlay, Verb};

/// The head of the window.
#[derive(Clone, Debug, Default)]
pub struct Top {
    /// Of what is set up: without sides.
    pub head: Head,
    /// The game is played on hexes.
    pub on_map: bool,
    /// Its overlays that every rule set has, by name.
    pub overlays: Vec<&'static str>,
    /// Can its map be turned?
    pub turns_map: bool,
    /// The overlays that only its rules have.
    pub own_overlays: &'static [Overlay],
    /// Is something in it hidden from a side?
    pub has_secrets: bool,
    /// The acts of the referee that every rule set has.
    pub acts: Option<Vec<&'static Verb>>,
    pub can_undo: bool,
    pub can_redo: bool,
    /// The sides that the program plays.
    pub plays: [bool; 2],
    /// How it plays.
    pub solo: SoloPlayer,
    /// The path of the journal.
    pub journal: Option<std::path::PathBuf>,
}
