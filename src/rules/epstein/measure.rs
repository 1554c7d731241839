//! Measuring by these rules: their tolerances (`epstein:g.1`), and the regions before a stand (`epstein:g.3`).
//!
//! Units: inches; radians in code, degrees in text.

use game::working::Measured;
use table::clip::{HalfPlane, least_width, part_of_quad};
use table::measure::{gap_between_quads, overlap_depth};
use table::{Edge, Placed, Quad, Vec2};

/// Tolerance in inches: of a distance against its limit, of a gap between touching stands, of an overlap.
pub const SLACK: f32 = 1.0 / 64.0;

/// Tolerance of an angle against its limit: 0.1 degrees.
pub const ANGLE_SLACK: f32 = 0.1 * DEGREE;

/// A degree in radians.
pub const DEGREE: f32 = std::f32::consts::PI / 180.0;

/// A flank begins at this angle from the front (`epstein:10.1`).
pub const FLANK: f32 = 45.0 * DEGREE;

/// The rear begins at this angle from the front.
pub const REAR: f32 = 135.0 * DEGREE;

/// Rounding error in inches.
const GRAIN: f32 = 2e-4;

/// Half the slant: 30 degrees to either side (`epstein:g.3`).
pub const SLANT: f32 = 30.0 * DEGREE;

/// Less by more than a rounding error: of equally good ways the first is taken, however they lie on the table.
pub fn is_less(a: f32, b: f32) -> bool {
    a < b - GRAIN
}

/// The item with the least value; the first of equal ones.
pub fn nearest<T>(all: impl IntoIterator<Item = T>, inches: impl Fn(&T) -> f32) -> Option<T> {
    all.into_iter().reduce(|known, one| if is_less(inches(&one), inches(&known)) { one } else { known })
}

/// Sorts from the nearest to the farthest; equally far items are sorted by number.
pub fn sort_by_inches<T, K: Ord>(list: &mut [T], inches: impl Fn(&T) -> f32, number: impl Fn(&T) -> K) {
    list.sort_by(|a, b| inches(a).total_cmp(&inches(b)));
    for alike in list.chunk_by_mut(|a, b| !is_less(inches(a), inches(b))) {
        alike.sort_by_key(&number);
    }
}

/// Within this many inches, with the tolerance.
pub fn within(distance: f32, limit: f32) -> bool {
    distance <= limit + SLACK + GRAIN
}

/// This many inches or more, with the tolerance.
pub fn at_least(distance: f32, limit: f32) -> bool {
    distance >= limit - SLACK - GRAIN
}

/// Near enough to touch.
pub fn touching(gap: f32) -> bool {
    gap <= SLACK + GRAIN
}

/// Deep enough to count as an overlap.
pub fn deep(depth: f32) -> bool {
    depth > SLACK + GRAIN
}

/// An angle within a limit, with the tolerance; both in radians.
pub fn within_angle(angle: f32, limit: f32) -> bool {
    angle <= limit + ANGLE_SLACK
}

/// An angle of a limit or more, with the tolerance; both in radians.
pub fn angle_at_least(angle: f32, limit: f32) -> bool {
    angle >= limit - ANGLE_SLACK
}

/// An angle so near to its limit that two players could disagree: under two degrees.
pub fn angle_is_close(angle: f32, limit: f32) -> bool {
    (angle - limit).abs() < 2.0 * DEGREE
}

/// Do two stands overlap?
pub fn overlap(a: Placed<'_>, b: Placed<'_>) -> bool {
    deep(overlap_depth(a, b))
}

/// A measured line whose limit has the tolerance of these rules.
pub fn at_most(what: impl Into<String>, [from, to]: [Vec2; 2], value: f32, limit: f32) -> Measured {
    Measured::at_most(what, from, to, value, limit).allowing(SLACK)
}

/// The zone before a stand in which something lies (`epstein:g.3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Before {
    /// Straight ahead, in the strip as wide as the stand.
    Lane,
    /// To the side, within 30 degrees.
    Slant,
}

