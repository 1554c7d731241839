//! Footprints: rigid bodies of one or several rectangles, with their frames, corners and edges (`easy:0.1`).

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::pose::{Heading, Pose};

/// A rectangle fixed to a body: width along the front, depth from front to rear, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Position of its centre and its heading in the body's own frame (u right, v forward).
    pub offset: Pose,
    pub width: f32,
    pub depth: f32,
}

/// A rigid body of one or several rectangles that move as one: a stand, or a battalion of stands.
///
/// The rules of `easy` use bodies of one rectangle centred on the body's own origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    parts: Vec<Rect>,
}

/// A named edge of a rectangle.
///
/// ```text
///      FL --front-- FR
///       |            |
///      left        right
///       |            |
///      RL --rear--- RR
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Edge {
    Front,
    Right,
    Rear,
    Left,
}

/// A named corner of a rectangle; each belongs to the two edges it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Corner {
    FrontLeft,
    FrontRight,
    RearRight,
    RearLeft,
}

impl Edge {
    /// Clockwise from the front.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// The outward normal in the rectangle's frame (u right, v forward).
    pub(super) fn local_normal(self) -> Vec2 {
        match self {
            Self::Front => Vec2::Y,
            Self::Right => Vec2::X,
            Self::Rear => Vec2::NEG_Y,
            Self::Left => Vec2::NEG_X,
        }
    }

    /// The two corners it joins, clockwise.
    pub fn corners(self) -> [Corner; 2] {
        match self {
            Self::Front => [Corner::FrontLeft, Corner::FrontRight],
            Self::Right => [Corner::FrontRight, Corner::RearRight],
            Self::Rear => [Corner::RearRight, Corner::RearLeft],
            Self::Left => [Corner::RearLeft, Corner::FrontLeft],
        }
    }

    /// Rank for settling ties, front over side, side over rear (`easy:0.4`).
    pub(super) fn precedence(self) -> u8 {
        match self {
            Self::Front => 0,
            Self::Right | Self::Left => 1,
            Self::Rear => 2,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Right => "right",
            Self::Rear => "rear",
            Self::Left => "left",
        }
    }
}

impl Corner {
    /// Clockwise from the front left.
    pub const ALL: [Self; 4] = [Self::FrontLeft, Self::FrontRight, Self::RearRight, Self::RearLeft];

    /// The two edges that meet here.
    pub fn edges(self) -> [Edge; 2] {
        match self {
            Self::FrontLeft => [Edge::Left, Edge::Front],
            Self::FrontRight => [Edge::Front, Edge::Right],
            Self::RearRight => [Edge::Right, Edge::Rear],
            Self::RearLeft => [Edge::Rear, Edge::Left],
        }
    }
}

/// The offset of a rectangle that is the whole body.
const CENTRED: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);

impl Rect {
    /// A rectangle centred on the body's origin, with the same heading.
    pub fn centred(width: f32, depth: f32) -> Self {
        Self { offset: CENTRED, width, depth }
    }

    pub fn half(&self) -> Vec2 {
        Vec2::new(self.width, self.depth) / 2.0
    }

    pub fn area(&self) -> f32 {
        self.width * self.depth
    }
}

impl Body {
    /// One rectangle: width along the front, depth from front to rear, in inches.
    pub fn single(width: f32, depth: f32) -> Self {
        Self { parts: vec![Rect::centred(width, depth)] }
    }

    /// Several rectangles that move as one. Panics if the list is empty.
    pub fn of(parts: Vec<Rect>) -> Self {
        assert!(!parts.is_empty(), "a body has at least one rectangle");
        Self { parts }
    }

    pub fn parts(&self) -> &[Rect] {
        &self.parts
    }

    /// The largest distance of any corner from the local point `pivot`: the radius of a turn about it.
    ///
    /// Clause: `easy:II.B-turn`.
    pub fn radius_about(&self, pivot: Vec2) -> f32 {
        let origin = Placed { body: self, pose: Pose::at(0.0, 0.0, 0.0) };
        origin.corners().map(|corner| corner.distance(pivot)).fold(0.0, f32::max)
    }

    /// Upper bound for the distance of any part of the body from its own origin.
    pub fn reach(&self) -> f32 {
        self.parts.iter().map(|part| part.offset.at.length() + part.half().length()).fold(0.0, f32::max)
    }

