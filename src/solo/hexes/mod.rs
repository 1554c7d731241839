//! Players who are not there, on hexes: Napoleon at War.
//!
//! Each phase is planned as a whole: where everybody goes with the combats in mind that follow, then which combats are fought
//! and in which order. They roll nothing, know no clock and draw no lots, so the same game always comes out of the same seed.
//!
//! | file | what it is for |
//! |---|---|
//! | `ground` | the map, looked up once |
//! | `board` | who stands where as it is thought through |
//! | `fights` | the combats of a phase, and their worth |
//! | `march` | the moves of a phase |
//! | `choice` | the order of combats, retreats, advances, exchanges |

mod board;
mod choice;
mod fights;
mod ground;
mod march;
#[cfg(test)]
mod tests;

use super::SoloError;
use crate::desk::{Desk, DiceFrom, OrderError};
use crate::game::Offer;
use crate::rules::napoleon_at_war::movement::stacks;
use crate::rules::napoleon_at_war::state::Phase;
use crate::rules::napoleon_at_war::turn::COUNTERATTACK_FROM;
use crate::rules::napoleon_at_war::{NapoleonAtWar, Order, Refusal, State};
use crate::scenario::Side;
use fights::{Chances, Taste};
use ground::Ground;
use march::Stakes;

/// So many orders in one phase are enough for anybody: after them it is only brought to an end.
const PATIENCE: usize = 400;

/// The phase at which the game is: plans are made anew when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    turn: u8,
    phasing: Side,
    combat: bool,
}

/// Two solo players of a battle on hexes.
#[derive(Debug)]
pub struct Battle {
    ground: Ground,
    chances: Chances,
    moment: Option<Moment>,
    /// Orders given in this phase.
    orders: usize,
    /// Moves still to be made.
    moves: Vec<Order>,
    /// The counterattack is to be announced in the combat phase that comes (`naw:15.2`).
    strikes: bool,
}

impl Battle {
    pub fn new(desk: &Desk<NapoleonAtWar>) -> Self {
        Self::of(desk.state())
    }

    /// Players for a battle that stands as in this state, or begins so.
    pub fn of(state: &State) -> Self {
        Self {
            ground: Ground::new(state),
            chances: Chances::new(),
            moment: None,
            orders: 0,
            moves: Vec::new(),
            strikes: false,
        }
    }

    pub fn is_over(&self, desk: &Desk<NapoleonAtWar>) -> bool {
        matches!(desk.state().phase, Phase::Over(_))
    }

    /// Plays until the battle is over, or `turns` turns are past.
    pub fn fight(&mut self, desk: &mut Desk<NapoleonAtWar>, turns: u8) -> Result<(), SoloError<Refusal>> {
        while !self.is_over(desk) && desk.state().turn <= turns {
            self.step(desk)?;
        }
        Ok(())
    }

