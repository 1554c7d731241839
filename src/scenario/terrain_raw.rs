//! Ground as a referee writes it (`terrain/*.ron`), and its conversion to a [`Ground`].
//!
//! ```ron
//! (
//!     id: "my-table", name: "The ford at Lesnes", size: (36, 24),
//!     areas: [
//!         (id: "H1", name: "Mill hill", kind: Hill, polygon: [(3, 4), (9, 4), (7, 9)]),
//!         (id: "W1", kind: Woods, polygon: [(12, 4), (15, 4), (15, 8), (12, 8)], blocks_sight: false),
//!     ],
//!     lines: [(id: "S1", kind: Stream, points: [(0, 12), (36, 14)])],
//!     crossings: [(id: "F1", kind: Ford, at: (18, 13), over: "S1")],
//!     labels: [(text: "Lesnes", at: (20, 15))],
//! )
//! ```
//!
//! The effects of a feature follow from its kind ([`usual_area`], [`usual_line`]) unless set in the file. What only some
//! rules need is in `terms: {"capacity": "2"}`.
//! Units: inches, degrees clockwise from north.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use glam::Vec2;
use serde::Deserialize;

use data::{Document, Fault, Spot, check_id, suggest};
use table::Heading;
use table::ground::{
    Area, AreaKind, Crossing, CrossingKind, Ground, Label, Line, LineKind, Rise, Tread, When,
};
use table::tolerance::{EPS, OVERLAP};

type Point = (f32, f32);

