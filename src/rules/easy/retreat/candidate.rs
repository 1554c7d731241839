//! A direction of retreat that was tried: how far it leads, and what stops it. Units: inches.

use crate::roster::StandId;
use crate::state::{Pontoon, State};
use game::Clause;
use table::{Heading, Pose};

/// What ends a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopBy {
    /// Nothing: it goes the whole distance.
    Distance,
    /// It stops touching this friend.
    Friend(StandId),
    /// It goes beyond its distance, past friends or spent pontoon trains (`easy:III.D.5`).
    PastFriends,
    TableEdge,
    /// Impassable ground, given by the index of its area.
    Impassable(usize),
}

/// Why a direction is barred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// It points into this winner.
    IntoWinner(StandId),
    /// It would touch this enemy on the way.
    Touches(StandId),
    /// It would end in contact with this winner.
    StillTouches(StandId),
}

/// A direction that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Degrees from the starting direction, clockwise.
    pub deviation: f32,
    pub direction: Heading,
    /// Where it ends, or how far it would get if barred. The heading is unchanged.
    pub at: Pose,
    /// How far it slides, in inches.
    pub distance: f32,
    pub stop: StopBy,
    /// `None` if it can be taken.
    pub why_not: Option<WhyNot>,
}

impl WhyNot {
    /// The clause that bars the direction.
    pub fn clause(self, rout: bool) -> Clause {
        match self {
            Self::IntoWinner(_) => "easy:III.D-dir",
            Self::Touches(_) | Self::StillTouches(_) if rout => "easy:III.D.5",
            Self::Touches(_) | Self::StillTouches(_) => "easy:III.D.4",
        }
    }

    pub fn words(self, state: &State) -> String {
        match self {
            Self::IntoWinner(winner) => format!("it points into {}", state.say(winner)),
            Self::Touches(enemy) => format!("it would touch {}", state.say(enemy)),
            Self::StillTouches(winner) => format!("it would still touch {}", state.say(winner)),
        }
    }
}

impl StopBy {
    /// The clause by which it stops there.
    pub fn clause(self, rout: bool) -> Clause {
        match self {
            Self::Distance if rout => "easy:III.D.3",
            Self::Distance => "easy:III.D.2",
            Self::PastFriends => "easy:III.D.5",
            Self::Friend(_) | Self::TableEdge | Self::Impassable(_) if rout => "easy:III.D.5",
            Self::Friend(_) | Self::TableEdge | Self::Impassable(_) => "easy:III.D.4",
        }
    }

    pub fn words(self, state: &State) -> Option<String> {
        match self {
            Self::Distance => None,
            Self::Friend(friend) => Some(format!("stops touching {}", state.say(friend))),
            // What it passes is not recorded; if there are spent trains, it may be one.
            Self::PastFriends if state.pontoons.values().any(|work| *work == Pontoon::Spent) => {
                Some("goes on beyond what it would end on".to_owned())
            }
            Self::PastFriends => Some("goes on beyond friends".to_owned()),
            Self::TableEdge => Some("stops at the table's edge".to_owned()),
            Self::Impassable(area) => {
                let name = state.terrain().ground().areas.get(area).map_or("", |area| area.name.as_str());
                Some(format!("stops at impassable ground {name}").trim_end().to_owned())
            }
        }
    }
}
