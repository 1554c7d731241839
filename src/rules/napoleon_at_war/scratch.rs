//! The working copy of the state for an order in Napoleon at War, and the result of judging one.

use game::Stop;

use super::refusal::Refusal;
use super::rule_set::NapoleonAtWar;

/// The result of judging an order.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

/// The state as it changes while an order is judged.
pub type Scratch<'t> = game::scratch::Scratch<'t, NapoleonAtWar>;
