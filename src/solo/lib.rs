//! Solo players. One driver gives their orders; their decisions ([`Minds`]) are in a crate for each rule set.
//!
//! A solo player sees only what its side may see, and gives only orders that are due. Nothing is random and no clock is
//! used: the same seed always gives the same game.

use std::fmt::Debug;

use thiserror::Error;

use desk::{Desk, DiceFrom, Game, OrderError, desk_of};
use game::minds::{Deed, OrderOf, SoloPlayer};
use game::{Codec, Minds, Offer, RuleSet as _, Viewer, Wire};

/// Maximum number of successive proposals of a plan that the rules refuse.
const PATIENCE: usize = 400;

/// Why a solo game cannot go on.
#[derive(Debug, Error)]
pub enum SoloError {
    #[error("dead end: {prompt}, and none of {offers} offers is accepted (the last: {last})")]
    DeadEnd { prompt: String, offers: usize, last: String },
    #[error("{0}")]
    Order(String),
    #[error("these players know the rules {known}, and the game is one of {rules}")]
    OtherRules { known: &'static str, rules: &'static str },
}

/// A game between solo players.
#[derive(Debug)]
pub struct Battle<M> {
    minds: M,
}

impl<M: Minds<Rules: Codec>> Battle<M> {
    pub fn new(desk: &Desk<M::Rules>) -> Self {
        Self { minds: M::new(desk.state()) }
    }

    /// A game between these players.
    pub fn playing(desk: &Desk<M::Rules>, players: [SoloPlayer; 2]) -> Self {
        Self { minds: M::playing(desk.state(), players) }
    }

    /// Gives one order, for the side whose decision it is.
    ///
    /// # Errors
    ///
    /// Returns an error if no offer is accepted, or if the order cannot be recorded.
    pub fn step(&mut self, desk: &mut Desk<M::Rules>) -> Result<(), SoloError> {
        self.minds.look(desk);
        for _ in 0..PATIENCE {
            let Some(order) = self.minds.propose(desk) else { break };
            match desk.order(order.clone(), DiceFrom::Rolled) {
                Ok(_) => {
                    self.minds.saw(desk, &order);
                    return Ok(());
                }
                Err(OrderError::Stopped(_)) => {}
                Err(error) => return Err(SoloError::Order(error.to_string())),
            }
        }
        self.take_an_offer(desk)
    }

    /// Takes the best of the offers; if it is refused, the others in order.
    fn take_an_offer(&mut self, desk: &mut Desk<M::Rules>) -> Result<(), SoloError> {
        let due = desk.due().clone();
        let view = desk.view(due.side.map_or(Viewer::Referee, Viewer::Side));
        let mut offers: Vec<&Offer<OrderOf<M>>> = due.offers.iter().collect();
        self.minds.prefer(&view, due.side, &mut offers);
        let mut last = "there is no offer".to_owned();
        for offer in &offers {
            match desk.order(offer.order.clone(), DiceFrom::Rolled) {
                Ok(_) => {
                    self.minds.saw(desk, &offer.order);
                    return Ok(());
                }
                Err(OrderError::Stopped(stop)) => last = format!("{}: {stop}", offer.words),
                Err(error) => return Err(SoloError::Order(error.to_string())),
            }
        }
        Err(SoloError::DeadEnd { prompt: due.prompt, offers: offers.len(), last })
    }

    /// Plays until the battle is over, or until `turns` turns have passed.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Battle::step`] does.
    pub fn fight(&mut self, desk: &mut Desk<M::Rules>, turns: u8) -> Result<(), SoloError> {
        while !M::Rules::is_over(desk.state()) && M::Rules::standing(desk.state()).turn <= turns {
            self.step(desk)?;
        }
        Ok(())
    }
}

/// Solo players of a game of any rules.
pub trait Players: Debug + Send {
    /// Gives one order, for the side whose decision it is.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Battle::step`] does, or if they do not know the rules of the game.
    fn step(&mut self, game: &mut dyn Game) -> Result<(), SoloError>;

    /// Why the last order was given, in one sentence; `None` if nothing is to be said of it.
    fn reason(&self) -> Option<String>;

    /// What the sides of this game have done so far, for the laboratory.
    fn deeds(&self, game: &mut dyn Game) -> Vec<Deed>;
}

impl<M: Minds<Rules: Wire>> Players for Battle<M> {
    fn step(&mut self, game: &mut dyn Game) -> Result<(), SoloError> {
        let rules = game.rules();
        let desk = desk_of::<M::Rules>(game).ok_or(SoloError::OtherRules { known: M::Rules::ID, rules })?;
        Self::step(self, desk)
    }

    fn reason(&self) -> Option<String> {
        self.minds.reason()
    }

    fn deeds(&self, game: &mut dyn Game) -> Vec<Deed> {
        desk_of::<M::Rules>(game).map(|desk| self.minds.deeds(desk.state())).unwrap_or_default()
    }
}

/// Players for a game of these rules; `None` for a game of others.
pub fn players<M: Minds<Rules: Wire>>(
    game: &mut dyn Game,
    players: [SoloPlayer; 2],
) -> Option<Box<dyn Players>> {
    desk_of::<M::Rules>(game).map(|desk| Box::new(Battle::<M>::playing(desk, players)) as Box<dyn Players>)
}
