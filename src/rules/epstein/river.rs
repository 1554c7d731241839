//! Rivers: banks, fords, and the periods needed to cross (`epstein:5.24`).
//!
//! Units: inches.

use game::working::Note;
use table::measure::{nearest_point_of_line, overlap_depth};
use table::sweep::{first_deeper, may_come_within};
use table::{Body, Heading, Leg, Pose, Vec2, gap};

use super::advance;
use super::event::Event;
use super::ground::River;
use super::measure::{SLACK, overlap, touching};
use super::moving::check_may_move;
use super::obstacles::{Met, check_free};
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Crossing, GroupId, State};

/// Step of the search for a place clear of a bend of the river, in inches.
const STEP: f32 = 1.0 / 16.0;

/// How far beyond the contact a charge on a unit in a river is cut, in inches.
const HAIR: f32 = 0.02;

/// Greatest distance beyond the bank that is tried, in inches.
const FARTHEST: f32 = 3.0;

/// A move ends before a river, which is forded from its bank (`epstein:5.24`).
pub fn met(state: &State, name: &str, body: &Body, at: Pose, leg: Leg) -> Option<Met> {
    let (t, river) = first_wet(state, body, at, leg)?;
    let fact = format!("{name} would go into the river");
    Some((t, Refusal::new(Code::River, "epstein:5.24", fact, remedy(river))))
}

/// A leader may simply cross a river, without stops in it and on the far bank, but not unfordable water (`epstein:5.24`).
pub fn deep_water(state: &State, name: &str, body: &Body, at: Pose, leg: Leg) -> Option<Met> {
    let deep = |river: &River, there: Vec2| !river.is_fordable(nearest_point_of_line(&river.points, there));
    let (t, river) = first_entry(state, body, at, leg, deep)?;
    let fact = format!("{name} would go into a river that nobody fords here");
    Some((t, Refusal::new(Code::River, "epstein:5.24", fact, remedy(river))))
}

/// Where a leg first goes into a river; for a unit already in the water at its bank, where it goes in deeper.
fn first_wet<'s>(state: &'s State, body: &Body, at: Pose, leg: Leg) -> Option<(f32, &'s River)> {
    first_entry(state, body, at, leg, |_, _| true)
}

/// The same for the rivers that satisfy a condition where the leg goes in.
fn first_entry<'s>(
    state: &'s State,
    body: &Body,
    at: Pose,
    leg: Leg,
    is_such: impl Fn(&River, Vec2) -> bool + Copy,
) -> Option<(f32, &'s River)> {
    let entries = state.game.ground.rivers.iter().flat_map(|river| {
        river.bands.iter().filter_map(move |(band, pose)| {
            if !may_come_within(body, at, leg, band.placed(*pose), SLACK) {
                return None;
            }
            let stands = overlap_depth(body.placed(at), band.placed(*pose)).max(0.0);
            let t = first_deeper(body, at, leg, band.placed(*pose), stands + SLACK)?;
            is_such(river, leg.part(at, t).at).then_some((t, river))
        })
    });
    entries.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The legs of a charge as far as water lets it go: to the bank, or to the contact with a unit in the river.
///
/// # Errors
///
/// If it would go into a river before the contact (a leg and a fraction of it), while the target is not in that river.
pub fn charge_legs(
    state: &State,
    id: GroupId,
    legs: &[Leg],
    contact: (usize, f32),
    target: GroupId,
) -> Result<Vec<Leg>, Refusal> {
    let (body, mut at) = (state.body(id), state.place(id));
    let cut = |index: usize, t: f32| {
        let mut kept = legs[..index].to_vec();
        kept.push(legs[index].shortened(t));
        kept
    };
    for (index, leg) in legs.iter().enumerate() {
        let Some((t, _)) = first_wet(state, &body, at, *leg) else {
            at = leg.end(at);
            continue;
        };
        if (index, t) >= contact {
            return Ok(cut(index, t));
        }
        if state.group(target).crossing.is_none() {
            return check_free(state, at, *leg, [met(state, &state.say(id), &body, at, *leg)])
                .map(|()| legs.to_vec());
        }
        // A little farther, or rounding would miss the contact.
        let (last, touch) = contact;
        let hair = HAIR / legs[last].length(&body).max(HAIR);
        return Ok(cut(last, (touch + hair).min(1.0)));
    }
    Ok(legs.to_vec())
}

/// Would one of these stands be in a river?
pub fn is_wet(state: &State, to: &[(StandId, Pose)]) -> bool {
    let bands = || state.game.ground.rivers.iter().flat_map(|river| &river.bands);
    to.iter().any(|(stand, pose)| {
        let body = super::room::stand_body(state, *stand);
        let reach = body.reach();
        bands().any(|(band, lies)| {
            let near = pose.at.distance(lies.at) <= reach + band.reach();
            near && overlap(body.placed(*pose), band.placed(*lies))
        })
    })
}

/// Checks that the group is not in a river, from which it can only go on across (`epstein:5.24`).
pub fn check_dry(state: &State, id: GroupId) -> Result<(), Refusal> {
    if state.group(id).crossing.is_none() {
        return Ok(());
    }
    let fact = format!("{} is in the river", state.say(id));
    Err(Refusal::new(Code::River, "epstein:5.24", fact, "Ford it to the far bank"))
}

fn remedy(river: &River) -> &'static str {
    if river.fordable || !river.fords.is_empty() {
        "Stop at the bank, ford it in the next period, or take a bridge"
    } else {
        "Nobody fords it: take a bridge"
    }
}

