//! The scratch copy on which an order is judged, and the result of a judgement.

use game::Stop;

use super::refusal::Refusal;
use super::rule_set::CasusBelli;

/// The result of a judgement.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

/// The state as it changes while an order is judged.
pub type Scratch<'t> = game::scratch::Scratch<'t, CasusBelli>;
