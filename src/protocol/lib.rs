//! The desk over JSON lines: one request per line in, one answer per line out.
//!
//! The exchanges are described, with an example each, in `src/protocol/README.md`. The parts common to all rule sets are in
//! `request` and `answer`; each rule set describes its own parts ([`game::Wire`]), and the schema combines the two. Units:
//! inches, degrees clockwise from north; on hexes movement points, in steps of one half. Strength points.

mod answer;
mod holes;
mod request;
mod server;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;

pub use answer::Answer;
pub use request::Request;
pub use server::{LIMIT, Server};

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use desk::{Moment, Rules, RulesSchemas};
use games::Games;

/// The JSON Schema of every request and every answer: at the top level for games by the first rule set, and under its id for
/// each other one.
pub fn schema(games: &Games) -> Value {
    let mut schema = Map::new();
    for (place, rules) in games.all().enumerate() {
        let of = schema_of(rules, games);
        match of {
            Value::Object(parts) if place == 0 => schema.extend(parts),
            of => {
                schema.insert(rules.id().to_owned(), of);
            }
        }
    }
    Value::Object(schema)
}

/// The schema for games by these rules.
fn schema_of(rules: &dyn Rules, games: &Games) -> Value {
    let mut generator = SchemaGenerator::default();
    let request = [generator.subschema_for::<request::Beginning>(), generator.subschema_for::<Request>()];
    let answer = generator.subschema_for::<Answer>();
    let RulesSchemas { order, act, event, state, ask, answered } = rules.schemas(&mut generator);
    let text = json!({ "type": "string" });
    let moment = json!(generator.subschema_for::<Moment>());
    let named = [("journal", text.clone()), ("scenario", text), ("moment", moment)].map(|(name, of)| {
        json!({
            "type": "object",
            "properties": { name: of },
            "required": [name],
            "additionalProperties": false,
        })
    });
    let positions = games.all().map(|rules| {
        let position = rules.position_schema(&mut generator);
        json!({
            "type": "object",
            "properties": { rules.position_key(): position },
            "required": [rules.position_key()],
            "additionalProperties": false,
        })
    });
    let open: Vec<Value> = named.into_iter().chain(positions).collect();
    let mut parts = generator.take_definitions(true);
    let filled =
        [("Order", json!(order)), ("Act", json!(act)), ("Event", json!(event)), ("State", json!(state))];
    parts.extend(filled.map(|(hole, schema)| (hole.to_owned(), schema)));
    parts.insert("Open".to_owned(), json!({ "oneOf": open }));
    let [beginning, request] = request;
    let whole = |any_of: Value| {
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "anyOf": any_of,
            "$defs": parts,
        })
    };
    json!({
        "request": whole(json!([beginning, request, ask])),
        "answer": whole(json!([answer, answered])),
    })
}
