//! How orders are spelled: the table of verbs that a rule set has, and the one way to read and to write an order by it.
//!
//! The form on the wire is that of an enum with named, listed, bare or no fields, so that JSON lines and case files agree. Units:
//! inches, degrees clockwise from north.

use serde_json::{Map, Number, Value};
use thiserror::Error;

use super::answer::{Answer, Leg, Spot};
use super::draft::{Answers, Draft};

/// One verb of a rule set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verb {
    /// On the wire and in cases: `PlaceHits`.
    pub name: &'static str,
    pub form: Form,
    pub fields: &'static [Field],
}

impl Verb {
    /// Without fields.
    pub const fn alone(name: &'static str) -> Self {
        Self { name, form: Form::Named, fields: &[] }
    }

    pub const fn named(name: &'static str, fields: &'static [Field]) -> Self {
        Self { name, form: Form::Named, fields }
    }

    pub const fn listed(name: &'static str, fields: &'static [Field]) -> Self {
        Self { name, form: Form::Listed, fields }
    }

    /// With one field.
    pub const fn bare(name: &'static str, field: &'static [Field]) -> Self {
        assert!(field.len() == 1, "what stands bare is one field");
        Self { name, form: Form::Bare, fields: field }
    }
}

/// How a verb's fields stand on the wire. Without any the verb stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `{"Fire": {"battery": "a", "target": "b"}}`.
    Named,
    /// `{"Advance": ["f44", 1203]}`.
    Listed,
    /// The one field bare: `{"Pick": "ii-corps"}`.
    Bare,
}

/// A field of a verb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    pub absent: Absent,
}

impl Field {
    /// A field that has to be answered.
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, absent: Absent::Asked }
    }

    /// The same where it need not be answered.
    #[must_use]
    pub const fn absent(self, absent: Absent) -> Self {
        Self { absent, ..self }
    }
}

/// What it means when a field is not answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Absent {
    /// It is asked for.
    Asked,
    /// Nothing is said of it: `null` on the wire.
    Null,
    /// Nothing is said of it, and the wire leaves it out.
    LeftOut,
    /// It is as usual.
    Usual(Usual),
}

/// The usual answer of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Usual {
    Whether(bool),
    Count(i64),
    Measure(f64),
    Text(&'static str),
}

/// What is answered in a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    One,
    Some,
    Pairs,
    Shares,
    /// With the legs that there are.
    Way(&'static [LegForm]),
    Spot(SpotForm),
    Count,
    Measure,
    Text,
    Whether,
    /// One of these.
    Either(&'static [Verb]),
    /// Several, each with these fields.
    List(&'static [Field]),
}

/// A leg that a way can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegForm {
    /// The number of a hex.
    Hex,
    /// Its name, and how many numbers it has.
    Step(&'static str, usize),
}

/// How a place stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotForm {
    /// `[12.0, 8.5]`.
    Point,
    /// `[12.0, 8.5, 270.0]`.
    Pose,
    /// `1203`.
    Hex,
    /// `[1203, 2]`.
    Faced,
}

/// Why an order cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpellingFault {
    #[error("{place}: there is no {name}: it is one of {known}")]
    Verb { place: String, name: String, known: String },
    #[error("{place} has no {field}: it has {known}")]
    Field { place: String, field: String, known: String },
    #[error("{place} lacks {field}: give {wanted}")]
    Lacks { place: String, field: String, wanted: String },
    #[error("{place} is {found}: give {wanted}")]
    Wrong { place: String, found: String, wanted: String },
}

impl Kind {
    /// What is wanted in a field of this kind, in words.
    pub fn wanted(self) -> String {
        match self {
            Self::One => "a key, such as \"foy\"".to_owned(),
            Self::Some => "a list of keys".to_owned(),
            Self::Pairs => "a list of pairs of keys".to_owned(),
            Self::Shares => "a list of keys, each with a whole number".to_owned(),
            Self::Way(legs) => format!("a list of legs: {}", legs_in_words(legs)),
            Self::Spot(SpotForm::Point) => "a point: inches east and north".to_owned(),
            Self::Spot(SpotForm::Pose) => {
                "a place: inches east and north, and a heading in degrees".to_owned()
            }
            Self::Spot(SpotForm::Hex) => "the number of a hex".to_owned(),
            Self::Spot(SpotForm::Faced) => "the number of a hex, and a facing from 0 to 11".to_owned(),
            Self::Count => "a whole number".to_owned(),
            Self::Measure => "a number".to_owned(),
            Self::Text => "a text".to_owned(),
            Self::Whether => "true or false".to_owned(),
            Self::Either(verbs) => format!("one of {}", names(verbs)),
            Self::List(fields) => format!("a list, each with {}", field_names(fields)),
        }
    }
}

