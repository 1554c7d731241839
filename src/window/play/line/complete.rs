//! Completions of a line at the cursor, each with its meaning.

use crate::texts::line_faults as texts;
use game::line::names::{Fit, fit};
use game::line::{Choosing, Completion, LineChoice};
use game::{Absent, Answer, Draft, Leg, Spot, Verb, sentence};

use super::tokens::{Token, What, is_of_word};
use super::{Context, Reading};
use crate::play::hand::keys_of;

/// A completion, and its meaning.
type Way = (String, String);

impl Context<'_> {
    /// What could stand at the cursor: by the rules' own grammar, where they have one, and what is due.
    pub(super) fn all_completions(
        &self,
        text: &str,
        cursor: usize,
        own: Option<&Reading>,
    ) -> Vec<Completion> {
        let Some(own) = own else { return self.completions(text, cursor) };
        let before: String = text.chars().take(cursor).collect();
        let begin = before.rfind(';').map_or(0, |byte| byte + 1);
        let typed = before[begin..].trim_start();
        let mut found = self.numbered(typed, before.chars().count() - typed.chars().count());
        if !typed.starts_with('#') {
            let is_new = |way: &&Completion| found.iter().all(|known| known.insert != way.insert);
            let others: Vec<Completion> = own.completions.iter().filter(is_new).cloned().collect();
            found.extend(others);
        }
        found
    }

    /// What is due, where an order begins so: by its number, by words of it, or by the name of what is drawn.
    fn numbered(&self, typed: &str, from: usize) -> Vec<Completion> {
        if !typed.chars().all(|sign| is_of_word(sign) || sign == '#') {
            return Vec::new();
        }
        let way = |choice: &LineChoice<Draft>| {
            let key = choice.key(self.numbers_alone && !typed.starts_with('#'));
            let begins = key.starts_with(typed);
            let (insert, is_meant) = match &choice.what {
                Choosing::Drawn(name) if !typed.is_empty() => (name.clone(), fit(typed, name).is_some()),
                Choosing::Drawn(_) | Choosing::Order(_) => {
                    let fits = fit(typed, &choice.words);
                    (key, matches!(fits, Some(Fit::Whole | Fit::Words | Fit::Beginnings(_))))
                }
            };
            (begins || is_meant).then(|| Completion { from, insert, about: choice.words.clone() })
        };
        self.choices.iter().filter_map(way).collect()
    }

    /// What could stand at the cursor, with what each is.
    fn completions(&self, text: &str, cursor: usize) -> Vec<Completion> {
        // An empty line lists nothing but what is due elsewhere.
        if text.trim().is_empty() {
            return Vec::new();
        }
        let before: String = text.chars().take(cursor).collect();
        let cursor = before.chars().count();
        let begin = before.rfind(';').map_or(0, |byte| before[..=byte].chars().count());
        let said: String = before.chars().skip(begin).collect();
        let all = self.tokens(&said);
        let last = all.last().filter(|token| token.to + begin == cursor);
        let partial = last.filter(|token| matches!(token.what, What::Name(_)));
        let whole = if partial.is_some() { &all[..all.len() - 1] } else { &all[..] };
        let typed: String = partial.map(|token| said.chars().skip(token.from).collect()).unwrap_or_default();
        let from = partial.map_or(cursor, |token| token.from + begin);
        let found = self.candidates(whole);
        let small = typed.to_lowercase();
        let plain = |text: &str| text.to_lowercase().replace(['\'', '’'], "");
        let fits = |(insert, about): &Way| {
            let begins = insert.to_lowercase().starts_with(&small);
            begins && *insert != typed || small.len() > 1 && plain(about).contains(&plain(&small)) && !begins
        };
        found.into_iter().filter(fits).map(|(insert, about)| Completion { from, insert, about }).collect()
    }

    /// What may follow these tokens, each with its meaning.
    fn candidates(&self, whole: &[Token]) -> Vec<Way> {
        let letter = whole.iter().enumerate().find_map(|(place, token)| match token.what {
            What::Letter(letter) => Some((place, self.verb(letter)?)),
            _ => None,
        });
        match (whole, letter) {
            ([], _) => self.beginnings(),
            (_, Some((place, verb))) => self.behind(verb, &whole[..place], &whole[place + 1..]),
            ([Token { what: What::Name(name), from, .. }], None) => self.places(name, *from),
            _ => Vec::new(),
        }
    }

    fn spoken(&self, piece: &str) -> String {
        let found = self.summary.stage.pieces.iter().find(|one| one.is(piece));
        found.map_or_else(|| self.name_of(piece).to_owned(), |one| one.spoken.clone())
    }

    /// The possible beginnings of a line: numbers of what is due, and all pieces concerned.
    fn beginnings(&self) -> Vec<Way> {
        let choices = self.choices.iter();
        let mut found: Vec<Way> =
            choices.map(|choice| (format!("#{}", choice.number), choice.words.clone())).collect();
        let named = self.summary.offers.iter().flat_map(|offer| offer.order.answers.values());
        let mut keys: Vec<&str> = named.flat_map(keys_of).collect();
        keys.sort_unstable();
        keys.dedup();
        found.extend(keys.into_iter().map(|key| (self.called(key), self.spoken(key))));
        found
    }

    /// Where the piece of this name may go.
    fn places(&self, name: &str, at: usize) -> Vec<Way> {
        let Ok(piece) = self.mover(name, at) else { return Vec::new() };
        let Ok(held) = self.game.pick_up(&piece, self.viewer) else { return Vec::new() };
        let place = |(spot, price): &(Spot, String)| {
            let Spot::Hex(hex) = spot else { return None };
            let place = self.summary.stage.places.iter().find(|place| place.hex == *hex);
            let about = place.map_or("", |place| &place.spoken);
            Some((format!("{hex:04}"), format!("{price} points, {about}")))
        };
        held.summary().places.iter().filter_map(place).collect()
    }

    /// What may follow the letter of a verb: for the pieces named before it, if any, and after the tokens so far.
    fn behind(&self, verb: &Verb, before: &[Token], after: &[Token]) -> Vec<Way> {
        let who: Vec<Vec<String>> =
            before.iter().filter_map(Token::name).map(|name| self.may_be(name)).collect();
        let said: Vec<&str> = after.iter().filter_map(Token::name).collect();
        let hexes: Vec<Leg> = said.iter().filter_map(|name| name.parse().ok()).map(Leg::Hex).collect();
        let offers = self.summary.offers.iter().filter(|offer| offer.order.verb == verb.name);
        let mut found: Vec<Way> = Vec::new();
        for offer in offers {
            let first = verb.fields.first().and_then(|field| offer.order.answers.get(field.name));
            let doers = first.map(keys_of).unwrap_or_default();
            let does = |may: &Vec<String>| may.iter().any(|key| doers.contains(&key.as_str()));
            if !who.is_empty() && !who.iter().any(does) {
                continue;
            }
            for (place, field) in verb.fields.iter().enumerate() {
                let (Some(answer), Absent::Asked) = (offer.order.answers.get(field.name), field.absent)
                else {
                    continue;
                };
                let is_behind = place > 0 || verb.fields.len() == 1;
                match answer {
                    Answer::Way(legs) if legs.starts_with(&hexes) => {
                        if let Some(Leg::Hex(hex)) = legs.get(hexes.len()) {
                            found.push((format!("{hex:04}"), sentence(&offer.words)));
                        }
                    }
                    Answer::Spot(Spot::Hex(hex)) if said.is_empty() => {
                        found.push((format!("{hex:04}"), sentence(&offer.words)));
                    }
                    Answer::Some(keys) if is_behind => {
                        found.extend(keys.iter().map(|key| (self.called(key), self.spoken(key))));
                    }
                    Answer::One(key) if is_behind && said.is_empty() => {
                        found.push((self.called(key), self.spoken(key)));
                    }
                    _ => {}
                }
            }
        }
        each_once(found)
    }
}

/// Completions without repetitions; if one stands for several, with their number.
fn each_once(found: Vec<Way>) -> Vec<Way> {
    let mut once: Vec<(Way, usize)> = Vec::new();
    for (insert, about) in found {
        match once.iter_mut().find(|((known, _), _)| *known == insert) {
            Some(((_, known), _)) if *known == about => {}
            Some((_, more)) => *more += 1,
            None => once.push(((insert, about), 0)),
        }
    }
    let told = |((insert, about), more): (Way, usize)| match more {
        0 => (insert, about),
        more => (insert, texts::and_more(&about, more)),
    };
    once.into_iter().map(told).collect()
}
