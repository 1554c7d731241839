//! What a game sends besides its orders: refusals as plain data, and by rule set its events, its state and its own answers.

use std::fmt::{Debug, Display};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

use super::answer::Spot;
use super::keyed::{Keys, SpellFault, spell};
use super::spelling::Vocabulary;
use super::summary::Summary;
use crate::options::Options;
use crate::working::{Measured, Sense};
use crate::{Codec, Refusal, RefusalCode, Viewer};
use data::printable;
use dice::TypedEntry;
use scenario::Side;
use table::Vec2;

/// A message, or a part of one, that is already serialised.
pub type Json = Box<RawValue>;

/// Serialises a message.
///
/// # Errors
///
/// Returns an error only if a number is not finite.
pub fn json(message: &impl Serialize) -> Result<Json, AskFault> {
    serde_json::value::to_raw_value(message).map_err(|fault| AskFault::new("cannot-write", fault))
}

/// Maximum length of an error in characters, including what it repeats of its request.
const MOST_TEXT: usize = 8_000;

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, JsonSchema)]
#[error("{text}")]
#[schemars(rename = "WireError")]
pub struct AskFault {
    /// `not-json`, `too-long`, `unknown-message`, `bad-message`, `no-game`, `bad-order`, `bad-dice`, `bad-position`,
    /// `cannot-open`, `cannot-write`, `cannot-step`, `too-many-ways`.
    pub code: String,
    /// What is wrong and what would be accepted.
    pub text: String,
}

impl AskFault {
    pub fn new(code: &str, text: impl Display) -> Self {
        let text = printable::cut_middle(&text.to_string(), MOST_TEXT).into_owned();
        Self { code: code.to_owned(), text }
    }
}

/// The request with this name and these fields.
///
/// # Errors
///
/// Returns an error if it cannot be read.
pub fn message_of<M: DeserializeOwned>(name: &str, message: Value) -> Result<M, AskFault> {
    serde_json::from_value(message).map_err(|fault| AskFault::new("bad-message", format!("{name}: {fault}")))
}

/// A throw as it was rolled at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a throw is a list of faces such as [5, 2], the count that matters such as 3, or the name of a chit"
)]
pub enum RawDice {
    /// The faces in the order rolled.
    Faces(Vec<u16>),
    /// The hits, or the sum.
    Count(u32),
    /// The chit drawn, by name.
    Name(String),
}

impl From<RawDice> for TypedEntry {
    fn from(raw: RawDice) -> Self {
        match raw {
            RawDice::Faces(faces) => Self::Faces(faces),
            RawDice::Count(count) => Self::Count(count),
            RawDice::Name(name) => Self::Name(name),
        }
    }
}

/// A number with its noun: `1 hex`, `3 hexes`, `-1 point`.
pub fn counted(count: impl TryInto<i64>, one: &str, many: &str) -> String {
    let count = count.try_into().unwrap_or(i64::MAX);
    format!("{count} {}", if count.abs() == 1 { one } else { many })
}

/// `1 strength point`, `5 strength points`.
pub fn strength_points(count: impl TryInto<i64>) -> String {
    counted(count, "strength point", "strength points")
}

/// The text with a capital letter.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A measured line with its limit, in inches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireMeasured {
    pub what: String,
    pub from: (f32, f32),
    pub to: (f32, f32),
    pub value: f32,
    pub limit: f32,
    /// `at-most` passes up to the limit, `at-least` from the limit on, `over` beyond the limit, not at it.
    pub sense: String,
    /// Inches on the good side of the limit; negative beyond the limit.
    pub margin: f32,
    /// Is it too near the limit for stands placed by hand?
    pub close: bool,
}

impl From<Measured> for WireMeasured {
    fn from(measured: Measured) -> Self {
        let pair = |point: Vec2| (point.x, point.y);
        Self {
            from: pair(measured.from),
            to: pair(measured.to),
            value: measured.value,
            limit: measured.limit,
            sense: match measured.sense {
                Sense::AtMost => "at-most",
                Sense::AtLeast => "at-least",
                Sense::Over => "over",
            }
            .to_owned(),
            margin: measured.margin(),
            close: measured.is_close(),
            what: measured.what,
        }
    }
}

/// Why an order is refused, for any rules.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireRefusal {
    /// `over-allowance`.
    pub code: String,
    pub clause: String,
    /// The whole sentence.
    pub text: String,
    pub remedy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<WireMeasured>,
    /// The hexes it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<u16>,
    /// The last place on the way that was legal: east, north and heading, or the number of a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_legal: Option<Spot>,
}

impl WireRefusal {
    /// The sentence without its clause.
    pub fn fact(&self) -> &str {
        self.text.split_once(&format!(" ({}", self.clause)).map_or(&self.text, |(fact, _)| fact)
    }

    pub fn of<C: RefusalCode>(refusal: &Refusal<C>) -> Self {
        Self {
            code: refusal.code().to_owned(),
            clause: refusal.clause.to_owned(),
            text: refusal.to_string(),
            remedy: refusal.remedy.clone(),
            measured: refusal.measured.as_deref().cloned().map(WireMeasured::from),
            hexes: refusal.hexes.iter().map(|hex| hex.0).collect(),
            last_legal: refusal.last_legal,
        }
    }
}

