//! The desk over JSON lines: one request a line in, one answer a line out.
//!
//! The exchanges are described, with an example each, in `src/protocol/README.md`.
//! The wire has its own structs, so that a state may change while the wire stays.
//! Units: inches, degrees clockwise from north, strength points.

mod answer;
mod request;
mod server;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use request::Request;
pub use server::{LIMIT, Server};

use serde_json::{Value, json};

/// The JSON Schema of every request and every answer.
pub fn schema() -> Value {
    json!({
        "request": schemars::schema_for!(Request),
        "answer": schemars::schema_for!(Answer),
    })
}
