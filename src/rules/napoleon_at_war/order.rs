//! Every order that can be given in Napoleon at War.

use serde::{Deserialize, Serialize};

use game::hex_combats::Formed;
use game::keyed::numbers_in;
use game::{Fiat, Offer, OfferKind};
use hexes::Hex;
use scenario::Side;

use super::combat::table::Column;
use super::roster::UnitId;

/// Who attacks whom in one combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assault {
    /// Units in contact and bombarding guns alike: which a gun is, its place says (`naw:8.11`, `naw:8.41`). Sorted.
    pub attackers: Vec<UnitId>,
    /// Sorted.
    pub defenders: Vec<UnitId>,
    /// The column that the attacker names instead of the computed one (`naw:7.9`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowered: Option<Column>,
}

impl Assault {
    /// The order for a combat that is well formed.
    pub fn of(formed: &Formed) -> Self {
        Self { attackers: formed.used().to_vec(), defenders: formed.defenders.clone(), lowered: None }
    }

    /// Puts those it names in their order.
    pub fn sort(&mut self) {
        self.attackers.sort_unstable();
        self.defenders.sort_unstable();
    }
}

/// An order. What serde makes of it is how journals of version 1 have it, and stays so ([`super::journal_v1`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Two units of equal strength, movement and type change places before turn 1 (`naw:3.0`).
    Interchange { one: UnitId, other: UnitId },
    /// Set-up is done; turn 1 begins.
    Begin,
    /// A unit moves hex by hex (`naw:5.0`); the path leaves out where it stands. Of a reinforcement the first hex is where
    /// it enters (`naw:14.6`).
    Move { unit: UnitId, path: Vec<Hex> },
    /// A confirmed move is taken back: with the other side's consent, or without it while hexes are shared
    /// (`naw:5.17`, `naw:5.32`).
    TakeBack { unit: UnitId, consent: Option<Side> },
    /// Movement is over (`naw:4.1.A`).
    EndMovement,
    /// Movement goes on after all, before the first die of the combat phase (`naw:5.14`).
    Reopen,
    /// The French announce their counterattack (`naw:15.2`).
    Counterattack,
    /// All combats of the phase at once, where they have to be declared (`naw:7.0`, option `declaration`).
    Declare { assaults: Vec<Assault> },
    /// One combat: the die is thrown (`naw:7.0`).
    Attack(Assault),
    /// What the attacker loses in an exchange (`naw:7.6-ex`).
    Exchange { lost: Vec<UnitId> },
    /// A unit retreats to the first hex. Where a friend stands there it is displaced to the second, and so on (`naw:7.82`).
    /// A bombarder may choose to (`naw:8.15`).
    Retreat { unit: UnitId, way: Vec<Hex> },
    /// A victorious unit enters a hex that the combat has emptied (`naw:7.74`).
    Advance { unit: UnitId, to: Hex },
    /// No advance, or no bombarder retreats of its own will (`naw:7.74`, `naw:8.15`).
    Decline,
    /// The combat phase is over (`naw:4.1.B`).
    EndCombat,
    /// The referee overrides.
    Fiat(Fiat<HexAct>),
}

/// An order that is offered by itself.
pub fn offer(order: Order, kind: &'static str, words: impl Into<String>) -> Offer<Order> {
    Offer { order, kind, words: words.into(), family: false }
}

/// What an order is about, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Moves, and the exchange of places before them.
    Moves,
    Combats,
    /// Beginnings and ends of phases.
    Phases,
    Fiats,
}

impl Order {
    /// What it is about.
    pub fn family(&self) -> Family {
        match self {
            Self::Interchange { .. } | Self::Move { .. } | Self::TakeBack { .. } => Family::Moves,
            Self::Counterattack
            | Self::Declare { .. }
            | Self::Attack(_)
            | Self::Exchange { .. }
            | Self::Retreat { .. }
            | Self::Advance { .. }
            | Self::Decline => Family::Combats,
            Self::Begin | Self::EndMovement | Self::Reopen | Self::EndCombat => Family::Phases,
            Self::Fiat(_) => Family::Fiats,
        }
    }

    /// The combat that it fights.
    pub fn attack(&self) -> Option<&Assault> {
        match self {
            Self::Attack(assault) => Some(assault),
            _ => None,
        }
    }

    /// Who goes by it, and the hexes of the way; a beaten unit without one goes nowhere.
    pub fn goes(&self) -> Option<(UnitId, &[Hex])> {
        match self {
            Self::Move { unit, path: way } | Self::Retreat { unit, way } => Some((*unit, way)),
            Self::Advance { unit, to } => Some((*unit, std::slice::from_ref(to))),
            Self::Interchange { .. }
            | Self::Begin
            | Self::TakeBack { .. }
            | Self::EndMovement
            | Self::Reopen
            | Self::Counterattack
            | Self::Declare { .. }
            | Self::Attack(_)
            | Self::Exchange { .. }
            | Self::Decline
            | Self::EndCombat
            | Self::Fiat(_) => None,
        }
    }

    /// The same; where somebody goes by it, to this hex and no farther.
    #[must_use]
    pub fn to(mut self, hex: Hex) -> Self {
        match &mut self {
            Self::Move { path: way, .. } | Self::Retreat { way, .. } => *way = vec![hex],
            Self::Advance { to, .. } => *to = hex,
            Self::Interchange { .. }
            | Self::Begin
            | Self::TakeBack { .. }
            | Self::EndMovement
            | Self::Reopen
            | Self::Counterattack
            | Self::Declare { .. }
            | Self::Attack(_)
            | Self::Exchange { .. }
            | Self::Decline
            | Self::EndCombat
            | Self::Fiat(_) => {}
        }
        self
    }

    /// The other side, where it has consented.
    pub fn consent(&self) -> Option<Side> {
        match self {
            Self::TakeBack { consent, .. } => *consent,
            _ => None,
        }
    }

    /// The units that it names.
    pub fn units(&self) -> Vec<UnitId> {
        numbers_in(self, "UnitId")
    }
}

/// What a fiat can do here. Units by key: `f44`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HexAct {
    /// Put the unit there, from wherever it is.
    Place {
        unit: String,
        hex: Hex,
    },
    /// Give it other strength points.
    Strength {
        unit: String,
        points: u8,
    },
    Remove {
        unit: String,
    },
    Turn {
        turn: u8,
    },
    /// From now on this option has this value, where it can change in a game that has begun.
    Option {
        id: String,
        value: String,
    },
}

/// The kinds that offers of these orders have, in the order of a turn, each with its verb.
pub const OFFER_KINDS: &[OfferKind] = &[
    OfferKind::new("interchange", &["Interchange"]),
    OfferKind::new("begin", &["Begin"]),
    OfferKind::new("move", &["Move"]),
    OfferKind::new("enter", &["Move"]),
    OfferKind::new("take-back", &["TakeBack"]),
    OfferKind::new("end-movement", &["EndMovement"]),
    OfferKind::new("reopen", &["Reopen"]),
    OfferKind::new("counterattack", &["Counterattack"]),
    OfferKind::new("declare", &["Declare"]),
    OfferKind::new("attack", &["Attack"]),
    OfferKind::new("exchange", &["Exchange"]),
    OfferKind::owed("retreat", &["Retreat"]),
    OfferKind::new("advance", &["Advance"]),
    OfferKind::new("decline", &["Decline"]),
    OfferKind::new("end-combat", &["EndCombat"]),
];
