//! What cases for these rules can expect and ask.

mod expected;
mod question;

use game::{Battles, CaseRules, Played};
use scenario::HexScenario;

pub use expected::Expected;
pub use question::Question;

use super::rule_set::NapoleonAtWar;
use super::{Position, State};

impl CaseRules for NapoleonAtWar {
    type Expected = Expected;
    type Question = Question;

    fn arrange(position: &Position, battles: Battles<'_, HexScenario>) -> Result<State, String> {
        position.set_up(battles)
    }

    fn answer(state: &State, _position: &Position, question: &Question) -> Result<(), String> {
        question::check(state, question)
    }

    fn compare(step: &Played<'_, Self>, expected: &Expected) -> Vec<String> {
        expected::compare(step, expected)
    }
}
