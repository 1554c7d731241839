//! Names on the map: where each is written, so that none collides with another nor covers a building, and none loses a letter
//! under a stand.
//!
//! A name steps aside for stands; where there is no clear place within reach it is written over them, on its halo. Units: inches
//! of the table, but for the size of letters, which is asked in points. Places are tried in a fixed order and the cheapest is
//! taken, the first of several, so that a table always looks the same.

use glam::Vec2;

use crate::table::ground::{Area, AreaKind, Ground, Label, Line, LineKind};
use crate::table::measure::point_in_polygon;
use crate::table::pose::libm_atan2;

use super::flags::marker_box;
use super::letters::drawn_size;
use super::mark::{Face, Ink, Length, Lettering, Mark};
use super::shape::{Span, bounds, shared, spread};

/// A name that costs more than this is left out, unless the ground's file lists it.
const TOO_DEAR: f32 = 3.0;

/// A clear place that costs more than this is worse than one over stands.
const NO_PLACE: f32 = 9.0;

/// What an inch costs that a name goes away from its place.
const AWAY: f32 = 0.5;

/// What the names on a table have to know besides its ground.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// Flags, which are not written over.
    pub flags: &'a [Span],
    /// What stands cover: it would hide what is written there.
    pub stands: &'a [Span],
    /// Where troops come on: the place at the table's edge, the way they go, and its name.
    pub entries: &'a [(Vec2, Vec2, String)],
}

/// Names as they lie: on the ground, where no stand hides them, and over the stands, where there was no clear place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    pub under: Vec<Mark>,
    pub over: Vec<Mark>,
}

impl Names {
    /// Puts a name where it belongs: over the stands if it is on any.
    pub(super) fn put(&mut self, word: Lettering, is_over: bool) {
        if is_over { &mut self.over } else { &mut self.under }.push(word.into());
    }
}

/// All names, for this many points an inch.
pub fn name_marks(ground: &Ground, around: Around<'_>, scale: f32) -> Names {
    let (mut sheet, mut names) = (NameSheet::new(ground, around, scale), Names::default());
    labels(ground, around, &mut sheet, &mut names);
    waters(ground, &mut sheet, &mut names);
    heights(ground, &mut sheet, &mut names);
    names
}

/// Those of them that are written over stands; heights, which choose last, never are.
pub fn names_over(ground: &Ground, around: Around<'_>, scale: f32) -> Vec<Mark> {
    let (mut sheet, mut names) = (NameSheet::new(ground, around, scale), Names::default());
    labels(ground, around, &mut sheet, &mut names);
    waters(ground, &mut sheet, &mut names);
    names.over
}

/// A place that a name might have.
pub(super) struct Spot<P> {
    /// Without regard to stands.
    pub cost: f32,
    /// So many square inches of stands lie on it.
    pub covers: f32,
    pub place: P,
}

/// The best of some places: the cheapest that is clear of stands and costs less than `dear`; if there is none, the one that costs
/// and covers least.
pub(super) fn chosen<P>(spots: impl IntoIterator<Item = Spot<P>>, dear: f32) -> Option<Spot<P>> {
    /// What a square inch of a stand costs that is written over.
    const OVER: f32 = 25.0;
    let weighed = |spot: &Spot<P>| {
        let is_clear = spot.covers <= 0.0 && spot.cost < dear;
        (!is_clear, spot.cost + OVER * spot.covers)
    };
    spots.into_iter().min_by(|one, other| {
        let ((one, a), (other, b)) = (weighed(one), weighed(other));
        one.cmp(&other).then(a.total_cmp(&b))
    })
}

/// Stands with what a name keeps away from them for its halo, at this many points an inch.
pub(super) fn kept_clear(stands: &[Span], scale: f32) -> Vec<Span> {
    /// In points.
    const HALO: f32 = 3.0;
    let by = Vec2::splat(HALO / scale);
    stands.iter().map(|(low, high)| (*low - by, *high + by)).collect()
}

/// What is already written, and what must stay uncovered.
struct NameSheet {
    size: Vec2,
    scale: f32,
    names: Vec<Span>,
    stands: Vec<Span>,
    buildings: Vec<Span>,
    villages: Vec<Span>,
}

