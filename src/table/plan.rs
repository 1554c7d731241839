//! From a wanted pose to a legal move: the cheapest turn, slides and turn that lead there.
//!
//! Clauses: `easy:II.B-path` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches and radians.

use super::body::{Body, Edge, Quad};
use super::field::Field;
use super::path::Path;
use super::pose::Pose;

/// A legal move to the wanted pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub path: Path,
    /// Inches of the allowance that it takes.
    pub cost: f32,
    /// Where it ends: the wanted pose, but for rounding.
    pub end: Pose,
    /// The obstacle lines it crosses, by [`super::field::FieldLine::id`], in order of number.
    pub crosses: Vec<u32>,
    /// The enemies its end touches, by [`super::field::Solid::id`], in order of number.
    pub touches: Vec<u32>,
    /// The owner of the zone in which it ends by closing or halting, if any.
    pub closes_on: Option<u32>,
}

/// Why the wanted pose cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hindrance {
    /// The cheapest legal move costs so many inches.
    OverAllowance { cost: f32 },
    /// The wanted pose would overlap this stand.
    Overlap { id: u32 },
    /// The wanted pose hangs over the table's edge.
    OffTable,
    /// The wanted pose lies on this impassable ground.
    Impassable { id: u32 },
    /// No way round what stands between; the nearest stand in the way, if one is.
    Blocked { by: Option<u32> },
    /// Zones of control forbid it; the zone's owner.
    Zone { owner: u32 },
    /// The wanted pose touches this enemy otherwise than with the front edge.
    SideContact { id: u32 },
    /// This enemy may not be touched.
    MayNotContact { id: u32 },
    /// The edge wanted is taken.
    EdgeTaken { id: u32, edge: Edge },
    /// Only a path across this line leads there.
    Line { id: u32 },
    /// The pose or the path is not made of finite numbers.
    NotFinite,
}

/// The refusal of a plan, and how far the stand can go.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanFailure {
    pub reason: Hindrance,
    /// The farthest legal pose toward the wanted one.
    pub at: Pose,
    /// The legal path to `at`.
    pub path: Path,
    /// What that path costs.
    pub cost: f32,
}

/// The cheapest legal move from `start` to `goal` within `allowance` inches.
pub fn plan(
    field: &Field,
    body: &Body,
    start: Pose,
    goal: Pose,
    allowance: f32,
) -> Result<Plan, PlanFailure> {
    let _ = (field, body, goal, allowance);
    Err(PlanFailure { reason: Hindrance::NotFinite, at: start, path: Path::stay(), cost: 0.0 })
}

/// The cheapest legal move from `start` through every way-point in order.
pub fn plan_through(
    field: &Field,
    body: &Body,
    start: Pose,
    way_points: &[Pose],
    allowance: f32,
) -> Result<Plan, PlanFailure> {
    plan(field, body, start, way_points.last().copied().unwrap_or(start), allowance)
}

/// The cheapest legal move from `start` that brings the front edge against an edge of `target`.
///
/// Without a wish for an edge, all four are tried.
pub fn plan_to_contact(
    field: &Field,
    body: &Body,
    start: Pose,
    target: &Quad,
    edge: Option<Edge>,
    allowance: f32,
) -> Result<Plan, PlanFailure> {
    let _ = (target, edge);
    plan(field, body, start, start, allowance)
}
