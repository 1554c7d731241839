//! Rivers, moats and streams along hexsides, and the bridges over them. Units: inches of the sheet.

use glam::Vec2;

use super::super::mark::{Ink, Length, Mark, Pen};
use super::super::shape::along;
use super::curve::{Chain, Manner, chains, curve};
use super::lie::{FLAT, Lie};
use hexes::{HexMap, Mark as OnSide};

/// Width of a river.
const RIVER: f32 = 0.4;
/// Width of a stream.
const STREAM: f32 = 0.17;

const MANNER: Manner = Manner { relaxed: 0.3, wander: 0.1, salt: 81, steps: 8 };

/// The waters of a map as curves.
#[derive(Clone, Debug)]
pub struct Waters {
    pub rivers: Vec<Vec<Vec2>>,
    pub streams: Vec<Vec<Vec2>>,
}

impl Waters {
    pub fn of(map: &HexMap, lie: &Lie) -> Self {
        let courses = |kind: OnSide| -> Vec<Vec<Vec2>> {
            let sides: Vec<[Vec2; 2]> = map
                .marked_sides()
                .filter(|(.., on)| on.has(kind))
                .filter_map(|(a, b, _)| map.grid.direction(a, b).map(|way| lie.side(a, way)))
                .collect();
            let mut found = chains(&sides, false);
            found.iter_mut().for_each(|chain| run_off(chain, lie));
            found.iter().map(|chain| curve(chain, MANNER)).collect()
        };
        Self { rivers: courses(OnSide::River), streams: courses(OnSide::Stream) }
    }
}

/// Extends waters that end at the border of the hexes to the edge of the sheet.
fn run_off(chain: &mut Chain, lie: &Lie) {
    if chain.closed || chain.points.len() < 2 {
        return;
    }
    for _ in 0..2 {
        let n = chain.points.len();
        let (end, before) = (chain.points[n - 1], chain.points[n - 2]);
        let way = (end - before).normalize_or(Vec2::X);
        if let Some(edge) = lie.leaves(end, way, FLAT * 0.75) {
            chain.points.push(edge);
        }
        chain.points.reverse();
    }
}

/// Streams, then rivers over them: shores, water, and a line along each shore.
pub fn water_marks(marks: &mut Vec<Mark>, waters: &Waters) {
    let mut draw = |courses: &[Vec<Vec2>], ink: Ink, inches: f32, least: f32| {
        for course in courses {
            let width = Length::inches(inches).between(least, 90.0);
            marks.push(Mark::line(course.clone(), Pen::new(ink, width)));
        }
    };
    draw(&waters.streams, Ink::WaterLine, STREAM, 2.4);
    draw(&waters.streams, Ink::Water, STREAM * 0.5, 1.0);
    draw(&waters.rivers, Ink::WaterLine, RIVER, 5.0);
    draw(&waters.rivers, Ink::Water, RIVER * 0.8, 3.4);
    draw(&waters.rivers, Ink::WaterRipple, RIVER * 0.5, 0.0);
    draw(&waters.rivers, Ink::Water, RIVER * 0.38, 0.0);
    draw(&waters.rivers, Ink::WaterRipple, RIVER * 0.06, 0.0);
}

/// A bridge where a road or trail crosses: its deck on piers, with a parapet to either side.
pub fn bridge_marks(marks: &mut Vec<Mark>, map: &HexMap, lie: &Lie, waters: &Waters, ways: &[Vec<Vec2>]) {
    for (a, b, on) in map.marked_sides().filter(|(.., on)| on.has(OnSide::Bridge)) {
        let middle = lie.between(a, b);
        let courses = if on.has(OnSide::River) { &waters.rivers } else { &waters.streams };
        let wide = if on.has(OnSide::River) { RIVER } else { STREAM };
        // Without water under it, a bridge stays on its hexside: it is not moved to the next brook.
        let (at, flow) = nearest(courses, middle)
            .filter(|(place, _)| place.distance(middle) < 0.6)
            .unwrap_or_else(|| (middle, (lie.centre(b) - lie.centre(a)).perp().normalize_or(Vec2::X)));
        let (crossing, road) = nearest(ways, at)
            .filter(|(place, _)| place.distance(at) < 0.6)
            .unwrap_or((at, (lie.centre(b) - lie.centre(a)).normalize_or(Vec2::Y)));
        let at = if crossing.distance(at) < 0.4 { crossing } else { at };
        let side = Vec2::new(-road.y, road.x);
        // Over a water that is crossed at an angle the bridge is longer.
        let slant = road.perp_dot(flow).abs().max(0.6);
        let long = wide / 2.0 / slant + 0.16;
        let half = 0.15;
        for sign in [1.0, -1.0] {
            // Piers with their cutwaters.
            for k in [-1.0, 0.0, 1.0] {
                if wide > 0.3 || k == 0.0 {
                    let foot = at + road * k * long * 0.42 + side * sign * half;
                    let wedge = [foot - road * 0.055, foot + road * 0.055, foot + side * sign * 0.11];
                    marks.push(Mark::fill(wedge, Ink::Wall));
                }
            }
        }
        let deck = [
            at - road * long - side * half,
            at + road * long - side * half,
            at + road * long + side * half,
            at - road * long + side * half,
        ];
        marks.push(Mark::fill(deck, Ink::Road));
        for sign in [1.0, -1.0] {
            let rail = side * half * sign;
            let flare = side * 0.12 * sign;
            let points = [
                at + rail + flare - road * (long + 0.12),
                at + rail - road * long,
                at + rail + road * long,
                at + rail + flare + road * (long + 0.12),
            ];
            marks.push(Mark::line(points, Pen::new(Ink::Line, Length::inches(0.06).between(1.5, 4.5))));
        }
    }
}

/// The nearest place on these curves, with the direction there.
pub fn nearest(curves: &[Vec<Vec2>], to: Vec2) -> Option<(Vec2, Vec2)> {
    let mut best: Option<(f32, Vec2, Vec2)> = None;
    for pair in curves.iter().flat_map(|course| course.windows(2)) {
        let place = table::measure::nearest_point_of_line(pair, to);
        let apart = place.distance_squared(to);
        if best.is_none_or(|(least, ..)| apart < least) {
            best = Some((apart, place, (pair[1] - pair[0]).normalize_or(Vec2::X)));
        }
    }
    best.map(|(_, place, way)| (place, way))
}

/// Points along curves, so close that no bend is missed.
pub fn strewn(curves: &[Vec<Vec2>], step: f32) -> Vec<Vec2> {
    curves.iter().flat_map(|course| along(course, false, step)).map(|(at, _)| at).collect()
}
