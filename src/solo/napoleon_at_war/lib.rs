//! Solo players of Napoleon at War.
//!
//! Each phase is planned as a whole: first all moves, with a view to the combats that follow, then which combats are fought
//! and in which order. Nothing is random and no clock is used: the same seed always gives the same game.
//!
//! | file | what it is for |
//! |---|---|
//! | `ground` | the map, looked up once |
//! | `board` | positions tried out |
//! | `fights` | the combats of a phase, and their value |
//! | `march` | the moves of a phase |
//! | `choice` | the order of combats, retreats, advances, exchanges |

mod board;
mod choice;
mod fights;
#[cfg(test)]
#[path = "../../rules/napoleon_at_war/fixture.rs"]
pub mod fixture;
mod ground;
#[cfg(test)]
#[path = "../../../tests/shared/hex_lab.rs"]
pub mod hex_lab;
mod march;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use fights::{Chances, Taste};
use game::minds::SoloPlayer;
use game::{InProgress, Minds, Offer};
use ground::Ground;
use march::Stakes;
use napoleon_at_war::combat::odds::odds;
use napoleon_at_war::movement::stacks;
use napoleon_at_war::state::Phase;
use napoleon_at_war::turn::{self, COUNTERATTACK_FROM};
use napoleon_at_war::{NapoleonAtWar, Order, State};
use scenario::Side;

/// Maximum number of orders in one phase: after that it is only brought to an end.
const PATIENCE: usize = 400;

/// The present phase of the game: plans are made anew when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    turn: u8,
    phasing: Side,
    step: Step,
}

/// The steps of a player turn, including those before the first and after the last: the first phase begins in the same turn and
/// for the same side as the set-up before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    SetUp,
    Movement,
    Combat,
    Over,
}

impl Moment {
    fn of(state: &State) -> Self {
        let step = match state.phase {
            Phase::SetUp => Step::SetUp,
            Phase::Movement => Step::Movement,
            Phase::Combat(_) => Step::Combat,
            Phase::Over(_) => Step::Over,
        };
        Self { turn: state.turn, phasing: state.phasing, step }
    }
}

/// Two players of a battle on hexes.
#[derive(Debug)]
pub struct Staff {
    players: [SoloPlayer; 2],
    ground: Ground,
    chances: Chances,
    moment: Option<Moment>,
    /// Number of orders given in this phase.
    orders: usize,
    /// Moves still to be made.
    moves: Vec<Order>,
    /// Is the counterattack to be announced in the coming combat phase (`naw:15.2`)?
    strikes: bool,
    /// The next orders, best first.
    proposals: VecDeque<Order>,
    /// What the last attack may come to.
    reason: Option<String>,
}

impl Minds for Staff {
    type Rules = NapoleonAtWar;

    fn new(state: &State) -> Self {
        Self::playing(state, [SoloPlayer::Classic; 2])
    }

    fn playing(state: &State, players: [SoloPlayer; 2]) -> Self {
        Self {
            players,
            ground: Ground::new(state),
            chances: Chances::new(),
            moment: None,
            orders: 0,
            moves: Vec::new(),
            strikes: false,
            proposals: VecDeque::new(),
            reason: None,
        }
    }

    fn look(&mut self, game: &dyn InProgress<NapoleonAtWar>) {
        self.proposals = self.orders(game.state()).into();
    }

    fn propose(&mut self, game: &dyn InProgress<NapoleonAtWar>) -> Option<Order> {
        let order = self.proposals.pop_front();
        self.reason = order.as_ref().and_then(|order| told(game.state(), order));
        order
    }

    fn reason(&self) -> Option<String> {
        self.reason.clone()
    }

    fn prefer(&mut self, state: &State, _side: Option<Side>, offers: &mut Vec<&Offer<Order>>) {
        self.reason = None;
        self.moves.clear();
        let shared: Vec<_> = stacks(state).into_iter().map(|(hex, _)| hex).collect();
        offers.sort_by_key(|offer| dislike(state, &shared, offer));
    }
}

impl Staff {
    /// The orders that the players would give in this state, best first. The first legal one is to be given; if none is, any
    /// offer. A state in the middle of a phase is treated as if the phase began with it.
    pub fn orders(&mut self, state: &State) -> Vec<Order> {
        let moment = Moment::of(state);
        if self.moment != Some(moment) {
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
            // The battle begins with the first offer.
            Phase::SetUp => Vec::new(),
            Phase::Movement => self.next_moves(state),
            Phase::Combat(phase) => choice::orders(self, state, phase),
            Phase::Over(_) => Vec::new(),
        }
    }

    fn taste(&self, state: &State, side: Side) -> Taste {
        let Stakes { push, hold, seat } = march::stakes(&self.ground, state, side);
        let (loss, caution) = march::temper(self.players[side.index()]);
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
        let values = march::place_values(&self.ground, state, side);
        let taste = self.taste(state, side);
        let march = |taste: &Taste| march::march(&self.ground, state, taste, &self.chances, &values);
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

    /// The moves still to be made, those to a free hex first; then the end of movement.
    fn next_moves(&mut self, state: &State) -> Vec<Order> {
        self.moves.retain(|order| order.goes().is_some_and(|(unit, _)| state.unit(unit).moved.is_none()));
        let mut orders = self.moves.clone();
        let last = |order: &Order| order.goes().and_then(|(_, path)| path.last().copied());
        orders.sort_by_key(|order| last(order).is_some_and(|to| state.at(to).next().is_some()));
        orders.extend(turn::ending(state).map(|(end, _)| end));
        orders
    }
}

/// The two likeliest results of an attack: `likeliest: Dr: Austrian 28 in 2009 retreats 50 %; no effect 17 %`.
fn told(state: &State, order: &Order) -> Option<String> {
    order.attack()?;
    let likeliest = odds(state, order).ok()?.into_iter().take(2);
    let said: Vec<String> =
        likeliest.map(|chance| format!("{} {:.0} %", chance.result, chance.probability * 100.0)).collect();
    Some(format!("likeliest: {}", said.join("; ")))
}

/// Rank of an offer: a lower one advances the phase more.
fn dislike(state: &State, shared: &[hexes::Hex], offer: &Offer<Order>) -> u8 {
    match (offer.kind, offer.order.goes()) {
        ("begin" | "end-movement" | "end-combat" | "declare", _) => 0,
        ("attack" | "exchange", _) => 1,
        ("retreat", Some((_, []))) => 4,
        ("retreat", _) => 2,
        ("decline", _) => 3,
        // Units that share a hex make room; a reinforcement comes on.
        ("move" | "enter", Some((unit, path))) => {
            let free = path.last().is_some_and(|to| state.at(*to).next().is_none());
            let waits = state.hex(unit).is_none();
            let shares = state.hex(unit).is_some_and(|hex| shared.contains(&hex));
            match (free, shares, waits) {
                (true, true, _) => 1,
                (true, _, true) => 2,
                (true, false, false) => 6,
                (false, ..) => 7,
            }
        }
        ("take-back", _) => 5,
        ("advance" | "interchange", _) => 8,
        // The counterattack, and continued movement, need a plan.
        _ => 9,
    }
}

/// May the active side announce its counterattack in this turn (`naw:15.2`)?
fn may_strike(state: &State) -> bool {
    state.game.french() == Some(state.phasing)
        && state.counterattack.is_none()
        && state.turn >= COUNTERATTACK_FROM
}

/// Least immediate gain for which the counterattack is announced: the less time is left, the smaller.
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
