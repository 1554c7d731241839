//! The ground as these rules use it: difficult ground, woods, heights, rivers, roads, walls and houses.
//!
//! Source: `epstein:5.12`, `epstein:5.22` to `epstein:5.24`, `epstein:6.7`, `epstein:14.1`, `epstein:15.1`. Units: inches.
//! Ruling: a level of a contour is half an inch of height (`epstein:14.1`).

use table::clip::{spans_of_segment, united};
use table::ground::{Area, AreaKind, CrossingKind, Line, LineKind, Rise, Tread, When};
use table::measure::{gap_to_segment, overlap_area, point_in_polygon};
use table::{Body, Heading, Placed, Pose, Terrain, Vec2};

use super::measure::{nearest_on, within};

/// Height of one level of a contour, in inches.
pub const LEVEL: f32 = 0.5;

/// How far a bridge or ford reaches along the line that it crosses, to either side, in inches.
const CROSSING: f32 = 0.75;

/// Ground on which an inch costs more.
#[derive(Clone, Debug, PartialEq)]
struct Difficult {
    outline: Outline,
    /// For a slope: the direction in which it climbs (`hill_cost`).
    uphill: Option<Vec2>,
    /// Is it difficult for cavalry and guns only?
    spares_foot: bool,
}

/// A polygon with its bounding box.
#[derive(Clone, Debug, PartialEq)]
struct Outline {
    polygon: Vec<Vec2>,
    low: Vec2,
    high: Vec2,
}

impl Outline {
    fn new(polygon: Vec<Vec2>) -> Self {
        let low = polygon.iter().fold(Vec2::INFINITY, |low, point| low.min(*point));
        let high = polygon.iter().fold(Vec2::NEG_INFINITY, |high, point| high.max(*point));
        Self { polygon, low, high }
    }

    fn may_meet(&self, [from, to]: [Vec2; 2]) -> bool {
        !(from.max(to).cmplt(self.low - HAIR).any() || from.min(to).cmpgt(self.high + HAIR).any())
    }

    /// The parts of a line inside it, as fractions of the line.
    fn spans(&self, line: [Vec2; 2]) -> Vec<(f32, f32)> {
        if !self.may_meet(line) || self.is_beside(line) {
            return Vec::new();
        }
        spans_of_segment(line, &self.polygon)
    }

    /// Does it lie wholly to one side of a line?
    fn is_beside(&self, [from, to]: [Vec2; 2]) -> bool {
        let Some(along) = (to - from).try_normalize() else { return false };
        let mut off = self.polygon.iter().map(|corner| along.perp_dot(*corner - from));
        let Some(first) = off.next() else { return false };
        first.abs() > HAIR && off.all(|other| other * first.signum() > HAIR)
    }

    /// The part of a stand that lies in it, in square inches.
    fn overlap(&self, stand: Placed<'_>) -> f32 {
        if self.is_near(stand.pose.at, stand.body.reach()) { overlap_area(stand, &self.polygon) } else { 0.0 }
    }

    /// May some of it lie within this many inches of a point?
    fn is_near(&self, at: Vec2, inches: f32) -> bool {
        let reach = inches + HAIR;
        at.cmpge(self.low - reach).all() && at.cmple(self.high + reach).all()
    }

    fn holds(&self, at: Vec2) -> bool {
        self.may_meet([at, at]) && point_in_polygon(at, &self.polygon)
    }
}

/// Pieces of a line whose directions have a larger dot product than this make less than a right angle.
const SAME_WAY: f32 = 0.01;

/// Rounding errors beyond a box, in inches.
const HAIR: f32 = 0.01;

/// A house (`epstein:15.1`).
#[derive(Clone, Debug, PartialEq)]
pub struct House {
    /// Index into the ground's areas.
    pub area: usize,
    /// Stands that it holds.
    pub capacity: u8,
    /// Its sides, clockwise, each a chain of corners.
    pub sides: Vec<Vec<Vec2>>,
}

/// A river (`epstein:5.24`).
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// Index among the lines of the ground.
    pub line: u16,
    /// Its middle line.
    pub points: Vec<Vec2>,
    pub width: f32,
    /// Its water without the bridges: bands with their poses.
    pub bands: Vec<(Body, Pose)>,
    /// Can it be forded everywhere?
    pub fordable: bool,
    /// Fords, if it cannot.
    pub fords: Vec<Vec2>,
}

