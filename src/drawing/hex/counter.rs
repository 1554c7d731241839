//! Counters: drawn blocks in army colours with the field symbol of the arm, strength and movement. Units: inches.
//!
//! Every condition is told by a shape of its own, not by colour alone. Corner brackets: may act. A tick: has moved. Hatching
//! and struck swords: has fought. An exclamation mark: owes a combat or is owed one. Crossed swords: in contact. A bent arrow:
//! displaced. A second ring: selected. A hollow, broken outline: a ghost. ×2: doubled.

use std::collections::BTreeMap;

use glam::Vec2;

use super::super::condition;
use super::super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::super::shape::hatch;
use super::lie::Lie;
use crate::hexes::Hex;

/// Half the side of a counter.
pub const HALF: f32 = 0.72;

/// Counters in one hex lie so far up and right of each other.
const STACKED: Vec2 = Vec2::new(0.17, 0.17);

/// What fights: which field symbol a counter bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

/// What a counter is in the middle of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    pub may_act: bool,
    pub moved: bool,
    pub fought: bool,
    /// It must attack or be attacked yet.
    pub owed: bool,
    pub in_contact: bool,
    /// A gun that others have pushed aside.
    pub displaced: bool,
    pub selected: bool,
    /// Where it would be: in hand.
    pub ghost: bool,
    /// Its strength counts twice here.
    pub doubled: bool,
}

/// A counter as it is drawn: plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    pub id: u16,
    /// None: off the map.
    pub hex: Option<Hex>,
    pub side: u8,
    /// Of its nation: see [`ArmyColour::of_nation`].
    pub colour: ArmyColour,
    pub arm: Arm,
    /// What it bears: `44`, `Kell`.
    pub designation: String,
    pub strength: u8,
    pub movement: u8,
    pub condition: Condition,
}

/// The middle of each counter that is on the map, by its place in the list; those in one hex lie fanned, the later above.
pub fn counter_places(lie: &Lie, counters: &[Counter]) -> Vec<(usize, Vec2)> {
    let mut many: BTreeMap<Hex, usize> = BTreeMap::new();
    for hex in counters.iter().filter_map(|counter| counter.hex) {
        *many.entry(hex).or_default() += 1;
    }
    let mut before: BTreeMap<Hex, usize> = BTreeMap::new();
    let mut places = Vec::with_capacity(counters.len());
    for (index, counter) in counters.iter().enumerate() {
        let Some(hex) = counter.hex else { continue };
        let k = before.entry(hex).or_default();
        let middle = (many[&hex] - 1) as f32 / 2.0;
        places.push((index, lie.centre(hex) + STACKED * (*k as f32 - middle)));
        *k += 1;
    }
    places
}

/// How far a counter alone reaches from its middle, in inches: with the signs round it, if it bears any.
pub fn counter_reach(counter: &Counter) -> f32 {
    HALF + if counter.condition == Condition::default() { 0.12 } else { 0.3 }
}

/// A counter with its middle here, at this many points an inch.
pub fn counter_marks(counter: &Counter, at: Vec2, scale: f32) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(24);
    let block = |half: f32| {
        [(-half, half), (half, half), (half, -half), (-half, -half)].map(|(x, y)| at + Vec2::new(x, y))
    };
    let now = counter.condition;
    let line = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.1, 3.0));
    if now.ghost {
        marks.push(Mark::fill(block(HALF), Ink::Halo));
        marks.push(Mark::ring(block(HALF), Pen::new(Ink::Way, line.width).dashed(5.0, 3.0)));
    } else {
        marks.push(Mark::fill(block(HALF).map(|c| c + Vec2::new(0.06, -0.07)), Ink::Shadow));
        marks.push(Mark::fill(block(HALF), Ink::Block(counter.colour)));
        if now.fought {
            let way = Vec2::new(1.0, 1.0).normalize();
            let pen = Pen::new(Ink::Faded, Length::inches(0.06).between(1.0, 3.0));
            marks.extend(hatch(&block(HALF), way, 0.2).into_iter().map(|stroke| Mark::line(stroke, pen)));
        } else if now.moved {
            marks.push(Mark::fill(block(HALF), Ink::Faded));
        }
        marks.push(Mark::ring(block(HALF), line));
        // The second side has an inner line as well: told apart without colour.
        if counter.side == 1 && scale >= PLATED {
            let inner = Pen::new(Ink::OnBlock(counter.colour), Length::inches(0.03).between(0.7, 2.0));
            marks.push(Mark::ring(block(HALF - 0.075), inner));
        }
    }
    face(&mut marks, counter, at, scale);
    over(&mut marks, counter, at, scale);
    marks
}

