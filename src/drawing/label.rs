//! Labels of stands to be cut out: coloured parts show the army, lettering is on light ground. Units: inches.

use glam::Vec2;

use super::block::{Block, Detail};
use super::letters::line_size;
use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::stands::{FRAME, HAIR, badge_plate, badge_width, emblem, magnified, number, pips, strength};

/// A label of the size of the stand, its front up: its lettering fits stands of any shape, and the name is always included.
pub fn label_marks(block: &Block) -> Vec<Mark> {
    magnified(block, |usual, _| {
        let label = Label::of(usual);
        let mut marks = label.ground();
        if (usual.width / usual.depth - 1.0).abs() < 0.15 {
            label.square(&mut marks);
        } else if usual.width > usual.depth {
            label.wide(&mut marks);
        } else {
            label.deep(&mut marks);
        }
        marks
    })
}

/// Distance of the second side's line from the edge, relative to the half extent.
const INSET: f32 = 0.075;
/// Width of that line, relative to the half extent.
const LINE: f32 = 0.03;

/// Space between lettering and the line beside it, relative to the half extent.
const CLEAR: f32 = 0.07;

/// A label and the room on it.
#[derive(Debug)]
struct Label<'b> {
    block: &'b Block,
    /// Its half extents, and the smaller of them.
    half: Vec2,
    least: f32,
    /// Height of the bar along its front.
    bar: f32,
    /// Half the width between the lines at its sides.
    inner: f32,
    /// Lower end of the lettering: over the strength points, or over the line along the rear.
    low: f32,
}

impl<'b> Label<'b> {
    fn of(block: &'b Block) -> Self {
        let half = Vec2::new(block.width, block.depth) / 2.0 - HAIR;
        let least = half.min_element();
        let rear = -half.y + (INSET + CLEAR) * least + LINE / 2.0;
        // Maximum height of the strength points.
        let low = if block.start == 0 { rear } else { rear + 0.17 + CLEAR * least * 0.5 };
        Self {
            block,
            half,
            least,
            bar: (least * 0.16).min(0.17),
            inner: half.x - (INSET + CLEAR) * least - LINE / 2.0,
            low,
        }
    }

    fn at(&self, x: f32, y: f32) -> Vec2 {
        self.block.pose.to_table(Vec2::new(x, y))
    }

    fn ring(&self, low: Vec2, high: Vec2) -> [Vec2; 4] {
        [self.at(low.x, low.y), self.at(high.x, low.y), self.at(high.x, high.y), self.at(low.x, high.y)]
    }

    /// The colour of its army with the bar along its front, the line of the second side, and its strength points.
    fn ground(&self) -> Vec<Mark> {
        let (block, half) = (self.block, self.half);
        let frame = Ink::Frame(block.colour);
        let outline = self.ring(-half, half);
        let mut marks = vec![
            Mark::fill(outline, Ink::Block(block.colour)),
            Mark::ring(outline, Pen::new(frame, FRAME)),
            Mark::fill(self.ring(Vec2::new(-half.x, half.y - self.bar), half), frame),
        ];
        if block.side == 1 {
            let inset = INSET * self.least;
            let (left, right, rear) = (inset - half.x, half.x - inset, inset - half.y);
            let front = half.y - self.bar - inset;
            let line = [(left, front), (left, rear), (right, rear), (right, front)];
            let pen = Pen::new(Ink::OnBlock(block.colour), Length::inches(LINE).between(0.6, 2.0));
            marks.push(Mark::line(line.map(|(x, y)| self.at(x, y)), pen));
        }
        // The row is placed relative to an edge: here to the line within it.
        let middle = self.low - CLEAR * self.least * 0.5 - 0.085;
        pips(&mut marks, block, self.inner + 0.1, 0.15 - middle);
        marks
    }

    /// Light ground for lettering between these heights.
    fn lit(&self, marks: &mut Vec<Mark>, low: f32, high: f32) {
        let (low, high) = (Vec2::new(-self.inner, low), Vec2::new(self.inner, high));
        marks.push(Mark::fill(self.ring(low, high), Ink::Plate));
    }

