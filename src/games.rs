//! The games of the program: the one list of rule sets. What is handed such a list knows no rule set by name.

use crate::casebook::{CaseFault, Cases, rules_of};
use crate::desk::{Library, Of, Rules};
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;

/// Rule sets, the first of which is meant where none is named.
#[derive(Debug)]
pub struct Games(Vec<Box<dyn Rules>>);

impl Games {
    /// These; at least one.
    pub fn new(first: Box<dyn Rules>, others: impl IntoIterator<Item = Box<dyn Rules>>) -> Self {
        Self(std::iter::once(first).chain(others).collect())
    }

    /// Those of the program.
    pub fn of_the_program() -> Self {
        Self::new(Box::new(Of::<Easy>::new()), [Box::new(Of::<NapoleonAtWar>::new()) as Box<dyn Rules>])
    }

    /// All of them, in their order.
    pub fn all(&self) -> impl Iterator<Item = &dyn Rules> {
        self.0.iter().map(AsRef::as_ref)
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
        let named = rules_of(text);
        let rules = match &named {
            Some(id) => self.of(id),
            // What is no file of cases at all is told by whoever reads it.
            None => Some(self.first()),
        };
        if let Some(rules) = rules {
            return rules.cases(file, text, library);
        }
        let known: Vec<&str> = self.all().map(Rules::id).collect();
        let (line, column) = text
            .lines()
            .zip(1..)
            .find_map(|(words, line)| Some((line, words.find("rules:")? + 1)))
            .unwrap_or((1, 1));
        let message = format!(
            "there are no rules {} in this program: it has {}",
            named.unwrap_or_default(),
            known.join(", ")
        );
        Err(CaseFault { file: file.to_owned(), line, column, message })
    }

    /// The one that is meant where none is named.
    pub fn first(&self) -> &dyn Rules {
        self.0[0].as_ref()
    }
}
