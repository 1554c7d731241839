//! What is cut out, and what is ticked: looked at as it lies on its page.

use desk::Game;
use drawing::{Ink, Mark, written_on};
use game::Viewer;
use glam::Vec2;
use paper::pages::{Paper, Part};
use paper::print::{Document, PrintRequest, What, documents};

use super::print::{begun, closed_up};

fn made(game: &dyn Game, what: What, paper: Paper) -> Document {
    let request = PrintRequest { game, paper, side: None, order: None };
    documents(what, &request).expect("there is something to print").remove(0)
}

/// The words of each page of a document, without the space between them.
fn words(document: &Document) -> Vec<String> {
    let pdf = document.pdf().expect("it is drawn");
    let pages = pdf_extract::extract_text_from_mem_by_pages(&pdf).expect("it is read");
    pages.into_iter().map(|page| closed_up(&page)).collect()
}

/// What is laid on pages to be cut out: parts with a frame of their own.
fn pieces(document: &Document) -> impl Iterator<Item = &Part> {
    let parts = document.set.pages.iter().flat_map(|page| &page.parts);
    parts.filter(|part| part.frame.scale > 1.0)
}

/// Boxes with what they are: words as they are set, and all that is drawn on the block with pen or brush but what lies under them.
fn words_of(part: &Part) -> Vec<(String, (Vec2, Vec2))> {
    let texts: Vec<&Mark> = part.marks.iter().filter(|mark| matches!(mark, Mark::Text(_))).collect();
    let boxes = written_on(&part.marks, part.frame.scale);
    assert_eq!(boxes.len(), texts.len(), "all words of a piece are set: {texts:?}");
    let said = texts.into_iter().map(|mark| match mark {
        Mark::Text(words) => words.text.clone(),
        _ => String::new(),
    });
    said.zip(boxes).collect()
}

/// The box within the line along the edges of the second side's pieces, and within the frame of the others.
fn inside(part: &Part) -> (Vec2, Vec2) {
    let mut least = (Vec2::NEG_INFINITY, Vec2::INFINITY);
    for mark in &part.marks {
        if let Mark::Line { points, pen, .. } = mark
            && matches!(pen.ink, Ink::OnBlock(_) | Ink::Frame(_))
            && points.len() == 4
        {
            let ((low, high), half) =
                (mark.bounds(), pen.width.at(part.frame.scale) / part.frame.scale / 2.0);
            least = (least.0.max(low + half), least.1.min(high - half));
        }
    }
    least
}

fn is_within((low, high): (Vec2, Vec2), (least, most): (Vec2, Vec2)) -> bool {
    low.cmpge(least).all() && high.cmple(most).all()
}

#[test]
fn what_is_written_on_a_label_lies_within_its_lines_on_light_ground() {
    for scenario in ["first-steps", "brigade-action", "waterloo", "waterloo-epstein"] {
        let game = begun(scenario);
        let labels = made(game.as_ref(), What::Labels, Paper::A4);
        let mut seen = 0;
        for part in pieces(&labels) {
            let room = inside(part);
            for (text, lies) in words_of(part) {
                assert!(is_within(lies, room), "{scenario}: {text} lies at {lies:?} in {room:?}");
                let lit = part.marks.iter().any(|mark| {
                    matches!(mark, Mark::Fill { ink: Ink::Plate, .. }) && is_within(lies, mark.bounds())
                });
                assert!(lit, "{scenario}: {text} stands on no light ground");
            }
            let ticks = part.marks.iter().filter(|mark| matches!(mark.ink(), Some(Ink::Pip | Ink::PipLost)));
            for tick in ticks {
                let (low, high) = tick.bounds();
                assert!(
                    is_within((low, high), room),
                    "{scenario}: a box lies at {low} to {high} in {room:?}"
                );
                for (text, (least, most)) in words_of(part) {
                    let apart = high.cmplt(least).any() || low.cmpgt(most).any();
                    assert!(apart, "{scenario}: a box lies on {text}");
                }
            }
            seen += 1;
        }
        assert!(seen > 10, "{scenario}: {seen} labels");
    }
}

