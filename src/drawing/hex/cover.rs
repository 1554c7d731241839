//! The cover of hexes: forest, broken ground, marsh and towns. Units: inches of the sheet.

use glam::Vec2;

use super::super::cover::{edge_fades, house, trees};
use super::super::mark::{Ink, Length, Mark, Pen};
use super::super::shape::{chance, scattered};
use super::curve::Manner;
use super::lie::{CORNER, Lie};
use super::region::{Region, regions};
use super::water::{Waters, nearest, strewn};
use super::ways::Ways;
use hexes::{Hex, HexKind, HexMap};

const MANNER: Manner = Manner { relaxed: 0.1, wander: 0.16, salt: 41, steps: 5 };

/// The areas of a kind.
pub fn of_kind(map: &HexMap, lie: &Lie, kind: HexKind) -> Vec<Region> {
    let hexes: Vec<Hex> = map.grid.hexes().filter(|hex| map.kind(*hex) == kind).collect();
    regions(lie, &hexes, MANNER)
}

/// Tests whether a place is too near to a curve.
#[derive(Debug)]
pub struct Clear {
    points: Vec<Vec2>,
    within: f32,
}

impl Clear {
    pub fn of(waters: &Waters, ways: &Ways, within: f32) -> Self {
        let mut points = strewn(&ways.all(), 0.12);
        points.extend(strewn(&waters.rivers, 0.12));
        points.extend(strewn(&waters.streams, 0.12));
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Self { points, within }
    }

    pub fn is_taken(&self, at: Vec2) -> bool {
        let first = self.points.partition_point(|p| p.x < at.x - self.within);
        let mut near = self.points[first..].iter().take_while(|p| p.x <= at.x + self.within);
        near.any(|p| p.distance_squared(at) < self.within * self.within)
    }
}

/// The wash of woods, stronger along their edge.
pub fn wood_wash(marks: &mut Vec<Mark>, woods: &[Region]) {
    for wood in woods {
        marks.push(Mark::fill(wood.area.clone(), Ink::Woods));
        for (k, border) in wood.borders.iter().enumerate() {
            edge_fades(marks, border, if k == 0 { 0.4 } else { -0.4 }, Ink::Woods);
        }
    }
}

/// Their trees, which keep clear of roads and waters.
pub fn wood_trees(marks: &mut Vec<Mark>, woods: &[Region], clear: &Clear) {
    for wood in woods {
        let borders: Vec<&[Vec2]> = wood.borders.iter().map(Vec::as_slice).collect();
        trees(marks, &wood.area, &borders, &|at| clear.is_taken(at));
    }
}

/// Broken ground: hummocks with strokes on their shaded side, and tufts between the hummocks.
pub fn rough_marks(marks: &mut Vec<Mark>, areas: &[Region], clear: &Clear) {
    let pen = Pen::new(Ink::RoughMark, Length::inches(0.028).between(0.7, 2.2));
    for area in areas {
        marks.push(Mark::fill(area.area.clone(), Ink::Rough));
        for (i, at) in scattered(&area.area, 0.46, 43).into_iter().enumerate() {
            if clear.is_taken(at) {
                continue;
            }
            let i = i as i32;
            let size = 0.8 + 0.5 * chance(i, 1, 45);
            let put = |x: f32, y: f32| at + Vec2::new(x, y) * size;
            if chance(i, 2, 45) < 0.62 {
                let back = [(-0.17, -0.05), (-0.1, 0.06), (0.02, 0.1), (0.13, 0.04), (0.18, -0.06)];
                marks.push(Mark::line(back.map(|(x, y)| put(x, y)), pen));
                for (x, y, long) in [(0.0, 0.09, 0.1), (0.07, 0.06, 0.14), (0.13, 0.02, 0.13)] {
                    marks.push(Mark::line([put(x, y), put(x + long * 0.35, y - long)], pen));
                }
            } else {
                for (x, lean) in [(-0.07, -0.06), (0.0, 0.0), (0.07, 0.06)] {
                    marks.push(Mark::line([put(x, -0.05), put(x + lean, 0.09)], pen));
                }
                marks.push(Mark::line([put(-0.13, -0.05), put(0.13, -0.05)], pen));
            }
        }
    }
}

