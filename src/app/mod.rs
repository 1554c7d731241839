//! The window: views only. They read the desk and hand it orders; no rule is decided here.
//!
//! `state` is what it remembers, `command` all it can be told, `models` plain data built from the desk,
//! `views` what is seen, `panes` where it is seen, `painter` the one painter of the table, `theme` the only place
//! with colours. What a command does is written where it belongs: `game`, `orders`, `carry`.

mod bench;
mod carry;
mod command;
mod game;
mod keys;
mod models;
mod mover;
mod orders;
mod overlay;
pub mod painter;
mod panes;
mod setup;
mod start;
mod state;
pub mod theme;
mod views;

use std::collections::BTreeSet;
use std::sync::mpsc::Receiver;

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::desk::{Desk, Library};
use crate::rules::Viewer;
use crate::rules::easy::state::Phase;
use crate::rules::easy::{Easy, Order, StandId};
use crate::table::{Pose, Vec2};

pub use bench::{FrameBench, bench_frame};
pub use command::Command;
pub use panes::Pane;
pub use setup::{Act, Begin};
pub use start::{RunError, RunOptions, Start, run};
pub use state::{Habit, Saved};

use game::Asked;
use models::{Card, Models, Weighed};
use painter::Mark;
use state::{Dialog, Hand, Tray};
use views::dialogs::{self, Battle};
use views::orders::{InHand, orders_ui};
use views::table::{Overlays, TableModel, TableState, table_ui};

/// Where eframe keeps what is saved between runs.
const STORE: &str = "window";

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
    /// What is set up instead of played.
    making: setup::Making,
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
            making: setup::Making::default(),
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
        self.hear_set_up(ui.ctx());
        let mut command = self.keys(ui.ctx());
        command = command.or(Panel::top("top")
            .exact_size(40.0)
            .show(ui, |ui| views::top::top_ui(ui, &self.top(), &self.saved, self.viewer))
            .inner);
        command =
            command.or(CentralPanel::default().frame(Frame::new()).show(ui, |ui| self.panes_ui(ui)).inner);
        command = command.or(self.dialog_ui(ui.ctx()));
        command = command.or(self.asking_ui(ui.ctx()));
        self.weigh_threats(ui.ctx());
        if let Some(command) = command {
            self.run_command(ui.ctx(), command);
        }
    }

    /// What is in this panel, and what it was told.
    fn pane_ui(&mut self, ui: &mut Ui, pane: Pane) -> Option<Command> {
        match pane {
            Pane::Table if self.making.mode.is_some() => self.set_up_table_ui(ui),
            Pane::SetUp => {
                let (mode, kept) = (self.making.mode.as_deref(), self.saved.picture.as_ref());
                views::setup::set_up_ui(ui, mode, &self.making.picture, kept).map(Command::Make)
            }
            Pane::Orders | Pane::Dice if self.making.mode.is_some() => {
                views::weak(ui, "The game waits while a table is set up.");
                None
            }
            Pane::Table => self.table_ui(ui),
            Pane::OrderOfBattle => {
                views::order_of_battle::order_of_battle_ui(ui, &self.models.commands, self.selected)
            }
            Pane::Orders => {
                let found = self.orders_ui(ui);
                if matches!(found, Some(Command::PickUp(_))) {
                    // Lifted from the list: the pointer holds its middle.
                    self.grip = Vec2::ZERO;
                }
                found
            }
            Pane::Dice => {
                let last = self.models.log.iter().rev().find(|row| !row.undone);
                let last = last.map_or(&[][..], |row| &row.dice);
                views::tray::tray_ui(ui, self.tray.as_ref(), last, self.saved.dice)
            }
            Pane::Log => {
                let found = views::log::log_ui(ui, &self.models.log, &self.open_entries);
                found.filter(|found| !matches!(found, Command::PointAt(at) if *at == self.pointed))
            }
        }
    }

    fn orders_ui(&self, ui: &mut Ui) -> Option<Command> {
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
    }

    fn table_ui(&mut self, ui: &mut Ui) -> Option<Command> {
        self.lay_over();
        let carrying = matches!(self.hand, Hand::Stand(_));
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
        let answer = table_ui(ui, &model, &mut self.table);
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

    /// Does what the views or the keys asked for. The only place where anything changes.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        ctx.request_repaint();
        let Some(command) = self.for_the_game(command) else { return };
        match command {
            Command::ChooseScenario => {
                self.battles = game::battles(&self.library);
                self.dialog = Some(Dialog::Scenarios);
            }
            Command::SetUp => self.set_up(ctx, Act::Ask),
            Command::Make(act) => self.set_up(ctx, act),
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
            Command::TogglePane(pane) => {
                let layout = self.saved.layout.get_or_insert_with(panes::first_layout);
                panes::set_open(layout, pane, !panes::is_open(layout, pane));
            }
            Command::ResetLayout => self.saved.layout = None,
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
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, STORE, &self.saved);
    }
}
