//! The parts common to all windows, whatever is played: saved state, the library, lists of games and battles, files and
//! dialogs, confirmations. A game that was begun or opened waits in `next` until the window plays it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::texts::{begin, dice, files, setup_notes};
use data::Faults;
use desk::{
    Beginning, Described, GAME_ENDING, Game, Header, JournalError, JournalPlace, Library, MOST_IMPORT,
    Notice, Preset, free_game_name, fresh_seed, game_file, named_in_dialog, peek, read_file, write_into,
    write_whole,
};
use drawing::Sight;
use game::Viewer;
use games::Games as RuleSets;

use super::about::AboutState;
use super::background::Background;
use super::begun::{Next, OpenedGame, Then};
use super::book::{RulesPage, RulesSheet, chosen_for, full_sentence};
use super::canvas::GraphicsCard;
use super::command::Command;
use super::handbook::HandbookState;
use super::layout::Waits;
use super::layout::{self, Pane};
use super::line::palette::ranked;
use super::order_line::Finder;
use super::play::fight_bar;
use super::players::Screen;
use super::recent::{Games, read_games};
use super::setup::Act as SetUpAct;
use super::setup::roster::Roster;
use super::state::{Dialog, FilePurpose, Habit, INCHES, Saved, TEXT_SCALES};
use super::theme;
use super::toast::Toast;
use super::views::about::about_ui;
use super::views::begin::{Battle, Presets, begin_ui};
use super::views::book::BookState;
use super::views::handbook::handbook_ui;
use super::views::line::line_sheet;
use super::views::start::start_ui;
use super::views::{ViewContext, dialogs, players};
use game::sentence;

/// An editor to open in the window while the game waits.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PendingScreen {
    /// A table is set up.
    Table(SetUpAct),
    /// The map of this battle is edited; `None` means of the battle that is played.
    Map(Option<String>),
}

/// The window's state apart from the game.
#[derive(Debug)]
pub(super) struct Common {
    /// The context of the last frame, for threads that request a repaint. `None` before the first.
    pub ctx: Option<egui::Context>,
    /// The card of a real window; `None` in tests.
    pub card: Option<GraphicsCard>,
    pub saved: Saved,
    pub library: Library,
    /// The available rule sets.
    pub rules: Arc<RuleSets>,
    /// The scenario of the game.
    pub scenario: String,
    pub dialog: Option<Dialog>,
    /// The path of a file as typed.
    pub file_name: String,
    pub sheet: RulesSheet,
    pub games: Games,
    pub battles: Vec<Battle>,
    /// The referee's own presets, and the faults of unreadable ones.
    pub presets: Presets,
    /// The id of the battle chosen in the list; `None` means the present one.
    preferred: Option<String>,
    handbook: HandbookState,
    /// The state of the dialog about the program.
    about: AboutState,
    /// The list of battles while it is being read.
    pub listing: Option<Background<(Vec<Battle>, Presets)>>,
    pub asked: Option<Asked>,
    /// A table of units while it is being read.
    pub table: Option<Background<Result<Vec<spreadsheet::Sheet>, String>>>,
    pub toast: Option<Toast>,
    /// Has the user been told how to leave the table alone?
    pub alone_told: bool,
    pub finder: Option<Finder>,
    pub book: BookState,
    pub theme_set: Option<(bool, Sight, f32)>,
    /// Where the table or map was last shown.
    pub table_at: Option<egui::Rect>,
    /// Height of the order of battle as last shown, in points.
    pub battle: Option<f32>,
    /// What the game waited for in the last frame.
    pub waited: Waits,
    /// A game that was begun or opened, to be played from the next frame on.
    pub next: Option<Next>,
    /// Begin the game of the sheet as soon as the list of battles has been read.
    pub begins: bool,
    /// The editor to open in the window while the game waits.
    pub pending_screen: Option<PendingScreen>,
    /// The second window.
    pub screen: Option<Screen>,
}

impl Common {
    pub fn new(library: Library, saved: Saved, scenario: &str) -> Self {
        keep_room();
        let saved_screen = saved.screen;
        Self {
            ctx: None,
            card: None,
            saved,
            library,
            rules: Arc::default(),
            scenario: scenario.to_owned(),
            dialog: None,
            file_name: String::new(),
            sheet: RulesSheet::default(),
            games: Games::default(),
            battles: Vec::new(),
            presets: Presets::default(),
            preferred: None,
            handbook: HandbookState::default(),
            about: AboutState::default(),
            listing: None,
            asked: None,
            table: None,
            toast: None,
            alone_told: false,
            finder: None,
            book: BookState::default(),
            theme_set: None,
            table_at: None,
            battle: None,
            waited: Waits::default(),
            next: None,
            begins: false,
            pending_screen: None,
            screen: saved_screen.map(Screen::new),
        }
    }

