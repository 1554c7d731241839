//! The reference sheet of a game: the rules in force line by line with their clauses, and every table as it is played by.
//! And the hand-out for players: how a turn goes, in half a page. Units: points.

use super::pages::{Block, Cell, Column, Layout, Paper, Row, Set, Span, Table, Text, To, Wide};
use crate::desk::{Game, Terms as GameTerms};
use crate::rules::rulebook::{Rulebook, book};
use crate::rules::sheet::{Cell as SheetCell, ReferenceSheet, SheetTable, Terms};

/// Sizes of type that are tried, the largest first, until the sheet has no more than [`PAGES`].
const SIZES: [f32; 9] = [9.5, 9.0, 8.5, 8.25, 8.0, 7.75, 7.5, 7.25, 7.0];

/// A sheet of the basic rules has no more: one leaf.
const PAGES: usize = 2;

/// The reference sheet of a game, on as few pages as can be read; none: its rules have no book in the program.
pub fn reference(game: &dyn Game, paper: Paper) -> Option<Set> {
    let book = book(game.rules())?;
    let terms = game.terms();
    let (blocks, about) = (blocks(&sheet(book, &terms)), about(game, &terms));
    let set = |size: f32| {
        let title = format!("{}: reference sheet", book.name);
        Layout { paper, columns: 2, title, about: about.clone(), size }.pages(&blocks)
    };
    let mut last = None;
    for size in SIZES {
        let pages = set(size);
        if pages.pages.len() <= PAGES {
            return Some(pages);
        }
        last = Some(pages);
    }
    last
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
