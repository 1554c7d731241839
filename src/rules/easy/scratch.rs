//! The working copy of the state for an order in Easy Napoleonic, and the result of judging one. A refusal changes nothing
//! (`easy:0.8`).

use super::refusal::Refusal;
use super::rule_set::Easy;
use game::Stop;

/// The result of judging an order.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

/// The state as it changes while an order is judged.
pub type Scratch<'t> = game::scratch::Scratch<'t, Easy>;
