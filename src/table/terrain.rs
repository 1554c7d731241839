//! The ground prepared for queries: what a leg runs through, what it crosses, what gives cover.
//!
//! Clauses: `easy:II.C` to `easy:II.C.3`, `easy:II.D-block`, `easy:II.D.3`, `easy:III.B-cover`. Units: inches.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use parry2d::bounding_volume::Aabb;

use super::body::{Body, Edge, Placed, Quad};
use super::contact::sector_edge;
use super::convex;
use super::ground::{CrossingKind, Ground, LineKind, Rise, Tread, When};
use super::lane::{Blocker, BlockerShape};
use super::measure::{
    gap_to_segment, nearest_point_of_line, nearest_point_of_quad, overlap_area, point_in_polygon,
    polygon_area, signed_area,
};
use super::path::Leg;
use super::pieces::swept_box;
use super::pose::{Heading, Pose, libm_atan2};
use super::region::{Region, merged};
use super::shelf::Shelf;
use super::sweep::{self, on_line};
use super::tolerance::{ANG, EPS, GRAIN, OVERLAP, TOUCH, touching, within};

/// The cosine of 15°: a stand that faces along a road within this angle follows it (`easy:VI.D-slow`).
const ALONG_ROAD: f32 = 0.965_925_8;

/// Ground that climbs one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    pub polygon: Vec<Vec2>,
    /// Unit, up the slope.
    pub uphill: Vec2,
    /// The area it belongs to.
    pub area: usize,
}

/// A stretch of a leg over ground of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// Fractions of the leg.
    pub from: f32,
    pub to: f32,
    pub rough: bool,
    pub uphill: bool,
}

/// How a line is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// It costs a roll.
    Obstacle,
    /// This kind of stand may not cross here.
    Barred,
    /// No roll.
    Bridge,
    /// It costs a roll, and is open to all stands.
    Ford,
}

/// A line that a leg crosses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossed {
    /// The fraction of the leg at which the footprint meets it.
    pub t: f32,
    /// Index into the ground's lines.
    pub line: usize,
    pub how: How,
}

/// A feature of the ground, by its index, that gives cover or bars sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CoverFrom {
    Area(usize),
    Line(usize),
}

/// The ground, with everything computed that queries need.
#[derive(Clone, Debug)]
pub struct Terrain {
    ground: Ground,
    /// Size of the stands as a multiple of the usual size: walls and crossings serve them this much farther off.
    scale: f32,
    /// One region for each area.
    regions: Vec<Region>,
    slopes: Vec<Slope>,
    slope_regions: Vec<Region>,
    /// Search structure for the parts.
    shelf: Shelf,
    boxes: Vec<(Vec2, Vec2)>,
    parts: Vec<Part>,
}

/// A part of the ground with a box of its own.
#[derive(Clone, Copy, Debug)]
enum Part {
    Area(usize),
    Slope(usize),
    /// A line and the index of its segment.
    Segment(usize, usize),
}

/// Largest distance outside an edge of a stand of the usual size at which a wall covers that edge (`easy:II.D.3`).
const WALL_REACH: f32 = 0.25;

/// Largest distance at which a bridge or ford serves a stand of the usual size whose centre crosses the line.
pub const CROSSING_REACH: f32 = 0.75;

/// The least uphill part of an inch that counts (`easy:II.C.2`).
const CLIMB: f32 = 0.01;

impl CoverFrom {
    /// The number of the feature as a blocker of a lane; stands have lower numbers.
    pub fn blocker_id(self) -> u32 {
        match self {
            Self::Area(index) => 0x8000_0000 | index as u32,
            Self::Line(index) => 0xC000_0000 | index as u32,
        }
    }

    /// The feature behind a blocker's number; `None` for a stand.
    pub fn from_blocker_id(id: u32) -> Option<Self> {
        let index = (id & 0x3FFF_FFFF) as usize;
        match id >> 30 {
            2 => Some(Self::Area(index)),
            3 => Some(Self::Line(index)),
            _ => None,
        }
    }
}

impl Terrain {
    /// The ground for stands of the usual size.
    pub fn new(ground: Ground) -> Self {
        Self::scaled(ground, 1.0)
    }

    /// The ground for stands of `scale` times the usual size.
    pub fn scaled(ground: Ground, scale: f32) -> Self {
        let regions: Vec<Region> = ground.areas.iter().map(|area| Region::new(&area.polygon)).collect();
        let slopes = slopes_of(&ground);
        let slope_regions: Vec<Region> = slopes.iter().map(|slope| Region::new(&slope.polygon)).collect();
        let mut parts = Vec::new();
        let mut boxes = Vec::new();
        let mut leaf = |part: Part, points: &[Vec2]| {
            if let Some(aabb) = box_round(points) {
                parts.push(part);
                boxes.push(aabb);
            }
        };
        for (index, area) in ground.areas.iter().enumerate() {
            leaf(Part::Area(index), &area.polygon);
        }
        for (index, slope) in slopes.iter().enumerate() {
            leaf(Part::Slope(index), &slope.polygon);
        }
        for (index, line) in ground.lines.iter().enumerate() {
            for (segment, pair) in line.points.windows(2).enumerate() {
                leaf(Part::Segment(index, segment), pair);
            }
        }
        let boxes: Vec<(Vec2, Vec2)> = boxes.into_iter().map(|aabb: Aabb| (aabb.mins, aabb.maxs)).collect();
        let shelf = Shelf::of_boxes(boxes.clone());
        Self { ground, scale, regions, slopes, slope_regions, shelf, boxes, parts }
    }

    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The polygons on which ground climbs, each with its direction of climb.
    ///
    /// Clause: `easy:II.C.2`.
    pub fn slopes(&self) -> &[Slope] {
        &self.slopes
    }

    /// An area cut into convex pieces, by the area's index.
    pub fn region(&self, area: usize) -> &Region {
        &self.regions[area]
    }

    /// One of [`Terrain::slopes`] cut into convex pieces, by its index.
    pub fn slope_region(&self, slope: usize) -> &Region {
        &self.slope_regions[slope]
    }

    /// The leg cut up by the ground under it: a partition of 0 to 1. With `by_centre`, only the centre counts for rough
    /// ground (`terrain-by=centre`).
    ///
    /// Clauses: `easy:II.C.1`, `easy:II.C.2`.
    pub fn spans(&self, body: &Body, start: Pose, leg: Leg, muddy: bool, by_centre: bool) -> Vec<Span> {
        let mut rough: Vec<(f32, f32)> = Vec::new();
        let mut uphill: Vec<(f32, f32)> = Vec::new();
        for part in self.near(&swept_box(body, start, leg)) {
            match part {
                Part::Area(index) => {
                    if self.is_rough(index, muddy) {
                        rough.extend(self.rough_spans(index, body, start, leg, by_centre));
                    }
                }
                Part::Slope(index) => uphill.extend(self.uphill_spans(index, start, leg)),
                Part::Segment(..) => {}
            }
        }
        partition(&merged(rough), &merged(uphill))
    }

