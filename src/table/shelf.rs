//! A search structure that finds convex shapes by position and returns them in the order of their list.
//!
//! A planner tests each of some thousand slides against a hundred shapes. The table is cut into slabs both ways, and for each
//! slab a row of bits marks the shapes that begin at it or before, another those that end at it or after. The "and" of four
//! rows gives the shapes whose boxes may meet a box. It is a sieve: the caller still tests those shapes. Units: inches.

use glam::Vec2;

use super::cspace::Convex;

/// Number of slabs either way.
const SLABS: usize = 32;

/// More than rounding can add to a distance.
const HAIR: f32 = 1e-3;

/// An index of the positions of a list of shapes.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    origin: Vec2,
    /// Number of slabs to an inch.
    pace: Vec2,
    /// Words of bits in a row.
    words: usize,
    /// Rows by slab: the shapes that begin there or before, by x and by y.
    begun: [Vec<u64>; 2],
    /// Rows by slab: the shapes that end there or after.
    open: [Vec<u64>; 2],
    /// A circle round each shape.
    rounds: Vec<(Vec2, f32)>,
}

impl Shelf {
    pub fn of<'a>(shapes: impl IntoIterator<Item = &'a Convex>) -> Self {
        Self::grown(shapes.into_iter().map(|shape| (shape, 0.0)))
    }

    /// Builds the index; each box is this many inches larger than its shape on all sides.
    pub fn grown<'a>(shapes: impl IntoIterator<Item = (&'a Convex, f32)>) -> Self {
        let mut boxes: Vec<(Vec2, Vec2)> = Vec::new();
        let mut rounds = Vec::new();
        for (shape, by) in shapes {
            boxes.push((shape.lo - Vec2::splat(by), shape.hi + Vec2::splat(by)));
            let middle = (shape.lo + shape.hi) / 2.0;
            let far = shape.points.iter().map(|point| point.distance_squared(middle)).fold(0.0, f32::max);
            rounds.push((middle, far.sqrt() + by + HAIR));
        }
        Self { rounds, ..Self::of_boxes(boxes) }
    }

    /// Builds the index from boxes, given by their south-west and north-east corners. The shapes themselves are unknown, so
    /// [`Shelf::along`] must not be used.
    pub fn of_boxes(boxes: Vec<(Vec2, Vec2)>) -> Self {
        if boxes.is_empty() {
            return Self::default();
        }
        let origin = boxes.iter().map(|(lo, _)| *lo).fold(Vec2::INFINITY, Vec2::min);
        let end = boxes.iter().map(|(_, hi)| *hi).fold(Vec2::NEG_INFINITY, Vec2::max);
        let pace = Vec2::splat(SLABS as f32) / (end - origin).max(Vec2::splat(HAIR));
        let words = boxes.len().div_ceil(64);
        let rows = || [vec![0_u64; SLABS * words], vec![0_u64; SLABS * words]];
        let mut shelf = Self { origin, pace, words, begun: rows(), open: rows(), rounds: Vec::new() };
        for (index, (lo, hi)) in boxes.into_iter().enumerate() {
            let (word, bit) = (index / 64, 1_u64 << (index % 64));
            let (first, last) = (shelf.slabs(lo), shelf.slabs(hi));
            for axis in 0..2 {
                shelf.begun[axis][first[axis] * words + word] |= bit;
                shelf.open[axis][last[axis] * words + word] |= bit;
            }
        }
        for axis in 0..2 {
            for at in words..SLABS * words {
                shelf.begun[axis][at] |= shelf.begun[axis][at - words];
            }
            for at in (0..(SLABS - 1) * words).rev() {
                shelf.open[axis][at] |= shelf.open[axis][at + words];
            }
        }
        shelf
    }

    /// The slabs of a point, by x and by y, without decreasing as the point moves on.
    fn slabs(&self, at: Vec2) -> [usize; 2] {
        let slabs = ((at - self.origin) * self.pace).clamp(Vec2::ZERO, Vec2::splat((SLABS - 1) as f32));
        [slabs.x as usize, slabs.y as usize]
    }

    /// All shapes whose boxes meet the box from `lo` to `hi`, and perhaps some more, in order.
    pub fn near(&self, lo: Vec2, hi: Vec2) -> impl Iterator<Item = usize> + '_ {
        let (first, last) = (self.slabs(lo), self.slabs(hi));
        let words = self.words;
        (0..words).flat_map(move |word| {
            let row = |rows: &[u64], slab: usize| rows[slab * words + word];
            let bits = row(&self.begun[0], last[0])
                & row(&self.begun[1], last[1])
                & row(&self.open[0], first[0])
                & row(&self.open[1], first[1]);
            Bits(bits).map(move |bit| word * 64 + bit)
        })
    }

    /// All shapes in whose boxes the point lies, and perhaps some more, in order.
    pub fn at(&self, point: Vec2) -> impl Iterator<Item = usize> + '_ {
        self.near(point, point)
    }

    /// All shapes that the segment meets, and perhaps some more, in order.
    pub fn along(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = usize> + '_ {
        let way = b - a;
        let length = way.length();
        self.near(a.min(b), a.max(b)).filter(move |index| {
            let (middle, radius) = self.rounds[*index];
            way.perp_dot(middle - a).abs() <= radius * length
        })
    }
}

/// The positions of the bits that are set, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn whatever_a_segment_or_a_point_meets_is_found_in_order(
            corners in proptest::collection::vec((0.0f32..60.0, 0.0f32..40.0, 0.1f32..5.0, 0.1f32..5.0), 0..150),
            ax in -5.0f32..65.0, ay in -5.0f32..45.0, bx in -5.0f32..65.0, by in -5.0f32..45.0,
        ) {
            let shapes: Vec<Convex> = corners
                .iter()
                .filter_map(|(x, y, w, d)| {
                    let at = Vec2::new(*x, *y);
                    Convex::hull(&[at, at + Vec2::new(*w, 0.3), at + Vec2::new(0.2, *d)])
                })
                .collect();
            let shelf = Shelf::of(&shapes);
            let (a, b) = (Vec2::new(ax, ay), Vec2::new(bx, by));
            let along: Vec<usize> = shelf.along(a, b).collect();
            proptest::prop_assert!(along.is_sorted());
            let points = [a, b, a.midpoint(b)];
            for (index, shape) in shapes.iter().enumerate() {
                proptest::prop_assert!(shape.clip(a, b).is_none() || along.contains(&index), "{index}");
                for point in points {
                    let found = || shelf.at(point).any(|found| found == index);
                    proptest::prop_assert!(!shape.holds(point, 0.0) || found(), "{index} at {point}");
                }
            }
        }
    }
}
