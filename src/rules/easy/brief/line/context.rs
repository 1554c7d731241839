//! What a line is read against.

use crate::game::line::{self, Choice};
use crate::game::{Due, Offer};
use crate::rules::easy::{Order, StandId, State};

/// What a line means in this rule set.
pub type Meaning = line::Meaning<Order>;

/// What a line is read against.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub state: &'a State,
    pub due: &'a Due<Order>,
    /// What may have been drawn, where that is asked for.
    pub names: &'a [String],
    pub selected: Option<StandId>,
    /// What is due as it was numbered before, where that was done.
    pub listed: Option<&'a [Choice<Order>]>,
}

impl<'a> Context<'a> {
    /// What is due of these kinds.
    pub fn offers<'k>(&self, kinds: &'k [&'k str]) -> impl Iterator<Item = &'a Offer<Order>> + use<'a, 'k> {
        self.due.offers.iter().filter(|offer| kinds.contains(&offer.kind))
    }

    /// What this stand may be told to do.
    pub fn offers_to(&self, stand: StandId) -> impl Iterator<Item = &'a Offer<Order>> + use<'a> {
        let general = self.state.active_general();
        self.due.offers.iter().filter(move |offer| offer.order.actors(general).contains(&stand))
    }
}
