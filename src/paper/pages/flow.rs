//! Arranges blocks in columns over as many pages as needed. Units: points.
//!
//! Blocks are first set as slabs, which are never split: a line, a row, a picture. Slabs that keep to the next move with it to
//! the next column, so that no heading ends a column, and no line of a paragraph stands alone.

use std::collections::BTreeSet;

use glam::Vec2;

use super::block::{Block, Picture, Span, Text};
use super::page::{Page, Paper, Type};
use super::rows;
use super::set::{line_of, lines};
use crate::svg::Frame;
use drawing::{Face, Ink, Mark, Pen};

/// Margins at the sides, above and below; the space between two columns; the height of the foot.
pub const SIDES: f32 = 45.0;
const ABOVE: f32 = 40.0;
const BELOW: f32 = 50.0;
const GUTTER: f32 = 20.0;
const FOOT: f32 = 30.0;

/// Font size of the foot.
const SMALL: f32 = 8.0;

/// Precision to which columns are balanced.
const EVEN: f32 = 12.0;

/// The layout of pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub paper: Paper,
    pub columns: usize,
    /// Above the first page, and in the foot of each.
    pub title: String,
    /// Below the title; empty for nothing.
    pub about: String,
    /// Font size.
    pub size: f32,
}

/// Pages that belong together, and their letters that are missing from the program's fonts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Set {
    pub pages: Vec<Page>,
    pub lacking: BTreeSet<char>,
}

impl Set {
    /// The pages with missing letters replaced.
    pub fn of(mut pages: Vec<Page>) -> Self {
        let mut lacking = BTreeSet::new();
        for page in &mut pages {
            page.settle(&mut lacking);
        }
        Self { pages, lacking }
    }
}

/// An unsplittable part, with its origin at the upper left corner and y up.
#[derive(Clone, Debug, Default)]
pub(super) struct Slab {
    pub high: f32,
    /// Space above it; none at the head of a column.
    pub before: f32,
    /// Does it stay with the next?
    pub keep: bool,
    pub marks: Vec<Mark>,
    pub pictures: Vec<(Vec2, Picture)>,
    /// Repeated above it if it begins a column.
    pub head: Option<Box<Slab>>,
}

impl Layout {
    /// The room of a column, with its height on a page after the first.
    pub fn column(&self) -> Vec2 {
        let size = self.paper.size();
        let many = self.columns.max(1) as f32;
        Vec2::new((size.x - 2.0 * SIDES - GUTTER * (many - 1.0)) / many, size.y - ABOVE - BELOW)
    }

    /// Arranges the blocks on pages.
    pub fn pages(&self, blocks: &[Block]) -> Set {
        let mut lacking = BTreeSet::new();
        let mut pages = self.laid(blocks, &mut lacking);
        let many = pages.len();
        self.feet(&mut pages, [1, many]);
        settled(pages, lacking)
    }

    /// As [`Layout::pages`], without the feet.
    fn laid(&self, blocks: &[Block], lacking: &mut BTreeSet<char>) -> Vec<Page> {
        let mut slabs = Vec::new();
        for block in blocks {
            self.block(&mut slabs, block, lacking);
        }
        let mut pages = self.filled(&slabs, None);
        if self.columns > 1 {
            self.even_out(&slabs, &mut pages);
        }
        pages
    }

    /// Fills pages with these slabs, column by column; the columns of one page may be shortened.
    fn filled(&self, slabs: &[Slab], short: Option<Short>) -> Vec<Page> {
        let room = self.column();
        let mut flow = Flow { layout: self, room, short, pages: Vec::new(), column: 0, down: 0.0, top: 0.0 };
        flow.begin();
        let mut from = 0;
        while from < slabs.len() {
            let chain = slabs[from..].iter().take_while(|slab| slab.keep).count() + 1;
            let until = (from + chain).min(slabs.len());
            flow.chain(&slabs[from..until]);
            from = until;
        }
        flow.pages
    }

    /// Balances the columns of the last page.
    fn even_out(&self, slabs: &[Slab], pages: &mut Vec<Page>) {
        let many = pages.len();
        let (mut low, mut high) = (0.0, self.column().y);
        while high - low > EVEN {
            let middle = (low + high) / 2.0;
            let tried = self.filled(slabs, Some(Short { pages: many, high: middle }));
            if tried.len() > many {
                low = middle;
            } else {
                *pages = tried;
                high = middle;
            }
        }
    }

