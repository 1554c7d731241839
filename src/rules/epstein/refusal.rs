//! The codes of refusals of Epstein's rules.

use strum::IntoStaticStr;

/// Why an order was refused.
pub type Refusal = game::Refusal<Code>;

/// The short reason for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Code {
    /// The battle is over.
    GameOver,
    /// It is another side's period, or decision.
    NotActive,
    /// Another decision is pending.
    DecideFirst,
    /// Nothing calls for this order now.
    NotDue,
    /// There is no such unit, stand, house or leader.
    NoSuchUnit,
    /// The order is empty, or contradicts itself.
    BadOrder,
    AlreadyMoved,
    AlreadyFired,
    AlreadyFought,
    AlreadyAttacked,
    /// The arm or the formation cannot do this.
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
    /// Another enemy is nearer straight ahead.
    NearerTarget,
    NoTarget,
    Friends,
    NoCrew,
    Silent,
    NoContact,
    ZigZag,
    Hole,
    NoEffect,
    /// Losses are not shared out as the clause demands.
    BadShare,
    House,
    River,
}
