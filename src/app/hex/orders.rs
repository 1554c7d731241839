//! Orders of a hex game: what clicks mean in each phase, giving orders, and the dice typed for them.

use crate::app::command::Command;
use crate::app::line::Barred;
use crate::app::state::{Habit, Tray};
use crate::desk::{DiceFrom, OrderError, Thrower};
use crate::game::Stop;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::state::Phase;
use crate::rules::napoleon_at_war::{Order, UnitId};

use super::combats::{self, Builder, Planned};
use super::command::HexCommand;
use super::mover::{self, Going, Lifted};
use super::{Board, Hand, Hint, line};

impl Board {
    pub(super) fn hex_command(&mut self, ctx: &egui::Context, command: HexCommand) {
        match command {
            HexCommand::Counter(unit) => self.counter(ctx, unit),
            HexCommand::At(hex) => self.at(ctx, hex),
            HexCommand::Lift(unit) => {
                if self.tray.is_none() && self.desk.state().phase == Phase::Movement {
                    self.pick_up(unit);
                    if let Hand::Counter(lifted) = &mut self.hand {
                        lifted.dragged = true;
                    }
                }
            }
            HexCommand::Drop(hex) => {
                if let Hand::Counter(lifted) = &mut self.hand
                    && lifted.dragged
                {
                    lifted.dragged = false;
                    match hex {
                        // Let go where it was: it stays in hand.
                        Some(hex) if Some(hex) != lifted.from => self.at(ctx, hex),
                        Some(_) => {}
                        None => self.put_back(),
                    }
                }
            }
            HexCommand::Over(hex) => self.over(hex),
            HexCommand::Select(unit) => {
                self.selected = unit;
                self.version += 1;
            }
            HexCommand::PickUp(unit) | HexCommand::ShowUnit(unit) if self.fiat.is_some() => {
                let state = self.desk.state();
                if let Some(form) = &mut self.fiat {
                    form.about(state, unit);
                }
            }
            HexCommand::PickUp(unit) => {
                self.pick_up(unit);
                // One that comes on does so at its edge, which is often out of sight.
                let state = self.desk.state();
                let entry = state.game.arrival(unit).map(|(_, entry)| entry);
                if let Some(hex) = state.hex(unit).or(entry) {
                    self.map.reveal(hex);
                }
            }
            HexCommand::ShowUnit(unit) => {
                self.selected = Some(unit);
                self.version += 1;
                let hex = self.seen().hex(unit);
                if let Some(hex) = hex {
                    self.map.centre(hex);
                }
            }
            HexCommand::Give(order) => self.give_with(ctx, order, self.shell.saved.dice),
            HexCommand::GiveWith(order, dice) => self.give_with(ctx, order, dice),
            HexCommand::Join(unit) => {
                self.put_back();
                self.builder.toggle(self.desk.state(), unit);
                self.remake();
            }
            HexCommand::UsePlan(place) => {
                if let Some(planned) = self.plan.get(place) {
                    self.builder = Builder::of(&planned.assault);
                    self.put_back();
                    self.remake();
                }
            }
            HexCommand::DropPlan(place) => {
                if place < self.plan.len() {
                    self.plan.remove(place);
                    self.remake();
                }
            }
            HexCommand::Lower(column) => {
                self.builder.lowered = column.filter(|column| Some(*column) != self.card.computed);
                self.remake();
            }
            HexCommand::Attack if self.card.declares => {
                if self.card.order.is_some() {
                    self.plan_combat();
                }
            }
            HexCommand::Attack => {
                if !self.builder.is_empty() {
                    let order = Order::Attack(self.builder.assault());
                    self.give_with(ctx, order, self.shell.saved.dice);
                }
            }
            HexCommand::Propose => {
                if self.models.due.combats {
                    self.propose();
                    if self.plan.is_empty() {
                        self.say(ctx, "Nothing is owed: combats are yours to choose");
                    }
                }
            }
            HexCommand::ClearCombat => {
                self.builder = Builder::default();
                self.put_back();
                self.remake();
            }
            HexCommand::Fiat(act, unit) => self.open_fiat(act, unit),
            HexCommand::Goes(unit) => {
                self.going = Some(unit);
                if let Some(hex) = self.desk.state().hex(unit) {
                    self.map.reveal(hex);
                }
                self.version += 1;
            }
            HexCommand::Lose(unit) => {
                if !self.lost.remove(&unit) {
                    self.lost.insert(unit);
                }
                self.version += 1;
            }
        }
    }