/// Ground as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawGround {
    id: String,
    name: String,
    size: Point,
    #[serde(default)]
    areas: Vec<RawArea>,
    #[serde(default)]
    lines: Vec<RawLine>,
    #[serde(default)]
    crossings: Vec<RawCrossing>,
    #[serde(default)]
    labels: Vec<RawLabel>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    id: String,
    #[serde(default)]
    name: String,
    kind: AreaKind,
    polygon: Vec<Point>,
    #[serde(default)]
    rough: Option<When>,
    #[serde(default)]
    impassable: Option<bool>,
    #[serde(default)]
    blocks_sight: Option<bool>,
    #[serde(default)]
    hard_cover: Option<bool>,
    #[serde(default)]
    buildings: Option<bool>,
    #[serde(default)]
    garrison: Option<bool>,
    /// Hills: the level reached.
    #[serde(default)]
    level: Option<u8>,
    /// Hills: inches inside the edge over which the ground climbs.
    #[serde(default)]
    slope: Option<f32>,
    /// Slopes: the way up.
    #[serde(default)]
    uphill: Option<f32>,
    /// Other terms for its rules.
    #[serde(default)]
    terms: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine {
    id: String,
    #[serde(default)]
    name: String,
    kind: LineKind,
    points: Vec<Point>,
    #[serde(default)]
    width: Option<f32>,
    #[serde(default)]
    obstacle_to: Option<Vec<Tread>>,
    #[serde(default)]
    barred_to: Option<Vec<Tread>>,
    #[serde(default)]
    hard_cover: Option<bool>,
    #[serde(default)]
    blocks_sight: Option<bool>,
    /// Other terms for its rules.
    #[serde(default)]
    terms: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCrossing {
    id: String,
    #[serde(default)]
    name: String,
    kind: CrossingKind,
    at: Point,
    over: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLabel {
    text: String,
    at: Point,
}

/// Inches over which a hill climbs inside its contour, unless set in the file.
///
/// Clause: `easy:II.C.2`. Ruling: a contour is a line, and uphill movement costs by the inch, so each contour stands
/// for a band of slope just inside it, 1" deep (150 yards); on top of the band the ground is level again.
pub(super) const USUAL_SLOPE: f32 = 1.0;

/// Square inches of a stand: buildings with less ground are held by the stand that covers half of them.
pub(super) const STAND_AREA: f32 = 4.0;

/// The effects of an area of this kind.
///
/// Clauses: `easy:II.C`, `easy:II.C.1`, `easy:II.D-block`, `easy:II.D.3`, `easy:III.B-cover`.
/// Ruling: a village bars the view through it, a single house or a garden does not.
pub fn usual_area(kind: AreaKind) -> Area {
    use AreaKind as K;
    let plain = Area::plain("", kind, Vec::new());
    match kind {
        K::Hill | K::Slope | K::Garden | K::Orchard => plain,
        K::Woods => Area { rough: When::Always, blocks_sight: true, ..plain },
        K::Buildings => Area { hard_cover: true, buildings: true, ..plain },
        K::Village => Area { hard_cover: true, buildings: true, blocks_sight: true, ..plain },
        K::Plough | K::Marsh | K::Rocks | K::Brush => Area { rough: When::Always, ..plain },
        K::Mud => Area { rough: When::WhileMuddy, ..plain },
        K::Water | K::Cliff => Area { impassable: true, ..plain },
        K::Earthwork => Area { hard_cover: true, ..plain },
    }
}

/// The effects of a line of this kind.
///
/// Clauses: `easy:II.C.3`, `easy:II.D.3`, `easy:V.D.1.a`, `easy:V.D.1.b`.
pub fn usual_line(kind: LineKind) -> Line {
    use LineKind as K;
    use Tread::{Foot, Horse, Wheels};
    let plain = Line::plain("", kind, Vec::new());
    let obstacle = || vec![Foot, Horse, Wheels];
    match kind {
        K::Stream => Line { width: 0.2, obstacle_to: vec![Foot, Horse], barred_to: vec![Wheels], ..plain },
        K::River => Line { width: 0.5, barred_to: obstacle(), ..plain },
        K::Wall => Line { width: 0.1, obstacle_to: obstacle(), hard_cover: true, ..plain },
        K::Hedge | K::Fence | K::Abatis | K::Pit => Line { width: 0.1, obstacle_to: obstacle(), ..plain },
        K::PavedRoad => Line { width: 0.3, ..plain },
        K::Lane => Line { width: 0.2, ..plain },
        K::SunkenRoad => Line { width: 0.3, hard_cover: true, ..plain },
        K::Crest => Line { width: 0.1, blocks_sight: true, ..plain },
    }
}

/// Ranges of the level of a hill, of the inches over which it climbs, and of the width of a line.
pub(crate) const LEVELS: RangeInclusive<f32> = 1.0..=9.0;
pub(crate) const SLOPES: RangeInclusive<f32> = 0.1..=12.0;
pub const WIDTHS: RangeInclusive<f32> = 0.0..=12.0;

/// Largest distance of a crossing from its line, in inches: a hand puts it there within half an inch.
const CROSSING_OFF: f32 = 0.5;

/// Reads a file of ground. `None` if nothing usable is left; faults are added in any case.
pub fn read(document: &mut Document, faults: &mut Vec<Fault>) -> Option<Ground> {
    let raw: RawGround = document.read(faults)?;
    let root = document.root();
    check_id("ground", &raw.id, document.stem(), root, faults);
    let size = Vec2::from(raw.size);
    if !(4.0..=240.0).contains(&size.x) || !(4.0..=240.0).contains(&size.y) {
        faults.push(root.field("size").fault(
            format!("a table cannot measure {} by {} inches", size.x, size.y),
            "accepted: 4 to 240 inches either way",
        ));
        return None;
    }
    let mut check = TerrainCheck { faults, size, ids: BTreeMap::new() };
    let areas: Vec<Area> = (raw.areas.iter().enumerate())
        .map(|(index, area)| check.area(area, root.field("areas").item(index)))
        .collect();
    let lines: Vec<Line> = (raw.lines.iter().enumerate())
        .map(|(index, line)| check.line(line, root.field("lines").item(index)))
        .collect();
    let mut crossings = Vec::new();
    for (index, crossing) in raw.crossings.iter().enumerate() {
        let at = root.field("crossings").item(index);
        check.id(&crossing.id, at.field("id"));
        let point = check.point(crossing.at, at.field("at"));
        match lines.iter().find(|line| line.id == crossing.over) {
            None if document.lost(&crossing.over) => {}
            None => check.faults.push(at.field("over").fault(
                format!("there is no line \"{}\"", crossing.over),
                suggest(&crossing.over, lines.iter().map(|line| line.id.as_str())),
            )),
            Some(line) if line.points.len() < 2 => {}
            Some(line) => {
                let off = distance_to(&line.points, point);
                if off > CROSSING_OFF + EPS {
                    let message =
                        format!("the crossing \"{}\" lies {off:.2}\" from \"{}\"", crossing.id, line.id);
                    let help = format!("a crossing lies on its line, give or take {CROSSING_OFF}\"");
                    // On wide water it may lie beside the line: allowed, so that a record with such ground can be opened.
                    let within = off <= line.width;
                    let at = at.field("at");
                    let fault = if within { at.warning(message, help) } else { at.fault(message, help) };
                    check.faults.push(fault);
                }
            }
        }
        crossings.push(Crossing {
            id: crossing.id.clone(),
            name: crossing.name.clone(),
            kind: crossing.kind,
            at: point,
            over: crossing.over.clone(),
        });
    }
    let labels = (raw.labels.iter().enumerate())
        .map(|(index, label)| Label {
            text: label.text.clone(),
            at: check.point(label.at, root.field("labels").item(index).field("at")),
        })
        .collect();
    Some(Ground { id: raw.id, name: raw.name, size, areas, lines, crossings, labels })
}

struct TerrainCheck<'f> {
    faults: &'f mut Vec<Fault>,
    size: Vec2,
    ids: BTreeMap<String, ()>,
}

impl TerrainCheck<'_> {
    fn id(&mut self, id: &str, at: Spot<'_>) {
        if id.is_empty() {
            self.faults.push(at.fault("a feature has an empty id", "give it a short one, as W1"));
        } else if self.ids.insert(id.into(), ()).is_some() {
            let message = format!("the feature \"{id}\" is there twice");
            self.faults.push(at.fault(message, "give each area, line and crossing its own id"));
        }
    }

    fn point(&mut self, point: Point, at: Spot<'_>) -> Vec2 {
        let point = Vec2::from(point);
        let off = point.cmplt(Vec2::splat(-OVERLAP)) | point.cmpgt(self.size + OVERLAP);
        if off.any() {
            self.faults.push(at.fault(
                format!("({}, {}) is off the table", point.x, point.y),
                format!("accepted: 0 to {} east, 0 to {} north", self.size.x, self.size.y),
            ));
        }
        point
    }

    fn points(&mut self, points: &[Point], at: Spot<'_>) -> Vec<Vec2> {
        points.iter().enumerate().map(|(index, point)| self.point(*point, at.item(index))).collect()
    }

    fn area(&mut self, raw: &RawArea, at: Spot<'_>) -> Area {
        self.id(&raw.id, at.field("id"));
        let polygon = self.points(&raw.polygon, at.field("polygon"));
        if let Err((message, help)) = check_polygon(&polygon) {
            self.faults.push(at.field("polygon").fault(format!("the area \"{}\" {message}", raw.id), help));
        }
        let usual = usual_area(raw.kind);
        let buildings = raw.buildings.unwrap_or(usual.buildings);
        let garrison = raw.garrison.unwrap_or(buildings && area_of(&polygon) < STAND_AREA);
        Area {
            id: raw.id.clone(),
            name: raw.name.clone(),
            kind: raw.kind,
            polygon,
            rough: raw.rough.unwrap_or(usual.rough),
            impassable: raw.impassable.unwrap_or(usual.impassable),
            blocks_sight: raw.blocks_sight.unwrap_or(usual.blocks_sight),
            hard_cover: raw.hard_cover.unwrap_or(usual.hard_cover),
            buildings,
            garrison,
            rise: self.rise(raw, at),
            terms: self.terms(&raw.terms, at.field("terms")),
        }
    }

    /// Checks the names of terms; their meaning is for the rules to judge.
    fn terms(&mut self, terms: &BTreeMap<String, String>, at: Spot<'_>) -> BTreeMap<String, String> {
        for term in terms.keys().filter(|term| term.trim().is_empty()) {
            let help = "write what its rules call it, as \"capacity\"";
            self.faults.push(at.key(term).fault("a term has no name", help));
        }
        terms.clone()
    }

    fn rise(&mut self, raw: &RawArea, at: Spot<'_>) -> Rise {
        if raw.uphill.is_some() && (raw.level.is_some() || raw.slope.is_some()) {
            self.faults.push(at.field("uphill").fault(
                format!("\"{}\" is both a slope and a hill", raw.id),
                "keep uphill, or level and slope",
            ));
        }
        if let Some(degrees) = raw.uphill {
            return Rise::Toward(Heading::from_degrees(degrees));
        }
        if raw.kind == AreaKind::Slope {
            self.faults.push(at.fault(
                format!("the slope \"{}\" does not say which way is up", raw.id),
                "add uphill: degrees clockwise from north",
            ));
            return Rise::Level;
        }
        if raw.kind != AreaKind::Hill && raw.level.is_none() && raw.slope.is_none() {
            return Rise::Level;
        }
        let slope = raw.slope.unwrap_or(USUAL_SLOPE);
        if !SLOPES.contains(&slope) {
            let message = format!("a slope cannot be {slope}\" wide");
            self.faults.push(at.field("slope").fault(message, "accepted: 0.1 to 12"));
        }
        let level = raw.level.unwrap_or(1);
        if !LEVELS.contains(&f32::from(level)) {
            self.faults
                .push(at.field("level").fault(format!("level {level} is out of range"), "accepted: 1 to 9"));
        }
        Rise::Contour { level, slope }
    }

    fn line(&mut self, raw: &RawLine, at: Spot<'_>) -> Line {
        self.id(&raw.id, at.field("id"));
        let points = self.points(&raw.points, at.field("points"));
        if points.len() < 2 {
            self.faults.push(at.field("points").fault(
                format!("the line \"{}\" has too few points: {}", raw.id, points.len()),
                "a line has 2 points or more",
            ));
        }
        let usual = usual_line(raw.kind);
        let width = raw.width.unwrap_or(usual.width);
        if !WIDTHS.contains(&width) {
            let message = format!("a line cannot be {width}\" wide");
            self.faults.push(at.field("width").fault(message, "accepted: 0 to 12"));
        }
        Line {
            id: raw.id.clone(),
            name: raw.name.clone(),
            kind: raw.kind,
            points,
            width,
            obstacle_to: raw.obstacle_to.clone().unwrap_or(usual.obstacle_to),
            barred_to: raw.barred_to.clone().unwrap_or(usual.barred_to),
            hard_cover: raw.hard_cover.unwrap_or(usual.hard_cover),
            blocks_sight: raw.blocks_sight.unwrap_or(usual.blocks_sight),
            terms: self.terms(&raw.terms, at.field("terms")),
        }
    }
}

