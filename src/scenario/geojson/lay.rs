//! A map laid on a table: its shapes are placed, cut at the edge, and turned into ground.
//!
//! Units: inches.

use glam::{DVec2, Vec2};

use super::feature_faults::{FeatureFaults, Who, of_map};
use super::fit::{Extent, Fit, Flat, NoFit, Similarity, Way, similarity};
use super::{MapFile, What, clip};
use crate::edit::fine;
use crate::ground_edit::{crossed, shaped};
use crate::stroke::{simplified, simplified_ring};
use crate::terrain_raw::{area_of, check_polygon, usual_line};
use data::{Fault, Faults};
use table::Heading;
use table::ground::{AreaKind, Crossing, CrossingKind, Ground, Label, Line, LineKind, Rise};

/// When a map is scaled down, points nearer to the course of their line than this, in inches, are dropped.
const STRAY: f32 = 0.02;
/// When a map is scaled down, areas with less ground than this, in square inches, are dropped.
const SMALLEST: f32 = 0.01;
/// When a map is scaled down, lines shorter than this, in inches, are dropped.
const SHORTEST: f32 = 0.1;

/// Without scaling down, only areas too small for a terrain file are left out: those with less ground, in square inches.
const NO_GROUND: f32 = 1e-3;

/// Coordinates beyond the edge of the table by less than this, in inches, lie on the edge.
const ON_EDGE: f64 = 0.005;

/// Smallest distance of two crossings of one water, in inches: the two sides of a bridge are one crossing.
const APART: f32 = 0.2;

impl MapFile {
    /// The ground of the map on a table of this size, with notes on what was changed; or the reasons why it cannot be laid so.
    pub fn ground(&self, size: Vec2, fit: &Fit) -> Result<(Ground, Vec<Fault>), Faults> {
        let flat = Flat::of(fit.coordinates, &self.extent);
        let found = similarity(fit.way, &flat, &self.extent, size).map_err(|fault| self.no_fit(fault))?;
        let mut laying = Laying {
            size,
            as_it_is: fit.way == Way::AsItIs,
            way: found,
            feature_faults: FeatureFaults::new(&self.file),
            ground: Ground { id: String::new(), name: String::new(), ..Ground::bare(size.x, size.y) },
            crossings: Vec::new(),
            roads: Vec::new(),
        };
        for shape in &self.shapes {
            let points: Vec<DVec2> = shape.points.iter().map(|point| found.at(flat.at(*point))).collect();
            laying.shape(&shape.who, shape.what, points);
        }
        laying.cross_where_put();
        laying.cross_where_roads_do();
        let Laying { feature_faults, ground, .. } = laying;
        let mut faults = Faults(feature_faults.faults());
        let count = ground.areas.len() + ground.lines.len() + ground.crossings.len() + ground.labels.len();
        if faults.has_errors() {
            Err(faults)
        } else if count == 0 {
            let all = self.shapes.iter().flat_map(|shape| &shape.points).map(|at| found.at(flat.at(*at)));
            let Extent { low, high } = Extent::of(all).unwrap_or(self.extent);
            let message = format!(
                "nothing of the map lies on the table: in its inches the map goes from {:.1} to {:.1} east and from {:.1} to {:.1} \
                 north, the table from 0 to {} and from 0 to {}",
                low.x, high.x, low.y, high.y, size.x, size.y
            );
            let help = "choose what its coordinates are, another scale, or other points";
            faults.0.push(of_map(&self.file, message, help));
            Err(faults)
        } else {
            Ok((ground, faults.0))
        }
    }

    /// Metres (or inches of the map) per inch of the table; `None` if it cannot be laid so.
    pub fn metres_to_the_inch(&self, size: Vec2, fit: &Fit) -> Option<f64> {
        let flat = Flat::of(fit.coordinates, &self.extent);
        let found = similarity(fit.way, &flat, &self.extent, size).ok()?;
        Some(1.0 / found.scale()).filter(|metres| metres.is_finite())
    }

    /// The place of a point of the map on the table; `None` if the map cannot be laid so.
    pub fn place(&self, size: Vec2, fit: &Fit, point: DVec2) -> Option<Vec2> {
        let flat = Flat::of(fit.coordinates, &self.extent);
        let found = similarity(fit.way, &flat, &self.extent, size).ok()?;
        Some(fine(found.at(flat.at(point)).as_vec2())).filter(|place| place.is_finite())
    }

