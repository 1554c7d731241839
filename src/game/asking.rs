//! What a draft still asks, derived from what is due: every offered order is one complete set of answers, and what fits the
//! next question is what the offers answer there.

use std::collections::BTreeMap;

use super::answer::Answer;
use super::brief::Group;
use super::contract::Offer;
use super::draft::{Answers, Draft};
use super::messages::{AskFault, sentence};
use super::question::{Ask, Choosable, Question};
use super::spelling::{Absent, AnswerKind, Verb, VerbField};
use data::printable;

/// Maximum length of a text given as an answer, in characters.
const LONGEST: usize = 400;

/// The part of the draft that fits what is due: verb and answers in turn, with each key in the form used by what is due.
///
/// Each answer has to fit its own question beside those before it: `questions` returns those of a draft. If an offer stands for
/// a family of orders, others like it fit too: then any known key is accepted that no question bars. `key` returns the key of a
/// piece for any of its names; `None` if there is no such piece.
///
/// # Errors
///
/// Returns an error with what does not fit, and what would.
pub fn fitting(
    verb: &Verb,
    draft: &Draft,
    offers: &[Offer<Draft>],
    names: &BTreeMap<String, String>,
    key: impl Fn(&str) -> Option<String>,
    questions: impl Fn(&Draft) -> Vec<Question>,
) -> Result<Draft, AskFault> {
    let due: Vec<&Offer<Draft>> = offers.iter().filter(|offer| offer.order.verb == draft.verb).collect();
    if due.is_empty() {
        let words = format!("{} is not due: {}", draft.verb, say_due(offers));
        return Err(AskFault::new("bad-order", words));
    }
    let family = due.iter().any(|offer| offer.family);
    let mut fits = Draft::new(&draft.verb);
    for field in verb.fields {
        let Some(answer) = draft.answers.get(field.name) else { continue };
        let mut answer = answer.clone();
        let offered: Vec<&str> = due
            .iter()
            .filter_map(|offer| offer.order.answers.get(field.name))
            .flat_map(Answer::keys)
            .collect();
        answer.rename(&|name| key(name).filter(|_| !offered.contains(&name)));
        let own = questions(&fits).into_iter().find(|question| question.field == field.name);
        let question = own.unwrap_or_else(|| question(field, &fits, offers, names));
        let known = |name: &str| family && (names.contains_key(name) || key(name).is_some());
        if let Some(misfit) = misfit(&question.ask, &answer, family, known) {
            return Err(AskFault::new("bad-order", format!("{}, {}: {misfit}", verb.name, field.name)));
        }
        fits = fits.with(field.name, answer);
    }
    Ok(fits)
}

/// The part of an answer that does not fit, and what would.
fn misfit(ask: &Ask, answer: &Answer, family: bool, known: impl Fn(&str) -> bool) -> Option<String> {
    let not = |name: &str, would: &str| format!("{} does not fit: {would}", printable::name(name));
    let outside = |of: &[Choosable], name: &str| match of.iter().find(|choice| choice.key == name) {
        Some(choice) => choice.barred.as_ref().map(|why| not(name, why)),
        None if known(name) => None,
        None => {
            let open = of.iter().filter(|choice| choice.barred.is_none());
            let keys: Vec<&str> = open.map(|choice| choice.key.as_str()).collect();
            Some(match keys.is_empty() {
                true => not(name, "nothing does, beside the other answers"),
                false => not(name, &format!("it may be {}", keys.join(", "))),
            })
        }
    };
    let of_each = match (ask, answer) {
        (Ask::One(of), Answer::One(name)) => outside(of, name),
        (Ask::Some { of, .. }, Answer::Some(names)) => names.iter().find_map(|name| outside(of, name)),
        (Ask::Pairs { from, to, .. }, Answer::Pairs(pairs)) => {
            pairs.iter().find_map(|(one, other)| outside(from, one).or_else(|| outside(to, other)))
        }
        (Ask::Shares { among, .. }, Answer::Shares(shares)) => {
            let of: Vec<Choosable> = among.iter().map(|(choice, _)| choice.clone()).collect();
            shares.iter().find_map(|(name, _)| outside(&of, name))
        }
        (Ask::Number { least, most, .. }, Answer::Count(count)) => {
            let count = *count as f64;
            let out = !family && !(*least..=*most).contains(&count);
            out.then(|| not(&count.to_string(), &format!("it may be from {least} to {most}")))
        }
        // Ways, places, lengths and texts are judged when the order is given.
        _ => None,
    };
    of_each.or_else(|| misfit_as_a_whole(ask, answer, family))
}

