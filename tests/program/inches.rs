//! A printed inch, measured where a printer takes it from: along the paths of the PDF, in dots of 300 an inch.

use desk::Game;
use game::Viewer;
use glam::{Affine2, Vec2};
use paper::pages::{Paper, Set};
use paper::print::{Document, PrintRequest, What, documents};
use pdf_extract::content::Content;
use pdf_extract::{Dictionary, Document as Pdf, Object};

use super::print::begun;

/// Dots an inch, and how many of them an inch may be off.
const DOTS: f32 = 300.0;
const OFF: f32 = 0.008 * DOTS;

/// The side of a counter of a unit, as its sheet says it; and of it so much is a hex from flat to flat.
const COUNTER: f32 = 0.625 * DOTS;
const HEX_OF_COUNTER: f32 = 2.0 / 1.44;

/// A path as it is drawn: its places in whole dots from the lower left corner of the page. Of a curve its ends are here.
#[derive(Clone, Debug)]
struct Drawn {
    places: Vec<Vec2>,
    closed: bool,
    curved: bool,
    stroked: bool,
}

impl Drawn {
    fn low(&self) -> Vec2 {
        self.places.iter().copied().fold(Vec2::INFINITY, Vec2::min)
    }

    fn high(&self) -> Vec2 {
        self.places.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max)
    }

    fn size(&self) -> Vec2 {
        self.high() - self.low()
    }

    /// A single line, upright or level.
    fn is_line(&self, upright: bool) -> bool {
        let size = self.size();
        self.places.len() == 2 && self.stroked && if upright { size.x == 0.0 } else { size.y == 0.0 }
    }
}

/// What draws a page.
struct Reader<'p> {
    pdf: &'p Pdf,
    drawn: Vec<Drawn>,
}

impl<'p> Reader<'p> {
    /// A stream of operators under a transformation, in points.
    fn read(&mut self, stream: &[u8], resources: Option<&'p Dictionary>, from: Affine2) {
        let content = Content::decode(stream).expect("operators can be read");
        let (mut now, mut kept): (Affine2, Vec<Affine2>) = (from, Vec::new());
        let mut paths: Vec<Drawn> = Vec::new();
        for operation in content.operations {
            let numbers: Vec<f32> = operation.operands.iter().filter_map(|one| one.as_float().ok()).collect();
            let place = |x: f32, y: f32| (now.transform_point2(Vec2::new(x, y)) / 72.0 * DOTS).round();
            let new =
                |place: Vec2| Drawn { places: vec![place], closed: false, curved: false, stroked: false };
            match (operation.operator.as_str(), &numbers[..]) {
                ("q", _) => kept.push(now),
                ("Q", _) => now = kept.pop().expect("what is restored was kept"),
                ("cm", &[a, b, c, d, e, f]) => now *= Affine2::from_cols_array(&[a, b, c, d, e, f]),
                ("m", &[x, y]) => paths.push(new(place(x, y))),
                ("l", &[x, y]) | ("c", &[.., x, y]) | ("v", &[.., x, y]) | ("y", &[.., x, y]) => {
                    let path = paths.last_mut().expect("a path was begun");
                    path.places.push(place(x, y));
                    path.curved |= operation.operator != "l";
                }
                ("re", &[x, y, wide, high]) => {
                    let corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)];
                    let places = corners.map(|(x, y)| place(x, y)).to_vec();
                    paths.push(Drawn { closed: true, places, ..new(Vec2::ZERO) });
                }
                ("h", _) => paths.last_mut().expect("a path was begun").closed = true,
                ("n", _) => paths.clear(),
                (painted @ ("S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*"), _) => {
                    let stroked = !painted.to_lowercase().starts_with('f');
                    let closes = painted.starts_with(['s', 'b']);
                    self.drawn.extend(paths.drain(..).map(|path| Drawn {
                        closed: path.closed || closes,
                        stroked,
                        ..path
                    }));
                }
                ("Do", _) => self.form(operation.operands.first(), resources, now),
                _ => {}
            }
        }
    }

    /// A part of the page that stands elsewhere in the file; pictures are none.
    fn form(&mut self, name: Option<&Object>, resources: Option<&'p Dictionary>, from: Affine2) {
        let pdf = self.pdf;
        let named = || {
            let all = pdf.get_dict_in_dict(resources?, b"XObject").ok()?;
            let (_, form) = pdf.dereference(all.get(name?.as_name().ok()?).ok()?).ok()?;
            form.as_stream().ok()
        };
        let stream = named().expect("what is drawn is there");
        if stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind != b"Form") {
            return;
        }
        let matrix = stream.dict.get(b"Matrix").and_then(Object::as_array).ok();
        let matrix: Option<Vec<f32>> =
            matrix.map(|matrix| matrix.iter().filter_map(|one| one.as_float().ok()).collect());
        let matrix = matrix.and_then(|matrix| <[f32; 6]>::try_from(matrix).ok());
        let own = pdf.get_dict_in_dict(&stream.dict, b"Resources").ok();
        let content = stream.get_plain_content().expect("it can be unpacked");
        let matrix = matrix.map_or(Affine2::IDENTITY, |matrix| Affine2::from_cols_array(&matrix));
        self.read(&content, own.or(resources), from * matrix);
    }
}

