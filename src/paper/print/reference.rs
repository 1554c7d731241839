//! The reference sheet of a game: the rules in force line by line with their clauses, and every table in its present form.
//! And the hand-out for players: the course of a turn, in half a page. Units: points.

use glam::Vec2;

use super::PrintRequest;
use crate::pages::page::Type;
use crate::pages::{Block, Cell, Column, Layout, Row, Set, Span, Table, Text, To, Wide};
use desk::{Game, Terms as GameTerms};
use drawing::{Face, Ink, Mark, Pen};
use rulebook::sheet::{Cell as SheetCell, ReferenceSheet, SheetTable, Terms};
use rulebook::{Rulebook, book};

/// Font sizes tried, the largest first, until the sheet has at most [`PAGES`].
const SIZES: [f32; 11] = [9.5, 9.0, 8.5, 8.25, 8.0, 7.75, 7.5, 7.25, 7.0, 6.75, 6.5];

/// In smaller type lines are close together.
const AIRY: f32 = 8.0;

/// Font size of a sheet that needs more pages than a leaf has.
const RUNS_OVER: f32 = 8.5;

/// Maximum height of the foot of a page, in points.
const FOOT_ROOM: f32 = 50.0;

/// Maximum number of pages of a sheet of the basic rules: one leaf.
const PAGES: usize = 2;

/// The reference sheet of a game, on as few legible pages as possible; empty if its rules have no book in the program.
pub fn reference(request: &PrintRequest<'_>) -> Set {
    let Some(book) = book(request.game.rules()) else { return Set::default() };
    let terms = request.game.terms();
    let (sheet, about) = (sheet(book, &terms), about(request.game, &terms));
    let layout = |(columns, size): (usize, f32)| {
        let title = format!("{}: reference sheet", book.name);
        Layout { paper: request.paper, columns, title, about: about.clone(), size }
    };
    let set = |layout: Layout| layout.pages(&blocks(&sheet, layout.size, layout.column().x));
    // Narrow tables leave less empty room in narrow columns, if they fit at all.
    let has_room = |layout: &Layout| {
        let room = layout.column().x;
        sheet.tables.iter().all(|table| table_size(table, layout.size, room).is_some())
    };
    let tried = SIZES.into_iter().flat_map(|size| [(2, size), (3, size)]).map(layout);
    // If even the smallest type is too large, the sheet has more pages, in an easily legible type.
    let found = tried.filter(has_room).map(set).find(|set| set.pages.len() <= PAGES);
    found.unwrap_or_else(|| set(layout((2, RUNS_OVER))))
}

/// The course of a turn, twice on a page, to be cut in two.
pub fn hand_out(request: &PrintRequest<'_>) -> Set {
    let Some(book) = book(request.game.rules()) else { return Set::default() };
    let terms = request.game.terms();
    let lines = book.advice(&Terms { book, options: &terms.options.0, cells: &terms.cells });
    let mut half = vec![Block::Heading(format!("{}: how a turn goes", book.name))];
    half.extend(lines.into_iter().map(|line| {
        let title = Span::bold(format!("{}: ", line.title));
        let said = [title, Span::roman(line.text), Span::italic(format!(" {}", line.clause))];
        Text { hang: 10.0, ..Text::new(said) }.into()
    }));
    let layout = Layout {
        paper: request.paper,
        columns: 1,
        title: format!("{}: for players", request.game.battle().1),
        about: String::new(),
        size: 10.5,
    };
    twice(layout.pages(&half))
}

/// Repeats the upper half of a page in the lower half, with a line between to cut along; a page with more than half its
/// room used is unchanged.
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

/// The content of the sheet of a game.
pub fn sheet(book: &Rulebook, terms: &GameTerms) -> ReferenceSheet {
    book.sheet(&Terms { book, options: &terms.options.0, cells: &terms.cells })
}

/// The battle that it is for, and the differences from the book.
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

