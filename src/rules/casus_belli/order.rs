//! Every order of 1800. Pieces are numbered; spelled orders name them by key ([`super::spelling`]).

use serde::{Deserialize, Serialize};

use game::hex_combats::Formed;
use game::keyed::numbers_in;
use game::{Fiat, Offer, OfferKind};
use hexes::Hex;

use super::combat::table::Column;
use super::roster::{LeaderId, PieceId, UnitId};

/// The participants of one combat (`cb:7a4`).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assault {
    /// Units in contact and bombarding guns alike: a gun's place decides which it is (`cb:9b`, `cb:9d`). Sorted.
    pub by: Vec<UnitId>,
    /// Sorted.
    pub on: Vec<UnitId>,
    /// A lower column that the attacker takes instead of the computed one (`cb:7c3`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowered: Option<Column>,
    /// The leaders that add their bonus (`cb:11b`). Sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
}

impl Assault {
    /// The order for a combat that is well formed.
    pub fn of(formed: &Formed) -> Self {
        Self { by: formed.used().to_vec(), on: formed.defenders.clone(), ..Self::default() }
    }
}

/// A step back of a unit that is beaten, routed or out of command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Withdrawal {
    pub unit: UnitId,
    /// Hex by hex, possibly only a part; the rest of the retreat is asked for. Empty if it has no path, and is eliminated
    /// (`cb:8a2`).
    pub way: Vec<Hex>,
    /// The new hexes of displaced units (`cb:8a3`): the unit in the last hex of the path goes to the first of these, the unit
    /// there to the next. Empty if nobody is displaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<Hex>,
    /// Leaders who come along with the unit or with a displaced one (`cb:11c`). Sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<LeaderId>,
    /// The neighbouring hex in front of it afterwards, if facing is played (`cb:15a5`); `None` keeps the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Hex>,
}

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Sets up a counter in another hex before turn 1 (`cb:2A`, option `setup`).
    Deploy { piece: PieceId, hex: Hex },
    /// Turns a unit in place (`cb:15a1`, `cb:15a3`, `cb:15a6`). `towards`: the neighbouring hex in front of it.
    Face { unit: UnitId, towards: Hex },
    /// Set-up is done; turn 1 begins (`cb:2C`).
    Begin,
    /// A unit is named as acting commander of its corps (`cb:11f`).
    Name { unit: UnitId },
    /// The leader of a corps takes over the army as well (`cb:11f`).
    Promote { leader: LeaderId },
    /// Puts a unit under this commander for the player turn: a leader, or an acting unit (`cb:10b`, `cb:10f`).
    Attach { unit: UnitId, to: PieceId },
    /// Puts a unit under its own corps only (`cb:10b`).
    Release { unit: UnitId },
    /// Declares a charge (`cb:7f1`). The target may be any piece; those that are no units are refused (`cb:7f3`).
    Charge { unit: UnitId, target: PieceId },
    /// A charge is called off before anybody has moved (`cb:7f1`).
    CallOff { unit: UnitId },
    /// Ends the command step; movement begins (`cb:2D`).
    EndCommand,
    /// Moves a piece hex by hex (`cb:3c`), without its own hex. For a reinforcement the first hex is its entry (`cb:4b`).
    /// `faces`: the neighbouring hex in front of it in the end, if facing is played (`cb:15a3`).
    Move {
        piece: PieceId,
        path: Vec<Hex>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Hex>,
    },
    /// A piece leaves the map by this path to an edge hex, empty if it is on one (`cb:3h`).
    Exit { piece: PieceId, path: Vec<Hex> },
    /// Movement is over (`cb:2D`).
    EndMovement,
    /// One combat: the die is thrown (`cb:7c1`).
    Attack(Assault),
    /// A unit retreats (`cb:8a1`), or withdraws (`cb:10e`).
    Retreat(Withdrawal),
    /// A victorious unit enters a hex that the combat has emptied (`cb:8B`).
    Advance { unit: UnitId, to: Hex },
    /// Declines an advance, a ranged battery's retreat, or a second hex of a withdrawal (`cb:8B`, `cb:9d`, `cb:10e`).
    Decline,
    /// The combat phase is over (`cb:2D`).
    EndCombat,
    /// A commander reorganises a routed unit: a leader, or an acting unit (`cb:12b`).
    Rally { unit: UnitId, by: PieceId },
    /// The player turn is over (`cb:2D`).
    EndTurn,
    /// A leader who was not captured goes to this hex (`cb:11e`).
    Relocate { leader: LeaderId, hex: Hex },
    /// An act of the referee.
    Fiat(Fiat<Act>),
}

/// An offer of a single order.
pub fn offer(order: Order, kind: &'static str, words: impl Into<String>) -> Offer<Order> {
    Offer { order, kind, words: words.into(), family: false }
}

