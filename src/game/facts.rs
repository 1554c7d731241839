//! What an order was about, in plain data: its side, the pieces it touched, its kind. A log is searched by this.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Spot;

/// What an order was about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Facts {
    /// The turn of the game after the order.
    pub turn: u8,
    /// Did it begin that turn, or set the clock to it?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// The names of its kinds: see [`LogKind`].
    pub kinds: BTreeSet<&'static str>,
    /// The id of the side that gave the order; `None` for the referee, or for both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The keys of the group that acted, and of the groups of the pieces before and after it.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub groups: BTreeSet<String>,
    /// The keys of all pieces touched.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub pieces: BTreeSet<String>,
    /// The news in it for everybody at the table, in the order in which it happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub banners: Vec<Banner>,
}

/// News shown over the table as it happens.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Banner {
    pub kind: BannerKind,
    /// `14 Foy is lost`.
    pub words: String,
    /// Where it happened; `None` if off the table, or if the place is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Spot>,
}

/// The kind of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BannerKind {
    /// A stand, a unit or a counter is lost.
    Lost,
    /// A beaten piece goes back in order: reported if the rules have no rout.
    Retreat,
    Rout,
    /// A leader is lost.
    Leader,
    /// A place changes hands.
    Objective,
    /// Counters with equal figures were placed elsewhere.
    Placed,
}

/// A kind of orders, as a log lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogKind {
    /// `moves`.
    pub name: &'static str,
    /// The label of its switch: `Moves`.
    pub title: &'static str,
    pub tooltip: &'static str,
    /// Is it a kind of fighting?
    pub fights: bool,
}

impl LogKind {
    /// Acts of the referee, and orders that were let stand: every rule set has it.
    pub const FIATS: Self = Self {
        name: "fiats",
        title: "Fiats",
        tooltip: "What the referee overrode or let stand",
        fights: false,
    };
}
