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
    let number = |least: f64, most: f64| Ask::Number { least, most, step: 1.0, unit: "" };
    let now = |id: &str| state.game.chosen.value(CasusBelli::option_specs(), id).to_owned();
    let unit = || said.one("unit").ok().and_then(|name| units::unit(state, name).ok());
    match (act.verb.as_str(), question.field.as_str()) {
        ("Turn", "turn") => {
            let turns = state.game.scenario.turns;
            Question { ask: number(1.0, turns.into()), ..question }
                .usually(Answer::Count(state.turn.into()))
                .note(format!("now {} of {turns}", state.turn))
        }
        ("Place", "hex") => {
            let piece = said.one("piece").ok().and_then(|name| units::piece(state, name).ok());
            match piece.and_then(|piece| units::hex(state, piece)) {
                Some(hex) => question.usually(Answer::Spot(Spot::Hex(hex.0))).note(format!("now in {hex}")),
                None => question,
            }
        }
        ("Strength", "points") => {
            let question = Question { ask: number(1.0, MOST_POINTS.into()), ..question };
            match unit() {
                Some(id) => {
                    let (now, full) = (state.unit(id).strength, state.game.unit(id).strength);
                    question.usually(Answer::Count(now.max(1).into())).note(format!("now {now} of {full}"))
                }
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
        ("Points", "points") => {
            let most = f64::from(MOST_VICTORY_POINTS);
            Question { ask: number(-most, most), ..question }
        }
        ("Option", "id") => option_form::which(book_of::<CasusBelli>(), now, question),
        ("Option", "value") => match said.one("id") {
            Ok(id) => {
                option_form::value(book_of::<CasusBelli>(), id, &now(id), said.text("value").ok(), question)
            }
            Err(_) => question,
        },
        _ => question,
    }
}
