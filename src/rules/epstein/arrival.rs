//! Reinforcements: units that enter over the table's edge (`epstein:w.3`).
//!
//! Units: inches.

use game::working::Note;
use scenario::{Entry, Start};
use table::{Body, Heading, Pose, Vec2};

use super::event::Event;
use super::formation::Formation;
use super::kind::Arm;
use super::measure::{ANGLE_SLACK, SLACK, are_within, at_most, within};
use super::options::ClockLabel;
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped};
use super::roster::{StandId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Place, State};

use super::victory::Goal;

/// Enemies this near keep a reinforcement off, in inches (`epstein:w.3`).
const KEPT_OFF: f32 = 1.0;

/// Distance along the edge between the places that are tried, in inches.
const STEP: f32 = 0.25;

/// Do reinforcements enter at all? Those of Waterloo do by an option (`epstein:w.3`), all others always.
fn come(state: &State) -> bool {
    let ridge = state.game.scenario.objectives.iter().any(|one| Goal::of(one) == Some(Goal::Ridge));
    !ridge || state.game.options.prussians
}

/// The turn in which a unit may enter, and where; `None` for a unit that is or was on the table, or never enters.
pub fn arrival(state: &State, unit: UnitId) -> Option<(u8, &Entry)> {
    let info = state.game.unit(unit);
    let waits = info.stands.iter().all(|stand| state.stand(*stand).place == Place::Reserve);
    let Some(Start::Arrives { turn, entry }) = state.game.scenario.starts.get(&info.id) else { return None };
    // An arrival given as an hour belongs to the turn that ends at that hour, or to the one that begins then (`epstein:w.2`).
    let late = u8::from(state.game.options.clock_label == ClockLabel::Start);
    let entry = state.game.scenario.entries.iter().find(|one| one.id == *entry)?;
    (waits && come(state)).then_some((turn.saturating_add(late), entry))
}

/// The units that the active player may bring on now.
pub fn due(state: &State) -> Vec<UnitId> {
    let may = |unit: &UnitId| {
        let is_own = state.game.unit(*unit).side == state.active;
        is_own && arrival(state, *unit).is_some_and(|(turn, _)| turn <= state.turn)
    };
    state.game.unit_ids().filter(may).collect()
}

/// The formation in which a unit enters: march column, unless the scenario names another.
fn formation(state: &State, unit: UnitId) -> Formation {
    let info = state.game.unit(unit);
    let said = state.game.scenario.unit_starts.get(&info.id).and_then(|begins| begins.formation.as_deref());
    said.and_then(Formation::named).unwrap_or(match info.kind.arm() {
        Arm::Infantry => Formation::MarchColumn,
        Arm::Cavalry => Formation::Column,
        Arm::Artillery | Arm::Command => Formation::Single,
    })
}

/// The point of the table's edge this many inches from the south-west corner, going east first, and the heading inward from it.
fn edge(size: Vec2, along: f32) -> (Vec2, Heading) {
    let round = 2.0 * (size.x + size.y);
    let along = along.rem_euclid(round);
    if along < size.x {
        (Vec2::new(along, 0.0), Heading::NORTH)
    } else if along < size.x + size.y {
        (Vec2::new(size.x, along - size.x), Heading::WEST)
    } else if along < 2.0 * size.x + size.y {
        (Vec2::new(2.0 * size.x + size.y - along, size.y), Heading::SOUTH)
    } else {
        (Vec2::new(0.0, round - along), Heading::EAST)
    }
}

/// The inverse of [`edge`]: how far round the edge a point lies.
fn along_edge(size: Vec2, at: Vec2) -> f32 {
    let to = [at.y, size.x - at.x, size.y - at.y, at.x];
    let nearest = (0..4).min_by(|a, b| to[*a].abs().total_cmp(&to[*b].abs())).unwrap_or(0);
    match nearest {
        0 => at.x,
        1 => size.x + at.y,
        2 => 2.0 * size.x + size.y - at.x,
        _ => 2.0 * (size.x + size.y) - at.y,
    }
}

