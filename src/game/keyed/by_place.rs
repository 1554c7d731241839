//! A list as a map by place, from 0, so that what changes of it is told entry by entry: `#[serde(with = "by_place")]`. A list is read as
//! well.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// # Errors
///
/// What cannot be spelled.
pub fn serialize<T: Serialize, S: Serializer>(list: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(list.iter().enumerate())
}

/// # Errors
///
/// It is neither a list nor a map of all places from 0, or an entry cannot be read.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    from.deserialize_any(Places(PhantomData))
}

struct Places<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Places<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list, or an object by place")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = from.next_element()? {
            list.push(entry);
        }
        Ok(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Vec<T>, A::Error> {
        let mut places = BTreeMap::new();
        while let Some((place, entry)) = from.next_entry::<u16, T>()? {
            places.insert(usize::from(place), entry);
        }
        match places.keys().enumerate().find(|(wanted, place)| wanted != *place) {
            None => Ok(places.into_values().collect()),
            Some((missing, _)) => Err(A::Error::custom(format_args!("nothing is said of place {missing}"))),
        }
    }
}
