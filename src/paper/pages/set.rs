//! Sets words in lines: line breaks are optimised over the whole paragraph. Units: points.

use std::collections::BTreeSet;

use glam::Vec2;
use textwrap::core::Fragment;
use textwrap::wrap_algorithms::{Penalties, wrap_first_fit, wrap_optimal_fit};

use super::block::Span;
use super::page::{Type, settled};
use drawing::letters::{baseline, cut_size};
use drawing::{Face, Mark};

/// A word, in parts with one face each.
#[derive(Clone, Debug)]
struct Word {
    parts: Vec<(Face, String)>,
    /// In widths of an average letter, the unit for comparing ragged lines.
    wide: f64,
    space: f64,
}

impl Fragment for Word {
    fn width(&self) -> f64 {
        self.wide
    }

    fn whitespace_width(&self) -> f64 {
        self.space
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// A line: runs of one face, each with its distance from the left end.
#[derive(Clone, Debug, Default)]
pub struct Line {
    runs: Vec<(f32, Face, String)>,
    pub wide: f32,
}

impl Line {
    /// Its marks, beginning at `left`, with its baseline at `base`.
    pub fn marks(&self, left: f32, base: f32, size: f32) -> impl Iterator<Item = Mark> + '_ {
        self.runs.iter().map(move |(along, face, text)| {
            let middle = base + baseline(*face, cut_size(size));
            Type::new(*face, size).from(Vec2::new(left + along, middle), text.clone())
        })
    }
}

/// The height of a line of this size, and the distance of its baseline below its upper edge.
pub fn line_of(size: f32) -> (f32, f32) {
    let high = Type::new(Face::Roman, size).line();
    (high, high / 2.0 + baseline(Face::Roman, cut_size(size)))
}

/// The width of an average letter.
fn letter(size: f32) -> f32 {
    size * 0.45
}

/// Sets words in lines: the widths of the first line and of the others are given.
pub fn lines(spans: &[Span], size: f32, room: [f32; 2], lacking: &mut BTreeSet<char>) -> Vec<Line> {
    let words = words(spans, size, room[0].min(room[1]), lacking);
    // A run is a little wider or narrower than its words alone: a line that is too wide is set again with less room.
    let mut less = 0.0_f32;
    loop {
        let rooms = room.map(|room| f64::from((room - less) / letter(size)));
        let set = wrap_optimal_fit(&words, &rooms, &Penalties::new());
        let set = set.unwrap_or_else(|_| wrap_first_fit(&words, &rooms));
        let set: Vec<Line> =
            set.into_iter().filter(|words| !words.is_empty()).map(|words| line(words, size)).collect();
        let over = set.iter().enumerate().any(|(place, line)| line.wide > room[place.min(1)] + 0.01);
        if !over || less > size {
            return set;
        }
        less += size / 8.0;
    }
}

/// The width of words on one line.
pub fn one_line(spans: &[Span], size: f32) -> f32 {
    line(&words(spans, size, f32::INFINITY, &mut BTreeSet::new()), size).wide
}

/// The width of the longest word.
pub fn longest(spans: &[Span], size: f32) -> f32 {
    let words = words(spans, size, f32::INFINITY, &mut BTreeSet::new());
    words.iter().map(|word| line(std::slice::from_ref(word), size).wide).fold(0.0, f32::max)
}

fn words(spans: &[Span], size: f32, room: f32, lacking: &mut BTreeSet<char>) -> Vec<Word> {
    let mut words: Vec<Vec<(Face, String)>> = Vec::new();
    let mut open = false;
    for span in spans {
        let text = settled(&span.text, span.face, lacking);
        for (place, part) in text.split(' ').enumerate() {
            if part.is_empty() {
                open = false;
                continue;
            }
            let goes_on = place == 0 && open;
            for part in pieces(part, span.face, size, room) {
                match words.last_mut() {
                    Some(word) if goes_on => word.push((span.face, part)),
                    _ => words.push(vec![(span.face, part)]),
                }
            }
            open = true;
        }
        open = open && !text.ends_with(' ');
    }
    let space = f64::from(Type::new(Face::Roman, size).width(" ") / letter(size));
    let measured = words.into_iter().map(|parts| {
        let wide: f32 = parts.iter().map(|(face, text)| Type::new(*face, size).width(text)).sum();
        Word { parts, wide: f64::from(wide / letter(size)), space }
    });
    measured.collect()
}

/// A word that is wider than its room is cut.
fn pieces(word: &str, face: Face, size: f32, room: f32) -> Vec<String> {
    let wide = |text: &str| Type::new(face, size).width(text);
    if wide(word) <= room {
        return vec![word.to_owned()];
    }
    let mut cut = vec![String::new()];
    for letter in word.chars() {
        if let Some(last) = cut.last_mut() {
            last.push(letter);
            if wide(last) > room && last.chars().count() > 1 {
                last.pop();
                cut.push(letter.to_string());
            }
        }
    }
    cut
}

/// Adjacent words of one face form one run, in which words can be selected.
fn line(words: &[Word], size: f32) -> Line {
    let mut line = Line::default();
    for (place, word) in words.iter().enumerate() {
        for (within, (face, text)) in word.parts.iter().enumerate() {
            let apart = place > 0 && within == 0;
            match line.runs.last_mut() {
                Some((_, known, run)) if known == face => {
                    if apart {
                        run.push(' ');
                    }
                    run.push_str(text);
                }
                _ => {
                    let at = end(&line, size) + if apart { Type::new(*face, size).width(" ") } else { 0.0 };
                    line.runs.push((at, *face, text.clone()));
                }
            }
        }
    }
    line.wide = end(&line, size);
    line
}

fn end(line: &Line, size: f32) -> f32 {
    line.runs.last().map_or(0.0, |(at, face, text)| at + Type::new(*face, size).width(text))
}