impl NameSheet {
    fn new(ground: &Ground, around: Around<'_>, scale: f32) -> Self {
        let boxes = |kind: AreaKind| {
            ground.areas.iter().filter(move |area| area.kind == kind).map(|area| bounds(&area.polygon))
        };
        let arrows = around.entries.iter().map(|(at, forward, _)| marker_box(*at, *forward));
        let crossings = ground.crossings.iter().map(|crossing| spread(crossing.at, Vec2::splat(0.35)));
        let flags = around.flags.iter().copied();
        Self {
            size: ground.size,
            scale,
            names: Vec::new(),
            stands: kept_clear(around.stands, scale),
            buildings: boxes(AreaKind::Buildings).chain(flags).chain(crossings).chain(arrows).collect(),
            villages: boxes(AreaKind::Village).chain(boxes(AreaKind::Garden)).collect(),
        }
    }

    /// What it costs to write in these boxes without regard to stands, and how much of stands they cover.
    fn cost(&self, boxes: &[Span]) -> (f32, f32) {
        let (mut cost, mut covers) = (0.0, 0.0);
        for &written in boxes {
            let over = |others: &[Span]| others.iter().map(|other| shared(written, *other)).sum::<f32>();
            let (low, high) = written;
            let inside = shared(written, (Vec2::splat(0.1), self.size - 0.1));
            cost += 60.0 * over(&self.names) + 60.0 * over(&self.buildings) + 4.0 * over(&self.villages);
            cost += 90.0 * ((high - low).element_product() - inside).max(0.0);
            covers += over(&self.stands);
        }
        (cost, covers)
    }

    /// Half the size of words as they are drawn, in inches.
    fn half(&self, word: &Lettering) -> Vec2 {
        drawn_size(word, self.scale) / self.scale / 2.0
    }

    /// Writes an upright name at the best of these places, the nearer to where it belongs the better.
    fn write(&mut self, word: Lettering, places: Vec<Vec2>, names: &mut Names) {
        let (half, home) = (self.half(&word), word.at);
        let spots = places.into_iter().map(|at| {
            let (cost, covers) = self.cost(&[spread(at, half)]);
            Spot { cost: cost + AWAY * at.distance(home), covers, place: at }
        });
        if let Some(Spot { place, covers, .. }) = chosen(spots, NO_PLACE) {
            self.names.push(spread(place, half));
            names.put(Lettering { at: place, ..word }, covers > 0.0);
        }
    }
}

/// What the file lists, and the names of entries: villages choose first, then farms, then entries, which have no other place
/// than the table's edge, then what has room round it.
fn labels(ground: &Ground, around: Around<'_>, sheet: &mut NameSheet, names: &mut Names) {
    let mut labels: Vec<(u8, &Label, Option<&Area>)> = ground
        .labels
        .iter()
        .map(|label| (label, named(ground, label)))
        .map(|(label, area)| (area.map_or(3, |area| rank(area.kind)), label, area))
        .collect();
    labels.sort_by_key(|(rank, ..)| *rank);
    let (built, open) = labels.split_at(labels.partition_point(|(rank, ..)| *rank < 3));
    let label = |(_, label, area): &(u8, &Label, Option<&Area>), sheet: &mut NameSheet, names: &mut Names| {
        let word = lettering(label, area.map(|area| area.kind));
        let places = candidates(label, *area, sheet.half(&word));
        sheet.write(word, places, names);
    };
    built.iter().for_each(|one| label(one, sheet, names));
    for (at, forward, name) in around.entries {
        let word = entry_lettering(*at + *forward * 1.6, name);
        let (low, high) = marker_box(*at, *forward);
        let places = round_box(low, high, sheet.half(&word));
        sheet.write(word, places, names);
    }
    open.iter().for_each(|one| label(one, sheet, names));
}

