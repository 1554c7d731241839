//! The window as a whole: the game that is played, what is made in it, and what stays when another game is begun.

use std::sync::Arc;

use egui::Ui;

use crate::games::Games;

use super::command::Command;
use super::hex::editor::MapEditor;
use super::setup::Maker;
use super::start::Settings;
use super::state::{Dialog, Saved};
use super::theme;
use super::window::{Begun, Play};

/// Where eframe keeps what is saved between runs.
const STORE: &str = "window";

/// The window.
#[derive(Debug)]
pub struct Window {
    play: Box<Play>,
}

impl Window {
    /// In a real window, with what was saved.
    pub(super) fn new(context: &eframe::CreationContext<'_>, mut begun: Begun, settings: &Settings) -> Self {
        let saved: Option<Saved> = context.storage.and_then(|storage| eframe::get_value(storage, STORE));
        begun.notices.extend(settings.notice(context.storage.is_some(), saved.is_some()));
        theme::install(&context.egui_ctx);
        Self::with(begun, saved.unwrap_or_default().sound())
    }

    /// With these rule sets; else it plays those of the program.
    #[must_use]
    pub fn playing(mut self, games: Arc<Games>) -> Self {
        self.play.shell_mut().rules = games;
        self
    }

    /// In any egui context: tests. The theme has to be installed there first.
    pub fn with(begun: Begun, saved: Saved) -> Self {
        Self { play: Box::new(Play::with(begun, saved)) }
    }

    /// The map that is edited, if one is.
    pub fn editor(&mut self) -> Option<&mut MapEditor> {
        self.play.shell_mut().editor.as_deref_mut()
    }

    /// The table that is set up, if one is.
    pub fn maker(&self) -> Option<&Maker> {
        self.play.shell().maker.as_deref()
    }

    /// Edits the map of this battle of the library; the game waits.
    pub fn edit_map(&mut self, id: &str) {
        self.play.shell_mut().edit_map(Some(id.to_owned()));
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let (shell, game) = self.play.apart();
        if let Some(mut editor) = shell.editor.take() {
            if editor.show(ui, shell) {
                shell.editor = Some(editor);
            }
        } else if let Some(mut maker) = shell.maker.take_if(|maker| maker.has_table()) {
            if maker.show(ui, shell, game) {
                shell.maker = Some(maker);
            }
        } else {
            let ctx = ui.ctx().clone();
            let asked = shell.maker.take();
            self.play.show(ui);
            let (shell, game) = self.play.apart();
            if let Some(mut maker) = asked.or_else(|| shell.maker.take())
                && maker.ask(&ctx, shell, game)
            {
                shell.maker = Some(maker);
            }
        }
        self.change_seat(ui.ctx());
    }

    /// Does what the views or the keys asked for.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        let (shell, game) = self.play.apart();
        match shell.maker.take() {
            Some(mut maker) => {
                if maker.tell(ctx, shell, game, command) {
                    shell.maker = Some(maker);
                }
            }
            None => self.play.run_command(ctx, command),
        }
        self.change_seat(ctx);
    }

    /// The game that is played.
    pub fn play(&self) -> &Play {
        &self.play
    }

    pub fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    /// Where a game was begun or opened, it is played from now on.
    fn change_seat(&mut self, ctx: &egui::Context) {
        let shell = self.play.shell_mut();
        let Some(begun) = shell.next.take() else { return };
        let guided = shell.guided;
        let trouble = shell.dialog.take().filter(|dialog| matches!(dialog, Dialog::Trouble(_)));
        let games = std::mem::take(&mut shell.games);
        let (theme_set, rules) = (shell.theme_set, Arc::clone(&shell.rules));
        *self.play = Play::with(begun, shell.saved.clone());
        let shell = self.play.shell_mut();
        shell.games = games;
        shell.theme_set = theme_set;
        shell.rules = rules;
        shell.ctx = Some(ctx.clone());
        if shell.dialog.is_none() {
            shell.dialog = trouble;
        }
        if guided {
            self.play.guide_on();
        }
        ctx.request_repaint();
    }

    pub fn saved(&self) -> &Saved {
        self.play.saved()
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, STORE, self.saved());
    }
}
