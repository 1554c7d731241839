//! All that is wrong with a scenario's files, in one go, and how it is shown.
//!
//! Lines and columns count from 1, columns in characters.

use std::collections::BTreeMap;
use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents,
};

use super::source::Source;
pub use crate::army::fault::{Fault, Severity, meant, nearest, suggest};
use crate::army::plain;

/// Faults that are told in full; the rest are counted.
const TOLD: usize = 20;
/// Columns of a line that are shown, where it is longer than this.
const SHOWN: usize = 150;
/// Columns of them that lie before the fault.
const BEFORE: usize = 50;
/// Columns from one tab stop to the next.
const TAB: usize = 4;
/// Stands where a line is cut.
const CUT: char = '…';

/// Every fault found, file by file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Sorted by file (in the order first met), then by place.
    pub(crate) fn sorted(faults: Vec<Fault>) -> Self {
        let mut files: Vec<String> = Vec::new();
        for fault in &faults {
            if !files.contains(&fault.file) {
                files.push(fault.file.clone());
            }
        }
        let place = |file: &String| files.iter().position(|known| known == file);
        let mut placed: Vec<_> = faults.into_iter().map(|fault| (place(&fault.file), fault)).collect();
        placed.sort_by(|(file, a), (other, b)| {
            (file, a.line, a.column, &a.message).cmp(&(other, b.line, b.column, &b.message))
        });
        let mut faults: Vec<Fault> = placed.into_iter().map(|(_, fault)| fault).collect();
        faults.dedup();
        Self(faults)
    }

    /// What was read with its warnings, where there are no errors; else all of them.
    pub(crate) fn settle<T>(read: Option<T>, faults: Vec<Fault>) -> Result<(T, Vec<Fault>), Self> {
        let faults = Self::sorted(faults);
        match read {
            Some(read) if !faults.has_errors() => Ok((read, faults.0)),
            _ => Err(faults),
        }
    }

    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Fault::is_error)
    }
}

impl Faults {
    /// The faults that are told in full, in their order: errors go before warnings where there are too many. And what is
    /// said of the rest, if there is a rest.
    fn told(&self) -> (Vec<&Fault>, Option<String>) {
        let errors = self.0.iter().filter(|fault| fault.is_error()).count();
        let (mut of_errors, mut of_warnings) = (errors.min(TOLD), TOLD.saturating_sub(errors));
        let mut told = Vec::new();
        for fault in &self.0 {
            let left = if fault.is_error() { &mut of_errors } else { &mut of_warnings };
            if *left > 0 {
                *left -= 1;
                told.push(fault);
            }
        }
        let more = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {what}s")),
        };
        let told_errors = errors.min(TOLD);
        let rest = [
            more(errors - told_errors, "error"),
            more(self.0.len() - errors - (told.len() - told_errors), "warning"),
        ];
        let rest: Vec<String> = rest.into_iter().flatten().collect();
        let rest = (!rest.is_empty()).then(|| format!("and {} more", rest.join(" and ")));
        (told, rest)
    }

    /// The same as [`fmt::Display`], in one line.
    pub fn in_a_line(&self) -> String {
        let (told, rest) = self.told();
        told.iter().map(ToString::to_string).chain(rest).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (told, rest) = self.told();
        for (index, fault) in told.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        rest.map_or(Ok(()), |rest| write!(f, "\n{rest}"))
    }
}

impl std::error::Error for Faults {}

/// A fault with the lines it is about.
#[derive(Debug)]
struct Shown<'a> {
    fault: &'a Fault,
    remedy: String,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Where no line can be shown, the file is named here.
        match self.excerpt {
            Some(_) => f.write_str(&self.fault.said()),
            None => write!(f, "{}: {}", plain::line(&self.fault.file), self.fault.said()),
        }
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
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
            out.push(plain::sign(letter));
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

/// The lines of a text, to be found by their number without reading it from the beginning each time.
#[derive(Debug)]
struct Lines {
    text: String,
    begins: Vec<usize>,
}

impl Lines {
    fn new(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let begins = std::iter::once(0).chain(ends).collect();
        Self { text, begins }
    }

    /// A line without its end; none where the text has no such line.
    fn line(&self, index: usize) -> Option<&str> {
        let begin = *self.begins.get(index)?;
        let end = self.begins.get(index + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(begin..end)?;
        // What follows the last line end is no line.
        let is_rest = index > 0 && index + 1 == self.begins.len() && line.is_empty();
        (!is_rest).then(|| line.strip_suffix('\r').unwrap_or(line))
    }

    fn excerpt(&self, fault: &Fault) -> Option<Excerpt> {
        let (index, column) = (fault.line.saturating_sub(1), fault.column.saturating_sub(1));
        let own = self.line(index)?;
        let long = own.chars().nth(SHOWN).is_some();
        let from = if long { column.saturating_sub(BEFORE) } else { 0 };
        let first = index.saturating_sub(1);
        let (mut text, mut marked) = (String::new(), (0, 0));
        for (number, line) in (first..=index + 1).filter_map(|number| Some((number, self.line(number)?))) {
            let span = if number == index {
                drawn_line(line, from, (column, column + fault.length), &mut text)
            } else {
                drawn_line(line, 0, (0, 0), &mut text)
            };
            if number == index {
                marked = span;
            }
        }
        let file = plain::line(&fault.file).into_owned();
        Some(Excerpt { file, text, first, place: (index, column), marked })
    }
}

/// The faults for a terminal: the first of them each with its line, underlined where it goes wrong, the rest counted.
pub fn report(faults: &Faults, source: &dyn Source, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110).with_links(false);
    let mut out = String::new();
    let mut read: BTreeMap<&str, Option<Lines>> = BTreeMap::new();
    let (told, rest) = faults.told();
    for fault in told {
        let lines =
            read.entry(&fault.file).or_insert_with(|| source.read(&fault.file).map(|text| Lines::new(&text)));
        let excerpt = lines.as_ref().and_then(|lines| lines.excerpt(fault));
        let shown = Shown { fault, remedy: fault.remedy(), excerpt };
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
