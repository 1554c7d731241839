//! What cases of these rules can expect and ask.

mod expected;
mod question;

use game::{CaseRules, Played};

pub use expected::Expected;
pub use question::Question;

use super::position::Position;
use super::rule_set::CasusBelli;
use super::state::State;

impl CaseRules for CasusBelli {
    type Expected = Expected;
    type Question = Question;

    fn answer(state: &State, _position: &Position, question: &Question) -> Result<(), String> {
        question::check(state, question)
    }

    fn compare(step: &Played<'_, Self>, expected: &Expected) -> Vec<String> {
        expected::compare(step, expected)
    }
}
