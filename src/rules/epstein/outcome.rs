//! The end of a battle (`epstein:w.8`).

use serde::{Deserialize, Serialize};

use scenario::Side;

/// The end of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleOutcome {
    /// `None` for a draw.
    pub winner: Option<Side>,
    /// The reason, as a sentence without its clause.
    pub because: String,
    pub points: [u16; 2],
}
