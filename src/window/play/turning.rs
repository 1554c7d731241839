//! Turning the piece in hand, its way-points, and its distance.

use crate::filled::turned;
use crate::texts::play as texts;
use game::{Answer, Draft, Spot};

use super::Play;
use super::hand::{Hand, InHand, KEY_STEP};
use super::orders::free;

impl Play {
    /// Turns the piece in hand by this many degrees.
    pub(super) fn turn(&mut self, ctx: &egui::Context, degrees: f64) {
        if self.tray.is_some() {
            return;
        }
        // Shift was for the turn, not for a way-point.
        self.shift = None;
        let free = free(ctx);
        match &mut self.hand {
            Hand::Piece(in_hand) => in_hand.turn(self.common.ctx.as_ref(), degrees, free),
            Hand::Card(held) => {
                let order = held.0.clone();
                let turned = order.answers.values().find_map(|answer| match answer {
                    Answer::Spot(Spot::Pose { x, y, heading }) => {
                        Some(Spot::Pose { x: *x, y: *y, heading: heading + degrees })
                    }
                    _ => None,
                });
                if let Some(spot) = turned {
                    self.point_to(&order, spot);
                }
            }
            Hand::Made(_) => self.move_made(|_, made| turned(&made.draft, degrees)),
            Hand::Empty => {}
        }
    }

    /// Aims the order at this place, as near as possible.
    pub(super) fn point_to(&mut self, order: &Draft, spot: Spot) {
        if let Some(order) = self.game.pointed(order, spot, self.viewer) {
            self.show_card(order);
        }
    }

    /// Turns the piece in hand by one step, clockwise or anticlockwise.
    pub(super) fn turn_step(&mut self, ctx: &egui::Context, by: f32) {
        if self.tray.is_some() {
            // The move waits for its die: it is made already.
            return;
        }
        let shift = ctx.input(|input| input.modifiers.shift);
        let step = match (&self.fiat, &self.hand) {
            _ if shift => 45.0,
            (None, Hand::Card(_) | Hand::Made(_)) => 15.0,
            _ => KEY_STEP,
        };
        let degrees = f64::from(by.signum()) * step;
        match self.fiat {
            Some(_) => self.turn_form(degrees),
            None => self.turn(ctx, degrees),
        }
    }

    /// The piece in hand, unless its move is made and waits for its die.
    fn piece_in_hand(&mut self) -> Option<&mut InHand> {
        match &mut self.hand {
            Hand::Piece(in_hand) if self.tray.is_none() => Some(in_hand),
            Hand::Piece(_) | Hand::Made(_) | Hand::Card(_) | Hand::Empty => None,
        }
    }

    /// Adds the present place of the piece in hand as a way-point.
    pub(super) fn set_way_point(&mut self, ctx: &egui::Context) {
        let Some(in_hand) = self.piece_in_hand() else { return };
        match in_hand.goes_by_hexes() {
            true => self.say(ctx, texts::NO_WAY_POINTS),
            false => in_hand.go_by(free(ctx)),
        }
    }

    /// Removes the last way-point of the piece in hand.
    pub(super) fn take_way_point(&mut self, ctx: &egui::Context) {
        if let Some(in_hand) = self.piece_in_hand() {
            in_hand.leave_out(free(ctx));
        }
    }

    /// Moves the piece in hand as far as it may go.
    pub(super) fn drop_short(&mut self, ctx: &egui::Context) {
        if let Some(short) = self.piece_in_hand().and_then(|in_hand| in_hand.trip.short.clone()) {
            self.give_with(ctx, short, self.common.saved.dice);
        }
    }
}
