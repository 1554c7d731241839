//! Shapes for marks: scattered points, strokes along an edge, and triangles of a polygon.
//!
//! Units: inches. Everything scattered comes from a hash of its place, so that a table always looks the same.

use glam::Vec2;

use table::measure::point_in_polygon;

use super::mark::{Ink, Mark};

/// Largest deviation of a rounded line from the sharp one: less than what is called close.
pub const OFF: f32 = 0.06;

/// One engraved stroke, thin at `thin` and thick at `thick`.
pub fn stroke(thin: Vec2, thick: Vec2, ink: Ink) -> Mark {
    stroke_of(thin, thick, 0.032, ink)
}

/// A stroke that extends `half` inches to either side at its thick end.
pub(super) fn stroke_of(thin: Vec2, thick: Vec2, half: f32, ink: Ink) -> Mark {
    let way = (thick - thin).normalize_or_zero();
    let side = Vec2::new(-way.y, way.x) * half;
    Mark::fill([thin, thick + side, thick - side], ink)
}

/// A pseudo-random number from 0 to 1 determined by these three.
pub fn chance(a: i32, b: i32, salt: u32) -> f32 {
    let mut x = (a as u32).wrapping_mul(0x9E37_79B1)
        ^ (b as u32).wrapping_mul(0x85EB_CA77)
        ^ salt.wrapping_mul(0xC2B2_AE3D);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2C1B_3C6D);
    x ^= x >> 12;
    x = x.wrapping_mul(0x297A_2D39);
    x ^= x >> 15;
    (x >> 8) as f32 / 16_777_216.0
}

/// An upright box: least corner, greatest corner.
pub type Span = (Vec2, Vec2);

/// The box with this middle and this half extent.
pub fn spread(at: Vec2, half: Vec2) -> Span {
    (at - half, at + half)
}

/// A box about this place, with this half extent, and with its corners cut off by `cut`: a plate.
pub(super) fn cut_box(at: Vec2, half: Vec2, cut: f32) -> [Vec2; 8] {
    [
        (-half.x + cut, -half.y),
        (half.x - cut, -half.y),
        (half.x, -half.y + cut),
        (half.x, half.y - cut),
        (half.x - cut, half.y),
        (-half.x + cut, half.y),
        (-half.x, half.y - cut),
        (-half.x, -half.y + cut),
    ]
    .map(|(x, y)| at + Vec2::new(x, y))
}

/// The area that two boxes share.
pub fn shared(a: Span, b: Span) -> f32 {
    (a.1.min(b.1) - a.0.max(b.0)).max(Vec2::ZERO).element_product()
}

/// The box round some points.
pub fn bounds(points: &[Vec2]) -> Span {
    points
        .iter()
        .fold((Vec2::splat(f32::MAX), Vec2::splat(f32::MIN)), |(low, high), p| (low.min(*p), high.max(*p)))
}

/// Points on a jittered grid inside a polygon, `step` inches apart.
pub fn scattered(polygon: &[Vec2], step: f32, salt: u32) -> Vec<Vec2> {
    let (low, high) = bounds(polygon);
    let (first, last) = ((low / step).floor(), (high / step).ceil());
    let mut points = Vec::new();
    for row in first.y as i32..=last.y as i32 {
        for column in first.x as i32..=last.x as i32 {
            let jitter =
                Vec2::new(chance(column, row, salt) - 0.5, chance(column, row, salt + 1) - 0.5) * 0.7;
            let stagger = if row % 2 == 0 { 0.0 } else { 0.5 };
            let at = (Vec2::new(column as f32 + stagger, row as f32) + jitter) * step;
            if point_in_polygon(at, polygon) {
                points.push(at);
            }
        }
    }
    points
}

/// Twice the area, positive anticlockwise.
pub fn turn_of(polygon: &[Vec2]) -> f32 {
    let mut sum = 0.0;
    for (i, a) in polygon.iter().enumerate() {
        sum += a.perp_dot(polygon[(i + 1) % polygon.len()]);
    }
    sum
}

/// Points every `step` inches along a polyline, with the unit direction there.
pub fn along(points: &[Vec2], closed: bool, step: f32) -> Vec<(Vec2, Vec2)> {
    let mut found = Vec::new();
    let count = if closed { points.len() } else { points.len().saturating_sub(1) };
    let mut left = step / 2.0;
    for i in 0..count {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let length = a.distance(b);
        if length <= 0.0 {
            continue;
        }
        let way = (b - a) / length;
        while left < length {
            found.push((a + way * left, way));
            left += step;
        }
        left -= length;
    }
    found
}

/// Points along a polyline with the unit direction there, as near as possible to `step` inches apart and one at each end.
pub fn spaced(points: &[Vec2], step: f32) -> Vec<(Vec2, Vec2)> {
    let long: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let many = (long / step).round().max(1.0);
    let mut found = Vec::new();
    let (mut before, mut next) = (0.0, 0.0_f32);
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        // The last one is included despite rounding errors.
        while length > 0.0 && next <= many && next * long / many <= before + length + 1e-3 {
            let share = ((next * long / many - before) / length).clamp(0.0, 1.0);
            found.push((pair[0].lerp(pair[1], share), (pair[1] - pair[0]) / length));
            next += 1.0;
        }
        before += length;
    }
    found
}

