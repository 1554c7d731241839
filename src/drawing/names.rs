//! Names on the map: where each is written, so that none collides with another nor covers a building.
//!
//! Units: inches of the table, but for the size of letters, which is asked in points. Places are tried in a fixed
//! order and the cheapest is taken, the first of several, so that a table always looks the same.

use glam::Vec2;

use crate::table::ground::{Area, AreaKind, Ground, Label, LineKind};
use crate::table::measure::point_in_polygon;

use super::letters::drawn_size;
use super::mark::{Face, Ink, Length, Lettering, Mark};
use super::shape::{Span, bounds, shared, spread};

/// A name that costs more than this is left out, unless the ground's file lists it.
const TOO_DEAR: f32 = 3.0;

/// What is already written, and what must stay uncovered.
struct NameSheet {
    size: Vec2,
    scale: f32,
    names: Vec<Span>,
    stands: Vec<Span>,
    buildings: Vec<Span>,
    villages: Vec<Span>,
}

/// All names, for this many points an inch. `flags` are boxes not to be written over, `stands` boxes that would hide
/// what is written there.
pub fn name_marks(ground: &Ground, flags: &[Span], stands: &[Span], scale: f32) -> Vec<Mark> {
    let boxes = |kind: AreaKind| {
        ground.areas.iter().filter(move |area| area.kind == kind).map(|area| bounds(&area.polygon))
    };
    let mut sheet = NameSheet {
        size: ground.size,
        scale,
        names: Vec::new(),
        stands: stands.to_vec(),
        buildings: boxes(AreaKind::Buildings)
            .chain(flags.iter().copied())
            .chain(ground.crossings.iter().map(|crossing| spread(crossing.at, Vec2::splat(0.35))))
            .collect(),
        villages: boxes(AreaKind::Village).chain(boxes(AreaKind::Garden)).collect(),
    };
    let mut marks = Vec::new();
    let mut labels: Vec<(&Label, Option<&Area>)> =
        ground.labels.iter().map(|label| (label, named(ground, label))).collect();
    // Villages choose first, then farms, then what has room round it.
    labels.sort_by_key(|(_, area)| area.map_or(3, |area| rank(area.kind)));
    for (label, area) in labels {
        let mut word = lettering(label, area.map(|area| area.kind));
        let half = drawn_size(&word, scale) / scale / 2.0;
        let best = candidates(label, area, half)
            .into_iter()
            .map(|at| (sheet.cost(&[spread(at, half)]) + 0.5 * at.distance(label.at), at))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, at)) = best {
            word.at = at;
            sheet.names.push(spread(at, half));
            marks.push(word.into());
        }
    }
    waters(ground, &mut sheet, &mut marks);
    heights(ground, &mut sheet, &mut marks);
    marks
}

impl NameSheet {
    /// What it costs to write in these boxes.
    fn cost(&self, boxes: &[Span]) -> f32 {
        let mut cost = 0.0;
        for &written in boxes {
            let over = |others: &[Span]| others.iter().map(|other| shared(written, *other)).sum::<f32>();
            let (low, high) = written;
            let inside = shared(written, (Vec2::splat(0.1), self.size - 0.1));
            cost += 60.0 * over(&self.names) + 60.0 * over(&self.buildings) + 4.0 * over(&self.villages);
            cost += 9.0 * over(&self.stands);
            cost += 90.0 * ((high - low).element_product() - inside).max(0.0);
        }
        cost
    }
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

/// Where a name may stand: as the file says, then round its building, or about its place.
fn candidates(label: &Label, area: Option<&Area>, half: Vec2) -> Vec<Vec2> {
    let mut places = vec![label.at];
    let built = area.filter(|area| rank(area.kind) < 4).map(|area| bounds(&area.polygon));
    for gap in [0.12, 0.5, 1.0, 1.6] {
        let (low, high) = built.unwrap_or((label.at - half * 0.7, label.at + half * 0.7));
        let (middle, reach) = ((low + high) / 2.0, (high - low) / 2.0 + half + gap);
        for way in [
            (1.0, 0.0),
            (-1.0, 0.0),
            (0.0, 1.0),
            (0.0, -1.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (1.0, -1.0),
            (-1.0, -1.0),
        ] {
            places.push(middle + Vec2::from(way) * reach);
        }
        // Over or under it, pushed to either side.
        for way in [(0.5, 1.0), (-0.5, 1.0), (0.5, -1.0), (-0.5, -1.0)] {
            places.push(middle + Vec2::from(way) * reach);
        }
    }
    places
}

/// Streams and rivers have their names along them, where they run straight.
fn waters(ground: &Ground, sheet: &mut NameSheet, marks: &mut Vec<Mark>) {
    for line in &ground.lines {
        if !matches!(line.kind, LineKind::Stream | LineKind::River) || line.name.is_empty() {
            continue;
        }
        let mut word = Lettering::new(
            Vec2::ZERO,
            &line.name,
            Length::inches(0.62).between(11.0, 26.0),
            Face::Italic,
            Ink::WaterName,
        )
        .haloed();
        word.spaced = 0.08;
        let size = drawn_size(&word, sheet.scale) / sheet.scale;
        let mut best: Option<(f32, Vec2, f32, Vec<Span>)> = None;
        for pair in line.points.windows(2) {
            let (a, b) = if pair[0].x <= pair[1].x { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            let long = a.distance(b);
            let way = (b - a).normalize_or(Vec2::X);
            let above = Vec2::new(-way.y, way.x);
            for k in 1..6 {
                for side in [1.0, -1.0] {
                    let at =
                        a.lerp(b, k as f32 / 6.0) + above * side * (size.y / 2.0 + line.width / 2.0 + 0.02);
                    let boxes = strung(at, way, size);
                    let cost =
                        sheet.cost(&boxes) + 0.8 * (size.x - long).max(0.0) + 0.1 * (k - 3_i32).abs() as f32;
                    if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                        best = Some((cost, at, crate::table::pose::libm_atan2(way.y, way.x), boxes));
                    }
                }
            }
        }
        if let Some((cost, at, turn, boxes)) = best
            && cost < TOO_DEAR
        {
            (word.at, word.turn) = (at, turn);
            sheet.names.extend(boxes);
            marks.push(word.into());
        }
    }
}

/// Boxes along a turned name, small enough to hug it.
fn strung(at: Vec2, way: Vec2, size: Vec2) -> Vec<Span> {
    let many = (size.x / size.y.max(0.01)).ceil().clamp(1.0, 24.0) as i32;
    let pitch = size.x / many as f32;
    let half = Vec2::splat(pitch.max(size.y) / 2.0);
    (0..many).map(|k| spread(at + way * (k as f32 + 0.5 - many as f32 / 2.0) * pitch, half)).collect()
}

/// Large heights have their names spaced over their tops, where there is room.
fn heights(ground: &Ground, sheet: &mut NameSheet, marks: &mut Vec<Mark>) {
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
        let half = drawn_size(&word, sheet.scale) / sheet.scale / 2.0;
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
                let cost = sheet.cost(&[spread(at, half)])
                    + 0.06 * at.distance(middle)
                    + 2.0 * higher.count() as f32;
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
            marks.push(word.into());
        }
    }
}
