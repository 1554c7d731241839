//! The referee's acts as the editor asks for them: the possible values, the present value, and the usual one.

use crate::State;
use crate::fiat::MOST_POINTS;
use crate::rule_set::NapoleonAtWar;
use game::{Draft, Question, RuleSet as _};
use rulebook::{book_of, option_form};

use super::units::unit;

/// A question of an act.
pub fn question(state: &State, act: &Draft, question: Question) -> Question {
    match question.field.as_str() {
        "turn" => question.number(1, state.game.scenario.turns).now(state.turn, state.game.scenario.turns),
        "points" => {
            let question = question.number(1, MOST_POINTS);
            match act.said().one("unit").ok().and_then(|piece| unit(state, piece).ok()) {
                Some(id) => question.now(state.unit(id).strength, state.game.unit(id).strength),
                None => question,
            }
        }
        _ => {
            let now = |id: &str| state.game.chosen.value(NapoleonAtWar::option_specs(), id).to_owned();
            option_form::question(book_of::<NapoleonAtWar>(), now, act, question)
        }
    }
}
