//! A list spelled as a map by place, so that changes are reported entry by entry: `#[serde(with = "ByPlace::<0>")]`.
//! A list is also accepted when reading, and written when it is only hashed.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Serialises such a list, given the number of its first place.
#[derive(Debug)]
pub struct ByPlace<const FIRST: usize>;

impl<const FIRST: usize> ByPlace<FIRST> {
    /// # Errors
    ///
    /// Returns an error if something cannot be spelled.
    pub fn serialize<T: Serialize, S: Serializer>(list: &[T], to: S) -> Result<S::Ok, S::Error> {
        match to.is_human_readable() {
            true => to.collect_seq(list),
            false => to.collect_map((FIRST..).zip(list)),
        }
    }

    /// # Errors
    ///
    /// Returns an error if it is neither a list nor a map of all places from the first, or if an entry cannot be read.
    pub fn deserialize<'de, L, T, D>(from: D) -> Result<L, D::Error>
    where
        L: From<Vec<T>>,
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        from.deserialize_any(Places::<T, FIRST>(PhantomData)).map(L::from)
    }
}

struct Places<T, const FIRST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const FIRST: usize> Visitor<'de> for Places<T, FIRST> {
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
        match (FIRST..).zip(places.keys()).find(|(wanted, place)| wanted != *place) {
            None => Ok(places.into_values().collect()),
            Some((missing, _)) => Err(A::Error::custom(format_args!("nothing is said of place {missing}"))),
        }
    }
}
