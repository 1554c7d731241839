//! The casebook on hexes: cases of Napoleon at War.
//!
//! Positions are written in the ledger's own shorthand (`F5@2010`); the format is described in `tests/cases/README.md`.

mod ask;
pub mod case;
pub mod position;
pub mod run;
mod sound;

pub use case::{Ask, Case, Expect, Step};
pub use position::{Position, PositionFault, RawPhase, lab_board};
pub use run::{run_case, run_file};

use crate::scenario::HexScenario;

/// Where scenarios on hexes are found by id.
pub type Scenarios<'a> = &'a dyn Fn(&str) -> Result<HexScenario, String>;
