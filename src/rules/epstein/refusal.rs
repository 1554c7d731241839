//! The codes of refusals of Epstein's rules.

use strum::IntoStaticStr;

/// Why an order was refused.
pub type Refusal = game::Refusal<Code>;

/// Why an order is refused, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Code {
    /// The battle is over.
    GameOver,
    /// It is not this side's period, or not its decision.
    NotActive,
    /// Something else has to be decided first.
    DecideFirst,
    /// Nothing asks for this order now.
    NotDue,
    /// No such unit, stand, house or leader.
    NoSuchUnit,
    /// An order with nothing in it, or that contradicts itself.
    BadOrder,
    AlreadyMoved,
    AlreadyFired,
    AlreadyFought,
    AlreadyAttacked,
    /// The arm or the formation does not do this.
    WrongKind,
    WrongFormation,
    OverAllowance,
    Blocked,
    /// It would touch an enemy.
    Contact,
    Overlap,
    OffTable,
    Impassable,
    ThickWood,
    Routed,
    Disrupted,
    Ineffective,
    NoRoom,
    OutOfRange,
    OutOfArc,
    NoSight,
    /// Another enemy stands nearer straight ahead.
    NearerTarget,
    NoTarget,
    Friends,
    NoCrew,
    Silent,
    NoContact,
    ZigZag,
    Hole,
    NoEffect,
    /// Losses that are not shared out as the clause asks.
    BadShare,
    House,
    River,
}
