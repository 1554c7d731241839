//! Spelling: a value as JSON, with keys for numbers.

use std::fmt::Display;

use serde::ser::{self, Serialize};
use serde_json::{Map, Number, Value};
use thiserror::Error;

use super::Keys;

/// The value with keys for what it numbers.
///
/// # Errors
///
/// What of it has no key, or is no number.
pub fn spell(value: &impl Serialize, keys: &Keys<'_>) -> Result<Value, SpellFault> {
    value.serialize(Writer { keys })
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
}

/// The number that is written as people write it, and read back to the last digit.
fn shortest(number: f32) -> f64 {
    let wide = f64::from(number);
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

    /// Values that have a more exact form than the one people type are written in that.
    fn is_human_readable(&self) -> bool {
        false
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

    fn serialize_unit_variant(self, _name: &'static str, _index: u32, name: &'static str) -> Spelled {
        Ok(name.into())
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
        Ok(variant(name, value.serialize(self)?))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Items<'k>, SpellFault> {
        Ok(Items { writer: self, items: Vec::new(), variant: None })
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
        Ok(Fields { writer: self, fields: Map::new(), key: None, variant: None })
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
        Ok(Fields { writer: self, fields: Map::new(), key: None, variant: Some(name) })
    }
}

/// A list that is being written.
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

/// An object that is being written.
struct Fields<'k> {
    writer: Writer<'k>,
    fields: Map<String, Value>,
    /// Of a map: the key whose value comes next.
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Fields<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), SpellFault> {
        let value = value.serialize(self.writer)?;
        if !value.is_null() {
            self.fields.insert(name.to_owned(), value);
        }
        Ok(())
    }

    fn done(self) -> Value {
        let fields = Value::Object(self.fields);
        match self.variant {
            Some(name) => variant(name, fields),
            None => fields,
        }
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
        self.fields.insert(key, value);
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

    fn end(self) -> Spelled {
        Ok(self.done())
    }
}
