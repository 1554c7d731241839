//! The scratch copy of an order of Easy Napoleonic, and what a judgement comes to: a refusal changes nothing
//! (`easy:0.8`).

use super::refusal::Refusal;
use super::rule_set::Easy;
use game::Stop;

/// What a judgement comes to.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

/// The state as it becomes while an order is judged.
pub type Scratch<'t> = game::scratch::Scratch<'t, Easy>;
