//! Draws a film as pixels, frame after frame: only those parts of the table are redrawn that have changed.
//!
//! The table is divided into squares. If the marks in a square are those of the previous frame, so are its pixels.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::output::{OutputError, Pixels, pixels};
use crate::svg::{Frame, Sheet};
use drawing::{Face, Ink, Length, Lettering, Mark, Palette};

/// Height of the strip below the table with its caption, in points.
const STRIP: f32 = 24.0;

/// Side of a square, in pixels.
const SQUARE: usize = 40;

/// Bytes per pixel.
const PIXEL: usize = 4;

/// The content of a frame, from bottom to top; units: inches.
#[derive(Debug)]
pub struct Take {
    /// `None` if the ground is that of the previous take.
    pub ground: Option<Vec<Mark>>,
    /// Marks directly on the ground; `None` if they, and the ground, are those of the previous take.
    pub under: Option<Vec<Mark>>,
    pub over: Vec<Mark>,
    /// The caption on the strip below the table.
    pub said: String,
}

/// Turns takes into pixels; a point is a pixel.
#[derive(Debug)]
pub struct Darkroom {
    frame: Frame,
    ground: Pixels,
    /// The ground, and the marks directly on it.
    below: Pixels,
    over: Vec<Mark>,
    /// Square by square, row by row from the top: the marks of `over` in it.
    squares: Vec<Vec<usize>>,
    said: Option<String>,
    shot: Pixels,
}

impl Darkroom {
    /// A darkroom for this frame.
    pub fn new(frame: Frame) -> Self {
        let nothing = Pixels { wide: 0, high: 0, rgba: Vec::new() };
        Self {
            frame,
            ground: nothing.clone(),
            below: nothing.clone(),
            over: Vec::new(),
            squares: Vec::new(),
            said: None,
            shot: nothing,
        }
    }

    /// The take as pixels: the table, and the strip below it.
    ///
    /// # Errors
    ///
    /// Returns an error if it would be too large.
    pub fn develop(&mut self, take: Take) -> Result<&Pixels, OutputError> {
        let all = take.ground.is_some() || take.under.is_some();
        if let Some(ground) = take.ground {
            self.ground = self.picture(&ground, Some(Ink::Desk))?;
        }
        if let Some(under) = take.under {
            let under = self.picture(&under, None)?;
            self.below = self.ground.clone();
            lay(&mut self.below.rgba, &under.rgba);
        }
        if self.shot.rgba.is_empty() {
            let bytes = (self.below.wide as usize) * PIXEL * STRIP as usize;
            self.shot = self.below.clone();
            self.shot.high += STRIP as u32;
            self.shot.rgba.extend(std::iter::repeat_n(0, bytes));
        }
        let grid = Grid { wide: self.below.wide as usize, high: self.below.high as usize };
        let squares = grid.squares(&self.frame, &take.over);
        let changed: Vec<usize> = (0..squares.len())
            .filter(|square| all || !self.shows_the_same(*square, &squares[*square], &take.over))
            .collect();
        self.draw(grid, &changed, &squares, &take.over)?;
        if self.said.as_ref() != Some(&take.said) {
            self.say(&take.said)?;
        }
        (self.over, self.squares, self.said) = (take.over, squares, Some(take.said));
        Ok(&self.shot)
    }

    /// Do these marks look the same in a square as what is there?
    fn shows_the_same(&self, square: usize, marks: &[usize], over: &[Mark]) -> bool {
        let before = self.squares.get(square).map_or(&[][..], Vec::as_slice);
        let same = |(before, now): (&usize, &usize)| self.over.get(*before) == over.get(*now);
        before.len() == marks.len() && before.iter().zip(marks).all(same)
    }

    /// Redraws these squares.
    fn draw(
        &mut self,
        grid: Grid,
        changed: &[usize],
        squares: &[Vec<usize>],
        over: &[Mark],
    ) -> Result<(), OutputError> {
        let wanted: BTreeSet<usize> = changed.iter().flat_map(|square| &squares[*square]).copied().collect();
        let marks: Vec<Mark> = wanted.into_iter().filter_map(|mark| over.get(mark)).cloned().collect();
        let drawn = self.picture(&marks, None)?;
        for run in changed.iter().flat_map(|square| grid.runs(*square)) {
            let shot = &mut self.shot.rgba[run.clone()];
            shot.copy_from_slice(&self.below.rgba[run.clone()]);
            lay(shot, &drawn.rgba[run]);
        }
        Ok(())
    }

