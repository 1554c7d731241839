//! Counters: drawn blocks in army colours with the field symbol of the arm, strength and movement. Units: inches.
//!
//! Every condition is shown by a shape of its own, not only by colour. Corner brackets: may act. A tick: has moved. Hatching
//! and struck swords: has fought. An exclamation mark: owes a combat or is owed one. Crossed swords: in contact. A bent arrow:
//! displaced. A second ring: selected. A hollow, broken outline: a ghost. ×2: doubled. A white flag in place of the field
//! symbol and a torn white border: routed. A flag on a broken staff: demoralised. A lance: charging. A cut line: out of
//! command. An hourglass: spent. A leader is a smaller counter with a star and the bonus. From afar, without plates, an
//! arrowhead over the counter is for the lance, a notch in its right side for the broken staff, a ball beside its left one for
//! the cut line.

use std::collections::BTreeMap;

use glam::Vec2;

use super::super::condition;
use super::super::letters::{line_size, size_of_figures};
use super::super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::super::shape::{Span, hatch, spread};
use super::super::stands::LEAST_FIGURE;
use super::lie::Lie;
use super::signs;
use hexes::{Direction, Hex};

/// Half the side of a counter.
pub const HALF: f32 = 0.72;

/// Offset between counters in one hex, right and up.
const STACKED: Vec2 = Vec2::new(0.17, 0.17);

/// Half the side of a leader's counter.
pub const LEADER_HALF: f32 = 0.42;

/// Offset of a unit with a leader.
const BESIDE_LEADER: Vec2 = Vec2::new(-0.2, -0.16);
/// Offset of the leader from the middle of the hex.
const LEADER: Vec2 = Vec2::new(0.6, 0.5);

/// Offset between leaders in one hex.
const LEADERS: Vec2 = Vec2::new(-0.8, 0.0);

/// The arm: the symbol on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// The counter shows the bonus in place of strength and movement.
    Leader {
        bonus: i8,
    },
}

/// The condition of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    pub may_act: bool,
    pub moved: bool,
    pub fought: bool,
    /// It must still attack or be attacked.
    pub owed: bool,
    pub in_contact: bool,
    /// A gun that others have displaced.
    pub displaced: bool,
    pub selected: bool,
    /// Drawn at its destination while in hand.
    pub ghost: bool,
    /// Its strength counts twice here.
    pub doubled: bool,
    /// It has lost its order, and lies face down.
    pub routed: bool,
    pub demoralised: bool,
    pub charging: bool,
    pub out_of_command: bool,
    /// It takes no further part, whether it fought or not.
    pub spent: bool,
}

/// A counter in the form in which it is drawn: plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    pub id: u16,
    /// `None` off the map.
    pub hex: Option<Hex>,
    pub side: u8,
    /// The colour of its nation: see [`ArmyColour::of_nation`].
    pub colour: ArmyColour,
    pub arm: Arm,
    /// Its label: `44`, `Kell`.
    pub designation: String,
    pub strength: u8,
    pub movement: u8,
    pub condition: Condition,
    /// The hexside that it faces, see [`super::front_marks`]; `None` if facing is not played, or if it has none.
    pub faces: Option<Direction>,
}

impl Counter {
    const fn leads(&self) -> bool {
        matches!(self.arm, Arm::Leader { .. })
    }

    /// Half the side of the counter.
    pub const fn half(&self) -> f32 {
        if self.leads() { LEADER_HALF } else { HALF }
    }
}

/// The boxes covered by the counters on a map, including all signs that they might bear.
pub fn counters_cover(lie: &Lie, counters: &[Counter]) -> Vec<Span> {
    let cover = |(index, at): (usize, Vec2)| spread(at, Vec2::splat(counters[index].half() + SIGNS));
    counter_places(lie, counters).into_iter().map(cover).collect()
}

