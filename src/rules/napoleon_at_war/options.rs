//! The options of Napoleon at War (the ledger's Options table), read once when a game begins.

use crate::rules::options::OptionSpec;

/// Every option.
pub const SPECS: &[OptionSpec] = &[];

/// The options in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {}
