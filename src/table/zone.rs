//! Zones of control as shapes: who has one and what it forbids is the rules' business.
//!
//! Clauses: `easy:II.C.4`. Units: inches.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::{Body, Placed, Quad};
use super::measure::Gap;
use super::path::Leg;
use super::pose::Pose;

/// Which ground about a rectangle a zone covers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ZoneShape {
    /// Ahead and beside, with round front corners, cut square along the rear edge's line.
    FrontAndSides { reach: f32 },
    /// Straight ahead of the front edge only.
    Front { reach: f32 },
}

/// A zone of control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    pub owner: Quad,
    pub shape: ZoneShape,
}

impl Zone {
    pub fn new(owner: Quad, shape: ZoneShape) -> Self {
        Self { owner, shape }
    }

    /// Is the point in the zone?
    pub fn contains(&self, _point: Vec2) -> bool {
        false
    }

    /// Is any part of the footprint in the zone?
    pub fn holds(&self, _body: Placed<'_>) -> bool {
        false
    }

    /// How far the footprint is from the zone: 0 in it.
    pub fn gap(&self, body: Placed<'_>) -> Gap {
        Gap::between(body.pose.at, self.owner.pose.at)
    }

    /// The first fraction of the leg at which the body comes into the zone; 0 if it is in already.
    pub fn entry(&self, _body: &Body, _start: Pose, _leg: Leg) -> Option<f32> {
        None
    }

    /// The zone's edge, for drawing: closed, clockwise.
    pub fn outline(&self) -> Vec<Vec2> {
        Vec::new()
    }
}
