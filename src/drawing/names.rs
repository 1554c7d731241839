//! Names on the map: placed so that none collides with another or covers a building, and none loses a letter under a stand.
//!
//! A name has up to three places, the last in smaller letters, which depend only on the ground (`lay`): it does not move with
//! the stands. If all are covered it is written over the stands, on its halo, where it leaves their numbers clear. Units:
//! inches of the table, except for the size of letters, which is in points. Places are tried in a fixed order and the cheapest
//! is taken, the first of equal ones, so that a table always looks the same.

use glam::Vec2;

use table::ground::{Area, AreaKind, Ground, Label, Line, LineKind};
use table::measure::point_in_polygon;
use table::pose::libm_atan2;

use super::flags::{flag_box, flag_foot, marker_box};
use super::lay::{Hidden, Laid, NameToPlace, Place, STRAY, astray, lay_out, written};
use super::letters::{drawn_size, figure_height, line_size, set_size};
use super::mark::{Face, Ink, Length, Lettering, Mark};
use super::shape::{Span, bounds, shared, spaced, spread};

/// Maximum cost of a name; a dearer one is left out, unless the ground's file lists it.
const TOO_DEAR: f32 = 3.0;

/// Maximum cost of the second place of a name.
const NO_PLACE: f32 = 3.0;

/// The most by which a name may lie nearer to another place than to its own, in inches.
const MOST_ASTRAY: f32 = 0.3;

/// Cost of each inch by which a name is away from its place.
const AWAY: f32 = 0.5;

/// What names on a table depend on besides the ground.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// The place of each flag, and its present box, which may have been moved aside.
    pub flags: &'a [(&'a [Vec2], Span)],
    /// The boxes of stands, which would hide names.
    pub stands: &'a [Span],
    /// The marks of the stands at the scale of the names, whose words no name may cover.
    pub marks: &'a [Mark],
    /// The boxes of stands at the start of the battle: a name is placed beside them if it has room.
    pub begun: &'a [Span],
    /// Where troops come on: the place at the table's edge, the direction, and the name.
    pub entries: &'a [(Vec2, Vec2, String)],
}

/// Names by layer: on the ground, if no stand hides them, and over the stands, if there was no clear place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    pub under: Vec<Mark>,
    pub over: Vec<Mark>,
}

impl Names {
    /// Adds a name to its layer: over the stands if it is on any.
    pub(super) fn put(&mut self, word: Lettering, is_over: bool) {
        if is_over { &mut self.over } else { &mut self.under }.push(word.into());
    }
}

/// All names, for this many points an inch.
pub fn name_marks(ground: &Ground, around: Around<'_>, scale: f32) -> Names {
    NamePlaces::new(ground, around, scale).among(around)
}

/// The places of names on a ground at this many points an inch, for any stands: the expensive part of the layout.
#[derive(Debug)]
pub struct NamePlaces {
    sheet: NameSheet,
    laid: Vec<Laid>,
    /// The boxes of all these places.
    taken: Vec<Span>,
}

impl NamePlaces {
    /// The places beside flags, where they stand while nobody is near, and beside the stands at the start of the battle.
    pub fn new(ground: &Ground, around: Around<'_>, scale: f32) -> Self {
        let home = |(place, _): &(&[Vec2], Span)| flag_box(flag_foot(ground.size, place, around.begun));
        let flags: Vec<Span> = around.flags.iter().map(home).collect();
        let sheet = NameSheet::new(ground, &flags, scale);
        let (laid, taken) =
            lay_out(names_to_place(ground, &sheet), Vec::new(), &kept_clear(around.begun, scale));
        Self { sheet, laid, taken }
    }

