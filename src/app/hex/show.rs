//! One frame of the window of a hex game.

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::app::book::chosen_for;
use crate::app::command::Command;
use crate::app::keys::{dice_keys, shortcut};
use crate::app::painter::hex::MapShown;
use crate::app::panes::{self, Pane, Seated, Waits};
use crate::app::shell::Shell;
use crate::app::state::Dialog;
use crate::app::typing::{begins_line, line_keys};
use crate::app::views;
use crate::app::views::dialogs;
use crate::app::views::hex::map::{Hint as Said, MapModel, map_ui};
use crate::app::views::hex::orders::{InHand, orders_ui};
use crate::app::views::line::{LineModel, line_ui};
use crate::app::views::log::LogModel;
use crate::desk::Game as _;
use crate::drawing::hex::Counter;
use crate::game::Viewer;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::chart::points;
use crate::rules::napoleon_at_war::words::say_order;
use crate::rules::napoleon_at_war::{Order, UnitId, movement};
use crate::rules::rulebook::Rulebook;

use super::{Board, Going, Hand, VERBS};

impl Seated for Board {
    fn shell(&mut self) -> &mut Shell {
        &mut self.shell
    }

    fn waits(&self) -> Waits {
        let in_hand = !matches!(self.hand, Hand::Empty) || !self.builder.is_empty() || self.fiat.is_some();
        Waits { dice: self.tray.is_some(), answer: false, in_hand }
    }

    fn pane_ui(&mut self, ui: &mut Ui, pane: Pane) -> Option<Command> {
        match pane {
            Pane::Table => {
                let found = self.map_ui(ui);
                let seen = self.looking.as_ref();
                let banner = seen.and_then(|seen| views::log::banner_ui(ui, &seen.words, seen.on_line));
                banner.or(found)
            }
            Pane::OrderOfBattle => {
                let (rows, sides) = (&self.models.formations, &self.models.top.sides);
                views::hex::order_of_battle::order_of_battle_ui(ui, rows, sides, self.selected)
            }
            Pane::Orders if self.looking.is_some() => {
                views::log::nothing_to_order_ui(ui);
                None
            }
            Pane::Orders if self.fiat.is_some() => {
                let state = self.desk.state();
                let form = self.fiat.as_mut()?;
                let unit = form.unit.map(|unit| state.say(unit)).unwrap_or_default();
                let (options, wanting) = (super::fiat::options(state), form.wanting(state));
                let shown =
                    views::hex::fiat::Shown { unit: &unit, options: &options, wanting: wanting.as_deref() };
                views::hex::fiat::fiat_ui(ui, form, shown)
            }
            Pane::Orders => self.orders_ui(ui),
            Pane::Dice => {
                self.dice_at = Some(ui.max_rect());
                let last = self.models.log.last().map_or(&[][..], |row| &row.dice);
                let (tray, habit) = (self.tray.as_ref(), self.shell.saved.dice);
                let area = egui::ScrollArea::vertical().id_salt("dice").auto_shrink([false; 2]);
                area.show(ui, |ui| views::tray::tray_ui(ui, tray, last, habit)).inner
            }
            Pane::Log => {
                let units = &self.desk.state().game;
                let model = LogModel {
                    log: &self.models.log,
                    selected: self.selected.map(|id| units.unit(id).id.as_str()),
                    open: &self.open_entries,
                    at: self.looking.as_ref().map_or_else(|| self.desk.at(), |looking| looking.number),
                };
                let found = views::log::log_ui(ui, &model, &mut self.log);
                found.filter(|found| !matches!(found, Command::PointAt(at) if *at == self.pointed))
            }
            Pane::Rulebook => {
                let setup = self.desk.setup();
                let chosen = chosen_for(&setup.scenario.options, &setup.options);
                views::book::rulebook_ui(ui, &chosen, &mut self.shell.book);
                if self.shell.saved.hex_page.as_deref() != self.shell.book.page() {
                    self.shell.saved.hex_page = self.shell.book.page().map(str::to_owned);
                }
                None
            }
            Pane::SetUp => {
                views::weak(ui, "Maps are not made here.");
                None
            }
        }
    }
}