/// What is drawn on each page of a file.
fn drawn(file: &[u8]) -> Vec<Vec<Drawn>> {
    let pdf = Pdf::load_mem(file).expect("a PDF");
    let page = |id| {
        let (own, named) = pdf.get_page_resources(id).expect("a page");
        let resources = own.or_else(|| pdf.get_dictionary(*named.first()?).ok());
        let content = pdf.get_page_content(id).expect("a page");
        let mut reader = Reader { pdf: &pdf, drawn: Vec::new() };
        reader.read(&content, resources, Affine2::IDENTITY);
        reader.drawn
    };
    pdf.get_pages().into_values().map(page).collect()
}

/// What is drawn on the pages of a document, of which so many at most are made.
fn pages(game: &dyn Game, what: What, paper: Paper, most: usize) -> Vec<Vec<Drawn>> {
    let request = PrintRequest { game, paper, side: None, order: None };
    let [document] = &documents(what, &request).expect("there is something to print")[..] else {
        panic!("one document")
    };
    let pages: Vec<_> = document.set.pages.iter().take(most).cloned().collect();
    let short = Document { set: Set { pages, ..Set::default() }, ..document.clone() };
    let pages = drawn(&short.pdf().expect("it is drawn"));
    for (number, page) in pages.iter().enumerate() {
        check_bar(page, &format!("{what:?} on {paper:?}, page {}", number + 1));
    }
    pages
}

/// The bar at the foot of a page, with a tick across either end, is an inch long.
fn check_bar(page: &[Drawn], whose: &str) {
    let crossed = |at: Vec2| {
        page.iter().any(|line| {
            let (low, high) = (line.low(), line.high());
            line.is_line(true) && low.x == at.x && low.y < at.y && at.y < high.y
        })
    };
    let bars: Vec<f32> = page
        .iter()
        .filter(|line| line.is_line(false) && crossed(line.low()) && crossed(line.high()))
        .map(|line| line.size().x)
        .collect();
    let [inch] = bars[..] else { panic!("{whose}: a bar, not {bars:?}") };
    assert!((inch - DOTS).abs() <= OFF, "{whose}: an inch is {}", inch / DOTS);
}

/// Lengths in dots are those that are wanted, each as often.
fn check_lengths(mut found: Vec<f32>, mut wanted: Vec<f32>, whose: &str) {
    found.sort_by(f32::total_cmp);
    wanted.sort_by(f32::total_cmp);
    assert_eq!(found.len(), wanted.len(), "{whose}: {found:?} for {wanted:?}");
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!((found - wanted).abs() <= OFF, "{whose}: {} in for {} in", found / DOTS, wanted / DOTS);
    }
}

