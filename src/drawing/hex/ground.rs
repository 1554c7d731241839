//! The ground of a hex map as marks. Units: inches of the sheet.

use glam::Vec2;

use super::super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::super::sheet;
use super::cover::{self, Clear};
use super::lie::{FLAT, Lie};
use super::relief::{self, Relief};
use super::water::{self, Waters};
use super::ways::{self, Ways};
use hexes::{Direction, HexKind, HexMap, Orientation};

/// The parts of the ground that the names need too.
#[derive(Clone, Debug)]
pub struct Ground {
    pub waters: Waters,
    pub ways: Ways,
    pub relief: Relief,
}

impl Ground {
    pub fn of(map: &HexMap, lie: &Lie) -> Self {
        Self { waters: Waters::of(map, lie), ways: Ways::of(map, lie), relief: Relief::of(map, lie) }
    }
}

/// Room above the frame for the title.
pub const TITLE: f32 = 2.1;

/// The sheet with its margins: least and greatest corner.
pub fn extent(lie: &Lie) -> (Vec2, Vec2) {
    (Vec2::splat(-sheet::MARGIN), lie.size + sheet::MARGIN + Vec2::new(0.0, TITLE))
}

/// Everything that does not depend on the zoom, from the paper up to the frame.
pub fn ground_marks(map: &HexMap, lie: &Lie, ground: &Ground) -> Vec<Mark> {
    let (low, high) = extent(lie);
    let mut marks = sheet::sheet(low, high);
    let Ground { waters, ways, relief } = ground;
    let (trees, houses) = (Clear::of(waters, ways, 0.27), Clear::of(waters, ways, 0.22));
    let kind = |kind| cover::of_kind(map, lie, kind);
    let woods = kind(HexKind::Forest);
    relief::height_marks(&mut marks, relief, lie);
    cover::wood_wash(&mut marks, &woods);
    cover::town_wash(&mut marks, &kind(HexKind::Town));
    cover::rough_marks(&mut marks, &kind(HexKind::Rough), &trees);
    cover::marsh_marks(&mut marks, &kind(HexKind::Marsh), &trees);
    hex_lines(&mut marks, map, lie);
    relief::slope_marks(&mut marks, relief);
    water::water_marks(&mut marks, waters);
    cover::wood_trees(&mut marks, &woods, &trees);
    ways::way_marks(&mut marks, ways);
    water::bridge_marks(&mut marks, map, lie, waters, &ways.all());
    cover::house_marks(&mut marks, map, lie, ways, &houses);
    frame(&mut marks, lie);
    title(&mut marks, map, lie);
    marks
}

/// The ground in a few strokes, for a small map.
pub fn small_ground_marks(map: &HexMap, lie: &Lie, ground: &Ground) -> Vec<Mark> {
    let mut marks = Vec::new();
    for region in &ground.relief.heights {
        marks.push(Mark::fill(region.area.clone(), Ink::Height));
    }
    for (kind, ink) in [
        (HexKind::Rough, Ink::Rough),
        (HexKind::Marsh, Ink::Water),
        (HexKind::Forest, Ink::Woods),
        (HexKind::Town, Ink::Building),
    ] {
        let hexes = map.grid.hexes().filter(|hex| map.kind(*hex) == kind);
        marks.extend(hexes.map(|hex| Mark::fill(lie.corners(hex), ink)));
    }
    let lines = [
        (&ground.waters.streams, Ink::WaterLine, 0.8),
        (&ground.waters.rivers, Ink::WaterLine, 1.8),
        (&ground.ways.trails, Ink::FaintLine, 0.8),
        (&ground.ways.roads, Ink::RoadCase, 1.0),
    ];
    for (lines, ink, points) in lines {
        marks.extend(lines.iter().map(|line| Mark::line(line.clone(), Pen::fine(ink, points))));
    }
    marks
}

/// The hexes, as thin lines that fade when they are small.
fn hex_lines(marks: &mut Vec<Mark>, map: &HexMap, lie: &Lie) {
    let pen = Pen::new(Ink::HexLine, Length::inches(0.03).between(0.0, 1.5));
    for hex in map.grid.hexes() {
        for way in Direction::ALL {
            if map.grid.neighbour(hex, way).is_none_or(|next| hex < next) {
                marks.push(Mark::line(lie.side(hex, way), pen));
            }
        }
    }
}

