//! A battle resumed from a game: the battle, with its original files, and the play of that game.
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
//! Only the rule set writes and reads `play`; `files` has the text of each file by its path; both are JSON. A battle started
//! from it stands as the game did, except for its history.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::Scenario;
use super::battle::Battle;
use super::known::{KnownRules, Space};
use super::open;
use super::shipped::SCENARIOS;
use super::write::{Subject, Written};
use data::write::{RecordSheet, quoted};
use data::{Document, Fault, Faults, InMemory, Source, path_of};

/// A resumed battle as written.
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
    /// The chosen weather and variant of the battle, if any.
    #[serde(default)]
    pub weather: Option<String>,
    #[serde(default)]
    pub variant: Option<String>,
    /// Options that differ from the battle's own.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The play, by key, as JSON.
    pub play: String,
    /// The files of the battle, by path, as JSON: texts in such a file have no line breaks.
    #[serde(deserialize_with = "files")]
    pub files: BTreeMap<String, String>,
}

fn files<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    let text = String::deserialize(from)?;
    serde_json::from_str(&text)
        .map_err(|fault| D::Error::custom(format_args!("the files cannot be read: {fault}")))
}

impl Resumed {
    /// The contents of this battle's file if it is a resumed battle; `None` if it is not, or cannot be read.
    pub fn of(id: &str, source: &dyn Source) -> Option<Self> {
        let path = path_of(SCENARIOS, id);
        let mut faults = Vec::new();
        let mut document = Document::open(&path, &source.read(&path)?, &mut faults)?;
        if !document.has("play") {
            return None;
        }
        document.read(&mut faults)
    }

    /// The files of the battle that was played, as a source.
    pub fn source(&self) -> InMemory {
        InMemory(self.files.clone())
    }

    /// The original battle: if a resumed game was saved again, the one that it was resumed from.
    #[must_use]
    pub fn first(self) -> Self {
        match Self::of(&self.battle, &self.source()) {
            Some(before) => before.first(),
            None => self,
        }
    }

    /// The name of the battle that was played.
    pub fn battle_name(&self) -> String {
        let mut listed = super::list(&self.source()).into_iter();
        let named = listed.find(|(id, ..)| *id == self.battle);
        named.map_or_else(|| self.battle.clone(), |(_, name, _)| name)
    }

    /// The battle in the weather and the variant in which it was played; or which of them is missing, and its name.
    fn as_played<S: Battle>(&self, mut battle: S) -> Result<S, (&'static str, &str)> {
        if let Some(weather) = &self.weather {
            battle = battle.in_weather(weather).ok_or(("weather", weather.as_str()))?;
        }
        if let Some(variant) = &self.variant {
            battle = battle.in_variant(variant).ok_or(("variant", variant.as_str()))?;
        }
        Ok(battle)
    }

    /// The battle that was played, at its beginning, with its weather, variant and options; `None` if it cannot be read.
    pub fn beginning(&self, known: &dyn KnownRules) -> Option<Scenario> {
        let battle = match Self::of(&self.battle, &self.source()) {
            Some(before) => before.beginning(known)?,
            None => Scenario::read(&self.battle, &self.source(), known).ok()?.0,
        };
        let mut battle = self.as_played(battle).ok()?;
        battle.options.extend(self.options.clone());
        Some(battle)
    }

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
        // Texts by their paths can always be serialised.
        sheet.field("files", quoted(&serde_json::to_string(&self.files).unwrap_or_default()));
        Written::new(SCENARIOS, &self.id, sheet)
    }
}

/// Reads a resumed battle; `None` if it is not one, or if there is no battle with this id.
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
    document: &Document,
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
    let (battle, warnings) = S::read(&resumed.battle, &resumed.source(), known).map_err(|mut faults| {
        let help = "the battle that was saved with it has faults: save the position again";
        faults.0.insert(0, document.root().field("files").fault("the battle cannot be read", help));
        faults
    })?;
    let battle = resumed.as_played(battle).map_err(|(field, name)| {
        at(field, format!("the battle has no {field} \"{name}\""), "leave it out")
    })?;
    Ok((battle.going_on(resumed), warnings))
}
