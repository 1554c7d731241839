//! The window as a whole: one seat, at the open table or of any other rules, and what stays when the seat changes.

use std::sync::Arc;

use egui::Ui;

use crate::games::Games;

use super::command::Command;
use super::hex::editor::MapEditor;
use super::shell::Shell;
use super::start::{Opening, Settings};
use super::state::{Dialog, Saved};
use super::window::Play;
use super::{App, theme};

/// Where eframe keeps what is saved between runs.
const STORE: &str = "window";

/// What is played.
#[derive(Debug)]
enum Seat {
    /// At the open table.
    Table(Box<App>),
    /// Any other rules.
    Play(Box<Play>),
}

impl Seat {
    fn of(opening: Opening, saved: Saved) -> Self {
        match opening {
            Opening::Table(start) => Self::Table(Box::new(App::with(*start, saved))),
            Opening::Play(begun) => Self::Play(Box::new(Play::with(*begun, saved))),
        }
    }

    fn shell(&mut self) -> &mut Shell {
        match self {
            Self::Table(app) => app.shell_mut(),
            Self::Play(play) => play.shell_mut(),
        }
    }
}

/// The window.
#[derive(Debug)]
pub struct Window {
    seat: Seat,
}

impl Window {
    /// In a real window, with what was saved.
    pub(super) fn new(
        context: &eframe::CreationContext<'_>,
        mut opening: Opening,
        settings: &Settings,
    ) -> Self {
        let saved: Option<Saved> = context.storage.and_then(|storage| eframe::get_value(storage, STORE));
        let notice = settings.notice(context.storage.is_some(), saved.is_some());
        opening.notices_mut().extend(notice);
        theme::install(&context.egui_ctx);
        Self::with(opening, saved.unwrap_or_default().sound())
    }

    /// With these rule sets; else it plays those of the program.
    #[must_use]
    pub fn playing(mut self, games: Arc<Games>) -> Self {
        self.seat.shell().rules = games;
        self
    }

    /// In any egui context: tests. The theme has to be installed there first.
    pub fn with(opening: Opening, saved: Saved) -> Self {
        Self { seat: Seat::of(opening, saved) }
    }

    /// The map that is edited, if one is.
    pub fn editor(&mut self) -> Option<&mut MapEditor> {
        self.seat.shell().editor.as_deref_mut()
    }

    /// Edits the map of this battle of the library; the game waits.
    pub fn edit_map(&mut self, id: &str) {
        self.seat.shell().edit_map(Some(id.to_owned()));
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let shell = self.seat.shell();
        if let Some(mut editor) = shell.editor.take() {
            if editor.show(ui, shell) {
                shell.editor = Some(editor);
            }
            return self.change_seat(ui.ctx());
        }
        match &mut self.seat {
            Seat::Table(app) => app.show(ui),
            Seat::Play(play) => play.show(ui),
        }
        self.change_seat(ui.ctx());
    }

    /// Does what the views or the keys asked for.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        match &mut self.seat {
            Seat::Table(app) => app.run_command(ctx, command),
            Seat::Play(play) => play.run_command(ctx, command),
        }
        self.change_seat(ctx);
    }

    /// The game on the open table, if that is what is played.
    pub fn table(&self) -> Option<&App> {
        match &self.seat {
            Seat::Table(app) => Some(app),
            Seat::Play(_) => None,
        }
    }

    /// The game of other rules, if one is played.
    pub fn play(&self) -> Option<&Play> {
        match &self.seat {
            Seat::Table(_) => None,
            Seat::Play(play) => Some(play),
        }
    }

    /// Where a game was begun or opened, it is played from now on.
    fn change_seat(&mut self, ctx: &egui::Context) {
        let shell = self.seat.shell();
        let Some(opening) = shell.next.take() else { return };
        let guided = shell.guided;
        let trouble = shell.dialog.take().filter(|dialog| matches!(dialog, Dialog::Trouble(_)));
        let games = std::mem::take(&mut shell.games);
        let (theme_set, rules) = (shell.theme_set, Arc::clone(&shell.rules));
        // A rulebook of another game is another book; the page is that of the open table's.
        self.seat = Seat::of(opening, shell.saved.clone());
        let shell = self.seat.shell();
        shell.games = games;
        shell.theme_set = theme_set;
        shell.rules = rules;
        shell.ctx = Some(ctx.clone());
        if shell.dialog.is_none() {
            shell.dialog = trouble;
        }
        if let (true, Seat::Table(app)) = (guided, &mut self.seat) {
            app.guide_on();
        }
        ctx.request_repaint();
    }

    pub fn saved(&self) -> &Saved {
        match &self.seat {
            Seat::Table(app) => app.saved(),
            Seat::Play(play) => play.saved(),
        }
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
