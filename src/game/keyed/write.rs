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
    Ok(changed(value, keys, None)?.unwrap_or_default())
}

/// What of the value is spelled otherwise than before: a merge patch (RFC 7396) where it is and was an object, else the whole of it.
/// `None`: nothing is.
///
/// # Errors
///
/// What of it has no key, or is no number.
pub fn changed(
    value: &impl Serialize,
    keys: &Keys<'_>,
    before: Option<&Value>,
) -> Result<Option<Value>, SpellFault> {
    value.serialize(Writer { keys, shape: Shape::Plain, before })
}

/// The change that makes the value of what it was, as a merge patch: nothing in it where nothing is otherwise.
///
/// # Errors
///
/// What of it has no key, or is no number.
pub fn change(value: &impl Serialize, keys: &Keys<'_>, before: &Value) -> Result<Value, SpellFault> {
    Ok(changed(value, keys, Some(before))?.unwrap_or_else(|| Value::Object(Map::new())))
}

/// The value of an order or an act, as the wire has it by its table of verbs.
pub(crate) fn spell_by(
    value: &impl Serialize,
    verbs: &'static [Verb],
    keys: &Keys<'_>,
) -> Result<Value, SpellFault> {
    let shape = Shape::Answer(AnswerKind::Either(verbs));
    Ok(value.serialize(Writer { keys, shape, before: None })?.unwrap_or_default())
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

/// What is spelled; `None`: it is as before.
type Written = Result<Option<Value>, SpellFault>;

#[derive(Clone, Copy)]
struct Writer<'k> {
    keys: &'k Keys<'k>,
    shape: Shape,
    /// How it was spelled before, which is asked for without a table of verbs alone.
    before: Option<&'k Value>,
}

impl<'k> Writer<'k> {
    fn leaf(self, value: impl Into<Value>) -> Written {
        Ok(Some(value.into()).filter(|value| self.before != Some(value)))
    }

    fn text(self, text: &str) -> Written {
        Ok((self.before.and_then(Value::as_str) != Some(text)).then(|| text.into()))
    }

    /// Who writes what stands under this name.
    fn within(self, name: &str, shape: Shape) -> Self {
        Self { shape, before: self.before.and_then(|before| before.get(name)), ..self }
    }

    /// An object of these fields, null where there is nothing.
    fn object(self, fields: Vec<(String, Option<Value>)>) -> Option<Value> {
        let said = fields.iter().filter(|(_, value)| !matches!(value, Some(Value::Null)));
        let mut change = Map::new();
        if let Some(Value::Object(before)) = self.before {
            let kept = said.clone().filter(|(name, _)| before.contains_key(name)).count();
            if kept < before.len() {
                let gone = before.keys().filter(|key| !said.clone().any(|(name, _)| name == *key));
                change.extend(gone.map(|key| (key.clone(), Value::Null)));
            }
            if change.is_empty() && fields.iter().all(|(_, value)| matches!(value, None | Some(Value::Null)))
            {
                return None;
            }
        }
        let fields = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
        change.extend(fields.filter(|(_, value)| !value.is_null()));
        Some(Value::Object(change))
    }

    /// How a variant is called here, and who writes what it holds.
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

fn float(number: f64) -> Result<Number, SpellFault> {
    Number::from_f64(number).ok_or_else(|| SpellFault::NotFinite(number.to_string()))
}

impl<'k> ser::Serializer for Writer<'k> {
    type Ok = Option<Value>;
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

    fn serialize_bool(self, v: bool) -> Written {
        self.leaf(v)
    }

    fn serialize_i8(self, v: i8) -> Written {
        self.leaf(v)
    }

    fn serialize_i16(self, v: i16) -> Written {
        self.leaf(v)
    }

    fn serialize_i32(self, v: i32) -> Written {
        self.leaf(v)
    }

    fn serialize_i64(self, v: i64) -> Written {
        self.leaf(v)
    }

    fn serialize_u8(self, v: u8) -> Written {
        self.leaf(v)
    }

    fn serialize_u16(self, v: u16) -> Written {
        self.leaf(v)
    }

    fn serialize_u32(self, v: u32) -> Written {
        self.leaf(v)
    }

    fn serialize_u64(self, v: u64) -> Written {
        self.leaf(v)
    }

    fn serialize_f32(self, v: f32) -> Written {
        let same = self.before.and_then(Value::as_f64).is_some_and(|before| before as f32 == v);
        if same { Ok(None) } else { self.leaf(float(shortest(v))?) }
    }

    fn serialize_f64(self, v: f64) -> Written {
        self.leaf(float(v)?)
    }

    fn serialize_char(self, v: char) -> Written {
        self.leaf(v.to_string())
    }

    fn serialize_str(self, v: &str) -> Written {
        self.text(v)
    }

    fn serialize_bytes(self, v: &[u8]) -> Written {
        self.leaf(v)
    }