/// Reports keys that are named twice, and too few or too many of them. The list of a family is not complete, so there only
/// listed keys can be too many.
fn misfit_as_a_whole(ask: &Ask, answer: &Answer, family: bool) -> Option<String> {
    let twice = |mut keys: Vec<String>| {
        keys.sort_unstable();
        let twice = keys.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(format!("{} is named twice: name it once", printable::name(&twice[0])))
    };
    match (ask, answer) {
        (Ask::Some { of, least, most, .. }, Answer::Some(names)) => twice(names.clone()).or_else(|| {
            let listed = |name: &String| of.iter().any(|choice| choice.key == *name);
            let most = if family && !names.iter().all(listed) { usize::MAX } else { *most };
            let out = !(*least..=most).contains(&names.len());
            let accepted = if most == usize::MAX { "or more".to_owned() } else { format!("to {most}") };
            out.then(|| format!("{} are named: it is {least} {accepted}", names.len()))
        }),
        (Ask::Pairs { may, .. }, Answer::Pairs(pairs)) => {
            let said = |(one, other): &(String, String)| format!("{one} with {other}");
            let apart = pairs.iter().find(|pair| !family && !may.is_empty() && !may.contains(pair));
            let would = || format!("it may be {}", may.iter().map(said).collect::<Vec<_>>().join(", "));
            let apart = apart.map(|pair| format!("{} does not fit: {}", said(pair), would()));
            apart.or_else(|| twice(pairs.iter().map(said).collect()))
        }
        (Ask::Shares { .. }, Answer::Shares(shares)) => {
            twice(shares.iter().map(|(key, _)| key.clone()).collect())
        }
        _ => None,
    }
}

/// `due are Fire, Move`, or a sentence that nothing is due.
pub fn say_due(offers: &[Offer<Draft>]) -> String {
    match which_verb(offers).ask {
        Ask::Either(verbs) if !verbs.is_empty() => {
            let verbs: Vec<String> = verbs.into_iter().map(|verb| verb.key).collect();
            format!("due are {}", verbs.join(", "))
        }
        _ => "nothing is due".to_owned(),
    }
}

/// Every question of a draft, answered or not, with what fits beside the other answers.
///
/// `offers` are those that are due. Their answers fit, if they agree with the answers so far; if one stands for a family of
/// orders, others like it fit as well, and are judged when the order is given. `names` has the names of keys.
pub fn questions(
    verbs: &'static [Verb],
    draft: &Draft,
    offers: &[Offer<Draft>],
    names: &BTreeMap<String, String>,
) -> Vec<Question> {
    let Some(verb) = verbs.iter().find(|verb| verb.name == draft.verb) else { return Vec::new() };
    let question = |field: &VerbField| Question {
        may_be_left: field.absent != Absent::Asked,
        ..question(field, draft, offers, names)
    };
    verb.fields.iter().chain(verb.entry()).map(question).collect()
}

