//! The report of a game: what the record says, told as a page, as text with pictures, and as tables. Everything is what a viewer may
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

/// Asked between two steps with how many of how many are done; says whether the report is still wanted.
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

/// What a report is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// One file of HTML that needs nothing but itself.
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

    /// How the names of its files end, without the point, the usual one first; none: it goes into a folder.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Page => &["html", "htm"],
            Self::Markdown => &["md", "markdown"],
            Self::Tables => &[],
            Self::Film => &["gif"],
        }
    }

    /// Does the name of a file end as one of this kind does?
    pub fn is_named(self, path: &Path) -> bool {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        ending.is_some_and(|ending| self.endings().contains(&ending.as_str()))
    }
}

/// The files of a report under a name, the one that is opened first.
///
/// # Errors
///
/// The record has changed meanwhile, a picture is too large, or the report is not wanted any more.
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
    /// Beside the others.
    pub name: String,
    pub bytes: Vec<u8>,
}
