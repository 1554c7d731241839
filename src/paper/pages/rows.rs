//! Rows of tables. Units: points; the origin is the upper left corner of the row, y up.

use std::collections::BTreeSet;

use glam::Vec2;

use super::block::{Cell, Row, Table, To, Wide};
use super::flow::Slab;
use super::set::{Line, line_of, lines, longest, one_line};
use drawing::{Ink, Mark, Pen};

/// Space between two columns, and above and below the content of a row.
const BETWEEN: f32 = 8.0;
const AIR: f32 = 1.6;

/// Side of a box to tick relative to the font size, and the distance to the next; every fifth is set apart.
const BOX: f32 = 0.78;
const PITCH: f32 = 1.06;
const FIFTH: f32 = 0.42;

/// The layout of a table: the places of its columns.
#[derive(Debug)]
struct Grid<'t> {
    table: &'t Table,
    size: f32,
    /// Left end and width, column by column.
    columns: Vec<(f32, f32)>,
    wide: f32,
}

/// The rows of a table, the first with its head.
pub fn slabs(table: &Table, size: f32, wide: f32, high: f32, lacking: &mut BTreeSet<char>) -> Vec<Slab> {
    let grid = Grid { table, size, columns: columns(table, size, wide), wide };
    let head = (!table.head.is_empty()).then(|| grid.head(lacking));
    let mut slabs = Vec::new();
    let many = table.rows.len();
    for (place, row) in table.rows.iter().enumerate() {
        // Neither the first row nor the last is alone in a column.
        let together = many > 1 && (place == 0 || place + 2 == many);
        slabs.extend(grid.row(&Row { keeps: row.keeps || together, ..row.clone() }, high, lacking));
    }
    if let Some(head) = head {
        for slab in &mut slabs {
            slab.head = Some(Box::new(head.clone()));
        }
        slabs.insert(0, Slab { keep: true, ..head });
    }
    if let Some(first) = slabs.first_mut() {
        first.before = size * 0.3;
    }
    slabs
}

/// The widths of a column: the least without broken words, and the preferred one.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    least: f32,
    wish: f32,
}

/// A word is set a little wider in a line than alone.
const SPARE: f32 = 0.5;

impl Asked {
    fn of(table: &Table, place: usize, size: f32) -> Self {
        let head = table.head.get(place).map(|head| Cell::bold(head.clone()));
        let cells = || head.iter().chain(table.rows.iter().filter_map(move |row| row.cells.get(place)));
        let most = |of: fn(&Cell, f32) -> f32| cells().map(|cell| of(cell, size) + SPARE).fold(0.0, f32::max);
        let least = most(narrowest);
        match table.columns[place].wide {
            Wide::Fit => Self { least, wish: most(natural) },
            Wide::Points(points) => Self { least: points.max(least), wish: points.max(least) },
            Wide::Part(_) => Self { least, wish: least },
        }
    }
}

