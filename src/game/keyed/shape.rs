//! How a table of verbs has what stands in a place of an order.

use crate::spelling::{AnswerKind, Form, Verb, VerbField};

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// No table says it: as serde has it.
    Plain,
    /// As an answer of this kind.
    Answer(AnswerKind),
    /// As the fields of a verb, or of an entry of its list.
    Fields(Form, &'static [VerbField]),
}

impl Shape {
    pub(super) fn of(verb: &Verb) -> Self {
        Self::Fields(verb.form, verb.fields)
    }

    /// Of the items of a list that has this shape.
    pub(super) fn item(self) -> Self {
        match self {
            Self::Answer(AnswerKind::List(fields)) => Self::Fields(Form::Named, fields),
            other => other,
        }
    }

    /// Of the one thing that a variant of this shape holds without naming it.
    pub(super) fn held(self) -> Self {
        match self {
            Self::Fields(Form::Bare, [field]) => Self::Answer(field.kind),
            other => other,
        }
    }

    pub(super) fn verb(self, is_it: impl Fn(&Verb) -> bool) -> Option<&'static Verb> {
        match self {
            Self::Answer(AnswerKind::Either(verbs)) => verbs.iter().find(|verb| is_it(verb)),
            _ => None,
        }
    }
}
