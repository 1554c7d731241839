//! A polygon, concave or not, cut once into convex pieces for queries about bodies in motion.
//!
//! Clauses: `easy:II.C`, `easy:II.C.1`. Units: inches.

use glam::Vec2;
use parry2d::shape::TriMesh;
use parry2d::transformation::{convex_hull, hertel_mehlhorn};

use super::body::{Body, Placed};
use super::convex::{self, Convex, Motion, rectangles, rectangles_at};
use super::measure::signed_area;
use super::path::Leg;
use super::pose::{Pose, libm_atan2};
use super::sweep;
use super::tolerance::EPS;

/// A polygon and its convex pieces.
#[derive(Clone, Debug)]
pub struct Region {
    outline: Vec<Vec2>,
    pieces: Vec<Piece>,
}

/// A convex piece of a region, clockwise.
#[derive(Clone, Debug)]
pub struct Piece {
    points: Vec<Vec2>,
    normals: Vec<Vec2>,
}

impl Piece {
    pub fn new(mut points: Vec<Vec2>) -> Self {
        if signed_area(&points) > 0.0 {
            points.reverse();
        }
        let normals = convex::normals_of(&points);
        Self { points, normals }
    }

    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.points, normals: &self.normals }
    }
}

impl Region {
    /// Cuts up the polygon. One that crosses itself is taken as its convex hull, one of no area as nothing.
    pub fn new(polygon: &[Vec2]) -> Self {
        let pieces = convex_pieces(polygon).into_iter().map(Piece::new).collect();
        Self { outline: polygon.to_vec(), pieces }
    }

