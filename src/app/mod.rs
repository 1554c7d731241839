//! The window: views only. They read the desk and hand it orders; no rule is decided here.
//!
//! `state` is what it remembers, `command` all it can be told, `models` plain data built from the desk,
//! `views` what is seen, `panes` where it is seen, `painter` the one painter of the table, `theme` the only place
//! with colours. What a command does is written where it belongs: `game`, `orders`, `carry`, `setup`.

mod bench;
mod book;
pub mod canvas;
mod carry;
mod command;
mod fiat;
mod filled;
mod floating;
mod game;
mod guide;
pub mod hex;
mod keys;
mod line;
mod looking;
mod models;
mod orders;
mod overlay;
pub mod painter;
pub mod panels;
mod panes;
mod players;
mod record;
mod regroup;
mod seat;
mod setup;
mod shell;
mod shown;
mod start;
mod state;
mod stepping;
pub mod theme;
mod threat;
mod toast;
mod typing;
mod views;
mod weighing;
pub mod window;

use std::collections::BTreeSet;
use std::sync::mpsc::TryRecvError;

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::desk::{Desk, Game as _};
use crate::game::line::Choice;
use crate::game::{Briefs as _, Viewer};
use crate::rules::easy::state::Phase;
use crate::rules::easy::{Easy, Order, StandId};
use crate::rules::rulebook::Rulebook;
use crate::table::{Pose, Vec2};

pub use bench::{CardAnswer, FrameBench, answer_card, answer_carry, answer_threats, bench_frame};
pub use command::Command;
pub use fiat::{Act as FiatAct, Form as FiatForm};
pub use guide::{Advice, Lesson};
pub use panes::Pane;
pub use regroup::{RegroupForm, Regrouping};
pub use seat::Window;
pub use setup::{Act as SetUpAct, Begin};
pub use start::{Opening, RunError, RunOptions, Start, has_display, run};
pub use state::{Habit, Saved, Wanted};
pub use weighing::is_weighing;

use crate::drawing::Mark;
use crate::drawing::overlay::{Shown, legend_rows};
use crate::rules::easy::brief::card::Declaration;
use crate::rules::easy::brief::trip;
use book::RulesPage;
use fiat::{Form, ShownForm};
use guide::Guide;
use looking::Looking;
use models::{Card, Models, Weighed};
use painter::Type;
use panes::{Seated, Waits};
use record::Log;
use shell::Shell;
use shown::{Measuring, RulerEnd, RulerEnds};
use state::{Dialog, Hand, Tray, drawn_sheet};
use threat::Watch;
use typing::Typing;
use views::dialogs;
use views::keys::KeysModel;
use views::line::{LineModel, line_ui};
use views::log::LogState;
use views::orders::{InHand, orders_ui};
use views::table::{Overlays, TableModel, TableState, table_ui};
use weighing::Weighing;

/// Radians for a wheel that would zoom by a factor of e.
pub(in crate::app) const WHEEL_TURN: f32 = 0.35;

