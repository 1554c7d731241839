//! Labels of stands, activation chits and counters, to be cut out. Units: points.

use std::collections::BTreeMap;

use glam::Vec2;

use super::cut::{Lot, Piece, sheets};
use super::{PrintRequest, colour_of, has_chit};
use crate::output::POINTS;
use crate::pages::page::Type;
use crate::pages::{Set, box_to_tick};
use drawing::{Face, Ink, Length, Lettering, Mark, Pen};
use game::{Cutting, Group, HeadSide, Member, Printed};

/// Points per inch of pieces with the same size on paper as on the table.
pub const INCH: f32 = POINTS;

/// The side of a printed counter of a unit, in inches: five eighths, as in many published games.
pub const COUNTER: f32 = 0.625;

/// The side of such a counter in inches of the map as drawn.
const DRAWN_COUNTER: f32 = 2.0 * drawing::hex::HALF;

/// Points per inch of the map as drawn, such that its counters have the size [`COUNTER`].
pub const HEX_SCALE: f32 = COUNTER * POINTS / DRAWN_COUNTER;

/// Size of a strength label.
const STRIP: Vec2 = Vec2::new(2.0 * POINTS, 0.6 * POINTS);

/// Calls `of` for every member with its printed parts, in the order of battle.
fn each(request: &PrintRequest<'_>, scale: f32, mut of: impl FnMut(&HeadSide, &Group, &Member, Printed)) {
    let all = request.game.printed(scale, request.viewer()).into_iter();
    let mut printed: BTreeMap<String, Printed> = all.map(|one| (one.piece.clone(), one)).collect();
    for (_, head) in request.sides() {
        for group in request.groups(&head.id) {
            for member in &group.members {
                if let Some(one) = printed.remove(&member.piece) {
                    of(&head, &group, member, one);
                }
            }
        }
    }
}

/// The piece to cut out, at this many points an inch.
fn cut_out(cut: Cutting, scale: f32) -> Piece {
    Piece { size: cut.size * scale, scale, front: cut.front, back: cut.back, round: false }
}

/// Labels of stands in their true size, and strips with strength boxes to tick.
pub fn labels(request: &PrintRequest<'_>) -> Set {
    let (_, battle) = request.game.battle();
    let (mut stands, mut strips) = (Vec::new(), Vec::new());
    each(request, INCH, |head, group, member, printed| {
        if printed.start > 0 {
            let front = strip(head, group, member, &printed);
            strips.push(Piece { size: STRIP, scale: 1.0, front, back: Vec::new(), round: false });
        }
        stands.extend(printed.cuts.into_iter().map(|cut| cut_out(cut, INCH)));
    });
    // Stands of one size are together, in the order of battle.
    stands.sort_by(|a, b| b.size.y.total_cmp(&a.size.y).then(b.size.x.total_cmp(&a.size.x)));
    let stands = Lot {
        title: format!("{battle}: labels of stands"),
        note: "True size: each is as large as its stand. Cut along the marks".to_owned(),
        pieces: stands,
    };
    let strips = Lot {
        title: format!("{battle}: strength labels"),
        note: "To lie behind a stand: tick a box for each point lost".to_owned(),
        pieces: strips,
    };
    sheets(request.paper, &[stands, strips])
}

/// A strip with number, name and arm above boxes to tick, about its middle.
fn strip(head: &HeadSide, group: &Group, member: &Member, printed: &Printed) -> Vec<Mark> {
    let half = STRIP / 2.0;
    let colour = colour_of(group, head);
    let corner = |x: f32, y: f32| half * Vec2::new(x, y);
    let whole = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let plate = [
        Vec2::new(-half.x, -half.y),
        Vec2::new(-half.x + 28.0, -half.y),
        Vec2::new(-half.x + 28.0, half.y),
        Vec2::new(-half.x, half.y),
    ];
    let badge =
        Type { ink: Ink::NameOnBlock(colour), ..Type::new(Face::Bold, 15.0) }.fitting(&member.tag, 25.0);
    let left = -half.x + 33.0;
    let room = STRIP.x - 33.0 - 5.0;
    let name = bare(member);
    let named = Type::new(Face::Roman, 10.5).fitting(name, room);
    let arm = Type::new(Face::Italic, 8.0).fitting(&printed.arm, room);
    let mut marks = vec![
        Mark::fill(plate, Ink::Block(colour)),
        Mark::ring(plate, Pen::fine(Ink::Line, 0.4)),
        Mark::ring(whole, Pen::fine(Ink::Line, 0.6)),
        badge.about(Vec2::new(-half.x + 14.0, 0.0), member.tag.clone()),
        named.from(Vec2::new(left, 13.0), name),
        arm.from(Vec2::new(left, 2.5), printed.arm.clone()),
    ];
    marks.extend(boxes(printed, Vec2::new(left, -11.5), room));
    marks
}

