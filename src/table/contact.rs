//! Contact of two rectangles, and which edge of the stand touched it is assigned to.
//!
//! Clauses: `easy:0.4`, `easy:II.C.4.1`, `easy:III-contact`. Units: inches.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::{Corner, Edge, Quad};
use super::convex::{self, Convex, Rectangle};
use super::pair::QuadPair;
use super::pose::Heading;
use super::tolerance::{
    ABREAST, ALIKE_COS, ANG, EPS, GRAIN, GRAZE, OVERLAP, TOUCH, beyond, overlapping, touching,
};
use super::zone::ZoneShape;

/// What part of a rectangle touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feature {
    Edge(Edge),
    Corner(Corner),
}

/// Two rectangles within touch of each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// 0 where they overlap.
    pub gap: f32,
    /// Unit vector from `b` toward `a`: the edge's normal in the closest edge-corner pair, or the line of centres for corners.
    pub normal: Vec2,
    /// The ends of the stretch in contact, on `b`; at a corner both are the same point.
    pub at: [Vec2; 2],
    /// The length of that stretch: 0 at a corner.
    pub length: f32,
    pub a: Feature,
    pub b: Feature,
    /// Corner on corner: a contact only if neither of the two touches another enemy in another way.
    pub graze: bool,
}

/// How two rectangles touch, if their gap is at most [`super::tolerance::TOUCH`].
///
/// If it is [corner on corner](Contact::graze), the other stands there decide whether it is a contact.
///
/// Clause: `easy:0.4`.
pub fn contact(a: Quad, b: Quad) -> Option<Contact> {
    // The distance first: hardly any pair touches, so the details are rarely needed.
    let apart = QuadPair::of(&a, &b).touching_gap()?;
    let (one, other) = (Sides::of(&a), Sides::of(&b));
    if grazes(&one.rectangle, &other.rectangle, apart) {
        return Some(Contact { graze: true, ..corner_on_corner(&one, &other, apart.max(0.0)) });
    }
    // An edge tilted a little, with its corner beside that of the other, still counts as an edge.
    let near = Near::of(&one, &other, apart, -OVERLAP);
    let found = relate_at(&one, &other, apart, &near);
    let normal = near.closest_normal(&one, &other).unwrap_or(found.normal);
    Some(Contact { normal, ..found })
}

/// Are two rectangles within touch of each other in any way but [corner on corner](is_graze)?
///
/// Clause: `easy:0.4`.
pub(super) fn touches_really(a: &Quad, b: &Quad) -> bool {
    let apart = QuadPair::of(a, b).touching_gap();
    apart.is_some_and(|apart| !grazes(&Rectangle::of(a), &Rectangle::of(b), apart))
}

/// Do two rectangles within touch of each other touch corner on corner only?
///
/// They do if no stretch of an edge longer than [`GRAZE`] faces an edge of the other square to it within [`TOUCH`], and no
/// corner of either is within [`TOUCH`] of an edge of the other at a point more than [`GRAZE`] from both its ends. They do not
/// if they overlap deeper than is accepted.
///
/// Clause: `easy:0.4`.
pub(super) fn is_graze(a: &Quad, b: &Quad) -> bool {
    grazes(&Rectangle::of(a), &Rectangle::of(b), -QuadPair::of(a, b).depth())
}

/// As [`is_graze`], with the distance between the two, negative by the depth if they overlap.
fn grazes(one: &Rectangle, other: &Rectangle, apart: f32) -> bool {
    let along = |a: &Rectangle, b: &Rectangle| (0..4).any(|edge| beyond(facing_stretch(a, edge, b), GRAZE));
    let inside = |a: &Rectangle, b: &Rectangle| {
        (0..4).any(|edge| b.points.iter().any(|&corner| is_on_middle(corner, a, edge)))
    };
    !overlapping(-apart)
        && !along(one, other)
        && !along(other, one)
        && !inside(one, other)
        && !inside(other, one)
}

/// Does the point lie within touch of this edge, more than [`GRAZE`] from both its ends?
fn is_on_middle(point: Vec2, rectangle: &Rectangle, edge: usize) -> bool {
    let (start, end) = (rectangle.points[edge], rectangle.points[(edge + 1) % 4]);
    let off = point - start;
    let place = (end - start).normalize_or_zero().dot(off);
    touching(rectangle.normals[edge].dot(off).abs())
        && beyond(place, GRAZE)
        && beyond(start.distance(end) - place, GRAZE)
}

