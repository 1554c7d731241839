//! Changes of formation on the spot, dressing, squares that contract (`epstein:5.2`, `epstein:5.8`, `epstein:12.1`, `epstein:12.7`,
//! `epstein:g.10`).
//!
//! Units: inches.

use game::working::Note;
use table::{Heading, Pose, Vec2};

use super::event::{Event, Mark};
use super::formation::Formation;
use super::kind::Arm;
use super::measure::{self, ANGLE_SLACK, SLACK, within};
use super::moving::has_moved;
use super::moving::{changing, check_may_move};
use super::order::{Answering, Step};
use super::refusal::{Code, Refusal};
use super::river;
use super::room::{Others, misplaced, overlapped};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::standing::check_may_act;
use super::state::{GroupId, State};

/// Number of directions in which a formation looks for room (`epstein:5.2`).
const ROUND: u16 = 24;

/// Step of that search, in inches.
const SHIFT: f32 = 1.0 / 16.0;

/// Fewest stands of a square: two, back to back (`epstein:g.8`).
pub const LEAST_OF_SQUARE: usize = 2;

/// A group changes its formation on the spot (`epstein:5.2`, `epstein:5.8`, `epstein:12.1`), or is laid out anew in its present
/// one (`epstein:g.10`).
pub fn judge_form(
    s: &mut Scratch<'_>,
    id: GroupId,
    formation: Formation,
    heading: Option<f64>,
    places: Option<&[String]>,
) -> Judged {
    check_may_form(&s.state, id, formation)?;
    check_can_form(&s.state, id, formation)?;
    let place = s.state.place(id);
    let heading = heading.map_or(place.heading, Heading::from_exact_degrees);
    let faces = heading.angle_to(place.heading) > ANGLE_SLACK;
    if faces && s.state.group(id).marks.faced {
        let fact = format!("{} has changed its facing in this move", s.state.say(id));
        let remedy = "Form without another heading";
        Refusal::new(Code::WrongFormation, "epstein:5.5", fact, remedy).unless(&s.state.overruled)?;
    }
    let stands = ordered(&s.state, id, places)?;
    let wanted = Pose::new(place.at, heading);
    let Some(to) = room_for(&s.state, id, &stands, formation, wanted) else {
        let shift = s.state.game.options.formation_shift;
        let fact = format!("{} finds no room to form {}", s.state.say(id), formation.words());
        let remedy =
            format!("It may be shifted {shift:.2} in: make room, or choose another formation or heading");
        return Err(Refusal::new(Code::NoRoom, "epstein:5.2", fact, remedy).into());
    };
    let name = s.state.say(id);
    let changes = formation != s.state.group(id).formation;
    let stays = |(stand, to): &(StandId, Pose)| {
        s.state.pose(*stand).is_some_and(|now| {
            now.at.distance(to.at) < 1e-3 && now.heading.angle_to(to.heading) < ANGLE_SLACK
        })
    };
    if !changes && to.iter().all(stays) {
        let fact = format!("{name} is in {} already", formation.words());
        let remedy = "Choose another formation, or another heading";
        return Err(Refusal::new(Code::WrongFormation, "epstein:5.2", fact, remedy).into());
    }
    let free = changes && is_free(&s.state, id);
    if free {
        let words = format!("{name} has rallied, and forms {} freely", formation.words());
        s.note(Note::new("epstein:13.7", words));
    } else if changes {
        s.note(Note::new(clause_of(&s.state, id), format!("{name} forms {}", formation.words())));
    } else {
        s.note(Note::new("epstein:g.10", format!("{name} dresses in {}", formation.words())));
    }
    s.emit(Event::Formed { group: id, formation, heading, to });
    if free {
        if faces {
            s.emit(Event::Marked { group: id, mark: Mark::Faced });
        }
        return Ok(());
    }
    // Cavalry that changes its formation may still move in the period, half as far.
    if s.state.arm(id) == Arm::Cavalry && changes {
        s.emit(Event::Marked { group: id, mark: Mark::Reformed });
        if faces {
            s.emit(Event::Marked { group: id, mark: Mark::Faced });
        }
    } else {
        has_moved(s, id);
    }
    Ok(())
}

/// Has it rallied in this period and done nothing since, so that a change of formation is free (`epstein:13.7`)?
fn is_free(state: &State, id: GroupId) -> bool {
    let group = state.group(id);
    let marks = group.marks;
    group.rallied && !(marks.moved || marks.fired || marks.fought || marks.reformed || marks.spent > 0.0)
}