/// A row of boxes from here, those of lost points ticked; for very many points smaller ones in two rows.
fn boxes(printed: &Printed, from: Vec2, room: f32) -> Vec<Mark> {
    let rows = if printed.start > 16 { 2 } else { 1 };
    let a_row = printed.start.div_ceil(rows);
    let pitch = (room / a_row as f32).min(if rows == 2 { 7.0 } else { 11.0 });
    let side = (pitch * 0.8).min(if rows == 2 { 5.5 } else { 8.5 });
    let lost = if printed.hidden { 0 } else { printed.start.saturating_sub(printed.left) };
    let mut marks = Vec::new();
    for k in 0..printed.start {
        let (row, place) = (k / a_row, k % a_row);
        let down = if rows == 2 { 3.6 - 7.2 * row as f32 } else { 0.0 };
        let middle = from + Vec2::new(pitch * place as f32 + side / 2.0, down);
        marks.extend(box_to_tick(middle, side, k < lost));
    }
    marks
}

/// The name without the number, which is shown beside it.
pub fn bare(member: &Member) -> &str {
    member.name.strip_prefix(&member.tag).and_then(|name| name.strip_prefix(' ')).unwrap_or(&member.name)
}

/// The chits that activate commands, an inch across.
pub fn chits(request: &PrintRequest<'_>) -> Set {
    let (_, battle) = request.game.battle();
    let mut pieces = Vec::new();
    for (_, head) in request.sides() {
        for group in request.groups(&head.id).iter().filter(|group| has_chit(group)) {
            let Some(chits) = &group.chits else { continue };
            let piece = Piece {
                size: Vec2::splat(POINTS),
                scale: 1.0,
                front: chit(&head, group, &chits.name),
                back: Vec::new(),
                round: true,
            };
            pieces.extend(std::iter::repeat_n(piece, chits.count.max(1)));
        }
    }
    let lot = Lot {
        title: format!("{battle}: activation chits"),
        note: "An inch across. Glue on card, cut along the circle, and put them into the cup".to_owned(),
        pieces,
    };
    sheets(request.paper, &[lot])
}

/// A disc in the colour of the command with its name.
fn chit(head: &HeadSide, group: &Group, name: &str) -> Vec<Mark> {
    let colour = colour_of(group, head);
    let radius = POINTS / 2.0;
    let ink = Ink::NameOnBlock(colour);
    let ring = Mark::Disc {
        at: Vec2::ZERO,
        radius: Length::points(radius - 3.0),
        fill: None,
        pen: Some(Pen::fine(Ink::OnBlock(colour), 1.2)),
    };
    let mut marks = vec![Mark::dot(Vec2::ZERO, Length::points(radius), Ink::Block(colour)), ring];
    let lines = parted(name);
    let high = 11.0;
    let many = lines.len() as f32;
    for (place, line) in lines.iter().enumerate() {
        let up = ((many - 1.0) / 2.0 - place as f32) * high + 3.0;
        // The width of the disc there.
        let inside = radius - 6.0;
        let room = 2.0 * (inside * inside - (up.abs() + 4.0).powi(2)).max(100.0).sqrt();
        let kind = Type { ink, ..Type::new(Face::Bold, 10.5) };
        marks.push(kind.fitting(line, room).about(Vec2::new(0.0, up), line.clone()));
    }
    let kind = Type { ink, ..Type::new(Face::Italic, 7.0) };
    marks.push(kind.fitting(&head.name, 34.0).about(Vec2::new(0.0, -radius + 12.5), head.name.clone()));
    marks
}

