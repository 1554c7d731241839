//! The games of the program: the one list of rule sets. What is handed such a list knows no rule set by name.

use crate::desk::{Of, Rules};
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

    /// The one that is meant where none is named.
    pub fn first(&self) -> &dyn Rules {
        self.0[0].as_ref()
    }
}