/// Distance between two points of the edge, measured round the corners.
fn apart(size: Vec2, one: f32, other: f32) -> f32 {
    let round = 2.0 * (size.x + size.y);
    let way = (one - other).rem_euclid(round);
    way.min(round - way)
}

/// The stands of a unit that touches the edge at this point with this heading, moved in until all are on the table.
fn touching(state: &State, unit: UnitId, at: Vec2, heading: Heading) -> Vec<(StandId, Pose)> {
    let stands = state.game.unit(unit).stands.clone();
    let to = state.poses(&stands, formation(state, unit), Pose::new(at, heading));
    let (width, depth) = state.game.unit(unit).kind.stand_size();
    let body = Body::single(width, depth);
    let size = state.game.scenario.ground.size;
    let corners = to.iter().flat_map(|(_, pose)| body.placed(*pose).corners().collect::<Vec<_>>());
    let (low, high) = corners.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), corner| {
        (low.min(corner), high.max(corner))
    });
    let shift = (-low).max(Vec2::ZERO) + (size - high).min(Vec2::ZERO);
    to.into_iter().map(|(stand, pose)| (stand, pose.moved(shift))).collect()
}

/// What is in the way there, as a sentence.
fn in_the_way(state: &State, unit: UnitId, to: &[(StandId, Pose)]) -> Option<String> {
    if let Some(other) =
        overlapped(state, to, None).filter(|_| state.game.unit(unit).kind.arm() != Arm::Command)
    {
        return Some(format!("{} stands there", state.say(other)));
    }
    if let Some(place) = misplaced(state, to) {
        return Some(format!("it would stand {place}"));
    }
    let (width, depth) = state.game.unit(unit).kind.stand_size();
    let body = Body::single(width, depth);
    let near = state.enemies_of(state.game.unit(unit).side).find(|enemy| {
        state.quads(*enemy).any(|(_, quad)| {
            to.iter().any(|(_, pose)| are_within(&body.placed(*pose).quad(), &quad, KEPT_OFF))
        })
    });
    near.map(|enemy| format!("{} is within 1 in", state.say(enemy)))
}

/// The nearest place to its entry at which a unit has room, tried with the road's heading first, then square to the edge.
pub fn room(state: &State, unit: UnitId) -> Option<(Heading, Vec<(StandId, Pose)>)> {
    let (_, entry) = arrival(state, unit)?;
    let size = state.game.scenario.ground.size;
    let from = along_edge(size, entry.pose.at);
    let steps = (entry.spread / STEP).floor() as i32;
    let offsets = (0..=steps).flat_map(|step| [step, -step]).map(|step| step as f32 * STEP);
    for offset in offsets {
        let (at, inward) = edge(size, from + offset);
        for heading in [entry.pose.heading, inward] {
            let to = touching(state, unit, at, heading);
            if in_the_way(state, unit, &to).is_none() {
                return Some((heading, to));
            }
        }
    }
    None
}

