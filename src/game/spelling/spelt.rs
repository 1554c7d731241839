//! Orders in the form of cases and of the wire: drafts that know their table of verbs.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::{LegForm, Reading, Verb, Writing, read, write};
use crate::answer::Leg;
use crate::draft::Draft;

/// A table of verbs, as a type.
pub trait Vocabulary: 'static {
    const VERBS: &'static [Verb];
    /// The name of these orders in the schema: `EasyOrder`.
    const NAME: &'static str;
    /// The legs of ways that stand alone.
    const LEGS: &'static [LegForm] = &[];
}

/// An order that is read and written by the verbs of a vocabulary.
pub struct Spelt<V>(pub Draft, PhantomData<V>);

impl<V> Spelt<V> {
    pub fn new(draft: Draft) -> Self {
        Self(draft, PhantomData)
    }
}

impl<V> Clone for Spelt<V> {
    fn clone(&self) -> Self {
        Self::new(self.0.clone())
    }
}

impl<V> PartialEq for Spelt<V> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<V> fmt::Debug for Spelt<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<V: Vocabulary> Serialize for Spelt<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Writing { draft: &self.0, verbs: V::VERBS, place: "the order" }.serialize(to)
    }
}

impl<'de, V: Vocabulary> Deserialize<'de> for Spelt<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Reading { verbs: V::VERBS, place: "the order" }.deserialize(from).map(Self::new)
    }
}

/// A way alone, in the legs of a vocabulary.
pub struct SpeltWay<V>(pub Vec<Leg>, PhantomData<V>);

impl<V> SpeltWay<V> {
    pub fn new(legs: Vec<Leg>) -> Self {
        Self(legs, PhantomData)
    }
}

impl<V> Clone for SpeltWay<V> {
    fn clone(&self) -> Self {
        Self::new(self.0.clone())
    }
}

impl<V> PartialEq for SpeltWay<V> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<V> fmt::Debug for SpeltWay<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<V: Vocabulary> Serialize for SpeltWay<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write::way(&self.0, V::LEGS, "the way", to)
    }
}

impl<'de, V: Vocabulary> Deserialize<'de> for SpeltWay<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read::way(V::LEGS, from).map(Self::new)
    }
}
