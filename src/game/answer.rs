//! Answers to the questions of an order. Units: inches, degrees clockwise from north.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::draft::{Answers, Draft};
use hexes::Hex;
use table::Pose;

/// The answer to one question. Pieces, commands and everything else with a name are given by their keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    One(String),
    /// Several, in the order in which they were named.
    Some(Vec<String>),
    /// Pairs of attacker and defender.
    Pairs(Vec<(String, String)>),
    /// Shares of a total, such as hits or dice, by key.
    Shares(Vec<(String, u32)>),
    /// Leg by leg.
    Way(Vec<Leg>),
    Spot(Spot),
    /// A whole number: turns, strength points.
    Count(i64),
    /// A length in inches or an angle in degrees, depending on the question.
    Measure(f64),
    Text(String),
    Whether(bool),
    /// One of several alternatives, with answers of its own.
    Either(Box<Draft>),
    /// Several of one kind, in the order in which they were named, each with answers of its own.
    List(Vec<Answers>),
}

impl Answer {
    /// The keys named in the answer, without those in alternatives and lists.
    pub fn keys(&self) -> Vec<&str> {
        match self {
            Self::One(key) => vec![key],
            Self::Some(keys) => keys.iter().map(String::as_str).collect(),
            Self::Pairs(pairs) => pairs.iter().flat_map(|(one, other)| [one.as_str(), other]).collect(),
            Self::Shares(shares) => shares.iter().map(|(key, _)| key.as_str()).collect(),
            Self::Way(_)
            | Self::Spot(_)
            | Self::Count(_)
            | Self::Measure(_)
            | Self::Text(_)
            | Self::Whether(_)
            | Self::Either(_)
            | Self::List(_) => Vec::new(),
        }
    }

    /// Replaces each key for which `other` returns another name, at every depth.
    pub fn rename(&mut self, other: &dyn Fn(&str) -> Option<String>) {
        let put = |key: &mut String| {
            if let Some(name) = other(key) {
                *key = name;
            }
        };
        match self {
            Self::One(key) => put(key),
            Self::Some(keys) => keys.iter_mut().for_each(put),
            Self::Pairs(pairs) => pairs.iter_mut().flat_map(|(one, other)| [one, other]).for_each(put),
            Self::Shares(shares) => shares.iter_mut().for_each(|(key, _)| put(key)),
            Self::Either(draft) => draft.answers.values_mut().for_each(|answer| answer.rename(other)),
            Self::List(records) => {
                records.iter_mut().flat_map(BTreeMap::values_mut).for_each(|answer| answer.rename(other));
            }
            Self::Way(_)
            | Self::Spot(_)
            | Self::Count(_)
            | Self::Measure(_)
            | Self::Text(_)
            | Self::Whether(_) => {}
        }
    }
}

/// One step of a way, as the rule set defines it.
#[derive(Clone, Debug, PartialEq)]
pub enum Leg {
    /// To the hex of this number.
    Hex(u16),
    /// `Ahead` 3.0, `WheelLeft` 30.0, `AboutFace`: its name and its numbers, in inches or degrees.
    Step { name: String, numbers: Vec<f64> },
}

/// A place of either space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// Inches east and north.
    Point { x: f64, y: f64 },
    /// The centre and the heading.
    Pose { x: f64, y: f64, heading: f64 },
    /// The number of a hex.
    Hex(u16),
    /// A hex, and the hexside or corner faced: 0 to 11, clockwise from north.
    Faced { hex: u16, facing: u8 },
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Point { x, y } => (x, y).serialize(to),
            Self::Pose { x, y, heading } => (x, y, heading).serialize(to),
            Self::Hex(hex) => hex.serialize(to),
            Self::Faced { hex, facing } => (hex, facing).serialize(to),
        }
    }
}

/// One number is a hex, two are a point, three a centre and a heading.
impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "a place is the number of a hex, such as 2311, or east, north and heading, such as [20, 12.5, 90]"
        )]
        enum Written {
            Hex(u16),
            Pose(f64, f64, f64),
            Point(f64, f64),
        }
        Ok(match Written::deserialize(from)? {
            Written::Hex(hex) => Self::Hex(hex),
            Written::Pose(x, y, heading) => Self::Pose { x, y, heading },
            Written::Point(x, y) => Self::Point { x, y },
        })
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) | Self::Faced { hex, .. } => write!(f, "{hex:04}"),
            Self::Point { x, y } => write!(f, "{x:.2}, {y:.2}"),
            Self::Pose { x, y, heading } => write!(f, "{x:.2}, {y:.2}, {heading:.0}°"),
        }
    }
}

impl JsonSchema for Spot {
    fn schema_name() -> Cow<'static, str> {
        "Spot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A place: inches east and north, with a heading in degrees where it has one; or the number of a hex, with a facing.",
            "oneOf": [
                { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 3 },
                { "type": "integer", "minimum": 0, "maximum": 65535 },
            ],
        })
    }
}

impl From<Pose> for Spot {
    fn from(pose: Pose) -> Self {
        Self::pose(pose)
    }
}

impl From<Hex> for Spot {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex.0)
    }
}

impl Spot {
    /// A place of the table.
    pub fn pose(pose: Pose) -> Self {
        Self::Pose { x: written(pose.at.x), y: written(pose.at.y), heading: written(pose.heading.degrees()) }
    }

    /// The hex, on a map of hexes.
    pub fn hex(self) -> Option<Hex> {
        match self {
            Self::Hex(hex) | Self::Faced { hex, .. } => Some(Hex(hex)),
            Self::Point { .. } | Self::Pose { .. } => None,
        }
    }

    /// East, north and heading, where it is a pose.
    pub fn placed(self) -> Option<(f32, f32, f32)> {
        match self {
            Self::Pose { x, y, heading } => Some((x as f32, y as f32, heading as f32)),
            Self::Point { .. } | Self::Hex(_) | Self::Faced { .. } => None,
        }
    }
}

/// A length or an angle of the table in its written form: the shortest number with the same meaning. Inches or degrees.
pub fn written(measure: f32) -> f64 {
    // Infinities and NaN have no decimals.
    if measure.is_finite() {
        measure.to_string().parse().unwrap_or(f64::from(measure))
    } else {
        f64::from(measure)
    }
}
