//! Scenarios: rule set, ground, armies, clock, weather, objectives and options, read and checked.
//!
//! A [`Scenario`] is complete and consistent; rules accept only that.
//! Raw files become a scenario in [`read`], which reports every fault in one go.

pub mod army;
pub mod battle;
mod called;
mod check;
pub mod draft;
pub mod edit;
#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod fault_tests;
pub mod features;
#[cfg(test)]
mod field_tests;
mod foreign;
pub mod geojson;
mod ground_edit;
pub mod hex;
mod join;
mod known;
pub mod line_up;
pub mod muster;
mod objection;
mod open;
mod raw;
mod resumed;
pub mod roster;
pub mod shipped;
#[cfg(test)]
mod shipped_tests;
pub mod stroke;
mod terrain_raw;
#[cfg(test)]
mod unit_battle_tests;
#[cfg(test)]
mod unit_tests;
pub mod write;
#[cfg(test)]
mod written;

pub use battle::Battle;
pub use called::told_apart;
pub use check::{WIDEST_SPREAD, read, read_alone, read_army, read_ground, validate};
pub use draft::{Change, Draft, Drafted, EditFault};
pub use edit::{Edit, Finding};
pub use hex::{
    Basis, CounterSaid, HexArm, HexBattle, HexCorps, HexCounter, HexEdit, HexLayout, HexLeader, HexObjection,
    HexObjective, HexPiece, HexScenario, HexSide, HexStart, HexSubject, HexUnit, UnitId, UnitSet,
};
pub use known::{AnyRules, KnownRules, OptionFault, Space, body_of_piece};
pub use objection::{TableObjection, TableSubject};
pub use resumed::Resumed;
pub use shipped::{Embedded, OldBattle};
pub use terrain_raw::{WIDTHS, usual_area, usual_line};
pub use write::{Feature, Subject, Written, write};

use std::collections::BTreeMap;

use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::army::{Army, Command, Piece, Unit};
use data::{self, Source};
use table::Pose;
use table::ground::Ground;

/// A side, which adds its victory points together (`easy:IV.C`). An index into [`Scenario::sides`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Side(pub u8);

impl Side {
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    #[must_use]
    pub fn enemy(self) -> Self {
        Self(1 - self.0)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One side of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideInfo {
    /// Stable key: `french`.
    pub id: String,
    pub name: String,
    /// The edge of the table it falls back to, for solo players and reports.
    pub home: Home,
    pub armies: Vec<Army>,
}

impl SideInfo {
    /// A side of one army, with the same id and name.
    pub fn of_one_army(id: &str, name: &str, home: Home, colour: &str, commands: Vec<Command>) -> Self {
        let army = Army { id: id.to_owned(), name: name.to_owned(), colour: colour.to_owned(), commands };
        Self { id: id.to_owned(), name: name.to_owned(), home, armies: vec![army] }
    }
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Home {
    North,
    East,
    South,
    West,
}

/// Where a stand begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Start {
    Deployed(Pose),
    /// Comes on from turn `turn` at the entry `entry`.
    Arrives {
        turn: u8,
        entry: String,
    },
}

/// How a unit of several stands begins, besides its place or its arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitStart {
    /// The word of its rules for its formation: `assault_column`; `None` for the usual one.
    pub formation: Option<String>,
    /// Number of its stands in areas of the ground, by id; the rest stands at its place.
    pub inside: BTreeMap<String, u8>,
}

impl UnitStart {
    /// Number of its stands in buildings.
    pub fn stands_inside(&self) -> u8 {
        self.inside.values().fold(0, |all, stands| all.saturating_add(*stands))
    }

    /// The start as stored: `None` if it holds nothing.
    fn said(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }
}

/// A place where stands enter the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub id: String,
    pub name: String,
    /// The point of the front edge's middle, on the table's edge or at the gate, and the heading.
    pub pose: Pose,
    /// Largest distance to either side along the edge at which a stand may enter instead, in inches.
    pub spread: f32,
    /// Is it inside the table, like the gap of a bridgehead? Then stands enter across its heading.
    #[serde(default)]
    pub gate: bool,
}

