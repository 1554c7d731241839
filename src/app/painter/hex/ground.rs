//! The ground of a hex map as marks. Units: inches of the sheet.

use super::super::mark::{Ink, Length, Mark, Pen};
use super::super::sheet;
use super::lie::Lie;
use crate::hexes::{Direction, HexKind, HexMap, Mark as OnSide};

/// Everything that does not depend on the zoom, from the paper up to the frame.
pub(super) fn ground_marks(map: &HexMap, lie: &Lie) -> Vec<Mark> {
    let mut marks = sheet::paper(lie.size);
    for hex in map.grid.hexes() {
        let ink = match map.kind(hex) {
            HexKind::Clear => continue,
            HexKind::Forest => Ink::Woods,
            HexKind::Rough => Ink::Rough,
            HexKind::Town => Ink::Village,
            HexKind::Marsh => Ink::Marsh,
        };
        marks.push(Mark::fill(lie.corners(hex), ink));
    }
    let pen = Pen::new(Ink::HexLine, Length::inches(0.03).between(0.45, 1.5));
    for hex in map.grid.hexes() {
        for way in Direction::ALL {
            if map.grid.neighbour(hex, way).is_none_or(|next| hex < next) {
                marks.push(Mark::line(lie.side(hex, way), pen));
            }
        }
    }
    for (a, b, on) in map.marked_sides() {
        let Some(way) = map.grid.direction(a, b) else { continue };
        let side = lie.side(a, way);
        for mark in on.iter() {
            let (points, ink, wide) = match mark {
                OnSide::River => (side, Ink::Water, 0.34),
                OnSide::Stream => (side, Ink::WaterLine, 0.14),
                OnSide::Slope => (side, Ink::Hachure, 0.2),
                OnSide::Road => ([lie.centre(a), lie.centre(b)], Ink::RoadCase, 0.16),
                OnSide::Trail => ([lie.centre(a), lie.centre(b)], Ink::Lane, 0.08),
                OnSide::Bridge => continue,
            };
            marks.push(Mark::line(points, Pen::new(ink, Length::inches(wide).between(1.0, 60.0))));
        }
    }
    sheet::frame(&mut marks, lie.size);
    marks
}