/// A unit enters where it has room, or at the named place of the edge (`epstein:w.3`). It may move from there as usual.
pub fn judge_enter(s: &mut Scratch<'_>, key: &str, at: Option<(f64, f64, f64)>) -> Judged {
    let state = &s.state;
    let Some(unit) = state.game.find_unit(key) else {
        let fact = format!("there is no unit {}", data::printable::name(key));
        return Err(Refusal::new(Code::NoSuchUnit, "epstein:w.3", fact, "Name a reinforcement").into());
    };
    let name = state.game.unit(unit).short.clone();
    let Some((turn, entry)) = arrival(state, unit) else {
        let fact = format!("{name} is no reinforcement that has still to come");
        return Err(Refusal::new(Code::NotDue, "epstein:w.3", fact, "Name one that is to come").into());
    };
    if state.game.unit(unit).side != state.active {
        let fact = format!("it is not the period of {name}");
        return Err(Refusal::new(Code::NotActive, "epstein:4.2", fact, "Wait for its own period").into());
    }
    if !due(state).contains(&unit) {
        let fact = format!("{name} comes in turn {turn}, in its own period");
        Refusal::new(Code::NotDue, "epstein:w.3", fact, "Wait for it").unless(&state.overruled)?;
    }
    let (heading, to) = match at {
        None => room(state, unit).ok_or_else(|| {
            let fact = format!("{name} finds no room at {}", entry.name);
            Refusal::new(Code::NoRoom, "epstein:w.3", fact, "It waits: make room, or bring it on later")
        })?,
        Some((x, y, heading)) => {
            let at = Vec2::new(x as f32, y as f32);
            named_place(state, unit, at, Heading::from_exact_degrees(heading))?
        }
    };
    let formation = formation(state, unit);
    s.note(Note::new("epstein:w.3", format!("{name} comes on at {}", entry.name)));
    s.emit(Event::Entered { unit, formation, heading, to });
    Ok(())
}

/// A named place on the edge: near enough to the entry, with an allowed heading, and with nobody in the way.
fn named_place(
    state: &State,
    unit: UnitId,
    at: Vec2,
    heading: Heading,
) -> Result<(Heading, Vec<(StandId, Pose)>), Refusal> {
    let name = &state.game.unit(unit).short;
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, "epstein:w.3", fact, remedy);
    let Some((_, entry)) = arrival(state, unit).filter(|_| at.is_finite()) else {
        return Err(refuse(
            Code::BadOrder,
            format!("{name} has no place to come on at"),
            "Give a place of the edge",
        ));
    };
    let size = state.game.scenario.ground.size;
    let (own, from) = (along_edge(size, at), along_edge(size, entry.pose.at));
    let far = apart(size, own, from);
    if !within(far, entry.spread) {
        let fact = format!("{name} would come on {far:.2} in from {}", entry.name);
        let measured = at_most("along the edge", [entry.pose.at, at], far, entry.spread);
        refuse(Code::OutOfRange, fact, "Come on nearer to the road")
            .with(measured)
            .unless(&state.overruled)?;
    }
    let (_, inward) = edge(size, own);
    let by_road = heading.angle_to(entry.pose.heading) <= ANGLE_SLACK + SLACK;
    if !by_road && heading.angle_to(inward) > ANGLE_SLACK + SLACK {
        let fact = format!("{name} faces neither along the road nor square to the edge");
        let words = format!("Face {} or {}", entry.pose.heading.exactly(), inward.exactly());
        refuse(Code::BadOrder, fact, &words).unless(&state.overruled)?;
    }
    let to = touching(state, unit, at, heading);
    match in_the_way(state, unit, &to) {
        Some(way) => {
            Err(refuse(Code::NoRoom, format!("{name} cannot come on: {way}"), "Choose another place"))
        }
        None => Ok((heading, to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_runs_round_the_table() {
        let size = Vec2::new(72.0, 48.0);
        for along in [0.0, 30.0, 72.0, 100.0, 119.5, 121.0, 150.0, 200.0, 230.0] {
            let (at, inward) = edge(size, along);
            assert!((along_edge(size, at) - along).abs() < 1e-3, "{along}: {at}");
            let inside = at + inward.forward();
            assert!(
                (0.0..=72.0).contains(&inside.x) && (0.0..=48.0).contains(&inside.y),
                "{along}: {inside}"
            );
        }
        // Round the corner of the north-east.
        let (one, other) = (along_edge(size, Vec2::new(72.0, 47.4)), along_edge(size, Vec2::new(70.0, 48.0)));
        assert!((apart(size, one, other) - 2.6).abs() < 1e-3);
        assert!((apart(size, 1.0, 239.0) - 2.0).abs() < 1e-3);
    }
}