impl River {
    /// Can it be forded at this point of its middle line?
    pub fn is_fordable(&self, at: Vec2) -> bool {
        self.fordable || self.fords.iter().any(|ford| ford.distance(at) < CROSSING)
    }
}

/// What a line gives to stands behind it (`epstein:14.1`, `epstein:14.2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelter {
    /// A wall, breastworks, a sunken road: strong.
    Breastworks,
    /// A hedge: like a wood.
    Hedge,
    /// A stream: for stands charged across it.
    Stream,
    /// A stream more than an inch wide.
    WideStream,
}

/// The ground as these rules use it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RulesGround {
    difficult: Vec<Difficult>,
    /// Roads: their middle lines and half their width.
    roads: Vec<(Vec<Vec2>, f32)>,
    /// Contours with the height of the ground inside.
    heights: Vec<(Outline, f32)>,
    /// Woods, and whether only skirmishers can move through them (`epstein:5.12`).
    woods: Vec<(Outline, bool)>,
    /// Built-over areas (`epstein:g.7`).
    built: Vec<Outline>,
    /// Areas where only skirmishing is possible (`epstein:6.7`).
    skirmish_only: Vec<Vec<Vec2>>,
    shelters: Vec<(Vec<Vec2>, Shelter)>,
    crests: Vec<Vec<Vec2>>,
    /// Areas that nobody can enter (cliffs, water, houses), with their index.
    closed: Vec<(Outline, usize)>,
    pub houses: Vec<House>,
    pub rivers: Vec<River>,
    /// Thick woods with the index of their area.
    thick: Vec<(Outline, usize)>,
}

fn says(terms: &std::collections::BTreeMap<String, String>, term: &str) -> bool {
    terms.get(term).is_some_and(|value| value == "on")
}

/// Number of stands that an area holds (`epstein:15.1`); `None` if nobody can occupy it.
fn capacity(area: &Area) -> Option<u8> {
    area.terms.get("capacity").and_then(|count| count.parse().ok()).filter(|_| area.polygon.len() > 2)
}

/// Is it built over, so that no unit moves through it (`epstein:15.1`) and no line of fire goes through it (`epstein:g.7`)? Any
/// area with a capacity is, even a walled garden.
fn is_house(area: &Area) -> bool {
    matches!(area.kind, AreaKind::Buildings | AreaKind::Village) || capacity(area).is_some()
}

impl RulesGround {
    pub fn new(terrain: &Terrain) -> Self {
        let ground = terrain.ground();
        let mut made = Self::default();
        for (index, area) in ground.areas.iter().enumerate() {
            made.area(index, area);
        }
        for slope in terrain.slopes() {
            made.add(slope.polygon.clone(), Some(slope.uphill), false);
        }
        for (index, line) in ground.lines.iter().enumerate() {
            let over = ground.crossings.iter().filter(|crossing| crossing.over == line.id);
            let (bridges, fords): (Vec<_>, Vec<_>) =
                over.partition(|crossing| crossing.kind == CrossingKind::Bridge);
            let bridges: Vec<Vec2> = bridges.iter().map(|bridge| bridge.at).collect();
            made.line(line, &bridges);
            if line.kind == LineKind::River {
                let fords = fords.iter().map(|ford| ford.at).collect();
                made.rivers.push(river(index, line, &bridges, fords));
            }
        }
        made
    }

    fn add(&mut self, polygon: Vec<Vec2>, uphill: Option<Vec2>, spares_foot: bool) {
        self.difficult.push(Difficult { outline: Outline::new(polygon), uphill, spares_foot });
    }