/// A name in two lines of about equal length, or three if it is long.
fn parted(name: &str) -> Vec<String> {
    let many = match name.chars().count() {
        0..=9 => 1,
        10..=22 => 2,
        _ => 3,
    };
    let most = name.chars().count().div_ceil(many) + 2;
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        let room = |line: &String| line.chars().count() + word.chars().count() < most;
        match lines.last_mut() {
            Some(line) if room(line) => line.push_str(&format!(" {word}")),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Counters with their backs.
pub fn counters(request: &PrintRequest<'_>) -> Set {
    let (_, battle) = request.game.battle();
    let mut pieces: Vec<Piece> = Vec::new();
    each(request, HEX_SCALE, |_, _, _, printed| {
        pieces.extend(printed.cuts.into_iter().map(|cut| cut_out(cut, HEX_SCALE)));
    });
    // Units before leaders, whose counters are smaller.
    pieces.sort_by(|a, b| b.size.y.total_cmp(&a.size.y));
    let lot = Lot {
        title: format!("{battle}: counters"),
        note: format!(
            "A counter of a unit is {COUNTER} in wide and fits the hexes of the printed map. Cut along the marks"
        ),
        pieces,
    };
    sheets(request.paper, &[lot])
}

/// Space round the counters of a card, in inches of the map as drawn, and the height of its heading.
const CARD_GAP: f32 = 0.45;
const CARD_HEAD: f32 = 0.62;

/// Counters side by side on a card.
const ON_CARD: usize = 4;

/// A card for each command: its counters in their true size, each over where it stands or begins; they lie on it until they come.
pub fn cards(request: &PrintRequest<'_>) -> Set {
    let (_, battle) = request.game.battle();
    let printed = request.game.printed(HEX_SCALE, request.viewer()).into_iter();
    let mut printed: BTreeMap<String, Printed> = printed.map(|one| (one.piece.clone(), one)).collect();
    let mut pieces = Vec::new();
    for (_, head) in request.sides() {
        for group in request.groups(&head.id).iter().filter(|group| !group.members.is_empty()) {
            let held = group.members.iter().filter_map(|member| {
                let one = printed.remove(&member.piece)?;
                Some((member, one.cuts.into_iter().next()?.front))
            });
            pieces.push(card(&head, group, held.collect()));
        }
    }
    pieces.sort_by(|a, b| b.size.y.total_cmp(&a.size.y));
    let lot = Lot {
        title: format!("{battle}: order-of-battle cards"),
        note: "One for each command. Counters lie on their places until they come on, and again when they are lost"
            .to_owned(),
        pieces,
    };
    sheets(request.paper, &[lot])
}

/// The card of a group, with the fronts of its counters, about its middle.
fn card(head: &HeadSide, group: &Group, held: Vec<(&Member, Vec<Mark>)>) -> Piece {
    let cell = Vec2::splat(DRAWN_COUNTER) + CARD_GAP * Vec2::new(1.0, 1.4);
    let rows = held.len().div_ceil(ON_CARD);
    let size =
        Vec2::new(cell.x * ON_CARD as f32 + CARD_GAP, CARD_HEAD + cell.y * rows as f32 + CARD_GAP / 2.0);
    let (low, high) = (-size / 2.0, size / 2.0);
    let colour = colour_of(group, head);
    let corners = |low: Vec2, high: Vec2| [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    let title = corners(Vec2::new(low.x, high.y - CARD_HEAD), high);
    let frame = Pen::fine(Ink::Line, 0.6);
    let words = |at: Vec2, text: &str, (face, points): (Face, f32), ink: Ink, room: f32| {
        let mut words = Lettering::new(at, text, Length::points(points), face, ink);
        (words.legible, words.room, words.shrinks) = (0.0, room, true);
        Mark::from(words)
    };
    let strength = if group.start > 0 { format!(", {}", group.start) } else { String::new() };
    let mut front = vec![
        Mark::fill(title, Ink::Block(colour)),
        Mark::ring(title, frame),
        Mark::ring(corners(low, high), frame),
        words(
            Vec2::new(0.0, high.y - CARD_HEAD / 2.0),
            &format!("{}{strength}", group.name),
            (Face::Bold, 12.0),
            Ink::NameOnBlock(colour),
            size.x - CARD_GAP,
        ),
    ];
    for (place, (member, marks)) in held.into_iter().enumerate() {
        let (column, row) = ((place % ON_CARD) as f32, (place / ON_CARD) as f32);
        let upper = Vec2::new(low.x + CARD_GAP, high.y - CARD_HEAD - CARD_GAP / 2.0);
        let middle =
            upper + Vec2::new(cell.x * column, -cell.y * row) + Vec2::new(1.0, -1.0) * DRAWN_COUNTER / 2.0;
        front.extend(marks.into_iter().map(|mark| mark.moved(middle)));
        for (line, text) in [bare(member), member.state.as_str()].into_iter().enumerate() {
            let under = middle - Vec2::Y * (DRAWN_COUNTER / 2.0 + 0.17 + 0.24 * line as f32);
            front.push(words(under, text, (Face::Italic, 7.0), Ink::Line, cell.x - 0.1));
        }
    }
    Piece { size: size * HEX_SCALE, scale: HEX_SCALE, front, back: Vec::new(), round: false }
}