/// How wide and how high pieces are between the marks along which they are cut: each is told twice.
fn cut_sizes(page: &[Drawn], upright: bool) -> Vec<f32> {
    let turned = |place: Vec2| if upright { place } else { Vec2::new(place.y, place.x) };
    // Ticks are as long as no other line is.
    let is_tick = |line: &&Drawn| {
        let long = line.size().max_element() / DOTS * 72.0;
        line.is_line(upright) && (long - 5.5).abs() < 0.4
    };
    let mut ticks: Vec<Vec2> = page.iter().filter(is_tick).map(|line| turned(line.low())).collect();
    ticks.sort_by(|one, other| one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x)));
    // Those of one row lie on one line, at the left and at the right of a piece by turns.
    let rows = ticks.chunk_by(|one, other| one.y == other.y);
    rows.flat_map(|row| row.chunks(2).map(|pair| pair[1].x - pair[0].x).collect::<Vec<_>>()).collect()
}

/// Whatever is cut out along marks is as large as it is wanted, in inches.
fn check_cut(pages: &[Vec<Drawn>], sizes: &[Vec2], whose: &str) {
    for (upright, side) in [(true, "wide"), (false, "high")] {
        let found: Vec<f32> = pages.iter().flat_map(|page| cut_sizes(page, upright)).collect();
        let wanted = sizes.iter().map(|size| if upright { size.x } else { size.y } * DOTS);
        check_lengths(found, wanted.flat_map(|long| [long, long]).collect(), &format!("{whose}, {side}"));
    }
}

fn sizes(game: &dyn Game) -> Vec<Vec2> {
    let printed = game.printed(72.0, Viewer::Referee);
    printed.iter().flat_map(|one| one.cuts.iter().map(|cut| cut.size)).collect()
}

#[test]
fn labels_are_as_large_as_their_stands() {
    let game = begun("first-steps");
    let fighting = game.printed(72.0, Viewer::Referee).iter().filter(|one| one.start > 0).count();
    let strips = vec![Vec2::new(2.0, 0.6); fighting];
    let sizes = [sizes(game.as_ref()), strips].concat();
    for paper in Paper::ALL {
        let pages = pages(game.as_ref(), What::Labels, paper, usize::MAX);
        check_cut(&pages, &sizes, &format!("labels on {paper:?}"));
    }
}

#[test]
fn chits_are_an_inch_across() {
    let game = begun("first-steps");
    let groups = game.groups(Viewer::Referee);
    let many: usize =
        groups.iter().filter_map(|group| group.chits.as_ref()).map(|chits| chits.count.max(1)).sum();
    for paper in Paper::ALL {
        let pages = pages(game.as_ref(), What::Chits, paper, usize::MAX);
        let edges = pages.iter().flatten().filter(|path| path.curved && path.stroked);
        // A ring within the edge is part of the picture.
        let across = edges.map(Drawn::size).filter(|size| size.x > 0.95 * DOTS);
        let across: Vec<f32> = across.flat_map(|size| [size.x, size.y]).collect();
        check_lengths(across, vec![DOTS; 2 * many], &format!("chits on {paper:?}"));
    }
}

#[test]
fn counters_are_five_eighths_of_an_inch_wide_and_fit_the_hexes_of_the_map() {
    let game = begun("marengo-cb");
    let sizes = sizes(game.as_ref());
    let unit = sizes.iter().fold(0.0, |most: f32, size| most.max(size.x));
    let sizes: Vec<Vec2> = sizes.iter().map(|size| *size * COUNTER / DOTS / unit).collect();
    for paper in Paper::ALL {
        let counters = pages(game.as_ref(), What::Counters, paper, usize::MAX);
        check_cut(&counters, &sizes, &format!("counters on {paper:?}"));
        let map = pages(game.as_ref(), What::Map, paper, 1);
        let hexes = flats(&map[0]);
        assert!(hexes.len() > 20, "{hexes:?}");
        let wanted = vec![COUNTER * HEX_OF_COUNTER; hexes.len()];
        check_lengths(hexes, wanted, &format!("hexes on {paper:?}"));
    }
}

