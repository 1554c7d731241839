//! The JSON Schema of orders, from their table of verbs.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::{
    Absent, AnswerKind, Form, HEX, LegForm, Spelt, SpeltWay, SpotForm, Usual, Verb, VerbField, Vocabulary,
};

impl<V: Vocabulary> JsonSchema for Spelt<V> {
    fn schema_name() -> Cow<'static, str> {
        V::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match one_of(V::VERBS) {
            Value::Object(map) => map.into(),
            _ => Schema::default(),
        }
    }
}

impl<V: Vocabulary> JsonSchema for SpeltWay<V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Way".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match kind(AnswerKind::Way(V::LEGS)) {
            Value::Object(map) => map.into(),
            _ => Schema::default(),
        }
    }
}

/// An order, or one of several alternatives within one.
fn one_of(verbs: &[Verb]) -> Value {
    json!({ "oneOf": verbs.iter().map(verb).collect::<Vec<_>>() })
}

fn verb(verb: &Verb) -> Value {
    let mut schema = match verb.form {
        _ if verb.fields.is_empty() => json!({ "type": "string", "const": verb.name }),
        form => {
            let body = match form {
                Form::Named => record(verb.fields),
                Form::Bare => kind(verb.fields[0].kind),
                Form::Listed => row(verb.fields.iter().map(|field| kind(field.kind)).collect()),
            };
            let name = verb.name;
            json!({
                "type": "object",
                "properties": { name: body },
                "required": [name],
                "additionalProperties": false,
            })
        }
    };
    if !verb.about.is_empty() {
        schema["description"] = verb.about.into();
    }
    schema
}

fn record(fields: &[VerbField]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), property(field))).collect();
    let asked = fields.iter().filter(|field| field.absent == Absent::Asked);
    json!({
        "type": "object",
        "properties": properties,
        "required": asked.map(|field| field.name).collect::<Vec<_>>(),
        "additionalProperties": false,
    })
}

fn property(field: &VerbField) -> Value {
    let mut schema = kind(field.kind);
    match field.absent {
        Absent::Asked => {}
        Absent::Null | Absent::LeftOut => return json!({ "anyOf": [schema, { "type": "null" }] }),
        Absent::Usual(Usual::Whether(usual)) => schema["default"] = usual.into(),
        Absent::Usual(Usual::Count(usual)) => schema["default"] = usual.into(),
        Absent::Usual(Usual::Measure(usual)) => schema["default"] = usual.into(),
        Absent::Usual(Usual::Text(usual)) => schema["default"] = usual.into(),
    }
    schema
}

/// An array of items with these schemas.
fn row(items: Vec<Value>) -> Value {
    json!({ "type": "array", "minItems": items.len(), "maxItems": items.len(), "prefixItems": items })
}

fn list(item: Value) -> Value {
    json!({ "type": "array", "items": item })
}

fn kind(kind: AnswerKind) -> Value {
    let key = || json!({ "type": "string" });
    let number = || json!({ "type": "number" });
    match kind {
        AnswerKind::One | AnswerKind::Text => key(),
        AnswerKind::Some => list(key()),
        AnswerKind::Pairs => list(row(vec![key(), key()])),
        AnswerKind::Shares => list(row(vec![key(), json!({ "type": "integer", "minimum": 0 })])),
        AnswerKind::Way(forms) => {
            let alone = forms.len() == 1;
            list(json!({ "oneOf": forms.iter().map(|form| leg(form, alone)).collect::<Vec<_>>() }))
        }
        AnswerKind::Spot(SpotForm::Point) => row(vec![number(), number()]),
        AnswerKind::Spot(SpotForm::Pose) => row(vec![number(), number(), number()]),
        AnswerKind::Spot(SpotForm::Hex) => hex(),
        AnswerKind::Spot(SpotForm::Faced) => {
            row(vec![hex(), json!({ "type": "integer", "minimum": 0, "maximum": 11 })])
        }
        AnswerKind::Count => json!({ "type": "integer" }),
        AnswerKind::Measure => number(),
        AnswerKind::Whether => json!({ "type": "boolean" }),
        AnswerKind::Either(verbs) => one_of(verbs),
        AnswerKind::List(fields) => list(record(fields)),
    }
}

fn hex() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": u16::MAX })
}

fn leg(form: &LegForm, alone: bool) -> Value {
    let named = |name: &str, body: Value| {
        json!({
            "type": "object",
            "properties": { name: body },
            "required": [name],
            "additionalProperties": false,
        })
    };
    match *form {
        LegForm::Hex if alone => hex(),
        LegForm::Hex => named(HEX, hex()),
        LegForm::Step(name, 0) => json!({ "type": "string", "const": name }),
        LegForm::Step(name, count) => {
            let number = json!({ "type": "number" });
            named(name, if count == 1 { number } else { row(vec![number; count]) })
        }
    }
}