/// Something worth victory points: a place at the end (`easy:IV.C-terrain`), or another kind that its rules know.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    pub id: String,
    pub name: String,
    /// The word of its rules for its kind: `breakpoint`; `None` for a place to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The feature: a polygon of one point or more, in inches; empty if its kind has no place.
    pub place: Vec<Vec2>,
    pub points: u8,
    pub held_by: Option<Side>,
    /// Other terms of its kind, for its rules to interpret: `share` with `50`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<String, String>,
}

/// The kind of weather (`easy:IV.D`).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Weather {
    #[default]
    Clear,
    Muddy,
    Poor,
}

impl Weather {
    pub fn words(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Muddy => "muddy",
            Self::Poor => "poor visibility",
        }
    }
}

/// How the weather is determined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WeatherPlan {
    /// Agreed or historical: from each listed turn on.
    Fixed(BTreeMap<u8, Weather>),
    /// Rolled before turn 1, with +1 in winter and spring.
    Rolled { winter_or_spring: bool },
}

impl WeatherPlan {
    /// The plan for the weather in words: `muddy`, `muddy, clear from turn 3`, `rolled`.
    pub fn words(&self) -> String {
        match self {
            Self::Rolled { winter_or_spring: true } => "rolled, in winter or spring".into(),
            Self::Rolled { winter_or_spring: false } => "rolled".into(),
            Self::Fixed(turns) => {
                // Before the first listed turn it is clear, as at the start of a game.
                let first = turns.get(&1).copied().unwrap_or_default();
                let mut said = first.words().to_owned();
                let mut last = first;
                for (turn, next) in turns.range(2..) {
                    if *next != last {
                        said.push_str(&format!(", {} from turn {turn}", next.words()));
                        last = *next;
                    }
                }
                said
            }
        }
    }
}

/// A variant of the battle: who takes part, and when they arrive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The name: `Without the Prussians`.
    pub name: String,
    /// The ids of armies that take no part.
    #[serde(default)]
    pub without: Vec<String>,
    /// Stands that arrive in another turn, by id.
    #[serde(default)]
    pub arrives: BTreeMap<String, u8>,
}

/// A battle ready to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    pub id: String,
    pub name: String,
    pub description: String,
    /// The id of its rule set.
    pub rules: String,
    pub ground: Ground,
    /// Two sides.
    pub sides: Vec<SideInfo>,
    /// By the id of a stand or a unit; every one in play has a start.
    pub starts: BTreeMap<String, Start>,
    /// By unit, for those that need more than their place.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unit_starts: BTreeMap<String, UnitStart>,
    pub entries: Vec<Entry>,
    pub objectives: Vec<Objective>,
    pub turns: u8,
    /// Minutes after midnight at which turn 1 begins.
    pub begins: u16,
    /// Minutes per turn.
    pub turn_length: u16,
    /// The names of the turns, instead of times of day; empty if turns go by the clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<String>,
    /// The side that has the first half of each turn; `None` if the rules decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    pub weather: WeatherPlan,
    /// Named alternatives for the weather: `clear`.
    pub weather_variants: BTreeMap<String, WeatherPlan>,
    /// Other variants, by id: `no-prussians`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, Variant>,
    /// From option id to value, for those that differ from the rule set's defaults.
    pub options: BTreeMap<String, String>,
    /// The play when it was saved, by key, as JSON; `None` if it starts at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
}

/// The scale of stands and of all lengths of the rules, as a multiple of the printed ones: the option `scale` among these.
///
/// Clause: `easy:I.A.1-scale`. An invalid scale is reported with the other options.
pub fn scale_of(options: &BTreeMap<String, String>) -> f32 {
    options.get("scale").and_then(|value| value.parse().ok()).filter(|scale| *scale > 0.0).unwrap_or(1.0)
}