fn blocks(sheet: &ReferenceSheet, size: f32, room: f32) -> Vec<Block> {
    let mut blocks = Vec::new();
    for chapter in &sheet.chapters {
        blocks.push(Block::Heading(chapter.title.clone()));
        for line in &chapter.lines {
            let spans = [
                Span::bold(format!("{}: ", line.title)),
                Span::roman(line.text.clone()),
                Span::italic(format!(" {}", line.clause)),
            ];
            // With little room lines are told apart only by their titles.
            blocks.push(Text { hang: 8.0, tight: size < AIRY, ..Text::new(spans) }.into());
        }
    }
    for table in &sheet.tables {
        blocks.push(Block::Heading(table.title.clone()));
        blocks.push(printed(table, size, room).into());
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

/// Maximum number of rows of a table that is kept in one column.
const WHOLE: usize = 16;

/// Space between two columns of a table, in points.
const BETWEEN: f32 = 8.5;

/// Smallest font size of a table, in points.
const LEAST: f32 = 6.0;
/// Largest difference in font size from the text around a table, in points.
const SMALLER: f32 = 1.5;

/// The width of each column of a table without broken words, and without broken lines.
fn widths(table: &SheetTable, size: f32) -> [Vec<f32>; 2] {
    let (head, body) = (Type::new(Face::Bold, size), Type::new(Face::Roman, size));
    let widest = |column: usize, of: &dyn Fn(Type, &str) -> f32| {
        let cells = table
            .rows
            .iter()
            .map(|row| of(if row[column].corrected { head } else { body }, &row[column].text));
        cells.fold(of(head, &table.columns[column]), f32::max) + 2.0
    };
    let word = |set: Type, text: &str| text.split(' ').map(|word| set.width(word)).fold(0.0, f32::max);
    let whole = |set: Type, text: &str| set.width(text);
    let columns = 0..table.columns.len();
    [
        columns.clone().map(|column| widest(column, &word)).collect(),
        columns.map(|column| widest(column, &whole)).collect(),
    ]
}

/// The room left by the words of a table.
fn left(table: &SheetTable, size: f32, room: f32) -> f32 {
    let [least, _] = widths(table, size);
    room - least.iter().sum::<f32>() - BETWEEN * (least.len() as f32 - 1.0)
}

/// The font size of a table in text of this size: the same, or a little smaller, so that no word is broken. `None` if there is
/// no room for the table.
fn table_size(table: &SheetTable, size: f32, room: f32) -> Option<f32> {
    let smaller = (0..).map(|step| size - 0.25 * step as f32);
    let mut tried = smaller.take_while(|tried| *tried >= LEAST && size - *tried <= SMALLER);
    tried.find(|size| left(table, *size, room) >= 0.0)
}

/// A table of the book without broken words; the room left goes to the columns with most text.
fn printed(table: &SheetTable, size: f32, room: f32) -> Table {
    let size = table_size(table, size, room).unwrap_or(size);
    let [least, request] = widths(table, size);
    let many = table.columns.len();
    let left = left(table, size, room);
    let more: f32 = request.iter().zip(&least).map(|(request, least)| request - least).sum();
    let share = if more > 0.0 { (left / more).clamp(0.0, 1.0) } else { 0.0 };
    let wide = |column: usize| least[column] + (request[column] - least[column]) * share;
    let others: f32 = (1..many).map(|column| wide(column) + BETWEEN).sum();
    let column = |column: usize| {
        let longest = table.rows.iter().map(|row| row[column].text.chars().count()).max().unwrap_or(0);
        let to = if column == 0 || longest > 8 { To::Left } else { To::Middle };
        // The first takes the remaining room.
        let wide = if column == 0 { (room - others).max(least[0]) } else { wide(column) };
        Column::new(Wide::Points(wide), to)
    };
    let rows = table.rows.len();
    let row = |(place, row): (usize, &Vec<SheetCell>)| {
        let cell = |cell: &SheetCell| match cell.corrected {
            true => Cell::bold(format!("{}*", cell.text)),
            false => Cell::roman(cell.text.clone()),
        };
        let cells: Vec<Cell> = row.iter().map(cell).collect();
        // The last row keeps the notes below the table with it.
        Row { ruled: true, keeps: rows <= WHOLE || place + 1 == rows, ..Row::new(cells) }
    };
    Table {
        columns: (0..many).map(column).collect(),
        head: table.columns.clone(),
        rows: table.rows.iter().enumerate().map(row).collect(),
        size: Some(size),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use rand::seq::IndexedRandom as _;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::pages::Paper;
    use crate::pages::document;
    use desk::{Beginning, Library, Rules};
    use game::Viewer;
    use game::options::Options;
    use games::Games;
    use rulebook::sheet::Template;
    use rulebook::{Clause, OptionKind, Tag};
    use trial::is_long;

    /// Other rules than the printed ones, drawn: some of the options, none of them, all.
    fn drawn(book: &Rulebook, rng: &mut ChaCha8Rng) -> Options {
        let often = rng.random_range(0.0..1.0_f64).powi(2);
        let mut options = BTreeMap::new();
        for option in &book.options {
            if !rng.random_bool(often) {
                continue;
            }
            let value = match option.range {
                Some((least, most)) => {
                    let tenth = (rng.random_range(least..=most) * 10.0).round() / 10.0;
                    tenth.clamp(least, most).to_string()
                }
                None => {
                    let others: Vec<&str> =
                        option.alternatives.iter().map(|one| one.value.as_str()).collect();
                    others.choose(rng).map_or(option.default.clone(), |value| (*value).to_owned())
                }
            };
            options.insert(option.id.clone(), value);
        }
        Options(options)
    }

    fn bare(text: &str) -> String {
        text.chars().filter(|letter| !letter.is_whitespace()).collect()
    }

    /// How often it stands there; another word may begin with it.
    fn times(all: &str, text: &str) -> usize {
        all.matches(bare(text).as_str()).count()
    }

    /// How much there is in a battle.
    fn size_of(library: &Library, rules: &dyn Rules, scenario: &str) -> usize {
        let beginning = Beginning { scenario: scenario.to_owned(), ..Beginning::default() };
        let begun = rules.begin(library, library, beginning).expect(scenario);
        begun.0.groups(Viewer::Referee).iter().map(|group| group.members.len()).sum()
    }

    /// What can be selected on the pages, without blanks.
    fn selected(set: &Set) -> String {
        let file = document("a trial", &set.pages).expect("it is drawn");
        bare(&pdf_extract::extract_text_from_mem(&file).expect("it can be read"))
    }

    #[test]
    fn all_that_is_in_force_stands_on_the_sheet_once_and_nothing_that_is_off() {
        let games = Games::default();
        let library = Library::embedded(&games);
        let mut rng = ChaCha8Rng::seed_from_u64(18);
        let wanted = if is_long() { 13 } else { 2 };
        for rules in games.all() {
            let id = rules.id();
            let book = book(id).expect(id);
            // The smallest of its battles.
            let own = library.scenarios().into_iter().filter(|(.., of)| of == id);
            let scenario =
                own.map(|(scenario, ..)| scenario).min_by_key(|scenario| size_of(&library, rules, scenario));
            let scenario = scenario.expect(id);
            let mut of_book = 0;
            for _ in 0..60 {
                if of_book == wanted {
                    break;
                }
                let options = drawn(book, &mut rng);
                let beginning = Beginning { scenario: scenario.clone(), options, ..Beginning::default() };
                // Some cannot be together, or not in this battle.
                let Ok((game, _)) = rules.begin(&library, &library, beginning) else {
                    continue;
                };
                of_book += 1;
                let request = PrintRequest { game: game.as_ref(), paper: Paper::A4, side: None, order: None };
                let set = reference(&request);
                assert_eq!(set.lacking, BTreeSet::new(), "{id}: letters that no font has");
                let terms = game.terms();
                let sheet = sheet(book, &terms);
                let all = selected(&set);
                for line in sheet.chapters.iter().flat_map(|chapter| &chapter.lines) {
                    let said = format!("{}: {} {}", line.title, line.text, line.clause);
                    // A line may go on in the next column.
                    let letters: Vec<char> = bare(&said).chars().collect();
                    let half = (letters.len() / 2).min(40);
                    let ends = [&letters[..half], &letters[letters.len() - half..]];
                    let [begins, ends] = ends.map(|part| times(&all, &part.iter().collect::<String>()));
                    assert!(
                        begins >= 1 || ends >= 1,
                        "{id}: {said} is not on the sheet of {:?}",
                        terms.options
                    );
                    assert!(begins <= 1, "{id}: {said} under {:?}", terms.options);
                }
                for table in &sheet.tables {
                    assert!(times(&all, &table.title) >= 1, "{id}: {}", table.title);
                    for row in &table.rows {
                        let row: String = row.iter().map(|cell| cell.text.as_str()).collect();
                        assert!(row.len() > 60 || times(&all, &row) >= 1, "{id}: {}: {row}", table.title);
                    }
                }
                let on = |module: &str| terms.options.0.get(module).is_some_and(|value| value == "on");
                let is_off = |clause: &&Clause| {
                    let modules: Vec<&str> = clause
                        .options
                        .iter()
                        .filter(|id| book.option(id).is_some_and(|option| option.kind == OptionKind::Module))
                        .map(String::as_str)
                        .collect();
                    let added = matches!(clause.tag, Tag::Advanced | Tag::Optional);
                    added && !modules.is_empty() && !modules.iter().any(|module| on(module))
                };
                let mut of_both = 0;
                for clause in book.clauses.iter().filter(is_off) {
                    let lines = sheet.chapters.iter().flat_map(|chapter| &chapter.lines);
                    let told = lines.filter(|line| line.clause == clause.id).count();
                    // A part of it may hold without the module.
                    let asks = clause.sheet.iter().flat_map(Template::options);
                    let asks = asks.filter(|option| clause.options.iter().any(|own| own == option)).count();
                    of_both += usize::from(told > 0 && asks == 0);
                    assert!(told == 0 || asks == 0, "{id}:{} is off under {:?}", clause.id, terms.options);
                }
                assert!(of_both <= 1, "{id}: {of_both} clauses of modules stand there without them");
            }
            assert_eq!(of_book, wanted, "{id}: too few options could be played together");
        }
    }

    /// Every word of every table stands on the sheet unbroken.
    fn check_words(set: &Set, sheet: &ReferenceSheet, whose: &str) {
        let marks = set.pages.iter().flat_map(|page| &page.parts).flat_map(|part| &part.marks);
        let runs = marks.filter_map(|mark| match mark {
            Mark::Text(words) => Some(words.text.as_str()),
            _ => None,
        });
        let words: BTreeSet<&str> = runs.flat_map(|run| run.split(' ')).collect();
        for table in &sheet.tables {
            let cells = table.rows.iter().flatten().map(|cell| cell.text.as_str());
            let all = table.columns.iter().map(String::as_str).chain(cells);
            for word in all.flat_map(|text| text.split_whitespace()) {
                assert!(words.contains(word), "{whose}: {} breaks {word}", table.title);
            }
        }
    }

    #[test]
    fn the_rules_as_they_are_printed_take_one_leaf_and_the_hand_out_half_a_page() {
        let games = Games::default();
        let library = Library::embedded(&games);
        for (scenario, _, rules) in library.scenarios() {
            let beginning = Beginning { scenario: scenario.clone(), ..Beginning::default() };
            let begun = games.of(&rules).expect(&rules).begin(&library, &library, beginning);
            let (game, _) = begun.expect(&scenario);
            for paper in Paper::ALL {
                let request = PrintRequest { game: game.as_ref(), paper, side: None, order: None };
                let set = reference(&request);
                assert_eq!(set.pages.len(), PAGES, "{scenario}");
                let book = book(&rules).expect(&rules);
                check_words(&set, &sheet(book, &game.terms()), &format!("{scenario} on {paper:?}"));
                let hand_out = hand_out(&request);
                let said = selected(&hand_out);
                assert_eq!((hand_out.pages.len(), times(&said, "how a turn goes")), (1, 2), "{scenario}");
                for mark in hand_out.pages[0].parts.iter().flat_map(|part| &part.marks) {
                    let (low, high) = mark.bounds();
                    let size = hand_out.pages[0].size;
                    assert!(low.cmpge(Vec2::ZERO).all() && high.cmple(size).all(), "{scenario}: {mark:?}");
                }
            }
        }
    }
}
