//! What cases of these rules can expect and ask.

mod expected;
mod question;

use crate::game::{Battles, Cased, Draft, Played, Spelled};
use crate::scenario::Scenario;

pub use expected::Expected;
pub use question::Question;

use super::order::{Act, Order};
use super::position::Position;
use super::rule_set::Epstein;
use super::state::State;

impl Cased for Epstein {
    type Expected = Expected;
    type Question = Question;

    fn arrange(position: &Position, battles: Battles<'_, Scenario>) -> Result<State, String> {
        position.set_up(battles)
    }

    /// Places in orders are measured from the position's origin.
    fn order_of_case(state: &State, position: &Position, draft: &Draft) -> Result<Order, String> {
        let mut order = Self::order_of(state, draft).map_err(|fault| fault.to_string())?;
        let origin = position.origin();
        let shift = |x: &mut f64, y: &mut f64| {
            *x += f64::from(origin.x);
            *y += f64::from(origin.y);
        };
        match &mut order {
            Order::Skirmish { ways, .. } => {
                ways.iter_mut().for_each(|way| shift(&mut way.to.0, &mut way.to.1));
            }
            Order::Enter { at: Some(at), .. } => shift(&mut at.0, &mut at.1),
            Order::CloseUp { at, .. } => shift(&mut at.0, &mut at.1),
            Order::Lead { to, .. } => shift(&mut to.0, &mut to.1),
            Order::LeaveHouse { at, .. } => shift(&mut at.0, &mut at.1),
            Order::Fiat(fiat) => {
                if let Act::Place { at, .. } = &mut fiat.act {
                    shift(&mut at.0, &mut at.1);
                }
            }
            Order::RollFirst
            | Order::RollControl
            | Order::Ford { .. }
            | Order::EndPeriod
            | Order::Form { .. }
            | Order::Move { .. }
            | Order::Enter { at: None, .. }
            | Order::Detach { .. }
            | Order::Join { .. }
            | Order::Volley { .. }
            | Order::Guns { .. }
            | Order::SendGunners { .. }
            | Order::Charge { .. }
            | Order::Answer { .. }
            | Order::Support { .. }
            | Order::PlaceLosses { .. }
            | Order::Halt { .. }
            | Order::RunOn { .. }
            | Order::Follow { .. }
            | Order::Stay { .. }
            | Order::EnterHouse { .. }
            | Order::Post { .. }
            | Order::FireAtHouse { .. }
            | Order::HouseFire { .. }
            | Order::Assault { .. } => {}
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
