//! How a game begins: with a battle of the library, and with a journal if wanted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::desk::{Desk, Setup, fresh_seed};
use super::journal::{JournalError, Notice, Sync};
use super::library::Library;
use super::own_battle::Files;
use data::Faults;
use game::options::{OptionSpec, Options};
use game::{Codec, RuleSet};
use scenario::{Battle, Space};

/// Where the journal of a new game is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JournalPlace {
    #[default]
    Nowhere,
    /// In this new file.
    In(PathBuf),
    /// In a new file of the library's folder; if none can be made there, nowhere, which a notice reports.
    Own,
}

/// The choices for a new game of a battle.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The id of the scenario.
    pub scenario: String,
    /// The seed of the dice; `None` for a random one.
    pub seed: Option<u64>,
    /// Options that differ from the scenario's own.
    pub options: Options,
    /// One of the scenario's weathers, if chosen.
    pub weather: Option<String>,
    /// The id of one of the scenario's variants, if chosen.
    pub variant: Option<String>,
    pub journal: JournalPlace,
    /// When its entries count as written.
    pub sync: Sync,
}

/// Why a game has not begun.
#[derive(Debug, Error)]
pub enum BeginError {
    #[error("{0}")]
    Battle(#[from] Faults),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{battle} is played by the rules {rules}, which are not in this program")]
    Rules { battle: String, rules: String },
}

/// The choices before a battle begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Described {
    pub rules: String,
    /// The options that its rule set has.
    pub specs: &'static [OptionSpec],
    pub description: String,
    /// Its own options: from id to value.
    pub options: BTreeMap<String, String>,
    /// The names of its sides.
    pub sides: Vec<String>,
    /// The weathers that may be chosen instead of its own.
    pub weathers: Vec<String>,
    /// Its own weather in words, so that a referee need not know the battle by heart.
    pub own_weather: String,
    /// Its variants: id and name.
    pub variants: Vec<(String, String)>,
    /// `14 turns of 60 minutes from 8:00`.
    pub length: String,
    pub on_hexes: bool,
    /// Is it resumed from a game of another battle?
    pub goes_on: bool,
}

impl Described {
    pub fn of<R: RuleSet>(battle: &R::Scenario) -> Self {
        let owned = |(id, name): (&str, &str)| (id.to_owned(), name.to_owned());
        Self {
            rules: battle.rules().to_owned(),
            specs: R::option_specs(),
            description: battle.description().split_whitespace().collect::<Vec<_>>().join(" "),
            options: battle.options().clone(),
            sides: battle.side_names().into_iter().map(str::to_owned).collect(),
            weathers: battle.weathers().into_iter().map(str::to_owned).collect(),
            own_weather: battle.own_weather(),
            variants: battle.variants().into_iter().map(owned).collect(),
            length: format!(
                "{} turns of {} minutes from {}",
                battle.turns(),
                battle.turn_length(),
                battle.clock(1)
            ),
            on_hexes: R::Scenario::SPACE == Some(Space::Hexes),
            goes_on: battle.play().is_some(),
        }
    }
}

/// Maximum number of names tried, as windows that begin the same battle at the same moment try the same name.
const NAMES: usize = 100;

/// Begins a game of these rules; also returns notices.
///
/// # Errors
///
/// Returns an error if the battle cannot be played so, or if no journal can be begun in the given file.
pub fn begin<R: Codec>(
    library: &Library,
    setup: Setup<R::Scenario>,
    journal: JournalPlace,
    sync: Sync,
) -> Result<(Desk<R>, Vec<Notice>), JournalError> {
    let mut notices = Vec::new();
    let files = match journal {
        JournalPlace::Nowhere => Files::new(),
        JournalPlace::In(_) | JournalPlace::Own => library.files_of(&setup.scenario),
    };
    let setup = setup.files(files);
    let desk = match journal {
        JournalPlace::Nowhere => Desk::with_sync(setup, None, sync)?,
        JournalPlace::In(path) => Desk::with_sync(setup, Some(&path), sync)?,
        JournalPlace::Own => match with_own_journal(library, &setup, sync) {
            Ok(desk) => desk,
            Err(error) => {
                notices.push(error.unkept()?);
                Desk::with_sync(setup, None, sync)?
            }
        },
    };
    Ok((desk, notices))
}

fn with_own_journal<R: Codec>(
    library: &Library,
    setup: &Setup<R::Scenario>,
    sync: Sync,
) -> Result<Desk<R>, JournalError> {
    let mut tries = 0;
    loop {
        let path = library.new_journal(setup.scenario.id())?;
        tries += 1;
        match Desk::with_sync(setup.clone(), path.as_deref(), sync) {
            Err(JournalError::Exists { .. }) if tries < NAMES => {}
            other => return other,
        }
    }
}

/// Remembers the journal for the next start; returns a notice if that fails.
pub fn noted(library: &Library, journal: &Path) -> Option<Notice> {
    let error = library.remember(journal).err()?;
    Some(Notice::Unnoted { path: journal.to_owned(), why: error.to_string() })
}

/// Begins a game of a battle, whose files are read from `battles`.
///
/// # Errors
///
/// Returns an error as [`begin`] does, or if the files of the battle have faults.
pub(super) fn begin_battle<R: Codec>(
    library: &Library,
    battles: &Library,
    beginning: Beginning,
) -> Result<(Desk<R>, Vec<Notice>), BeginError> {
    let Beginning { scenario: battle, seed, options, weather, variant, journal, sync } = beginning;
    let (scenario, _) = battles.battle::<R::Scenario>(&battle)?;
    let rules = scenario.rules();
    if rules != R::ID {
        return Err(BeginError::Rules { rules: rules.to_owned(), battle });
    }
    let setup = Setup::new(scenario, seed.unwrap_or_else(fresh_seed));
    let setup = setup.options(options).weather(weather).variant(variant);
    Ok(begin(library, setup, journal, sync)?)
}