/// The two ends of a polyline, each with the unit direction away from it; empty if it is closed.
pub fn ends(points: &[Vec2]) -> Vec<(Vec2, Vec2)> {
    let [first, second, ..] = *points else { return Vec::new() };
    let (last, previous) = (points[points.len() - 1], points[points.len() - 2]);
    if first.distance(last) < 1e-3 {
        return Vec::new();
    }
    vec![(first, (first - second).normalize_or(Vec2::X)), (last, (last - previous).normalize_or(Vec2::X))]
}

/// The part of a polyline between two distances along it, in inches.
pub fn cut(points: &[Vec2], from: f32, to: f32) -> Vec<Vec2> {
    let mut found: Vec<Vec2> = Vec::new();
    let mut before = 0.0;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        let (start, end) = ((from - before).max(0.0), (to - before).min(length));
        if length > 0.0 && start <= end && start < length {
            if found.is_empty() {
                found.push(pair[0].lerp(pair[1], start / length));
            }
            found.push(pair[0].lerp(pair[1], end / length));
        }
        before += length;
    }
    found
}

/// Is the polygon convex, in either order?
pub fn is_convex(polygon: &[Vec2]) -> bool {
    let n = polygon.len();
    let mut sign = 0.0_f32;
    for i in 0..n {
        let (a, b, c) = (polygon[i], polygon[(i + 1) % n], polygon[(i + 2) % n]);
        let turn = (b - a).perp_dot(c - b);
        if turn.abs() > 1e-6 {
            if sign * turn < 0.0 {
                return false;
            }
            sign = turn;
        }
    }
    true
}

/// The outline with its corners rounded, nowhere farther than `off` inches from the sharp one.
///
/// The drawing is so near to the line used by the rules that no stand shows the difference.
pub fn rounded(points: &[Vec2], closed: bool, off: f32) -> Vec<Vec2> {
    let n = points.len();
    if n < 3 {
        return points.to_vec();
    }
    let mut found = Vec::with_capacity(n * 5);
    for (i, &corner) in points.iter().enumerate() {
        if !closed && (i == 0 || i == n - 1) {
            found.push(corner);
            continue;
        }
        let (before, after) = (points[(i + n - 1) % n] - corner, points[(i + 1) % n] - corner);
        let (a, b) = (before.normalize_or_zero(), after.normalize_or_zero());
        // Half the length of the diagonal between the two unit arms: 0 if the line goes straight on.
        let sharp = (a + b).length() / 2.0;
        let shortest = before.length().min(after.length()) * 0.45;
        let back = if sharp > 1e-4 { shortest.min(2.0 * off / sharp) } else { 0.0 };
        if back < 0.01 {
            found.push(corner);
            continue;
        }
        let (from, to) = (corner + a * back, corner + b * back);
        for k in 0..=4 {
            let t = k as f32 / 4.0;
            found.push(from.lerp(corner, t).lerp(corner.lerp(to, t), t));
        }
    }
    found
}

/// The edges of some outlines that no other one shares: the outline round stands side by side.
pub fn rims(outlines: &[&[Vec2]]) -> Vec<[Vec2; 2]> {
    /// Ends this close count as the same, in inches.
    const ONE: f32 = 0.03;
    let edges = |outline: &[Vec2]| -> Vec<[Vec2; 2]> {
        outline.iter().zip(outline.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]).collect()
    };
    let is_one = |[a, b]: [Vec2; 2], [c, d]: [Vec2; 2]| {
        let near = |a: Vec2, b: Vec2| a.distance_squared(b) < ONE * ONE;
        near(a, c) && near(b, d) || near(a, d) && near(b, c)
    };
    let mut found = Vec::new();
    for (place, outline) in outlines.iter().enumerate() {
        let others = || outlines.iter().enumerate().filter(|(other, _)| *other != place);
        let is_shared = |edge: &[Vec2; 2]| {
            others().any(|(_, other)| edges(other).into_iter().any(|theirs| is_one(*edge, theirs)))
        };
        found.extend(edges(outline).into_iter().filter(|edge| !is_shared(edge)));
    }
    found
}

/// The outline moved inwards by `by` inches along the bisectors of its corners. Neat for small steps only.
pub fn inset(polygon: &[Vec2], by: f32) -> Vec<Vec2> {
    let n = polygon.len();
    let inward = if turn_of(polygon) > 0.0 { 1.0 } else { -1.0 };
    let normal = |i: usize| {
        let way = (polygon[(i + 1) % n] - polygon[i % n]).normalize_or_zero();
        Vec2::new(-way.y, way.x) * inward
    };
    let moved = |i: usize| {
        let (a, b) = (normal(i + n - 1), normal(i));
        let middle = (a + b).normalize_or(b);
        polygon[i] + middle * (by / middle.dot(b).max(0.5))
    };
    (0..n).map(moved).collect()
}