    /// The names as written among these surroundings.
    pub fn among(&self, around: Around<'_>) -> Names {
        let scale = self.sheet.scale;
        // The entries in use change during a game: they move no other name.
        let entries = entries(around, &self.sheet, self.taken.clone());
        let flags = around.flags.iter().map(|(_, now)| *now);
        let arrows = around.entries.iter().map(|(at, forward, _)| marker_box(*at, *forward));
        // An arrow, like a flag, is avoided as much as a number.
        let signs: Vec<Span> = flags.chain(arrows).collect();
        let covers: Vec<Span> = around.stands.iter().chain(&signs).copied().collect();
        let numbers = [signs, written_on(around.marks, scale)].concat();
        written(
            self.laid.iter().chain(&entries),
            Hidden { stands: &kept_clear(&covers, scale), numbers: &numbers, never_over: false },
        )
    }
}

/// The boxes of all words among the marks of stands, in inches, at this many points an inch: no name covers them.
pub fn written_on(marks: &[Mark], scale: f32) -> Vec<Span> {
    let boxed = |mark: &Mark| {
        let Mark::Text(word) = mark else { return None };
        let size = set_size(word, scale)?;
        let wide = line_size(&word.text, word.face, size, word.spaced).x;
        let half = Vec2::new(wide, figure_height(word.face) * size) / scale / 2.0;
        Some(spread(word.at + Vec2::new(word.nudge.x, -word.nudge.y) / scale, half))
    };
    marks.iter().filter_map(boxed).collect()
}

/// The boxes of stands enlarged by the halo of a name, at this many points an inch.
pub(super) fn kept_clear(stands: &[Span], scale: f32) -> Vec<Span> {
    /// In points.
    const HALO: f32 = 3.0;
    let by = Vec2::splat(HALO / scale);
    stands.iter().map(|(low, high)| (*low - by, *high + by)).collect()
}

/// What must stay uncovered.
#[derive(Debug)]
struct NameSheet {
    size: Vec2,
    scale: f32,
    buildings: Vec<Span>,
    villages: Vec<Span>,
}

impl NameSheet {
    fn new(ground: &Ground, flags: &[Span], scale: f32) -> Self {
        let boxes = |kind: AreaKind| {
            ground.areas.iter().filter(move |area| area.kind == kind).map(|area| bounds(&area.polygon))
        };
        let crossings = ground.crossings.iter().map(|crossing| spread(crossing.at, Vec2::splat(0.35)));
        Self {
            size: ground.size,
            scale,
            buildings: boxes(AreaKind::Buildings).chain(flags.iter().copied()).chain(crossings).collect(),
            villages: boxes(AreaKind::Village).chain(boxes(AreaKind::Garden)).collect(),
        }
    }

    /// The cost of writing in these boxes, regardless of other names.
    fn cost(&self, boxes: &[Span]) -> f32 {
        let priced = |&written: &Span| {
            let over = |others: &[Span]| others.iter().map(|other| shared(written, *other)).sum::<f32>();
            let (low, high) = written;
            let inside = shared(written, (Vec2::splat(0.1), self.size - 0.1));
            60.0 * over(&self.buildings)
                + 4.0 * over(&self.villages)
                + 90.0 * ((high - low).element_product() - inside).max(0.0)
        };
        boxes.iter().map(priced).sum()
    }

    /// Half the drawn size of words, in inches.
    fn half(&self, word: &Lettering) -> Vec2 {
        drawn_size(word, self.scale) / self.scale / 2.0
    }

    /// An upright name at one of these places, which depend on half its size: the nearer to its own place the cheaper, and
    /// without those at another's home.
    fn upright(
        &self,
        word: Lettering,
        places: impl Fn(Vec2, &[f32]) -> Vec<Vec2>,
        own: &[Vec2],
        others: &[Vec2],
    ) -> NameToPlace {
        let home = word.at;
        let spots = |word: &Lettering, gaps: &[f32]| {
            let half = self.half(word);
            let spot = |at: Vec2| {
                let lies = spread(at, half);
                let stray = astray(lies, own, others);
                let cost = self.cost(&[lies]) + AWAY * at.distance(home) + STRAY * stray;
                (stray, cost, Place { at, turn: 0.0, boxes: vec![lies] })
            };
            let all: Vec<(f32, f32, Place)> = places(half, gaps).into_iter().map(spot).collect();
            // Beside another place it would be taken for the name of that, whatever it covers at home.
            let least = all.iter().map(|(stray, ..)| *stray).fold(f32::INFINITY, f32::min);
            let near = all.into_iter().filter(|(stray, ..)| *stray <= least.max(MOST_ASTRAY));
            near.map(|(_, cost, place)| (cost, place)).collect::<Vec<_>>()
        };
        let smaller = smaller(&word);
        let (smaller_spots, far) = (spots(&smaller, &GAPS), spots(&smaller, &OVER_GAPS));
        let spots = spots(&word, &GAPS);
        let smaller = Some((smaller, smaller_spots));
        NameToPlace { word, spots, most: None, second: NO_PLACE, smaller, far }
    }
}

