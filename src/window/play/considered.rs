//! What the referee considers, for the players' screen.

use egui::Ui;

use crate::players::{Considered, Given, Typing};
use crate::views::ViewContext;

use super::Play;
use super::hand::Hand;

impl Play {
    /// What is in hand. What of it the players may know is not decided here: see [`desk::Game::pending`].
    pub(super) fn considered(&self) -> Considered {
        // What the referee decides by fiat is told once it is decided.
        if self.looking.is_some() || self.fiat.is_some() {
            return Considered::default();
        }
        if let Some(tray) = &self.tray {
            let (order, typing) = (Some(tray.order.clone()), Some(Typing::of(tray)));
            return Considered { order, typing, ..Considered::default() };
        }
        if let Some(meaning) = &self.order_line.reading.meaning {
            return Considered { order: meaning.order().cloned(), ..Considered::default() };
        }
        match &self.hand {
            Hand::Piece(in_hand) => Considered { held: in_hand.held_at(), ..Considered::default() },
            Hand::Made(made) if !made.is_blank() => {
                Considered { made: Some(made.said()), ..Considered::default() }
            }
            Hand::Card(held) => Considered { order: Some(held.0.clone()), ..Considered::default() },
            Hand::Made(_) | Hand::Empty => Considered::default(),
        }
    }

    /// Shows what the players' screen shows, alone.
    pub fn show_players(&mut self, ui: &mut Ui) {
        self.common.dress(ui.ctx());
        let view = ViewContext::new(self.book, None);
        let (considered, names) = (self.considered(), self.common.saved.names);
        let given = Given { view: &view, game: &*self.game, version: self.version, considered, names };
        if let Some(screen) = &mut self.common.screen {
            screen.ui(ui, &given);
        }
    }
}
