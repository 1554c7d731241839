//! Lines of the ground: streams, roads, obstacles, and where they cross. Units: inches.

use glam::Vec2;

use table::ground::{Area, AreaKind, CrossingKind, Ground, Line, LineKind};
use table::measure::{nearest_point_of_line, point_in_polygon};

use super::mark::{Ink, Length, Mark, Pen};
use super::shape::{OFF, along, chance, cut, ends, rounded, spaced, stroke};

/// Water between two shore lines; towards a free end, at its source or where it disappears, it becomes narrow.
pub(super) fn stream(marks: &mut Vec<Mark>, line: &Line, free: [bool; 2]) {
    let (least, wide) =
        if line.kind == LineKind::River { (5.0, line.width.max(0.6)) } else { (2.8, line.width.max(0.2)) };
    let course = rounded(&line.points, false, OFF);
    let pieces = tapered(&course, free);
    for (piece, share) in &pieces {
        let shore = Length::inches(wide * share).between(least * share, 60.0);
        marks.push(Mark::line(piece.clone(), Pen::new(Ink::WaterLine, shore)));
    }
    for (piece, share) in pieces {
        let within = Length::inches(wide * 0.58 * share).between(least * 0.46 * share, 54.0);
        marks.push(Mark::line(piece, Pen::new(Ink::Water, within)));
    }
}

/// Distance from its free end over which a water widens, in inches.
const SPRING: f32 = 2.4;
/// Number of those steps.
const STEPS: i32 = 6;

/// A course in pieces, each with its share of the full width.
fn tapered(course: &[Vec2], free: [bool; 2]) -> Vec<(Vec<Vec2>, f32)> {
    let long: f32 = course.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let spring = SPRING.min(long / 3.0);
    let step = |k: i32| spring * k as f32 / STEPS as f32;
    let share = |k: i32| 0.3 + 0.7 * (k as f32 + 0.5) / STEPS as f32;
    // A hair longer, so that no gap shows between pieces.
    let piece = |from: f32, to: f32| cut(course, from - 0.01, to + 0.01);
    let mut pieces = Vec::new();
    for k in 0..STEPS {
        if free[0] {
            pieces.push((piece(step(k), step(k + 1)), share(k)));
        }
        if free[1] {
            pieces.push((piece(long - step(k + 1), long - step(k)), share(k)));
        }
    }
    let [from, to] = [if free[0] { spring } else { 0.0 }, if free[1] { long - spring } else { long }];
    pieces.push((piece(from, to), 1.0));
    pieces
}

/// Which ends of a water are free: neither at the table's edge nor at other water.
pub(super) fn free_ends(line: &Line, ground: &Ground) -> [bool; 2] {
    let is_water = |kind: LineKind| matches!(kind, LineKind::Stream | LineKind::River);
    let near = |points: &[Vec2], at: Vec2| nearest_point_of_line(points, at).distance(at);
    let free = |end: Option<&Vec2>| {
        let Some(&end) = end else { return false };
        let at_edge = end.cmplt(Vec2::splat(0.3)).any() || end.cmpgt(ground.size - 0.3).any();
        let joins =
            |other: &Line| is_water(other.kind) && other.id != line.id && near(&other.points, end) < 0.4;
        let flows_into = |area: &Area| {
            area.kind == AreaKind::Water
                && (point_in_polygon(end, &area.polygon) || near(&area.polygon, end) < 0.4)
        };
        !at_edge && !ground.lines.iter().any(joins) && !ground.areas.iter().any(flows_into)
    };
    [free(line.points.first()), free(line.points.last())]
}