/// Names in the file, villages first, then farms, then features with room round them; waters; heights.
fn names_to_place(ground: &Ground, sheet: &NameSheet) -> Vec<NameToPlace> {
    let mut labels: Vec<(u8, &Label, Option<&Area>)> = ground
        .labels
        .iter()
        .map(|label| (label, named(ground, label)))
        .map(|(label, area)| (area.map_or(3, |area| rank(area.kind)), label, area))
        .collect();
    labels.sort_by_key(|(rank, ..)| *rank);
    let homes: Vec<Vec2> = labels.iter().map(|(_, label, area)| home(label, *area)).collect();
    let mut names_to_place = Vec::new();
    for (index, (_, label, area)) in labels.iter().enumerate() {
        let is_water = waters_of(ground).any(|line| line.name == label.text);
        let kind = if is_water { Some(AreaKind::Water) } else { area.map(|area| area.kind) };
        let word = lettering(label, kind);
        let places = |half: Vec2, gaps: &[f32]| candidates(label, *area, half, gaps);
        let others: Vec<Vec2> =
            homes.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, home)| *home).collect();
        names_to_place.push(sheet.upright(word, places, &[homes[index]], &others));
    }
    names_to_place.extend(waters(ground, sheet));
    names_to_place.extend(heights(ground, sheet));
    names_to_place
}

/// The place that has the label's name: the middle of its buildings, otherwise the label's point in the file.
pub fn home(label: &Label, area: Option<&Area>) -> Vec2 {
    let built = area.filter(|area| rank(area.kind) < 4).map(|area| bounds(&area.polygon));
    built.map_or(label.at, |(low, high)| (low + high) / 2.0)
}

/// The names of entries, which have no other place than the table's edge.
fn entries(around: Around<'_>, sheet: &NameSheet, mut taken: Vec<Span>) -> Vec<Laid> {
    let mut all = Vec::new();
    for (at, forward, name) in around.entries {
        let word = entry_lettering(*at + *forward * 1.6, name);
        // Its own arrow keeps its name at the same distance as a stand does.
        let arrow = kept_clear(&[marker_box(*at, *forward)], sheet.scale);
        // It may be farther away than others in its first letters, as only the name is at the place.
        let places = |half: Vec2, gaps: &[f32]| {
            let gaps = if *gaps == GAPS { &FAR_GAPS[..] } else { gaps };
            arrow.iter().flat_map(|(low, high)| round_box(*low, *high, half, gaps)).collect()
        };
        let name_to_place = sheet.upright(word, places, &[], &[]);
        let (laid, now) = lay_out(vec![name_to_place], taken, &[]);
        all.extend(laid);
        taken = now;
    }
    all
}

/// The area that has the label's name, if there is one.
pub fn named<'a>(ground: &'a Ground, label: &Label) -> Option<&'a Area> {
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

/// The words in the smallest legible letters.
fn smaller(word: &Lettering) -> Lettering {
    /// In points.
    const LEAST: f32 = 9.5;
    let size = Length { inches: word.size.inches * 0.75, least: LEAST, most: word.size.most };
    Lettering { size, ..word.clone() }
}

/// The name of an entry: that of a road or a place beyond the table.
fn entry_lettering(at: Vec2, name: &str) -> Lettering {
    Lettering::new(at, name, Length::inches(0.66).between(11.5, 22.0), Face::Italic, Ink::Name).haloed()
}