    /// Gives one order, whosever it is to give.
    pub fn step(&mut self, desk: &mut Desk<NapoleonAtWar>) -> Result<(), SoloError<Refusal>> {
        for order in self.orders(desk.state()) {
            match desk.order(order, DiceFrom::Rolled) {
                Ok(_) => return Ok(()),
                Err(OrderError::Stopped(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.take_an_offer(desk)
    }

    /// What the players would order in this state, best first. The first that is legal is to be given; where none is, anything
    /// that is offered. A state of the middle of a phase is thought through as if it had just come about.
    pub fn orders(&mut self, state: &State) -> Vec<Order> {
        let combat = matches!(state.phase, Phase::Combat(_));
        let moment = Moment { turn: state.turn, phasing: state.phasing, combat };
        if self.moment != Some(moment) || state.phase == Phase::SetUp {
            self.moment = Some(moment);
            self.orders = 0;
            self.moves.clear();
            if state.phase == Phase::Movement {
                self.plan_moves(state);
            }
        }
        self.orders += 1;
        if self.orders > PATIENCE {
            return Vec::new();
        }
        match &state.phase {
            Phase::SetUp => vec![Order::Begin],
            Phase::Movement => self.next_moves(state),
            Phase::Combat(phase) => choice::orders(self, state, phase),
            Phase::Over(_) => Vec::new(),
        }
    }

    fn taste(&self, state: &State, side: Side) -> Taste {
        let Stakes { push, hold, seat } = march::stakes(&self.ground, state, side);
        let (loss, caution) = march::TEMPER;
        Taste {
            loss,
            caution,
            doubled: side == state.phasing && state.counterattacking(),
            lowers: state.game.options.lowering_allowed(),
            push,
            hold,
            seat,
        }
    }

    fn plan_moves(&mut self, state: &State) {
        let side = state.phasing;
        let wish = march::wish(&self.ground, state, side);
        let taste = self.taste(state, side);
        let march = |taste: &Taste| march::march(&self.ground, state, taste, &self.chances, &wish);
        let mut chosen = march(&taste);
        let mut strikes = false;
        if may_strike(state) {
            let doubled = march(&Taste { doubled: true, ..taste });
            if doubled.fights - chosen.fights.max(0.0) >= worth_the_strike(state) {
                (chosen, strikes) = (doubled, true);
            }
        }
        self.strikes = strikes;
        self.moves = chosen.moves.into_iter().map(|(unit, path)| Order::Move { unit, path }).collect();
    }

    /// The moves still to be made, those first that lead to a free hex; then the end of movement.
    fn next_moves(&mut self, state: &State) -> Vec<Order> {
        self.moves
            .retain(|order| matches!(order, Order::Move { unit, .. } if state.unit(*unit).moved.is_none()));
        let mut orders = self.moves.clone();
        orders.sort_by_key(|order| match order {
            Order::Move { path, .. } => path.last().is_some_and(|to| state.at(*to).next().is_some()),
            _ => true,
        });
        orders.push(Order::EndMovement);
        orders
    }

    /// What is offered, the likeliest way forward first; the others after it, until one is taken.
    fn take_an_offer(&mut self, desk: &mut Desk<NapoleonAtWar>) -> Result<(), SoloError<Refusal>> {
        self.moves.clear();
        let due = desk.due().clone();
        let mut offers: Vec<&Offer<Order>> = due.offers.iter().collect();
        let state = desk.state().clone();
        let shared: Vec<_> = stacks(&state).into_iter().map(|(hex, _)| hex).collect();
        offers.sort_by_key(|offer| dislike(&state, &shared, &offer.order));
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
}

/// How little an offer brings the phase on.
fn dislike(state: &State, shared: &[crate::hexes::Hex], order: &Order) -> u8 {
    match order {
        Order::Begin | Order::EndMovement | Order::EndCombat | Order::Declare { .. } => 0,
        Order::Attack(_) | Order::Exchange { .. } => 1,
        Order::Retreat { way, .. } => {
            if way.is_empty() {
                4
            } else {
                2
            }
        }
        Order::Decline => 3,
        // Whoever shares a hex makes room; a reinforcement comes on.
        Order::Move { unit, path } => {
            let free = path.last().is_some_and(|to| state.at(*to).next().is_none());
            let waits = state.hex(*unit).is_none();
            let shares = state.hex(*unit).is_some_and(|hex| shared.contains(&hex));
            match (free, shares, waits) {
                (true, true, _) => 1,
                (true, _, true) => 2,
                (true, false, false) => 6,
                (false, ..) => 7,
            }
        }
        Order::TakeBack { .. } => 5,
        Order::Advance { .. } | Order::Interchange { .. } => 8,
        Order::Counterattack | Order::Reopen | Order::Fiat(_) => 9,
    }
}

/// May the side whose turn it is announce its counterattack in this turn (`naw:15.2`)?
fn may_strike(state: &State) -> bool {
    state.game.french() == Some(state.phasing)
        && state.counterattack.is_none()
        && state.turn >= COUNTERATTACK_FROM
}

/// So much has the counterattack to bring at once to be announced: the less time is left, the less.
fn worth_the_strike(state: &State) -> f32 {
    match state.game.scenario.turns.saturating_sub(state.turn) {
        0 => 0.1,
        1 => 0.5,
        2 => 1.0,
        3 => 3.0,
        4 => 5.0,
        _ => 7.0,
    }
}
