//! Serde over the tree of a document: every value with its place, every fault with what would be accepted.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};

use super::blank::Blank;
use super::document::Document;
use super::fault::Fault;
use super::suggest::{meant, nearest, suggest};
use super::syntax::ron_options;
use super::tree::{Node, NodeKind};

/// Reads the document without what is hidden in it; and the faults that were met.
pub(super) fn read<T: DeserializeOwned>(document: &Document) -> (Result<T, ReadError>, Vec<Fault>) {
    let reported = RefCell::new(Vec::new());
    let read = T::deserialize(Reader { document, node: document.tree(), reported: &reported });
    (read, reported.into_inner())
}

/// Why a value cannot be read.
#[derive(Debug)]
pub(super) struct ReadError {
    message: String,
    help: String,
    /// The field that a record lacks.
    missing: Option<&'static str>,
    /// Already among the told faults.
    reported: bool,
    /// From where to where the innermost value lies that may be left out.
    pub hide: Option<(usize, usize)>,
    /// Nothing need be left out before the file is read again: a blank stands in for what is lacking.
    pub again: bool,
}

impl ReadError {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
            missing: None,
            reported: false,
            hide: None,
            again: false,
        }
    }

    /// Of what has been told already.
    fn known() -> Self {
        Self { reported: true, ..Self::new("", "") }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl de::Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string(), "")
    }

    fn missing_field(field: &'static str) -> Self {
        Self {
            missing: Some(field),
            ..Self::new(format!("the field \"{field}\" is missing"), format!("add {field}: ..."))
        }
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("\"{variant}\" is not known here"), suggest(variant, expected.iter().copied()))
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    document: &'a Document,
    node: &'a Node,
    reported: &'a RefCell<Vec<Fault>>,
}

impl<'a> Reader<'a> {
    fn source(self) -> &'a str {
        self.document.source(self.node)
    }

    fn at(self, node: &'a Node) -> Self {
        Self { node, ..self }
    }

    fn report(self, start: usize, end: usize, message: String, help: String) {
        self.reported.borrow_mut().push(self.document.fault_at(start, end, message, help));
    }

    /// Tells a error at this value, once.
    fn noted<T>(self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        result.map_err(|mut error| {
            if !error.reported {
                error.reported = true;
                let (message, help) = (error.message.clone(), error.help.clone());
                match error.missing {
                    // What is missing only because it was hidden or misspelt has been told already.
                    Some(field) if self.document.has_reported(self.node, field) => {}
                    missing => {
                        let mut fault = self.document.fault_at(self.node.start, self.node.end, message, help);
                        fault.about.field = missing;
                        self.reported.borrow_mut().push(fault);
                    }
                }
            }
            error
        })
    }

    fn wanted<T>(self, what: &str) -> Result<T, ReadError> {
        let found = match &self.node.kind {
            NodeKind::Scalar | NodeKind::Name => self.source().to_owned(),
            NodeKind::Record { .. } => "a record".into(),
            NodeKind::Tuple { .. } => "a tuple".into(),
            NodeKind::List(_) => "a list".into(),
            NodeKind::Map(_) => "a map".into(),
        };
        self.noted(Err(ReadError::new(format!("{found} is not {what}"), format!("write {what}"))))
    }

    /// A single value, as `ron` reads it.
    fn plain<T: DeserializeOwned>(self, what: &str) -> Result<T, ReadError> {
        match self.node.kind {
            NodeKind::Scalar | NodeKind::Name => {
                ron_options().from_str(self.source()).or_else(|_| self.wanted(what))
            }
            _ => self.wanted(what),
        }
    }

    fn whole<T: DeserializeOwned>(self, least: i128, most: u128) -> Result<T, ReadError> {
        self.plain(&format!("a whole number from {least} to {most}"))
    }

    fn float(self) -> Result<f64, ReadError> {
        let number: f64 = self.plain("a number")?;
        if number.is_finite() && number.abs() < 1e9 {
            return Ok(number);
        }
        self.wanted("a finite number")
    }

    fn record<'de, V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let written = match &self.node.kind {
            NodeKind::Record { fields, .. } => fields.as_slice(),
            NodeKind::Tuple { items, .. } if items.is_empty() => &[],
            _ => return self.wanted("a record: (field: value, ...)"),
        };
        let is_written = |name: &str| written.iter().any(|field| field.name == name);
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut kept = Vec::new();
        for field in written {
            let end = field.start + field.name.len();
            if !fields.contains(&field.name.as_str()) {
                let open: Vec<&'static str> =
                    fields.iter().copied().filter(|name| !is_written(name)).collect();
                let likely = nearest(&field.name, open);
                if let Some(name) = likely {
                    self.document.note_misspelt(self.node, name);
                }
                let message = format!("the field \"{}\" is not known here", field.name);
                self.report(field.start, end, message, meant(likely, fields.iter().copied()));
            } else if !seen.insert(&field.name) {
                let message = format!("the field \"{}\" is given twice", field.name);
                self.report(field.start, end, message, "keep one of the two".into());
            } else if !self.document.is_hidden(&field.value) {
                kept.push((field.name.as_str(), Some(&field.value)));
            }
        }
        let lacking = self.document.lacking_in(self.node);
        let fields = kept.into_iter().chain(lacking.iter().map(|name| (*name, None)));
        let fields = fields.collect::<Vec<_>>().into_iter();
        let read = self.noted(visitor.visit_map(Fields { reader: self, rest: fields, value: None }));
        match read {
            // It has been read with blanks, to see whether it lacks something else.
            Ok(_) if !lacking.is_empty() => Err(ReadError::known()),
            Err(error) if error.again || error.hide.is_some() => Err(error),
            Err(error) => match error.missing {
                Some(name) => {
                    let again = self.document.note_lacking(self.node, name);
                    Err(ReadError { again, missing: None, ..error })
                }
                None => Err(error),
            },
            Ok(value) => Ok(value),
        }
    }

    fn sequence<'de, V: Visitor<'de>>(self, items: &'a [Node], visitor: V) -> Result<V::Value, ReadError> {
        self.noted(visitor.visit_seq(Items { reader: self, rest: items.iter() }))
    }
}