/// The middle of each counter on the map, by its index in the list; those in one hex are fanned out, later ones above. Leaders
/// come last in a hex, beside its units, so that the numbers of both can be seen.
pub fn counter_places(lie: &Lie, counters: &[Counter]) -> Vec<(usize, Vec2)> {
    // For each hex, the numbers of units and of leaders in it.
    let mut many: BTreeMap<Hex, [usize; 2]> = BTreeMap::new();
    for counter in counters {
        if let Some(hex) = counter.hex {
            many.entry(hex).or_default()[usize::from(counter.leads())] += 1;
        }
    }
    let mut before: BTreeMap<(Hex, bool), usize> = BTreeMap::new();
    let mut places = Vec::with_capacity(counters.len());
    for leads in [false, true] {
        for (index, counter) in counters.iter().enumerate().filter(|(_, counter)| counter.leads() == leads) {
            let Some(hex) = counter.hex else { continue };
            let k = before.entry((hex, leads)).or_default();
            let [units, leaders] = many[&hex];
            let from_middle = |many: usize| *k as f32 - (many - 1) as f32 / 2.0;
            let off = match (leads, units > 0 && leaders > 0) {
                (false, false) => STACKED * from_middle(units),
                (false, true) => STACKED * from_middle(units) + BESIDE_LEADER,
                (true, false) => LEADERS * from_middle(leaders),
                (true, true) => LEADER + LEADERS * *k as f32,
            };
            places.push((index, lie.centre(hex) + off));
            *k += 1;
        }
    }
    places
}

/// Distance that a counter alone extends from its middle, in inches: including the signs round it, if it has any.
pub fn counter_reach(counter: &Counter) -> f32 {
    counter.half() + if counter.condition == Condition::default() { 0.12 } else { SIGNS }
}

/// Distance beyond its edges at which a counter has signs, in inches.
const SIGNS: f32 = 0.3;

/// A counter with its middle here, at this many points an inch.
///
/// As counters shrink, first their names leave them, then movement, the box round the field symbol, the symbol, and at last the
/// strength: a dot in the colour of the side is left.
pub fn counter_marks(counter: &Counter, at: Vec2, scale: f32) -> Vec<Mark> {
    if scale < NUMBERED {
        return dot(counter, at);
    }
    let mut marks = ground(counter, at, scale);
    face(&mut marks, counter, at, scale);
    over(&mut marks, counter, at, scale);
    marks
}

/// A counter without room for a figure: a dot in the colour of its side, ringed while it may act or is selected.
fn dot(counter: &Counter, at: Vec2) -> Vec<Mark> {
    let now = counter.condition;
    let radius = Length::inches(counter.half() * 0.8).between(if counter.leads() { 1.6 } else { 2.4 }, 8.0);
    let ring = match (now.selected, now.may_act) {
        (true, _) => Pen::fine(Ink::Selected, 2.0),
        (false, true) => Pen::fine(Ink::Active, 1.6),
        (false, false) => Pen::fine(Ink::Frame(counter.colour), 0.8),
    };
    let fill = if now.ghost { Ink::Halo } else { Ink::Block(counter.colour) };
    vec![Mark::Disc { at, radius, fill: Some(fill), pen: Some(ring) }]
}

/// A counter to be cut out, about its middle: its lettering keeps clear of its frame and of the line within.
pub fn cut_counter_marks(counter: &Counter, scale: f32) -> Vec<Mark> {
    let mut marks = ground(counter, Vec2::ZERO, scale);
    cut_face(&mut marks, counter);
    over(&mut marks, counter, Vec2::ZERO, scale);
    marks
}