fn legs_in_words(legs: &[LegForm]) -> String {
    let name = |leg: &LegForm| match leg {
        LegForm::Hex => "the number of a hex".to_owned(),
        LegForm::Step(name, numbers) => format!("{name} with {numbers} number{}", plural(*numbers)),
    };
    legs.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn names(verbs: &[Verb]) -> String {
    verbs.iter().map(|verb| verb.name).collect::<Vec<_>>().join(", ")
}

fn field_names(fields: &[Field]) -> String {
    if fields.is_empty() {
        return "no fields".to_owned();
    }
    fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
}

fn wrong(place: &str, found: &Value, wanted: impl Into<String>) -> SpellingFault {
    let found = match found {
        Value::Null => "nothing".to_owned(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "a record".to_owned(),
        plain => plain.to_string(),
    };
    SpellingFault::Wrong { place: place.to_owned(), found, wanted: wanted.into() }
}

/// Reads an order, or one of several things to do within it.
pub(super) fn read(verbs: &[Verb], order: &Value, place: &str) -> Result<Draft, SpellingFault> {
    let (name, body) = match order {
        Value::String(name) => (name, None),
        Value::Object(map) if map.len() == 1 => {
            let (name, body) = map.iter().next().expect("it has one");
            (name, Some(body))
        }
        other => return Err(wrong(place, other, format!("one of {}", names(verbs)))),
    };
    let verb = find(verbs, name, place)?;
    let place = verb.name;
    let answers = match (verb.form, body) {
        (_, None) if verb.fields.is_empty() => Answers::new(),
        (_, None) => {
            let wanted = format!("{{\"{name}\": ...}} with {}", field_names(verb.fields));
            return Err(wrong(place, &Value::String(name.clone()), wanted));
        }
        (_, Some(body)) if verb.fields.is_empty() => {
            return Err(wrong(place, body, format!("\"{name}\" alone")));
        }
        (Form::Named, Some(body)) => read_record(verb.fields, body, place)?,
        (Form::Bare, Some(body)) => {
            let field = &verb.fields[0];
            [(field.name.to_owned(), read_answer(field.kind, body, place)?)].into()
        }
        (Form::Listed, Some(body)) => {
            let wanted = || format!("a list of {}", field_names(verb.fields));
            let items = body.as_array().filter(|items| items.len() == verb.fields.len());
            let items = items.ok_or_else(|| wrong(place, body, wanted()))?;
            let pairs = verb.fields.iter().zip(items);
            let read = pairs.map(|(field, item)| {
                let place = format!("{place}, {}", field.name);
                Ok((field.name.to_owned(), read_answer(field.kind, item, &place)?))
            });
            read.collect::<Result<Answers, SpellingFault>>()?
        }
    };
    Ok(Draft { verb: verb.name.to_owned(), answers })
}

fn find<'a>(verbs: &'a [Verb], name: &str, place: &str) -> Result<&'a Verb, SpellingFault> {
    let known =
        || SpellingFault::Verb { place: place.to_owned(), name: name.to_owned(), known: names(verbs) };
    verbs.iter().find(|verb| verb.name == name).ok_or_else(known)
}

fn read_record(fields: &[Field], record: &Value, place: &str) -> Result<Answers, SpellingFault> {
    let record = record.as_object().ok_or_else(|| wrong(place, record, field_names(fields)))?;
    if let Some(field) = record.keys().find(|key| fields.iter().all(|field| field.name != **key)) {
        let known = field_names(fields);
        return Err(SpellingFault::Field { place: place.to_owned(), field: field.clone(), known });
    }
    let mut answers = Answers::new();
    for field in fields {
        match record.get(field.name) {
            Some(Value::Null) | None if field.absent != Absent::Asked => {}
            None => {
                let (place, field_name, wanted) =
                    (place.to_owned(), field.name.to_owned(), field.kind.wanted());
                return Err(SpellingFault::Lacks { place, field: field_name, wanted });
            }
            Some(value) => {
                let place = format!("{place}, {}", field.name);
                answers.insert(field.name.to_owned(), read_answer(field.kind, value, &place)?);
            }
        }
    }
    Ok(answers)
}

