//! The order line of any game: names of pieces and places, and the letters of the verbs that are due.
//!
//! | text | what it is |
//! |---|---|
//! | `2010 2211` | the piece there, or of that name, goes there, or where the other piece stands |
//! | `2010` | takes it in hand; `2010?` selects it |
//! | `2010,2011 x 2009` | those before the letter do to those behind it what the verb of the letter is |
//! | `x 2009` | all who may |
//! | `x 2009 @2-1` | with this choice besides; a leader is chosen so as well, or named among the others |
//! | `r 2111` | of the only one who can |
//! | `x` | gives what is made up |
//! | `.` | ends the step |
//! | `#3` or `3` | the third thing that is due |
//! | `u` `redo` `?` | undo, redo, all keys |
//!
//! No blank is needed before and after a letter: `2010x2009`. On a table a piece is named by what it bears or is called, and a place
//! by its inches east and north, with a heading where that matters: `4 24:18.5`, `2/13th 24:18:90`.

mod complete;
mod keys;
mod names;
mod tokens;

use std::collections::BTreeSet;

use crate::canvas::{middle_of, spot_at};
use crate::texts::{commands, deeds, line_faults as texts, play as play_texts};
use desk::{FOR_ALL, FOR_REFEREE, Game};
use dice::TypedEntry;
use game::line::names::{self as abbreviations, Fit};
use game::line::{self, Barred, Beside, Choosing, Does, END, Fault, LineChoice};
use game::{
    Absent, Answer, AnswerKind, Ask, Card, Draft, Goal, Leg, Question, Spot, Verb, VerbField, Viewer,
    sentence,
};

use super::hand::{Hand, Made};
use super::summary::{PlaySummary, first_piece};

use names::{Eligibility, eligibility};
use tokens::{Token, What};

pub use keys::keys;

/// The context in which a line is read.
#[derive(Debug)]
pub struct Context<'a> {
    pub game: &'a dyn Game,
    pub viewer: Viewer,
    pub summary: &'a PlaySummary,
    pub hand: &'a Hand,
    pub selected: Option<&'a str>,
    /// What is due, numbered.
    pub choices: &'a [LineChoice<Draft>],
    /// A number alone is one of them: no piece could be meant.
    pub numbers_alone: bool,
}

type Meaning = line::Meaning<Draft>;
type Reading = line::Reading<Draft>;

type Meant<T> = Result<T, Fault>;

fn fault(at: usize, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::at(at, what, remedy)
}

/// Reads a line; `cursor` counts characters and is where completions are wanted.
pub fn read(text: &str, cursor: usize, context: &Context<'_>) -> Reading {
    let remark = text.trim().strip_prefix('#').filter(|_| context.viewer == Viewer::Referee);
    let private = remark.and_then(|remark| remark.strip_prefix('#'));
    if let Some(remark) = private.or(remark).and_then(|remark| remark.strip_prefix(' ')) {
        let to = if private.is_some() { FOR_REFEREE } else { FOR_ALL };
        let words = if private.is_some() { texts::private_remark(remark) } else { texts::remark(remark) };
        let meaning = beside(words, Beside::Remark(to, remark.to_owned()));
        return Reading { meaning: Some(meaning), ..Reading::default() };
    }
    let reading = read_orders(text, cursor, context);
    match text.split_once('!').filter(|_| reading.meaning.is_none() && context.viewer == Viewer::Referee) {
        Some((order, reason)) => context.stands(order, reason).unwrap_or(reading),
        None => reading,
    }
}

/// The same without what is let stand.
fn read_orders(text: &str, cursor: usize, context: &Context<'_>) -> Reading {
    // Several orders stand behind each other with semicolons.
    let (first, rest) = parted(text, text.find(';'));
    // Rules with a grammar of their own read all of the line, as far as nothing in it is chosen by its number.
    let by_number = |at: &usize| text[at + 1..].trim_start().starts_with('#');
    let (whole, later) = parted(text, text.match_indices(';').map(|(at, _)| at).find(by_number));
    let own = context.game.read_line(whole, cursor, context.selected, context.viewer);
    let completions = context.all_completions(text, cursor, own.as_ref());
    if text.trim().is_empty() {
        return Reading { completions, ..Reading::default() };
    }
    let (meant, rest) = match (context.due(first, own.as_ref()), own) {
        (Some(meant), _) => (meant, rest),
        (None, Some(own)) => {
            let nothing = || own.fault.unwrap_or_else(|| fault(0, texts::NO_ORDER, ""));
            (own.meaning.ok_or_else(nothing), later)
        }
        (None, None) => (context.mean(first.trim_end()), rest),
    };
    match meant {
        Ok(meaning) => {
            let rest = meaning.rest.iter().cloned().chain(rest).collect::<Vec<_>>();
            let rest = Some(rest.join(";")).filter(|rest| !rest.is_empty());
            Reading { meaning: Some(Meaning { rest, ..meaning }), fault: None, completions }
        }
        Err(fault) => Reading { meaning: None, fault: Some(fault), completions },
    }
}

