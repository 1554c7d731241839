//! Refusals of Napoleon at War: the ledger's codes with their facts.

use serde::Serialize;

use game::{HexRefusal, RefusalCode};

/// Why an order was refused.
pub type Refusal = HexRefusal<Code>;

/// The ledger's codes, and those of orders that fit none there. When several fit, the first clause by number is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    WrongUnit,
    GameOver,
    NotPhasing,
    WrongPhase,
    CombatOwed,
    EnemyOccupied,
    EzocExit,
    EzocStop,
    CombatBegun,
    TooFewMp,
    NotAdjacent,
    AlreadyMoved,
    River,
    Closed,
    Stacked,
    OffMap,
    LeavesUnattacked,
    LeavesIdle,
    AlreadyAttacked,
    AlreadyFought,
    /// Several against several where not all touch all (`naw:7.22`).
    NotComplete,
    ExcessLoss,
    TooLittle,
    Ezoc,
    Occupied,
    VacantFirst,
    TooLate,
    OneAdvance,
    NotLower,
    NotInEdition,
    NotAr,
    OutOfRange,
    SingleTarget,
    Blocked,
    GunInContact,
    DisplacedGun,
    Night,
    NightEzoc,
    NotDue,
    NoneDue,
    EntryBlocked,
    /// A reinforcement that may not be held back (`naw:14.0`, option `reinforcement-delay`).
    MustEnter,
    Gt1Ezoc,
    TooEarly,
    AlreadyUsed,
    /// Nothing asks for this order now: no retreat, exchange or advance is open for this unit.
    NotOwed,
    /// No such unit or hex, or a unit that is not on the map.
    NoSuchUnit,
    NoSuchHex,
    /// An order with nothing in it, or the same thing twice.
    BadOrder,
}

impl RefusalCode for Code {
    /// As the ledger writes it.
    fn name(self) -> &'static str {
        match self {
            Self::WrongUnit => "wrong-unit",
            Self::GameOver => "game-over",
            Self::NotPhasing => "not-phasing",
            Self::WrongPhase => "wrong-phase",
            Self::CombatOwed => "combat-owed",
            Self::EnemyOccupied => "enemy-occupied",
            Self::EzocExit => "ezoc-exit",
            Self::EzocStop => "ezoc-stop",
            Self::CombatBegun => "combat-begun",
            Self::TooFewMp => "too-few-mp",
            Self::NotAdjacent => "not-adjacent",
            Self::AlreadyMoved => "already-moved",
            Self::River => "river",
            Self::Closed => "closed",
            Self::Stacked => "stacked",
            Self::OffMap => "off-map",
            Self::LeavesUnattacked => "leaves-unattacked",
            Self::LeavesIdle => "leaves-idle",
            Self::AlreadyAttacked => "already-attacked",
            Self::AlreadyFought => "already-fought",
            Self::NotComplete => "not-complete",
            Self::ExcessLoss => "excess-loss",
            Self::TooLittle => "too-little",
            Self::Ezoc => "ezoc",
            Self::Occupied => "occupied",
            Self::VacantFirst => "vacant-first",
            Self::TooLate => "too-late",
            Self::OneAdvance => "one-advance",
            Self::NotLower => "not-lower",
            Self::NotInEdition => "not-in-edition",
            Self::NotAr => "not-ar",
            Self::OutOfRange => "out-of-range",
            Self::SingleTarget => "single-target",
            Self::Blocked => "blocked",
            Self::GunInContact => "gun-in-contact",
            Self::DisplacedGun => "displaced-gun",
            Self::Night => "night",
            Self::NightEzoc => "night-ezoc",
            Self::NotDue => "not-due",
            Self::NoneDue => "none-due",
            Self::EntryBlocked => "entry-blocked",
            Self::MustEnter => "must-enter",
            Self::Gt1Ezoc => "gt1-ezoc",
            Self::TooEarly => "too-early",
            Self::AlreadyUsed => "already-used",
            Self::NotOwed => "not-owed",
            Self::NoSuchUnit => "no-such-unit",
            Self::NoSuchHex => "no-such-hex",
            Self::BadOrder => "bad-order",
        }
    }
}
