//! Moves as the players make them: a list of slides and turns.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::pose::Pose;

/// Longest slide, in inches: a longer one is a typing mistake, as no table is so large.
const FARTHEST: f32 = 1000.0;

/// Widest turn, in radians: a wider one is a typing mistake.
const MOST_TURN: f32 = 100.0;

/// Largest number of legs in a move.
const MOST_LEGS: usize = 1000;

/// One leg of a move (`easy:II.B-path`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Leg {
    /// A straight slide by this many inches east and north, with the heading kept.
    Slide(Vec2),
    /// A turn about a point of the stand (local: u right, v forward), clockwise radians.
    Turn { pivot: Vec2, angle: f32 },
}

/// A move: legs in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Path {
    pub legs: Vec<Leg>,
}

impl Leg {
    /// Where the leg ends if it starts at `pose`.
    pub fn end(self, pose: Pose) -> Pose {
        match self {
            Self::Slide(delta) => pose.moved(delta),
            Self::Turn { pivot, angle } => pose.turned_about(pivot, angle),
        }
    }

    /// The pose after the fraction `t` (0 to 1) of the leg.
    pub fn part(self, pose: Pose, t: f32) -> Pose {
        self.shortened(t).end(pose)
    }

    /// The first fraction `t` (0 to 1) of the leg.
    #[must_use]
    pub fn shortened(self, t: f32) -> Self {
        match self {
            Self::Slide(delta) => Self::Slide(delta * t),
            Self::Turn { pivot, angle } => Self::Turn { pivot, angle: angle * t },
        }
    }

    /// The rest of the leg after its first fraction `t` (0 to 1).
    #[must_use]
    pub fn rest(self, t: f32) -> Self {
        self.shortened(1.0 - t)
    }

    /// The distance of the corner that travels farthest, in inches of clear ground (`easy:II.B-turn`).
    pub fn length(self, body: &Body) -> f32 {
        match self {
            Self::Slide(delta) => delta.length(),
            Self::Turn { pivot, angle } => angle.abs() * body.radius_about(pivot),
        }
    }

    /// Is it a valid leg: finite numbers, no slide beyond `FARTHEST`, no turn beyond `MOST_TURN`?
    pub fn is_finite(self) -> bool {
        let near = |v: Vec2| v.is_finite() && v.length() <= FARTHEST;
        match self {
            Self::Slide(delta) => near(delta),
            Self::Turn { pivot, angle } => near(pivot) && angle.is_finite() && angle.abs() <= MOST_TURN,
        }
    }
}

impl Path {
    pub fn new(legs: Vec<Leg>) -> Self {
        Self { legs }
    }

    /// No move at all.
    pub fn stay() -> Self {
        Self::default()
    }

    /// One straight slide.
    pub fn slide(x: f32, y: f32) -> Self {
        Self::new(vec![Leg::Slide(Vec2::new(x, y))])
    }

    /// Where the path ends if it starts at `pose`.
    pub fn end(&self, pose: Pose) -> Pose {
        self.legs.iter().fold(pose, |at, leg| leg.end(at))
    }

    /// The pose at the start of every leg, and at the end of the last.
    pub fn poses(&self, start: Pose) -> Vec<Pose> {
        let mut poses = vec![start];
        for leg in &self.legs {
            poses.push(leg.end(poses[poses.len() - 1]));
        }
        poses
    }

    /// Is it a valid path? See [`Leg::is_finite`]; also checks the number of legs.
    pub fn is_finite(&self) -> bool {
        self.legs.len() <= MOST_LEGS && self.legs.iter().all(|leg| leg.is_finite())
    }
}
