//! Stands as blocks in army colours. Units: inches.
//!
//! The block turns with the stand, its front a heavy bar with a point; its lettering stays upright.

use glam::Vec2;

use super::block::{Block, Detail, Emblem, Star};
use super::condition;
use super::far::{self, Fit, Over};
use super::letters::{figure_height, line_size, size_of_figures};
use super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::cut_box;

/// Smallest height of the digits that identify a stand, in points.
pub const LEAST_FIGURE: f32 = 9.0;

/// A block with all its marks, as far as they are legible at this many points an inch.
///
/// Troops on stands of another size than the printed one are drawn as those of two inches, magnified.
pub fn stand_marks(block: &Block, scale: f32) -> Vec<Mark> {
    magnified(block, |usual, factor| usual_marks(usual, scale * factor))
}

/// The signs of its condition, which lie over all stands: no neighbour hides them.
pub fn sign_marks(block: &Block) -> Vec<Mark> {
    magnified(block, |usual, _| {
        let mut marks = Vec::new();
        condition::signs_over(&mut marks, usual);
        marks
    })
}

/// The marks of a block on a stand of the printed size, magnified to the stand; `marks` gets the scale for the smaller block.
pub(super) fn magnified(block: &Block, marks: impl Fn(&Block, f32) -> Vec<Mark>) -> Vec<Mark> {
    let factor = block.factor();
    if factor == 1.0 {
        return marks(block, 1.0);
    }
    marks(&block.of_printed_size(), factor)
        .into_iter()
        .map(|mark| mark.magnified(block.pose.at, factor))
        .collect()
}

/// Width of the ground that shows between the edge of a stand and its block, so that touching stands look separate.
pub(super) const HAIR: f32 = 0.035;

/// The frame of a block.
pub(super) const FRAME: Length = Length { inches: 0.03, least: 0.8, most: 1.8 };

fn usual_marks(stand: &Block, scale: f32) -> Vec<Mark> {
    let detail = Detail::at(scale);
    let mut marks = Vec::with_capacity(28);
    let block = &Block { width: stand.width - 2.0 * HAIR, depth: stand.depth - 2.0 * HAIR, ..stand.clone() };
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    if let Some(work) = block.work {
        bridge(&mut marks, work);
    }
    let corners = block.corners();
    marks.push(Mark::fill(corners.map(|c| c + Vec2::new(0.045, -0.05)), Ink::Shadow));
    marks.push(Mark::fill(corners, Ink::Block(block.colour)));
    condition::under(&mut marks, block);
    let frame = Ink::Frame(block.colour);
    let outline = Pen::new(frame, FRAME);
    marks.push(Mark::ring(corners, if block.evading { outline.dashed(3.5, 3.5) } else { outline }));
    // The second side has an inner line as well, to be told apart without colour.
    if block.side == 1 && u > 0.3 {
        let inset = 0.11;
        let inner = block.local(&[
            (-u + inset, v - 0.2),
            (-u + inset, -v + inset),
            (u - inset, -v + inset),
            (u - inset, v - 0.2),
        ]);
        let pen = Pen::new(Ink::OnBlock(block.colour), Length::inches(0.04).between(1.0, 2.5));
        marks.push(Mark::line(inner, pen));
    }
    let bar = 0.17_f32.min(v * 0.3);
    marks.push(Mark::fill(block.local(&[(-u, v), (u, v), (u, v - bar), (-u, v - bar)]), frame));
    let nose = 0.17;
    marks.push(Mark::fill(block.local(&[(-nose, v - 0.01), (0.0, v + nose), (nose, v - 0.01)]), frame));
    if block.spent {
        anchored(&mut marks, block, u, v);
    }
    if let Some(colour) = block.taken_from {
        captured(&mut marks, block, colour, u, v);
    }
    if detail > Detail::Far {
        pips(&mut marks, block, u, v);
    }
    match detail {
        Detail::Far => far_face(&mut marks, block, scale),
        Detail::Middle | Detail::Near => face(&mut marks, block, detail, scale),
    }
    condition::over(&mut marks, block);
    marks
}