/// The window.
#[derive(Debug)]
pub struct App {
    /// What the window has whatever is played.
    shell: Shell,
    desk: Desk<Easy>,
    viewer: Viewer,
    /// Grows with every change of the game.
    version: u64,
    /// The number of the game's ground.
    paper: u64,
    models: Models,
    card: Option<Card>,
    odds: Option<Weighing<Weighed>>,
    hand: Hand,
    tray: Option<Tray>,
    ticked: BTreeSet<StandId>,
    pairs: BTreeSet<(StandId, StandId)>,
    selected: Option<StandId>,
    open_entries: BTreeSet<usize>,
    /// The line of the log under the pointer, and what it was on the table.
    pointed: Option<usize>,
    pointed_marks: Vec<Mark>,
    /// An earlier table that is seen instead of the present one.
    looking: Option<Looking>,
    log: LogState,
    /// The fiat that is being filled in.
    fiat: Option<Form>,
    /// What the form showed last.
    fiat_shown: Option<ShownForm>,
    /// The regrouping that is being filled in.
    regroup: Option<RegroupForm>,
    /// A form was shown in the panel of orders in this frame.
    fiat_docked: bool,
    guide: Option<Guide>,
    /// What it says in this frame, and whether it has been said at the foot of the orders.
    advice: Option<Advice>,
    advice_docked: bool,
    table: TableState,
    overlays: Overlays,
    /// What the switches lay over the table.
    laid: shown::Laid,
    /// The rulers that lie on the table, and the one that is being laid.
    rulers: Vec<RulerEnds>,
    measuring: Option<Measuring>,
    /// Where the stand in hand may go, and what the stands of this version control.
    reach: Vec<Mark>,
    zones: Option<(u64, Vec<Mark>)>,
    /// From the pointer to the centre of the stand in hand.
    grip: Vec2,
    /// What could come at the stand in hand.
    watch: Option<Watch>,
    /// Where the stand in hand was when Shift went down: a way-point, if it comes up and has turned nothing.
    shift: Option<Pose>,
    shift_held: bool,
    /// The ticked attacks as combats, and how each would end.
    declaration: Option<Declaration>,
    forecast: Option<Weighing<Forecast>>,
    typing: Typing,
    /// Where the dice were shown in the last frame, if they were.
    dice_at: Option<egui::Rect>,
    /// What is due, numbered, and whether a number alone says it.
    choices: Vec<Choice<Order>>,
    numbers_alone: bool,
    /// What is set up instead of played.
    making: setup::Making,
}

/// A declared combat by its number, and how it would end.
type Forecast = (usize, Vec<(String, f64)>);

impl Seated for App {
    fn shell(&mut self) -> &mut Shell {
        &mut self.shell
    }

    fn waits(&self) -> Waits {
        let plays = self.making.mode.is_none();
        let named = self.tray.as_ref().map(|tray| !tray.throw.names.is_empty());
        Waits {
            dice: plays && named == Some(false),
            answer: plays && (named == Some(true) || matches!(self.hand, Hand::Card(_))),
            in_hand: !matches!(self.hand, Hand::Empty) || self.fiat.is_some() || self.regroup.is_some(),
        }
    }

    fn pane_ui(&mut self, ui: &mut Ui, pane: Pane) -> Option<Command> {
        self.show_pane(ui, pane)
    }
}

impl App {
    /// In any egui context: tests and benchmarks. The theme has to be installed there first.
    pub fn with(start: Start, saved: Saved) -> Self {
        let scenario = start.desk.setup().scenario.id.clone();
        let mut app = Self {
            shell: Shell::new(start.library, saved, &scenario),
            models: Models::build(&start.desk, Viewer::Referee, None, Log::default()),
            desk: start.desk,
            viewer: Viewer::Referee,
            version: 1,
            paper: state::new_sheet(),
            card: None,
            odds: None,
            hand: Hand::Empty,
            tray: None,
            ticked: BTreeSet::new(),
            pairs: BTreeSet::new(),
            selected: None,
            open_entries: BTreeSet::new(),
            pointed: None,
            pointed_marks: Vec::new(),
            looking: None,
            log: LogState::default(),
            fiat: None,
            fiat_shown: None,
            regroup: None,
            fiat_docked: false,
            guide: None,
            advice: None,
            advice_docked: false,
            table: TableState::default(),
            overlays: Overlays::default(),
            laid: shown::Laid::default(),
            rulers: Vec::new(),
            measuring: None,
            reach: Vec::new(),
            zones: None,
            grip: Vec2::ZERO,
            watch: None,
            shift: None,
            shift_held: false,
            declaration: None,
            forecast: None,
            typing: Typing::default(),
            dice_at: None,
            choices: Vec::new(),
            numbers_alone: false,
            making: setup::Making::default(),
        };
        app.hide_tools();
        if let Some(page) = &app.shell.saved.page {
            app.shell.book.show(page);
        }
        app.shell.tell(&start.notices);
        app.changed();
        app
    }

