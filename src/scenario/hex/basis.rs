//! What the values of a counter rest on, where it is a reconstruction and no sheet says them.

use serde::{Deserialize, Serialize};

/// What a value of a unit or a leader rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Basis {
    /// The text of the rules fixes it, or narrows it down.
    Text,
    /// The men and guns who were there.
    History,
    /// Chosen so that a total comes out as the text has it.
    Fitted,
    /// Nobody says so.
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

    /// What is meant by it, for whoever asks.
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Text => "The text of the rules fixes it, or narrows it down",
            Self::History => "It follows from the men or guns that were there",
            Self::Fitted => "It was chosen so that a total comes out as the text has it",
            Self::Assumed => "Nobody says so: it is a guess",
        }
    }

    /// `text, assumed`; empty where nothing is said.
    pub fn words(of: &[Self]) -> String {
        of.iter().map(|basis| basis.name()).collect::<Vec<_>>().join(", ")
    }
}
