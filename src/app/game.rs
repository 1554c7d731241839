//! The game as a whole: begun, opened, saved, taken back; and the view of its table.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};

use crate::desk::{Library, Setup, fresh_seed};
use crate::rules::RuleSet;
use crate::rules::easy::Easy;

use super::App;
use super::painter::View;
use super::start::{RunError, Start};
use super::state::Dialog;
use super::views::dialogs::Battle;

/// What a file dialog will answer, and what for.
#[derive(Debug)]
pub(super) enum Asked {
    Open(Receiver<Option<PathBuf>>),
    Save(Receiver<Option<PathBuf>>),
}

impl App {
    pub(super) fn trouble(&mut self, error: impl std::fmt::Display) {
        self.dialog = Some(Dialog::Trouble(error.to_string()));
    }

    pub(super) fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) {
        match done {
            Ok(()) => {
                self.dialog = None;
                self.changed();
            }
            Err(error) => self.trouble(error),
        }
    }

    pub(super) fn new_game(&mut self, id: &str, weather: Option<String>) {
        let started = self.library.scenario(id).map_err(RunError::from).and_then(|(scenario, _)| {
            let setup = Setup::new(scenario, fresh_seed()).weather(weather);
            Start::begun(self.library.clone(), setup, None)
        });
        match started {
            Ok(start) => self.begin(start),
            Err(error) => self.trouble(error),
        }
    }

    pub(super) fn begin(&mut self, start: Start) {
        let saved = self.saved.clone();
        let table = std::mem::take(&mut self.table);
        let (theme_set, version) = (self.theme_set, self.version);
        *self = Self::with(start, saved);
        self.theme_set = theme_set;
        self.version = version + 1;
        self.table = table;
        self.table.fitted = true;
    }

    pub(super) fn ask_for_file(&mut self, ctx: &egui::Context, opening: bool) {
        let (tell, answer) = channel();
        let folder = self.library.journals();
        let ctx = ctx.clone();
        // The system's dialog waits on a thread of its own; the window goes on.
        std::thread::spawn(move || {
            let mut dialog = rfd::FileDialog::new().add_filter("Drumhead journals", &["journal"]);
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            let chosen =
                if opening { dialog.pick_file() } else { dialog.set_file_name("battle.journal").save_file() };
            // Nobody listens when the window is closed meanwhile.
            let _ = tell.send(chosen);
            ctx.request_repaint();
        });
        self.asked = Some(if opening { Asked::Open(answer) } else { Asked::Save(answer) });
    }

    pub(super) fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.table.view {
            self.table.view = Some(view.zoomed(factor, view.rect.center()));
            self.table.fitted = false;
        }
    }

    pub(super) fn fit_selection(&mut self) {
        let state = self.desk.state();
        let Some(view) = self.table.view else { return };
        let Some(at) = self.selected.and_then(|id| state.pose(id)) else {
            self.table.fitted = true;
            return;
        };
        self.table.view = Some(View::around(at.at - 7.0, at.at + 7.0, view.rect));
        self.table.fitted = false;
    }
}

/// Every scenario of the library, with what hinders those that cannot be played.
pub(super) fn battles(library: &Library) -> Vec<Battle> {
    let mut found = Vec::new();
    for (id, name, rules) in library.scenarios() {
        let mut battle = Battle { id, name, rules, ..Battle::default() };
        if battle.rules == Easy::ID {
            match library.scenario(&battle.id) {
                Ok((scenario, _)) => {
                    battle.description =
                        scenario.description.split_whitespace().collect::<Vec<_>>().join(" ");
                    battle.variants = scenario.weather_variants.keys().cloned().collect();
                }
                Err(faults) => battle.fault = Some(faults.to_string()),
            }
        } else {
            battle.fault = Some(format!("Its rules ({}) are not in the program yet", battle.rules));
        }
        found.push(battle);
    }
    found
}
