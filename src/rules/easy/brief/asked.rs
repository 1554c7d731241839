//! Questions of orders being made up that go beyond the offers: ranges of command, contacts.

use crate::combat::declare::touches;
use crate::command::{command_range, in_range};
use crate::movement::entry::shut_out;
use crate::state::Place;
use crate::{CommandId, StandId, State};
use game::working::Measured;
use game::{Also, Answer, Ask, Choosable, Question};

/// The usual questions with the rules' additions. Those about regrouping come from `regroup`.
pub fn questions(state: &State, usual: Vec<Question>) -> Vec<Question> {
    let question = |question: Question| match (question.field.as_str(), state.active()) {
        ("stands", Some(now)) => activated(state, now.command, now.most, question),
        ("attacks", _) => attacked(state, question),
        _ => question,
    };
    usual.into_iter().map(question).collect()
}

/// The text of the button that activates.
pub fn activates(count: usize) -> String {
    match count {
        0 => "Activate no stand".to_owned(),
        1 => "Activate 1 stand".to_owned(),
        _ => format!("Activate {count} stands"),
    }
}

/// The text of the button that declares.
pub fn declares(count: usize) -> String {
    if count == 1 { "Declare 1 attack".to_owned() } else { format!("Declare {count} attacks") }
}

/// The stands of the active command, each with its distance to the general (`easy:II.A.2.1`); `most`: the number that a poor
/// general has rolled (`easy:VI.B`).
fn activated(state: &State, command: CommandId, most: Option<u8>, question: Question) -> Question {
    let open = in_range(state, command);
    let members = state.members(command).into_iter();
    let there = members.filter(|id| !state.stand(*id).place.is_lost());
    let of: Vec<Choosable> = there.map(|id| member(state, command, id, &open)).collect();
    let most = most.map_or(open.len(), |most| open.len().min(usize::from(most)));
    // A stand that cannot enter now is chosen by hand, after room is made.
    let may_act = |choice: &&Choosable| choice.barred.is_none() && !is_doubtful(choice);
    let usual = of.iter().any(is_doubtful).then(|| {
        let keys = of.iter().filter(may_act).take(most).map(|choice| choice.key.clone());
        Answer::Some(keys.collect())
    });
    // If all are barred, none is chosen by default: that would give the chit away.
    let usual = usual.filter(|usual| *usual != Answer::Some(Vec::new()));
    Question { ask: Ask::Some { of, least: 0, most, in_order: false }, usual, ..question }
}

fn is_doubtful(choice: &Choosable) -> bool {
    choice.also.as_ref().is_some_and(|also| also.doubt)
}

fn member(state: &State, command: CommandId, id: StandId, in_range: &[StandId]) -> Choosable {
    let measured = command_range(state, command, id);
    let open = in_range.contains(&id);
    let arrives = open && matches!(state.stand(id).place, Place::Reserve);
    let shut_out = if arrives { shut_out(state, id) } else { None };
    // Stands in its way that act with it may make room first.
    let first = shut_out.as_ref().and_then(|out| out.by).filter(|by| in_range.contains(by));
    let doubt = shut_out.is_some() && first.is_none();
    let why = shut_out.map(|out| out.refusal);
    let words = match (&measured, state.stand(id).place) {
        (_, Place::Reserve) if open => match (&why, first) {
            (Some(_), Some(first)) => format!("arrives once {} has moved", state.say(first)),
            (Some(why), None) => format!("cannot come on yet: {}", why.fact),
            (None, _) => "arrives".to_owned(),
        },
        (_, Place::Reserve) => "not yet due".to_owned(),
        (Some(measured), _) => format!("{:.2} in", measured.value),
        (None, _) => "no range test".to_owned(),
    };
    let close = measured.as_ref().is_some_and(Measured::is_close);
    let also = Also {
        words,
        close,
        doubt,
        measured: measured.map(|measured| measured.to_string()).unwrap_or_default(),
    };
    let barred = (!open).then(|| "out of command (easy:II.A.2.1)".to_owned());
    Choosable { barred, also: Some(also), ..Choosable::new(&state.key(id), &state.say_short(id)) }
}

/// The contacts (`easy:III.A.1`).
fn attacked(state: &State, question: Question) -> Question {
    let touches = touches(state);
    let choices = |ids: &mut dyn Iterator<Item = StandId>| {
        let mut found: Vec<Choosable> = Vec::new();
        for id in ids {
            let choice = Choosable::new(&state.key(id), &state.say_short(id));
            if !found.contains(&choice) {
                found.push(choice);
            }
        }
        found
    };
    let ask = Ask::Pairs {
        from: choices(&mut touches.iter().map(|touch| touch.attacker)),
        to: choices(&mut touches.iter().map(|touch| touch.defender)),
        may: touches.iter().map(|touch| (state.key(touch.attacker), state.key(touch.defender))).collect(),
    };
    Question { ask, ..question }
}
