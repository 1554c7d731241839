//! Pages as whoever holds them sees them: what stands where, what is cut, what is missing.

use std::collections::BTreeSet;

use glam::Vec2;

use super::block::{Block, Cell, Column, Picture, Row, Span, Table, Text, To, Wide};
use super::flow::{Layout, SIDES, Set};
use super::page::{Page, Paper, Type, document};
use crate::output::{POINTS, png};
use crate::svg::Frame;
use drawing::letters::{cut_size, drawn_size};
use drawing::{Face, Ink, Length, Mark, Palette, Pen};

/// Words of a book, again and again in another order.
fn prose(words: usize, seed: usize) -> String {
    let book = "A command that is drawn acts at once with all its stands and then the next chit is drawn until the cup is empty or \
                Reconnaissance meets counterbattery";
    let book: Vec<&str> = book.split(' ').collect();
    (0..words).map(|k| book[(k * 7 + seed * 3 + k / 5) % book.len()]).collect::<Vec<_>>().join(" ")
}

fn layout(columns: usize) -> Layout {
    Layout {
        paper: Paper::A4,
        columns,
        title: "A trial of pages".to_owned(),
        about: "Of blocks of every sort".to_owned(),
        size: 9.0,
    }
}

/// Chapters with paragraphs, lists and tables.
fn blocks(chapters: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    for k in 0..chapters {
        blocks.push(Block::Heading(format!("Chapter {k}")));
        blocks.push(Text::plain(prose(20 + k * 13 % 70, k)).into());
        blocks.push(Block::Subheading(format!("Of part {k}")));
        let item = [Span::bold(format!("t:{k}.a")), Span::roman(format!(" {}", prose(30, k + 1)))];
        blocks.push(Text { hang: 12.0, ..Text::new(item) }.into());
        let row = |n: usize| {
            Row::new([
                Cell::bold(format!("row {k}/{n};")),
                Cell::roman(prose(3 + n * 5 % 17, n)),
                Cell::Boxes { all: (n * 3 % 23) as u32, ticked: (n % 3) as u32 },
            ])
        };
        let columns = [(Wide::Fit, To::Left), (Wide::Part(2.0), To::Left), (Wide::Part(1.0), To::Left)];
        let table = Table {
            columns: columns.map(|(wide, to)| Column::new(wide, to)).to_vec(),
            head: ["Row", "What it says", "Boxes"].map(str::to_owned).to_vec(),
            rows: (0..4 + k % 9).map(row).collect(),
            size: None,
        };
        blocks.push(table.into());
    }
    blocks
}

/// The words of a page with their boxes: least and greatest corner from the lower left.
fn words(page: &Page) -> Vec<(String, Vec2, Vec2)> {
    let marks = page.parts.iter().filter(|part| part.frame.scale == 1.0).flat_map(|part| &part.marks);
    let words = marks.filter_map(|mark| match mark {
        Mark::Text(words) => {
            let half = drawn_size(words, 1.0) / 2.0;
            Some((words.text.clone(), words.at - half, words.at + half))
        }
        _ => None,
    });
    words.collect()
}

fn is_over(one: &(String, Vec2, Vec2), other: &(String, Vec2, Vec2)) -> bool {
    // Lines touch.
    let room = Vec2::splat(0.3);
    (one.1 + room).cmplt(other.2 - room).all() && (other.1 + room).cmplt(one.2 - room).all()
}

/// What is wrong with pages.
fn faults(set: &Set) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, page) in set.pages.iter().enumerate() {
        let words = words(page);
        for (k, one) in words.iter().enumerate() {
            let (low, high) = (one.1, one.2);
            if low.x < SIDES - 0.2
                || high.x > page.size.x - SIDES + 0.2
                || low.y < 20.0
                || high.y > page.size.y - 35.0
            {
                faults.push(format!("{number}: {} lies beyond the margins: {low} to {high}", one.0));
            }
            let over = words[k + 1..].iter().filter(|other| is_over(one, other));
            faults.extend(over.map(|other| format!("{number}: {} lies over {}", one.0, other.0)));
        }
    }
    faults
}

