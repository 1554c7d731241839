//! The desk over JSON lines: one request a line in, one answer a line out.
//!
//! The exchanges are described, with an example each, in `src/protocol/README.md`.
//! The wire has its own structs, so that a state may change while the wire stays: those that all rule sets share in
//! `request` and `answer`, those of one rule set in its own file, joined by the trait [`Wire`].
//! Units: inches, degrees clockwise from north; on hexes movement points, of which a half is the least.
//! Strength points.

mod answer;
mod easy;
mod naw;
mod request;
mod server;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;
mod wire;

pub use answer::Answer;
pub use request::Request;
pub use server::{LIMIT, Server};
pub use wire::{AnswerOf, RequestOf, Wire};

use schemars::{JsonSchema, SchemaGenerator, schema_for};
use serde_json::{Value, json};

use crate::rules::RuleSet;
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;

/// The JSON Schema of every request and every answer: at the top those of a game of the Easy rules, and under its id those
/// of any other rule set.
pub fn schema() -> Value {
    json!({
        "request": schema_for!(RequestOf<Easy>),
        "answer": schema_for!(AnswerOf<Easy>),
        NapoleonAtWar::ID: {
            "request": either::<RequestOf<NapoleonAtWar>, <NapoleonAtWar as Wire>::WireExtra>(),
            "answer": either::<AnswerOf<NapoleonAtWar>, <NapoleonAtWar as Wire>::WireTold>(),
        },
    })
}

/// The schema of what is the one or the other.
fn either<A: JsonSchema, B: JsonSchema>() -> Value {
    let mut generator = SchemaGenerator::default();
    let any_of = [generator.subschema_for::<A>(), generator.subschema_for::<B>()];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "anyOf": any_of,
        "$defs": generator.take_definitions(true),
    })
}
