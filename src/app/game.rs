//! The game as a whole: begun, opened, saved, taken back; the games of the journal folder; and the view of its table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant, SystemTime};

use crate::desk::{Desk, Library, Notice, Setup, fresh_seed, peek};
use crate::rules::RuleSet;
use crate::rules::easy::Easy;
use crate::scenario::{Faults, Scenario};
use crate::table::Vec2;

use super::App;
use super::book::{RulesPage, Sheet, chosen_for};
use super::guide::Guide;
use super::painter::View;
use super::players::Screen;
use super::start::{RunError, Start};
use super::state::{Dialog, Habit, Wanted};
use super::views::begin::Battle;
use super::weighing::Weighing;

/// A game that was read on another thread, or why it could not be.
type Read = Result<(Box<Desk<Easy>>, Vec<Notice>), String>;

/// What a file dialog or another thread will answer, and what for.
#[derive(Debug)]
pub(super) enum Asked {
    File {
        wanted: Wanted,
        answer: Receiver<Option<PathBuf>>,
        /// When the system was asked.
        since: Instant,
    },
    /// The game in this journal is being read.
    Read(PathBuf, Receiver<Read>),
    /// The page of rules is being saved; none: saved, or given up.
    Page(Receiver<Option<String>>),
}

/// One game of the journal folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub path: PathBuf,
    /// The file's name without its ending.
    pub name: String,
    pub battle: String,
    /// When it was played last: `3 hours ago`.
    pub when: String,
    /// `turn 4 of 19, order 213`; none while it is not known yet.
    pub turn: Option<String>,
}

/// The games of the journal folder, the latest first.
#[derive(Debug, Default)]
pub struct Games {
    pub rows: Vec<GameRow>,
    found: Option<Receiver<Found>>,
    /// What was found out before, by file and its time.
    known: BTreeMap<(PathBuf, Option<SystemTime>), String>,
}

/// What the thread that reads the folder tells.
#[derive(Debug)]
enum Found {
    Rows(Vec<GameRow>),
    Turn(PathBuf, Option<SystemTime>, String),
}

/// Whether the system may have a dialog for files: elsewhere than on free desktops it always has, there it comes over
/// the session's bus or from a program of its own.
fn has_dialogs() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    let bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
    let zenity = |path| std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file());
    bus || std::env::var_os("PATH").is_some_and(zenity)
}

/// An answer within this time was not given by a hand.
const AT_ONCE: Duration = Duration::from_millis(800);

/// Round what is zoomed to so much ground is shown, in inches.
const ROUND: f32 = 7.0;

/// So many games are listed.
const LISTED: usize = 12;

impl Games {
    /// Takes what the thread has found.
    pub(super) fn hear(&mut self) {
        let Some(found) = &self.found else { return };
        for news in found.try_iter() {
            match news {
                Found::Rows(rows) => self.rows = rows,
                Found::Turn(path, time, turn) => {
                    if let Some(row) = self.rows.iter_mut().find(|row| row.path == path) {
                        row.turn = Some(turn.clone());
                    }
                    self.known.insert((path, time), turn);
                }
            }
        }
    }
}

/// How long ago, as one says it.
fn ago(time: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(time).unwrap_or(Duration::ZERO).as_secs() / 60;
    let count = |number: u64, unit: &str| match number {
        1 => format!("1 {unit} ago"),
        number => format!("{number} {unit}s ago"),
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => count(minutes, "minute"),
        60..1440 => count(minutes / 60, "hour"),
        1440..43_200 => count(minutes / 1440, "day"),
        _ => time
            .duration_since(SystemTime::UNIX_EPOCH)
            .map(|since| date(since.as_secs() / 86_400))
            .unwrap_or_default(),
    }
}

/// The date of a day counted from 1 January 1970: `18 June 1815` is before it, so days are not negative.
///
/// Years are counted from March, so that the leap day is a year's last.
fn date(day: u64) -> String {
    const MONTHS: [&str; 12] = [
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "January",
        "February",
    ];
    // Days since 1 March of the year 0, in eras of 400 years.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year_of_era + u64::from(month >= 10);
    format!("{of_month} {} {year}", MONTHS.get(month as usize).copied().unwrap_or_default())
}