/// Its colour, its frame, and washes over it.
fn ground(counter: &Counter, at: Vec2, scale: f32) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(24);
    let block = |half: f32| {
        [(-half, half), (half, half), (half, -half), (-half, -half)].map(|(x, y)| at + Vec2::new(x, y))
    };
    let now = counter.condition;
    let whole = counter.half();
    let line = Pen::new(Ink::Frame(counter.colour), Length::inches(0.05).between(1.1, 3.0));
    if now.ghost {
        marks.push(Mark::fill(block(whole), Ink::Halo));
        marks.push(Mark::ring(block(whole), Pen::new(Ink::Way, line.width).dashed(5.0, 3.0)));
    } else {
        marks.push(Mark::fill(block(whole).map(|c| c + Vec2::new(0.06, -0.07)), Ink::Shadow));
        marks.push(Mark::fill(block(whole), Ink::Block(counter.colour)));
        if now.fought {
            let way = Vec2::new(1.0, 1.0).normalize();
            let pen = Pen::new(Ink::Faded, Length::inches(0.06).between(1.0, 3.0));
            marks.extend(hatch(&block(whole), way, 0.2).into_iter().map(|stroke| Mark::line(stroke, pen)));
        } else if now.moved || now.spent {
            marks.push(Mark::fill(block(whole), Ink::Faded));
        }
        marks.push(Mark::ring(block(whole), line));
        // The second side has an inner line as well, to be told apart without colour.
        if counter.side == 1 && scale >= PLATED {
            let inner = Pen::new(Ink::OnBlock(counter.colour), Length::inches(0.03).between(0.7, 2.0));
            marks.push(Mark::ring(block(whole - 0.075), inner));
        }
        if now.routed {
            // Torn and white, like that of a stand: visible from afar, where the flag is small.
            let border = |ink, inches, least, most| {
                let pen = Pen::new(ink, Length::inches(inches).between(least, most));
                Mark::ring(block(whole + 0.03), pen.dashed(7.0, 4.0))
            };
            marks.push(border(Ink::BlockLine, 0.2, 3.6, 10.0));
            marks.push(border(Ink::Pip, 0.12, 2.0, 6.5));
        }
    }
    marks
}

/// Name, field symbol and numbers below each other; for a leader, the name over a star and the bonus.
fn cut_face(marks: &mut Vec<Mark>, counter: &Counter) {
    let ink = Ink::NameOnBlock(counter.colour);
    // Half the width between the lines within the frame.
    let inner = counter.half() - 0.075 - 0.055;
    let words = |marks: &mut Vec<Mark>, [x, y]: [f32; 2], text: &str, face: Face, [high, room]: [f32; 2]| {
        // Sizes are rounded to those of the fonts.
        let wide = line_size(text, face, 100.0, 0.0).x / 100.0 * 1.06;
        let size = Length::inches(high.min(room / wide.max(0.01)));
        let mut words = Lettering::new(Vec2::new(x, y), text, size, face, ink);
        words.legible = 0.0;
        marks.push(words.into());
    };
    if let Arm::Leader { bonus } = counter.arm {
        words(marks, [0.0, 0.16], &counter.designation, Face::Roman, [0.22, inner * 2.0]);
        marks.push(signs::star(Vec2::new(-0.165, -0.13), 0.115, ink));
        return words(marks, [0.12, -0.14], &format!("{bonus:+}"), Face::Bold, [0.32, inner * 1.1]);
    }
    words(marks, [0.0, 0.43], &counter.designation, Face::Roman, [0.34, inner * 2.0]);
    let (box_at, half) = (Vec2::new(0.0, 0.08), NEAR_BOX);
    if counter.condition.routed {
        signs::white_flag(marks, box_at, half);
    } else {
        symbol(marks, counter.arm, box_at, half, true, ink);
    }
    let both = format!("{}-{}", counter.strength, counter.movement);
    words(marks, [0.0, -0.36], &both, Face::Bold, [0.62, inner * 2.0]);
}

