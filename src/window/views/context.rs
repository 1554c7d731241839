//! The context of a frame's views, with what they leave in passing.

use std::cell::RefCell;

use rulebook::Rulebook;

/// Made for each frame, shared by its views.
#[derive(Debug)]
pub struct ViewContext {
    /// The book for clauses without a rule set: that of the game.
    pub book: &'static Rulebook,
    /// In the order line a number alone is a choice: it cannot mean a piece.
    pub numbers_alone: bool,
    /// The thing that the guide points at: the text of a button, or its beginning.
    lit: Option<String>,
    wanted: RefCell<Option<String>>,
}

impl ViewContext {
    pub const fn new(book: &'static Rulebook, lit: Option<String>) -> Self {
        Self { book, numbers_alone: true, lit, wanted: RefCell::new(None) }
    }

    /// Does the guide point at the thing with this text?
    pub fn is_lit(&self, text: &str) -> bool {
        self.lit.as_ref().is_some_and(|lit| text.starts_with(lit))
    }

    /// Opens the rulebook at a clicked clause.
    pub fn want(&self, clause: &str) {
        self.wanted.replace(Some(clause.to_owned()));
    }

    /// Takes the clause clicked in this frame.
    pub fn take_wanted(&self) -> Option<String> {
        self.wanted.take()
    }
}
