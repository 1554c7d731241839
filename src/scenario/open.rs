//! Opening the file of a battle, which is one on the open table or one on hexes.

use super::check::{HEX_RULES, TABLE_RULES};
use super::shipped::SCENARIOS;
use crate::data::{Document, Fault, Source, open, path_of};

/// Where a battle is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Table,
    Hexes,
}

impl Space {
    /// The rule sets of this space.
    const fn rules(self) -> [&'static str; 2] {
        match self {
            Self::Table => TABLE_RULES,
            Self::Hexes => HEX_RULES,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Table => "on the open table",
            Self::Hexes => "on hexes",
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Table => Self::Hexes,
            Self::Hexes => Self::Table,
        }
    }
}

/// The file of a scenario in this space.
pub(super) fn scenario(
    id: &str,
    space: Space,
    source: &dyn Source,
    faults: &mut Vec<Fault>,
) -> Option<Document> {
    let absent =
        |help| Fault::of_file(&path_of(SCENARIOS, id), format!("there is no scenario \"{id}\""), help);
    let document = open(SCENARIOS, id, source, faults, absent)?;
    let other = space.other();
    if let Some(rules) = document.text_of("rules").filter(|rules| other.rules().contains(&rules.as_str())) {
        faults.push(document.root().field("rules").fault(
            format!("\"{id}\" is a battle {}, by the rules \"{rules}\"", other.words()),
            format!("for a battle {} write {}", space.words(), space.rules().join(" or ")),
        ));
        return None;
    }
    Some(document)
}
