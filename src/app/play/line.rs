//! The order line of any game: names of pieces and places, and the letters of the verbs that are due.
//!
//! | text | what it is |
//! |---|---|
//! | `2010 2211` | the piece there, or of that name, goes there |
//! | `2010` | takes it in hand; `2010?` selects it |
//! | `2010,2011 x 2009` | those before the letter do to those behind it what the verb of the letter is |
//! | `x 2009` | all who may |
//! | `x 2009 @2-1` | with this choice besides |
//! | `r 2111` | of the only one who can |
//! | `x` | gives what is made up |
//! | `.` | ends the step |
//! | `#3` or `3` | the third thing that is due |
//! | `u` `redo` `?` | undo, redo, all keys |
//!
//! No blank is needed before and after a letter: `2010x2009`. On a table a piece is named by what it bears or is called, and a place
//! by its inches east and north, with a heading where that matters: `4 24:18.5`, `2/13th 24:18:90`.

use std::collections::BTreeSet;

use crate::app::canvas::middle_of;
use crate::desk::Game;
use crate::drawing::ScenePiece;
use crate::game::line::{self, Barred, Beside, Completion, Does, Fault, LineKey, LineKeys};
use crate::game::{
    Answer, AnswerKind, Ask, Card, Draft, Extent, Goal, Leg, Question, Spot, Verb, VerbField, Viewer,
    sentence,
};
use crate::table::measure::point_in_polygon;

use super::hand::{Hand, Made};
use super::summary::PlaySummary;

/// What is typed whatever the rules: example, what it does.
const GRAMMAR: [(&str, &str); 7] = [
    ("2010 2211", "Whoever is in 2010, or is called so, goes to 2211"),
    ("2010", "Takes it in hand; 2010? selects it"),
    ("2010,2011 x 2009", "Those before the letter do to those behind it what the letter says"),
    ("x 2009", "All who may; with @ and a choice, such as @2-1"),
    ("r 2111", "The only one who can"),
    (".", "Ends the step"),
    ("p", "Proposes a plan"),
];

/// The same on a table.
const ON_A_TABLE: [(&str, &str); 7] = [
    ("4 24:18.5", "Whoever bears 4 goes there: inches east and north; 24:18.5:90 faces east there"),
    ("4   2/13th", "Takes it in hand, by what it bears or the beginning of its name; 4? selects it"),
    ("4,5 x 9", "Those before the letter do to those behind it what the letter says"),
    ("x 9", "All who may; with @ and a choice, such as @2-1"),
    ("r 4", "The only one who can"),
    (".", "Ends the step"),
    ("p", "Proposes a plan"),
];

/// What a line may say, for the list of keys.
pub fn keys(verbs: &'static [Verb], on_a_table: bool) -> LineKeys {
    let letters = verbs.iter().filter(|verb| !verb.letter.is_empty());
    let said = letters.map(|verb| {
        let about = match (verb.title, verb.about) {
            ("", "") => verb.name,
            (title, "") => title,
            (_, about) => about,
        };
        (verb.letter, about)
    });
    let grammar = if on_a_table { ON_A_TABLE } else { GRAMMAR };
    let keys = grammar.into_iter().chain(said).map(|(keys, about)| LineKey::new(keys, about)).collect();
    LineKeys { title: "Orders", keys }
}

/// What a line is read against.
#[derive(Debug)]
pub struct Context<'a> {
    pub game: &'a dyn Game,
    pub viewer: Viewer,
    pub summary: &'a PlaySummary,
    pub hand: &'a Hand,
    pub selected: Option<&'a str>,
}

type Meaning = line::Meaning<Draft>;
type Reading = line::Reading<Draft>;

/// A piece of the line: where it begins and ends, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    from: usize,
    to: usize,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// A piece or a hex.
    Name(String),
    Letter(char),
    Mark(char),
    /// One of a list: `@2-1`.
    Choice(String),
    /// What is due, by its number: `#3`.
    Number(usize),
}