/// Reads the folder of journals: first what the files' first lines say, then how far each game has gone.
fn read_games(
    library: &Library,
    known: &BTreeMap<(PathBuf, Option<SystemTime>), String>,
    tell: &Sender<Found>,
    repaint: &dyn Fn(),
) {
    let now = SystemTime::now();
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let mut paths: Vec<_> = library.list_journals().into_iter().map(|path| (time(&path), path)).collect();
    paths.sort_by(|a, b| b.cmp(a));
    let names: BTreeMap<String, String> =
        library.scenarios().into_iter().map(|(id, name, _)| (id, name)).collect();
    let mut rows = Vec::new();
    let mut unknown = Vec::new();
    for (time, path) in paths.into_iter().take(LISTED) {
        let Ok(header) = peek(&path) else { continue };
        let turn = known.get(&(path.clone(), time)).cloned();
        if turn.is_none() {
            unknown.push((path.clone(), time));
        }
        rows.push(GameRow {
            name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            battle: names.get(&header.scenario).cloned().unwrap_or(header.scenario),
            when: time.map(|time| ago(time, now)).unwrap_or_default(),
            turn,
            path,
        });
    }
    if tell.send(Found::Rows(rows)).is_err() {
        return;
    }
    repaint();
    for (path, time) in unknown {
        let turn = match Desk::<Easy>::read(&path, library) {
            Ok((desk, _)) => {
                let state = desk.state();
                format!("turn {} of {}, order {}", state.turn, state.game.scenario.turns, desk.depth())
            }
            Err(_) => "cannot be opened as it is".into(),
        };
        // The window is closed, or looks anew: the rest is not wanted.
        if tell.send(Found::Turn(path, time, turn)).is_err() {
            return;
        }
        repaint();
    }
}

impl App {
    pub(super) fn trouble(&mut self, error: impl std::fmt::Display) {
        self.dialog = Some(Dialog::Trouble(error.to_string()));
    }

