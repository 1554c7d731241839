//! The window: views only. They read the desk and hand it orders; no rule is decided here.
//!
//! `state` is what it remembers, `command` all it can be told, `models` plain data built from the desk,
//! `views` what is seen, `painter` the one painter of the table, `theme` the only place with colours.

mod bench;
mod command;
pub mod line;
mod models;
mod mover;
pub mod painter;
mod state;
pub mod theme;
mod views;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use egui::{CentralPanel, Frame, Key, Margin, Panel, Ui};
use thiserror::Error;

use crate::desk::{Desk, DiceFrom, JournalError, Library, Notice, OrderError, Setup, fresh_seed};
use crate::dice::TypedEntry;
use crate::rules::easy::state::Phase;
use crate::rules::easy::{Easy, Order, StandId};
use crate::rules::options::Options;
use crate::rules::working::Measured;
use crate::rules::{RuleSet, Stop, Viewer};
use crate::scenario::Faults;
use crate::table::{Pose, Vec2};

pub use bench::{FrameBench, bench_frame};
pub use command::Command;
pub use state::{Habit, Saved};

use models::{Card, Models, Weighed};
use mover::Kind;
use painter::{Ink, Length, Mark, Pen, View, measured_marks, way_marks};
use state::{Dialog, Hand, Lifted, Tray};
use views::dialogs::{self, Battle};
use views::orders::{InHand, orders_ui};
use views::table::{Overlays, TableModel, TableState, table_ui};

/// Where eframe keeps what is saved between runs.
const STORE: &str = "window";

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
    let start = Start::new(options)?;
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Drumhead")
            .with_app_id("drumhead")
            .with_inner_size([1600.0, 1000.0])
            .with_min_inner_size([1100.0, 700.0]),
        ..Default::default()
    };
    let create = move |context: &eframe::CreationContext<'_>| {
        let app = App::new(context, start);
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
    app: App,
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
pub struct Start {
    pub library: Library,
    pub desk: Desk<Easy>,
    pub notices: Vec<Notice>,
}

impl Start {
    /// Opens what was asked for: a journal, a scenario, the last game, or Waterloo.
    pub fn new(options: RunOptions) -> Result<Self, RunError> {
        let library = options.library.unwrap_or_else(Library::open);
        if let Some(journal) = options.journal.as_deref().filter(|path| path.exists()) {
            return Self::opened(library, journal);
        }
        if options.scenario.is_none()
            && options.journal.is_none()
            && let Some(last) = library.last_game()
        {
            match Self::opened(library.clone(), &last) {
                Ok(start) => return Ok(start),
                // A last game that cannot be opened is left where it is; the program opens all the same.
                Err(_) => library.forget()?,
            }
        }
        let id = options.scenario.as_deref().unwrap_or("waterloo");
        let (scenario, _) = library.scenario(id)?;
        let setup = Setup::new(scenario, options.seed.unwrap_or_else(fresh_seed))
            .options(options.options)
            .weather(options.weather);
        Self::begun(library, setup, options.journal)
    }

    fn opened(library: Library, journal: &Path) -> Result<Self, RunError> {
        let (desk, notices) = Desk::open(journal, &library)?;
        library.remember(journal)?;
        Ok(Self { library, desk, notices })
    }

    fn begun(library: Library, setup: Setup, journal: Option<PathBuf>) -> Result<Self, RunError> {
        let journal = match journal {
            Some(path) => Some(path),
            None => library.new_journal(&setup.scenario.id)?,
        };
        let desk = Desk::new(setup, journal.as_deref())?;
        if let Some(path) = &journal {
            library.remember(path)?;
        }
        Ok(Self { library, desk, notices: Vec::new() })
    }
}

/// What a file dialog will answer, and what for.
#[derive(Debug)]
enum Asked {
    Open(Receiver<Option<PathBuf>>),
    Save(Receiver<Option<PathBuf>>),
}