    fn area(&mut self, index: usize, area: &Area) {
        let polygon = &area.polygon;
        let is_house = is_house(area);
        if area.impassable || is_house {
            self.closed.push((Outline::new(polygon.clone()), index));
        }
        if is_house {
            self.built.push(Outline::new(polygon.clone()));
        }
        if let Some(capacity) = capacity(area) {
            self.houses.push(House { area: index, capacity, sides: sides_of(area) });
        }
        if let Rise::Contour { level, .. } = area.rise {
            self.heights.push((Outline::new(polygon.clone()), f32::from(level) * LEVEL));
        }
        if says(&area.terms, "skirmish_only") {
            self.skirmish_only.push(polygon.clone());
        }
        match area.kind {
            AreaKind::Woods => {
                let thick = says(&area.terms, "thick");
                self.woods.push((Outline::new(polygon.clone()), thick));
                self.thick.extend(thick.then(|| (Outline::new(polygon.clone()), index)));
                self.add(polygon.clone(), None, false);
            }
            // A marsh gives no cover (`epstein:14.1`).
            AreaKind::Marsh => self.add(polygon.clone(), None, false),
            AreaKind::Buildings | AreaKind::Village => {}
            AreaKind::Earthwork => {
                let mut round = polygon.clone();
                round.extend(polygon.first().copied());
                self.shelters.push((round, Shelter::Breastworks));
            }
            AreaKind::Hill
            | AreaKind::Slope
            | AreaKind::Garden
            | AreaKind::Orchard
            | AreaKind::Plough
            | AreaKind::Mud
            | AreaKind::Rocks
            | AreaKind::Brush
            | AreaKind::Water
            | AreaKind::Cliff => {
                if area.rough == When::Always && !area.impassable && !is_house {
                    self.add(polygon.clone(), None, false);
                }
            }
        }
    }

    fn line(&mut self, line: &Line, bridges: &[Vec2]) {
        let points = || line.points.clone();
        match line.kind {
            LineKind::Stream | LineKind::River => {
                let wide = line.width > 1.0;
                self.shelters.push((points(), if wide { Shelter::WideStream } else { Shelter::Stream }));
                for pair in line.points.windows(2) {
                    for wet in between_bridges([pair[0], pair[1]], bridges) {
                        self.band(wet, line.width, false);
                    }
                }
            }
            LineKind::Wall | LineKind::Pit => self.shelters.push((points(), Shelter::Breastworks)),
            LineKind::SunkenRoad => {
                if line.hard_cover {
                    self.shelters.push((points(), Shelter::Breastworks));
                }
                self.roads.push((points(), line.width / 2.0));
            }
            LineKind::Hedge => self.shelters.push((points(), Shelter::Hedge)),
            LineKind::Abatis => {
                for pair in line.points.windows(2) {
                    self.band([pair[0], pair[1]], line.width, false);
                }
            }
            LineKind::PavedRoad | LineKind::Lane => self.roads.push((points(), line.width / 2.0)),
            LineKind::Crest => self.crests.push(points()),
            LineKind::Fence => {}
        }
        let to_foot = line.obstacle_to.contains(&Tread::Foot);
        let to_others = line.obstacle_to.contains(&Tread::Horse) || line.obstacle_to.contains(&Tread::Wheels);
        if matches!(line.kind, LineKind::SunkenRoad | LineKind::Pit) && to_others {
            for pair in line.points.windows(2) {
                self.band([pair[0], pair[1]], line.width, !to_foot);
            }
        }
    }

    /// A segment widened to its line's width.
    fn band(&mut self, [from, to]: [Vec2; 2], width: f32, spares_foot: bool) {
        let Some(along) = (to - from).try_normalize() else { return };
        let side = along.perp() * (width / 2.0);
        self.add(vec![from + side, to + side, to - side, from - side], None, spares_foot);
    }