    pub fn desk(&self) -> &Desk<Easy> {
        &self.desk
    }

    /// The fiat that is being filled in.
    pub fn fiat_form(&self) -> Option<&FiatForm> {
        self.fiat.as_ref()
    }

    fn shell_mut(&mut self) -> &mut Shell {
        &mut self.shell
    }

    pub fn saved(&self) -> &Saved {
        &self.shell.saved
    }

    /// The game has changed: every model is built anew, and nothing is in hand.
    fn changed(&mut self) {
        self.shell.tell_of_journal(&mut self.desk);
        self.looking = None;
        self.rebuild();
        self.put_back();
        self.tray = None;
        self.fiat = None;
        self.regroup = None;
        self.ticked = self.models.due.all_ticked();
        self.pairs = self.models.due.default_pairs.iter().copied().collect();
        self.redeclare();
        if let Some(id) = self.selected
            && !self.models.table.blocks.iter().any(|block| block.stand == id.0)
        {
            self.selected = None;
        }
        if matches!(self.desk.state().phase, Phase::Over(_)) {
            self.shell.dialog = Some(Dialog::Result);
        }
    }

    fn put_back(&mut self) {
        self.hand = Hand::Empty;
        self.card = None;
        self.odds = None;
        self.watch = None;
        self.shift = None;
        self.shift_held = false;
        self.reach.clear();
    }

    /// One frame: what is seen first, then everything it was told.
    pub fn show(&mut self, ui: &mut Ui) {
        let glyphs = Type::of(ui.painter());
        self.shell.ctx = Some(ui.ctx().clone());
        self.shell.dress(ui.ctx());
        views::use_book(ui.ctx(), Rulebook::easy());
        self.hear(ui.ctx());
        self.typing.hand_back(ui.ctx());
        self.read_line();
        self.hear_set_up(ui.ctx());
        let setting_up = self.making.mode.is_some();
        self.advice = if setting_up { None } else { self.advise() };
        let lit = self.advice.as_ref().and_then(|advice| advice.lit.as_deref());
        views::guide::light(ui.ctx(), lit);
        let mut told: Vec<Command> = Vec::new();
        if setting_up {
            told.extend(self.set_up_keys(ui.ctx()));
        } else if self.begins_line(ui.ctx()) {
            self.typing.wants_focus = true;
        } else {
            told.extend(self.line_keys(ui.ctx()).or_else(|| self.keys(ui.ctx())));
        }
        told.extend(
            Panel::top("top")
                .exact_size(panes::HEAD)
                .show(ui, |ui| {
                    views::top::top_ui(ui, &self.top(), &self.shell.saved, self.viewer, &self.shell.games)
                })
                .inner,
        );
        if !setting_up {
            told.extend(
                Panel::bottom("order line").exact_size(panes::LINE).show(ui, |ui| self.line_ui(ui)).inner,
            );
        }
        told.extend(
            CentralPanel::default().frame(Frame::new()).show(ui, |ui| panes::panes_ui(self, ui)).inner,
        );
        told.extend(self.dialog_ui(ui.ctx()));
        told.extend(self.asking_ui(ui.ctx()));
        if let Some(finder) = &mut self.shell.finder {
            told.extend(views::palette::palette_ui(ui.ctx(), finder));
        }
        self.shell.toast_ui(ui.ctx());
        told.extend(self.floating_fiat_ui(ui.ctx()));
        if let Some(advice) = self.advice.take()
            && !std::mem::take(&mut self.advice_docked)
        {
            told.extend(views::guide::floating_ui(ui.ctx(), &advice.saying()));
        }
        self.shell.screen_ui(ui.ctx(), &self.desk, self.version);
        told.extend(views::wanted_clause(ui.ctx()).map(Command::ShowClause));
        self.weigh_threats(ui.ctx());
        for command in told {
            self.run_command(ui.ctx(), command);
        }
        if self.typing.waits() {
            ui.ctx().request_repaint();
        }
        // Triangles of letters are good for one atlas: where words of this frame made it grow, or another window had it
        // begun anew, this frame is not shown, and the next one cuts them anew.
        if !Type::of(ui.painter()).is_same(&glyphs) {
            ui.ctx().request_discard("the glyph atlas has changed");
            ui.ctx().request_repaint();
        }
    }

