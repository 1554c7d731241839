//! How a battle has ended (`epstein:w.8`).

use serde::{Deserialize, Serialize};

use scenario::Side;

/// How a battle has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleOutcome {
    /// None: a draw.
    pub winner: Option<Side>,
    /// Why, in a sentence without its clause.
    pub because: String,
    pub points: [u16; 2],
}
