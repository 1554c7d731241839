//! Solo players of a rule set: what they see of a game, and what they order.

use std::fmt::Debug;

use scenario::Side;

use crate::{Due, Offer, RuleSet};

/// A game in progress, as its solo players see it.
pub trait InProgress<R: RuleSet> {
    fn state(&self) -> &R::State;

    /// What is due; computed when it is first needed.
    fn due(&self) -> &Due<R::Order>;

    /// The hash of the state; `None` before the first order.
    fn hash(&self) -> Option<u64>;
}

/// A state of the rules of these players.
pub type StateOf<M> = <<M as Minds>::Rules as RuleSet>::State;

/// An order of the rules of these players.
pub type OrderOf<M> = <<M as Minds>::Rules as RuleSet>::Order;

/// The players of both sides, and the referee, as one value that decides for each in turn. With only [`Minds::new`]
/// implemented, they take the first offer.
pub trait Minds: Debug + Send + Sized + 'static {
    type Rules: RuleSet;

    /// Players for a game in this state.
    fn new(state: &StateOf<Self>) -> Self;

    /// Looks at the game before the next order.
    fn look(&mut self, _game: &dyn InProgress<Self::Rules>) {}

    /// Their next order; asked again while the rules refuse it. `None` means any offer.
    fn propose(&mut self, _game: &dyn InProgress<Self::Rules>) -> Option<OrderOf<Self>> {
        None
    }

    /// Sorts the offers to a side, or to the referee, by how much they advance the game; `view` is what that side sees.
    fn prefer(
        &mut self,
        _view: &StateOf<Self>,
        _side: Option<Side>,
        _offers: &mut Vec<&Offer<OrderOf<Self>>>,
    ) {
    }
}
