//! Every order that can be given in Napoleon at War.

use serde::{Deserialize, Serialize};

use game::hex_combats::Formed;
use game::keyed::numbers_in;
use game::{Fiat, Offer, OfferKind};
use hexes::Hex;
use scenario::Side;

use super::combat::table::Column;
use super::roster::UnitId;

/// The attackers and defenders in one combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assault {
    /// Both units in contact and bombarding guns; which of the two a gun is depends on its position (`naw:8.11`, `naw:8.41`).
    /// Sorted.
    pub attackers: Vec<UnitId>,
    /// Sorted.
    pub defenders: Vec<UnitId>,
    /// The column that the attacker chooses instead of the computed one (`naw:7.9`).
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

/// An order. Its serde form is the one in version 1 journals and must not change ([`super::journal_v1`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Two units of equal strength, movement and type change places before turn 1 (`naw:3.0`).
    Interchange { one: UnitId, other: UnitId },
    /// Set-up is done; turn 1 begins.
    Begin,
    /// A unit moves hex by hex (`naw:5.0`); the path does not include its present hex. For a reinforcement the first hex is
    /// where it enters (`naw:14.6`).
    Move { unit: UnitId, path: Vec<Hex> },
    /// A confirmed move is taken back: with the other side's consent, or without it while hexes are shared
    /// (`naw:5.17`, `naw:5.32`).
    TakeBack { unit: UnitId, consent: Option<Side> },
    /// Movement is over (`naw:4.1.A`).
    EndMovement,
    /// The phase returns to movement, before the first die of the combat phase (`naw:5.14`).
    Reopen,
    /// The French announce their counterattack (`naw:15.2`).
    Counterattack,
    /// All combats of the phase at once, if they have to be declared (`naw:7.0`, option `declaration`).
    Declare { assaults: Vec<Assault> },
    /// One combat: the die is rolled (`naw:7.0`).
    Attack(Assault),
    /// What the attacker loses in an exchange (`naw:7.6-ex`).
    Exchange { lost: Vec<UnitId> },
    /// A unit retreats to the first hex. A friend in that hex is displaced to the second, and so on (`naw:7.82`). A bombarding
    /// unit may choose to retreat (`naw:8.15`).
    Retreat { unit: UnitId, way: Vec<Hex> },
    /// A victorious unit enters a hex vacated in the combat (`naw:7.74`).
    Advance { unit: UnitId, to: Hex },
    /// No advance, or no bombarding unit chooses to retreat (`naw:7.74`, `naw:8.15`).
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
    /// Moves, and the exchange of places before turn 1.
    Moves,
    Combats,
    /// Starts and ends of phases.
    Phases,
    Fiats,
}

impl Order {
    /// The order's family.
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

    /// The combat that the order fights.
    pub fn attack(&self) -> Option<&Assault> {
        match self {
            Self::Attack(assault) => Some(assault),
            _ => None,
        }
    }

    /// The unit that moves by this order, and the hexes of its path. The path is empty for a beaten unit that has none.
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

    /// The same order; if a unit moves by it, the path ends at this hex.
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

    /// The other side, if it has consented.
    pub fn consent(&self) -> Option<Side> {
        match self {
            Self::TakeBack { consent, .. } => *consent,
            _ => None,
        }
    }

    /// The units named in the order.
    pub fn units(&self) -> Vec<UnitId> {
        numbers_in(self, "UnitId")
    }
}

/// What a fiat can do here. Units by key: `f44`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HexAct {
    /// Put the unit there, wherever it is now.
    Place {
        unit: String,
        hex: Hex,
    },
    /// Change its strength points.
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
    /// Change this option from now on, if it can change during a game.
    Option {
        id: String,
        value: String,
    },
}

/// The kinds of offers for these orders, in the order of a turn, each with its verb.
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
