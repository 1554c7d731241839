//! The ruling card of one verdict: the order, the measured line as a picture, the clauses with their words, modifiers, dice,
//! odds and the result.

use std::collections::BTreeSet;

use glam::Vec2;

use super::{PrintFault, PrintRequest};
use crate::pages::{Block, Cell, Column, Layout, Picture, Row, Set, Span, Table, Text, To, Wide};
use crate::picture::{Look, layers};
use crate::svg::Frame;
use desk::{EntrySummary, Thrower};
use dice::Cast;
use drawing::Palette;
use game::working::{Modifier, Note, Sense};
use game::{Odds, sentence};
use rulebook::cited;

/// Width of the table shown round the measurements, in inches.
const ROUND: f32 = 2.0;
/// Least extent of the table shown, in inches.
const LEAST: f32 = 9.0;

/// Maximum number of the likeliest results that are listed.
const MOST_ODDS: usize = 8;

/// The card of the requested order.
pub fn card(request: &PrintRequest<'_>) -> Result<Set, PrintFault> {
    let number = request.order.ok_or(PrintFault::NoNumber)?;
    let game = request.game;
    let viewer = request.viewer();
    let entry = number.checked_sub(1).and_then(|index| game.entry(index, viewer));
    let entry = entry.filter(|entry| entry.kind == "order");
    let entry = entry.ok_or(PrintFault::NoOrder { number, many: game.entries() })?;
    let (_, battle) = game.battle();
    let before = game.past(entry.parent)?;
    let head = before.head(viewer);
    let layout = Layout {
        paper: request.paper,
        columns: 1,
        title: entry.words.first().cloned().unwrap_or_default(),
        about: sentence(&format!("ruling {number} of {battle}, {}, {}", head.turn, head.clock)),
        size: 10.0,
    };
    let mut blocks = Vec::new();
    let look = Look {
        scale: 0.0,
        palette: Palette::PRINT,
        viewer,
        laid: game.traces(number, viewer),
        over: Vec::new(),
    };
    let room = layout.column();
    if let Some(picture) = picture(before.as_ref(), look, Vec2::new(room.x, room.y * 0.36)) {
        blocks.push(Block::Picture(picture));
    }
    blocks.push(Block::Heading("Result".to_owned()));
    let result = if entry.words.len() > 1 { &entry.words[1..] } else { &entry.words[..] };
    blocks.extend(result.iter().map(|words| Text::plain(sentence(words)).into()));
    blocks.extend(working(&entry.working));
    blocks.extend(dice(&entry));
    if let Some(odds) = game.given(number).and_then(|order| before.odds(&order, viewer).ok()) {
        blocks.extend(chances(&odds));
    }
    blocks.extend(clauses(&entry));
    Ok(layout.pages(&blocks))
}

/// The part of the table where it happened, with the lines of the order; `None` if it was about no place.
fn picture(game: &dyn desk::Game, look: Look, room: Vec2) -> Option<Picture> {
    let nothing = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    let (low, high) = look
        .laid
        .iter()
        .map(drawing::Mark::bounds)
        .fold(nothing, |(low, high), (least, most)| (low.min(least), high.max(most)));
    if !(low.is_finite() && high.is_finite()) {
        return None;
    }
    let stage = game.stage(look.viewer);
    let middle = (low + high) / 2.0;
    let half = ((high - low) / 2.0 + ROUND).max(Vec2::new(LEAST * 0.9, LEAST / 2.0));
    // As wide as its room, if the table extends so far.
    let half = Vec2::new(half.x.max(half.y * room.x / room.y), half.y);
    let (low, high) = ((middle - half).max(stage.low - 0.5), (middle + half).min(stage.high + 0.5));
    let scale = (room / (high - low)).min_element().min(48.0);
    let look = Look { scale, ..look };
    let marks = layers(game, &stage, &look, &Frame::new(low, high, scale)).concat();
    Some(Picture { low, high, scale, marks, framed: true })
}

/// The first row is directly under the rule of its heading.
fn under_rule(rows: impl Iterator<Item = Row>) -> Vec<Row> {
    rows.enumerate().map(|(place, row)| Row { ruled: place > 0, ..row }).collect()
}