/// The window.
#[derive(Debug)]
pub struct App {
    saved: Saved,
    library: Library,
    desk: Desk<Easy>,
    viewer: Viewer,
    /// Grows with every change of the game.
    version: u64,
    models: Models,
    card: Option<Card>,
    odds: Option<Receiver<Option<Weighed>>>,
    hand: Hand,
    tray: Option<Tray>,
    ticked: BTreeSet<StandId>,
    pairs: BTreeSet<(StandId, StandId)>,
    selected: Option<StandId>,
    open_entries: BTreeSet<usize>,
    pointed: Option<usize>,
    dialog: Option<Dialog>,
    battles: Vec<Battle>,
    asked: Option<Asked>,
    table: TableState,
    overlays: Overlays,
    /// Where the stand in hand may go, and what the stands of this version control.
    reach: Vec<Mark>,
    zones: Option<(u64, Vec<Mark>)>,
    theme_set: Option<(bool, f32)>,
    /// From the pointer to the centre of the stand in hand.
    grip: Vec2,
}

impl App {
    /// In a real window, with what was saved.
    pub fn new(context: &eframe::CreationContext<'_>, start: Start) -> Self {
        let saved = context.storage.and_then(|storage| eframe::get_value(storage, STORE)).unwrap_or_default();
        theme::install(&context.egui_ctx);
        Self::with(start, saved)
    }

    /// In any egui context: tests and benchmarks. The theme has to be installed there first.
    pub fn with(start: Start, saved: Saved) -> Self {
        let mut app = Self {
            saved,
            library: start.library,
            models: Models::build(&start.desk, Viewer::Referee),
            desk: start.desk,
            viewer: Viewer::Referee,
            version: 1,
            card: None,
            odds: None,
            hand: Hand::Empty,
            tray: None,
            ticked: BTreeSet::new(),
            pairs: BTreeSet::new(),
            selected: None,
            open_entries: BTreeSet::new(),
            pointed: None,
            dialog: None,
            battles: Vec::new(),
            asked: None,
            table: TableState::default(),
            overlays: Overlays::default(),
            reach: Vec::new(),
            zones: None,
            theme_set: None,
            grip: Vec2::ZERO,
        };
        if !start.notices.is_empty() {
            let words: Vec<String> = start.notices.iter().map(ToString::to_string).collect();
            app.dialog = Some(Dialog::Trouble(words.join("\n\n")));
        }
        app.changed();
        app
    }

    pub fn desk(&self) -> &Desk<Easy> {
        &self.desk
    }

    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    /// The game has changed: every model is built anew, and nothing is in hand.
    fn changed(&mut self) {
        self.version += 1;
        self.models = Models::build(&self.desk, self.viewer);
        self.put_back();
        self.tray = None;
        self.ticked = self.models.due.ticks.iter().filter(|row| row.open).map(|row| row.id).collect();
        self.pairs = self.models.due.default_pairs.iter().copied().collect();
        if let Some(id) = self.selected
            && !self.models.table.blocks.iter().any(|block| block.stand == id.0)
        {
            self.selected = None;
        }
        if matches!(self.desk.state().phase, Phase::Over(_)) {
            self.dialog = Some(Dialog::Result);
        }
    }

    fn put_back(&mut self) {
        self.hand = Hand::Empty;
        self.card = None;
        self.odds = None;
        self.reach.clear();
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        self.dress(ui.ctx());
        self.hear(ui.ctx());
        let mut command = self.keys(ui.ctx());
        command = command.or(Panel::top("top")
            .exact_size(40.0)
            .show(ui, |ui| views::top::top_ui(ui, &self.models.top, &self.saved, self.viewer))
            .inner);
        command = command.or(self.bottom_ui(ui));
        if self.saved.order_of_battle {
            command = command.or(Panel::left("order of battle")
                .default_size(248.0)
                .size_range(180.0..=420.0)
                .show(ui, |ui| {
                    views::order_of_battle::order_of_battle_ui(ui, &self.models.commands, self.selected)
                })
                .inner);
        }
        command = command.or(Panel::right("orders")
            .default_size(318.0)
            .size_range(260.0..=480.0)
            .show(ui, |ui| {
                let lifted = match &self.hand {
                    Hand::Stand(lifted) => Some((&**lifted, models::brief(self.desk.state(), lifted.stand))),
                    Hand::Empty | Hand::Card(_) => None,
                };
                let hand = InHand {
                    card: self.card.as_ref(),
                    lifted,
                    ticked: &self.ticked,
                    pairs: &self.pairs,
                    waits_for_dice: self.tray.is_some(),
                    names: self.tray.as_ref().map_or(&[], |tray| tray.throw.names.as_slice()),
                };
                orders_ui(ui, &self.models.due, &hand)
            })
            .inner);
        if matches!(command, Some(Command::PickUp(_))) {
            // Lifted from the list: the pointer holds its middle.
            self.grip = Vec2::ZERO;
        }
        command = command.or(self.table_ui(ui));
        command = command.or(self.dialog_ui(ui.ctx()));
        self.weigh_threats(ui.ctx());
        if let Some(command) = command {
            self.run_command(ui.ctx(), command);
        }
    }

