//! Solo players of Easy Napoleonic: they close on objectives, use their guns first, concentrate on flanks, and can finish
//! any position.

mod assault;
mod deeds;
#[cfg(test)]
#[path = "../../rules/easy/fixture.rs"]
mod fixture;
mod front;
mod player;
mod sight;
#[cfg(test)]
mod tests;
mod works;

use std::collections::BTreeMap;

use deeds::Deeds;
use easy::state::{Place, Step};
use easy::{CommandId, Easy, Order, StandId, State, fire, wagons};
use game::minds::{Deed, SoloPlayer};
use game::{InProgress, Minds, Offer, RuleSet as _, Viewer};
use scenario::Side;

pub use player::Player;

/// Maximum number of orders in one activation: after that it is only brought to an end.
const PATIENCE: usize = 400;

/// The present activation and step of the game: plans are made anew when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Moment {
    turn: u8,
    depth: usize,
    command: Option<CommandId>,
    picks: usize,
    step: Option<Step>,
}

/// What is due; in moves and fire only shots and arrivals, as moves are families whose offers are not needed.
fn offers(game: &dyn InProgress<Easy>, reserves: bool) -> Vec<Offer<Order>> {
    let acting = game.state().active().is_some_and(|now| now.step == Step::Act);
    if acting && !reserves && wagons::awaited(game.state()).is_none() {
        fire::offers(game.state())
    } else {
        game.due().offers.clone()
    }
}

/// Does a stand on the active list still have to come on?
fn waits_for_reserves(state: &State) -> bool {
    let waits = |id: &StandId| state.stand(*id).place == Place::Reserve;
    state.active().is_some_and(|now| now.list.iter().any(waits))
}

/// Two players, with a referee who draws the chits.
#[derive(Debug)]
pub struct Staff {
    players: [Player; 2],
    moment: Option<Moment>,
    /// Number of orders given in this activation.
    orders: usize,
    /// Number of times that each state of this turn occurred.
    met: BTreeMap<u64, usize>,
    turn: u8,
    /// Is the activation only brought to an end?
    wary: bool,
    /// The active side, what it sees, and whether one of its stands still has to come on; `None` if offers are taken.
    acting: Option<(Side, State, bool)>,
    deeds: Deeds,
}

impl Staff {
    /// Has this state occurred so often that the players are going round in circles?
    fn circling(&mut self, game: &dyn InProgress<Easy>) -> bool {
        let Some(hash) = game.hash() else { return false };
        let met = self.met.entry(hash).or_default();
        *met += 1;
        *met > 3
    }
}

impl Minds for Staff {
    type Rules = Easy;

    fn new(state: &State) -> Self {
        Self::playing(state, [SoloPlayer::Classic; 2])
    }

    fn playing(state: &State, players: [SoloPlayer; 2]) -> Self {
        Self {
            players: Side::BOTH.map(|side| Player::new(side, players[side.index()])),
            moment: None,
            orders: 0,
            met: BTreeMap::new(),
            turn: state.turn,
            wary: false,
            acting: None,
            deeds: Deeds::new(state),
        }
    }

    fn look(&mut self, game: &dyn InProgress<Easy>) {
        let state = game.state();
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
        self.wary = self.orders > PATIENCE || self.circling(game);
        // During moves and fire the player works through its plan; what is due was computed at the start.
        let side = state.active_side().filter(|_| !self.wary);
        if let Some(side) = side.filter(|_| fresh) {
            self.players[side.index()].begin();
        }
        self.acting = side.map(|side| {
            let view = Easy::view(game.state(), Viewer::Side(side));
            let reserves = waits_for_reserves(&view);
            (side, view, reserves)
        });
    }

    fn propose(&mut self, game: &dyn InProgress<Easy>) -> Option<Order> {
        let (side, view, reserves) = self.acting.as_ref()?;
        self.players[side.index()].plan(view, || offers(game, *reserves))
    }

    fn reason(&self) -> Option<String> {
        let (side, ..) = self.acting.as_ref()?;
        self.players[side.index()].reason()
    }

    fn saw(&mut self, game: &dyn InProgress<Easy>, order: &Order) {
        self.deeds.saw(game.state(), order);
    }

    fn deeds(&self, state: &State) -> Vec<Deed> {
        self.deeds.told(state)
    }

    fn prefer(&mut self, view: &State, side: Option<Side>, offers: &mut Vec<&Offer<Order>>) {
        if let Some(side) = side {
            let player = &mut self.players[side.index()];
            offers.sort_by_key(|offer| player.dislike(view, offer, self.wary));
            player.explain(view, offers.first().copied());
        }
    }
}