    fn no_fit(&self, fault: NoFit) -> Faults {
        let (message, help) = match fault {
            NoFit::Scale => ("the scale is no number above 0", "write how many metres are an inch, as 300"),
            NoFit::Points => (
                "two of the points are one, on the map or on the table",
                "choose two that lie far apart on both",
            ),
            NoFit::NoExtent => ("the map is a single point", "say how many metres are an inch"),
        };
        Faults(vec![of_map(&self.file, message, help)])
    }
}

struct Laying<'a> {
    size: Vec2,
    /// Without scaling down hardly anything is too small.
    as_it_is: bool,
    way: Similarity,
    feature_faults: FeatureFaults<'a>,
    ground: Ground,
    /// Where lines are crossed: resolved only when all lines are known.
    crossings: Vec<(Who, CrossingKind, Vec2)>,
    /// Roads that cross water, by their index among the lines.
    roads: Vec<(usize, CrossingKind)>,
}

/// The points in hundredths of an inch, as ground is written, on a table of this size.
fn fine_points(points: &[DVec2], size: Vec2) -> Vec<Vec2> {
    let on_table = |point: &DVec2| fine(point.as_vec2()).clamp(Vec2::ZERO, size);
    let mut found: Vec<Vec2> = points.iter().map(on_table).collect();
    found.dedup();
    found
}

