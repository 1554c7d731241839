//! What every window has, whatever is played in it: what is saved, the library, the games and battles it lists, files and
//! dialogs, short confirmations. A game that was begun or opened waits in `next` until the window plays it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::texts::{begin, dice, files, setup_notes};
use data::Faults;
use desk::{
    Beginning, Described, GAME_ENDING, Game, JournalError, Kept, Library, MOST_IMPORT, Notice, Preset,
    free_game_name, fresh_seed, game_file, named_in_dialog, read_file, write_into, write_whole,
};
use drawing::Sight;
use game::Viewer;
use games::Games as RuleSets;

use super::about::AboutState;
use super::background::Background;
use super::begun::{Begun, Next, Then};
use super::book::{RulesPage, RulesSheet, chosen_for, full_sentence};
use super::canvas::GraphicsCard;
use super::command::Command;
use super::layout::Waits;
use super::layout::{self, Pane};
use super::line::palette::ranked;
use super::order_line::Finder;
use super::players::Screen;
use super::recent::{Games, read_games};
use super::setup::Act as SetUpAct;
use super::setup::roster::Roster;
use super::state::{Dialog, Habit, Saved, TEXT_SCALES, Wanted};
use super::theme;
use super::toast::Toast;
use super::views::about::about_ui;
use super::views::begin::{Battle, Presets, begin_ui};
use super::views::book::BookState;
use super::views::line::line_sheet;
use super::views::start::start_ui;
use super::views::{ViewContext, dialogs};
use game::sentence;

/// Something that is made in the window's place while the game waits.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wish {
    /// A table is set up.
    Table(SetUpAct),
    /// The map of this battle is edited; `None` means of the battle that is played.
    Map(Option<String>),
}