    /// Opens the second window for this viewer, or closes it.
    fn show_screen(&mut self, viewer: Option<Viewer>) {
        self.screen = viewer.map(Screen::new);
        self.saved.screen = viewer;
    }

    /// Applies light or dark, colour vision, and text size.
    pub fn dress(&mut self, ctx: &egui::Context) {
        let wanted = (self.saved.dark, self.saved.sight, self.saved.text_scale);
        if self.theme_set != Some(wanted) {
            theme::see(ctx, self.saved.sight);
            ctx.set_theme(if self.saved.dark { egui::Theme::Dark } else { egui::Theme::Light });
            // The toolkit's own zoom keys would bypass the setting in *View*.
            ctx.options_mut(|options| options.zoom_with_keyboard = false);
            theme::scale_text(ctx, self.saved.text_scale);
            self.theme_set = Some(wanted);
        }
    }

    /// The command chosen in the palette, which closes.
    pub fn found(&mut self) -> Option<Command> {
        let finder = self.finder.take()?;
        ranked(&finder.query, &finder.items).get(finder.chosen).map(|item| item.command.clone())
    }

    /// Shows a short confirmation.
    pub fn say(&mut self, ctx: &egui::Context, words: impl Into<String>) {
        self.toast = Some(Toast::new(ctx, words));
    }

    /// Shows the open dialog, except those that only a game can fill.
    pub fn dialog_ui(&mut self, ctx: &egui::Context, view: &ViewContext) -> Option<Command> {
        match &self.dialog {
            None
            | Some(
                Dialog::Rules
                | Dialog::Print
                | Dialog::Result
                | Dialog::Report
                | Dialog::Keys
                | Dialog::Position
                | Dialog::Rejudge
                | Dialog::SetUp,
            ) => None,
            Some(Dialog::Start) => start_ui(ctx),
            Some(Dialog::Scenarios) => {
                begin_ui(ctx, view, &self.battles, &self.presets, &self.saved, &mut self.sheet)
            }
            Some(Dialog::File(purpose)) => {
                let purpose = *purpose;
                let mut text = std::mem::take(&mut self.file_name);
                let found =
                    dialogs::file_ui(ctx, view, purpose, &mut text, |text| self.typed_path(text, purpose));
                self.file_name = text;
                found
            }
            Some(Dialog::Busy(words)) => dialogs::busy_ui(ctx, words),
            Some(Dialog::Trouble(words)) => dialogs::trouble_ui(ctx, view, words),
            Some(Dialog::Notice(words)) => dialogs::notice_ui(ctx, view, words),
            Some(Dialog::Dropped(words)) => dialogs::dropped_ui(ctx, view, words),
            Some(Dialog::Imported(words)) => dialogs::imported_ui(ctx, view, words),
            Some(Dialog::Handbook) => handbook_ui(ctx, &mut self.handbook),
            Some(Dialog::About) => about_ui(ctx, view, &self.rules, &mut self.about),
            Some(Dialog::Unkept(words)) => dialogs::unkept_ui(ctx, view, words),
            Some(Dialog::Inch) => players::inch_ui(ctx, view, &self.saved),
        }
    }

    /// Shows the last confirmation for a while.
    pub fn toast_ui(&mut self, ctx: &egui::Context) {
        let mut table = self.table_at.unwrap_or_else(|| ctx.content_rect());
        // It gives way to the preview of the order line at the foot of the table, and to what the program is doing.
        for below in line_sheet(ctx).into_iter().chain(fight_bar(ctx)) {
            table.max.y = table.max.y.min(below.top());
        }
        self.toast = self.toast.take().filter(|toast| toast.show(ctx, table));
    }