/// Names the value that may be left out.
fn hiding<T>(node: &Node, result: Result<T, ReadError>) -> Result<T, ReadError> {
    result.map_err(|error| ReadError { hide: error.hide.or(Some((node.start, node.end))), ..error })
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            let number = self.whole::<$type>(<$type>::MIN as i128, <$type>::MAX as u128)?;
            self.noted(visitor.$visit(number))
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Reader<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.node.kind {
            NodeKind::Scalar if self.source().starts_with(['"', 'r']) => self.deserialize_string(visitor),
            NodeKind::Scalar => self.deserialize_f64(visitor),
            NodeKind::Name if matches!(self.source(), "true" | "false") => self.deserialize_bool(visitor),
            NodeKind::Name => self.noted(visitor.visit_str(self.source())),
            NodeKind::List(items) | NodeKind::Tuple { items, .. } => self.sequence(items, visitor),
            NodeKind::Map(_) | NodeKind::Record { .. } => self.deserialize_map(visitor),
        }
    }

    whole_numbers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let number = self.float()?;
        self.noted(visitor.visit_f32(number as f32))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let number = self.float()?;
        self.noted(visitor.visit_f64(number))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let value = self.plain("true or false")?;
        self.noted(visitor.visit_bool(value))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let value = self.plain("a letter in single quotes")?;
        self.noted(visitor.visit_char(value))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let value = self.plain("text in quotes")?;
        self.noted(visitor.visit_string(value))
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ReadError> {
        self.wanted("text in quotes")
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ReadError> {
        self.wanted("text in quotes")
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.node.kind {
            NodeKind::Name if self.source() == "None" => visitor.visit_none(),
            NodeKind::Tuple { name: Some(name), items } if name == "Some" && items.len() == 1 => {
                visitor.visit_some(self.at(&items[0]))
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.node.kind {
            NodeKind::Tuple { items, .. } if items.is_empty() => visitor.visit_unit(),
            _ => self.wanted("()"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.node.kind {
            NodeKind::List(items) => self.sequence(items, visitor),
            _ => self.wanted("a list: [ ... ]"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, ReadError> {
        match &self.node.kind {
            // A place with a number hidden is hidden as a whole.
            NodeKind::Tuple { items, .. } if items.iter().any(|item| self.document.is_hidden(item)) => {
                Err(ReadError::known())
            }
            NodeKind::Tuple { items, .. } if items.len() == length => self.sequence(items, visitor),
            _ if length == 2 => self.wanted("a pair: (x, y)"),
            _ => self.wanted(&format!("{length} values in brackets")),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let NodeKind::Map(pairs) = &self.node.kind else { return self.wanted("a map: { key: value }") };
        let mut seen = BTreeSet::new();
        let mut kept = Vec::new();
        for (key, value) in pairs {
            let text = self.at(key).source();
            if !seen.insert(text) {
                self.report(
                    key.start,
                    key.end,
                    format!("{text} is given twice"),
                    "keep one of the two".into(),
                );
            } else if !self.document.is_hidden(key) && !self.document.is_hidden(value) {
                kept.push((key, value));
            }
        }
        self.noted(visitor.visit_map(Pairs { reader: self, rest: kept.into_iter(), value: None }))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.record(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let name = match &self.node.kind {
            NodeKind::Name => self.source(),
            NodeKind::Record { name: Some(name), .. } | NodeKind::Tuple { name: Some(name), .. } => name,
            NodeKind::Scalar => self.source().trim_matches('"'),
            _ => "this",
        };
        if !variants.contains(&name) {
            return self.noted(Err(de::Error::unknown_variant(name, variants)));
        }
        if matches!(self.node.kind, NodeKind::Scalar) {
            let message = format!("\"{name}\" is written in quotes");
            return self.noted(Err(ReadError::new(message, format!("write {name} without quotes"))));
        }
        self.noted(visitor.visit_enum(NamedVariant { reader: self, name }))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_str(self.source())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 }
}

struct Fields<'a> {
    reader: Reader<'a>,
    /// None for a field that is lacking: a blank stands in for it.
    rest: std::vec::IntoIter<(&'a str, Option<&'a Node>)>,
    value: Option<&'a Node>,
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        let name: StrDeserializer<'_, ReadError> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        match self.value.take() {
            Some(node) => hiding(node, seed.deserialize(self.reader.at(node))),
            // Where no blank will do the record is hidden without looking further.
            None => seed.deserialize(Blank::default()).map_err(|_: ReadError| ReadError::known()),
        }
    }
}

struct Pairs<'a> {
    reader: Reader<'a>,
    rest: std::vec::IntoIter<(&'a Node, &'a Node)>,
    value: Option<&'a Node>,
}

impl<'de> de::MapAccess<'de> for Pairs<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        hiding(key, seed.deserialize(self.reader.at(key))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let node = self.value.take().expect("a value is asked for after its key");
        hiding(node, seed.deserialize(self.reader.at(node)))
    }
}

struct Items<'a> {
    reader: Reader<'a>,
    rest: std::slice::Iter<'a, Node>,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        let document = self.reader.document;
        match self.rest.find(|item| !document.is_hidden(item)) {
            Some(node) => hiding(node, seed.deserialize(self.reader.at(node))).map(Some),
            None => Ok(None),
        }
    }
}

struct NamedVariant<'a> {
    reader: Reader<'a>,
    name: &'a str,
}

impl<'de, 'a> de::EnumAccess<'de> for NamedVariant<'a> {
    type Error = ReadError;
    type Variant = Reader<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), ReadError> {
        let name: StrDeserializer<'_, ReadError> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.reader))
    }
}

impl<'de> de::VariantAccess<'de> for Reader<'_> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        match self.node.kind {
            NodeKind::Name => Ok(()),
            _ => self.wanted("a plain name without brackets"),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        match &self.node.kind {
            NodeKind::Tuple { items, .. } if items.len() == 1 => {
                hiding(self.node, seed.deserialize(self.at(&items[0])))
            }
            _ => self.wanted("a name with one value in brackets"),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, ReadError> {
        de::Deserializer::deserialize_tuple(self, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.record(fields, visitor)
    }
}