impl Laying<'_> {
    fn shape(&mut self, who: &Who, what: What, points: Vec<DVec2>) {
        let size = self.size.as_dvec2();
        let on_table =
            |point: &DVec2| point.cmpge(DVec2::splat(-ON_EDGE)).all() && point.cmple(size + ON_EDGE).all();
        let whole = points.iter().all(on_table);
        let pieces = match what {
            _ if whole => vec![points],
            What::Area { .. } => clip::area(&points, size),
            What::Line { .. } => clip::line(&points, size),
            What::Crossing(_) | What::Label => Vec::new(),
        };
        if pieces.is_empty() {
            return self.feature_faults.warning(who, "off the table", "left out");
        }
        if !whole {
            self.feature_faults.warning(who, "over the edge of the table", "cut off there");
        }
        for piece in pieces {
            let points = fine_points(&piece, self.size);
            match what {
                What::Area { kind, level, slope, uphill } => {
                    self.area(who, kind, (level, slope, uphill), points);
                }
                What::Line { kind, width, crosses } => self.line(who, kind, (width, crosses), points),
                What::Crossing(kind) => {
                    self.crossings.extend(points.first().map(|at| (who.clone(), kind, *at)));
                }
                What::Label => {
                    let labels = points.first().map(|at| Label { text: who.name.clone(), at: *at });
                    self.ground.labels.extend(labels);
                }
            }
        }
    }

    fn area(
        &mut self,
        who: &Who,
        kind: AreaKind,
        (level, slope, uphill): (Option<u8>, Option<f32>, Option<f32>),
        mut polygon: Vec<Vec2>,
    ) {
        if polygon.len() > 1 && polygon.first() == polygon.last() {
            polygon.pop();
        }
        if polygon.len() < 3 || area_of(&polygon) < if self.as_it_is { NO_GROUND } else { SMALLEST } {
            return self.feature_faults.warning(
                who,
                "an area too small to be seen at this scale",
                "left out",
            );
        }
        // An edge with fine teeth may cross itself in hundredths of an inch: with fewer points it does not.
        let drawn = self.as_it_is.then(|| polygon.clone());
        let plain = [1.0, 2.0, 4.0].into_iter().map(|times| simplified_ring(&polygon, STRAY * times));
        match drawn.into_iter().chain(plain).find(|plain| check_polygon(plain).is_ok()) {
            Some(plain) => polygon = plain,
            None => {
                let done = "left out: draw it on the table";
                return self.feature_faults.warning(who, "an area whose edge crosses itself", done);
            }
        }
        let id = format!("A{}", self.ground.areas.len() + 1);
        let mut area = shaped(kind, id, who.name.clone(), polygon);
        if let Rise::Contour { level: was, slope: wide } = area.rise {
            area.rise = Rise::Contour { level: level.unwrap_or(was), slope: slope.unwrap_or(wide) };
        }
        if let (AreaKind::Slope, Some(degrees)) = (kind, uphill) {
            // North of the map may be in any direction of the table.
            area.rise = Rise::Toward(Heading::from_degrees(degrees + self.way.degrees() as f32));
        }
        self.ground.areas.push(area);
    }

    fn line(
        &mut self,
        who: &Who,
        kind: LineKind,
        (width, crosses): (Option<f32>, Option<CrossingKind>),
        points: Vec<Vec2>,
    ) {
        let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        if points.len() < 2 || (length < SHORTEST && !self.as_it_is) {
            return self.feature_faults.warning(who, "a line too short to be seen at this scale", "left out");
        }
        let points = if self.as_it_is { points } else { simplified(&points, STRAY) };
        let usual = usual_line(kind);
        let id = format!("L{}", self.ground.lines.len() + 1);
        let line = Line { id, name: who.name.clone(), points, width: width.unwrap_or(usual.width), ..usual };
        self.roads.extend(crosses.map(|crosses| (self.ground.lines.len(), crosses)));
        self.ground.lines.push(line);
    }

    /// Assigns each crossing of the file to the nearest line.
    fn cross_where_put(&mut self) {
        for (who, kind, at) in std::mem::take(&mut self.crossings) {
            match crossed(&self.ground.lines, at) {
                Some((on, over)) => {
                    let over = over.to_owned();
                    self.cross(&who.name, kind, on, over);
                }
                None if self.as_it_is => self.feature_faults.error(
                    &who,
                    "a crossing that lies on no line",
                    "a crossing lies within 1.5\" of a stream, a river or an obstacle of the same file",
                ),
                None => self.feature_faults.warning(&who, "a crossing that lies on no line", "left out"),
            }
        }
    }

    fn cross(&mut self, name: &str, kind: CrossingKind, on: Vec2, over: String) {
        let id = format!("F{}", self.ground.crossings.len() + 1);
        self.ground.crossings.push(Crossing { id, name: name.to_owned(), kind, at: fine(on), over });
    }

    /// Puts bridges and fords of roads where they meet water.
    fn cross_where_roads_do(&mut self) {
        for (index, kind) in std::mem::take(&mut self.roads) {
            let road = &self.ground.lines[index].points;
            let is_water = |line: &&Line| matches!(line.kind, LineKind::Stream | LineKind::River);
            let mut found: Vec<(Vec2, String)> = Vec::new();
            for water in
                self.ground.lines.iter().filter(is_water).filter(|water| may_meet(road, &water.points))
            {
                let crossings = self.ground.crossings.iter();
                let there = crossings.filter(|there| there.over == water.id).map(|there| there.at);
                let mut there: Vec<Vec2> = there.collect();
                for at in meetings(road, &water.points) {
                    if there.iter().all(|other| other.distance(at) > APART) {
                        there.push(at);
                        found.push((at, water.id.clone()));
                    }
                }
            }
            for (at, over) in found {
                self.cross("", kind, at, over);
            }
        }
    }
}

/// Do the boxes of two lines overlap?
fn may_meet(one: &[Vec2], other: &[Vec2]) -> bool {
    let bounds = |points: &[Vec2]| {
        let far = Vec2::splat(f32::INFINITY);
        points.iter().fold((far, -far), |(low, high), point| (low.min(*point), high.max(*point)))
    };
    let ((low, high), (other_low, other_high)) = (bounds(one), bounds(other));
    low.cmple(other_high).all() && high.cmpge(other_low).all()
}

/// The points at which two lines cross.
fn meetings(one: &[Vec2], other: &[Vec2]) -> Vec<Vec2> {
    let mut found = Vec::new();
    for (a, b) in one.windows(2).map(|pair| (pair[0], pair[1])) {
        let (low, high) = (a.min(b), a.max(b));
        for (c, d) in other.windows(2).map(|pair| (pair[0], pair[1])) {
            if c.min(d).cmpgt(high).any() || c.max(d).cmplt(low).any() {
                continue;
            }
            let across = (b - a).perp_dot(d - c);
            let (along, along_other) = ((c - a).perp_dot(d - c) / across, (c - a).perp_dot(b - a) / across);
            // Parallel lines give NaN.
            if (0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&along_other) {
                found.push(a.lerp(b, along));
            }
        }
    }
    found
}
