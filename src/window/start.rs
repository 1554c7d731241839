//! The start of a window: what it opens, and the obstacles.
//!
//! A window opens whenever the system allows one. A dialog explains what was requested and is not available: instead, the
//! program's own battle is opened if the user's has faults, another game if one cannot be opened, and the game is played
//! without a record if none can be written.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use egui::Ui;
use thiserror::Error;

use super::texts::{about, files};
use desk::{
    BeginError, Beginning, JournalError, JournalPlace, Library, Notice, fresh_seed, named_game, noted, peek,
};
use game::options::Options;
use games::Games;

use super::begun::{Next, OpenedGame};
use super::icon;
use super::window::Window;

/// What the window opens.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// A scenario to start; `None` means the last game, else Waterloo.
    pub scenario: Option<String>,
    /// A journal to open.
    pub journal: Option<PathBuf>,
    pub seed: Option<u64>,
    pub weather: Option<String>,
    pub options: Options,
    /// The user's data; `None` means the default folder.
    pub library: Option<Library>,
    /// The available rule sets.
    pub games: Arc<Games>,
}

/// Why there is no game, or no window.
#[derive(Debug, Error)]
pub enum RunError {
    #[error(transparent)]
    Begin(#[from] BeginError),
    #[error("{}", files::no_window(.0))]
    Window(String),
}

/// Least size of the window in points: a screen of 1920 by 1080 pixels has room for it where letters are 175 % as large as usual.
const LEAST: [f32; 2] = [1000.0, 540.0];

/// The name for the system to identify this window; the desktop file has it too.
const APP: &str = "drumhead";

/// Opens the window and runs it until it is closed. Returns the moment at which the first frame had been shown.
///
/// `first_frame_only` closes it again once its first frame has been shown. `welcomes`: nothing was requested, and there is no
/// last game; if nothing else is saved either, the window asks what to begin with.
pub fn run(
    Next { begun, then }: Next,
    games: Arc<Games>,
    first_frame_only: bool,
    welcomes: bool,
) -> Result<Option<Instant>, RunError> {
    let shown = Arc::new(OnceLock::new());
    let seen = Arc::clone(&shown);
    let settings = Settings { welcomes: welcomes && !first_frame_only, ..Settings::found() };
    let viewport = egui::ViewportBuilder::default()
        .with_title(about::NAME)
        .with_app_id(APP)
        .with_inner_size([1600.0, 1000.0])
        .with_min_inner_size(LEAST);
    let native = eframe::NativeOptions {
        viewport: match icon::of_window() {
            Some(icon) => viewport.with_icon(icon),
            None => viewport,
        },
        persistence_path: settings.elsewhere.clone(),
        event_loop_builder: other_display(),
        ..Default::default()
    };
    let create = move |context: &eframe::CreationContext<'_>| {
        let mut app = Window::new(context, begun, &settings).playing(games);
        app.go_on(&context.egui_ctx, then);
        let window: Box<dyn eframe::App> =
            if first_frame_only { Box::new(FirstFrame { app, shown: seen }) } else { Box::new(app) };
        Ok(window)
    };
    eframe::run_native(APP, native, Box::new(create)).map_err(|error| RunError::Window(error.to_string()))?;
    Ok(shown.get().copied())
}

/// X11 if the session names a Wayland display that does not answer; `None` leaves it to the system.
#[cfg(target_os = "linux")]
fn other_display() -> Option<eframe::EventLoopBuilderHook> {
    use winit::platform::x11::EventLoopBuilderExtX11 as _;
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let other = set("DISPLAY") && wayland() == Some(false);
    other.then(|| -> eframe::EventLoopBuilderHook {
        Box::new(|builder| {
            builder.with_x11();
        })
    })
}

#[cfg(not(target_os = "linux"))]
fn other_display() -> Option<eframe::EventLoopBuilderHook> {
    None
}

/// Does the session's Wayland display answer? `None` if it names none.
#[cfg(unix)]
fn wayland() -> Option<bool> {
    use std::os::unix::net::UnixStream;
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match (named("WAYLAND_DISPLAY"), named("WAYLAND_SOCKET")) {
        (None, None) => None,
        // An inherited socket exists.
        (_, Some(_)) => Some(true),
        // An absolute path, or a name in the folder of the session.
        (Some(name), None) => {
            let folder = named("XDG_RUNTIME_DIR").map(PathBuf::from).unwrap_or_default();
            Some(UnixStream::connect(folder.join(name)).is_ok())
        }
    }
}