    /// The name at this height, within this room: on one line, or on two if it would be much smaller on one.
    fn name(&self, marks: &mut Vec<Mark>, y: f32, high: f32, most: f32) {
        let room = self.inner * 1.92;
        let sized = |lines: &[&str]| {
            let wide = lines.iter().map(|line| line_size(line, Face::Roman, 100.0, 0.0).x / 100.0);
            // Sizes are rounded to those of the fonts.
            let wide = wide.fold(0.0, f32::max) * 1.06;
            (high / (0.95 * lines.len() as f32 + 0.1)).min(room / wide.max(0.01)).min(most)
        };
        let name = self.block.name.as_str();
        let (mut lines, mut size) = (vec![name], sized(&[name]));
        for (cut, _) in name.match_indices(' ') {
            let two = [&name[..cut], &name[cut + 1..]];
            if sized(&two) > size * if lines.len() == 1 { 1.15 } else { 1.0 } {
                (lines, size) = (two.to_vec(), sized(&two));
            }
        }
        let middle = (lines.len() - 1) as f32 / 2.0;
        for (place, line) in lines.into_iter().enumerate() {
            let at = self.at(0.0, y + (middle - place as f32) * size * 0.95);
            let ink = Ink::NameOnBlock(self.block.colour);
            let mut words = Lettering::new(at, line, Length::inches(size), Face::Roman, ink);
            words.legible = 0.0;
            marks.push(words.into());
        }
    }

    /// Badge and strength beside each other at this height, no wider than the label.
    fn figures(&self, marks: &mut Vec<Mark>, y: f32, high: f32) {
        let block = self.block;
        let words = strength(block, Detail::Near);
        let wide = |words: &str, high: f32| line_size(words, Face::Bold, 100.0, 0.0).x / 100.0 * high;
        let gap = if words.is_empty() { 0.0 } else { high * 0.3 };
        let whole = badge_width(block, high) + gap + wide(&words, high * 1.1);
        let less = (self.inner * 1.9 / whole).min(1.0);
        let (high, gap, whole) = (high * less, gap * less, whole * less);
        let plate = badge_width(block, high);
        badge_plate(marks, block, self.at((plate - whole) / 2.0, y), high);
        if !words.is_empty() {
            let at = self.at((plate + gap) / 2.0, y);
            number(marks, block, at, words, high * 1.1);
        }
    }

    /// The mark of its arm, badge and strength, and its name, below each other.
    fn square(&self, marks: &mut Vec<Mark>) {
        let block = self.block;
        let high = self.half.y - self.bar;
        let room = high - self.low;
        let row = |part: f32| high - room * part;
        self.lit(marks, self.low, row(0.4));
        let extent = if block.is_general() {
            Vec2::splat(room * 0.15)
        } else {
            Vec2::new((room * 0.3).min(self.inner), room * 0.145)
        };
        emblem(marks, block, self.at(0.0, row(0.2)), extent);
        self.figures(marks, row(0.56), room * 0.29);
        self.name(marks, row(0.865), room * 0.26, room * 0.18);
    }

    /// The same in one row, over the name.
    fn wide(&self, marks: &mut Vec<Mark>) {
        let block = self.block;
        let high = self.half.y - self.bar;
        let room = high - self.low;
        let row = high - room * 0.36;
        self.lit(marks, self.low, row + room * 0.3);
        let third = self.inner * 0.68;
        let words = strength(block, Detail::Middle);
        let extent = Vec2::new(self.inner * 0.24, (room * 0.22).min(self.inner * 0.16));
        emblem(marks, block, self.at(-third, row), extent);
        let one = badge_width(block, 1.0);
        badge_plate(marks, block, self.at(0.0, row), (room * 0.5).min(self.inner * 0.6 / one));
        let digits = words.chars().count().max(1) as f32;
        number(
            marks,
            block,
            self.at(third, row),
            words,
            (room * 0.56).min(self.inner * 0.6 / (0.5 * digits)),
        );
        self.name(marks, self.low + room * 0.17, room * 0.3, 0.16);
    }

    /// Everything below each other.
    fn deep(&self, marks: &mut Vec<Mark>) {
        let block = self.block;
        let high = self.half.y - self.bar;
        let room = high - self.low;
        let row = |part: f32| high - room * part;
        self.lit(marks, self.low, row(0.27));
        let extent = Vec2::new(self.inner * 0.7, (room * 0.1).min(self.inner * 0.45));
        emblem(marks, block, self.at(0.0, row(0.14)), extent);
        let one = badge_width(block, 1.0);
        badge_plate(marks, block, self.at(0.0, row(0.4)), (room * 0.2).min(self.inner * 1.8 / one));
        let words = strength(block, Detail::Middle);
        let digits = words.chars().count().max(1) as f32;
        number(
            marks,
            block,
            self.at(0.0, row(0.65)),
            words,
            (room * 0.22).min(self.inner * 1.6 / (0.5 * digits)),
        );
        self.name(marks, row(0.885), room * 0.2, 0.2);
    }
}