/// Checks that it is a simple polygon of 3 points or more. If not, returns what is wrong, and what would be accepted.
pub(crate) fn check_polygon(points: &[Vec2]) -> Result<(), (String, &'static str)> {
    if points.len() < 3 {
        return Err((format!("has too few points: {}", points.len()), "a polygon has 3 points or more"));
    }
    let count = points.len();
    let edge = |index: usize| (points[index], points[(index + 1) % count]);
    for index in 0..count {
        let (a, b) = edge(index);
        if a == b {
            let message = format!("has the point ({}, {}) twice running", a.x, a.y);
            return Err((
                message,
                "a polygon closes on its first point by itself: leave the repeated point out",
            ));
        }
    }
    for first in 0..count {
        let (a, b) = edge(first);
        for second in first + 1..count {
            // Neighbours meet in one point, as they should.
            if second == first + 1 || (first == 0 && second == count - 1) {
                continue;
            }
            let (c, d) = edge(second);
            if segments_meet(a, b, c, d) {
                let message = format!(
                    "crosses itself: the side from ({}, {}) meets the side from ({}, {})",
                    a.x, a.y, c.x, c.y
                );
                return Err((message, "list the points in order round the edge"));
            }
        }
    }
    if area_of(points) < 1e-3 {
        return Err(("has no ground in it".into(), "list the points in order round the edge"));
    }
    Ok(())
}