    /// Puts the combat in hand into the plan, instead of those that share a unit with it.
    fn plan_combat(&mut self) {
        let builder = std::mem::take(&mut self.builder);
        let shares = |other: &Planned| {
            other.assault.attackers.iter().any(|unit| builder.attackers.contains(unit))
                || other.assault.defenders.iter().any(|unit| builder.defenders.contains(unit))
        };
        self.plan.retain(|other| !shares(other));
        self.plan.extend(combats::planned(self.desk.state(), builder.assault()));
        self.remake();
    }

    /// A counter was clicked.
    fn counter(&mut self, ctx: &egui::Context, unit: UnitId) {
        if self.looking.is_some() {
            self.selected = Some(unit);
            self.version += 1;
            return;
        }
        if self.tray.is_some() {
            return;
        }
        if let Some(form) = &mut self.fiat {
            form.about(self.desk.state(), unit);
            return;
        }
        // Something is on its way: whoever else stands somewhere is meant as that hex. Nobody stands where one may advance
        // to: then it is the next combat that is made up.
        let state = self.desk.state();
        let goes = |one: UnitId| self.models.due.goings.iter().any(|(other, ..)| *other == one);
        let carried = matches!(self.hand, Hand::Counter(_)) && state.side(unit) != state.phasing;
        let back = self.going.is_some() && self.goes_back() && !goes(unit);
        if (carried || back)
            && let Some(hex) = state.hex(unit)
        {
            self.at(ctx, hex);
            return;
        }
        self.selected = Some(unit);
        self.version += 1;
        if self.models.due.losable.contains(&unit) {
            if !self.lost.remove(&unit) {
                self.lost.insert(unit);
            }
            return;
        }
        if self.models.due.goings.iter().any(|(one, ..)| *one == unit) {
            self.going = Some(unit);
            return;
        }
        match self.desk.state().phase {
            Phase::Movement if self.desk.state().side(unit) == self.desk.state().phasing => {
                self.pick_up(unit);
            }
            Phase::Combat(_) if self.models.due.combats => {
                self.going = None;
                self.put_back();
                self.builder.toggle(self.desk.state(), unit);
                self.remake();
            }
            Phase::SetUp | Phase::Movement | Phase::Combat(_) | Phase::Over(_) => self.put_back(),
        }
    }

    /// A hex was clicked.
    fn at(&mut self, ctx: &egui::Context, hex: Hex) {
        if self.looking.is_some() || self.tray.is_some() {
            return;
        }
        if let Some(form) = &mut self.fiat {
            form.hex = hex.to_string();
            form.fresh = true;
            return;
        }
        let state = self.desk.state();
        if let Hand::Counter(lifted) = &self.hand {
            match lifted.going(state, hex) {
                Going::Way { order, .. } => self.give_with(ctx, order, self.shell.saved.dice),
                Going::Refused(barred) => {
                    let order = Order::Move { unit: lifted.unit, path: vec![hex] };
                    self.hand = Hand::Refused(Box::new((order, barred)));
                    self.version += 1;
                }
            }
            return;
        }
        if !self.models.due.goings.is_empty() {
            let fits = |unit: UnitId| self.going.is_none_or(|going| going == unit);
            let ways = self.models.due.goings.iter();
            let ways: Vec<_> =
                ways.filter(|(one, way, _)| fits(*one) && way.first() == Some(&hex)).cloned().collect();
            let many = ways.first().is_some_and(|(unit, ..)| self.models.due.many_ways.contains(unit));
            match (&ways[..], self.going) {
                ([_], _) if many => {
                    self.say(
                        ctx,
                        "More ways begin there than are listed: choose one under Orders, or type one",
                    );
                }
                ([(_, _, order)], _) => self.give_with(ctx, order.clone(), self.shell.saved.dice),
                ([], Some(unit)) => {
                    let order = self.going_order(unit, hex);
                    self.give_with(ctx, order, self.shell.saved.dice);
                }
                ([], None) => {}
                ([_, _, ..], Some(_)) => {
                    self.say(ctx, "Several ways begin there: choose one under Orders");
                }
                ([_, _, ..], None) => self.say(ctx, "Several could go there: click the one that does first"),
            }
            return;
        }
        self.selected = None;
        self.put_back();
        self.version += 1;
    }

    /// Retreats are due, not advances.
    fn goes_back(&self) -> bool {
        self.models.due.goings.iter().any(|(_, _, order)| matches!(order, Order::Retreat { .. }))
    }

    /// The retreat or advance that a click on this hex would be.
    fn going_order(&self, unit: UnitId, hex: Hex) -> Order {
        if self.goes_back() {
            Order::Retreat { unit, way: vec![hex] }
        } else {
            Order::Advance { unit, to: hex }
        }
    }

