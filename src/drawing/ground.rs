//! The ground as marks, in the style of an engraved battle map. Units: inches.

use glam::Vec2;

use table::ground::{AreaKind, Ground, LineKind};

use super::mark::{Ink, Mark, Pen};
use super::shape::{OFF, rounded};
use super::{cover, relief, roads, sheet};

/// Everything constant on a table, from the paper up to the frame, without names.
pub fn ground_marks(ground: &Ground) -> Vec<Mark> {
    let mut marks = sheet::paper(ground.size);
    drawn(&mut marks, ground);
    marks
}

/// The blank paper of a table of this size.
pub fn paper_marks(size: Vec2) -> Vec<Mark> {
    sheet::paper(size)
}

/// Everything drawn on the paper; marks between the paper and this layer lie on the former and under the latter.
pub fn drawn_ground_marks(ground: &Ground) -> Vec<Mark> {
    let mut marks = Vec::new();
    drawn(&mut marks, ground);
    marks
}

fn drawn(marks: &mut Vec<Mark>, ground: &Ground) {
    let areas =
        |kinds: &'static [AreaKind]| ground.areas.iter().filter(move |area| kinds.contains(&area.kind));
    let lines =
        |kinds: &'static [LineKind]| ground.lines.iter().filter(move |line| kinds.contains(&line.kind));
    let crests: Vec<&[Vec2]> = lines(&[LineKind::Crest]).map(|line| &line.points[..]).collect();
    for area in areas(&[AreaKind::Hill, AreaKind::Slope, AreaKind::Cliff]) {
        relief::height(marks, area, ground.size, &crests);
    }
    for area in areas(&[AreaKind::Plough, AreaKind::Mud, AreaKind::Marsh, AreaKind::Brush, AreaKind::Rocks]) {
        cover::soil(marks, area);
    }
    for area in areas(&[AreaKind::Water]) {
        cover::water(marks, area);
    }
    for area in areas(&[AreaKind::Garden, AreaKind::Orchard, AreaKind::Village, AreaKind::Earthwork]) {
        cover::settled(marks, area);
    }
    for line in lines(&[LineKind::Crest]) {
        let crest = rounded(&line.points, false, OFF);
        marks.push(Mark::line(crest, Pen::fine(Ink::FaintLine, 1.0).dashed(7.0, 5.0)));
    }
    for line in lines(&[LineKind::Stream, LineKind::River]) {
        roads::stream(marks, line, roads::free_ends(line, ground));
    }
    for area in areas(&[AreaKind::Woods]) {
        cover::woods(marks, area);
    }
    roads::roads(marks, ground);
    for area in areas(&[AreaKind::Village]) {
        cover::houses(marks, area, ground);
    }
    for area in areas(&[AreaKind::Buildings]) {
        cover::building(marks, area);
    }
    for line in lines(&[LineKind::Wall, LineKind::Hedge, LineKind::Fence, LineKind::Abatis, LineKind::Pit]) {
        roads::obstacle(marks, line);
    }
    roads::crossings(marks, ground);
    sheet::frame(marks, ground.size);
}

/// The ground for a small map: washes, water and roads.
pub fn small_ground_marks(ground: &Ground) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (kind, ink) in [
        (AreaKind::Hill, Ink::Height),
        (AreaKind::Water, Ink::Water),
        (AreaKind::Woods, Ink::Woods),
        (AreaKind::Village, Ink::Village),
        (AreaKind::Buildings, Ink::Building),
    ] {
        let areas = ground.areas.iter().filter(|area| area.kind == kind);
        marks.extend(areas.map(|area| Mark::fill(area.polygon.clone(), ink)));
    }
    for (kind, ink) in [
        (LineKind::Stream, Ink::WaterLine),
        (LineKind::River, Ink::WaterLine),
        (LineKind::Lane, Ink::FaintLine),
        (LineKind::PavedRoad, Ink::RoadCase),
    ] {
        let lines = ground.lines.iter().filter(|line| line.kind == kind);
        marks.extend(lines.map(|line| Mark::line(line.points.clone(), Pen::fine(ink, 1.0))));
    }
    marks
}
