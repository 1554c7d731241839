//! The window as a whole: the game that is played, what is made in it, and what stays when another game is begun.

use std::sync::Arc;

use egui::Ui;

use crate::games::Games;

use super::begun::Begun;
use super::canvas::GraphicsCard;
use super::command::Command;
use super::hex::editor::MapEditor;
use super::setup::Maker;
use super::shell::Wish;
use super::start::Settings;
use super::state::{Dialog, Saved};
use super::theme;
use super::window::Play;

/// Where eframe keeps what is saved between runs.
const STORE: &str = "window";

/// The window.
#[derive(Debug)]
pub struct Window {
    play: Box<Play>,
    /// The table that is set up.
    maker: Option<Box<Maker>>,
    /// The map that is edited.
    editor: Option<Box<MapEditor>>,
}

impl Window {
    /// In a real window, with what was saved.
    pub(super) fn new(context: &eframe::CreationContext<'_>, mut begun: Begun, settings: &Settings) -> Self {
        let saved: Option<Saved> = context.storage.and_then(|storage| eframe::get_value(storage, STORE));
        begun.notices.extend(settings.notice(context.storage.is_some(), saved.is_some()));
        theme::install(&context.egui_ctx);
        let mut window = Self::with(begun, saved.unwrap_or_default().sound());
        window.play.shell_mut().card = GraphicsCard::of(context);
        window
    }

    /// With these rule sets; else it plays those of the program.
    #[must_use]
    pub fn playing(mut self, games: Arc<Games>) -> Self {
        self.play.shell_mut().rules = games;
        self
    }

    /// In any egui context: tests. The theme has to be installed there first.
    pub fn with(begun: Begun, saved: Saved) -> Self {
        Self { play: Box::new(Play::with(begun, saved)), maker: None, editor: None }
    }

    /// The map that is edited, if one is.
    pub fn editor(&mut self) -> Option<&mut MapEditor> {
        self.editor.as_deref_mut()
    }

    /// The table that is set up, if one is.
    pub fn maker(&self) -> Option<&Maker> {
        self.maker.as_deref()
    }

    /// Edits the map of this battle of the library; the game waits.
    pub fn edit_map(&mut self, id: &str) {
        let shell = self.play.shell_mut();
        match shell.library.hex_draft(id) {
            Ok(draft) => {
                shell.dialog = None;
                let own = shell.library.is_own(draft.id());
                self.editor = Some(Box::new(MapEditor::new(draft, own)));
            }
            Err(faults) => shell.trouble(faults),
        }
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let (shell, game) = self.play.apart();
        if let Some(editor) = &mut self.editor {
            if !editor.show(ui, shell) {
                self.editor = None;
            }
        } else if let Some(maker) = self.maker.as_mut().filter(|maker| maker.has_table()) {
            if !maker.show(ui, shell, game) {
                self.maker = None;
            }
        } else {
            let ctx = ui.ctx().clone();
            self.play.show(ui);
            self.grant(&ctx);
            let (shell, game) = self.play.apart();
            if let Some(maker) = &mut self.maker
                && !maker.ask(&ctx, shell, game)
            {
                self.maker = None;
            }
        }
        self.grant(ui.ctx());
        self.change_seat(ui.ctx());
    }

    /// Begins what is to be made in the window's place.
    fn grant(&mut self, ctx: &egui::Context) {
        let (shell, game) = self.play.apart();
        match shell.wish.take() {
            Some(Wish::Table(act)) => {
                self.maker.get_or_insert_default().set_up(ctx, shell, game, act);
            }
            Some(Wish::Map(id)) => {
                let id = id.unwrap_or_else(|| shell.scenario.clone());
                self.edit_map(&id);
            }
            None => {}
        }
    }

    /// Does what the views or the keys asked for.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        let (shell, game) = self.play.apart();
        match &mut self.maker {
            Some(maker) => {
                if !maker.tell(ctx, shell, game, command) {
                    self.maker = None;
                }
            }
            None => self.play.run_command(ctx, command),
        }
        self.grant(ctx);
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
        let (theme_set, rules, card) = (shell.theme_set, Arc::clone(&shell.rules), shell.card.take());
        *self.play = Play::with(begun, shell.saved.clone());
        (self.maker, self.editor) = (None, None);
        let shell = self.play.shell_mut();
        shell.games = games;
        shell.theme_set = theme_set;
        shell.rules = rules;
        shell.card = card;
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
