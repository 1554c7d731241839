//! Faults as a terminal shows them: each with the lines it is about, underlined where it goes wrong.
//!
//! Lines and columns count from 1, columns in characters.

use std::collections::BTreeMap;
use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents,
};

use super::fault::{Fault, Faults, Severity};
use super::printable;
use super::source::Source;
use super::text::Text;

/// Columns of a line that are shown, where it is longer than this.
const SHOWN: usize = 150;
/// Columns of them that lie before the fault.
const BEFORE: usize = 50;
/// Columns from one tab stop to the next.
const TAB: usize = 4;
/// Stands where a line is cut.
const CUT: char = '…';

/// A fault with the lines it is about.
#[derive(Debug)]
struct FaultView<'a> {
    fault: &'a Fault,
    remedy: String,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for FaultView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Where no line can be shown, the file is named here.
        match self.excerpt {
            Some(_) => f.write_str(&self.fault.said()),
            None => write!(f, "{}: {}", printable::line(&self.fault.file), self.fault.said()),
        }
    }
}

impl std::error::Error for FaultView<'_> {}

impl Diagnostic for FaultView<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.fault.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.remedy.is_empty()).then(|| Box::new(&self.remedy) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (start, end) = self.excerpt.as_ref()?.marked;
        let span: SourceSpan = (start, end - start).into();
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

/// The lines about a fault as they are drawn: long ones in part, tabs as spaces, and signs for what a terminal would obey.
#[derive(Debug)]
struct Excerpt {
    file: String,
    text: String,
    /// The number of the first line, from 0.
    first: usize,
    /// The fault's line and column, from 0.
    place: (usize, usize),
    /// From where to where the fault goes, in bytes of the text.
    marked: (usize, usize),
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let count = self.text.lines().count();
        let contents = match (before, after) {
            // What is asked so is the place of the fault.
            (0, 0) => {
                let (start, end) = self.marked;
                let marked = self.text.as_bytes().get(start..end).ok_or(MietteError::OutOfBounds)?;
                let (line, column) = self.place;
                MietteSpanContents::new_named(self.file.clone(), marked, *span, line, column, 1)
            }
            _ => {
                let whole = (0, self.text.len()).into();
                MietteSpanContents::new_named(
                    self.file.clone(),
                    self.text.as_bytes(),
                    whole,
                    self.first,
                    0,
                    count,
                )
            }
        };
        Ok(Box::new(contents))
    }
}

/// One line as it is drawn, from column `from` on; and from where to where the columns of `marked` lie in it, in bytes.
fn drawn_line(line: &str, from: usize, marked: (usize, usize), out: &mut String) -> (usize, usize) {
    if from > 0 {
        out.push(CUT);
    }
    let (mut span, mut wide) = ((out.len(), out.len()), 0);
    let mut letters = line.chars().skip(from);
    for (column, letter) in (from..).zip(letters.by_ref().take(SHOWN)) {
        let at = out.len();
        if letter == '\t' {
            let spaces = TAB - wide % TAB;
            out.extend(std::iter::repeat_n(' ', spaces));
            wide += spaces;
        } else {
            out.push(printable::sign(letter));
            wide += 1;
        }
        if column < marked.0 {
            span = (out.len(), out.len());
        } else if column == marked.0 {
            span = (at, out.len());
        } else if column < marked.1 {
            span.1 = out.len();
        }
    }
    if letters.next().is_some() {
        out.push(CUT);
    }
    out.push('\n');
    span
}

/// The line of a fault with the lines before and after it; none where the text has no such line.
fn excerpt(text: &Text, fault: &Fault) -> Option<Excerpt> {
    let (index, column) = (fault.line.saturating_sub(1), fault.column.saturating_sub(1));
    let own = text.line(index)?;
    let long = own.chars().nth(SHOWN).is_some();
    let from = if long { column.saturating_sub(BEFORE) } else { 0 };
    let first = index.saturating_sub(1);
    let (mut drawn, mut marked) = (String::new(), (0, 0));
    for (number, line) in (first..=index + 1).filter_map(|number| Some((number, text.line(number)?))) {
        let span = if number == index {
            drawn_line(line, from, (column, column + fault.length), &mut drawn)
        } else {
            drawn_line(line, 0, (0, 0), &mut drawn)
        };
        if number == index {
            marked = span;
        }
    }
    let file = printable::line(&fault.file).into_owned();
    Some(Excerpt { file, text: drawn, first, place: (index, column), marked })
}

/// The faults for a terminal: the first of them each with its line, underlined where it goes wrong, the rest counted.
pub fn report(faults: &Faults, source: &dyn Source, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110).with_links(false);
    let mut out = String::new();
    let mut read: BTreeMap<&str, Option<Text>> = BTreeMap::new();
    let (listed, rest) = faults.listed();
    for fault in listed {
        let text = read
            .entry(&fault.file)
            .or_insert_with(|| source.read(&fault.file).map(|text| Text::new(&fault.file, &text)));
        let excerpt = text.as_ref().and_then(|text| excerpt(text, fault));
        let shown = FaultView { fault, remedy: fault.remedy(), excerpt };
        // Writing to a string cannot fail; a fault that cannot be drawn is at least said.
        if handler.render_report(&mut out, &shown).is_err() {
            out.push_str(&fault.to_string());
            out.push('\n');
        }
    }
    if let Some(rest) = rest {
        out.push_str(&rest);
        out.push('\n');
    }
    out
}
