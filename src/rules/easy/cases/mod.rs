//! What cases of these rules can expect and ask.

mod expected;
mod question;

use game::{Battles, CaseRules, Draft, Played};
use scenario::Scenario;
use table::Vec2;

pub use expected::Expected;
pub use question::Question;

use super::rule_set::Easy;
use super::spelling::Reader;
use super::{Order, Position, State};

impl CaseRules for Easy {
    type Expected = Expected;
    type Question = Question;

    fn arrange(position: &Position, _battles: Battles<'_, Scenario>) -> Result<State, String> {
        position.set_up().map_err(|fault| fault.to_string())
    }

    fn order_of_case(state: &State, position: &Position, draft: &Draft) -> Result<Order, String> {
        let origin = Vec2::from(position.origin);
        Reader { state, origin }.order(draft).map_err(|fault| fault.to_string())
    }

    fn answer(state: &State, position: &Position, question: &Question) -> Result<(), String> {
        question::check(state, position, question)
    }

    fn compare(step: &Played<'_, Self>, expected: &Expected) -> Vec<String> {
        expected::compare(step, expected)
    }
}
