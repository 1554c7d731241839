//! Causes of lost strength.

use serde::{Deserialize, Serialize};

/// The cause of lost strength points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cause {
    /// Artillery fire (`easy:II.D-roll`).
    Fire,
    /// Close combat, including opening fire and canister in it (`easy:III.B.2`).
    Combat,
    /// No way to retreat (`easy:III.D.4`).
    BlockedRetreat,
    /// No way to rout (`easy:III.D.5`).
    BlockedRout,
    /// A general without troops to hide behind (`easy:III.C.2`).
    NoRefuge,
    /// Squares that failed (`easy:VI.G.3`).
    Squares,
    Fiat,
}
