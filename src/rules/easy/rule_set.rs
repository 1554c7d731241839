//! The rule set's type. Its implementation is in higher modules, so that all judging modules can refer to the type.

/// The rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Easy;
