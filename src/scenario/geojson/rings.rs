//! Splits the edge of an area where it crosses or touches itself.
//!
//! ```text
//!   a-------b          a---x   x---b
//!    \     /            \ /     \ /
//!      \ /               .       .        a figure of eight: two loops
//!      / \
//!    /     \
//!   c-------d
//! ```

use std::collections::BTreeMap;

use glam::DVec2;

/// The loops of an edge, none of which meets itself; an edge that is drawn there and back encloses none. `None` if the edge is
/// a single loop already.
///
/// Every place where two sides meet becomes a corner of both. A walk along the edge then closes a loop whenever it comes
/// to a corner for the second time.
pub(super) fn loops(ring: &[DVec2]) -> Option<Vec<Vec<DVec2>>> {
    let (mut path, mut been) = (Vec::new(), BTreeMap::new());
    let mut found = Vec::new();
    for corner in with_meetings(ring) {
        // Adding 0 turns -0 into 0.
        let key = (corner + DVec2::ZERO).to_array().map(f64::to_bits);
        if let Some(at) = been.get(&key).copied() {
            let closed: Vec<([u64; 2], DVec2)> = path.drain(at..).collect();
            been.retain(|_, place| *place < at);
            found.push(closed.into_iter().map(|(_, corner)| corner).collect());
        }
        been.insert(key, path.len());
        path.push((key, corner));
    }
    if found.is_empty() {
        return None;
    }
    found.push(path.into_iter().map(|(_, corner)| corner).collect());
    found.retain(|one: &Vec<DVec2>| one.len() > 2);
    Some(found)
}

/// The corners of a ring, with those where its sides meet.
fn with_meetings(ring: &[DVec2]) -> Vec<DVec2> {
    let side = |index: usize| (ring[index], ring[(index + 1) % ring.len()]);
    let spans = |index: usize| {
        let (a, b) = side(index);
        (a.min(b), a.max(b))
    };
    let mut from_the_west: Vec<usize> = (0..ring.len()).collect();
    from_the_west.sort_by(|a, b| spans(*a).0.x.total_cmp(&spans(*b).0.x));
    // For each side the new corners, each with its share of the way.
    let mut cuts: Vec<Vec<(f64, DVec2)>> = vec![Vec::new(); ring.len()];
    for (place, &one) in from_the_west.iter().enumerate() {
        let (low, high) = spans(one);
        let later = from_the_west[place + 1..].iter().copied();
        for other in later.take_while(|other| spans(*other).0.x <= high.x) {
            let (other_low, other_high) = spans(other);
            if other_low.y <= high.y && other_high.y >= low.y {
                for (share, share_of_other, at) in meetings(side(one), side(other)) {
                    for (index, share) in [(one, share), (other, share_of_other)] {
                        if share > 0.0 && share < 1.0 {
                            cuts[index].push((share, at));
                        }
                    }
                }
            }
        }
    }
    let mut corners = Vec::new();
    for (corner, mut cuts) in ring.iter().zip(cuts) {
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
        corners.push(*corner);
        corners.extend(cuts.into_iter().map(|(_, at)| at));
    }
    corners.dedup();
    corners
}

/// Where two sides meet, with the share of each before that point: in one place, or where one begins or ends on the other.
fn meetings((a, b): (DVec2, DVec2), (c, d): (DVec2, DVec2)) -> Vec<(f64, f64, DVec2)> {
    let (way, other_way) = (b - a, d - c);
    let across = way.perp_dot(other_way);
    if across == 0.0 {
        if (c - a).perp_dot(way) != 0.0 {
            return Vec::new();
        }
        let share = |at: DVec2| (at - a).dot(way) / way.length_squared();
        let share_of_other = |at: DVec2| (at - c).dot(other_way) / other_way.length_squared();
        let ends = [
            (share(c), 0.0, c),
            (share(d), 1.0, d),
            (0.0, share_of_other(a), a),
            (1.0, share_of_other(b), b),
        ];
        return ends.into_iter().filter(|(one, other, _)| is_on(*one) && is_on(*other)).collect();
    }
    let (share, share_of_other) = ((c - a).perp_dot(other_way) / across, (c - a).perp_dot(way) / across);
    let at = match (share, share_of_other) {
        (0.0, _) => a,
        (1.0, _) => b,
        (_, 0.0) => c,
        (_, 1.0) => d,
        (share, _) => a + way * share,
    };
    if is_on(share) && is_on(share_of_other) { vec![(share, share_of_other, at)] } else { Vec::new() }
}

fn is_on(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loops of a ring, each with the ground in it.
    fn check_loops(ring: &[(f64, f64)], wanted: Option<&[f64]>) {
        let ring: Vec<DVec2> = ring.iter().copied().map(DVec2::from).collect();
        let surface = |one: &Vec<DVec2>| {
            let next = one.iter().cycle().skip(1);
            one.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>().abs() / 2.0
        };
        let found = loops(&ring).map(|all| all.iter().map(surface).collect::<Vec<f64>>());
        assert_eq!(found.as_deref(), wanted, "{ring:?}");
    }

    #[test]
    fn an_edge_that_meets_itself_is_several_loops() {
        check_loops(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], None);
        // A figure of eight; two squares that share a corner; a corner that touches a side.
        check_loops(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)], Some(&[4.0, 4.0]));
        let squares =
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 1.0), (0.0, 1.0)];
        check_loops(&squares, Some(&[4.0, 1.0]));
        check_loops(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)], Some(&[4.0, 4.0]));
        // A hole that a cut leads to, and a spike, there and back; nothing but a spike.
        let keyhole =
            [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 0.0), (5.0, 2.0), (6.0, 2.0), (6.0, 3.0), (5.0, 2.0)];
        check_loops(&keyhole, Some(&[40.5, 0.5]));
        check_loops(&[(0.0, 0.0), (4.0, 0.0), (6.0, 0.0), (4.0, 0.0), (4.0, 4.0)], Some(&[8.0]));
        check_loops(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0)], Some(&[]));
    }
}
