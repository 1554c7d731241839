//! Reads an order by its table of verbs, from any format that serde supports.

use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::{
    Absent, AnswerKind, Form, HEX, LegForm, SpellingFault, SpotForm, Verb, VerbField, field_names, find,
    legs_in_words, names,
};
use crate::answer::{Answer, Leg, Spot};
use crate::draft::{Answers, Draft};

/// Reads an order, or one of several alternatives within one, by these verbs.
#[derive(Clone, Copy)]
pub struct Reading<'p> {
    pub verbs: &'static [Verb],
    /// Its place: `the order`, `Work, task`.
    pub place: &'p str,
}

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Draft;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Draft, D::Error> {
        from.deserialize_enum("Order", &[], self).map_err(|fault: D::Error| {
            let told = fault.to_string();
            let placed =
                told.starts_with(self.place) || self.verbs.iter().any(|verb| told.starts_with(verb.name));
            match placed {
                true => fault,
                false => D::Error::custom(format_args!(
                    "{}: {told}: give one of {}",
                    self.place,
                    names(self.verbs)
                )),
            }
        })
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Draft;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", names(self.verbs))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Draft, A::Error> {
        let (name, body) = data.variant_seed(Name)?;
        let verb = find(self.verbs, &name, self.place).map_err(A::Error::custom)?;
        let place = verb.name;
        // A fault further inside has its place already; a fault in the form of the verb does not.
        let wrong = |fault: A::Error| {
            let told = fault.to_string();
            match told.starts_with(place) {
                true => fault,
                false => {
                    let form = if verb.form == Form::Listed { "as a list of" } else { "with" };
                    A::Error::custom(format_args!(
                        "{place}: {told}: give it {form} {}",
                        field_names(verb.fields)
                    ))
                }
            }
        };
        let answers = match verb.form {
            _ if verb.fields.is_empty() => {
                let alone = |_| A::Error::custom(format_args!("{place} stands alone: give \"{place}\""));
                body.unit_variant().map_err(alone)?;
                Answers::new()
            }
            Form::Named => {
                body.struct_variant(&[], Record { fields: verb.fields, place, open: false }).map_err(wrong)?
            }
            Form::Bare => {
                let VerbField { name, kind, .. } = verb.fields[0];
                let answer = match kind {
                    // Its numbers are not nested either.
                    AnswerKind::Spot(SpotForm::Point) => {
                        spot(body.tuple_variant(2, Numbers(2)).map_err(wrong)?)
                    }
                    AnswerKind::Spot(SpotForm::Pose) => {
                        spot(body.tuple_variant(3, Numbers(3)).map_err(wrong)?)
                    }
                    kind => body.newtype_variant_seed(Item { kind, place }).map_err(wrong)?,
                };
                Answers::from([(name.to_owned(), answer)])
            }
            Form::Listed => {
                let row = Row { fields: verb.fields, place };
                body.tuple_variant(verb.fields.len(), row).map_err(wrong)?
            }
        };
        Ok(Draft { answers, ..Draft::new(verb.name) })
    }
}

/// The name of a verb or of a field, in any format.
#[derive(Debug)]
pub struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<String, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<String, E> {
        Ok(name.to_owned())
    }
}

/// Fields by name.
#[derive(Clone, Copy)]
pub struct Record<'p> {
    pub fields: &'static [VerbField],
    pub place: &'p str,
    /// May required fields be left open for now?
    pub open: bool,
}

impl<'de> DeserializeSeed<'de> for Record<'_> {
    type Value = Answers;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Answers, D::Error> {
        from.deserialize_struct("Record", &[], self)
    }
}

impl<'de> Visitor<'de> for Record<'_> {
    type Value = Answers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {}", self.place, field_names(self.fields))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answers, A::Error> {
        let mut answers = Answers::new();
        let mut named: Vec<&str> = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            let field = self.fields.iter().find(|field| field.name == name);
            let unknown = || SpellingFault::no_field(self.place, &name, self.fields);
            let field = field.ok_or_else(unknown).map_err(A::Error::custom)?;
            if named.contains(&field.name) {
                return Err(A::Error::custom(format_args!("{} says {name} twice", self.place)));
            }
            named.push(field.name);
            let place = format!("{}, {name}", self.place);
            let item = Item { kind: field.kind, place: &place };
            let answer = match field.absent {
                Absent::Asked | Absent::Usual(_) => Some(map.next_value_seed(item)?),
                Absent::Null | Absent::LeftOut => map.next_value_seed(Maybe(item))?,
            };
            answers.extend(answer.map(|answer| (name, answer)));
        }
        if self.open {
            return Ok(answers);
        }
        let lacks = |field: &&VerbField| field.absent == Absent::Asked && !answers.contains_key(field.name);
        if let Some(field) = self.fields.iter().find(lacks) {
            return Err(A::Error::custom(SpellingFault::lacks(self.place, field)));
        }
        for field in self.fields {
            if let Absent::Usual(usual) = field.absent {
                answers.entry(field.name.to_owned()).or_insert_with(|| usual.answer());
            }
        }
        Ok(answers)
    }
}

/// Fields in order.
struct Row<'p> {
    fields: &'static [VerbField],
    place: &'p str,
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = Answers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with a list of {}", self.place, field_names(self.fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Answers, A::Error> {
        let mut answers = Answers::new();
        for field in self.fields {
            let place = format!("{}, {}", self.place, field.name);
            let answer = list.next_element_seed(Item { kind: field.kind, place: &place })?;
            let answer = answer.ok_or_else(|| A::Error::custom(SpellingFault::lacks(self.place, field)))?;
            answers.insert(field.name.to_owned(), answer);
        }
        Ok(answers)
    }
}

