//! What a map program records of a feature: its properties, in any case and place, and the meaning of OpenStreetMap tags on a
//! table (`assets/ground/openstreetmap.ron`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use table::ground::{AreaKind, LineKind};

/// The properties of a feature as text, by their names in lower case. Empty ones are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties(BTreeMap<String, String>);

impl Properties {
    /// Tags are found among the properties (JOSM, QGIS, overpass turbo), in `tags`, or as text in QGIS' `other_tags`.
    pub fn of(object: &Map<String, Value>) -> Self {
        let mut found = Self::default();
        found.take(object);
        for (name, value) in object {
            match (name.to_lowercase().as_str(), value) {
                ("tags", Value::Object(tags)) => found.take(tags),
                ("tags" | "other_tags", Value::String(text)) => match serde_json::from_str(text) {
                    Ok(Value::Object(tags)) => found.take(&tags),
                    _ => found.take_hstore(text),
                },
                _ => {}
            }
        }
        found
    }

    /// Adds properties that are not there yet.
    fn take(&mut self, object: &Map<String, Value>) {
        for (name, value) in object {
            let text = match value {
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                Value::Bool(true) => "yes".to_owned(),
                Value::Bool(false) => "no".to_owned(),
                Value::Null | Value::Array(_) | Value::Object(_) => continue,
            };
            self.put(name, text);
        }
    }

    fn put(&mut self, name: &str, text: String) {
        if !text.is_empty() {
            self.0.entry(name.trim().to_lowercase()).or_insert(text);
        }
    }

    /// `"natural"=>"wood","name"=>"Bossu"`, with `\` before a quote.
    fn take_hstore(&mut self, text: &str) {
        let mut words = Vec::new();
        let mut letters = text.chars();
        while letters.by_ref().any(|letter| letter == '"') {
            let mut word = String::new();
            while let Some(letter) = letters.next() {
                match letter {
                    '"' => break,
                    '\\' => word.extend(letters.next()),
                    letter => word.push(letter),
                }
            }
            words.push(word);
        }
        for pair in words.chunks_exact(2) {
            self.put(&pair[0], pair[1].trim().to_owned());
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Is the property there, and not `no`?
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.eq_ignore_ascii_case("no"))
    }

    /// The key that identifies it as a feature of OpenStreetMap.
    pub fn key(&self) -> Option<&'static str> {
        TABLE.keys.iter().map(String::as_str).find(|key| self.0.contains_key(*key))
    }

    /// That key with its value: `landuse=meadow`.
    pub fn tag(&self) -> Option<String> {
        self.key().map(|key| format!("{key}={}", self.get(key).unwrap_or_default()))
    }

    /// Does it have a number of OpenStreetMap? It may have no tags.
    pub fn has_osm_id(&self) -> bool {
        ["@id", "osm_id", "osm_way_id", "osm_type"].iter().any(|name| self.0.contains_key(*name))
    }

    /// Does it run below the ground? A way through a building does not.
    pub fn is_underground(&self) -> bool {
        self.has("tunnel") && self.get("tunnel") != Some("building_passage")
    }

    /// The rows of the table that apply to it.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row> + '_ {
        TABLE.rows.iter().filter(|row| row.tags.iter().all(|(key, values)| self.meets(key, values)))
    }

    fn meets(&self, key: &str, values: &[String]) -> bool {
        match values {
            [] => self.has(key),
            // One tag may have several values: forest;scrub.
            _ => self.get(key).is_some_and(|value| {
                value.split(';').any(|one| values.iter().any(|known| known.eq_ignore_ascii_case(one.trim())))
            }),
        }
    }
}

/// What a point with such tags becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum PointKind {
    /// A name on the map.
    Label,
    Ford,
}

/// What tags become on a table, by the shape of the feature.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    tags: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub area: Option<AreaKind>,
    #[serde(default)]
    pub line: Option<LineKind>,
    #[serde(default)]
    pub point: Option<PointKind>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rows: Vec<Row>,
    keys: Vec<String>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let text = include_str!("../../../assets/ground/openstreetmap.ron");
    data::ron_options().from_str(text).expect("a test reads the table")
});

#[cfg(test)]
mod tests {
    use super::*;

    fn properties(text: &str) -> Properties {
        let Ok(Value::Object(object)) = serde_json::from_str(text) else { panic!("{text}") };
        Properties::of(&object)
    }

    #[test]
    fn every_row_is_met_by_its_own_tags_and_is_something() {
        for row in &TABLE.rows {
            assert!(row.area.is_some() || row.line.is_some() || row.point.is_some(), "{row:?}");
            for (key, values) in &row.tags {
                assert!(row.tags.len() > 1 || TABLE.keys.contains(key), "{key} is not among the keys");
                for value in values.iter().map(String::as_str).chain(values.is_empty().then_some("yes")) {
                    let mut tags = Properties::default();
                    for (other, values) in &row.tags {
                        tags.put(other, values.first().map_or("yes", String::as_str).to_owned());
                    }
                    tags.0.insert(key.clone(), value.to_owned());
                    assert!(tags.rows().any(|found| std::ptr::eq(found, row)), "{key}={value}");
                }
            }
        }
    }

    #[test]
    fn tags_are_found_wherever_exports_put_them() {
        for text in [
            r#"{"@id": "way/1", "Natural": "wood", "name": "Le \"Bois\""}"#,
            r#"{"tags": {"natural": "wood", "name": "Le \"Bois\""}}"#,
            r#"{"tags": "{\"natural\": \"wood\", \"name\": \"Le \\\"Bois\\\"\"}"}"#,
            r#"{"osm_id": "1", "other_tags": "\"natural\"=>\"wood\", \"name\"=>\"Le \\\"Bois\\\"\""}"#,
        ] {
            let tags = properties(text);
            assert_eq!(
                (tags.get("natural"), tags.get("name")),
                (Some("wood"), Some("Le \"Bois\"")),
                "{text}"
            );
            assert_eq!(tags.rows().next().and_then(|row| row.area), Some(AreaKind::Woods));
        }
        assert!(properties(r#"{"building": "no"}"#).rows().next().is_none());
        assert!(
            properties(r#"{"other_tags": "\"natural\"=>\"wo"}"#).has("natural"),
            "a torn text does no harm"
        );
        assert_eq!(properties(r#"{"level": 2, "width": "0.5", "on": true}"#).get("level"), Some("2"));
    }
}