fn read_answer(kind: Kind, value: &Value, place: &str) -> Result<Answer, SpellingFault> {
    let no = || wrong(place, value, kind.wanted());
    let key = |value: &Value| value.as_str().map(str::to_owned);
    let items = || value.as_array().ok_or_else(no);
    let found = match kind {
        Kind::One => key(value).map(Answer::One),
        Kind::Text => key(value).map(Answer::Text),
        Kind::Some => items()?.iter().map(key).collect::<Option<_>>().map(Answer::Some),
        Kind::Pairs => {
            let pair = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
                Some([one, other]) => Some((key(one)?, key(other)?)),
                _ => None,
            };
            items()?.iter().map(pair).collect::<Option<_>>().map(Answer::Pairs)
        }
        Kind::Shares => {
            let share = |share: &Value| match share.as_array().map(Vec::as_slice) {
                Some([one, count]) => Some((key(one)?, u32::try_from(count.as_u64()?).ok()?)),
                _ => None,
            };
            items()?.iter().map(share).collect::<Option<_>>().map(Answer::Shares)
        }
        Kind::Way(forms) => {
            items()?.iter().map(|leg| read_leg(forms, leg)).collect::<Option<_>>().map(Answer::Way)
        }
        Kind::Spot(form) => read_spot(form, value).map(Answer::Spot),
        Kind::Count => value.as_i64().map(Answer::Count),
        Kind::Measure => value.as_f64().map(Answer::Measure),
        Kind::Whether => value.as_bool().map(Answer::Whether),
        Kind::Either(verbs) => return read(verbs, value, place).map(|draft| Answer::Either(Box::new(draft))),
        Kind::List(fields) => {
            let items = items()?.iter().zip(1..);
            let read = items.map(|(item, nth)| read_record(fields, item, &format!("{place}, number {nth}")));
            return read.collect::<Result<_, _>>().map(Answer::List);
        }
    };
    found.ok_or_else(no)
}

fn hex_number(value: &Value) -> Option<u16> {
    u16::try_from(value.as_u64()?).ok()
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    match value {
        Value::Array(items) => items.iter().map(Value::as_f64).collect(),
        one => one.as_f64().map(|one| vec![one]),
    }
}

fn read_leg(forms: &[LegForm], leg: &Value) -> Option<Leg> {
    let (name, numbers) = match leg {
        Value::Number(_) if forms.contains(&LegForm::Hex) => return hex_number(leg).map(Leg::Hex),
        Value::String(name) => (name, Vec::new()),
        Value::Object(map) if map.len() == 1 => {
            let (name, body) = map.iter().next()?;
            (name, numbers(body)?)
        }
        _ => return None,
    };
    let known = |form: &LegForm| matches!(form, LegForm::Step(known, count) if known == name && *count == numbers.len());
    forms.iter().any(known).then(|| Leg::Step { name: name.clone(), numbers })
}

fn read_spot(form: SpotForm, value: &Value) -> Option<Spot> {
    match form {
        SpotForm::Hex => hex_number(value).map(Spot::Hex),
        SpotForm::Point => match numbers(value)?[..] {
            [x, y] => Some(Spot::Point { x, y }),
            _ => None,
        },
        SpotForm::Pose => match numbers(value)?[..] {
            [x, y, heading] => Some(Spot::Pose { x, y, heading }),
            _ => None,
        },
        SpotForm::Faced => match value.as_array().map(Vec::as_slice) {
            Some([hex, facing]) => {
                let facing = facing.as_u64().filter(|facing| *facing < 12)?;
                Some(Spot::Faced { hex: hex_number(hex)?, facing: facing as u8 })
            }
            _ => None,
        },
    }
}