/// Checks whether it may change its formation now: as its move, or for cavalry with half a move (`epstein:5.2`, `epstein:5.8`).
pub fn check_may_form(state: &State, id: GroupId, formation: Formation) -> Result<(), Refusal> {
    let marks = state.group(id).marks;
    let changes = formation != state.group(id).formation;
    let name = state.say(id);
    if marks.reformed {
        let fact = format!("{name} has changed its formation in this period");
        Refusal::new(Code::AlreadyMoved, "epstein:5.8", fact, "It may move half its distance")
            .unless(&state.overruled)?;
    }
    if state.arm(id) != Arm::Cavalry || !changes || !marks.moved || marks.fought {
        return check_may_move(state, id);
    }
    check_may_act(state, id)?;
    let half = changing(state) * super::control::share(state, id);
    if within(marks.spent, half) {
        return Ok(());
    }
    let fact =
        format!("{name} has used {:.2} in of its move, and a change of formation halves it", marks.spent);
    let remedy = format!("Use {half:.2} in at most, or form first");
    Refusal::new(Code::OverAllowance, "epstein:5.8", fact, remedy).unless(&state.overruled)
}

/// Dresses the group if that is the first step of the path, which is free (`epstein:g.10`); returns the other steps.
pub fn dressed<'w>(s: &mut Scratch<'_>, id: GroupId, way: &'w [Step]) -> Judged<&'w [Step]> {
    let Some((Step::Dress, rest)) = way.split_first() else { return Ok(way) };
    let (formation, place) = (s.state.group(id).formation, s.state.place(id));
    let stands = ordered(&s.state, id, None)?;
    let name = s.state.say(id);
    let to = s.state.poses(&stands, formation, place);
    let other = overlapped(&s.state, &to, Some(id)).map(|other| format!("in {}", s.state.say(other)));
    if let Some(where_it_is) = other.or_else(|| misplaced(&s.state, &to)) {
        let fact = format!("{name} would dress and stand {where_it_is}");
        return Err(Refusal::new(Code::NoRoom, "epstein:g.10", fact, "Move it as it stands").into());
    }
    s.note(Note::new("epstein:g.10", format!("{name} dresses on its own middle")));
    s.emit(Event::Formed { group: id, formation, heading: place.heading, to });
    Ok(rest)
}

/// The clause for an arm's changes of formation.
fn clause_of(state: &State, id: GroupId) -> &'static str {
    match state.arm(id) {
        Arm::Infantry => "epstein:5.2",
        Arm::Cavalry => "epstein:5.8",
        Arm::Artillery | Arm::Command => "epstein:g.8",
    }
}

/// Checks whether it can take this formation, and can do so on the spot.
pub fn check_can_form(state: &State, id: GroupId, formation: Formation) -> Result<(), Refusal> {
    let name = state.say(id);
    if !Formation::of_arm(state.arm(id)).contains(&formation) {
        let fact = format!("{name} is {} and forms no {}", state.kind(id).words(), formation.words());
        let remedy = "Choose a formation of its arm";
        return Err(Refusal::new(Code::WrongFormation, "epstein:g.8", fact, remedy));
    }
    let wrong = |clause, fact: String, remedy: &str| {
        Refusal::new(Code::WrongFormation, clause, fact, remedy).unless(&state.overruled)
    };
    check_fills(state, id, formation)?;
    if formation == Formation::Square && state.group(id).crossing.is_some() {
        let fact = format!("{name} is in the river and forms no square");
        Refusal::new(Code::River, "epstein:5.24", fact, "It forms square on the far bank")
            .unless(&state.overruled)?;
    }
    let now = state.group(id).formation;
    if formation == Formation::Skirmish && now != Formation::Skirmish {
        let fact = format!("{name} breaks into skirmish order by a move");
        wrong("epstein:5.3", fact, "Give each stand its place in skirmish order")?;
    }
    if now == Formation::Skirmish && formation != Formation::Skirmish {
        let fact = format!("{name} skirmishes, and closes up by a move");
        wrong("epstein:5.4", fact, "Say where it closes up")?;
    }
    Ok(())
}

/// Checks whether it has enough stands for a formation: a square takes two, back to back (`epstein:g.8`).
pub fn check_fills(state: &State, id: GroupId, formation: Formation) -> Result<(), Refusal> {
    if formation != Formation::Square || state.group(id).stands.len() >= LEAST_OF_SQUARE {
        return Ok(());
    }
    let fact = format!("{} is a single stand and forms no square", state.say(id));
    let remedy = "A square takes two stands: join others, or choose another formation";
    Err(Refusal::new(Code::WrongFormation, "epstein:g.8", fact, remedy))
}

