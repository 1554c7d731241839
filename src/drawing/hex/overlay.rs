//! Overlays on a map: reach, paths, zones, targets, odds, combats owed, and lines of sight.
//!
//! They turn plain answers of the rules into marks. Units: inches of the sheet.

use glam::Vec2;

use super::super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::super::overlay::{Texture, zone_ink, zone_wash};
use super::super::shape::hatch;
use super::counter::owed_mark;
use super::curve::chains;
use super::lie::{FLAT, Lie};
use hexes::{Direction, Hex};

/// Cost of reaching a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    pub hex: Hex,
    /// Half movement points.
    pub halves: u16,
    /// Does a move that enters it end there, because it is in an enemy zone?
    pub stops: bool,
}

impl Cost {
    /// `3`, `1½`, `½`.
    pub fn words(&self) -> String {
        match (self.halves / 2, self.halves % 2) {
            (0, 1) => "½".into(),
            (whole, 1) => format!("{whole}½"),
            (whole, _) => whole.to_string(),
        }
    }
}

/// Where a counter may go, with the costs, and an outline round all of it.
pub fn reach_marks(lie: &Lie, reach: &[Cost]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for cost in reach {
        marks.push(Mark::fill(lie.inner_corners(cost.hex, 0.04), Ink::Reach));
        if cost.stops {
            let pen = Pen::new(Ink::ReachLine, Length::inches(0.03).between(0.8, 2.0));
            marks.push(Mark::ring(lie.inner_corners(cost.hex, 0.22), pen.dashed(3.0, 3.0)));
        }
    }
    let mut hexes: Vec<Hex> = reach.iter().map(|cost| cost.hex).collect();
    hexes.sort_unstable();
    let pen = Pen::new(Ink::ReachLine, Length::inches(0.08).between(1.8, 5.0));
    outline(&mut marks, lie, &hexes, pen);
    for cost in reach {
        let size = Length::inches(0.52).between(9.0, 40.0);
        let at = lie.centre(cost.hex);
        marks.push(Lettering::new(at, cost.words(), size, Face::Bold, Ink::ReachLine).haloed().into());
    }
    marks
}

/// The border of these hexes, sorted by number.
pub(super) fn outline(marks: &mut Vec<Mark>, lie: &Lie, hexes: &[Hex], pen: Pen) {
    for chain in chains(&border(lie, hexes), true) {
        marks.push(Mark::Line { points: chain.points, closed: chain.closed, pen });
    }
}

/// The sides between these hexes, sorted by number, and others, running with these hexes to the right.
pub(super) fn border(lie: &Lie, hexes: &[Hex]) -> Vec<[Vec2; 2]> {
    let mut sides = Vec::new();
    for &hex in hexes {
        for way in Direction::ALL {
            let within = lie.grid.neighbour(hex, way).is_some_and(|next| hexes.binary_search(&next).is_ok());
            if !within {
                sides.push(lie.side(hex, way));
            }
        }
    }
    sides
}

/// The path of a counter through these hexes, the first being its place, with an arrow at the end.
pub fn path_marks(lie: &Lie, path: &[Hex], cost: Option<&str>) -> Vec<Mark> {
    let points: Vec<Vec2> = path.iter().map(|hex| lie.centre(*hex)).collect();
    let mut marks = Vec::new();
    arrow(&mut marks, &points, Ink::Way, 0.13);
    for point in points.iter().skip(1).rev().skip(1) {
        marks.push(Mark::dot(*point, Length::inches(0.12).between(2.4, 9.0), Ink::Way));
    }
    if let (Some(cost), Some(&end)) = (cost, points.last()) {
        let size = Length::inches(0.46).between(12.0, 26.0);
        // Beyond the tip, clear of the path and of the counter's ghost.
        let before = points.iter().rev().nth(1).copied().unwrap_or(end - Vec2::Y);
        let at = end + (end - before).normalize_or(Vec2::Y) * FLAT * 0.56;
        marks.push(Lettering::new(at, cost, size, Face::Bold, Ink::Way).plated().into());
    }
    marks
}

/// A line with a head, on a lighter line that sets it off from the ground.
fn arrow(marks: &mut Vec<Mark>, points: &[Vec2], ink: Ink, half: f32) {
    let [.., before, end] = points[..] else { return };
    let way = (end - before).normalize_or(Vec2::Y);
    let side = Vec2::new(-way.y, way.x);
    let neck = end - way * 0.42;
    let mut shaft = points.to_vec();
    if let Some(last) = shaft.last_mut() {
        *last = neck;
    }
    let head = |out: f32| {
        [end + way * out, neck - way * out + side * (0.3 + out), neck - way * out - side * (0.3 + out)]
    };
    let wide = Length::inches(half * 2.0).between(2.6, 12.0);
    let wider = Length::inches(half * 2.0 + 0.12).between(5.4, 18.0);
    marks.push(Mark::line(shaft.clone(), Pen::new(Ink::Halo, wider)));
    marks.push(Mark::fill(head(0.07), Ink::Halo));
    marks.push(Mark::line(shaft, Pen::new(ink, wide)));
    marks.push(Mark::fill(head(0.0), ink));
}

