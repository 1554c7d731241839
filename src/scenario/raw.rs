//! Scenarios as a referee writes them (`assets/scenarios/*.ron`).
//!
//! ```ron
//! (
//!     id: "my-battle", name: "The ford at Lesnes", rules: "easy", terrain: "my-table",
//!     turns: 6, begins: "13:00",
//!     weather: Fixed({1: Muddy, 3: Clear}),
//!     options: {"opt-squares": "on"},
//!     sides: [
//!         (id: "blue", name: "Blue", home: South, armies: ["my-army"]),
//!         (id: "red", name: "Red", home: North, armies: ["their-army"]),
//!     ],
//!     deployment: [(stand: "M01", at: (10, 4), facing: 0)],
//!     entries: [(id: "E1", name: "The mill road", at: (36, 12), facing: 270)],
//!     arrivals: [(turn: 3, entry: "E1", stands: ["M02", "M03"])],
//!     objectives: [(id: "V1", name: "Lesnes", feature: "B1", points: 3, held_by: "red")],
//! )
//! ```
//!
//! Units: inches, degrees clockwise from north, minutes.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Home, Variant, WeatherPlan};

pub(super) type Point = (f32, f32);

/// A scenario as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawScenario {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub description: String,
    pub rules: String,
    pub terrain: String,
    pub turns: u8,
    /// Time of day of turn 1: `11:30`.
    pub begins: String,
    /// Minutes a turn (`easy:I.C`).
    #[serde(default = "half_an_hour")]
    pub turn_length: u16,
    #[serde(default = "clear")]
    pub weather: WeatherPlan,
    #[serde(default)]
    pub weather_variants: BTreeMap<String, WeatherPlan>,
    #[serde(default)]
    pub variants: BTreeMap<String, Variant>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    pub sides: Vec<RawSide>,
    #[serde(default)]
    pub entries: Vec<RawEntry>,
    #[serde(default)]
    pub deployment: Vec<RawPlace>,
    #[serde(default)]
    pub arrivals: Vec<RawArrival>,
    /// Stands of the armies that take no part in this battle.
    #[serde(default)]
    pub left_out: Vec<String>,
    #[serde(default)]
    pub objectives: Vec<RawObjective>,
}

/// Only what a list of scenarios shows.
#[derive(Debug, Deserialize)]
pub(crate) struct RawTitle {
    pub name: String,
    pub rules: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSide {
    pub id: String,
    pub name: String,
    pub home: Home,
    pub armies: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEntry {
    pub id: String,
    #[serde(default)]
    pub name: String,
    pub at: Point,
    pub facing: f32,
    #[serde(default = "three_inches")]
    pub spread: f32,
    /// It lies inside the table, as the gap of a bridgehead does, and not on its edge.
    #[serde(default)]
    pub gate: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlace {
    pub stand: String,
    pub at: Point,
    pub facing: f32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawArrival {
    pub turn: u8,
    pub entry: String,
    pub stands: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawObjective {
    pub id: String,
    pub name: String,
    /// The place itself: a point, a line or a polygon.
    #[serde(default)]
    pub place: Option<Vec<Point>>,
    /// Or an area of the ground by its id.
    #[serde(default)]
    pub feature: Option<String>,
    pub points: u8,
    #[serde(default)]
    pub held_by: Option<String>,
}

fn half_an_hour() -> u16 {
    30
}

fn three_inches() -> f32 {
    3.0
}

fn clear() -> WeatherPlan {
    WeatherPlan::Fixed(BTreeMap::new())
}