/// The longest stretch of this edge of `a` that has an edge of `b` opposite, square to it and within touch.
fn facing_stretch(a: &Rectangle, edge: usize, b: &Rectangle) -> f32 {
    let (start, end) = (a.points[edge], a.points[(edge + 1) % 4]);
    let (normal, along, length) = (a.normals[edge], (end - start).normalize_or_zero(), start.distance(end));
    let mut longest = 0.0_f32;
    for other in 0..4 {
        if b.normals[other].dot(normal) >= 0.0 {
            continue;
        }
        let ends = [b.points[other], b.points[(other + 1) % 4]].map(|point| point - start);
        let [(from, near), (to, far)] = {
            let mut ends = ends.map(|off| (along.dot(off), normal.dot(off)));
            ends.sort_by(|x, y| x.0.total_cmp(&y.0));
            ends
        };
        let (mut low, mut high) = (from.max(0.0), to.min(length));
        if high <= low {
            continue;
        }
        // The distance changes evenly along the edge; the stretch ends where it passes the limit to either side.
        let slope = (far - near) / (to - from);
        let limit = TOUCH + GRAIN;
        if slope.abs() * (to - from) <= GRAIN {
            if near.abs() > limit {
                continue;
            }
        } else {
            let [one, two] = [-limit, limit].map(|limit| from + (limit - near) / slope);
            (low, high) = (low.max(one.min(two)), high.min(one.max(two)));
        }
        longest = longest.max(high - low);
    }
    longest
}

/// The edges of `touched` that `toucher` touches, clockwise from the front, each with the length it runs along:
/// 0 where a corner touches.
///
/// Clause: `easy:0.4`.
pub(super) fn touched_edges(toucher: Quad, touched: Quad) -> Vec<(Edge, f32)> {
    let (rectangle, other) = (Rectangle::of(&toucher), Rectangle::of(&touched));
    Edge::ALL
        .into_iter()
        .enumerate()
        .filter(|&(_, edge)| touching(segment_distance(&rectangle, touched.edge(edge))))
        .map(|(index, edge)| (edge, facing_stretch(&other, index, &rectangle)))
        .map(|(edge, length)| (edge, if beyond(length, GRAZE) { length } else { 0.0 }))
        .collect()
}

/// Does `toucher` touch a side or the rear of `touched`, and not only a front corner?
///
/// Clause: `easy:III.F.1`. A point as near to the corner as [`GRAZE`] counts as the corner (`easy:0.2`).
pub fn touches_flank_or_rear(toucher: Quad, touched: Quad) -> bool {
    let rectangle = Rectangle::of(&toucher);
    [Edge::Right, Edge::Rear, Edge::Left].into_iter().any(|edge| {
        let kept = without_front_corner(edge, touched.edge(edge), GRAZE);
        touching(segment_distance(&rectangle, kept))
    })
}

/// The edge, shortened at its front corner by this many inches.
fn without_front_corner(edge: Edge, [mut from, mut to]: [Vec2; 2], cut: f32) -> [Vec2; 2] {
    let along = (to - from).normalize_or_zero() * cut.min(from.distance(to));
    // Clockwise, the right edge starts at a front corner and the left edge ends at one.
    match edge {
        Edge::Right => from += along,
        Edge::Left => to -= along,
        Edge::Front | Edge::Rear => {}
    }
    [from, to]
}

/// The one edge of the defender to which this contact is assigned; `chosen` is the edge closed upon.
/// `None` if there is no contact.
///
/// Clause: `easy:0.4`.
pub fn contacted_edge(attacker: Quad, defender: Quad, chosen: Option<Edge>) -> Option<Edge> {
    let relation = contact(attacker, defender)?;
    let touched = touched_edges(attacker, defender);
    // (0) The edge chosen, unless touched only at a corner shared with an edge touched along a longer stretch.
    if let Some(chosen) = chosen
        && let Some(&(_, length)) = touched.iter().find(|(edge, _)| *edge == chosen)
    {
        let inner = !relation.graze && relation.b == Feature::Edge(chosen);
        let neighbour_longer = touched
            .iter()
            .any(|&(edge, other)| edge != chosen && other > length && shares_corner(edge, chosen));
        if inner || length > 0.0 || !neighbour_longer {
            return Some(chosen);
        }
    }
    // (1) Along an edge, the longer shared length if two; then a corner on an edge.
    let longest = touched
        .iter()
        .filter(|(_, length)| *length > 0.0)
        .max_by(|a, b| {
            let longer =
                if (a.1 - b.1).abs() <= EPS { std::cmp::Ordering::Equal } else { a.1.total_cmp(&b.1) };
            longer.then(b.0.precedence().cmp(&a.0.precedence()))
        })
        .map(|(edge, _)| *edge);
    if longest.is_some() {
        return longest;
    }
    match (relation.a, relation.b) {
        (_, Feature::Edge(edge)) => Some(edge),
        // (2) and (3) A defender's corner on an edge of the attacker, or corner to corner.
        (Feature::Edge(edge), Feature::Corner(corner)) => {
            Some(most_opposed(&defender, corner, attacker.normal(edge)))
        }
        (Feature::Corner(_), Feature::Corner(corner)) => {
            Some(most_opposed(&defender, corner, attacker.pose.heading.forward()))
        }
    }
}

