//! The form that a table of verbs gives to a value at some place of an order.

use crate::spelling::{AnswerKind, Form, Verb, VerbField};

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// No table applies: the form of serde.
    Plain,
    /// The form of an answer of this kind.
    Answer(AnswerKind),
    /// The form of the fields of a verb, or of an entry of its list.
    Fields(Form, &'static [VerbField]),
}

impl Shape {
    pub(super) fn of(verb: &Verb) -> Self {
        Self::Fields(verb.form, verb.fields)
    }

    /// The shape of the items of a list with this shape.
    pub(super) fn item(self) -> Self {
        match self {
            Self::Answer(AnswerKind::List(fields)) => Self::Fields(Form::Named, fields),
            other => other,
        }
    }

    /// The shape of the one unnamed value in a variant of this shape.
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