/// Strength and movement under the field symbol, and from nearer what it is called above it. From afar the numbers take most
/// of the room: they are what is read across a table.
fn face(marks: &mut Vec<Mark>, counter: &Counter, at: Vec2, scale: f32) {
    let ink = if counter.condition.ghost { Ink::Way } else { Ink::NameOnBlock(counter.colour) };
    let near = scale >= NEAR && !counter.designation.is_empty();
    let room = HALF * 1.9;
    let (box_at, half, number_at, high) =
        if near { (0.12, NEAR_BOX, -0.38, 0.72) } else { (0.36, FAR_BOX, -0.26, 0.92) };
    let boxed = scale >= PLATED;
    let (box_at, half, number_at, high) =
        if boxed { (box_at, half, number_at, high) } else { (0.44, TINY_BOX, -0.17, 0.86) };
    symbol(marks, counter.arm, at + Vec2::new(0.0, box_at), half, boxed, ink);
    // On the smallest counters strength alone: both would be a blur.
    let both = scale >= BOTH;
    let text = match both {
        true => format!("{}-{}", counter.strength, counter.movement),
        false => counter.strength.to_string(),
    };
    let high = if both { high } else { 1.2 };
    let high = if text.len() > 3 { high * 0.74 } else { high };
    let size = Length::inches(high).between(8.0, 110.0);
    let mut number = Lettering::new(at + Vec2::new(0.0, number_at), text, size, Face::Bold, ink);
    number.legible = 6.0;
    marks.push(number.into());
    if near {
        // Long names are set smaller, so that they stay on the counter.
        let high = if counter.designation.chars().count() > 4 { 0.32 } else { 0.44 };
        let size = Length::inches(high).between(0.0, 54.0);
        let mut name = Lettering::new(at + Vec2::new(0.0, 0.5), &counter.designation, size, Face::Roman, ink);
        name.room = room;
        marks.push(name.into());
    }
}

/// From so many points an inch a counter bears its designation.
const NEAR: f32 = 21.0;

/// From so many points an inch counters bear their movement.
const BOTH: f32 = 10.0;

/// From so many points an inch plates tell conditions, and symbols have boxes.
const PLATED: f32 = 13.0;

const FAR_BOX: Vec2 = Vec2::new(0.46, 0.22);
const NEAR_BOX: Vec2 = Vec2::new(0.33, 0.16);
const TINY_BOX: Vec2 = Vec2::new(0.3, 0.15);

/// The field symbol of an arm in a box of this half extent; from afar the box is left out.
fn symbol(marks: &mut Vec<Mark>, arm: Arm, at: Vec2, half: Vec2, boxed: bool, ink: Ink) {
    let pen = Pen::new(ink, Length::inches(0.055).between(1.1, 5.0));
    let corner = |x: f32, y: f32| at + half * Vec2::new(x, y);
    let case = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    match arm {
        Arm::Infantry => {
            marks.push(Mark::line([corner(-1.0, -1.0), corner(1.0, 1.0)], pen));
            marks.push(Mark::line([corner(-1.0, 1.0), corner(1.0, -1.0)], pen));
        }
        Arm::Cavalry => marks.push(Mark::line([corner(-1.0, -1.0), corner(1.0, 1.0)], pen)),
        Arm::Artillery => marks.push(Mark::dot(at, Length::inches(half.y * 0.56), ink)),
    }
    if boxed {
        marks.push(Mark::ring(case, pen));
    }
}

/// Brackets, rings and small plates.
fn over(marks: &mut Vec<Mark>, counter: &Counter, at: Vec2, scale: f32) {
    let mut now = counter.condition;
    if scale < PLATED {
        // A plate would hide the counter: the wash tells who has moved, the hatching who has fought.
        (now.in_contact, now.moved, now.fought, now.doubled) = (false, false, false, false);
    }
    if now.may_act && !now.ghost {
        let (out, arm) = (HALF + 0.03, 0.34);
        for (x, y) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            let bracket = [(x * out, y * (out - arm)), (x * out, y * out), (x * (out - arm), y * out)]
                .map(|(u, v)| at + Vec2::new(u, v));
            marks.push(Mark::line(bracket, Pen::new(Ink::BlockLine, Length::inches(0.16).between(2.6, 9.0))));
            marks.push(Mark::line(bracket, Pen::new(Ink::Active, Length::inches(0.1).between(1.7, 6.5))));
        }
    }
    if now.selected {
        let ring = |out: f32| {
            let out = HALF + out;
            [(-out, out), (out, out), (out, -out), (-out, -out)].map(|(x, y)| at + Vec2::new(x, y))
        };
        marks.push(Mark::ring(ring(0.1), Pen::new(Ink::Plate, Length::inches(0.17).between(4.2, 11.0))));
        marks.push(Mark::ring(ring(0.1), Pen::new(Ink::Selected, Length::inches(0.11).between(2.6, 7.5))));
    }
    let spot = |x: f32, y: f32| at + Vec2::new(x, y) * (HALF + 0.06);
    // Who owes a combat, is owed one or has had one is in contact, as a rule: said once.
    if now.in_contact && !now.owed && !now.fought {
        condition::swords(marks, spot(1.0, 1.0));
    }
    // The corner that the numbers leave free is for what is most wanted: a debt, then that it has fought or moved.
    let corner = spot(-1.0, 1.0);
    if now.owed {
        owed_mark(marks, corner);
    } else if now.fought {
        condition::swords(marks, corner);
        let s = Vec2::new(0.24, 0.0);
        let strike = Pen::new(Ink::OnPlate, Length::inches(0.06).between(1.4, 4.0));
        marks.push(Mark::line([corner - s, corner + s], strike));
    } else if now.moved {
        condition::tick(marks, corner);
    }
    if now.doubled {
        badge(marks, spot(-1.0, -1.0), "×2");
    } else if now.displaced {
        displaced(marks, spot(-1.0, -1.0));
    }
}