/// What the window has besides the game.
#[derive(Debug)]
pub(super) struct Common {
    /// Of the last frame: what other threads find is painted with it. None before the first.
    pub ctx: Option<egui::Context>,
    /// Of a real window; none in tests.
    pub card: Option<GraphicsCard>,
    pub saved: Saved,
    pub library: Library,
    /// The rule sets that are played.
    pub rules: Arc<RuleSets>,
    /// The scenario that is played.
    pub scenario: String,
    pub dialog: Option<Dialog>,
    /// The path of a file as it is typed.
    pub file_name: String,
    pub sheet: RulesSheet,
    pub games: Games,
    pub battles: Vec<Battle>,
    /// The referee's own presets, and what is wrong with files that hold none.
    pub presets: Presets,
    /// The battle that is chosen in the list, by id; `None` means the one that is played.
    preferred: Option<String>,
    /// What is looked at in the dialog about the program.
    about: AboutState,
    /// The list of battles that is being read.
    pub listing: Option<Background<(Vec<Battle>, Presets)>>,
    pub asked: Option<Asked>,
    /// A table of units that is being read.
    pub table: Option<Background<Result<Vec<spreadsheet::Sheet>, String>>>,
    pub toast: Option<Toast>,
    /// It has been said how the table alone is left.
    pub alone_told: bool,
    pub finder: Option<Finder>,
    pub book: BookState,
    pub theme_set: Option<(bool, Sight, f32)>,
    /// Where the table or map was shown last.
    pub table_at: Option<egui::Rect>,
    /// How high the badges of the order of battle are, in points; `None` means every unit is listed.
    pub badges: Option<f32>,
    /// What was waited for in the last frame.
    pub waited: Waits,
    /// A game that was begun or opened: it is played from the next frame on.
    pub next: Option<Next>,
    /// What the sheet says is begun as soon as the list of battles has been read.
    pub begins: bool,
    /// What is to be made in the window's place while the game waits.
    pub wish: Option<Wish>,
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
            badges: None,
            waited: Waits::default(),
            next: None,
            begins: false,
            wish: None,
            screen: saved_screen.map(Screen::new),
        }
    }

    /// Opens the second window for this viewer, or closes it.
    fn show_screen(&mut self, viewer: Option<Viewer>) {
        self.screen = viewer.map(Screen::new);
        self.saved.screen = viewer;
    }

    /// Shows the second window, if one is open. `version`: of the game.
    pub fn screen_ui(&mut self, ctx: &egui::Context, view: &ViewContext, game: &dyn Game, version: u64) {
        if let Some(screen) = &mut self.screen
            && screen.show(ctx, view, game, version, self.saved.names)
        {
            self.show_screen(None);
        }
    }

    /// Light or dark, for whose eyes, and the size of text.
    pub fn dress(&mut self, ctx: &egui::Context) {
        let wanted = (self.saved.dark, self.saved.sight, self.saved.text_scale);
        if self.theme_set != Some(wanted) {
            theme::see(ctx, self.saved.sight);
            ctx.set_theme(if self.saved.dark { egui::Theme::Dark } else { egui::Theme::Light });
            // The toolkit's own keys for it would say another size than *View*.
            ctx.options_mut(|options| options.zoom_with_keyboard = false);
            theme::scale_text(ctx, self.saved.text_scale);
            self.theme_set = Some(wanted);
        }
    }

    /// What is chosen in the palette, which closes.
    pub fn found(&mut self) -> Option<Command> {
        let finder = self.finder.take()?;
        ranked(&finder.query, &finder.items).get(finder.chosen).map(|item| item.command.clone())
    }

    /// Says shortly that something was done.
    pub fn say(&mut self, ctx: &egui::Context, words: impl Into<String>) {
        self.toast = Some(Toast::new(ctx, words));
    }

    /// What lies over the window, whatever is played or made in it: nothing for a dialog that only a game can fill.
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
            Some(Dialog::File(wanted)) => {
                let wanted = *wanted;
                let mut text = std::mem::take(&mut self.file_name);
                let found =
                    dialogs::file_ui(ctx, view, wanted, &mut text, |text| self.typed_path(text, wanted));
                self.file_name = text;
                found
            }
            Some(Dialog::Busy(words)) => dialogs::busy_ui(ctx, words),
            Some(Dialog::Trouble(words)) => dialogs::trouble_ui(ctx, view, words),
            Some(Dialog::Notice(words)) => dialogs::notice_ui(ctx, view, words),
            Some(Dialog::Dropped(words)) => dialogs::dropped_ui(ctx, view, words),
            Some(Dialog::Imported(words)) => dialogs::imported_ui(ctx, view, words),
            Some(Dialog::About) => about_ui(ctx, view, &self.rules, &mut self.about),
            Some(Dialog::Unkept(words)) => dialogs::unkept_ui(ctx, view, words),
        }
    }

    /// Shows what was said while it is young.
    pub fn toast_ui(&mut self, ctx: &egui::Context) {
        let mut table = self.table_at.unwrap_or_else(|| ctx.content_rect());
        // What is typed meanwhile says what it means over the foot of the table.
        if let Some(sheet) = line_sheet(ctx) {
            table.max.y = table.max.y.min(sheet.top());
        }
        self.toast = self.toast.take().filter(|toast| toast.show(ctx, table));
    }

    /// Does what is the same whatever is played; gives back what is not.
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
            Command::EditMap(id) => self.wish = Some(Wish::Map(id)),
            Command::NewGame { scenario, weather } => self.new_game(&scenario, weather),
            Command::OpenGame => self.ask_for_file(ctx, Wanted::Journal),
            Command::SaveAs => self.ask_for_file(ctx, Wanted::Record),
            Command::AskForPath(wanted) => self.ask_for_path(wanted),
            Command::ChooseFolder => self.ask_for_file(ctx, Wanted::Folder),
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
                // One that lies behind other tabs comes to the front first.
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
                let unfolded = self.saved.unfolded;
                self.badges = None;
                layout::unfold(self.saved.panels(ctx), unfolded);
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

/// Has the allocator keep the room that a frame lets go of for the next one.
///
/// A frame fills megabytes with triangles and frees them. glibc begins with thresholds that give such room back to the
/// system each time; the next frame then takes it anew, page by page, which is more work than the drawing. One large
/// piece let go of, never touched, has it raise them (mallopt(3), M_MMAP_THRESHOLD). Elsewhere this does nothing.
fn keep_room() {
    /// Just within the largest piece that counts, 32 MiB.
    const PIECE: usize = 31 << 20;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(PIECE))));
}

/// A game that was read on another thread, or why it could not be.
type Read = Result<Begun, String>;

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
    /// The page of rules is being saved; `None` means saved, or given up.
    Page(Receiver<Option<String>>),
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

impl Common {
    /// What was found as the game was opened; where it is not written down, with a way out.
    pub fn notify(&mut self, notices: &[Notice]) {
        if notices.is_empty() {
            return;
        }
        let words: Vec<String> = notices.iter().map(|notice| sentence(&notice.to_string())).collect();
        let words = words.join("\n\n");
        let unkept = notices.iter().any(|notice| matches!(notice, Notice::Unkept { .. }));
        self.dialog = Some(if unkept { Dialog::Unkept(words) } else { Dialog::Notice(words) });
    }

    /// Writes the game into this folder and goes on there; what is begun from now on is kept there too.
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

    /// Says what became of the journal since this was asked last, and notes the file in which the game goes on.
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

    /// The very first start: what there is to begin with. What hinders the game comes first.
    pub fn welcome(&mut self) {
        self.dialog.get_or_insert(Dialog::Start);
    }