/// Is there a display to open a window on?
pub fn has_display() -> bool {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        let x = std::env::var_os("DISPLAY").is_some_and(|value| !value.is_empty());
        x || wayland() == Some(true)
    }
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    true
}

/// Where the window saves its settings, and the obstacles.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The file itself; `None` if the system has no folder for it.
    file: Option<PathBuf>,
    /// Another file, since something with its name is not a file: reading that might never end.
    elsewhere: Option<PathBuf>,
    /// Did the file have contents before the window opened?
    written: bool,
    /// Someone starting it for the first time is asked what to begin with.
    pub welcomes: bool,
}

impl Settings {
    fn found() -> Self {
        let Some(folder) = eframe::storage_dir(APP) else { return Self::default() };
        let file = folder.join("app.ron");
        let found = std::fs::metadata(&file);
        let odd = found.as_ref().is_ok_and(|found| !found.is_file());
        let elsewhere = odd.then(|| folder.join("window.ron"));
        Self {
            file: Some(file),
            elsewhere,
            written: found.is_ok_and(|found| found.is_file() && found.len() > 0),
            welcomes: false,
        }
    }

    /// The notice about the settings. `kept`: the system has a place for them; `read`: they have been read.
    pub fn notice(&self, kept: bool, read: bool) -> Option<Notice> {
        let path = self.file.clone()?;
        if self.elsewhere.is_some() {
            return Some(Notice::Settings { path, why: files::NO_FILE.into() });
        }
        if !kept {
            return Some(Notice::Settings { path, why: files::NO_FOLDER.into() });
        }
        if read || !self.written {
            return None;
        }
        let copy = path.with_extension("ron.unread");
        let why = match std::fs::copy(&path, &copy) {
            Ok(_) => files::foreign(&copy.display().to_string()),
            Err(error) => error.to_string(),
        };
        Some(Notice::Settings { path, why })
    }
}

/// The window that closes once its first frame has been shown: for checks and measurements.
struct FirstFrame {
    app: Window,
    shown: Arc<OnceLock<Instant>>,
}

impl eframe::App for FirstFrame {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        // When a second frame begins, the first one is on the screen.
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

impl OpenedGame {
    /// Opens what was requested: a journal, a scenario, the last game, or Waterloo. If something else is opened instead, its
    /// notices say so.
    pub fn new(options: RunOptions) -> Result<Self, RunError> {
        let library = options.library.clone().unwrap_or_else(|| Library::open(&*options.games));
        let mut found: Vec<Notice> = library.unreadable();
        let games = &options.games;
        let asked = match (&options.journal, &options.scenario) {
            (Some(journal), _) => Self::asked_journal(games, &library, journal, &mut found),
            (None, Some(id)) => Self::asked_scenario(&library, id, &options, &mut found),
            (None, None) => None,
        };
        // A mistyped name starts nothing new while there is a last game.
        let mut open = match asked.or_else(|| Self::last_game(games, &library, &mut found)) {
            Some(opening) => opening,
            None => Self::any(library, &options, &mut found)?,
        };
        let notices = &mut open.notices;
        found.append(notices);
        *notices = found;
        Ok(open)
    }

    fn asked_journal(
        games: &Games,
        library: &Library,
        journal: &Path,
        found: &mut Vec<Notice>,
    ) -> Option<Self> {
        let why = match named_game(library.journals().as_deref(), journal) {
            Some(journal) => match Self::opened(games, library.clone(), &journal) {
                Ok(opening) => return Some(opening),
                Err(error) => error.to_string(),
            },
            None if journal.exists() => files::NO_FILE.to_owned(),
            None => files::NOT_THERE.to_owned(),
        };
        found.push(Notice::Instead { asked: journal.display().to_string(), why: unstopped(&why) });
        None
    }