/// Words of one letter that is a verb's are that verb; a letter may stand right before a number.
fn tokens(text: &str, letters: &str) -> Vec<Token> {
    let signs: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let from = at;
        let run = |from: usize, is: fn(char) -> bool| {
            from + signs[from..].iter().take_while(|sign| is(**sign)).count()
        };
        at += 1;
        let what = match signs[from] {
            ' ' => continue,
            '#' => {
                at = run(at, |sign| sign.is_ascii_digit());
                let digits: String = signs[from + 1..at].iter().collect();
                What::Number(digits.parse().unwrap_or(0))
            }
            '@' => {
                at = run(at, |sign| sign.is_alphanumeric() || sign == '-');
                What::Choice(signs[from + 1..at].iter().collect())
            }
            sign if sign.is_ascii_digit() => {
                at = run(from, |sign| sign.is_ascii_digit());
                match signs.get(at) {
                    // A name such as `2/13th`.
                    Some('/') => at = run(at, |sign| sign.is_alphanumeric() || sign == '/'),
                    // A place such as `24.5:18`.
                    Some(':' | '.') => {
                        at = run(at, |sign| sign.is_ascii_digit() || sign == ':' || sign == '.');
                    }
                    _ => {}
                }
                What::Name(signs[from..at].iter().collect())
            }
            sign if sign.is_alphabetic() => {
                at = run(from, |sign| sign.is_alphanumeric() || sign == '-' || sign == '_');
                let word: String = signs[from..at].iter().collect();
                let rest: Vec<char> = word.chars().skip(1).collect();
                let small = sign.to_ascii_lowercase();
                let attached = !rest.is_empty() && rest.iter().all(char::is_ascii_digit);
                if letters.contains(small) && (rest.is_empty() || attached && rest.len() > 3) {
                    at = from + 1;
                    What::Letter(small)
                } else {
                    What::Name(word)
                }
            }
            other => What::Mark(other),
        };
        found.push(Token { from, to: at, what });
    }
    found
}

type Meant<T> = Result<T, Fault>;

fn fault(at: usize, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault { column: at + 1, what: what.into(), remedy: remedy.into() }
}

/// Reads a line; `cursor` counts characters and is where completions are wanted.
pub fn read(text: &str, cursor: usize, context: &Context<'_>) -> Reading {
    let completions = context.completions(text, cursor);
    if text.trim().is_empty() {
        return Reading { completions, ..Reading::default() };
    }
    // Several orders stand behind each other with semicolons.
    let (first, rest) = match text.split_once(';') {
        Some((first, rest)) => (first, Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty())),
        None => (text, None),
    };
    match context.mean(first.trim_end()) {
        Ok(meaning) => Reading { meaning: Some(Meaning { rest, ..meaning }), fault: None, completions },
        Err(fault) => Reading { meaning: None, fault: Some(fault), completions },
    }
}

fn beside(words: impl Into<String>, what: Beside) -> Meaning {
    Meaning::new(words, Does::Beside(what))
}