    /// Does the leg enter any rough ground? Cheaper than [`Terrain::spans`].
    pub fn enters_rough(&self, body: &Body, start: Pose, leg: Leg, muddy: bool, by_centre: bool) -> bool {
        self.near(&swept_box(body, start, leg)).into_iter().any(|part| match part {
            Part::Area(index) => {
                self.is_rough(index, muddy)
                    && self.rough_spans(index, body, start, leg, by_centre).iter().any(|(from, to)| from < to)
            }
            Part::Slope(_) | Part::Segment(..) => false,
        })
    }

    fn is_rough(&self, area: usize, muddy: bool) -> bool {
        match self.ground.areas[area].rough {
            When::Never => false,
            When::Always => true,
            When::WhileMuddy => muddy,
        }
    }

    fn rough_spans(
        &self,
        area: usize,
        body: &Body,
        start: Pose,
        leg: Leg,
        by_centre: bool,
    ) -> Vec<(f32, f32)> {
        let region = &self.regions[area];
        let depth = OVERLAP + GRAIN;
        match leg {
            Leg::Slide(delta) if by_centre => region.point_spans(start.at, delta),
            Leg::Slide(_) => region.spans(body, start, leg, depth),
            Leg::Turn { pivot, angle } => {
                let enters = if by_centre {
                    point_in_polygon(start.at, region.outline())
                        || !Arc::of(start, pivot, angle).spans_in(region, None).is_empty()
                } else {
                    region.first_entry(body, start, leg, depth).is_some()
                };
                // A turn that enters any of it counts whole.
                if enters { vec![(0.0, 1.0)] } else { Vec::new() }
            }
        }
    }

    fn uphill_spans(&self, slope: usize, start: Pose, leg: Leg) -> Vec<(f32, f32)> {
        let region = &self.slope_regions[slope];
        let uphill = self.slopes[slope].uphill;
        match leg {
            Leg::Slide(delta) => {
                if delta.dot(uphill) <= CLIMB * delta.length() {
                    return Vec::new();
                }
                region.point_spans(start.at, delta)
            }
            Leg::Turn { pivot, angle } => Arc::of(start, pivot, angle).spans_in(region, Some(uphill)),
        }
    }

    /// Where the leg first enters impassable ground, and the area's index.
    ///
    /// A stand put into it deeper than is accepted may come out.
    ///
    /// Clause: `easy:II.C`.
    pub fn first_impassable(&self, body: &Body, start: Pose, leg: Leg) -> Option<(f32, usize)> {
        let motion = convex::Motion::of(start, leg);
        let mut first: Option<(f32, usize)> = None;
        for part in self.near(&swept_box(body, start, leg)) {
            let Part::Area(index) = part else { continue };
            if !self.ground.areas[index].impassable {
                continue;
            }
            for rectangle in convex::rectangles_at(body, start) {
                for piece in self.regions[index].pieces() {
                    if let Some(t) = sweep::overlap_of(&rectangle, motion, piece.convex())
                        && first.is_none_or(|(least, _)| t < least)
                    {
                        first = Some((t, index));
                    }
                }
            }
        }
        first
    }

    /// How deep the stand lies in impassable ground, and in which area; `None` if it lies in none.
    ///
    /// Clause: `easy:II.C`.
    pub fn impassable_under(&self, body: Placed<'_>) -> Option<(f32, usize)> {
        self.near(&body.aabb())
            .into_iter()
            .filter_map(|part| match part {
                Part::Area(index) if self.ground.areas[index].impassable => {
                    Some((self.regions[index].depth(body), index)).filter(|(depth, _)| *depth > 0.0)
                }
                _ => None,
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Is there any impassable ground within `reach` of a point to all sides? May return `true` if there is none.
    pub fn is_impassable_near(&self, at: Vec2, reach: f32) -> bool {
        let area = Aabb::new(at - Vec2::splat(reach), at + Vec2::splat(reach));
        let bars = |part: Part| matches!(part, Part::Area(index) if self.ground.areas[index].impassable);
        self.near(&area).into_iter().any(bars)
    }

    /// The lines that the leg crosses and that have an effect on this kind of stand, in order.
    ///
    /// A line that the stand lies across at the start is being crossed already and is left out.
    ///
    /// Ruling: a bridge or ford also serves a leg that stops before the centre is over it, if the centre heads for it:
    /// the way is judged as if it went on by the stand's own diagonal.
    ///
    /// Clauses: `easy:II.C.3`, `easy:V.D.1.a`, `easy:V.D.1.b`.
    pub fn crossings(&self, body: &Body, start: Pose, leg: Leg, tread: Tread) -> Vec<Crossed> {
        let mut met: Vec<(usize, f32)> = Vec::new();
        for part in self.near(&swept_box(body, start, leg)) {
            let Part::Segment(index, segment) = part else { continue };
            let line = &self.ground.lines[index];
            if !line.obstacle_to.contains(&tread) && !line.barred_to.contains(&tread) {
                continue;
            }
            let ends = [line.points[segment], line.points[segment + 1]];
            let Some(t) = sweep::crosses_segment(body, start, leg, ends) else { continue };
            match met.iter_mut().find(|(other, _)| *other == index) {
                Some((_, first)) => *first = first.min(t),
                None => met.push((index, t)),
            }
        }
        let mut crossings: Vec<Crossed> = met
            .into_iter()
            .filter(|&(index, _)| !on_line(body.placed(start), &self.ground.lines[index].points))
            .map(|(line, t)| Crossed { t, line, how: self.how(line, body, start, leg, tread) })
            .collect();
        crossings.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.line.cmp(&b.line)));
        crossings
    }

    fn how(&self, line: usize, body: &Body, start: Pose, leg: Leg, tread: Tread) -> How {
        let feature = &self.ground.lines[line];
        let way = centre_way(body, start, leg);
        let served = |kind: CrossingKind| {
            self.ground
                .crossings
                .iter()
                .filter(|crossing| crossing.kind == kind && crossing.over == feature.id)
                .any(|crossing| crosses_near(&way, &feature.points, crossing.at, CROSSING_REACH * self.scale))
        };
        if served(CrossingKind::Bridge) {
            How::Bridge
        } else if served(CrossingKind::Ford) {
            How::Ford
        } else if feature.barred_to.contains(&tread) {
            How::Barred
        } else {
            How::Obstacle
        }
    }

    /// The ground that bars sight between these two: areas unless more than half of either stand lies in them, lines
    /// unless either touches them. Numbered by [`CoverFrom::blocker_id`].
    ///
    /// Clause: `easy:II.D-block`.
    pub fn sight_blockers(&self, firer: Placed<'_>, target: Placed<'_>) -> Vec<Blocker<'_>> {
        self.bars(firer, target, 0..self.ground.areas.len(), 0..self.ground.lines.len())
    }