    /// The form for a fiat or a regrouping over the window, where the panel of orders has been closed under it.
    fn floating_fiat_ui(&mut self, ctx: &egui::Context) -> Option<Command> {
        let open = self.fiat.is_some() || self.regroup.is_some();
        if !open || std::mem::take(&mut self.fiat_docked) {
            return None;
        }
        let (id, title) =
            if self.fiat.is_some() { ("fiat", "By the referee") } else { ("regroup", "Regrouping") };
        floating::floating_ui(ctx, id, title, |ui| match self.fiat {
            Some(_) => self.fiat_ui(ui),
            None => self.regroup_ui(ui),
        })
        .flatten()
    }

    /// What is in this panel, and what it was told. At the foot of the orders the guide speaks, where it covers nothing.
    fn show_pane(&mut self, ui: &mut Ui, pane: Pane) -> Option<Command> {
        let mut guided = None;
        if pane == Pane::Orders
            && let Some(advice) = &self.advice
        {
            self.advice_docked = true;
            guided = views::guide::docked_ui(ui, &advice.saying());
        }
        let found = self.within_pane_ui(ui, pane);
        found.or(guided)
    }

    fn within_pane_ui(&mut self, ui: &mut Ui, pane: Pane) -> Option<Command> {
        match pane {
            Pane::Table if self.making.mode.is_some() => self.set_up_table_ui(ui),
            Pane::SetUp => {
                let (mode, kept) = (self.making.mode.as_deref(), self.shell.saved.picture.as_ref());
                views::setup::set_up_ui(ui, mode, &self.making.picture, kept).map(Command::Make)
            }
            Pane::OrderOfBattle | Pane::Orders | Pane::Dice | Pane::Log if self.making.mode.is_some() => {
                views::weak(ui, "The game waits while a table is set up.");
                None
            }
            Pane::Table => {
                let found = self.table_ui(ui);
                let seen = self.looking.as_ref();
                seen.and_then(|looking| views::log::banner_ui(ui, &looking.words, looking.on_line)).or(found)
            }
            Pane::OrderOfBattle => {
                let draws = self.draws();
                views::order_of_battle::order_of_battle_ui(ui, &self.models.commands, self.selected, draws)
            }
            Pane::Orders if self.fiat.is_some() => {
                self.fiat_docked = true;
                self.fiat_ui(ui)
            }
            Pane::Orders if self.regroup.is_some() && self.looking.is_none() => {
                self.fiat_docked = true;
                self.regroup_ui(ui)
            }
            Pane::Orders if self.looking.is_some() => {
                views::log::nothing_to_order_ui(ui);
                None
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
                self.dice_at = Some(ui.max_rect());
                let last = self.models.log.last().map_or(&[][..], |row| &row.dice);
                let tray = self.tray.as_ref();
                let area = egui::ScrollArea::vertical().id_salt("dice").auto_shrink([false; 2]);
                area.show(ui, |ui| views::tray::tray_ui(ui, tray, last, self.shell.saved.dice)).inner
            }
            Pane::Log => {
                let selected = self.selected.map(|id| self.desk.state().key(id));
                let model = views::log::LogModel {
                    log: &self.models.log,
                    selected: selected.as_deref(),
                    open: &self.open_entries,
                    at: self.looking.as_ref().map_or_else(|| self.desk.at(), |looking| looking.number),
                };
                let found = views::log::log_ui(ui, &model, &mut self.log);
                found.filter(|found| !matches!(found, Command::PointAt(at) if *at == self.pointed))
            }
            Pane::Rulebook => {
                let chosen = self.desk.state().game.chosen.clone();
                views::book::rulebook_ui(ui, &chosen, &mut self.shell.book);
                if self.shell.saved.page.as_deref() != self.shell.book.page() {
                    self.shell.saved.page = self.shell.book.page().map(str::to_owned);
                }
                None
            }
        }
    }

