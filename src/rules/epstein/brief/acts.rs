//! The questions of the referee's acts: possible answers, current values, and defaults.

use crate::State;
use crate::fiat::MOST_FIGURES;
use crate::roster::StandId;
use crate::rule_set::Epstein;
use crate::tables::cells;
use crate::victory;
use game::{Answer, Ask, Choosable, Draft, Question, RuleSet as _, Spot};
use rulebook::{book_of, option_form};

/// The longest value of a cell, in letters.
const LONGEST: usize = 8;

/// One question of an act.
pub fn question(state: &State, act: &Draft, question: Question) -> Question {
    let said = act.said();
    let option = |id: &str| state.game.chosen.value(Epstein::option_specs(), id).to_owned();
    let number = |least: f64, most: f64| Ask::Number { least, most, step: 1.0, unit: "" };
    let group = || said.one("unit").ok().and_then(|key| state.find_group(key).ok());
    match (act.verb.as_str(), question.field.as_str()) {
        ("Turn", "turn") => {
            let turns = state.game.scenario.turns;
            Question { ask: number(1.0, turns.into()), ..question }
                .usually(Answer::Count(state.turn.into()))
                .note(format!("now {} of {}", state.turn, victory::last_turn(state)))
        }
        // By default it stays where it is and keeps its heading.
        ("Place", "at") => match group() {
            Some(id) if state.is_on_table(id) => question.usually(Answer::Spot(Spot::pose(state.place(id)))),
            _ => question,
        },
        ("Figures", "stand") => Question { ask: Ask::One(stands(state)), ..question },
        ("BringBack", "stand") => Question { ask: Ask::One(lost(state)), ..question },
        ("Rout", "routed") => group().map_or(question.clone(), |id| {
            let routed = state.group(id).rout.is_some();
            let note = if routed { "it has routed" } else { "it is in order now" };
            question.usually(Answer::Whether(!routed)).note(note)
        }),
        ("Disrupt", "disrupted") => group().map_or(question.clone(), |id| {
            let disrupted = !state.group(id).disruption.is_empty();
            let note = if disrupted { "it is disrupted now" } else { "it is not disrupted now" };
            question.usually(Answer::Whether(!disrupted)).note(note)
        }),
        ("Figures" | "BringBack", "figures") => {
            let question = Question { ask: number(0.0, f64::from(MOST_FIGURES)), ..question };
            match said.one("stand").ok().and_then(|key| state.game.find_stand(key)) {
                Some(stand) => {
                    let (now, whole) = (state.stand(stand).figures, state.game.stand(stand).figures);
                    let note = format!("now {now} of {whole}");
                    let usual = if act.verb == "BringBack" { whole } else { now };
                    question.usually(Answer::Count(usual.into())).note(note)
                }
                None => question,
            }
        }
        ("Cell", "cell") => Question { ask: Ask::One(choices(state)), ..question },
        ("Cell", "value") => {
            let question = Question { ask: Ask::Text { longest: LONGEST }, ..question };
            match said.one("cell") {
                Ok(cell) => question.note(now(state, cell)),
                Err(_) => question,
            }
        }
        ("Option", "id") => option_form::which(book_of::<Epstein>(), option, question),
        ("Option", "value") => match said.one("id") {
            Ok(id) => {
                option_form::value(book_of::<Epstein>(), id, &option(id), said.text("value").ok(), question)
            }
            Err(_) => question,
        },
        _ => question,
    }
}

/// The stands in play.
fn stands(state: &State) -> Vec<Choosable> {
    let in_play = state.group_ids().flat_map(|id| state.group(id).stands.clone());
    let choice = |stand: StandId| Choosable::new(&state.game.stand(stand).key, &state.say_stand(stand));
    in_play.map(choice).collect()
}

/// The stands that are lost.
fn lost(state: &State) -> Vec<Choosable> {
    let lost = state.game.stand_ids().filter(|stand| state.is_lost(*stand));
    lost.map(|stand| Choosable::new(&state.game.stand(stand).key, &state.say_stand(stand))).collect()
}

/// The cells of the tables with their current values.
fn choices(state: &State) -> Vec<Choosable> {
    let choice = |(name, printed): (String, String)| {
        let is = state.cells_changed.get(&name).unwrap_or(&printed);
        let (table, cell) = name.split_once('/').unwrap_or(("", &name));
        Choosable {
            group: table.to_owned(),
            ..Choosable::new(&name, &format!("{}: {is}", cell.replace('/', ", ")))
        }
    };
    cells(book_of::<Epstein>()).into_iter().map(choice).collect()
}

/// The value of a cell in this game, and in the book.
fn now(state: &State, cell: &str) -> String {
    let printed =
        cells(book_of::<Epstein>()).into_iter().find(|(name, _)| name == cell).map(|(_, printed)| printed);
    match (state.cells_changed.get(cell), printed) {
        (Some(now), Some(printed)) => format!("now {now}, in the book {printed}"),
        (_, Some(printed)) => format!("now {printed}"),
        (_, None) => "there is no such cell".to_owned(),
    }
}