/// The zones of a side in its colour: hatched one way for the first side and the other way for the second.
pub fn zone_marks(lie: &Lie, side: u8, colour: ArmyColour, hexes: &[Hex]) -> Vec<Mark> {
    let (ink, wash) = (zone_ink(colour), zone_wash(colour));
    let mut marks = Vec::new();
    let way = Texture::Hatched(side).way().unwrap_or(Vec2::X);
    let pen = Pen::new(ink, Length::inches(0.035).between(0.8, 2.4));
    for hex in hexes {
        let corners = lie.corners(*hex);
        marks.push(Mark::fill(corners, wash));
        marks.extend(hatch(&corners, way, 0.28).into_iter().map(|stroke| Mark::line(stroke, pen)));
    }
    let mut hexes = hexes.to_vec();
    hexes.sort_unstable();
    outline(&mut marks, lie, &hexes, Pen::new(ink, Length::inches(0.07).between(1.4, 4.0)));
    marks
}

/// Hexes that may be chosen now: a bright ring with ticks at its corners.
pub fn lit_marks(lie: &Lie, hexes: &[Hex]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for hex in hexes {
        marks.push(Mark::fill(lie.corners(*hex), Ink::Lit));
        let ring = lie.inner_corners(*hex, 0.09);
        marks.push(Mark::ring(ring, Pen::new(Ink::BlockLine, Length::inches(0.17).between(3.4, 8.0))));
        marks.push(Mark::ring(ring, Pen::new(Ink::Active, Length::inches(0.11).between(2.2, 6.0))));
        for (out, inner) in ring.into_iter().zip(lie.inner_corners(*hex, 0.34)) {
            marks.push(Mark::line(
                [out, inner],
                Pen::new(Ink::Active, Length::inches(0.09).between(1.8, 5.0)),
            ));
        }
    }
    marks
}

/// The hex that the keyboard is on.
pub fn cursor_marks(lie: &Lie, hex: Hex) -> Vec<Mark> {
    let mut marks = Vec::new();
    let ring = lie.inner_corners(hex, 0.05);
    marks.push(Mark::ring(ring, Pen::new(Ink::Plate, Length::inches(0.19).between(4.2, 10.0))));
    marks.push(Mark::ring(
        ring,
        Pen::new(Ink::Selected, Length::inches(0.12).between(2.4, 7.0)).dashed(9.0, 4.0),
    ));
    marks
}

/// A hex that the piece in hand may not enter.
pub fn refused_hex_marks(lie: &Lie, hex: Hex) -> Vec<Mark> {
    let ring = lie.inner_corners(hex, 0.08);
    let pen = Pen::new(Ink::Bad, Length::inches(0.12).between(2.4, 7.0));
    vec![Mark::fill(ring, Ink::BadWash), Mark::ring(ring, pen.dashed(7.0, 4.0))]
}

/// A hexside between two neighbours that is about to be changed.
pub fn side_marks(lie: &Lie, hex: Hex, way: Direction) -> Vec<Mark> {
    let side = lie.side(hex, way);
    let pen = |ink, inches, least| Pen::new(ink, Length::inches(inches).between(least, 14.0));
    let wide = Mark::line(side, pen(Ink::Plate, 0.26, 5.0));
    vec![wide, Mark::line(side, pen(Ink::Selected, 0.16, 3.0))]
}

/// From this many points an inch there is room for a plate between two counters.
const ROOMY: f32 = 30.0;

