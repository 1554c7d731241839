//! What becomes of who is touched by a stick of round shot (`epstein:8.d.2`, `epstein:8.d.12`, `epstein:15.9`).

use crate::rules::epstein::sight::Sight;

/// What becomes of a stand that the stick touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lot {
    /// It throws a die, which hits up to this face.
    Struck { hits_on: u8 },
    /// It takes a rank and throws none: it lies wholly nearer than round shot reaches.
    TooNear,
    /// It takes a rank and throws none: its cover, or the crew's weakness, leaves no number.
    Covered,
    /// Its unit has a die already (`shot_target = unit`).
    WithItsUnit,
    /// It stands behind the fourth rank.
    Behind,
    /// Wood, a house or the ground hides it (`epstein:g.7`); it takes no rank.
    Hidden(Sight),
    /// It stands in the dead ground behind a crest (`epstein:8.d.12`); it takes no rank.
    DeadGround,
    /// A house that burns already (`epstein:15.9`).
    Burns,
}

impl Lot {
    /// Does it count among the four ranks?
    pub(super) fn takes_rank(self) -> bool {
        match self {
            Self::Struck { .. } | Self::TooNear | Self::Covered | Self::WithItsUnit | Self::Burns => true,
            Self::Behind | Self::Hidden(_) | Self::DeadGround => false,
        }
    }
}