/// The stands of a group in the order given, each once.
fn ordered(state: &State, id: GroupId, places: Option<&[String]>) -> Result<Vec<StandId>, Refusal> {
    let own = &state.group(id).stands;
    let Some(places) = places else { return Ok(as_they_lie(state, id)) };
    let named: Vec<StandId> = places.iter().filter_map(|key| state.game.find_stand(key)).collect();
    let mut sorted = named.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let mut wanted = own.clone();
    wanted.sort_unstable();
    if sorted != wanted || named.len() != own.len() {
        let keys: Vec<&str> = own.iter().map(|stand| state.game.stand(*stand).key.as_str()).collect();
        let fact = format!("the places do not name each stand of {} once", state.say(id));
        let remedy = format!("Name {} in the order in which they are to lie", keys.join(", "));
        return Err(Refusal::new(Code::BadOrder, "epstein:g.8", fact, remedy));
    }
    Ok(named)
}

/// The stands of a group in their present order: those of a row from its left.
fn as_they_lie(state: &State, id: GroupId) -> Vec<StandId> {
    let group = state.group(id);
    let mut stands = group.stands.clone();
    if matches!(group.formation, Formation::Line | Formation::Skirmish) {
        let right = group.heading.right();
        let along = |stand: StandId| state.pose(stand).map_or(0.0, |pose| pose.at.dot(right));
        stands.sort_by(|a, b| along(*a).total_cmp(&along(*b)));
    }
    stands
}

/// Room for a group in a formation: at the wanted place, or shifted straight to the nearest clear one (`epstein:5.2`, option
/// `formation_shift`); `None` if there is none.
pub fn room_for(
    state: &State,
    id: GroupId,
    stands: &[StandId],
    formation: Formation,
    wanted: Pose,
) -> Option<Vec<(StandId, Pose)>> {
    let in_river = state.group(id).crossing.is_some();
    let most = state.game.options.formation_shift;
    let mut others = Others::about(state, &state.poses(stands, formation, wanted), most + SHIFT, &[id]);
    // A leader blocks nobody (`epstein:14.c.4`).
    let leads = state.arm(id) == Arm::Command;
    // How far it must go at least from there until it may be clear.
    let mut clear = |pose: Pose| {
        let to = state.poses(stands, formation, pose);
        if let Some(depth) = if leads { None } else { others.deep_in(state, &to) } {
            return Err((depth - 2.0 * SLACK).max(0.0));
        }
        let free = misplaced(state, &to).is_none() && (in_river || !river::is_wet(state, &to));
        if free { Ok(to) } else { Err(0.0) }
    };
    let least = match clear(wanted) {
        Ok(to) => return Some(to),
        Err(least) => least,
    };
    let ways: Vec<Vec2> = (0..ROUND)
        .map(|direction| {
            let degrees = f32::from(direction) * 360.0 / f32::from(ROUND);
            Heading::from_radians(wanted.heading.radians() + degrees * measure::DEGREE).forward()
        })
        .collect();
    let mut taken = [least; ROUND as usize];
    let steps = (most / SHIFT).round() as u16;
    for step in 1..=steps {
        let far = f32::from(step) * SHIFT;
        for (way, taken) in ways.iter().zip(&mut taken) {
            if far < *taken {
                continue;
            }
            match clear(wanted.moved(*way * far)) {
                Ok(to) => return Some(to),
                Err(least) => *taken = far + least,
            }
        }
    }
    None
}

/// The square that a group forms under attack, if it has room (`epstein:9.9`).
pub fn square_under_attack(
    state: &State,
    id: GroupId,
    how: Answering,
) -> Option<(Heading, Vec<(StandId, Pose)>)> {
    let Answering::Square { heading } = how else { return None };
    if state.group(id).crossing.is_some() {
        return None;
    }
    let heading = Heading::from_exact_degrees(heading);
    let wanted = Pose::new(state.place(id).at, heading);
    let stands = state.group(id).stands.clone();
    Some((heading, room_for(state, id, &stands, Formation::Square, wanted)?))
}

