//! A list with an entry for each numbered thing: `#[serde(with = "ById::<UnitId>")]`.
//!
//! Spelled with keys it is a map, so that changes are reported entry by entry, and no entry may be missing. When it is only
//! hashed it is a list.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use super::Keys;
use super::read::read;
use crate::Contradiction;

/// A number of something, from 0.
pub trait Numbered: Ord + Copy {
    fn numbered(number: usize) -> Self;

    fn number(self) -> usize;
}

/// Implements `Numbered` for newtypes of small numbers.
#[macro_export]
macro_rules! numbered {
    ($($id:path),* $(,)?) => {
        $(impl $crate::keyed::Numbered for $id {
            fn numbered(number: usize) -> Self {
                $id(number as _)
            }

            fn number(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

numbered!(scenario::Side, scenario::UnitId);

/// Serialises such a list, given the type that numbers its entries.
#[derive(Debug)]
pub struct ById<I>(PhantomData<I>);

impl<I: Numbered> ById<I> {
    /// # Errors
    ///
    /// Returns an error if something cannot be spelled.
    pub fn serialize<'l, L, T, S>(list: &'l L, to: S) -> Result<S::Ok, S::Error>
    where
        &'l L: IntoIterator<Item = &'l T>,
        T: Serialize + 'l,
        I: Serialize,
        S: Serializer,
    {
        match to.is_human_readable() {
            true => to.collect_seq(list),
            false => to.collect_map(list.into_iter().enumerate().map(|(at, entry)| (I::numbered(at), entry))),
        }
    }

    /// # Errors
    ///
    /// Returns an error if it is not a map by these keys, if an entry cannot be read, or if the list has another length.
    pub fn deserialize<'de, L, T, D>(from: D) -> Result<L, D::Error>
    where
        L: TryFrom<Vec<T>>,
        T: Deserialize<'de>,
        I: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let list: Vec<T> = BTreeMap::<I, T>::deserialize(from)?.into_values().collect();
        L::try_from(list).map_err(|_| D::Error::custom("it does not say of all how they are"))
    }
}

/// As [`ById`], with unchanged entries left out of the map; the list read ends with the last entry present.
#[derive(Debug)]
pub struct BySomeId<I>(PhantomData<I>);

impl<I: Numbered> BySomeId<I> {
    /// # Errors
    ///
    /// Returns an error if something cannot be spelled.
    pub fn serialize<T, S>(list: &[T], to: S) -> Result<S::Ok, S::Error>
    where
        T: Serialize + Default + PartialEq,
        I: Serialize,
        S: Serializer,
    {
        let usual = T::default();
        let other = list.iter().enumerate().filter(|(_, entry)| **entry != usual);
        match to.is_human_readable() {
            true => to.collect_seq(list),
            false => to.collect_map(other.map(|(at, entry)| (I::numbered(at), entry))),
        }
    }

    /// # Errors
    ///
    /// Returns an error if it is not a map by these keys, or if an entry cannot be read.
    pub fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: Deserialize<'de> + Default,
        I: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let mut list = Vec::new();
        for (id, entry) in BTreeMap::<I, T>::deserialize(from)? {
            list.resize_with(id.number(), T::default);
            list.push(entry);
        }
        Ok(list)
    }
}

impl Keys<'_> {
    /// What play has made of a battle. Every thing of these lists has its entry in it: each by its field, with the newtype that numbers
    /// it and what to say.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be read, or has no entry.
    pub fn read_play<T: DeserializeOwned>(
        &self,
        spelled: &Value,
        lists: &[(&str, &str, &str)],
    ) -> Result<T, Contradiction> {
        let play = read(spelled, self, "play")?;
        for (field, newtype, remedy) in lists {
            let said = match spelled.get(field) {
                Some(Value::Object(entries)) => Some(entries),
                None => None,
                Some(_) => continue,
            };
            let keys = self.kind(newtype).into_iter().flat_map(|kind| &kind.keys);
            if let Some(missing) =
                keys.into_iter().find(|key| said.is_none_or(|said| !said.contains_key(&***key)))
            {
                return Contradiction::in_play(field, format!("nothing is said of {missing}"), *remedy);
            }
        }
        Ok(play)
    }
}