/// The area a label is the name of, if the ground has it.
fn named<'a>(ground: &'a Ground, label: &Label) -> Option<&'a Area> {
    let near = |area: &Area| {
        let (low, high) = bounds(&area.polygon);
        label.at.distance(label.at.clamp(low, high))
    };
    ground
        .areas
        .iter()
        .filter(|area| area.name.starts_with(&label.text) || area.name.contains(&label.text))
        .map(|area| (near(area), area))
        .filter(|(distance, _)| *distance < 3.0)
        .min_by(|a, b| rank(a.1.kind).cmp(&rank(b.1.kind)).then(a.0.total_cmp(&b.0)))
        .map(|(_, area)| area)
}

fn rank(kind: AreaKind) -> u8 {
    match kind {
        AreaKind::Village => 0,
        AreaKind::Buildings => 1,
        AreaKind::Garden | AreaKind::Orchard | AreaKind::Earthwork => 2,
        AreaKind::Hill
        | AreaKind::Slope
        | AreaKind::Woods
        | AreaKind::Plough
        | AreaKind::Marsh
        | AreaKind::Mud
        | AreaKind::Rocks
        | AreaKind::Brush
        | AreaKind::Water
        | AreaKind::Cliff => 4,
    }
}

/// Villages upright, farms in italics, woods and waters in spaced italics.
fn lettering(label: &Label, kind: Option<AreaKind>) -> Lettering {
    let (inches, face, ink, spaced) = match kind {
        Some(AreaKind::Village) => (0.82, Face::Roman, Ink::Name, 0.03),
        Some(AreaKind::Woods | AreaKind::Orchard) => (0.74, Face::Italic, Ink::Name, 0.1),
        Some(AreaKind::Water) => (0.74, Face::Italic, Ink::WaterName, 0.1),
        Some(AreaKind::Hill | AreaKind::Slope) => (0.78, Face::Italic, Ink::HillName, 0.14),
        _ => (0.7, Face::Italic, Ink::Name, 0.0),
    };
    let mut word =
        Lettering::new(label.at, &label.text, Length::inches(inches).between(11.5, 26.0), face, ink).haloed();
    word.spaced = spaced;
    word
}

/// The name of an entry: that of a road or a place beyond the table.
fn entry_lettering(at: Vec2, name: &str) -> Lettering {
    Lettering::new(at, name, Length::inches(0.66).between(11.5, 22.0), Face::Italic, Ink::Name).haloed()
}

/// Where a name may stand: as the file says, then round its building, or about its place.
fn candidates(label: &Label, area: Option<&Area>, half: Vec2) -> Vec<Vec2> {
    let mut places = vec![label.at];
    let built = area.filter(|area| rank(area.kind) < 4).map(|area| bounds(&area.polygon));
    let (low, high) = built.unwrap_or((label.at - half * 0.7, label.at + half * 0.7));
    places.extend(round_box(low, high, half));
    places
}

/// Where a name so large may stand round a box, the nearest first.
fn round_box(low: Vec2, high: Vec2, half: Vec2) -> Vec<Vec2> {
    /// To the sides, over and under it, at its corners; over or under it, pushed to either side.
    const WAYS: [(f32, f32); 12] = [
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, 1.0),
        (0.0, -1.0),
        (1.0, 1.0),
        (-1.0, 1.0),
        (1.0, -1.0),
        (-1.0, -1.0),
        (0.5, 1.0),
        (-0.5, 1.0),
        (0.5, -1.0),
        (-0.5, -1.0),
    ];
    let gaps = [0.12, 0.5, 1.0, 1.6, 2.3, 3.1];
    let around = move |gap: f32| {
        let (middle, reach) = ((low + high) / 2.0, (high - low) / 2.0 + half + gap);
        WAYS.map(|way| middle + Vec2::from(way) * reach)
    };
    gaps.into_iter().flat_map(around).collect()
}

/// Streams and rivers have their names along them, where they run straight.
fn waters(ground: &Ground, sheet: &mut NameSheet, names: &mut Names) {
    for line in &ground.lines {
        if !matches!(line.kind, LineKind::Stream | LineKind::River) || line.name.is_empty() {
            continue;
        }
        let size = Length::inches(0.62).between(11.0, 26.0);
        let mut word = Lettering::new(Vec2::ZERO, &line.name, size, Face::Italic, Ink::WaterName).haloed();
        word.spaced = 0.08;
        let spots = along_water(line, sheet.half(&word) * 2.0, sheet);
        if let Some(Spot { cost, covers, place: (at, turn, boxes) }) = chosen(spots, TOO_DEAR)
            && cost < TOO_DEAR
        {
            sheet.names.extend(boxes);
            names.put(Lettering { at, turn, ..word }, covers > 0.0);
        }
    }
}

