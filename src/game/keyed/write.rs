//! Writes values as JSON, replacing numbers by keys.

use std::fmt::Display;

use serde::ser::{self, Serialize};
use serde_json::{Map, Number, Value};
use thiserror::Error;

use super::Keys;
use super::shape::Shape;
use crate::spelling::{AnswerKind, Form, Verb};

/// Spells a value with keys for what it numbers.
///
/// # Errors
///
/// Returns an error if something has no key, or if a number is not finite.
pub fn spell(value: &impl Serialize, keys: &Keys<'_>) -> Result<Value, SpellFault> {
    value.serialize(Writer { keys, shape: Shape::Plain })
}

/// As [`spell`], for an order or an act in the form of the wire, by its table of verbs.
pub(crate) fn spell_by(value: &impl Serialize, verbs: &'static [Verb], keys: &Keys<'_>) -> Spelled {
    value.serialize(Writer { keys, shape: Shape::Answer(AnswerKind::Either(verbs)) })
}

/// Why a value cannot be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpellFault {
    #[error("there is no {what} with the number {number}")]
    NoKey { what: &'static str, number: u64 },
    #[error("{0} is no finite number")]
    NotFinite(String),
    #[error("something has no value where it would stand for being left out")]
    Null,
    #[error("{0}")]
    Other(String),
}

impl ser::Error for SpellFault {
    fn custom<T: Display>(words: T) -> Self {
        Self::Other(words.to_string())
    }
}

type Spelled = Result<Value, SpellFault>;

#[derive(Clone, Copy)]
struct Writer<'k> {
    keys: &'k Keys<'k>,
    shape: Shape,
}

impl Writer<'_> {
    /// The written name of a variant, and the writer of its content.
    fn variant(self, name: &'static str) -> (&'static str, Self) {
        match self.shape.verb(|verb| verb.variant == name) {
            Some(verb) => (verb.name, Self { shape: Shape::of(verb), ..self }),
            None => (name, self),
        }
    }
}

/// The number in a form for people that reads back to the last digit.
fn shortest(number: f32) -> f64 {
    let wide = f64::from(number);
    // Inches and degrees have few decimals: just enough that nothing is lost. Products and quotients are exact.
    if wide.abs() < 1e6 {
        for scale in [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8] {
            let short = (wide * scale).round() / scale;
            if short as f32 == number {
                return short;
            }
        }
    }
    format!("{number}").parse().ok().filter(|short: &f64| *short as f32 == number).unwrap_or(wide)
}

fn float(number: f64) -> Spelled {
    let number = Number::from_f64(number).ok_or_else(|| SpellFault::NotFinite(number.to_string()))?;
    Ok(Value::Number(number))
}

fn variant(name: &str, of: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), of)]))
}

impl<'k> ser::Serializer for Writer<'k> {
    type Ok = Value;
    type Error = SpellFault;
    type SerializeSeq = Items<'k>;
    type SerializeTuple = Items<'k>;
    type SerializeTupleStruct = Items<'k>;
    type SerializeTupleVariant = Items<'k>;
    type SerializeMap = Fields<'k>;
    type SerializeStruct = Fields<'k>;
    type SerializeStructVariant = Fields<'k>;

    /// Values with a more exact form than the one for people are written in it, except in orders.
    fn is_human_readable(&self) -> bool {
        !matches!(self.shape, Shape::Plain)
    }

    fn serialize_bool(self, v: bool) -> Spelled {
        Ok(Value::Bool(v))
    }

    fn serialize_i8(self, v: i8) -> Spelled {
        Ok(v.into())
    }

    fn serialize_i16(self, v: i16) -> Spelled {
        Ok(v.into())
    }

    fn serialize_i32(self, v: i32) -> Spelled {
        Ok(v.into())
    }

    fn serialize_i64(self, v: i64) -> Spelled {
        Ok(v.into())
    }

    fn serialize_u8(self, v: u8) -> Spelled {
        Ok(v.into())
    }

    fn serialize_u16(self, v: u16) -> Spelled {
        Ok(v.into())
    }

    fn serialize_u32(self, v: u32) -> Spelled {
        Ok(v.into())
    }

    fn serialize_u64(self, v: u64) -> Spelled {
        Ok(v.into())
    }

    fn serialize_f32(self, v: f32) -> Spelled {
        float(shortest(v))
    }

    fn serialize_f64(self, v: f64) -> Spelled {
        float(v)
    }

    fn serialize_char(self, v: char) -> Spelled {
        Ok(Value::String(v.to_string()))
    }

    fn serialize_str(self, v: &str) -> Spelled {
        Ok(v.into())
    }

    fn serialize_bytes(self, v: &[u8]) -> Spelled {
        Ok(v.into())
    }