/// How far the two level or upright sides of each hex lie apart.
fn flats(page: &[Drawn]) -> Vec<f32> {
    let side = COUNTER * HEX_OF_COUNTER * 0.577_350_26;
    let is_side = |line: &Drawn, upright: bool| {
        line.is_line(upright) && (line.size().max_element() - side).abs() <= OFF
    };
    let upright = page.iter().filter(|line| is_side(line, true)).count()
        > page.iter().filter(|line| is_side(line, false)).count();
    let turned = |place: Vec2| if upright { Vec2::new(place.y, place.x) } else { place };
    let sides = page.iter().filter(|line| is_side(line, upright)).map(|line| turned(line.low()));
    let mut sides: Vec<Vec2> = sides.collect();
    sides.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    sides.dedup();
    let columns = sides.chunk_by(|one, other| (one.x - other.x).abs() <= 1.0);
    columns
        .flat_map(|column| column.windows(2).map(|pair| pair[1].y - pair[0].y).collect::<Vec<_>>())
        .collect()
}

#[test]
fn sticks_and_rings_are_as_long_as_the_lengths_of_the_rules() {
    let game = begun("first-steps");
    let lengths = game.lengths(Viewer::Referee);
    assert!(lengths.iter().any(|length| length.round));
    for paper in Paper::ALL {
        let pages = pages(game.as_ref(), What::Sticks, paper, usize::MAX);
        let rings: Vec<&Drawn> = pages
            .iter()
            .flatten()
            .filter(|path| path.closed && path.stroked && path.places.len() > 91)
            .collect();
        let is_stick = |path: &&Drawn| {
            path.closed && path.stroked && path.places.len() == 4 && (path.size().y - DOTS / 2.0).abs() <= OFF
        };
        let sticks: Vec<&Drawn> = pages.iter().flatten().filter(is_stick).collect();
        for length in lengths.iter().filter(|length| length.inches > 0.0) {
            let is_long = |dots: f32| (dots - length.inches * DOTS).abs() <= OFF;
            let words = format!("{} on {paper:?}: {} in", length.words, length.inches);
            for part in parts(length.inches, paper) {
                let there = |stick: &&Drawn| (stick.size().x - part * DOTS).abs() <= OFF;
                assert!(sticks.iter().any(there), "no stick of {words}: {part}");
            }
            let is_ring = |ring: &&Drawn| is_long(ring.size().x) && is_long(ring.size().y);
            assert!(!length.round || rings.iter().any(is_ring), "no ring of {words}");
        }
        // Nothing is there of another length.
        for drawn in sticks.iter().chain(&rings) {
            let long = drawn.size().x;
            let known = lengths.iter().any(|length| {
                let parts = parts(length.inches, paper);
                [length.inches].iter().chain(&parts).any(|known| (long - known * DOTS).abs() <= OFF)
            });
            assert!(known, "{paper:?}: nothing is {} in long", long / DOTS);
        }
        check_inches(&pages, &sticks, paper);
    }
}

/// In what parts a stick is printed, in inches: two of whole inches where it is longer than a sheet.
fn parts(inches: f32, paper: Paper) -> Vec<f32> {
    if inches <= paper.size().y / 72.0 - 1.3 {
        return vec![inches];
    }
    let first = (inches / 2.0).ceil();
    vec![first, inches - first]
}

/// Along a stick there is a long tick at every inch.
fn check_inches(pages: &[Vec<Drawn>], sticks: &[&Drawn], paper: Paper) {
    let mut seen = 0;
    for page in pages {
        for stick in sticks.iter().filter(|stick| page.iter().any(|path| std::ptr::eq(path, **stick))) {
            let ticks = page.iter().filter(|line| {
                let (low, at) = (line.low(), stick.low());
                let inside = low.x >= at.x && low.x <= stick.high().x && low.y == at.y;
                line.is_line(true) && inside && (line.size().y / DOTS - 0.12).abs() < 0.02
            });
            let mut ticks: Vec<f32> = ticks.map(|line| line.low().x).collect();
            ticks.sort_by(f32::total_cmp);
            ticks.dedup();
            let gaps: Vec<f32> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let wanted = vec![DOTS; gaps.len()];
            check_lengths(gaps, wanted, &format!("ticks on {paper:?}"));
            let from = stick.low().x;
            for tick in &ticks {
                let inches = (tick - from) / DOTS;
                assert!((inches - inches.round()).abs() * DOTS <= OFF, "{paper:?}: a tick at {inches} in");
            }
            seen += ticks.len();
        }
    }
    assert!(seen > 20, "{seen} inches");
}
