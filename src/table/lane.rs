//! Fire lanes: strips as wide as the firer's front, and what stands in them.
//!
//! Clauses: `easy:II.D-lane`, `easy:II.D-block`, `easy:II.D-range`. Units: inches; radians.

use std::f32::consts::PI;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::body::{Edge, Placed, Quad};
use super::convex::{self, Convex, Rectangle, rectangles};
use super::measure::{Gap, gap_to_segment, nearest_point_of_quad, point_in_polygon, signed_area};
use super::pose::{Heading, libm_atan2, sin_cos};
use super::tolerance::{ANG, EPS, OVERLAP, overlapping};

/// A straight strip from a front edge to a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    pub direction: Heading,
    /// From the front edge's line up to the target's nearest part in the strip:
    /// left at the front, left at the target, right at the target, right at the front.
    pub strip: [Vec2; 4],
    /// From the front edge's midpoint to the far end.
    pub centre: [Vec2; 2],
    pub width: f32,
}

/// The result of a search for a lane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Sight {
    Clear(Lane),
    /// Every lane that reaches the target is blocked; holds the first one tried, and where its nearest blocker meets it.
    Blocked {
        lane: Lane,
        by: u32,
        at: Vec2,
    },
    /// No lane within the arc reaches the target.
    OutOfArc,
}

/// Something that may stand in a lane.
#[derive(Clone, Copy, Debug)]
pub struct Blocker<'a> {
    pub id: u32,
    pub shape: BlockerShape<'a>,
}

