//! Reads spelled values, replacing keys by numbers.

use std::fmt::{self, Display};

use serde::de::value::U64Deserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Value, json};

use super::shape::Shape;
use super::{KeyKind, Keys};
use crate::Contradiction;
use crate::spelling::{AnswerKind, Form, SpellingFault, Verb, VerbField};

/// Maximum number of keys listed in the error for an unknown key.
const MOST_NAMED: usize = 12;

/// Reads a spelled value; `place` is the root of the path in error messages.
///
/// # Errors
///
/// Returns an error for the first thing that cannot be read, with its place.
pub fn read<T: DeserializeOwned>(spelled: &Value, keys: &Keys<'_>, place: &str) -> Result<T, Contradiction> {
    T::deserialize(Reader { value: spelled, keys, shape: Shape::Plain }).map_err(|fault| fault.at(place))
}

/// Reads an order or an act in the form of the wire, by its table of verbs.
///
/// # Errors
///
/// Returns an error as [`read`] does.
pub(crate) fn read_by<T: DeserializeOwned>(
    spelled: &Value,
    verbs: &'static [Verb],
    keys: &Keys<'_>,
) -> Result<T, SpellingFault> {
    let reader = Reader { value: spelled, keys, shape: Shape::Answer(AnswerKind::Either(verbs)) };
    T::deserialize(reader).map_err(Fault::in_order)
}

/// Why something cannot be read.
#[derive(Debug)]
struct Fault {
    /// The path, from the innermost field outward.
    way: Vec<String>,
    reason: String,
    remedy: String,
}

impl Fault {
    fn new(reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { way: Vec::new(), reason: reason.into(), remedy: remedy.into() }
    }

    fn within(mut self, step: impl Display) -> Self {
        self.way.push(step.to_string());
        self
    }

    fn at(self, place: &str) -> Contradiction {
        let way = self.way.into_iter().rev();
        let place = way.fold(place.to_owned(), |place, step| format!("{place}.{step}"));
        Contradiction::new(place, self.reason, self.remedy)
    }

    /// In the form of faults of orders: `Work, task, Bridge: …`.
    fn in_order(self) -> SpellingFault {
        let step = |step: &String| match step.parse::<usize>() {
            Ok(place) => format!("number {}", place.saturating_add(1)),
            Err(_) => step.clone(),
        };
        let way: Vec<String> = self.way.iter().rev().map(step).collect();
        let place = if way.is_empty() { "the order".to_owned() } else { way.join(", ") };
        SpellingFault::new(format_args!("{place}: {self}"))
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remedy.as_str() {
            "" => f.write_str(&self.reason),
            remedy => write!(f, "{}: {remedy}", self.reason),
        }
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(words: T) -> Self {
        Self::new(words.to_string(), "write it as a game that was played gives it")
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("{field} is missing"), format!("give {field}"))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let found = match found {
            Unexpected::Unit => "null".to_owned(),
            Unexpected::Map => "an object".to_owned(),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Str(text) => format!("the text \"{text}\""),
            Unexpected::Unsigned(number) => number.to_string(),
            Unexpected::Signed(number) => number.to_string(),
            Unexpected::Float(number) => number.to_string(),
            other => other.to_string(),
        };
        Self::new(format!("it is {found}"), format!("give {expected}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let (least, most) = match expected.to_string().as_str() {
            "u8" => (0, i64::from(u8::MAX)),
            "u16" => (0, i64::from(u16::MAX)),
            "u32" => (0, i64::from(u32::MAX)),
            "i16" => (i16::MIN.into(), i16::MAX.into()),
            "i32" => (i32::MIN, i32::MAX.into()),
            _ => return Self::invalid_type(found, expected),
        };
        Self::invalid_type(found, &format!("a whole number from {least} to {most}").as_str())
    }

    fn invalid_length(found: usize, expected: &dyn de::Expected) -> Self {
        Self::new(format!("it has {found} parts"), format!("give {expected}"))
    }
}

/// A list of some of these, for a remedy.
fn one_of<'s>(known: impl ExactSizeIterator<Item = &'s str>) -> String {
    let more = known.len().saturating_sub(MOST_NAMED);
    let named = known.take(MOST_NAMED).collect::<Vec<_>>().join(", ");
    match (named.as_str(), more) {
        ("", _) => "leave it out: there are none".to_owned(),
        (_, 0) => format!("give one of {named}"),
        _ => format!("give one of {named} and {more} more"),
    }
}