/// A column that has lost a stand is laid out anew on its front middle and heading; a square contracts (`epstein:g.10`,
/// `epstein:12.7`). Other formations keep their holes, as does any group without room to close.
pub fn close_ranks(s: &mut Scratch<'_>, id: GroupId, front: Vec2, middle: Vec2) {
    let group = s.state.group(id);
    if group.is_gone() {
        return;
    }
    let (formation, heading, stands) = (group.formation, group.heading, group.stands.clone());
    let (formation, heading, to) = if formation.is_column() {
        let (_, depth) = s.state.stand_size(id);
        let ranks = stands.len().div_ceil(formation.abreast(stands.len()).max(1));
        let at = front - heading.forward() * (depth * ranks as f32 / 2.0);
        (formation, heading, s.state.poses(&stands, formation, Pose::new(at, heading)))
    } else if formation == Formation::Square {
        contracted(&s.state, &stands, heading, middle)
    } else {
        return;
    };
    let same = to
        .iter()
        .all(|(stand, pose)| s.state.pose(*stand).is_some_and(|now| now.at.distance(pose.at) < 1e-4));
    // If others stand in the way, or the table ends, it keeps its holes.
    if overlapped(&s.state, &to, Some(id)).is_some() || misplaced(&s.state, &to).is_some() {
        if formation != s.state.group(id).formation {
            let to: Vec<(StandId, Pose)> =
                to.iter().filter_map(|(stand, _)| Some((*stand, s.state.pose(*stand)?))).collect();
            s.emit(Event::Formed { group: id, formation, heading, to });
        }
        return;
    }
    if !same || formation != s.state.group(id).formation {
        s.emit(Event::Formed { group: id, formation, heading, to });
    }
}

/// The rest of a square about its place (`epstein:12.7`): three stands in a triangle, two back to back, each turned as little
/// as possible; one stands alone.
fn contracted(
    state: &State,
    stands: &[StandId],
    heading: Heading,
    middle: Vec2,
) -> (Formation, Heading, Vec<(StandId, Pose)>) {
    let facing = |stand: &StandId| state.pose(*stand).map_or(heading, |pose| pose.heading);
    if let [only] = stands {
        let at = Pose::new(middle, facing(only));
        return (Formation::Line, at.heading, vec![(*only, at)]);
    }
    if stands.len() > 3 {
        let to = state.poses(stands, Formation::Square, Pose::new(middle, heading));
        return (Formation::Square, heading, to);
    }
    // Clockwise from each stand in turn; the order that turns the others least is taken.
    let clockwise = |first: StandId| {
        let from = facing(&first);
        let mut round: Vec<(f32, StandId)> = stands
            .iter()
            .map(|stand| (from.turn_to(facing(stand)).rem_euclid(std::f32::consts::TAU), *stand))
            .collect();
        round.sort_by(|a, b| a.0.total_cmp(&b.0));
        let share = std::f32::consts::TAU / stands.len() as f32;
        let turned: f32 =
            round.iter().enumerate().map(|(nth, (angle, _))| (angle - share * nth as f32).abs()).sum();
        let order: Vec<StandId> = round.into_iter().map(|(_, stand)| stand).collect();
        (turned, from, order)
    };
    // Of orders with equal turns, as for two stands at a right angle, the first is taken: rounding errors must not decide.
    let rounds: Vec<_> = stands.iter().map(|stand| clockwise(*stand)).collect();
    let least = rounds.iter().map(|(turned, ..)| *turned).fold(f32::INFINITY, f32::min);
    let first = rounds.into_iter().find(|(turned, ..)| *turned <= least + ANGLE_SLACK);
    let (_, from, order) = first.unwrap_or((0.0, heading, stands.to_vec()));
    let to = state.poses(&order, Formation::Square, Pose::new(middle, from));
    (Formation::Square, from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, RawUnit};

    /// Two stands of a square at a right angle are turned alike whichever of them keeps its heading: the first does, at every
    /// heading of the square.
    #[test]
    fn what_is_left_of_a_square_lies_alike_at_every_heading() {
        for degrees in 0..360_u16 {
            let unit = RawUnit {
                id: "A".to_owned(),
                formation: Some("square".to_owned()),
                at: Some((0.0, 0.0, f32::from(degrees) + 0.4)),
                ..RawUnit::default()
            };
            let position = Position { units: vec![unit], ..Position::default() };
            let state = position.set_up(&|_: &str| Err("no battle".to_owned())).expect("it stands there");
            let group = state.group(state.find_group("A").expect("it is there"));
            // Front and right, rear and right.
            for left in [[0, 2], [1, 2]].map(|left| left.map(|at: usize| group.stands[at])) {
                let (_, heading, to) = contracted(&state, &left, group.heading, Vec2::ZERO);
                let first = state.pose(left[0]).expect("it is on the table").heading;
                assert!(heading.angle_to(first) < ANGLE_SLACK, "at {degrees}°: {heading:?}");
                assert_eq!(to[0].0, left[0], "at {degrees}°");
            }
        }
    }
}