    /// Runs a command that works alike for all windows; returns any other command.
    pub fn run(&mut self, ctx: &egui::Context, command: Command) -> Option<Command> {
        match command {
            Command::ChooseScenario => self.choose_battle(ctx),
            Command::ShowStart => self.dialog = Some(Dialog::Start),
            Command::FightOut => {
                self.choose_battle(ctx);
                self.sheet.fights = true;
            }
            Command::BeginSheet => self.begin_sheet(),
            Command::SavePreset => self.save_preset(),
            Command::DropPreset(preset) => {
                if let Err(fault) = self.library.drop_preset(&preset) {
                    self.sheet.preset_fault = Some(full_sentence(&fault.to_string()));
                }
                self.presets = Presets::of(&self.library);
            }
            Command::EditMap(id) => self.pending_screen = Some(PendingScreen::Map(id)),
            Command::NewGame { scenario, weather } => self.new_game(&scenario, weather),
            Command::OpenGame => self.ask_for_file(ctx, FilePurpose::Journal),
            Command::SaveAs => self.ask_for_file(ctx, FilePurpose::Record),
            Command::AskForPath(purpose) => self.ask_for_path(purpose),
            Command::ChooseFolder => self.ask_for_file(ctx, FilePurpose::Folder),
            Command::FindGames => self.find_games(ctx),
            Command::ShowRules => self.dialog = Some(Dialog::Rules),
            Command::ToggleNames => self.saved.names = !self.saved.names,
            Command::ToggleGrid => self.saved.grid = !self.saved.grid,
            Command::ToggleZones => self.saved.shown.zones ^= true,
            Command::ToggleCommandRange => self.saved.shown.command ^= true,
            Command::ToggleLanes => self.saved.shown.lanes ^= true,
            Command::ToggleReach => self.saved.shown.reach ^= true,
            Command::ToggleThreats => self.saved.shown.threat ^= true,
            Command::ToggleRulers => self.saved.shown.rulers ^= true,
            Command::ToggleTheme => self.saved.dark = !self.saved.dark,
            Command::ColoursFor(sight) => self.saved.sight = sight,
            Command::TogglePane(pane) => {
                let layout = self.saved.panels(ctx);
                // A panel behind other tabs comes to the front first.
                let open = !layout::is_in_front(layout, pane);
                layout::set_open(layout, pane, open);
                if open && pane == Pane::Rulebook {
                    self.book.wants_focus = true;
                }
            }
            Command::ResetLayout => {
                (self.saved.layout, self.saved.other_layout) = (None, None);
                (self.saved.alone, self.saved.log) = (false, false);
            }
            Command::TableAlone => self.saved.alone ^= true,
            Command::ToggleLog => self.saved.log ^= true,
            Command::Unfold => {
                self.saved.unfolded ^= true;
                layout::set_open(self.saved.panels(ctx), Pane::OrderOfBattle, true);
            }
            Command::LargerText => {
                self.saved.text_scale = (self.saved.text_scale + 0.1).min(TEXT_SCALES.end);
            }
            Command::SmallerText => {
                self.saved.text_scale = (self.saved.text_scale - 0.1).max(TEXT_SCALES.start);
            }
            Command::UsualText => self.saved.text_scale = 1.0,
            Command::ShowResult => self.dialog = Some(Dialog::Result),
            Command::ShowKeys => self.dialog = Some(Dialog::Keys),
            Command::ShowHandbook => self.dialog = Some(Dialog::Handbook),
            Command::ShowAbout => self.dialog = Some(Dialog::About),
            Command::CloseDialog => drop(self.close_dialog()),
            Command::ShowClause(id) => {
                if self.book.show(&id) {
                    layout::set_open(self.saved.panels(ctx), Pane::Rulebook, true);
                }
            }
            Command::PlayersScreen(side) => {
                let viewer = Some(Viewer::Side(side)).filter(|viewer| self.saved.screen != Some(*viewer));
                self.show_screen(viewer);
            }
            Command::ClosePlayersScreen => self.show_screen(None),
            Command::LookAtAll => {
                if let Some(screen) = &mut self.screen {
                    screen.look_at_all();
                }
            }
            Command::TrueSize => {
                self.saved.true_size ^= true;
                if let Some(screen) = self.screen.as_mut().filter(|_| !self.saved.true_size) {
                    screen.look_at_all();
                }
            }
            Command::AskForInch => {
                self.saved.true_size = true;
                self.dialog = Some(Dialog::Inch);
            }
            Command::Board(place) => self.saved.board = place,
            Command::SetInch(pixels) => self.saved.inch = pixels.clamp(INCHES.start, INCHES.end),
            Command::ToggleDice => {
                self.saved.dice = match self.saved.dice {
                    Habit::Rolled => Habit::Typed,
                    Habit::Typed => Habit::Rolled,
                };
                let words = match self.saved.dice {
                    Habit::Rolled => dice::ROLLED,
                    Habit::Typed => dice::TYPED,
                };
                self.say(ctx, words);
            }
            other => return Some(other),
        }
        None
    }
}