/// The shape of a blocker.
#[derive(Clone, Copy, Debug)]
pub enum BlockerShape<'a> {
    Stand(Placed<'a>),
    /// Closed, concave or not.
    Polygon(&'a [Vec2]),
    /// Open.
    Line(&'a [Vec2]),
}

/// The step of the scan that backs up the critical directions.
const SCAN: f32 = 0.5 * PI / 180.0;

/// A direction this close to one already tried is not tried again.
const SAME: f32 = 1e-5;

/// Distance outside all strips, in inches, beyond which a point is surely in none of them.
const CLEAR: f32 = 0.01;

/// Depth in a strip, in inches, that blocks it without a closer look: a hair more than the tolerance.
const DEEP: f32 = OVERLAP + 2.0 * EPS;

/// The lane by which the firer may shoot at the target; `arc` in radians to either side of the heading.
///
/// Tried in order: toward the target's nearest part (as near as the arc allows), then every other direction at which
/// something starts or stops blocking, those halfway between, and a fine scan, nearest to the first one first.
/// Directions that are surely blocked (see `Gun::shadow`) are left out; every other one is tried exactly.
///
/// Clauses: `easy:II.D-lane`, `easy:II.D-block`.
pub fn find_lane(firer: Quad, target: Quad, arc: f32, blockers: &[Blocker<'_>]) -> Sight {
    let gun = Gun::of(&firer);
    let aim = Rectangle::of(&target);
    if aim.points.iter().all(|&p| gun.forward.dot(p - gun.muzzle) <= 0.0) {
        // Strips begin at the front edge's line.
        return Sight::OutOfArc;
    }
    // The widest shot the tolerance of directions allows; straight ahead is exactly that.
    let widest = if arc <= 0.0 { 0.0 } else { arc + ANG };
    let toward = nearest_point_of_quad(&target, gun.muzzle) - gun.muzzle;
    let bearing =
        if toward.length_squared() > 0.0 { firer.pose.heading.turn_to(Heading::of(toward)) } else { 0.0 };
    let first = bearing.clamp(-arc.max(0.0), arc.max(0.0));

    let reaching = reaching(&gun, &aim, widest);
    let near = farthest(&gun, &aim);
    let turns = reaching.map_or((first, first), |(low, high)| (low.min(first), high.max(first)));
    let sector = Sector::new(&gun, turns, near);
    let mut obstacles = obstacles(blockers, &sector);
    let mut blocked: Option<(Lane, u32, Vec2)> = None;
    if let Some((lane, strip)) = gun.lane(first, &aim) {
        match gun.nearest_in(&lane, &strip, obstacles.iter()) {
            None => return Sight::Clear(lane),
            Some((by, at)) => blocked = Some((lane, by, at)),
        }
    }

    let Some((low, high)) = reaching else {
        return blocked.map_or(Sight::OutOfArc, |(lane, by, at)| Sight::Blocked { lane, by, at });
    };
    obstacles.retain(|obstacle| gun.may_matter(obstacle, near));
    let shadows = gun.shadows(&obstacles, nearest_point_of_quad(&target, gun.muzzle));
    let shaded = |turn: f32| shadows.iter().any(|&(from, to)| from < turn && turn < to);
    if let Some((lane, by, at)) = blocked
        && shadows.iter().any(|&(from, to)| from < low && high < to)
    {
        return Sight::Blocked { lane, by, at };
    }
    // Once one lane is known to be blocked, directions that are surely blocked too are not even sorted.
    let idle = |turn: f32| blocked.is_some() && shaded(turn);
    for turn in directions(&gun, &aim, &obstacles, first, widest, (low, high), idle) {
        if blocked.is_some() && shaded(turn) {
            continue;
        }
        if let Some((lane, strip)) = gun.lane(turn, &aim) {
            match gun.nearest_in(&lane, &strip, obstacles.iter()) {
                None => return Sight::Clear(lane),
                Some((by, at)) if blocked.is_none() => blocked = Some((lane, by, at)),
                Some(_) => {}
            }
        }
    }
    match blocked {
        Some((lane, by, at)) => Sight::Blocked { lane, by, at },
        None => Sight::OutOfArc,
    }
}

/// The range: from the firer's front edge to the nearest part of the target, for any lane.
///
/// Clause: `easy:II.D-lane`.
pub fn range(firer: Quad, target: Placed<'_>) -> Gap {
    gap_to_segment(target, firer.edge(Edge::Front)).reversed()
}

/// The firer as the lane sees it.
struct Gun {
    heading: Heading,
    forward: Vec2,
    /// The front edge's midpoint.
    muzzle: Vec2,
    half_width: f32,
}

/// A convex part of a blocker; an area is given by its edges, and its outline for the test of being inside.
struct Obstacle<'a> {
    id: u32,
    shape: Shape,
    /// A circle that holds the obstacle, with a hair to spare.
    round: (Vec2, f32),
    inside: Option<&'a [Vec2]>,
}

/// A few points in order, worked on without allocation: a lane is tried in hundreds of directions.
#[derive(Clone, Copy)]
struct Ring<const N: usize> {
    points: [Vec2; N],
    count: usize,
}

impl<const N: usize> Ring<N> {
    fn of(points: &[Vec2]) -> Self {
        let mut ring = Self { points: [Vec2::ZERO; N], count: 0 };
        points.iter().for_each(|point| ring.push(*point));
        ring
    }

    /// There is room for all points that a rectangle can get: a half-plane cuts at most one corner into two.
    fn push(&mut self, point: Vec2) {
        if let Some(place) = self.points.get_mut(self.count) {
            *place = point;
            self.count += 1;
        }
    }

    fn points(&self) -> &[Vec2] {
        &self.points[..self.count]
    }

    /// The part where `normal . p <= limit`: see [`convex::clip`].
    fn clip(&self, normal: Vec2, limit: f32) -> Self {
        let mut kept = Self { points: [Vec2::ZERO; N], count: 0 };
        for (start, end) in convex::edges(self.points()) {
            let (from, to) = (normal.dot(start) - limit, normal.dot(end) - limit);
            if from <= 0.0 {
                kept.push(start);
            }
            if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
                kept.push(start.lerp(end, from / (from - to)));
            }
        }
        kept
    }
}

/// The polygon of a lane, clockwise, with its normals.
struct Strip {
    ring: Ring<8>,
    normals: [Vec2; 8],
}

impl Strip {
    fn new(mut ring: Ring<8>) -> Self {
        if signed_area(ring.points()) > 0.0 {
            ring.points[..ring.count].reverse();
        }
        let mut normals = [Vec2::ZERO; 8];
        if ring.count > 1 {
            for ((a, b), normal) in convex::edges(ring.points()).zip(&mut normals) {
                *normal = (b - a).perp().normalize_or_zero();
            }
        }
        Self { ring, normals }
    }

    fn convex(&self) -> Convex<'_> {
        Convex { points: self.ring.points(), normals: &self.normals[..self.ring.count] }
    }
}