/// `a`, `a and b`, `a, b and c`; nothing of none.
pub fn joined(what: &[impl AsRef<str>], word: &str) -> String {
    let what: Vec<&str> = what.iter().map(AsRef::as_ref).collect();
    match what.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} {word} {last}", before.join(", ")),
    }
}

/// What may be done: `a, b or c`.
pub fn to_do(what: &[&str]) -> String {
    if what.is_empty() { "nothing left to do".to_owned() } else { joined(what, "or") }
}

/// A part of a message that a rule set has of its own.
pub trait Message: Serialize + JsonSchema {}

impl<T: Serialize + JsonSchema> Message for T {}

/// Finds the battles that a position names, by id.
pub type Battles<'a, S> = &'a dyn Fn(&str) -> Result<S, String>;

/// The requests, or answers, of a rule set that has none of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum NoAsk {}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireEvent {
    /// The event with keys for what it numbers: `{"Moved": {"unit": "F4", ...}}`. What the viewer may not know is left out.
    pub event: Value,
    /// In the words of the log; left out for bookkeeping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl WireEvent {
    /// The event that led from one state to the other, as far as this viewer may know; `event` is already veiled for them.
    ///
    /// # Errors
    ///
    /// Returns an error if something has no key in either state.
    pub fn new<R: Wire>(
        [before, after]: [&R::State; 2],
        event: &R::Event,
        viewer: Viewer,
    ) -> Result<Self, SpellFault> {
        // A thing that begins with this event has its key after it.
        let mut told =
            spell(event, &R::event_keys(before)).or_else(|_| spell(event, &R::event_keys(after)))?;
        leave_out(&mut told, R::withheld(before, event, viewer));
        Ok(Self { event: told, text: R::redacted_event(before, event, viewer) })
    }
}

/// Removes fields with these names from a value, at every depth.
fn leave_out(value: &mut Value, names: &[&str]) {
    if let Value::Object(fields) = value
        && !names.is_empty()
    {
        fields.retain(|name, _| !names.contains(&name.as_str()));
        fields.values_mut().for_each(|value| leave_out(value, names));
    }
}

/// The game: the whole state, or what a side may know of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WireState<'a, D> {
    /// The play: everything in the state that changes, by key.
    pub play: &'a Value,
    pub derived: D,
}

/// A rule set that reports its games in plain data.
pub trait Wire: Codec + Debug {
    /// The acts of the referee, as a vocabulary.
    type Acts: Vocabulary;
    /// What is sent of a state besides play: values that follow from it and are no fields of it.
    type Derived: Message;
    /// A position as people write it.
    type Position: DeserializeOwned + JsonSchema + Clone + Default + PartialEq + Debug;
    /// The key under which the position is sent.
    const POSITION: &'static str;
    /// Its own requests: an enum with a variant for each.
    type Ask: DeserializeOwned + JsonSchema;
    /// The names of those requests: `reach`.
    const ASKS: &'static [&'static str] = &[];
    /// The answers to them: an enum with a variant for each.
    type Answered: Message;

    /// The side's id.
    fn side_id(state: &Self::State, side: Side) -> String;

    /// The side of this id.
    ///
    /// # Errors
    ///
    /// Returns an error with the ids that would be accepted.
    fn side(state: &Self::State, name: &str) -> Result<Side, String> {
        let ids = [Side(0), Side(1)].map(|side| Self::side_id(state, side));
        let found = ids.iter().zip(0..).find(|(id, _)| *id == name).map(|(_, side)| Side(side));
        found.ok_or_else(|| {
            format!("there is no side {}: it is {} or {}", printable::name(name), ids[0], ids[1])
        })
    }

    /// Values derived from play: points, the clock, who is in command.
    fn derived(state: &Self::State) -> Self::Derived;

    /// The keys of everything that events number. By default, the keys of orders.
    fn event_keys(state: &Self::State) -> Keys<'_> {
        Self::keys(state)
    }

    /// The fields of an event, veiled for this viewer, that they may not know; `before` is the full state before the event.
    fn withheld(_before: &Self::State, _event: &Self::Event, _viewer: Viewer) -> &'static [&'static str] {
        &[]
    }

    /// A summary of the game.
    fn summary(state: &Self::State) -> Summary;

    /// The answer to one of the rule set's own requests.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    fn ask(_state: &Self::State, _ask: &Self::Ask) -> Result<Self::Answered, AskFault> {
        Err(AskFault::new("unknown-message", format_args!("{} has no requests of its own", Self::ID)))
    }

    /// A position as a game that the rules can go on from.
    ///
    /// # Errors
    ///
    /// Returns an error if the position contradicts itself, with the reason and a remedy.
    fn set_up(position: &Self::Position, battles: Battles<'_, Self::Scenario>)
    -> Result<Self::State, String>;

    /// The battle and the options with which a game in this state begins.
    fn beginning(state: &Self::State) -> (Self::Scenario, Options);
}
