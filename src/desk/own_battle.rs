//! The battle of a game as contained in its journal: the files from which it was read, word for word.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use super::journal::{Header, JournalError, digest};
use super::library::Library;
use data::{InMemory, Source, Unread};
use scenario::{Battle, KnownRules};

/// Files by path.
pub type Files = BTreeMap<String, String>;

/// A source that records which of its files were read.
struct Noting<S> {
    source: S,
    files: RefCell<Files>,
}

impl<S: Source> Source for Noting<S> {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        let text = self.source.text(path)?;
        if let Some(text) = &text {
            self.files.borrow_mut().insert(path.to_owned(), text.clone().into_owned());
        }
        Ok(text)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.source.list(folder)
    }
}

/// The files of exactly this battle; empty if they have another version by now, or if it is in no file.
pub(super) fn files_of<S: Battle>(battle: &S, source: impl Source, known: &dyn KnownRules) -> Files {
    let noting = Noting { source, files: RefCell::default() };
    match S::read(battle.id(), &noting, known) {
        Ok((read, _)) if digest(&read) == digest(battle) => noting.files.into_inner(),
        Ok(_) | Err(_) => Files::new(),
    }
}

impl Library {
    /// The files of exactly this battle; empty if they have another version by now, or if it is in no file.
    pub fn files_of<S: Battle>(&self, battle: &S) -> Files {
        files_of(battle, self.source(), self.rules())
    }

    /// The battle with which a game began: that of its journal, otherwise that of the library.
    pub(super) fn battle_of<S: Battle>(&self, path: &Path, header: &Header) -> Result<S, JournalError> {
        if header.files.is_empty() {
            return self.battle_of_journal(path, header);
        }
        let read = S::read(&header.scenario, &InMemory(header.files.clone()), self.rules());
        read.map(|(battle, _)| battle).map_err(|faults| JournalError::BattleUnread {
            path: path.to_owned(),
            id: header.scenario.clone(),
            faults,
        })
    }
}