/// What fits a field of the verb, or of the entries of its list, beside the answers to the other fields.
fn question(
    field: &VerbField,
    draft: &Draft,
    offers: &[Offer<Draft>],
    names: &BTreeMap<String, String>,
) -> Question {
    let of_verb = offers.iter().map(|offer| &offer.order).filter(|order| order.verb == draft.verb);
    let beside = |order: &&Draft| {
        draft.answers.iter().all(|(name, answer)| name == field.name || agrees(order, name, answer))
    };
    let found: Vec<&Answer> =
        of_verb.filter(beside).flat_map(|order| answers_of(order, field.name)).collect();
    let name = |key: &String| names.get(key).unwrap_or(key).clone();
    let choice = |key: &String| Choosable::new(key, &name(key));
    let asked = match (ask(field, &found, &choice), draft.answers.get(field.name)) {
        (Ask::List { least, most, .. }, Some(Answer::List(entries))) => {
            let said = entries.iter().map(|entry| say_entry(entry, &name)).collect();
            Ask::List { said, least, most }
        }
        (asked, _) => asked,
    };
    Question::new(field.name, prompt(field), asked)
}

/// The answers of an offered order in this field, or in this field of each entry of its list.
fn answers_of<'a>(order: &'a Draft, field: &str) -> Vec<&'a Answer> {
    match order.answers.get(field) {
        Some(answer) => vec![answer],
        None => {
            let lists = order.answers.values().filter_map(|answer| match answer {
                Answer::List(entries) => Some(entries),
                _ => None,
            });
            lists.flatten().filter_map(|entry| entry.get(field)).collect()
        }
    }
}

/// An entry of a list in words.
fn say_entry(entry: &Answers, name: &impl Fn(&String) -> String) -> String {
    let names = |keys: &mut dyn Iterator<Item = &String>| keys.map(name).collect::<Vec<_>>().join(", ");
    let say = |(field, answer): (&String, &Answer)| match answer {
        Answer::One(key) => name(key),
        Answer::Some(keys) => names(&mut keys.iter()),
        Answer::Pairs(pairs) => names(&mut pairs.iter().flat_map(|(one, other)| [one, other])),
        Answer::Shares(shares) => names(&mut shares.iter().map(|(key, _)| key)),
        Answer::Spot(spot) => format!("{field} {spot}"),
        Answer::Count(count) => format!("{field} {count}"),
        Answer::Measure(measure) => format!("{field} {measure}"),
        Answer::Text(text) => text.clone(),
        Answer::Whether(whether) => format!("{field} {}", if *whether { "yes" } else { "no" }),
        Answer::Either(draft) => draft.verb.clone(),
        Answer::Way(legs) => format!("{field} of {} legs", legs.len()),
        Answer::List(entries) => format!("{field} of {}", entries.len()),
    };
    entry.iter().map(say).collect::<Vec<_>>().join(" ")
}

/// Every question of an act of the referee, which may be about any of these pieces.
pub fn act_questions(acts: &'static [Verb], act: &Draft, pieces: &[Choosable]) -> Vec<Question> {
    let Some(verb) = acts.iter().find(|verb| verb.name == act.verb) else { return Vec::new() };
    let any = |field: &VerbField| match field.kind {
        AnswerKind::One => Ask::One(pieces.to_vec()),
        kind => usual(kind),
    };
    let question = |field: &VerbField| Question {
        may_be_left: field.absent != Absent::Asked,
        ..Question::new(field.name, prompt(field), any(field))
    };
    verb.fields.iter().map(question).collect()
}

/// The first question: which of the verbs that are due.
pub fn which_verb(offers: &[Offer<Draft>]) -> Question {
    let verb = |name: &String| Choosable::new(name, name);
    let verbs = listed(offers.iter().map(|offer| &offer.order.verb), &verb);
    Question::new("verb", "Which order", Ask::Either(verbs))
}

/// The names of the groups and pieces of an order of battle, by key.
pub fn names(groups: &[Group]) -> BTreeMap<String, String> {
    let pieces =
        groups.iter().flat_map(|group| &group.members).map(|piece| (piece.piece.clone(), piece.name.clone()));
    groups.iter().map(|group| (group.key.clone(), group.name.clone())).chain(pieces).collect()
}

