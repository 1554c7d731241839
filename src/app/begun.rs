//! A game that has been begun or opened, before it is shown.

use crate::desk::{Game, Library, Notice};

/// A game ready to be shown.
#[derive(Debug)]
pub struct Begun {
    pub library: Library,
    pub game: Box<dyn Game>,
    pub notices: Vec<Notice>,
}
