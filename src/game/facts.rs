//! What an order was about, in plain data: whose it was, whom it touched, what kind it was. By this a log is sought.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Spot;

/// What an order was about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Facts {
    /// The turn in which the game is after it.
    pub turn: u8,
    /// It began that turn, or the clock was set to it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// By name: see [`LogKind`].
    pub kinds: BTreeSet<&'static str>,
    /// The id of the side whose order it was; none: the referee's, or both sides'.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// By key: the group that acted, and those of the pieces, to which they belonged before it and after.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub groups: BTreeSet<String>,
    /// By key: everybody whom it touched.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub pieces: BTreeSet<String>,
    /// What of it everybody at the table is told at once, in the order in which it happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub banners: Vec<Banner>,
}

/// Something that is told over the table as it happens.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Banner {
    pub kind: BannerKind,
    /// `14 Foy is lost`.
    pub words: String,
    /// Where it happened; none: off the table, or nobody says where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Spot>,
}

/// What such a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BannerKind {
    /// A stand, a unit or a counter is lost.
    Lost,
    /// Beaten, it goes back in order: told where the rules know no rout.
    Retreat,
    Rout,
    /// A leader is lost.
    Leader,
    /// A place changes hands.
    Objective,
    /// Counters that read alike were put elsewhere.
    Placed,
}

/// A kind of orders, as a log lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogKind {
    /// `moves`.
    pub name: &'static str,
    /// On its switch: `Moves`.
    pub title: &'static str,
    pub tooltip: &'static str,
    /// By these they come to blows.
    pub fights: bool,
}