impl Context<'_> {
    /// The letters of the verbs.
    fn letters(&self) -> String {
        self.game.verbs().iter().map(|verb| verb.letter).collect()
    }

    /// The verb of this letter: one that is due comes first.
    fn verb(&self, letter: char) -> Option<&'static Verb> {
        let of = |verb: &&'static Verb| verb.letter.starts_with(letter);
        let is_due = |verb: &&'static Verb| {
            let ends = self.summary.agenda.ending.as_ref();
            self.summary.offers.iter().any(|offer| offer.order.verb == verb.name)
                || ends.is_some_and(|(order, _)| order.verb == verb.name)
        };
        let verbs = self.game.verbs().iter();
        verbs.clone().filter(of).find(is_due).or_else(|| verbs.clone().find(of))
    }

    /// The hex of this number on the map.
    fn hex(&self, name: &str) -> Option<Spot> {
        let number = name.parse::<u16>().ok().filter(|_| name.len() == 4)?;
        let place = self.summary.stage.places.iter().find(|place| place.hex == number)?;
        Some(Spot::Hex(place.hex))
    }

    /// Is it played on a table, where places are inches?
    fn on_a_table(&self) -> bool {
        self.summary.stage.places.is_empty()
    }

    /// What a place is, for remedies.
    fn a_place(&self) -> &'static str {
        if self.on_a_table() { "inches east and north, as 24:18.5" } else { "a hex" }
    }

    /// How a piece is named, for remedies.
    fn who(&self) -> &'static str {
        if self.on_a_table() {
            "the beginning of its name, or what it bears"
        } else {
            "its hex, or what it bears"
        }
    }

    fn place(&self, name: &str, at: usize) -> Meant<Spot> {
        if !self.on_a_table() {
            let what = || fault(at, format!("there is no hex {name} on this map"), "Four digits, as 2010");
            return self.hex(name).ok_or_else(what);
        }
        let numbers: Result<Vec<f64>, _> = name.split(':').map(str::parse::<f64>).collect();
        match numbers.as_deref() {
            Ok([x, y]) => Ok(Spot::Point { x: *x, y: *y }),
            Ok([x, y, heading]) => Ok(Spot::Pose { x: *x, y: *y, heading: *heading }),
            _ => {
                let remedy = "Inches east and north, as 24:18.5, and a heading in degrees, as 24:18.5:90";
                Err(fault(at, format!("{name} is no place"), remedy))
            }
        }
    }

    /// The piece that a name means, of those in a hex, or those that bear it: who is wanted first.
    fn pieces(&self, name: &str, at: usize, wanted: &dyn Fn(&str) -> Wanted) -> Meant<String> {
        let stage = &self.summary.stage;
        let small = name.to_lowercase();
        let members = || self.summary.groups.iter().flat_map(|group| &group.members);
        let mut found: Vec<&str> = match self.hex(name) {
            Some(Spot::Hex(hex)) => {
                let place = stage.places.iter().find(|place| place.hex == hex);
                let here = |key: &str| {
                    let at = middle_of(stage, key);
                    at.zip(place).is_some_and(|(at, place)| point_in_polygon(at, &place.outline))
                };
                let pieces = stage.pieces.iter().rev();
                pieces.filter(|piece| here(&piece.key)).map(ScenePiece::piece).collect()
            }
            _ => {
                let bears = members().filter(|member| {
                    member.piece.to_lowercase() == small || member.tag.to_lowercase() == small
                });
                bears.map(|member| member.piece.as_str()).collect()
            }
        };
        if found.is_empty() && small.chars().count() > 1 {
            let begins = members().filter(|member| member.name.to_lowercase().starts_with(&small));
            found = begins.map(|member| member.piece.as_str()).collect();
        }
        let placed = |key: &str| stage.pieces.iter().any(|piece| piece.is(key));
        found.sort_by_key(|key| (wanted(key), !placed(key)));
        found.first().map(|key| (*key).to_owned()).ok_or_else(|| match self.hex(name) {
            Some(_) => fault(at, format!("nobody is in {name}"), "Name a hex with a piece in it"),
            None => fault(at, format!("nobody is called {name}"), format!("Name {}", self.who())),
        })
    }

    fn name_of<'n>(&'n self, piece: &'n str) -> &'n str {
        self.summary.names.get(piece).map_or(piece, String::as_str)
    }

    fn mean(&self, text: &str) -> Meant<Meaning> {
        match text.trim() {
            "u" => return Ok(beside("Undo", Beside::Undo)),
            "redo" => return Ok(beside("Redo", Beside::Redo)),
            "?" => return Ok(beside("All keys", Beside::Keys)),
            "." => return self.ending(),
            "p" => return Ok(beside("Propose a plan", Beside::Propose)),
            _ => {}
        }
        let tokens = tokens(text, &self.letters());
        let moves = |key: &str| match self.summary.about(key).next() {
            Some(_) => Wanted::Fits,
            None => Wanted::Not,
        };
        match &tokens[..] {
            [Token { what: What::Number(number), from, .. }] => self.choice(*number, *from),
            [Token { what: What::Name(name), from, .. }]
                if name.len() < 3 && name.chars().all(|sign| sign.is_ascii_digit()) =>
            {
                self.choice(name.parse().unwrap_or(0), *from)
            }
            [Token { what: What::Name(name), from, .. }, Token { what: What::Mark('?'), .. }] => {
                let piece = self.pieces(name, *from, &|_| Wanted::Not)?;
                let words = self.name_of(&piece).to_owned();
                Ok(beside(words, Beside::Select(piece)))
            }
            [Token { what: What::Name(name), from, .. }] => {
                let piece = self.pieces(name, *from, &moves)?;
                let words = format!("Take {} in hand", self.name_of(&piece));
                Ok(beside(words, Beside::PickUp(piece)))
            }
            [Token { what: What::Name(name), from, .. }, Token { what: What::Name(to), from: at, .. }] => {
                let piece = self.pieces(name, *from, &moves)?;
                self.goes(&piece, self.place(to, *at)?)
            }
            _ => {
                let is_letter = |token: &Token| matches!(token.what, What::Letter(_));
                let Some(place) = tokens.iter().position(is_letter) else {
                    let end = text.chars().count();
                    let remedy = format!("Where to go, {}, or the letter of an order", self.a_place());
                    return Err(fault(end, "what they do is missing", remedy));
                };
                let What::Letter(letter) = tokens[place].what else {
                    return Err(fault(tokens[place].from, "this is no order", "The letter of an order"));
                };
                self.ordered(letter, &tokens[..place], tokens[place].from, &tokens[place + 1..])
            }
        }
    }

    fn ending(&self) -> Meant<Meaning> {
        match &self.summary.listed.endings[..] {
            [row, ..] => Ok(self.give(row.order.clone())),
            [] => Err(fault(0, "nothing ends here", "Do what is due first")),
        }
    }

    fn choice(&self, number: usize, at: usize) -> Meant<Meaning> {
        match self.summary.listed.rows().find(|row| row.number == Some(number)) {
            Some(row) => {
                let given = self.give(row.order.clone());
                Ok(Meaning { words: row.words.clone(), ..given })
            }
            None => {
                let last = self.summary.listed.rows().filter_map(|row| row.number).max().unwrap_or(0);
                let what = format!("nothing that is due has the number {number}");
                Err(fault(at, what, format!("1 to {last}")))
            }
        }
    }

    /// An order as it would be given.
    fn give(&self, order: Draft) -> Meaning {
        let card = self.game.draft_card(&order, self.viewer);
        let words = self.game.say_order(&order).unwrap_or_default();
        let notes = notes(&card);
        let refusal = card.refusal.as_deref().map(Barred::from);
        Meaning { notes, refusal, ..Meaning::new(sentence(&words), Does::Order { order, drawn: Vec::new() }) }
    }

    /// A piece goes to a place.
    fn goes(&self, piece: &str, to: Spot) -> Meant<Meaning> {
        let Ok(mut held) = self.game.lift(piece, self.viewer) else {
            return Err(fault(0, "nobody is moved by hand here", "Name an order"));
        };
        let trip = held.trip(Goal::at(to));
        Ok(match trip.order {
            Some(order) => {
                let mut meaning = self.give(order);
                meaning.notes.extend(Some(trip.words).filter(|words| !words.is_empty()));
                meaning.refusal = meaning.refusal.or(trip.refusal.as_deref().map(Barred::from));
                meaning
            }
            None => {
                let refusal = held.lift().refusal.as_deref().or(trip.refusal.as_deref()).map(Barred::from);
                let words = format!("Take {} in hand", self.name_of(piece));
                Meaning { refusal, ..beside(words, Beside::PickUp(piece.to_owned())) }
            }
        })
    }

    /// What those before a letter do to those behind it.
    fn ordered(&self, letter: char, before: &[Token], at: usize, after: &[Token]) -> Meant<Meaning> {
        let Some(verb) = self.verb(letter) else {
            return Err(fault(at, format!("no order has the letter {letter}"), "? lists them all"));
        };
        if before.is_empty() && after.is_empty() && !verb.fields.is_empty() {
            return match self.hand {
                Hand::Made(made) if made.draft.verb == verb.name => Ok(self.give(made.draft.clone())),
                _ => {
                    Err(fault(at + 1, format!("{}: nothing is made up yet", verb.title), "Name who is in it"))
                }
            };
        }
        let asked: Vec<&VerbField> = verb.fields.iter().collect();
        let mut draft = Draft::new(verb.name);
        let mut open = asked.into_iter();
        if !before.is_empty()
            && let Some(field) = open.next()
        {
            draft = self.filled(draft, field, before)?;
        }
        let (choices, after): (Vec<&Token>, Vec<&Token>) =
            after.iter().partition(|token| matches!(token.what, What::Choice(_)));
        let after: Vec<Token> = after.into_iter().cloned().collect();
        if !after.is_empty() {
            let fits = |field: &&VerbField| self.filled(draft.clone(), field, &after);
            // Who is not named before the letter is somebody behind it only where nothing else is asked.
            let fields: Vec<&VerbField> =
                open.clone().filter(|field| field.absent == crate::game::Absent::Asked).collect();
            let filled = match (before.is_empty(), &fields[..]) {
                (true, [_, second, ..]) => fits(second)?,
                (_, [first, ..]) => fits(first)?,
                (_, []) => {
                    return Err(fault(after[0].from, "this is no part of the order", "Leave it out"));
                }
            };
            draft = filled;
        }
        for token in choices {
            draft = self.chosen(draft, token)?;
        }
        draft = self.completed(verb, draft, at)?;
        Ok(self.give(draft))
    }

    /// The draft with what these tokens say of a field.
    fn filled(&self, draft: Draft, field: &VerbField, tokens: &[Token]) -> Meant<Draft> {
        let names = || {
            tokens.iter().filter_map(|token| match &token.what {
                What::Name(name) => Some((name, token.from)),
                _ => None,
            })
        };
        if let Some(token) =
            tokens.iter().find(|token| !matches!(token.what, What::Name(_) | What::Mark(',')))
        {
            return Err(fault(token.from, "this is no name", "Names, with commas between them"));
        }
        let question = self.game.questions(&draft, self.viewer);
        let question = question.into_iter().find(|question| question.field == field.name);
        let wanted = |key: &str| question.as_ref().map_or(Wanted::Not, |question| wanted(question, key));
        let answer = match field.kind {
            AnswerKind::One => {
                let Some((name, at)) = names().next() else {
                    return Err(fault(tokens[0].from, "a name is missing", format!("Name {}", self.who())));
                };
                Answer::One(self.pieces(name, at, &wanted)?)
            }
            AnswerKind::Some => {
                let keys: Meant<BTreeSet<String>> =
                    names().map(|(name, at)| self.pieces(name, at, &wanted)).collect();
                Answer::Some(keys?.into_iter().collect())
            }
            AnswerKind::Way(_) => {
                let leg = |spot: Spot| match spot {
                    Spot::Hex(hex) => Some(Leg::Hex(hex)),
                    _ => None,
                };
                let spots: Meant<Vec<Spot>> = names().map(|(name, at)| self.place(name, at)).collect();
                Answer::Way(spots?.into_iter().filter_map(leg).collect())
            }
            AnswerKind::Spot(_) => {
                let Some((name, at)) = names().next() else {
                    return Err(fault(
                        tokens[0].from,
                        "where to is missing",
                        format!("Name {}", self.a_place()),
                    ));
                };
                Answer::Spot(self.place(name, at)?)
            }
            AnswerKind::Count => {
                let number = names().next().and_then(|(name, _)| name.parse().ok());
                let missing = || fault(tokens[0].from, "a number is missing", "Say how many");
                Answer::Count(number.ok_or_else(missing)?)
            }
            _ => return Err(fault(tokens[0].from, "this is not typed", "Choose it under Orders")),
        };
        Ok(draft.with(field.name, answer))
    }

    /// The draft with a choice from whichever list has it.
    fn chosen(&self, draft: Draft, token: &Token) -> Meant<Draft> {
        let What::Choice(key) = &token.what else { return Ok(draft) };
        let questions = self.game.questions(&draft, self.viewer);
        let has = |question: &&Question| matches!(&question.ask, Ask::One(of) if of.iter().any(|choice| choice.key == *key));
        match questions.iter().find(has) {
            Some(question) => Ok(draft.with(&question.field, Answer::One(key.clone()))),
            None => {
                let lists = questions.iter().filter_map(|question| match &question.ask {
                    Ask::One(of) if !question.may_be_left || !of.is_empty() => {
                        Some(of.iter().map(|choice| choice.key.as_str()).collect::<Vec<_>>().join(", "))
                    }
                    _ => None,
                });
                let known: Vec<String> = lists.collect();
                Err(fault(token.from, format!("there is no {key} to choose"), known.join("; ")))
            }
        }
    }

    /// The draft with what is not said: all who may, the only one who can, the only way that begins so.
    fn completed(&self, verb: &'static Verb, mut draft: Draft, at: usize) -> Meant<Draft> {
        let way = |draft: &Draft| {
            draft.answers.values().find_map(|answer| match answer {
                Answer::Way(legs) => Some(legs.clone()),
                Answer::Spot(Spot::Hex(hex)) => Some(vec![Leg::Hex(*hex)]),
                _ => None,
            })
        };
        if let Some(said) = way(&draft) {
            // Listed orders that go there: whole as it was said, or the only one that begins so.
            let goes = |order: &Draft| {
                let path = way(order).unwrap_or_default();
                order.verb == verb.name
                    && (if said.len() == 1 { path.first() == said.first() } else { path == said })
                    && draft.answers.iter().all(|(field, answer)| {
                        !matches!(answer, Answer::One(_)) || order.answers.get(field) == Some(answer)
                    })
            };
            let listed: Vec<&Draft> =
                self.summary.offers.iter().map(|offer| &offer.order).filter(|order| goes(order)).collect();
            let goers: BTreeSet<&String> =
                listed.iter().filter_map(|order| super::summary::first_piece(order)).collect();
            if goers.len() > 1 {
                let names: Vec<&str> = goers.iter().map(|key| self.name_of(key)).collect();
                let both = format!("{} could go there", names.join(" and "));
                return Err(fault(at, both, "Name the one that does before the letter"));
            }
            if let [order, ..] = listed[..] {
                return Ok(order.clone());
            }
        }
        for field in verb.fields.iter().filter(|field| field.absent == crate::game::Absent::Asked) {
            if draft.answers.contains_key(field.name) {
                continue;
            }
            draft = match field.kind {
                AnswerKind::Some => self.all_who_may(draft, field),
                AnswerKind::One => {
                    let of_verb = |order: &&Draft| order.verb == verb.name;
                    let offers = self.summary.offers.iter().map(|offer| &offer.order);
                    let known: BTreeSet<&String> =
                        offers.filter(of_verb).filter_map(super::summary::first_piece).collect();
                    let only = match known.len() {
                        1 => known.first().map(|key| (*key).clone()),
                        _ => self
                            .selected
                            .map(str::to_owned)
                            .or_else(|| known.first().map(|key| (*key).clone())),
                    };
                    match only {
                        Some(key) => draft.with(field.name, Answer::One(key)),
                        None => return Err(fault(at, "who does it is missing", "Name it before the letter")),
                    }
                }
                AnswerKind::Spot(_) | AnswerKind::Way(_) => {
                    return Err(fault(at + 1, "where to is missing", format!("Name {}", self.a_place())));
                }
                AnswerKind::Count => return Err(fault(at + 1, "a number is missing", "Say how many")),
                _ => {
                    let title = if verb.title.is_empty() { verb.name } else { verb.title };
                    let what = format!("{title}: its {} cannot be typed here", field.name);
                    return Err(fault(at + 1, what, "Give it on the table or under Orders"));
                }
            };
        }
        Ok(draft)
    }

    /// Everybody who may have a part beside the others, one after the other.
    fn all_who_may(&self, draft: Draft, field: &VerbField) -> Draft {
        let mut made = Made::of(self.game, draft, self.viewer);
        loop {
            let question = made.questions.iter().find(|question| question.field == field.name);
            let said = made.pieces();
            let next = question.and_then(|question| match &question.ask {
                Ask::Some { of, .. } => of
                    .iter()
                    .find(|choice| choice.barred.is_none() && !said.contains(&choice.key.as_str()))
                    .map(|choice| choice.key.clone()),
                _ => None,
            });
            match next {
                Some(key) => made = Made::of(self.game, made.toggled(field.name, &key), self.viewer),
                None => return made.draft,
            }
        }
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
        let all = tokens(&said, &self.letters());
        let last = all.last().filter(|token| token.to + begin == cursor);
        let partial = last.filter(|token| matches!(token.what, What::Name(_)));
        let whole = if partial.is_some() { &all[..all.len() - 1] } else { &all[..] };
        let typed: String = partial.map(|token| said.chars().skip(token.from).collect()).unwrap_or_default();
        let from = partial.map_or(cursor, |token| token.from + begin);
        let found = self.candidates(whole);
        let small = typed.to_lowercase();
        let fits = |(insert, about): &(String, String)| {
            let begins = insert.to_lowercase().starts_with(&small);
            begins && *insert != typed || small.len() > 1 && about.to_lowercase().contains(&small) && !begins
        };
        found.into_iter().filter(fits).map(|(insert, about)| Completion { from, insert, about }).collect()
    }

    /// What a piece is called in the line: its hex, or its key.
    fn called(&self, piece: &str) -> String {
        let stage = &self.summary.stage;
        let at = middle_of(stage, piece);
        let spot = at.and_then(|at| crate::app::canvas::spot_at(stage, at));
        match spot {
            Some(Spot::Hex(hex)) => format!("{hex:04}"),
            _ => {
                let members = self.summary.groups.iter().flat_map(|group| &group.members);
                let tag = members.filter(|member| member.piece == piece).map(|member| &member.tag);
                tag.into_iter().find(|tag| !tag.is_empty()).map_or(piece, String::as_str).to_owned()
            }
        }
    }

    /// What may follow these tokens, each with what it is.
    fn candidates(&self, whole: &[Token]) -> Vec<(String, String)> {
        let spoken = |piece: &str| {
            let found = self.summary.stage.pieces.iter().find(|one| one.is(piece));
            found.map_or_else(|| self.name_of(piece).to_owned(), |one| one.spoken.clone())
        };
        let mut found: Vec<(String, String)> = Vec::new();
        let letter = whole.iter().find_map(|token| match token.what {
            What::Letter(letter) => Some(letter),
            _ => None,
        });
        match (whole, letter.and_then(|letter| self.verb(letter))) {
            ([], _) => {
                let rows = self.summary.listed.rows();
                let numbered = rows.filter_map(|row| Some((format!("#{}", row.number?), row.words.clone())));
                found.extend(numbered);
                let named = self.summary.offers.iter().flat_map(|offer| offer.order.answers.values());
                let mut keys: Vec<&str> = named.flat_map(super::hand::keys_of).collect();
                keys.sort_unstable();
                keys.dedup();
                found.extend(keys.into_iter().map(|key| (self.called(key), spoken(key))));
            }
            (_, Some(verb)) => {
                let offers = self.summary.offers.iter().filter(|offer| offer.order.verb == verb.name);
                for offer in offers {
                    for (field, answer) in &offer.order.answers {
                        let first = verb.fields.first().is_some_and(|first| first.name == field);
                        match answer {
                            Answer::Way(legs) => {
                                if let Some(Leg::Hex(hex)) = legs.first() {
                                    found.push((format!("{hex:04}"), sentence(&offer.words)));
                                }
                            }
                            Answer::Spot(Spot::Hex(hex)) => {
                                found.push((format!("{hex:04}"), sentence(&offer.words)));
                            }
                            Answer::Some(keys) if !first || verb.fields.len() == 1 => {
                                found.extend(keys.iter().map(|key| (self.called(key), spoken(key))));
                            }
                            _ => {}
                        }
                    }
                }
                found.dedup();
            }
            ([Token { what: What::Name(name), from, .. }], None) => {
                let moves = |key: &str| match self.summary.about(key).next() {
                    Some(_) => Wanted::Fits,
                    None => Wanted::Not,
                };
                if let Ok(piece) = self.pieces(name, *from, &moves)
                    && let Ok(held) = self.game.lift(&piece, self.viewer)
                {
                    for (spot, price) in &held.lift().places {
                        let Spot::Hex(hex) = spot else { continue };
                        let place = self.summary.stage.places.iter().find(|place| place.hex == *hex);
                        let about = place.map_or("", |place| &place.spoken);
                        found.push((format!("{hex:04}"), format!("{price} points, {about}")));
                    }
                }
            }
            _ => {}
        }
        found
    }
}

