//! The scratch copy of an order of Napoleon at War, and what a judgement comes to.

use game::Stop;

use super::refusal::Refusal;
use super::rule_set::NapoleonAtWar;

/// What a judgement comes to.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

/// The state as it becomes while an order is judged.
pub type Scratch<'t> = game::scratch::Scratch<'t, NapoleonAtWar>;