/// The part of a stand that lies before another, and its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    pub before: Before,
    /// Range from the front edge to that part.
    pub range: f32,
    /// The ends of the shortest line to it.
    pub from: Vec2,
    pub to: Vec2,
    /// The point of that part nearest to the middle of the front edge: the line of fire runs to it (`epstein:g.7`).
    pub aim: Vec2,
}

/// Where `other` lies before `stand`: in its lane if any part does, else in its slant; `None` if it is in neither within the
/// range, in inches.
pub fn before(stand: &Quad, other: &Quad, range: f32) -> Option<Seen> {
    let [left, right] = stand.edge(Edge::Front);
    let (across, ahead) = stand.pose.heading.axes();
    let front = HalfPlane::through(left, -ahead);
    // The slant to either side of the lane is bounded by the rays from the front corners 30 degrees outward.
    let (sin, cos) = (0.5, 0.866_025_4);
    let left_ray = HalfPlane::through(left, -across * cos - ahead * sin);
    let right_ray = HalfPlane::through(right, across * cos - ahead * sin);
    // Most stands are well outside of all that, or out of range.
    let (at, half) = (other.pose.at, other.half.length() + 2.0 * SLACK);
    let outside = |side: &HalfPlane| side.normal.dot(at) - side.limit > half;
    if [front, left_ray, right_ray].iter().any(outside)
        || at.distance(stand.pose.at) > range + half + stand.half.length()
    {
        return None;
    }
    let lane = [front, HalfPlane::through(left, -across), HalfPlane::through(right, across)];
    let seen = |before: Before, bounds: &[HalfPlane]| -> Option<Seen> {
        let part = part_of_quad(other, bounds);
        if !deep(least_width(&part)) {
            return None;
        }
        let (from, to) = nearest_of(&[left, right], &part)?;
        let gap = from.distance(to);
        let middle = (left + right) / 2.0;
        let (_, aim) = nearest_of(&[middle, middle], &part)?;
        within(gap, range).then_some(Seen { before, range: gap, from, to, aim })
    };
    if let Some(found) = seen(Before::Lane, &lane) {
        return Some(found);
    }
    let sides = [
        [front, HalfPlane::through(left, across), left_ray],
        [front, HalfPlane::through(right, -across), right_ray],
    ];
    let found = sides.iter().filter_map(|bounds| seen(Before::Slant, bounds));
    found.min_by(|a, b| a.range.total_cmp(&b.range))
}

/// The nearest points of a segment and a convex polygon.
fn nearest_of(segment: &[Vec2; 2], polygon: &[Vec2]) -> Option<(Vec2, Vec2)> {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let pairs = sides.flat_map(|(a, b)| {
        let side = [*a, *b];
        let own = segment.iter().map(move |point| (*point, nearest_on(side, *point)));
        let theirs = side.into_iter().map(|point| (nearest_on(*segment, point), point));
        own.chain(theirs).collect::<Vec<_>>()
    });
    pairs.min_by(|a, b| a.0.distance_squared(a.1).total_cmp(&b.0.distance_squared(b.1)))
}

/// The point of a segment that is nearest to another point.
pub fn nearest_on([a, b]: [Vec2; 2], point: Vec2) -> Vec2 {
    let along = b - a;
    let length = along.length_squared();
    if length == 0.0 { a } else { a + along * ((point - a).dot(along) / length).clamp(0.0, 1.0) }
}

/// The middle of the front edge.
pub fn front_middle(stand: &Quad) -> Vec2 {
    stand.pose.to_table(Vec2::new(0.0, stand.half.y))
}

/// The bearing of a point from a stand (`epstein:g.2`): the angle between its heading and the line from the middle of its front
/// edge, in radians.
pub fn bearing(stand: &Quad, point: Vec2) -> f32 {
    let line = point - front_middle(stand);
    if line.length() < 1e-4 {
        return 0.0;
    }
    stand.pose.heading.angle_to(table::Heading::of(line))
}