/// The working step by step, with measurements and modifiers.
fn working(notes: &[Note]) -> Vec<Block> {
    if notes.is_empty() {
        return Vec::new();
    }
    let row = |note: &Note| {
        let mut spans = vec![Span::roman(sentence(&note.text))];
        if note.measured.is_some() {
            spans.push(Span::roman("."));
        }
        if let Some(measured) = &note.measured {
            let sense = match measured.sense {
                Sense::AtMost => "at most",
                Sense::AtLeast => "at least",
                Sense::Over => "over",
            };
            let told = format!(
                " {}: {:.2} in, {sense} {:.2} in",
                sentence(&measured.what),
                measured.value,
                measured.limit
            );
            spans.push(Span::italic(told));
        }
        let told =
            |modifier: &Modifier| format!("{:+} {} ({})", modifier.value, modifier.why, modifier.clause);
        let modifiers: Vec<String> = note.modifiers.iter().map(told).collect();
        if !modifiers.is_empty() {
            spans.push(Span::roman(format!(". {}", modifiers.join("; "))));
        }
        Row { ruled: true, ..Row::new([Cell::bold(note.clause), Cell::Words(spans)]) }
    };
    let columns = vec![Column::new(Wide::Fit, To::Left), Column::new(Wide::Part(1.0), To::Left)];
    let table = Table { columns, rows: under_rule(notes.iter().map(row)), ..Table::default() };
    vec![Block::Heading("Working".to_owned()), table.into()]
}

fn dice(entry: &EntrySummary) -> Vec<Block> {
    let thrown: Vec<_> = entry.dice.iter().filter(|(cast, _)| cast.throw.dice > 0).collect();
    if thrown.is_empty() {
        return Vec::new();
    }
    let row = |(cast, by): &&(Cast, Thrower)| {
        let by = match by {
            Thrower::Program => "by the program",
            Thrower::Players => "by the players",
        };
        let cells = [
            Cell::bold(cast.throw.clause.to_string()),
            Cell::roman(sentence(&cast.throw.why)),
            Cell::roman(format!("{}, {by}", cast.throw.say())),
            Cell::bold(cast.faces().unwrap_or_else(|| cast.answer.value.to_string())),
        ];
        Row { ruled: true, ..Row::new(cells) }
    };
    let columns = vec![
        Column::new(Wide::Fit, To::Left),
        Column::new(Wide::Part(1.2), To::Left),
        Column::new(Wide::Part(1.0), To::Left),
        Column::new(Wide::Fit, To::Right),
    ];
    let table = Table { columns, rows: under_rule(thrown.iter().map(row)), ..Table::default() };
    vec![Block::Heading("Dice".to_owned()), table.into()]
}

/// The possible results before the dice were thrown.
fn chances(odds: &Odds) -> Vec<Block> {
    let (listed, more) = match odds {
        Odds::Listed(all) => (all.as_slice(), String::new()),
        Odds::ByPiece(by) => (by.ends.as_slice(), by.words.clone()),
        Odds::TooMany(words) => (&[][..], words.clone()),
    };
    // Only one way: nothing was left to the dice.
    if listed.len() < 2 && more.is_empty() {
        return Vec::new();
    }
    let row = |chance: &game::Chance| {
        let percent = format!("{:.1} %", chance.probability * 100.0);
        Row { ruled: true, ..Row::new([Cell::bold(percent), Cell::roman(sentence(&chance.result))]) }
    };
    let columns = vec![Column::new(Wide::Fit, To::Right), Column::new(Wide::Part(1.0), To::Left)];
    let table =
        Table { columns, rows: under_rule(listed.iter().take(MOST_ODDS).map(row)), ..Table::default() };
    let mut blocks = vec![Block::Heading("Odds before the dice".to_owned())];
    if !listed.is_empty() {
        blocks.push(table.into());
    }
    if listed.len() > MOST_ODDS {
        let rest: f64 = listed.iter().skip(MOST_ODDS).map(|chance| chance.probability).sum();
        let words = format!("{} other results, together {:.1} %", listed.len() - MOST_ODDS, rest * 100.0);
        blocks.push(Text::new([Span::italic(words)]).into());
    }
    if !more.is_empty() {
        blocks.push(Text::new([Span::italic(sentence(&more))]).into());
    }
    blocks
}

/// The words of every clause cited, each once.
fn clauses(entry: &EntrySummary) -> Vec<Block> {
    let noted = entry.working.iter().flat_map(|note| {
        std::iter::once(note.clause).chain(note.modifiers.iter().map(|modifier| modifier.clause))
    });
    let thrown = entry.dice.iter().map(|(cast, _)| cast.throw.clause.as_ref());
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut blocks = Vec::new();
    for id in noted.chain(thrown) {
        if !known.insert(id) {
            continue;
        }
        let Some(clause) = cited(id) else { continue };
        let mut spans =
            vec![Span::bold(format!("{id} {}. ", clause.title)), Span::roman(clause.text.clone())];
        spans.extend(clause.ruling.iter().map(|ruling| Span::italic(format!(" {ruling}"))));
        blocks.push(Text { hang: 12.0, ..Text::new(spans) }.into());
    }
    if blocks.is_empty() {
        return blocks;
    }
    blocks.insert(0, Block::Heading("The rule".to_owned()));
    blocks
}
