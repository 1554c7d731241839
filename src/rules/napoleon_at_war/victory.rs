//! Victory (`naw:16.0` to `naw:16.4`).

use serde::{Deserialize, Serialize};

use crate::scenario::Side;

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// None: a draw.
    pub winner: Option<Side>,
    /// Strength points lost by side.
    pub lost: [u32; 2],
    /// Which of the four conditions hold, and which clause decides, in words.
    pub because: String,
}
