//! What cases of these rules can expect and ask.

mod expected;
mod question;

use game::{Battles, CaseRules, Codec, Draft, Played};
use scenario::Scenario;

pub use expected::Expected;
pub use question::Question;

use super::order::Order;
use super::position::Position;
use super::rule_set::Epstein;
use super::state::State;

impl CaseRules for Epstein {
    type Expected = Expected;
    type Question = Question;

    fn arrange(position: &Position, battles: Battles<'_, Scenario>) -> Result<State, String> {
        position.set_up(battles)
    }

    /// Reads an order whose places are measured from the position's origin.
    fn order_of_case(state: &State, position: &Position, draft: &Draft) -> Result<Order, String> {
        let mut order = Self::order_of(state, draft).map_err(|fault| fault.to_string())?;
        let origin = position.origin();
        for (x, y) in order.places_mut() {
            *x += f64::from(origin.x);
            *y += f64::from(origin.y);
        }
        Ok(order)
    }

    fn answer(state: &State, position: &Position, question: &Question) -> Result<(), String> {
        question::check(state, position, question)
    }

    fn compare(step: &Played<'_, Self>, expected: &Expected) -> Vec<String> {
        expected::compare(step, expected)
    }
}