    /// A chit is due: those in the cup may be named as drawn.
    fn draws(&self) -> bool {
        let draw = |(order, ..): &(Order, String, &str)| *order == Order::Draw;
        self.looking.is_none() && self.models.due.exact.iter().any(draw)
    }

    fn line_ui(&mut self, ui: &mut Ui) -> Option<Command> {
        let looking = self.looking.is_some();
        let model = LineModel {
            choices: if looking { &[] } else { &self.choices },
            looking,
            dice: self.dice_at.take(),
            table: self.shell.table_at,
            numbers_alone: self.numbers_alone,
            begins: "a badge",
            grammar: "Stands by badge or name, then a verb; # and a number for what is due",
            waits_for_dice: self.tray.as_ref().is_some_and(|tray| tray.throw.names.is_empty()),
        };
        line_ui(ui, &model, &mut self.typing)
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
            tray: self.tray.as_ref(),
            habit: self.shell.saved.dice,
            watch: self.watch.as_ref(),
            snap: match &self.hand {
                Hand::Stand(lifted) => lifted.snap.map(|snap| snap.words(self.desk.state())),
                Hand::Empty | Hand::Card(_) => None,
            },
            declaration: self.declaration.as_ref(),
            choices: &self.choices,
            version: self.version,
        };
        orders_ui(ui, &self.models.due, &hand)
    }

    fn table_ui(&mut self, ui: &mut Ui) -> Option<Command> {
        self.lay_over();
        let (waits, looking) = (self.tray.is_some(), self.looking.is_some());
        // A move that waits for its die is made: nothing follows the pointer.
        let carrying = matches!(self.hand, Hand::Stand(_)) && !waits && !looking;
        let switched = self.shell.saved.shown;
        let reach = carrying && switched.reach && !self.reach.is_empty();
        let shown = Shown { zones: switched.zones, reach, ..self.laid.seen };
        let measuring = self.measuring.is_some();
        let state = self.looking.as_ref().map_or_else(|| self.desk.state(), |looking| &looking.state);
        let model = TableModel {
            ground: state.ground(),
            sheet: drawn_sheet(self.paper, state),
            table: &self.models.table,
            overlays: &self.overlays,
            zones: self.zones.as_ref().filter(|_| switched.zones).map(|(_, marks)| &marks[..]),
            names: self.shell.saved.names,
            grid: self.shell.saved.grid,
            selected: self.selected,
            carrying,
            measuring,
            silent: self.shell.dialog.is_some()
                || self.making.asking.is_some()
                || self.shell.finder.is_some(),
            rulers: &self.laid.rulers,
            version: self.version,
            legend: &legend_rows(shown),
            yards_per_inch: self.desk.state().lengths().yards_per_inch(),
        };
        let answer = table_ui(ui, &model, &mut self.table);
        if measuring {
            return self.measured(&answer);
        }
        if waits && answer.command.is_some() {
            return None;
        }
        if let Some(at) = answer.clicked
            && self.fiat_points()
        {
            return Some(Command::PointFiat(at));
        }
        if let Some(at) = answer.clicked
            && self.regroup.is_some()
        {
            return Some(Command::PointRegroup(at, answer.hovered));
        }
        if let (Hand::Card(Order::Rally { .. }), Some(Command::Select(_)), Some(pointer)) =
            (&self.hand, &answer.command, answer.pointer)
        {
            return Some(Command::PointTo(pointer));
        }
        if carrying && answer.command.is_none() {
            if let Some(command) = self.shifted(ui) {
                return Some(command);
            }
            if let (Some(pointer), Hand::Stand(lifted)) = (answer.pointer, &self.hand)
                && lifted.held
            {
                // With Ctrl the wheel zooms in egui's eyes; here it turns, some five degrees a notch.
                let turn = ui.input(|input| {
                    if input.modifiers.command { -input.zoom_delta().ln() * WHEEL_TURN } else { 0.0 }
                });
                let heading = lifted.ghost.heading.turned(turn);
                let goal = Pose::new(pointer + self.grip, heading);
                let free = ui.input(|input| input.modifiers.alt);
                if goal.at.distance(lifted.ghost.at) > 0.005 || turn != 0.0 || free != lifted.free {
                    return Some(Command::Carry(goal));
                }
            }
        }
        if let Some(Command::PickUp(id)) = &answer.command
            && let (Some(pose), Some(pointer)) =
                (self.desk.state().pose(*id), answer.pressed.or(answer.pointer))
        {
            self.grip = pose.at - pointer;
        }
        answer.command
    }

    /// Shift tapped while the stand is dragged sets a way-point where it was then.
    fn shifted(&mut self, ui: &Ui) -> Option<Command> {
        let (down, shift, turning) = ui.input(|input| {
            let turning = [egui::Key::Q, egui::Key::E].into_iter().any(|key| input.key_down(key));
            (input.pointer.primary_down(), input.modifiers.shift, turning)
        });
        match (down && shift, self.shift) {
            (true, None) if !turning => {
                // Held still after a turn, Shift means nothing more.
                if !self.shift_held {
                    self.shift = self.resting();
                }
                self.shift_held = true;
                None
            }
            (false, Some(pose)) => {
                self.shift = None;
                self.shift_held = false;
                down.then_some(Command::WayPointAt(pose))
            }
            (false, None) => {
                self.shift_held = false;
                None
            }
            (true, _) => None,
        }
    }

    fn dialog_ui(&mut self, ctx: &egui::Context) -> Option<Command> {
        match &self.shell.dialog {
            None => None,
            Some(Dialog::Scenarios) => {
                let shell = &mut self.shell;
                views::begin::begin_ui(ctx, &shell.battles, &shell.presets, &shell.saved, &mut shell.sheet)
            }
            Some(Dialog::Rules) => dialogs::rules_ui(ctx, &RulesPage::of(&self.desk, Rulebook::easy())),
            Some(Dialog::File(wanted)) => {
                let wanted = *wanted;
                let mut text = std::mem::take(&mut self.shell.file_name);
                let found =
                    dialogs::file_ui(ctx, wanted, &mut text, |text| self.shell.typed_path(text, wanted));
                self.shell.file_name = text;
                found
            }
            Some(Dialog::Busy(words)) => dialogs::busy_ui(ctx, words),
            Some(Dialog::Result) => views::ending::ending_ui(ctx, &self.desk.ending(self.viewer)),
            Some(Dialog::Keys) => {
                let line = Easy::line_keys();
                let commands = Command::listed();
                let model = KeysModel { begins: "the badge of a stand", line, commands, hexes: false };
                views::keys::keys_ui(ctx, &model)
            }
            Some(Dialog::Trouble(words)) => dialogs::trouble_ui(ctx, words),
            Some(Dialog::Notice(words)) => dialogs::notice_ui(ctx, words),
            Some(Dialog::Unkept(words)) => dialogs::unkept_ui(ctx, words),
        }
    }

    /// Takes what other threads have found: odds, and files that were chosen.
    fn hear(&mut self, ctx: &egui::Context) {
        let odds = self.odds.as_ref().map_or(Err(TryRecvError::Empty), Weighing::hear);
        if !matches!(odds, Err(TryRecvError::Empty)) {
            self.stop_weighing();
            if let (Some(card), Ok(found)) = (&mut self.card, odds) {
                card.odds = Some(found);
            }
        }
        while let Some((index, ends)) = self.forecast.as_ref().and_then(|found| found.hear().ok()) {
            let combats = self.declaration.as_mut().map(|declaration| &mut declaration.combats);
            if let Some(combat) = combats.and_then(|combats| combats.get_mut(index)) {
                combat.ends = ends;
            }
        }
        if let Some(command) = self.shell.hear_files(ctx) {
            self.run_command(ctx, command);
        }
        self.shell.hear_battles();
        self.take_seat();
    }

    /// Does what the views or the keys asked for. The only place where anything changes.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        ctx.request_repaint();
        if self.looking.is_some() && command.is_for_now() {
            return;
        }
        let Some(command) = self.for_the_game(command) else { return };
        let Some(command) = self.shell.run(ctx, command) else {
            self.take_seat();
            return;
        };
        match command {
            Command::SetUp => self.set_up(ctx, SetUpAct::Ask),
            Command::Make(act) => self.set_up(ctx, act),
            Command::OpenFile(path) => self.shell.open(ctx, path, self.desk.journal_path()),
            Command::UseFolder(folder) => {
                self.shell.use_folder(ctx, &mut self.desk, folder);
                self.rebuild();
            }
            Command::CopyRules => ctx.copy_text(RulesPage::of(&self.desk, Rulebook::easy()).markdown()),
            Command::SaveRules => {
                let page = RulesPage::of(&self.desk, Rulebook::easy());
                self.shell.save_rules(ctx, &page);
            }
            Command::SaveTo(path) => {
                let saved = self.desk.save_as(&path).map_err(|error| error.to_string());
                match saved
                    .and_then(|()| self.shell.library.remember(&path).map_err(|error| error.to_string()))
                {
                    Ok(()) => {
                        self.shell.dialog = None;
                        self.rebuild();
                        self.say(ctx, format!("Saved to {}", path.display()));
                    }
                    Err(error) => self.trouble(error),
                }
            }
            Command::Undo | Command::Redo | Command::GoTo(_) => {
                let step = stepping::step(&mut self.desk, &command, "table", self.viewer);
                if let Some(step) = step
                    && self.stepped(step.as_ref().map(drop))
                {
                    self.say(ctx, step.unwrap_or_default());
                }
            }
            Command::LookAt(number) => self.look_at(number),
            Command::LookBack => self.look_along(false),
            Command::LookOn => self.look_along(true),
            Command::BackToNow => self.back_to_now(),
            Command::PlayOnFromSeen => {
                if let Some(number) = self.looking.as_ref().map(|looking| looking.number) {
                    let done = self.desk.branch(number);
                    self.stepped(done);
                }
            }
            Command::Fit => self.table.fitted = true,
            Command::FitSelection => self.fit_selection(),
            Command::ZoomTo(stand) => {
                self.selected = Some(stand);
                if let Some(pose) = self.desk.state().pose(stand) {
                    self.zoom_to(&[pose.at]);
                }
            }
            Command::ZoomIn => self.zoom(1.25),
            Command::ZoomOut => self.zoom(0.8),
            Command::Measure if self.measuring.is_some() => {
                self.measuring = None;
                self.shell.toast = None;
            }
            Command::Measure => self.measure_from(ctx, None),
            Command::MeasureFrom(stand) => self.measure_from(ctx, Some(RulerEnd::Stand(stand))),
            Command::MeasureAt(end) => self.measure_at(ctx, end),
            Command::StretchRuler(end) => {
                if let Some(measuring) = &mut self.measuring {
                    measuring.to = Some(end);
                }
            }
            Command::RemoveRuler(place) if place < self.rulers.len() => {
                self.rulers.remove(place);
            }
            Command::RemoveRulers => self.rulers.clear(),
            Command::See(viewer) => {
                let seen = self.looking.take();
                self.viewer = viewer;
                self.changed();
                if let Some(seen) = seen {
                    self.look_at(seen.number);
                }
            }
            Command::Select(stand) => self.select(ctx, stand),
            Command::SelectCommand(id) => {
                let roster = self.desk.state().roster();
                let first = roster.stands_of(id).find(|stand| self.desk.state().pose(*stand).is_some());
                self.selected = first.or(self.selected);
            }
            Command::OpenEntry(number) if !self.open_entries.remove(&number) => {
                self.open_entries.insert(number);
            }
            Command::PointAt(number) => self.point_at(number),
            Command::Digit(_)
            | Command::Backspace
            | Command::ToggleCount
            | Command::EnterDice(_)
            | Command::RollThis
            | Command::RollInstead => {
                self.type_dice(command);
            }
            Command::StopWeighing => self.stop_weighing(),
            Command::Take(order) => self.take(ctx, order),
            Command::Give(order) => self.give(ctx, order),
            Command::GiveWith(order, dice) => self.give_with(ctx, order, dice),
            Command::Drawn(command) => self.drawn(ctx, command),
            Command::Confirm => self.confirm(ctx, self.shell.saved.dice),
            Command::ConfirmWith(dice) => self.confirm(ctx, dice),
            Command::Cancel => self.cancel(),
            Command::GoOn => self.go_on(ctx),
            Command::Tick(stand) if !self.ticked.remove(&stand) => {
                self.ticked.insert(stand);
            }
            Command::TickAll => {
                self.ticked = self.models.due.all_ticked();
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
                self.redeclare();
            }
            Command::DeclarePairs => {
                let attacks = self.pairs.iter().copied().collect();
                self.give(ctx, Order::Declare { attacks });
            }
            Command::StartGuide => self.start_guide(),
            Command::SkipLesson => {
                if let Some(guide) = &mut self.guide {
                    guide.skipped.extend(guide.now);
                }
            }
            Command::LeaveGuide => self.guide = None,
            Command::Fiat(act, stand) => self.open_fiat(act, stand),
            Command::PointFiat(at) => self.point_fiat(at),
            Command::GiveFiat => self.give_fiat(),
            Command::Overrule(clause) => self.overrule(&clause),
            Command::Regroup(what) => self.open_regroup(what),
            Command::PointRegroup(at, on) => self.point_regroup(at, on),
            Command::GiveRegroup => self.give_regroup(ctx),
            Command::OpenLine => self.typing.wants_focus = true,
            Command::Line(deed) => self.line_deed(ctx, deed),
            Command::Choose(number) => self.choose(ctx, number),
            Command::ShowPalette => self.show_palette(ctx),
            Command::ChooseFound(place) => {
                if let (Some(finder), Some(place)) = (&mut self.shell.finder, place) {
                    finder.chosen = place;
                }
                self.choose_found(ctx);
            }
            Command::PickUp(stand) => self.pick_up(ctx, stand),
            Command::BringOn(stand) => self.bring_on(stand),
            Command::Carry(pose) => self.carry(pose, ctx.input(|input| input.modifiers.alt)),
            Command::TurnGhost(by) => {
                let step = match (&self.hand, ctx.input(|input| input.modifiers.shift)) {
                    (_, true) => 45.0,
                    (Hand::Card(_), false) => 15.0,
                    (_, false) => 5.0,
                };
                match &mut self.fiat {
                    Some(form) => form.pose.heading = form.pose.heading.turned((by * step).to_radians()),
                    None if self.regroup.is_some() => self.turn_regroup(by * 15.0_f32.max(step)),
                    None => self.turn(ctx, by * step),
                }
            }
            Command::WayPoint => {
                if let Some(pose) = self.resting() {
                    self.way_point(pose);
                }
            }
            Command::WayPointAt(pose) => self.way_point(pose),
            Command::TakeWayPoint => self.take_way_point(),
            Command::PointTo(at) => {
                if let Hand::Card(Order::Rally { stand, pose }) = &self.hand
                    && self.tray.is_none()
                {
                    let (stand, heading) = (*stand, pose.heading);
                    self.rally_at(ctx, stand, at, heading);
                }
            }
            Command::Drop => self.drop_stand(ctx),
            Command::DropShort => {
                if let Hand::Stand(lifted) = &self.hand
                    && self.tray.is_none()
                {
                    let order =
                        trip::order(lifted.stand, lifted.kind, lifted.along, lifted.trip.legal.clone());
                    self.give(ctx, order);
                }
            }
            // What the shell has done already.
            _ => {}
        }
    }
}