/// Roads as double lines; all their casings first, so that they merge where they meet.
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
            for (at, way) in spaced(&line.points, 0.3) {
                let side = Vec2::new(-way.y, way.x) * 0.09;
                marks.push(Mark::line([at - side, at + side], Pen::fine(Ink::Wall, 1.2)));
            }
            // Piers at its ends.
            for (at, way) in ends(&line.points) {
                let (along, side) = (way * 0.07, way.perp() * 0.11);
                let pier = [at - along - side, at + along - side, at + along + side, at - along + side];
                marks.push(Mark::fill(pier, Ink::Wall));
            }
        }
        LineKind::Hedge => {
            marks.push(Mark::line(points, Pen::fine(Ink::Hedge, 1.2)));
            for (k, (at, way)) in along(&line.points, false, 0.15).into_iter().enumerate() {
                let aside = Vec2::new(-way.y, way.x) * if k % 2 == 0 { 0.03 } else { -0.03 };
                let bush = 0.06 + 0.03 * chance(k as i32, 7, 61);
                marks.push(Mark::dot(at + aside, Length::inches(bush).between(1.3, 7.0), Ink::Hedge));
            }
            for (at, _) in ends(&line.points) {
                marks.push(Mark::dot(at, Length::inches(0.1).between(1.8, 8.0), Ink::Hedge));
            }
        }
        LineKind::Fence => {
            marks.push(Mark::line(points, Pen::fine(Ink::Wall, 1.0)));
            for (at, way) in spaced(&line.points, 0.3) {
                let side = Vec2::new(-way.y, way.x) * 0.08;
                marks.push(Mark::line([at - side, at + side], Pen::fine(Ink::Wall, 1.0)));
            }
            // A stout post at each end.
            for (at, _) in ends(&line.points) {
                marks.push(Mark::dot(at, Length::inches(0.07).between(1.6, 4.0), Ink::Wall));
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
                // From bank to bank, for any width of the water.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(kind: LineKind, points: &[(f32, f32)]) -> Line {
        let points = points.iter().copied().map(Vec2::from).collect();
        Line::plain("L", kind, points)
    }

    #[test]
    fn a_stream_grows_from_its_spring_and_is_whole_at_the_edge() {
        let brook = line(LineKind::Stream, &[(10.0, 10.0), (20.0, 10.0), (30.0, 10.0)]);
        let ground = Ground { lines: vec![brook.clone()], ..Ground::bare(30.0, 20.0) };
        assert_eq!(free_ends(&brook, &ground), [true, false]);
        let mut marks = Vec::new();
        stream(&mut marks, &brook, free_ends(&brook, &ground));
        let widths: Vec<(f32, f32)> = marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Line { points, pen, .. } if pen.ink == Ink::WaterLine => {
                    Some((points[0].x, pen.width.inches))
                }
                _ => None,
            })
            .collect();
        assert!(widths.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "{widths:?}");
        let (spring, full) = (widths[0].1, widths[widths.len() - 1].1);
        assert!(spring < 0.4 * full, "{spring} of {full}");
    }

    #[test]
    fn a_stream_that_joins_another_has_no_free_end_there() {
        let river = line(LineKind::River, &[(0.0, 5.0), (30.0, 5.0)]);
        let brook = line(LineKind::Stream, &[(10.0, 15.0), (10.0, 5.1)]);
        let brook = Line { id: "B".into(), ..brook };
        let lines = vec![river, brook.clone()];
        let ground = Ground { lines, ..Ground::bare(30.0, 20.0) };
        assert_eq!(free_ends(&brook, &ground), [true, false]);
    }

    #[test]
    fn a_fence_begins_and_ends_with_a_post() {
        let fence = line(LineKind::Fence, &[(1.0, 1.0), (4.7, 1.0)]);
        let mut marks = Vec::new();
        obstacle(&mut marks, &fence);
        for end in &fence.points {
            let post = |mark: &Mark| matches!(mark, Mark::Disc { at, .. } if at.distance(*end) < 1e-3);
            let tick = |mark: &Mark| matches!(mark, Mark::Line { points, .. } if points.len() == 2 && ((points[0] + points[1]) / 2.0).distance(*end) < 1e-3);
            assert!(marks.iter().any(post) && marks.iter().any(tick), "{end}");
        }
    }
}