/// The gap between two stands.
pub fn gap(a: &Quad, b: &Quad) -> f32 {
    gap_between_quads(a, b).distance
}

/// Are two stands within this many inches of each other? Most are too far apart for their gap to be measured.
pub fn are_within(a: &Quad, b: &Quad, limit: f32) -> bool {
    let far = a.half.length() + b.half.length() + limit + 2.0 * SLACK;
    a.pose.at.distance_squared(b.pose.at) <= far * far && within(gap(a, b), limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, RawUnit};
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use table::{Body, Pose};

    /// A stand by its footprint from west to east and from south to north.
    fn footprint(x: (f32, f32), y: (f32, f32)) -> Quad {
        let body = Body::single(x.1 - x.0, y.1 - y.0);
        body.placed(Pose::at((x.0 + x.1) / 2.0, (y.0 + y.1) / 2.0, 0.0)).quad()
    }

    #[test]
    fn lane_and_slant_are_those_of_the_ledger() {
        let stand = Body::single(1.25, 0.75).placed(Pose::at(0.0, 0.0, 0.0)).quad();
        let seen = |x, y| before(&stand, &footprint(x, y), 6.0).map(|seen| seen.before);
        assert_eq!(seen((0.5, 1.75), (3.0, 3.75)), Some(Before::Lane));
        assert_eq!(seen((1.0, 2.25), (3.0, 3.75)), Some(Before::Slant));
        assert_eq!(seen((4.0, 5.25), (3.0, 3.75)), None);
        assert_eq!(seen((0.625, 1.875), (3.0, 3.75)), Some(Before::Slant));
        assert_eq!(seen((-1.75, -0.5), (3.0, 3.75)), Some(Before::Lane));
        assert_eq!(seen((-2.25, -1.0), (3.0, 3.75)), Some(Before::Slant));
        assert_eq!(seen((0.0, 1.25), (-3.0, -2.25)), None);
        assert_eq!(seen((0.0, 1.25), (6.5, 7.25)), None);
    }

    /// Neighbours of a rank stand flush: whichever way they face and wherever they are, none is in the lane of another.
    #[test]
    fn a_front_rank_is_whole_at_every_heading() {
        let front = |kind: &str, formation: &str, at: (f32, f32, f32)| {
            let unit = RawUnit {
                id: "A".to_owned(),
                kind: Some(kind.to_owned()),
                formation: Some(formation.to_owned()),
                at: Some(at),
                ..RawUnit::default()
            };
            let position = Position { table: (60.0, 40.0), units: vec![unit], ..Position::default() };
            let state = position.set_up(&|_: &str| Err("no battle".to_owned())).expect("it stands there");
            state.front_rank(state.find_group("A").expect("it is there")).len()
        };
        let mut choose = ChaCha8Rng::seed_from_u64(8);
        for (kind, formation, wanted) in [
            ("inf_line", "line", 4),
            ("inf_line", "assault_column", 2),
            ("inf_line", "march_column", 1),
            ("inf_line", "square", 4),
            ("cav_light_line", "line", 4),
            ("cav_light_line", "double_column", 2),
            ("cav_light_line", "column", 1),
        ] {
            for _ in 0..400 {
                let [x, y] = [12.0, 8.0].map(|far| choose.random_range(-far..far));
                let at = (x, y, choose.random_range(0.0..360.0));
                assert_eq!(front(kind, formation, at), wanted, "{kind} in {formation} at {at:?}");
            }
        }
    }

    #[test]
    fn limits_are_missed_by_a_64th() {
        assert!(within(4.0, 4.0) && within(4.01, 4.0) && !within(4.05, 4.0) && !within(4.2, 4.0));
        assert!(at_least(5.99, 6.0) && within(5.99, 6.0) && !at_least(5.9, 6.0));
        let one = footprint((0.0, 1.25), (0.0, 0.75));
        let flush = footprint((1.25, 2.5), (0.0, 0.75));
        assert!(touching(gap(&one, &flush)));
    }
}
