//! What a line may say, for the list of keys.

use crate::game::line::{LineKey, LineKeys};
use crate::game::{ChosenBy, Verb};

/// What is typed whatever the rules: example, what it does.
const GRAMMAR: [(&str, &str); 8] = [
    ("2010 2211", "Whoever is in 2010, or is called so, goes to 2211"),
    ("2010", "Takes it in hand; 2010? selects it"),
    ("guns 2211", "By what it bears, or by words of its name; a leader beside a unit by his name alone"),
    ("2010,2011 x 2009", "Those before the letter do to those behind it what the letter says"),
    ("x 2009", "All who may; with @ and a choice besides: @2-1, or @ and a name"),
    ("r 2111", "The only one who can"),
    ENDS,
    PROPOSES,
];

/// The same on a table.
const ON_A_TABLE: [(&str, &str); 8] = [
    ("4 24:18.5", "Whoever bears 4 goes there: inches east and north; 24:18.5:90 faces east there"),
    ("4   2/13th", "Takes it in hand, by what it bears or the beginning of its name; 4? selects it"),
    ("guns", "By any words of its name that nobody else has"),
    ("4,5 x 9", "Those before the letter do to those behind it what the letter says"),
    ("x 9", "All who may; with @ and a choice, such as @2-1"),
    ("r 4", "The only one who can"),
    ENDS,
    PROPOSES,
];

const ENDS: (&str, &str) = (".", "Ends the step");
const PROPOSES: (&str, &str) = ("p", "Proposes a plan");

/// What a line may say, for the list of keys.
pub fn keys(verbs: &'static [Verb], on_a_table: bool) -> LineKeys {
    let grammar = if on_a_table { ON_A_TABLE } else { GRAMMAR };
    let mut keys: Vec<LineKey> = grammar.into_iter().map(|(keys, about)| LineKey::new(keys, about)).collect();
    for verb in verbs.iter().filter(|verb| !verb.letter.is_empty()) {
        match words(verb) {
            Some(about) => keys.push(LineKey::new(verb.letter, about)),
            // Whatever step it ends, it is said as that is.
            None => {
                if let Some(ends) = keys.iter_mut().find(|key| key.keys == ENDS.0) {
                    ends.keys = format!("{} or {}", ENDS.0, verb.letter);
                }
            }
        }
    }
    LineKeys { title: "Orders", keys }
}

/// What an order is, as people say it; none: it ends a step, and there is no more to say of it.
fn words(verb: &Verb) -> Option<&'static str> {
    match (without_fields(verb.about), verb.title, verb.chosen_by) {
        ("", "", ChosenBy::Ending) => None,
        ("", "", _) => Some(verb.name),
        ("", title, _) => Some(title),
        (about, _, _) => Some(about),
    }
}

/// The words before those that tell of fields as the wire has them: `Who attacks whom; `lowered` is the column`.
fn without_fields(about: &'static str) -> &'static str {
    match about.find('`') {
        None => about,
        Some(field) => about[..field].rfind(';').map_or("", |end| &about[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: &[Verb] = &[
        Verb::alone("EndMovement").typed("e").chosen_by(ChosenBy::Ending),
        Verb::alone("Attack")
            .about("Who attacks whom; `lowered` is the column.")
            .titled("Combats")
            .typed("x"),
        Verb::alone("Halt").about("`unit` stands.").titled("May halt").typed("h"),
        Verb::alone("Decline").typed("n"),
        Verb::alone("EndCombat").typed("e").chosen_by(ChosenBy::Ending),
    ];

    #[test]
    fn keys_are_told_in_peoples_words() {
        let told = keys(VERBS, false);
        let row = |wanted: &str| -> Vec<&str> {
            told.keys.iter().filter(|key| key.keys == wanted).map(|key| key.about).collect()
        };
        assert_eq!(row(". or e"), ["Ends the step"]);
        assert_eq!(row("x"), ["Who attacks whom"]);
        assert_eq!(row("h"), ["May halt"]);
        assert_eq!(row("n"), ["Decline"]);
        assert!(row("e").is_empty());
    }
}
