//! Lines and areas cut at the edge of the table: keeps what lies on the table, in several pieces if necessary.
//!
//! Units: inches.

use glam::DVec2;

/// The parts of a line in a box from 0 to `size`.
pub(super) fn line(points: &[DVec2], size: DVec2) -> Vec<Vec<DVec2>> {
    let mut pieces: Vec<Vec<DVec2>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = segment(pair[0], pair[1], size) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&from) => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
    }
    pieces
}

/// The part of a segment in the box, by the algorithm of Liang and Barsky.
fn segment(a: DVec2, b: DVec2, size: DVec2) -> Option<(DVec2, DVec2)> {
    let way = b - a;
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (step, room) in [(-way.x, a.x), (way.x, size.x - a.x), (-way.y, a.y), (way.y, size.y - a.y)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enters = enters.max(room / step);
        } else {
            leaves = leaves.min(room / step);
        }
    }
    // A mere touch of the edge gives no line.
    (enters < leaves).then(|| {
        let at = |share: f64| match share {
            0.0 => a,
            1.0 => b,
            share => (a + way * share).clamp(DVec2::ZERO, size),
        };
        (at(enters), at(leaves))
    })
}

/// The parts of an area in a box from 0 to `size`.
pub(super) fn area(polygon: &[DVec2], size: DVec2) -> Vec<Vec<DVec2>> {
    let sides: [(DVec2, DVec2); 4] =
        [(DVec2::ZERO, DVec2::X), (DVec2::ZERO, DVec2::Y), (size, DVec2::NEG_X), (size, DVec2::NEG_Y)];
    let mut pieces = vec![polygon.to_vec()];
    for (on, inward) in sides {
        pieces = pieces.iter().flat_map(|piece| half(piece, on, inward)).collect();
    }
    pieces
}

