//! The order line: a short text, and what it means at this moment of the game.
//!
//! Nothing here decides anything: what is due comes from the desk, what is legal from the rules, ways from the planner.
//! Units: inches, degrees in text.
//!
//! # The grammar
//!
//! A line is one sentence, or several with `;` between them: the stands, then what they do. Stands are named by badge
//! (`14`), by the beginning of a word of their name (`char`), several with commas or spaces (`14,15`). With nobody named,
//! the selected stand is meant. No space is needed between a badge and a verb: `14f6`.
//!
//! | text | what it is |
//! |---|---|
//! | `14f6` `14b2` `14l1.5` `14r1.5` | forward, back, to the left, to the right, so many inches; `4.` is four and a half |
//! | `14f` `14m` | as far as it may |
//! | `14ne4` | four inches toward a compass point, of sixteen, heading kept |
//! | `14@274` | bearing in tens of degrees, two digits, then inches: 270°, 4 in; `14@273:4.25` has the degrees whole |
//! | `14tr45` `14tl45` `14ta` `14tne` `14t@27` | turn about the centre: right, left, about, to face a bearing |
//! | `14wr30` `14wl30` `14wr` | wheel about the right or left front corner |
//! | `14f4tr30f1` | one after the other |
//! | `14x` `14x22` `14x22l` | straight ahead to the first contact; to contact with 22; on its left edge (`f r b` the others) |
//! | `14g22` `14*22` | the guns fire at 22; without a target at the only one there is |
//! | `14a22` `14a22,23` | attack: moves into contact, or is declared once combats are |
//! | `31>2f6` | a reinforcement comes on 2 in to the right of its entry |
//! | `14r` `r14` | rallies; falls back, where that is due (`14r@27` toward 270°) |
//! | `14v` `14k` `14h` | a battery evades, fires canister, holds |
//! | `14c` `22o` `22!` | goes on attacking; opening fire of 22; the combat of 22 is fought |
//! | `22:2 23:1` | where hits fall, or how dice are divided |
//! | `14,15` `all` `all-15` `none` | the stands that are activated |
//! | `d` `ii` `p ii` `.` `a` `!` | draws a chit; the chit or the pick with this name; ends the step; declares all; next combat |
//! | `#3` `3` | the third thing that is due; the number alone where no stand could be meant; 0 ends the step, as `.` does |
//! | `14` `14?` | takes the stand in hand; selects it |
//! | `u` `redo` `?` | undo, redo, all keys |
//!
//! Every move by a compass point or by tens of degrees, every fire, attack, rally and chit takes five keystrokes at most
//! after the stands are named, with Enter; finer bearings and distances take a key for each digit more.

mod choices;
mod complete;
mod grammar;
mod history;
mod meaning;
mod moves;
mod names;
pub mod palette;
mod parse;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use crate::app::command::Command;
use crate::dice::{Throw, TypedEntry};
use crate::game::Due;
use crate::game::working::Measured;
use crate::rules::easy::brief::trip::Trip;
use crate::rules::easy::{Order, Refusal, StandId, State};

pub use choices::{Choice, Choosing, END, SHOWN, number, numbers_alone};
pub use complete::Completion;
pub use grammar::{HEADS, VERBS};
pub use history::History;

/// Longer lines are slips of the hand.
pub const LONGEST: usize = 200;

/// What a line is read against.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub state: &'a State,
    pub due: &'a Due<Order>,
    /// What may have been drawn, where that is asked for.
    pub names: &'a [String],
    pub selected: Option<StandId>,
    /// What is due as it was numbered before, where that was done.
    pub listed: Option<&'a [Choice]>,
}

/// What a text comes to.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    pub meaning: Option<Meaning>,
    /// Why it means nothing (yet).
    pub fault: Option<Fault>,
    /// What could stand at the cursor.
    pub completions: Vec<Completion>,
}

/// What a line means.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// `14 Charlet goes 6.00 in forward`.
    pub words: String,
    /// What it costs, what happens on the way, what is to be rolled.
    pub notes: Vec<String>,
    pub does: Does,
    pub refusal: Option<Barred>,
    /// The stands that would move, and how.
    pub ghosts: Vec<Ghost>,
    /// What of the line is still to be given after this, for further stands.
    pub rest: Option<String>,
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

impl From<Refusal> for Barred {
    fn from(refusal: Refusal) -> Self {
        let measured = refusal.measured.as_deref().cloned();
        let remedy = refusal.remedy.clone();
        Self { clause: refusal.clause.into(), fact: refusal.fact, remedy, measured }
    }
}

/// A stand as it would go.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub stand: StandId,
    pub trip: Trip,
}

/// What Enter does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Gives this order, with what the line itself says of its dice: the chit that was drawn.
    Order {
        order: Order,
        drawn: Vec<TypedEntry>,
    },
    Window(Command),
}

/// Why a text means nothing: where, what, and what would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From 1.
    pub column: usize,
    pub what: String,
    pub remedy: String,
}

impl Fault {
    fn at(index: usize, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { column: index + 1, what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "At {}: {}", self.column, self.what)?;
        if !self.remedy.is_empty() {
            write!(f, ". {}", self.remedy)?;
        }
        Ok(())
    }
}

/// Reads a line; `cursor` counts characters and is where completions are wanted.
pub fn read(text: &str, cursor: usize, context: &Context<'_>) -> Reading {
    let completions = complete::completions(text, cursor, context);
    if text.trim().is_empty() {
        return Reading { completions, ..Reading::default() };
    }
    match meaning::mean(text, context) {
        Ok(meaning) => Reading { meaning: Some(meaning), fault: None, completions },
        Err(fault) => Reading { meaning: None, fault: Some(fault), completions },
    }
}

/// A throw in words, for a note.
fn to_roll(throw: &Throw) -> String {
    let dice = super::views::tray::say_throw(throw.dice, throw.sides, &throw.reading);
    // Why it is thrown may say already what hits.
    let why = throw.why.split_once(", hits on").map_or(throw.why.as_str(), |(what, _)| what);
    format!("To roll: {dice}: {why}")
}
