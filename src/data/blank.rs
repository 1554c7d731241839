//! A value of any shape, put in place of a field that is lacking so that the rest of its record can be read.
//!
//! What is read with it is thrown away: it only shows what else is amiss.

use std::marker::PhantomData;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

/// The number of a blank: the hex 0101 where hexes are meant, and small enough for every kind of number.
const NUMBER: u8 = 101;

/// Reads as nothing: empty texts and lists, the first of several names, records of blanks.
#[derive(Debug)]
pub(super) struct Blank<E>(PhantomData<E>);

impl<E> Default for Blank<E> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            visitor.visit_u8(NUMBER)
        }
    )*};
}

impl<'de, E: de::Error> de::Deserializer<'de> for Blank<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_bool(false)
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_f32(f32::from(NUMBER))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_f64(f64::from(NUMBER))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_char(' ')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_str("")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_seq(Blanks { left: 0, error: PhantomData })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, E> {
        visitor.visit_seq(Blanks { left: length, error: PhantomData })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, E> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_map(BlankFields { names: [].iter(), error: PhantomData })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_map(BlankFields { names: fields.iter(), error: PhantomData })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_enum(BlankChoice {
            name: variants.first().copied().unwrap_or_default(),
            error: PhantomData,
        })
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct identifier ignored_any }
}

struct Blanks<E> {
    left: usize,
    error: PhantomData<E>,
}

impl<'de, E: de::Error> de::SeqAccess<'de> for Blanks<E> {
    type Error = E;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, E> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(Blank::default()).map(Some)
    }
}

struct BlankFields<E> {
    names: std::slice::Iter<'static, &'static str>,
    error: PhantomData<E>,
}

impl<'de, E: de::Error> de::MapAccess<'de> for BlankFields<E> {
    type Error = E;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, E> {
        let Some(name) = self.names.next() else { return Ok(None) };
        let name: StrDeserializer<'_, E> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, E> {
        seed.deserialize(Blank::default())
    }
}

struct BlankChoice<E> {
    name: &'static str,
    error: PhantomData<E>,
}

impl<'de, E: de::Error> de::EnumAccess<'de> for BlankChoice<E> {
    type Error = E;
    type Variant = BlankVariant<E>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, BlankVariant<E>), E> {
        let name: StrDeserializer<'_, E> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, BlankVariant(PhantomData)))
    }
}

struct BlankVariant<E>(PhantomData<E>);

impl<'de, E: de::Error> de::VariantAccess<'de> for BlankVariant<E> {
    type Error = E;

    fn unit_variant(self) -> Result<(), E> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, E> {
        seed.deserialize(Blank::default())
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, E> {
        de::Deserializer::deserialize_tuple(Blank::default(), length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_map(BlankFields { names: fields.iter(), error: PhantomData })
    }
}
