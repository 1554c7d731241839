//! Command on a hex map: lines and ranges of command, and where a side's line of communications leaves the map.
//!
//! Units: inches of the sheet.

use glam::Vec2;

use super::super::mark::{ArmyColour, Ink, Length, Mark, Pen};
use super::lie::{FLAT, Lie};
use super::overlay::outline;
use hexes::{Direction, Hex};

/// Lines of command, each through these hexes from the leader to the led; `false` for a cut line, which is broken and crossed
/// out.
pub fn command_marks(lie: &Lie, lines: &[(Vec<Hex>, bool)]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (hexes, holds) in lines {
        let points: Vec<Vec2> = hexes.iter().map(|hex| lie.centre(*hex)).collect();
        let [first, .., last] = points[..] else { continue };
        let pen = Pen::new(Ink::Command, Length::inches(0.07).between(1.6, 4.5));
        marks.push(Mark::line(points.clone(), Pen::new(Ink::Halo, Length::inches(0.17).between(3.6, 9.0))));
        marks.push(Mark::line(points.clone(), if *holds { pen } else { pen.dashed(5.0, 5.0) }));
        for end in [first, last] {
            marks.push(Mark::dot(end, Length::inches(0.11).between(2.2, 8.0), Ink::Command));
        }
        if !holds {
            let at = middle(&points);
            for sign in [1.0, -1.0] {
                let arm = Vec2::new(0.26, 0.26 * sign);
                let cross = |ink, inches, least| Pen::new(ink, Length::inches(inches).between(least, 12.0));
                marks.push(Mark::line([at - arm, at + arm], cross(Ink::Halo, 0.22, 5.0)));
                marks.push(Mark::line([at - arm, at + arm], cross(Ink::Command, 0.11, 2.6)));
            }
        }
    }
    marks
}

/// The middle of a line, along it.
fn middle(points: &[Vec2]) -> Vec2 {
    let long = |pair: &[Vec2]| pair[0].distance(pair[1]);
    let mut rest = points.windows(2).map(long).sum::<f32>() / 2.0;
    for pair in points.windows(2) {
        if rest <= long(pair) {
            return pair[0].lerp(pair[1], rest / long(pair).max(f32::EPSILON));
        }
        rest -= long(pair);
    }
    points.last().copied().unwrap_or_default()
}

/// A range of command, or any other set of hexes: a wash and a broken outline.
pub fn range_marks(lie: &Lie, hexes: &[Hex]) -> Vec<Mark> {
    let mut marks: Vec<Mark> =
        hexes.iter().map(|hex| Mark::fill(lie.corners(*hex), Ink::CommandWash)).collect();
    let mut hexes = hexes.to_vec();
    hexes.sort_unstable();
    let pen = Pen::new(Ink::Command, Length::inches(0.08).between(1.6, 5.0)).dashed(9.0, 4.0);
    outline(&mut marks, lie, &hexes, pen);
    marks
}

/// The hexes to which a side's line of communications leads: at the edge of the map an arrow off the map, elsewhere the wheel
/// of a depot.
pub fn communication_marks(lie: &Lie, hexes: &[Hex], colour: ArmyColour) -> Vec<Mark> {
    let mut marks = Vec::new();
    let line = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.1, 3.0));
    for hex in hexes {
        let at = lie.centre(*hex);
        let off = Direction::ALL.into_iter().filter(|way| lie.grid.neighbour(*hex, *way).is_none());
        match off.map(|way| lie.step(way)).sum::<Vec2>().try_normalize() {
            Some(way) => {
                let side = way.perp();
                // From within the hex to beyond its side.
                let point = |(along, across): (f32, f32)| at + (way * along + side * across) * FLAT;
                let half = [(0.2, 0.1), (0.42, 0.1), (0.42, 0.22), (0.72, 0.0)];
                let other = half.into_iter().rev().skip(1).map(|(along, across)| (along, -across));
                let arrow: Vec<Vec2> = half.into_iter().chain(other).map(point).collect();
                marks.push(Mark::fill(arrow.clone(), Ink::Block(colour)));
                marks.push(Mark::ring(arrow, line));
            }
            None => {
                let disc = |inches, fill| Mark::Disc {
                    at,
                    radius: Length::inches(inches).between(0.0, f32::INFINITY),
                    fill: Some(fill),
                    pen: Some(line),
                };
                marks.push(disc(0.42, Ink::Block(colour)));
                let spokes = Pen::new(Ink::OnBlock(colour), Length::inches(0.06).between(1.0, 3.5));
                for spoke in &Direction::ALL[..3] {
                    let arm = lie.step(*spoke).normalize_or_zero() * 0.42;
                    marks.push(Mark::line([at - arm, at + arm], spokes));
                }
                marks.push(disc(0.1, Ink::BlockLine));
            }
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::MapTurn;
    use hexes::Grid;

    #[test]
    fn a_line_that_is_cut_is_broken_and_crossed_out() {
        let lie = Lie::new(Grid::LAB);
        let way = [1010, 1011, 1012].map(Hex).to_vec();
        let holds = command_marks(&lie, &[(way.clone(), true)]);
        let cut = command_marks(&lie, &[(way, false)]);
        assert_eq!(cut.len(), holds.len() + 4);
        let dashed = |mark: &Mark| matches!(mark, Mark::Line { pen, .. } if pen.dash.is_some());
        assert!(cut.iter().any(dashed) && !holds.iter().any(dashed));
        // The cross lies in the middle of the line.
        let (low, high) = cut[cut.len() - 1].bounds();
        assert!(((low + high) / 2.0).distance(lie.centre(Hex(1011))) < 1e-3);
        assert!(
            command_marks(&lie, &[(vec![Hex(1010)], true)]).is_empty(),
            "who leads himself needs no line"
        );
    }

    #[test]
    fn communications_leave_the_map_over_its_edge_however_it_is_turned() {
        for turn in 0..MapTurn::ROUND {
            let lie = Lie::turned(Grid::LAB, turn.into());
            for hex in [113, 3913, 2001, 2025].map(Hex) {
                let marks = communication_marks(&lie, &[hex], ArmyColour::White);
                let Mark::Fill { polygon, .. } = &marks[0] else { panic!("{marks:?}") };
                assert_eq!(lie.hex_at(polygon[3]), None, "its tip is off the map: {hex} of {turn}");
            }
            assert!(matches!(
                communication_marks(&lie, &[Hex(2010)], ArmyColour::White)[0],
                Mark::Disc { .. }
            ));
        }
    }
}
