//! Players who are not there: they close on objectives, use their guns first, gang up on flanks, and finish any position.
//!
//! A solo player sees only what its side may see, and gives only orders that are due. It rolls nothing and knows no
//! clock, so the same game always comes out of the same seed.

pub mod hexes;
mod player;
mod sight;
#[cfg(test)]
mod tests;
mod works;

use std::collections::BTreeMap;

use thiserror::Error;

use crate::desk::{Desk, DiceFrom, OrderError};
use crate::game::{Offer, Viewer};
use crate::rules::easy::state::{Phase, Place, Step};
use crate::rules::easy::{CommandId, Easy, Order, Refusal, StandId, State, fire, wagons};
use crate::scenario::Side;

pub use player::Player;

/// So many orders in one activation are enough for anybody: after them it is only brought to an end. Nor are more proposals of a
/// plan heard that the rules refuse one after the other.
const PATIENCE: usize = 400;

/// Why a solo game cannot go on.
#[derive(Debug, Error)]
pub enum SoloError<E: std::error::Error + 'static = Refusal> {
    #[error("dead end: {prompt}, and none of {offers} offers is accepted (the last: {last})")]
    DeadEnd { prompt: String, offers: usize, last: String },
    #[error(transparent)]
    Desk(#[from] OrderError<E>),
}

/// The activation and step at which the game is: plans are made anew when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Moment {
    turn: u8,
    depth: usize,
    command: Option<CommandId>,
    picks: usize,
    step: Option<Step>,
}

/// What is due; of moves and fire only the shots, and whoever comes on, for moves are families that need no telling.
fn offers(desk: &Desk<Easy>, reserves: bool) -> Vec<Offer<Order>> {
    let acting = desk.state().active().is_some_and(|now| now.step == Step::Act);
    if acting && !reserves && wagons::awaited(desk.state()).is_none() {
        fire::offers(desk.state())
    } else {
        desk.due().offers.clone()
    }
}

/// Does a stand on the active list still have to come on?
fn waits_for_reserves(state: &State) -> bool {
    let waits = |id: &StandId| state.stand(*id).place == Place::Reserve;
    state.active().is_some_and(|now| now.list.iter().any(waits))
}

/// A game between two solo players, with a referee who draws the chits.
#[derive(Debug)]
pub struct Battle {
    players: [Player; 2],
    moment: Option<Moment>,
    /// Orders given in this activation.
    orders: usize,
    /// How often each state of this turn was met.
    met: BTreeMap<String, usize>,
    turn: u8,
}

impl Battle {
    pub fn new(desk: &Desk<Easy>) -> Self {
        Self {
            players: Side::BOTH.map(Player::new),
            moment: None,
            orders: 0,
            met: BTreeMap::new(),
            turn: desk.state().turn,
        }
    }

    pub fn is_over(&self, desk: &Desk<Easy>) -> bool {
        matches!(desk.state().phase, Phase::Over(_))
    }

    /// Gives one order, whosever it is to give.
    pub fn step(&mut self, desk: &mut Desk<Easy>) -> Result<(), SoloError> {
        let state = desk.state();
        let active = state.active();
        let moment = Moment {
            turn: state.turn,
            depth: state.stack.len(),
            command: active.map(|now| now.command),
            picks: active.map_or(0, |now| now.picks.len()),
            step: active.map(|now| now.step),
        };
        if self.turn != moment.turn {
            self.turn = moment.turn;
            self.met.clear();
        }
        if moment.command.is_none() {
            self.orders = 0;
        }
        let fresh = self.moment.as_ref() != Some(&moment);
        self.moment = Some(moment);
        self.orders += 1;
        let wary = self.orders > PATIENCE || self.circling(desk);
        if let Some(side) = desk.state().active_side().filter(|_| !wary) {
            // In the middle of moves and fire the player works through its plan; what is due was asked at the start.
            let player = &mut self.players[side.index()];
            if fresh {
                player.begin();
            }
            let view = desk.view(Viewer::Side(side));
            let reserves = waits_for_reserves(&view);
            for _ in 0..PATIENCE {
                let Some(order) = player.plan(&view, || offers(desk, reserves)) else { break };
                match desk.order(order, DiceFrom::Rolled) {
                    Ok(_) => return Ok(()),
                    Err(OrderError::Stopped(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        self.take_an_offer(desk, wary)
    }

    /// Has this state been met so often that the players go round in circles?
    fn circling(&mut self, desk: &Desk<Easy>) -> bool {
        let Some(entry) = desk.current() else { return false };
        let met = self.met.entry(entry.hash.clone()).or_default();
        *met += 1;
        *met > 3
    }

    /// The best offer in the eyes of the side whose decision it is; the others after it, until one is taken.
    fn take_an_offer(&mut self, desk: &mut Desk<Easy>, wary: bool) -> Result<(), SoloError> {
        let due = desk.due().clone();
        let view = desk.view(due.side.map_or(Viewer::Referee, Viewer::Side));
        let mut offers: Vec<&Offer<Order>> = due.offers.iter().collect();
        if let Some(side) = due.side {
            offers.sort_by_key(|offer| self.players[side.index()].dislike(&view, offer, wary));
        }
        let mut last = "there is no offer".to_owned();
        for offer in &offers {
            match desk.order(offer.order.clone(), DiceFrom::Rolled) {
                Ok(_) => return Ok(()),
                Err(OrderError::Stopped(stop)) => last = format!("{}: {stop}", offer.words),
                Err(error) => return Err(error.into()),
            }
        }
        Err(SoloError::DeadEnd { prompt: due.prompt, offers: offers.len(), last })
    }

    /// Plays until the battle is over, or `turns` turns are past.
    pub fn fight(&mut self, desk: &mut Desk<Easy>, turns: u8) -> Result<(), SoloError> {
        while !self.is_over(desk) && desk.state().turn <= turns {
            self.step(desk)?;
        }
        Ok(())
    }
}
