//! A game that has been begun or opened, before it is shown.

use desk::{Game, Library, Notice};

/// A game ready to be shown.
#[derive(Debug)]
pub struct Begun {
    pub library: Library,
    pub game: Box<dyn Game>,
    pub notices: Vec<Notice>,
}

/// How a game goes on as soon as it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    #[default]
    Refereed,
    /// With the lessons of the guided first turn.
    Guided,
    /// By solo players, before the referee's eyes.
    FoughtOut,
}

/// What is played from the next frame on.
#[derive(Debug)]
pub struct Next {
    pub begun: Begun,
    pub then: Then,
}

impl From<Begun> for Next {
    fn from(begun: Begun) -> Self {
        Self { begun, then: Then::default() }
    }
}