/// Marsh: reeds over water strokes.
pub fn marsh_marks(marks: &mut Vec<Mark>, areas: &[Region], clear: &Clear) {
    let pen = Pen::new(Ink::Marsh, Length::inches(0.026).between(0.8, 2.0));
    for area in areas {
        for at in scattered(&area.area, 0.38, 47) {
            if clear.is_taken(at) {
                continue;
            }
            let wide = Vec2::new(0.15, 0.0);
            marks.push(Mark::line([at - wide, at + wide], pen));
            let low = at - Vec2::new(0.03, 0.08);
            marks.push(Mark::line([low - wide * 0.6, low + wide * 0.7], pen));
            for lean in [-0.05, 0.0, 0.05] {
                marks.push(Mark::line([at, at + Vec2::new(lean, 0.14)], pen));
            }
        }
    }
}

/// The ground of towns, under roads and houses.
pub fn town_wash(marks: &mut Vec<Mark>, towns: &[Region]) {
    for town in towns {
        marks.push(Mark::fill(town.area.clone(), Ink::Village));
        let pen = Pen::new(Ink::FaintLine, Length::inches(0.03).between(0.7, 1.6));
        for border in &town.borders {
            marks.push(Mark::ring(border.clone(), pen.dashed(4.0, 2.5)));
        }
    }
}

/// Houses along the streets of each town hex, denser towards its middle, and a church in the first hex of each.
pub fn house_marks(marks: &mut Vec<Mark>, map: &HexMap, lie: &Lie, ways: &Ways, clear: &Clear) {
    let streets = ways.all();
    let names = map.names();
    for hex in map.grid.hexes().filter(|hex| map.kind(*hex) == HexKind::Town) {
        let centre = lie.centre(hex);
        let name = names.get(&hex).copied().unwrap_or_default();
        let quarters = names.values().filter(|other| !name.is_empty() && **other == name).count();
        let first = names.iter().find(|(_, other)| **other == name).is_none_or(|(first, _)| *first == hex);
        // A town of several hexes is built up to its edges.
        let reach = if quarters > 2 { 0.88 } else { 0.7 } * CORNER;
        let step = if quarters > 2 { 0.27 } else { 0.29 };
        let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let about = square.map(|(x, y)| centre + Vec2::new(x, y) * reach);
        let church = first.then(|| church_place(centre, clear));
        let mut houses: Vec<Vec2> = scattered(&about, step, 51 + u32::from(hex.0));
        houses.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
        for (i, at) in houses.into_iter().enumerate() {
            let off = at.distance(centre) / reach;
            let near = church.is_some_and(|church| church.distance(at) < 0.34);
            if off > 1.0 || clear.is_taken(at) || near {
                continue;
            }
            let i = i as i32;
            if chance(i, i32::from(hex.0), 57) < (off - 0.5) * 1.1 {
                continue;
            }
            let way = match nearest(&streets, at) {
                Some((place, way)) if place.distance(at) < 1.2 => way,
                _ => Vec2::new(1.0, 0.3).normalize(),
            };
            let way = if chance(i, 3, 57) < 0.25 { Vec2::new(-way.y, way.x) } else { way };
            house(marks, at, way * (0.1 + 0.07 * chance(i, 5, 57)), 0.075 + 0.025 * chance(i, 7, 57));
        }
        if let Some(at) = church {
            house(marks, at, Vec2::new(0.17, 0.0), 0.085);
            let tower = Pen::new(Ink::BuildingLine, Length::inches(0.045).between(1.0, 3.0));
            let foot = at + Vec2::new(-0.12, 0.08);
            marks.push(Mark::line([foot, foot + Vec2::new(0.0, 0.3)], tower));
            let arm = foot + Vec2::new(0.0, 0.21);
            marks.push(Mark::line([arm - Vec2::new(0.075, 0.0), arm + Vec2::new(0.075, 0.0)], tower));
        }
    }
}

/// Beside the middle, clear of the streets.
fn church_place(centre: Vec2, clear: &Clear) -> Vec2 {
    let places =
        [(0.25, 0.3), (-0.25, 0.3), (0.3, -0.3), (-0.3, -0.3), (0.0, 0.45), (0.0, -0.45), (0.5, 0.0)];
    let free = places.iter().find(|(x, y)| !clear.is_taken(centre + Vec2::new(*x, *y)));
    centre + Vec2::from(*free.unwrap_or(&places[0]))
}