/// Strength and movement under the field symbol, and from nearer its label above the symbol. From afar the numbers take most
/// of the room: they are what is read across a table.
fn face(marks: &mut Vec<Mark>, counter: &Counter, at: Vec2, scale: f32) {
    let ink = if counter.condition.ghost { Ink::Way } else { Ink::NameOnBlock(counter.colour) };
    if let Arm::Leader { bonus } = counter.arm {
        return leader_face(marks, counter, bonus, (at, scale), ink);
    }
    let near = scale >= NEAR && !counter.designation.is_empty();
    let room = HALF * 1.9;
    let (box_at, half, number_at, high): (f32, Vec2, f32, f32) =
        if near { (0.12, NEAR_BOX, -0.38, 0.72) } else { (0.36, FAR_BOX, -0.26, 0.92) };
    let boxed = scale >= PLATED;
    let (box_at, half, number_at, high) =
        if boxed { (box_at, half, number_at, high) } else { (0.44, TINY_BOX, -0.17, 0.86) };
    let signed = scale >= SIGNED;
    if signed && counter.condition.routed {
        signs::white_flag(marks, at + Vec2::new(0.0, box_at), half);
    } else if signed {
        symbol(marks, counter.arm, at + Vec2::new(0.0, box_at), half, boxed, ink);
    }
    let least = size_of_figures(Face::Bold, LEAST_FIGURE);
    let both = format!("{}-{}", counter.strength, counter.movement);
    let high = if both.len() > 3 { high * 0.74 } else { high };
    // On the smallest counters only strength: there is no room for both.
    let wide = line_size(&both, Face::Bold, high.max(least / scale), 0.0).x;
    let (text, high, number_at) = match wide <= room {
        true => (both, high, number_at),
        false => (counter.strength.to_string(), 1.2, if signed { -0.22 } else { 0.0 }),
    };
    let size = Length::inches(high).between(least, 110.0);
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

/// A leader's bonus under a star, and from nearer the name over both; from afar only the bonus.
fn leader_face(marks: &mut Vec<Mark>, counter: &Counter, bonus: i8, (at, scale): (Vec2, f32), ink: Ink) {
    let near = scale >= NEAR_LEADER && !counter.designation.is_empty();
    let (star_at, number_at, high) = match (scale >= STARRED, near) {
        (false, _) => (None, Vec2::ZERO, 0.72),
        (true, false) => (Some((Vec2::new(0.0, 0.19), 0.19)), Vec2::new(0.0, -0.16), 0.46),
        (true, true) => (Some((Vec2::new(-0.2, -0.13), 0.17)), Vec2::new(0.14, -0.14), 0.42),
    };
    if scale < BONUS {
        return marks.push(signs::star(at, LEADER_HALF * 0.8, ink));
    }
    marks.extend(star_at.map(|(off, far)| signs::star(at + off, far, ink)));
    let size = Length::inches(high).between(size_of_figures(Face::Bold, LEAST_FIGURE), 60.0);
    let (text, number_at) = match scale >= STARRED {
        true => (format!("{bonus:+}"), number_at),
        // The sign beside the digit is drawn: as a letter it would extend beyond the counter.
        false => {
            let pen = Pen::new(ink, Length::inches(0.06).between(1.2, 3.0));
            let beside = |x: f32, y: f32| at + Vec2::new(x - 0.25, y);
            marks.push(Mark::line([beside(-0.11, 0.0), beside(0.11, 0.0)], pen));
            if bonus >= 0 {
                marks.push(Mark::line([beside(0.0, -0.11), beside(0.0, 0.11)], pen));
            }
            (bonus.unsigned_abs().to_string(), number_at + Vec2::new(0.12, 0.0))
        }
    };
    let mut number = Lettering::new(at + number_at, text, size, Face::Bold, ink);
    number.legible = 6.0;
    marks.push(number.into());
    if near {
        let size = Length::inches(0.24).between(0.0, 40.0);
        let above = at + Vec2::new(0.0, 0.22);
        let mut name = Lettering::new(above, &counter.designation, size, Face::Roman, ink);
        (name.room, name.shrinks) = (LEADER_HALF * 1.9, true);
        marks.push(name.into());
    }
}

/// From this many points an inch, a leader's counter has room for a star and the number under it.
const STARRED: f32 = 22.0;

/// From this many points an inch, a leader's counter bears the name.
const NEAR_LEADER: f32 = 30.0;

/// From this many points an inch, a counter bears its designation.
const NEAR: f32 = 21.0;

/// From this many points an inch, conditions are shown on plates, and symbols have boxes.
const PLATED: f32 = 13.0;

/// From this many points an inch, a leader's counter has room for the bonus.
const BONUS: f32 = 12.0;

/// From this many points an inch, there is room for a symbol over the strength.
const SIGNED: f32 = 9.5;

/// From this many points an inch, there is room for the strength.
const NUMBERED: f32 = 7.0;

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
        Arm::Leader { .. } => return marks.push(signs::star(at, half.y * 1.2, ink)),
    }
    if boxed {
        marks.push(Mark::ring(case, pen));
    }
}