/// The parts of an area on one side of a straight line: each stretch within is closed along the line with the one in which it
/// continues. If the line is crossed at a, b, c, d (in this order), the parts between a and b and between c and d are within.
///
/// ```text
///   within      ____     ____
///              /    \   /    \
///   ----------a------b-c------d----------
///   beyond   /        ---      \
/// ```
fn half(polygon: &[DVec2], on: DVec2, inward: DVec2) -> Vec<Vec<DVec2>> {
    let depth = |point: DVec2| (point - on).dot(inward);
    let is_in = |point: &DVec2| depth(*point) >= 0.0;
    if polygon.iter().all(is_in) {
        return vec![polygon.to_vec()];
    }
    let Some(start) = polygon.iter().position(|point| !is_in(point)) else { return Vec::new() };
    let along = |point: DVec2| (point - on).perp_dot(inward);
    let cut = |a: DVec2, b: DVec2| {
        let share = depth(a) / (depth(a) - depth(b));
        let at = a + (b - a) * share;
        // On the line to the last bit.
        at - inward * depth(at)
    };
    // The stretches within, each from the line to the line.
    let mut stretches: Vec<Vec<DVec2>> = Vec::new();
    let ring = (0..=polygon.len()).map(|step| polygon[(start + step) % polygon.len()]);
    let ring: Vec<DVec2> = ring.collect();
    for pair in ring.windows(2) {
        match (is_in(&pair[0]), is_in(&pair[1])) {
            (false, true) => stretches.push(vec![cut(pair[0], pair[1]), pair[1]]),
            (true, true) => {
                if let Some(stretch) = stretches.last_mut() {
                    stretch.push(pair[1]);
                }
            }
            (true, false) => {
                if let Some(stretch) = stretches.last_mut() {
                    stretch.push(cut(pair[0], pair[1]));
                }
            }
            (false, false) => {}
        }
    }
    // Their ends in the order along the line: stretch, and whether it is its end.
    let mut ends: Vec<(f64, usize, bool)> = Vec::new();
    for (index, stretch) in stretches.iter().enumerate() {
        if let (Some(first), Some(last)) = (stretch.first(), stretch.last()) {
            ends.extend([(along(*first), index, false), (along(*last), index, true)]);
        }
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    // From the end of a stretch along the line to its partner: an end, but perhaps not in an area that crosses itself.
    let mut next = vec![None; stretches.len()];
    for pair in ends.chunks_exact(2) {
        match (pair[0], pair[1]) {
            ((_, from, true), (_, to, false)) | ((_, to, false), (_, from, true)) => next[from] = Some(to),
            _ => {}
        }
    }
    let mut done = vec![false; stretches.len()];
    let mut pieces = Vec::new();
    for first in 0..stretches.len() {
        let (mut piece, mut at) = (Vec::new(), first);
        while !std::mem::replace(&mut done[at], true) {
            piece.extend_from_slice(&stretches[at]);
            at = next[at].unwrap_or(first);
        }
        piece.dedup();
        if piece.len() > 1 && piece.first() == piece.last() {
            piece.pop();
        }
        if piece.len() >= 3 {
            pieces.push(piece);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: DVec2 = DVec2::new(10.0, 8.0);

    fn points(of: &[(f64, f64)]) -> Vec<DVec2> {
        of.iter().copied().map(DVec2::from).collect()
    }

    fn surface(polygon: &[DVec2]) -> f64 {
        let next = polygon.iter().cycle().skip(1);
        polygon.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>().abs() / 2.0
    }

    #[test]
    fn a_line_is_cut_into_the_pieces_that_lie_on_the_table() {
        let found = line(&points(&[(-2.0, 4.0), (5.0, 4.0), (5.0, 10.0), (7.0, 10.0), (7.0, -1.0)]), SIZE);
        let wanted = [points(&[(0.0, 4.0), (5.0, 4.0), (5.0, 8.0)]), points(&[(7.0, 8.0), (7.0, 0.0)])];
        assert_eq!(found, wanted);
        assert!(line(&points(&[(-5.0, 1.0), (1.0, -5.0)]), SIZE).is_empty());
        assert!(line(&points(&[(12.0, 1.0), (12.0, 5.0)]), SIZE).is_empty());
        let within = points(&[(1.0, 1.0), (0.0, 8.0)]);
        assert_eq!(line(&within, SIZE), [within]);
    }

    #[test]
    fn an_area_is_cut_into_pieces_that_cross_nothing() {
        let square = points(&[(-2.0, -2.0), (4.0, -2.0), (4.0, 4.0), (-2.0, 4.0)]);
        let [corner] = &area(&square, SIZE)[..] else { panic!("one piece") };
        assert!((surface(corner) - 16.0).abs() < 1e-9, "{corner:?}");
        // A comb whose teeth alone reach on to the table: three pieces, whichever way round it is drawn.
        let mut comb = points(&[
            (-3.0, 1.0),
            (2.0, 1.0),
            (2.0, 2.0),
            (-1.0, 2.0),
            (-1.0, 3.0),
            (2.0, 3.0),
            (2.0, 4.0),
            (-1.0, 4.0),
            (-1.0, 5.0),
            (2.0, 5.0),
            (2.0, 6.0),
            (-3.0, 6.0),
        ]);
        for _ in 0..2 {
            let teeth = area(&comb, SIZE);
            assert_eq!(teeth.len(), 3);
            for tooth in &teeth {
                assert!(tooth.len() == 4 && (surface(tooth) - 2.0).abs() < 1e-9, "{tooth:?}");
            }
            comb.reverse();
        }
        // The table lies in it, or beside it.
        let all = points(&[(-9.0, -9.0), (20.0, -9.0), (20.0, 20.0), (-9.0, 20.0)]);
        assert!(area(&all, SIZE).iter().map(|one| surface(one)).eq([80.0]));
        assert!(area(&points(&[(11.0, 0.0), (12.0, 0.0), (12.0, 5.0)]), SIZE).is_empty());
        // One that crosses itself does no harm.
        let _pieces = area(&points(&[(-1.0, 1.0), (3.0, 5.0), (3.0, 1.0), (-1.0, 5.0), (-1.0, 3.0)]), SIZE);
    }
}
