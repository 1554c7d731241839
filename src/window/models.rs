//! The head of the window, as plain data.

use game::{Head, Overlay, Verb};

/// The head of the window.
#[derive(Clone, Debug, Default)]
pub struct Top {
    pub battle: String,
    pub turn: String,
    pub clock: String,
    pub weather: String,
    /// Side, points.
    pub points: Vec<(String, i32)>,
    /// What the points are; empty for victory points.
    pub points_hint: &'static str,
    /// The word before them: `Lost`.
    pub points_said: &'static str,
    /// The present state of what they are for.
    pub points_for: Vec<String>,
    /// Is the game on hexes?
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
    /// The path of the journal.
    pub journal: Option<std::path::PathBuf>,
    pub sides: Vec<String>,
}

impl Top {
    /// What the brief says of it.
    pub fn of(head: Head) -> Self {
        let Head { battle, turn, clock, phase, sides, points_are, points_said, points_for } = head;
        let points = sides.iter().map(|side| (side.name.clone(), side.points)).collect();
        let sides = sides.into_iter().map(|side| side.name).collect();
        Self {
            battle,
            turn,
            clock,
            weather: phase,
            points,
            points_hint: points_are,
            points_said,
            points_for,
            sides,
            ..Self::default()
        }
    }
}
