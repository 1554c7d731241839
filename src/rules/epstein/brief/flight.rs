//! Where a unit would run if it broke now (`epstein:13.1` to `epstein:13.6`). Units: inches.

use crate::kind::Arm;
use crate::rout::{self, Fate, Flight};
use crate::state::{GroupId, State};
use drawing::{Ink, Mark, Pen, footprint, words_at};
use table::{Heading, Pose, Vec2};

use super::sketch::{arrow, ring};

/// The corridor of a unit that would run from this enemy, or from the nearest.
pub fn under_pointer(state: &State, id: GroupId, by: Option<GroupId>) -> Vec<Mark> {
    if state.arm(id) == Arm::Command || state.group(id).stands.is_empty() {
        return Vec::new();
    }
    let place = state.place(id);
    let far = |one: &GroupId| state.place(*one).at.distance_squared(place.at);
    let fights = |one: &GroupId| state.arm(*one) != Arm::Command;
    let enemies = || state.enemies_of(state.side(id)).filter(fights);
    let named = by.filter(|by| enemies().any(|enemy| enemy == *by));
    let near = named.or_else(|| enemies().min_by(|a, b| far(a).total_cmp(&far(b))));
    let Some(near) = near else { return Vec::new() };
    // Straight away from an enemy that charges straight at it (`epstein:9.6`).
    let away = place.at - state.place(near).at;
    let away = if away.length() > 0.01 { Heading::of(away) } else { place.heading.reversed() };
    let flight = rout::flight(state, id, away, place.at);
    corridor(state, id, place.at, &flight)
}

/// The strip of the run, the units that it disrupts, and the fate of the runners.
fn corridor(state: &State, id: GroupId, from: Vec2, flight: &Flight) -> Vec<Mark> {
    let (width, depth) = state.stand_size(id);
    let column = depth * state.group(id).stands.len() as f32;
    let long = flight.distance + column / 2.0;
    let ink = if flight.fate == Fate::Runs { Ink::Threat } else { Ink::Bad };
    let middle = from + flight.heading.forward() * (long / 2.0);
    let strip = footprint(Pose::new(middle, flight.heading), width, long);
    let mut marks = vec![Mark::ring(strip, Pen::fine(ink, 1.4).dashed(4.0, 4.0))];
    if flight.fate == Fate::Runs {
        let stands = footprint(Pose::new(flight.end, flight.heading), width, column);
        marks.push(Mark::ring(stands, Pen::fine(ink, 1.8)));
    }
    marks.extend(arrow(from, flight.end, ink));
    marks.extend(flight.through.iter().flat_map(|friend| ring(state, *friend, Ink::Bad)));
    if let Fate::Blocked(enemy) = flight.fate {
        marks.extend(ring(state, enemy, Ink::Bad));
    }
    marks.push(words_at(flight.end, said(state, flight), ink, 12.0));
    marks
}

/// `would run 9.00 in, through 2/7th Infantry`.
fn said(state: &State, flight: &Flight) -> String {
    let mut words = match flight.fate {
        Fate::Runs => format!("would run {:.1} in", flight.distance),
        Fate::Blocked(enemy) => format!("would run into {} and be eliminated", state.say(enemy)),
        Fate::OffTable => "would leave the table and be lost".to_owned(),
        Fate::NoRoom => "would find no way and be eliminated".to_owned(),
    };
    if flight.swerve != 0 {
        let hand = if flight.swerve > 0 { "right" } else { "left" };
        words.push_str(&format!(", {}\u{b0} to its {hand}", flight.swerve.abs()));
    }
    if !flight.through.is_empty() {
        let names: Vec<String> = flight.through.iter().map(|friend| state.say(*friend)).collect();
        words.push_str(&format!(", through {}", names.join(" and ")));
    }
    words
}
