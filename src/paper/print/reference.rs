//! The reference sheet of a game: the rules in force line by line with their clauses, and every table as it is played by.
//! And the hand-out for players: how a turn goes, in half a page. Units: points.

use glam::Vec2;

use super::Wish;
use crate::desk::{Game, Terms as GameTerms};
use crate::drawing::{Ink, Mark, Pen};
use crate::paper::pages::{Block, Cell, Column, Layout, Row, Set, Span, Table, Text, To, Wide};
use crate::rules::rulebook::{Rulebook, book};
use crate::rules::sheet::{Cell as SheetCell, ReferenceSheet, SheetTable, Terms};

/// Sizes of type that are tried, the largest first, until the sheet has no more than [`PAGES`].
const SIZES: [f32; 9] = [9.5, 9.0, 8.5, 8.25, 8.0, 7.75, 7.5, 7.25, 7.0];

/// The type of a sheet that needs more pages than a leaf has.
const RUNS_OVER: f32 = 8.5;

/// The foot of a page reaches no higher, in points.
const FOOT_ROOM: f32 = 50.0;

/// A sheet of the basic rules has no more: one leaf.
const PAGES: usize = 2;

/// The reference sheet of a game, on as few pages as can be read; nothing where its rules have no book in the program.
pub fn reference(wish: &Wish<'_>) -> Set {
    let Some(book) = book(wish.game.rules()) else { return Set::default() };
    let terms = wish.game.terms();
    let (blocks, about) = (blocks(&sheet(book, &terms)), about(wish.game, &terms));
    let set = |size: f32| {
        let title = format!("{}: reference sheet", book.name);
        Layout { paper: wish.paper, columns: 2, title, about: about.clone(), size }.pages(&blocks)
    };
    let mut made = SIZES.into_iter().map(set);
    // Where even the smallest type does not do, the sheet runs over, in a type that is read with ease.
    made.find(|set| set.pages.len() <= PAGES).unwrap_or_else(|| set(RUNS_OVER))
}

/// How a turn goes, twice on a page, to be cut in two.
pub fn hand_out(wish: &Wish<'_>) -> Set {
    let Some(book) = book(wish.game.rules()) else { return Set::default() };
    let terms = wish.game.terms();
    let lines = book.advice(&Terms { book, options: &terms.options.0, cells: &terms.cells });
    let mut half = vec![Block::Heading(format!("{}: how a turn goes", book.name))];
    half.extend(lines.into_iter().map(|line| {
        let title = Span::bold(format!("{}: ", line.title));
        let said = [title, Span::roman(line.text), Span::italic(format!(" {}", line.clause))];
        Text { hang: 10.0, ..Text::new(said) }.into()
    }));
    let layout = Layout {
        paper: wish.paper,
        columns: 1,
        title: format!("{}: for players", wish.game.battle().1),
        about: String::new(),
        size: 10.5,
    };
    twice(layout.pages(&half))
}

/// What stands in the upper half of a page, once more in the lower half, with a line between to cut along; a page that is fuller than
/// that stays as it is.
fn twice(mut set: Set) -> Set {
    let [page] = set.pages.as_mut_slice() else { return set };
    let (middle, foot) = (page.size.y / 2.0, FOOT_ROOM);
    let marks: Vec<Mark> = page.parts.iter().flat_map(|part| &part.marks).cloned().collect();
    let (above, below): (Vec<Mark>, Vec<Mark>) =
        marks.into_iter().partition(|mark| mark.bounds().0.y > middle);
    if below.iter().any(|mark| mark.bounds().1.y > foot) {
        return set;
    }
    let cut = [Vec2::new(0.0, middle), Vec2::new(page.size.x, middle)];
    page.draw(above.into_iter().map(|mark| mark.moved(Vec2::new(0.0, foot / 2.0 - middle))));
    page.draw([Mark::line(cut, Pen { dash: Some((2.0, 4.0)), ..Pen::fine(Ink::Line, 0.5) })]);
    set
}

/// What stands on the sheet of a game.
pub fn sheet(book: &Rulebook, terms: &GameTerms) -> ReferenceSheet {
    book.sheet(&Terms { book, options: &terms.options.0, cells: &terms.cells })
}

/// Which battle it is for, and how far it is from the book.
fn about(game: &dyn Game, terms: &GameTerms) -> String {
    let (_, battle) = game.battle();
    let changed = match (terms.options.0.len(), terms.cells.len()) {
        (0, 0) => "the rules as they are printed, with our rulings".to_owned(),
        (options, 0) => format!("{options} of the rules as agreed for this battle"),
        (0, cells) => format!("{cells} cells of the tables corrected"),
        (options, cells) => {
            format!("{options} of the rules as agreed for this battle, {cells} cells corrected")
        }
    };
    format!("{battle}: {changed}")
}

fn blocks(sheet: &ReferenceSheet) -> Vec<Block> {
    let mut blocks = Vec::new();
    for chapter in &sheet.chapters {
        blocks.push(Block::Heading(chapter.title.clone()));
        for line in &chapter.lines {
            let spans = [
                Span::bold(format!("{}: ", line.title)),
                Span::roman(line.text.clone()),
                Span::italic(format!(" {}", line.clause)),
            ];
            blocks.push(Text { hang: 8.0, ..Text::new(spans) }.into());
        }
    }
    for table in &sheet.tables {
        blocks.push(Block::Heading(table.title.clone()));
        blocks.push(printed(table).into());
        let corrected = table.rows.iter().flatten().any(|cell| cell.corrected);
        let mut below: Vec<Span> = Vec::new();
        if !table.note.is_empty() {
            below.push(Span::roman(format!("{} ", table.note)));
        }
        if corrected {
            below.push(Span::roman("* corrected for this game "));
        }
        below.push(Span::italic(table.clauses.join(", ")));
        blocks.push(Text::new(below).into());
    }
    blocks
}

/// A table of the book: columns as wide as what stands in them, as far as there is room.
fn printed(table: &SheetTable) -> Table {
    let longest = |column: usize| {
        let cells = table.rows.iter().map(|row| row[column].text.chars().count());
        // A head may be broken between its words.
        let head = table.columns[column].split(' ').map(|word| word.chars().count()).max();
        cells.chain(head).max().unwrap_or(1)
    };
    let column = |column: usize| {
        let letters = longest(column);
        let to = if column == 0 || letters > 8 { To::Left } else { To::Middle };
        Column::new(Wide::Part(letters.clamp(3, 34) as f32 + 1.0), to)
    };
    let row = |row: &Vec<SheetCell>| {
        let cell = |cell: &SheetCell| match cell.corrected {
            true => Cell::bold(format!("{}*", cell.text)),
            false => Cell::roman(cell.text.clone()),
        };
        Row { ruled: true, ..Row::new(row.iter().map(cell).collect::<Vec<_>>()) }
    };
    Table {
        columns: (0..table.columns.len()).map(column).collect(),
        head: table.columns.clone(),
        rows: table.rows.iter().map(row).collect(),
    }
}