/// The edge whose sector, bounded by lines at 45° through the corners, holds the point (`flank-by=start-position`).
/// On a line: front over side, side over rear.
///
/// Clause: `easy:0.4`.
pub fn sector_edge(defender: Quad, point: Vec2) -> Edge {
    let local = defender.pose.to_local(point);
    let out = local.abs() - defender.half;
    let side = if local.x >= 0.0 { Edge::Right } else { Edge::Left };
    if local.y >= 0.0 {
        if out.y >= out.x - EPS { Edge::Front } else { side }
    } else if out.y > out.x + EPS {
        Edge::Rear
    } else {
        side
    }
}

/// The edge of the zone's owner nearest to the mover. Only a bare corner is a tie: front over side, side over rear.
///
/// Ruling: edges parallel within [`ANG`] count as holding a stretch, as hands place stands no better.
///
/// Clause: `easy:II.C.4.1`.
pub fn nearest_edge(mover: Quad, owner: Quad) -> Edge {
    match relate(&mover, &owner).b {
        Feature::Edge(edge) => edge,
        Feature::Corner(corner) => {
            corner.edges().into_iter().min_by_key(|edge| edge.precedence()).unwrap_or(Edge::Front)
        }
    }
}

/// The length of this edge of the owner that the mover is in front of: on its outer side, and square to it.
///
/// Clause: `easy:II.C.4.2`.
pub(super) fn stretch_before(mover: Quad, owner: Quad, edge: Edge) -> f32 {
    let [start, end] = owner.edge(edge);
    let (normal, along) = (owner.normal(edge), (end - start).normalize_or_zero());
    let corners = Rectangle::of(&mover).points.map(|point| point - start);
    if corners.iter().any(|corner| overlapping(-normal.dot(*corner))) {
        return 0.0;
    }
    let places = corners.map(|corner| along.dot(corner));
    let from = places.into_iter().fold(f32::INFINITY, f32::min).max(0.0);
    let to = places.into_iter().fold(f32::NEG_INFINITY, f32::max).min(start.distance(end));
    (to - from).max(0.0)
}

/// The edge of a zone's owner on which a mover may close although it enters the zone of another enemy, the first, before.
/// It is the nearest edge (either one at a bare corner), if the zone reaches out from it, more than [`GRAZE`] of the mover is
/// square before it, and the first enemy shows the mover the same front.
///
/// How much farther off the owner is than the first is not checked here.
///
/// Clause: `easy:II.C.4.2`.
pub fn edge_abreast(mover: Quad, first: Quad, owner: Quad, zone: ZoneShape) -> Option<Edge> {
    let is_abreast = |edge: Edge| {
        is_before_edge(mover, owner, zone, edge) && shows_front(first, owner.normal(edge), mover)
    };
    // Most are abreast on no edge, so the nearest edge is computed last.
    if !Edge::ALL.into_iter().any(is_abreast) {
        return None;
    }
    let [one, other] = match relate(&mover, &owner).b {
        Feature::Edge(edge) => [edge; 2],
        Feature::Corner(corner) => corner.edges(),
    };
    let edges = if one.precedence() <= other.precedence() { [one, other] } else { [other, one] };
    edges.into_iter().find(|&edge| is_abreast(edge))
}

/// Is more than [`GRAZE`] of the mover square before some edge from which the owner's zone reaches? Needed for
/// [`edge_abreast`].
///
/// Clause: `easy:II.C.4.2`.
pub(super) fn is_before(mover: Quad, owner: Quad, zone: ZoneShape) -> bool {
    Edge::ALL.into_iter().any(|edge| is_before_edge(mover, owner, zone, edge))
}

fn is_before_edge(mover: Quad, owner: Quad, zone: ZoneShape, edge: Edge) -> bool {
    zone.reaches_from(edge) && beyond(stretch_before(mover, owner, edge), GRAZE)
}

/// Could the owner of a zone be [abreast](edge_abreast) of the first for some position of a mover: do both show one front?
///
/// Clause: `easy:II.C.4.2`.
pub(super) fn could_be_abreast(first: Quad, owner: Quad, zone: ZoneShape) -> bool {
    let alike = |edge: Edge| {
        let direction = owner.normal(edge);
        Edge::ALL.into_iter().any(|other| first.normal(other).dot(direction) >= ALIKE_COS)
    };
    Edge::ALL.into_iter().any(|edge| zone.reaches_from(edge) && alike(edge))
}

/// Does the stand have an edge facing this way, within [`ABREAST`], with the whole mover before it?
fn shows_front(stand: Quad, direction: Vec2, mover: Quad) -> bool {
    let corners = Rectangle::of(&mover).points;
    Edge::ALL.into_iter().any(|edge| {
        let (normal, [start, _]) = (stand.normal(edge), stand.edge(edge));
        normal.dot(direction) >= ALIKE_COS
            && corners.iter().all(|corner| normal.dot(*corner - start) >= -ABREAST)
    })
}