/// Left end and width, column by column.
fn columns(table: &Table, size: f32, wide: f32) -> Vec<(f32, f32)> {
    let room = wide - BETWEEN * table.columns.len().saturating_sub(1) as f32;
    let places = || 0..table.columns.len();
    let mut asked: Vec<Asked> = places().map(|place| Asked::of(table, place, size)).collect();
    let most = level(asked.iter().map(|asked| asked.least).collect(), room);
    for asked in &mut asked {
        asked.least = asked.least.min(most);
    }
    let parts = |place: usize| if let Wide::Part(parts) = table.columns[place].wide { parts } else { 0.0 };
    let mut open: Vec<usize> = places().filter(|place| parts(*place) > 0.0).collect();
    let sum = |open: &[usize], parted: bool, of: fn(&Asked) -> f32| -> f32 {
        places().filter(|place| open.contains(place) == parted).map(|place| of(&asked[place])).sum()
    };
    let least = sum(&open, false, |asked| asked.least);
    let more = sum(&open, false, |asked| (asked.wish - asked.least).max(0.0));
    // The columns that share the rest keep at least a third of the room.
    let kept = if open.is_empty() { 0.0 } else { sum(&open, true, |asked| asked.least).max(room / 3.0) };
    let share = if more > 0.0 { ((room - kept - least) / more).clamp(0.0, 1.0) } else { 0.0 };
    let mut widths: Vec<f32> =
        asked.iter().map(|asked| asked.least + (asked.wish - asked.least).max(0.0) * share).collect();
    let taken: f32 = places().filter(|place| !open.contains(place)).map(|place| widths[place]).sum();
    let mut left = (room - taken).max(0.0);
    // A column whose part is too narrow for a word keeps its least width; the others divide the rest.
    loop {
        let all: f32 = open.iter().map(|place| parts(*place)).sum();
        let tight = open.iter().position(|place| left * parts(*place) / all < asked[*place].least - 0.01);
        let Some(tight) = tight else {
            open.iter().for_each(|place| widths[*place] = left * parts(*place) / all);
            break;
        };
        left = (left - asked[open.remove(tight)].least).max(0.0);
    }
    let mut at = 0.0;
    let place = |width: f32| {
        let from = at;
        at += width + BETWEEN;
        (from, width)
    };
    widths.into_iter().map(place).collect()
}

/// The maximum width at which all columns have room: narrower columns keep their width.
fn level(mut asked: Vec<f32>, room: f32) -> f32 {
    asked.sort_by(f32::total_cmp);
    let (mut left, many) = (room, asked.len());
    for (place, asked) in asked.into_iter().enumerate() {
        let fair = left / (many - place) as f32;
        if asked > fair {
            return fair;
        }
        left -= asked;
    }
    f32::INFINITY
}

/// The width of a cell on one line.
fn natural(cell: &Cell, size: f32) -> f32 {
    match cell {
        Cell::Words(spans) => one_line(spans, size),
        Cell::Boxes { all, .. } => boxes_wide(*all, size),
        Cell::Empty => 0.0,
    }
}

/// The width of a cell on any number of lines.
fn narrowest(cell: &Cell, size: f32) -> f32 {
    match cell {
        Cell::Words(spans) => longest(spans, size),
        Cell::Boxes { all, .. } => boxes_wide((*all).min(5), size),
        Cell::Empty => 0.0,
    }
}

/// The content of a cell, set.
#[derive(Debug)]
enum Stands {
    Lines(Vec<Line>),
    Boxes { all: u32, ticked: u32, a_line: u32 },
}