/// A line as far as there, and what of it comes behind the sign there.
fn parted(text: &str, at: Option<usize>) -> (&str, Option<String>) {
    let parts = at.map(|at| (&text[..at], text[at + 1..].trim().to_owned()));
    parts.map_or((text, None), |(first, rest)| (first, Some(rest).filter(|rest| !rest.is_empty())))
}

fn beside(words: impl Into<String>, what: Beside) -> Meaning {
    Meaning::new(words, Does::Beside(what))
}

impl Context<'_> {
    /// An order before `!` that the referee lets stand for the reason behind it: as many refusals as there are signs. `None` if
    /// no order stands before it.
    fn stands(&self, order: &str, reason: &str) -> Option<Reading> {
        let read = read_orders(order, order.chars().count(), self);
        let Some(given) = read.meaning else { return Some(read) };
        let Does::Order { order: mut draft, drawn } = given.does else { return None };
        let more = reason.len() - reason.trim_start_matches('!').len();
        let reason = reason[more..].trim();
        if reason.is_empty() {
            let fault = fault(order.chars().count(), texts::NO_REASON, texts::GIVE_REASON);
            return Some(Reading { fault: Some(fault), ..Reading::default() });
        }
        for _ in 0..=more {
            let refusal = self.game.draft_card(&draft, self.viewer).refusal;
            let Some(refusal) = refusal else { break };
            draft = draft.standing(&refusal.clause, reason);
        }
        let mut meaning = self.give(draft.clone(), 0).ok()?;
        match &meaning.refusal {
            None if draft.let_stand.is_some() => meaning.words = texts::stands(&meaning.words),
            Some(refusal) => {
                let next = draft.clone().standing(&refusal.clause, reason);
                let still = self.game.draft_card(&next, self.viewer).refusal;
                let is_barred = still.is_some_and(|still| still.clause == *refusal.clause);
                meaning
                    .notes
                    .push(if is_barred { texts::NEVER_STANDS } else { texts::STANDS_NEXT }.to_owned());
            }
            None => {}
        }
        meaning.does = Does::Order { order: draft, drawn };
        Some(Reading { meaning: Some(meaning), ..Reading::default() })
    }

    /// The letters of the verbs.
    fn letters(&self) -> String {
        self.game.verbs().iter().map(|verb| verb.letter).collect()
    }

    /// The verb of this letter: due ones take precedence.
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

    /// Is the game on a table, where places are in inches?
    fn on_a_table(&self) -> bool {
        self.summary.stage.places.is_empty()
    }

    /// The form of a place, for remedies.
    fn a_place(&self) -> &'static str {
        if self.on_a_table() { texts::INCHES } else { texts::A_HEX }
    }

    /// The form of a piece's name, for remedies.
    fn who(&self) -> &'static str {
        if self.on_a_table() { texts::NAME_ON_TABLE } else { texts::NAME_ON_HEXES }
    }

    fn place(&self, name: &str, at: usize) -> Meant<Spot> {
        if !self.on_a_table() {
            return self.hex(name).ok_or_else(|| self.no_hex(name, at));
        }
        let numbers: Result<Vec<f64>, _> = name.split(':').map(str::parse::<f64>).collect();
        match numbers.as_deref() {
            Ok([x, y]) => Ok(Spot::Point { x: *x, y: *y }),
            Ok([x, y, heading]) => Ok(Spot::Pose { x: *x, y: *y, heading: *heading }),
            _ => Err(fault(at, texts::no_place(name), texts::INCHES_AND_HEADING)),
        }
    }

    /// The piece of this name against which another goes: sooner one of the other side.
    fn target(&self, name: &str, at: usize, of: &str) -> Meant<String> {
        let ours = self.summary.side_of(of);
        let eligibility = |key: &str| match self.summary.side_of(key) == ours {
            true => Eligibility::Not,
            false => Eligibility::Fits,
        };
        self.pieces(name, at, &eligibility)
    }

    /// Where a piece stands.
    fn place_of(&self, piece: &str) -> Option<Spot> {
        spot_at(&self.summary.stage, middle_of(&self.summary.stage, piece)?)
    }

    fn name_of<'n>(&'n self, piece: &'n str) -> &'n str {
        self.summary.names.get(piece).map_or(piece, String::as_str)
    }

    fn mean(&self, text: &str) -> Meant<Meaning> {
        match text.trim() {
            "u" => return Ok(beside(commands::UNDO[0], Beside::Undo)),
            "redo" => return Ok(beside(commands::REDO[0], Beside::Redo)),
            "?" => return Ok(beside(texts::ALL_KEYS, Beside::Keys)),
            "." => return self.ending(),
            "p" => return Ok(beside(deeds::PROPOSE[0], Beside::Propose)),
            _ => {}
        }
        let tokens = self.tokens(text);
        match &tokens[..] {
            [Token { what: What::Name(name), from, .. }, Token { what: What::Mark('?'), .. }] => {
                let piece = self.pieces(name, *from, &|_| Eligibility::Not)?;
                let words = self.name_of(&piece).to_owned();
                Ok(beside(words, Beside::Select(piece)))
            }
            [Token { what: What::Name(name), from, .. }] => {
                let piece = self.mover(name, *from)?;
                let words = texts::take_in_hand(self.name_of(&piece));
                Ok(beside(words, Beside::PickUp(piece)))
            }
            [Token { what: What::Name(name), from, .. }, Token { what: What::Name(to), from: at, .. }] => {
                let piece = self.mover(name, *from)?;
                let there = || self.place_of(&self.target(to, *at, &piece).ok()?);
                let to = self.place(to, *at).or_else(|fault| there().ok_or(fault))?;
                self.goes(&piece, to)
            }
            _ => {
                let is_letter = |token: &Token| matches!(token.what, What::Letter(_));
                let Some(place) = tokens.iter().position(is_letter) else {
                    let end = text.chars().count();
                    let remedy = texts::where_or_letter(self.a_place());
                    return Err(fault(end, texts::DEED_MISSING, remedy));
                };
                let What::Letter(letter) = tokens[place].what else {
                    return Err(fault(tokens[place].from, texts::NO_ORDER, texts::LETTER));
                };
                self.ordered(letter, &tokens[..place], tokens[place].from, &tokens[place + 1..])
            }
        }
    }

    fn ending(&self) -> Meant<Meaning> {
        match &self.summary.listed.endings[..] {
            [row, ..] => self.give(row.order.clone(), 0),
            [] => Err(fault(0, texts::NOTHING_ENDS, texts::DO_DUE_FIRST)),
        }
    }

    /// What is chosen by its number, or was drawn and is called so. `None`: nothing of what is due is said. `own`: what the rules' own
    /// grammar says to it.
    fn due(&self, text: &str, own: Option<&Reading>) -> Option<Meant<Meaning>> {
        let at = text.chars().take_while(|sign| sign.is_whitespace()).count();
        let text = text.trim();
        let own = own.and_then(|own| own.meaning.as_ref());
        let signed = text.strip_prefix('#').map(str::trim_start);
        let digits = signed.unwrap_or(text);
        if signed == Some("") {
            return Some(Err(fault(at + 1, texts::NUMBER_MISSING, texts::NUMBERED)));
        }
        if !digits.chars().all(|sign| sign.is_ascii_digit()) {
            return self.drawn(text, at, own);
        }
        let number = digits.parse().ok()?;
        let is_choice = signed.is_some() || digits.len() < 3 && (self.numbers_alone || number == END);
        is_choice.then(|| self.choice(number, at, own))
    }

    fn choice(&self, number: usize, at: usize, own: Option<&Meaning>) -> Meant<Meaning> {
        let known = self.choices.iter().map(|choice| choice.number);
        let none = || fault(at, texts::no_number(number), line::nearest_numbers(number, known));
        match self.choices.iter().find(|choice| choice.number == number) {
            Some(LineChoice { what: Choosing::Drawn(name), .. }) => self.drew(name).ok_or_else(none),
            Some(LineChoice { what: Choosing::Order(order), words, .. }) => {
                let meant = match self.game.meant(order, self.viewer) {
                    Some(meant) => meant,
                    None => Meaning { words: words.clone(), ..self.give(order.clone(), at)? },
                };
                Ok(Meaning { by_number: true, ..meant })
            }
            // A piece that bears the number may be the one that is meant, and be told why it does nothing.
            None => own.filter(|own| own.refusal.is_some()).cloned().ok_or_else(none),
        }
    }

    /// What was drawn, by its name, where that may be said.
    fn drawn(&self, text: &str, at: usize, own: Option<&Meaning>) -> Option<Meant<Meaning>> {
        let name = |choice: &LineChoice<Draft>| match &choice.what {
            Choosing::Drawn(name) => Some(name.clone()),
            Choosing::Order(_) => None,
        };
        let names: Vec<String> = self.choices.iter().filter_map(name).collect();
        // `d` draws, unless something is called so: a word that names no piece is an order.
        let is_word = |does: &Does<Draft>| match does {
            Does::Order { order, .. } => !text.contains(' ') && first_piece(order).is_none(),
            Does::Beside(Beside::Select(_) | Beside::PickUp(_)) => false,
            Does::Beside(_) => true,
        };
        let is_other = own.is_some_and(|own| is_word(&own.does));
        let is_whole = names.iter().any(|name| abbreviations::fit(text, name) == Some(Fit::Whole));
        if names.is_empty() || !text.starts_with(char::is_alphabetic) || is_other && !is_whole {
            return None;
        }
        let none = || fault(at, texts::no_chit(text), texts::there_are(&names));
        match abbreviations::surely(text, at, &names, &self.summary.chits, texts::CHIT, none) {
            Ok(place) => self.drew(&names[place]).map(Ok),
            Err(fault) => Some(Err(fault)),
        }
    }

    /// The draw of what has this name. `None`: nothing is to be drawn.
    fn drew(&self, name: &str) -> Option<Meaning> {
        let order = self.summary.draw.as_ref()?.order.clone();
        let drawn = vec![TypedEntry::Name(name.to_owned())];
        Some(Meaning::new(sentence(&play_texts::drew(name)), Does::Order { order, drawn }))
    }

    /// An order as it would be given, or a fault at this place of the line.
    fn give(&self, order: Draft, at: usize) -> Meant<Meaning> {
        let words = self.game.say_order(&order).map_err(|no_order| fault(at, no_order.text, ""))?;
        let card = self.game.draft_card(&order, self.viewer);
        let notes = notes(&card);
        let refusal = card.refusal.as_deref().map(Barred::from);
        let given = Does::Order { order, drawn: Vec::new() };
        Ok(Meaning { notes, refusal, ..Meaning::new(sentence(&words), given) })
    }

    /// An order that moves a piece to a place.
    fn goes(&self, piece: &str, to: Spot) -> Meant<Meaning> {
        let Ok(mut held) = self.game.pick_up(piece, self.viewer) else {
            return Err(fault(0, texts::NOBODY_BY_HAND, texts::NAME_ORDER));
        };
        let mut trip = held.trip(Goal::at(to));
        if trip.order.is_none()
            && held.summary().refusal.is_some()
            && let Some(mut anyway) = self.game.pick_up_anyway(piece, self.viewer)
        {
            trip = anyway.trip(Goal::at(to));
        }
        Ok(match trip.order {
            Some(order) => {
                let mut meaning = self.give(order, 0)?;
                meaning.notes.extend(Some(trip.words).filter(|words| !words.is_empty()));
                // A reason about the place itself precedes the rules' reason about the path to it.
                meaning.refusal = trip.refusal.as_deref().map(Barred::from).or(meaning.refusal);
                meaning
            }
            None => {
                let refusal = held.summary().refusal.as_deref().or(trip.refusal.as_deref()).map(Barred::from);
                let words = texts::take_in_hand(self.name_of(piece));
                Meaning { refusal, ..beside(words, Beside::PickUp(piece.to_owned())) }
            }
        })
    }

    /// An order of the pieces before a letter on those after it.
    fn ordered(&self, letter: char, before: &[Token], at: usize, after: &[Token]) -> Meant<Meaning> {
        let Some(verb) = self.verb(letter) else {
            return Err(fault(at, texts::no_letter(letter), texts::LISTS_LETTERS));
        };
        let mut said = Said { verb, at, before: Vec::new(), after: Vec::new(), choices: Vec::new() };
        for (tokens, names) in [(before, &mut said.before), (after, &mut said.after)] {
            for token in tokens {
                match &token.what {
                    What::Choice(key) => said.choices.push((key.clone(), token.from)),
                    // `x 1102 1:3`: it cannot be a place.
                    What::Name(name) if !self.on_a_table() && name.contains(':') => {
                        said.choices.push((name.clone(), token.from));
                    }
                    _ => names.push(token.clone()),
                }
            }
        }
        if said.before.is_empty() && said.after.is_empty() && !verb.fields.is_empty() {
            match self.hand {
                Hand::Made(made) if made.draft.verb == verb.name => {
                    let draft = self.with_choices(made.draft.clone(), &said)?;
                    if !made.is_whole() {
                        let what = texts::not_all_said(verb.title);
                        return Err(fault(at + 1, what, texts::NAME_WHO_ELSE));
                    }
                    return self.give(draft, at);
                }
                _ if said.choices.is_empty() => {
                    let what = texts::nothing_made(verb.title);
                    return Err(fault(at + 1, what, texts::NAME_WHO));
                }
                _ => {}
            }
        }
        match self.against(&said) {
            Some(meant) => meant,
            None => self.given(&said),
        }
    }

    /// An order by which a piece goes against another, by the way of a hand that holds it there: `4 c 9`. `None` if nothing
    /// such is said.
    fn against(&self, said: &Said) -> Option<Meant<Meaning>> {
        let verb = said.verb;
        let [who, way, whom, ..] = verb.fields else { return None };
        if !matches!((way.kind, whom.kind), (AnswerKind::Way(_), AnswerKind::One)) {
            return None;
        }
        let ([by], [on]) = (&said.before[..], &said.after[..]) else { return None };
        let piece = self.mover(by.name()?, by.from).ok()?;
        let target = self.target(on.name()?, on.from, &piece).ok()?;
        let held = self.goes(&piece, self.place_of(&target)?);
        let is_it = |does: &Does<Draft>| matches!(does, Does::Order { order, .. } if order.verb == verb.name);
        if held.as_ref().is_ok_and(|meaning| is_it(&meaning.does)) {
            return Some(held);
        }
        // No way leads there: the rules say why.
        let order = Draft::new(verb.name).with(who.name, Answer::One(piece));
        let order = order.with(way.name, Answer::Way(Vec::new())).with(whom.name, Answer::One(target));
        Some(self.give(order, said.at))
    }

    /// The order in the line. A piece named where it does not fit is taken as one of those that may go along: a leader among
    /// attackers.
    fn given(&self, said: &Said) -> Meant<Meaning> {
        let apart = self.draft_of(said, true);
        if let Ok((draft, aside)) = &apart {
            match aside.is_empty() {
                true => return self.give(draft.clone(), said.at),
                false => {
                    if let Some(draft) = self.placed_beside(said.verb, draft, aside, true) {
                        return self.give(draft, said.at);
                    }
                }
            }
        }
        let plainly = self.draft_of(said, false);
        let is_order = |draft: &Draft| self.game.say_order(draft).is_ok();
        if let Ok((draft, aside)) = &apart
            && !plainly.as_ref().is_ok_and(|(draft, _)| is_order(draft))
            && let Some(draft) = self.placed_beside(said.verb, draft, aside, false).filter(is_order)
        {
            return self.give(draft, said.at);
        }
        self.give(plainly?.0, said.at)
    }

    /// The draft in the line, and the pieces named in it where they do not fit; `apart`: leaves those out of it.
    fn draft_of(&self, said: &Said, apart: bool) -> Meant<(Draft, Vec<String>)> {
        let mut partly = Partly { draft: Draft::new(said.verb.name), aside: apart.then(Vec::new) };
        let mut open: Vec<&VerbField> = said.verb.fields.iter().collect();
        if !said.before.is_empty() && !open.is_empty() {
            let field = open.remove(0);
            self.fill(&mut partly, field, &said.before)?;
        }
        if !said.after.is_empty() {
            open.retain(|field| field.absent == Absent::Asked);
            let is_single = |field: &VerbField| matches!(field.kind, AnswerKind::One | AnswerKind::Spot(_));
            let names = said.after.iter().filter(|token| token.name().is_some()).count();
            let listed = said.after.iter().any(|token| token.what == What::Mark(','));
            match (said.before.is_empty(), &open[..]) {
                // `c 1301 1102`: who, and whom.
                (true, [first, second, ..])
                    if names > 1 && !listed && is_single(first) && is_single(second) =>
                {
                    self.fill(&mut partly, first, &said.after[..1])?;
                    self.fill(&mut partly, second, &said.after[1..])?;
                }
                // Missing names before the letter are looked for after it only if nothing else is asked.
                (true, [_, field, ..]) | (_, [field, ..]) => self.fill(&mut partly, field, &said.after)?,
                (_, []) => {
                    return Err(fault(said.after[0].from, texts::NO_PART, texts::LEAVE_OUT));
                }
            }
        }
        // A choice may decide which of several is meant; other participants may undo it.
        let chosen = self.with_choices(partly.draft.clone(), said);
        let draft = self.completed(said.verb, chosen.unwrap_or(partly.draft), said.at)?;
        Ok((self.with_choices(draft, said)?, partly.aside.unwrap_or_default()))
    }

    /// The draft with these pieces in optional fields. `listed`: only where its questions list them.
    fn placed_beside(&self, verb: &Verb, draft: &Draft, aside: &[String], listed: bool) -> Option<Draft> {
        let mut draft = draft.clone();
        for key in aside {
            let questions = self.game.questions(&draft, self.viewer);
            let takes = |field: &&VerbField| {
                let question = questions.iter().find(|question| question.field == field.name);
                field.absent != Absent::Asked
                    && match listed {
                        true => {
                            question.is_some_and(|question| eligibility(question, key) != Eligibility::Not)
                        }
                        false => field.kind == AnswerKind::Some,
                    }
            };
            draft = with_one_more(draft, verb.fields.iter().find(takes)?, key);
        }
        Some(draft)
    }

    /// Answers a field with these tokens.
    fn fill(&self, partly: &mut Partly, field: &VerbField, tokens: &[Token]) -> Meant<()> {
        let names = || tokens.iter().filter_map(|token| Some((token.name()?, token.from)));
        if let Some(token) =
            tokens.iter().find(|token| !matches!(token.what, What::Name(_) | What::Mark(',')))
        {
            return Err(fault(token.from, texts::NO_NAME, texts::NAMES));
        }
        let missing = |what: &str, remedy: String| fault(tokens[0].from, what, remedy);
        let question = self.game.questions(&partly.draft, self.viewer);
        let question = question.into_iter().find(|question| question.field == field.name);
        let eligibility =
            |key: &str| question.as_ref().map_or(Eligibility::Not, |question| eligibility(question, key));
        let answer = match field.kind {
            AnswerKind::One => {
                let first = names().next();
                let (name, at) =
                    first.ok_or_else(|| missing(texts::NAME_MISSING, texts::name(self.who())))?;
                Answer::One(self.pieces(name, at, &eligibility)?)
            }
            AnswerKind::Some => {
                let keys: Meant<BTreeSet<String>> =
                    names().map(|(name, at)| self.pieces(name, at, &eligibility)).collect();
                let is_aside = |key: &String| {
                    partly.aside.is_some() && question.is_some() && eligibility(key) == Eligibility::Not
                };
                let (aside, keys): (Vec<String>, Vec<String>) = keys?.into_iter().partition(is_aside);
                partly.aside.iter_mut().for_each(|known| known.extend_from_slice(&aside));
                if keys.is_empty() && !aside.is_empty() {
                    return Ok(());
                }
                Answer::Some(keys)
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
                let first = names().next();
                let (name, at) =
                    first.ok_or_else(|| missing(texts::WHERE_TO_MISSING, texts::name(self.a_place())))?;
                Answer::Spot(self.place(name, at)?)
            }
            AnswerKind::Count => {
                let number = names().next().and_then(|(name, _)| name.parse().ok());
                Answer::Count(
                    number.ok_or_else(|| missing(texts::NUMBER_MISSING, texts::SAY_HOW_MANY.to_owned()))?,
                )
            }
            _ => return Err(missing(texts::NOT_TYPED, texts::CHOOSE_UNDER_ORDERS.to_owned())),
        };
        partly.draft.answers.insert(field.name.to_owned(), answer);
        Ok(())
    }

    /// The draft with all additional choices.
    fn with_choices(&self, draft: Draft, said: &Said) -> Meant<Draft> {
        said.choices.iter().try_fold(draft, |draft, (key, at)| self.chosen(draft, said.verb, key, *at))
    }

    /// The draft with a choice from any list that has it: by key, by figures, by the name of a piece.
    fn chosen(&self, draft: Draft, verb: &Verb, key: &str, at: usize) -> Meant<Draft> {
        let questions = self.game.questions(&draft, self.viewer);
        let lists: Vec<(&VerbField, &Question)> = questions
            .iter()
            .filter_map(|question| {
                let field = verb.field(&question.field)?;
                // The first question is answered before the letter and after it.
                let many = matches!(question.ask, Ask::Some { .. }) && question.may_be_left;
                (many || matches!(question.ask, Ask::One(_))).then_some((field, question))
            })
            .collect();
        for is_it in [is_key, has_figures] {
            let found = lists.iter().flat_map(|(field, question)| {
                let of = keys_of(&question.ask).into_iter().filter(|known| is_it(known, key));
                of.map(move |known| (*field, known))
            });
            if let [(field, known)] = found.collect::<Vec<_>>()[..] {
                return Ok(with_one_more(draft, field, known));
            }
        }
        for (field, question) in &lists {
            let eligibility = |key: &str| eligibility(question, key);
            if let Ok(piece) = self.pieces(key, at, &eligibility)
                && eligibility(&piece) != Eligibility::Not
            {
                return Ok(with_one_more(draft, field, &piece));
            }
        }
        let names = |question: &Question| {
            let keys = keys_of(&question.ask);
            keys.iter().map(|key| self.name_of(key)).collect::<Vec<_>>().join(", ")
        };
        let open = lists.iter().map(|(_, question)| names(question)).filter(|names| !names.is_empty());
        let known = open.collect::<Vec<_>>().join("; ");
        Err(fault(at, texts::no_choice(key), known))
    }

    /// The draft with defaults: all that may, the only one that can, the only path with this beginning.
    fn completed(&self, verb: &'static Verb, mut draft: Draft, at: usize) -> Meant<Draft> {
        let way = |draft: &Draft| {
            draft.answers.values().find_map(|answer| match answer {
                Answer::Way(legs) => Some(legs.clone()),
                Answer::Spot(Spot::Hex(hex)) => Some(vec![Leg::Hex(*hex)]),
                _ => None,
            })
        };
        if let Some(said) = way(&draft) {
            // Listed orders that go there: exactly so, or the only one that begins so.
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
            let goers: BTreeSet<&String> = listed.iter().filter_map(|order| first_piece(order)).collect();
            if goers.len() > 1 {
                let names: Vec<&str> = goers.iter().map(|key| self.name_of(key)).collect();
                let both = texts::could_go(&names);
                return Err(fault(at, both, texts::NAME_FIRST));
            }
            if let [order, ..] = listed[..] {
                return Ok(order.clone());
            }
        }
        for field in verb.fields.iter().filter(|field| field.absent == Absent::Asked) {
            if draft.answers.contains_key(field.name) {
                continue;
            }
            draft = match field.kind {
                AnswerKind::Some => self.all_who_may(draft, field),
                AnswerKind::One => match self.only_one(verb, &draft, field) {
                    Some(key) => draft.with(field.name, Answer::One(key)),
                    None => return Err(self.one_is_missing(verb, field, at)),
                },
                AnswerKind::Spot(_) | AnswerKind::Way(_) => {
                    return Err(fault(at + 1, texts::WHERE_TO_MISSING, texts::name(self.a_place())));
                }
                AnswerKind::Count => return Err(fault(at + 1, texts::NUMBER_MISSING, texts::SAY_HOW_MANY)),
                _ => {
                    let title = if verb.title.is_empty() { verb.name } else { verb.title };
                    let what = texts::field_not_typed(title, field.name);
                    return Err(fault(at + 1, what, texts::GIVE_ELSEWHERE));
                }
            };
        }
        Ok(draft)
    }

    /// The only piece that can, by what is due; else the selected one, else the first.
    fn only_one(&self, verb: &Verb, draft: &Draft, field: &VerbField) -> Option<String> {
        let of_verb = |order: &&Draft| order.verb == verb.name;
        let one = |order: &'_ Draft| match order.answers.get(field.name) {
            Some(Answer::One(key)) => Some(key.clone()),
            _ => None,
        };
        let agrees = |order: &&Draft| {
            draft.answers.iter().all(|(field, answer)| {
                !matches!(answer, Answer::One(_)) || order.answers.get(field) == Some(answer)
            })
        };
        let offers = || self.summary.offers.iter().map(|offer| &offer.order).filter(of_verb);
        let mut known: BTreeSet<String> = offers().filter(agrees).filter_map(one).collect();
        if known.is_empty() {
            known = offers().filter_map(one).collect();
        }
        match known.len() {
            1 => known.pop_first(),
            _ => self.selected.map(str::to_owned).or_else(|| known.pop_first()),
        }
    }

    /// The fault of an order without its subject, or its object.
    fn one_is_missing(&self, verb: &Verb, field: &VerbField, at: usize) -> Fault {
        let does_it = verb.fields.first().is_some_and(|first| first.name == field.name);
        let what = match (does_it, field.called) {
            (true, _) => texts::WHO_DOES_IT,
            (false, "") => field.name,
            (false, called) => called,
        };
        let remedy = texts::name_them(does_it, &self.example(verb));
        fault(at + usize::from(!does_it), texts::missing(what), remedy)
    }

    /// An example of such an order.
    fn example(&self, verb: &Verb) -> String {
        let [who, whom] = if self.on_a_table() { ["4", "9"] } else { ["2010", "2009"] };
        match verb.fields.len() {
            1 => format!("{who} {}", verb.letter),
            _ => format!("{who} {} {whom}", verb.letter),
        }
    }

    /// Everybody who may take part besides the others, one after the other.
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
}