    /// Closes the dialog; what was waited for in it is not wanted any more.
    ///
    /// True where there was one.
    pub fn close_dialog(&mut self) -> bool {
        let closed = self.dialog.take();
        if matches!(closed, Some(Dialog::Busy(_))) {
            self.asked = None;
        }
        closed.is_some()
    }

    /// The list of battles, with a fresh sheet.
    pub fn choose_battle(&mut self, ctx: &egui::Context) {
        self.begins = false;
        self.preferred = None;
        self.list_battles(ctx);
        self.sheet = RulesSheet { battle: self.likely_battle(), ..RulesSheet::default() };
        self.dialog = Some(Dialog::Scenarios);
    }

    /// Chooses this battle in the list; it may be one that the list does not have yet.
    pub fn prefer_battle(&mut self, id: String) {
        self.preferred = Some(id);
        self.sheet.battle = self.likely_battle();
    }

    /// Reads every battle of the library, on a thread of its own; until then those that were read last are shown.
    pub fn list_battles(&mut self, ctx: &egui::Context) {
        let (library, rules) = (self.library.clone(), Arc::clone(&self.rules));
        self.listing = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            reporter.report((battles(&rules, &library), Presets::of(&library)));
        }));
    }

    /// Takes the list of battles; the one that was chosen meanwhile stays chosen.
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

    /// What there is to choose in a battle: as it was read for the list, or from its files while the list is read anew. None
    /// where its rules are not in the program.
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

    /// The place of the battle that is wanted or is played now, or of the first that can be played.
    pub fn likely_battle(&self) -> usize {
        let now = self.preferred.as_ref().unwrap_or(&self.scenario);
        let playable = |battle: &Battle| battle.scenario.is_some();
        let present = self.battles.iter().position(|battle| playable(battle) && battle.id == *now);
        present.or_else(|| self.battles.iter().position(playable)).unwrap_or_default()
    }

    /// Begins what the sheet says. While the list of battles is read anew it waits for that: the thread that reads it
    /// reads this one, and the frame goes on.
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
        let then = if sheet.fights { Then::FoughtOut } else { Then::Refereed };
        let beginning = Beginning {
            scenario: battle.map(|battle| battle.id.clone()).unwrap_or_default(),
            seed: Some(seed),
            options: sheet.options,
            weather: sheet.weather,
            variant: sheet.variant,
            kept: journal.map_or(Kept::Own, Kept::In),
            ..Beginning::default()
        };
        self.begin(library, beginning, then);
    }

    /// Keeps the options of the sheet as a preset under the name that was typed.
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
        let beginning =
            Beginning { scenario: id.to_owned(), weather, kept: Kept::Own, ..Beginning::default() };
        self.begin(self.library.clone(), beginning, then);
    }

    fn begin(&mut self, library: Library, beginning: Beginning, then: Then) {
        match Begun::scenario(&self.rules, library, &self.library, beginning) {
            Ok(begun) => self.next = Some(Next { begun, then }),
            Err(error) => self.trouble(error),
        }
    }

    /// Begins the battle of the guided first turn, of these rules where they have one.
    pub fn start_guide(&mut self, rules: &str) {
        self.new_game_then(self.library.rules().first_turn(rules).battle, None, Then::Guided);
    }

    /// Reads a journal on a thread of its own; the present game stays until that has worked.
    pub fn open(&mut self, ctx: &egui::Context, path: PathBuf, now: Option<&Path>) {
        let whole = |path: &Path| std::path::absolute(path).ok();
        if now.is_some_and(|now| whole(now) == whole(&path)) {
            self.trouble(files::IS_OPEN);
            return;
        }
        let (sender, answer) = channel();
        let (ctx, library, journal) = (ctx.clone(), self.library.clone(), path.clone());
        let rules = Arc::clone(&self.rules);
        std::thread::spawn(move || {
            let read = Begun::read(&rules, library, &journal).map_err(|error| error.to_string());
            // Nobody listens when it was given up meanwhile; the journal is let go of then.
            let _ = sender.send(read);
            ctx.request_repaint();
        });
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        self.dialog = Some(Dialog::Busy(files::reading(&name)));
        self.asked = Some(Asked::Read(path, answer));
    }

    /// Looks for the games of the journal folder, on a thread of its own.
    pub fn find_games(&mut self, ctx: &egui::Context) {
        let (sender, found) = channel();
        let (ctx, library, known) = (ctx.clone(), self.library.clone(), self.games.known.clone());
        let rules = Arc::clone(&self.rules);
        std::thread::spawn(move || read_games(&rules, &library, &known, &sender, &|| ctx.request_repaint()));
        self.games.found = Some(found);
    }

    /// Asks for a file: in the system's dialog, or, where it has none, by its path.
    pub fn ask_for_file(&mut self, ctx: &egui::Context, wanted: Wanted) {
        if !has_dialogs() {
            self.ask_for_path_instead(ctx, wanted);
            return;
        }
        let (sender, answer) = channel();
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
                Wanted::Record => dialog.set_file_name(format!("battle.{GAME_ENDING}")).save_file(),
                Wanted::Folder => dialog.pick_folder(),
                Wanted::Journal | Wanted::Picture | Wanted::Ground | Wanted::Table => dialog.pick_file(),
            };
            // Nobody listens when the window is closed meanwhile.
            let _ = sender.send(chosen);
            ctx.request_repaint();
        });
        self.asked = Some(Asked::File { wanted, answer, since: Instant::now() });
    }

    /// Reads a table of units on a thread of its own.
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

    /// The tables of a file, once it has been read; what hinders it is told.
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

    /// Remembers how the columns of rows that come in were told apart, and what their words mean.
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
    fn ask_for_path_instead(&mut self, ctx: &egui::Context, wanted: Wanted) {
        self.ask_for_path(wanted);
        self.say(ctx, files::NO_DIALOG);
    }

    /// Asks for a path in the window itself.
    pub fn ask_for_path(&mut self, wanted: Wanted) {
        let folder = self.folder_of(wanted).unwrap_or_default();
        let name = free_name(&self.library, &self.scenario);
        let name = match wanted {
            Wanted::Record => name.map(|name| format!("{name}.{GAME_ENDING}")),
            Wanted::Folder => Some("drumhead".to_owned()),
            Wanted::Journal | Wanted::Picture | Wanted::Ground | Wanted::Table => None,
        };
        self.file_name = folder.join(name.unwrap_or_default()).display().to_string();
        self.dialog = Some(Dialog::File(wanted));
    }

    /// Where such files are looked for first: journals in their folder, all else in the user's own.
    fn folder_of(&self, wanted: Wanted) -> Option<PathBuf> {
        match wanted {
            Wanted::Journal | Wanted::Record => self.library.journals(),
            Wanted::Picture | Wanted::Ground | Wanted::Table => self.library.home().map(Path::to_owned),
            // That of the library may be the one that cannot be used.
            Wanted::Folder => std::env::home_dir(),
        }
    }

    /// The path that was typed: within that folder unless it says otherwise, with its ending.
    pub fn typed_path(&self, text: &str, wanted: Wanted) -> Option<PathBuf> {
        let typed = Path::new(text.trim());
        typed.file_name()?;
        let folder = self.folder_of(wanted);
        if wanted == Wanted::Journal
            && let Some(game) = named_in_dialog(folder.as_deref(), typed)
        {
            return Some(game);
        }
        let mut path = folder.map_or_else(|| typed.to_owned(), |folder| folder.join(typed));
        if wanted == Wanted::Record && path.extension().is_none() {
            path.set_extension(GAME_ENDING);
        }
        Some(path)
    }

    /// Asks where the page of rules goes, and writes it there, on a thread of its own.
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
            // Nobody listens when the window is closed meanwhile.
            let _ = sender.send(fault);
            ctx.request_repaint();
        });
        self.asked = Some(Asked::Page(answer));
    }

    /// Takes what file dialogs and reading threads have answered; gives what is to be done with a file that was chosen.
    pub fn poll_files(&mut self, ctx: &egui::Context) -> Option<Command> {
        self.games.poll();
        match self.asked.take() {
            Some(Asked::File { wanted, answer, since }) => match answer.try_recv() {
                Ok(Some(path)) => return Some(Command::of_file(wanted, path)),
                // Nobody closes a dialog so quickly: there was none.
                Ok(None) if since.elapsed() < AT_ONCE => self.ask_for_path_instead(ctx, wanted),
                Ok(None) => {}
                Err(TryRecvError::Empty) => self.asked = Some(Asked::File { wanted, answer, since }),
                Err(TryRecvError::Disconnected) => {
                    self.ask_for_path(wanted);
                    self.say(ctx, files::DIALOG_FAILED);
                }
            },
            Some(Asked::Read(path, answer)) => match answer.try_recv() {
                Ok(Ok(opening)) => {
                    self.dialog = None;
                    self.next = Some(opening.into());
                    if let Err(error) = self.library.remember(&path) {
                        self.trouble(error);
                    }
                }
                Ok(Err(fault)) => self.trouble(fault),
                Err(TryRecvError::Empty) => self.asked = Some(Asked::Read(path, answer)),
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

/// Every scenario of the library, with what hinders those that cannot be played.
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

/// The name that a new journal of this scenario gets unless another is given; none where nothing is kept.
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
