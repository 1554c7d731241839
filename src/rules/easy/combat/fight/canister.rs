//! The dice of canister in close combat.

use serde::{Deserialize, Serialize};

/// The dice of canister in close combat against one stand, with their modifiers.
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
