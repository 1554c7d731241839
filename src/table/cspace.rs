//! Configuration space: the positions that the centre of a body may take with a fixed heading.
//!
//! For one heading every obstacle becomes its Minkowski sum with the turned footprint, a convex polygon in which
//! the centre may not lie, so a stand moves like a point. Units: inches.

use glam::Vec2;

use super::body::{Body, Edge, Quad};
use super::pose::{Heading, Pose};

/// Largest depth in a polygon, in inches, that counts as brushing it.
pub(super) const BRUSH: f32 = 1e-4;
/// A slide that nears a face by no more than this, in inches, runs along the face.
const LEVEL: f32 = 1e-7;

/// A face whose normal has an east-west part no larger than this bounds no row of points.
const UPRIGHT: f32 = 1e-7;

/// A convex polygon with its faces as half-planes.
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    /// Anticlockwise.
    pub points: Vec<Vec2>,
    /// Outward unit normal and offset of the face from each point to the next: inside is `n.dot(p) <= d`.
    pub faces: Vec<(Vec2, f32)>,
    /// The corner of the bounding box in the south-west.
    pub lo: Vec2,
    /// The corner of the bounding box in the north-east.
    pub hi: Vec2,
}

impl Convex {
    /// The convex hull; `None` if the points span no area.
    pub(super) fn hull(points: &[Vec2]) -> Option<Self> {
        let mut sorted: Vec<u64> = points.iter().map(|point| place_in_order(*point)).collect();
        sorted.sort_unstable();
        let sorted: Vec<Vec2> = sorted.into_iter().map(point_at_place).collect();
        let mut ring: Vec<Vec2> = Vec::with_capacity(sorted.len() + 1);
        for half in 0..2 {
            let floor = ring.len();
            for i in 0..sorted.len() {
                let p = if half == 0 { sorted[i] } else { sorted[sorted.len() - 1 - i] };
                while ring.len() >= floor + 2 {
                    let (a, b) = (ring[ring.len() - 2], ring[ring.len() - 1]);
                    // Bends of less than a hair are left out, so that every face has a sound normal.
                    if (b - a).perp_dot(p - b) > 1e-5 * (b - a).length() {
                        break;
                    }
                    ring.pop();
                }
                ring.push(p);
            }
            ring.pop();
        }
        Self::from_ring(ring)
    }

    fn from_ring(mut ring: Vec<Vec2>) -> Option<Self> {
        ring.dedup_by(|a, b| a.distance_squared(*b) < 1e-8);
        while ring.len() > 1 && ring[0].distance_squared(ring[ring.len() - 1]) < 1e-8 {
            ring.pop();
        }
        if ring.len() < 3 {
            return None;
        }
        let faces = (0..ring.len())
            .map(|i| {
                let along = (ring[(i + 1) % ring.len()] - ring[i]).normalize_or_zero();
                let normal = Vec2::new(along.y, -along.x);
                (normal, normal.dot(ring[i]))
            })
            .collect();
        let lo = ring.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let hi = ring.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        Some(Self { points: ring, faces, lo, hi })
    }

    /// The centres at which a part of a body, given by its corners about the centre, meets the hull of these points.
    pub fn sum(points: &[Vec2], part: &[Vec2]) -> Option<Self> {
        let sums: Vec<Vec2> = points.iter().flat_map(|&p| part.iter().map(move |&q| p - q)).collect();
        Self::hull(&sums)
    }

    /// Every face moved outward by `by` inches (inward if negative), corners mitred.
    pub fn grown(&self, by: f32) -> Option<Self> {
        let n = self.faces.len();
        let ring: Vec<Vec2> = (0..n)
            .map(|i| {
                let (before, after) = (self.faces[(i + n - 1) % n].0, self.faces[i].0);
                let mitre = before + after;
                self.points[i] + mitre * (by * 2.0 / mitre.length_squared().max(0.2))
            })
            .collect();
        Self::from_ring(ring)
    }

    /// How far the point is outside the nearest face's line: negative inside, never more than the distance.
    pub fn outside_by(&self, point: Vec2) -> f32 {
        self.faces.iter().map(|(n, d)| n.dot(point) - d).fold(f32::NEG_INFINITY, f32::max)
    }

    /// A distance from the polygon beyond which every point is more than `by` inches outside some face's line.
    ///
    /// Off a corner the lines are nearer than the corner itself, most of all half-way between the two normals.
    pub(super) fn farthest_within(&self, by: f32) -> f32 {
        let n = self.faces.len();
        let halves = (0..n).map(|i| (self.faces[i].0 + self.faces[(i + 1) % n].0).length() / 2.0);
        by.max(0.0) / halves.fold(1.0, f32::min).max(1e-3) + 0.01
    }

