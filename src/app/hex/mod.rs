//! The window of a hex game: what it has in hand, one frame of it, and what its commands do.
//!
//! `models` is plain data from the desk, `mover` the counter in hand, `combats` the combat that is made up, `line` the order
//! line.

mod combats;
mod command;
pub mod editor;
mod fiat;
mod line;
mod models;
mod mover;
mod orders;
mod palette;
mod show;

use std::collections::BTreeSet;

use crate::desk::{Desk, Game as _};
use crate::drawing::Mark;
use crate::drawing::hex::Sheet;
use crate::game::Viewer;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::state::Phase;
use crate::rules::napoleon_at_war::{Assault, NapoleonAtWar, Order, State, UnitId};
use crate::rules::rulebook::Rulebook;

use super::book::RulesPage;
use super::command::{Command, LineDeed};
use super::line::{Barred, Choice, Choosing, Does};
use super::record::Log;
use super::shell::Shell;
use super::start::Start;
use super::state::{Dialog, Habit, Saved, Tray, new_sheet};
use super::stepping;
use super::typing::Typing;
use super::views::book::BookState;
use super::views::hex::map::MapState;
use super::views::log::LogState;

pub use combats::{Builder, CombatCard, Fighter, Planned};
pub use command::HexCommand;
pub use fiat::{Act as HexAct, Form as FiatForm};
pub use line::VERBS;
pub use models::{DueModel, FormationRow, Models, UnitRow};
pub use mover::{Going, Lifted};

/// What the referee has in hand.
#[derive(Clone, Debug, Default)]
enum Hand {
    #[default]
    Empty,
    /// A counter lifted from the map.
    Counter(Box<Lifted>),
    /// An order that was refused, and why.
    Refused(Box<(Order, Barred)>),
}

/// An earlier state that is looked at; nothing can be ordered meanwhile.
#[derive(Debug)]
struct Looking {
    number: usize,
    state: State,
    words: String,
    on_line: bool,
}

/// What is under the pointer, and what going there would come to.
#[derive(Clone, Debug, PartialEq)]
struct Hint {
    hex: Hex,
    going: Option<Going>,
}

/// The window of a hex game.
#[derive(Debug)]
pub struct Board {
    shell: Shell,
    desk: Desk<NapoleonAtWar>,
    /// Grows with every change of what is shown.
    version: u64,
    sheet: Sheet,
    models: Models,
    looking: Option<Looking>,
    hand: Hand,
    hint: Option<Hint>,
    builder: Builder,
    card: CombatCard,
    plan: Vec<Planned>,
    /// Why the plan may not be declared as it stands.
    plan_barred: Option<Barred>,
    /// The unit that goes back or on.
    going: Option<UnitId>,
    /// What is to be lost in an exchange.
    lost: BTreeSet<UnitId>,
    tray: Option<Tray<Order>>,
    selected: Option<UnitId>,
    open_entries: BTreeSet<usize>,
    pointed: Option<usize>,
    /// What the order was on the map whose line of the log the pointer is over.
    traces: Vec<Mark>,
    log: LogState,
    map: MapState,
    typing: Typing,
    choices: Vec<Choice>,
    dice_at: Option<egui::Rect>,
    /// The fiat that is being filled in.
    fiat: Option<FiatForm>,
}

impl Board {
    /// In any egui context. The theme has to be installed there first.
    pub fn with(start: Start<NapoleonAtWar>, saved: Saved) -> Self {
        let scenario = start.desk.setup().scenario.id.clone();
        let mut shell = Shell::new(start.library, saved, &scenario);
        shell.book = BookState::of(Rulebook::naw());
        if let Some(page) = &shell.saved.hex_page {
            shell.book.show(page);
        }
        // What the opening found, and what the desk has to say of the game: an edition that lacks what the battle wants.
        let mut notices = start.notices;
        notices.extend(start.desk.notices());
        shell.tell(&notices);
        let mut board = Self {
            shell,
            version: 1,
            sheet: Sheet::new(start.desk.state().game.map(), new_sheet()),
            models: Models::default(),
            desk: start.desk,
            looking: None,
            hand: Hand::Empty,
            hint: None,
            builder: Builder::default(),
            card: CombatCard::default(),
            plan: Vec::new(),
            plan_barred: None,
            going: None,
            lost: BTreeSet::new(),
            tray: None,
            selected: None,
            open_entries: BTreeSet::new(),
            pointed: None,
            traces: Vec::new(),
            log: LogState::default(),
            map: MapState::default(),
            typing: Typing::default(),
            choices: Vec::new(),
            dice_at: None,
            fiat: None,
        };
        board.changed();
        board
    }

