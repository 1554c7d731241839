//! How somebody came to where they stand, or is lost, where the change alone does not tell it: how far charges and routs go, who is set
//! back, where a leader gets away to.
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
    NowhereToRun,
    /// A leader has got away to a unit of his (`epstein:14.c.4`).
    GetsAway { to: GroupId },
    /// He has nowhere to get away to.
    FindsNobody,
    /// He is taken by those who come over him (`leader_overrun`).
    Taken { by: GroupId },
    /// A leader has gone along with his routed unit, or supports with their charger.
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
    let place = state.place(id);
    let does = |one: &str, several: &str| state.does(id, one, several);
    Some(match how {
        Coming::Charges { inches } if inches < 0.005 => return None,
        Coming::Charges { inches } => format!("{} {inches:.2} in", does("goes", "go")),
        Coming::BreaksOff { from } => match way(from, place.at) {
            Some(way) => format!("{} {way}", does("breaks off, and goes back", "break off, and go back")),
            None => does("breaks off", "break off"),
        },
        Coming::FallsBack { from } => match way(from, place.at) {
            Some(way) => format!("{} {way}", does("falls back", "fall back")),
            None => does("has no room to fall back", "have no room to fall back"),
        },
        Coming::SetBack { stand, alone, from } => {
            let does = |one, several| {
                if alone { format!("{} {one}", state.say_stand(stand)) } else { state.does(id, one, several) }
            };
            match state.pose(stand).and_then(|pose| way(from, pose.at)) {
                Some(way) => format!("{} {way}", does("is set back", "are set back")),
                None => does("has no room to be set back", "have no room to be set back"),
            }
        }
        Coming::Runs { inches } => {
            let way = place.heading.exactly();
            format!("{} {inches:.2} in {way}, to {}", does("runs", "run"), spot(place.at))
        }
        Coming::RunsInto { enemy } => {
            let enemy = state.say(enemy);
            does(
                &format!("runs into {enemy}, and is eliminated"),
                &format!("run into {enemy}, and are eliminated"),
            )
        }
        Coming::RunsOff => does("runs off the table, and is lost", "run off the table, and are lost"),
        Coming::NowhereToRun => {
            does("finds no way to run, and is eliminated", "find no way to run, and are eliminated")
        }
        Coming::GetsAway { to } => {
            format!("{} to {}, at {}", does("gets away", "get away"), state.say(to), spot(place.at))
        }
        Coming::FindsNobody => {
            format!("{} finds no place by a unit of his within 12 in, and is lost", state.say(id))
        }
        Coming::Taken { by } => {
            format!("{} {}, and takes him", state.does(by, "comes over", "come over"), state.say(id))
        }
        Coming::GoesAlong { with } => {
            format!("{} with {}, to {}", does("goes along", "go along"), state.say(with), spot(place.at))
        }
    })
}
