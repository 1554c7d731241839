//! A game that has been started or opened, before it is shown.

use desk::{Game, Library, Notice};
use game::minds::SoloPlayer;

/// A game ready to be shown.
#[derive(Debug)]
pub struct OpenedGame {
    pub library: Library,
    pub game: Box<dyn Game>,
    pub notices: Vec<Notice>,
}

/// What happens as soon as the game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    #[default]
    Refereed,
    /// With the lessons of the guided first turn.
    Guided,
    /// Solo players fight it, and the referee watches.
    FoughtOut,
    /// The program plays these sides, each by this player; `None`: people do.
    Opposed([Option<SoloPlayer>; 2]),
    /// With its report.
    Reported,
}

/// The game to play from the next frame on.
#[derive(Debug)]
pub struct Next {
    pub begun: OpenedGame,
    pub then: Then,
}

impl From<OpenedGame> for Next {
    fn from(begun: OpenedGame) -> Self {
        Self { begun, then: Then::default() }
    }
}
