//! What becomes of somebody by another's doing, where the change alone does not tell it: how far charges and routs go, who is set back,
//! where a leader gets away to, how somebody is lost.
//!
//! Units: inches.

use serde::{Deserialize, Serialize};

use table::{Heading, Vec2};

use super::roster::StandId;
use super::state::{GroupId, State};

/// How a group has come to stand where it stands, or is about to be lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Coming {
    /// A charger has gone so many inches of its way (`epstein:g.6`).
    Charges { inches: f32 },
    /// A charger of whom one stand is left has broken off; it stood here (`epstein:9.10`).
    BreaksOff { from: Vec2 },
    /// Nobody has won the melee; the charger stood here (`melee_tie`).
    FallsBack { from: Vec2 },
    /// This stand stood here at a house, and has been set back from it: by itself, or with its group (`epstein:15.5`).
    SetBack { stand: StandId, alone: bool, from: Vec2 },
    /// It has run so many inches (`epstein:13.1`).
    Runs { inches: f32 },
    /// It runs into an enemy (`epstein:9.6`).
    RunsInto { enemy: GroupId },
    /// It runs off the table (`epstein:13.6`).
    RunsOff,
    /// It finds nowhere to run (`epstein:9.6`).
    Stays,
    /// A leader has got away to a unit of his (`epstein:14.c.4`).
    GetsAway { to: GroupId },
    /// He has nowhere to get away to.
    FindsNobody,
    /// He is taken by those who come over him (`leader_overrun`).
    Taken { by: GroupId },
    /// He has gone along with his routed unit.
    GoesAlong { with: GroupId },
}

/// A place as orders have it: `30.0, 11.0`.
pub fn spot(at: Vec2) -> String {
    format!("{:.1}, {:.1}", at.x, at.y)
}

/// From here to there: `1.00 in south`; none where that is nothing.
fn way(from: Vec2, to: Vec2) -> Option<String> {
    let inches = from.distance(to);
    (inches >= 0.005).then(|| format!("{inches:.2} in {}", Heading::of(to - from).exactly()))
}

/// What has become of a group, as it is said; it stands there now. None of a charger that has but turned.
pub fn say(state: &State, id: GroupId, how: Coming) -> Option<String> {
    let (name, place) = (state.say(id), state.place(id));
    Some(match how {
        Coming::Charges { inches } if inches < 0.005 => return None,
        Coming::Charges { inches } => format!("{name} goes {inches:.2} in"),
        Coming::BreaksOff { from } => match way(from, place.at) {
            Some(way) => format!("{name} breaks off, and goes back {way}"),
            None => format!("{name} breaks off"),
        },
        Coming::FallsBack { from } => match way(from, place.at) {
            Some(way) => format!("{name} falls back {way}"),
            None => format!("{name} has no room to fall back"),
        },
        Coming::SetBack { stand, alone, from } => {
            let name = if alone { state.say_stand(stand) } else { name };
            match state.pose(stand).and_then(|pose| way(from, pose.at)) {
                Some(way) => format!("{name} is set back {way}"),
                None => format!("{name} has no room to be set back"),
            }
        }
        Coming::Runs { inches } => {
            format!("{name} runs {inches:.2} in {}, to {}", place.heading.exactly(), spot(place.at))
        }
        Coming::RunsInto { enemy } => format!("{name} runs into {}, and is eliminated", state.say(enemy)),
        Coming::RunsOff => format!("{name} runs off the table, and is lost"),
        Coming::Stays => format!("{name} finds no way to run, and is eliminated"),
        Coming::GetsAway { to } => format!("{name} gets away to {}, at {}", state.say(to), spot(place.at)),
        Coming::FindsNobody => format!("{name} finds no unit within 12 in to get away to, and is lost"),
        Coming::Taken { by } => format!("{} comes over {name}, and takes him", state.say(by)),
        Coming::GoesAlong { with } => {
            format!("{name} goes along with {}, to {}", state.say(with), spot(place.at))
        }
    })
}