/// A bridge as far as it is built: planks on two beams; the missing part is a broken line.
fn bridge(marks: &mut Vec<Mark>, [bank, head, far]: [Vec2; 3]) {
    let across = (far - bank).normalize_or_zero();
    let side = across.perp() * 0.35;
    marks.push(Mark::fill([bank - side, head - side, head + side, bank + side], Ink::Road));
    let plank = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.0, 2.6));
    let planks = (bank.distance(head) / 0.2).floor() as u16;
    for k in 0..=planks {
        let at = bank + across * (f32::from(k) * 0.2);
        marks.push(Mark::line([at - side, at + side], plank));
    }
    for shift in [side, -side] {
        let beam = Pen::new(Ink::Line, Length::inches(0.08).between(1.6, 4.0));
        marks.push(Mark::line([bank + shift, head + shift], beam));
        let missing = Pen::new(Ink::Line, Length::inches(0.05).between(1.2, 2.6)).dashed(4.0, 4.0);
        marks.push(Mark::line([head + shift, far + shift], missing));
    }
}

/// A train that has built its bridge is moored: a light bar with two rings along its rear.
fn anchored(marks: &mut Vec<Mark>, block: &Block, u: f32, v: f32) {
    let low = -v + (v * 0.26).min(0.26);
    marks.push(Mark::fill(block.local(&[(-u, -v), (u, -v), (u, low), (-u, low)]), Ink::Pip));
    let pen = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.1, 2.6));
    marks.push(Mark::line(block.local(&[(-u, low), (u, low)]), pen));
    for side in [-0.55, 0.55] {
        let at = block.pose.to_table(Vec2::new(side * u, (low - v) / 2.0));
        let radius = Length::inches(0.08).between(1.6, 4.0);
        marks.push(Mark::Disc { at, radius, fill: None, pen: Some(pen) });
    }
}

/// The rear of a captured stand is in the colour of its former army, behind a slanting line that shows without colour.
fn captured(marks: &mut Vec<Mark>, block: &Block, colour: ArmyColour, u: f32, v: f32) {
    let high = (v * 0.3).min(0.3);
    let slip = block.local(&[(-u, -v), (u, -v), (u, -v + 2.0 * high), (-u, -v + high)]);
    let pen = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.1, 2.6));
    marks.push(Mark::fill(slip.clone(), Ink::Block(colour)));
    marks.push(Mark::ring(slip, pen));
}

/// From afar: its number, upright and as large as fits between front bar and edges at any heading, under the mark of its arm
/// and its strength if they have room. If not even the smallest number has room, it is on a plate ([`super::plate_marks`]).
fn far_face(marks: &mut Vec<Mark>, block: &Block, scale: f32) {
    let Fit { middle, size, over, .. } = far::fit(block, scale);
    let (least, figure) = (far::least_size(block), figure_height(Face::Bold));
    if size * scale < least {
        return;
    }
    let row = middle + Vec2::Y * (figure * size + far::BETWEEN) / 2.0;
    match over {
        Over::SignAndStrength(high) => sign_and_strength(marks, block, row, (high, high), Detail::Far),
        Over::Sign(high) => emblem(marks, block, row, Vec2::new(far::SIGN, 1.0) * high / 2.0),
        Over::Nothing => {}
    }
    let at = middle - Vec2::Y * over.high() / 2.0;
    let high = Length::inches(size).between(least, 64.0);
    let mut number =
        Lettering::new(at, block.badge.to_string(), high, Face::Bold, Ink::NameOnBlock(block.colour));
    number.legible = 0.0;
    marks.push(number.into());
}