/// Makes the allocator keep the memory freed by a frame for the next one.
///
/// A frame fills megabytes with triangles and frees them. glibc begins with thresholds that give such room back to the
/// system each time; the next frame then takes it anew, page by page, which is more work than the drawing. Freeing one large
/// block that was never touched makes it raise them (mallopt(3), M_MMAP_THRESHOLD). Elsewhere this does nothing.
fn keep_room() {
    /// Just below the largest block that counts, 32 MiB.
    const PIECE: usize = 31 << 20;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(PIECE))));
}

/// The result of reading a game on another thread.
type Read = Result<OpenedGame, String>;

/// A pending answer from a file dialog or another thread, and its purpose.
#[derive(Debug)]
pub(super) enum Asked {
    File {
        purpose: FilePurpose,
        answer: Receiver<Option<PathBuf>>,
        /// When the dialog was opened.
        since: Instant,
    },
    /// The game in this journal is being read.
    Read(PathBuf, Receiver<Read>, Then),
    /// The page of rules is being saved; `None` means saved, or given up.
    Page(Receiver<Option<String>>),
}

/// Does the system offer a file dialog? Only free desktops may lack one: there it comes over the session's bus or from a
/// separate program.
fn has_dialogs() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    let bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
    let zenity = |path| std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file());
    bus || std::env::var_os("PATH").is_some_and(zenity)
}

/// An answer within this time did not come from a person.
const AT_ONCE: Duration = Duration::from_millis(800);

impl Common {
    /// Shows the notices from opening the game; if the game is not saved, with a remedy.
    pub fn notify(&mut self, notices: &[Notice]) {
        if notices.is_empty() {
            return;
        }
        let words: Vec<String> = notices.iter().map(|notice| sentence(&notice.to_string())).collect();
        let words = words.join("\n\n");
        let unkept = notices.iter().any(|notice| matches!(notice, Notice::Unkept { .. }));
        self.dialog = Some(if unkept { Dialog::Unkept(words) } else { Dialog::Notice(words) });
    }

    /// Saves the game into this folder and goes on there; later games are kept there too.
    pub fn use_folder(&mut self, ctx: &egui::Context, game: &mut dyn Game, folder: PathBuf) {
        let library = Library::at(&folder, &*self.rules);
        let kept = library.new_journal(&self.scenario).and_then(|path| {
            let path = path.unwrap_or_default();
            game.save_as(&path)?;
            Ok(path)
        });
        match kept {
            Ok(path) => {
                self.dialog = None;
                match library.remember(&path) {
                    Ok(()) => self.say(ctx, files::written_down(&path.display().to_string())),
                    Err(error) => self.trouble(error),
                }
                self.library = library;
                self.presets = Presets::of(&self.library);
            }
            Err(error) => {
                let why = |other: JournalError| Notice::Unkept { path: folder, why: other.to_string() };
                self.notify(&[error.unkept().unwrap_or_else(why)]);
            }
        }
    }

    pub fn trouble(&mut self, error: impl std::fmt::Display) {
        self.dialog = Some(Dialog::Trouble(error.to_string()));
    }

    /// Reports changes of the journal since the last call, and remembers the file in which the game goes on.
    pub fn notify_of_journal(&mut self, game: &mut dyn Game) {
        let mut words: Vec<String> =
            game.take_notices().iter().map(|notice| sentence(&notice.to_string())).collect();
        if words.is_empty() {
            return;
        }
        if let Some(Err(error)) = game.journal_path().map(|path| self.library.remember(path)) {
            words.push(files::not_remembered(&error.to_string()));
        }
        self.dialog = Some(Dialog::Notice(words.join("\n\n")));
    }

    /// Shows the sheet of the very first start. Anything that hinders the game comes first.
    pub fn welcome(&mut self) {
        self.dialog.get_or_insert(Dialog::Start);
    }

    /// Closes the dialog and cancels its work; `true` if one was open.
    pub fn close_dialog(&mut self) -> bool {
        let closed = self.dialog.take();
        if matches!(closed, Some(Dialog::Busy(_))) {
            self.asked = None;
        }
        closed.is_some()
    }

