//! What is expected of a step: a part that every game has, and the part of its rule set, written as one record.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use game::CaseRules;
use game::spelling::Name;

/// What must be so after a step. What is left out is not checked; an order not said to be refused must be accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect<R: CaseRules> {
    pub any: Any<R::Question>,
    pub own: R::Expected,
}

/// What a step of any game can be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Any<Q> {
    /// The code of the refusal: `over-allowance`.
    pub refused: Option<String>,
    /// The clause that the refusal cites: `easy:II.B`.
    pub clause: Option<String>,
    /// Text that the refusal, a log line or a step of the working contains.
    pub says: Vec<String>,
    /// Text that nothing said contains.
    pub silent: Vec<String>,
    /// The kinds of order that are due afterwards, each at least once: `move`, `fire`.
    pub due: Vec<String>,
    pub not_due: Vec<String>,
    /// Whose decision is next, by the side's name.
    pub due_side: Option<String>,
    /// The chance of all results that contain the text, in percent, before the order is given: `{"routs": 58.33}`.
    pub chance: BTreeMap<String, f64>,
    /// Asked after the step.
    pub asks: Vec<Q>,
}

impl<Q> Default for Any<Q> {
    fn default() -> Self {
        Self {
            refused: None,
            clause: None,
            says: Vec::new(),
            silent: Vec::new(),
            due: Vec::new(),
            not_due: Vec::new(),
            due_side: None,
            chance: BTreeMap::new(),
            asks: Vec::new(),
        }
    }
}

impl<R: CaseRules> Default for Expect<R> {
    fn default() -> Self {
        Self { any: Any::default(), own: R::Expected::default() }
    }
}

impl<'de, R: CaseRules> Deserialize<'de> for Expect<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut any = Any::default();
        let own = R::Expected::deserialize(Sieve { from, any: &mut any })?;
        Ok(Self { any, own })
    }
}

/// The names of what any game can be asked.
const FIELDS: [&str; 9] =
    ["refused", "clause", "says", "silent", "due", "not_due", "due_side", "chance", "asks"];

impl<'de, Q: Deserialize<'de>> Any<Q> {
    /// Reads one of its fields.
    fn read<A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error> {
        match name {
            "refused" => self.refused = map.next_value()?,
            "clause" => self.clause = map.next_value()?,
            "says" => self.says = map.next_value()?,
            "silent" => self.silent = map.next_value()?,
            "due" => self.due = map.next_value()?,
            "not_due" => self.not_due = map.next_value()?,
            "due_side" => self.due_side = map.next_value()?,
            "chance" => self.chance = map.next_value()?,
            "asks" => self.asks = map.next_value()?,
            _ => return Err(A::Error::unknown_field(name, &FIELDS)),
        }
        Ok(())
    }
}

/// Reads a record: the fields that any game has it keeps, and the rule set's own reader sees the others only.
struct Sieve<'a, D, Q> {
    from: D,
    any: &'a mut Any<Q>,
}

impl<'de, D: Deserializer<'de>, Q: Deserialize<'de>> Deserializer<'de> for Sieve<'_, D, Q> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.from.deserialize_struct(name, fields, Sifting { visitor, any: self.any, own: fields })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("what is expected of a step is a record"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Hands the visitor what is not of any game.
struct Sifting<'a, V, Q> {
    visitor: V,
    any: &'a mut Any<Q>,
    own: &'static [&'static str],
}

impl<'de, V: Visitor<'de>, Q: Deserialize<'de>> Visitor<'de> for Sifting<'_, V, Q> {
    type Value = V::Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Sifted { map, any: self.any, own: self.own, seen: Vec::new() })
    }
}

struct Sifted<'a, A, Q> {
    map: A,
    any: &'a mut Any<Q>,
    own: &'static [&'static str],
    /// Fields of any game that have been read.
    seen: Vec<String>,
}

impl<'de, A: MapAccess<'de>, Q: Deserialize<'de>> MapAccess<'de> for Sifted<'_, A, Q> {
    type Error = A::Error;

    fn next_key_seed<K: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(name) = self.map.next_key_seed(Name)? {
            if self.own.contains(&name.as_str()) {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
            if !FIELDS.contains(&name.as_str()) {
                let known: Vec<&str> = FIELDS.iter().chain(self.own).copied().collect();
                return Err(A::Error::custom(format_args!(
                    "a step has no `{name}` to expect: it has {}",
                    known.join(", ")
                )));
            }
            if self.seen.contains(&name) {
                return Err(A::Error::custom(format_args!("a step expects `{name}` twice")));
            }
            self.any.read(&name, &mut self.map)?;
            self.seen.push(name);
        }
        Ok(None)
    }

    fn next_value_seed<V: serde::de::DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