    /// Is the point inside by more than `skin` inches?
    pub fn holds(&self, point: Vec2, skin: f32) -> bool {
        point.cmpge(self.lo).all()
            && point.cmple(self.hi).all()
            && self.faces.iter().all(|(n, d)| n.dot(point) < d - skin)
    }

    /// The stretch of the segment that lies inside, as fractions of the segment; `None` if it only brushes.
    pub fn clip(&self, a: Vec2, b: Vec2) -> Option<(f32, f32)> {
        let (lo, hi) = (a.min(b), a.max(b));
        if lo.cmpgt(self.hi).any() || hi.cmplt(self.lo).any() {
            return None;
        }
        let way = b - a;
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for (n, d) in &self.faces {
            let (slope, gap) = (n.dot(way), d - BRUSH - n.dot(a));
            if slope.abs() < LEVEL {
                if gap <= 0.0 {
                    return None;
                }
                continue;
            }
            let t = gap / slope;
            if slope > 0.0 {
                leave = leave.min(t);
            } else {
                enter = enter.max(t);
            }
            if enter >= leave {
                return None;
            }
        }
        Some((enter, leave))
    }

    /// The unit vector from the nearest point of this polygon to the point, and the distance.
    ///
    /// Inside, the nearest face's normal and a negative distance.
    pub fn away(&self, point: Vec2) -> (Vec2, f32) {
        let n = self.points.len();
        let (mut best, mut depth) = (0, f32::NEG_INFINITY);
        for (i, (normal, d)) in self.faces.iter().enumerate() {
            let s = normal.dot(point) - d;
            if s > depth {
                (best, depth) = (i, s);
            }
        }
        if depth <= 0.0 {
            return (self.faces[best].0, depth);
        }
        let mut nearest = (f32::INFINITY, Vec2::Y);
        for i in 0..n {
            let (normal, d) = self.faces[i];
            let s = normal.dot(point) - d;
            if s <= 0.0 {
                continue;
            }
            let (a, b) = (self.points[i], self.points[(i + 1) % n]);
            let along = b - a;
            let t = (point - a).dot(along) / along.length_squared();
            if (0.0..=1.0).contains(&t) {
                return (normal, s);
            }
            let corner = if t < 0.0 { a } else { b };
            let gap = point.distance(corner);
            if gap < nearest.0 {
                nearest = (gap, (point - corner) / gap.max(1e-9));
            }
        }
        (nearest.1, nearest.0)
    }

    /// Are this polygon and another, moved by `at`, more than `margin` inches apart along some face normal of either?
    /// A negative margin allows that much overlap.
    pub fn apart(&self, other: &Self, at: Vec2, margin: f32) -> bool {
        let beyond = |faces: &[(Vec2, f32)], points: &[Vec2], shift: Vec2| {
            faces.iter().any(|(n, d)| {
                let line = d + margin - n.dot(shift);
                points.iter().all(|p| n.dot(*p) > line)
            })
        };
        beyond(&self.faces, &other.points, at) || beyond(&other.faces, &self.points, -at)
    }
}

/// A number that sorts points from west to east, and from south to north if they have the same x, in the order of
/// `f32::total_cmp`. Sorting numbers is faster than sorting points.
fn place_in_order(point: Vec2) -> u64 {
    let ordered = |x: f32| {
        let bits = x.to_bits();
        if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
    };
    u64::from(ordered(point.x)) << 32 | u64::from(ordered(point.y))
}

/// The point for a number of [`place_in_order`].
fn point_at_place(place: u64) -> Vec2 {
    let number = |bits: u32| f32::from_bits(if bits >> 31 == 1 { bits ^ 1 << 31 } else { !bits });
    Vec2::new(number((place >> 32) as u32), number(place as u32))
}

/// The corners of each part of a body about its centre, turned to a heading.
pub fn footprint(body: &Body, heading: Heading) -> Vec<[Vec2; 4]> {
    body.placed(Pose::new(Vec2::ZERO, heading)).quads().map(|quad| quad.corners()).collect()
}

/// As [`footprint`] without the strip of `depth` inches behind each front edge: the part that may not touch an enemy.
pub(super) fn footprint_behind_front(body: &Body, heading: Heading, depth: f32) -> Vec<[Vec2; 4]> {
    body.placed(Pose::new(Vec2::ZERO, heading))
        .quads()
        .map(|quad| {
            let cut = depth.min(quad.half.y);
            let back = Quad {
                pose: quad.pose.moved(quad.normal(Edge::Rear) * (cut / 2.0)),
                half: Vec2::new(quad.half.x, (quad.half.y - cut / 2.0).max(0.01)),
            };
            back.corners()
        })
        .collect()
}

