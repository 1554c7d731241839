//! The dialog of a report: choices, progress, and the path.

use std::path::PathBuf;

use egui::{ProgressBar, RichText, TextEdit, Ui};

use crate::command::{Command, ReportDeed};
use crate::opener::typed_path;
use crate::texts::{menus, report as texts};
use game::{HeadSide, Viewer};
use paper::report::ReportKind;
use scenario::Side;

use super::dialogs::window;
use super::{ViewContext, command_button, first, heading, weak};

/// The choices made, and those available.
#[derive(Debug)]
pub struct ReportChoices<'a> {
    pub viewer: Viewer,
    pub kind: ReportKind,
    pub sides: &'a [HeadSide],
    pub stage: &'a Stage,
    /// Does the system have a program that opens files?
    pub opens: bool,
}

/// The progress of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Asked,
    Going(usize, usize),
    Written(PathBuf),
    Failed(String),
}

/// `path`: where it is written, as typed.
pub fn report_ui(
    ctx: &egui::Context,
    view: &ViewContext,
    asked: &ReportChoices<'_>,
    path: &mut String,
) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::TITLE, 560.0, |ui| {
        let going = matches!(asked.stage, Stage::Going(..));
        ui.add_enabled_ui(!going, |ui| choices_ui(ui, asked, path, &mut found));
        ui.add_space(8.0);
        stage_ui(ui, asked, path);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            // The writing button stays in place in every stage: a second click on it does nothing else.
            let also = match asked.stage {
                Stage::Going(..) => Some(ReportDeed::Stop),
                Stage::Written(_) if asked.opens => Some(ReportDeed::Open),
                Stage::Asked | Stage::Failed(_) | Stage::Written(_) => None,
            };
            let write = Command::Report(ReportDeed::Write);
            let deeds = [write.clone()].into_iter().chain(also.map(Command::Report));
            for command in deeds.chain([Command::CloseDialog]) {
                let is_open = command != write || !(going || path.trim().is_empty());
                if command_button(ui, view, &command, is_open).clicked() {
                    first(&mut found, command);
                }
            }
        });
    });
    found
}

fn choices_ui(ui: &mut Ui, asked: &ReportChoices<'_>, path: &mut String, found: &mut Option<Command>) {
    heading(ui, texts::AS);
    for kind in ReportKind::ALL {
        let [name, about] = texts::kind(kind);
        if ui.radio(asked.kind == kind, name).on_hover_text(about).clicked() {
            first(found, Command::Report(ReportDeed::As(kind)));
        }
    }
    ui.add_space(6.0);
    heading(ui, texts::KNOWN_TO);
    ui.horizontal_wrapped(|ui| {
        let sides = asked.sides.iter().enumerate();
        let sides = sides.map(|(place, side)| (Viewer::Side(Side(place as u8)), side.name.as_str()));
        for (viewer, name) in std::iter::once((Viewer::Referee, menus::REFEREE)).chain(sides) {
            if ui.radio(asked.viewer == viewer, name).clicked() {
                first(found, Command::Report(ReportDeed::For(viewer)));
            }
        }
    });
    ui.add_space(6.0);
    let label = ui.label(RichText::new(texts::WHERE));
    ui.add(TextEdit::singleline(path).desired_width(540.0)).labelled_by(label.id);
}

/// Always one line at least, so that nothing moves when progress appears.
fn stage_ui(ui: &mut Ui, asked: &ReportChoices<'_>, path: &str) {
    match asked.stage {
        Stage::Asked => {
            let typed = typed_path(path);
            let replaces =
                asked.kind != ReportKind::Tables && typed.as_ref().is_some_and(|path| path.is_file());
            drop(weak(
                ui,
                match typed {
                    None => texts::NAME_IT,
                    Some(_) if replaces => texts::REPLACES,
                    Some(_) => " ",
                },
            ));
        }
        Stage::Going(done, all) => {
            let part = *done as f32 / (*all).max(1) as f32;
            ui.add(ProgressBar::new(part).desired_width(540.0).text(texts::written(*done, *all)));
        }
        Stage::Written(path) => drop(ui.add(egui::Label::new(texts::lies(path)).wrap())),
        Stage::Failed(why) => drop(ui.add(egui::Label::new(why).wrap())),
    }
}