#[test]
fn what_stands_on_a_counter_keeps_clear_of_its_lines_and_of_its_symbol() {
    for scenario in ["marengo-cb", "marengo-naw"] {
        let game = begun(scenario);
        let counters = made(game.as_ref(), What::Counters, Paper::A4);
        let mut seen = 0;
        for part in pieces(&counters).filter(|part| part.marks.len() > 5) {
            let room = inside(part);
            // Symbols and stars are drawn in the ink of the words.
            let drawn: Vec<_> = part
                .marks
                .iter()
                .filter(|mark| {
                    !matches!(mark, Mark::Text(_)) && matches!(mark.ink(), Some(Ink::NameOnBlock(_)))
                })
                .map(Mark::bounds)
                .collect();
            for (text, (low, high)) in words_of(part) {
                let within = is_within((low, high), room);
                assert!(within, "{scenario}: {text} lies at {low} to {high} in {room:?}");
                for (least, most) in &drawn {
                    let apart = high.cmplt(*least).any() || low.cmpgt(*most).any();
                    assert!(
                        apart,
                        "{scenario}: {text} at {low} to {high} lies on what is at {least} to {most}"
                    );
                }
            }
            seen += usize::from(!drawn.is_empty());
        }
        assert!(seen > 30, "{scenario}: {seen} counters");
    }
}

#[test]
fn rosters_take_the_width_of_the_page_are_numbered_through_and_name_pieces_as_their_counters_do() {
    for scenario in ["first-steps", "brigade-action", "marengo-naw", "marengo-cb", "waterloo"] {
        let game = begun(scenario);
        for paper in Paper::ALL {
            let rosters = made(game.as_ref(), What::Rosters, paper);
            let (pages, many) = (words(&rosters), rosters.set.pages.len());
            for (place, page) in pages.iter().enumerate() {
                let number = format!("page{}of{many}", place + 1);
                assert!(page.contains(&number), "{scenario}, {paper:?}: {number} is not there: {page}");
            }
            // What goes on to a last page may be too little to be parted.
            for page in rosters.set.pages.iter().take(1) {
                // Over the foot: two lines under the title reach to the right as well.
                let marks = page.parts.iter().flat_map(|part| &part.marks);
                let right = marks.filter(|mark| {
                    let (low, high) = mark.bounds();
                    let between = low.y > 60.0 && high.y < page.size.y - 45.0;
                    between && high.x > page.size.x * 0.75
                });
                assert!(right.count() > 3, "{scenario}, {paper:?}: the right half of a page is empty");
            }
        }
        let said: String = words(&made(game.as_ref(), What::Rosters, Paper::A4)).concat();
        for member in game.groups(Viewer::Referee).iter().flat_map(|group| &group.members) {
            let name = member.name.strip_prefix(&format!("{} ", member.tag)).unwrap_or(&member.name);
            let row = closed_up(&format!("{} {name}", member.tag));
            assert!(said.contains(&row), "{scenario}: no {row}");
        }
    }
}

#[test]
fn a_roster_says_of_what_a_tally_is() {
    let game = begun("marengo-cb");
    let said = words(&made(game.as_ref(), What::Rosters, Paper::A4)).concat();
    assert!(said.contains("0of18pointseliminatedorrouted;underVictor"), "{said}");
}

/// How long each piece of stick on a page is, in inches.
fn sticks(part: &Part) -> Vec<f32> {
    let long = part.marks.iter().filter_map(|mark| match mark {
        Mark::Line { points, closed: true, .. } if points.len() == 4 => {
            let (low, high) = mark.bounds();
            ((high.y - low.y - 0.5).abs() < 0.01).then_some(high.x - low.x)
        }
        _ => None,
    });
    long.collect()
}

#[test]
fn a_stick_longer_than_a_sheet_lies_on_one_in_parts_and_no_sheet_has_a_stub_alone() {
    for (scenario, sheets) in [("first-steps", Some(1)), ("waterloo", None), ("waterloo-epstein", None)] {
        let game = begun(scenario);
        for paper in Paper::ALL {
            let document = made(game.as_ref(), What::Sticks, paper);
            let on_sheets: Vec<Vec<f32>> =
                document.set.pages.iter().map(|page| page.parts.iter().flat_map(sticks).collect()).collect();
            let with: Vec<&Vec<f32>> = on_sheets.iter().filter(|sticks| !sticks.is_empty()).collect();
            assert!(sheets.is_none_or(|sheets| sheets == with.len()), "{scenario}, {paper:?}: {with:?}");
            for sticks in &with {
                let all: f32 = sticks.iter().sum();
                assert!(all > 6.0, "{scenario}, {paper:?}: a sheet with {sticks:?} alone");
            }
            // Part by part all of each length is there; those that are alike share a stick.
            let mut longest = game.lengths(Viewer::Referee);
            longest.sort_by(|one, other| other.inches.total_cmp(&one.inches));
            let most = longest[0].inches;
            let whole = paper.size().y / 72.0 - 1.3;
            if most > whole {
                let said: String = words(&document).concat();
                assert!(said.contains(",from"), "{scenario}, {paper:?}: a part goes on");
                assert!(said.contains("tab"), "{scenario}, {paper:?}: a tab to glue it on");
            }
        }
    }
}
