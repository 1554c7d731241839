//! The facing of a counter: a band along its front, and its front, flank and rear hexsides. Units: inches of the sheet.

use super::super::mark::{ArmyColour, Ink, Length, Mark, Pen};
use super::counter::Counter;
use super::lie::Lie;
use hexes::{Direction, Hex};

/// The side of a facing unit that a hexside is on, as the rules define it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    Front,
    Flank,
    Rear,
}

/// A band in the colour of the army along the hexside that each of these faces; to be drawn over the counters.
pub fn front_marks(lie: &Lie, counters: &[Counter]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for counter in counters {
        let (Some(hex), Some(way)) = (counter.hex, counter.faces) else { continue };
        marks.extend(band(inner_side(lie, hex, way, 0.03), counter.colour));
    }
    marks
}

/// The front band of one counter drawn round the origin, at any place; empty if it has no facing.
pub fn ghost_front_marks(lie: &Lie, counter: &Counter) -> Vec<Mark> {
    let (Some(hex), Some(way)) = (counter.hex, counter.faces) else { return Vec::new() };
    let middle = lie.centre(hex);
    band(inner_side(lie, hex, way, 0.03).map(|end| end - middle), counter.colour).into()
}

fn band(side: [glam::Vec2; 2], colour: ArmyColour) -> [Mark; 2] {
    let pen = |ink, inches, least| Pen::new(ink, Length::inches(inches).between(least, 16.0));
    [Mark::line(side, pen(Ink::BlockLine, 0.24, 4.4)), Mark::line(side, pen(Ink::Block(colour), 0.15, 2.6))]
}

/// The six hexsides of a hex for a unit there: a solid line in front, a broken one at the flanks, strokes like the teeth of a
/// comb in the rear.
pub fn facing_marks(lie: &Lie, hex: Hex, facing: impl Fn(Direction) -> Facing) -> Vec<Mark> {
    let pen = |ink, inches, least| Pen::new(ink, Length::inches(inches).between(least, 9.0));
    let mut marks = Vec::new();
    for way in Direction::ALL {
        let side = inner_side(lie, hex, way, 0.1);
        marks.push(Mark::line(side, pen(Ink::Halo, 0.24, 4.6)));
        match facing(way) {
            Facing::Front => marks.push(Mark::line(side, pen(Ink::Way, 0.15, 3.0))),
            Facing::Flank => marks.push(Mark::line(side, pen(Ink::Way, 0.09, 2.0).dashed(6.0, 4.0))),
            Facing::Rear => {
                let inner = inner_side(lie, hex, way, 0.32);
                marks.extend((0_u8..=6).map(|k| {
                    let share = f32::from(k) / 6.0;
                    let tooth = [side, inner].map(|[a, b]| a.lerp(b, share));
                    Mark::line(tooth, pen(Ink::Way, 0.04, 1.2))
                }));
            }
        }
    }
    marks
}

/// A hexside, moved inward by this many inches.
fn inner_side(lie: &Lie, hex: Hex, way: Direction, by: f32) -> [glam::Vec2; 2] {
    let corners = lie.inner_corners(hex, by);
    [corners[way.index()], corners[(way.index() + 1) % 6]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Arm, Condition, MapTurn};
    use hexes::Grid;

    #[test]
    fn a_front_lies_towards_the_neighbour_that_is_faced_however_the_map_is_turned() {
        let hex = Hex(1412);
        let counter = |faces| Counter {
            id: 0,
            hex: Some(hex),
            side: 0,
            colour: ArmyColour::Blue,
            arm: Arm::Infantry,
            designation: String::new(),
            strength: 5,
            movement: 4,
            condition: Condition::default(),
            faces,
        };
        for turn in 0..MapTurn::ROUND {
            let lie = Lie::turned(Grid::LAB, turn.into());
            for way in Direction::ALL {
                let marks = front_marks(&lie, &[counter(Some(way)), counter(None)]);
                assert_eq!(marks.len(), 2, "a band and its edge");
                let (low, high) = marks[1].bounds();
                let off = (low + high) / 2.0 - lie.centre(hex);
                assert!(off.normalize().dot(lie.step(way).normalize()) > 0.999, "{way:?} of {turn}");
            }
        }
    }

    #[test]
    fn front_flank_and_rear_are_told_apart_without_colour() {
        let lie = Lie::new(Grid::LAB);
        let of = |facing| facing_marks(&lie, Hex(1412), move |_| facing);
        let [front, flank, rear] = [Facing::Front, Facing::Flank, Facing::Rear].map(of);
        assert!(front != flank && flank != rear && front != rear);
        assert!(rear.len() > front.len());
    }
}
