//! Groups that split and join, stands that stray and return (`epstein:5.13`, `epstein:5.20`, `epstein:7.1`, `epstein:7.2`,
//! `epstein:7.6`, `epstein:g.9`).
//!
//! Units: inches.

use game::working::Note;
use table::{Body, Pose};

use super::event::Event;
use super::form::close_ranks;
use super::formation::{Formation, MOST_STANDS};
use super::measure::{self, DEGREE, at_most, within};
use super::movement::bounds;
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped_but};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::standing::{check_may_act, group_is_ineffective, is_far, is_ineffective};
use super::state::{GroupId, State};

/// The group that was split off last.
pub fn newest(state: &State) -> GroupId {
    GroupId(u16::try_from(state.groups.len().saturating_sub(1)).unwrap_or(u16::MAX))
}

/// Splits a group into the stands that stand together (`epstein:g.9`): within half a width in a formation, within two widths
/// for skirmishers, ignoring holes that do not part it (`epstein:g.10`). The largest part stays the group.
pub fn regroup(s: &mut Scratch<'_>, id: GroupId) {
    let parts = parts(&s.state, id);
    let formation = s.state.group(id).formation;
    for stands in parts.into_iter().skip(1) {
        s.emit(Event::Split { group: id, stands, formation });
    }
}

/// The stands of a group that stand together, the largest part first.
fn parts(state: &State, id: GroupId) -> Vec<Vec<StandId>> {
    let group = state.group(id);
    if group.stands.len() < 2 || group.formation == Formation::Garrison {
        return vec![group.stands.clone()];
    }
    let (width, _) = state.stand_size(id);
    let reach = if group.formation == Formation::Skirmish { 2.0 * width } else { width / 2.0 };
    let spans_holes = !state.game.options.hole_splits;
    let linked = |a: StandId, b: StandId| {
        let near = state.quad(a).zip(state.quad(b)).is_some_and(|(a, b)| within(measure::gap(&a, &b), reach));
        near || spans_holes && group.has_hole(a, b)
    };
    let mut left = group.stands.clone();
    let mut parts: Vec<Vec<StandId>> = Vec::new();
    while !left.is_empty() {
        let mut part = vec![left.remove(0)];
        while let Some(at) = left.iter().position(|stand| part.iter().any(|one| linked(*one, *stand))) {
            part.push(left.remove(at));
        }
        // In their order in the group.
        part.sort_by_key(|stand| group.stands.iter().position(|one| one == stand));
        parts.push(part);
    }
    parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part.iter().min().copied()));
    parts
}

/// Records the stands that are more than two widths from their unit (`epstein:7.1`, `epstein:7.2`): they are ineffective until
/// they are amalgamated (`epstein:7.6`).
pub fn note_strays(s: &mut Scratch<'_>) {
    for stand in strays(&s.state) {
        let words = format!("{} is over two widths from its unit, and ineffective", s.state.say_stand(stand));
        s.note(Note::new("epstein:7.2", words));
        s.emit(Event::Strayed { stand });
    }
}

/// Stands that have strayed but are not recorded yet.
pub fn strays(state: &State) -> Vec<StandId> {
    // Stands of an intact formation touch one another.
    let loose = state.group_ids().map(|id| state.group(id)).filter(|group| {
        group.stands.len() == 1 || group.formation == Formation::Skirmish || !group.holes.is_empty()
    });
    let stands = loose.flat_map(|group| group.stands.iter().copied());
    stands.filter(|stand| !state.stand(*stand).strayed && is_far(state, *stand)).collect()
}

