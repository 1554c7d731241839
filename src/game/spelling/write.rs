//! Writes an order by its table of verbs, in any format that serde supports.

use serde::ser::{
    Error, Serialize, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTupleVariant,
    Serializer,
};

use serde_json::Value;

use super::{Absent, AnswerKind, Form, HEX, LegForm, SpellingFault, Usual, Verb, VerbField, find};
use crate::answer::{Answer, Leg, Spot};
use crate::draft::{Answers, Draft};

/// Writes an order, or one of several alternatives within one, by these verbs.
pub struct Writing<'a> {
    pub draft: &'a Draft,
    pub verbs: &'static [Verb],
    pub place: &'a str,
}

impl Serialize for Writing<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let verb = find(self.verbs, &self.draft.verb, self.place).map_err(S::Error::custom)?;
        let Verb { name, form, fields, .. } = *verb;
        let answers = &self.draft.answers;
        known(fields, answers, name).map_err(S::Error::custom)?;
        let item = |field: &'static VerbField| Item::of(field, answers, name).map_err(S::Error::custom);
        match form {
            _ if fields.is_empty() => to.serialize_unit_variant("Order", 0, name),
            Form::Bare => match answers.get(fields[0].name) {
                // Its numbers are not nested either.
                Some(Answer::Spot(Spot::Point { x, y })) => numbers_of(name, &[*x, *y], to),
                Some(Answer::Spot(Spot::Pose { x, y, heading })) => numbers_of(name, &[*x, *y, *heading], to),
                _ => to.serialize_newtype_variant("Order", 0, name, &item(&fields[0])?),
            },
            Form::Listed => {
                let mut row = to.serialize_tuple_variant("Order", 0, name, fields.len())?;
                for field in fields {
                    row.serialize_field(&item(field)?)?;
                }
                row.end()
            }
            Form::Named => {
                let left_out = fields.iter().filter(|field| is_left_out(field, answers)).count();
                let mut record = to.serialize_struct_variant("Order", 0, name, fields.len() - left_out)?;
                for field in fields {
                    if is_left_out(field, answers) {
                        record.skip_field(field.name)?;
                    } else {
                        record.serialize_field(field.name, &item(field)?)?;
                    }
                }
                record.end()
            }
        }
    }
}

fn known(fields: &[VerbField], answers: &Answers, place: &str) -> Result<(), SpellingFault> {
    match answers.keys().find(|key| fields.iter().all(|field| field.name != **key)) {
        Some(field) => Err(SpellingFault::no_field(place, field, fields)),
        None => Ok(()),
    }
}

fn is_left_out(field: &VerbField, answers: &Answers) -> bool {
    field.absent == Absent::LeftOut && !answers.contains_key(field.name)
}

/// The content of a field.
enum Item<'a> {
    Nothing,
    Usual { usual: Usual, kind: AnswerKind, place: String },
    Said { answer: &'a Answer, kind: AnswerKind, place: String },
}

impl<'a> Item<'a> {
    fn of(field: &'static VerbField, answers: &'a Answers, place: &str) -> Result<Self, SpellingFault> {
        let kind = field.kind;
        let here = || format!("{place}, {}", field.name);
        Ok(match (answers.get(field.name), field.absent) {
            (Some(answer), _) => Self::Said { answer, kind, place: here() },
            (None, Absent::Asked) => return Err(SpellingFault::lacks(place, field)),
            (None, Absent::Null | Absent::LeftOut) => Self::Nothing,
            (None, Absent::Usual(usual)) => Self::Usual { usual, kind, place: here() },
        })
    }
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => to.serialize_none(),
            Self::Usual { usual, kind, place } => said(&usual.answer(), *kind, place, to),
            Self::Said { answer, kind, place } => said(answer, *kind, place, to),
        }
    }
}

impl VerbField {
    /// An answer to the field, in the form of the wire.
    ///
    /// # Errors
    ///
    /// Returns an error if it is an answer of another kind.
    pub fn say(&self, answer: &Answer) -> Result<Value, serde_json::Error> {
        said(answer, self.kind, self.name, serde_json::value::Serializer)
    }
}