    /// Takes a counter in hand; one that may not move says why.
    fn pick_up(&mut self, unit: UnitId) {
        if self.looking.is_some() || self.tray.is_some() {
            return;
        }
        self.selected = Some(unit);
        self.version += 1;
        self.hint = None;
        match Lifted::new(self.desk.state(), unit) {
            Ok(lifted) => self.hand = Hand::Counter(Box::new(lifted)),
            Err(refused) => {
                let order = Order::Move { unit, path: Vec::new() };
                self.hand = Hand::Refused(Box::new((order, refused.into())));
            }
        }
    }

    /// The pointer is over a hex: what would come of a click.
    fn over(&mut self, hex: Option<Hex>) {
        if self.hint.as_ref().map(|hint| hint.hex) == hex {
            return;
        }
        let state = self.desk.state();
        let going = |hex: Hex| match &self.hand {
            _ if self.looking.is_some() => None,
            Hand::Counter(lifted) if lifted.from != Some(hex) => Some(lifted.going(state, hex)),
            Hand::Counter(_) => None,
            Hand::Empty | Hand::Refused(_) => {
                let unit = self.going?;
                let order = self.going_order(unit, hex);
                let open = self
                    .models
                    .due
                    .goings
                    .iter()
                    .any(|(one, way, _)| *one == unit && way.first() == Some(&hex));
                let near = state
                    .hex(unit)
                    .is_some_and(|here| here != hex && state.game.map().grid.distance(here, hex) == 1);
                let refused = mover::refusal(state, &order).filter(|_| !open && near);
                refused.map(|refused| Going::Refused(refused.into()))
            }
        };
        self.hint = hex.map(|hex| Hint { hex, going: going(hex) });
    }

    /// Gives an order with dice from there; typed ones are asked for first. One that is refused says why.
    fn give_with(&mut self, ctx: &egui::Context, order: Order, dice: Habit) {
        match dice {
            Habit::Rolled => self.order(order, DiceFrom::Rolled),
            Habit::Typed => match self.desk.next_throw(&order, &[]) {
                Ok(None) => self.order(order, DiceFrom::Typed(Vec::new())),
                Ok(Some(throw)) => self.tray = Some(Tray::new(order, throw)),
                Err(Stop::Refused(refused)) => self.refused(order, refused.into()),
                Err(stop) => self.shell.trouble(stop),
            },
        }
        ctx.request_repaint();
    }

    fn refused(&mut self, order: Order, barred: Barred) {
        self.tray = None;
        self.hand = Hand::Refused(Box::new((order, barred)));
        self.version += 1;
    }

    pub(super) fn order(&mut self, order: Order, dice: DiceFrom) {
        if self.looking.is_some() {
            // An earlier map is seen: nothing is ordered on the present one unseen.
            return;
        }
        match self.desk.order(order.clone(), dice) {
            Ok(_) => self.changed(),
            Err(OrderError::Stopped(Stop::Refused(refused))) => self.refused(order, refused.into()),
            Err(error) => self.shell.trouble(error),
        }
    }

    pub(super) fn type_dice(&mut self, command: Command) {
        let Some(tray) = &mut self.tray else { return };
        match command {
            Command::Digit(digit) => tray.digit(digit),
            Command::Backspace => tray.backspace(),
            Command::ToggleCount => tray.toggle_count(),
            Command::EnterDice(entry) => {
                if let Some(dice) =
                    tray.enter(|order, thrown| self.desk.next_throw(order, thrown), entry, Thrower::Players)
                {
                    let order = tray.order.clone();
                    self.order(order, dice);
                }
            }
            // A combat has one throw: this one is all.
            Command::RollThis | Command::RollInstead => {
                if let Some(rolled) = tray.rolled(self.desk.setup().seed, self.desk.records().len())
                    && let Some(dice) = tray.enter(
                        |order, thrown| self.desk.next_throw(order, thrown),
                        rolled,
                        Thrower::Program,
                    )
                {
                    let order = tray.order.clone();
                    self.order(order, dice);
                }
            }
            _ => {}
        }
    }

    /// The one thing that is due, where there is only one.
    pub(super) fn go_on(&mut self, ctx: &egui::Context) {
        let busy = self.shell.dialog.is_some() || self.tray.is_some();
        if busy || !matches!(self.hand, Hand::Empty) {
            return;
        }
        let due = &self.models.due;
        if let [(order, ..)] = &due.exact[..]
            && due.movers.is_empty()
            && due.arrivals.is_empty()
            && due.owed.is_empty()
        {
            let order = order.clone();
            self.give_with(ctx, order, self.shell.saved.dice);
        }
    }

    /// The move of the selected unit can be asked back.
    pub(super) fn can_take_back(&self) -> Option<Order> {
        let unit = self.selected.filter(|_| self.looking.is_none())?;
        let state = self.desk.state();
        let moved = state.unit(unit).moved.is_some() && state.phase == Phase::Movement;
        moved.then(|| line::take_back(state, unit))
    }
}
