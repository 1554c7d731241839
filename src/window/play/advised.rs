//! What the program would do for whoever is due: its order as a card in hand, with its reason. Nothing is given.

use std::sync::Arc;
use std::sync::mpsc::TryRecvError;

use super::Play;
use super::fought::{Proposed, proposed};
use crate::background::Background;
use crate::texts::fight as texts;

impl Play {
    /// Starts thinking about the next order, over a copy of the game.
    pub(super) fn ask_for_advice(&mut self, ctx: &egui::Context) {
        let rules = Arc::clone(&self.common.rules);
        if !rules.has_players(&*self.game) {
            return self.say(ctx, texts::NO_PLAYERS);
        }
        let (mut game, manner) = (self.game.twin(), self.common.saved.solo);
        self.say(ctx, texts::THINKING);
        self.advice_sought = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let mut players = rules.players_as(&mut *game, [manner; 2]);
            let advice = proposed(&mut *game, players.as_deref_mut());
            if !reporter.stopped() {
                reporter.report(advice);
            }
        }));
    }

    /// Shows the order once it is known.
    pub(super) fn poll_advice(&mut self, ctx: &egui::Context) {
        let Some(sought) = &self.advice_sought else { return };
        let advice = match sought.poll() {
            Ok(advice) => advice,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                Proposed { order: Err(texts::FAILED.to_owned()), reason: None }
            }
        };
        self.advice_sought = None;
        match advice.order {
            Ok(order) => {
                let said = self.game.say_order(&order).unwrap_or_else(|_| order.verb.clone());
                self.show_card(order);
                self.say(ctx, texts::would(&said, advice.reason.as_deref()));
            }
            Err(fault) => self.common.trouble(fault),
        }
    }
}