    /// The blockers of [`Terrain::sight_blockers`] that are near enough to stand in a lane from the one to the other.
    ///
    /// Clause: `easy:II.D-block`.
    pub fn lane_blockers(&self, firer: Placed<'_>, target: Placed<'_>) -> Vec<Blocker<'_>> {
        // No strip from the one to the other goes farther than this out of the box round both.
        let (one, other) = (firer.aabb(), target.aabb());
        let beside = firer.quads().map(|quad| 5.0 * quad.half.x).fold(0.0, f32::max);
        let margin = Vec2::splat(beside + EPS);
        let round = Aabb::new(one.mins.min(other.mins) - margin, one.maxs.max(other.maxs) + margin);
        let (mut areas, mut lines) = (Vec::new(), Vec::new());
        for part in self.near(&round) {
            match part {
                Part::Area(index) => areas.push(index),
                Part::Segment(index, _) if lines.last() != Some(&index) => lines.push(index),
                Part::Slope(_) | Part::Segment(..) => {}
            }
        }
        self.bars(firer, target, areas, lines)
    }

    /// The areas and lines among these that bar sight between the two.
    fn bars(
        &self,
        firer: Placed<'_>,
        target: Placed<'_>,
        areas: impl IntoIterator<Item = usize>,
        lines: impl IntoIterator<Item = usize>,
    ) -> Vec<Blocker<'_>> {
        let mostly_in = |stand: Placed<'_>, polygon: &[Vec2]| {
            overlap_area(stand, polygon) > stand.body.area() / 2.0 + EPS
        };
        let touches = |stand: Placed<'_>, points: &[Vec2]| {
            let (round, margin) = (stand.aabb(), Vec2::splat(2.0 * TOUCH));
            let (mins, maxs) = (round.mins - margin, round.maxs + margin);
            points.windows(2).any(|pair| {
                let beside = pair[0].max(pair[1]).cmplt(mins).any() || pair[0].min(pair[1]).cmpgt(maxs).any();
                !beside && touching(gap_to_segment(stand, [pair[0], pair[1]]).distance)
            })
        };
        let mut blockers = Vec::new();
        for index in areas {
            let area = &self.ground.areas[index];
            if area.blocks_sight && !mostly_in(firer, &area.polygon) && !mostly_in(target, &area.polygon) {
                let id = CoverFrom::Area(index).blocker_id();
                blockers.push(Blocker { id, shape: BlockerShape::Polygon(&area.polygon) });
            }
        }
        for index in lines {
            let line = &self.ground.lines[index];
            if line.blocks_sight && !touches(firer, &line.points) && !touches(target, &line.points) {
                let id = CoverFrom::Line(index).blocker_id();
                blockers.push(Blocker { id, shape: BlockerShape::Line(&line.points) });
            }
        }
        blockers
    }

    /// The area (or sunken road) that gives the stand hard cover: at least half its area inside, or at least half of a
    /// small area garrisoned, or a sunken road under it for at least half its front's width.
    ///
    /// Clause: `easy:II.D.3`.
    pub fn area_cover(&self, stand: Placed<'_>) -> Option<CoverFrom> {
        let near = self.near(&stand.aabb());
        let area = near.iter().find_map(|part| match *part {
            Part::Area(index) if self.ground.areas[index].hard_cover && self.shelters(index, stand) => {
                Some(index)
            }
            _ => None,
        });
        if let Some(index) = area {
            return Some(CoverFrom::Area(index));
        }
        let width: f32 = stand.quads().map(|quad| 2.0 * quad.half.x).fold(0.0, f32::max);
        let mut runs: Vec<(usize, f32)> = Vec::new();
        for part in near {
            let Part::Segment(index, segment) = part else { continue };
            let line = &self.ground.lines[index];
            if line.kind != LineKind::SunkenRoad || !line.hard_cover {
                continue;
            }
            let inside = length_inside(stand, [line.points[segment], line.points[segment + 1]]);
            match runs.iter_mut().find(|(other, _)| *other == index) {
                Some((_, length)) => *length += inside,
                None => runs.push((index, inside)),
            }
        }
        runs.into_iter()
            .find(|(_, length)| *length >= width / 2.0 - EPS)
            .map(|(index, _)| CoverFrom::Line(index))
    }

    /// Does a stand here follow a road: its centre within half the road's width, facing along it within 15°?
    ///
    /// Clause: `easy:VI.D-slow`.
    pub fn follows_road(&self, pose: Pose) -> bool {
        let forward = pose.heading.forward();
        let roads = self.ground.lines.iter().filter(|line| line.kind.is_road());
        roads.flat_map(|road| road.points.windows(2).map(|pair| (road.width, pair))).any(|(width, pair)| {
            let along = (pair[1] - pair[0]).normalize_or_zero();
            let off = convex::nearest_on_segment(pose.at, pair[0], pair[1]).distance(pose.at);
            off <= width / 2.0 + EPS && forward.dot(along).abs() >= ALONG_ROAD - 1e-6
        })
    }

    /// The buildings that the stand is in, measured as in [`Terrain::area_cover`].
    ///
    /// Clause: `easy:III.B-cover`.
    pub fn in_buildings(&self, stand: Placed<'_>) -> Option<usize> {
        self.near(&stand.aabb()).into_iter().find_map(|part| match part {
            Part::Area(index) if self.ground.areas[index].buildings && self.shelters(index, stand) => {
                Some(index)
            }
            _ => None,
        })
    }

    fn shelters(&self, area: usize, stand: Placed<'_>) -> bool {
        let area = &self.ground.areas[area];
        let inside = overlap_area(stand, &area.polygon);
        let (whole, size) = (stand.body.area(), polygon_area(&area.polygon));
        inside >= whole / 2.0 - EPS
            || (area.garrison && size < whole && size > 0.0 && inside >= size / 2.0 - EPS)
    }

    /// The wall that runs within 0.25", scaled with the stands, outside the edge along at least half of it.
    ///
    /// Ruling: a wall drawn on the edge, up to TOUCH inside it, runs outside it.
    ///
    /// Clauses: `easy:II.D.3`, `easy:III.B-cover`.
    pub fn edge_cover(&self, quad: Quad, edge: Edge) -> Option<usize> {
        self.walls_along(quad, edge).into_iter().next()
    }

    fn walls_along(&self, quad: Quad, edge: Edge) -> Vec<usize> {
        let [start, end] = quad.edge(edge);
        let normal = quad.normal(edge);
        let length = start.distance(end);
        let along = (end - start) / length;
        let (near, far) = (-TOUCH - GRAIN, WALL_REACH * self.scale + EPS);
        let strip = [start + normal * near, start + normal * far, end + normal * far, end + normal * near];
        let Some(area) = box_round(&strip) else { return Vec::new() };
        let mut runs: Vec<(usize, Vec<(f32, f32)>)> = Vec::new();
        for part in self.near(&area) {
            let Part::Segment(index, segment) = part else { continue };
            let line = &self.ground.lines[index];
            if !line.hard_cover || line.kind == LineKind::SunkenRoad {
                continue;
            }
            let ends = [line.points[segment], line.points[segment + 1]].map(|point| {
                let d = point - start;
                Vec2::new(along.dot(d), normal.dot(d))
            });
            let Some((from, to)) = clip_to_box(ends, Vec2::new(0.0, near), Vec2::new(length, far)) else {
                continue;
            };
            let [a, b] = [from, to].map(|t| ends[0].lerp(ends[1], t).x);
            let run = (a.min(b), a.max(b));
            match runs.iter_mut().find(|(other, _)| *other == index) {
                Some((_, spans)) => spans.push(run),
                None => runs.push((index, vec![run])),
            }
        }
        let mut walls: Vec<usize> = runs
            .into_iter()
            .filter(|(_, spans)| {
                let covered: f32 = merged(spans.clone()).into_iter().map(|(from, to)| to - from).sum();
                covered >= length / 2.0 - EPS
            })
            .map(|(index, _)| index)
            .collect();
        walls.sort_unstable();
        walls
    }

    /// The wall that covers the target from fire from a point: along the edge that faces the fire, and crossed by the line of
    /// fire.
    ///
    /// Clause: `easy:II.D.3`.
    pub fn wall_covers(&self, target: Quad, from: Vec2) -> Option<usize> {
        let (edge, to) = line_of_fire_edge(target, from);
        // A wall drawn on the edge, or a hair inside, is crossed too.
        let to = to - target.normal(edge) * (TOUCH + GRAIN);
        self.walls_along(target, edge).into_iter().find(|&index| {
            self.ground.lines[index]
                .points
                .windows(2)
                .any(|pair| segments_meet([from, to], [pair[0], pair[1]]).is_some())
        })
    }

    /// The parts whose boxes meet this one, in the order of the ground's own lists.
    fn near(&self, area: &Aabb) -> Vec<Part> {
        let meets = |(lo, hi): (Vec2, Vec2)| lo.cmple(area.maxs).all() && hi.cmpge(area.mins).all();
        let found = self.shelf.near(area.mins, area.maxs).filter(|part| meets(self.boxes[*part]));
        found.map(|part| self.parts[part]).collect()
    }
}