enum Shape {
    Rectangle(Rectangle),
    Segment { points: [Vec2; 2], normals: [Vec2; 2] },
}

impl Obstacle<'_> {
    fn convex(&self) -> Convex<'_> {
        match &self.shape {
            Shape::Rectangle(rectangle) => rectangle.convex(),
            Shape::Segment { points, normals } => Convex { points, normals },
        }
    }
}

impl Gun {
    fn of(firer: &Quad) -> Self {
        let forward = firer.pose.heading.forward();
        Self {
            heading: firer.pose.heading,
            forward,
            muzzle: firer.pose.at + forward * firer.half.y,
            half_width: firer.half.x,
        }
    }

    /// The lane turned by this angle from the heading, with its strip as a polygon, if it reaches the target.
    fn lane(&self, turn: f32, target: &Rectangle) -> Option<(Lane, Strip)> {
        let direction = self.heading.turned(turn);
        let (right, along) = direction.axes();
        let half = right * self.half_width;
        let far = target.points.iter().map(|&p| along.dot(p - self.muzzle)).fold(f32::NEG_INFINITY, f32::max);
        if far <= 0.0 {
            return None;
        }
        let open = self.strip(along, half, far + 1.0);
        if open.ring.points().len() < 3 || !overlapping(-convex::separation(target.convex(), open.convex())) {
            return None;
        }
        // The target's nearest part inside the strip.
        let mut part = Ring::<16>::of(&target.points);
        for (&normal, &point) in open.convex().normals.iter().zip(open.convex().points) {
            part = part.clip(normal, normal.dot(point));
        }
        let end = part.points().iter().map(|&p| along.dot(p - self.muzzle)).fold(f32::INFINITY, f32::min);
        if !end.is_finite() {
            return None;
        }
        let on_front = |side: Vec2| {
            let back = -self.forward.dot(side) / self.forward.dot(along).max(EPS);
            self.muzzle + side + along * back.clamp(-4.0 * self.half_width, end.max(0.0))
        };
        let tip = self.muzzle + along * end;
        let lane = Lane {
            direction,
            strip: [on_front(-half), tip - half, tip + half, on_front(half)],
            centre: [self.muzzle, tip],
            width: 2.0 * self.half_width,
        };
        Some((lane, self.strip(along, half, end)))
    }

    /// The strip ahead of the front edge's line, up to `end` inches along it.
    fn strip(&self, along: Vec2, half: Vec2, end: f32) -> Strip {
        let (from, to) = (self.muzzle - along * (4.0 * self.half_width), self.muzzle + along * end);
        let long = [from - half, to - half, to + half, from + half];
        Strip::new(Ring::of(&long).clip(-self.forward, -self.forward.dot(self.muzzle)))
    }