    pub fn outline(&self) -> &[Vec2] {
        &self.outline
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The intervals of the leg, as fractions, in which the footprint lies deeper than `depth` in the region.
    ///
    /// The depth is measured in each convex piece.
    pub fn spans(&self, body: &Body, start: Pose, leg: Leg, depth: f32) -> Vec<(f32, f32)> {
        let motion = Motion::of(start, leg);
        let mut spans = Vec::new();
        for a in rectangles_at(body, start) {
            for piece in &self.pieces {
                let mut from = 0.0;
                while let Some(enters) = sweep::enters_after(&a, motion, piece.convex(), depth, from) {
                    let leaves = sweep::leaves_after(&a, motion, piece.convex(), depth, enters);
                    spans.push((enters, leaves));
                    // A slide through a convex piece is one interval; a turn may come back.
                    if matches!(motion, Motion::Slide(_)) || leaves >= 1.0 {
                        break;
                    }
                    // A hair farther, or rounding would find it still on the threshold.
                    from = leaves + (EPS / motion.reach(&a)).clamp(1e-6, 1.0);
                }
            }
        }
        merged(spans)
    }

    /// The intervals of a slide in which a point lies in the region.
    pub(super) fn point_spans(&self, point: Vec2, delta: Vec2) -> Vec<(f32, f32)> {
        let point = Convex { points: &[point], normals: &[] };
        let spans = self
            .pieces
            .iter()
            .filter_map(|piece| convex::slide_interval(point, delta, piece.convex(), 0.0))
            .map(|(from, to)| (from.max(0.0), to.min(1.0)))
            .filter(|(from, to)| from < to)
            .collect();
        merged(spans)
    }

    /// The first fraction at which the footprint lies deeper than `depth` in the region; 0 if it does at the start.
    pub fn first_entry(&self, body: &Body, start: Pose, leg: Leg, depth: f32) -> Option<f32> {
        let motion = Motion::of(start, leg);
        let mut first = None;
        for a in rectangles_at(body, start) {
            for piece in &self.pieces {
                first = sweep::earlier(first, sweep::enters(&a, motion, piece.convex(), depth));
            }
        }
        first
    }

    /// How deep the body lies in the region: 0 outside.
    pub fn depth(&self, body: Placed<'_>) -> f32 {
        let mut deepest = 0.0_f32;
        for a in rectangles(body) {
            for piece in &self.pieces {
                deepest = deepest.max(-convex::separation(a.convex(), piece.convex()));
            }
        }
        deepest
    }
}

/// Sorts the intervals and joins those that meet.
pub fn merged(mut spans: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<(f32, f32)> = Vec::with_capacity(spans.len());
    for (from, to) in spans {
        match joined.last_mut() {
            Some(last) if from <= last.1 + 1e-6 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// Ear clipping, then Hertel and Mehlhorn's merging, both by parry.
fn convex_pieces(polygon: &[Vec2]) -> Vec<Vec<Vec2>> {
    let mut points: Vec<Vec2> = Vec::with_capacity(polygon.len());
    for &point in polygon {
        if points.last().is_none_or(|last| last.distance(point) > 1e-4) {
            points.push(point);
        }
    }
    while points.len() > 1 && points[0].distance(points[points.len() - 1]) <= 1e-4 {
        points.pop();
    }
    let area = signed_area(&points);
    if points.len() < 3 || area.abs() < 1e-6 {
        return Vec::new();
    }
    if area < 0.0 {
        points.reverse();
    }
    if is_convex(&points) {
        return vec![points];
    }
    match TriMesh::from_polygon(points.clone()) {
        Some(mesh) => hertel_mehlhorn(mesh.vertices(), mesh.indices()),
        None => vec![convex_hull(&points)],
    }
}

fn is_convex(anticlockwise: &[Vec2]) -> bool {
    let count = anticlockwise.len();
    let mut turned = 0.0;
    for i in 0..count {
        let [a, b, c] = [anticlockwise[i], anticlockwise[(i + 1) % count], anticlockwise[(i + 2) % count]];
        if (b - a).perp_dot(c - b) < 0.0 {
            return false;
        }
        turned += libm_atan2((b - a).perp_dot(c - b), (b - a).dot(c - b));
    }
    // A star turns left at every point too, but more than once round.
    turned < 7.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::polygon_area;

    fn ell() -> Vec<Vec2> {
        [(0.0, 0.0), (8.0, 0.0), (8.0, 3.0), (3.0, 3.0), (3.0, 8.0), (0.0, 8.0)]
            .map(|(x, y)| Vec2::new(x, y))
            .to_vec()
    }

    #[test]
    fn pieces_are_convex_and_cover_the_polygon() {
        let comb: Vec<Vec2> =
            [(0, 0), (9, 0), (9, 5), (8, 5), (8, 1), (5, 1), (5, 6), (4, 6), (4, 1), (1, 1), (1, 4), (0, 4)]
                .map(|(x, y)| Vec2::new(x as f32, y as f32))
                .to_vec();
        for mut polygon in [ell(), comb] {
            for _ in 0..2 {
                let region = Region::new(&polygon);
                let sum: f32 = region.pieces().iter().map(|piece| polygon_area(piece.points())).sum();
                assert!((sum - polygon_area(&polygon)).abs() < 1e-3);
                for piece in region.pieces() {
                    let mut round = piece.points().to_vec();
                    round.reverse();
                    assert!(is_convex(&round), "{round:?}");
                }
                polygon.reverse();
            }
        }
    }

    #[test]
    fn nothing_has_no_pieces_and_a_knot_is_its_hull() {
        assert!(Region::new(&[]).pieces().is_empty());
        assert!(Region::new(&[Vec2::ZERO, Vec2::X, Vec2::X * 2.0]).pieces().is_empty());
        let doubled = [Vec2::ZERO, Vec2::X, Vec2::X, Vec2::ONE, Vec2::Y, Vec2::ZERO];
        assert_eq!(Region::new(&doubled).pieces().len(), 1);
    }

    #[test]
    fn notch_is_out_of_the_region() {
        let region = Region::new(&ell());
        let body = Body::single(1.0, 1.0);
        let along = Leg::Slide(Vec2::new(0.0, -10.0));
        // From north of the arm down through the notch into the foot.
        let spans = region.spans(&body, Pose::at(5.0, 9.0, 0.0), along, 0.0);
        assert_eq!(spans.len(), 1);
        assert!((spans[0].0 - 0.55).abs() < 1e-4 && (spans[0].1 - 0.95).abs() < 1e-4, "{spans:?}");
        // West to east high up: only the arm.
        let across = region.spans(&body, Pose::at(-2.0, 6.0, 0.0), Leg::Slide(Vec2::new(10.0, 0.0)), 0.0);
        assert_eq!(across.len(), 1);
        assert!((across[0].0 - 0.15).abs() < 1e-4 && (across[0].1 - 0.55).abs() < 1e-4, "{across:?}");
    }

    proptest::proptest! {
        #[test]
        fn spans_agree_with_sampling(
            x in -3.0f32..10.0, y in -3.0f32..10.0, heading in 0.0f32..360.0,
            dx in -9.0f32..9.0, dy in -9.0f32..9.0, angle in -4.0f32..4.0, turns: bool,
        ) {
            let region = Region::new(&ell());
            let body = Body::single(2.0, 1.0);
            let start = Pose::at(x, y, heading);
            let leg = if turns { Leg::Turn { pivot: Vec2::new(1.0, 0.5), angle } } else { Leg::Slide(Vec2::new(dx, dy)) };
            let spans = region.spans(&body, start, leg, 0.01);
            for i in 0..=500u16 {
                let t = f32::from(i) / 500.0;
                let depth = region.depth(body.placed(leg.part(start, t)));
                if (depth - 0.01).abs() > 1e-3 {
                    let inside = spans.iter().any(|&(from, to)| from <= t && t <= to);
                    proptest::prop_assert_eq!(inside, depth > 0.01, "at {} depth {}", t, depth);
                }
            }
        }
    }
}