    pub fn area(&self) -> f32 {
        self.parts.iter().map(Rect::area).sum()
    }

    pub fn placed(&self, pose: Pose) -> Placed<'_> {
        Placed { body: self, pose }
    }
}

/// A body at a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<'a> {
    pub body: &'a Body,
    pub pose: Pose,
}

/// One rectangle of a placed body, in table coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad {
    pub pose: Pose,
    pub half: Vec2,
}

impl<'a> Placed<'a> {
    /// The rectangles on the table.
    pub fn quads(self) -> impl Iterator<Item = Quad> + 'a {
        self.body.parts.iter().map(move |part| {
            // Most bodies are one rectangle about their own centre.
            let pose = if part.offset == CENTRED {
                self.pose
            } else {
                let heading = self.pose.heading.turned(part.offset.heading.radians());
                Pose::new(self.pose.to_table(part.offset.at), heading)
            };
            Quad { pose, half: part.half() }
        })
    }

    /// The first rectangle: the whole body if it has only one.
    pub fn quad(self) -> Quad {
        self.quads().next().expect("a body has at least one rectangle")
    }

    /// All corners on the table, four a rectangle.
    pub fn corners(self) -> impl Iterator<Item = Vec2> + 'a {
        self.quads().flat_map(|quad| quad.corners())
    }
}

impl Quad {
    pub fn corner(&self, corner: Corner) -> Vec2 {
        let [at] = self.at_corners([corner]);
        at
    }

    /// Clockwise from the front left.
    pub fn corners(&self) -> [Vec2; 4] {
        self.at_corners(Corner::ALL)
    }

    /// The positions of these corners.
    fn at_corners<const N: usize>(&self, corners: [Corner; N]) -> [Vec2; N] {
        let Vec2 { x, y } = self.half;
        let (right, forward) = self.pose.heading.axes();
        corners.map(|corner| {
            let local = match corner {
                Corner::FrontLeft => Vec2::new(-x, y),
                Corner::FrontRight => Vec2::new(x, y),
                Corner::RearRight => Vec2::new(x, -y),
                Corner::RearLeft => Vec2::new(-x, -y),
            };
            self.pose.at + right * local.x + forward * local.y
        })
    }

    /// The two ends of an edge, clockwise round the rectangle.
    pub fn edge(&self, edge: Edge) -> [Vec2; 2] {
        self.at_corners(edge.corners())
    }

    /// The outward normal of an edge on the table.
    pub fn normal(&self, edge: Edge) -> Vec2 {
        let local = edge.local_normal();
        let (right, forward) = self.pose.heading.axes();
        right * local.x + forward * local.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Vec2, b: Vec2) -> bool {
        a.distance(b) < 1e-5
    }

    #[test]
    fn corners_are_named_from_the_front() {
        let body = Body::single(2.0, 2.0);
        let quad = body.placed(Pose::at(0.0, 0.0, 0.0)).quad();
        assert!(close(quad.corner(Corner::FrontLeft), Vec2::new(-1.0, 1.0)));
        assert!(close(quad.corner(Corner::RearRight), Vec2::new(1.0, -1.0)));
    }

    #[test]
    fn battery_facing_east_has_its_front_edge_in_the_east() {
        let body = Body::single(1.0, 2.0);
        let [a, b] = body.placed(Pose::at(0.0, 0.0, 90.0)).quad().edge(Edge::Front);
        assert!(close(a, Vec2::new(1.0, 0.5)) && close(b, Vec2::new(1.0, -0.5)), "{a} {b}");
    }

    #[test]
    fn wheel_keeps_its_hinge() {
        let pose = Pose::at(3.0, 4.0, 20.0);
        let hinge = Vec2::new(-1.0, 1.0);
        let turned = pose.turned_about(hinge, 0.7);
        assert!(close(pose.to_table(hinge), turned.to_table(hinge)));
    }

    #[test]
    fn radius_of_a_front_corner_wheel_is_the_diagonal() {
        let body = Body::single(2.0, 2.0);
        assert!((body.radius_about(Vec2::ZERO) - std::f32::consts::SQRT_2).abs() < 1e-5);
        assert!((body.radius_about(Vec2::new(-1.0, 1.0)) - 2.828_427).abs() < 1e-5);
    }
}
