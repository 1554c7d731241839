//! The casebook: position, orders and dice, and the ruling that is expected.
//!
//! The format is described in `tests/cases/README.md`. Cases run through the same `judge` as the game.

pub mod ask;
pub mod case;
pub mod coverage;
pub mod file;
pub mod hex;
pub mod run;
pub mod shipped;

pub use case::{Ask, Case, CaseStep, Expect};
pub use coverage::{Coverage, coverage};
pub use file::{AnyCaseFile, CaseFault, CaseFile, Cited, Starts, parse, parse_any};
pub use run::{Failure, Report, run_case, run_file};
pub use shipped::{ShippedCase, shipped_cases, shipped_files};