/// Strokes that hatch a polygon: parallels `step` inches apart in the direction `way`.
pub fn hatch(polygon: &[Vec2], way: Vec2, step: f32) -> Vec<[Vec2; 2]> {
    let across = Vec2::new(-way.y, way.x);
    let (least, most) = polygon
        .iter()
        .map(|p| p.dot(across))
        .fold((f32::MAX, f32::MIN), |(least, most), d| (least.min(d), most.max(d)));
    let mut strokes = Vec::new();
    for k in (least / step).ceil() as i32..=(most / step).floor() as i32 {
        let line = k as f32 * step;
        let mut cuts = Vec::new();
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            let (from, to) = (a.dot(across) - line, b.dot(across) - line);
            if (from < 0.0) != (to < 0.0) {
                cuts.push(a.lerp(b, from / (from - to)).dot(way));
            }
        }
        cuts.sort_by(f32::total_cmp);
        strokes.extend(cuts.chunks_exact(2).map(|pair| [0, 1].map(|end| way * pair[end] + across * line)));
    }
    strokes
}

/// Triangles that cover a simple polygon, as indices: ears are cut off one by one.
pub fn triangles(polygon: &[Vec2]) -> Vec<[u32; 3]> {
    let mut left: Vec<usize> = (0..polygon.len()).collect();
    if turn_of(polygon) < 0.0 {
        left.reverse();
    }
    let mut found = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|&i| {
            let (a, b, c) = (polygon[left[(i + n - 1) % n]], polygon[left[i]], polygon[left[(i + 1) % n]]);
            (b - a).perp_dot(c - b) > 0.0
                && left.iter().all(|&j| {
                    let p = polygon[j];
                    p == a || p == b || p == c || !in_triangle(p, a, b, c)
                })
        });
        // A polygon that crosses itself may have no ear left: the rest is covered as a fan.
        let i = ear.unwrap_or(0);
        found.push([left[(i + n - 1) % n] as u32, left[i] as u32, left[(i + 1) % n] as u32]);
        left.remove(i);
    }
    if let [a, b, c] = left[..] {
        found.push([a as u32, b as u32, c as u32]);
    }
    found
}

fn in_triangle(p: Vec2, a: Vec2, b: Vec2, c: Vec2) -> bool {
    (b - a).perp_dot(p - a) >= 0.0 && (c - b).perp_dot(p - b) >= 0.0 && (a - c).perp_dot(p - c) >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_cover_a_concave_polygon_once() {
        let hook: Vec<Vec2> =
            [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)].map(Vec2::from).to_vec();
        let covered: f32 = triangles(&hook)
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| hook[i as usize]);
                (b - a).perp_dot(c - a).abs()
            })
            .sum();
        assert!((covered - turn_of(&hook).abs()).abs() < 1e-4);
        assert!(!is_convex(&hook));
    }

    #[test]
    fn a_line_is_cut_and_divided_evenly() {
        let hook = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)].map(Vec2::from);
        assert_eq!(cut(&hook, 1.0, 5.0), [(1.0, 0.0), (4.0, 0.0), (4.0, 1.0)].map(Vec2::from));
        assert_eq!(cut(&hook, -1.0, 9.0), hook);
        let posts: Vec<Vec2> = spaced(&hook, 1.1).into_iter().map(|(at, _)| at).collect();
        assert_eq!((posts.len(), posts[0], posts[6]), (7, hook[0], hook[2]));
        assert!(spaced(&hook, 1.1).windows(2).all(|pair| pair[0].0.distance(pair[1].0) < 1.17));
        assert_eq!(ends(&hook), [(hook[0], Vec2::NEG_X), (hook[2], Vec2::Y)]);
        assert!(ends(&[hook[0], hook[1], hook[0]]).is_empty());
    }

    #[test]
    fn rounding_stays_near_the_sharp_line() {
        let hook = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)].map(Vec2::from);
        let soft = rounded(&hook, true, 0.1);
        for (i, &corner) in hook.iter().enumerate() {
            let off = soft.iter().map(|p| p.distance(corner)).fold(f32::MAX, f32::min);
            assert!(off > 0.05 && off < 0.1001, "corner {i} is {off} off");
        }
        assert_eq!(rounded(&hook, false, 0.1).last(), hook.last());
    }

    #[test]
    fn a_square_is_hatched_from_edge_to_edge() {
        let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(Vec2::from);
        let strokes = hatch(&square, Vec2::X, 0.3);
        // At 0.3, 0.6 and so on up to 1.8: the edge itself is none.
        assert_eq!(strokes.len(), 6);
        assert!(strokes.iter().all(|[a, b]| (a.distance(*b) - 2.0).abs() < 1e-4));
        let inner = inset(&square, 0.25);
        assert!((turn_of(&inner) - 2.0 * 1.5 * 1.5).abs() < 1e-3);
    }

    #[test]
    fn scattered_points_stay_inside_and_where_they_are() {
        let square = [(1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0)].map(Vec2::from);
        let points = scattered(&square, 0.5, 3);
        assert!(
            points.len() > 40
                && points.iter().all(|p| p.cmpge(Vec2::ONE).all() && p.cmple(Vec2::splat(5.0)).all())
        );
        assert_eq!(points, scattered(&square, 0.5, 3));
    }
}