    /// What threatens the ghost, once it rests.
    fn weigh_threats(&mut self, ctx: &egui::Context) {
        let Hand::Stand(lifted) = &mut self.hand else { return };
        if lifted.threats_at == Some(lifted.ghost) {
            return;
        }
        if ctx.input(|input| input.pointer.velocity().length() < 1.0) {
            let end = lifted.trip.poses.last().copied().unwrap_or(lifted.ghost);
            lifted.threats = mover::threats(self.desk.state(), lifted.stand, end);
            lifted.threats_at = Some(lifted.ghost);
        }
        ctx.request_repaint();
    }

    fn bottom_ui(&self, ui: &mut Ui) -> Option<Command> {
        let last = self.models.log.iter().rev().find(|row| !row.undone).map(|row| row.dice.clone());
        let mut found = None;
        Panel::bottom("record").default_size(166.0).size_range(110.0..=480.0).show(ui, |ui| {
            Panel::left("dice").exact_size(380.0).show(ui, |ui| {
                found =
                    views::tray::tray_ui(ui, self.tray.as_ref(), &last.unwrap_or_default(), self.saved.dice);
            });
            CentralPanel::default().frame(Frame::new().inner_margin(Margin::symmetric(10, 2))).show(
                ui,
                |ui| {
                    let logged = views::log::log_ui(ui, &self.models.log, &self.open_entries);
                    let same = matches!(logged, Some(Command::PointAt(at)) if at == self.pointed);
                    if found.is_none() && !same {
                        found = logged;
                    }
                },
            );
        });
        found
    }

    fn table_ui(&mut self, ui: &mut Ui) -> Option<Command> {
        self.lay_over();
        let carrying = matches!(self.hand, Hand::Stand(_));
        let answer = CentralPanel::default()
            .frame(Frame::new())
            .show(ui, |ui| {
                let model = TableModel {
                    ground: &self.desk.state().game.scenario.ground,
                    table: &self.models.table,
                    overlays: &self.overlays,
                    zones: self.zones.as_ref().filter(|_| self.saved.zones).map(|(_, marks)| &marks[..]),
                    names: self.saved.names,
                    grid: self.saved.grid,
                    selected: self.selected,
                    carrying,
                    version: self.version,
                };
                table_ui(ui, &model, &mut self.table)
            })
            .inner;
        if let (Some(pointer), Hand::Stand(lifted)) = (answer.pointer, &self.hand)
            && lifted.held
            && answer.command.is_none()
        {
            let turn =
                ui.input(|input| if input.modifiers.command { input.smooth_scroll_delta().y } else { 0.0 });
            let heading = lifted.ghost.heading.turned(turn * 0.006);
            let goal = Pose::new(pointer + self.grip, heading);
            if goal.at.distance(lifted.ghost.at) > 0.005 || turn != 0.0 {
                return Some(Command::Carry(goal));
            }
        }
        if let Some(Command::PickUp(id)) = &answer.command
            && let (Some(pose), Some(pointer)) = (self.desk.state().pose(*id), answer.pointer)
        {
            self.grip = pose.at - pointer;
        }
        answer.command
    }

    fn dialog_ui(&self, ctx: &egui::Context) -> Option<Command> {
        match &self.dialog {
            None => None,
            Some(Dialog::Scenarios) => dialogs::scenarios_ui(ctx, &self.battles),
            Some(Dialog::Result) => dialogs::result_ui(ctx, &models::result(&self.desk)),
            Some(Dialog::Keys) => dialogs::keys_ui(ctx),
            Some(Dialog::Trouble(words)) => dialogs::trouble_ui(ctx, words),
        }
    }

    /// Light or dark, and the size of text.
    fn dress(&mut self, ctx: &egui::Context) {
        let wanted = (self.saved.dark, self.saved.text_scale);
        if self.theme_set != Some(wanted) {
            ctx.set_theme(if self.saved.dark { egui::Theme::Dark } else { egui::Theme::Light });
            ctx.set_zoom_factor(self.saved.text_scale);
            self.theme_set = Some(wanted);
        }
    }