/// How well a piece fits where it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    Fits,
    /// It is one of those who are asked for, and barred.
    Barred,
    Not,
}

/// How well this key answers the question.
fn wanted(question: &Question, key: &str) -> Wanted {
    let (of, answer) = match &question.ask {
        Ask::One(of) => (of, Answer::One(key.to_owned())),
        Ask::Some { of, .. } => (of, Answer::Some(vec![key.to_owned()])),
        _ => return Wanted::Not,
    };
    let listed = of.iter().any(|choice| choice.key == key);
    if listed && question.ask.check(&answer, Extent::Part).is_ok() {
        Wanted::Fits
    } else if listed {
        Wanted::Barred
    } else {
        Wanted::Not
    }
}

/// What is said of an order besides its words: strengths against each other, and what may come of it.
fn notes(card: &Card) -> Vec<String> {
    let mut notes = Vec::new();
    if let [one, other] = &card.sides[..]
        && let (Some(a), Some(b)) = (one.total, other.total)
    {
        notes.push(format!("{a} to {b}: {}", one.result));
    }
    if let Some(chances) = &card.chances {
        let said = chances
            .results
            .iter()
            .take(3)
            .map(|chance| format!("{:.0} % {}", chance.probability * 100.0, chance.result));
        notes.extend(said);
    }
    notes
}
