//! Hexsides and links joined to chains, and chains drawn as natural curves.
//!
//! Units: inches. Random offsets come from a hash of the place, so that a map always looks the same.

use std::collections::BTreeMap;

use glam::Vec2;

use super::super::shape::chance;

/// A place as a key: a corner computed from different hexes gives the same key.
pub type Knot = (i32, i32);

pub fn knot(place: Vec2) -> Knot {
    let at = (place * 32.0).round();
    (at.x as i32, at.y as i32)
}

/// Places joined in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub points: Vec<Vec2>,
    /// Is the last place joined to the first?
    pub closed: bool,
}

/// Joins pieces to chains that end where nothing, or more than one piece, goes on. Pieces keep their direction if
/// they are `directed`, and only successive ones are joined.
pub fn chains(pieces: &[[Vec2; 2]], directed: bool) -> Vec<Chain> {
    // For each knot, the pieces that touch it, by number and end.
    let mut at: BTreeMap<Knot, Vec<(usize, usize)>> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        for (end, place) in piece.iter().enumerate() {
            at.entry(knot(*place)).or_default().push((number, end));
        }
    }
    // The piece that goes on from this end of this piece, and the touching end of that piece.
    let next = |number: usize, end: usize| -> Option<(usize, usize)> {
        let here = &at[&knot(pieces[number][end])];
        let other = *here.iter().find(|(other, _)| *other != number)?;
        (here.len() == 2 && (!directed || other.1 != end)).then_some(other)
    };
    let mut used = vec![false; pieces.len()];
    let mut found = Vec::new();
    // Chains with ends first, from their ends; what remains are rings.
    for rings in [false, true] {
        for number in 0..pieces.len() {
            let begins = |end: usize| next(number, end).is_none();
            let first = match (rings, directed) {
                _ if used[number] => continue,
                (true, _) => 0,
                (false, _) if begins(0) => 0,
                (false, false) if begins(1) => 1,
                (false, _) => continue,
            };
            let mut points = vec![pieces[number][first]];
            let (mut piece, mut from) = (number, first);
            let closed = loop {
                used[piece] = true;
                let to = 1 - from;
                points.push(pieces[piece][to]);
                match next(piece, to) {
                    Some((on, _)) if used[on] => break on == number,
                    Some((on, end)) => (piece, from) = (on, end),
                    None => break false,
                }
            };
            if closed {
                points.pop();
            }
            found.push(Chain { points, closed });
        }
    }
    found
}

/// Parameters for turning a chain into a curve.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How far corners are drawn towards the middle of their neighbours, from 0 to 1.
    pub relaxed: f32,
    /// How far corners are displaced at random, in inches.
    pub wander: f32,
    pub salt: u32,
    /// Number of points for each corner.
    pub steps: usize,
}

/// The curve of a chain: it touches the middle of every piece, and keeps the chain's ends.
pub fn curve(chain: &Chain, manner: Manner) -> Vec<Vec2> {
    let n = chain.points.len();
    if n < 3 {
        return chain.points.clone();
    }
    let inner = |i: usize| chain.closed || (i > 0 && i + 1 < n);
    let corners: Vec<Vec2> = (0..n)
        .map(|i| {
            let here = chain.points[i];
            if !inner(i) {
                return here;
            }
            let about = (chain.points[(i + n - 1) % n] + chain.points[(i + 1) % n]) / 2.0;
            let (x, y) = knot(here);
            let stray = Vec2::new(chance(x, y, manner.salt) - 0.5, chance(x, y, manner.salt + 1) - 0.5);
            let drawn = ((about - here) * manner.relaxed).clamp_length_max(MOST_DRAWN);
            here + drawn + stray * 2.0 * manner.wander
        })
        .collect();
    let middle = |i: usize| (corners[i % n] + corners[(i + 1) % n]) / 2.0;
    let mut found = Vec::with_capacity(n * manner.steps + 3);
    if !chain.closed {
        found.push(corners[0]);
    }
    for i in (0..n).filter(|i| inner(*i)) {
        let (from, to) = (middle(i + n - 1), middle(i));
        for k in 0..manner.steps {
            let t = k as f32 / manner.steps as f32;
            found.push(from.lerp(corners[i], t).lerp(corners[i].lerp(to, t), t));
        }
    }
    if !chain.closed {
        found.extend([middle(n - 2), corners[n - 1]]);
    }
    found
}

/// The index in the curve of the bend at an inner corner of an open chain, if `steps` is even.
pub fn bend_of(corner: usize, manner: Manner) -> usize {
    1 + (corner - 1) * manner.steps + manner.steps / 2
}

/// The largest displacement of a corner towards its neighbours, so that a curve stays on its hexsides.
const MOST_DRAWN: f32 = 0.36;

#[cfg(test)]
mod tests {
    use super::*;

    const MANNER: Manner = Manner { relaxed: 0.3, wander: 0.1, salt: 3, steps: 6 };

    fn zigzag() -> Vec<[Vec2; 2]> {
        let at = |k: usize| Vec2::new(k as f32, (k % 2) as f32);
        // Out of order, and every other one turned round.
        [3, 0, 2, 4, 1].map(|k| if k % 2 == 0 { [at(k), at(k + 1)] } else { [at(k + 1), at(k)] }).to_vec()
    }

    #[test]
    fn pieces_are_strung_whatever_their_order() {
        let found = chains(&zigzag(), false);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].points.len(), found[0].closed), (6, false));
        assert_eq!(found[0].points, (0..6).map(|k| Vec2::new(k as f32, (k % 2) as f32)).collect::<Vec<_>>());
        assert!(chains(&zigzag(), true).len() > 1, "directed pieces do not turn");
    }

    #[test]
    fn rings_close_and_forks_part() {
        let [a, b, c, d] = [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0), (5.0, 0.0)].map(Vec2::from);
        let ring = chains(&[[a, b], [b, c], [c, a]], true);
        assert_eq!(ring.len(), 1);
        assert!(ring[0].closed && ring[0].points.len() == 3);
        let fork = chains(&[[a, b], [b, c], [b, d]], false);
        assert_eq!(fork.len(), 3);
    }

    #[test]
    fn a_curve_keeps_its_ends_and_stays_near_its_pieces() {
        let chain = &chains(&zigzag(), false)[0];
        let soft = curve(chain, MANNER);
        assert_eq!((soft.first(), soft.last()), (chain.points.first(), chain.points.last()));
        assert_eq!(soft, curve(chain, MANNER), "the same every time");
        for pair in chain.points.windows(2) {
            let middle = (pair[0] + pair[1]) / 2.0;
            let off = soft.iter().map(|p| p.distance(middle)).fold(f32::MAX, f32::min);
            assert!(off < 0.3, "{middle} is {off} off");
        }
        let bends = |points: &[Vec2]| {
            points.windows(3).map(|p| (p[1] - p[0]).angle_to(p[2] - p[1]).abs()).fold(0.0, f32::max)
        };
        assert!(bends(&soft) < bends(&chain.points) / 2.0, "it is smooth");
    }
}
