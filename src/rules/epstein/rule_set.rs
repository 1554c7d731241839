//! The name of the rule set, below the modules that judge, so that each of them can use it; its implementation is above them.

/// The rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epstein;
