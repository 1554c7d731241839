//! Refusals in Napoleon at War, with the ledger's codes.

use strum::IntoStaticStr;

/// Why an order was refused.
pub type Refusal = game::Refusal<Code>;

/// The ledger's codes, and further ones for orders that match none of those. If several apply, the first clause by number is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
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
    /// Several against several, although not every unit touches every enemy (`naw:7.22`).
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
    /// A reinforcement that may not be delayed (`naw:14.0`, option `reinforcement-delay`).
    MustEnter,
    Gt1Ezoc,
    TooEarly,
    AlreadyUsed,
    /// This order is not due now: no retreat, exchange or advance is open for this unit.
    NotOwed,
    /// No such unit or hex, or a unit that is not on the map.
    NoSuchUnit,
    NoSuchHex,
    /// An order that is empty or names something twice.
    BadOrder,
}
