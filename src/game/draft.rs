//! An order being made up: a verb, and the answers so far.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde_json::Value;

use super::answer::{Answer, Leg, Spot};
use super::keyed::{self, Keys};
use super::messages::{AskFault, Json, json};
use super::refusal::LetStand;
use super::spelling::{self, Absent, Reading, Record, SpellingFault, Verb, VerbField, Writing};

/// Answers by the field's name on the wire.
pub type Answers = BTreeMap<String, Answer>;

/// A verb with the answers so far. They come in any order, and may be changed at any time.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Its name on the wire: `PlaceHits`.
    pub verb: String,
    pub answers: Answers,
    /// What the referee lets stand of it; `None` if it is to be legal. No part of its spelling.
    pub let_stand: Option<LetStand>,
}

impl Draft {
    pub fn new(verb: &str) -> Self {
        Self { verb: verb.to_owned(), answers: Answers::new(), let_stand: None }
    }

    /// A verb with these answers, in the order of its fields.
    pub fn of(verb: &Verb, answers: impl IntoIterator<Item = Answer>) -> Self {
        let fields = verb.fields.iter().map(|field| field.name.to_owned());
        Self { answers: fields.zip(answers).collect(), ..Self::new(verb.name) }
    }

    /// The draft with this answer, which replaces an earlier one.
    #[must_use]
    pub fn with(mut self, field: &str, answer: Answer) -> Self {
        self.answers.insert(field.to_owned(), answer);
        self
    }

    /// The draft whose refusal by this clause is let stand too.
    #[must_use]
    pub fn standing(mut self, clause: &str, reason: &str) -> Self {
        let let_stand = self.let_stand.get_or_insert_default();
        let_stand.clauses.push(clause.to_owned());
        reason.clone_into(&mut let_stand.reason);
        self
    }

    /// The first field of the verb that still has to be answered; `None` if all that is required is answered.
    pub fn next_field<'a>(&self, verb: &'a Verb) -> Option<&'a VerbField> {
        let open =
            |field: &&VerbField| field.absent == Absent::Asked && !self.answers.contains_key(field.name);
        verb.fields.iter().find(open)
    }

    /// Reads an order in the form of the wire and of cases, by the verbs of a rule set.
    ///
    /// # Errors
    ///
    /// Returns an error with the place in the order, what was expected there and what was found.
    pub fn read(verbs: &'static [Verb], order: &Value) -> Result<Self, SpellingFault> {
        Self::read_as(verbs, order, "the order")
    }

    /// As [`Draft::read`], for something that is not an order, such as an act of the referee. `place` is what it is called.
    ///
    /// # Errors
    ///
    /// As [`Draft::read`].
    pub fn read_as(verbs: &'static [Verb], value: &Value, place: &str) -> Result<Self, SpellingFault> {
        Reading { verbs, place }.deserialize(value).map_err(SpellingFault::new)
    }

    /// Reads a verb with the answers so far, as in a message.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such verb or field, or if a value is not an answer to its field.
    pub fn read_part(verbs: &'static [Verb], verb: &str, answers: &Value) -> Result<Self, SpellingFault> {
        let verb = spelling::find(verbs, verb, "the order")?;
        let record = Record { fields: verb.fields, place: verb.name, open: true };
        let answers = record.deserialize(answers).map_err(SpellingFault::new)?;
        Ok(Self { answers, ..Self::new(verb.name) })
    }

    /// The draft as written in a message.
    ///
    /// # Errors
    ///
    /// As [`Draft::spell`].
    pub fn written(&self, verbs: &'static [Verb]) -> Result<Json, AskFault> {
        json(&Writing { draft: self, verbs, place: "the order" })
    }

    /// The draft in the form of the wire.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such verb, or if a field that must be answered is not.
    pub fn spell(&self, verbs: &'static [Verb]) -> Result<Value, SpellingFault> {
        serde_json::to_value(Writing { draft: self, verbs, place: "the order" }).map_err(SpellingFault::new)
    }

    /// The draft for this order, or act, by its serde form. Only the verb if something in it has no key.
    pub fn saying(verbs: &'static [Verb], value: &impl Serialize, keys: &Keys<'_>) -> Self {
        let spelled = keyed::spell_by(value, verbs, keys).map_err(SpellingFault::new);
        spelled.and_then(|spelled| Self::read(verbs, &spelled)).unwrap_or_else(
            |_| match serde_json::to_value(value) {
                Ok(Value::String(verb)) => Self::new(&verb),
                Ok(Value::Object(fields)) => Self::new(fields.keys().next().map_or("", String::as_str)),
                Ok(_) | Err(_) => Self::new(""),
            },
        )
    }

    /// The order, or act, that the draft stands for.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Draft::spell`] does, or if something named does not exist, with its place and a remedy.
    pub fn meaning<T: DeserializeOwned>(
        &self,
        verbs: &'static [Verb],
        keys: &Keys<'_>,
    ) -> Result<T, SpellingFault> {
        keyed::read_by(&self.spell(verbs)?, verbs, keys)
    }

    /// The answers of the draft, for reading field by field.
    pub fn said(&self) -> Said<'_> {
        Said { place: &self.verb, answers: &self.answers }
    }
}

