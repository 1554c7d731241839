//! Refusals of Easy Napoleonic: the ledger's codes.
//!
//! Clause: `easy:0.8`. An illegal attempt changes nothing and rolls nothing.

use strum::IntoStaticStr;

/// Why an order was refused.
pub type Refusal = game::Refusal<Code>;

/// The codes of `easy:0.8`, and further ones for orders that match none of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Code {
    NotActive,
    OutOfCommand,
    Acted,
    Phase,
    OverAllowance,
    Blocked,
    Overlap,
    OffTable,
    Impassable,
    Committed,
    Zone,
    ZoneArtillery,
    SideContact,
    MayNotContact,
    EdgeTaken,
    UnassignedContact,
    InContact,
    NoLane,
    LaneBlocked,
    OutOfRange,
    LongRangeForbidden,
    NoAmmo,
    BadTarget,
    Evading,
    CannotEvade,
    CannotFire,
    CannotWithdraw,
    NoRoom,
    NotRallyable,
    NotAtSite,
    /// Hits or dice that are not shared out as the clause requires.
    BadShare,
    /// A name that is empty, too long, or taken.
    BadName,
    /// A stand that appears twice in a list.
    NamedTwice,
    /// No such stand, or not on the table.
    NoSuchStand,
    /// A number that is not finite.
    NotFinite,
    /// A path with more legs than any move has.
    TooLong,
    /// The battle is over.
    GameOver,
}