/// A triangle with an exclamation mark.
pub(super) fn owed_mark(marks: &mut Vec<Mark>, at: Vec2) {
    let corner =
        |out: f32| [(0.0, 0.37), (0.34, -0.22), (-0.34, -0.22)].map(|(x, y)| at + Vec2::new(x, y) * out);
    marks.push(Mark::fill(corner(1.0), Ink::Owed));
    marks.push(Mark::ring(corner(1.0), Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.2, 3.0))));
    let bar = Pen::new(Ink::OnOwed, Length::inches(0.075).between(1.6, 6.0));
    marks.push(Mark::line([at + Vec2::new(0.0, 0.17), at - Vec2::new(0.0, 0.05)], bar));
    marks.push(Mark::dot(at - Vec2::new(0.0, 0.145), Length::inches(0.045).between(0.9, 4.0), Ink::OnOwed));
}

/// Words on a round plate.
fn badge(marks: &mut Vec<Mark>, at: Vec2, words: &str) {
    condition::plate(marks, at);
    let size = Length::inches(0.3).between(6.5, 20.0);
    marks.push(Lettering::new(at, words, size, Face::Bold, Ink::OnPlate).into());
}

/// A bent arrow that leads away.
fn displaced(marks: &mut Vec<Mark>, at: Vec2) {
    condition::plate(marks, at);
    let pen = Pen::new(Ink::OnPlate, Length::inches(0.06).between(1.3, 4.0));
    let s = 0.13;
    let bend = [(1.0, 0.7), (0.2, 0.7), (-0.6, 0.2), (-0.6, -0.5)].map(|(x, y)| at + Vec2::new(x, y) * s);
    marks.push(Mark::line(bend, pen));
    let head = [(-1.2, -0.25), (0.0, -0.25), (-0.6, -1.2)].map(|(x, y)| at + Vec2::new(x, y) * s);
    marks.push(Mark::fill(head, Ink::OnPlate));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexes::{Grid, Orientation, Stagger, Top};

    fn counter(hex: u16, arm: Arm) -> Counter {
        Counter {
            id: 0,
            hex: Some(Hex(hex)),
            side: 0,
            colour: ArmyColour::Blue,
            arm,
            designation: "44".into(),
            strength: 5,
            movement: 4,
            condition: Condition::default(),
        }
    }

    fn lie() -> Lie {
        Lie::new(Grid {
            columns: 39,
            rows: 25,
            orientation: Orientation::Flat,
            stagger: Stagger::EvenDown,
            top: Top::North,
        })
    }

    #[test]
    fn counters_in_one_hex_are_fanned_about_its_middle() {
        let lie = lie();
        let mut counters = [counter(1412, Arm::Infantry), counter(1412, Arm::Cavalry)].to_vec();
        counters.push(Counter { hex: None, ..counter(1412, Arm::Infantry) });
        counters.push(counter(1411, Arm::Artillery));
        let places = counter_places(&lie, &counters);
        assert_eq!(places.iter().map(|place| place.0).collect::<Vec<_>>(), [0, 1, 3]);
        assert!(places[0].1.distance(lie.centre(Hex(1412))) > 0.05);
        assert!(((places[0].1 + places[1].1) / 2.0).distance(lie.centre(Hex(1412))) < 1e-3);
        assert_eq!(places[2].1, lie.centre(Hex(1411)));
    }

    #[test]
    fn every_condition_and_every_arm_changes_the_marks_and_not_only_their_inks() {
        let shapes = |counter: &Counter| -> Vec<Mark> {
            let marks = counter_marks(counter, Vec2::ZERO, 40.0);
            // Without ink: what remains when all colours are one.
            marks
                .into_iter()
                .map(|mark| match mark {
                    Mark::Fill { polygon, .. } => Mark::fill(polygon, Ink::Line),
                    Mark::Line { points, closed, pen } => {
                        Mark::Line { points, closed, pen: Pen { ink: Ink::Line, ..pen } }
                    }
                    other => other,
                })
                .collect()
        };
        let plain = counter(1412, Arm::Infantry);
        let mut all = vec![shapes(&plain)];
        for arm in [Arm::Cavalry, Arm::Artillery] {
            all.push(shapes(&counter(1412, arm)));
        }
        all.push(shapes(&Counter { side: 1, ..plain.clone() }));
        let conditions: [fn(&mut Condition); 9] = [
            |now| now.may_act = true,
            |now| now.moved = true,
            |now| now.fought = true,
            |now| now.owed = true,
            |now| now.in_contact = true,
            |now| now.displaced = true,
            |now| now.selected = true,
            |now| now.ghost = true,
            |now| now.doubled = true,
        ];
        for set in conditions {
            let mut marked = plain.clone();
            set(&mut marked.condition);
            all.push(shapes(&marked));
        }
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b), "{i} looks like another");
        }
    }
}
