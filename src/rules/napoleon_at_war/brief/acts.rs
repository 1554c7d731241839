//! The referee's acts as the editor asks for them: the possible values, the present value, and the usual one.

use crate::State;
use crate::rule_set::NapoleonAtWar;
use game::{Answer, Ask, Draft, Question, RuleSet as _};
use rulebook::{book_of, option_form};

use super::units::unit;

/// The most strength points that fit on a counter.
const MOST_POINTS: f64 = 99.0;

/// One of the questions that an act asks.
pub fn question(state: &State, act: &Draft, question: Question) -> Question {
    let said = act.said();
    let number = |most: f64| Ask::Number { least: 1.0, most, step: 1.0, unit: "" };
    let now = |id: &str| state.game.chosen.value(NapoleonAtWar::option_specs(), id).to_owned();
    match question.field.as_str() {
        "turn" => {
            let turns = state.game.scenario.turns;
            Question { ask: number(turns.into()), ..question }
                .usually(Answer::Count(state.turn.into()))
                .note(format!("now {} of {turns}", state.turn))
        }
        "points" => {
            let question = Question { ask: number(MOST_POINTS), ..question };
            match said.one("unit").ok().and_then(|piece| unit(state, piece).ok()) {
                Some(id) => {
                    let (now, full) = (state.unit(id).strength, state.game.unit(id).strength);
                    question.usually(Answer::Count(now.max(1).into())).note(format!("now {now} of {full}"))
                }
                None => question,
            }
        }
        "id" => option_form::which(book_of::<NapoleonAtWar>(), now, question),
        "value" => match said.one("id") {
            Ok(id) => option_form::value(
                book_of::<NapoleonAtWar>(),
                id,
                &now(id),
                said.text("value").ok(),
                question,
            ),
            Err(_) => question,
        },
        _ => question,
    }
}