    /// The ground that can affect moves no farther than this many inches from a point.
    pub fn about(&self, at: Vec2, inches: f32) -> About<'_> {
        let difficult: Vec<&Difficult> =
            self.difficult.iter().filter(|ground| ground.outline.is_near(at, inches)).collect();
        // Roads matter where the ground beside them is difficult.
        let roads = if difficult.is_empty() { Roads(Vec::new()) } else { self.roads_near(at, inches) };
        About { difficult, roads }
    }

    /// The stretches of roads that may lie partly within this many inches of a point.
    pub fn roads_near(&self, at: Vec2, inches: f32) -> Roads {
        let reach = Vec2::splat(inches + HAIR);
        let all = self
            .roads
            .iter()
            .flat_map(|(line, half)| line.windows(2).map(|pair| ([pair[0], pair[1]], *half)));
        Roads(all.filter(|(pair, half)| may_meet([at - reach, at + reach], *pair, *half)).collect())
    }

    /// Does this edge meet the drawn width of a road (`epstein:5.22`)?
    pub fn meets_road(&self, edge: [Vec2; 2]) -> bool {
        let [from, to] = edge;
        self.roads_near((from + to) / 2.0, from.distance(to) / 2.0).meet(edge)
    }

    /// Height of the ground at a point, in inches.
    pub fn height(&self, at: Vec2) -> f32 {
        let here = self.heights.iter().filter(|(outline, _)| outline.holds(at));
        here.map(|(_, height)| *height).fold(0.0, f32::max)
    }

    /// Is more than half of the stand in a wood (`epstein:14.1`)?
    pub fn in_wood(&self, stand: Placed<'_>) -> bool {
        let half = stand.body.area() / 2.0;
        self.woods.iter().map(|(wood, _)| wood.overlap(stand)).sum::<f32>() > half
    }

    /// The thick woods that may lie partly within this many inches of a point, by the index of their area.
    pub fn thick_near(&self, at: Vec2, inches: f32) -> impl Iterator<Item = usize> + '_ {
        self.thick.iter().filter(move |(wood, _)| wood.is_near(at, inches)).map(|(_, index)| *index)
    }

    /// The thick woods.
    pub fn thick_woods(&self) -> impl Iterator<Item = &[Vec2]> {
        self.woods.iter().filter(|(_, thick)| *thick).map(|(wood, _)| wood.polygon.as_slice())
    }

    /// Is the point where only skirmishing is possible (`epstein:6.7`)?
    pub fn is_skirmishers_ground(&self, at: Vec2) -> bool {
        let thick = self.thick_woods().any(|polygon| point_in_polygon(at, polygon));
        thick || self.skirmish_only.iter().any(|polygon| point_in_polygon(at, polygon))
    }

    /// Inches of wood between two points (`epstein:g.7`).
    pub fn wood_between(&self, line: [Vec2; 2]) -> f32 {
        let spans = self.woods.iter().flat_map(|(wood, _)| wood.spans(line)).collect();
        united(spans).iter().map(|(from, to)| to - from).sum::<f32>() * line[0].distance(line[1])
    }

    /// Does a house stand in the line (`epstein:g.7`)? A house at whose outline the line begins or ends does not count.
    pub fn house_between(&self, line: [Vec2; 2]) -> bool {
        let length = line[0].distance(line[1]);
        let mut spans = self.built.iter().flat_map(|house| house.spans(line));
        spans.any(|(from, to)| (to - from) * length > 0.02)
    }

    /// Does the ground along a line rise above the ground at both ends (`epstein:g.7`)?
    pub fn rises_between(&self, [from, to]: [Vec2; 2], ends: [Vec2; 2]) -> bool {
        let both = self.height(ends[0]).max(self.height(ends[1]));
        let higher = self.heights.iter().filter(|(_, height)| *height > both);
        higher.flat_map(|(outline, _)| outline.spans([from, to])).any(|(a, b)| b > a)
    }

    /// The shelters of a stand from fire along this line (`epstein:14.1`): part of the stand is within `reach` of the shelter's
    /// line, which the line of fire crosses.
    ///
    /// Ruling: a shelter is one line, in however many pieces it is drawn, but the crossed piece must run in the same direction
    /// as the near one: a wall that goes round gives no cover from fire over its far side.
    pub fn shelters(&self, stand: Placed<'_>, line: [Vec2; 2], reach: f32) -> Vec<Shelter> {
        let covers = |points: &[Vec2]| {
            let pieces = || points.windows(2).map(|pair| [pair[0], pair[1]]);
            let crossed: Vec<Vec2> = pieces().filter(|piece| crosses(line, *piece)).map(way_of).collect();
            let is_near = |piece: [Vec2; 2]| within(gap_to_segment(stand, piece).distance, reach);
            let along = |piece: [Vec2; 2]| crossed.iter().any(|way| way.dot(way_of(piece)) > SAME_WAY);
            pieces().any(|piece| along(piece) && is_near(piece))
        };
        self.shelters.iter().filter(|(points, _)| covers(points)).map(|(_, shelter)| *shelter).collect()
    }

    /// The crest lines (`epstein:8.d.12`).
    pub fn crests(&self) -> impl Iterator<Item = &[Vec2]> {
        self.crests.iter().map(Vec::as_slice)
    }

    /// The areas that nobody can enter, each with its index.
    pub fn closed(&self) -> impl Iterator<Item = (&[Vec2], usize)> {
        self.closed.iter().map(|(outline, area)| (outline.polygon.as_slice(), *area))
    }

    /// Those that may lie partly within this many inches of a point.
    pub fn closed_near(&self, at: Vec2, inches: f32) -> impl Iterator<Item = (&[Vec2], usize)> {
        let near = self.closed.iter().filter(move |(outline, _)| outline.is_near(at, inches));
        near.map(|(outline, area)| (outline.polygon.as_slice(), *area))
    }

    /// The index of the closed area that a stand would lie in.
    pub fn closed_under(&self, body: &Body, pose: Pose) -> Option<usize> {
        let stand = body.placed(pose);
        let mut near = self.closed_near(pose.at, body.reach());
        near.find(|(polygon, _)| overlap_area(stand, polygon) > 0.02).map(|(_, area)| area)
    }
}

