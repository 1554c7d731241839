//! Why a group stands where it now does, or is lost, where the change alone does not show it: charges, routs, stands that are
//! set back, leaders that escape.
//!
//! Units: inches.

use serde::{Deserialize, Serialize};

use table::{Heading, Vec2};

use super::roster::StandId;
use super::state::{GroupId, State};

/// Why a group has come to where it stands, or is about to be lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Coming {
    /// A charger has gone this many inches of its path (`epstein:g.6`).
    Charges { inches: f32 },
    /// A charger with one stand left has broken off; it stood here (`epstein:9.10`).
    BreaksOff { from: Vec2 },
    /// Nobody has won the melee; the charger stood here (`melee_tie`).
    FallsBack { from: Vec2 },
    /// This stand has been set back from a house, alone or with its group; it stood here (`epstein:15.5`).
    SetBack { stand: StandId, alone: bool, from: Vec2 },
    /// It has run this many inches (`epstein:13.1`).
    Runs { inches: f32 },
    /// It runs into an enemy (`epstein:9.6`).
    RunsInto { enemy: GroupId },
    /// It runs off the table (`epstein:13.6`).
    RunsOff,
    /// It finds nowhere to run (`epstein:9.6`).
    NowhereToRun,
    /// A leader has escaped to one of his units (`epstein:14.c.4`).
    GetsAway { to: GroupId },
    /// A leader has nowhere to escape to.
    FindsNobody,
    /// A leader is taken by the group that rode over him (`leader_overrun`).
    Taken { by: GroupId },
    /// A leader has gone along with his routed unit, or supports with their charger.
    GoesAlong { with: GroupId },
}

/// A place in the form of orders: `30.0, 11.0`.
pub fn spot(at: Vec2) -> String {
    format!("{:.1}, {:.1}", at.x, at.y)
}

/// From one place to another in words: `1.00 in south`; `None` if they are the same.
fn way(from: Vec2, to: Vec2) -> Option<String> {
    let inches = from.distance(to);
    (inches >= 0.005).then(|| format!("{inches:.2} in {}", Heading::of(to - from).exactly()))
}

/// What has happened to a group that already stands at its new place. `None` for a charger that has only turned.
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