/// Brackets, rings and small plates. From afar a plate would hide the counter: there a wash marks moved counters, hatching
/// those that fought, and conditions at the edges have marks of their own.
fn over(marks: &mut Vec<Mark>, counter: &Counter, at: Vec2, scale: f32) {
    let (now, whole) = (counter.condition, counter.half());
    if now.may_act && !now.ghost {
        brackets(marks, at, whole);
    }
    if now.selected {
        second_ring(marks, at, whole);
    }
    let spot = |x: f32, y: f32| at + Vec2::new(x, y) * (whole + 0.06);
    if scale < PLATED {
        if now.owed {
            owed_mark(marks, spot(-1.0, 1.0));
        }
        if now.displaced {
            displaced(marks, spot(-1.0, -1.0));
        }
        far_signs(marks, now, at, whole);
        return;
    }
    // A counter that owes a combat, is owed one or has had one is usually in contact: marked once.
    if now.in_contact && !now.owed && !now.fought {
        condition::swords(marks, spot(1.0, 1.0));
    }
    best_corner(marks, now, spot(-1.0, 1.0));
    if now.doubled {
        badge(marks, spot(-1.0, -1.0), "×2");
    } else if now.displaced {
        displaced(marks, spot(-1.0, -1.0));
    }
    type Sign = fn(&mut Vec<Mark>, Vec2);
    let others: [(bool, Sign, Vec2); 3] = [
        (now.charging, signs::lance, spot(0.0, 1.0) + Vec2::new(0.0, 0.14)),
        (now.out_of_command, signs::cut_line, spot(-1.0, 0.0)),
        (now.demoralised, signs::broken_flag, spot(1.0, 0.0)),
    ];
    for (_, sign, place) in others.into_iter().filter(|(is, ..)| *is) {
        sign(marks, place);
    }
}

/// Brackets at the four corners of a counter that may act.
fn brackets(marks: &mut Vec<Mark>, at: Vec2, whole: f32) {
    let (out, arm) = (whole + 0.03, 0.34 * (whole / HALF));
    for (x, y) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        let bracket = [(x * out, y * (out - arm)), (x * out, y * out), (x * (out - arm), y * out)]
            .map(|(u, v)| at + Vec2::new(u, v));
        marks.push(Mark::line(bracket, Pen::new(Ink::BlockLine, Length::inches(0.16).between(2.6, 9.0))));
        marks.push(Mark::line(bracket, Pen::new(Ink::Active, Length::inches(0.1).between(1.7, 6.5))));
    }
}

/// A second ring round a selected counter.
fn second_ring(marks: &mut Vec<Mark>, at: Vec2, whole: f32) {
    let out = whole + 0.1;
    let ring = [(-out, out), (out, out), (out, -out), (-out, -out)].map(|(x, y)| at + Vec2::new(x, y));
    marks.push(Mark::ring(ring, Pen::new(Ink::Plate, Length::inches(0.17).between(4.2, 11.0))));
    marks.push(Mark::ring(ring, Pen::new(Ink::Selected, Length::inches(0.11).between(2.6, 7.5))));
}

/// The corner left free by the numbers shows the most important sign: a combat owed, then that it has fought or moved.
fn best_corner(marks: &mut Vec<Mark>, now: Condition, corner: Vec2) {
    if now.owed {
        owed_mark(marks, corner);
    } else if now.fought {
        condition::swords(marks, corner);
        let s = Vec2::new(0.24, 0.0);
        let strike = Pen::new(Ink::OnPlate, Length::inches(0.06).between(1.4, 4.0));
        marks.push(Mark::line([corner - s, corner + s], strike));
    } else if now.spent {
        signs::hourglass(marks, corner);
    } else if now.moved {
        condition::tick(marks, corner);
    }
}