impl KeyKind<'_> {
    fn read(&self, key: &str) -> Result<U64Deserializer<Fault>, Fault> {
        let unknown = || {
            Fault::new(format!("there is no {} {key}", self.what), one_of(self.keys.iter().map(|key| &**key)))
        };
        let number = match (self.number(key), &self.other_names) {
            (Some(number), _) => Some(number),
            (None, Some(names)) => {
                let number = (names.0)(key).map_err(|fault| Fault::new(fault.to_string(), ""))?;
                u64::try_from(number).ok()
            }
            (None, None) => None,
        };
        number.map(u64::into_deserializer).ok_or_else(unknown)
    }
}

#[derive(Clone, Copy)]
struct Reader<'a, 'k> {
    value: &'a Value,
    keys: &'k Keys<'k>,
    shape: Shape,
}

impl<'a, 'k> Reader<'a, 'k> {
    fn of(self, value: &'a Value) -> Self {
        Self { value, shape: self.shape.item(), ..self }
    }

    fn found(self) -> Unexpected<'a> {
        match self.value {
            Value::Null => Unexpected::Unit,
            Value::Bool(is) => Unexpected::Bool(*is),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Unexpected::Unsigned(number),
                (None, Some(number)) => Unexpected::Signed(number),
                (None, None) => Unexpected::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        }
    }

    /// The fields of an object, with any names.
    fn entries(self, object: &'a serde_json::Map<String, Value>) -> Entries<'a, 'k> {
        let entry = |(key, value): (&'a String, &'a Value)| Entry { key, name: key, value: self.of(value) };
        Entries { keys: self.keys, left: object.iter().map(entry).collect::<Vec<_>>().into_iter(), of: None }
    }

    fn object(self, fields: &'static [&'static str]) -> Result<Entries<'a, 'k>, Fault> {
        let Value::Object(object) = self.value else {
            return Err(de::Error::invalid_type(self.found(), &"an object with its fields"));
        };
        match object.keys().find(|key| !fields.contains(&key.as_str())) {
            None => Ok(self.entries(object)),
            Some(other) => {
                Err(Fault::new("there is no such field", one_of(fields.iter().copied())).within(other))
            }
        }
    }

    /// The fields of a verb, matched by position to the fields of serde.
    fn fields_of_verb(
        self,
        form: Form,
        fields: &'static [VerbField],
        known: &'static [&'static str],
    ) -> Entries<'a, 'k> {
        let said = |at: usize, field: &VerbField| match form {
            Form::Bare => Some(self.value),
            Form::Listed => self.value.get(at),
            Form::Named => self.value.get(field.name),
        };
        let entry = |(at, (field, key)): (usize, (&'static VerbField, &&'static str))| {
            let value = said(at, field).filter(|value| !value.is_null())?;
            Some(Entry {
                key,
                name: field.name,
                value: Self { value, shape: Shape::Answer(field.kind), ..self },
            })
        };
        let left: Vec<_> = fields.iter().zip(known).enumerate().filter_map(entry).collect();
        Entries { keys: self.keys, left: left.into_iter(), of: None }
    }
}

