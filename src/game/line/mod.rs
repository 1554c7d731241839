//! The order line: a short text, its meaning at this moment of a game, and what is due by its number.
//!
//! Nothing here decides anything. `names` has abbreviations of names; a rule set that has a grammar of its own reads lines in it
//! ([`super::Presentation::read_line`]).

pub mod names;

use std::borrow::Cow;
use std::fmt;

use super::answer::Spot;
use super::messages::WireRefusal;
use super::working::Measured;
use dice::TypedEntry;
use drawing::Mark;

/// Maximum length of a line, in characters: a longer one is typed by mistake.
pub const LONGEST: usize = 200;

/// The number of the choice that ends the step: it is the same for any number of orders that are due.
pub const END: usize = 0;

/// Maximum number of choices shown for an empty line, including the one that ends the step.
pub const SHOWN: usize = 3;

/// The result of reading a text; `O` is an order.
#[derive(Clone, Debug)]
pub struct Reading<O> {
    pub meaning: Option<Meaning<O>>,
    /// Why it has no meaning (yet).
    pub fault: Option<Fault>,
    /// Possible insertions at the cursor.
    pub completions: Vec<Completion>,
}

impl<O> Default for Reading<O> {
    fn default() -> Self {
        Self { meaning: None, fault: None, completions: Vec::new() }
    }
}

/// The meaning of a line.
#[derive(Clone, Debug)]
pub struct Meaning<O> {
    /// `14 Charlet goes 6.00 in forward`.
    pub words: String,
    /// Its cost, events on the way, dice to be rolled.
    pub notes: Vec<String>,
    /// The risk of the dice, if it is not certain.
    pub risk: Option<String>,
    pub does: Does<O>,
    pub refusal: Option<Barred>,
    /// The pieces that would move, drawn at their destinations.
    pub ghosts: Vec<Ghost>,
    /// Other marks for the table: a lane of fire, what was measured.
    pub marks: Vec<Mark>,
    /// The part of the line that remains to be given, for further pieces.
    pub rest: Option<String>,
    /// Was it chosen by its number? Then it gives what the button for that choice would give, with what is ticked there.
    pub by_number: bool,
}

impl<O> Meaning<O> {
    /// The order that the line gives, if any.
    pub fn order(&self) -> Option<&O> {
        match &self.does {
            Does::Order { order, .. } => Some(order),
            Does::Beside(_) => None,
        }
    }

    /// A meaning with these words and this effect.
    pub fn new(words: impl Into<String>, does: Does<O>) -> Self {
        Self {
            words: words.into(),
            notes: Vec::new(),
            risk: None,
            does,
            refusal: None,
            ghosts: Vec::new(),
            marks: Vec::new(),
            rest: None,
            by_number: false,
        }
    }

    /// The meaning with its order in another form.
    pub fn map<P>(self, spell: impl FnOnce(O) -> P) -> Meaning<P> {
        let Self { words, notes, risk, does, refusal, ghosts, marks, rest, by_number } = self;
        Meaning { words, notes, risk, does: does.map(spell), refusal, ghosts, marks, rest, by_number }
    }
}

/// Why an order would be refused, for any rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Barred {
    /// What is wrong, as a sentence without its clause.
    pub fact: String,
    pub clause: Cow<'static, str>,
    pub remedy: String,
    pub measured: Option<Measured>,
}

impl fmt::Display for Barred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact, self.clause)
    }
}

impl From<&WireRefusal> for Barred {
    fn from(refusal: &WireRefusal) -> Self {
        Self {
            fact: refusal.fact().to_owned(),
            clause: refusal.clause.clone().into(),
            remedy: refusal.remedy.clone(),
            measured: None,
        }
    }
}

/// A piece drawn at its destination.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// The key of the piece.
    pub piece: String,
    pub marks: Vec<Mark>,
    /// Where it would stand in the end, allowed or not; `None` if that is not given.
    pub rests: Option<Spot>,
}

/// The effect of giving a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Does<O> {
    /// Gives this order, with the dice that the line itself names: the chit that was drawn.
    Order { order: O, drawn: Vec<TypedEntry> },
    /// Gives no order: the window acts.
    Beside(Beside),
}