/// The edge that the line of fire from a point to the target's nearest point meets first, and that nearest point; at a
/// corner the more opposed edge, front over side, side over rear.
///
/// Clause: `easy:II.D.3`.
pub(super) fn line_of_fire_edge(target: Quad, from: Vec2) -> (Edge, Vec2) {
    let nearest = nearest_point_of_quad(&target, from);
    let local = target.pose.to_local(nearest).abs();
    let on_side = local.x >= target.half.x - EPS;
    let on_end = local.y >= target.half.y - EPS;
    if !(on_side || on_end) || nearest.distance(from) <= GRAIN {
        // From inside or from the very edge: the sector decides.
        return (sector_edge(target, from), nearest);
    }
    let against = Heading::of(from - nearest);
    let signed = target.pose.to_local(nearest);
    let end = if signed.y >= 0.0 { Edge::Front } else { Edge::Rear };
    let side = if signed.x >= 0.0 { Edge::Right } else { Edge::Left };
    let edge = match (on_end, on_side) {
        (true, false) => end,
        (false, _) => side,
        (true, true) => {
            let [to_end, to_side] =
                [end, side].map(|edge| Heading::of(target.normal(edge)).angle_to(against));
            if (to_end - to_side).abs() <= ANG {
                if end.precedence() < side.precedence() { end } else { side }
            } else if to_end < to_side {
                end
            } else {
                side
            }
        }
    };
    (edge, nearest)
}

/// The path of a stand's centre in a turn: about a hinge, from an arm, by this many radians clockwise.
struct Arc {
    hinge: Vec2,
    arm: Vec2,
    angle: f32,
}

impl Arc {
    fn of(start: Pose, pivot: Vec2, angle: f32) -> Self {
        let hinge = start.to_table(pivot);
        Self { hinge, arm: start.at - hinge, angle }
    }

    fn at(&self, t: f32) -> Vec2 {
        let (sin, cos) = super::pose::sin_cos(self.angle * t);
        self.hinge + Vec2::new(self.arm.x * cos + self.arm.y * sin, self.arm.y * cos - self.arm.x * sin)
    }

    /// The unit direction of motion.
    fn heading(&self, t: f32) -> Vec2 {
        let radius = (self.at(t) - self.hinge).normalize_or_zero();
        Vec2::new(radius.y, -radius.x) * self.angle.signum()
    }

    /// The fractions at which `normal . (at - hinge)` is `level`.
    fn meets(&self, normal: Vec2, level: f32) -> Vec<f32> {
        // normal . arm turned by phi = a cos(phi) + b sin(phi)
        let (a, b) = (normal.dot(self.arm), normal.dot(Vec2::new(self.arm.y, -self.arm.x)));
        let size = a.hypot(b);
        if size < 1e-6 || level.abs() > size || self.angle == 0.0 {
            return Vec::new();
        }
        let peak = libm_atan2(b, a);
        let off = libm_atan2((size * size - level * level).max(0.0).sqrt(), level);
        let mut found = Vec::new();
        for root in [peak - off, peak + off] {
            // Every whole turn of the root that lies on the way.
            let mut way = (root * self.angle.signum()).rem_euclid(std::f32::consts::TAU);
            while way <= self.angle.abs() {
                found.push(way / self.angle.abs());
                way += std::f32::consts::TAU;
            }
        }
        found
    }

    /// The intervals in which the centre is in the region, and goes uphill if a direction is given.
    fn spans_in(&self, region: &Region, uphill: Option<Vec2>) -> Vec<(f32, f32)> {
        if self.arm.length() < GRAIN || self.angle == 0.0 {
            return Vec::new();
        }
        let mut marks = vec![0.0, 1.0];
        for (a, b) in convex::edges(region.outline()) {
            let normal = (b - a).perp().normalize_or_zero();
            marks.extend(self.meets(normal, normal.dot(a - self.hinge)));
        }
        if let Some(uphill) = uphill {
            // The motion is the arm turned by a right angle: its uphill part is the arm's along this.
            let across = Vec2::new(-uphill.y, uphill.x) * self.angle.signum();
            marks.extend(self.meets(across, CLIMB * self.arm.length()));
        }
        marks.retain(|t| (0.0..=1.0).contains(t));
        marks.sort_by(f32::total_cmp);
        let spans = marks
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(|&(from, to)| {
                let middle = f32::midpoint(from, to);
                to > from
                    && uphill.is_none_or(|uphill| self.heading(middle).dot(uphill) > CLIMB)
                    && point_in_polygon(self.at(middle), region.outline())
            })
            .collect();
        merged(spans)
    }
}

