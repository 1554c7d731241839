//! What the views of a frame read by besides their models, and what they leave in passing.

use std::cell::RefCell;

use rulebook::Rulebook;

/// Made anew for each frame, shared by its views.
#[derive(Debug)]
pub struct ViewContext {
    /// Clauses without their rule set are those of this book: that of the game.
    pub book: &'static Rulebook,
    /// In the order line a number alone is a choice: no piece could be meant.
    pub numbers_alone: bool,
    /// What the guide speaks of: the text of a button, or the beginning of it.
    lit: Option<String>,
    wanted: RefCell<Option<String>>,
}

impl ViewContext {
    pub const fn new(book: &'static Rulebook, lit: Option<String>) -> Self {
        Self { book, numbers_alone: true, lit, wanted: RefCell::new(None) }
    }

    /// Does the guide speak of what has this text?
    pub fn is_lit(&self, text: &str) -> bool {
        self.lit.as_ref().is_some_and(|lit| text.starts_with(lit))
    }

    /// A clause was clicked, which the rulebook is to be opened at.
    pub fn want(&self, clause: &str) {
        self.wanted.replace(Some(clause.to_owned()));
    }

    /// The clause that was clicked in this frame.
    pub fn take_wanted(&self) -> Option<String> {
        self.wanted.take()
    }
}
