//! The rule set by its name: what it does lies above those who judge, so that each of them can name it.

/// The rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CasusBelli;
