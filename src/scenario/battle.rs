//! A battle in any space: the part of it that desk, library and commands need.
//!
//! Units: minutes after midnight; turns from 1.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Serialize;

use super::{HexScenario, KnownRules, Resumed, Scenario, Space, WeatherPlan, hex, resumed};
use data::{Fault, Faults, Source};

/// A battle ready to be played: a [`Scenario`] on the open table, or a [`HexScenario`].
pub trait Battle: 'static + Clone + PartialEq + Debug + Serialize + Send {
    /// The space of battles of this kind. `None` for a space of their own without scenario files.
    const SPACE: Option<Space> = None;

    /// Stable key, the name of its file: `waterloo`.
    fn id(&self) -> &str;

    fn name(&self) -> &str;

    fn description(&self) -> &str {
        ""
    }

    /// The rule set that plays it: `easy`, `naw`.
    fn rules(&self) -> &str;

    /// The names of the sides, in order: `French`.
    fn side_names(&self) -> Vec<&str>;

    fn turns(&self) -> u8;

    /// Its own options that differ from the rule set's defaults: id to value.
    fn options(&self) -> &BTreeMap<String, String>;

    /// The time of day at which a turn begins: `13:00`; empty if it has none.
    fn clock(&self, _turn: u8) -> String {
        String::new()
    }

    /// Minutes per turn; 0 if its turns have no length.
    fn turn_length(&self) -> u16 {
        0
    }

    /// Its own weather, in words.
    fn own_weather(&self) -> String {
        "As it was".to_owned()
    }

    /// The names of the weathers that may be chosen instead of its own; empty if the space has no weather.
    fn weathers(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The battle with one of its weathers; `None` if it has no such weather.
    fn in_weather(&self, _weather: &str) -> Option<Self> {
        None
    }

    /// Its variants, each with id and name; empty if the space has no variants.
    fn variants(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    /// The battle changed to one of its variants; `None` if it has no such variant.
    fn in_variant(&self, _id: &str) -> Option<Self> {
        None
    }

    /// The play when it was saved, by key, as JSON; `None` if it starts at the beginning.
    fn play(&self) -> Option<&str> {
        None
    }

    /// The battle resumed from where a game of it stood; unchanged for battles without files.
    #[must_use]
    fn going_on(self, _resumed: Resumed) -> Self {
        self
    }

    /// Reads a battle of this kind. Returns it with its warnings, or every fault of every file it names.
    fn read(id: &str, _source: &dyn Source, _known: &dyn KnownRules) -> Result<(Self, Vec<Fault>), Faults> {
        let help = "Begin one from a position";
        Err(Faults(vec![Fault::of_file(id, "battles in a space of their own have no files", help)]))
    }
}

/// The methods of both kinds of battle that return fields with the same names.
macro_rules! kept {
    () => {
        fn id(&self) -> &str {
            &self.id
        }

        fn name(&self) -> &str {
            &self.name
        }

        fn description(&self) -> &str {
            &self.description
        }

        fn rules(&self) -> &str {
            &self.rules
        }

        fn side_names(&self) -> Vec<&str> {
            self.sides.iter().map(|side| side.name.as_str()).collect()
        }

        fn turns(&self) -> u8 {
            self.turns
        }

        fn options(&self) -> &BTreeMap<String, String> {
            &self.options
        }

        fn clock(&self, turn: u8) -> String {
            hour(&self.hours, self.begins, self.turn_length, turn)
        }

        fn turn_length(&self) -> u16 {
            self.turn_length
        }

        fn play(&self) -> Option<&str> {
            self.play.as_deref()
        }

        fn going_on(mut self, resumed: Resumed) -> Self {
            let Resumed { id, name, description, options, play, .. } = resumed;
            self.options.extend(options);
            Self { id, name, description, play: Some(play), ..self }
        }
    };
}

impl Battle for Scenario {
    const SPACE: Option<Space> = Some(Space::Table);

    kept!();

    fn own_weather(&self) -> String {
        let plan = self.weather.words();
        match self.weather {
            WeatherPlan::Fixed(_) => format!("As it was: {plan}"),
            WeatherPlan::Rolled { .. } => format!("As the battle has it: {plan}"),
        }
    }

    fn weathers(&self) -> Vec<&str> {
        self.weather_variants.keys().map(String::as_str).collect()
    }

    fn in_weather(&self, weather: &str) -> Option<Self> {
        let plan = self.weather_variants.get(weather)?.clone();
        Some(Self { weather: plan, ..self.clone() })
    }

    fn variants(&self) -> Vec<(&str, &str)> {
        self.variants.iter().map(|(id, variant)| (id.as_str(), variant.name.as_str())).collect()
    }

    fn in_variant(&self, id: &str) -> Option<Self> {
        Self::in_variant(self, id)
    }

    fn read(id: &str, source: &dyn Source, known: &dyn KnownRules) -> Result<(Self, Vec<Fault>), Faults> {
        resumed::read(id, Space::Table, source, known).unwrap_or_else(|| super::read(id, source, known))
    }
}

impl Battle for HexScenario {
    const SPACE: Option<Space> = Some(Space::Hexes);

    kept!();

    fn read(id: &str, source: &dyn Source, known: &dyn KnownRules) -> Result<(Self, Vec<Fault>), Faults> {
        resumed::read(id, Space::Hexes, source, known).unwrap_or_else(|| hex::read(id, source, known))
    }
}

/// `13:00` for the start of `turn` (turn 1 is the first), or the name of that turn if turns have names.
pub(super) fn hour(names: &[String], begins: u16, turn_length: u16, turn: u8) -> String {
    if let Some(name) = names.get(usize::from(turn.saturating_sub(1))) {
        return name.clone();
    }
    let minutes = u32::from(begins) + u32::from(turn.saturating_sub(1)) * u32::from(turn_length);
    format!("{}:{:02}", minutes / 60 % 24, minutes % 60)
}
