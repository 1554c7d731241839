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
//! Units of several stands, turns with names, and objectives other than places:
//!
//! ```ron
//!     first: "blue",
//!     hours: ["Dawn", "Morning", "Noon"],
//!     deployment: [(unit: "U02", at: (10, 4), facing: 0, formation: "line", inside: {"B1": 1})],
//!     arrivals: [(turn: 2, entry: "E1", units: ["U03"], formation: "march_column")],
//!     objectives: [(id: "V2", name: "Red breaks", kind: "breakpoint", points: 5, terms: {"side": "red", "share": "50"})],
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
    /// Minutes per turn (`easy:I.C`).
    #[serde(default = "half_an_hour")]
    pub turn_length: u16,
    /// The names of the turns.
    #[serde(default)]
    pub hours: Vec<String>,
    /// The side that has the first half of each turn, by id.
    #[serde(default)]
    pub first: Option<String>,
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
    /// Stands and units of the armies that take no part in this battle.
    #[serde(default)]
    pub left_out: Vec<String>,
    #[serde(default)]
    pub objectives: Vec<RawObjective>,
}

/// The part that a list of scenarios shows.
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
    /// Is it inside the table, like the gap of a bridgehead, and not on the edge?
    #[serde(default)]
    pub gate: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlace {
    /// Either this or `unit`.
    #[serde(default)]
    pub stand: Option<String>,
    #[serde(default)]
    pub unit: Option<String>,
    pub at: Point,
    pub facing: f32,
    /// For a unit.
    #[serde(default)]
    pub formation: Option<String>,
    /// Stands of the unit that are in an area of the ground: its id and how many.
    #[serde(default)]
    pub inside: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawArrival {
    pub turn: u8,
    pub entry: String,
    /// Either this or `units`, or both.
    #[serde(default)]
    pub stands: Option<Vec<String>>,
    #[serde(default)]
    pub units: Option<Vec<String>>,
    /// For the units.
    #[serde(default)]
    pub formation: Option<String>,
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
    /// The word of its rules; by default, a place to hold.
    #[serde(default)]
    pub kind: Option<String>,
    pub points: u8,
    #[serde(default)]
    pub held_by: Option<String>,
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
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

impl RawArrival {
    /// The arrivals: the field that names them, their kind, and their ids.
    pub fn listed(&self) -> [(&'static str, &'static str, &[String]); 2] {
        [
            ("stands", "stand", self.stands.as_deref().unwrap_or_default()),
            ("units", "unit", self.units.as_deref().unwrap_or_default()),
        ]
    }
}

impl RawPlace {
    /// The id of the piece that is placed.
    pub fn id(&self) -> Option<&str> {
        self.stand.as_deref().or(self.unit.as_deref())
    }
}
