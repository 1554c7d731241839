//! What a line is read against.

use crate::game::Due;
use crate::game::line::{self, Choice};
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
