//! An order while it is made up: a verb, and the answers so far.

use std::collections::BTreeMap;

use serde::de::DeserializeSeed;
use serde_json::Value;

use super::answer::Answer;
use super::spelling::{Absent, Field, Reading, SpellingFault, Verb, Writing};

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

    /// The same with this answer, in place of the one before.
    #[must_use]
    pub fn with(mut self, field: &str, answer: Answer) -> Self {
        self.answers.insert(field.to_owned(), answer);
        self
    }

    /// The first field of the verb that has to be answered yet; none when all that must be said is said.
    pub fn next_field<'a>(&self, verb: &'a Verb) -> Option<&'a Field> {
        let open = |field: &&Field| field.absent == Absent::Asked && !self.answers.contains_key(field.name);
        verb.fields.iter().find(open)
    }

    /// An order as the wire and cases have it, read by the verbs of a rule set.
    ///
    /// # Errors
    ///
    /// With the place in the order, what was wanted there and what stands there.
    pub fn read(verbs: &'static [Verb], order: &Value) -> Result<Self, SpellingFault> {
        Reading { verbs, place: "the order" }.deserialize(order).map_err(SpellingFault::new)
    }

    /// As the wire has it.
    ///
    /// # Errors
    ///
    /// Where there is no such verb, or a field that must be answered is not.
    pub fn spell(&self, verbs: &'static [Verb]) -> Result<Value, SpellingFault> {
        serde_json::to_value(Writing { draft: self, verbs, place: "the order" }).map_err(SpellingFault::new)
    }
}