fn said<S: Serializer>(answer: &Answer, kind: AnswerKind, place: &str, to: S) -> Result<S::Ok, S::Error> {
    match (kind, answer) {
        (AnswerKind::One, Answer::One(text)) | (AnswerKind::Text, Answer::Text(text)) => {
            to.serialize_str(text)
        }
        (AnswerKind::Some, Answer::Some(keys)) => keys.serialize(to),
        (AnswerKind::Pairs, Answer::Pairs(pairs)) => pairs.serialize(to),
        (AnswerKind::Shares, Answer::Shares(shares)) => shares.serialize(to),
        (AnswerKind::Way(forms), Answer::Way(legs)) => way(legs, forms, place, to),
        (AnswerKind::Spot(_), Answer::Spot(spot)) => spot.serialize(to),
        (AnswerKind::Count, Answer::Count(count)) => to.serialize_i64(*count),
        (AnswerKind::Measure, Answer::Measure(measure)) => to.serialize_f64(*measure),
        (AnswerKind::Whether, Answer::Whether(whether)) => to.serialize_bool(*whether),
        (AnswerKind::Either(verbs), Answer::Either(draft)) => Writing { draft, verbs, place }.serialize(to),
        (AnswerKind::List(fields), Answer::List(records)) => {
            let mut list = to.serialize_seq(Some(records.len()))?;
            for (answers, nth) in records.iter().zip(1..) {
                list.serialize_element(&Record { fields, answers, place: format!("{place}, number {nth}") })?;
            }
            list.end()
        }
        _ => Err(S::Error::custom(SpellingFault::other(place, kind))),
    }
}

/// A way of these legs.
pub(super) fn way<S: Serializer>(
    legs: &[Leg],
    forms: &'static [LegForm],
    place: &str,
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut way = to.serialize_seq(Some(legs.len()))?;
    for leg in legs {
        way.serialize_element(&Step { leg, forms, place })?;
    }
    way.end()
}

/// Fields by name.
struct Record<'a> {
    fields: &'static [VerbField],
    answers: &'a Answers,
    place: String,
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        known(self.fields, self.answers, &self.place).map_err(S::Error::custom)?;
        let left_out = self.fields.iter().filter(|field| is_left_out(field, self.answers)).count();
        let mut record = to.serialize_struct("Record", self.fields.len() - left_out)?;
        for field in self.fields {
            if is_left_out(field, self.answers) {
                record.skip_field(field.name)?;
            } else {
                let item = Item::of(field, self.answers, &self.place).map_err(S::Error::custom)?;
                record.serialize_field(field.name, &item)?;
            }
        }
        record.end()
    }
}

/// One leg of a way.
struct Step<'a> {
    leg: &'a Leg,
    forms: &'static [LegForm],
    place: &'a str,
}

impl Serialize for Step<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (name, numbers) = match self.leg {
            Leg::Hex(hex) if self.forms.len() == 1 => return to.serialize_u16(*hex),
            Leg::Hex(hex) => return to.serialize_newtype_variant("Leg", 0, HEX, hex),
            Leg::Step { name, numbers } => (name, numbers),
        };
        let known = self.forms.iter().find_map(|form| match form {
            LegForm::Step(known, count) if known == name && *count == numbers.len() => Some(*known),
            _ => None,
        });
        let unknown = || SpellingFault::other(self.place, AnswerKind::Way(self.forms));
        let name = known.ok_or_else(unknown).map_err(S::Error::custom)?;
        match numbers[..] {
            [] => to.serialize_unit_variant("Leg", 0, name),
            [one] => to.serialize_newtype_variant("Leg", 0, name, &one),
            _ => numbers_of(name, numbers, to),
        }
    }
}

fn numbers_of<S: Serializer>(name: &'static str, numbers: &[f64], to: S) -> Result<S::Ok, S::Error> {
    let mut row = to.serialize_tuple_variant("Order", 0, name, numbers.len())?;
    for number in numbers {
        row.serialize_field(number)?;
    }
    row.end()
}