/// A frame of lines, with a band that is alternately black and white, one colour for each column or row of hexes.
fn frame(marks: &mut Vec<Mark>, lie: &Lie) {
    let size = lie.size;
    let band = [0.14, 0.3];
    let (column, row) = match lie.orientation() {
        Orientation::Flat => (FLAT * 0.866_025_4, FLAT),
        Orientation::Pointy => (FLAT, FLAT * 0.866_025_4),
    };
    let mut boxes = Vec::new();
    let mut bars = |long: f32, pitch: f32, put: &dyn Fn(f32, f32) -> [(Vec2, Vec2); 2]| {
        let many = (long / pitch).round().max(1.0) as i32;
        for k in (0..many).step_by(2) {
            let (from, to) = (k as f32 * long / many as f32, (k + 1) as f32 * long / many as f32);
            boxes.extend(put(from, to));
        }
    };
    let [near, far] = band;
    bars(size.x, column, &|from, to| {
        [
            (Vec2::new(from, -far), Vec2::new(to, -near)),
            (Vec2::new(from, size.y + near), Vec2::new(to, size.y + far)),
        ]
    });
    bars(size.y, row, &|from, to| {
        [
            (Vec2::new(-far, from), Vec2::new(-near, to)),
            (Vec2::new(size.x + near, from), Vec2::new(size.x + far, to)),
        ]
    });
    marks.push(Mark::Boxes { boxes, ink: Ink::Line });
    let lines = [(0.0, 1.1, 0.05), (near, 0.7, 0.02), (far, 0.7, 0.02), (0.5, 2.2, 0.12)];
    for (out, least, inches) in lines {
        let pen = Pen::new(Ink::Line, Length::inches(inches).between(least, 6.0));
        marks.push(Mark::ring(sheet::corners(Vec2::splat(-out), size + out), pen));
    }
}

/// The title over the frame in a cartouche, with a flourish to either side.
fn title(marks: &mut Vec<Mark>, map: &HexMap, lie: &Lie) {
    let middle = Vec2::new(lie.size.x / 2.0, lie.size.y + 0.62 + TITLE / 2.0);
    let letters = map.name.chars().count() as f32;
    let high = (lie.size.x * 0.8 / (letters * 0.62).max(1.0)).min(1.15);
    let half = Vec2::new((letters * high * 0.31 + 0.9).min(lie.size.x / 2.0), TITLE * 0.47);
    // A plate with concave corners.
    let outline = |by: f32| -> Vec<Vec2> {
        let (half, hollow) = (half - by, 0.34);
        let mut points = Vec::new();
        for (x, y, turn) in [(1.0, 1.0, 2.0), (1.0, -1.0, 1.0), (-1.0, -1.0, 0.0), (-1.0, 1.0, -1.0)] {
            let corner = middle + half * Vec2::new(x, y);
            for k in 0..=6 {
                let angle = (turn + k as f32 / 6.0) * std::f32::consts::FRAC_PI_2;
                let (sin, cos) = table::pose::sin_cos(angle);
                points.push(corner + Vec2::new(cos, sin) * hollow);
            }
        }
        points
    };
    marks.push(Mark::ring(outline(0.0), Pen::new(Ink::Line, Length::inches(0.07).between(1.4, 4.0))));
    marks.push(Mark::ring(outline(0.11), Pen::new(Ink::Line, Length::inches(0.02).between(0.6, 1.4))));
    let at = middle + Vec2::new(0.0, 0.34);
    let mut words = Lettering::new(at, &map.name, Length::inches(high), Face::Bold, Ink::Name);
    words.spaced = 0.04;
    // An empty cartouche would look like a mistake.
    words.legible = 4.0;
    marks.push(words.into());
    let below = middle - Vec2::new(0.0, 0.58);
    let scale = format!("{} metres a hex", map.metres);
    let mut words = Lettering::new(below, scale, Length::inches(0.44), Face::Italic, Ink::Name);
    words.spaced = 0.03;
    marks.push(words.into());
    for sign in [1.0, -1.0] {
        let from = middle + Vec2::new(sign * (half.x + 0.35), 0.0);
        let to = Vec2::new(if sign > 0.0 { lie.size.x - 0.6 } else { 0.6 }, middle.y);
        if (to.x - from.x) * sign < 2.0 {
            continue;
        }
        for (y, long, wide) in [(0.0, 1.0, 0.06), (0.11, 0.86, 0.025), (-0.11, 0.86, 0.025)] {
            let line = [from + Vec2::new(sign * 0.3, y), from.lerp(to, long) + Vec2::new(0.0, y)];
            marks.push(Mark::line(line, Pen::new(Ink::Line, Length::inches(wide).between(0.6, 4.0))));
        }
        let diamond = |at: Vec2, r: f32| {
            Mark::fill([Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|way| at + way * r), Ink::Line)
        };
        marks.push(diamond(from + Vec2::new(sign * 0.12, 0.0), 0.2));
        marks.push(diamond(to, 0.14));
    }
}
