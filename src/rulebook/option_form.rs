//! The questions about an option that the referee changes in mid-game: which, and what it is to be from then on.

use game::{Answer, Ask, Choosable, Draft, Question, sentence};

use crate::{OptionEntry, Rulebook};

/// The longest number that is typed as a value, in letters.
const LONGEST: usize = 12;

/// A question of an act by which an option gets another value; `now`: that which it has.
pub fn question(book: &Rulebook, now: impl Fn(&str) -> String, act: &Draft, question: Question) -> Question {
    match (question.field.as_str(), act.said().one("id")) {
        ("id", _) => which(book, now, question),
        ("value", Ok(id)) => value(book, id, &now(id), act.said().text("value").ok(), question),
        _ => question,
    }
}

/// Which option: those in force, each with what it is `now`.
pub fn which(book: &Rulebook, now: impl Fn(&str) -> String, question: Question) -> Question {
    let choice = |entry: &OptionEntry| Choosable {
        about: format!("{} {}", entry.values().join(" "), entry.meaning),
        ..Choosable::new(&entry.id, &format!("{} ({}): {}", entry.title, entry.clause, now(&entry.id)))
    };
    let of = book.options.iter().map(choice).collect();
    Question { ask: Ask::One(of), ..question }
}

/// Its value: the one that it has now is told, and is no choice. Of two the other one is usual. `then`: what is said so far.
pub fn value(book: &Rulebook, id: &str, now: &str, then: Option<&str>, question: Question) -> Question {
    let Some(entry) = book.options.iter().find(|entry| entry.id == id) else { return question };
    if let Some((least, most)) = entry.range {
        return Question { ask: Ask::Text { longest: LONGEST }, ..question }
            .note(format!("{least} to {most}, now {now}"))
            .note(sentence(&entry.meaning));
    }
    let means = |value: &str| sentence(entry.meaning_of(value).unwrap_or(value));
    let choice = |value: &str| Choosable { about: means(value), ..Choosable::new(value, value) };
    let is_so = |value: &str| Choosable {
        words: format!("{value} (now)"),
        barred: Some("It is so now".to_owned()),
        ..choice(value)
    };
    let values = entry.values();
    let of = values.iter().map(|value| if *value == now { is_so(value) } else { choice(value) }).collect();
    let asked = Question { ask: Ask::One(of), ..question }.note(format!("Now: {}", means(now)));
    let mut others = values.iter().filter(|value| **value != now);
    let asked = match (others.next(), others.next()) {
        (Some(other), None) => asked.usually(Answer::Text((*other).to_owned())),
        _ => asked,
    };
    match then {
        Some(then) => asked.note(format!("Then: {}", means(then))),
        None => asked,
    }
}
