//! How a window begins: what it opens on, and what hinders it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use egui::Ui;
use thiserror::Error;

use crate::desk::{Desk, JournalError, Library, Notice, Setup, fresh_seed, peek};
use crate::rules::RuleSet;
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::rules::options::Options;
use crate::scenario::{Battle as _, Faults};

use super::seat::Window;

/// What the window opens on.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// A scenario to begin; none: the last game, else Waterloo.
    pub scenario: Option<String>,
    /// A journal to open, or to write a new game to.
    pub journal: Option<PathBuf>,
    pub seed: Option<u64>,
    pub weather: Option<String>,
    pub options: Options,
    /// The user's data; none: his own folder.
    pub library: Option<Library>,
    /// Closes the window again once its first frame has been shown.
    pub first_frame_only: bool,
}

/// Why there is no window.
#[derive(Debug, Error)]
pub enum RunError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{0}")]
    Scenario(#[from] Faults),
    #[error("the journal folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    #[error("no window can be opened: {0}")]
    Window(String),
}

/// Opens the window and stays in it until it is closed. Gives the moment at which the first frame had been shown.
pub fn run(options: RunOptions) -> Result<Option<Instant>, RunError> {
    let first_frame_only = options.first_frame_only;
    let shown = Arc::new(OnceLock::new());
    let seen = Arc::clone(&shown);
    let opening = Opening::new(options)?;
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Drumhead")
            .with_app_id("drumhead")
            .with_inner_size([1600.0, 1000.0])
            .with_min_inner_size([1100.0, 700.0]),
        ..Default::default()
    };
    let create = move |context: &eframe::CreationContext<'_>| {
        let app = Window::new(context, opening);
        let window: Box<dyn eframe::App> =
            if first_frame_only { Box::new(FirstFrame { app, shown: seen }) } else { Box::new(app) };
        Ok(window)
    };
    eframe::run_native("drumhead", native, Box::new(create))
        .map_err(|error| RunError::Window(error.to_string()))?;
    Ok(shown.get().copied())
}

/// The window, closed again when its first frame has been shown: for checks and for measuring.
struct FirstFrame {
    app: Window,
    shown: Arc<OnceLock<Instant>>,
}

impl eframe::App for FirstFrame {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        // That a second frame begins says that the first one is on the screen.
        let second = ui.ctx().cumulative_frame_nr() > 0;
        self.app.show(ui);
        if second {
            let _ = self.shown.set(Instant::now());
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        } else {
            ui.ctx().request_repaint();
        }
    }
}

/// A game ready to be shown.
#[derive(Debug)]
pub struct Start<R: RuleSet = Easy> {
    pub library: Library,
    pub desk: Desk<R>,
    pub notices: Vec<Notice>,
}

impl<R: RuleSet> Start<R> {
    pub(super) fn begun(
        library: Library,
        setup: Setup<R::Scenario>,
        journal: Option<PathBuf>,
    ) -> Result<Self, RunError> {
        let journal = match journal {
            Some(path) => Some(path),
            None => library.new_journal(setup.scenario.id())?,
        };
        let desk = Desk::new(setup, journal.as_deref())?;
        if let Some(path) = &journal {
            library.remember(path)?;
        }
        Ok(Self { library, desk, notices: Vec::new() })
    }
}

/// A game of either kind, ready to be shown.
#[derive(Debug)]
pub enum Opening {
    /// On the open table.
    Table(Box<Start>),
    /// On hexes.
    Map(Box<Start<NapoleonAtWar>>),
}

impl From<Start> for Opening {
    fn from(start: Start) -> Self {
        Self::Table(Box::new(start))
    }
}

impl From<Start<NapoleonAtWar>> for Opening {
    fn from(start: Start<NapoleonAtWar>) -> Self {
        Self::Map(Box::new(start))
    }
}

impl Opening {
    /// Opens what was asked for: a journal, a scenario, the last game, or Waterloo.
    pub fn new(options: RunOptions) -> Result<Self, RunError> {
        let library = options.library.unwrap_or_else(Library::open);
        if let Some(journal) = options.journal.as_deref().filter(|path| path.exists()) {
            return Self::opened(library, journal);
        }
        let mut notices = Vec::new();
        if options.scenario.is_none()
            && options.journal.is_none()
            && let Some(last) = library.last_game()
        {
            match Self::opened(library.clone(), &last) {
                Ok(opening) => return Ok(opening),
                Err(_) if !last.exists() => notices.push(Notice::LastGameGone { path: last }),
                // A last game that cannot be opened is left as it is; the program opens all the same, and says so.
                Err(error) => {
                    let why = error.to_string().trim_end_matches('.').to_owned();
                    notices.push(Notice::LastGame { path: last, why });
                }
            }
        }
        let id = options.scenario.as_deref().unwrap_or("waterloo");
        let seed = options.seed.unwrap_or_else(fresh_seed);
        let mut begun = Self::scenario(library, id, seed, options.options, options.weather, options.journal)?;
        match &mut begun {
            Self::Table(start) => start.notices = notices,
            Self::Map(start) => start.notices = notices,
        }
        Ok(begun)
    }

    /// Opens a journal by whatever rules, and remembers it.
    pub(super) fn opened(library: Library, journal: &Path) -> Result<Self, RunError> {
        let opening = Self::read(library.clone(), journal)?;
        library.remember(journal)?;
        Ok(opening)
    }

    /// Opens a journal by whatever rules.
    pub(super) fn read(library: Library, journal: &Path) -> Result<Self, JournalError> {
        if peek(journal)?.rules == NapoleonAtWar::ID {
            let (desk, notices) = Desk::open(journal, &library)?;
            return Ok(Start::<NapoleonAtWar> { library, desk, notices }.into());
        }
        let (desk, notices) = Desk::open(journal, &library)?;
        Ok(Start::<Easy> { library, desk, notices }.into())
    }

    /// Begins a scenario of the library by its own rules.
    pub(super) fn scenario(
        library: Library,
        id: &str,
        seed: u64,
        options: Options,
        weather: Option<String>,
        journal: Option<PathBuf>,
    ) -> Result<Self, RunError> {
        let on_map =
            library.scenarios().iter().any(|(known, _, rules)| known == id && rules == NapoleonAtWar::ID);
        if on_map {
            let (scenario, _) = library.battle(id)?;
            let setup = Setup::new(scenario, seed).options(options).weather(weather);
            return Start::<NapoleonAtWar>::begun(library, setup, journal).map(Self::from);
        }
        let (scenario, _) = library.battle(id)?;
        let setup = Setup::new(scenario, seed).options(options).weather(weather);
        Start::<Easy>::begun(library, setup, journal).map(Self::from)
    }
}
