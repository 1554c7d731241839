//! Contact of two rectangles, and which edge of the stand touched it is assigned to.
//!
//! Clauses: `easy:0.4`, `easy:II.C.4.1`, `easy:III-contact`. Units: inches.

use glam::Vec2;

use super::body::{Corner, Edge, Quad};

/// What part of a rectangle touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Edge(Edge),
    Corner(Corner),
}

/// Two rectangles within touch of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub gap: f32,
    /// Unit, from `b` toward `a`.
    pub normal: Vec2,
    /// The ends of the stretch in contact, on `b`; twice the same point at a corner.
    pub at: [Vec2; 2],
    /// The length of that stretch.
    pub length: f32,
    pub a: Feature,
    pub b: Feature,
}

/// The contact of two rectangles, if their gap is at most [`super::tolerance::TOUCH`].
pub fn contact(_a: Quad, _b: Quad) -> Option<Contact> {
    None
}

/// The edges of `touched` that `toucher` touches, each with the length of the stretch (0 at a bare corner).
pub fn touched_edges(_toucher: Quad, _touched: Quad) -> Vec<(Edge, f32)> {
    Vec::new()
}

/// The one edge of the defender to which this contact is assigned; `chosen` is the edge closed upon.
///
/// Clause: `easy:0.4`.
pub fn contacted_edge(_attacker: Quad, _defender: Quad, _chosen: Option<Edge>) -> Option<Edge> {
    None
}

/// The edge whose sector, bounded by lines at 45° through the corners, holds the point (`flank-by=start-position`).
pub fn sector_edge(_defender: Quad, _point: Vec2) -> Edge {
    Edge::Front
}

/// The edge of the zone's owner nearest to the mover; a bare corner is a tie.
///
/// Clause: `easy:II.C.4.1`.
pub fn nearest_edge(_mover: Quad, _owner: Quad) -> Edge {
    Edge::Front
}

/// The unit direction in which the mover closes on an edge.
///
/// Clause: `easy:II.C.4.1`.
pub fn closing_direction(_mover: Quad, owner: Quad, edge: Edge) -> Vec2 {
    -owner.normal(edge)
}

/// Does the mover touch with its front edge, and with nothing else?
///
/// Clause: `easy:III-contact`.
pub fn first_touch_is_front(_mover: Quad, _other: Quad) -> bool {
    false
}