/// The answers of a draft, or of one entry of a list, for the rules to read.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// What they are the answers of: `PlaceHits`.
    pub place: &'a str,
    pub answers: &'a Answers,
}

impl<'a> Said<'a> {
    /// Is there an answer to this field?
    pub fn says(self, field: &str) -> bool {
        self.answers.contains_key(field)
    }

    /// The answer to a field, if it is of the wanted kind.
    fn of<T>(
        self,
        field: &str,
        wanted: &str,
        read: impl Fn(&'a Answer) -> Option<T>,
    ) -> Result<T, SpellingFault> {
        let found = self.answers.get(field).and_then(read);
        found.ok_or_else(|| SpellingFault::new(format_args!("{}, {field}: give {wanted}", self.place)))
    }

    pub fn one(self, field: &str) -> Result<&'a str, SpellingFault> {
        self.of(field, "a key", |answer| match answer {
            Answer::One(key) => Some(key.as_str()),
            _ => None,
        })
    }

    pub fn some(self, field: &str) -> Result<&'a [String], SpellingFault> {
        self.of(field, "a list of keys", |answer| match answer {
            Answer::Some(keys) => Some(keys.as_slice()),
            _ => None,
        })
    }

    pub fn pairs(self, field: &str) -> Result<&'a [(String, String)], SpellingFault> {
        self.of(field, "a list of pairs of keys", |answer| match answer {
            Answer::Pairs(pairs) => Some(pairs.as_slice()),
            _ => None,
        })
    }

    pub fn shares(self, field: &str) -> Result<&'a [(String, u32)], SpellingFault> {
        self.of(field, "a list of keys, each with a whole number", |answer| match answer {
            Answer::Shares(shares) => Some(shares.as_slice()),
            _ => None,
        })
    }

    pub fn way(self, field: &str) -> Result<&'a [Leg], SpellingFault> {
        self.of(field, "a list of legs", |answer| match answer {
            Answer::Way(legs) => Some(legs.as_slice()),
            _ => None,
        })
    }

    pub fn spot(self, field: &str) -> Result<Spot, SpellingFault> {
        self.of(field, "a place", |answer| match answer {
            Answer::Spot(spot) => Some(*spot),
            _ => None,
        })
    }

    /// A whole number that fits the type of its use.
    pub fn count<T: TryFrom<i64>>(self, field: &str) -> Result<T, SpellingFault> {
        let count = self.of(field, "a whole number", |answer| match answer {
            Answer::Count(count) => Some(*count),
            _ => None,
        })?;
        let out = |_| SpellingFault::new(format_args!("{}, {field}: {count} is out of range", self.place));
        T::try_from(count).map_err(out)
    }

    pub fn measure(self, field: &str) -> Result<f64, SpellingFault> {
        self.of(field, "a number", |answer| match answer {
            Answer::Measure(measure) => Some(*measure),
            _ => None,
        })
    }

    pub fn text(self, field: &str) -> Result<&'a str, SpellingFault> {
        self.of(field, "a text", |answer| match answer {
            Answer::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    pub fn whether(self, field: &str) -> Result<bool, SpellingFault> {
        self.of(field, "true or false", |answer| match answer {
            Answer::Whether(whether) => Some(*whether),
            _ => None,
        })
    }

    pub fn either(self, field: &str) -> Result<&'a Draft, SpellingFault> {
        self.of(field, "one of several things", |answer| match answer {
            Answer::Either(draft) => Some(&**draft),
            _ => None,
        })
    }

    /// The entries of a list, each with answers of its own.
    pub fn list(self, field: &str) -> Result<impl Iterator<Item = Said<'a>>, SpellingFault> {
        let records = self.of(field, "a list", |answer| match answer {
            Answer::List(records) => Some(records.as_slice()),
            _ => None,
        })?;
        Ok(records.iter().map(move |answers| Said { place: self.place, answers }))
    }
}
