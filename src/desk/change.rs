//! What an order changed about a position: a merge patch (RFC 7396) of a value that is spelled by key.
//!
//! Spelled values have no null in an object, so that a patch can express every change.

use serde_json::{Map, Value};

/// What the change makes of the value.
pub(super) fn made(mut value: Value, change: &Value) -> Value {
    apply(&mut value, change);
    value
}

fn apply(value: &mut Value, change: &Value) {
    let Value::Object(change) = change else {
        *value = change.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    let Value::Object(fields) = value else { return };
    for (key, change) in change {
        if change.is_null() {
            fields.remove(key);
        } else {
            apply(fields.entry(key.clone()).or_insert(Value::Null), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use game::keyed::{self, Keys};
    use serde_json::json;

    use super::*;

    fn between(before: &Value, after: &Value) -> Value {
        keyed::change(after, &Keys::default(), before).expect("it is spelled")
    }

    #[test]
    fn a_change_makes_the_one_of_the_other() {
        let values = [
            json!({}),
            json!({"a": 1, "b": {"c": [1, null], "d": {}}}),
            json!({"a": 2, "b": {"c": [1, 2], "e": {"f": "g"}}}),
            json!({"b": 7}),
            json!({"b": {"d": {"x": []}}}),
        ];
        for before in &values {
            for after in &values {
                let change = between(before, after);
                assert_eq!(made(before.clone(), &change), *after, "{change}");
                assert_eq!(change == json!({}), before == after);
            }
        }
        assert_eq!(
            between(&values[1], &values[2]),
            json!({"a": 2, "b": {"c": [1, 2], "d": null, "e": {"f": "g"}}})
        );
    }

    #[test]
    fn a_number_is_read_as_it_was_written() {
        // Read carelessly, the first of them is another number by its last bit.
        let headings = [1.707_547_292_503_187_7e-6, 1e-300, 0.1 + 0.2, 359.999_999_999_999_94];
        let places = (1..2_000_i32).map(|n| f64::from(n).sqrt() / 7.0 * 1e-6);
        for number in headings.into_iter().chain(places) {
            let read: Value = serde_json::from_str(&json!(number).to_string()).expect("a number is read");
            assert_eq!(read.as_f64().map(f64::to_bits), Some(number.to_bits()), "{number}");
        }
    }
}
