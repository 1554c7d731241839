//! Players who are not there, as a rule set has them: what they see of a game, and what they order.

use std::fmt::Debug;

use scenario::Side;

use crate::{Due, Offer, RuleSet};

/// A game in progress, as its solo players find it.
pub trait InProgress<R: RuleSet> {
    fn state(&self) -> &R::State;

    /// What is due; worked out when it is first asked for.
    fn due(&self) -> &Due<R::Order>;

    /// The hash of the state; `None` before the first order.
    fn hash(&self) -> Option<u64>;
}

/// A state of the rules that these players know.
pub type StateOf<M> = <<M as Minds>::Rules as RuleSet>::State;

/// An order of the rules that these players know.
pub type OrderOf<M> = <<M as Minds>::Rules as RuleSet>::Order;

/// The players of both sides, and the referee beside them, as one who thinks for each in turn. Those who have no more than
/// [`Minds::new`] think nothing: they take what is offered first.
pub trait Minds: Debug + Send + Sized + 'static {
    type Rules: RuleSet;

    /// Players for a game that stands as in this state.
    fn new(state: &StateOf<Self>) -> Self;

    /// Looks at the game before the next order.
    fn look(&mut self, _game: &dyn InProgress<Self::Rules>) {}

    /// What they would order next; asked again while the rules refuse it. `None`: whatever is offered.
    fn propose(&mut self, _game: &dyn InProgress<Self::Rules>) -> Option<OrderOf<Self>> {
        None
    }

    /// Sorts what is offered to a side, or to the referee, by what brings the game on: `view` is what they see.
    fn prefer(
        &mut self,
        _view: &StateOf<Self>,
        _side: Option<Side>,
        _offers: &mut Vec<&Offer<OrderOf<Self>>>,
    ) {
    }
}
