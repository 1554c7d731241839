//! A report of the game: what is asked of it, and the thread that writes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;

use crate::app::background::Background;
use crate::app::command::{Command, ReportDeed};
use crate::app::opener;
use crate::app::state::Dialog;
use crate::app::texts::report as texts;
use crate::app::views::ViewContext;
use crate::app::views::report::{Asked, Stage, report_ui};
use crate::desk::{Game, write_whole};
use crate::game::Viewer;
use crate::game::options::OptionSpec;
use crate::paper::report::{ReportKind, report};

use super::Play;

/// What is asked of a report, and how far it is.
#[derive(Debug)]
pub(super) struct ReportSheet {
    viewer: Viewer,
    kind: ReportKind,
    /// Where it is written, as it is typed: a file, of tables a folder.
    path: String,
    stage: Stage,
    work: Option<Background<Found>>,
}

/// What the thread tells.
#[derive(Debug)]
enum Found {
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
            work: None,
        }
    }
}

impl Play {
    pub(super) fn report_deed(&mut self, ctx: &egui::Context, deed: ReportDeed) {
        match deed {
            ReportDeed::Show => {
                self.report = ReportSheet { viewer: self.viewer, ..ReportSheet::default() };
                self.report.path = self.proposed_path();
                self.common.dialog = Some(Dialog::Report);
            }
            ReportDeed::For(viewer) => {
                (self.report.viewer, self.report.stage) = (viewer, Stage::Asked);
                self.report.path = self.proposed_path();
            }
            ReportDeed::As(kind) => {
                (self.report.kind, self.report.stage) = (kind, Stage::Asked);
                self.report.path = self.proposed_path();
            }
            ReportDeed::Write => self.write_report(ctx),
            ReportDeed::Stop => (self.report.work, self.report.stage) = (None, Stage::Asked),
            ReportDeed::Open => {
                if let Stage::Written(path) = &self.report.stage
                    && let Err(why) = opener::open(path)
                {
                    self.report.stage = Stage::Failed(texts::unopened(path, &why.to_string()));
                }
            }
        }
    }

    /// Beside the record of the game, under its name; that of a side has the side's name as well.
    fn proposed_path(&self) -> String {
        let sheet = &self.report;
        let record = self.game.journal_path();
        let folder = record.and_then(Path::parent).map(Path::to_owned);
        let folder = folder.or_else(|| self.common.library.journals()).unwrap_or_default();
        let name = record
            .and_then(Path::file_stem)
            .map_or_else(|| self.game.battle().0.to_owned(), |stem| stem.to_string_lossy().into_owned());
        let side = match sheet.viewer {
            Viewer::Referee => String::new(),
            Viewer::Side(side) => format!("-{}", self.game.side_id(side)),
        };
        let ending = match sheet.kind {
            ReportKind::Page => ".html",
            ReportKind::Markdown => ".md",
            ReportKind::Tables => "-tables",
            ReportKind::Film => ".gif",
        };
        folder.join(format!("{name}{side}{ending}")).display().to_string()
    }

    fn write_report(&mut self, ctx: &egui::Context) {
        let Some(rules) = self.common.rules.of(self.game.rules()) else {
            self.report.stage = Stage::Failed(texts::NO_RULES.to_owned());
            return;
        };
        let (game, specs) = (self.game.twin(), rules.specs());
        let (viewer, kind, path) =
            (self.report.viewer, self.report.kind, PathBuf::from(self.report.path.trim()));
        self.report.stage = Stage::Going(0, 1);
        self.report.work = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let mut goes = |done: usize, all: usize| {
                reporter.report(Found::Going(done, all));
                !reporter.stopped()
            };
            let found = written(game.as_ref(), viewer, specs, (kind, &path), &mut goes);
            reporter.report(found.map_or_else(Found::Failed, Found::Written));
        }));
    }

    /// Takes what the thread has found; where its dialog is shut nobody wants it any more.
    pub(super) fn poll_report(&mut self) {
        if self.common.dialog != Some(Dialog::Report) {
            self.report.work = None;
            return;
        }
        while let Some(work) = &self.report.work {
            self.report.stage = match work.poll() {
                Ok(Found::Going(done, all)) => Stage::Going(done, all),
                Ok(Found::Written(path)) => Stage::Written(path),
                Ok(Found::Failed(why)) => Stage::Failed(why),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.report.work = None;
                    return;
                }
            };
        }
    }

    pub(super) fn report_ui(&mut self, ctx: &egui::Context, view: &ViewContext) -> Option<Command> {
        let sheet = &mut self.report;
        let asked = Asked {
            viewer: sheet.viewer,
            kind: sheet.kind,
            sides: &self.summary.top.sides,
            stage: &sheet.stage,
            opens: opener::is_there(),
        };
        report_ui(ctx, view, &asked, &mut sheet.path)
    }
}

/// Writes a report there; what is opened to read it.
fn written(
    game: &dyn Game,
    viewer: Viewer,
    specs: &[OptionSpec],
    (kind, path): (ReportKind, &Path),
    goes: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<PathBuf, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let files = report(game, viewer, specs, (kind, &name), goes).map_err(|fault| fault.to_string())?;
    let folder = match kind {
        ReportKind::Page | ReportKind::Markdown | ReportKind::Film => {
            path.parent().unwrap_or(Path::new("")).to_owned()
        }
        ReportKind::Tables => {
            fs::create_dir_all(path).map_err(|fault| texts::unwritten(path, &fault.to_string()))?;
            path.to_owned()
        }
    };
    let place = |(at, file): (usize, crate::paper::report::ReportFile)| {
        let own = at == 0 && kind != ReportKind::Tables;
        (if own { path.to_owned() } else { folder.join(file.name) }, file.bytes)
    };
    let files: Vec<(PathBuf, Vec<u8>)> = files.into_iter().enumerate().map(place).collect();
    write_whole(&files).map_err(|(path, fault)| texts::unwritten(&path, &fault.to_string()))?;
    Ok(path.to_owned())
}