/// The unit direction in which the mover closes on an edge: along its inward normal where an edge of the mover is
/// parallel to it and overlaps it, else along the shortest line to it.
///
/// Clause: `easy:II.C.4.1`.
pub fn closing_direction(mover: Quad, owner: Quad, edge: Edge) -> Vec2 {
    let inward = -owner.normal(edge);
    if flush_pair(&Sides::of(&mover), &Sides::of(&owner), edge).is_some_and(|flush| flush.offset >= -OVERLAP)
    {
        return inward;
    }
    let segment = owner.edge(edge);
    let normals = convex::segment_normals(segment);
    let line = Convex { points: &segment, normals: &normals };
    let nearest = convex::nearest(Rectangle::of(&mover).convex(), line);
    if nearest.distance <= GRAIN { inward } else { (nearest.on_b - nearest.on_a) / nearest.distance }
}

/// Does the mover touch with its front edge, and with no point of another edge more than `slack` inches from a front corner?
///
/// Clause: `easy:III-contact`.
pub fn first_touch_is_front(mover: Quad, other: Quad, slack: f32) -> bool {
    let other = Rectangle::of(&other);
    let touches = |segment| touching(segment_distance(&other, segment));
    let beyond_corner = |edge: Edge| without_front_corner(edge, mover.edge(edge), slack);
    touches(mover.edge(Edge::Front))
        && ![Edge::Right, Edge::Rear, Edge::Left].into_iter().any(|edge| touches(beyond_corner(edge)))
}

/// How two rectangles lie to each other at any distance: their nearest features, named as in a contact.
pub(super) fn relate(a: &Quad, b: &Quad) -> Contact {
    let apart = QuadPair::of(a, b).signed_gap();
    let (one, other) = (Sides::of(a), Sides::of(b));
    relate_at(&one, &other, apart, &Near::of(&one, &other, apart, OVERLAP))
}

/// As [`relate`], given the distance (negative by the depth if they overlap) and which corners are near edges.
fn relate_at(a: &Sides, b: &Sides, apart: f32, near: &Near) -> Contact {
    let gap = apart.max(0.0);
    let flush = Edge::ALL
        .into_iter()
        .filter_map(|edge| flush_pair(a, b, edge))
        // Parallel within ANG, the middle of an edge may lie this much off its nearest end.
        .filter(|flush| (flush.offset - apart).abs() <= EPS)
        .max_by(|x, y| x.length().total_cmp(&y.length()));
    if let Some(flush) = flush {
        return Contact {
            gap,
            normal: b.normal(flush.b),
            at: flush.at,
            length: flush.length(),
            a: Feature::Edge(flush.a),
            b: Feature::Edge(flush.b),
            graze: false,
        };
    }
    let at_point = |normal: Vec2, at: Vec2, a: Feature, b: Feature| {
        let at = [at; 2];
        Contact { gap, normal, at, length: 0.0, a, b, graze: false }
    };
    let on_a = |OnEdge { edge, corner, point, .. }: OnEdge| {
        at_point(-a.normal(edge), point, Feature::Edge(edge), Feature::Corner(corner))
    };
    let on_b = |OnEdge { edge, corner, point, .. }: OnEdge| {
        let normal = b.normal(edge);
        let foot = point - normal * normal.dot(point - b.edge(edge)[0]);
        at_point(normal, foot, Feature::Corner(corner), Feature::Edge(edge))
    };
    match (nearest_of(&near.on_b), nearest_of(&near.on_a)) {
        (Some(theirs), Some(own)) if own.miss < theirs.miss => on_a(own),
        (Some(theirs), _) => on_b(theirs),
        (None, Some(own)) => on_a(own),
        (None, None) => corner_on_corner(a, b, gap),
    }
}

/// A rectangle with its edges and corners by name, computed once for all queries.
struct Sides {
    rectangle: Rectangle,
    centre: Vec2,
}

impl Sides {
    fn of(quad: &Quad) -> Self {
        Self { rectangle: Rectangle::of(quad), centre: quad.pose.at }
    }

    fn corner(&self, corner: Corner) -> Vec2 {
        self.rectangle.points[corner as usize]
    }

    fn normal(&self, edge: Edge) -> Vec2 {
        self.rectangle.normals[edge as usize]
    }

    /// The two ends of an edge, clockwise round the rectangle.
    fn edge(&self, edge: Edge) -> [Vec2; 2] {
        edge.corners().map(|corner| self.corner(corner))
    }
}

/// A corner of one rectangle that is nearest to an edge of the other.
#[derive(Clone, Copy)]
struct OnEdge {
    edge: Edge,
    corner: Corner,
    /// Position of the corner.
    point: Vec2,
    /// How much farther than the nearest corner it is, in inches.
    miss: f32,
}

/// The first of the nearest.
fn nearest_of(found: &[OnEdge]) -> Option<OnEdge> {
    found.iter().copied().reduce(|best, next| if next.miss < best.miss { next } else { best })
}

/// Which corners of two rectangles are near which edges of the other.
struct Near {
    /// Corners of the second on edges of the first.
    on_a: Vec<OnEdge>,
    /// Corners of the first on edges of the second.
    on_b: Vec<OnEdge>,
}

impl Near {
    fn of(a: &Sides, b: &Sides, apart: f32, inset: f32) -> Self {
        Self { on_a: corners_on_edges(b, a, apart, inset), on_b: corners_on_edges(a, b, apart, inset) }
    }