    fn serialize_none(self) -> Spelled {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Spelled {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Spelled {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Spelled {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _name: &'static str, index: u32, name: &'static str) -> Spelled {
        Ok(match self.shape {
            // With two variants, the second one is `true`.
            Shape::Answer(AnswerKind::Whether) => (index == 1).into(),
            _ => self.variant(name).0.into(),
        })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Spelled {
        let value = value.serialize(self)?;
        let Some(kind) = self.keys.kind(name) else { return Ok(value) };
        let number = value.as_u64().ok_or_else(|| SpellFault::Other(format!("{name} is no number")))?;
        let key = kind.key(number).ok_or(SpellFault::NoKey { what: kind.what, number })?;
        Ok(key.into())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        name: &'static str,
        value: &T,
    ) -> Spelled {
        let (name, writer) = self.variant(name);
        let held = Writer { shape: writer.shape.held(), ..writer };
        Ok(variant(name, value.serialize(held)?))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Items<'k>, SpellFault> {
        Ok(Items { writer: Writer { shape: self.shape.item(), ..self }, items: Vec::new(), variant: None })
    }

    fn serialize_tuple(self, _len: usize) -> Result<Items<'k>, SpellFault> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Items<'k>, SpellFault> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        name: &'static str,
        _len: usize,
    ) -> Result<Items<'k>, SpellFault> {
        Ok(Items { writer: self, items: Vec::new(), variant: Some(name) })
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Fields<'k>, SpellFault> {
        Ok(Fields { writer: self, fields: Vec::new(), key: None, variant: None })
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Fields<'k>, SpellFault> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        name: &'static str,
        _len: usize,
    ) -> Result<Fields<'k>, SpellFault> {
        let (name, writer) = self.variant(name);
        Ok(Fields { writer, fields: Vec::new(), key: None, variant: Some(name) })
    }
}

/// A list being written.
struct Items<'k> {
    writer: Writer<'k>,
    items: Vec<Value>,
    variant: Option<&'static str>,
}

impl Items<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.items.push(value.serialize(self.writer)?);
        Ok(())
    }

    fn done(self) -> Value {
        let list = Value::Array(self.items);
        match self.variant {
            Some(name) => variant(name, list),
            None => list,
        }
    }
}

impl ser::SerializeSeq for Items<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}

impl ser::SerializeTuple for Items<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}

impl ser::SerializeTupleStruct for Items<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}

impl ser::SerializeTupleVariant for Items<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}

/// An object being written.
struct Fields<'k> {
    writer: Writer<'k>,
    /// Null for a missing value.
    fields: Vec<(String, Value)>,
    /// For a map, the key of the next value.
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Fields<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), SpellFault> {
        let (name, shape) = match self.writer.shape {
            Shape::Fields(_, fields) => {
                let none = || SpellFault::Other(format!("the table of verbs has no field for {name}"));
                let field = fields.get(self.fields.len()).ok_or_else(none)?;
                (field.name, Shape::Answer(field.kind))
            }
            shape => (name, shape),
        };
        let value = value.serialize(Writer { shape, ..self.writer })?;
        self.fields.push((name.to_owned(), value));
        Ok(())
    }

    /// Fields of a verb are matched by position, including those that are left out.
    fn skip(&mut self, name: &str) {
        self.fields.push((name.to_owned(), Value::Null));
    }

    fn done(self) -> Value {
        let fields = self.fields.into_iter();
        let fields = match self.writer.shape {
            Shape::Plain | Shape::Fields(Form::Named, _) => {
                Value::Object(fields.filter(|(_, value)| !value.is_null()).collect())
            }
            Shape::Fields(Form::Listed, _) => fields.map(|(_, value)| value).collect(),
            Shape::Fields(Form::Bare, _) => fields.map(|(_, value)| value).next().unwrap_or_default(),
            // The numbers of a place and the legs of a way are not nested in a list.
            Shape::Answer(_) => fields.flat_map(|(_, value)| in_list(value)).collect(),
        };
        match self.variant {
            Some(name) => variant(name, fields),
            None => fields,
        }
    }
}

fn in_list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        one => vec![one],
    }
}

impl ser::SerializeMap for Fields<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SpellFault> {
        self.key = Some(match key.serialize(self.writer)? {
            Value::String(key) => key,
            Value::Number(number) => number.to_string(),
            other => return Err(SpellFault::Other(format!("{other} cannot be a key"))),
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        let key = self.key.take().unwrap_or_default();
        let value = value.serialize(self.writer)?;
        if value.is_null() {
            return Err(SpellFault::Null);
        }
        self.fields.push((key, value));
        Ok(())
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SpellFault> {
        self.field(name, value)
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), SpellFault> {
        self.skip(name);
        Ok(())
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}

impl ser::SerializeStructVariant for Fields<'_> {
    type Ok = Value;
    type Error = SpellFault;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SpellFault> {
        self.field(name, value)
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), SpellFault> {
        self.skip(name);
        Ok(())
    }

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}
