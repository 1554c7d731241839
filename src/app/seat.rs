//! The window as a whole: one seat, at the open table or at a hex map, and what stays when the seat changes.

use egui::Ui;

use super::hex::editor::MapEditor;
use super::panes::Seated as _;
use super::shell::Shell;
use super::start::Opening;
use super::state::Saved;
use super::{App, theme};

/// Where eframe keeps what is saved between runs.
const STORE: &str = "window";

/// What is played.
#[derive(Debug)]
enum Seat {
    Table(Box<App>),
}

/// The window.
#[derive(Debug)]
pub struct Window {
    seat: Seat,
}

impl Window {
    /// In a real window, with what was saved.
    pub fn new(context: &eframe::CreationContext<'_>, opening: Opening) -> Self {
        let saved = context.storage.and_then(|storage| eframe::get_value(storage, STORE)).unwrap_or_default();
        theme::install(&context.egui_ctx);
        Self::with(opening, saved)
    }

    /// In any egui context: tests. The theme has to be installed there first.
    pub fn with(opening: Opening, saved: Saved) -> Self {
        let seat = match opening {
            Opening::Table(start) => Seat::Table(Box::new(App::with(*start, saved))),
            Opening::Map(_) => unimplemented!(),
        };
        Self { seat }
    }

    fn shell(&mut self) -> &mut Shell {
        match &mut self.seat {
            Seat::Table(app) => app.shell(),
        }
    }

    /// The map that is edited, if one is.
    pub fn editor(&mut self) -> Option<&mut MapEditor> {
        self.shell().editor.as_deref_mut()
    }

    /// Edits the map of this battle of the library; the game waits.
    pub fn edit_map(&mut self, id: &str) {
        self.shell().edit_map(Some(id.to_owned()));
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let shell = self.shell();
        if let Some(mut editor) = shell.editor.take() {
            if editor.show(ui, shell) {
                shell.editor = Some(editor);
            }
            return;
        }
        match &mut self.seat {
            Seat::Table(app) => app.show(ui),
        }
    }

    pub fn saved(&self) -> &Saved {
        match &self.seat {
            Seat::Table(app) => app.saved(),
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