/// The mark of the arm with the strength to its right, of these heights, with their middle here: so that nobody takes the
/// strength for the badge.
fn sign_and_strength(marks: &mut Vec<Mark>, block: &Block, at: Vec2, high: (f32, f32), detail: Detail) {
    let (sign_high, high) = high;
    let (text, size) = (strength(block, detail), high / figure_height(Face::Bold));
    let sign = far::SIGN * sign_high;
    let wide = line_size(&text, Face::Bold, 100.0, 0.0).x / 100.0 * size;
    let gap = if text.is_empty() { 0.0 } else { far::BESIDE * high };
    let left = -(sign + gap + wide) / 2.0;
    emblem(marks, block, at + Vec2::X * (left + sign / 2.0), Vec2::new(sign, sign_high) / 2.0);
    let mut number = Lettering::new(
        at + Vec2::X * (left + sign + gap + wide / 2.0),
        text,
        Length::inches(size),
        Face::Bold,
        Ink::NameOnBlock(block.colour),
    );
    number.legible = 0.0;
    marks.push(number.into());
}

/// The face of the block from nearer: the mark of its arm, badge and strength, and its name.
fn face(marks: &mut Vec<Mark>, block: &Block, detail: Detail, scale: f32) {
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    let at = block.pose.at;
    let up = Vec2::Y;
    let least = size_of_figures(Face::Bold, LEAST_FIGURE) / scale;
    let near = detail == Detail::Near;
    if u.min(v) >= 0.7 && !block.is_general() {
        let [row, high, under, badge, named, letters]: [f32; 6] =
            if near { [0.46, 0.36, -0.05, 0.54, -0.47, 0.29] } else { [0.53, 0.42, -0.1, 0.74, -0.57, 0.24] };
        sign_and_strength(marks, block, at + up * row, (high * 0.75, high), detail);
        badge_plate(marks, block, at + up * under, badge.max(least));
        let (aside, room) = row_room(block, named);
        name(marks, block, at + Vec2::new(aside, named), letters, room);
        if near {
            let (aside, room) = row_room(block, -0.69);
            note(marks, block, at + Vec2::new(aside, -0.69), 0.17, room);
        }
    } else if u.max(v) >= 0.7 && !block.is_general() {
        // Along the longer axis, from the top or from the left.
        let axis = if v >= u { block.pose.heading.forward() } else { block.pose.heading.right() };
        let down = if axis.y < -0.3 || (axis.y.abs() <= 0.3 && axis.x > 0.0) { axis } else { -axis };
        let (mark, badge, points) = if near { (-0.6, -0.12, 0.36) } else { (-0.58, -0.03, 0.52) };
        emblem(marks, block, at + down * mark, Vec2::new(0.32, 0.18));
        let high: f32 = if block.badge > 99 { 0.48 } else { 0.54 };
        badge_plate(marks, block, at + down * badge, high.max(least));
        let high = if near { 0.5 } else { 0.66 };
        number(marks, block, at + down * points, strength(block, Detail::Middle), high);
        // Across an upright block there is room for the name; along a lying one, below its number.
        if near && down.y < -0.7 {
            name(marks, block, at + down * 0.7, 0.17, block.width.min(block.depth) * 0.96);
        }
    } else {
        let h = u.min(v);
        if near {
            emblem(marks, block, at + up * h * 0.5, Vec2::splat(h * 0.34));
            badge_plate(marks, block, at - up * h * 0.06, (h * 0.52).max(least));
            name(marks, block, at - up * h * 0.56, h * 0.27, block.width * 0.96);
        } else {
            emblem(marks, block, at + up * h * 0.44, Vec2::splat(h * 0.4));
            badge_plate(marks, block, at - up * h * 0.42, (h * 0.7).min(0.56).max(least));
        }
    }
}

