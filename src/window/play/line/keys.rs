//! The syntax of a line, for the list of keys.

use crate::texts::line_keys as texts;
use game::line::{LineKey, LineKeys};
use game::{ChosenBy, Verb};

/// The syntax of a line, for the list of keys.
pub fn keys(verbs: &'static [Verb], on_a_table: bool) -> LineKeys {
    let grammar = if on_a_table { texts::ON_A_TABLE } else { texts::ON_HEXES };
    let mut keys: Vec<LineKey> = grammar.into_iter().map(|(keys, about)| LineKey::new(keys, about)).collect();
    for verb in verbs.iter().filter(|verb| !verb.letter.is_empty()) {
        match words(verb) {
            Some(about) => keys.push(LineKey::new(verb.letter, about)),
            // One wording for all ends of steps.
            None => {
                if let Some(ends) = keys.iter_mut().find(|key| key.keys == texts::ENDS.0) {
                    ends.keys = texts::or(texts::ENDS.0, verb.letter);
                }
            }
        }
    }
    LineKeys { title: texts::TITLE, keys }
}

/// An order in plain words; `None` if it only ends a step.
fn words(verb: &Verb) -> Option<&'static str> {
    match (without_fields(verb.about), verb.title, verb.chosen_by) {
        ("", "", ChosenBy::Ending) => None,
        ("", "", _) => Some(verb.name),
        ("", title, _) => Some(title),
        (about, _, _) => Some(about),
    }
}

/// The words before those about wire fields: `Who attacks whom; `lowered` is the column`.
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
