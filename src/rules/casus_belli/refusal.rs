//! The codes of refusals of 1800.

use strum::IntoStaticStr;

/// Why an order was refused.
pub type Refusal = game::Refusal<Code>;

/// The short reason for a refusal. If several apply, the one with the lowest clause is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Code {
    GameOver,
    NotPhasing,
    WrongPhase,
    /// Not of the group that moves, or of one that has moved (`cb:3b`).
    GroupClosed,
    AlreadyMoved,
    /// A routed unit must still run (`cb:12a`).
    MustRun,
    TooFewMp,
    NotAdjacent,
    River,
    NoRoad,
    OffMap,
    EnemyOccupied,
    Stacked,
    EzocExit,
    EzocStop,
    /// Guns, routed units, units out of command and lone leaders may not enter an enemy zone.
    EzocBarred,
    NotDue,
    WrongEntry,
    MustEnter,
    NotNearer,
    NotFrontal,
    /// A front without facing, or a turn that is not allowed (`cb:15a1`, `cb:15a3`).
    Facing,
    OutOfCommand,
    OutOfRange,
    LineCut,
    TooMany,
    NoCharge,
    LeavesUnattacked,
    LeavesIdle,
    CombatOwed,
    AlreadyAttacked,
    AlreadyFought,
    NotConnected,
    SingleTarget,
    Blocked,
    CannotAttack,
    NotLower,
    NoBonus,
    Ezoc,
    Occupied,
    VacantFirst,
    OneAdvance,
    TooNear,
    NotRouted,
    WrongLeader,
    NotOwed,
    NoSuchPiece,
    WrongPiece,
    NoSuchHex,
    NotInOption,
    BadOrder,
}
