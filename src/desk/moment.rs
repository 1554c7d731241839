//! A game at one moment: its battle and its play, from which the same game can be continued.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::desk::{Desk, Setup, fresh_seed};
use super::library::{Library, SaveFault};
use game::keyed::SpellFault;
use game::options::Options;
use game::{AskFault, Wire, message_of};
use scenario::{Battle, Resumed};

/// A game at one moment, without its record and its dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The id of the rule set.
    pub rules: String,
    /// The id of the battle; left out if the game began with a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The position with which the game began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// Options that differ from the scenario's own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// One of the scenario's weathers, if chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<String>,
    /// The id of one of the scenario's variants, if chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The play, by key.
    pub play: Value,
}

impl<R: Wire> Desk<R> {
    /// The present game, complete: not to be shown to a side.
    ///
    /// # Errors
    ///
    /// Returns an error if something has no key.
    pub fn moment(&self) -> Result<Moment, SpellFault> {
        let play = R::play(self.state())?;
        let rules = R::ID.to_owned();
        let Setup { scenario, options, weather, variant, seed: _, files: _ } = self.setup();
        Ok(match self.begun_with() {
            Some(position) => Moment {
                rules,
                scenario: None,
                position: Some(position.clone()),
                options: BTreeMap::new(),
                weather: None,
                variant: None,
                play,
            },
            None => Moment {
                rules,
                scenario: Some(scenario.id().to_owned()),
                position: None,
                options: options.0.clone(),
                weather: weather.clone(),
                variant: variant.clone(),
                play,
            },
        })
    }

    /// The present game as a battle with this name, to be resumed; its id is unused.
    ///
    /// # Errors
    ///
    /// Returns an error if something has no key, or if its battle is in no file.
    pub(super) fn as_battle(&self, library: &Library, name: &str) -> Result<Resumed, SaveFault> {
        let Setup { scenario, options, weather, variant, .. } = self.setup();
        let files = match self.header.files.is_empty() {
            true => library.files_of(scenario),
            false => self.header.files.clone(),
        };
        if files.is_empty() || self.begun_with().is_some() {
            return Err(SaveFault::Position(
                "its battle is in no file, for it began with a position".to_owned(),
            ));
        }
        let play = R::play(self.state()).map_err(|fault| SaveFault::Position(fault.to_string()))?;
        Ok(Resumed {
            id: library.id_for(name),
            name: name.trim().to_owned(),
            description: scenario.description().to_owned(),
            rules: R::ID.to_owned(),
            battle: scenario.id().to_owned(),
            weather: weather.clone(),
            variant: variant.clone(),
            options: options.0.clone(),
            play: play.to_string(),
            files,
        })
    }

    /// A game continued from a moment. Its record begins there, and its dice have a seed of their own.
    ///
    /// # Errors
    ///
    /// Returns an error if the battle or the play is invalid.
    pub fn at_moment(moment: Moment, library: &Library) -> Result<Self, AskFault> {
        let Moment { rules: _, scenario, position, options, weather, variant, play } = moment;
        let bad = |why: &dyn std::fmt::Display| AskFault::new("bad-position", why);
        let begun = match (scenario, position) {
            (Some(id), None) => {
                let (scenario, _) = library
                    .battle::<R::Scenario>(&id)
                    .map_err(|faults| AskFault::new("cannot-open", faults))?;
                let setup = Setup::new(scenario, fresh_seed());
                let setup = setup.options(Options(options)).weather(weather).variant(variant);
                Self::without_journal(setup).map_err(|error| AskFault::new("cannot-open", error))?
            }
            (None, Some(position)) if options.is_empty() && weather.is_none() && variant.is_none() => {
                Self::of_position(position, library)?
            }
            (None, Some(_)) => {
                return Err(bad(
                    &"options, weather and variant stand in the position: leave them out beside it",
                ));
            }
            (Some(_), Some(_)) | (None, None) => return Err(bad(&"give either scenario or position")),
        };
        let state = R::resumed(begun.start(), &play).map_err(|fault| bad(&fault))?;
        let begun_with = begun.begun_with().cloned();
        Ok(Self::from_state(begun.setup().clone(), state).with_position(begun_with))
    }

    /// A game that begins with a position sent along.
    ///
    /// # Errors
    ///
    /// Returns an error if the position contradicts itself, with the reason and a remedy.
    pub fn of_position(sent: Value, library: &Library) -> Result<Self, AskFault> {
        let position: R::Position = message_of("open", sent.clone())?;
        let battles =
            |id: &str| library.battle(id).map(|(battle, _)| battle).map_err(|faults| faults.to_string());
        let state = R::set_up(&position, &battles).map_err(|fault| AskFault::new("bad-position", fault))?;
        let (scenario, options) = R::beginning(&state);
        let setup = Setup::new(scenario, fresh_seed()).options(options);
        Ok(Self::from_state(setup, state).with_position(Some(sent)))
    }
}