/// One answer.
#[derive(Clone, Copy)]
struct Item<'p> {
    kind: AnswerKind,
    place: &'p str,
}

impl<'de> DeserializeSeed<'de> for Item<'_> {
    type Value = Answer;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Answer, D::Error> {
        let Self { kind, place } = self;
        let read = match kind {
            AnswerKind::One => String::deserialize(from).map(Answer::One),
            AnswerKind::Text => String::deserialize(from).map(Answer::Text),
            AnswerKind::Some => Vec::deserialize(from).map(Answer::Some),
            AnswerKind::Pairs => Vec::deserialize(from).map(Answer::Pairs),
            AnswerKind::Shares => Vec::deserialize(from).map(Answer::Shares),
            AnswerKind::Way(forms) => way(forms, from).map(Answer::Way),
            AnswerKind::Spot(form) => read_spot(form, from).map(Answer::Spot),
            AnswerKind::Count => i64::deserialize(from).map(Answer::Count),
            AnswerKind::Measure => f64::deserialize(from).map(Answer::Measure),
            AnswerKind::Whether => bool::deserialize(from).map(Answer::Whether),
            // These report their own place.
            AnswerKind::Either(verbs) => {
                return Reading { verbs, place }
                    .deserialize(from)
                    .map(|draft| Answer::Either(Box::new(draft)));
            }
            AnswerKind::List(fields) => {
                return from.deserialize_seq(Each(Record { fields, place, open: false })).map(Answer::List);
            }
        };
        read.map_err(|fault| D::Error::custom(format_args!("{place}: {fault}: give {}", kind.wanted())))
    }
}

/// An answer, or no value.
struct Maybe<'p>(Item<'p>);

impl<'de> DeserializeSeed<'de> for Maybe<'_> {
    type Value = Option<Answer>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<Answer>, D::Error> {
        from.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Maybe<'_> {
    type Value = Option<Answer>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, or nothing", self.0.kind.wanted())
    }

    fn visit_none<E: Error>(self) -> Result<Option<Answer>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<Answer>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Option<Answer>, D::Error> {
        self.0.deserialize(from).map(Some)
    }
}

/// A list of equal items.
struct Each<S>(S);

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for Each<S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element_seed(self.0)? {
            all.push(one);
        }
        Ok(all)
    }
}

/// A place on the table, of two or three numbers.
fn spot(numbers: Vec<f64>) -> Answer {
    let [x, y] = [numbers[0], numbers[1]];
    Answer::Spot(numbers.get(2).map_or(Spot::Point { x, y }, |heading| Spot::Pose {
        x,
        y,
        heading: *heading,
    }))
}

/// A way of these legs.
pub(super) fn way<'de, D: Deserializer<'de>>(
    forms: &'static [LegForm],
    from: D,
) -> Result<Vec<Leg>, D::Error> {
    from.deserialize_seq(Each(Step(forms)))
}

fn read_spot<'de, D: Deserializer<'de>>(form: SpotForm, from: D) -> Result<Spot, D::Error> {
    Ok(match form {
        SpotForm::Point => {
            let (x, y) = Deserialize::deserialize(from)?;
            Spot::Point { x, y }
        }
        SpotForm::Pose => {
            let (x, y, heading) = Deserialize::deserialize(from)?;
            Spot::Pose { x, y, heading }
        }
        SpotForm::Hex => Spot::Hex(u16::deserialize(from)?),
        SpotForm::Faced => {
            let (hex, facing) = Deserialize::deserialize(from)?;
            if facing >= 12 {
                return Err(D::Error::custom(format_args!("there is no facing {facing}")));
            }
            Spot::Faced { hex, facing }
        }
    })
}

/// One leg of a way: the number of a hex, or a step by its name.
#[derive(Clone, Copy)]
struct Step(&'static [LegForm]);

impl<'de> DeserializeSeed<'de> for Step {
    type Value = Leg;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Leg, D::Error> {
        match self.0 {
            [LegForm::Hex] => u16::deserialize(from).map(Leg::Hex),
            _ => from.deserialize_enum("Leg", &[], self),
        }
    }
}

impl<'de> Visitor<'de> for Step {
    type Value = Leg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", legs_in_words(self.0))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Leg, A::Error> {
        let (name, body) = data.variant_seed(Name)?;
        if name == HEX && self.0.contains(&LegForm::Hex) {
            return body.newtype_variant().map(Leg::Hex);
        }
        let count = self.0.iter().find_map(|form| match form {
            LegForm::Step(known, count) if *known == name => Some(*count),
            _ => None,
        });
        let numbers = match count {
            None => return Err(A::Error::custom(format_args!("there is no {name}"))),
            Some(0) => {
                body.unit_variant()?;
                Vec::new()
            }
            Some(1) => vec![body.newtype_variant()?],
            Some(count) => body.tuple_variant(count, Numbers(count))?,
        };
        Ok(Leg::Step { name, numbers })
    }
}

/// This many numbers.
struct Numbers(usize);

impl<'de> Visitor<'de> for Numbers {
    type Value = Vec<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<f64>, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element()? {
            numbers.push(number);
        }
        if numbers.len() == self.0 {
            Ok(numbers)
        } else {
            Err(A::Error::invalid_length(numbers.len(), &self))
        }
    }
}