/// The room of an upright row at this height above the middle, between front bar and strength points, at any heading:
/// the distance of its own middle to the right, and its width.
fn row_room(block: &Block, above: f32) -> (f32, f32) {
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    // The front bar and its point, the row of strength points, the outline.
    let (front, rear, side) = (v - 0.19, -v + if block.start == 0 { 0.08 } else { 0.27 }, u - 0.06);
    let (right, ahead) = (block.pose.heading.right(), block.pose.heading.forward());
    let (mut low, mut high) = (f32::NEG_INFINITY, f32::INFINITY);
    // Along the row, both coordinates on the block change evenly; each of its four edges cuts the row once.
    for (axis, least, most) in [(right, -side, side), (ahead, rear, front)] {
        let (rate, from) = (axis.x, axis.y * above);
        if rate.abs() > 1e-3 {
            let (a, b) = ((least - from) / rate, (most - from) / rate);
            low = low.max(a.min(b));
            high = high.min(a.max(b));
        }
    }
    if low < high { ((low + high) / 2.0, high - low) } else { (0.0, 0.0) }
}

/// The mark of the arm in a box of this half extent.
pub(super) fn emblem(marks: &mut Vec<Mark>, block: &Block, at: Vec2, half: Vec2) {
    let ink = Ink::NameOnBlock(block.colour);
    let pen = Pen::new(ink, Length::inches(0.055).between(1.1, 4.0));
    let corner = |x: f32, y: f32| at + half * Vec2::new(x, y);
    let case = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let belt = [corner(-1.0, -1.0), corner(1.0, 1.0)];
    match block.emblem {
        Emblem::Infantry => {
            marks.push(Mark::ring(case, pen));
            marks.push(Mark::line(belt, pen));
            marks.push(Mark::line([corner(-1.0, 1.0), corner(1.0, -1.0)], pen));
        }
        Emblem::Cavalry { heavy } => {
            if heavy {
                marks.push(Mark::fill([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)], ink));
            }
            marks.push(Mark::ring(case, pen));
            marks.push(Mark::line(belt, pen));
        }
        Emblem::Guns { horse } => {
            marks.push(Mark::ring(case, pen));
            marks.push(Mark::dot(at, Length::inches(half.y * 0.62), ink));
            if horse {
                marks.push(Mark::line(belt, pen));
            }
        }
        Emblem::General { grade, star: kind } => {
            let star: Vec<Vec2> = (0..10)
                .map(|k| {
                    let radius = half.y * if k % 2 == 0 { 1.0 } else { 0.45 };
                    let (sin, cos) = table::pose::sin_cos(k as f32 * std::f32::consts::PI / 5.0);
                    at + Vec2::new(sin, cos) * radius
                })
                .collect();
            match kind {
                Star::Hollow => marks.push(Mark::ring(star, pen)),
                Star::Filled => marks.push(Mark::fill(star, ink)),
                Star::Ringed => {
                    marks.push(Mark::fill(star, ink));
                    let radius = Length::inches(half.y * 1.22);
                    marks.push(Mark::Disc { at, radius, fill: None, pen: Some(pen) });
                }
            }
            // One point for each grade, down both sides.
            for k in 0..grade {
                let side = if k % 2 == 0 { 1.0 } else { -1.0 };
                let spot = at + Vec2::new(side * half.x * 1.35, half.y * (0.45 - 0.8 * f32::from(k / 2)));
                marks.push(Mark::dot(spot, Length::inches(0.065).between(1.3, 4.0), ink));
            }
        }
        Emblem::Engineers => {
            marks.push(Mark::ring(case, pen));
            marks.push(Mark::line([corner(0.0, 0.8), corner(0.0, -0.1)], pen));
            let blade = [corner(-0.42, -0.05), corner(0.42, -0.05), corner(0.42, -0.5), corner(0.0, -0.85)];
            marks.push(Mark::fill([&blade[..], &[corner(-0.42, -0.5)]].concat(), ink));
        }
        Emblem::Wagon => {
            marks.push(Mark::ring(case, pen));
            for x in [-0.5, 0.5] {
                let wheel = Length::inches(half.y * 0.4);
                marks.push(Mark::Disc { at: corner(x, -1.0), radius: wheel, fill: Some(ink), pen: None });
            }
        }
    }
}

