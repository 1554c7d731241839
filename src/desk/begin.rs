//! How a game begins: by a battle of the library, with its journal where it is wanted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::desk::{Desk, Setup, fresh_seed};
use super::journal::{JournalError, Notice, Sync};
use super::library::Library;
use super::own_battle::Files;
use data::Faults;
use game::options::{OptionSpec, Options};
use game::{RuleSet, Spelled};
use scenario::{Battle, Space};

/// Where a game that begins is written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    #[default]
    Nowhere,
    /// In this new file.
    In(PathBuf),
    /// In a new file of the library's folder; where none can be made there, nowhere, and a notice says so.
    Own,
}

/// How a game of a battle is begun.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The scenario's id.
    pub scenario: String,
    /// None: one that nobody knows.
    pub seed: Option<u64>,
    /// What differs from the scenario's own options.
    pub options: Options,
    /// One of the scenario's weathers.
    pub weather: Option<String>,
    /// One of the scenario's variants, by id.
    pub variant: Option<String>,
    pub kept: Kept,
    /// When its entries are on the disk.
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

/// What there is to choose before a battle begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Described {
    pub rules: String,
    /// The options that its rule set has.
    pub specs: &'static [OptionSpec],
    pub description: String,
    /// Its own options: id to value.
    pub options: BTreeMap<String, String>,
    /// The weathers that may be chosen instead of its own.
    pub weathers: Vec<String>,
    /// What its own weather is, in words: a referee should not have to know the battle by heart.
    pub own_weather: String,
    /// What may be otherwise in it: id and name.
    pub variants: Vec<(String, String)>,
    /// `14 turns of 60 minutes from 8:00`.
    pub length: String,
    pub on_hexes: bool,
    /// It goes on from where a game of another battle stood.
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

/// Windows that begin the same battle at the same moment are after the same name: so often another one is tried.
const NAMES: usize = 100;

/// Begins a game of these rules; what is to be told of it.
///
/// # Errors
///
/// Why the battle cannot be played so, or why no journal can be begun in the file that was named.
pub fn begin<R: Spelled>(
    library: &Library,
    setup: Setup<R::Scenario>,
    kept: Kept,
    sync: Sync,
) -> Result<(Desk<R>, Vec<Notice>), JournalError> {
    let mut notices = Vec::new();
    let files = match kept {
        Kept::Nowhere => Files::new(),
        Kept::In(_) | Kept::Own => library.files_of(&setup.scenario),
    };
    let setup = setup.files(files);
    let desk = match kept {
        Kept::Nowhere => Desk::with_sync(setup, None, sync)?,
        Kept::In(path) => Desk::with_sync(setup, Some(&path), sync)?,
        Kept::Own => match with_own_journal(library, &setup, sync) {
            Ok(desk) => desk,
            Err(error) => {
                notices.push(error.unkept()?);
                Desk::with_sync(setup, None, sync)?
            }
        },
    };
    Ok((desk, notices))
}

fn with_own_journal<R: Spelled>(
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

/// Notes the journal for the next start; what is to be told where that cannot be done.
pub fn noted(library: &Library, journal: &Path) -> Option<Notice> {
    let error = library.remember(journal).err()?;
    Some(Notice::Unnoted { path: journal.to_owned(), why: error.to_string() })
}

/// Begins a game of a battle: its files are read from `battles`.
///
/// # Errors
///
/// As [`begin`], or what is wrong with the files of the battle.
pub(super) fn begin_battle<R: Spelled>(
    library: &Library,
    battles: &Library,
    beginning: Beginning,
) -> Result<(Desk<R>, Vec<Notice>), BeginError> {
    let Beginning { scenario: battle, seed, options, weather, variant, kept, sync } = beginning;
    let (scenario, _) = battles.battle::<R::Scenario>(&battle)?;
    let rules = scenario.rules();
    if rules != R::ID {
        return Err(BeginError::Rules { rules: rules.to_owned(), battle });
    }
    let setup = Setup::new(scenario, seed.unwrap_or_else(fresh_seed));
    let setup = setup.options(options).weather(weather).variant(variant);
    Ok(begin(library, setup, kept, sync)?)
}
