//! The questions of the referee's acts: possible answers, current values, and defaults.

use crate::CasusBelli;
use crate::fiat::{MOST_POINTS, MOST_VICTORY_POINTS};
use crate::state::State;
use game::{Answer, Ask, Choosable, Draft, Question, RuleSet as _, Spot};
use rulebook::{book_of, option_form};
use scenario::Side;

use super::{head, units};

/// One question of an act.
pub fn question(state: &State, act: &Draft, question: Question) -> Question {
    let said = act.said();
    let unit = || said.one("unit").ok().and_then(|name| units::unit(state, name).ok());
    match (act.verb.as_str(), question.field.as_str()) {
        ("Turn", "turn") => {
            let turns = state.game.scenario.turns;
            question.number(1, turns).now(state.turn, turns)
        }
        ("Place", "hex") => {
            let piece = said.one("piece").ok().and_then(|name| units::piece(state, name).ok());
            match piece.and_then(|piece| units::hex(state, piece)) {
                Some(hex) => question.usually(Answer::Spot(Spot::Hex(hex.0))).note(format!("now in {hex}")),
                None => question,
            }
        }
        ("Strength", "points") => {
            let question = question.number(1, MOST_POINTS);
            match unit() {
                Some(id) => question.now(state.unit(id).strength, state.game.unit(id).strength),
                None => question,
            }
        }
        ("Rout", "routed") => match unit() {
            Some(id) => {
                let routed = state.unit(id).routed;
                let note = if routed { "it is routed now" } else { "it is in good order now" };
                question.usually(Answer::Whether(!routed)).note(note)
            }
            None => question,
        },
        ("Possess", "place") => {
            let choice = |(_, place): (usize, &scenario::HexObjective)| {
                Choosable::new(&place.id, &head::place_words(state, place))
            };
            Question { ask: Ask::One(state.game.places().map(choice).collect()), ..question }
        }
        ("Possess" | "Points", "side") => {
            let choice = |side: Side| Choosable::new(&state.game.side_id(side), state.game.side_name(side));
            Question { ask: Ask::One(Side::BOTH.map(choice).into()), ..question }
        }
        ("Points", "points") => question.number(-MOST_VICTORY_POINTS, MOST_VICTORY_POINTS),
        ("Option", _) => {
            let now = |id: &str| state.game.chosen.value(CasusBelli::option_specs(), id).to_owned();
            option_form::question(book_of::<CasusBelli>(), now, act, question)
        }
        _ => question,
    }
}