    fn serialize_none(self) -> Written {
        self.leaf(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.leaf(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        self.leaf(Value::Null)
    }

    fn serialize_unit_variant(self, _name: &'static str, index: u32, name: &'static str) -> Written {
        match self.shape {
            // The second of two is so, the first is not.
            Shape::Answer(AnswerKind::Whether) => self.leaf(index == 1),
            _ => self.text(self.variant(name).0),
        }
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Written {
        let Some(kind) = self.keys.kind(name) else { return value.serialize(self) };
        let value = value.serialize(Writer { before: None, ..self })?;
        let number = value.as_ref().and_then(Value::as_u64);
        let number = number.ok_or_else(|| SpellFault::Other(format!("{name} is no number")))?;
        self.text(kind.key(number).ok_or(SpellFault::NoKey { what: kind.what, number })?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        name: &'static str,
        value: &T,
    ) -> Written {
        let (name, writer) = self.variant(name);
        let held = value.serialize(writer.within(name, writer.shape.held()))?;
        Ok(writer.object(vec![(name.to_owned(), held)]))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Items<'k>, SpellFault> {
        Ok(Items::new(Writer { shape: self.shape.item(), ..self }, None))
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
        Ok(Items::new(self, Some(name)))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Fields<'k>, SpellFault> {
        Ok(Fields { writer: self, around: None, fields: Vec::new(), key: None })
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
        let around = Some((name, writer));
        Ok(Fields { writer: writer.within(name, writer.shape), around, fields: Vec::new(), key: None })
    }
}

/// A list being written.
struct Items<'k> {
    /// Who writes its items.
    writer: Writer<'k>,
    /// The variant that holds it, and who writes that.
    around: Option<(&'static str, Writer<'k>)>,
    /// The list as it was, and how many of its items are as they were, as long as all are.
    same: Option<(&'k [Value], usize)>,
    items: Vec<Value>,
}

impl<'k> Items<'k> {
    fn new(writer: Writer<'k>, variant: Option<&'static str>) -> Self {
        let own = variant.map_or(writer, |name| writer.within(name, writer.shape));
        let same = own.before.and_then(Value::as_array).map(|before| (&before[..], 0));
        let around = variant.map(|name| (name, writer));
        Self { writer: Writer { before: None, ..own }, around, same, items: Vec::new() }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        if let Some((before, count)) = &mut self.same {
            let was = before.get(*count);
            if was.is_some() && value.serialize(Writer { before: was, ..self.writer })?.is_none() {
                *count += 1;
                return Ok(());
            }
            self.items = before[..*count].to_vec();
            self.same = None;
        }
        self.items.extend(value.serialize(self.writer)?);
        Ok(())
    }

    fn done(self) -> Option<Value> {
        let list = match self.same {
            Some((before, count)) if count == before.len() => None,
            Some((before, count)) => Some(before[..count].into()),
            None => Some(Value::Array(self.items)),
        };
        match self.around {
            Some((name, writer)) => writer.object(vec![(name.to_owned(), list)]),
            None => list,
        }
    }
}

impl ser::SerializeSeq for Items<'_> {
    type Ok = Option<Value>;
    type Error = SpellFault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Written {
        Ok(self.done())
    }
}

impl ser::SerializeTuple for Items<'_> {
    type Ok = Option<Value>;
    type Error = SpellFault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Written {
        Ok(self.done())
    }
}

impl ser::SerializeTupleStruct for Items<'_> {
    type Ok = Option<Value>;
    type Error = SpellFault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Written {
        Ok(self.done())
    }
}

impl ser::SerializeTupleVariant for Items<'_> {
    type Ok = Option<Value>;
    type Error = SpellFault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        self.item(value)
    }

    fn end(self) -> Written {
        Ok(self.done())
    }
}

/// An object being written.
struct Fields<'k> {
    writer: Writer<'k>,
    /// The variant that holds it, and who writes that.
    around: Option<(&'static str, Writer<'k>)>,
    /// Null where there is nothing.
    fields: Vec<(String, Option<Value>)>,
    /// Of a map: the key whose value comes next.
    key: Option<String>,
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
        let value = value.serialize(self.writer.within(name, shape))?;
        self.fields.push((name.to_owned(), value));
        Ok(())
    }

    /// Fields of a verb are matched by position, including those that are left out.
    fn skip(&mut self, name: &str) {
        self.fields.push((name.to_owned(), Some(Value::Null)));
    }

    fn done(self) -> Option<Value> {
        let values = |fields: Vec<(String, Option<Value>)>| fields.into_iter().filter_map(|(_, value)| value);
        let fields = match self.writer.shape {
            Shape::Plain | Shape::Fields(Form::Named, _) => self.writer.object(self.fields),
            Shape::Fields(Form::Listed, _) => Some(values(self.fields).collect()),
            Shape::Fields(Form::Bare, _) => Some(values(self.fields).next().unwrap_or_default()),
            // The numbers of a place and the legs of a way stand by themselves.
            Shape::Answer(_) => Some(values(self.fields).flat_map(in_list).collect()),
        };
        match self.around {
            Some((name, writer)) => writer.object(vec![(name.to_owned(), fields)]),
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
    type Ok = Option<Value>;
    type Error = SpellFault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SpellFault> {
        self.key = Some(match key.serialize(Writer { before: None, ..self.writer })?.unwrap_or_default() {
            Value::String(key) => key,
            Value::Number(number) => number.to_string(),
            other => return Err(SpellFault::Other(format!("{other} cannot be a key"))),
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SpellFault> {
        let key = self.key.take().unwrap_or_default();
        let value = value.serialize(self.writer.within(&key, self.writer.shape))?;
        if value == Some(Value::Null) {
            return Err(SpellFault::Null);
        }
        self.fields.push((key, value));
        Ok(())
    }

    fn end(self) -> Written {
        Ok(self.done())
    }
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = Option<Value>;
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

    fn end(self) -> Written {
        Ok(self.done())
    }
}

impl ser::SerializeStructVariant for Fields<'_> {
    type Ok = Option<Value>;
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

    fn end(self) -> Written {
        Ok(self.done())
    }
}
