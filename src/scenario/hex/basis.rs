//! The basis of the values of a counter, if it is a reconstruction that no sheet gives.

use serde::{Deserialize, Serialize};

/// The basis of a value of a unit or a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Basis {
    /// The text of the rules fixes it, or narrows it down.
    Text,
    /// The men and guns that were there.
    History,
    /// Chosen so that a total agrees with the text.
    Fitted,
    /// Without a source.
    Assumed,
}

impl Basis {
    pub const ALL: [Self; 4] = [Self::Text, Self::History, Self::Fitted, Self::Assumed];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::History => "history",
            Self::Fitted => "fitted",
            Self::Assumed => "assumed",
        }
    }

    /// An explanation of it.
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Text => "The text of the rules fixes it, or narrows it down",
            Self::History => "It follows from the men or guns that were there",
            Self::Fitted => "It was chosen so that a total comes out as the text has it",
            Self::Assumed => "Nobody says so: it is a guess",
        }
    }

    /// `text, assumed`; empty if nothing is given.
    pub fn words(of: &[Self]) -> String {
        of.iter().map(|basis| basis.name()).collect::<Vec<_>>().join(", ")
    }
}