/// The points hidden from `eye` by a convex polygon, the polygon included: a convex set, row by row.
#[derive(Clone, Debug)]
pub struct Shadow {
    /// Half-planes `n.dot(p) <= d`.
    planes: Vec<(Vec2, f32)>,
    /// The southernmost and northernmost rows that the shadow meets.
    rows: (f32, f32),
    /// The western and eastern bounds of the shadow.
    columns: (f32, f32),
}

impl Shadow {
    /// The shadow of a shape; `None` if the eye is inside the polygon.
    pub fn cast(eye: Vec2, shape: &Convex) -> Option<Self> {
        let n = shape.faces.len();
        let seen = |i: usize| {
            let (normal, d) = shape.faces[i % n];
            normal.dot(eye) - d > 0.0
        };
        // The first face seen, going anticlockwise: its first point is one of the tangent points.
        let first = (0..n).find(|&i| seen(i) && !seen(i + n - 1))?;
        let mut planes = Vec::with_capacity(8);
        let mut last = first;
        while seen(last) && last < first + n {
            let (normal, d) = shape.faces[last % n];
            planes.push((normal, d - 1e-4));
            last += 1;
        }
        let side = |tangent: Vec2, sign: f32| {
            let ray = (tangent - eye).normalize_or_zero();
            let normal = Vec2::new(ray.y, -ray.x) * sign;
            (normal, normal.dot(eye) - 1e-5)
        };
        // Seen from the eye the chain runs from left to right: the shape is anticlockwise.
        planes.push(side(shape.points[first], 1.0));
        planes.push(side(shape.points[last % n], -1.0));
        let inside = shape.points.iter().copied().sum::<Vec2>() / n as f32;
        // A tangent plane that does not hold the shape's middle has the wrong sign.
        for (normal, d) in planes.iter_mut().rev().take(2) {
            if normal.dot(inside) > *d {
                *normal = -*normal;
                *d = normal.dot(eye) - 1e-5;
            }
        }
        // A shape to the north of the eye hides nothing that lies farther south than the shape, and the other way round.
        let south = if shape.lo.y > eye.y + 0.01 { shape.lo.y - 0.01 } else { f32::NEG_INFINITY };
        let north = if shape.hi.y < eye.y - 0.01 { shape.hi.y + 0.01 } else { f32::INFINITY };
        let west = if shape.lo.x > eye.x + 0.01 { shape.lo.x - 0.01 } else { f32::NEG_INFINITY };
        let east = if shape.hi.x < eye.x - 0.01 { shape.hi.x + 0.01 } else { f32::INFINITY };
        Some(Self { planes, rows: (south, north), columns: (west, east) })
    }

    /// As [`Shadow::cast`], for an eye that may lie inside by up to `skin` inches: it counts as that far before the border.
    pub(super) fn cast_from_border(eye: Vec2, shape: &Convex, skin: f32) -> Option<Self> {
        Self::cast(eye, shape).or_else(|| {
            let (out, depth) = shape.away(eye);
            (depth >= -skin).then(|| Self::cast(eye + out * (skin - depth), shape))?
        })
    }

    /// The shadow for an eye inside the polygon: it holds every cell.
    pub fn everywhere() -> Self {
        let all = (f32::NEG_INFINITY, f32::INFINITY);
        Self { planes: Vec::new(), rows: all, columns: all }
    }

    /// The interval of x hidden in the row at `y`, if any.
    pub fn row(&self, y: f32) -> Option<(f32, f32)> {
        self.row_within(y, (f32::NEG_INFINITY, f32::INFINITY))
    }

    /// As [`Shadow::row`], for an interval of x; `None` if nothing of that interval can be hidden.
    pub(super) fn row_within(&self, y: f32, (west, east): (f32, f32)) -> Option<(f32, f32)> {
        if y < self.rows.0 || y > self.rows.1 || east < self.columns.0 || west > self.columns.1 {
            return None;
        }
        row_between(self.planes.iter().copied(), y)
    }
}

/// Crossings of many slides from one point with a convex polygon: [`Convex::clip`] of each.
#[derive(Clone, Debug)]
pub(super) struct RowClip {
    /// The normal of each face, and how far inside its line the point lies.
    faces: Vec<(Vec2, f32)>,
}