/// Cuts 0 to 1 at every end of these intervals and joins equal neighbours.
fn partition(rough: &[(f32, f32)], uphill: &[(f32, f32)]) -> Vec<Span> {
    let mut marks = vec![0.0, 1.0];
    marks.extend(
        rough.iter().chain(uphill).flat_map(|&(from, to)| [from.clamp(0.0, 1.0), to.clamp(0.0, 1.0)]),
    );
    marks.sort_by(f32::total_cmp);
    marks.dedup();
    let inside = |spans: &[(f32, f32)], t: f32| spans.iter().any(|&(from, to)| from < t && t < to);
    let mut spans: Vec<Span> = Vec::new();
    for pair in marks.windows(2) {
        let middle = f32::midpoint(pair[0], pair[1]);
        let (rough, uphill) = (inside(rough, middle), inside(uphill, middle));
        match spans.last_mut() {
            Some(last) if last.rough == rough && last.uphill == uphill => last.to = pair[1],
            _ => spans.push(Span { from: pair[0], to: pair[1], rough, uphill }),
        }
    }
    spans
}

/// Uphill polygons: whole areas that rise one way, and the band inside a contour, one mitred polygon an edge.
fn slopes_of(ground: &Ground) -> Vec<Slope> {
    let mut slopes = Vec::new();
    for (index, area) in ground.areas.iter().enumerate() {
        match area.rise {
            Rise::Level => {}
            Rise::Toward(heading) => {
                slopes.push(Slope { polygon: area.polygon.clone(), uphill: heading.forward(), area: index });
            }
            Rise::Contour { slope, .. } => {
                contour_slopes(&area.polygon, slope, ground.size, index, &mut slopes);
            }
        }
    }
    slopes
}

/// The band of `wide` inches inside a contour, except along the table's edge.
///
/// If the hill is narrower than two bands, they stop halfway across it.
fn contour_slopes(contour: &[Vec2], wide: f32, table: Vec2, area: usize, slopes: &mut Vec<Slope>) {
    let mut points: Vec<Vec2> = contour.to_vec();
    points.dedup_by(|a, b| a.distance(*b) < EPS);
    while points.len() > 1 && points[0].distance(points[points.len() - 1]) < EPS {
        points.pop();
    }
    if points.len() < 3 || wide <= 0.0 {
        return;
    }
    if signed_area(&points) > 0.0 {
        points.reverse();
    }
    let count = points.len();
    // Clockwise, so inward is to the right of every edge.
    let inward: Vec<Vec2> =
        convex::edges(&points).map(|(a, b)| -(b - a).perp().normalize_or_zero()).collect();
    let climbs: Vec<bool> = convex::edges(&points).map(|(a, b)| !on_table_edge(a, b, table)).collect();
    let wide = (0..count)
        .filter(|&i| climbs[i])
        .map(|i| way_across(points[i].midpoint(points[(i + 1) % count]), inward[i], &points) / 2.0)
        .fold(wide, f32::min);
    let offset = |i: usize| if climbs[i] { wide } else { 0.0 };
    // The points at which the inner lines of the two edges at a corner meet.
    let mitres: Vec<Vec2> = (0..count)
        .map(|i| {
            let before = (i + count - 1) % count;
            let (n, m) = (inward[before], inward[i]);
            let det = n.perp_dot(m);
            let inner = if det.abs() < 1e-3 {
                m * offset(i)
            } else {
                Vec2::new(offset(before) * m.y - offset(i) * n.y, offset(i) * n.x - offset(before) * m.x)
                    / det
            };
            points[i] + inner.clamp_length_max(4.0 * wide)
        })
        .collect();
    for i in (0..count).filter(|&i| climbs[i]) {
        let (a, b) = (points[i], points[(i + 1) % count]);
        let (inner_a, inner_b) = (mitres[i], mitres[(i + 1) % count]);
        let polygon = if (inner_b - inner_a).dot(b - a) <= 0.0 {
            // The mitres cross before the band is full: a triangle.
            vec![a, b, segments_meet([a, inner_a], [b, inner_b]).unwrap_or(inner_a.midpoint(inner_b))]
        } else {
            vec![a, b, inner_b, inner_a]
        };
        slopes.push(Slope { polygon, uphill: inward[i], area });
    }
}

/// The distance from a point on the edge of a polygon straight across the polygon.
fn way_across(from: Vec2, direction: Vec2, polygon: &[Vec2]) -> f32 {
    convex::edges(polygon)
        .filter_map(|(a, b)| {
            let along = b - a;
            let det = direction.perp_dot(along);
            if det.abs() < 1e-9 {
                return None;
            }
            let distance = (a - from).perp_dot(along) / det;
            let place = (a - from).perp_dot(direction) / det;
            ((0.0..=1.0).contains(&place) && distance > EPS).then_some(distance)
        })
        .fold(f32::INFINITY, f32::min)
}

fn on_table_edge(a: Vec2, b: Vec2, table: Vec2) -> bool {
    let both = |at: f32, x: f32, y: f32| (x - at).abs() <= OVERLAP && (y - at).abs() <= OVERLAP;
    both(0.0, a.x, b.x) || both(table.x, a.x, b.x) || both(0.0, a.y, b.y) || both(table.y, a.y, b.y)
}

fn box_round(points: &[Vec2]) -> Option<Aabb> {
    let min = points.iter().copied().reduce(Vec2::min)?;
    let max = points.iter().copied().reduce(Vec2::max)?;
    Some(Aabb::new(min, max))
}

/// The length of a segment under a stand, in inches.
fn length_inside(stand: Placed<'_>, segment: [Vec2; 2]) -> f32 {
    stand
        .quads()
        .filter_map(|quad| {
            let ends = segment.map(|point| quad.pose.to_local(point));
            clip_to_box(ends, -quad.half, quad.half).map(|(from, to)| (to - from) * ends[0].distance(ends[1]))
        })
        .sum()
}

/// The fractions between which a segment lies in a box.
fn clip_to_box(ends: [Vec2; 2], min: Vec2, max: Vec2) -> Option<(f32, f32)> {
    let d = ends[1] - ends[0];
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (start, rate) = (ends[0][axis], d[axis]);
        if rate.abs() < 1e-9 {
            if start < min[axis] || start > max[axis] {
                return None;
            }
        } else {
            let (a, b) = ((min[axis] - start) / rate, (max[axis] - start) / rate);
            from = from.max(a.min(b));
            to = to.min(a.max(b));
        }
    }
    (from <= to).then_some((from, to))
}

