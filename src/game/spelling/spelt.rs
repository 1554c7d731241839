//! Orders as they stand in cases and on the wire: drafts that know their table of verbs.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::{Reading, Verb, Writing};
use crate::game::draft::Draft;

/// A table of verbs, as a type.
pub trait Vocabulary: 'static {
    const VERBS: &'static [Verb];
    /// What the schema calls these orders: `EasyOrder`.
    const NAME: &'static str;
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
