//! The order line: a short text, what it means at this moment of a game, and what is due by its number.
//!
//! Nothing here decides anything. `names` has abbreviations of names; a rule set that has a grammar of its own reads lines in it
//! ([`super::Briefs::read_line`]).

pub mod names;

use std::borrow::Cow;
use std::fmt;

use super::answer::Spot;
use super::messages::WireRefusal;
use super::working::Measured;
use dice::TypedEntry;
use drawing::Mark;

/// Longer lines are slips of the hand.
pub const LONGEST: usize = 200;

/// The number of what ends the step: it stays the same however many orders are due besides.
pub const END: usize = 0;

/// So many choices the empty line shows, what ends the step among them.
pub const SHOWN: usize = 3;

/// What a text comes to; `O`: an order.
#[derive(Clone, Debug)]
pub struct Reading<O> {
    pub meaning: Option<Meaning<O>>,
    /// Why it means nothing (yet).
    pub fault: Option<Fault>,
    /// What could stand at the cursor.
    pub completions: Vec<Completion>,
}

impl<O> Default for Reading<O> {
    fn default() -> Self {
        Self { meaning: None, fault: None, completions: Vec::new() }
    }
}

/// What a line means.
#[derive(Clone, Debug)]
pub struct Meaning<O> {
    /// `14 Charlet goes 6.00 in forward`.
    pub words: String,
    /// What it costs, what happens on the way, what is to be rolled.
    pub notes: Vec<String>,
    /// What the dice may make of it, where it is not certain.
    pub risk: Option<String>,
    pub does: Does<O>,
    pub refusal: Option<Barred>,
    /// The pieces that would move, drawn where they would go.
    pub ghosts: Vec<Ghost>,
    /// What else it would be on the table: a lane of fire, what was measured.
    pub marks: Vec<Mark>,
    /// What of the line is still to be given after this, for further pieces.
    pub rest: Option<String>,
    /// It was chosen by its number: it gives what the button beside that would give, with what is ticked there.
    pub by_number: bool,
}

impl<O> Meaning<O> {
    /// The order that it gives, if it gives one.
    pub fn order(&self) -> Option<&O> {
        match &self.does {
            Does::Order { order, .. } => Some(order),
            Does::Beside(_) => None,
        }
    }

    /// In these words it does this.
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

    /// The same with the order as it is spelled elsewhere.
    pub fn map<P>(self, spell: impl FnOnce(O) -> P) -> Meaning<P> {
        let Self { words, notes, risk, does, refusal, ghosts, marks, rest, by_number } = self;
        Meaning { words, notes, risk, does: does.map(spell), refusal, ghosts, marks, rest, by_number }
    }
}

/// Why an order would be refused, whatever the rules.
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

/// A piece as it would go.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// By its key.
    pub piece: String,
    pub marks: Vec<Mark>,
    /// Where it would stand in the end, allowed or not; none: that is not said.
    pub rests: Option<Spot>,
}

/// What giving a line does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does<O> {
    /// Gives this order, with what the line itself says of its dice: the chit that was drawn.
    Order { order: O, drawn: Vec<TypedEntry> },
    /// Gives nothing: the window does it.
    Beside(Beside),
}

impl<O> Does<O> {
    /// The same with the order as it is spelled elsewhere.
    pub fn map<P>(self, spell: impl FnOnce(O) -> P) -> Does<P> {
        match self {
            Self::Order { order, drawn } => Does::Order { order: spell(order), drawn },
            Self::Beside(beside) => Does::Beside(beside),
        }
    }
}

/// What a line may say besides orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beside {
    Undo,
    Redo,
    /// Shows every key.
    Keys,
    /// Asks the rules for a plan.
    Propose,
    /// Takes a piece in hand, by its key.
    PickUp(String),
    /// Selects it.
    Select(String),
}

/// Why a text means nothing: where, what, and what would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The letter that it is about, from 0; behind the last: something is missing there.
    pub at: usize,
    pub what: String,
    pub remedy: String,
}

impl Fault {
    /// At this letter, from 0.
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

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The characters it takes the place of: from here to the cursor.
    pub from: usize,
    /// What is put there.
    pub insert: String,
    /// What it is: `14 Charlet, I Corps, French infantry`.
    pub about: String,
}

/// One thing that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChoice<O> {
    /// From 1 in the order in which they are read; what ends the step is always [`END`].
    pub number: usize,
    pub words: String,
    pub what: Choosing<O>,
    /// A shot that cannot hit.
    pub in_vain: bool,
}

/// What is typed for the choice with this number: the number, with a sign where pieces are named by numbers (not `alone`). No piece
/// has that of what ends the step.
pub fn choice_key(number: usize, alone: bool) -> String {
    if alone || number == END { number.to_string() } else { format!("#{number}") }
}

/// Which numbers there are beside one that nothing has: the nearest; what ends the step aside.
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
    /// What is typed for it: see [`choice_key`].
    pub fn key(&self, alone: bool) -> String {
        choice_key(self.number, alone)
    }
}

/// What choosing it does.
#[derive(Clone, Debug, PartialEq)]
pub enum Choosing<O> {
    Order(O),
    /// The players drew what has this name.
    Drawn(String),
}

/// What is typed under one title of the list of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineKeys {
    pub title: &'static str,
    pub keys: Vec<LineKey>,
}

/// One line of the list of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineKey {
    /// As it is typed: `f4.`.
    pub keys: String,
    pub about: &'static str,
    /// The same as a word; empty: there is none.
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