impl RowClip {
    pub fn new(point: Vec2, shape: &Convex) -> Self {
        Self { faces: shape.faces.iter().map(|(n, d)| (*n, d - BRUSH - n.dot(point))).collect() }
    }

    /// For slides to points `north` inches north and `east` inches east, in order from west to east: the fractions at which
    /// each enters and leaves. A slide crosses nothing if it leaves no later than it enters.
    pub fn cross(&self, north: f32, east: &[f32], enter: &mut [f32], leave: &mut [f32]) {
        enter.fill(0.0);
        leave.fill(1.0);
        let (Some(west_end), Some(east_end)) = (east.first(), east.last()) else { return };
        for (n, gap) in &self.faces {
            // A face that all slides end before, and the point lies behind, bounds none of them: this is checked at the end
            // farthest along its normal.
            let farthest = if n.x > 0.0 { east_end } else { west_end };
            if *gap > 0.0 && n.x * farthest + n.y * north <= *gap {
                continue;
            }
            let never = if *gap <= 0.0 { f32::NEG_INFINITY } else { f32::INFINITY };
            for ((east, enter), leave) in east.iter().zip(enter.iter_mut()).zip(leave.iter_mut()) {
                let slope = n.x * east + n.y * north;
                let t = gap / slope;
                let along = slope.abs() < LEVEL;
                let out = if slope > 0.0 { t } else { f32::INFINITY };
                let out = if along { never } else { out };
                let into = if along || slope > 0.0 { f32::NEG_INFINITY } else { t };
                *leave = if out < *leave { out } else { *leave };
                *enter = if into > *enter { into } else { *enter };
            }
        }
    }
}

/// The interval of x inside a convex polygon, `skin` inches within its faces, in each of many rows: its beginnings and its
/// ends. A row has nothing inside if its interval ends no later than it begins.
pub(super) fn rows_inside(shape: &Convex, rows: &[f32], skin: f32) -> (Vec<f32>, Vec<f32>) {
    let (mut begins, mut ends) = (vec![f32::NEG_INFINITY; rows.len()], vec![f32::INFINITY; rows.len()]);
    for (n, d) in &shape.faces {
        let d = d - skin;
        if n.x > UPRIGHT {
            for (y, end) in rows.iter().zip(&mut ends) {
                let x = (d - n.y * y) / n.x;
                *end = if x < *end { x } else { *end };
            }
        } else if n.x < -UPRIGHT {
            for (y, begin) in rows.iter().zip(&mut begins) {
                let x = (d - n.y * y) / n.x;
                *begin = if x > *begin { x } else { *begin };
            }
        } else {
            for (y, end) in rows.iter().zip(&mut ends) {
                *end = if d - n.y * y <= 0.0 { f32::NEG_INFINITY } else { *end };
            }
        }
    }
    for (y, end) in rows.iter().zip(&mut ends) {
        if *y < shape.lo.y || *y > shape.hi.y {
            *end = f32::NEG_INFINITY;
        }
    }
    (begins, ends)
}