    /// Takes up a step through the record; false where it could not be done.
    pub(super) fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) -> bool {
        match done {
            Ok(()) => {
                self.dialog = None;
                self.changed();
                true
            }
            Err(error) => {
                self.trouble(error);
                false
            }
        }
    }

    /// Closes the dialog; what was waited for in it is not wanted any more.
    ///
    /// True where there was one.
    pub(super) fn close_dialog(&mut self) -> bool {
        let closed = self.dialog.take();
        if matches!(closed, Some(Dialog::Busy(_))) {
            self.asked = None;
        }
        closed.is_some()
    }

    /// Puts one thing back at a time: what lies over the window, an earlier table, the dice, what is in hand.
    pub(super) fn cancel(&mut self) {
        let closed = self.finder.take().is_some()
            || self.close_dialog()
            || self.leave_line()
            || self.fiat.take().is_some()
            || self.measuring.take().is_some();
        if closed {
            return;
        }
        if self.looking.is_some() {
            self.back_to_now();
        } else if self.tray.take().is_none() {
            self.put_back();
        }
    }

    /// The list of battles, with a fresh sheet.
    pub(super) fn choose_battle(&mut self, ctx: &egui::Context) {
        self.list_battles(ctx);
        self.sheet = Sheet { battle: self.likely_battle(), ..Sheet::default() };
        self.dialog = Some(Dialog::Scenarios);
    }

    /// Reads every battle of the library, on a thread of its own; until then those that were read last are shown.
    pub(super) fn list_battles(&mut self, ctx: &egui::Context) {
        let library = self.library.clone();
        self.listing = Some(Weighing::begin(Some(ctx.clone()), move |scales| scales.tell(battles(&library))));
    }

    /// Takes the list of battles; the one that was chosen meanwhile stays chosen.
    pub(super) fn hear_battles(&mut self) {
        match self.listing.as_ref().map(Weighing::hear) {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(Err(TryRecvError::Disconnected)) => {
                self.listing = None;
                self.trouble("The list of battles cannot be read: reading it has failed");
            }
            Some(Ok(found)) => {
                let chosen = self.battles.get(self.sheet.battle).map(|battle| battle.id.clone());
                self.battles = found;
                self.listing = None;
                let place = |id: String| self.battles.iter().position(|battle| battle.id == id);
                self.sheet.battle = chosen.and_then(place).unwrap_or_else(|| self.likely_battle());
            }
        }
    }

    /// The scenario of a battle: as it was read for the list, or from its files while the list is read anew.
    pub(super) fn listed(&self, id: &str) -> Result<Scenario, Faults> {
        let fresh = self.battles.iter().find(|battle| battle.id == id && self.listing.is_none());
        match fresh.and_then(|battle| battle.scenario.clone()) {
            Some(scenario) => Ok(scenario),
            None => self.library.scenario(id).map(|(scenario, _)| scenario),
        }
    }

    /// The place of the battle that is played now, or of the first that can be played.
    fn likely_battle(&self) -> usize {
        let now = &self.desk.setup().scenario.id;
        let playable = |battle: &Battle| battle.scenario.is_some();
        let present = self.battles.iter().position(|battle| playable(battle) && battle.id == *now);
        present.or_else(|| self.battles.iter().position(playable)).unwrap_or_default()
    }

    /// Begins what the sheet says.
    pub(super) fn begin_sheet(&mut self) {
        let sheet = self.sheet.clone();
        let battle = self.battles.get(sheet.battle).filter(|battle| battle.scenario.is_some());
        let scenario = match battle.map(|battle| self.listed(&battle.id)) {
            None => return,
            Some(Ok(scenario)) => scenario,
            Some(Err(faults)) => return self.trouble(faults),
        };
        let seed = match (sheet.fault(), sheet.read_seed()) {
            (Some(fault), _) | (None, Err(fault)) => return self.trouble(fault),
            (None, Ok(seed)) => seed.unwrap_or_else(fresh_seed),
        };
        let name = sheet.journal.trim();
        let folder = self.library.journals().filter(|_| !name.is_empty());
        let journal = folder.map(|folder| folder.join(format!("{name}.journal")));
        if let Some(Err(error)) = journal.as_deref().and_then(Path::parent).map(fs::create_dir_all) {
            return self.trouble(error);
        }
        self.saved.last_options = Some(chosen_for(&scenario, &sheet.options));
        let setup = Setup::new(scenario, seed).options(sheet.options).weather(sheet.weather);
        match Start::begun(self.library.clone(), setup, journal) {
            Ok(start) => self.begin(start),
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

    /// The guided first turn: a new game of the first battle, with dice rolled by the program.
    pub(super) fn start_guide(&mut self) {
        self.new_game("first-steps", None);
        if self.dialog.is_none() {
            self.saved.dice = Habit::Rolled;
            self.guide = Some(Guide::default());
        }
    }

    pub(super) fn begin(&mut self, start: Start) {
        let saved = self.saved.clone();
        let table = std::mem::take(&mut self.table);
        let book = std::mem::take(&mut self.book);
        let games = std::mem::take(&mut self.games);
        let (ctx, theme_set, version) = (self.ctx.take(), self.theme_set, self.version);
        // Who looks at the table stays; the players' screen fits itself to the new one.
        let (viewer, screen) = (self.viewer, self.screen.take());
        *self = Self::with(start, saved);
        self.ctx = ctx;
        self.screen = screen.map(|screen| Screen::new(screen.viewer));
        self.theme_set = theme_set;
        self.version = version + 1;
        if viewer != self.viewer {
            self.viewer = viewer;
            self.changed();
        } else {
            // Now that there is somewhere to paint what is found.
            self.redeclare();
        }
        self.table = table;
        self.table.fitted = true;
        self.book = book;
        self.games = games;
    }

    /// Reads a journal on a thread of its own; the present game stays until that has worked.
    pub(super) fn open(&mut self, ctx: &egui::Context, path: PathBuf) {
        let whole = |path: &Path| std::path::absolute(path).ok();
        if self.desk.journal_path().is_some_and(|now| whole(now) == whole(&path)) {
            self.trouble("This is the game that is open.");
            return;
        }
        let (tell, answer) = channel();
        let (ctx, library, journal) = (ctx.clone(), self.library.clone(), path.clone());
        std::thread::spawn(move || {
            let read = Desk::open(&journal, &library);
            // Nobody listens when it was given up meanwhile; the journal is let go of then.
            let _ = tell.send(
                read.map(|(desk, notices)| (Box::new(desk), notices)).map_err(|error| error.to_string()),
            );
            ctx.request_repaint();
        });
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.dialog = Some(Dialog::Busy(format!("Reading {name}, with all its orders")));
        self.asked = Some(Asked::Read(path, answer));
    }

    /// Looks for the games of the journal folder, on a thread of its own.
    pub(super) fn find_games(&mut self, ctx: &egui::Context) {
        let (tell, found) = channel();
        let (ctx, library, known) = (ctx.clone(), self.library.clone(), self.games.known.clone());
        std::thread::spawn(move || read_games(&library, &known, &tell, &|| ctx.request_repaint()));
        self.games.found = Some(found);
    }

    /// Asks for a file: in the system's dialog, or, where it has none, by its path.
    pub(super) fn ask_for_file(&mut self, ctx: &egui::Context, wanted: Wanted) {
        if !has_dialogs() {
            self.ask_for_path(ctx, wanted);
            return;
        }
        let (tell, answer) = channel();
        let folder = self.folder_of(wanted);
        let ctx = ctx.clone();
        // The system's dialog waits on a thread of its own; the window goes on.
        std::thread::spawn(move || {
            let (name, endings) = wanted.filter();
            let mut dialog = rfd::FileDialog::new().add_filter(name, endings);
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            let chosen = match wanted {
                Wanted::Record => dialog.set_file_name("battle.journal").save_file(),
                Wanted::Journal | Wanted::Picture | Wanted::Ground => dialog.pick_file(),
            };
            // Nobody listens when the window is closed meanwhile.
            let _ = tell.send(chosen);
            ctx.request_repaint();
        });
        self.asked = Some(Asked::File { wanted, answer, since: Instant::now() });
    }

    /// Asks for a path in the window itself: the system has no dialog for it.
    pub(super) fn ask_for_path(&mut self, ctx: &egui::Context, wanted: Wanted) {
        let folder = self.folder_of(wanted).unwrap_or_default();
        let name = free_name(&self.library, &self.desk.setup().scenario.id);
        let name = name.filter(|_| wanted == Wanted::Record).map(|name| format!("{name}.journal"));
        self.file_name = folder.join(name.unwrap_or_default()).display().to_string();
        self.dialog = Some(Dialog::File(wanted));
        self.say(ctx, "This system shows no file dialog: type the path instead");
    }

    /// Where such files are looked for first: journals in their folder, all else in the user's own.
    fn folder_of(&self, wanted: Wanted) -> Option<PathBuf> {
        match wanted {
            Wanted::Journal | Wanted::Record => self.library.journals(),
            Wanted::Picture | Wanted::Ground => self.library.home().map(Path::to_owned),
        }
    }

    /// The path that was typed: within that folder unless it says otherwise, with its ending.
    pub(super) fn typed_path(&self, text: &str, wanted: Wanted) -> Option<PathBuf> {
        let typed = Path::new(text.trim());
        typed.file_name()?;
        let mut path = self.folder_of(wanted).map_or_else(|| typed.to_owned(), |folder| folder.join(typed));
        if wanted == Wanted::Record && path.extension().is_none() {
            path.set_extension("journal");
        }
        Some(path)
    }

    /// Asks where the page of rules goes, and writes it there, on a thread of its own.
    pub(super) fn save_rules(&mut self, ctx: &egui::Context) {
        let (tell, answer) = channel();
        let ctx = ctx.clone();
        let page = RulesPage::of(&self.desk).markdown();
        let name = format!("{}-rules.md", self.desk.setup().scenario.id);
        if !has_dialogs() {
            let path = self.library.journals().unwrap_or_default().join(name);
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            match folder.and_then(|()| fs::write(&path, page)) {
                Ok(()) => self.say(&ctx, format!("Saved to {}", path.display())),
                Err(error) => self.trouble(format!("{}: {error}", path.display())),
            }
            return;
        }
        std::thread::spawn(move || {
            let dialog = rfd::FileDialog::new().add_filter("Text", &["md", "txt"]).set_file_name(name);
            let fault = dialog.save_file().and_then(|path| {
                fs::write(&path, page).err().map(|error| format!("{}: {error}", path.display()))
            });
            // Nobody listens when the window is closed meanwhile.
            let _ = tell.send(fault);
            ctx.request_repaint();
        });
        self.asked = Some(Asked::Page(answer));
    }

    /// Takes what file dialogs and reading threads have answered.
    pub(super) fn hear_files(&mut self, ctx: &egui::Context) {
        self.games.hear();
        match self.asked.take() {
            Some(Asked::File { wanted, answer, since }) => match answer.try_recv() {
                Ok(Some(path)) => {
                    self.run_command(ctx, wanted.command(path));
                }
                // Nobody closes a dialog so quickly: there was none.
                Ok(None) if since.elapsed() < AT_ONCE => self.ask_for_path(ctx, wanted),
                Ok(None) => {}
                Err(TryRecvError::Empty) => self.asked = Some(Asked::File { wanted, answer, since }),
                Err(TryRecvError::Disconnected) => {
                    self.ask_for_path(ctx, wanted);
                    self.say(ctx, "The system's file dialog has failed: type the path instead");
                }
            },
            Some(Asked::Read(path, answer)) => match answer.try_recv() {
                Ok(Ok((desk, notices))) => {
                    let remembered = self.library.remember(&path);
                    self.begin(Start { library: self.library.clone(), desk: *desk, notices });
                    if let Err(error) = remembered {
                        self.trouble(error);
                    }
                }
                Ok(Err(fault)) => self.trouble(fault),
                Err(TryRecvError::Empty) => self.asked = Some(Asked::Read(path, answer)),
                Err(TryRecvError::Disconnected) => {
                    self.trouble(format!("{} cannot be read: reading it has failed", path.display()));
                }
            },
            Some(Asked::Page(answer)) => match answer.try_recv() {
                Ok(Some(fault)) => self.trouble(fault),
                Ok(None) => {}
                Err(TryRecvError::Empty) => self.asked = Some(Asked::Page(answer)),
                Err(TryRecvError::Disconnected) => self.trouble("The page of rules has not been saved"),
            },
            None => {}
        }
    }

    pub(super) fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.table.view {
            self.table.view = Some(view.zoomed(factor, view.rect.center()));
            self.table.fitted = false;
        }
    }

    pub(super) fn fit_selection(&mut self) {
        let state = self.desk.state();
        let of_selected = self.selected.map(|id| state.unit(id).command);
        let command = of_selected.or_else(|| state.active().map(|now| now.command));
        let stands = command.into_iter().flat_map(|id| state.roster().stands_of(id));
        let places: Vec<Vec2> = stands.filter_map(|id| state.pose(id)).map(|pose| pose.at).collect();
        match &places[..] {
            [] => self.table.fitted = true,
            places => self.zoom_to(places),
        }
    }

    /// Shows all these places as large as they go, with the ground round them.
    pub(super) fn zoom_to(&mut self, places: &[Vec2]) {
        let (Some(view), [first, ..]) = (self.table.view, places) else { return };
        let (low, high) =
            places.iter().fold((*first, *first), |(low, high), at| (low.min(*at), high.max(*at)));
        self.table.view = Some(View::around(low - ROUND, high + ROUND, view.rect));
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
                    battle.journal = free_name(library, &battle.id);
                    battle.scenario = Some(scenario);
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

/// The name that a new journal of this scenario gets unless another is given; none where nothing is kept.
fn free_name(library: &Library, scenario: &str) -> Option<String> {
    let folder = library.journals()?;
    let name = |number: u32| format!("{scenario}-{number:03}");
    (1..=u32::MAX).map(name).find(|name| !folder.join(format!("{name}.journal")).exists())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Saved;
    use crate::desk::DiceFrom;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), "1 January 1970");
        assert_eq!(date(11_016), "29 February 2000");
        assert_eq!(date(11_017), "1 March 2000");
        assert_eq!(date(19_722), "31 December 2023");
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(86_400 * 400);
        let later = |seconds| ago(then, then + Duration::from_secs(seconds));
        assert_eq!(
            [later(5), later(90), later(7200), later(86_400 * 3)],
            ["just now", "1 minute ago", "2 hours ago", "3 days ago"]
        );
        assert_eq!(later(86_400 * 31), date(400));
    }

    #[test]
    fn no_two_games_draw_their_ground_under_one_number() {
        let library = Library::embedded();
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game begins");
        let mut app = App::with(Start { library, desk, notices: Vec::new() }, Saved::default());
        let mut papers = vec![app.paper];
        for _ in 0..3 {
            // The same battle again: its ground may well lie where that of the game before last lay.
            app.new_game("first-steps", None);
            papers.push(app.paper);
        }
        papers.dedup();
        assert_eq!(papers.len(), 4, "{papers:?}");
        assert!(papers.is_sorted());
    }

    #[test]
    fn the_games_of_the_folder_are_found_with_their_turns() {
        let home = tempfile::tempdir().expect("a folder");
        let library = Library::at(home.path());
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let path =
            library.new_journal("first-steps").expect("a folder can be made").expect("there is a home");
        let mut desk = Desk::<Easy>::new(Setup::new(scenario, 7), Some(&path)).expect("a game begins");
        let order = desk.due().offers[0].order.clone();
        desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
        drop(desk);
        fs::write(home.path().join("journals/broken.journal"), "nothing of ours").expect("a file is written");
        let (tell, found) = channel();
        read_games(&library, &BTreeMap::new(), &tell, &|| {});
        let mut games = Games { found: Some(found), ..Games::default() };
        games.hear();
        assert_eq!(games.rows.len(), 1, "what is no journal is not listed");
        let row = &games.rows[0];
        assert_eq!(
            (row.name.as_str(), row.battle.as_str()),
            ("first-steps-001", "First steps: the bridge at Lesnes")
        );
        assert_eq!(row.turn.as_deref(), Some("turn 1 of 6, order 1"));
        assert_eq!(games.known.len(), 1, "it is not read again");
    }
}