/// Stands leave their group (`epstein:5.13`, `epstein:g.9`) and form a new group in place, with the same marks.
pub fn judge_detach(s: &mut Scratch<'_>, id: GroupId, keys: &[String]) -> Judged {
    check_may_act(&s.state, id)?;
    let state = &s.state;
    let name = state.say(id);
    let own = &state.group(id).stands;
    let mut stands: Vec<StandId> = keys.iter().filter_map(|key| state.game.find_stand(key)).collect();
    stands.retain(|stand| own.contains(stand));
    stands.sort_by_key(|stand| own.iter().position(|one| one == stand));
    stands.dedup();
    if stands.is_empty() || stands.len() != keys.len() || stands.len() == own.len() {
        let fact = format!("these are not some of the stands of {name}");
        let keys: Vec<&str> = own.iter().map(|stand| state.game.stand(*stand).key.as_str()).collect();
        let remedy = format!("Name some of {}, not all of them", keys.join(", "));
        return Err(Refusal::new(Code::BadOrder, "epstein:g.9", fact, remedy).into());
    }
    if state.group(id).formation == Formation::Square {
        let fact = format!("{name} is in square and keeps together");
        Refusal::new(Code::WrongFormation, "epstein:12.2", fact, "Form another way first")
            .unless(&s.state.overruled)?;
    }
    let formation = state.group(id).formation;
    s.note(Note::new("epstein:5.13", format!("{name} splits: units are meant to manoeuvre as wholes")));
    s.emit(Event::Split { group: id, stands, formation });
    let part = newest(&s.state);
    regroup(s, part);
    regroup(s, id);
    Ok(())
}

/// A group joins another that it stands with (`epstein:g.9`, `epstein:7.6`): the smaller is merged into the larger.
pub fn judge_join(s: &mut Scratch<'_>, id: GroupId, to: GroupId) -> Judged {
    check_may_join(&s.state, id, to)?;
    let (id, to) = smaller_first(&s.state, id, to);
    let (name, other) = (s.state.say(id), s.state.say(to));
    let unit = s.state.unit(to);
    let from = s.state.turn.saturating_add(1);
    let both = s.state.group(id).stands.iter().chain(&s.state.group(to).stands).copied();
    // Stands of other units now belong to its unit; ineffective ones are effective a turn later.
    let now = s.state.turn;
    let changed: Vec<(StandId, u8)> = both
        .filter_map(|stand| {
            let weak = is_ineffective(&s.state, stand);
            let comes = s.state.stand(stand).unit != unit;
            (weak || comes).then_some((stand, if weak { from } else { now }))
        })
        .collect();
    let weak = changed.iter().any(|(_, turn)| *turn == from);
    for (stand, effective_from) in changed {
        s.emit(Event::Amalgamated { stand, unit, effective_from });
    }
    if weak {
        let words =
            format!("{name} is amalgamated with {other}: what was ineffective is effective in turn {from}");
        s.note(Note::new("epstein:7.6", words));
    } else {
        s.note(Note::new("epstein:g.9", format!("{name} joins {other}")));
    }
    let formation = s.state.group(to).formation;
    let place = s.state.place(to);
    let (low, high) = bounds(&s.state.body(to));
    let front = place.to_table(table::Vec2::new((low.x + high.x) / 2.0, high.y));
    let turned = turned_in(&s.state, id, to);
    s.emit(Event::Joined { group: id, into: to, formation });
    if let Some(stands) = turned {
        let heading = s.state.group(to).heading;
        s.emit(Event::Formed { group: to, formation, heading, to: stands });
    }
    close_ranks(s, to, front, place.at);
    Ok(())
}

/// The group that is merged, and the group that it is merged into.
fn smaller_first(state: &State, id: GroupId, to: GroupId) -> (GroupId, GroupId) {
    let count = |id: GroupId| state.group(id).stands.len();
    if count(id) > count(to) { (to, id) } else { (id, to) }
}

/// The poses of both groups after the joining stands have turned to the formation's heading (`epstein:g.8`); `None` if all face
/// the same way already, or `to` is no formation with a front.
fn turned_in(state: &State, id: GroupId, to: GroupId) -> Option<Vec<(StandId, Pose)>> {
    let group = state.group(to);
    let faces = |pose: &Pose| pose.heading.angle_to(group.heading) <= DEGREE / 10.0;
    let joins = &state.group(id).stands;
    if !group.formation.is_formed()
        || joins.iter().filter_map(|stand| state.pose(*stand)).all(|pose| faces(&pose))
    {
        return None;
    }
    let turned = |stand: &StandId| {
        let pose = state.pose(*stand)?;
        Some((*stand, if joins.contains(stand) { Pose::new(pose.at, group.heading) } else { pose }))
    };
    Some(group.stands.iter().chain(joins).filter_map(turned).collect())
}

