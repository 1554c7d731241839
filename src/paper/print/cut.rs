//! Pieces to cut out of a sheet: in rows in their true size, with cutting marks. Units: points.

use glam::Vec2;

use crate::output::POINTS;
use crate::pages::page::Type;
use crate::pages::{Page, Paper, Set};
use crate::svg::Frame;
use drawing::{Face, Ink, Length, Mark, Pen};

/// Margins: at the sides, above, below.
const SIDES: f32 = 36.0;
const ABOVE: f32 = 62.0;
const BELOW: f32 = 54.0;

/// Space between two pieces; length of a cutting mark, and its distance from the corner.
const APART: f32 = 15.0;
const TICK: f32 = 5.5;
const OFF: f32 = 1.2;

/// A piece to cut out.
#[derive(Clone, Debug)]
pub struct Piece {
    pub size: Vec2,
    /// Points per inch of its marks, which lie about its middle.
    pub scale: f32,
    pub front: Vec<Mark>,
    /// Empty if its back is blank.
    pub back: Vec<Mark>,
    /// Is it cut out along a circle?
    pub round: bool,
}

/// Pieces of a kind, with the heading of their sheets.
#[derive(Clone, Debug)]
pub struct Lot {
    pub title: String,
    pub note: String,
    pub pieces: Vec<Piece>,
}

/// The place of a piece: page, and its middle from the lower left corner.
struct Place {
    page: usize,
    middle: Vec2,
}

/// The sheets of all lots.
pub fn sheets(paper: Paper, lots: &[Lot]) -> Set {
    finished(lots.iter().flat_map(|lot| of_lot(paper, lot)).collect())
}

/// Completes sheets that are handed out together: numbers them, and replaces missing letters.
pub fn finished(mut pages: Vec<Page>) -> Set {
    let many = pages.len();
    for (place, page) in pages.iter_mut().enumerate() {
        foot(page, place + 1, many);
    }
    Set::of(pages)
}

/// The sheets of a lot, each followed by its back if pieces have one.
fn of_lot(paper: Paper, lot: &Lot) -> Vec<Page> {
    let (size, pieces) = (paper.size(), &lot.pieces);
    let places = places(size, pieces);
    let many = places.last().map_or(0, |place| place.page + 1);
    let backs = pieces.iter().any(|piece| !piece.back.is_empty());
    let mut pages = Vec::new();
    for page in 0..many {
        let on_it = || pieces.iter().zip(&places).filter(move |(_, place)| place.page == page);
        let mut front = Page::new(size, lot.title.clone());
        head(&mut front, &lot.title, &lot.note);
        for (piece, place) in on_it() {
            lay(&mut front, piece, &piece.front, place.middle);
            front.draw(cut_marks(piece, place.middle));
        }
        pages.push(front);
        if backs {
            let mut back = Page::new(size, lot.title.clone());
            let note = "Print on the back of the sheet before, turned over its long edge";
            head(&mut back, &format!("{}: backs", lot.title), note);
            for (piece, place) in on_it() {
                // The sheet is turned over its long edge: right becomes left.
                lay(&mut back, piece, &piece.back, Vec2::new(size.x - place.middle.x, place.middle.y));
            }
            pages.push(back);
        }
    }
    pages
}

/// Row by row, pieces of one height beside each other, each row in the middle of the sheet.
fn places(size: Vec2, pieces: &[Piece]) -> Vec<Place> {
    let wide = size.x - 2.0 * SIDES;
    let mut places = Vec::with_capacity(pieces.len());
    let (mut page, mut upper, mut from) = (0, size.y - ABOVE, 0);
    while from < pieces.len() {
        let high = pieces[from].size.y;
        let mut taken = -APART;
        let fits = |piece: &&Piece| {
            taken += piece.size.x + APART;
            taken <= wide && (piece.size.y - high).abs() < 0.5
        };
        let row = pieces[from..].iter().take_while(fits).count().max(1);
        if upper - high < BELOW && upper < size.y - ABOVE {
            (page, upper) = (page + 1, size.y - ABOVE);
        }
        let row = &pieces[from..from + row];
        let long: f32 = row.iter().map(|piece| piece.size.x + APART).sum::<f32>() - APART;
        // Whole rows are centred; the last of a kind begins where the others do.
        let most = ((wide + APART) / (pieces[from].size.x + APART)).floor().max(1.0);
        let full = most * (pieces[from].size.x + APART) - APART;
        let mut left = (size.x - long.max(full)) / 2.0;
        for piece in row {
            places.push(Place { page, middle: Vec2::new(left + piece.size.x / 2.0, upper - high / 2.0) });
            left += piece.size.x + APART;
        }
        upper -= high + APART;
        from += row.len();
    }
    places
}

fn lay(page: &mut Page, piece: &Piece, marks: &[Mark], middle: Vec2) {
    let half = piece.size / 2.0 + OFF;
    let corner = Vec2::new(middle.x - half.x, page.size.y - middle.y - half.y);
    let frame = Frame { corner, ..Frame::new(-half / piece.scale, half / piece.scale, piece.scale) };
    page.put(frame, marks.to_vec());
}

/// Ticks at the corners, or a thin circle.
fn cut_marks(piece: &Piece, middle: Vec2) -> Vec<Mark> {
    let pen = Pen::fine(Ink::Line, 0.4);
    let half = piece.size / 2.0;
    if piece.round {
        let radius = Length::points(half.x);
        return vec![Mark::Disc { at: middle, radius, fill: None, pen: Some(pen) }];
    }
    let mut marks = Vec::new();
    for way in [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)] {
        let corner = middle + half * way;
        for out in [Vec2::X * way.x, Vec2::Y * way.y] {
            marks.push(Mark::line([corner + out * OFF, corner + out * (OFF + TICK)], pen));
        }
    }
    marks
}

/// The heading: the kind of pieces, and how they are cut.
fn head(page: &mut Page, title: &str, note: &str) {
    let upper = page.size.y;
    let wide = page.size.x - 2.0 * SIDES;
    let (bold, italic) = (Type::new(Face::Bold, 13.0), Type::new(Face::Italic, 9.0));
    page.draw([
        bold.fitting(title, wide).from(Vec2::new(SIDES, upper - 32.0), title),
        italic.fitting(note, wide).from(Vec2::new(SIDES, upper - 46.0), note),
    ]);
}

/// The foot: an inch to check the printer, and the page number.
fn foot(page: &mut Page, number: usize, many: usize) {
    let small = Type::new(Face::Roman, 8.0);
    let y = 26.0;
    let (left, right) = (Vec2::new(SIDES, y), Vec2::new(SIDES + POINTS, y));
    let pen = Pen::fine(Ink::Line, 0.8);
    page.draw([
        Mark::line([left, right], pen),
        Mark::line([left - Vec2::Y * 4.0, left + Vec2::Y * 4.0], pen),
        Mark::line([right - Vec2::Y * 4.0, right + Vec2::Y * 4.0], pen),
        small.from(right + Vec2::X * 6.0, "1 inch: print at 100 %, not fitted to the page"),
        small.until(Vec2::new(page.size.x - SIDES, y), format!("page {number} of {many}")),
    ]);
}