/// Possible places of a name: that in the file, then round its building, or about its place.
fn candidates(label: &Label, area: Option<&Area>, half: Vec2, gaps: &[f32]) -> Vec<Vec2> {
    let mut places = vec![label.at];
    let built = area.filter(|area| rank(area.kind) < 4).map(|area| bounds(&area.polygon));
    let (low, high) = built.unwrap_or((label.at - half * 0.7, label.at + half * 0.7));
    places.extend(round_box(low, high, half, gaps));
    places
}

/// Distances of a name from a box, in inches; an entry, to which an arrow leads, may be farther away if it is crowded.
const GAPS: [f32; 4] = [0.12, 0.5, 1.0, 1.6];
const FAR_GAPS: [f32; 7] = [0.12, 0.5, 1.0, 1.6, 2.4, 3.2, 4.2];

/// Distances over stands, whose numbers stay clear: in finer steps.
const OVER_GAPS: [f32; 8] = [0.0, 0.25, 0.7, 1.25, 1.9, 2.3, 2.8, 3.4];

/// Possible places of a name of this size round a box, the nearest first.
fn round_box(low: Vec2, high: Vec2, half: Vec2, gaps: &[f32]) -> Vec<Vec2> {
    /// At the sides, over and under the box, at its corners; over or under it, or at a side, shifted to either side.
    const WAYS: [(f32, f32); 16] = [
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
        (1.0, 0.5),
        (-1.0, 0.5),
        (1.0, -0.5),
        (-1.0, -0.5),
    ];
    let around = move |gap: &f32| {
        let (middle, reach) = ((low + high) / 2.0, (high - low) / 2.0 + half + *gap);
        WAYS.map(|way| middle + Vec2::from(way) * reach)
    };
    gaps.iter().flat_map(around).collect()
}

fn waters_of(ground: &Ground) -> impl Iterator<Item = &Line> {
    ground.lines.iter().filter(|line| matches!(line.kind, LineKind::Stream | LineKind::River))
}

/// Streams and rivers have their names along straight stretches.
fn waters(ground: &Ground, sheet: &NameSheet) -> Vec<NameToPlace> {
    // A name that the file lists has its own place there.
    let named =
        |line: &&Line| !line.name.is_empty() && ground.labels.iter().all(|label| label.text != line.name);
    let name_to_place = |line: &Line| {
        let size = Length::inches(0.62).between(11.0, 26.0);
        let mut word = Lettering::new(Vec2::ZERO, &line.name, size, Face::Italic, Ink::WaterName).haloed();
        word.spaced = 0.08;
        let spots = along_water(line, sheet.half(&word) * 2.0, sheet);
        NameToPlace { word, spots, most: None, second: TOO_DEAR, smaller: None, far: Vec::new() }
    };
    waters_of(ground).filter(named).map(name_to_place).collect()
}

/// Possible places of a name of this size along a water, with the costs: along a chord of its length, the cheaper the
/// straighter the water is beside it.
fn along_water(line: &Line, size: Vec2, sheet: &NameSheet) -> Vec<(f32, Place)> {
    /// Distance between places, in inches.
    const STEP: f32 = 0.6;
    /// The maximum number of places tried.
    const MOST: f32 = 90.0;
    let long: f32 = line.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let middles = spaced(&line.points, STEP.max(long / MOST));
    let mut spots = Vec::new();
    for (k, (middle, way)) in middles.iter().enumerate() {
        let near: Vec<Vec2> =
            middles.iter().map(|(at, _)| *at).filter(|at| at.distance(*middle) <= size.x / 2.0).collect();
        let way = match near[..] {
            [first, .., last] => (last - first).normalize_or(*way),
            _ => *way,
        };
        let way = if way.x < 0.0 { -way } else { way };
        let bent = near.iter().map(|at| (*at - *middle).perp_dot(way).abs()).fold(0.0, f32::max);
        let short = (size.x - near.len() as f32 * STEP.max(long / MOST)).max(0.0);
        let from_middle = (k as f32 / middles.len() as f32 - 0.5).abs();
        for side in [1.0, -1.0] {
            let off = size.y / 2.0 + line.width / 2.0 + 0.02 + bent;
            let at = *middle + Vec2::new(-way.y, way.x) * off * side;
            let boxes = strung(at, way, size);
            let cost = sheet.cost(&boxes) + 1.5 * bent + 0.8 * short + 0.6 * from_middle;
            spots.push((cost, Place { at, turn: libm_atan2(way.y, way.x), boxes }));
        }
    }
    spots
}

