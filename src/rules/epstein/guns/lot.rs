//! The result for each stand that a stick of round shot touches (`epstein:8.d.2`, `epstein:8.d.12`, `epstein:15.9`).

use crate::refusal::{Code, Refusal};
use crate::sight::Sight;
use crate::state::State;

/// The result for a stand that the stick touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lot {
    /// It is diced for; faces up to this one hit.
    Struck { hits_on: u8 },
    /// It takes a rank without a die: it lies wholly nearer than round shot strikes.
    TooNear,
    /// It takes a rank without a die: its cover, or the crew's weakness, leaves no face that hits.
    Covered,
    /// Its unit already has a die (`shot_target = unit`).
    WithItsUnit,
    /// It stands behind the fourth rank.
    Behind,
    /// Wood, a house or the ground hides it (`epstein:g.7`); it takes no rank.
    Hidden(Sight),
    /// It stands in the dead ground behind a crest (`epstein:8.d.12`); it takes no rank.
    DeadGround,
    /// A house that already burns (`epstein:15.9`).
    Burns,
}

/// The first stand or house in a stick that throws no die.
pub(super) struct Whom {
    pub name: String,
    /// Distances from the muzzle to its nearest and farthest point inside the stick.
    pub near: f32,
    pub far: f32,
    /// The clause that leaves no face that hits it.
    pub no_number: &'static str,
    /// The remedy if it is too near.
    pub nearer: &'static str,
}

impl Lot {
    /// The refusal of a shot that throws no die, by the first thing that its stick touches.
    pub(super) fn refusal(self, state: &State, gun: &str, whom: &Whom) -> Refusal {
        let Whom { name, near, far, no_number, nearer } = whom;
        let (code, clause, fact, remedy) = match self {
            Self::Hidden(sight) => {
                let fact = format!("{gun} does not see {name}: {}", sight.words(state));
                (Code::NoSight, "epstein:g.7", fact, "Fire at another")
            }
            Self::DeadGround => {
                let fact = format!("{name} stands in dead ground, more than 4 in behind the crest");
                (Code::NoSight, "epstein:8.d.12", fact, "Fire at another")
            }
            Self::TooNear => {
                let fact = format!(
                    "no part of {name} in the stick of {gun} is 6 in off: the farthest is {far:.2} in"
                );
                (Code::OutOfRange, "epstein:8.d.1", fact, *nearer)
            }
            Self::Burns => {
                (Code::NoEffect, "epstein:15.9", format!("{name} burns already"), "Fire at another")
            }
            Self::Struck { .. } | Self::Covered | Self::WithItsUnit | Self::Behind => {
                let fact = format!("no die of {gun} could hit {name}, in its cover {near:.2} in off");
                (Code::NoEffect, *no_number, fact, "Fire at somebody in the open, or nearer")
            }
        };
        Refusal::new(code, clause, fact, remedy)
    }

    /// The highest face of its die that hits; `None` if it throws no die.
    pub(super) fn hits_on(self) -> Option<u8> {
        match self {
            Self::Struck { hits_on } => Some(hits_on),
            Self::TooNear
            | Self::Covered
            | Self::WithItsUnit
            | Self::Behind
            | Self::Hidden(_)
            | Self::DeadGround
            | Self::Burns => None,
        }
    }

    /// Does it count among the four ranks?
    pub(super) fn takes_rank(self) -> bool {
        match self {
            Self::Struck { .. } | Self::TooNear | Self::Covered | Self::WithItsUnit | Self::Burns => true,
            Self::Behind | Self::Hidden(_) | Self::DeadGround => false,
        }
    }
}