impl Scenario {
    /// A battle in which nobody has a place yet: eight turns of half an hour from noon, in fair weather.
    pub fn bare(id: &str, name: &str, rules: &str, ground: Ground, sides: Vec<SideInfo>) -> Self {
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            description: String::new(),
            rules: rules.to_owned(),
            ground,
            sides,
            starts: BTreeMap::new(),
            unit_starts: BTreeMap::new(),
            entries: Vec::new(),
            objectives: Vec::new(),
            turns: 8,
            begins: 12 * 60,
            turn_length: 30,
            hours: Vec::new(),
            first: None,
            weather: WeatherPlan::Fixed(BTreeMap::new()),
            weather_variants: BTreeMap::new(),
            variants: BTreeMap::new(),
            options: BTreeMap::new(),
            play: None,
        }
    }

    /// Where those stand that are on the table as it begins.
    pub fn deployed(&self) -> impl Iterator<Item = &Pose> {
        self.starts.values().filter_map(|start| match start {
            Start::Deployed(pose) => Some(pose),
            Start::Arrives { .. } => None,
        })
    }

    /// The size of its stands as a multiple of the printed one, unless a game chooses another (`easy:I.A.1-scale`).
    pub fn scale(&self) -> f32 {
        scale_of(&self.options)
    }

    /// The battle changed to one of its variants; `None` if it has no such variant.
    pub fn in_variant(&self, id: &str) -> Option<Self> {
        let Variant { name, without, arrives } = self.variants.get(id)?;
        let mut battle = self.clone();
        battle.name = format!("{}: {name}", self.name);
        for side in &mut battle.sides {
            for gone in side.armies.iter().filter(|army| without.contains(&army.id)) {
                let ids = gone.stands().map(|stand| &stand.id).chain(gone.units().map(|unit| &unit.id));
                for id in ids {
                    battle.starts.remove(id);
                    battle.unit_starts.remove(id);
                }
            }
            side.armies.retain(|army| !without.contains(&army.id));
        }
        for (stand, later) in arrives {
            if let Some(Start::Arrives { turn, .. }) = battle.starts.get_mut(stand) {
                *turn = *later;
            }
        }
        Some(battle)
    }

    /// `13:00` for the start of `turn` (turn 1 is the first), or the name of that turn.
    pub fn clock(&self, turn: u8) -> String {
        battle::hour(&self.hours, self.begins, self.turn_length, turn)
    }

    /// The armies of both sides, each with its side.
    pub fn armies(&self) -> impl Iterator<Item = (Side, &Army)> {
        self.sides
            .iter()
            .zip(0..)
            .flat_map(|(side, index)| side.armies.iter().map(move |army| (Side(index), army)))
    }

    /// Every stand and unit with its side and army, including those that take no part.
    pub fn pieces(&self) -> impl Iterator<Item = (Side, &Army, Piece<'_>)> {
        self.armies().flat_map(|(side, army)| army.pieces().map(move |piece| (side, army, piece)))
    }

    /// The stand or the unit with this id.
    pub fn piece(&self, id: &str) -> Option<Piece<'_>> {
        self.pieces().map(|(.., piece)| piece).find(|piece| piece.id() == id)
    }

    /// The unit of several stands with this id.
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.armies().flat_map(|(_, army)| army.units()).find(|unit| unit.id == id)
    }
}

/// The ids of every army of a source, sorted.
pub fn armies(source: &dyn Source) -> Vec<String> {
    data::ids(source, shipped::ARMIES)
}

/// Every scenario of a source: id, name and rule set, sorted by id. One that cannot be read is listed by its id.
pub fn list(source: &dyn Source) -> Vec<(String, String, String)> {
    data::ids(source, shipped::SCENARIOS)
        .into_iter()
        .map(|id| {
            let title: Option<raw::RawTitle> = source
                .read(&data::path_of(shipped::SCENARIOS, &id))
                .and_then(|text| ron::from_str(&text).ok());
            match title {
                Some(title) => (id, title.name, title.rules),
                None => (id.clone(), id, String::new()),
            }
        })
        .collect()
}