/// The acts of a fiat. Pieces by key: `f-44`, `lannes`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    /// Puts the piece there, from anywhere.
    Place {
        piece: String,
        hex: Hex,
    },
    /// Give a unit other strength points.
    Strength {
        unit: String,
        points: u8,
    },
    /// Rout a unit, or reorganise it.
    Rout {
        unit: String,
        routed: bool,
    },
    /// Take a piece off; it counts as eliminated.
    Remove {
        piece: String,
    },
    /// Gives a side possession of the place with this id.
    Possess {
        place: String,
        side: String,
    },
    /// Gives a side additional victory points, or takes some away.
    Points {
        side: String,
        points: i16,
    },
    Turn {
        turn: u8,
    },
    /// Sets this option to this value.
    Option {
        id: String,
        value: String,
    },
}

/// The subject of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Moves, and set-up before them.
    Moves,
    /// Commands, charges, reorganisation.
    Commands,
    Combats,
    /// Beginnings and ends of phases.
    Phases,
    Fiats,
}

impl Order {
    /// The subject of the order.
    pub fn family(&self) -> Family {
        match self {
            Self::Deploy { .. }
            | Self::Face { .. }
            | Self::Move { .. }
            | Self::Exit { .. }
            | Self::Relocate { .. } => Family::Moves,
            Self::Name { .. }
            | Self::Promote { .. }
            | Self::Attach { .. }
            | Self::Release { .. }
            | Self::Charge { .. }
            | Self::CallOff { .. }
            | Self::Rally { .. } => Family::Commands,
            Self::Attack(_) | Self::Retreat(_) | Self::Advance { .. } | Self::Decline => Family::Combats,
            Self::Begin | Self::EndCommand | Self::EndMovement | Self::EndCombat | Self::EndTurn => {
                Family::Phases
            }
            Self::Fiat(_) => Family::Fiats,
        }
    }

    /// Its combat.
    pub fn attack(&self) -> Option<&Assault> {
        if let Self::Attack(assault) = self { Some(assault) } else { None }
    }

    /// The charging unit and its target.
    pub fn charge(&self) -> Option<(UnitId, PieceId)> {
        if let Self::Charge { unit, target } = self { Some((*unit, *target)) } else { None }
    }

    /// The unit and its new commander.
    pub fn attach(&self) -> Option<(UnitId, PieceId)> {
        if let Self::Attach { unit, to } = self { Some((*unit, *to)) } else { None }
    }

    /// The released unit.
    pub fn release(&self) -> Option<UnitId> {
        if let Self::Release { unit } = self { Some(*unit) } else { None }
    }

    /// The retreat of a unit.
    pub fn retreat(&self) -> Option<&Withdrawal> {
        if let Self::Retreat(back) = self { Some(back) } else { None }
    }

    /// The advancing unit and its hex.
    pub fn advance(&self) -> Option<(UnitId, Hex)> {
        if let Self::Advance { unit, to } = self { Some((*unit, *to)) } else { None }
    }

    /// The routed unit and its commander.
    pub fn rally(&self) -> Option<(UnitId, PieceId)> {
        if let Self::Rally { unit, by } = self { Some((*unit, *by)) } else { None }
    }

    /// The new hex of a leader who was not captured.
    pub fn relocate(&self) -> Option<(LeaderId, Hex)> {
        if let Self::Relocate { leader, hex } = self { Some((*leader, *hex)) } else { None }
    }

    /// The units that it names.
    pub fn units(&self) -> Vec<UnitId> {
        numbers_in(self, "UnitId")
    }

    /// The leaders that it names as such.
    pub fn leaders(&self) -> Vec<LeaderId> {
        numbers_in(self, "LeaderId")
    }

    /// The units and leaders that it names as pieces.
    pub fn pieces(&self) -> Vec<PieceId> {
        numbers_in(self, "PieceId")
    }
}

/// The kinds of offers for these orders, in the order of a turn, each with its verbs.
pub const OFFER_KINDS: &[OfferKind] = &[
    OfferKind::new("deploy", &["Deploy"]),
    OfferKind::new("face", &["Face"]),
    OfferKind::new("begin", &["Begin"]),
    OfferKind::new("name", &["Name"]),
    OfferKind::new("promote", &["Promote"]),
    OfferKind::new("attach", &["Attach"]),
    OfferKind::new("release", &["Release"]),
    OfferKind::new("charge", &["Charge"]),
    OfferKind::new("call-off", &["CallOff"]),
    OfferKind::new("end-command", &["EndCommand"]),
    OfferKind::new("move", &["Move"]),
    OfferKind::new("enter", &["Move"]),
    OfferKind::new("run", &["Move"]),
    OfferKind::new("exit", &["Exit"]),
    OfferKind::new("end-movement", &["EndMovement"]),
    OfferKind::new("attack", &["Attack"]),
    OfferKind::owed("retreat", &["Retreat"]),
    OfferKind::new("advance", &["Advance"]),
    OfferKind::new("decline", &["Decline"]),
    OfferKind::new("end-combat", &["EndCombat"]),
    OfferKind::new("rally", &["Rally"]),
    OfferKind::new("end-turn", &["EndTurn"]),
    OfferKind::new("relocate", &["Relocate"]),
];