/// Where a name of this size may run along a water: its middle, its turn, and the boxes that it takes.
fn along_water(line: &Line, size: Vec2, sheet: &NameSheet) -> Vec<Spot<(Vec2, f32, Vec<Span>)>> {
    let mut spots = Vec::new();
    for pair in line.points.windows(2) {
        let (a, b) = if pair[0].x <= pair[1].x { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
        let long = a.distance(b);
        let way = (b - a).normalize_or(Vec2::X);
        let above = Vec2::new(-way.y, way.x) * (size.y / 2.0 + line.width / 2.0 + 0.02);
        for (k, side) in (1..6).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
            let at = a.lerp(b, k as f32 / 6.0) + above * side;
            let boxes = strung(at, way, size);
            let (cost, covers) = sheet.cost(&boxes);
            let cost = cost + 0.8 * (size.x - long).max(0.0) + 0.1 * (k - 3_i32).abs() as f32;
            spots.push(Spot { cost, covers, place: (at, libm_atan2(way.y, way.x), boxes) });
        }
    }
    spots
}

/// Boxes along a turned name, small enough to hug it.
fn strung(at: Vec2, way: Vec2, size: Vec2) -> Vec<Span> {
    let many = (size.x / size.y.max(0.01)).ceil().clamp(1.0, 24.0) as i32;
    let pitch = size.x / many as f32;
    let half = Vec2::splat(pitch.max(size.y) / 2.0);
    (0..many).map(|k| spread(at + way * (k as f32 + 0.5 - many as f32 / 2.0) * pitch, half)).collect()
}

/// Large heights have their names spaced over their tops, where there is room.
fn heights(ground: &Ground, sheet: &mut NameSheet, names: &mut Names) {
    for area in &ground.areas {
        let listed = |label: &Label| area.name.contains(&label.text);
        if area.kind != AreaKind::Hill || area.name.is_empty() || ground.labels.iter().any(listed) {
            continue;
        }
        let mut word = Lettering::new(
            Vec2::ZERO,
            &area.name,
            Length::inches(0.7).between(11.5, 30.0),
            Face::Italic,
            Ink::HillName,
        )
        .haloed();
        word.spaced = 0.22;
        let half = sheet.half(&word);
        let (low, high) = bounds(&area.polygon);
        let middle = (low + high) / 2.0;
        let mut best: Option<(f32, Vec2)> = None;
        let (columns, rows) = (((high.x - low.x) / 1.0) as i32, ((high.y - low.y) / 0.8) as i32);
        for row in 0..=rows {
            for column in 0..=columns {
                let at = low + Vec2::new(column as f32, row as f32 * 0.8);
                let inside = |u: f32, v: f32| {
                    let around = at + Vec2::new(u * (half.x + 0.5), v * (half.y + 0.5));
                    point_in_polygon(around, &area.polygon)
                };
                if ![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, 1.0), (0.0, -1.0)]
                    .into_iter()
                    .all(|(u, v)| inside(u, v))
                {
                    continue;
                }
                let higher = ground.areas.iter().filter(|other| {
                    other.kind == AreaKind::Hill
                        && other.id != area.id
                        && bounds(&other.polygon).0.cmpge(low).all()
                        && point_in_polygon(at, &other.polygon)
                });
                let (cost, covers) = sheet.cost(&[spread(at, half)]);
                if covers > 0.0 {
                    continue;
                }
                let cost = cost + 0.06 * at.distance(middle) + 2.0 * higher.count() as f32;
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, at));
                }
            }
        }
        if let Some((cost, at)) = best
            && cost < TOO_DEAR
        {
            word.at = at;
            sheet.names.push(spread(at, half));
            names.put(word, false);
        }
    }
}
