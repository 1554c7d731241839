//! The report of a game: the record as a page, as text with pictures, and as tables. It contains only what a viewer may
//! know: the referee, or a side.

mod chart;
pub mod chronicle;
mod darkroom;
mod day;
pub mod film;
mod maps;
pub mod markdown;
pub mod page;
mod reel;
pub mod tables;

use std::path::Path;

use thiserror::Error;

use desk::{Game, StepError};
use game::Viewer;
use spreadsheet::CsvFor;

use super::output::OutputError;

/// Called between two steps with the numbers of steps done and in all; returns whether the report is still wanted.
pub type Goes<'a> = &'a mut dyn FnMut(usize, usize) -> bool;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Picture(#[from] OutputError),
    #[error("a film was not written: {0}. Please report it")]
    Film(#[from] gif::EncodingError),
    #[error(
        "a film of {0} × {1} pixels is too large: no side may have more than 65 535. Draw fewer points an inch"
    )]
    TooLarge(u32, u32),
    #[error("the report was stopped: nothing was written")]
    Stopped,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// A single self-contained HTML file.
    Page,
    /// Text, with pictures beside it.
    Markdown,
    /// Three tables as CSV.
    Tables,
    /// A GIF with a frame for every activation.
    Film,
}

impl ReportKind {
    pub const ALL: [Self; 4] = [Self::Page, Self::Markdown, Self::Tables, Self::Film];

    /// The extensions of its files, without the dot, the usual one first; empty if it is written into a folder.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["html", "htm"],
            Self::Markdown => &["md", "markdown"],
            Self::Tables => &[],
            Self::Film => &["gif"],
        }
    }

    /// Has this file an extension of this kind?
    pub fn is_named(self, path: &Path) -> bool {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        ending.is_some_and(|ending| self.endings().contains(&ending.as_str()))
    }
}

/// The files of a report under a name, the one that is opened first.
///
/// # Errors
///
/// Returns an error if the record has changed meanwhile, if a picture is too large, or if the report is no longer wanted.
pub fn report(
    game: &dyn Game,
    viewer: Viewer,
    (kind, name): (ReportKind, &str),
    goes: Goes<'_>,
) -> Result<Vec<ReportFile>, ReportError> {
    match kind {
        ReportKind::Page => {
            let bytes = page::page(game, viewer, goes)?.into_bytes();
            Ok(vec![ReportFile { name: format!("{name}.html"), bytes }])
        }
        ReportKind::Markdown => markdown::markdown(game, viewer, name, goes),
        ReportKind::Tables => tables::tables(game, viewer, CsvFor::default()),
        ReportKind::Film => {
            let bytes = film::film(game, &film::Shooting::whole(viewer), goes)?;
            Ok(vec![ReportFile { name: format!("{name}.gif"), bytes }])
        }
    }
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// Its name, relative to the others.
    pub name: String,
    pub bytes: Vec<u8>,
}