    pub fn desk(&self) -> &Desk<NapoleonAtWar> {
        &self.desk
    }

    pub fn saved(&self) -> &Saved {
        &self.shell.saved
    }

    pub(super) fn shell_mut(&mut self) -> &mut Shell {
        &mut self.shell
    }

    /// The state that is seen: the present one, or an earlier one.
    fn seen(&self) -> &State {
        self.looking.as_ref().map_or_else(|| self.desk.state(), |looking| &looking.state)
    }

    /// The models of what is seen now.
    fn rebuild(&mut self) {
        self.version += 1;
        let log: Log = std::mem::take(&mut self.models.log);
        let seen = self.looking.as_ref().map(|looking| &looking.state);
        self.models = Models::build(&self.desk, seen, log);
        self.choices = line::choices(&self.models.due);
        self.hint = None;
        self.point_at(None);
    }

    /// Notes which line of the log the pointer is over, and what that order was on the map.
    fn point_at(&mut self, number: Option<usize>) {
        self.pointed = number;
        self.traces = number.map(|number| self.desk.traces(number, Viewer::Referee)).unwrap_or_default();
    }

    /// The game has changed: every model is built anew, and nothing is in hand.
    fn changed(&mut self) {
        self.shell.tell_of_journal(&mut self.desk);
        self.looking = None;
        self.tray = None;
        self.fiat = None;
        self.put_back();
        self.lost.clear();
        let planned = !self.plan.is_empty();
        self.rebuild();
        self.builder = Builder::default();
        self.plan.clear();
        if let Some(declared) = combats::declared(self.desk.state()) {
            self.plan = declared;
        } else if planned && self.models.due.combats && !self.models.due.declares {
            self.propose();
        }
        self.remake();
        // Where only one unit can go, it is the one.
        let mut goers: Vec<UnitId> = self.models.due.goings.iter().map(|(unit, ..)| *unit).collect();
        goers.dedup();
        self.going = match goers[..] {
            [one] => Some(one),
            _ => None,
        };
        // One ring: not about who went before.
        if !self.models.due.goings.is_empty() {
            self.selected = self.going;
            let goer = self.models.due.goings.first().and_then(|(unit, ..)| self.desk.state().hex(*unit));
            if let Some(hex) = goer {
                self.map.reveal(hex);
            }
        }
        if matches!(self.desk.state().phase, Phase::Over(_)) {
            self.shell.dialog = Some(Dialog::Result);
        }
    }

    fn put_back(&mut self) {
        self.hand = Hand::Empty;
        self.hint = None;
    }

    /// The card of the combat that is made up, anew.
    fn remake(&mut self) {
        let state = self.desk.state();
        self.card = combats::card(state, &self.builder);
        self.plan_barred = None;
        if self.models.due.declares {
            let assaults: Vec<Assault> = self.plan.iter().map(|planned| planned.assault.clone()).collect();
            self.models.due.owed = models::owed_beside(state, &assaults);
            if !assaults.is_empty() {
                self.plan_barred = mover::refusal(state, &Order::Declare { assaults }).map(Into::into);
            }
        }
        self.version += 1;
    }

    fn propose(&mut self) {
        let state = self.desk.state();
        self.plan = combats::declared(state).unwrap_or_else(|| combats::plan(state));
        if !self.models.due.declares
            && self.builder.is_empty()
            && let Some(first) = self.plan.first()
        {
            self.builder = Builder::of(&first.assault);
        }
        self.remake();
    }