/// The tokens before a letter and after it.
#[derive(Debug)]
struct Said {
    verb: &'static Verb,
    /// The position of its letter.
    at: usize,
    before: Vec<Token>,
    after: Vec<Token>,
    /// Additional choices, with their positions.
    choices: Vec<(String, usize)>,
}

/// An incomplete order.
#[derive(Debug)]
struct Partly {
    draft: Draft,
    /// Pieces named where they do not fit; `None` if they are kept in the draft all the same.
    aside: Option<Vec<String>>,
}

/// The keys of a list to choose from.
fn keys_of(ask: &Ask) -> Vec<&str> {
    match ask {
        Ask::One(of) | Ask::Some { of, .. } => of.iter().map(|choice| choice.key.as_str()).collect(),
        _ => Vec::new(),
    }
}

fn is_key(known: &str, typed: &str) -> bool {
    known.eq_ignore_ascii_case(typed)
}

/// Do its figures match the typed ones, with any separator? `1:3`, `1-3`, `13`.
fn has_figures(known: &str, typed: &str) -> bool {
    let figures = |text: &str| -> Option<String> {
        let other = |sign: char| !sign.is_ascii_digit() && !matches!(sign, ':' | '-' | '/');
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (!text.contains(other) && !digits.is_empty()).then_some(digits)
    };
    figures(known).is_some_and(|known| figures(typed) == Some(known))
}

