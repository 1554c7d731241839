//! A report of the game: the choices, the thread that writes it, and its progress.

use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;

use super::background::Background;
use super::opener::typed_path;
use super::texts::report as texts;
use super::views::report::Stage;
use desk::{Game, write_files, write_into};
use game::Viewer;
use paper::report::{ReportError, ReportFile, ReportKind, report};

/// The choices for a report, and its progress.
#[derive(Debug)]
pub struct ReportSheet {
    pub viewer: Viewer,
    pub kind: ReportKind,
    /// Where it is written, as typed: a file, or a folder for tables.
    pub path: String,
    pub stage: Stage,
    /// The path that the stage is about.
    told_of: String,
    work: Option<Background<ReportProgress>>,
}

/// A message of the thread.
#[derive(Debug)]
enum ReportProgress {
    Going(usize, usize),
    Written(PathBuf),
    Failed(String),
}

impl Default for ReportSheet {
    fn default() -> Self {
        Self {
            viewer: Viewer::Referee,
            kind: ReportKind::Page,
            path: String::new(),
            stage: Stage::Asked,
            told_of: String::new(),
            work: None,
        }
    }
}

impl ReportSheet {
    /// Writes what is chosen on a thread of its own.
    pub fn begin(&mut self, ctx: &egui::Context, game: Box<dyn Game>) {
        let (viewer, kind) = (self.viewer, self.kind);
        let path = typed_path(&self.path).unwrap_or_default();
        if !kind.endings().is_empty() && !kind.is_named(&path) {
            self.fail(texts::misnamed(kind));
            return;
        }
        self.told_of = self.path.clone();
        self.stage = Stage::Going(0, 1);
        self.work = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let mut goes = |done: usize, all: usize| {
                reporter.report(ReportProgress::Going(done, all));
                !reporter.stopped()
            };
            let found = written(game.as_ref(), viewer, (kind, &path), &mut goes);
            reporter.report(found.map_or_else(ReportProgress::Failed, ReportProgress::Written));
        }));
    }

    /// Shows why it cannot be written.
    pub fn fail(&mut self, why: String) {
        self.told_of = self.path.clone();
        self.stage = Stage::Failed(why);
    }

    /// Gives it up, so that nothing is written; returns whether it was being written.
    pub fn stop(&mut self) -> bool {
        let goes = self.work.take().is_some() && matches!(self.stage, Stage::Going(..));
        if goes {
            self.fail(texts::STOPPED.to_owned());
        }
        goes
    }

    /// Takes the thread's results, unless they are about another path.
    pub fn poll(&mut self) {
        if self.path != self.told_of && !matches!(self.stage, Stage::Going(..)) {
            self.stage = Stage::Asked;
        }
        while let Some(work) = &self.work {
            self.stage = match work.poll() {
                Ok(ReportProgress::Going(done, all)) => Stage::Going(done, all),
                Ok(ReportProgress::Written(path)) => Stage::Written(path),
                Ok(ReportProgress::Failed(why)) => Stage::Failed(why),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.work = None;
                    if matches!(self.stage, Stage::Going(..)) {
                        self.fail(texts::GIVEN_UP.to_owned());
                    }
                    return;
                }
            };
        }
    }
}

/// Writes a report; returns the path to open.
fn written(
    game: &dyn Game,
    viewer: Viewer,
    (kind, path): (ReportKind, &Path),
    goes: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<PathBuf, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let files = report(game, viewer, (kind, &name), goes).map_err(|fault| fault.to_string())?;
    let folder = match kind {
        ReportKind::Page | ReportKind::Markdown | ReportKind::Film => {
            path.parent().unwrap_or(Path::new("")).to_owned()
        }
        ReportKind::Tables => path.to_owned(),
    };
    let place = |(at, file): (usize, ReportFile)| {
        let own = at == 0 && kind != ReportKind::Tables;
        (if own { path.to_owned() } else { folder.join(file.name) }, file.bytes)
    };
    let files: Vec<(PathBuf, Vec<u8>)> = files.into_iter().enumerate().map(place).collect();
    // Much may still be drawn after its last part was requested.
    if !goes(1, 1) {
        return Err(ReportError::Stopped.to_string());
    }
    let done = match kind {
        ReportKind::Tables => write_into(path, &files),
        ReportKind::Page | ReportKind::Markdown | ReportKind::Film => write_files(&files),
    };
    done.map_err(|fault| fault.to_string())?;
    Ok(path.to_owned())
}
