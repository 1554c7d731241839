//! The spelling of Easy Napoleonic's orders. Inches, degrees clockwise from north; stands and commands by id or
//! badge.
//!
//! `orders` has the table of verbs and the wording of orders; `read` resolves names and legs in a state.

mod orders;
mod read;

use serde_json::Value;

use game::keyed::{Keys, SpellFault};
use game::{Answer, Codec, Contradiction, Draft, LegForm, SpellingFault, Verb, Vocabulary};
use scenario::Side;

use super::position::play;
use super::rule_set::Easy;
use super::{CommandId, Order, StandId, State};
use orders::{ACTS, LEGS};

pub use orders::{VERBS, ground, reaction, say_order, taking, task};
pub use read::{NameFault, Reader, legs};

impl Vocabulary for Easy {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "EasyOrder";
    const LEGS: &'static [LegForm] = LEGS;
}

/// The vocabulary of the referee's acts alone.
#[derive(Clone, Copy, Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] = ACTS;
    const NAME: &'static str = "EasyAct";
}

impl Codec for Easy {
    fn keys(state: &State) -> Keys<'_> {
        let (reader, roster) = (Reader::new(state), state.roster());
        play::keys(&state.game, play::stand_keys(roster), play::command_keys(roster))
            .or_named("StandId", move |name| reader.stand(name).map(StandId::index))
            .or_named("CommandId", move |name| reader.command(name).map(CommandId::index))
            .or_named("Side", move |name| reader.side(name).map(Side::index))
    }

    /// Paths are spelled with other legs than orders hold.
    fn spell(state: &State, order: &Order) -> Draft {
        let mut order = order.clone();
        let path = order.path_mut().map(std::mem::take);
        let draft = Draft::saying(VERBS, &order, &Self::keys(state));
        match path {
            Some(path) => draft.with("path", Answer::Way(legs(&path))),
            None => draft,
        }
    }

    fn order_of(state: &State, draft: &Draft) -> Result<Order, SpellingFault> {
        Reader::new(state).order(draft)
    }

    fn change(state: &State, before: &Value) -> Result<Value, SpellFault> {
        play::change(state, before)
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        play::resumed(start, play)
    }
}