/// Signs that are clear at few points: an arrowhead over it, charging; a notch in its right side, demoralised; a ball beside
/// and separate from its left side, out of command.
fn far_signs(marks: &mut Vec<Mark>, now: Condition, at: Vec2, whole: f32) {
    let line = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.1, 3.0));
    let shape = |marks: &mut Vec<Mark>, corners: [(f32, f32); 3]| {
        let corners = corners.map(|(x, y)| at + Vec2::new(x, y));
        marks.push(Mark::fill(corners, Ink::Pip));
        marks.push(Mark::ring(corners, line));
    };
    if now.charging {
        shape(marks, [(-0.36, whole + 0.02), (0.36, whole + 0.02), (0.0, whole + 0.5)]);
    }
    if now.demoralised {
        // Beside the field symbol, clear of the numbers.
        shape(marks, [(whole + 0.06, 0.66), (whole + 0.06, -0.02), (whole - 0.34, 0.32)]);
    }
    if now.out_of_command {
        let ball = at - Vec2::new(whole + 0.26, 0.0);
        marks.push(Mark::dot(ball, Length::inches(0.24).between(2.8, 6.0), Ink::BlockLine));
        marks.push(Mark::dot(ball, Length::inches(0.15).between(1.6, 4.0), Ink::Pip));
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

/// A bent arrow pointing away.
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
    use crate::shape::shared;
    use crate::written_on;
    use hexes::{Grid, Orientation, Stagger, Top};

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
            faces: None,
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
    fn a_leader_lies_beside_the_unit_that_he_is_with_and_leaves_its_numbers_clear() {
        let lie = lie();
        let leader = counter(1412, Arm::Leader { bonus: 2 });
        let alone = counter_places(&lie, std::slice::from_ref(&leader));
        assert_eq!(alone, [(0, lie.centre(Hex(1412)))]);
        // Also where he stands in the list before it: he lies above.
        let places = counter_places(&lie, &[leader.clone(), counter(1412, Arm::Infantry), leader]);
        let [(1, unit), (0, one), (2, other)] = places[..] else { panic!("{places:?}") };
        // The numbers of a unit lie under this line, see `face`.
        let numbers = unit.y + 0.09;
        for at in [one, other] {
            assert!(at.y - LEADER_HALF > numbers, "{at}");
            assert!(at.distance(lie.centre(Hex(1412))) < 1.0);
        }
        assert!(one.distance(other) > 0.3);
    }

    /// In windows of all sizes, from a whole map at 1280 by 800 on.
    #[test]
    fn what_leaders_add_is_read_whole_also_where_two_stand_together() {
        let lie = lie();
        let lead = |bonus| counter(1412, Arm::Leader { bonus });
        let all = [counter(1412, Arm::Infantry), lead(1), lead(2)];
        let places = counter_places(&lie, &all);
        for scale in [13.5, 15.0, 17.0, 20.0, 24.0, 28.0] {
            let [(unit, unit_at), (one, one_at), (other, other_at)] = places[..] else {
                panic!("three lie there")
            };
            let marks = |index: usize, at| counter_marks(&all[index], at, scale);
            let figures = |marks: &[Mark]| written_on(marks, scale);
            let (first, second) = (marks(one, one_at), marks(other, other_at));
            let number = figures(&first)[0];
            let over = spread(other_at, Vec2::splat(LEADER_HALF));
            assert!(shared(number, over) < 0.02, "at {scale} the next leader hides {}", all[one].designation);
            for leader in [&first, &second] {
                let number = figures(leader)[0];
                let stars = leader.iter().filter_map(|mark| match mark {
                    Mark::Fill { ink: Ink::NameOnBlock(_), .. } => Some(mark.bounds()),
                    _ => None,
                });
                assert!(
                    stars.into_iter().all(|star| shared(number, star) < 0.01),
                    "at {scale} the star is under it"
                );
            }
            let strength = *figures(&marks(unit, unit_at)).first().expect("it has a strength");
            assert!(shared(strength, spread(one_at, Vec2::splat(LEADER_HALF))) < 0.02, "at {scale}");
            assert!(shared(strength, over) < 0.02, "at {scale}");
        }
    }

    /// The marks at so many points an inch without their inks: what remains when all colours are one.
    fn shapes(counter: &Counter, scale: f32) -> Vec<Mark> {
        let plain = |mark| match mark {
            Mark::Fill { polygon, .. } => Mark::fill(polygon, Ink::Line),
            Mark::Line { points, closed, pen } => {
                Mark::Line { points, closed, pen: Pen { ink: Ink::Line, ..pen } }
            }
            other => other,
        };
        counter_marks(counter, Vec2::ZERO, scale).into_iter().map(plain).collect()
    }

    fn no_two_are_alike(all: &[Vec<Mark>]) {
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b), "{i} looks like another");
        }
    }

    /// At twelve points an inch, as on the small map of a large battle.
    #[test]
    fn from_afar_conditions_that_last_are_told_without_colour_alone_and_together() {
        let plain = counter(1412, Arm::Infantry);
        let conditions: [fn(&mut Condition); 13] = [
            |now| now.may_act = true,
            |now| now.moved = true,
            |now| now.fought = true,
            |now| now.owed = true,
            |now| now.displaced = true,
            |now| now.selected = true,
            |now| now.ghost = true,
            |now| now.routed = true,
            |now| now.demoralised = true,
            |now| now.charging = true,
            |now| now.out_of_command = true,
            |now| (now.demoralised, now.out_of_command) = (true, true),
            |now| (now.charging, now.demoralised, now.routed) = (true, true, true),
        ];
        let with = |set: &fn(&mut Condition)| {
            let mut marked = plain.clone();
            set(&mut marked.condition);
            shapes(&marked, 12.0)
        };
        let mut all: Vec<Vec<Mark>> = conditions.iter().map(with).collect();
        all.push(shapes(&plain, 12.0));
        no_two_are_alike(&all);
        // What is drawn at the edges stays within what is laid aside for a counter with signs.
        let marked =
            Condition { demoralised: true, charging: true, out_of_command: true, ..Condition::default() };
        let marked = Counter { condition: marked, ..plain };
        let reach = counter_reach(&marked) + 0.3;
        for mark in counter_marks(&marked, Vec2::ZERO, 12.0) {
            let (low, high) = mark.bounds();
            assert!(low.min_element() > -reach && high.max_element() < reach, "{mark:?}");
        }
    }

    #[test]
    fn every_condition_and_every_arm_changes_the_marks_and_not_only_their_inks() {
        let shapes = |counter: &Counter| shapes(counter, 40.0);
        let plain = counter(1412, Arm::Infantry);
        let mut all = vec![shapes(&plain)];
        for arm in [Arm::Cavalry, Arm::Artillery, Arm::Leader { bonus: 1 }, Arm::Leader { bonus: 2 }] {
            all.push(shapes(&counter(1412, arm)));
        }
        all.push(shapes(&Counter { side: 1, ..plain.clone() }));
        let conditions: [fn(&mut Condition); 14] = [
            |now| now.may_act = true,
            |now| now.moved = true,
            |now| now.fought = true,
            |now| now.owed = true,
            |now| now.in_contact = true,
            |now| now.displaced = true,
            |now| now.selected = true,
            |now| now.ghost = true,
            |now| now.doubled = true,
            |now| now.routed = true,
            |now| now.demoralised = true,
            |now| now.charging = true,
            |now| now.out_of_command = true,
            |now| now.spent = true,
        ];
        for set in conditions {
            let mut marked = plain.clone();
            set(&mut marked.condition);
            all.push(shapes(&marked));
        }
        no_two_are_alike(&all);
    }
}