/// Do two closed segments have a point in common?
pub(crate) fn segments_meet(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - p);
    let (d1, d2) = (side(c, d, a), side(c, d, b));
    let (d3, d4) = (side(a, b, c), side(a, b, d));
    if d1 * d2 < 0.0 && d3 * d4 < 0.0 {
        return true;
    }
    let on = |p: Vec2, q: Vec2, r: Vec2| {
        side(p, q, r) == 0.0 && r.cmpge(p.min(q)).all() && r.cmple(p.max(q)).all()
    };
    on(c, d, a) || on(c, d, b) || on(a, b, c) || on(a, b, d)
}

/// Ground inside a simple polygon, square inches.
pub(crate) fn area_of(points: &[Vec2]) -> f32 {
    let twice: f32 = points.iter().zip(points.iter().cycle().skip(1)).map(|(a, b)| a.perp_dot(*b)).sum();
    twice.abs() / 2.0
}

/// Distance from a point to a polyline.
fn distance_to(line: &[Vec2], point: Vec2) -> f32 {
    line.windows(2)
        .map(|pair| {
            let (a, along) = (pair[0], pair[1] - pair[0]);
            let t = ((point - a).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
            point.distance(a + along * t)
        })
        .fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().copied().map(Vec2::from).collect()
    }

    #[test]
    fn bow_tie_crosses_itself_and_square_does_not() {
        assert!(check_polygon(&polygon(&[(0., 0.), (1., 0.), (1., 1.), (0., 1.)])).is_ok());
        let (message, _) = check_polygon(&polygon(&[(0., 0.), (1., 1.), (1., 0.), (0., 1.)])).unwrap_err();
        assert!(message.starts_with("crosses itself"), "{message}");
    }

    #[test]
    fn repeated_and_missing_points_are_told() {
        assert!(check_polygon(&polygon(&[(0., 0.), (1., 0.)])).unwrap_err().0.contains("too few points: 2"));
        let closed = polygon(&[(0., 0.), (1., 0.), (1., 1.), (0., 0.)]);
        assert!(check_polygon(&closed).unwrap_err().1.contains("by itself"));
        let flat = polygon(&[(0., 0.), (1., 0.), (2., 0.)]);
        assert!(check_polygon(&flat).is_err());
    }

    #[test]
    fn small_stream_stops_wheels_and_costs_the_others_a_roll() {
        let stream = usual_line(LineKind::Stream);
        assert_eq!(stream.barred_to, [Tread::Wheels]);
        assert_eq!(stream.obstacle_to, [Tread::Foot, Tread::Horse]);
    }
}
