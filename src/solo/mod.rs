//! Players who are not there. One driver gives their orders; what they think lies in a folder by rule set.
//!
//! A solo player sees only what its side may see, and gives only orders that are due. It rolls nothing and knows no
//! clock, so the same game always comes out of the same seed.

pub mod casus_belli;
pub mod easy;
pub mod epstein;
pub mod napoleon_at_war;

use std::fmt::Debug;

use thiserror::Error;

use crate::desk::{Desk, DiceFrom, Game, OrderError, desk_of};
use crate::game::{Offer, RuleSet, Tells, Viewer};
use crate::scenario::Side;

/// So many proposals of a plan are heard that the rules refuse one after the other.
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

/// The players of both sides, and the referee beside them, as one who thinks for each in turn.
pub trait Minds<R: RuleSet>: Debug + Send {
    /// Looks at the game before the next order.
    fn look(&mut self, _desk: &Desk<R>) {}

    /// What they would order next; asked again while the rules refuse it. None: whatever is offered.
    fn propose(&mut self, _desk: &Desk<R>) -> Option<R::Order> {
        None
    }

    /// Sorts what is offered to a side, or to the referee, by what brings the game on: `view` is what they see.
    fn prefer(&mut self, _view: &R::State, _side: Option<Side>, _offers: &mut Vec<&Offer<R::Order>>) {}
}

/// Those who think nothing: they take what is offered first.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstOffer;

impl<R: RuleSet> Minds<R> for FirstOffer {}

/// A rule set with players who are not there.
pub trait Solo: Tells {
    type Minds: Minds<Self>;

    /// Players for a game that stands as in this state.
    fn minds(state: &Self::State) -> Self::Minds;
}

/// A game between solo players.
#[derive(Debug)]
pub struct Battle<R: Solo> {
    minds: R::Minds,
}

impl<R: Solo> Battle<R> {
    pub fn new(desk: &Desk<R>) -> Self {
        Self { minds: R::minds(desk.state()) }
    }

    /// Gives one order, whosever it is to give.
    ///
    /// # Errors
    ///
    /// Where nothing that is offered is taken, or the order cannot be kept.
    pub fn step(&mut self, desk: &mut Desk<R>) -> Result<(), SoloError> {
        self.minds.look(desk);
        for _ in 0..PATIENCE {
            let Some(order) = self.minds.propose(desk) else { break };
            match desk.order(order, DiceFrom::Rolled) {
                Ok(_) => return Ok(()),
                Err(OrderError::Stopped(_)) => {}
                Err(error) => return Err(SoloError::Order(error.to_string())),
            }
        }
        self.take_an_offer(desk)
    }

    /// The likeliest of what is offered; the others after it, until one is taken.
    fn take_an_offer(&mut self, desk: &mut Desk<R>) -> Result<(), SoloError> {
        let due = desk.due().clone();
        let view = desk.view(due.side.map_or(Viewer::Referee, Viewer::Side));
        let mut offers: Vec<&Offer<R::Order>> = due.offers.iter().collect();
        self.minds.prefer(&view, due.side, &mut offers);
        let mut last = "there is no offer".to_owned();
        for offer in &offers {
            match desk.order(offer.order.clone(), DiceFrom::Rolled) {
                Ok(_) => return Ok(()),
                Err(OrderError::Stopped(stop)) => last = format!("{}: {stop}", offer.words),
                Err(error) => return Err(SoloError::Order(error.to_string())),
            }
        }
        Err(SoloError::DeadEnd { prompt: due.prompt, offers: offers.len(), last })
    }

    /// Plays until the battle is over, or `turns` turns are past.
    ///
    /// # Errors
    ///
    /// As [`Battle::step`].
    pub fn fight(&mut self, desk: &mut Desk<R>, turns: u8) -> Result<(), SoloError> {
        while !R::is_over(desk.state()) && R::standing(desk.state()).turn <= turns {
            self.step(desk)?;
        }
        Ok(())
    }
}

/// Solo players of a game, whatever its rules.
pub trait Players: Debug + Send {
    /// Gives one order, whosever it is to give.
    ///
    /// # Errors
    ///
    /// As [`Battle::step`]; and where they do not know the rules of the game.
    fn step(&mut self, game: &mut dyn Game) -> Result<(), SoloError>;
}

impl<R: Solo> Players for Battle<R> {
    fn step(&mut self, game: &mut dyn Game) -> Result<(), SoloError> {
        let rules = game.rules();
        let desk = desk_of::<R>(game).ok_or(SoloError::OtherRules { known: R::ID, rules })?;
        Self::step(self, desk)
    }
}

/// Players for a game of these rules; none for a game of others.
pub fn players<R: Solo>(game: &mut dyn Game) -> Option<Box<dyn Players>> {
    desk_of::<R>(game).map(|desk| Box::new(Battle::new(desk)) as Box<dyn Players>)
}