/// Stretches of roads, with half their width.
#[derive(Debug)]
pub struct Roads(Vec<([Vec2; 2], f32)>);

impl Roads {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Does this edge meet the drawn width of one of them (`epstein:5.22`)?
    pub fn meet(&self, edge: [Vec2; 2]) -> bool {
        self.0.iter().any(|(pair, half)| may_meet(edge, *pair, *half) && segments_apart(edge, *pair) <= *half)
    }
}

/// The ground around a place.
#[derive(Debug)]
pub struct About<'l> {
    difficult: Vec<&'l Difficult>,
    roads: Roads,
}

impl About<'_> {
    /// Is none of it difficult?
    pub fn is_open(&self) -> bool {
        self.difficult.is_empty()
    }

    /// Inches of allowance that a point needs for this path, at `rate` per inch of difficult ground (`epstein:5.23`); roads are
    /// open ground. `foot`: infantry moves; `uphill_only`: a slope is difficult only uphill.
    pub fn cost(&self, way: [Vec2; 2], rate: f32, foot: bool, uphill_only: bool) -> f32 {
        let [from, to] = way;
        let length = from.distance(to);
        let mut spans = Vec::new();
        for ground in &self.difficult {
            let spared = foot && ground.spares_foot
                || uphill_only && ground.uphill.is_some_and(|uphill| uphill.dot(to - from) <= 0.0);
            if !spared {
                spans.extend(ground.outline.spans(way));
            }
        }
        if spans.is_empty() {
            return length;
        }
        let difficult: f32 = united(spans).iter().map(|span| self.off_road(way, *span)).sum();
        length + length * difficult * (rate - 1.0)
    }

    /// The part of a stretch of a path that is off any road, as a fraction of the path.
    fn off_road(&self, [from, to]: [Vec2; 2], (begin, end): (f32, f32)) -> f32 {
        let (a, b) = (from.lerp(to, begin), from.lerp(to, end));
        let mut on = Vec::new();
        for (pair, half) in self.roads.0.iter().filter(|(pair, half)| may_meet([a, b], *pair, *half)) {
            let Some(along) = (pair[1] - pair[0]).try_normalize() else { continue };
            let side = along.perp() * *half;
            let band = [pair[0] + side, pair[1] + side, pair[1] - side, pair[0] - side];
            on.extend(spans_of_segment([a, b], &band));
        }
        let on: f32 = united(on).iter().map(|(from, to)| to - from).sum();
        (end - begin) * (1.0 - on)
    }
}

/// Fewest sides of a house, or one of them would have no length (`epstein:15.2`).
pub const LEAST_SIDES: usize = 2;