/// The draft with this key added to a field, or as its only one.
fn with_one_more(draft: Draft, field: &VerbField, key: &str) -> Draft {
    let answer = match (field.kind, draft.answers.get(field.name)) {
        (AnswerKind::Some, Some(Answer::Some(known))) => {
            let all: BTreeSet<String> = known.iter().cloned().chain([key.to_owned()]).collect();
            Answer::Some(all.into_iter().collect())
        }
        (AnswerKind::Some, _) => Answer::Some(vec![key.to_owned()]),
        (_, _) => Answer::One(key.to_owned()),
    };
    draft.with(field.name, answer)
}

/// The result of an order without its roll; who fights whom is stated already.
fn without_die(result: &str) -> String {
    let die = result.split_once("rolled ").and_then(|(_, die)| die.split_once(": "));
    let mut comes = die.map_or(result, |(_, comes)| comes).to_owned();
    while let Some(begin) = comes.find(" (rolled ")
        && let Some(long) = comes[begin..].find(')')
    {
        comes.replace_range(begin..=begin + long, "");
    }
    comes
}

/// Largest number of different results that are listed; of more, only the number is shown.
const RESULTS: usize = 8;

/// Notes on an order: what it ends besides, strengths against each other, and possible results.
fn notes(card: &Card) -> Vec<String> {
    let mut notes: Vec<String> =
        Some(card.asks.clone()).filter(|asks| !asks.is_empty()).into_iter().collect();
    if let [one, other] = &card.sides[..]
        && let (Some(a), Some(b)) = (one.total, other.total)
    {
        notes.push(texts::odds(a, b, &one.result));
    }
    if let Some(chances) = &card.chances {
        let mut joined: Vec<(String, f64)> = Vec::new();
        for chance in &chances.results {
            let result = without_die(&chance.result);
            match joined.iter_mut().find(|(known, _)| *known == result) {
                Some((_, probability)) => *probability += chance.probability,
                None => joined.push((result, chance.probability)),
            }
        }
        let said = |(result, probability): &(String, f64)| format!("{:.0} % {result}", probability * 100.0);
        notes.extend(joined.iter().take(RESULTS).map(said));
        let more = &joined[joined.len().min(RESULTS)..];
        if !more.is_empty() {
            let left: f64 = more.iter().map(|(_, probability)| probability).sum();
            notes.push(texts::more_results(left * 100.0, more.len()));
        }
    }
    notes
}
