//! A battle that goes on where a game of it stood: the battle, file by file as it was, and what play had made of it.
//!
//! ```ron
//! (
//!     id: "next-saturday", name: "Waterloo, 18 June 1815, turn 4", rules: "easy",
//!     battle: "waterloo", weather: "clear", options: {"opt-squares": "on"},
//!     play: "{…}",
//!     files: "{…}",
//! )
//! ```
//!
//! `play` is written and read by the rule set alone, `files` has the text of each by its path; both are JSON. A battle that is begun so stands as the game did, but for its history.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::battle::Battle;
use super::known::{KnownRules, Space};
use super::open;
use super::shipped::SCENARIOS;
use super::write::{Subject, Written};
use crate::data::write::{RecordSheet, quoted};
use crate::data::{Fault, Faults, InMemory, Source};

/// A battle that goes on, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resumed {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// The id of its rule set.
    pub rules: String,
    /// The battle that was played, by id.
    pub battle: String,
    /// One of its weathers, and one of its variants.
    #[serde(default)]
    pub weather: Option<String>,
    #[serde(default)]
    pub variant: Option<String>,
    /// What differs from the battle's own options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// What play had made of it, by key, as JSON.
    pub play: String,
    /// The files of the battle, by path, as JSON: texts of such a file have no lines.
    #[serde(deserialize_with = "files")]
    pub files: BTreeMap<String, String>,
}

fn files<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    let text = String::deserialize(from)?;
    serde_json::from_str(&text)
        .map_err(|fault| D::Error::custom(format_args!("the files cannot be read: {fault}")))
}

impl Resumed {
    /// Its file.
    pub fn written(&self) -> Written {
        let mut sheet: RecordSheet<Subject> = RecordSheet::new();
        sheet.field("id", quoted(&self.id));
        sheet.field("name", quoted(&self.name));
        if !self.description.is_empty() {
            sheet.field("description", quoted(&self.description));
        }
        sheet.field("rules", quoted(&self.rules));
        sheet.field("battle", quoted(&self.battle));
        for (name, chosen) in [("weather", &self.weather), ("variant", &self.variant)] {
            if let Some(chosen) = chosen {
                sheet.field(name, format_args!("Some({})", quoted(chosen)));
            }
        }
        sheet.map("options", self.options.iter().map(|(id, value)| (id, quoted(value))));
        sheet.field("play", quoted(&self.play));
        // Texts by their paths can always be written.
        sheet.field("files", quoted(&serde_json::to_string(&self.files).unwrap_or_default()));
        Written::new(SCENARIOS, &self.id, sheet)
    }
}

/// Reads a battle that goes on; none: it is one of the usual sort, or there is none of this id.
pub(super) fn read<S: Battle>(
    id: &str,
    space: Space,
    source: &dyn Source,
    known: &dyn KnownRules,
) -> Option<Result<(S, Vec<Fault>), Faults>> {
    let mut faults = Vec::new();
    let mut document = open::scenario(id, space, known, source, &mut faults)?;
    if !document.has("play") {
        return None;
    }
    Some(match document.read::<Resumed>(&mut faults) {
        Some(resumed) if faults.is_empty() => going_on(resumed, &document, known),
        _ => Err(Faults(faults)),
    })
}

fn going_on<S: Battle>(
    resumed: Resumed,
    document: &crate::data::Document,
    known: &dyn KnownRules,
) -> Result<(S, Vec<Fault>), Faults> {
    let at = |field: &'static str, message: String, help: &str| {
        Faults(vec![document.root().field(field).fault(message, help)])
    };
    if let Err(fault) = serde_json::from_str::<serde::de::IgnoredAny>(&resumed.play) {
        return Err(at(
            "play",
            format!("what was played cannot be read: {fault}"),
            "save the position again",
        ));
    }
    let (mut battle, warnings) =
        S::read(&resumed.battle, &InMemory(resumed.files.clone()), known).map_err(|mut faults| {
            let help = "the battle that was saved with it has faults: save the position again";
            faults.0.insert(0, document.root().field("files").fault("the battle cannot be read", help));
            faults
        })?;
    if let Some(weather) = &resumed.weather {
        let none = || at("weather", format!("the battle has no weather \"{weather}\""), "leave it out");
        battle = battle.in_weather(weather).ok_or_else(none)?;
    }
    if let Some(variant) = &resumed.variant {
        let none = || at("variant", format!("the battle has no variant \"{variant}\""), "leave it out");
        battle = battle.in_variant(variant).ok_or_else(none)?;
    }
    Ok((battle.going_on(resumed), warnings))
}