    /// The normal, toward `a`, of the edge in the closest pair of edge and corner; if equally close, of the edge of `a`.
    ///
    /// Clause: `easy:0.4`.
    fn closest_normal(&self, a: &Sides, b: &Sides) -> Option<Vec2> {
        match (nearest_of(&self.on_a), nearest_of(&self.on_b)) {
            (Some(own), Some(theirs)) if theirs.miss < own.miss - EPS => Some(b.normal(theirs.edge)),
            (Some(own), _) => Some(-a.normal(own.edge)),
            (None, Some(theirs)) => Some(b.normal(theirs.edge)),
            (None, None) => None,
        }
    }
}

/// The two nearest corners, along the line of centres.
fn corner_on_corner(a: &Sides, b: &Sides, gap: f32) -> Contact {
    let mut nearest = (f32::INFINITY, Corner::FrontLeft, Corner::FrontLeft);
    for own in Corner::ALL {
        for theirs in Corner::ALL {
            let distance = a.corner(own).distance(b.corner(theirs));
            if distance < nearest.0 {
                nearest = (distance, own, theirs);
            }
        }
    }
    let (_, own, theirs) = nearest;
    let normal = (a.centre - b.centre).try_normalize().unwrap_or(Vec2::Y);
    Contact {
        gap,
        normal,
        at: [b.corner(theirs); 2],
        length: 0.0,
        a: Feature::Corner(own),
        b: Feature::Corner(theirs),
        graze: false,
    }
}

/// Two edges that face each other, parallel within [`ANG`], and overlap along more than [`OVERLAP`].
struct Flush {
    a: Edge,
    b: Edge,
    /// The ends of the common stretch, on `b`.
    at: [Vec2; 2],
    /// How far the edge of `a` lies outside that of `b` at the nearest place.
    offset: f32,
}

impl Flush {
    fn length(&self) -> f32 {
        self.at[0].distance(self.at[1])
    }
}

/// The cosine of a little more than [`ANG`]: edges that are farther from parallel are rejected without computing an angle.
const PARALLEL_COS: f32 = 0.999_9;

/// The edge of `a` that faces this edge of `b`, if one does.
fn flush_pair(a: &Sides, b: &Sides, edge: Edge) -> Option<Flush> {
    let normal = b.normal(edge);
    let [start, end] = b.edge(edge);
    let along = (end - start).normalize_or_zero();
    let length = start.distance(end);
    let facing = Edge::ALL.into_iter().find(|&other| {
        let theirs = a.normal(other);
        -normal.dot(theirs) >= PARALLEL_COS
            && Heading::of(theirs).angle_to(Heading::of(-normal)) <= ANG + GRAIN
    })?;
    let ends = a.edge(facing).map(|point| point - start);
    let [one, other] = ends.map(|point| along.dot(point));
    let (from, to) = (one.min(other).max(0.0), one.max(other).min(length));
    if to - from <= OVERLAP {
        return None;
    }
    // At the nearer end of the common stretch, as the two may be half a degree out of parallel.
    let slope = (normal.dot(ends[1]) - normal.dot(ends[0])) / (other - one);
    let at = |place: f32| normal.dot(ends[0]) + slope * (place - one);
    Some(Flush {
        a: facing,
        b: edge,
        at: [start + along * from, start + along * to],
        offset: at(from).min(at(to)),
    })
}

/// Corners of `a` that are nearest to a point of an edge of `b` farther than `inset` from its ends.
fn corners_on_edges(a: &Sides, b: &Sides, apart: f32, inset: f32) -> Vec<OnEdge> {
    let mut found = Vec::new();
    for edge in Edge::ALL {
        let [start, end] = b.edge(edge);
        let normal = b.normal(edge);
        let offsets = a.rectangle.points.map(|point| normal.dot(point - start));
        let lowest = offsets.into_iter().fold(f32::INFINITY, f32::min);
        if (lowest - apart).abs() > EPS {
            continue;
        }
        let along = (end - start).normalize_or_zero();
        let length = start.distance(end);
        for (corner, offset) in Corner::ALL.into_iter().zip(offsets) {
            let point = a.corner(corner);
            let place = along.dot(point - start);
            let inner = place > inset && place < length - inset;
            if inner && offset <= lowest + EPS {
                found.push(OnEdge { edge, corner, point, miss: offset - apart });
            }
        }
    }
    found
}

/// Of the two edges that meet at the corner, the one whose outward normal is most nearly opposite a direction;
/// within [`ANG`] front over side, side over rear.
fn most_opposed(defender: &Quad, corner: Corner, direction: Vec2) -> Edge {
    let against = Heading::of(-direction);
    let [one, other] =
        corner.edges().map(|edge| (edge, Heading::of(defender.normal(edge)).angle_to(against)));
    let tied = (one.1 - other.1).abs() <= ANG + GRAIN;
    let first = if tied { one.0.precedence() < other.0.precedence() } else { one.1 < other.1 };
    if first { one.0 } else { other.0 }
}