/// Boxes along a turned name, small enough to follow it closely.
fn strung(at: Vec2, way: Vec2, size: Vec2) -> Vec<Span> {
    let many = (size.x / size.y.max(0.01)).ceil().clamp(1.0, 24.0) as i32;
    let pitch = size.x / many as f32;
    let half = Vec2::splat(pitch.max(size.y) / 2.0);
    (0..many).map(|k| spread(at + way * (k as f32 + 0.5 - many as f32 / 2.0) * pitch, half)).collect()
}

/// Large heights have their names spaced over their tops, if there is room.
fn heights(ground: &Ground, sheet: &NameSheet) -> Vec<NameToPlace> {
    let listed = |area: &Area| ground.labels.iter().any(|label| area.name.contains(&label.text));
    let named = |area: &&Area| area.kind == AreaKind::Hill && !area.name.is_empty() && !listed(area);
    let name_to_place = |area: &Area| {
        let size = Length::inches(0.7).between(11.5, 30.0);
        let mut word = Lettering::new(Vec2::ZERO, &area.name, size, Face::Italic, Ink::HillName).haloed();
        word.spaced = 0.22;
        let mut spots = over_top(ground, area, sheet.half(&word), sheet);
        if spots.is_empty() {
            // Closer and smaller letters may fit there; away from the height the name would not be recognised.
            word = smaller(&word);
            word.spaced = 0.06;
            spots = over_top(ground, area, sheet.half(&word), sheet);
        }
        NameToPlace { word, spots, most: Some(TOO_DEAR), second: TOO_DEAR, smaller: None, far: Vec::new() }
    };
    ground.areas.iter().filter(named).map(name_to_place).collect()
}

/// Places of a name of this half size wholly on a height, with the costs.
fn over_top(ground: &Ground, area: &Area, half: Vec2, sheet: &NameSheet) -> Vec<(f32, Place)> {
    /// Maximum distance of a name from its middle, relative to its longer side: an arm at the table's edge is not a top.
    const ABOUT: f32 = 0.25;
    let (low, high) = bounds(&area.polygon);
    let middle = (low + high) / 2.0;
    let far = ABOUT * (high - low).max_element();
    let mut spots = Vec::new();
    let (columns, rows) = (((high.x - low.x) / 1.0) as i32, ((high.y - low.y) / 0.8) as i32);
    for (row, column) in (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column))) {
        let at = low + Vec2::new(column as f32, row as f32 * 0.8);
        if at.distance(middle) > far {
            continue;
        }
        let inside = |(u, v): (f32, f32)| {
            let around = at + Vec2::new(u * (half.x + 0.5), v * (half.y + 0.5));
            point_in_polygon(around, &area.polygon)
        };
        if ![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, 1.0), (0.0, -1.0)]
            .into_iter()
            .all(inside)
        {
            continue;
        }
        let higher = ground.areas.iter().filter(|other| {
            other.kind == AreaKind::Hill
                && other.id != area.id
                && bounds(&other.polygon).0.cmpge(low).all()
                && point_in_polygon(at, &other.polygon)
        });
        let boxes = vec![spread(at, half)];
        let cost = sheet.cost(&boxes) + 0.06 * at.distance(middle) + 2.0 * higher.count() as f32;
        spots.push((cost, Place { at, turn: 0.0, boxes }));
    }
    spots
}