    /// Takes what other threads have found: odds, and files that were chosen.
    fn hear(&mut self, ctx: &egui::Context) {
        if let Some(found) = self.odds.as_ref().and_then(|odds| odds.try_recv().ok()) {
            if let Some(card) = &mut self.card {
                card.odds = found;
            }
            self.odds = None;
        }
        let answer = match &self.asked {
            Some(Asked::Open(answer)) => answer.try_recv().ok().map(|path| (path, true)),
            Some(Asked::Save(answer)) => answer.try_recv().ok().map(|path| (path, false)),
            None => None,
        };
        if let Some((path, opening)) = answer {
            self.asked = None;
            match (path, opening) {
                (Some(path), true) => self.run_command(ctx, Command::OpenFile(path)),
                (Some(path), false) => {
                    if let Err(error) = self.desk.save_as(&path) {
                        self.trouble(error);
                    } else if let Err(error) = self.library.remember(&path) {
                        self.trouble(error);
                    }
                }
                (None, _) => {}
            }
        }
    }

    /// Keys: digits for dice first, then the shortcuts of all commands.
    fn keys(&self, ctx: &egui::Context) -> Option<Command> {
        if let Some(tray) = &self.tray {
            if let Some(digit) = typed_digit(ctx, tray.throw.sides, tray.count.is_some()) {
                return Some(Command::Digit(digit));
            }
            if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Backspace)) {
                return Some(Command::Backspace);
            }
            if let Some(entry) = tray.complete()
                && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter))
            {
                return Some(Command::EnterDice(entry));
            }
        }
        let focused = ctx.memory(|memory| memory.focused().is_some());
        let mut all = Command::listed();
        // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
        all.sort_by_key(|command| {
            std::cmp::Reverse(
                command.shortcut().map_or(0, |keys| {
                    usize::from(keys.modifiers.shift) + usize::from(keys.modifiers.command)
                }),
            )
        });
        all.into_iter().find(|command| {
            let Some(keys) = command.shortcut() else { return false };
            // A focused button has Enter and Space for itself.
            if focused && matches!(keys.logical_key, Key::Enter | Key::Space) {
                return false;
            }
            let Command::TurnGhost(_) = command else {
                return ctx.input_mut(|input| input.consume_shortcut(&keys));
            };
            matches!(self.hand, Hand::Stand(_)) && ctx.input(|input| input.key_pressed(keys.logical_key))
        })
    }

    /// Reach, ghosts, ways and measured lines over the table.
    fn lay_over(&mut self) {
        let state = self.desk.state();
        let mut overlays = Overlays::default();
        if self.saved.zones && !matches!(&self.zones, Some((version, _)) if *version == self.version) {
            self.zones = Some((self.version, mover::zone_marks(state)));
        }
        match &self.hand {
            Hand::Stand(lifted) => {
                overlays.under.extend(self.reach.iter().cloned());
                let rect = state.unit(lifted.stand).body.parts()[0];
                let good = lifted.trip.refusal.is_none();
                let ink = if good { Ink::Way } else { Ink::Bad };
                if let Some(&end) = lifted.trip.poses.last() {
                    let ghost = painter::footprint(end, rect.width, rect.depth);
                    overlays.over.push(Mark::fill(ghost, if good { Ink::GoodWash } else { Ink::BadWash }));
                }
                overlays.over.extend(way_marks(&lifted.trip.poses, rect.width, rect.depth, ink));
                if let Some(stopped) = lifted.trip.stopped {
                    let place = painter::footprint(stopped, rect.width, rect.depth);
                    overlays.over.push(Mark::ring(place, Pen::fine(Ink::Close, 2.0)));
                }
                if let Some(measured) =
                    lifted.trip.refusal.as_ref().and_then(|refusal| refusal.measured.as_deref())
                {
                    overlays.over.extend(measured_marks(measured));
                }
            }
            Hand::Card(order) => {
                overlays.over.extend(mover::order_marks(state, order));
                if let Some(card) = &self.card {
                    for (stand, poses) in &card.ways {
                        let rect = state.unit(*stand).body.parts()[0];
                        overlays.over.extend(way_marks(poses, rect.width, rect.depth, Ink::Way));
                    }
                    overlays.over.extend(models::measured(card).iter().flat_map(measured_marks));
                }
            }
            Hand::Empty => {
                for row in &self.models.due.ticks {
                    if let Some(Measured { from, to, .. }) = row.measured {
                        let ink = if row.open { Ink::Good } else { Ink::Bad };
                        let pen = Pen::fine(ink, if self.ticked.contains(&row.id) { 1.8 } else { 1.0 });
                        overlays.over.push(Mark::line([from, to], pen.dashed(5.0, 4.0)));
                        overlays.over.push(Mark::dot(to, Length::points(2.6), ink));
                    }
                }
            }
        }
        if let Some(row) =
            self.pointed.and_then(|number| self.models.log.iter().find(|row| row.number == number))
        {
            let lines = row.working.iter().filter_map(|note| note.measured.as_ref());
            overlays.over.extend(lines.flat_map(measured_marks));
        }
        self.overlays = overlays;
    }

    /// Does what the views or the keys asked for. The only place where anything changes.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        ctx.request_repaint();
        match command {
            Command::ChooseScenario => {
                self.battles = battles(&self.library);
                self.dialog = Some(Dialog::Scenarios);
            }
            Command::NewGame { scenario, weather } => self.new_game(&scenario, weather),
            Command::OpenGame => self.ask_for_file(ctx, true),
            Command::SaveAs => self.ask_for_file(ctx, false),
            Command::OpenFile(path) => match Start::opened(self.library.clone(), &path) {
                Ok(start) => self.begin(start),
                Err(error) => self.trouble(error),
            },
            Command::Undo => {
                if self.desk.can_undo() {
                    let done = self.desk.undo().map(|_| ());
                    self.stepped(done);
                }
            }
            Command::Redo => {
                if self.desk.can_redo() {
                    let done = self.desk.redo();
                    self.stepped(done);
                }
            }
            Command::GoTo(number) => {
                let done = self.desk.branch(number);
                self.stepped(done);
            }
            Command::Fit => self.table.fitted = true,
            Command::FitSelection => self.fit_selection(),
            Command::ZoomIn => self.zoom(1.25),
            Command::ZoomOut => self.zoom(0.8),
            Command::ToggleNames => self.saved.names = !self.saved.names,
            Command::ToggleGrid => self.saved.grid = !self.saved.grid,
            Command::ToggleZones => self.saved.zones = !self.saved.zones,
            Command::ToggleTheme => self.saved.dark = !self.saved.dark,
            Command::ToggleOrderOfBattle => self.saved.order_of_battle = !self.saved.order_of_battle,
            Command::LargerText => self.saved.text_scale = (self.saved.text_scale + 0.1).min(2.0),
            Command::SmallerText => self.saved.text_scale = (self.saved.text_scale - 0.1).max(0.8),
            Command::See(viewer) => {
                self.viewer = viewer;
                self.changed();
            }
            Command::ShowResult => self.dialog = Some(Dialog::Result),
            Command::ShowKeys => self.dialog = Some(Dialog::Keys),
            Command::CloseDialog => self.dialog = None,
            Command::Select(stand) => self.select(ctx, stand),
            Command::SelectCommand(id) => {
                let roster = self.desk.state().roster();
                let first = roster.stands_of(id).find(|stand| self.desk.state().pose(*stand).is_some());
                self.selected = first.or(self.selected);
            }
            Command::OpenEntry(number) => {
                if !self.open_entries.remove(&number) {
                    self.open_entries.insert(number);
                }
            }
            Command::PointAt(number) => self.pointed = number,
            Command::ToggleDice => {
                self.saved.dice = match self.saved.dice {
                    Habit::Rolled => Habit::Typed,
                    Habit::Typed => Habit::Rolled,
                };
            }
            Command::Digit(_)
            | Command::Backspace
            | Command::ToggleCount
            | Command::EnterDice(_)
            | Command::RollInstead => {
                self.type_dice(command);
            }
            Command::Take(order) => self.take(ctx, order),
            Command::Give(order) => self.give(ctx, order),
            Command::Confirm => match &self.hand {
                Hand::Card(order) => {
                    let order = order.clone();
                    self.give(ctx, order);
                }
                Hand::Stand(_) => self.drop_stand(ctx),
                Hand::Empty => {}
            },
            Command::Cancel => {
                // One thing at a time: the dialog, then the dice, then what is in hand.
                let closed = self.dialog.take().is_some()
                    || self.tray.take().is_some() && matches!(self.hand, Hand::Card(_));
                if !closed {
                    self.put_back();
                }
            }
            Command::GoOn => self.go_on(ctx),
            Command::Tick(stand) => {
                if !self.ticked.remove(&stand) {
                    self.ticked.insert(stand);
                }
            }
            Command::TickAll => {
                self.ticked = self.models.due.ticks.iter().filter(|row| row.open).map(|row| row.id).collect();
            }
            Command::TickNone => self.ticked.clear(),
            Command::ActivateTicked => {
                let stands = self.ticked.iter().copied().collect();
                self.give(ctx, Order::Activate { stands });
            }
            Command::Pair(attacker, defender) => {
                if !self.pairs.remove(&(attacker, defender)) {
                    self.pairs.insert((attacker, defender));
                }
            }
            Command::DeclarePairs => {
                let attacks = self.pairs.iter().copied().collect();
                self.give(ctx, Order::Declare { attacks });
            }
            Command::PickUp(stand) => self.pick_up(stand),
            Command::BringOn(stand) => self.bring_on(stand),
            Command::Carry(pose) => self.carry(pose),
            Command::TurnGhost(by) => {
                if let Hand::Stand(lifted) = &self.hand {
                    let step = if ctx.input(|input| input.modifiers.shift) { 45.0_f32 } else { 5.0 };
                    let heading = lifted.ghost.heading.turned((by * step).to_radians());
                    let pose = Pose::new(lifted.ghost.at, heading);
                    self.carry(pose);
                }
            }
            Command::WayPoint => {
                if let Hand::Stand(lifted) = &mut self.hand {
                    lifted.way_points.push(lifted.ghost);
                }
            }
            Command::Drop => self.drop_stand(ctx),
            Command::DropShort => {
                if let Hand::Stand(lifted) = &self.hand {
                    let order =
                        mover::order(lifted.stand, lifted.kind, lifted.along, lifted.trip.legal.clone());
                    self.give(ctx, order);
                }
            }
        }
    }

    fn trouble(&mut self, error: impl std::fmt::Display) {
        self.dialog = Some(Dialog::Trouble(error.to_string()));
    }

    fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) {
        match done {
            Ok(()) => {
                self.dialog = None;
                self.changed();
            }
            Err(error) => self.trouble(error),
        }
    }

    fn new_game(&mut self, id: &str, weather: Option<String>) {
        let started = self.library.scenario(id).map_err(RunError::from).and_then(|(scenario, _)| {
            let setup = Setup::new(scenario, fresh_seed()).weather(weather);
            Start::begun(self.library.clone(), setup, None)
        });
        match started {
            Ok(start) => self.begin(start),
            Err(error) => self.trouble(error),
        }
    }

    fn begin(&mut self, start: Start) {
        let saved = self.saved.clone();
        let table = std::mem::take(&mut self.table);
        let (theme_set, version) = (self.theme_set, self.version);
        *self = Self::with(start, saved);
        self.theme_set = theme_set;
        self.version = version + 1;
        self.table = table;
        self.table.fitted = true;
    }

    fn ask_for_file(&mut self, ctx: &egui::Context, opening: bool) {
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

    fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.table.view {
            self.table.view = Some(view.zoomed(factor, view.rect.center()));
            self.table.fitted = false;
        }
    }

    fn fit_selection(&mut self) {
        let state = self.desk.state();
        let Some(view) = self.table.view else { return };
        let Some(at) = self.selected.and_then(|id| state.pose(id)) else {
            self.table.fitted = true;
            return;
        };
        self.table.view = Some(View::around(at.at - 7.0, at.at + 7.0, view.rect));
        self.table.fitted = false;
    }

    /// Selects a stand; an enemy of the selected battery becomes its target.
    fn select(&mut self, ctx: &egui::Context, stand: Option<StandId>) {
        let state = self.desk.state();
        if let (Some(battery), Some(target)) = (self.selected, stand)
            && state.arm(battery).is_artillery()
            && state.may_act(battery)
            && state.are_enemies(battery, target)
            && matches!(self.hand, Hand::Empty | Hand::Card(_))
        {
            self.take(ctx, Order::Fire { battery, target });
            return;
        }
        self.selected = stand;
        if matches!(self.hand, Hand::Card(_)) && self.tray.is_none() {
            self.put_back();
        }
    }

    /// Shows the card of an order; its odds come from a thread of their own.
    fn take(&mut self, ctx: &egui::Context, order: Order) {
        let card = models::card(self.desk.state(), &order);
        if card.refusal.is_none() && card.throw.is_some() {
            let (tell, answer) = channel();
            let (state, order, ctx) = (self.desk.state().clone(), order.clone(), ctx.clone());
            std::thread::spawn(move || {
                // Nobody listens when the order was put back meanwhile.
                let _ = tell.send(models::weigh(&state, &order));
                ctx.request_repaint();
            });
            self.odds = Some(answer);
        }
        self.card = Some(card);
        self.hand = Hand::Card(order);
    }

    /// Gives an order with the dice that are the habit; typed ones are asked for first.
    fn give(&mut self, ctx: &egui::Context, order: Order) {
        match self.saved.dice {
            Habit::Rolled => self.order(ctx, order, DiceFrom::Rolled),
            Habit::Typed => match self.desk.next_throw(&order, &[]) {
                Ok(None) => self.order(ctx, order, DiceFrom::Typed(Vec::new())),
                Ok(Some(throw)) => self.tray = Some(Tray::new(order, throw)),
                Err(Stop::Refused(_)) => self.take(ctx, order),
                Err(stop) => self.trouble(stop),
            },
        }
    }

    fn order(&mut self, ctx: &egui::Context, order: Order, dice: DiceFrom) {
        match self.desk.order(order.clone(), dice) {
            Ok(_) => {
                let acted = match &order {
                    Order::Move { stand, .. } | Order::Enter { stand, .. } => Some(*stand),
                    _ => None,
                };
                self.selected = acted.or(self.selected);
                self.changed();
            }
            Err(OrderError::Stopped(Stop::Refused(_))) => {
                self.tray = None;
                self.take(ctx, order);
            }
            Err(error) => self.trouble(error),
        }
    }

    fn type_dice(&mut self, command: Command) {
        let Some(tray) = &mut self.tray else { return };
        tray.fault = None;
        match command {
            Command::Digit(digit) => match &mut tray.count {
                Some(text) if text.len() < 3 => text.push_str(&digit.to_string()),
                Some(_) => {}
                None => {
                    if digit == 0 || digit > tray.throw.sides {
                        tray.fault = Some(format!("This die has faces from 1 to {}", tray.throw.sides));
                    } else if tray.faces.len() < usize::from(tray.throw.dice) {
                        tray.faces.push(digit);
                    }
                }
            },
            Command::Backspace => {
                let nothing = match &mut tray.count {
                    Some(text) => text.pop().is_none(),
                    None => tray.faces.pop().is_none(),
                };
                if nothing && let Some((throw, entry)) = tray.before.pop() {
                    tray.entered.pop();
                    tray.throw = throw;
                    match entry {
                        TypedEntry::Faces(faces) => (tray.faces, tray.count) = (faces, None),
                        TypedEntry::Count(count) => tray.count = Some(count.to_string()),
                        TypedEntry::Name(_) => {}
                    }
                }
            }
            Command::ToggleCount => {
                tray.count = if tray.count.is_some() { None } else { Some(String::new()) };
                tray.faces.clear();
            }
            Command::EnterDice(entry) => self.enter_dice(entry),
            Command::RollInstead => {
                let order = tray.order.clone();
                self.tray = None;
                match self.desk.order(order, DiceFrom::Rolled) {
                    Ok(_) => self.changed(),
                    Err(error) => self.trouble(error),
                }
            }
            _ => {}
        }
    }

    /// These dice are right: the next throw is asked for, or the order is given.
    fn enter_dice(&mut self, entry: TypedEntry) {
        let Some(tray) = &mut self.tray else { return };
        let mut entered = tray.entered.clone();
        entered.push(entry.clone());
        match self.desk.next_throw(&tray.order, &entered) {
            Ok(Some(throw)) => {
                tray.before.push((tray.throw.clone(), entry));
                tray.entered = entered;
                tray.throw = throw;
                tray.faces.clear();
                tray.count = tray.count.as_ref().map(|_| String::new());
            }
            Ok(None) => {
                let order = tray.order.clone();
                match self.desk.order(order, DiceFrom::Typed(entered)) {
                    Ok(_) => self.changed(),
                    Err(error) => self.trouble(error),
                }
            }
            Err(stop) => {
                tray.fault = Some(stop.to_string());
                tray.faces.clear();
            }
        }
    }

    /// The one thing that is due, where there is only one.
    fn go_on(&mut self, ctx: &egui::Context) {
        if self.dialog.is_some() || self.tray.is_some() || !matches!(self.hand, Hand::Empty) {
            return;
        }
        let due = &self.models.due;
        if due.can_activate {
            self.run_command(ctx, Command::ActivateTicked);
        } else if !due.default_pairs.is_empty() {
            self.run_command(ctx, Command::DeclarePairs);
        } else if let [(order, ..)] = &due.exact[..]
            && due.movers.is_empty()
            && due.arrivals.is_empty()
        {
            let order = order.clone();
            self.give(ctx, order);
        }
    }

    /// Why this stand may be lifted now, as the desk offers it.
    fn lift_kind(&self, stand: StandId) -> Option<Kind> {
        let general =
            self.desk.state().active().and_then(|now| self.desk.state().command(now.command).general);
        self.desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Move { stand: id, .. } if *id == stand => Some(Kind::Move),
            Order::Withdraw { stand: id, .. } if *id == stand => Some(Kind::Withdraw),
            Order::MoveGeneral { .. } if general == Some(stand) => Some(Kind::General),
            _ => None,
        })
    }

    fn pick_up(&mut self, stand: StandId) {
        self.selected = Some(stand);
        let (Some(kind), Some(start)) = (self.lift_kind(stand), self.desk.state().pose(stand)) else {
            return;
        };
        self.lift(stand, kind, start, 0.0);
    }

    fn lift(&mut self, stand: StandId, kind: Kind, start: Pose, along: f32) {
        let trip = mover::trip(self.desk.state(), stand, kind, start, &[], start);
        self.reach = mover::reach_marks(self.desk.state(), stand, kind, start, start.heading);
        self.card = None;
        self.hand = Hand::Stand(Box::new(Lifted {
            stand,
            kind,
            start,
            ghost: start,
            way_points: Vec::new(),
            trip,
            along,
            held: true,
            threats: Vec::new(),
            threats_at: None,
        }));
    }

    fn bring_on(&mut self, stand: StandId) {
        let offered = self.desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Enter { stand: id, along, .. } if *id == stand => Some(*along),
            _ => None,
        });
        let state = self.desk.state();
        if let Some(along) = offered
            && let Some(start) = mover::entry_pose(state, stand, along)
        {
            self.selected = Some(stand);
            self.grip = Vec2::ZERO;
            self.lift(stand, Kind::Enter, start, along);
        }
    }

    fn carry(&mut self, pose: Pose) {
        let Hand::Stand(lifted) = &mut self.hand else { return };
        let state = self.desk.state();
        let turned = pose.heading != lifted.ghost.heading;
        let snapped = mover::snapped(state, lifted.stand, lifted.kind, pose);
        lifted.ghost = Pose::new(pose.at, pose.heading);
        lifted.trip =
            mover::trip(state, lifted.stand, lifted.kind, lifted.start, &lifted.way_points, snapped);
        if turned {
            self.reach =
                mover::reach_marks(state, lifted.stand, lifted.kind, lifted.start, lifted.ghost.heading);
        }
    }

    /// Puts the stand in hand down: the order is its planned path. Put down where it was, it has not been moved.
    fn drop_stand(&mut self, ctx: &egui::Context) {
        let Hand::Stand(lifted) = &self.hand else { return };
        if lifted.trip.path.legs.is_empty() && lifted.kind != Kind::Enter {
            // A click lifts the stand and leaves it in hand.
            return;
        }
        if lifted.trip.refusal.is_some() {
            return;
        }
        let order = mover::order(lifted.stand, lifted.kind, lifted.along, lifted.trip.path.clone());
        self.give(ctx, order);
    }
}

/// A digit typed for a die with so many sides; the key 0 is the ten of a d10.
fn typed_digit(ctx: &egui::Context, sides: u16, count: bool) -> Option<u16> {
    let keys = [
        Key::Num0,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let typed = ctx.input_mut(|input| {
        (0_u16..)
            .zip(keys)
            .find(|(_, key)| input.consume_key(egui::Modifiers::NONE, *key))
            .map(|(digit, _)| digit)
    })?;
    Some(if typed == 0 && sides == 10 && !count { 10 } else { typed })
}

/// Every scenario of the library, with what hinders those that cannot be played.
fn battles(library: &Library) -> Vec<Battle> {
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

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, STORE, &self.saved);
    }
}
