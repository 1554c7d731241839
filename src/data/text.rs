//! The text of a file, whose places are told in lines and columns.
//!
//! Units: bytes of the text; lines and columns from 0, columns in characters. Only a fault counts them from 1.

use std::cell::Cell;

use super::fault::{About, Fault, Severity};

/// Letters that a fault marks at most.
const MOST_MARKED: usize = 200;

/// A file's text, without the mark of Unicode at its beginning.
#[derive(Debug)]
pub(super) struct Text {
    file: String,
    text: String,
    /// Where the lines begin, in bytes.
    begins: Vec<usize>,
    /// The column that was asked for last: where its line begins, where it lies, both in bytes, and its number.
    last: Cell<(usize, usize, usize)>,
}

impl Text {
    pub fn new(file: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let begins = std::iter::once(0).chain(ends).collect();
        Self { file: file.into(), text, begins, last: Cell::new((0, 0, 0)) }
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What is written from one place to another; nothing where they are no places of this text.
    pub fn part(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// A line without its end; none where the text has no such line.
    pub fn line(&self, index: usize) -> Option<&str> {
        let begin = *self.begins.get(index)?;
        let end = self.begins.get(index + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(begin..end)?;
        // What follows the last line end is no line.
        let is_rest = index > 0 && index + 1 == self.begins.len() && line.is_empty();
        (!is_rest).then(|| line.strip_suffix('\r').unwrap_or(line))
    }

    /// Where a column of a line lies; the end of the text where there is none.
    pub fn byte_at(&self, line: usize, column: usize) -> usize {
        let Some(begin) = self.begins.get(line) else { return self.text.len() };
        let mut letters = self.text[*begin..].char_indices();
        letters.nth(column).map_or(self.text.len(), |(at, _)| begin + at)
    }

    /// An error from `start` up to `end`, marked within its first line.
    pub fn fault(&self, start: usize, end: usize, message: String, help: String) -> Fault {
        let start = start.min(self.text.len());
        let line = self.begins.partition_point(|begin| *begin <= start).max(1);
        let begin = self.begins.get(line - 1).copied().unwrap_or(0);
        let letters = self.part(start, end.min(self.text.len())).chars();
        let marked: String = letters.take(MOST_MARKED).take_while(|letter| *letter != '\n').collect();
        Fault {
            file: self.file.clone(),
            line,
            column: self.column(begin, start) + 1,
            length: marked.trim_end().chars().count().max(1),
            message,
            help,
            clause: None,
            severity: Severity::Error,
            hexes: Box::default(),
            about: About::default(),
        }
    }

    /// How many letters lie between the beginning of a line and a place in it. Faults come mostly in the order of the text,
    /// and a file may be one line: so it is counted on from the last.
    fn column(&self, begin: usize, at: usize) -> usize {
        let letters = |from: usize, to: usize| self.part(from, to).chars().count();
        let (last_begin, last_at, last) = self.last.get();
        let column = match last_begin == begin {
            true if at >= last_at => last + letters(last_at, at),
            true if last_at - at < at - begin => last - letters(at, last_at).min(last),
            _ => letters(begin, at),
        };
        self.last.set((begin, at, column));
        column
    }
}