    fn say(&mut self, said: &str) -> Result<(), OutputError> {
        let size = Vec2::new(self.frame.size().x, STRIP);
        let mut sheet = Sheet::new(size, Palette::DAY);
        sheet.fill(Ink::Desk);
        let words = Lettering::new(size / 2.0, said, Length::points(14.0), Face::Bold, Ink::Line);
        sheet.draw_in_points(&[words.into()]);
        let strip = pixels(&sheet.finish(""), 1.0)?;
        let from = self.below.rgba.len();
        self.shot.rgba[from..].copy_from_slice(&strip.rgba);
        Ok(())
    }

    /// Marks on the table, on a transparent ground or on this ink.
    fn picture(&self, marks: &[Mark], on: Option<Ink>) -> Result<Pixels, OutputError> {
        let mut sheet = Sheet::new(self.frame.size(), Palette::DAY);
        on.into_iter().for_each(|ink| sheet.fill(ink));
        sheet.draw(&self.frame, marks);
        pixels(&sheet.finish(""), 1.0)
    }
}

/// The squares of a picture with this width and height in pixels.
#[derive(Clone, Copy, Debug)]
struct Grid {
    wide: usize,
    high: usize,
}

impl Grid {
    /// The numbers of squares beside each other and below each other.
    fn counts(self) -> [usize; 2] {
        [self.wide.div_ceil(SQUARE), self.high.div_ceil(SQUARE)]
    }

    /// The marks that may be in each square, by index.
    fn squares(self, frame: &Frame, marks: &[Mark]) -> Vec<Vec<usize>> {
        let [columns, rows] = self.counts();
        let mut squares = vec![Vec::new(); columns * rows];
        let to =
            |from: f32, count: usize| ((from / SQUARE as f32).floor() as isize).clamp(-1, count as isize);
        for (number, mark) in marks.iter().enumerate() {
            let (low, high) = mark.bounds();
            let (one, other) = (frame.point(low), frame.point(high));
            let reach = reach(mark, frame.scale);
            let (first, last) = (one.min(other) - reach, one.max(other) + reach);
            let beside = to(first.x, columns).max(0)..=to(last.x, columns).min(columns as isize - 1);
            for row in to(first.y, rows).max(0)..=to(last.y, rows).min(rows as isize - 1) {
                for column in beside.clone() {
                    squares[row as usize * columns + column as usize].push(number);
                }
            }
        }
        squares
    }

    /// The bytes of a square, row by row.
    fn runs(self, square: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let [columns, _] = self.counts();
        let (left, top) = (square % columns * SQUARE, square / columns * SQUARE);
        let right = (left + SQUARE).min(self.wide);
        (top..(top + SQUARE).min(self.high))
            .map(move |row| (row * self.wide + left) * PIXEL..(row * self.wide + right) * PIXEL)
    }
}

/// Maximum distance of a mark's pixels from its bounds, in points: rather too large than too small.
fn reach(mark: &Mark, scale: f32) -> Vec2 {
    // The edge of a drawing may fill a pixel partly.
    const EDGE: f32 = 2.0;
    match mark {
        Mark::Fill { .. } | Mark::Boxes { .. } | Mark::Fade { .. } | Mark::Mottle { .. } => Vec2::splat(EDGE),
        Mark::Line { pen, .. } => Vec2::splat(pen.width.at(scale) + EDGE),
        Mark::Disc { radius, pen, .. } => {
            let more = (radius.at(scale) - radius.inches * scale).max(0.0);
            Vec2::splat(more + pen.map_or(0.0, |pen| pen.width.at(scale)) + EDGE)
        }
        Mark::Text(words) => {
            // No letter is wider than its size, or higher than twice that; a plate and a halo are round it.
            let size = words.size.at(scale) + 1.0;
            let wide = size * (1.0 + words.spaced) * words.text.chars().count() as f32 / 2.0;
            let half = Vec2::new(wide, size) + words.nudge.abs() + 8.0;
            if words.turn == 0.0 { half } else { Vec2::splat(half.length()) }
        }
    }
}