/// Does an offered order agree with this answer in the field, as far as answers can be compared?
fn agrees(order: &Draft, field: &str, answer: &Answer) -> bool {
    match answer {
        // One example of many in a family.
        Answer::Way(_) | Answer::Spot(_) | Answer::Measure(_) | Answer::Text(_) | Answer::Shares(_) => true,
        // Several of a list: keys that can be named with one of them may be named with another.
        Answer::Some(keys) => match order.answers.get(field) {
            Some(Answer::Some(offered)) => keys.is_empty() || offered.iter().any(|key| keys.contains(key)),
            _ => true,
        },
        Answer::List(_) => true,
        answer => order.answers.get(field).is_none_or(|offered| offered == answer),
    }
}

/// `Battery`, or the field's title.
fn prompt(field: &VerbField) -> String {
    let called = if field.called.is_empty() { field.name } else { field.called };
    sentence(&called.replace('_', " "))
}

/// The keys in their order, without duplicates.
fn listed<'a>(
    keys: impl Iterator<Item = &'a String>,
    choice: &impl Fn(&String) -> Choosable,
) -> Vec<Choosable> {
    let mut found: Vec<Choosable> = Vec::new();
    for key in keys {
        if !found.iter().any(|known| known.key == *key) {
            found.push(choice(key));
        }
    }
    found
}

/// What fits a field, given the answers found for it.
fn ask(field: &VerbField, found: &[&Answer], choice: &impl Fn(&String) -> Choosable) -> Ask {
    match field.kind {
        AnswerKind::One => Ask::One(listed(
            found.iter().filter_map(|answer| if let Answer::One(key) = answer { Some(key) } else { None }),
            choice,
        )),
        AnswerKind::Some => {
            let lists = || {
                found
                    .iter()
                    .filter_map(|answer| if let Answer::Some(keys) = answer { Some(keys) } else { None })
            };
            let of = listed(lists().flatten(), choice);
            let least = usize::from(!lists().any(Vec::is_empty));
            Ask::Some { most: of.len(), of, least, in_order: false }
        }
        AnswerKind::Pairs => {
            let pairs = || {
                let lists = found
                    .iter()
                    .filter_map(|answer| if let Answer::Pairs(pairs) = answer { Some(pairs) } else { None });
                lists.flatten()
            };
            Ask::Pairs {
                from: listed(pairs().map(|(one, _)| one), choice),
                to: listed(pairs().map(|(_, other)| other), choice),
                may: Vec::new(),
            }
        }
        AnswerKind::Shares => shares(found, choice),
        AnswerKind::Count | AnswerKind::Measure => number(found),
        kind => usual(kind),
    }
}

/// What fits a field of this kind if no offer answers it.
fn usual(kind: AnswerKind) -> Ask {
    match kind {
        AnswerKind::One => Ask::One(Vec::new()),
        AnswerKind::Some => Ask::Some { of: Vec::new(), least: 1, most: usize::MAX, in_order: false },
        AnswerKind::Pairs => Ask::Pairs { from: Vec::new(), to: Vec::new(), may: Vec::new() },
        AnswerKind::Shares => Ask::Shares { total: 0, among: Vec::new() },
        AnswerKind::Count | AnswerKind::Measure => number(&[]),
        AnswerKind::Way(_) => Ask::Way,
        AnswerKind::Spot(_) => Ask::Spot,
        AnswerKind::Text => Ask::Text { longest: LONGEST },
        AnswerKind::Whether => Ask::Whether,
        AnswerKind::Either(verbs) => {
            Ask::Either(verbs.iter().map(|verb| Choosable::new(verb.name, verb.name)).collect())
        }
        AnswerKind::List(_) => Ask::List { said: Vec::new(), least: 1, most: usize::MAX },
    }
}

