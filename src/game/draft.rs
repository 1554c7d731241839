//! An order while it is made up: a verb, and the answers so far.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde_json::Value;

use super::answer::{Answer, Leg, Spot};
use super::keyed::{self, Keys};
use super::messages::{AskFault, Json, json};
use super::spelling::{self, Absent, Reading, Record, SpellingFault, Verb, VerbField, Writing};

/// Answers by the field that the wire has for them.
pub type Answers = BTreeMap<String, Answer>;

/// A verb with the answers so far. They come in any order, and change at will.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// As the wire has it: `PlaceHits`.
    pub verb: String,
    pub answers: Answers,
}

impl Draft {
    pub fn new(verb: &str) -> Self {
        Self { verb: verb.to_owned(), answers: Answers::new() }
    }

    /// A verb with these answers, in the order of its fields.
    pub fn of(verb: &Verb, answers: impl IntoIterator<Item = Answer>) -> Self {
        let fields = verb.fields.iter().map(|field| field.name.to_owned());
        Self { verb: verb.name.to_owned(), answers: fields.zip(answers).collect() }
    }

    /// The same with this answer, in place of the one before.
    #[must_use]
    pub fn with(mut self, field: &str, answer: Answer) -> Self {
        self.answers.insert(field.to_owned(), answer);
        self
    }

    /// The first field of the verb that has to be answered yet; none when all that must be said is said.
    pub fn next_field<'a>(&self, verb: &'a Verb) -> Option<&'a VerbField> {
        let open =
            |field: &&VerbField| field.absent == Absent::Asked && !self.answers.contains_key(field.name);
        verb.fields.iter().find(open)
    }

    /// An order as the wire and cases have it, read by the verbs of a rule set.
    ///
    /// # Errors
    ///
    /// With the place in the order, what was wanted there and what stands there.
    pub fn read(verbs: &'static [Verb], order: &Value) -> Result<Self, SpellingFault> {
        Self::read_as(verbs, order, "the order")
    }

    /// The same of something that is no order: an act of the referee. `place` says what it is.
    ///
    /// # Errors
    ///
    /// As [`Draft::read`].
    pub fn read_as(verbs: &'static [Verb], value: &Value, place: &str) -> Result<Self, SpellingFault> {
        Reading { verbs, place }.deserialize(value).map_err(SpellingFault::new)
    }

    /// A verb with the answers so far, as a message has them.
    ///
    /// # Errors
    ///
    /// Where there is no such verb or field, or what stands there is no answer to it.
    pub fn read_part(verbs: &'static [Verb], verb: &str, answers: &Value) -> Result<Self, SpellingFault> {
        let verb = spelling::find(verbs, verb, "the order")?;
        let record = Record { fields: verb.fields, place: verb.name, open: true };
        let answers = record.deserialize(answers).map_err(SpellingFault::new)?;
        Ok(Self { verb: verb.name.to_owned(), answers })
    }

    /// As a message has it.
    ///
    /// # Errors
    ///
    /// As [`Draft::spell`].
    pub fn written(&self, verbs: &'static [Verb]) -> Result<Json, AskFault> {
        json(&Writing { draft: self, verbs, place: "the order" })
    }

    /// As the wire has it.
    ///
    /// # Errors
    ///
    /// Where there is no such verb, or a field that must be answered is not.
    pub fn spell(&self, verbs: &'static [Verb]) -> Result<Value, SpellingFault> {
        serde_json::to_value(Writing { draft: self, verbs, place: "the order" }).map_err(SpellingFault::new)
    }

    /// A draft that says this order, or act, by the serde form of it. Of one that has no key for something its verb is left.
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

    /// The order, or act, that it says.
    ///
    /// # Errors
    ///
    /// As [`Draft::spell`]; or what is named and is not there, with its place and what would be accepted.
    pub fn meaning<T: DeserializeOwned>(
        &self,
        verbs: &'static [Verb],
        keys: &Keys<'_>,
    ) -> Result<T, SpellingFault> {
        keyed::read_by(&self.spell(verbs)?, verbs, keys)
    }

    /// What is said in it, to be looked at field by field.
    pub fn said(&self) -> Said<'_> {
        Said { place: &self.verb, answers: &self.answers }
    }
}

/// The answers of a draft, or of one of several of a kind, as the rules read them.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// Of what they are the answers: `PlaceHits`.
    pub place: &'a str,
    pub answers: &'a Answers,
}

impl<'a> Said<'a> {
    /// Is anything said of this field?
    pub fn says(self, field: &str) -> bool {
        self.answers.contains_key(field)
    }

    /// What is said of a field, if it is of the kind.
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

    /// A whole number that its use has room for.
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

    /// Several of one kind, each with answers of its own.
    pub fn list(self, field: &str) -> Result<impl Iterator<Item = Said<'a>>, SpellingFault> {
        let records = self.of(field, "a list", |answer| match answer {
            Answer::List(records) => Some(records.as_slice()),
            _ => None,
        })?;
        Ok(records.iter().map(move |answers| Said { place: self.place, answers }))
    }
}