impl<O> Does<O> {
    /// The effect with its order in another form.
    pub fn map<P>(self, spell: impl FnOnce(O) -> P) -> Does<P> {
        match self {
            Self::Order { order, drawn } => Does::Order { order: spell(order), drawn },
            Self::Beside(beside) => Does::Beside(beside),
        }
    }
}

/// Commands of a line besides orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beside {
    Undo,
    Redo,
    /// Shows every key.
    Keys,
    /// Asks the rules for a proposal.
    Propose,
    /// Takes a piece in hand, by its key.
    PickUp(String),
    /// Selects a piece, by its key.
    Select(String),
    /// Adds a remark of the referee's to the record, and for whom.
    Remark(&'static str, String),
}

/// Why a text has no meaning: the place, the fault and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position of the fault in characters, from 0; behind the last one if something is missing there.
    pub at: usize,
    pub what: String,
    pub remedy: String,
}

impl Fault {
    /// A fault at this character, from 0.
    pub fn at(index: usize, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { at: index, what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if !self.remedy.is_empty() {
            let stop = if self.what.ends_with(['?', '!']) { "" } else { "." };
            write!(f, "{stop} {}", self.remedy)?;
        }
        Ok(())
    }
}

/// A possible completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The start of the characters that it replaces, up to the cursor.
    pub from: usize,
    /// The inserted text.
    pub insert: String,
    /// What it is: `14 Charlet, I Corps, French infantry`.
    pub about: String,
}

/// A choice that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChoice<O> {
    /// Numbered from 1 in reading order; what ends the step is always [`END`].
    pub number: usize,
    pub words: String,
    pub what: Choosing<O>,
    /// A shot that cannot hit.
    pub in_vain: bool,
}

/// The key of the choice with this number: the number, with a sign if pieces are named by numbers (not `alone`). No piece
/// has the key of what ends the step.
pub fn choice_key(number: usize, alone: bool) -> String {
    if alone || number == END { number.to_string() } else { format!("#{number}") }
}

/// The numbers that exist, nearest to one that does not; without what ends the step.
pub fn nearest_numbers(wanted: usize, known: impl Iterator<Item = usize>) -> String {
    let mut known: Vec<usize> = known.filter(|number| *number != END).collect();
    known.sort_unstable();
    let below = known.iter().rev().find(|number| **number < wanted);
    let above = known.iter().find(|number| **number > wanted);
    match (&known[..], below, above) {
        ([], ..) => "Nothing that is due has a number".to_owned(),
        ([only], ..) => format!("There is only number {only}"),
        (_, Some(below), Some(above)) => format!("The nearest are {below} and {above}"),
        (_, Some(last), None) => format!("The last is {last}"),
        (_, None, Some(first)) => format!("The first is {first}"),
        (_, None, None) => String::new(),
    }
}

impl<O> LineChoice<O> {
    /// Its key: see [`choice_key`].
    pub fn key(&self, alone: bool) -> String {
        choice_key(self.number, alone)
    }
}

/// The effect of choosing it.
#[derive(Clone, Debug, PartialEq)]
pub enum Choosing<O> {
    Order(O),
    /// The players drew the chit with this name.
    Drawn(String),
}

/// The keys under one title of the list of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineKeys {
    pub title: &'static str,
    pub keys: Vec<LineKey>,
}

/// One line of the list of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineKey {
    /// The typed form: `f4.`.
    pub keys: String,
    pub about: &'static str,
    /// The typed form as a word; empty if there is none.
    pub word: &'static str,
}

impl LineKey {
    pub fn new(keys: impl Into<String>, about: &'static str) -> Self {
        Self { keys: keys.into(), about, word: "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_number_that_nothing_has_the_nearest_are_said() {
        let said = |wanted, known: &[usize]| nearest_numbers(wanted, known.iter().copied());
        assert_eq!(said(9, &[0, 1, 8, 10, 17]), "The nearest are 8 and 10");
        assert_eq!(said(18, &[0, 1, 17]), "The last is 17");
        assert_eq!(said(1, &[3, 4]), "The first is 3");
        assert_eq!(said(9, &[0, 1]), "There is only number 1");
        assert_eq!(said(9, &[0]), "Nothing that is due has a number");
    }
}