/// A total, and the maximum share of each key.
fn shares(found: &[&Answer], choice: &impl Fn(&String) -> Choosable) -> Ask {
    let mut among: Vec<(Choosable, u32)> = Vec::new();
    let mut total = 0;
    for answer in found {
        let Answer::Shares(shares) = answer else { continue };
        total = total.max(shares.iter().map(|(_, share)| share).sum());
        for (key, share) in shares {
            match among.iter_mut().find(|(known, _)| known.key == *key) {
                Some((_, most)) => *most = (*most).max(*share),
                None => among.push((choice(key), *share)),
            }
        }
    }
    Ask::Shares { total, among }
}

/// From the least to the greatest number found.
fn number(found: &[&Answer]) -> Ask {
    let values = found.iter().filter_map(|answer| match answer {
        Answer::Count(count) => Some(*count as f64),
        Answer::Measure(measure) => Some(*measure),
        _ => None,
    });
    let (least, most) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
    let (least, most) = if least > most { (0.0, f64::from(u16::MAX)) } else { (least, most) };
    Ask::Number { least, most, step: 1.0, unit: "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: &[Verb] = &[
        Verb::named(
            "Fire",
            &[VerbField::new("battery", AnswerKind::One), VerbField::new("target", AnswerKind::One)],
        ),
        Verb::bare("Mend", &[VerbField::new("shares", AnswerKind::Shares)]),
        Verb::bare("Wait", &[VerbField::new("turns", AnswerKind::Count)]),
        Verb::bare("Rally", &[VerbField::new("stands", AnswerKind::Some)]),
    ];

    fn offer(order: Draft) -> Offer<Draft> {
        Offer { order, kind: "any", words: String::new(), family: false }
    }

    fn fire(battery: &str, target: &str) -> Offer<Draft> {
        let one = |key: &str| Answer::One(key.to_owned());
        offer(Draft::new("Fire").with("battery", one(battery)).with("target", one(target)))
    }

    fn keys(question: &Question) -> Vec<&str> {
        let Ask::One(of) = &question.ask else { panic!("{question:?}") };
        of.iter().map(|choice| choice.key.as_str()).collect()
    }

    /// What is asked next.
    fn next_question(
        verb: &Verb,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Option<Question> {
        draft.next_field(verb).map(|field| question(field, draft, offers, names))
    }

    #[test]
    fn what_is_due_says_what_fits_the_next_question() {
        let offers = [fire("a", "x"), fire("a", "y"), fire("b", "y"), offer(Draft::new("Draw"))];
        let names = BTreeMap::from([("a".to_owned(), "Ney's guns".to_owned())]);
        let draft = Draft::new("Fire");
        let first = next_question(&VERBS[0], &draft, &offers, &names).expect("nothing is said yet");
        assert_eq!((first.field.as_str(), keys(&first)), ("battery", vec!["a", "b"]));
        let Ask::One(of) = &first.ask else { panic!("{first:?}") };
        assert_eq!((of[0].words.as_str(), of[1].words.as_str()), ("Ney's guns", "b"));
        let draft = draft.with("battery", Answer::One("b".into()));
        let second = next_question(&VERBS[0], &draft, &offers, &names).expect("the target is open");
        assert_eq!((second.field.as_str(), keys(&second)), ("target", vec!["y"]));
        let draft = draft.with("target", Answer::One("y".into()));
        assert_eq!(next_question(&VERBS[0], &draft, &offers, &names), None);
        // The other way round: the target first.
        let draft = Draft::new("Fire").with("target", Answer::One("y".into()));
        let third = next_question(&VERBS[0], &draft, &offers, &names).expect("the battery is open");
        assert_eq!(keys(&third), ["a", "b"]);
    }

    #[test]
    fn shares_and_numbers_go_as_far_as_what_is_due() {
        let share = |shares: &[(&str, u32)]| {
            let shares = shares.iter().map(|(key, share)| ((*key).to_owned(), *share)).collect();
            offer(Draft::new("Mend").with("shares", Answer::Shares(shares)))
        };
        let offers = [share(&[("a", 2)]), share(&[("a", 1), ("b", 1)])];
        let asked =
            next_question(&VERBS[1], &Draft::new("Mend"), &offers, &BTreeMap::new()).expect("it is open");
        let Ask::Shares { total, among } = asked.ask else { panic!("{asked:?}") };
        let most: Vec<(&str, u32)> =
            among.iter().map(|(choice, most)| (choice.key.as_str(), *most)).collect();
        assert_eq!((total, most), (2, vec![("a", 2), ("b", 1)]));
        let waits = [3, 5].map(|turns| offer(Draft::new("Wait").with("turns", Answer::Count(turns))));
        let asked =
            next_question(&VERBS[2], &Draft::new("Wait"), &waits, &BTreeMap::new()).expect("it is open");
        assert!(matches!(asked.ask, Ask::Number { least: 3.0, most: 5.0, .. }), "{asked:?}");
    }

    #[test]
    fn what_is_answered_has_to_fit_what_is_due() {
        let offers = [fire("a", "x"), fire("b", "y")];
        let badge = |name: &str| (name == "14").then(|| "a".to_owned());
        let asked = |draft: &Draft| questions(VERBS, draft, &offers, &BTreeMap::new());
        let fit = |draft: &Draft| fitting(&VERBS[0], draft, &offers, &BTreeMap::new(), badge, asked);
        let one = |key: &str| Answer::One(key.to_owned());
        let by_badge = fit(&Draft::new("Fire").with("battery", one("14"))).expect("the badge is a's");
        assert_eq!(by_badge.answers["battery"], one("a"));
        let told = |draft: Draft| fit(&draft).expect_err("it does not fit").text;
        let c = told(Draft::new("Fire").with("battery", one("c")));
        assert_eq!(c, "Fire, battery: c does not fit: it may be a, b");
        let y = told(Draft::new("Fire").with("battery", one("14")).with("target", one("y")));
        assert_eq!(y, "Fire, target: y does not fit: it may be x");
        let mend = fitting(&VERBS[1], &Draft::new("Mend"), &offers, &BTreeMap::new(), badge, asked);
        assert_eq!(mend.expect_err("it is not due").text, "Mend is not due: due are Fire");
    }

    #[test]
    fn an_answer_that_its_own_question_bars_does_not_fit() {
        let some = |keys: &[&str]| Answer::Some(keys.iter().map(|key| (*key).to_owned()).collect());
        let rally = |keys: &[&str]| Draft::new("Rally").with("stands", some(keys));
        let names: BTreeMap<String, String> =
            ["a", "b", "c", "d"].map(|key| (key.to_owned(), key.to_owned())).into();
        let told = |family: bool, draft: &Draft| {
            let offers = [Offer { family, ..offer(rally(&["a", "b"])) }];
            let own = |_: &Draft| {
                let barred = Choosable { barred: Some("it fled (x:1)".into()), ..Choosable::new("c", "c") };
                let of = vec![Choosable::new("a", "a"), Choosable::new("b", "b"), barred];
                vec![Question::new("stands", "Who", Ask::Some { of, least: 1, most: 1, in_order: false })]
            };
            fitting(&VERBS[3], draft, &offers, &names, |_| None, own).err().map(|fault| fault.text)
        };
        for (keys, wanted) in [
            (&["a"][..], None),
            (&["c"], Some("Rally, stands: c does not fit: it fled (x:1)")),
            (&[], Some("Rally, stands: 0 are named: it is 1 to 1")),
            (&["a", "b"], Some("Rally, stands: 2 are named: it is 1 to 1")),
            (&["a", "a"], Some("Rally, stands: a is named twice: name it once")),
        ] {
            for family in [false, true] {
                assert_eq!(told(family, &rally(keys)).as_deref(), wanted, "{keys:?}, a family: {family}");
            }
        }
        // Others like what is listed are judged when the order is given.
        assert_eq!(told(true, &rally(&["d", "a"])), None);
        let other = told(false, &rally(&["d"]));
        assert_eq!(other.as_deref(), Some("Rally, stands: d does not fit: it may be a, b"));
    }
}