/// The corners at which the `sides` of a house with this many corners begin, in order; corners that it lacks are skipped.
pub fn side_starts(sides: &str, corners: usize) -> Vec<usize> {
    let said = sides.split(',').filter_map(|start| start.trim().parse().ok());
    let mut starts: Vec<usize> = said.filter(|start| *start < corners).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The sides of a house, clockwise: its edges, or the stretches given by its `sides`.
fn sides_of(area: &Area) -> Vec<Vec<Vec2>> {
    let mut corners = area.polygon.clone();
    let turned: f32 = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| a.perp_dot(*b)).sum();
    let count = corners.len();
    let mut starts: Vec<usize> = match area.terms.get("sides") {
        Some(sides) => side_starts(sides, count),
        None => (0..count).collect(),
    };
    if turned > 0.0 {
        corners.reverse();
        starts = starts.iter().map(|start| count - 1 - start).collect();
    }
    starts.sort_unstable();
    let next = |index: usize| starts[(index + 1) % starts.len()];
    let side = |index: usize| {
        let (from, to) = (starts[index], next(index));
        let steps = if to > from { to - from } else { to + count - from };
        (0..=steps).map(|step| corners[(from + step) % count]).collect()
    };
    (0..starts.len()).map(side).collect()
}

/// The vector from the first end of a segment to the other.
fn way_of([from, to]: [Vec2; 2]) -> Vec2 {
    (to - from).normalize_or_zero()
}

/// Do two segments cross or touch?
pub fn crosses(a: [Vec2; 2], b: [Vec2; 2]) -> bool {
    let side = |line: [Vec2; 2], point: Vec2| (line[1] - line[0]).perp_dot(point - line[0]);
    side(a, b[0]) * side(a, b[1]) <= 0.0 && side(b, a[0]) * side(b, a[1]) <= 0.0
}

/// Can two segments come within this many inches, judged by their bounding boxes? A cheap test before a costly one.
fn may_meet(a: [Vec2; 2], b: [Vec2; 2], inches: f32) -> bool {
    let (low, high) = (a[0].min(a[1]) - inches, a[0].max(a[1]) + inches);
    !(b[0].max(b[1]).cmplt(low).any() || b[0].min(b[1]).cmpgt(high).any())
}

fn segments_apart(a: [Vec2; 2], b: [Vec2; 2]) -> f32 {
    if crosses(a, b) {
        return 0.0;
    }
    let ends = a.map(|point| nearest_on(b, point).distance(point));
    let others = b.map(|point| nearest_on(a, point).distance(point));
    ends.into_iter().chain(others).fold(f32::INFINITY, f32::min)
}

/// A river from a line of the ground. Its bands extend round its bends by half its width.
fn river(index: usize, line: &Line, bridges: &[Vec2], fords: Vec<Vec2>) -> River {
    let mut bands = Vec::new();
    let bends = |point: Vec2| line.points.iter().skip(1).rev().skip(1).any(|bend| *bend == point);
    for pair in line.points.windows(2) {
        for [from, to] in between_bridges([pair[0], pair[1]], bridges) {
            let Some(along) = (to - from).try_normalize() else { continue };
            let more = |point: Vec2| if bends(point) { line.width / 2.0 } else { 0.0 };
            let (from, to) = (from - along * more(from), to + along * more(to));
            let pose = Pose::new((from + to) / 2.0, Heading::of(along));
            bands.push((Body::single(line.width, from.distance(to)), pose));
        }
    }
    River {
        line: u16::try_from(index).unwrap_or(u16::MAX),
        points: line.points.clone(),
        width: line.width,
        bands,
        fordable: !line.barred_to.contains(&Tread::Foot),
        fords,
    }
}

/// The stretches of a segment of water without a bridge.
fn between_bridges([from, to]: [Vec2; 2], bridges: &[Vec2]) -> Vec<[Vec2; 2]> {
    let length = from.distance(to);
    let bridged: Vec<(f32, f32)> = bridges
        .iter()
        .filter(|bridge| nearest_on([from, to], **bridge).distance(**bridge) < CROSSING)
        .map(|bridge| {
            let at = (*bridge - from).dot((to - from).normalize_or_zero());
            ((at - CROSSING).max(0.0) / length.max(1e-6), (at + CROSSING).min(length) / length.max(1e-6))
        })
        .collect();
    let mut wet = Vec::new();
    let mut begin = 0.0;
    for (from_bridge, to_bridge) in united(bridged).into_iter().chain([(1.0, 1.0)]) {
        if from_bridge > begin {
            wet.push([from.lerp(to, begin), from.lerp(to, from_bridge)]);
        }
        begin = to_bridge;
    }
    wet
}