#[test]
fn nothing_lies_beyond_the_margins_or_over_another() {
    for columns in 1..4 {
        for paper in Paper::ALL {
            let set = Layout { paper, ..layout(columns) }.pages(&blocks(17));
            assert!(set.pages.len() > 2, "{columns} columns: {} pages", set.pages.len());
            assert_eq!(faults(&set), Vec::<String>::new(), "{columns} columns on {paper:?}");
        }
    }
}

#[test]
fn every_word_is_there_once_and_in_order() {
    let set = layout(2).pages(&blocks(9));
    let said: String = set.pages.iter().flat_map(words).map(|(text, ..)| text).collect();
    let said: String = said.split_whitespace().collect();
    let mut at = 0;
    for k in 0..9 {
        let wanted = [format!("Chapter {k}"), prose(20 + k * 13 % 70, k), format!("Of part {k}")];
        for wanted in wanted {
            let wanted: String = wanted.split_whitespace().collect();
            let found = said[at..].find(&wanted);
            at +=
                found.unwrap_or_else(|| panic!("{wanted} comes after what stands before it")) + wanted.len();
        }
        for n in 0..4 + k % 9 {
            assert_eq!(said.matches(&format!("row{k}/{n};")).count(), 1, "row {k}/{n}");
        }
    }
}

#[test]
fn no_heading_ends_a_column_and_tables_go_on_under_their_heads() {
    let mut turned = 0;
    for chapters in 3..26 {
        let set = layout(2).pages(&blocks(chapters));
        for page in &set.pages {
            let words = words(page);
            for left in [SIDES, page.size.x / 2.0] {
                let inside = |low: &Vec2| low.x >= left - 1.0 && low.x < left + page.size.x / 2.0 - SIDES;
                let column = words.iter().filter(|(_, low, _)| inside(low) && low.y > 40.0);
                let mut column: Vec<_> = column.collect();
                column.sort_by(|one, other| other.2.y.total_cmp(&one.2.y));
                let Some((last, ..)) = column.last() else { continue };
                for over in ["Chapter", "Of part", "Row", "What it says"] {
                    assert!(!last.starts_with(over), "{chapters}: {last} ends a column");
                }
                // A row that begins a column stands under a head.
                let first =
                    column.iter().find(|(text, ..)| text.starts_with("row ") || text.starts_with("Row"));
                let above = column.first().map(|(text, ..)| text.as_str()).unwrap_or_default();
                turned += usize::from(above == "Row");
                assert!(!above.starts_with("row "), "{chapters}: {above} has no head: {first:?}");
            }
        }
    }
    assert!(turned > 5, "{turned} tables go on in another column");
}

#[test]
fn a_letter_that_the_fonts_lack_is_told_and_set_as_a_question_mark() {
    let set = layout(1).pages(&[Text::plain("The 鼓 of Jérôme, 2½ in × 3 → ✠").into()]);
    let said: String = set.pages.iter().flat_map(words).map(|(text, ..)| text).collect();
    assert!(said.contains("The ? of Jérôme, 2½ in × 3 →"), "{said}");
    assert!(set.lacking.contains(&'鼓'), "{:?}", set.lacking);
    assert!(!set.lacking.contains(&'é') && !set.lacking.contains(&'½'), "{:?}", set.lacking);
    // A picture has words too.
    let marks = vec![Type::new(Face::Roman, 9.0).about(Vec2::splat(0.5), "鼓")];
    let picture = Picture { low: Vec2::ZERO, high: Vec2::ONE, scale: 72.0, marks, framed: true };
    let set = layout(1).pages(&[Block::Picture(picture)]);
    assert_eq!(set.lacking, BTreeSet::from(['鼓']));
}

