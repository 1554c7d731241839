//! Judging the game again under another option: the choice and the result.

use crate::background::Background;
use desk::Difference;

/// The choice and the result.
#[derive(Debug, Default)]
pub struct Rejudging {
    /// Index of the chosen option among those in force.
    pub option: usize,
    /// The value chosen for it; empty if none yet.
    pub value: String,
    /// The last answer.
    pub answer: Option<Answer>,
    /// The orders that are being judged.
    pub judging: Option<Background<Answer>>,
}

/// The orders that come out differently under a value of an option, or why they cannot be judged so.
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
