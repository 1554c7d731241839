//! Orders: their cards, giving them, and the dice typed for them.

use crate::desk::{DiceFrom, OrderError, Thrower};
use crate::dice::TypedEntry;
use crate::game::Stop;
use crate::rules::easy::brief::card as cards;
use crate::rules::easy::chits::chit_name;
use crate::rules::easy::{CommandId, Order, StandId};

use super::state::{Habit, Hand, Tray};
use super::weighing::Weighing;
use super::{App, Command, models};

impl App {
    /// Selects a stand; an enemy becomes the target of the selected battery, if fire is due from it.
    pub(super) fn select(&mut self, ctx: &egui::Context, stand: Option<StandId>) {
        if let (Some(by), Some(at)) = (self.selected, stand)
            && self.desk.state().are_enemies(by, at)
            && matches!(self.hand, Hand::Empty | Hand::Card(_))
        {
            // A battery that may fire at something: why not at this one, the card says.
            let offers = &self.desk.due().offers;
            let fires = |order: &Order| matches!(order, Order::Fire { battery, .. } if *battery == by);
            if offers.iter().any(|offer| fires(&offer.order)) {
                self.take(ctx, Order::Fire { battery: by, target: at });
                return;
            }
        }
        self.selected = stand;
        if matches!(self.hand, Hand::Card(_)) && self.tray.is_none() {
            self.put_back();
        }
    }

    /// Shows the card of an order; its odds come from a thread of their own.
    pub(super) fn take(&mut self, ctx: &egui::Context, order: Order) {
        self.weigh_card(Some(ctx.clone()), &order, &[]);
        self.hand = Hand::Card(order);
    }

    /// The card of an order as it stands after these throws.
    fn weigh_card(&mut self, ctx: Option<egui::Context>, order: &Order, thrown: &[TypedEntry]) {
        let seen = self.desk.view(self.viewer);
        let mut card = cards::card_after(&seen, order, thrown);
        self.odds = None;
        if card.refusal.is_none() && card.throw.is_some() {
            // A viewer who does not know all has other dice before him than were thrown: he sees what was before them.
            let thrown = if card.thrown == thrown.len() { thrown.to_vec() } else { Vec::new() };
            let order = order.clone();
            self.odds = Some(Weighing::begin(ctx, move |scales| {
                if let Some(found) = models::weigh(&seen, &order, &thrown, &|| scales.stopped()) {
                    scales.tell(found);
                }
            }));
            card.weighing = true;
        }
        self.card = Some(card);
    }

    /// A throw of the order in hand has been made, or taken back: its card says how it stands now.
    fn reweigh(&mut self) {
        let Some(tray) = &self.tray else { return };
        let (order, thrown) = (tray.order.clone(), tray.answers());
        if matches!(&self.hand, Hand::Card(held) if *held == order) {
            self.weigh_card(self.shell.ctx.clone(), &order, &thrown);
        }
    }

    /// Gives up the odds that are being weighed; the order itself stays in hand.
    pub(super) fn stop_weighing(&mut self) {
        self.odds = None;
        if let Some(card) = &mut self.card {
            card.weighing = false;
        }
    }

    /// Gives an order with the dice that are the habit; typed ones are asked for first.
    pub(super) fn give(&mut self, ctx: &egui::Context, order: Order) {
        self.give_with(ctx, order, self.shell.saved.dice);
    }

    /// Gives an order with dice from there, whatever the habit.
    pub(super) fn give_with(&mut self, ctx: &egui::Context, order: Order, dice: Habit) {
        match dice {
            Habit::Rolled => self.order(ctx, order, DiceFrom::Rolled),
            Habit::Typed => match self.desk.next_throw(&order, &[]) {
                Ok(None) => self.order(ctx, order, DiceFrom::Typed(Vec::new())),
                Ok(Some(throw)) => self.tray = Some(Tray::new(order, throw)),
                Err(Stop::Refused(_)) => self.take(ctx, order),
                Err(stop) => self.trouble(stop),
            },
        }
    }

