//! Placeholders in the schema that each rule set fills with its own types.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

macro_rules! holes {
    ($($(#[$about:meta])* $name:ident),* $(,)?) => {
        $($(#[$about])* #[derive(Debug)] pub enum $name {}

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                true.into()
            }
        })*
    };
}

holes! {
    /// What is to be opened.
    Open,
    /// An order, as in cases.
    Order,
    /// What the referee overrides, as in cases.
    Act,
    /// What happened.
    Event,
    /// The game.
    State,
}
