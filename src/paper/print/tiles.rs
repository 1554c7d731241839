//! Drawings larger than a sheet: laid over several, which overlap and are named by row and column. Units: points.

use std::cmp::Ordering;

use glam::Vec2;

use crate::pages::page::Type;
use crate::pages::{Page, Paper};
use crate::svg::Frame;
use drawing::{Face, Ink, Mark, Pen};

/// Margins: at the sides, above, below.
const SIDES: f32 = 36.0;
const ABOVE: f32 = 46.0;
const BELOW: f32 = 46.0;

/// Overlap of two sheets.
const LAP: f32 = 18.0;

/// A drawing in its true size.
#[derive(Clone, Debug)]
pub struct Whole {
    pub low: Vec2,
    pub high: Vec2,
    /// Points per inch.
    pub scale: f32,
    pub marks: Vec<Mark>,
}

/// The arrangement of sheets of paper.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tiling {
    /// The size of a sheet in its orientation, and the room on it.
    sheet: Vec2,
    room: Vec2,
    columns: usize,
    rows: usize,
}

impl Tiling {
    /// The sheets in portrait or landscape, whichever takes fewer.
    fn of(paper: Paper, whole: Vec2) -> Self {
        let upright = paper.size();
        let lying = |sheet: Vec2| {
            let room = sheet - Vec2::new(2.0 * SIDES, ABOVE + BELOW);
            let many = |whole: f32, room: f32| ((whole - LAP) / (room - LAP) - 1e-3).ceil().max(1.0) as usize;
            Self { sheet, room, columns: many(whole.x, room.x), rows: many(whole.y, room.y) }
        };
        let (one, other) = (lying(upright), lying(Vec2::new(upright.y, upright.x)));
        let sheets = |tiling: Self| tiling.columns * tiling.rows;
        match sheets(one).cmp(&sheets(other)) {
            Ordering::Less => one,
            Ordering::Greater => other,
            // If both take as many, the orientation of the drawing.
            Ordering::Equal if whole.x > whole.y => other,
            Ordering::Equal => one,
        }
    }

    /// `A1`: the row by letters, the column by number; `None` if there is no such sheet.
    fn name(&self, row: usize, column: usize) -> Option<String> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        if self.rows * self.columns == 1 {
            return Some(String::new());
        }
        let mut letters = String::new();
        let mut left = row + 1;
        while left > 0 {
            left -= 1;
            letters.insert(0, char::from(b'A' + (left % 26) as u8));
            left /= 26;
        }
        Some(format!("{letters}{}", column + 1))
    }
}

/// The sheets, row by row, each with `title` and `note` at the head; `cut::finished` adds a foot.
pub fn sheets(paper: Paper, whole: &Whole, title: &str, note: &str) -> Vec<Page> {
    let size = (whole.high - whole.low) * whole.scale;
    let tiling = Tiling::of(paper, size);
    let mut pages = Vec::new();
    for row in 0..tiling.rows {
        for column in 0..tiling.columns {
            let from = Vec2::new(column as f32, row as f32) * (tiling.room - LAP);
            let part = (size - from).min(tiling.room);
            let mut page = Page::new(tiling.sheet, title);
            let upper = Vec2::new(whole.low.x, whole.high.y) + Vec2::new(from.x, -from.y) / whole.scale;
            let frame = Frame {
                corner: Vec2::new(SIDES, ABOVE),
                ..Frame::new(
                    upper - Vec2::new(0.0, part.y / whole.scale),
                    upper + Vec2::new(part.x / whole.scale, 0.0),
                    whole.scale,
                )
            };
            page.put(frame, whole.marks.iter().filter(|mark| shows(mark, &frame)).cloned().collect());
            laps(&mut page, &tiling, (row, column), part);
            let name = tiling.name(row, column).unwrap_or_default();
            head(&mut page, title, note, &name);
            pages.push(page);
        }
    }
    pages
}

/// Marks far beyond a sheet are not on it.
fn shows(mark: &Mark, frame: &Frame) -> bool {
    let (low, high) = mark.bounds();
    let room = Vec2::splat(200.0 / frame.scale);
    (high + room).cmpge(frame.low).all() && (low - room).cmple(frame.high).all()
}

/// Title and note, and the name of the sheet at the right.
fn head(page: &mut Page, title: &str, note: &str, name: &str) {
    let size = page.size;
    let (bold, italic) = (Type::new(Face::Bold, 11.0), Type::new(Face::Italic, 8.5));
    let y = size.y - 27.0;
    let sheet = if name.is_empty() { String::new() } else { format!("Sheet {name}") };
    let right = size.x - SIDES;
    let room = right - SIDES - bold.width(&sheet) - 12.0;
    let title_type = bold.fitting(title, room * 0.5);
    let after = SIDES + title_type.width(title) + 10.0;
    let note_type = italic.fitting(note, right - bold.width(&sheet) - 12.0 - after);
    page.draw([title_type.from(Vec2::new(SIDES, y), title), note_type.from(Vec2::new(after, y), note)]);
    if !sheet.is_empty() {
        page.draw([bold.until(Vec2::new(right, y), sheet)]);
    }
}

/// Where the next sheets overlap this one: a broken line, with their names beside it.
fn laps(page: &mut Page, tiling: &Tiling, (row, column): (usize, usize), part: Vec2) {
    let size = page.size;
    let upper = size.y - ABOVE;
    let pen = Pen::fine(Ink::FaintLine, 0.5).dashed(4.0, 3.0);
    let frame = [
        Vec2::new(SIDES, upper),
        Vec2::new(SIDES + part.x, upper),
        Vec2::new(SIDES + part.x, upper - part.y),
        Vec2::new(SIDES, upper - part.y),
    ];
    if tiling.rows * tiling.columns > 1 {
        page.draw([Mark::ring(frame, Pen::fine(Ink::Line, 0.4))]);
    }
    let small = Type::new(Face::Roman, 7.5);
    let mut beside = |name: Option<String>, line: [Vec2; 2], at: Vec2, right: bool| {
        let Some(name) = name else { return };
        page.draw([Mark::line(line, pen)]);
        let text = if right { format!("{name} →") } else { format!("{name} ↓") };
        page.draw([if right { turned(small, at, text) } else { small.about(at, text) }]);
    };
    let right = SIDES + part.x;
    let x = right - LAP;
    let ticks = [Vec2::new(x, upper + 7.0), Vec2::new(x, upper - part.y - 7.0)];
    beside(tiling.name(row, column + 1), ticks, Vec2::new(right + 9.0, upper - part.y / 2.0), true);
    let y = upper - part.y + LAP;
    let ticks = [Vec2::new(SIDES - 7.0, y), Vec2::new(right + 7.0, y)];
    beside(tiling.name(row + 1, column), ticks, Vec2::new(SIDES + part.x / 2.0, upper - part.y - 8.0), false);
}

/// Vertical words.
pub fn turned(kind: Type, at: Vec2, text: impl Into<String>) -> Mark {
    let mark = kind.about(at, text);
    match mark {
        Mark::Text(mut words) => {
            words.turn = -std::f32::consts::FRAC_PI_2;
            Mark::Text(words)
        }
        other => other,
    }
}
