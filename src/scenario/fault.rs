//! All that is wrong with a scenario's files, in one go, and how it is shown.
//!
//! Lines and columns count from 1, columns in characters.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode, SourceSpan,
};

use super::source::Source;
pub use crate::army::fault::{Fault, Severity, nearest, suggest};

/// Every fault found, file by file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Sorted by file (in the order first met), then by place.
    pub(crate) fn sorted(mut faults: Vec<Fault>) -> Self {
        let mut files: Vec<String> = Vec::new();
        for fault in &faults {
            if !files.contains(&fault.file) {
                files.push(fault.file.clone());
            }
        }
        faults.sort_by_key(|fault| {
            (
                files.iter().position(|file| *file == fault.file),
                fault.line,
                fault.column,
                fault.message.clone(),
            )
        });
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

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A fault with the text it is about.
#[derive(Debug)]
struct Shown<'a> {
    fault: &'a Fault,
    source: Option<NamedSource<String>>,
    span: SourceSpan,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault.message)
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
        (!self.fault.help.is_empty()).then(|| Box::new(&self.fault.help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::underline(self.span))))
    }
}

/// The faults for a terminal: each with its line, underlined where it goes wrong.
pub fn report(faults: &Faults, source: &dyn Source, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110).with_links(false);
    let mut out = String::new();
    for fault in &faults.0 {
        let text = source.read(&fault.file);
        let (start, length) = text.as_deref().map_or((0, 0), |text| span_in(text, fault));
        let shown = Shown {
            fault,
            source: text.map(|text| NamedSource::new(&fault.file, text.into_owned())),
            span: (start, length).into(),
        };
        // Writing to a string cannot fail; a fault that cannot be drawn is at least said.
        if handler.render_report(&mut out, &shown).is_err() {
            out.push_str(&fault.to_string());
            out.push('\n');
        }
    }
    out
}

/// Start and length of a fault in bytes of the text.
fn span_in(text: &str, fault: &Fault) -> (usize, usize) {
    let line_start: usize =
        text.split_inclusive('\n').take(fault.line.saturating_sub(1)).map(str::len).sum::<usize>();
    let line = text.get(line_start..).unwrap_or_default().lines().next().unwrap_or_default();
    let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let start = byte(fault.column.saturating_sub(1));
    let end = byte(fault.column.saturating_sub(1) + fault.length);
    (line_start + start, end - start)
}