fn shares_corner(one: Edge, other: Edge) -> bool {
    one.corners().iter().any(|corner| other.corners().contains(corner))
}

fn segment_distance(rectangle: &Rectangle, segment: [Vec2; 2]) -> f32 {
    let normals = convex::segment_normals(segment);
    convex::signed_distance(rectangle.convex(), Convex { points: &segment, normals: &normals }).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::pose::Pose;

    fn stand(x: f32, y: f32, degrees: f32) -> Quad {
        Body::single(2.0, 2.0).placed(Pose::at(x, y, degrees)).quad()
    }

    /// A stand with the middle of its front edge on the point, facing this way.
    fn front_middle_on(point: Vec2, degrees: f32) -> Quad {
        let heading = Heading::from_degrees(degrees);
        let at = point - heading.forward();
        stand(at.x, at.y, degrees)
    }

    const NORTH: f32 = 0.0;
    const SOUTH: f32 = 180.0;
    const WEST: f32 = 270.0;

    #[test]
    fn gap_of_a_twentieth_is_contact_and_a_little_more_is_not() {
        assert!(contact(stand(0.0, 2.05, SOUTH), stand(0.0, 0.0, NORTH)).is_some());
        assert!(contact(stand(0.0, 2.06, SOUTH), stand(0.0, 0.0, NORTH)).is_none());
        assert!(contact(stand(40.0, 42.05, SOUTH), stand(40.0, 40.0, NORTH)).is_some());
    }

    #[test]
    fn fronts_offset_by_less_than_a_stand_touch_along_the_front() {
        let defender = stand(0.0, 0.0, NORTH);
        let attacker = stand(0.8, 2.0, SOUTH);
        let found = contact(attacker, defender).expect("they touch");
        assert_eq!((found.a, found.b), (Feature::Edge(Edge::Front), Feature::Edge(Edge::Front)));
        assert!((found.length - 1.2).abs() < 1e-4);
        assert!(found.normal.distance(Vec2::Y) < 1e-5);
        assert_eq!(contacted_edge(attacker, defender, None), Some(Edge::Front));
    }

    #[test]
    fn closing_from_the_east_touches_the_right_edge() {
        let defender = stand(0.0, 0.0, NORTH);
        assert_eq!(contacted_edge(stand(2.0, 0.0, WEST), defender, Some(Edge::Right)), Some(Edge::Right));
        assert_eq!(contacted_edge(stand(2.0, 1.9, WEST), defender, None), Some(Edge::Right));
        assert_eq!(contacted_edge(stand(4.0, 0.0, WEST), defender, None), None);
    }

    #[test]
    fn corner_on_the_front_edge_goes_to_the_edge_most_opposed() {
        let defender = stand(0.0, 0.0, NORTH);
        let corner = Vec2::new(1.0, 1.0);
        for (degrees, edge) in [
            (200.0, Edge::Front),
            (250.0, Edge::Right),
            (225.0, Edge::Front),
            (225.2, Edge::Front),
            (225.4, Edge::Right),
        ] {
            let attacker = front_middle_on(corner, degrees);
            assert_eq!(contacted_edge(attacker, defender, None), Some(edge), "heading {degrees}");
        }
        let rear = front_middle_on(Vec2::new(1.0, -1.0), 315.0);
        assert_eq!(contacted_edge(rear, defender, None), Some(Edge::Right), "side over rear");
    }

    #[test]
    fn chosen_edge_stands_unless_another_is_touched_along_more() {
        let defender = stand(0.0, 0.0, NORTH);
        let bare = front_middle_on(Vec2::new(1.0, 1.0), 225.0);
        assert_eq!(contacted_edge(bare, defender, Some(Edge::Right)), Some(Edge::Right));
        // Flush on the front, overlapping the corner: the right edge is touched at that corner only.
        assert_eq!(contacted_edge(stand(0.8, 2.0, SOUTH), defender, Some(Edge::Right)), Some(Edge::Front));
        // Not touched at all.
        assert_eq!(contacted_edge(bare, defender, Some(Edge::Rear)), Some(Edge::Front));
    }

    #[test]
    fn own_corner_on_an_edge_is_that_edge() {
        let defender = stand(0.0, 0.0, NORTH);
        // A stand at 45° with its front-left corner on the middle of the right edge.
        let heading = Heading::from_degrees(315.0);
        let corner = -heading.right() + heading.forward();
        let at = Vec2::new(1.0, 0.2) - corner;
        let attacker = stand(at.x, at.y, 315.0);
        let found = contact(attacker, defender).expect("they touch");
        assert_eq!((found.a, found.b), (Feature::Corner(Corner::FrontLeft), Feature::Edge(Edge::Right)));
        assert!(found.normal.distance(Vec2::X) < 1e-5);
        assert_eq!(contacted_edge(attacker, defender, None), Some(Edge::Right));
    }

    #[test]
    fn corner_to_corner_is_normal_to_nothing_but_the_line_of_centres() {
        let found = contact(stand(2.0, 2.0, SOUTH), stand(0.0, 0.0, NORTH)).expect("they touch");
        assert_eq!(
            (found.a, found.b),
            (Feature::Corner(Corner::FrontRight), Feature::Corner(Corner::FrontRight))
        );
        assert!(found.normal.distance(Vec2::ONE.normalize()) < 1e-5);
        assert_eq!(contacted_edge(stand(2.0, 2.0, SOUTH), stand(0.0, 0.0, NORTH), None), Some(Edge::Front));
    }

    #[test]
    fn flush_stand_touches_the_neighbour_edges_at_corners_only() {
        let touched = touched_edges(stand(2.0, 0.5, NORTH), stand(0.0, 0.0, NORTH));
        assert_eq!(touched.len(), 2, "{touched:?}");
        assert_eq!(touched[0], (Edge::Front, 0.0));
        assert!(touched[1].0 == Edge::Right && (touched[1].1 - 1.5).abs() < 1e-4);
    }

    #[test]
    fn sectors_are_bounded_at_45_degrees() {
        let defender = stand(0.0, 0.0, NORTH);
        assert_eq!(sector_edge(defender, Vec2::new(0.0, 5.0)), Edge::Front);
        assert_eq!(sector_edge(defender, Vec2::new(3.0, 3.0)), Edge::Front);
        assert_eq!(sector_edge(defender, Vec2::new(3.1, 3.0)), Edge::Right);
        assert_eq!(sector_edge(defender, Vec2::new(-3.0, -3.0)), Edge::Left);
        assert_eq!(sector_edge(defender, Vec2::new(0.0, -3.0)), Edge::Rear);
        // A battery 1" wide and 2" deep: the lines go through its corners, not its centre.
        let battery = Body::single(1.0, 2.0).placed(Pose::at(0.0, 0.0, 0.0)).quad();
        assert_eq!(sector_edge(battery, Vec2::new(2.0, 2.4)), Edge::Right);
        assert_eq!(sector_edge(battery, Vec2::new(2.0, 2.6)), Edge::Front);
    }

    #[test]
    fn nearest_edge_is_the_one_beside_and_a_bare_corner_is_the_front() {
        let owner = stand(0.0, 0.0, NORTH);
        assert_eq!(nearest_edge(stand(4.0, 0.0, WEST), owner), Edge::Right);
        assert_eq!(nearest_edge(stand(4.0, 0.0, 269.9), owner), Edge::Right);
        assert_eq!(nearest_edge(stand(4.0, 1.98, WEST), owner), Edge::Right);
        assert_eq!(nearest_edge(stand(4.0, 2.1, WEST), owner), Edge::Front);
        assert_eq!(nearest_edge(stand(4.0, -2.1, WEST), owner), Edge::Right);
        assert_eq!(nearest_edge(stand(-1.0, 4.0, 20.0), owner), Edge::Front);
    }

    #[test]
    fn closing_goes_along_the_normal_or_the_shortest_line() {
        let owner = stand(0.0, 0.0, NORTH);
        assert!(closing_direction(stand(0.5, 4.0, SOUTH), owner, Edge::Front).distance(Vec2::NEG_Y) < 1e-5);
        let oblique = closing_direction(stand(3.0, 4.0, SOUTH), owner, Edge::Front);
        assert!(oblique.distance(Vec2::new(-1.0, -2.0).normalize()) < 1e-4, "{oblique}");
    }

    #[test]
    fn front_or_front_corner_touches_but_no_side() {
        let enemy = stand(0.0, 0.0, NORTH);
        assert!(first_touch_is_front(stand(0.0, 2.0, SOUTH), enemy, 0.1));
        assert!(first_touch_is_front(stand(1.98, 2.0, SOUTH), enemy, 0.1), "the right front corner alone");
        assert!(!first_touch_is_front(stand(0.0, 2.0, NORTH), enemy, 0.1), "its rear");
        assert!(!first_touch_is_front(stand(2.02, 0.0, SOUTH), enemy, 0.1), "its side");
        assert!(!first_touch_is_front(stand(0.0, 2.2, SOUTH), enemy, 0.1), "no touch");
        assert!(first_touch_is_front(front_middle_on(Vec2::new(1.0, 1.0), 225.0), enemy, 0.1));
    }

    /// Both stands of a drawing at 60 headings, as drawn and mirrored, each shifted by less than [`EPS`].
    fn everywhere(a: [f32; 3], b: [f32; 3], mut told: impl FnMut(Quad, Quad, bool, f32)) {
        for turn in (0..60).map(|step| step as f32 * 6.0 + 0.37) {
            for mirrored in [false, true] {
                let place = |[x, y, degrees]: [f32; 3], shift: Vec2| {
                    let (x, degrees) = if mirrored { (-x, -degrees) } else { (x, degrees) };
                    let frame = Pose::at(30.0, 30.0, turn);
                    let at = frame.to_table(Vec2::new(x, y)) + shift;
                    stand(at.x, at.y, turn + degrees)
                };
                let shift = Heading::from_degrees(turn * 7.0).forward() * 0.0004;
                told(place(a, shift), place(b, -shift), mirrored, turn);
            }
        }
    }

    #[test]
    fn a_neighbour_in_line_is_grazed_however_hands_have_put_the_line() {
        let neighbours = [
            // Flush with the line, gaps up to touch, and the attacker a little to either side.
            ([0.0, 2.0, 180.0], [2.0, 0.0, 0.0]),
            ([0.0, 2.0, 180.0], [2.03, 0.0, 0.0]),
            ([0.12, 2.0, 180.0], [2.0, 0.0, 0.0]),
            ([0.06, 2.01, 181.5], [2.09, 0.04, 0.0]),
            ([0.0, 2.01, 178.5], [2.0, 0.0, 0.0]),
            ([2.0, 2.0, 180.0], [0.0, 0.0, 0.0]),
            // Tip to tip.
            ([0.0, 2.4142, 225.0], [1.04, -0.98, 0.0]),
        ];
        for (a, b) in neighbours {
            everywhere(a, b, |a, b, _, turn| {
                if let Some(found) = contact(a, b) {
                    assert!(found.graze, "{a:?} {b:?} at {turn}");
                    assert!(found.normal.distance((a.pose.at - b.pose.at).normalize()) < 1e-4);
                }
            });
        }
    }

    #[test]
    fn an_edge_tilted_a_little_is_an_edge_and_a_corner_on_the_middle_is_contact() {
        let touching = [
            ([0.0, 2.0, 180.0], [0.0, 0.0, 0.0], Edge::Front),
            ([0.0, 2.04, 181.5], [0.0, 0.0, 0.0], Edge::Front),
            ([0.2, 2.0, 180.0], [2.0, 0.0, 0.0], Edge::Front),
            ([-2.03, 0.0, 91.5], [0.0, 0.0, 0.0], Edge::Left),
            ([-2.03, 0.0, 89.4], [0.0, 0.0, 0.0], Edge::Left),
            // The front right corner on the middle of the front edge, square on the corner.
            ([0.0, 2.0 + 0.4142, 225.0], [0.0, 0.0, 0.0], Edge::Front),
            // The middle of the front on a corner.
            ([1.7071, 1.7071, 225.0], [0.0, 0.0, 0.0], Edge::Front),
        ];
        for (a, b, edge) in touching {
            everywhere(a, b, |a, b, mirrored, turn| {
                let found = contact(a, b).expect("they touch");
                assert!(!found.graze, "{a:?} {b:?} at {turn}");
                let wanted = if mirrored && edge == Edge::Left { Edge::Right } else { edge };
                assert_eq!(contacted_edge(a, b, None), Some(wanted), "{a:?} {b:?} at {turn}");
            });
        }
    }

    #[test]
    fn a_shared_length_counts_as_the_corner_up_to_the_limit() {
        for (x, graze) in [(1.846, false), (1.853, true), (1.9, true), (2.04, true)] {
            everywhere([x, 2.0, 180.0], [0.0, 0.0, 0.0], |a, b, _, turn| {
                assert_eq!(contact(a, b).expect("they touch").graze, graze, "{x} at {turn}");
            });
        }
    }

    #[test]
    fn corner_on_corner_goes_by_the_heading_whatever_corner_it_is() {
        let defender = stand(0.0, 0.0, NORTH);
        // Its rear right corner on the defender's front right one, heading north: the rear would face the front edge.
        for (x, y, degrees, edge) in [
            (2.0, 2.0, SOUTH, Edge::Front),
            (2.0, 2.0, NORTH, Edge::Right),
            (2.0, 2.0, WEST, Edge::Right),
            (2.0, 2.0, 90.0, Edge::Front),
        ] {
            let attacker = stand(x, y, degrees);
            assert!(contact(attacker, defender).is_some_and(|found| found.graze));
            let against = contacted_edge(attacker, defender, None);
            assert_eq!(against, Some(edge), "heading {degrees}");
        }
    }

    #[test]
    fn the_normal_is_that_of_the_edge_in_the_closest_pair() {
        let below = stand(0.0, 0.0, NORTH);
        // Tilted by more than ANG, a corner of the upper one is down on the edge of the lower one.
        let found = contact(stand(-0.5, 2.03, 178.9), below).expect("they touch");
        let tilted = Heading::from_degrees(-1.1).forward();
        assert!(
            found.normal.distance(tilted) < 1e-3,
            "{found:?}: it overhangs, so its own edge is the pair's"
        );
        let inside = contact(stand(0.0, 2.03, 178.9), below).expect("they touch");
        assert!(inside.normal.distance(Vec2::Y) < 1e-3, "{inside:?}");
        // Equally close: the edge of the one it points to.
        let level = contact(stand(0.0, 2.01, 180.02), below).expect("they touch");
        assert!(level.normal.distance(Heading::from_degrees(0.02).forward()) < 1e-4, "{level:?}");
    }
}
