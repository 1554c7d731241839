//! The casebook: position, orders and dice, and the ruling that is expected.
//!
//! The format is described in `tests/cases/README.md`. Cases run through the same `judge` as the game; what they can expect and ask
//! is their rule set's ([`game::CaseRules`]).

pub mod case;
pub mod coverage;
pub mod expect;
pub mod file;
pub mod run;
pub mod scene;
pub mod shipped;

pub use case::{Case, CaseFile, Cited, Step};
pub use coverage::{Coverage, coverage};
pub use expect::{Any, Expect};
pub use file::{Book, CaseFault, Cases, NoOdds, Weighed, parse, rules_of};
pub use run::{Failure, Report, run_case, run_file};
pub use scene::CaseScene;
pub use shipped::{ShippedCase, shipped_cases, shipped_files};
