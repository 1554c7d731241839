//! What is changed by a roster, whatever the battle is fought on.

use super::super::draft::Drafted;
use super::super::{KnownRules, Side};
use super::Column;
use super::recruit::Recruit;
use super::sheet::Sheet;
use drawing::ArmyColour;

/// A battle in the making that is changed by its roster.
pub trait Rostered: Drafted<Edit: From<RosterEdit>> {
    /// Its roster as it stands; without columns where its rules have none.
    fn sheet(&self, known: &dyn KnownRules) -> Sheet;
}

/// One change of a roster. Rows go by the ids of stands, units and counters.
#[derive(Clone, Debug, PartialEq)]
pub enum RosterEdit {
    /// What is said for one cell of a row; none: nothing, so that it is as usual.
    Cell {
        piece: String,
        column: Column,
        said: Option<String>,
    },
    /// New rows, each in the command of its name, which is made where there is none.
    Muster(Vec<Recruit>),
    /// Each of these once more, after the last of them, not deployed.
    Copy {
        pieces: Vec<String>,
    },
    /// These come into the command of this name on this side, which is made where there is none; before another piece there, none:
    /// as its last.
    Assign {
        pieces: Vec<String>,
        side: Side,
        command: String,
        before: Option<String>,
    },
    /// Is struck from its army.
    Remove {
        piece: String,
    },
    SideName(Side, String),
    /// The colour of a side's blocks or counters.
    Colour(Side, ArmyColour),
    /// Another name for the command of this row: all who are in it stay, and so does the one that it is under.
    CommandName {
        piece: String,
        name: String,
    },
    /// All of these or none, as one step.
    Several(Vec<RosterEdit>),
}

impl RosterEdit {
    /// What it changes, for edits that follow each other in one movement of the hand; none: it is a step of its own.
    pub fn joins(&self) -> Option<String> {
        match self {
            Self::Cell { piece, column, .. } => Some(format!("{} of {piece}", column.field)),
            Self::SideName(side, _) => Some(format!("side {}", side.0)),
            Self::CommandName { piece, .. } => Some(format!("command of {piece}")),
            Self::Several(edits) => {
                Some(edits.iter().map(Self::joins).collect::<Option<Vec<_>>>()?.join(", "))
            }
            Self::Muster(_)
            | Self::Copy { .. }
            | Self::Assign { .. }
            | Self::Remove { .. }
            | Self::Colour(..) => None,
        }
    }
}