/// One pip for each strength point along the rear edge: full while it is left, hollow when lost.
pub(super) fn pips(marks: &mut Vec<Mark>, block: &Block, u: f32, v: f32) {
    if block.start == 0 {
        return;
    }
    let count = f32::from(block.start);
    let pitch = ((2.0 * u - 0.2) / count).min(0.27);
    let half = (pitch * 0.36).min(0.085);
    let row = -v + 0.15;
    for k in 0..block.start {
        let at = (f32::from(k) - (count - 1.0) / 2.0) * pitch;
        let square = block.local(&[
            (at - half, row - half),
            (at + half, row - half),
            (at + half, row + half),
            (at - half, row + half),
        ]);
        let lost = if block.hidden { block.marked && k + 1 == block.start } else { k >= block.strength };
        marks.push(Mark::fill(square.clone(), if lost { Ink::PipLost } else { Ink::Pip }));
        marks.push(Mark::ring(square, Pen::new(Ink::BlockLine, Length::inches(0.02).between(0.5, 1.4))));
    }
}

/// The text for the strength: points left, and in the near view those at the start.
pub(super) fn strength(block: &Block, detail: Detail) -> String {
    match (block.start, block.hidden) {
        (0, _) => String::new(),
        (start, true) if detail == Detail::Near => format!("?/{start}"),
        (_, true) => "?".into(),
        (start, false) if detail == Detail::Near => format!("{}/{start}", block.strength),
        (_, false) => block.strength.to_string(),
    }
}

/// The width of the plate of a badge with a number of this height.
pub(super) fn badge_width(block: &Block, high: f32) -> f32 {
    let digits = block.badge.max(1).ilog10() + 1;
    high * (0.5 * digits as f32 + 0.34)
}

pub(super) fn badge_plate(marks: &mut Vec<Mark>, block: &Block, at: Vec2, high: f32) {
    tag(marks, at, Vec2::new(badge_width(block, high), high * 1.06) / 2.0);
    let size = Length::inches(high).between(7.5, 46.0);
    let mut number = Lettering::new(at, block.badge.to_string(), size, Face::Bold, Ink::OnPlate);
    number.legible = 6.0;
    marks.push(number.into());
}

/// A plate with its corners cut off, with this half extent.
fn tag(marks: &mut Vec<Mark>, at: Vec2, half: Vec2) {
    let cut = half.y * 0.45;
    let tag = cut_box(at, half, cut);
    marks.push(Mark::fill(tag, Ink::Plate));
    marks.push(Mark::ring(tag, Pen::new(Ink::BlockLine, Length::inches(0.03).between(0.8, 2.0))));
}

pub(super) fn number(marks: &mut Vec<Mark>, block: &Block, at: Vec2, text: String, high: f32) {
    let size = Length::inches(high).between(8.5, 54.0);
    let mut number = Lettering::new(at, text, size, Face::Bold, Ink::NameOnBlock(block.colour));
    number.legible = 6.0;
    marks.push(number.into());
}

fn name(marks: &mut Vec<Mark>, block: &Block, at: Vec2, high: f32, room: f32) {
    let size = Length::inches(high).between(0.0, 30.0);
    let mut name = Lettering::new(at, &block.name, size, Face::Roman, Ink::NameOnBlock(block.colour));
    name.legible = 8.0;
    name.room = room;
    name.shrinks = true;
    marks.push(name.into());
}

/// The grade, or the command, in small letters.
fn note(marks: &mut Vec<Mark>, block: &Block, at: Vec2, high: f32, room: f32) {
    let size = Length::inches(high).between(0.0, 20.0);
    let mut note = Lettering::new(at, &block.grade, size, Face::Italic, Ink::NameOnBlock(block.colour));
    note.legible = 8.0;
    note.room = room;
    marks.push(note.into());
}