#[test]
fn words_that_are_too_long_are_cut_and_none_is_lost() {
    let long = "x".repeat(400);
    let set = layout(3).pages(&[Text::plain(long.clone()).into()]);
    assert_eq!(faults(&set), Vec::<String>::new());
    let said: String = set.pages.iter().flat_map(words).map(|(text, ..)| text).collect();
    assert_eq!(said.matches('x').count(), long.len());
}

#[test]
fn the_words_of_a_document_can_be_selected_and_its_bytes_are_the_same_again() {
    let set = layout(2).pages(&blocks(6));
    let file = document("A trial", &set.pages).expect("it is drawn");
    let again = document("A trial", &layout(2).pages(&blocks(6)).pages).expect("it is drawn");
    assert!(file == again);
    let said = pdf_extract::extract_text_from_mem(&file).expect("it is read");
    let said: String = said.split_whitespace().collect();
    for (text, ..) in set.pages.iter().flat_map(words) {
        let text: String = text.split_whitespace().collect();
        assert!(said.contains(&text), "{text} is not in the document");
    }
    assert!(said.contains(&format!("page1of{}", set.pages.len())));
}

/// Where the picture of a page is dark along one of its rows, from 0, in pixels.
fn dark(page: &Page, dots: f32, row: u32) -> Vec<u32> {
    let picture = png(&page.svg(Palette::PRINT), dots / POINTS).expect("it is drawn");
    let picture = resvg::tiny_skia::Pixmap::decode_png(&picture).expect("it is a picture");
    let is_dark = |x: &u32| picture.pixel(*x, row).is_some_and(|pixel| pixel.red() < 100);
    (0..picture.width()).filter(is_dark).collect()
}

#[test]
fn an_inch_is_an_inch_in_points_and_in_a_frame() {
    let mut page = Page::new(Paper::A4.size(), "inches");
    let pen = Pen::new(Ink::Line, Length::points(1.0));
    let bar = |x: f32, y: f32| Mark::line([Vec2::new(x, y - 20.0), Vec2::new(x, y + 20.0)], pen);
    page.draw([bar(72.0, 600.0), bar(72.0 * 7.0, 600.0)]);
    // Six inches of a table, the frame of which begins an inch from the left.
    let frame =
        Frame { corner: Vec2::new(72.0, 500.0), ..Frame::new(Vec2::ZERO, Vec2::new(6.5, 2.0), POINTS) };
    page.put(
        frame,
        vec![
            Mark::line([Vec2::new(0.25, 0.0), Vec2::new(0.25, 2.0)], pen),
            Mark::line([Vec2::new(6.25, 0.0), Vec2::new(6.25, 2.0)], pen),
        ],
    );
    let row = |points: f32| (points / POINTS * 300.0) as u32;
    for from_top in [page.size.y - 600.0, 560.0] {
        let dark = dark(&page, 300.0, row(from_top));
        let (first, last) = (dark[0] as f32, dark[dark.len() - 1] as f32);
        let middle = |end: f32| dark.iter().map(|x| *x as f32).filter(move |x| (x - end).abs() < 10.0);
        let mean = |end: f32| middle(end).sum::<f32>() / middle(end).count() as f32;
        let inch = (mean(last) - mean(first)) / 300.0 / 6.0;
        assert!((inch - 1.0).abs() < 0.001, "an inch is {inch}");
    }
}

#[test]
fn paper_is_as_large_as_it_is_called() {
    for (paper, name, wide, high) in
        [(Paper::A4, "A4", 210.0, 297.0), (Paper::Letter, "letter", 215.9, 279.4)]
    {
        let size = Paper::named(name).expect("it is known").size() / POINTS * 25.4;
        assert!((size - Vec2::new(wide, high)).abs().max_element() < 0.01, "{paper:?}: {size}");
    }
    assert_eq!(Paper::named("foolscap"), None);
    assert_eq!(cut_size(9.0), 9.0, "the type of tables is of a size that is cut");
}
