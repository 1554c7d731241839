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
    /// What the points are; empty: victory points.
    pub points_hint: &'static str,
    /// What is said before them: `Lost`.
    pub points_said: &'static str,
    /// What they are for, as it stands.
    pub points_for: Vec<String>,
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