    /// The obstacle in the strip that is nearest to the muzzle, and where it meets the strip.
    fn nearest_in<'o>(
        &self,
        lane: &Lane,
        strip: &Strip,
        obstacles: impl Iterator<Item = &'o Obstacle<'o>>,
    ) -> Option<(u32, Vec2)> {
        if strip.ring.points().len() < 3 {
            return None;
        }
        let along = lane.direction.forward();
        let middle = lane.centre[0].midpoint(lane.centre[1]);
        let mut best: Option<(f32, u32, Vec2)> = None;
        for obstacle in obstacles {
            // Obstacles wholly beside the strip are not in it.
            let (centre, radius) = obstacle.round;
            let beside = along.perp_dot(centre - self.muzzle).abs() > self.half_width + radius;
            if beside && obstacle.inside.is_none() {
                continue;
            }
            let shape = obstacle.convex();
            let at = if !beside && overlapping(-convex::separation(shape, strip.convex())) {
                let mut part = Ring::<16>::of(shape.points);
                for (&normal, &point) in strip.convex().normals.iter().zip(strip.convex().points) {
                    part = part.clip(normal, normal.dot(point) + EPS);
                }
                part.points()
                    .iter()
                    .copied()
                    .min_by(|a, b| {
                        a.distance_squared(self.muzzle).total_cmp(&b.distance_squared(self.muzzle))
                    })
                    .unwrap_or(middle)
            } else if obstacle.inside.is_some_and(|outline| point_in_polygon(middle, outline)) {
                self.muzzle
            } else {
                continue;
            };
            let distance = at.distance(self.muzzle);
            if best.is_none_or(|(least, ..)| distance < least) {
                best = Some((distance, obstacle.id, at));
            }
        }
        best.map(|(_, id, at)| (id, at))
    }

    /// Can the obstacle stand in any lane of this length?
    fn may_matter(&self, obstacle: &Obstacle<'_>, length: f32) -> bool {
        let shape = obstacle.convex();
        let ahead = shape.points.iter().any(|&p| self.forward.dot(p - self.muzzle) > 0.0);
        let at_muzzle = Convex { points: &[self.muzzle], normals: &[] };
        let most = length + self.half_width;
        let near = || shape.points.iter().any(|point| point.distance(self.muzzle) < most - EPS);
        obstacle.inside.is_some() || ahead && (near() || convex::signed_distance(at_muzzle, shape) <= most)
    }

    /// The turns at which something surely stands in the strip, as sorted open intervals.
    ///
    /// A point blocks where it lies [`DEEP`] within the strip: to its sides, ahead of the front edge's line, and nearer
    /// than any part of the target in the strip can be, which is at least `nearest` inches from the muzzle and at most
    /// half a width beside the strip's middle. An edge that lies wholly that near blocks from its one end to its other.
    fn shadows(&self, obstacles: &[Obstacle<'_>], nearest: Vec2) -> Vec<(f32, f32)> {
        let (away, half) = (nearest.distance(self.muzzle), self.half_width - DEEP);
        // A target nearer than this may lie beside the strip's beginning, where it ends at once.
        if away <= 5.0 * self.half_width || half <= 0.0 {
            return Vec::new();
        }
        let radius = (away * away - self.half_width * self.half_width).sqrt() - DEEP;
        let mut shadows: Vec<(f32, f32)> = Vec::new();
        for obstacle in obstacles {
            let points = obstacle.convex().points;
            let mut shadow: Option<(f32, f32)> = None;
            let sides = if points.len() == 2 { 1 } else { points.len() };
            for (a, b) in convex::edges(points).take(sides) {
                let Some(ends) = self.part_before(a - self.muzzle, b - self.muzzle, radius) else { continue };
                let [one, other] = ends.map(|d| self.spread(d, half));
                let (from, to) = (one.0.min(other.0), one.1.max(other.1));
                match &mut shadow {
                    Some((low, high)) if from <= *high && *low <= to => {
                        (*low, *high) = (low.min(from), high.max(to));
                    }
                    Some(_) => shadows.push((from, to)),
                    None => shadow = Some((from, to)),
                }
            }
            shadows.extend(shadow);
        }
        shadows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut joined: Vec<(f32, f32)> = Vec::with_capacity(shadows.len());
        for (from, to) in shadows {
            match joined.last_mut() {
                Some(last) if from < last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        joined
    }

    /// The ends of the part of a segment, relative to the muzzle, that lies ahead and within the radius.
    fn part_before(&self, a: Vec2, b: Vec2, radius: f32) -> Option<[Vec2; 2]> {
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        let (start, rate) = (self.forward.dot(a) - DEEP, self.forward.dot(b - a));
        if rate.abs() < 1e-9 {
            if start < 0.0 {
                return None;
            }
        } else if rate > 0.0 {
            from = from.max(-start / rate);
        } else {
            to = to.min(-start / rate);
        }
        let along = b - a;
        let (square, dot) = (along.length_squared(), a.dot(along));
        let rest = a.length_squared() - radius * radius;
        if square < 1e-9 {
            if rest > 0.0 {
                return None;
            }
        } else {
            let root = (dot * dot - square * rest).max(0.0).sqrt();
            if dot * dot < square * rest {
                return None;
            }
            from = from.max((-dot - root) / square);
            to = to.min((-dot + root) / square);
        }
        (from <= to).then(|| [a + along * from, a + along * to])
    }

    /// The turns between which a point at this offset from the muzzle lies in a strip of half width `half`.
    fn spread(&self, d: Vec2, half: f32) -> (f32, f32) {
        let distance = d.length();
        let bearing = self.heading.turn_to(Heading::of(d));
        let spread = if distance <= half {
            std::f32::consts::FRAC_PI_2
        } else {
            libm_atan2(half, (distance * distance - half * half).sqrt())
        };
        (bearing - spread, bearing + spread)
    }

    /// The two turns at which a point enters and leaves the strip of half width `half`.
    fn tangents(&self, point: Vec2, half: f32) -> Option<[f32; 2]> {
        let d = point - self.muzzle;
        let distance = d.length();
        if distance <= half || self.forward.dot(d) < -EPS {
            return None;
        }
        let bearing = self.heading.turn_to(Heading::of(d));
        let spread = libm_atan2(half, (distance * distance - half * half).sqrt());
        Some([bearing - spread, bearing + spread])
    }
}

/// The region that a range of strips can reach: all turns between two, for a target up to a given distance.
struct Sector {
    muzzle: Vec2,
    forward: Vec2,
    /// Normals to the right of the leftmost strip and to the right of the rightmost.
    sides: [Vec2; 2],
    /// Distance that no strip reaches beyond to the left of the first side or to the right of the second.
    beside: f32,
    length: f32,
}

impl Sector {
    /// ```text
    ///     low     high      A strip is as wide as the front and begins at the front edge's line. Turned by 45° it begins
    ///      \\\   ///       beside the front edge: so much farther out lie the sides of the sector.
    ///       \\\_///
    /// ```
    fn new(gun: &Gun, (low, high): (f32, f32), length: f32) -> Self {
        let most = low.abs().max(high.abs());
        let (sin, cos) = sin_cos(most);
        // A strip turned far reaches back by its length behind the muzzle; beyond a right angle everything is within.
        let back = if cos > 0.1 { (sin / cos).min(4.0) } else { f32::INFINITY };
        Self {
            muzzle: gun.muzzle,
            forward: gun.forward,
            sides: [low, high].map(|turn| gun.heading.turned(turn).right()),
            beside: gun.half_width * (1.0 + back) + CLEAR,
            length: length.max(5.0 * gun.half_width) + gun.half_width + CLEAR,
        }
    }

    /// Does the circle surely lie outside?
    fn misses(&self, (centre, radius): (Vec2, f32)) -> bool {
        let way = centre - self.muzzle;
        let [left, right] = self.sides.map(|side| side.dot(way));
        let (beside, length) = (self.beside + radius, self.length + radius);
        left < -beside
            || right > beside
            || self.forward.dot(way) < -radius - CLEAR
            || way.length_squared() > length * length
    }
}

/// The parts of the blockers that may stand in a strip of the sector.
fn obstacles<'a>(blockers: &[Blocker<'a>], sector: &Sector) -> Vec<Obstacle<'a>> {
    let mut obstacles = Vec::with_capacity(blockers.len());
    for blocker in blockers {
        let id = blocker.id;
        let mut segment = |a: Vec2, b: Vec2, inside: Option<&'a [Vec2]>| {
            let round = round(&[a, b]);
            if inside.is_none() && sector.misses(round) {
                return;
            }
            let shape = Shape::Segment { points: [a, b], normals: convex::segment_normals([a, b]) };
            obstacles.push(Obstacle { id, shape, round, inside });
        };
        match blocker.shape {
            BlockerShape::Stand(placed) if sector.misses((placed.pose.at, placed.body.reach())) => {}
            BlockerShape::Stand(placed) => {
                obstacles.extend(rectangles(placed).map(|rectangle| Obstacle {
                    id,
                    shape: Shape::Rectangle(rectangle),
                    round: round(&rectangle.points),
                    inside: None,
                }));
            }
            BlockerShape::Polygon(polygon) => {
                for (index, (a, b)) in convex::edges(polygon).enumerate() {
                    segment(a, b, (index == 0).then_some(polygon));
                }
            }
            BlockerShape::Line(line) => {
                for pair in line.windows(2) {
                    segment(pair[0], pair[1], None);
                }
            }
        }
    }
    obstacles
}