impl Grid<'_> {
    fn head(&self, lacking: &mut BTreeSet<char>) -> Slab {
        let cells: Vec<Cell> = self.table.head.iter().map(|head| Cell::bold(head.clone())).collect();
        let stands: Vec<Stands> = self.stand(&Row::new(cells), lacking);
        let mut slab = self.slab(&stands, 0, usize::MAX);
        let below = -slab.high;
        let rule = [Vec2::new(0.0, below), Vec2::new(self.wide, below)];
        slab.marks.push(Mark::line(rule, Pen::fine(Ink::Line, 0.8)));
        slab.high += 1.0;
        slab
    }

    /// A row as one slab; as several if it is higher than a column.
    fn row(&self, row: &Row, high: f32, lacking: &mut BTreeSet<char>) -> Vec<Slab> {
        let stands = self.stand(row, lacking);
        let (line, _) = line_of(self.size);
        let most = ((high - 6.0 * line) / line).floor().max(1.0) as usize;
        let many = stands.iter().map(|stands| match stands {
            Stands::Lines(lines) => lines.len(),
            Stands::Boxes { all, a_line, .. } => all.div_ceil(*a_line) as usize,
        });
        let many = many.max().unwrap_or(1).max(1);
        let mut slabs: Vec<Slab> =
            (0..many).step_by(most).map(|from| self.slab(&stands, from, from.saturating_add(most))).collect();
        if let Some(first) = slabs.first_mut().filter(|_| row.ruled) {
            let rule = [Vec2::ZERO, Vec2::new(self.wide, 0.0)];
            first.marks.push(Mark::line(rule, Pen::fine(Ink::FaintLine, 0.5)));
        }
        if let Some(last) = slabs.last_mut() {
            last.keep = row.keeps;
        }
        slabs
    }

    fn stand(&self, row: &Row, lacking: &mut BTreeSet<char>) -> Vec<Stands> {
        let stand = |(cell, (_, wide)): (&Cell, &(f32, f32))| match cell {
            Cell::Words(spans) => Stands::Lines(lines(spans, self.size, [*wide; 2], lacking)),
            Cell::Boxes { all, ticked } => {
                let a_line = match boxes_wide(*all, self.size) <= wide + 0.1 {
                    true => (*all).max(1),
                    false => boxes_a_line(*wide, self.size),
                };
                Stands::Boxes { all: *all, ticked: *ticked, a_line }
            }
            Cell::Empty => Stands::Lines(Vec::new()),
        };
        row.cells.iter().zip(&self.columns).map(stand).collect()
    }

    /// The lines of a row from one to before another.
    fn slab(&self, stands: &[Stands], from: usize, until: usize) -> Slab {
        let (high, base) = line_of(self.size);
        let mut slab = Slab::default();
        let mut below: f32 = high;
        for (place, stands) in stands.iter().enumerate() {
            let (left, wide) = self.columns[place];
            let to = self.table.columns[place].to;
            match stands {
                Stands::Lines(lines) => {
                    for (k, line) in lines.iter().take(until).skip(from).enumerate() {
                        let left = left + aside(to, wide - line.wide);
                        let down = -AIR - high * k as f32 - base;
                        slab.marks.extend(line.marks(left, down, self.size));
                        below = below.max(high * (k + 1) as f32);
                    }
                }
                Stands::Boxes { all, ticked, a_line } if from == 0 => {
                    let at = Vec2::new(left, -AIR - high / 2.0);
                    slab.marks.extend(box_marks([*all, *ticked, *a_line], at, high, self.size));
                    below = below.max(high * all.div_ceil(*a_line).max(1) as f32);
                }
                Stands::Boxes { .. } => {}
            }
        }
        slab.high = below + 2.0 * AIR;
        slab
    }
}

fn aside(to: To, room: f32) -> f32 {
    match to {
        To::Left => 0.0,
        To::Middle => room / 2.0,
        To::Right => room,
    }
}

/// The width of this many boxes on one line, in this font size.
pub fn boxes_wide(all: u32, size: f32) -> f32 {
    if all == 0 {
        return 0.0;
    }
    size * ((all - 1) as f32 * PITCH + ((all - 1) / 5) as f32 * FIFTH + BOX)
}

/// The number of boxes that fit on a line: whole fives if five fit.
fn boxes_a_line(wide: f32, size: f32) -> u32 {
    let most = (1..200).take_while(|all| boxes_wide(*all, size) <= wide + 0.1).last().unwrap_or(1);
    if most >= 5 { most / 5 * 5 } else { most }
}

/// Boxes from the left; the first are crossed out. `at` is the left end of the middle of their first line.
fn box_marks([all, ticked, a_line]: [u32; 3], at: Vec2, pitch: f32, size: f32) -> Vec<Mark> {
    let side = size * BOX;
    let mut marks = Vec::new();
    for k in 0..all {
        let (row, place) = (k / a_line, k % a_line);
        let along = size * (place as f32 * PITCH + (place / 5) as f32 * FIFTH);
        let middle = at + Vec2::new(along + side / 2.0, -pitch * row as f32);
        marks.extend(box_to_tick(middle, side, k < ticked));
    }
    marks
}

/// A box about its middle; crossed out if ticked.
pub fn box_to_tick(middle: Vec2, side: f32, ticked: bool) -> Vec<Mark> {
    let pen = Pen::fine(Ink::Line, 0.6);
    let corner = |x: f32, y: f32| middle + side / 2.0 * Vec2::new(x, y);
    let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let mut marks = vec![Mark::ring([a, b, c, d], pen)];
    if ticked {
        marks.extend([Mark::line([a, c], pen), Mark::line([b, d], pen)]);
    }
    marks
}
