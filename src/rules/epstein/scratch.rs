//! The scratch copy of an order of Epstein's rules, and what a judgement comes to.

use crate::game::Stop;

use super::refusal::Refusal;
use super::rule_set::Epstein;

/// What a judgement comes to.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

impl From<Refusal> for Stop<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The state as it becomes while an order is judged.
pub type Scratch<'t> = crate::game::scratch::Scratch<'t, Epstein>;
