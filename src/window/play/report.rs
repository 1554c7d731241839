//! The report of a game: its choices.

use std::path::Path;

use crate::command::{Command, ReportDeed};
use crate::opener;
use crate::reporting::ReportSheet;
use crate::state::Dialog;
use crate::texts::report as texts;
use crate::views::ViewContext;
use crate::views::report::{ReportChoices, Stage, report_ui};
use game::Viewer;

use super::Play;

impl Play {
    pub(super) fn report_deed(&mut self, ctx: &egui::Context, deed: ReportDeed) {
        match deed {
            ReportDeed::Show => {
                let kind = self.report.kind;
                self.report = ReportSheet::default();
                (self.report.kind, self.report.viewer) = (kind, self.viewer);
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
            ReportDeed::Stop => drop(self.report.stop()),
            ReportDeed::Open => {
                if let Stage::Written(path) = &self.report.stage
                    && let Err(why) = opener::open(path)
                {
                    let why = texts::unopened(path, &why.to_string());
                    self.report.fail(why);
                }
            }
        }
    }

    /// The proposed path: beside the journal, with its name; for a side also with the side's name.
    fn proposed_path(&self) -> String {
        let sheet = &self.report;
        let record = self.game.journal_path();
        let folder = record.and_then(Path::parent).map(Path::to_owned);
        let folder = folder.or_else(|| self.common.library.journals()).unwrap_or_default();
        let name = self.record_name();
        let side = match sheet.viewer {
            Viewer::Referee => String::new(),
            Viewer::Side(side) => format!("-{}", self.game.side_id(side)),
        };
        let ending =
            sheet.kind.endings().first().map_or_else(|| "-tables".to_owned(), |ending| format!(".{ending}"));
        folder.join(format!("{name}{side}{ending}")).display().to_string()
    }

    /// The name of the journal; without one, that of the battle.
    pub(super) fn record_name(&self) -> String {
        let stem = self.game.journal_path().and_then(Path::file_stem);
        stem.map_or_else(|| self.game.battle().0.to_owned(), |stem| stem.to_string_lossy().into_owned())
    }

    fn write_report(&mut self, ctx: &egui::Context) {
        self.report.begin(ctx, self.game.twin());
    }

    /// Takes the thread's results; gives up the report once its dialog is closed.
    pub(super) fn poll_report(&mut self, ctx: &egui::Context) {
        match self.common.dialog {
            Some(Dialog::Report) => self.report.poll(),
            _ if self.report.stop() => self.common.say(ctx, texts::GIVEN_AWAY),
            _ => {}
        }
    }

    pub(super) fn report_ui(&mut self, ctx: &egui::Context, view: &ViewContext) -> Option<Command> {
        let sheet = &mut self.report;
        let asked = ReportChoices {
            viewer: sheet.viewer,
            kind: sheet.kind,
            sides: &self.summary.top.head.sides,
            stage: &sheet.stage,
            opens: opener::is_there(),
        };
        report_ui(ctx, view, &asked, &mut sheet.path)
    }
}