/// Checks that the joining stands have room to turn to the formation's heading (`epstein:g.8`).
fn check_turns_in(state: &State, id: GroupId, to: GroupId) -> Result<(), Refusal> {
    let (id, to) = smaller_first(state, id, to);
    let Some(stands) = turned_in(state, id, to) else { return Ok(()) };
    let body = |stand: StandId| {
        let (width, depth) = state.size_of(stand);
        Body::single(width, depth)
    };
    let in_one_another = stands.iter().enumerate().any(|(index, (one, at))| {
        let own = body(*one);
        stands[..index]
            .iter()
            .any(|(other, there)| measure::overlap(own.placed(*at), body(*other).placed(*there)))
    });
    if !in_one_another
        && overlapped_but(state, &stands, &[id, to]).is_none()
        && misplaced(state, &stands).is_none()
    {
        return Ok(());
    }
    let fact = format!("{} has no room to turn as {} faces", state.say(id), state.say(to));
    let remedy = "Move it beside the formation, facing as that does, and join then";
    Err(Refusal::new(Code::NoRoom, "epstein:g.8", fact, remedy))
}

/// Checks that two groups can join.
pub fn check_may_join(state: &State, id: GroupId, to: GroupId) -> Result<(), Refusal> {
    check_may_act(state, id)?;
    check_may_act(state, to)?;
    let (name, other) = (state.say(id), state.say(to));
    if id == to || state.kind(id) != state.kind(to) || !state.arm(id).has_formations() {
        let fact = format!("{name} and {other} are not two groups of one kind and quality");
        let remedy = "Only units of the same kind and quality become one";
        return Err(Refusal::new(Code::WrongKind, "epstein:7.6", fact, remedy));
    }
    if [id, to].into_iter().any(|one| state.group(one).formation == Formation::Garrison) {
        let fact = format!("{name} and {other} are not both outside of houses");
        return Err(Refusal::new(Code::House, "epstein:15.1", fact, "Leave the house first"));
    }
    if state.group(id).crossing != state.group(to).crossing {
        let fact = format!("{name} and {other} are not crossing a river together");
        let remedy = "Let both come over, and join on the far bank";
        Refusal::new(Code::River, "epstein:5.24", fact, remedy).unless(&state.overruled)?;
    }
    let effective = !group_is_ineffective(state, id) && !group_is_ineffective(state, to);
    if state.unit(id) != state.unit(to) && effective {
        let fact = format!("{name} and {other} are two units, and both are effective");
        let remedy = "Units become one only where that brings back what is ineffective";
        Refusal::new(Code::WrongKind, "epstein:7.6", fact, remedy).unless(&state.overruled)?;
    }
    let count = state.group(id).stands.len() + state.group(to).stands.len();
    if count > usize::from(MOST_STANDS) {
        let fact = format!("{name} and {other} have {count} stands");
        let remedy = format!("A unit has {MOST_STANDS} at most");
        return Err(Refusal::new(Code::WrongKind, "epstein:g.8", fact, remedy));
    }
    let (width, _) = state.stand_size(id);
    let apart = state.gap_between(id, to).map_or(f32::INFINITY, |gap| gap.distance);
    let rows = [id, to].iter().all(|id| state.group(*id).formation == Formation::Skirmish);
    // Skirmishers stand in rows of up to two widths; ineffective stands must be in formation.
    let reach = if rows && effective { 2.0 * width } else { width / 2.0 };
    if !within(apart, reach) {
        let fact = format!("{name} is {apart:.2} in from {other}");
        let measured = at_most("gap", [state.place(id).at, state.place(to).at], apart, reach);
        let remedy = format!("Move it within {reach:.2} in");
        Refusal::new(Code::NoContact, "epstein:7.6", fact, remedy).with(measured).unless(&state.overruled)?;
    }
    check_turns_in(state, id, to)
}
