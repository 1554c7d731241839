//! Range sticks and command rings in the scale in force. Units: inches.

use glam::Vec2;

use super::PrintRequest;
use super::cut::finished;
use super::tiles::{Whole, sheets, turned};
use crate::output::POINTS;
use crate::pages::Set;
use crate::pages::page::Type;
use drawing::{Face, Ink, Length, Mark, Pen};
use game::RuleLength;
use table::pose::sin_cos;

/// Width of a stick.
const WIDE: f32 = 0.5;
/// Distance from one stick to the next.
const PITCH: f32 = 0.68;

/// Width of the band of a ring.
const BAND: f32 = 0.6;

/// Space between two sticks in one row.
const APART: f32 = 0.25;

/// Length of the tab beyond the end of a part, for gluing on the next part.
const TAB: f32 = 0.25;

/// Sticks on landscape sheets, then a quarter of each ring.
pub fn sticks(request: &PrintRequest<'_>) -> Set {
    let (_, battle) = request.game.battle();
    let lengths = merged(&request.game.lengths(request.viewer()));
    let mut pages = Vec::new();
    let title = format!("{battle}: range sticks");
    let sheet = request.paper.size();
    // As many rows as fit on a landscape sheet, and about as many on each sheet.
    let high = (sheet.x - 92.0) / POINTS;
    let a_sheet = ((high - 0.3) / PITCH).floor().max(1.0) as usize;
    let longest = (sheet.y - 72.0) / POINTS - 0.3;
    let rows = rows_of(lengths.iter().flat_map(|length| parts_of(length, longest)), longest, APART);
    let many = rows.len().div_ceil(a_sheet).max(1);
    for some in rows.chunks(rows.len().div_ceil(many).max(1)) {
        let joined = some.iter().flatten().any(|part| part.from > 0.0);
        let note = match joined {
            true => "True scale. Cut along the lines; glue the end of a part on the tab of the one before",
            false => "True scale. Cut along the lines",
        };
        pages.extend(sheets(request.paper, &bundle(some), &title, note));
    }
    let note = "A quarter of a ring: lay its corner on a corner of the stand, its arms along the edges";
    let rings = lengths.iter().filter(|length| length.round);
    for some in rows_of(rings, longest, 0.3) {
        let title = format!("{battle}: command rings and zones");
        pages.extend(sheets(request.paper, &rings_of(&some), &title, note));
    }
    finished(pages)
}

/// An item of a row, with a length.
trait Long {
    fn long(&self) -> f32;

    /// Is it one of several parts? Their rows follow each other.
    fn is_part(&self) -> bool {
        false
    }
}

impl Long for &Merged {
    fn long(&self) -> f32 {
        self.inches
    }
}

/// A part of a stick in one piece: from one of its inches to another.
#[derive(Clone, Copy, Debug)]
struct Part<'m> {
    length: &'m Merged,
    from: f32,
    to: f32,
}

impl Part<'_> {
    /// Does another part follow?
    fn goes_on(&self) -> bool {
        self.to < self.length.inches
    }
}

impl Long for Part<'_> {
    fn long(&self) -> f32 {
        self.to - self.from + if self.goes_on() { TAB } else { 0.0 }
    }

    fn is_part(&self) -> bool {
        self.from > 0.0 || self.goes_on()
    }
}

/// A stick in one part; one longer than a sheet in parts of about equal length, of whole inches except the last.
fn parts_of(length: &Merged, room: f32) -> Vec<Part<'_>> {
    if length.inches <= room {
        return vec![Part { length, from: 0.0, to: length.inches }];
    }
    let many = (length.inches / (room - TAB)).ceil();
    let each = (length.inches / many).ceil().min((room - TAB).floor()).max(1.0);
    let count = (length.inches / each).ceil() as usize;
    let part = |place: usize| {
        let from = each * place as f32;
        Part { length, from, to: (from + each).min(length.inches) }
    };
    (0..count).map(part).collect()
}

/// Arranges items in rows: each in the first with room for it, a part in a row of its own.
fn rows_of<L: Long>(all: impl Iterator<Item = L>, room: f32, apart: f32) -> Vec<Vec<L>> {
    let mut rows: Vec<Vec<L>> = Vec::new();
    for one in all {
        let taken = |row: &Vec<L>| row.iter().map(|one| one.long() + apart).sum::<f32>();
        let found = rows.iter_mut().find(|row| !one.is_part() && taken(row) + one.long() <= room);
        match found {
            Some(row) => row.push(one),
            None => rows.push(vec![one]),
        }
    }
    rows
}

