//! The combat phase (`naw:7.0` to `naw:8.52`): who owes what, combats, results, retreats, advances.

pub mod table;

use serde::Serialize;

pub use table::{Column, CombatResult};

/// The combat phase as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CombatPhase {
    /// A die has been thrown, or the counterattack announced (`naw:5.14`, `naw:15.2`).
    pub begun: bool,
}