/// A circle that holds all these points, with a hair to spare.
fn round(points: &[Vec2]) -> (Vec2, f32) {
    let middle = points.iter().sum::<Vec2>() / points.len().max(1) as f32;
    let far = points.iter().map(|point| point.distance(middle)).fold(0.0, f32::max);
    (middle, far + EPS)
}

fn farthest(gun: &Gun, target: &Rectangle) -> f32 {
    target.points.iter().map(|p| p.distance(gun.muzzle)).fold(0.0, f32::max)
}

/// The interval of turns that can reach the target.
fn reaching(gun: &Gun, target: &Rectangle, widest: f32) -> Option<(f32, f32)> {
    if widest == 0.0 {
        return Some((0.0, 0.0));
    }
    let reaching = target.points.iter().filter_map(|&p| gun.tangents(p, gun.half_width)).flatten();
    let (mut low, mut high) = reaching
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), turn| (low.min(turn), high.max(turn)));
    let around = farthest(gun, target) <= 4.0 * gun.half_width || low > high || high - low > PI;
    if around {
        (low, high) = (-widest, widest);
    }
    (low, high) = (low.max(-widest), high.min(widest));
    (low <= high).then_some((low, high))
}

/// All turns worth trying from `low` to `high`, nearest to the first one first; without those that are `idle`.
fn directions(
    gun: &Gun,
    target: &Rectangle,
    obstacles: &[Obstacle<'_>],
    first: f32,
    widest: f32,
    (low, high): (f32, f32),
    idle: impl Fn(f32) -> bool,
) -> Vec<f32> {
    if widest == 0.0 {
        return vec![0.0];
    }
    // Anything more than OVERLAP within the strip blocks, so the strip may be that much narrower on either side.
    let half = (gun.half_width - OVERLAP).max(0.0);
    let mut critical = vec![low, high, 0.0_f32.clamp(low, high), first.clamp(low, high)];
    critical.push((widest - ANG).clamp(low, high));
    critical.push((ANG - widest).clamp(low, high));
    let mut corner = |point: &Vec2| critical.extend(gun.tangents(*point, half).into_iter().flatten());
    target.points.iter().for_each(&mut corner);
    for obstacle in obstacles {
        // An obstacle starts to count at the front edge's line, so its corners there matter too.
        let ahead = Ring::<8>::of(obstacle.convex().points);
        let ahead = ahead.clip(-gun.forward, -gun.forward.dot(gun.muzzle));
        ahead.points().iter().for_each(&mut corner);
    }
    let steps = ((high - low) / SCAN) as usize;
    critical.extend((1..=steps).map(|i| low + i as f32 * SCAN));
    critical.retain(|turn| (low..=high).contains(turn));
    critical.sort_by(f32::total_cmp);
    critical.dedup_by(|a, b| (*a - *b).abs() < SAME);
    let halfway: Vec<f32> = critical.windows(2).map(|pair| f32::midpoint(pair[0], pair[1])).collect();
    critical.extend(halfway);
    critical.retain(|turn| !idle(*turn));
    critical.sort_by(|a, b| (a - first).abs().total_cmp(&(b - first).abs()).then(a.total_cmp(b)));
    critical
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::pose::Pose;

    fn battery() -> Quad {
        Body::single(1.0, 2.0).placed(Pose::at(0.0, 0.0, 0.0)).quad()
    }

    fn infantry() -> Body {
        Body::single(2.0, 2.0)
    }

    fn at(x: f32, y: f32, degrees: f32) -> Quad {
        infantry().placed(Pose::at(x, y, degrees)).quad()
    }

    fn look(target: Quad, degrees: f32, friends: &[(f32, f32)]) -> Sight {
        let body = infantry();
        let blockers: Vec<Blocker<'_>> = friends
            .iter()
            .zip(10..)
            .map(|(&(x, y), id)| Blocker { id, shape: BlockerShape::Stand(body.placed(Pose::at(x, y, 0.0))) })
            .collect();
        find_lane(battery(), target, degrees.to_radians(), &blockers)
    }

    fn range_to(target: Quad) -> f32 {
        range(battery(), infantry().placed(target.pose)).distance
    }

    #[test]
    fn target_partly_ahead_is_in_lane() {
        let target = at(1.2, 5.0, 180.0);
        assert!(matches!(look(target, 45.0, &[]), Sight::Clear(_)));
        assert!(matches!(look(target, 0.0, &[]), Sight::Clear(_)));
        assert!((range_to(target) - 3.0).abs() < EPS);
    }

    #[test]
    fn target_beside_the_strip_needs_an_arc() {
        let target = at(1.5, 5.0, 180.0);
        assert!(matches!(look(target, 45.0, &[]), Sight::Clear(_)));
        assert!((range_to(target) - 3.0).abs() < EPS);
        assert_eq!(look(target, 0.0, &[]), Sight::OutOfArc);
    }

    #[test]
    fn target_far_to_the_side_is_out_of_arc_at_45_and_not_at_90() {
        let target = at(6.0, 3.0, 180.0);
        assert_eq!(look(target, 45.0, &[]), Sight::OutOfArc);
        assert!(matches!(look(target, 90.0, &[]), Sight::Clear(_)));
        for degrees in [0.0, 45.0, 90.0] {
            assert_eq!(look(at(0.0, -4.0, 0.0), degrees, &[]), Sight::OutOfArc, "behind at {degrees}");
        }
    }

    #[test]
    fn friend_a_tenth_into_the_strip_blocks_straight_ahead() {
        let target = at(0.0, 7.0, 180.0);
        let Sight::Blocked { by, at, lane } = look(target, 0.0, &[(-1.4, 3.0)]) else {
            panic!("it is blocked")
        };
        assert_eq!(by, 10);
        assert!(at.x < -0.39 && (at.y - 2.0).abs() < 2e-3, "{at}");
        assert!((lane.centre[1].y - 6.0).abs() < EPS);
        assert!(matches!(look(target, 0.0, &[(-1.5, 3.0)]), Sight::Clear(_)));
    }

    #[test]
    fn lane_turns_a_few_degrees_past_the_friend() {
        let Sight::Clear(lane) = look(at(0.0, 7.0, 180.0), 45.0, &[(-1.4, 3.0)]) else {
            panic!("a lane clears it")
        };
        assert!(lane.direction.degrees() > 0.5 && lane.direction.degrees() < 10.0, "{}", lane.direction);
    }

    #[test]
    fn gap_narrower_than_the_battery_blocks_under_every_setting() {
        for degrees in [0.0, 45.0, 90.0] {
            let sight = look(at(0.0, 7.0, 180.0), degrees, &[(-1.4, 3.0), (1.4, 3.0)]);
            assert!(matches!(sight, Sight::Blocked { .. }), "{degrees}: {sight:?}");
        }
    }

    #[test]
    fn gap_just_as_wide_as_the_battery_is_a_lane() {
        for degrees in [0.0, 45.0] {
            let sight = look(at(0.0, 7.0, 180.0), degrees, &[(-1.5, 3.0), (1.5, 3.0)]);
            assert!(matches!(sight, Sight::Clear(_)), "{degrees}: {sight:?}");
        }
    }

    #[test]
    fn friend_flush_beside_is_not_ahead() {
        assert!(matches!(look(at(4.0, 5.0, 180.0), 45.0, &[(1.5, 0.0)]), Sight::Clear(_)));
    }

    #[test]
    fn woods_round_the_strip_block_and_a_line_across_it_too() {
        let woods = [Vec2::new(-5.0, 1.5), Vec2::new(5.0, 1.5), Vec2::new(5.0, 9.0), Vec2::new(-5.0, 9.0)];
        let target = at(0.0, 7.0, 180.0);
        let blocker = |shape| find_lane(battery(), target, 0.0, &[Blocker { id: 3, shape }]);
        assert!(matches!(blocker(BlockerShape::Polygon(&woods)), Sight::Blocked { by: 3, .. }));
        let all_round =
            [Vec2::new(-50.0, -50.0), Vec2::new(50.0, -50.0), Vec2::new(50.0, 50.0), Vec2::new(-50.0, 50.0)];
        assert!(matches!(blocker(BlockerShape::Polygon(&all_round)), Sight::Blocked { .. }));
        let hedge = [Vec2::new(-1.0, 3.0), Vec2::new(1.0, 3.0)];
        assert!(matches!(blocker(BlockerShape::Line(&hedge)), Sight::Blocked { .. }));
        let beside = [Vec2::new(0.6, 0.0), Vec2::new(0.6, 9.0)];
        assert!(matches!(blocker(BlockerShape::Line(&beside)), Sight::Clear(_)));
        let behind_the_target = [Vec2::new(-5.0, 6.5), Vec2::new(5.0, 6.5)];
        assert!(matches!(blocker(BlockerShape::Line(&behind_the_target)), Sight::Clear(_)));
    }

    proptest::proptest! {
        #[test]
        fn search_misses_nothing_a_finer_scan_finds(
            x in -6.0f32..6.0, y in 3.0f32..8.0, heading in 0.0f32..360.0,
            friends in proptest::collection::vec((-5.0f32..5.0, 2.1f32..5.0), 0..4),
        ) {
            let target = at(x, y, heading);
            let body = infantry();
            let blockers: Vec<Blocker<'_>> = friends
                .iter()
                .map(|&(x, y)| Blocker { id: 1, shape: BlockerShape::Stand(body.placed(Pose::at(x, y, 0.0))) })
                .collect();
            let found = find_lane(battery(), target, 45.0_f32.to_radians(), &blockers);
            let gun = Gun::of(&battery());
            let aim = Rectangle::of(&target);
            let everywhere = Sector::new(&gun, (-1.5, 1.5), 100.0);
            let obstacles = obstacles(&blockers, &everywhere);
            let clear = (-450..=450).any(|i| {
                gun.lane((i as f32 / 10.0).to_radians(), &aim)
                    .is_some_and(|(lane, strip)| gun.nearest_in(&lane, &strip, obstacles.iter()).is_none())
            });
            proptest::prop_assert!(!clear || matches!(found, Sight::Clear(_)), "a scan finds a lane");
        }
    }
}