/// An attack: arrows from each attacker's hex to the defender's, and the odds beside them, at this many points an inch.
pub fn attack_marks(lie: &Lie, from: &[Hex], to: &[Hex], odds: &str, scale: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    for target in to {
        for hex in from {
            let (a, b) = (lie.centre(*hex), lie.centre(*target));
            // Each attacker has an arrow on the hexside it attacks, not on the counter; guns fire from a distance.
            let near = lie.grid.distance(*hex, *target) == 1;
            if near || from.iter().all(|hex| lie.grid.distance(*hex, *target) > 1) {
                let way = (b - a).normalize_or(Vec2::Y);
                arrow(&mut marks, &[a + way * 0.55, b - way * 0.5], Ink::Attack, 0.15);
            } else {
                // A gun that joins others: its shot, not its assault.
                let way = (b - a).normalize_or(Vec2::Y);
                let shot = [a + way * 0.8, b - way * 0.7];
                let wide = Length::inches(0.2).between(3.4, 9.0);
                marks.push(Mark::line(shot, Pen::new(Ink::Halo, wide)));
                let pen = Pen::new(Ink::Attack, Length::inches(0.1).between(1.8, 6.0));
                marks.push(Mark::line(shot, pen.dashed(6.0, 4.0)));
            }
        }
    }
    if let ([attacker, ..], [defender, ..], false) = (from, to, odds.is_empty()) {
        let (a, b) = (lie.centre(*attacker), lie.centre(*defender));
        // Between the two, if there is room; from afar on the defender's symbol, which leaves all numbers clear.
        let roomy = scale >= ROOMY || lie.grid.distance(*attacker, *defender) > 1;
        let at = if roomy { (a + b) / 2.0 } else { b + Vec2::new(0.0, 0.5) };
        marks.push(odds_mark(at, odds));
    }
    marks
}

/// Odds on a plate with its middle here.
fn odds_mark(at: Vec2, odds: &str) -> Mark {
    let size = Length::inches(0.5).between(13.0, 34.0);
    Lettering::new(at, odds, size, Face::Bold, Ink::Attack).plated().into()
}

/// Hexes in which a combat is owed.
pub fn owed_marks(lie: &Lie, hexes: &[Hex]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for hex in hexes {
        let ring = lie.inner_corners(*hex, 0.12);
        marks.push(Mark::ring(
            ring,
            Pen::new(Ink::Owed, Length::inches(0.1).between(2.0, 6.0)).dashed(7.0, 5.0),
        ));
        owed_mark(&mut marks, lie.centre(*hex) + Vec2::new(0.0, FLAT * 0.4));
    }
    marks
}

/// A line of sight; if blocked, it breaks off at the blocking hex, which is crossed out.
pub fn line_of_sight_marks(lie: &Lie, from: Hex, to: Hex, blocked_by: Option<Hex>) -> Vec<Mark> {
    let (a, b) = (lie.centre(from), lie.centre(to));
    let ink = if blocked_by.is_some() { Ink::Bad } else { Ink::Good };
    let mut marks = Vec::new();
    let pen = Pen::new(ink, Length::inches(0.07).between(1.8, 5.0));
    marks.push(Mark::line([a, b], Pen::new(Ink::Halo, Length::inches(0.2).between(4.0, 10.0))));
    marks.push(Mark::line([a, b], if blocked_by.is_some() { pen.dashed(7.0, 5.0) } else { pen }));
    // An eye at its beginning.
    let eye = Length::inches(0.19).between(4.0, 14.0);
    marks.push(Mark::Disc { at: a, radius: eye, fill: Some(Ink::Plate), pen: Some(pen) });
    marks.push(Mark::dot(a, Length::inches(0.08).between(1.8, 6.0), ink));
    if let Some(hex) = blocked_by {
        let at = lie.centre(hex);
        for sign in [1.0, -1.0] {
            let arm = Vec2::new(0.34, 0.34 * sign);
            let cross = Length::inches(0.14).between(3.0, 9.0);
            marks.push(Mark::line(
                [at - arm, at + arm],
                Pen::new(Ink::Halo, Length::inches(0.26).between(5.6, 15.0)),
            ));
            marks.push(Mark::line([at - arm, at + arm], Pen::new(ink, cross)));
        }
        marks.push(Mark::ring(lie.inner_corners(hex, 0.1), pen.dashed(5.0, 4.0)));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexes::{Grid, Orientation, Stagger, Top};

    #[test]
    fn costs_are_said_in_halves() {
        let words = |halves| Cost { hex: Hex(1412), halves, stops: false }.words();
        assert_eq!([0, 1, 2, 3, 8, 9].map(words), ["0", "½", "1", "1½", "4", "4½"]);
    }

    #[test]
    fn a_border_is_one_ring_round_hexes_that_touch() {
        let lie = Lie::new(Grid {
            columns: 39,
            rows: 25,
            orientation: Orientation::Flat,
            stagger: Stagger::EvenDown,
            top: Top::North,
        });
        let ring = |hexes: &[Hex]| chains(&border(&lie, hexes), true);
        let one = ring(&[Hex(2010)]);
        assert!(one.len() == 1 && one[0].closed && one[0].points.len() == 6);
        let two = ring(&[Hex(2010), Hex(2011)]);
        assert!(two.len() == 1 && two[0].closed && two[0].points.len() == 10);
        assert_eq!(ring(&[Hex(2010), Hex(2511)]).len(), 2);
        let around: Vec<Hex> = [1910, 1911, 2009, 2011, 2110, 2111].map(Hex).to_vec();
        assert_eq!(ring(&around).len(), 2, "a ring has an inner border");
    }
}
