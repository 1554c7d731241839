//! Questions of an order that go beyond the offers: all formations, each with the reason against it, and losses stand by stand.

use crate::charge::{check_charger, check_may_charge};
use crate::form::check_fills;
use crate::formation::Formation;
use crate::guns::gunners;
use crate::losses::{self, Shares};
use crate::order::Order;
use crate::pending::Pending;
use crate::refusal::Refusal;
use crate::state::{GroupId, State};
use game::{Answer, Ask, Choosable, Draft, Question};

use super::hand::judged;

/// The questions of a draft: the usual ones, some of them replaced by better ones of these rules.
pub fn questions(state: &State, draft: &Draft, usual: Vec<Question>) -> Vec<Question> {
    usual.into_iter().map(|question| better(state, draft, question)).collect()
}

fn better(state: &State, draft: &Draft, question: Question) -> Question {
    match (draft.verb.as_str(), question.field.as_str()) {
        ("Form" | "CloseUp", "formation") => match unit(state, draft) {
            Some(id) => formations(state, id, draft, question),
            None => question,
        },
        ("Detach", "stands") => match unit(state, draft) {
            Some(id) => detached(state, id, question),
            None => question,
        },
        ("PlaceLosses", "losses") => losses_asked(state, question),
        ("Charge", "unit") => others(state, question, |id| check_charger(state, id).is_ok()),
        ("Charge", "target") => match unit(state, draft) {
            Some(by) => others(state, question, |id| check_may_charge(state, by, id).is_ok()),
            None => question,
        },
        ("SendGunners", "gun") => others(state, question, |id| gunners::may_send(state, id)),
        ("SendGunners", "to") => match named(state, draft, "gun") {
            Some(gun) => others(state, question, |id| gunners::check_target(state, gun, id).is_ok()),
            None => question,
        },
        _ => question,
    }
}

/// Adds the other groups on the table that may be named as well.
fn others(state: &State, question: Question, may: impl Fn(GroupId) -> bool) -> Question {
    let Ask::One(mut of) = question.ask else { return question };
    for id in state.on_table().filter(|id| may(*id)) {
        let key = state.key(id);
        if of.iter().all(|choice| choice.key != key) {
            of.push(Choosable::new(&key, &state.say(id)));
        }
    }
    Question { ask: Ask::One(of), ..question }
}

fn unit(state: &State, draft: &Draft) -> Option<GroupId> {
    named(state, draft, "unit")
}

fn named(state: &State, draft: &Draft, field: &str) -> Option<GroupId> {
    match draft.answers.get(field) {
        Some(Answer::One(key)) => state.find_group(key).ok(),
        _ => None,
    }
}

/// The stands of a group, of which some may leave but not all (`epstein:g.9`).
fn detached(state: &State, id: GroupId, question: Question) -> Question {
    let stands = &state.group(id).stands;
    let choice = |stand: &crate::roster::StandId| {
        let words = game::sentence(&state.say_stand(*stand));
        Choosable::new(&state.game.stand(*stand).key, &words)
    };
    let of = stands.iter().map(choice).collect();
    let most = stands.len().saturating_sub(1);
    let asked = Question {
        prompt: format!("Which stands leave {}?", state.say(id)),
        ask: Ask::Some { of, least: 1, most, in_order: false },
        ..question
    };
    asked.note("They stay where they are, a group of their own with its marks (g.9); over two widths off they are ineffective (7.1)")
}

/// Every formation of the arm; those that it cannot take come with the reason.
fn formations(state: &State, id: GroupId, draft: &Draft, question: Question) -> Question {
    let choice = |formation: &Formation| {
        let order = Order::form(state.key(id), *formation, None);
        let barred = match draft.verb.as_str() {
            "Form" => barred(state, id, *formation, &order),
            _ => check_fills(state, id, *formation).err().map(|refusal| because(&refusal)),
        };
        Choosable { barred, ..Choosable::new(formation.word(), &formation.words()) }
    };
    // A single formation leaves no choice.
    let all = Formation::of_arm(state.arm(id));
    let of = if all.len() > 1 { all.iter().map(choice).collect() } else { Vec::new() };
    Question {
        prompt: format!("Which formation does {} take?", state.say(id)),
        ask: Ask::One(of),
        ..question
    }
}

/// Why it does not form so; `None` if it may.
fn barred(state: &State, id: GroupId, formation: Formation, order: &Order) -> Option<String> {
    if state.group(id).formation == formation {
        return Some(format!("it is in {} (5.2)", formation.words()));
    }
    judged(state, order).map(|refusal| because(&refusal))
}

/// The text of a refusal, with its clause.
fn because(refusal: &Refusal) -> String {
    format!("{} ({})", refusal.fact, refusal.clause.trim_start_matches("epstein:"))
}

/// The stands of the unit that loses figures, each with its figures, and the default shares.
fn losses_asked(state: &State, question: Question) -> Question {
    let Some(Pending::Losses(lost)) = state.pending.last() else { return question };
    let ways = losses::ways(state, lost);
    let total = u32::from(losses::figures(state, lost));
    let key = |stand| state.game.stand(stand).key.clone();
    let most = |stand| {
        let shares = ways.iter().flat_map(|way: &Shares| way.iter().filter(move |(one, _)| *one == stand));
        shares.map(|(_, count)| u32::from(*count)).max().unwrap_or(0)
    };
    let among = state.group(lost.of).stands.iter().map(|stand| {
        let (left, start) = (state.stand(*stand).figures, state.game.stand(*stand).figures);
        let behind = !lost.first.is_empty() && !lost.first.contains(stand);
        let mut words = format!("{}, {left} of {start}", game::sentence(&state.say_stand(*stand)));
        if left < start {
            words.push_str(", damaged");
        }
        let barred = (most(*stand) == 0 && behind).then(|| "others lose theirs first (g.4)".to_owned());
        (Choosable { barred, ..Choosable::new(&key(*stand), &words) }, most(*stand))
    });
    let figures = if total == 1 { "1 figure".to_owned() } else { format!("{total} figures") };
    let asked = Question {
        prompt: format!("Stands that lose {figures}"),
        ask: Ask::Shares { total, among: among.collect() },
        ..question
    };
    let usual = ways.first().map(|way| {
        Answer::Shares(way.iter().map(|(stand, count)| (key(*stand), u32::from(*count))).collect())
    });
    let note = "A damaged stand is finished before another is begun; those before the firer come first (g.4)";
    match usual {
        Some(usual) => asked.usually(usual).note(note),
        None => asked.note(note),
    }
}
