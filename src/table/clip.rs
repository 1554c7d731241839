//! Parts of rectangles and of segments: the part of a stand in a region bounded by lines, the part of a path in a polygon.
//!
//! Units: inches, fractions of a segment.

use glam::Vec2;

use super::body::Quad;
use super::convex;
use super::measure::point_in_polygon;

/// The side of a line on which `normal · point` is at most `limit`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Unit, outward.
    pub normal: Vec2,
    pub limit: f32,
}

impl HalfPlane {
    /// The side of the line through `point` that `outward` points away from.
    pub fn through(point: Vec2, outward: Vec2) -> Self {
        let normal = outward.normalize_or_zero();
        Self { normal, limit: normal.dot(point) }
    }
}

/// The part of a rectangle that lies within all these bounds, as a convex polygon; empty if there is none.
pub fn part_of_quad(quad: &Quad, bounds: &[HalfPlane]) -> Vec<Vec2> {
    part_of_polygon(&quad.corners(), bounds)
}

/// The part of a polygon within all these bounds. Separate parts of a concave polygon are connected along the bounds.
pub fn part_of_polygon(polygon: &[Vec2], bounds: &[HalfPlane]) -> Vec<Vec2> {
    let mut part = polygon.to_vec();
    for bound in bounds {
        part = convex::clip(&part, bound.normal, bound.limit);
    }
    part
}

/// The smallest width of a convex polygon over all directions.
pub fn least_width(polygon: &[Vec2]) -> f32 {
    if polygon.len() < 3 {
        return 0.0;
    }
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let across = sides.filter_map(|(a, b)| {
        let normal = (*b - *a).perp().try_normalize()?;
        let extents = polygon.iter().map(|point| normal.dot(*point));
        let (low, high) =
            extents.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        Some(high - low)
    });
    // If all points coincide, no side has a direction.
    across.reduce(f32::min).unwrap_or(0.0)
}

/// The point of a convex polygon nearest to another point, which may be that point itself. `None` if the polygon is empty.
pub fn nearest_of_convex(polygon: &[Vec2], point: Vec2) -> Option<Vec2> {
    let sides = || polygon.iter().zip(polygon.iter().cycle().skip(1));
    let turns = sides().map(|(a, b)| (*b - *a).perp_dot(point - *a));
    let (low, high) =
        turns.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if polygon.len() > 2 && (low >= 0.0 || high <= 0.0) {
        return Some(point);
    }
    let nearest = sides().map(|(a, b)| {
        let along = *b - *a;
        let length = along.length_squared();
        if length == 0.0 { *a } else { *a + along * ((point - *a).dot(along) / length).clamp(0.0, 1.0) }
    });
    nearest.min_by(|a, b| a.distance_squared(point).total_cmp(&b.distance_squared(point)))
}

/// The strip of this width that starts at a point and runs along a direction without end.
pub fn strip(from: Vec2, direction: Vec2, width: f32) -> [HalfPlane; 3] {
    let (ahead, across) = (direction.normalize_or_zero(), direction.perp().normalize_or_zero());
    [
        HalfPlane::through(from, -ahead),
        HalfPlane::through(from + across * (width / 2.0), across),
        HalfPlane::through(from - across * (width / 2.0), -across),
    ]
}

/// The stretches of the segment from one point to another that lie in a polygon, convex or not, as fractions of it.
pub fn spans_of_segment([from, to]: [Vec2; 2], polygon: &[Vec2]) -> Vec<(f32, f32)> {
    let way = to - from;
    let mut cuts = vec![0.0, 1.0];
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let side = *b - *a;
        let across = way.perp_dot(side);
        if across.abs() < 1e-9 {
            continue;
        }
        let t = (*a - from).perp_dot(side) / across;
        let u = (*a - from).perp_dot(way) / across;
        if (0.0..=1.0).contains(&t) && (-1e-6..=1.0 + 1e-6).contains(&u) {
            cuts.push(t);
        }
    }
    cuts.sort_by(f32::total_cmp);
    let mut spans: Vec<(f32, f32)> = Vec::new();
    for pair in cuts.windows(2).filter(|pair| pair[1] > pair[0]) {
        if point_in_polygon(from + way * ((pair[0] + pair[1]) / 2.0), polygon) {
            match spans.last_mut() {
                Some(last) if last.1 == pair[0] => last.1 = pair[1],
                _ => spans.push((pair[0], pair[1])),
            }
        }
    }
    spans
}

/// Sorts the stretches and joins those that overlap.
pub fn united(mut spans: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut together: Vec<(f32, f32)> = Vec::new();
    for (from, to) in spans {
        match together.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => together.push((from, to)),
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Pose};

    #[test]
    fn a_strip_cuts_a_stand() {
        let body = Body::single(1.25, 0.75);
        let quad = body.placed(Pose::at(1.125, 3.375, 0.0)).quad();
        let strip = [HalfPlane::through(Vec2::new(0.625, 0.0), Vec2::X)];
        let part = part_of_quad(&quad, &strip);
        assert!((least_width(&part) - 0.125).abs() < 1e-5, "{part:?}");
        let flush = body.placed(Pose::at(1.25, 3.375, 0.0)).quad();
        assert!(least_width(&part_of_quad(&flush, &strip)) < 1e-5);
    }

    #[test]
    fn a_strip_runs_from_a_point_and_a_part_of_it_is_nearest() {
        let quad = Body::single(1.25, 0.75).placed(Pose::at(0.5, 3.375, 0.0)).quad();
        let part = part_of_quad(&quad, &strip(Vec2::ZERO, Vec2::Y, 0.25));
        // The stand begins at -0.125, so that the whole width of the strip is in it.
        assert!((least_width(&part) - 0.25).abs() < 1e-5, "{part:?}");
        let near = nearest_of_convex(&part, Vec2::ZERO);
        assert!(near.is_some_and(|near| near.distance(Vec2::new(0.0, 3.0)) < 1e-5), "{near:?}");
        let inside = Vec2::new(0.1, 3.2);
        assert_eq!(nearest_of_convex(&part, inside), Some(inside));
        assert_eq!(nearest_of_convex(&[], inside), None);
        assert!(part_of_quad(&quad, &strip(Vec2::ZERO, -Vec2::Y, 0.25)).is_empty());
    }

    #[test]
    fn a_segment_runs_in_and_out_of_a_bent_polygon() {
        // A horseshoe that opens to the north.
        let shoe =
            [(0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (4.0, 4.0), (4.0, 2.0), (2.0, 2.0), (2.0, 4.0), (0.0, 4.0)];
        let shoe: Vec<Vec2> = shoe.into_iter().map(Vec2::from).collect();
        let spans = spans_of_segment([Vec2::new(-2.0, 3.0), Vec2::new(8.0, 3.0)], &shoe);
        let wanted = [(0.2, 0.4), (0.6, 0.8)];
        assert_eq!(spans.len(), 2, "{spans:?}");
        for (found, wanted) in spans.iter().zip(wanted) {
            assert!((found.0 - wanted.0).abs() < 1e-5 && (found.1 - wanted.1).abs() < 1e-5, "{spans:?}");
        }
        assert_eq!(united(vec![(0.5, 0.7), (0.1, 0.2), (0.15, 0.3), (0.7, 0.8)]), [(0.1, 0.3), (0.5, 0.8)]);
    }
}