    /// Starts the requested scenario. If the user's files have faults, the program's own battle of that name; if a weather or
    /// an option is impossible, the battle without it.
    fn asked_scenario(
        library: &Library,
        id: &str,
        options: &RunOptions,
        found: &mut Vec<Notice>,
    ) -> Option<Self> {
        let seed = Some(options.seed.unwrap_or_else(fresh_seed));
        let plain =
            Beginning { scenario: id.to_owned(), seed, journal: JournalPlace::Own, ..Beginning::default() };
        let chosen =
            Beginning { options: options.options.clone(), weather: options.weather.clone(), ..plain.clone() };
        let begin = |battles: &Library, beginning: Beginning| {
            Self::scenario(&options.games, library.clone(), battles, beginning)
        };
        let fault = match begin(library, chosen.clone()) {
            Ok(opening) => return Some(opening),
            Err(fault) => fault,
        };
        // A name that is no battle may be a game's.
        if let BeginError::Battle(_) = fault
            && let Some(game) = named_game(library.journals().as_deref(), Path::new(id))
        {
            return Self::asked_journal(&options.games, library, &game, found);
        }
        let asked = id.to_owned();
        let why = unstopped(&fault.to_string());
        let instead = match fault {
            BeginError::Battle(_) => begin(&Library::embedded(&*options.games), chosen).ok(),
            BeginError::Journal(_) | BeginError::Rules { .. } => None,
        };
        if instead.is_some() {
            found.push(Notice::Embedded { id: asked, why });
            return instead;
        }
        if let BeginError::Journal(_) = fault
            && let Ok(plain) = begin(library, plain)
        {
            found.push(Notice::Plain { id: asked, why });
            return Some(plain);
        }
        found.push(Notice::Instead { asked, why });
        None
    }

    fn last_game(games: &Games, library: &Library, found: &mut Vec<Notice>) -> Option<Self> {
        let last = library.last_game()?;
        match Self::opened(games, library.clone(), &last) {
            Ok(opening) => return Some(opening),
            Err(_) if !last.exists() => found.push(Notice::LastGameGone { path: last }),
            // A last game that cannot be opened is left alone; the program opens all the same, with a notice.
            Err(error) => found.push(Notice::LastGame { path: last, why: unstopped(&error.to_string()) }),
        }
        None
    }

    /// Opens what is always available: the user's Waterloo, else the program's.
    fn any(library: Library, options: &RunOptions, found: &mut Vec<Notice>) -> Result<Self, RunError> {
        const ID: &str = "waterloo";
        let seed = Some(options.seed.unwrap_or_else(fresh_seed));
        let beginning =
            Beginning { scenario: ID.to_owned(), seed, journal: JournalPlace::Own, ..Beginning::default() };
        let begin =
            |battles: &Library| Self::scenario(&options.games, library.clone(), battles, beginning.clone());
        begin(&library).or_else(|fault| {
            let open = begin(&Library::embedded(&*options.games))?;
            found.push(Notice::Embedded { id: ID.to_owned(), why: unstopped(&fault.to_string()) });
            Ok(open)
        })
    }

    /// Opens a journal of any rules, and remembers it.
    fn opened(games: &Games, library: Library, journal: &Path) -> Result<Self, JournalError> {
        let mut opening = Self::read(games, library.clone(), journal)?;
        opening.notices.extend(noted(&library, journal));
        Ok(opening)
    }

    /// Opens a journal of any rules. If it is read-only, it is shown, and played on without a record.
    pub(super) fn read(games: &Games, library: Library, journal: &Path) -> Result<Self, JournalError> {
        let rules = games.of(&peek(journal)?.rules).unwrap_or_else(|| games.first());
        let (game, notices) = match rules.open(journal, &library) {
            Ok(open) => open,
            Err(error) => {
                let unkept = error.unkept()?;
                let (game, mut notices) = rules.read(journal, &library)?;
                notices.push(unkept);
                (game, notices)
            }
        };
        Ok(OpenedGame { library, game, notices })
    }

    /// Starts a scenario by its own rules, with the files of `battles` and its journal in `library`.
    pub(super) fn scenario(
        games: &Games,
        library: Library,
        battles: &Library,
        beginning: Beginning,
    ) -> Result<Self, BeginError> {
        let known = battles.scenarios();
        let rules = known.iter().find(|(id, ..)| *id == beginning.scenario).map(|(.., rules)| rules.as_str());
        // A battle that is missing or unreadable is reported by the first rule set.
        let rules = match rules.filter(|rules| !rules.is_empty()).map(|rules| (rules, games.of(rules))) {
            None => games.first(),
            Some((_, Some(rules))) => rules,
            Some((rules, None)) => {
                return Err(BeginError::Rules { battle: beginning.scenario, rules: rules.to_owned() });
            }
        };
        let (game, mut notices) = rules.begin(&library, battles, beginning)?;
        notices.extend(game.journal_path().and_then(|path| noted(&library, path)));
        Ok(OpenedGame { library, game, notices })
    }
}

/// A fault as part of a longer sentence.
fn unstopped(words: &str) -> String {
    words.trim_end().trim_end_matches('.').to_owned()
}
