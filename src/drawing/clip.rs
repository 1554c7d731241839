//! Cuts what is laid over a table at its edge. Units: inches.

use glam::Vec2;

use super::mark::{Lettering, Mark, Pen};
use super::shape::{Span, bounds};

/// The marks within this box: washes and lines are cut at its edge, discs and stains beyond it are left out. Words
/// beyond the edge are moved to it.
pub fn clipped(marks: Vec<Mark>, within: Span) -> Vec<Mark> {
    let (low, high) = within;
    let holds = |at: Vec2| at.cmpge(low).all() && at.cmple(high).all();
    let mut cut = Vec::with_capacity(marks.len());
    for mark in marks {
        match mark {
            Mark::Fill { polygon, ink } => {
                let polygon = clipped_polygon(polygon, within);
                if polygon.len() > 2 {
                    cut.push(Mark::Fill { polygon, ink });
                }
            }
            Mark::Line { points, .. } if points.is_empty() => {}
            Mark::Line { points, closed, pen } if points.iter().all(|point| holds(*point)) => {
                cut.push(Mark::Line { points, closed, pen });
            }
            Mark::Line { mut points, closed, pen } => {
                if closed {
                    points.push(points[0]);
                }
                clipped_line(&mut cut, &points, pen, within);
            }
            Mark::Boxes { boxes, ink } => {
                let boxes: Vec<Span> = boxes
                    .into_iter()
                    .map(|(least, greatest)| (least.max(low), greatest.min(high)))
                    .filter(|(least, greatest)| least.cmplt(*greatest).all())
                    .collect();
                if !boxes.is_empty() {
                    cut.push(Mark::Boxes { boxes, ink });
                }
            }
            Mark::Disc { at, .. } if !holds(at) => {}
            Mark::Fade { quad, .. }
                if bounds(&quad).0.cmplt(low).any() || bounds(&quad).1.cmpgt(high).any() => {}
            Mark::Mottle { low: least, high: greatest, .. } if !holds(least) || !holds(greatest) => {}
            Mark::Text(words) => cut.push(Lettering { at: words.at.clamp(low, high), ..words }.into()),
            Mark::Disc { .. } | Mark::Fade { .. } | Mark::Mottle { .. } => cut.push(mark),
        }
    }
    cut
}

/// The polygon cut at each edge of the box in turn.
fn clipped_polygon(mut polygon: Vec<Vec2>, (low, high): Span) -> Vec<Vec2> {
    // The distance of a point inside each edge.
    let edges: [&dyn Fn(Vec2) -> f32; 4] =
        [&|at| at.x - low.x, &|at| high.x - at.x, &|at| at.y - low.y, &|at| high.y - at.y];
    for within in edges {
        let mut kept = Vec::with_capacity(polygon.len() + 4);
        for (i, &at) in polygon.iter().enumerate() {
            let next = polygon[(i + 1) % polygon.len()];
            let (here, there) = (within(at), within(next));
            if here >= 0.0 {
                kept.push(at);
            }
            if (here < 0.0) != (there < 0.0) {
                kept.push(at.lerp(next, here / (here - there)));
            }
        }
        polygon = kept;
    }
    polygon
}

/// The parts of an open line that lie in the box.
fn clipped_line(cut: &mut Vec<Mark>, points: &[Vec2], pen: Pen, (low, high): Span) {
    let mut run: Vec<Vec2> = Vec::new();
    let mut end = |run: &mut Vec<Vec2>| {
        if run.len() > 1 {
            cut.push(Mark::Line { points: std::mem::take(run), closed: false, pen });
        }
        run.clear();
    };
    for pair in points.windows(2) {
        let (a, way) = (pair[0], pair[1] - pair[0]);
        // Fractions of the way at which it enters and leaves the box.
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        for (start, along, least, most) in [(a.x, way.x, low.x, high.x), (a.y, way.y, low.y, high.y)] {
            if along.abs() < 1e-9 {
                if start < least || start > most {
                    to = -1.0;
                }
                continue;
            }
            let (one, other) = ((least - start) / along, (most - start) / along);
            (from, to) = (from.max(one.min(other)), to.min(one.max(other)));
        }
        if from > to {
            end(&mut run);
            continue;
        }
        if from > 0.0 || run.is_empty() {
            end(&mut run);
            run.push(a + way * from);
        }
        run.push(a + way * to);
        if to < 1.0 {
            end(&mut run);
        }
    }
    end(&mut run);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Length};

    const TABLE: Span = (Vec2::ZERO, Vec2::new(10.0, 6.0));

    fn lengths(marks: &[Mark]) -> Vec<f32> {
        let long = |points: &[Vec2]| points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        marks
            .iter()
            .filter_map(|mark| if let Mark::Line { points, .. } = mark { Some(long(points)) } else { None })
            .collect()
    }

    #[test]
    fn a_ring_over_the_edge_is_left_open_there_and_its_wash_ends_there() {
        let ring = [(8.0, 4.0), (12.0, 4.0), (12.0, 8.0), (8.0, 8.0)].map(Vec2::from);
        let marks = vec![
            Mark::fill(ring, Ink::CommandWash),
            Mark::ring(ring, Pen::fine(Ink::Command, 2.0)),
            Mark::dot(Vec2::new(11.0, 5.0), Length::points(3.0), Ink::Command),
        ];
        let cut = clipped(marks, TABLE);
        for mark in &cut {
            let (low, high) = mark.bounds();
            assert!(low.cmpge(TABLE.0).all() && high.cmple(TABLE.1).all(), "{mark:?}");
        }
        let [Mark::Fill { polygon, .. }, ..] = &cut[..] else { panic!("{cut:?}") };
        assert_eq!(bounds(polygon), (Vec2::new(8.0, 4.0), Vec2::new(10.0, 6.0)));
        assert_eq!(
            lengths(&cut),
            [2.0, 2.0],
            "the dot beside the table is gone, two sides of the ring are cut"
        );
    }

    #[test]
    fn a_line_across_the_table_keeps_what_is_on_it_and_what_is_inside_stays_as_it_is() {
        let across = [(-5.0, 3.0), (15.0, 3.0), (15.0, 1.0), (-5.0, 1.0)].map(Vec2::from);
        assert_eq!(
            lengths(&clipped(vec![Mark::line(across, Pen::fine(Ink::Good, 1.0))], TABLE)),
            [10.0, 10.0]
        );
        let inside = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0)].map(Vec2::from);
        let inside = vec![Mark::ring(inside, Pen::fine(Ink::Good, 1.0)), Mark::fill(inside, Ink::GoodWash)];
        assert_eq!(clipped(inside.clone(), TABLE), inside);
        let beside =
            vec![Mark::line([Vec2::new(-3.0, 1.0), Vec2::new(-1.0, 9.0)], Pen::fine(Ink::Good, 1.0))];
        assert!(clipped(beside, TABLE).is_empty());
    }
}
