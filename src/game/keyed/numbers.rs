//! The things that a value refers to: the numbers of one kind in it.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};

use super::Numbered;

/// The things of one kind that a value refers to, in the order of its fields; `newtype` is the serde name of their number.
///
/// The fields of an order or an event thus show what it is about.
pub fn numbers_in<I: Numbered>(value: &impl Serialize, newtype: &'static str) -> Vec<I> {
    let mut found = Vec::new();
    let searched = value.serialize(&mut Search { newtype, is_one: false, found: &mut found });
    debug_assert!(searched.is_ok(), "nothing in it refuses to be looked at");
    found.into_iter().map(I::numbered).collect()
}

struct Search<'f> {
    newtype: &'static str,
    /// Is the next value such a number?
    is_one: bool,
    found: &'f mut Vec<usize>,
}

type Searched = Result<(), fmt::Error>;

/// Numbers of things are small and whole; everything else is skipped.
macro_rules! scalars {
    (whole: $($whole:ident($of:ty)),*; other: $($other:ident($what:ty)),*) => {
        $(fn $whole(self, number: $of) -> Searched {
            if self.is_one {
                self.found.push(number as usize);
            }
            Ok(())
        })*
        $(fn $other(self, _: $what) -> Searched {
            Ok(())
        })*
    };
}

impl<'s, 'f> Serializer for &'s mut Search<'f> {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    scalars! {
        whole: serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64);
        other: serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_f32(f32), serialize_f64(f64), serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str)
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_none(self) -> Searched {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Searched {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Searched {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Searched {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Searched {
        self.is_one = name == self.newtype;
        value.serialize(&mut *self)?;
        self.is_one = false;
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Searched {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        Ok(self)
    }
}

/// Visits parts one after the other.
macro_rules! parts {
    ($($part:ident: $($one:ident($($name:ty)?)),+;)*) => {
        $(impl ser::$part for &mut Search<'_> {
            type Ok = ();
            type Error = fmt::Error;

            $(fn $one<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Searched {
                value.serialize(&mut **self)
            })+

            fn end(self) -> Searched {
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeMap: serialize_key(), serialize_value();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}