/// The point at which two segments meet, if they do.
fn segments_meet(one: [Vec2; 2], other: [Vec2; 2]) -> Option<Vec2> {
    let (d, e) = (one[1] - one[0], other[1] - other[0]);
    let det = d.perp_dot(e);
    if det.abs() < 1e-9 {
        return None;
    }
    let between = other[0] - one[0];
    let (t, s) = (between.perp_dot(e) / det, between.perp_dot(d) / det);
    let range = -1e-5..=1.0 + 1e-5;
    (range.contains(&t) && range.contains(&s)).then(|| one[0] + d * t)
}

/// The path of a stand's centre along a leg as a polyline; a slide is extended by the stand's own diagonal.
fn centre_way(body: &Body, start: Pose, leg: Leg) -> Vec<Vec2> {
    match leg {
        Leg::Slide(delta) => {
            let further = delta.normalize_or_zero() * body.radius_about(Vec2::ZERO);
            vec![start.at, start.at + delta + further]
        }
        Leg::Turn { pivot, angle } => {
            let arc = Arc::of(start, pivot, angle);
            (0..=16u8).map(|i| arc.at(f32::from(i) / 16.0)).collect()
        }
    }
}

/// Does the way cross the line within `reach` of the point?
fn crosses_near(way: &[Vec2], line: &[Vec2], point: Vec2, reach: f32) -> bool {
    if line.len() < 2 || !within(nearest_point_of_line(line, point).distance(point), reach) {
        return false;
    }
    way.windows(2).any(|step| {
        line.windows(2).any(|pair| {
            segments_meet([step[0], step[1]], [pair[0], pair[1]])
                .is_some_and(|at| within(at.distance(point), reach))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Area, AreaKind, Crossing, Line};

    fn stand() -> Body {
        Body::single(2.0, 2.0)
    }

    fn rect(x0: f32, y0: f32, x1: f32, y1: f32) -> Vec<Vec2> {
        vec![Vec2::new(x0, y0), Vec2::new(x1, y0), Vec2::new(x1, y1), Vec2::new(x0, y1)]
    }

    fn field(areas: Vec<Area>, lines: Vec<Line>) -> Terrain {
        Terrain::new(Ground { areas, lines, ..Ground::bare(40.0, 40.0) })
    }

    fn north(inches: f32) -> Leg {
        Leg::Slide(Vec2::new(0.0, inches))
    }

    /// Inches of the slide that satisfy the test.
    fn inches(terrain: &Terrain, start: Pose, leg: Leg, test: impl Fn(&Span) -> bool) -> f32 {
        let spans = terrain.spans(&stand(), start, leg, false, false);
        assert!(spans[0].from == 0.0 && spans[spans.len() - 1].to == 1.0, "{spans:?}");
        assert!(spans.windows(2).all(|pair| pair[0].to == pair[1].from), "{spans:?}");
        spans.iter().filter(|span| test(span)).map(|span| span.to - span.from).sum::<f32>()
            * leg.length(&stand())
    }

    fn rough(polygon: Vec<Vec2>) -> Area {
        Area { rough: When::Always, ..Area::plain("rough", AreaKind::Rocks, polygon) }
    }

    #[test]
    fn rough_counts_from_where_the_front_edge_is_in_it() {
        let terrain = field(vec![rough(rect(0.0, 13.0, 20.0, 30.0))], vec![]);
        let far = inches(&terrain, Pose::at(10.0, 10.0, 0.0), north(4.0), |span| span.rough);
        assert!((far - 1.99).abs() < 1e-3, "{far}: 2 less the overlap that is accepted");
        // Only a corner of the stand is in it.
        let terrain = field(vec![rough(rect(10.9, 13.0, 20.0, 14.0))], vec![]);
        let corner = inches(&terrain, Pose::at(10.0, 10.0, 0.0), north(6.0), |span| span.rough);
        assert!((corner - 2.98).abs() < 1e-2, "{corner}");
        // Flush beside it.
        let terrain = field(vec![rough(rect(11.0, 0.0, 20.0, 40.0))], vec![]);
        assert!(inches(&terrain, Pose::at(10.0, 10.0, 0.0), north(6.0), |span| span.rough) < 1e-6);
    }

    #[test]
    fn overlapping_rough_does_not_add_and_mud_makes_rough() {
        let areas = vec![rough(rect(0.0, 13.0, 20.0, 16.0)), rough(rect(0.0, 14.0, 20.0, 18.0))];
        let terrain = field(areas, vec![]);
        let spans = terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), north(4.0), false, false);
        assert_eq!(spans.len(), 2, "{spans:?}");
        let ploughed = Area { rough: When::WhileMuddy, ..rough(rect(0.0, 0.0, 40.0, 40.0)) };
        let terrain = field(vec![ploughed], vec![]);
        let dry = terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), north(1.0), false, false);
        let wet = terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), north(1.0), true, false);
        assert!(!dry[0].rough && wet[0].rough && wet.len() == 1);
    }

    #[test]
    fn turn_into_rough_counts_whole_and_by_centre_not_at_all() {
        let terrain = field(vec![rough(rect(0.0, 11.2, 20.0, 30.0))], vec![]);
        let pivot = Leg::Turn { pivot: Vec2::ZERO, angle: 1.0 };
        let spans = terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), pivot, false, false);
        assert_eq!(spans, [Span { from: 0.0, to: 1.0, rough: true, uphill: false }]);
        let spans = terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), pivot, false, true);
        assert!(!spans[0].rough);
        let small = Leg::Turn { pivot: Vec2::ZERO, angle: 0.1 };
        assert!(!terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), small, false, false)[0].rough);
        let by_centre = terrain.spans(&stand(), Pose::at(10.0, 10.0, 0.0), north(2.0), false, true);
        assert!((by_centre[0].to - 0.6).abs() < 1e-4 && by_centre[1].rough, "{by_centre:?}");
    }

    #[test]
    fn uphill_counts_while_the_centre_climbs() {
        let slope = Area {
            rise: Rise::Toward(Heading::NORTH),
            ..Area::plain("hill", AreaKind::Slope, rect(0.0, 0.0, 40.0, 40.0))
        };
        let terrain = field(vec![slope.clone()], vec![]);
        let start = Pose::at(20.0, 20.0, 0.0);
        assert!((inches(&terrain, start, north(3.0), |span| span.uphill) - 3.0).abs() < 1e-4);
        assert!(inches(&terrain, start, Leg::Slide(Vec2::new(6.0, 0.0)), |span| span.uphill) < 1e-6);
        assert!(inches(&terrain, start, north(-3.0), |span| span.uphill) < 1e-6);
        let both = field(vec![slope, rough(rect(0.0, 0.0, 40.0, 40.0))], vec![]);
        assert!((inches(&both, start, north(1.5), |span| span.uphill && span.rough) - 1.5).abs() < 1e-4);
    }

    #[test]
    fn turn_climbs_by_its_centre_for_part_of_its_arc() {
        let slope = Area {
            rise: Rise::Toward(Heading::NORTH),
            ..Area::plain("hill", AreaKind::Slope, rect(0.0, 0.0, 40.0, 40.0))
        };
        let terrain = field(vec![slope], vec![]);
        let share = |pivot: Vec2, degrees: f32| {
            let leg = Leg::Turn { pivot, angle: degrees.to_radians() };
            terrain
                .spans(&stand(), Pose::at(20.0, 20.0, 0.0), leg, false, false)
                .iter()
                .filter(|span| span.uphill)
                .map(|span| span.to - span.from)
                .sum::<f32>()
        };
        assert_eq!(share(Vec2::ZERO, 180.0), 0.0);
        // About the right edge's middle the centre starts due west of the hinge and goes up for a quarter turn.
        assert!((share(Vec2::X, 180.0) - 0.5).abs() < 0.005, "{}", share(Vec2::X, 180.0));
        assert!((share(Vec2::X, 90.0) - 1.0).abs() < 0.01);
        // The other way round it goes down first, then up beyond the hinge.
        assert!(share(Vec2::X, -90.0) < 0.01);
        assert!((share(Vec2::X, -180.0) - 0.5).abs() < 0.01);
    }

    #[test]
    fn contour_climbs_inside_its_edge_but_not_at_the_table_edge() {
        let hill = |polygon| Area {
            rise: Rise::Contour { level: 1, slope: 2.0 },
            ..Area::plain("hill", AreaKind::Hill, polygon)
        };
        let terrain = field(vec![hill(rect(10.0, 10.0, 30.0, 30.0))], vec![]);
        assert_eq!(terrain.slopes().len(), 4);
        let up = inches(&terrain, Pose::at(20.0, 5.0, 0.0), north(12.0), |span| span.uphill);
        assert!((up - 2.0).abs() < 1e-3, "{up}");
        // Over the top and down: only the near band.
        let over = inches(&terrain, Pose::at(20.0, 5.0, 0.0), north(30.0), |span| span.uphill);
        assert!((over - 2.0).abs() < 1e-3, "{over}");
        let at_edge = field(vec![hill(rect(10.0, 0.0, 30.0, 20.0))], vec![]);
        assert_eq!(at_edge.slopes().len(), 3);
        assert!(inches(&at_edge, Pose::at(20.0, 1.0, 0.0), north(12.0), |span| span.uphill) < 1e-6);
        // A ridge narrower than two bands: halfway up, then down.
        let ridge = field(vec![hill(rect(10.0, 10.0, 30.0, 13.0))], vec![]);
        let over = inches(&ridge, Pose::at(20.0, 5.0, 0.0), north(12.0), |span| span.uphill);
        assert!((over - 1.5).abs() < 1e-3, "{over}");
    }

    #[test]
    fn pond_stops_a_corner_at_any_instant() {
        let pond =
            Area { impassable: true, ..Area::plain("pond", AreaKind::Water, rect(10.5, 13.0, 20.0, 14.0)) };
        let terrain = field(vec![pond], vec![]);
        let (t, area) =
            terrain.first_impassable(&stand(), Pose::at(10.0, 10.0, 0.0), north(8.0)).expect("it enters");
        assert!(area == 0 && (t * 8.0 - 2.01).abs() < 1e-3, "{t}");
        assert!(terrain.first_impassable(&stand(), Pose::at(9.49, 10.0, 0.0), north(8.0)).is_none());
        let wheel = Leg::Turn { pivot: Vec2::new(-1.0, 1.0), angle: -1.0 };
        assert!(terrain.first_impassable(&stand(), Pose::at(10.5, 11.5, 0.0), wheel).is_some());
        assert!(
            terrain
                .impassable_under(stand().placed(Pose::at(12.0, 12.5, 0.0)))
                .is_some_and(|(d, _)| (d - 0.5).abs() < 1e-4)
        );
    }

    fn stream(kind: LineKind) -> Line {
        Line {
            obstacle_to: vec![Tread::Foot, Tread::Horse],
            barred_to: vec![Tread::Wheels],
            ..Line::plain("brook", kind, vec![Vec2::new(0.0, 13.0), Vec2::new(40.0, 13.0)])
        }
    }

    #[test]
    fn obstacle_is_crossed_once_and_not_again_from_astride() {
        let terrain = field(vec![], vec![stream(LineKind::Stream)]);
        let body = stand();
        let found = terrain.crossings(&body, Pose::at(10.0, 10.0, 0.0), north(6.0), Tread::Foot);
        assert_eq!(found.len(), 1);
        assert!(found[0].how == How::Obstacle && (found[0].t * 6.0 - 2.01).abs() < 1e-3);
        assert_eq!(
            terrain.crossings(&body, Pose::at(10.0, 10.0, 0.0), north(6.0), Tread::Wheels)[0].how,
            How::Barred
        );
        assert!(
            terrain.crossings(&body, Pose::at(10.0, 10.0, 0.0), north(2.0), Tread::Foot).is_empty(),
            "stops flush"
        );
        assert_eq!(
            terrain.crossings(&body, Pose::at(10.0, 12.0, 0.0), north(2.0), Tread::Foot).len(),
            1,
            "from flush"
        );
        assert!(
            terrain.crossings(&body, Pose::at(10.0, 13.0, 0.0), north(6.0), Tread::Foot).is_empty(),
            "astride"
        );
    }

    #[test]
    fn bridge_and_ford_serve_those_who_cross_by_them() {
        let crossing = |kind| Crossing {
            id: "b".into(),
            name: String::new(),
            kind,
            at: Vec2::new(10.0, 13.0),
            over: "brook".into(),
        };
        for (kind, how) in [(CrossingKind::Bridge, How::Bridge), (CrossingKind::Ford, How::Ford)] {
            let ground = Ground {
                lines: vec![stream(LineKind::River)],
                crossings: vec![crossing(kind)],
                ..Ground::bare(40.0, 40.0)
            };
            let terrain = Terrain::new(ground);
            let at =
                |x: f32, leg| terrain.crossings(&stand(), Pose::at(x, 10.0, 0.0), leg, Tread::Wheels)[0].how;
            assert_eq!(at(10.7, north(6.0)), how);
            assert_eq!(at(10.8, north(6.0)), How::Barred);
            assert_eq!(at(10.0, north(2.5)), how, "stops astride, heading over it");
        }
    }

    fn wall(points: Vec<Vec2>) -> Line {
        Line { hard_cover: true, ..Line::plain("wall", LineKind::Wall, points) }
    }

    #[test]
    fn wall_covers_the_edge_it_runs_along_from_fire_across_it() {
        let quad = stand().placed(Pose::at(10.0, 10.0, 0.0)).quad();
        let terrain = field(vec![], vec![wall(vec![Vec2::new(9.0, 11.2), Vec2::new(11.0, 11.2)])]);
        assert_eq!(terrain.edge_cover(quad, Edge::Front), Some(0));
        assert_eq!(terrain.edge_cover(quad, Edge::Right), None);
        assert_eq!(terrain.wall_covers(quad, Vec2::new(10.0, 14.0)), Some(0));
        assert_eq!(terrain.wall_covers(quad, Vec2::new(14.0, 10.0)), None);
        assert_eq!(terrain.wall_covers(quad, Vec2::new(10.0, 6.0)), None);
        // Half the edge is enough, and then fire on the other half is not across it.
        let half = field(vec![], vec![wall(vec![Vec2::new(10.0, 11.2), Vec2::new(13.0, 11.2)])]);
        assert_eq!(half.edge_cover(quad, Edge::Front), Some(0));
        assert_eq!(half.wall_covers(quad, Vec2::new(10.5, 14.0)), Some(0));
        assert_eq!(half.wall_covers(quad, Vec2::new(9.5, 14.0)), None);
        let short = field(vec![], vec![wall(vec![Vec2::new(10.1, 11.2), Vec2::new(13.0, 11.2)])]);
        assert_eq!(short.edge_cover(quad, Edge::Front), None);
        let far = field(vec![], vec![wall(vec![Vec2::new(9.0, 11.26), Vec2::new(11.0, 11.26)])]);
        assert_eq!(far.edge_cover(quad, Edge::Front), None);
        let rear = field(vec![], vec![wall(vec![Vec2::new(9.0, 8.9), Vec2::new(11.0, 8.9)])]);
        assert_eq!(rear.wall_covers(quad, Vec2::new(10.0, 14.0)), None, "on the rear edge only");
        let on_edge = field(vec![], vec![wall(vec![Vec2::new(9.0, 11.0), Vec2::new(11.0, 11.0)])]);
        assert_eq!(on_edge.wall_covers(quad, Vec2::new(10.0, 14.0)), Some(0));
    }

    #[test]
    fn fire_on_a_corner_meets_the_more_opposed_edge() {
        let quad = stand().placed(Pose::at(0.0, 0.0, 0.0)).quad();
        assert_eq!(line_of_fire_edge(quad, Vec2::new(0.5, 5.0)), (Edge::Front, Vec2::new(0.5, 1.0)));
        assert_eq!(line_of_fire_edge(quad, Vec2::new(3.0, 5.0)).0, Edge::Front);
        assert_eq!(line_of_fire_edge(quad, Vec2::new(5.0, 3.0)).0, Edge::Right);
        assert_eq!(line_of_fire_edge(quad, Vec2::new(5.0, 5.0)).0, Edge::Front);
        assert_eq!(line_of_fire_edge(quad, Vec2::new(-5.0, -5.0)).0, Edge::Left);
        assert_eq!(line_of_fire_edge(quad, Vec2::new(0.0, -5.0)).0, Edge::Rear);
    }

    #[test]
    fn half_the_stand_in_an_area_is_cover() {
        let town = Area {
            hard_cover: true,
            buildings: true,
            ..Area::plain("town", AreaKind::Village, rect(10.0, 10.0, 20.0, 20.0))
        };
        let terrain = field(vec![town], vec![]);
        let body = stand();
        let at = |x: f32| body.placed(Pose::at(x, 15.0, 0.0));
        assert_eq!(terrain.area_cover(at(10.0)), Some(CoverFrom::Area(0)));
        assert_eq!(terrain.in_buildings(at(10.0)), Some(0));
        assert_eq!(terrain.area_cover(at(9.95)), None);
    }

    #[test]
    fn small_farm_is_held_by_covering_half_of_it() {
        let farm = Area {
            hard_cover: true,
            garrison: true,
            ..Area::plain("farm", AreaKind::Buildings, rect(10.0, 10.0, 11.0, 11.0))
        };
        let terrain = field(vec![farm], vec![]);
        let body = stand();
        assert_eq!(terrain.area_cover(body.placed(Pose::at(9.5, 10.5, 0.0))), Some(CoverFrom::Area(0)));
        assert_eq!(terrain.area_cover(body.placed(Pose::at(9.45, 10.5, 0.0))), None);
    }

    #[test]
    fn sunken_road_under_half_the_front_is_cover() {
        let road = Line {
            hard_cover: true,
            ..Line::plain("road", LineKind::SunkenRoad, vec![Vec2::new(10.0, 10.0), Vec2::new(30.0, 10.0)])
        };
        let terrain = field(vec![], vec![road]);
        let body = stand();
        assert_eq!(terrain.area_cover(body.placed(Pose::at(10.0, 10.0, 0.0))), Some(CoverFrom::Line(0)));
        assert_eq!(terrain.area_cover(body.placed(Pose::at(9.9, 10.0, 0.0))), None);
        let quad = body.placed(Pose::at(15.0, 8.9, 0.0)).quad();
        assert_eq!(terrain.edge_cover(quad, Edge::Front), None, "a road is no wall");
    }

    #[test]
    fn woods_bar_sight_unless_one_is_mostly_in_them() {
        let woods = Area {
            blocks_sight: true,
            ..Area::plain("woods", AreaKind::Woods, rect(10.0, 10.0, 20.0, 20.0))
        };
        let hedge = Line {
            blocks_sight: true,
            ..Line::plain("hedge", LineKind::Hedge, vec![Vec2::new(0.0, 25.0), Vec2::new(40.0, 25.0)])
        };
        let terrain = field(vec![woods], vec![hedge]);
        let body = stand();
        let ids = |a: Pose, b: Pose| -> Vec<Option<CoverFrom>> {
            terrain
                .sight_blockers(body.placed(a), body.placed(b))
                .iter()
                .map(|b| CoverFrom::from_blocker_id(b.id))
                .collect()
        };
        let (south, inside, edge) =
            (Pose::at(15.0, 5.0, 0.0), Pose::at(15.0, 15.0, 0.0), Pose::at(15.0, 10.0, 0.0));
        assert_eq!(ids(south, inside), [Some(CoverFrom::Line(0))]);
        assert_eq!(
            ids(south, edge),
            [Some(CoverFrom::Area(0)), Some(CoverFrom::Line(0))],
            "half is not more than half"
        );
        assert_eq!(ids(south, Pose::at(15.0, 24.0, 0.0)), [Some(CoverFrom::Area(0))], "at the hedge");
        assert_eq!(CoverFrom::from_blocker_id(17), None);
    }
}