    /// Shows the list of battles, with a fresh sheet.
    pub fn choose_battle(&mut self, ctx: &egui::Context) {
        self.begins = false;
        self.preferred = None;
        self.list_battles(ctx);
        self.sheet = RulesSheet { battle: self.likely_battle(), ..RulesSheet::default() };
        self.dialog = Some(Dialog::Scenarios);
    }

    /// Selects this battle in the list, even if the list does not have it yet.
    pub fn prefer_battle(&mut self, id: String) {
        self.preferred = Some(id);
        self.sheet.battle = self.likely_battle();
    }

    /// Reads every battle of the library on a thread; the last list is shown until then.
    pub fn list_battles(&mut self, ctx: &egui::Context) {
        let (library, rules) = (self.library.clone(), Arc::clone(&self.rules));
        self.listing = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            reporter.report((battles(&rules, &library), Presets::of(&library)));
        }));
    }

    /// Takes the new list of battles; the selection stays.
    pub fn poll_battles(&mut self) {
        match self.listing.as_ref().map(Background::poll) {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(Err(TryRecvError::Disconnected)) => {
                self.listing = None;
                self.begins = false;
                self.trouble(files::BATTLES_FAILED);
            }
            Some(Ok(found)) => {
                let chosen = self.battles.get(self.sheet.battle).map(|battle| battle.id.clone());
                let chosen = self.preferred.take().or(chosen);
                (self.battles, self.presets) = found;
                self.listing = None;
                let place = |id: String| self.battles.iter().position(|battle| battle.id == id);
                let same = chosen.and_then(place);
                self.sheet.battle = same.unwrap_or_else(|| self.likely_battle());
                let begins = std::mem::take(&mut self.begins);
                if begins && same.is_some() && matches!(self.dialog, Some(Dialog::Scenarios)) {
                    self.begin_sheet();
                }
            }
        }
    }

    /// The choices for a battle, from the list, or from its files while the list is being read. `None` if its rules are not in
    /// the program.
    pub fn listed(&self, id: &str) -> Option<Result<Described, Faults>> {
        let listed = self.battles.iter().find(|battle| battle.id == id);
        match listed.filter(|_| self.listing.is_none()).and_then(|battle| battle.scenario.clone()) {
            Some(ready) => Some(Ok(ready)),
            None => {
                let rules = self.library.scenarios().into_iter().find(|(known, ..)| known == id)?.2;
                Some(self.rules.of(&rules)?.describe(&self.library, id))
            }
        }
    }

    /// Index of the battle that is preferred or present, or of the first that can be played.
    pub fn likely_battle(&self) -> usize {
        let now = self.preferred.as_ref().unwrap_or(&self.scenario);
        let playable = |battle: &Battle| battle.scenario.is_some();
        let present = self.battles.iter().position(|battle| playable(battle) && battle.id == *now);
        present.or_else(|| self.battles.iter().position(playable)).unwrap_or_default()
    }

    /// Begins the game of the sheet. If the list of battles is being read, it waits for that: the same thread reads this
    /// battle, and the frame goes on.
    pub fn begin_sheet(&mut self) {
        if self.listing.is_some() {
            self.begins = true;
            return;
        }
        let sheet = self.sheet.clone();
        let battle = self.battles.get(sheet.battle).filter(|battle| battle.scenario.is_some());
        let scenario = match battle.and_then(|battle| self.listed(&battle.id)) {
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
        let journal = folder.map(|folder| game_file(&folder, name));
        let chosen = chosen_for(&scenario.options, &sheet.options);
        self.saved.keep_options(&scenario.rules, chosen);
        let library = self.library.clone();
        let then = match (sheet.fights, sheet.plays) {
            (true, _) => Then::FoughtOut,
            (false, [false, false]) => Then::Refereed,
            (false, plays) => Then::Opposed(plays.map(|plays| plays.then_some(self.saved.solo))),
        };
        let beginning = Beginning {
            scenario: battle.map(|battle| battle.id.clone()).unwrap_or_default(),
            seed: Some(seed),
            options: sheet.options,
            weather: sheet.weather,
            variant: sheet.variant,
            journal: journal.map_or(JournalPlace::Own, JournalPlace::In),
            ..Beginning::default()
        };
        self.begin(library, beginning, then);
    }

    /// Saves the options of the sheet as a preset under the typed name.
    fn save_preset(&mut self) {
        let battle = self.battles.get(self.sheet.battle).and_then(|battle| battle.scenario.as_ref());
        let Some(scenario) = battle else { return };
        let preset = Preset {
            name: self.sheet.preset.trim().to_owned(),
            rules: scenario.rules.clone(),
            options: chosen_for(&scenario.options, &self.sheet.options),
        };
        match self.sheet.options.check(self.sheet.specs()) {
            Err(fault) => self.sheet.preset_fault = Some(full_sentence(&fault.to_string())),
            Ok(()) => match self.library.save_preset(&preset) {
                Err(fault) => self.sheet.preset_fault = Some(full_sentence(&fault.to_string())),
                Ok(()) => {
                    self.sheet.preset.clear();
                    self.sheet.preset_fault = None;
                }
            },
        }
        self.presets = Presets::of(&self.library);
    }

    pub fn new_game(&mut self, id: &str, weather: Option<String>) {
        self.new_game_then(id, weather, Then::Refereed);
    }

    fn new_game_then(&mut self, id: &str, weather: Option<String>, then: Then) {
        let beginning = Beginning {
            scenario: id.to_owned(),
            weather,
            journal: JournalPlace::Own,
            ..Beginning::default()
        };
        self.begin(self.library.clone(), beginning, then);
    }

    fn begin(&mut self, library: Library, beginning: Beginning, then: Then) {
        match OpenedGame::scenario(&self.rules, library, &self.library, beginning) {
            Ok(begun) => self.next = Some(Next { begun, then }),
            Err(error) => self.trouble(error),
        }
    }

    /// Begins the battle of the guided first turn, with these rules if they have one.
    pub fn start_guide(&mut self, rules: &str) {
        self.new_game_then(self.library.rules().first_turn(rules).battle, None, Then::Guided);
    }

    /// Reads a journal on a thread; the present game stays until that has succeeded.
    pub fn open(&mut self, ctx: &egui::Context, path: PathBuf, now: Option<&Path>, then: Then) {
        let whole = |path: &Path| std::path::absolute(path).ok();
        if now.is_some_and(|now| whole(now) == whole(&path)) {
            self.trouble(files::IS_OPEN);
            return;
        }
        let (sender, answer) = channel();
        let (ctx, library, journal) = (ctx.clone(), self.library.clone(), path.clone());
        let rules = Arc::clone(&self.rules);
        std::thread::spawn(move || {
            let read = OpenedGame::read(&rules, library, &journal).map_err(|error| error.to_string());
            // The receiver is gone if this was given up meanwhile; the journal is then closed.
            let _ = sender.send(read);
            ctx.request_repaint();
        });
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.dialog = Some(Dialog::Busy(files::reading(&name)));
        self.asked = Some(Asked::Read(path, answer, then));
    }

    /// Begins the battle of a game anew, with its options.
    pub fn play_again(&mut self, path: &Path) {
        match peek(path) {
            Ok(header) => {
                let Header { scenario, options, weather, variant, .. } = header;
                let journal = JournalPlace::Own;
                let beginning =
                    Beginning { scenario, options, weather, variant, journal, ..Beginning::default() };
                self.begin(self.library.clone(), beginning, Then::Refereed);
            }
            Err(error) => self.trouble(error),
        }
    }

    /// Looks for the games of the journal folder on a thread.
    pub fn find_games(&mut self, ctx: &egui::Context) {
        let (sender, found) = channel();
        let (ctx, library, known) = (ctx.clone(), self.library.clone(), self.games.known.clone());
        let rules = Arc::clone(&self.rules);
        std::thread::spawn(move || read_games(&rules, &library, &known, &sender, &|| ctx.request_repaint()));
        self.games.found = Some(found);
    }

    /// Asks for a file in the system's dialog or, if there is none, by its path.
    pub fn ask_for_file(&mut self, ctx: &egui::Context, purpose: FilePurpose) {
        if !has_dialogs() {
            self.ask_for_path_instead(ctx, purpose);
            return;
        }
        let (sender, answer) = channel();
        let folder = self.folder_of(purpose);
        let ctx = ctx.clone();
        // The system's dialog blocks a thread of its own, not the window.
        std::thread::spawn(move || {
            let (name, endings) = purpose.filter();
            let mut dialog = rfd::FileDialog::new().add_filter(name, endings);
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            let chosen = match purpose {
                FilePurpose::Record => dialog.set_file_name(format!("battle.{GAME_ENDING}")).save_file(),
                FilePurpose::Folder => dialog.pick_folder(),
                FilePurpose::Journal | FilePurpose::Picture | FilePurpose::Ground | FilePurpose::Table => {
                    dialog.pick_file()
                }
            };
            // The receiver is gone if the window was closed meanwhile.
            let _ = sender.send(chosen);
            ctx.request_repaint();
        });
        self.asked = Some(Asked::File { purpose, answer, since: Instant::now() });
    }

    /// Reads a table of units on a thread.
    pub fn read_table(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.table = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let name = path.display().to_string();
            let read = read_file(&path, MOST_IMPORT, files::A_TABLE).map_err(|fault| fault.to_string());
            let read = read.and_then(|bytes| {
                spreadsheet::read(&bytes).map_err(|fault| files::table_refused(&name, &fault.to_string()))
            });
            reporter.report(read);
        }));
    }

    /// The tables of a file once it has been read; shows any fault.
    pub fn poll_table(&mut self) -> Option<Vec<spreadsheet::Sheet>> {
        match self.table.as_ref()?.poll() {
            Ok(Ok(sheets)) => {
                self.table = None;
                Some(sheets)
            }
            Ok(Err(fault)) => {
                self.table = None;
                self.trouble(fault);
                None
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.table = None;
                self.trouble(setup_notes::FILE_FAILED);
                None
            }
        }
    }

    /// Remembers how the columns of a roster were identified, and the meanings of their words.
    pub fn remember_paste(&mut self, roster: &Roster) {
        let Some(form) = &roster.paste else { return };
        let rules = &roster.sheet.rules;
        self.saved.roster_maps.extend(form.remembered(rules));
        let learnt = form.learnt();
        if !learnt.is_empty()
            && let Err(fault) = self.library.keep_synonyms(rules, &learnt)
        {
            self.trouble(fault);
        }
    }

    /// Asks for a path since the system has no dialog for it.
    fn ask_for_path_instead(&mut self, ctx: &egui::Context, purpose: FilePurpose) {
        self.ask_for_path(purpose);
        self.say(ctx, files::NO_DIALOG);
    }

    /// Asks for a path in the window itself.
    pub fn ask_for_path(&mut self, purpose: FilePurpose) {
        let folder = self.folder_of(purpose).unwrap_or_default();
        let name = free_name(&self.library, &self.scenario);
        let name = match purpose {
            FilePurpose::Record => name.map(|name| format!("{name}.{GAME_ENDING}")),
            FilePurpose::Folder => Some("drumhead".to_owned()),
            FilePurpose::Journal | FilePurpose::Picture | FilePurpose::Ground | FilePurpose::Table => None,
        };
        self.file_name = folder.join(name.unwrap_or_default()).display().to_string();
        self.dialog = Some(Dialog::File(purpose));
    }

    /// The initial folder for such files: the journal folder for journals, the user's own for all others.
    fn folder_of(&self, purpose: FilePurpose) -> Option<PathBuf> {
        match purpose {
            FilePurpose::Journal | FilePurpose::Record => self.library.journals(),
            FilePurpose::Picture | FilePurpose::Ground | FilePurpose::Table => {
                self.library.home().map(Path::to_owned)
            }
            // The library's folder may be the one that cannot be used.
            FilePurpose::Folder => std::env::home_dir(),
        }
    }

    /// The typed path: relative to that folder, with the extension added.
    pub fn typed_path(&self, text: &str, purpose: FilePurpose) -> Option<PathBuf> {
        let typed = Path::new(text.trim());
        typed.file_name()?;
        let folder = self.folder_of(purpose);
        if purpose == FilePurpose::Journal
            && let Some(game) = named_in_dialog(folder.as_deref(), typed)
        {
            return Some(game);
        }
        let mut path = folder.map_or_else(|| typed.to_owned(), |folder| folder.join(typed));
        if purpose == FilePurpose::Record && path.extension().is_none() {
            path.set_extension(GAME_ENDING);
        }
        Some(path)
    }

    /// Asks where to save the page of rules, and writes it there on a thread.
    pub fn save_rules(&mut self, ctx: &egui::Context, page: &RulesPage) {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        let page = page.markdown();
        let name = format!("{}-rules.md", self.scenario);
        if !has_dialogs() {
            let path = self.library.journals().unwrap_or_default().join(name);
            let folder = path.parent().unwrap_or(&path);
            match write_into(folder, &[(path.clone(), page)]) {
                Ok(()) => self.say(&ctx, files::saved(&path.display().to_string())),
                Err(fault) => self.trouble(fault),
            }
            return;
        }
        std::thread::spawn(move || {
            let dialog = rfd::FileDialog::new().add_filter(files::PAGES, &["md", "txt"]).set_file_name(name);
            let fault = dialog
                .save_file()
                .and_then(|path| write_whole(&path, page.as_bytes()).err().map(|fault| fault.to_string()));
            // The receiver is gone if the window was closed meanwhile.
            let _ = sender.send(fault);
            ctx.request_repaint();
        });
        self.asked = Some(Asked::Page(answer));
    }

    /// Takes the answers of file dialogs and reading threads; returns the command for a chosen file.
    pub fn poll_files(&mut self, ctx: &egui::Context) -> Option<Command> {
        self.games.poll();
        match self.asked.take() {
            Some(Asked::File { purpose, answer, since }) => match answer.try_recv() {
                Ok(Some(path)) => return Some(Command::of_file(purpose, path)),
                // Nobody closes a dialog so quickly: there was none.
                Ok(None) if since.elapsed() < AT_ONCE => self.ask_for_path_instead(ctx, purpose),
                Ok(None) => {}
                Err(TryRecvError::Empty) => self.asked = Some(Asked::File { purpose, answer, since }),
                Err(TryRecvError::Disconnected) => {
                    self.ask_for_path(purpose);
                    self.say(ctx, files::DIALOG_FAILED);
                }
            },
            Some(Asked::Read(path, answer, then)) => match answer.try_recv() {
                Ok(Ok(begun)) => {
                    self.dialog = None;
                    self.next = Some(Next { begun, then });
                    if let Err(error) = self.library.remember(&path) {
                        self.trouble(error);
                    }
                }
                Ok(Err(fault)) => self.trouble(fault),
                Err(TryRecvError::Empty) => self.asked = Some(Asked::Read(path, answer, then)),
                Err(TryRecvError::Disconnected) => {
                    self.trouble(files::reading_failed(&path.display().to_string()));
                }
            },
            Some(Asked::Page(answer)) => match answer.try_recv() {
                Ok(Some(fault)) => self.trouble(fault),
                Ok(None) => {}
                Err(TryRecvError::Empty) => self.asked = Some(Asked::Page(answer)),
                Err(TryRecvError::Disconnected) => self.trouble(files::PAGE_FAILED),
            },
            None => {}
        }
        None
    }
}