/// Rows of sticks below each other.
fn bundle(rows: &[Vec<Part<'_>>]) -> Whole {
    let (mut marks, mut right) = (Vec::new(), 0.0_f32);
    for (place, row) in rows.iter().enumerate() {
        let mut at = 0.0;
        for part in row {
            marks.extend(stick(part, Vec2::new(at, -PITCH * place as f32)));
            right = right.max(at + part.long());
            at += part.long() + APART;
        }
    }
    Whole {
        low: Vec2::new(-0.15, -PITCH * rows.len() as f32),
        high: Vec2::new(right + 0.15, 0.12),
        scale: POINTS,
        marks,
    }
}

/// Quarters of rings beside each other.
fn rings_of(rings: &[&Merged]) -> Whole {
    let (mut marks, mut at, mut high) = (Vec::new(), 0.0_f32, 0.0_f32);
    for ring in rings {
        marks.extend(quarter(ring).into_iter().map(|mark| mark.moved(Vec2::new(at, 0.0))));
        at += ring.inches + 0.3;
        high = high.max(ring.inches);
    }
    Whole { low: Vec2::splat(-0.15), high: Vec2::new(at - 0.15, high + 0.15), scale: POINTS, marks }
}

/// A length with everything in the rules that has it.
#[derive(Clone, Debug)]
struct Merged {
    words: String,
    clauses: String,
    inches: f32,
    round: bool,
    bands: Vec<(&'static str, f32)>,
}

/// Equal lengths share a stick, those that reach all round come first.
fn merged(lengths: &[RuleLength]) -> Vec<Merged> {
    let mut all: Vec<Merged> = Vec::new();
    for length in lengths.iter().filter(|length| length.inches > 0.0) {
        let same = |one: &&mut Merged| {
            one.inches == length.inches && one.round == length.round && one.bands == length.bands
        };
        match all.iter_mut().find(same) {
            Some(one) => {
                one.words = format!("{}; {}", one.words, uncapped(&length.words));
                if !one.clauses.contains(length.clause) {
                    one.clauses = format!("{}, {}", one.clauses, length.clause);
                }
            }
            None => all.push(Merged {
                words: length.words.clone(),
                clauses: length.clause.to_owned(),
                inches: length.inches,
                round: length.round,
                bands: length.bands.clone(),
            }),
        }
    }
    all.sort_by(|a, b| b.round.cmp(&a.round).then(b.inches.total_cmp(&a.inches)));
    all
}

/// The words in the form for the middle of a sentence.
fn uncapped(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// `6 in`, `4½ in`.
fn inches_words(inches: f32) -> String {
    let whole = inches.floor();
    match ((inches - whole) * 4.0).round() as u8 {
        0 if (inches - whole).abs() < 0.01 => format!("{whole} in"),
        1 if (inches - whole - 0.25).abs() < 0.01 => format!("{whole}¼ in"),
        2 if (inches - whole - 0.5).abs() < 0.01 => format!("{whole}½ in"),
        3 if (inches - whole - 0.75).abs() < 0.01 => format!("{whole}¾ in"),
        _ => format!("{inches:.2} in"),
    }
}

/// A stick, or a part of it, from here to the right: ticks at every inch and half inch, with its words above.
fn stick(part: &Part<'_>, corner: Vec2) -> Vec<Mark> {
    let Part { length, from, to } = *part;
    let at = |x: f32, y: f32| corner + Vec2::new(x - from, -y);
    let whole = [at(from, 0.0), at(to, 0.0), at(to, WIDE), at(from, WIDE)];
    let mut marks = vec![Mark::ring(whole, Pen::fine(Ink::Line, 0.8))];
    for half in (from * 2.0).floor() as u32 + 1..=(to * 2.0).floor() as u32 {
        let x = half as f32 / 2.0;
        if x >= to - 0.01 {
            continue;
        }
        let long = if half % 2 == 0 { 0.12 } else { 0.06 };
        marks.push(Mark::line([at(x, WIDE), at(x, WIDE - long)], Pen::fine(Ink::Line, 0.6)));
        // The line of a band already has its number.
        if half % 2 == 0 && !length.bands.iter().any(|(_, inches)| (inches - x).abs() < 0.1) {
            marks.push(Type::new(Face::Roman, 7.0).about(at(x, WIDE - 0.19), (half / 2).to_string()));
        }
    }
    let room = (to - from) * POINTS - 8.0;
    let words = match from > 0.0 {
        true => format!("{}, from {} on", length.words, inches_words(from)),
        false => format!("{} {}", inches_words(length.inches), length.words),
    };
    let bold = Type::new(Face::Bold, 9.0).fitting(&words, room);
    // The font size is in points, the frame in inches: the width is given in inches.
    marks.push(placed(bold, at(from + 0.06, 0.1), &words));
    let clauses = Type::new(Face::Italic, 6.5);
    let beside = bold.width(&words) + 6.0;
    if beside + clauses.width(&length.clauses) < room {
        marks.push(placed(clauses, at(from + 0.06 + beside / POINTS, 0.1), &length.clauses));
    }
    for (name, inches) in length.bands.iter().filter(|(_, inches)| *inches > from && *inches <= to) {
        let end = at(*inches, 0.215);
        let said = Type::new(Face::Italic, 6.5);
        let text = format!("{name} {}", inches_words(*inches).trim_end_matches(" in"));
        let left = end - Vec2::X * ((said.width(&text) + 3.0) / POINTS);
        marks.push(placed(said, left, &text));
        if *inches < length.inches {
            marks.push(Mark::line([at(*inches, 0.17), at(*inches, WIDE)], Pen::fine(Ink::Line, 1.2)));
        }
    }
    if part.goes_on() {
        let slant = TAB * 0.3;
        let tab = [at(to, 0.0), at(to + TAB, slant), at(to + TAB, WIDE - slant), at(to, WIDE)];
        marks.push(Mark::line(tab, Pen::fine(Ink::Line, 0.6).dashed(3.0, 2.0)));
        marks.push(turned(Type::new(Face::Italic, 7.0), at(to + TAB / 2.0, WIDE / 2.0), "tab"));
    }
    marks
}

/// Words with their left end here.
fn placed(kind: Type, left: Vec2, text: &str) -> Mark {
    kind.about(left + Vec2::X * (kind.width(text) / 2.0 / POINTS), text)
}

/// A quarter of a ring about the origin, with arms along both axes.
fn quarter(length: &Merged) -> Vec<Mark> {
    let reach = length.inches;
    let inner = (reach - BAND).max(reach * 0.4);
    let arc = |radius: f32| {
        (0..=90).map(move |degree| {
            let (sin, cos) = sin_cos((degree as f32).to_radians());
            Vec2::new(cos, sin) * radius
        })
    };
    let pen = Pen::fine(Ink::Line, 0.8);
    let arm = (inner * 0.3).min(0.4);
    let mut outline: Vec<Vec2> = arc(reach).collect();
    outline.push(Vec2::ZERO);
    let mut window: Vec<Vec2> = arc(inner).filter(|at| at.x > arm && at.y > arm).collect();
    window.push(Vec2::splat(arm));
    let mut marks = vec![
        Mark::ring(outline, pen),
        Mark::ring(window, Pen::fine(Ink::FaintLine, 0.6).dashed(4.0, 3.0)),
        Mark::dot(Vec2::ZERO, Length::points(2.0), Ink::Line),
    ];
    // The words are across the middle of the band.
    let middle = Vec2::splat(std::f32::consts::FRAC_1_SQRT_2) * (reach + inner) / 2.0;
    let (words, long) = (inches_words(reach), Type::new(Face::Bold, 11.0));
    let turn = -std::f32::consts::FRAC_PI_4;
    let said = Type::new(Face::Italic, 7.5).fitting(&length.words, reach * POINTS * 0.6);
    for (kind, text, out) in [(long, words, 0.09), (said, length.words.clone(), -0.07)] {
        let at = middle + Vec2::splat(std::f32::consts::FRAC_1_SQRT_2) * out;
        if let Mark::Text(mut words) = kind.about(at, text) {
            words.turn = turn;
            marks.push(words.into());
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever glues a stick together finds its parts under each other, in their order.
    #[test]
    fn the_parts_of_a_stick_lie_in_rows_that_follow_each_other() {
        let length = |inches: f32| Merged {
            words: String::new(),
            clauses: String::new(),
            inches,
            round: false,
            bands: Vec::new(),
        };
        let lengths = [4.0, 18.0, 12.0, 5.0, 3.0].map(length);
        let room = 9.5;
        let rows = rows_of(lengths.iter().flat_map(|length| parts_of(length, room)), room, APART);
        let places =
            rows.iter().enumerate().flat_map(|(place, row)| row.iter().map(move |part| (place, part)));
        for whole in &lengths {
            let own = places.clone().filter(|(_, part)| part.length.inches == whole.inches);
            let own: Vec<(usize, f32, f32)> = own.map(|(place, part)| (place, part.from, part.to)).collect();
            let mut reach = 0.0;
            for (step, (place, from, to)) in own.iter().enumerate() {
                assert_eq!((*place, *from), (own[0].0 + step, reach), "{own:?}");
                reach = *to;
            }
            assert_eq!(reach, whole.inches);
        }
        // Shorter ones lie beside others.
        assert!(rows.len() < places.count());
    }
}