    /// Gives the order in hand; one that waits for its dice is not given twice.
    pub(super) fn confirm(&mut self, ctx: &egui::Context, dice: Habit) {
        if self.tray.is_some() {
            return;
        }
        match &self.hand {
            Hand::Card(order) => {
                let order = order.clone();
                self.give_with(ctx, order, dice);
            }
            Hand::Stand(_) => self.drop_stand(ctx),
            Hand::Empty => {}
        }
    }

    /// The players drew this command's chit.
    pub(super) fn drawn(&mut self, ctx: &egui::Context, command: CommandId) {
        let name = chit_name(self.desk.state(), command);
        self.order(ctx, Order::Draw, DiceFrom::Typed(vec![TypedEntry::Name(name)]));
    }

    /// The ticked attacks as combats; how each would end is weighed in a thread of its own.
    pub(super) fn redeclare(&mut self) {
        self.forecast = None;
        if self.models.due.pairs.is_empty() {
            self.declaration = None;
            return;
        }
        let seen = self.desk.view(self.viewer);
        let pairs: Vec<(StandId, StandId)> = self.models.due.pairs.iter().map(|(a, d, _)| (*a, *d)).collect();
        let ticked: Vec<(StandId, StandId)> = self.pairs.iter().copied().collect();
        let declaration = cards::declaration(&seen, &pairs, &ticked);
        let attacks: Vec<_> = declaration.combats.iter().map(|combat| combat.attacks.clone()).collect();
        self.forecast = Some(Weighing::begin(self.shell.ctx.clone(), move |scales| {
            for (index, attacks) in attacks.iter().enumerate() {
                if scales.stopped() {
                    return;
                }
                scales.tell((index, cards::forecast(&seen, attacks)));
            }
        }));
        self.declaration = Some(declaration);
    }

    pub(super) fn order(&mut self, ctx: &egui::Context, order: Order, dice: DiceFrom) {
        if self.looking.is_some() {
            // An earlier table is seen: nothing is ordered on the present one unseen.
            return;
        }
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

    pub(super) fn type_dice(&mut self, command: Command) {
        let Some(tray) = &mut self.tray else { return };
        tray.fault = None;
        match command {
            Command::Digit(digit) => tray.digit(digit),
            Command::Backspace => {
                let before = tray.entered.len();
                tray.backspace();
                if tray.entered.len() < before {
                    self.reweigh();
                }
            }
            Command::ToggleCount => tray.toggle_count(),
            Command::EnterDice(entry) => self.enter_dice(entry),
            Command::RollThis => self.roll_this(),
            Command::RollInstead if !tray.entered.is_empty() => self.roll_the_rest(),
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

    /// Rolls the throw that is waited for.
    fn roll_this(&mut self) {
        let Some(tray) = &self.tray else { return };
        if let Some(rolled) = tray.rolled(self.desk.setup().seed, self.desk.records().len()) {
            self.enter(rolled, Thrower::Program);
        }
    }

    /// Rolls this throw and all that follow; what the players have thrown before stands.
    fn roll_the_rest(&mut self) {
        loop {
            let entered = self.tray.as_ref().map(|tray| tray.entered.len());
            self.roll_this();
            let now = self.tray.as_ref().map(|tray| tray.entered.len());
            // The order is given, or could not be: then the tray says why.
            if now.is_none() || now == entered {
                return;
            }
        }
    }

    /// These dice are right: the next throw is asked for, or the order is given.
    pub(super) fn enter_dice(&mut self, entry: TypedEntry) {
        self.enter(entry, Thrower::Players);
    }

    fn enter(&mut self, entry: TypedEntry, by: Thrower) {
        let Some(tray) = &mut self.tray else { return };
        let before = tray.entered.len();
        if let Some(dice) = tray.enter(|order, thrown| self.desk.next_throw(order, thrown), entry, by) {
            let order = tray.order.clone();
            match self.desk.order(order, dice) {
                Ok(_) => self.changed(),
                Err(error) => self.trouble(error),
            }
        } else if tray.entered.len() > before {
            self.reweigh();
        }
    }

    /// The one thing that is due, where there is only one.
    pub(super) fn go_on(&mut self, ctx: &egui::Context) {
        let busy = self.shell.dialog.is_some() || self.tray.is_some() || self.form_is_open();
        if busy || !matches!(self.hand, Hand::Empty) {
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
}