/// Draws pixels over others.
fn lay(under: &mut [u8], over: &[u8]) {
    for (below, above) in under.chunks_exact_mut(PIXEL).zip(over.chunks_exact(PIXEL)) {
        let through = 255 - u16::from(above[3]);
        for (below, above) in below.iter_mut().zip(above) {
            *below = above.saturating_add(((u16::from(*below) * through + 127) / 255) as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use drawing::Pen;

    /// Marks of each kind that is drawn over a table, at a place.
    fn block(at: Vec2, kind: u32, turn: f32) -> Vec<Mark> {
        let corners =
            [(-0.9, -0.4), (0.9, -0.4), (0.9, 0.4), (-0.9, 0.4)].map(|corner| at + Vec2::from(corner));
        let mut words =
            Lettering::new(at, format!("Wood {kind} Ag"), Length::inches(0.7), Face::Roman, Ink::Line)
                .haloed();
        (words.turn, words.plate) = (turn, kind == 3);
        words.nudge = Vec2::new(3.0, -4.0) * turn;
        match kind {
            0 => vec![Mark::fill(corners, Ink::Attack), Mark::ring(corners, Pen::fine(Ink::Line, 3.0))],
            1 => vec![Mark::line([at, at + Vec2::new(3.0, 2.0)], Pen::fine(Ink::Line, 5.0).dashed(6.0, 2.0))],
            2 => vec![Mark::dot(at, Length::inches(0.1).between(7.0, 9.0), Ink::Halo)],
            _ => vec![words.into()],
        }
    }

    fn take(over: Vec<Mark>, said: &str) -> Take {
        Take { ground: None, under: None, over, said: said.to_owned() }
    }

    #[test]
    fn what_is_drawn_anew_in_part_is_what_is_drawn_whole() {
        let mut dice = ChaCha8Rng::seed_from_u64(18);
        let frame = Frame::new(Vec2::splat(-0.5), Vec2::new(17.0, 11.2), 21.3);
        let ground = block(Vec2::new(8.0, 5.0), 0, 0.0);
        let under = block(Vec2::new(9.0, 5.0), 3, 0.4);
        let fresh = |over: &[Mark], said: &str| {
            let (ground, under) = (Some(ground.clone()), Some(under.clone()));
            let take = Take { ground, under, ..take(over.to_vec(), said) };
            Darkroom::new(frame).develop(take).expect("it is drawn").clone()
        };
        let mut blocks: Vec<(Vec2, u32, f32)> = Vec::new();
        let mut darkroom = Darkroom::new(frame);
        let first = Take { ground: Some(ground.clone()), under: Some(under.clone()), ..take(Vec::new(), "") };
        darkroom.develop(first).expect("it is drawn");
        let mut before = fresh(&[], "");
        for frame in 0..60 {
            // Somebody comes, goes away, goes elsewhere or comes to lie over the others.
            let at = Vec2::new(dice.random_range(-1.0..18.0), dice.random_range(-1.0..12.0));
            let turn = if dice.random_bool(0.5) { 0.0 } else { dice.random_range(-3.0..3.0) };
            let who = dice.random_range(0..blocks.len().max(1));
            match dice.random_range(0..4) {
                0 if blocks.len() > 4 => drop(blocks.remove(who)),
                1 if !blocks.is_empty() => blocks[who].0 = at,
                2 if !blocks.is_empty() => {
                    let last = blocks.remove(who);
                    blocks.push(last);
                }
                _ => blocks.push((at, dice.random_range(0..4), turn)),
            }
            let over: Vec<Mark> =
                blocks.iter().flat_map(|(at, kind, turn)| block(*at, *kind, *turn)).collect();
            let said = format!("Turn {}", frame / 3);
            let wanted = fresh(&over, &said);
            let shot = darkroom.develop(take(over, &said)).expect("it is drawn");
            assert!(*shot == wanted, "frame {frame}");
            if frame % 3 == 0 {
                assert!(wanted != before, "frame {frame} shows something new");
            }
            before = wanted;
        }
        // The ground changes under them.
        let over: Vec<Mark> = blocks.iter().flat_map(|(at, kind, turn)| block(*at, *kind, *turn)).collect();
        let dug = Take { ground: Some(Vec::new()), under: Some(under.clone()), ..take(over, "dug") };
        assert!(*darkroom.develop(dug).expect("it is drawn") != before);
    }
}