impl<'de, 'k> Deserializer<'de> for Reader<'_, 'k> {
    type Error = Fault;

    fn is_human_readable(&self) -> bool {
        !matches!(self.shape, Shape::Plain)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_str(text),
            Value::Array(list) => {
                let mut items = Items { reader: self, list: list.iter().enumerate() };
                let value = visitor.visit_seq(&mut items)?;
                match items.list.len() {
                    0 => Ok(value),
                    _ => Err(de::Error::invalid_length(list.len(), &"fewer")),
                }
            }
            Value::Object(object) => visitor.visit_map(self.entries(object)),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.as_f64() {
            Some(number) if !(number as f32).is_finite() => {
                Err(Fault::new(format!("{} is too large", self.value), "give a smaller number"))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let Some(kind) = self.keys.kind(name) else { return visitor.visit_newtype_struct(self) };
        let Value::String(key) = self.value else {
            return Err(de::Error::invalid_type(
                self.found(),
                &format!("the key of a {}", kind.what).as_str(),
            ));
        };
        visitor.visit_newtype_struct(kind.read(key)?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match (self.shape, self.value) {
            (Shape::Plain, _) => visitor.visit_map(self.object(fields)?),
            (Shape::Fields(form, known), _) => visitor.visit_map(self.fields_of_verb(form, known, fields)),
            // The numbers of a place and the legs of a way are not nested in a list.
            (Shape::Answer(AnswerKind::Spot(_)), Value::Array(numbers)) if numbers.len() == 3 => {
                let place = json!([numbers[..2], numbers[2]]);
                Reader { value: &place, ..self }.deserialize_any(visitor)
            }
            (Shape::Answer(_), value) => Reader { value: &json!([value]), ..self }.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let kind = self.keys.kind(name);
        let (name, of) = match self.value {
            // With two variants, `true` is the second one.
            Value::Bool(is) if variants.len() == 2 && self.is_human_readable() => {
                (variants[usize::from(*is)], None)
            }
            Value::String(name) => (name.as_str(), None),
            Value::Object(object) if object.len() == 1 => {
                let (name, of) = object.iter().next().ok_or_else(|| Fault::new("it is empty", "fill it"))?;
                (name.as_str(), Some(of))
            }
            _ => {
                return Err(Fault::new(
                    "it is none of those that there are",
                    one_of(variants.iter().copied()),
                ));
            }
        };
        if let Some(kind) = kind {
            kind.read(name)?;
        }
        let (variant, shape) = match self.shape.verb(|verb| verb.name == name) {
            Some(verb) => (verb.variant, Shape::of(verb)),
            None => (name, self.shape),
        };
        if !variants.contains(&variant) {
            return Err(Fault::new(format!("there is no {name} here"), one_of(variants.iter().copied())));
        }
        let reader = Self { shape, ..self };
        visitor.visit_enum(Chosen { reader, name: variant, of }).map_err(|fault| match of {
            Some(_) => fault.within(name),
            None => fault,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// A list being read.
struct Items<'a, 'k> {
    reader: Reader<'a, 'k>,
    list: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
}

impl<'de> SeqAccess<'de> for &mut Items<'_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some((place, value)) = self.list.next() else { return Ok(None) };
        seed.deserialize(self.reader.of(value)).map(Some).map_err(|fault| fault.within(place))
    }
}

/// An object being read.
struct Entries<'a, 'k> {
    keys: &'k Keys<'k>,
    left: std::vec::IntoIter<Entry<'a, 'k>>,
    /// The entry whose value is read next.
    of: Option<Entry<'a, 'k>>,
}

/// A field of an object.
struct Entry<'a, 'k> {
    /// Its serde name.
    key: &'a str,
    /// Its written name.
    name: &'a str,
    value: Reader<'a, 'k>,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Fault;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.of = self.left.next();
        let Some(Entry { key, name, .. }) = self.of else { return Ok(None) };
        seed.deserialize(Key { key, keys: self.keys }).map(Some).map_err(|fault| fault.within(name))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        let Some(Entry { name, value, .. }) = self.of.take() else {
            return Err(Fault::new("it is empty", "fill it"));
        };
        seed.deserialize(value).map_err(|fault| fault.within(name))
    }
}

/// The key of an entry.
#[derive(Clone, Copy)]
struct Key<'a, 'k> {
    key: &'a str,
    keys: &'k Keys<'k>,
}

impl<'de> Deserializer<'de> for Key<'_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.key)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.keys.kind(name) {
            Some(kind) => visitor.visit_newtype_struct(kind.read(self.key)?),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.key.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => Err(de::Error::invalid_type(Unexpected::Str(self.key), &"a whole number")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// A variant with its content.
struct Chosen<'a, 'k> {
    reader: Reader<'a, 'k>,
    name: &'a str,
    of: Option<&'a Value>,
}

impl<'a, 'k> Chosen<'a, 'k> {
    fn held(&self) -> Result<Reader<'a, 'k>, Fault> {
        let of = self.of.ok_or_else(|| {
            Fault::new(format!("{} stands alone", self.name), format!("give what {} holds", self.name))
        })?;
        Ok(self.reader.of(of))
    }
}

impl<'de, 'a, 'k> EnumAccess<'de> for Chosen<'a, 'k> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name = seed.deserialize(Key { key: self.name, keys: self.reader.keys })?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_, '_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.of {
            None => Ok(()),
            Some(_) => Err(Fault::new(
                format!("{} holds nothing", self.name),
                format!("write \"{}\" alone", self.name),
            )),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        let held = self.held()?;
        seed.deserialize(Reader { shape: held.shape.held(), ..held })
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.held()?.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.held()?.deserialize_struct("", fields, visitor)
    }
}
