//! How the orders of Easy Napoleonic are spelled. Inches, degrees clockwise from north; stands and commands by id or badge.
//!
//! `orders` has the table of verbs, and how each is read, written and said; `read` says what names and legs mean in a state, `write` how
//! they are written.

mod orders;
mod read;
mod write;

use serde_json::Value;

use game::keyed::SpellFault;
use game::{Contradiction, Draft, LegForm, Spelled, SpellingFault, Verb, Vocabulary};

use super::position::play;
use super::rule_set::Easy;
use super::{Order, State};
use orders::{ACTS, LEGS};

pub use orders::{VERBS, ground, reaction, say_order, taking, task};
pub use read::{NameFault, Reader};
pub use write::legs;

impl Vocabulary for Easy {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "EasyOrder";
    const LEGS: &'static [LegForm] = LEGS;
}

/// The acts of the referee, by themselves.
#[derive(Clone, Copy, Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] = ACTS;
    const NAME: &'static str = "EasyAct";
}

impl Spelled for Easy {
    fn spell(state: &State, order: &Order) -> Draft {
        write::Writer { state }.order(order)
    }

    fn order_of(state: &State, draft: &Draft) -> Result<Order, SpellingFault> {
        Reader::new(state).order(draft)
    }

    fn play(state: &State) -> Result<Value, SpellFault> {
        play::play(state)
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        play::resumed(start, play)
    }
}
