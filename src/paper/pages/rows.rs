//! Rows of tables. Units: points; from the upper left corner of the row, up.

use std::collections::BTreeSet;

use glam::Vec2;

use super::block::{Cell, Column, Picture, Row, Span, Table, To, Wide};
use super::flow::Slab;
use super::set::{Line, line_of, lines, one_line};
use crate::drawing::{Ink, Mark, Pen};

/// Between two columns, and above and below what stands in a row.
const BETWEEN: f32 = 8.0;
const AIR: f32 = 1.6;

/// The side of a box to tick in parts of the size of the type, and from one to the next; every fifth stands apart.
const BOX: f32 = 0.78;
const PITCH: f32 = 1.06;
const FIFTH: f32 = 0.42;

/// How a table is set: where its columns are.
#[derive(Debug)]
struct Grid<'t> {
    table: &'t Table,
    size: f32,
    /// Left end and width, column by column.
    columns: Vec<(f32, f32)>,
    wide: f32,
}

/// The rows of a table, the first under its head.
pub fn slabs(table: &Table, size: f32, wide: f32, high: f32, lacking: &mut BTreeSet<char>) -> Vec<Slab> {
    let grid = Grid { table, size, columns: columns(table, size, wide), wide };
    let head = (!table.head.is_empty()).then(|| grid.head(lacking));
    let mut slabs = Vec::new();
    let many = table.rows.len();
    for (place, row) in table.rows.iter().enumerate() {
        // Neither the first row nor the last stands in a column by itself.
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

fn columns(table: &Table, size: f32, wide: f32) -> Vec<(f32, f32)> {
    let many = table.columns.len();
    let gaps = BETWEEN * many.saturating_sub(1) as f32;
    let room = wide - gaps;
    let own = |(place, column): (usize, &Column)| match column.wide {
        Wide::Points(points) => points,
        Wide::Part(_) => 0.0,
        Wide::Fit => {
            let head = table.head.get(place).map_or(0.0, |head| one_line(&[Span::bold(head)], size));
            let cells = table.rows.iter().filter_map(|row| row.cells.get(place));
            cells.map(|cell| natural(cell, size)).fold(head, f32::max) + 0.5
        }
    };
    let mut widths: Vec<f32> = table.columns.iter().enumerate().map(own).collect();
    let parts = |column: &Column| if let Wide::Part(parts) = column.wide { parts } else { 0.0 };
    let all: f32 = table.columns.iter().map(parts).sum();
    let taken: f32 = widths.iter().sum();
    // What is to be divided keeps at least a third of the room.
    let most = if all > 0.0 { room * 2.0 / 3.0 } else { room };
    if taken > most {
        let less = most / taken;
        widths.iter_mut().for_each(|width| *width *= less);
    }
    let left = room - widths.iter().sum::<f32>();
    for (width, column) in widths.iter_mut().zip(&table.columns) {
        if let Wide::Part(parts) = column.wide {
            *width = left * parts / all;
        }
    }
    let mut at = 0.0;
    let place = |width: f32| {
        let from = at;
        at += width + BETWEEN;
        (from, width)
    };
    widths.into_iter().map(place).collect()
}

fn natural(cell: &Cell, size: f32) -> f32 {
    match cell {
        Cell::Words(spans) => one_line(spans, size),
        Cell::Boxes { all, .. } => boxes_wide(*all, size),
        Cell::Picture(picture) => picture.size().x,
        Cell::Empty => 0.0,
    }
}

/// What stands in a cell, set.
#[derive(Debug)]
enum Stands {
    Lines(Vec<Line>),
    Boxes { all: u32, ticked: u32, a_line: u32 },
    Picture(Picture),
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

    /// A row in one slab; one that is higher than a column in several.
    fn row(&self, row: &Row, high: f32, lacking: &mut BTreeSet<char>) -> Vec<Slab> {
        let stands = self.stand(row, lacking);
        let (line, _) = line_of(self.size);
        let most = ((high - 6.0 * line) / line).floor().max(1.0) as usize;
        let many = stands.iter().map(|stands| match stands {
            Stands::Lines(lines) => lines.len(),
            Stands::Boxes { all, a_line, .. } => all.div_ceil(*a_line) as usize,
            Stands::Picture(_) => 1,
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
            Cell::Picture(picture) => {
                Stands::Picture(picture.clone().within(Vec2::new(*wide, f32::INFINITY)))
            }
            Cell::Empty => Stands::Lines(Vec::new()),
        };
        row.cells.iter().zip(&self.columns).map(stand).collect()
    }

    /// Those lines of a row, from one to before another.
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
                Stands::Picture(picture) if from == 0 => {
                    let size = picture.size();
                    slab.pictures.push((Vec2::new(left + aside(to, wide - size.x), -AIR), picture.clone()));
                    below = below.max(size.y);
                }
                Stands::Boxes { .. } | Stands::Picture(_) => {}
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

/// How wide so many boxes on one line are, in this size of type.
pub fn boxes_wide(all: u32, size: f32) -> f32 {
    if all == 0 {
        return 0.0;
    }
    size * ((all - 1) as f32 * PITCH + ((all - 1) / 5) as f32 * FIFTH + BOX)
}

/// So many boxes have room on a line: whole fives where there is room for five.
fn boxes_a_line(wide: f32, size: f32) -> u32 {
    let most = (1..200).take_while(|all| boxes_wide(*all, size) <= wide + 0.1).last().unwrap_or(1);
    if most >= 5 { most / 5 * 5 } else { most }
}

/// Boxes from the left; the first are crossed out. `at`: the left end of the middle of their first line.
fn box_marks([all, ticked, a_line]: [u32; 3], at: Vec2, pitch: f32, size: f32) -> Vec<Mark> {
    let half = Vec2::splat(size * BOX / 2.0);
    let pen = Pen::fine(Ink::Line, 0.6);
    let mut marks = Vec::new();
    for k in 0..all {
        let (row, place) = (k / a_line, k % a_line);
        let along = size * (place as f32 * PITCH + (place / 5) as f32 * FIFTH);
        let middle = at + Vec2::new(along + half.x, -pitch * row as f32);
        let corner = |x: f32, y: f32| middle + half * Vec2::new(x, y);
        let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        marks.push(Mark::ring([a, b, c, d], pen));
        if k < ticked {
            marks.push(Mark::line([a, c], pen));
            marks.push(Mark::line([b, d], pen));
        }
    }
    marks
}