/// Writes an order, or one of several things to do within it.
pub(super) fn write(verbs: &[Verb], draft: &Draft) -> Result<Value, SpellingFault> {
    let verb = find(verbs, &draft.verb, "the order")?;
    let name = verb.name.to_owned();
    if verb.fields.is_empty() {
        return Ok(Value::String(name));
    }
    let body = match verb.form {
        Form::Named => Value::Object(write_record(verb.fields, &draft.answers, verb.name)?),
        Form::Bare => write_field(&verb.fields[0], &draft.answers, verb.name)?.unwrap_or(Value::Null),
        Form::Listed => {
            let fields = verb.fields.iter();
            let items =
                fields.map(|field| Ok(write_field(field, &draft.answers, verb.name)?.unwrap_or(Value::Null)));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
    };
    Ok(Value::Object([(name, body)].into_iter().collect()))
}

fn write_record(
    fields: &[Field],
    answers: &Answers,
    place: &str,
) -> Result<Map<String, Value>, SpellingFault> {
    if let Some(field) = answers.keys().find(|key| fields.iter().all(|field| field.name != **key)) {
        let known = field_names(fields);
        return Err(SpellingFault::Field { place: place.to_owned(), field: field.clone(), known });
    }
    let mut record = Map::new();
    for field in fields {
        if let Some(value) = write_field(field, answers, place)? {
            record.insert(field.name.to_owned(), value);
        }
    }
    Ok(record)
}

/// None where the wire leaves it out.
fn write_field(field: &Field, answers: &Answers, place: &str) -> Result<Option<Value>, SpellingFault> {
    let Some(answer) = answers.get(field.name) else {
        return match field.absent {
            Absent::Asked => {
                let (place, name, wanted) = (place.to_owned(), field.name.to_owned(), field.kind.wanted());
                Err(SpellingFault::Lacks { place, field: name, wanted })
            }
            Absent::Null => Ok(Some(Value::Null)),
            Absent::LeftOut => Ok(None),
            Absent::Usual(Usual::Whether(usual)) => Ok(Some(usual.into())),
            Absent::Usual(Usual::Count(usual)) => Ok(Some(usual.into())),
            Absent::Usual(Usual::Measure(usual)) => Ok(Some(usual.into())),
            Absent::Usual(Usual::Text(usual)) => Ok(Some(usual.into())),
        };
    };
    let place = format!("{place}, {}", field.name);
    write_answer(field.kind, answer, &place).map(Some)
}

fn write_answer(kind: Kind, answer: &Answer, place: &str) -> Result<Value, SpellingFault> {
    Ok(match (kind, answer) {
        (Kind::One, Answer::One(text)) | (Kind::Text, Answer::Text(text)) => text.clone().into(),
        (Kind::Some, Answer::Some(keys)) => keys.clone().into(),
        (Kind::Pairs, Answer::Pairs(pairs)) => {
            list(pairs, |(one, other)| vec![one.clone(), other.clone()].into())
        }
        (Kind::Shares, Answer::Shares(shares)) => {
            list(shares, |(one, count)| Value::Array(vec![one.clone().into(), (*count).into()]))
        }
        (Kind::Way(_), Answer::Way(legs)) => list(legs, write_leg),
        (Kind::Spot(_), Answer::Spot(spot)) => write_spot(*spot),
        (Kind::Count, Answer::Count(count)) => (*count).into(),
        (Kind::Measure, Answer::Measure(measure)) => number(*measure),
        (Kind::Whether, Answer::Whether(whether)) => (*whether).into(),
        (Kind::Either(verbs), Answer::Either(draft)) => write(verbs, draft)?,
        (Kind::List(fields), Answer::List(records)) => {
            let numbered = records.iter().zip(1..);
            let write = numbered.map(|(record, nth)| {
                write_record(fields, record, &format!("{place}, number {nth}")).map(Value::Object)
            });
            Value::Array(write.collect::<Result<_, _>>()?)
        }
        _ => {
            let (place, found) = (place.to_owned(), "an answer to another question".to_owned());
            return Err(SpellingFault::Wrong { place, found, wanted: kind.wanted() });
        }
    })
}

fn list<T>(items: &[T], each: impl Fn(&T) -> Value) -> Value {
    Value::Array(items.iter().map(each).collect())
}

/// JSON has no number for what is not finite.
fn number(value: f64) -> Value {
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

fn write_leg(leg: &Leg) -> Value {
    match leg {
        Leg::Hex(hex) => (*hex).into(),
        Leg::Step { name, numbers } if numbers.is_empty() => name.clone().into(),
        Leg::Step { name, numbers } => {
            let body = match numbers[..] {
                [one] => number(one),
                _ => list(numbers, |one| number(*one)),
            };
            Value::Object([(name.clone(), body)].into_iter().collect())
        }
    }
}

fn write_spot(spot: Spot) -> Value {
    match spot {
        Spot::Point { x, y } => list(&[x, y], |one| number(*one)),
        Spot::Pose { x, y, heading } => list(&[x, y, heading], |one| number(*one)),
        Spot::Hex(hex) => hex.into(),
        Spot::Faced { hex, facing } => Value::Array(vec![hex.into(), facing.into()]),
    }
}