/// The river at whose bank a group stands, or in which it stands.
fn river_at(state: &State, id: GroupId) -> Option<&River> {
    let place = state.place(id);
    let body = state.body(id);
    let near = |river: &&River| {
        let bands = river.bands.iter();
        bands.into_iter().any(|(band, pose)| touching(gap(body.placed(place), band.placed(*pose)).distance))
    };
    state.game.ground.rivers.iter().find(near)
}

/// Checks whether a group may move into the river beside it, or from the river to the far bank.
pub fn check_may_ford(state: &State, id: GroupId) -> Result<Crossing, Refusal> {
    check_may_move(state, id)?;
    let name = state.say(id);
    if let Some(crossing) = state.group(id).crossing {
        return Ok(crossing);
    }
    let Some(river) = river_at(state, id) else {
        let fact = format!("{name} stands at no river");
        return Err(Refusal::new(Code::River, "epstein:5.24", fact, "Move it to the bank first"));
    };
    let here = state.place(id).at;
    let nearest = nearest_point_of_line(&river.points, here);
    if !river.is_fordable(nearest) {
        let fact = format!("{name} stands at a river that nobody fords here");
        Refusal::new(Code::River, "epstein:5.24", fact, remedy(river)).unless(&state.overruled)?;
    }
    let towards = across(&river.points, nearest, here);
    Ok(Crossing { line: river.line, towards: Heading::of(towards) })
}

/// A group crosses a river by a stage: from the bank into it, or out of it to the far bank (`epstein:5.24`). This is its move.
pub fn judge_ford(s: &mut Scratch<'_>, id: GroupId) -> Judged {
    let crossing = check_may_ford(&s.state, id)?;
    let name = s.state.say(id);
    let was_in = s.state.group(id).crossing.is_some();
    let Some(to) = landing(&s.state, id, crossing, was_in) else {
        let fact =
            format!("{name} finds no room {}", if was_in { "on the far bank" } else { "in the river" });
        return Err(
            Refusal::new(Code::NoRoom, "epstein:5.24", fact, "Let those in its way move first").into()
        );
    };
    advance::check(&s.state, id, &to)?;
    let words = if was_in { "is placed on the far bank" } else { "is placed in the river" };
    s.note(Note::new("epstein:5.24", format!("{name} {words}")));
    s.emit(Event::Forded { group: id, crossing: (!was_in).then_some(crossing), to });
    super::moving::has_moved(s, id);
    Ok(())
}

/// May a group be set down at the next stage, and does it have room there?
pub fn can_ford(state: &State, id: GroupId) -> bool {
    let Ok(crossing) = check_may_ford(state, id) else { return false };
    let beyond = state.group(id).crossing.is_some();
    landing(state, id, crossing, beyond).is_some_and(|to| advance::check(state, id, &to).is_ok())
}

/// The poses at the next stage: in the middle of the river, or flush with its far bank.
fn landing(state: &State, id: GroupId, crossing: Crossing, beyond: bool) -> Option<Vec<(StandId, Pose)>> {
    let river = state.game.ground.rivers.iter().find(|river| river.line == crossing.line)?;
    let place = state.place(id);
    let body = state.body(id);
    let way = crossing.towards.forward();
    let reaches = body.placed(place).corners().map(|corner| (corner - place.at).dot(way));
    let (rear, front) =
        reaches.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let middle = (nearest_point_of_line(&river.points, place.at) - place.at).dot(way);
    let shift = if beyond { middle + river.width / 2.0 - rear } else { middle - (rear + front) / 2.0 };
    let mut more = 0.0;
    while more <= FARTHEST {
        let there = place.moved(way * (shift + more));
        let to = state.moved_to(id, there);
        if !beyond || !is_wet(state, &to) {
            let clear = overlapped(state, &to, Some(id)).is_none() && misplaced(state, &to).is_none();
            return clear.then_some(to);
        }
        more += STEP;
    }
    None
}

/// The direction across a river at a point of its middle line, away from a place.
fn across(points: &[Vec2], nearest: Vec2, from: Vec2) -> Vec2 {
    let off = |pair: &[Vec2]| super::measure::nearest_on([pair[0], pair[1]], nearest).distance(nearest);
    let segment = points.windows(2).min_by(|a, b| off(a).total_cmp(&off(b)));
    let along = segment.map_or(Vec2::X, |pair| (pair[1] - pair[0]).normalize_or(Vec2::X));
    let side = along.perp();
    if side.dot(nearest - from) < 0.0 { -side } else { side }
}