/// Every scenario of the library, with the faults of those that cannot be played.
pub fn battles(games: &RuleSets, library: &Library) -> Vec<Battle> {
    let mut found = Vec::new();
    for (id, name, rules) in library.scenarios() {
        let mut battle = Battle { id, name, rules, ..Battle::default() };
        match games.of(&battle.rules).map(|rules| rules.describe(library, &battle.id)) {
            Some(Ok(ready)) => {
                battle.description.clone_from(&ready.description);
                battle.journal = free_name(library, &battle.id);
                battle.scenario = Some(ready);
            }
            Some(Err(faults)) => battle.fault = Some(faults.to_string()),
            None => battle.fault = Some(begin::unknown_rules(&battle.rules)),
        }
        found.push(battle);
    }
    found
}

/// The name of a new journal of this scenario, if none is given; `None` if nothing is saved.
fn free_name(library: &Library, scenario: &str) -> Option<String> {
    free_game_name(&library.journals()?, scenario)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hears the list of battles to its end.
    fn polled(common: &mut Common) {
        while common.listing.is_some() {
            common.poll_battles();
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_battle_that_is_begun_while_the_list_is_read_anew_waits_for_it() {
        let ctx = egui::Context::default();
        let mut common =
            Common::new(Library::embedded(&RuleSets::default()), Saved::default(), "first-steps");
        common.choose_battle(&ctx);
        polled(&mut common);
        assert!(common.next.is_none(), "nothing was begun");
        let chosen = common.sheet.battle;
        assert_eq!(common.battles[chosen].id, "first-steps");

        common.choose_battle(&ctx);
        common.begin_sheet();
        assert!(common.next.is_none(), "no file is read in the frame");
        polled(&mut common);
        assert!(common.next.take().is_some(), "it begins with the list");

        common.choose_battle(&ctx);
        common.begin_sheet();
        common.close_dialog();
        polled(&mut common);
        assert!(common.next.is_none(), "the sheet was put away meanwhile");
    }
}
