//! The games of the program: the one list of rule sets. What is handed such a list knows no rule set by name.

#[cfg(test)]
pub mod trial;

use std::sync::Arc;

use crate::casebook::{CaseFault, Cases, rules_of};
use crate::desk::{Game, Library, Of, RuleList, Rules};
use crate::game::{Briefs, Cased};
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::solo::{self, Players, Solo};

/// A rule set with its solo players.
#[derive(Debug)]
pub struct Entry {
    rules: Arc<dyn Rules>,
    players: fn(&mut dyn Game) -> Option<Box<dyn Players>>,
}

impl Entry {
    pub fn of<R: Briefs + Cased + Solo>() -> Self {
        Self { rules: Arc::new(Of::<R>::new()), players: solo::players::<R> }
    }
}

/// Rule sets, the first of which is meant where none is named.
#[derive(Debug)]
pub struct Games(Vec<Entry>);

impl Default for Games {
    fn default() -> Self {
        Self::of_the_program()
    }
}

/// For a library, which reads by them.
impl From<&Games> for RuleList {
    fn from(games: &Games) -> Self {
        games.0.iter().map(|entry| Arc::clone(&entry.rules)).collect()
    }
}

impl Games {
    /// These; at least one.
    pub fn new(first: Entry, others: impl IntoIterator<Item = Entry>) -> Self {
        Self(std::iter::once(first).chain(others).collect())
    }

    /// Those of the program.
    pub fn of_the_program() -> Self {
        Self::new(Entry::of::<Easy>(), [Entry::of::<NapoleonAtWar>()])
    }

    /// All of them, in their order.
    pub fn all(&self) -> impl Iterator<Item = &dyn Rules> {
        self.0.iter().map(|entry| entry.rules.as_ref())
    }

    /// Solo players for a game of one of these rule sets.
    pub fn players(&self, game: &mut dyn Game) -> Option<Box<dyn Players>> {
        self.0.iter().find_map(|entry| (entry.players)(game))
    }

    /// The rule set of this id.
    pub fn of(&self, id: &str) -> Option<&dyn Rules> {
        self.all().find(|rules| rules.id() == id)
    }

    /// Reads a file of cases by the rule set that it names; `file` is its name for faults.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be read, with its place; or a rule set that there is not.
    pub fn cases<'l>(
        &self,
        file: &str,
        text: &str,
        library: &'l Library,
    ) -> Result<Box<dyn Cases + 'l>, CaseFault> {
        let known: Vec<(&str, &dyn Rules)> = self.all().map(|rules| (rules.id(), rules)).collect();
        rules_of(file, text, &known)?.cases(file, text, library)
    }

    /// The one that is meant where none is named.
    pub fn first(&self) -> &dyn Rules {
        self.0[0].rules.as_ref()
    }
}
