//! A game at one moment: its battle, and what play has made of it. Whoever has one goes on with the same game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::desk::{Desk, Setup, fresh_seed};
use super::library::{Library, SaveFault};
use game::keyed::SpellFault;
use game::options::Options;
use game::{AskFault, Tells, message_of};
use scenario::{Battle, Resumed};

/// A game at one moment, without its record and its dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The id of the rule set.
    pub rules: String,
    /// The battle, by its id; left out where the game was begun with a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The position with which the game was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// What differs from the scenario's own options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// One of the scenario's weathers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<String>,
    /// One of the scenario's variants, by id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// What play has made of it, by key.
    pub play: Value,
}

impl<R: Tells> Desk<R> {
    /// The game as it stands, the whole of it: nothing for the eyes of a side.
    ///
    /// # Errors
    ///
    /// What of it has no key.
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

    /// What stands now as a battle of this name, which goes on from there; its id is one that no battle has.
    ///
    /// # Errors
    ///
    /// What of it has no key, or that its battle is in no file.
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

    /// The game that goes on from a moment. Its record begins there, and its dice are those of a seed of its own.
    ///
    /// # Errors
    ///
    /// What is wrong with the battle or with what play is said to have made of it.
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
    /// Where the position contradicts itself, why, and what to do.
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
