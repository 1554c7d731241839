//! The combat phase (`naw:7.0` to `naw:8.52`): who owes what, combats, results, retreats, advances.

use serde::{Deserialize, Serialize};

/// A column of the combat table, from 1-5 to 6-1 (`naw:7.6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Column {
    #[serde(rename = "1-5")]
    OneToFive,
    #[serde(rename = "1-4")]
    OneToFour,
    #[serde(rename = "1-3")]
    OneToThree,
    #[serde(rename = "1-2")]
    OneToTwo,
    #[serde(rename = "1-1")]
    OneToOne,
    #[serde(rename = "2-1")]
    TwoToOne,
    #[serde(rename = "3-1")]
    ThreeToOne,
    #[serde(rename = "4-1")]
    FourToOne,
    #[serde(rename = "5-1")]
    FiveToOne,
    #[serde(rename = "6-1")]
    SixToOne,
}

/// The combat phase as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CombatPhase {
    /// A die has been thrown, or the counterattack announced (`naw:5.14`, `naw:15.2`).
    pub begun: bool,
}