    fn block(&self, slabs: &mut Vec<Slab>, block: &Block, lacking: &mut BTreeSet<char>) {
        let room = self.column();
        match block {
            Block::Heading(text) => {
                let (size, from) = (self.size * 1.3, slabs.len());
                let spans = [Span::bold(text.clone())];
                self.lines(slabs, &Text::new(spans), size, lacking);
                for slab in &mut slabs[from..] {
                    slab.keep = true;
                }
                if let Some(first) = slabs.get_mut(from) {
                    first.before = self.size * 1.1;
                }
                if let Some(last) = slabs.last_mut() {
                    let below = -last.high - 0.5;
                    let rule = [Vec2::new(0.0, below), Vec2::new(room.x, below)];
                    last.marks.push(Mark::line(rule, Pen::fine(Ink::Line, 0.6)));
                    last.high += 3.0;
                }
            }
            Block::Subheading(text) => {
                let from = slabs.len();
                let spans = [Span::bold(text.clone())];
                self.lines(slabs, &Text::new(spans), self.size, lacking);
                for slab in &mut slabs[from..] {
                    slab.keep = true;
                }
                if let Some(first) = slabs.get_mut(from) {
                    first.before = self.size * 0.7;
                }
            }
            Block::Text(text) => self.lines(slabs, text, self.size, lacking),
            Block::Table(table) => {
                let size = table.size.unwrap_or(self.size);
                slabs.extend(rows::slabs(table, size, room.x, room.y, lacking));
            }
            Block::Picture(picture) => {
                let picture = picture.clone().within(Vec2::new(room.x, room.y * 0.9));
                let size = picture.size();
                let left = (room.x - size.x) / 2.0;
                slabs.push(Slab {
                    high: size.y,
                    before: self.size * 0.5,
                    pictures: vec![(Vec2::new(left, 0.0), picture)],
                    ..Slab::default()
                });
            }
            Block::Gap(high) => slabs.push(Slab { before: *high, ..Slab::default() }),
        }
    }

    /// Sets a paragraph line by line: neither its first nor its last line stands alone.
    fn lines(&self, slabs: &mut Vec<Slab>, text: &Text, size: f32, lacking: &mut BTreeSet<char>) {
        let room = self.column().x - text.indent;
        let (high, base) = line_of(size);
        let set = lines(&text.spans, size, [room, room - text.hang], lacking);
        let many = set.len();
        for (place, line) in set.iter().enumerate() {
            let left = text.indent + if place == 0 { 0.0 } else { text.hang };
            let last = place + 1 == many;
            slabs.push(Slab {
                high,
                before: if place == 0 && !text.tight { size * 0.3 } else { 0.0 },
                keep: if last { text.keeps } else { place == 0 || place + 2 == many },
                marks: line.marks(left, -base, size).collect(),
                ..Slab::default()
            });
        }
    }

    /// Writes the title in the foot of each page, with the page number, counted from `first`, and the number of pages.
    fn feet(&self, pages: &mut [Page], [first, many]: [usize; 2]) {
        let small = Type { ink: Ink::Line, ..Type::new(Face::Roman, SMALL) };
        for (place, page) in pages.iter_mut().enumerate() {
            let right = page.size.x - SIDES;
            let rule = [Vec2::new(SIDES, FOOT + 9.0), Vec2::new(right, FOOT + 9.0)];
            let number = format!("page {} of {many}", first + place);
            let room = right - SIDES - small.width(&number) - GUTTER;
            page.draw([
                Mark::line(rule, Pen::fine(Ink::Line, 0.5)),
                small.fitting(&self.title, room).from(Vec2::new(SIDES, FOOT), self.title.clone()),
                small.until(Vec2::new(right, FOOT), number),
            ]);
        }
    }
}

/// Arranges parts of one document, each on its own pages, with continuous page numbers.
pub fn together(parts: &[(Layout, Vec<Block>)]) -> Set {
    let mut lacking = BTreeSet::new();
    let laid: Vec<Vec<Page>> =
        parts.iter().map(|(layout, blocks)| layout.laid(blocks, &mut lacking)).collect();
    let many = laid.iter().map(Vec::len).sum();
    let mut whole: Vec<Page> = Vec::new();
    for ((layout, _), mut pages) in parts.iter().zip(laid) {
        layout.feet(&mut pages, [whole.len() + 1, many]);
        whole.extend(pages);
    }
    settled(whole, lacking)
}

