//! What a line is read against.

use crate::order::OFFER_KINDS;
use crate::spelling::VERBS;
use crate::{CommandId, Easy, Order, StandId, State};
use game::line;
use game::{Answer, Codec as _, Draft, Due, Offer};

/// What a line means in this rule set.
pub type Meaning = line::Meaning<Order>;

/// What a line is read against.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub state: &'a State,
    pub due: &'a Due<Order>,
    pub selected: Option<StandId>,
}

impl<'a> Context<'a> {
    /// What is due of these kinds.
    pub fn offers<'k>(&self, kinds: &'k [&'k str]) -> impl Iterator<Item = &'a Offer<Order>> + use<'a, 'k> {
        self.due.offers.iter().filter(|offer| kinds.contains(&offer.kind))
    }

    /// An order of the first of these kinds, whether it is due or not: its verb with these answers, in the order of its
    /// fields.
    pub fn say(&self, kinds: &[&str], answers: impl IntoIterator<Item = Answer>) -> Order {
        let kind = OFFER_KINDS.iter().find(|kind| kinds.first() == Some(&kind.name));
        let verb = VERBS.iter().find(|verb| kind.is_some_and(|kind| kind.verbs.contains(&verb.name)));
        let verb = verb.expect("every kind has its verb");
        let order = Easy::order_of(self.state, &Draft::of(verb, answers));
        order.expect("whoever is named is there, and the answers are those of the verb")
    }

    pub fn stand(&self, id: StandId) -> Answer {
        Answer::One(self.state.key(id))
    }

    pub fn stands(&self, ids: &[StandId]) -> Answer {
        Answer::Some(ids.iter().map(|id| self.state.key(*id)).collect())
    }

    pub fn command(&self, id: CommandId) -> Answer {
        Answer::One(self.state.command_key(id))
    }

    /// What this stand may be told to do.
    pub fn offers_to(&self, stand: StandId) -> impl Iterator<Item = &'a Offer<Order>> + use<'a> {
        let general = self.state.active_general();
        self.due.offers.iter().filter(move |offer| offer.order.actors(general).contains(&stand))
    }
}
