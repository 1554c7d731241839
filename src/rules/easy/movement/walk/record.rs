//! The result of a walk: its stretches, contacts and end. Units: inches.

use crate::roster::StandId;
use game::working::Note;
use table::{Edge, Path, Pose, Span};

/// A stretch of a leg over one sort of ground.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Stretch {
    /// Index into the legs kept.
    pub leg: usize,
    /// Fractions of that leg, and the ground.
    pub span: Span,
    /// Inches of way.
    pub length: f32,
    /// Inches of allowance.
    pub cost: f32,
}

/// An enemy touched at the end of a move, with its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Touch {
    pub enemy: StandId,
    pub edge: Edge,
}

/// A path as far as it is legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub start: Pose,
    /// The legs kept.
    pub path: Path,
    pub end: Pose,
    /// Inches of allowance spent.
    pub cost: f32,
    /// Inches of allowance for this move, before rolls for obstacles.
    pub allowance: f32,
    /// The cost of each stretch, in order.
    pub stretches: Vec<Stretch>,
    /// Lines of the ground whose crossing costs a roll, in order (`easy:II.C.3`).
    pub obstacles: Vec<usize>,
    /// Enemies whose zones were entered, in order (`easy:II.C.4.1`).
    pub zones: Vec<StandId>,
    /// Enemies touched at the end (`easy:III-contact`).
    pub contacts: Vec<Touch>,
    /// Enemy generals touched on the way, in order (`easy:III.C.2`).
    pub generals: Vec<StandId>,
    pub notes: Vec<Note>,
}

impl Walk {
    /// Inches of allowance left.
    pub fn left(&self) -> f32 {
        (self.allowance - self.cost).max(0.0)
    }
}
