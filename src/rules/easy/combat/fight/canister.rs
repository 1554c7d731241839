//! Canister in close combat: what its dice are worth.
//!
//! Clauses: `easy:III.F.2`, `easy:VI.G.1`.

use serde::{Deserialize, Serialize};

/// Canister in close combat: what its dice are worth against one stand, and what modifies them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Canister {
    pub worth: Vec<u8>,
    pub poor: bool,
    pub counter: bool,
    pub cover: bool,
    /// At infantry in squares (`easy:VI.G.1`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub square: bool,
}
