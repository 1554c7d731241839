//! What the referee considers, for the players' screen.

use egui::Ui;
use glam::Vec2;

use crate::canvas::corners_of;
use crate::command::LookAim;
use crate::players::{Considered, Given, Typing};
use crate::state::Dialog;
use crate::texts::players as texts;
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

    /// Brings a place into sight on the players' screen: what is aimed at, or the selected piece, or what the table shows here.
    pub(super) fn look_here(&mut self, ctx: &egui::Context, aim: Option<LookAim>) {
        let piece = |piece: &str| corners_of(&self.summary.stage, &[piece]);
        let mut places: Vec<Vec2> = match &aim {
            Some(LookAim::Piece(key)) => piece(key),
            Some(LookAim::Place(spot)) => self.middle_of_spot(*spot).into_iter().collect(),
            None => self.selected.as_deref().map(piece).unwrap_or_default(),
        };
        let is_near = !places.is_empty();
        if let Some(view) = self.canvas.view().filter(|_| !is_near && !self.canvas.fitted) {
            places.extend(<[Vec2; 2]>::from(view.seen()));
        }
        let Some(screen) = &mut self.common.screen else { return };
        match places[..] {
            [] => screen.look_at_all(),
            _ => screen.look_at(&places, is_near),
        }
        self.say(ctx, texts::LOOKS);
    }

    /// What the players' screen is given.
    pub(super) fn given<'a>(&'a self, view: &'a ViewContext) -> Given<'a> {
        let saved = &self.common.saved;
        Given {
            view,
            game: &*self.game,
            version: self.version,
            considered: self.considered(),
            names: saved.names,
            inch: saved.true_size.then_some(saved.inch),
            board: saved.board,
            clocks: self.clock_faces(),
            ruler: self.common.dialog == Some(Dialog::Inch),
        }
    }

    /// Shows what the players' screen shows, alone.
    pub fn show_players(&mut self, ui: &mut Ui) {
        self.common.dress(ui.ctx());
        let view = ViewContext::new(self.book, None);
        let Some(mut screen) = self.common.screen.take() else { return };
        screen.ui(ui, &self.given(&view));
        self.common.screen = Some(screen);
    }
}