impl Board {
    /// One frame: what is seen first, then everything it was told.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.shell.ctx = Some(ctx.clone());
        self.shell.dress(&ctx);
        views::use_book(&ctx, Rulebook::naw());
        if let Some(command) = self.shell.hear_files(&ctx) {
            self.run_command(&ctx, command);
        }
        self.shell.hear_battles();
        self.typing.hand_back(&ctx);
        self.read_line();
        let mut told: Vec<Command> = Vec::new();
        let covered = self.shell.dialog.is_some() || self.shell.finder.is_some() || self.fiat.is_some();
        let busy = covered || self.looking.is_some() || self.tray.is_some();
        if !busy && begins_line(&ctx) {
            self.typing.wants_focus = true;
        } else {
            let free = self.tray.is_none() && matches!(self.hand, Hand::Empty) && self.card.order.is_none();
            let keys = line_keys(&ctx, covered, free).or_else(|| self.keys(&ctx));
            told.extend(keys);
        }
        let top = &self.models.top;
        let (saved, games) = (&self.shell.saved, &self.shell.games);
        told.extend(
            Panel::top("top")
                .exact_size(panes::HEAD)
                .show(ui, |ui| views::top::top_ui(ui, top, saved, Viewer::Referee, games))
                .inner,
        );
        told.extend(
            Panel::bottom("order line").exact_size(panes::LINE).show(ui, |ui| self.line_ui(ui)).inner,
        );
        told.extend(
            CentralPanel::default().frame(Frame::new()).show(ui, |ui| panes::panes_ui(self, ui)).inner,
        );
        told.extend(self.dialog_ui(&ctx));
        if let Some(finder) = &mut self.shell.finder {
            told.extend(views::palette::palette_ui(&ctx, finder));
        }
        self.shell.toast_ui(&ctx);
        told.extend(views::wanted_clause(&ctx).map(Command::ShowClause));
        for command in told {
            self.run_command(&ctx, command);
        }
        if self.typing.waits() {
            ctx.request_repaint();
        }
    }

    /// Keys: digits for dice first, then the shortcuts of all commands.
    fn keys(&mut self, ctx: &egui::Context) -> Option<Command> {
        if let Some(tray) = &self.tray
            && let Some(command) = dice_keys(ctx, tray, &mut self.typing)
        {
            return Some(command);
        }
        // A dialog is about the map as it is now.
        let dialog = self.shell.dialog.is_some();
        let mut listed = Command::listed_on_hexes();
        listed.retain(|command| !dialog || !matches!(command, Command::LookBack | Command::LookOn));
        shortcut(ctx, listed, false)
    }

    fn line_ui(&mut self, ui: &mut Ui) -> Option<Command> {
        let looking = self.looking.is_some();
        let model = LineModel {
            choices: if looking { &[] } else { &self.choices },
            looking,
            dice: self.dice_at.take(),
            table: self.shell.table_at,
            numbers_alone: true,
            waits_for_dice: self.tray.is_some(),
            begins: "a hex number",
            grammar: "A hex and where to, hexes x hexes, r or a and a hex; # and a number for what is due",
        };
        line_ui(ui, &model, &mut self.typing)
    }

    /// The counters as they are drawn: who is selected, in hand or in the combat is marked.
    fn marked_counters(&self) -> Vec<Counter> {
        let mut counters = self.models.counters.clone();
        for counter in &mut counters {
            let Ok(id) = u8::try_from(counter.id).map(UnitId) else { continue };
            let in_hand = matches!(&self.hand, Hand::Counter(lifted) if lifted.unit == id);
            counter.condition.selected = self.selected == Some(id)
                || self.builder.has(id)
                || self.going == Some(id)
                || self.fiat.as_ref().is_some_and(|form| form.unit == Some(id))
                || self.lost.contains(&id);
            counter.condition.ghost = in_hand;
        }
        counters
    }

    fn map_ui(&mut self, ui: &mut Ui) -> Option<Command> {
        let counters = self.marked_counters();
        let now = self.looking.is_none();
        let saved = &self.shell.saved;
        let seen = self.looking.as_ref().map_or_else(|| self.desk.state(), |looking| &looking.state);
        let lifted = match &self.hand {
            Hand::Counter(lifted) if now => Some(lifted),
            _ => None,
        };
        // Where the unit that was chosen may go; while none is, all to which anybody may.
        let mut lit: Vec<Hex> = Vec::new();
        if now {
            let fits = |unit: UnitId| self.going.is_none_or(|going| going == unit);
            let of = self.models.due.goings.iter().filter(|(unit, ..)| fits(*unit));
            lit.extend(of.filter_map(|(_, way, _)| way.first()));
            lit.sort_unstable();
            lit.dedup();
        }
        let mut path: &[Hex] = &[];
        let mut cost = None;
        let mut said = None;
        match self.hint.as_ref().and_then(|hint| hint.going.as_ref()) {
            Some(Going::Way { path: way, cost: price, .. }) => {
                path = way;
                cost = (*price).map(points);
            }
            Some(Going::Refused(barred)) => {
                said = Some(Said { fact: &barred.fact, clause: &barred.clause, remedy: &barred.remedy });
            }
            None => {}
        }
        let mut attacks = Vec::new();
        if now && !self.builder.is_empty() {
            let hexes = |units: &std::collections::BTreeSet<UnitId>| -> Vec<Hex> {
                units.iter().filter_map(|unit| seen.hex(*unit)).collect()
            };
            let odds = self.card.column.map_or(String::new(), |column| column.name().to_owned());
            attacks.push((hexes(&self.builder.attackers), hexes(&self.builder.defenders), odds));
        }
        for planned in self.plan.iter().filter(|planned| now && planned.assault != self.builder.assault()) {
            let hexes = |units: &[UnitId]| units.iter().filter_map(|unit| seen.hex(*unit)).collect();
            let odds = planned.column.name().to_owned();
            attacks.push((hexes(&planned.assault.attackers), hexes(&planned.assault.defenders), odds));
        }
        let in_hand = lifted.and_then(|lifted| counters.get(lifted.unit.index())).map(|counter| {
            let mut counter = counter.clone();
            counter.condition = crate::drawing::hex::Condition::default();
            counter
        });
        let model = MapModel {
            map: seen.game.map(),
            sheet: &self.sheet,
            counters: &counters,
            labels: &self.models.labels,
            version: self.version,
            shown: MapShown { names: saved.names, numbers: true },
            zones: saved.shown.zones.then_some(&self.models.zones),
            reach: match lifted {
                Some(lifted) if saved.shown.reach => &lifted.costs,
                _ => &[],
            },
            lit: &lit,
            path,
            path_cost: cost.as_deref(),
            attacks: &attacks,
            marked: self.fiat.as_ref().and_then(|form| form.target(seen)),
            traces: &self.traces,
            in_hand: in_hand.as_ref().filter(|_| self.tray.is_none()),
            hint: said,
        };
        map_ui(ui, &model, &mut self.map)
    }

    fn orders_ui(&self, ui: &mut Ui) -> Option<Command> {
        let state = self.desk.state();
        let named = |unit: UnitId| (unit, state.say(unit));
        let mut goers: Vec<UnitId> = self.models.due.goings.iter().map(|(unit, ..)| *unit).collect();
        goers.dedup();
        let interchanges = match self.selected {
            Some(selected) => {
                let of = self.desk.due().offers.iter().filter(|offer| {
                    matches!(offer.order, Order::Interchange { one, other } if one == selected || other == selected)
                });
                of.map(|offer| (offer.order.clone(), say_order(state, &offer.order))).collect()
            }
            None => Vec::new(),
        };
        let hand = InHand {
            lifted: match &self.hand {
                Hand::Counter(lifted) => {
                    let most = points(movement::allowance(state, lifted.unit));
                    Some((
                        state.say(lifted.unit),
                        format!("{most} movement points, {} hexes", lifted.costs.len()),
                    ))
                }
                Hand::Empty | Hand::Refused(_) => None,
            },
            refused: match &self.hand {
                Hand::Refused(refused) => {
                    let (order, barred) = &**refused;
                    let words = match order {
                        Order::Move { unit, .. } => state.say(*unit),
                        order => say_order(state, order),
                    };
                    Some((words, barred))
                }
                Hand::Empty | Hand::Counter(_) => None,
            },
            card: &self.card,
            building: !self.builder.is_empty(),
            plan: &self.plan,
            plan_barred: self.plan_barred.as_ref(),
            going: self.going,
            goers: goers.into_iter().map(named).collect(),
            lost: &self.lost,
            losable: (self.models.due.losable.iter())
                .map(|unit| (*unit, state.say(*unit), u32::from(state.game.unit(*unit).strength)))
                .collect(),
            waits_for_dice: self.tray.is_some(),
            other_habit: self.other_habit(),
            take_back: self.can_take_back().map(|order| (order.clone(), say_order(state, &order))),
            interchanges,
        };
        orders_ui(ui, &self.models.due, &hand)
    }

    fn dialog_ui(&mut self, ctx: &egui::Context) -> Option<Command> {
        match &self.shell.dialog {
            None => None,
            Some(Dialog::Scenarios) => {
                let shell = &mut self.shell;
                views::begin::begin_ui(ctx, &shell.battles, &shell.presets, &shell.saved, &mut shell.sheet)
            }
            Some(Dialog::Rules) => dialogs::rules_ui(ctx, &self.page()),
            Some(Dialog::File(wanted)) => {
                let wanted = *wanted;
                let mut text = std::mem::take(&mut self.shell.file_name);
                let shell = &self.shell;
                let found = dialogs::file_ui(ctx, wanted, &mut text, |text| shell.typed_path(text, wanted));
                self.shell.file_name = text;
                found
            }
            Some(Dialog::Busy(words)) => dialogs::busy_ui(ctx, words),
            Some(Dialog::Result) => views::ending::ending_ui(ctx, &self.desk.ending(Viewer::Referee)),
            Some(Dialog::Keys) => views::keys::keys_ui(ctx, Some(&VERBS)),
            Some(Dialog::Trouble(words)) => dialogs::trouble_ui(ctx, words),
            Some(Dialog::Notice(words)) => dialogs::notice_ui(ctx, words),
            Some(Dialog::Unkept(words)) => dialogs::unkept_ui(ctx, words),
        }
    }
}