/// The interval of x in the row at `y` that lies within every half-plane `n.dot(p) <= d`, if any.
fn row_between(planes: impl Iterator<Item = (Vec2, f32)>, y: f32) -> Option<(f32, f32)> {
    let (mut lo, mut hi) = (f32::NEG_INFINITY, f32::INFINITY);
    for (n, d) in planes {
        let room = d - n.y * y;
        if n.x > UPRIGHT {
            hi = hi.min(room / n.x);
        } else if n.x < -UPRIGHT {
            lo = lo.max(room / n.x);
        } else if room <= 0.0 {
            return None;
        }
    }
    (lo < hi).then_some((lo, hi))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(at: Vec2, half: f32) -> Convex {
        Convex::hull(&[
            at + Vec2::new(-half, -half),
            at + Vec2::new(half, -half),
            at + Vec2::new(half, half),
            at + Vec2::new(-half, half),
        ])
        .expect("a square has an area")
    }

    #[test]
    fn sum_of_two_squares_is_their_span() {
        let part = footprint(&Body::single(2.0, 2.0), Heading::NORTH);
        let sum = Convex::sum(&square(Vec2::ZERO, 1.0).points, &part[0]).unwrap();
        assert_eq!(sum.points.len(), 4);
        assert!((sum.hi - Vec2::splat(2.0)).length() < 1e-5);
        assert!((sum.grown(0.05).unwrap().hi - Vec2::splat(2.05)).length() < 1e-5);
    }

    #[test]
    fn away_points_from_the_nearest_feature() {
        let shape = square(Vec2::ZERO, 1.0);
        let (n, gap) = shape.away(Vec2::new(0.3, 3.0));
        assert!(n.distance(Vec2::Y) < 1e-6 && (gap - 2.0).abs() < 1e-6);
        let (n, gap) = shape.away(Vec2::new(4.0, 5.0));
        assert!(n.distance(Vec2::new(0.6, 0.8)) < 1e-6 && (gap - 5.0).abs() < 1e-6);
        assert!(shape.away(Vec2::new(0.9, 0.0)).1 < 0.0);
    }

    proptest::proptest! {
        #[test]
        fn a_row_is_clipped_as_each_of_its_slides(
            corners in proptest::collection::vec((0.0f32..10.0, 0.0f32..10.0), 3..9),
            (x, y) in (-4.0f32..14.0, -4.0f32..14.0),
            north in -8.0f32..8.0,
            along in 0usize..8,
        ) {
            let points: Vec<Vec2> = corners.into_iter().map(Vec2::from).collect();
            let Some(shape) = Convex::hull(&points) else { return Ok(()) };
            // From anywhere, from a corner, and from a point on a face's line.
            let face = along % shape.points.len();
            let (corner, next) = (shape.points[face], shape.points[(face + 1) % shape.points.len()]);
            for from in [Vec2::new(x, y), corner, corner + (corner - next)] {
                for north in [north, 0.0, (next - corner).y] {
                    let mut east = [-7.5, -1.0, 0.0, 0.3, 2.0, (next - corner).x, 9.0];
                    east.sort_by(f32::total_cmp);
                    let (mut enter, mut leave) = ([0.0; 7], [0.0; 7]);
                    RowClip::new(from, &shape).cross(north, &east, &mut enter, &mut leave);
                    for (cell, &east) in east.iter().enumerate() {
                        let to = from + Vec2::new(east, north);
                        // The same up to the rounding of the end.
                        let told = (enter[cell] < leave[cell]).then_some((enter[cell], leave[cell]));
                        let length = |span: Option<(f32, f32)>| span.map_or(0.0, |(s, t)| (t - s) * from.distance(to));
                        let (one, other) = (length(told), length(shape.clip(from, to)));
                        proptest::prop_assert!((one - other).abs() < 2e-3, "{from} {to}: {one} {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_eye_a_hair_inside_sees_nothing_through_the_shape() {
        let shape = Convex::hull(&[Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]).unwrap();
        let eye = Vec2::new(BRUSH / 2.0, 0.5);
        assert!(Shadow::cast(eye, &shape).is_none());
        let shadow = Shadow::cast_from_border(eye, &shape, 2.0 * BRUSH).unwrap();
        let hidden = |x: f32, y: f32| shadow.row(y).is_some_and(|(lo, hi)| lo < x && x < hi);
        assert!(hidden(2.0, 0.6) && hidden(0.5, 0.9) && !hidden(-0.5, 0.6) && !hidden(-0.001, 2.0));
        assert!(
            Shadow::cast_from_border(Vec2::splat(0.5), &shape, 2.0 * BRUSH).is_none(),
            "deep inside it is no border"
        );
    }

    #[test]
    fn shadow_is_what_the_segment_test_says() {
        let shape = Convex::hull(&[
            Vec2::new(2.0, 1.0),
            Vec2::new(3.5, 0.5),
            Vec2::new(4.0, 2.0),
            Vec2::new(3.0, 3.0),
        ])
        .unwrap();
        for eye in [Vec2::ZERO, Vec2::new(6.0, 1.7), Vec2::new(3.0, 5.0), Vec2::new(3.2, -1.0)] {
            let shadow = Shadow::cast(eye, &shape).unwrap();
            for row in -30..60 {
                for column in -30..90 {
                    let p = Vec2::new(column as f32 * 0.1 + 0.013, row as f32 * 0.1 + 0.017);
                    let hides = |run: Option<(f32, f32)>| run.is_some_and(|(lo, hi)| p.x > lo && p.x < hi);
                    let hidden = hides(shadow.row(p.y));
                    assert_eq!(hides(shadow.row_within(p.y, (p.x - 0.5, p.x))), hidden, "{eye} and {p}");
                    let met = shape.clip(eye, p).is_some_and(|(s, t)| (t - s) * eye.distance(p) > 0.002);
                    let nearly = shape.grown(0.01).unwrap().clip(eye, p).is_some();
                    assert!(!met || hidden, "{eye} sees {p} through the shape");
                    assert!(!hidden || nearly, "{p} is hidden from {eye} by nothing");
                }
            }
        }
    }
}