    fn say(&mut self, ctx: &egui::Context, words: impl Into<String>) {
        self.shell.say(ctx, words);
    }

    /// Takes up a step through the record; false where it could not be done.
    fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) -> bool {
        match done {
            Ok(()) => {
                self.shell.dialog = None;
                self.changed();
                true
            }
            Err(error) => {
                self.shell.trouble(error);
                false
            }
        }
    }

    /// Puts one thing back at a time: what lies over the window, an earlier map, the dice, what is in hand.
    fn cancel(&mut self) {
        let closed = self.shell.finder.take().is_some()
            || self.shell.close_dialog()
            || self.typing.leave(&mut self.shell.saved.history)
            || self.fiat.take().is_some();
        if closed {
            return;
        }
        if self.looking.take().is_some() {
            self.rebuild();
        } else if self.tray.take().is_some() {
        } else if !matches!(self.hand, Hand::Empty) {
            self.put_back();
        } else if !self.builder.is_empty() {
            self.builder = Builder::default();
            self.remake();
        } else {
            self.selected = None;
            self.version += 1;
        }
    }

    /// Shows the map as it was after this order (0: before the first). The present is not looked back at.
    fn look_at(&mut self, number: usize) {
        if number == self.desk.at() {
            self.looking = None;
            self.rebuild();
            return;
        }
        match self.desk.state_at(number) {
            Ok(state) => {
                let words = match number {
                    0 => format!("Seen: before the first order, turn {}", state.turn),
                    number => format!("Seen: after order {number}, turn {}", state.turn),
                };
                let on_line = self.models.log.order(number).is_none_or(|row| !row.undone);
                self.looking = Some(Looking { number, state, words, on_line });
                self.shell.dialog = None;
                self.put_back();
                self.rebuild();
            }
            Err(error) => self.shell.trouble(error),
        }
    }

    fn look_along(&mut self, on: bool) {
        let at = self.looking.as_ref().map_or_else(|| self.desk.at(), |looking| looking.number);
        let to =
            if on { self.models.log.next_after(at) } else { self.models.log.order(at).map(|row| row.parent) };
        if let Some(to) = to {
            self.look_at(to);
        }
    }

    fn page(&self) -> RulesPage {
        RulesPage::of(&self.desk, Rulebook::naw())
    }

    /// Does what the views or the keys asked for. The only place where anything changes.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        ctx.request_repaint();
        if self.looking.is_some() && command.is_for_now() {
            return;
        }
        let Some(command) = self.shell.run(ctx, command) else { return };
        match command {
            Command::Hex(command) => self.hex_command(ctx, command),
            Command::OpenFile(path) => self.shell.open(ctx, path, self.desk.journal_path()),
            Command::UseFolder(folder) => {
                self.shell.use_folder(ctx, &mut self.desk, folder);
                self.rebuild();
            }
            Command::CopyRules => ctx.copy_text(self.page().markdown()),
            Command::SaveRules => {
                let page = self.page();
                self.shell.save_rules(ctx, &page);
            }
            Command::SaveTo(path) => {
                let saved = self.desk.save_as(&path).map_err(|error| error.to_string());
                let library = &self.shell.library;
                match saved.and_then(|()| library.remember(&path).map_err(|error| error.to_string())) {
                    Ok(()) => {
                        self.shell.dialog = None;
                        self.rebuild();
                        self.say(ctx, format!("Saved to {}", path.display()));
                    }
                    Err(error) => self.shell.trouble(error),
                }
            }
            Command::Undo | Command::Redo | Command::GoTo(_) => {
                let step = stepping::step(&mut self.desk, &command, "map", Viewer::Referee);
                if let Some(step) = step
                    && self.stepped(step.as_ref().map(drop))
                {
                    self.say(ctx, step.unwrap_or_default());
                }
            }
            Command::LookAt(number) => self.look_at(number),
            Command::LookBack => self.look_along(false),
            Command::LookOn => self.look_along(true),
            Command::BackToNow => {
                self.looking = None;
                self.rebuild();
            }
            Command::PlayOnFromSeen => {
                if let Some(number) = self.looking.as_ref().map(|looking| looking.number) {
                    let done = self.desk.branch(number);
                    self.stepped(done);
                }
            }
            Command::Fit => self.map.fitted = true,
            Command::FitSelection => self.fit_selection(),
            Command::ZoomIn => self.map.zoom(1.25),
            Command::ZoomOut => self.map.zoom(0.8),
            Command::OpenEntry(number) if !self.open_entries.remove(&number) => {
                self.open_entries.insert(number);
            }
            Command::PointAt(number) => self.point_at(number),
            Command::Digit(_)
            | Command::Backspace
            | Command::ToggleCount
            | Command::EnterDice(_)
            | Command::RollThis
            | Command::RollInstead => self.type_dice(command),
            Command::Confirm if matches!(self.hand, Hand::Empty) && self.card.order.is_some() => {
                self.hex_command(ctx, HexCommand::Attack);
            }
            Command::Cancel => self.cancel(),
            Command::GoOn => self.go_on(ctx),
            Command::StartGuide => self.shell.start_guide(),
            Command::GiveFiat => self.give_fiat(),
            Command::Overrule(clause) => self.overrule(&clause),
            Command::OpenLine => self.typing.wants_focus = true,
            Command::Line(LineDeed::Give) => self.give_line(ctx),
            Command::Line(deed) => self.typing.deed(deed, &mut self.shell.saved.history),
            Command::Choose(number) => {
                let choice = number.checked_sub(1).and_then(|index| self.choices.get(index)).cloned();
                if let Some(Choice { what: Choosing::Do(command), .. }) = choice {
                    self.run_command(ctx, command);
                }
            }
            Command::ShowPalette => self.show_palette(ctx),
            Command::ChooseFound(place) => {
                if let (Some(finder), Some(place)) = (&mut self.shell.finder, place) {
                    finder.chosen = place;
                }
                if let Some(command) = self.shell.found() {
                    self.run_command(ctx, command);
                }
            }
            // What the shell has done already, and what is only of the open table.
            _ => {}
        }
    }

    /// Gives what the line means; the rest of it is given as well while no dice are to be typed.
    fn give_line(&mut self, ctx: &egui::Context) {
        let given = self.typing.text.clone();
        for _ in 0..super::typing::MOST_ORDERS {
            self.read_line();
            let Some(meaning) = self.typing.reading.meaning.clone() else { return };
            if meaning.refusal.is_some() {
                return;
            }
            let before = self.version;
            self.typing.set(meaning.rest.clone().unwrap_or_default());
            if let Does::Window(command) = meaning.does {
                self.run_command(ctx, command);
            }
            if self.typing.text.is_empty() || self.version == before {
                break;
            }
        }
        self.shell.saved.history.push(&given);
    }

    /// Reads the line anew where it, the game or the selection has changed; and comes back from the dice.
    fn read_line(&mut self) {
        let dice = self.tray.is_some();
        self.typing.settle(dice, dice, self.shell.dialog.is_some());
        let selected = self.selected.map(|id| u16::from(id.0));
        if !self.typing.is_read(self.version, selected, 0) {
            let context = line::Context {
                state: self.desk.state(),
                due: &self.models.due,
                choices: &self.choices,
                builder: &self.builder,
            };
            self.typing.reading = line::read(&self.typing.text, self.typing.cursor, &context);
        }
    }

    fn fit_selection(&mut self) {
        let state = self.seen();
        let of_selected: Vec<Hex> = match self.selected {
            Some(id) => state.hex(id).into_iter().collect(),
            None => state
                .on_map()
                .filter(|(id, _)| state.side(*id) == state.phasing)
                .map(|(_, hex)| hex)
                .collect(),
        };
        self.map.show(self.sheet.lie, &of_selected);
    }

    /// The habit of dice that is not the one in force.
    fn other_habit(&self) -> Habit {
        match self.shell.saved.dice {
            Habit::Rolled => Habit::Typed,
            Habit::Typed => Habit::Rolled,
        }
    }
}
