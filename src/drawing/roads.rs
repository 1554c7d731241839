//! Lines of the ground: streams, roads, obstacles, and where they cross. Units: inches.

use glam::Vec2;

use crate::table::ground::{CrossingKind, Ground, Line, LineKind};
use crate::table::measure::nearest_point_of_line;

use super::mark::{Ink, Length, Mark, Pen};
use super::shape::{OFF, along, chance, rounded, stroke};

/// Water between two shore lines.
pub(super) fn stream(marks: &mut Vec<Mark>, line: &Line) {
    let (least, wide) =
        if line.kind == LineKind::River { (5.0, line.width.max(0.6)) } else { (2.8, line.width.max(0.2)) };
    let course = rounded(&line.points, false, OFF);
    let shore = Length::inches(wide).between(least, 60.0);
    marks.push(Mark::line(course.clone(), Pen::new(Ink::WaterLine, shore)));
    let within = Length::inches(wide * 0.58).between(least * 0.46, 54.0);
    marks.push(Mark::line(course, Pen::new(Ink::Water, within)));
}

/// Roads as double lines; all their cases first, so that they run into each other where they meet.
pub(super) fn roads(marks: &mut Vec<Mark>, ground: &Ground) {
    let of = |kind: LineKind| ground.lines.iter().filter(move |line| line.kind == kind);
    let mut draw = |kind, ink, inches: f32, share: f32, least, most| {
        for line in of(kind) {
            let width = Length::inches(line.width.max(inches) * share).between(least, most);
            marks.push(Mark::line(rounded(&line.points, false, OFF), Pen::new(ink, width)));
        }
    };
    draw(LineKind::SunkenRoad, Ink::Lane, 0.2, 1.0, 3.0, 14.0);
    draw(LineKind::Lane, Ink::Lane, 0.16, 1.0, 2.8, 11.0);
    draw(LineKind::PavedRoad, Ink::RoadCase, 0.28, 1.0, 4.8, 18.0);
    draw(LineKind::SunkenRoad, Ink::Road, 0.2, 0.5, 1.2, 10.0);
    draw(LineKind::Lane, Ink::Road, 0.16, 0.5, 1.2, 8.0);
    draw(LineKind::PavedRoad, Ink::Road, 0.28, 0.6, 2.6, 14.0);
    for line in of(LineKind::SunkenRoad) {
        sunken(marks, line);
    }
}

/// A road between banks: ticks that point down into it.
fn sunken(marks: &mut Vec<Mark>, line: &Line) {
    let half = (line.width / 2.0).max(0.14);
    for (at, way) in along(&rounded(&line.points, false, OFF), false, 0.13) {
        let side = Vec2::new(-way.y, way.x);
        for sign in [1.0, -1.0] {
            let bank = at + side * half * sign;
            marks.push(stroke(bank, bank + side * 0.17 * sign, Ink::Wall));
        }
    }
}

/// Walls, hedges, fences, abatis and pits.
pub(super) fn obstacle(marks: &mut Vec<Mark>, line: &Line) {
    let points = line.points.clone();
    match line.kind {
        LineKind::Wall => {
            marks.push(Mark::line(points, Pen::new(Ink::Wall, Length::inches(0.09).between(2.2, 6.0))));
            for (at, way) in along(&line.points, false, 0.3) {
                let side = Vec2::new(-way.y, way.x) * 0.09;
                marks.push(Mark::line([at - side, at + side], Pen::fine(Ink::Wall, 1.2)));
            }
        }
        LineKind::Hedge => {
            marks.push(Mark::line(points, Pen::fine(Ink::Hedge, 1.2)));
            for (k, (at, way)) in along(&line.points, false, 0.15).into_iter().enumerate() {
                let aside = Vec2::new(-way.y, way.x) * if k % 2 == 0 { 0.03 } else { -0.03 };
                let bush = 0.06 + 0.03 * chance(k as i32, 7, 61);
                marks.push(Mark::dot(at + aside, Length::inches(bush).between(1.3, 7.0), Ink::Hedge));
            }
        }
        LineKind::Fence => {
            marks.push(Mark::line(points, Pen::fine(Ink::Wall, 1.0)));
            for (at, way) in along(&line.points, false, 0.3) {
                let side = Vec2::new(-way.y, way.x) * 0.08;
                marks.push(Mark::line([at - side, at + side], Pen::fine(Ink::Wall, 1.0)));
            }
        }
        LineKind::Pit => {
            for (at, way) in along(&line.points, true, 0.12) {
                let side = Vec2::new(-way.y, way.x) * 0.13;
                marks.push(stroke(at + side, at, Ink::Wall));
            }
            marks.push(Mark::ring(points, Pen::fine(Ink::Wall, 1.0)));
        }
        _ => {
            for (at, way) in along(&line.points, false, 0.17) {
                let (a, b) = (way * 0.1, Vec2::new(-way.y, way.x) * 0.13);
                marks.push(Mark::line([at - a - b, at + a + b], Pen::fine(Ink::Wall, 1.3)));
                marks.push(Mark::line([at + a - b, at - a + b], Pen::fine(Ink::Wall, 1.3)));
            }
        }
    }
}

/// Bridges as two parapets across the water, fords as dots.
pub(super) fn crossings(marks: &mut Vec<Mark>, ground: &Ground) {
    for crossing in &ground.crossings {
        let Some(line) = ground.lines.iter().find(|line| line.id == crossing.over) else { continue };
        let at = nearest_point_of_line(&line.points, crossing.at);
        let way = line
            .points
            .windows(2)
            .map(|pair| {
                (nearest_point_of_line(pair, at).distance(at), (pair[1] - pair[0]).normalize_or_zero())
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(Vec2::X, |(_, way)| way);
        let side = Vec2::new(-way.y, way.x);
        match crossing.kind {
            CrossingKind::Bridge => {
                // From bank to bank, however wide the water is.
                let half = (line.width / 2.0 + 0.1).max(0.3);
                let (end, rails) = (side * (half + 0.08), side * (half - 0.04));
                let deck = [
                    at - way * 0.17 - side * half,
                    at + way * 0.17 - side * half,
                    at + way * 0.17 + side * half,
                    at - way * 0.17 + side * half,
                ];
                marks.push(Mark::fill(deck, Ink::Road));
                for sign in [1.0, -1.0] {
                    let rail = at + way * 0.19 * sign;
                    let flare = way * 0.1 * sign;
                    let points = [rail - end + flare, rail - rails, rail + rails, rail + end + flare];
                    marks.push(Mark::line(points, Pen::fine(Ink::Line, 2.0)));
                }
            }
            CrossingKind::Ford => {
                for k in -2..=2 {
                    let dot = at + side * 0.12 * k as f32;
                    marks.push(Mark::dot(dot, Length::inches(0.05).between(1.2, 4.0), Ink::Line));
                }
            }
        }
    }
}
