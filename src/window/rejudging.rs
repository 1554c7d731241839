//! The game judged again under another option: what is asked, and what came of it.

use crate::background::Background;
use desk::Difference;

/// What was asked, and what came of it.
#[derive(Debug, Default)]
pub struct Rejudging {
    /// The option that is chosen, by its place among those in force.
    pub option: usize,
    /// The value that is chosen for it; empty: none yet.
    pub value: String,
    /// The last answer.
    pub answer: Option<Answer>,
    /// The orders that are being judged.
    pub judging: Option<Background<Answer>>,
}

/// The orders that come out otherwise under a value of an option, or why none can be judged so.
#[derive(Clone, Debug)]
pub struct Answer {
    pub option: String,
    pub value: String,
    pub differ: Result<Vec<Difference>, String>,
}

impl Rejudging {
    /// The orders are being judged.
    pub fn is_busy(&self) -> bool {
        self.judging.is_some()
    }
}
