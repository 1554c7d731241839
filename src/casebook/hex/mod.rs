//! The casebook on hexes: cases of Napoleon at War.
//!
//! Positions are written in the ledger's own shorthand (`F5@2010`); the format is described in `tests/cases/README.md`.

mod ask;
pub mod case;
pub mod run;

pub use case::{Ask, Case, Expect, Step};
pub use run::{run_case, run_file};