/// Pages with missing letters replaced, and all letters that were missing.
fn settled(pages: Vec<Page>, lacking: BTreeSet<char>) -> Set {
    let mut set = Set::of(pages);
    set.lacking.extend(lacking);
    set
}

/// A limit for the height of the columns on the last of a number of pages.
#[derive(Clone, Copy, Debug)]
struct Short {
    pages: usize,
    high: f32,
}

/// Pages being filled.
struct Flow<'l> {
    layout: &'l Layout,
    room: Vec2,
    short: Option<Short>,
    pages: Vec<Page>,
    column: usize,
    /// How far the page is filled below the head of its columns.
    down: f32,
    /// Distance of the columns of this page below the upper margin.
    top: f32,
}

impl Flow<'_> {
    fn begin(&mut self) {
        let layout = self.layout;
        let mut page = Page::new(layout.paper.size(), layout.title.clone());
        self.top = if self.pages.is_empty() { banner(layout, &mut page) } else { 0.0 };
        self.pages.push(page);
        (self.column, self.down) = (0, 0.0);
    }

    /// Moves to the next column, on this page or the next.
    fn turn(&mut self) {
        if self.column + 1 < self.layout.columns {
            self.column += 1;
            self.down = 0.0;
        } else {
            self.begin();
        }
    }

    fn has_room(&self, high: f32) -> bool {
        self.down + high <= self.room.y - self.top + 0.01
    }

    /// Would this height extend beyond the end of the column, which may be shortened?
    fn is_full(&self, high: f32) -> bool {
        let short = self.short.filter(|short| short.pages == self.pages.len());
        !self.has_room(high) || short.is_some_and(|short| self.down + high > short.high)
    }

    /// Adds slabs that stay together, if a column has room for all of them.
    fn chain(&mut self, slabs: &[Slab]) {
        let high: f32 = slabs.iter().map(|slab| slab.before + slab.high).sum();
        if self.is_full(high) && self.down > 0.0 {
            self.turn();
        }
        for slab in slabs {
            if !self.has_room(slab.before + slab.high) && self.down > 0.0 {
                self.turn();
            }
            self.place(slab);
        }
    }

    fn place(&mut self, slab: &Slab) {
        if self.down > 0.0 {
            self.down += slab.before;
        } else if let Some(head) = &slab.head {
            self.lay(head);
        }
        self.lay(slab);
    }

    fn lay(&mut self, slab: &Slab) {
        let Self { layout, room, column, down, top, .. } = *self;
        let Some(page) = self.pages.last_mut() else { return };
        let left = SIDES + column as f32 * (room.x + GUTTER);
        let from_top = ABOVE + top + down;
        let corner = Vec2::new(left, layout.paper.size().y - from_top);
        for (at, picture) in &slab.pictures {
            let (low, high, scale) = (picture.low, picture.high, picture.scale);
            let frame =
                Frame { corner: Vec2::new(left + at.x, from_top - at.y), ..Frame::new(low, high, scale) };
            page.put(frame, picture.marks.clone());
            if picture.framed {
                let (from, size) = (corner + *at, picture.size());
                let ring = [
                    from,
                    from + Vec2::X * size.x,
                    from + size * Vec2::new(1.0, -1.0),
                    from - Vec2::Y * size.y,
                ];
                page.draw([Mark::ring(ring, Pen::fine(Ink::Line, 0.6))]);
            }
        }
        page.draw(slab.marks.iter().cloned().map(|mark| mark.moved(corner)));
        self.down += slab.high;
    }
}

/// Draws the title on the first page; returns the height it takes.
fn banner(layout: &Layout, page: &mut Page) -> f32 {
    let wide = page.size.x - 2.0 * SIDES;
    let upper = page.size.y - ABOVE;
    let title = Type::new(Face::Bold, 19.0).fitting(&layout.title, wide);
    let high = title.line();
    page.draw([title.from(Vec2::new(SIDES, upper - high / 2.0), layout.title.clone())]);
    let mut down = high;
    if !layout.about.is_empty() {
        let about = Type::new(Face::Italic, 10.5).fitting(&layout.about, wide);
        page.draw([about.from(Vec2::new(SIDES, upper - down - about.line() / 2.0), layout.about.clone())]);
        down += about.line();
    }
    for (below, pen) in [(3.0, 1.6), (5.4, 0.5)] {
        let y = upper - down - below;
        let rule = [Vec2::new(SIDES, y), Vec2::new(page.size.x - SIDES, y)];
        page.draw([Mark::line(rule, Pen::fine(Ink::Line, pen))]);
    }
    down + 12.0
}
