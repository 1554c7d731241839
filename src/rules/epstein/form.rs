//! Changes of formation, skirmishing, closing up, parting and joining (`epstein:5.2` to `epstein:5.8`, `epstein:7.6`,
//! `epstein:12.1`, `epstein:g.9`).
//!
//! Units: inches.

use crate::game::working::Note;
use crate::table::{Heading, Pose, Vec2, gap};

use super::event::Event;
use super::formation::{self, Formation};
use super::kind::Arm;
use super::measure::{self, SLACK, at_most, within};
use super::movement::{allowance, check_may_move, misplaced, overlapped};
use super::options::SkirmishMarch;
use super::order::{Answering, StandWay};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::standing::{check_may_act, is_alone};
use super::state::{GroupId, State};
use super::turn::{has_moved, poses};

/// Skirmishers with no enemy so near only march, in inches (`epstein:5.7`).
const MARCHING: f32 = 18.0;

/// Directions in which a formation looks for room (`epstein:5.2`).
const ROUND: u16 = 24;

/// A step of that search, in inches.
const SHIFT: f32 = 1.0 / 16.0;

/// A group changes its formation on the spot (`epstein:5.2`, `epstein:5.8`, `epstein:12.1`).
pub fn judge_form(
    s: &mut Scratch<'_>,
    id: GroupId,
    formation: Formation,
    heading: Option<f64>,
    places: Option<&[String]>,
) -> Judged {
    check_may_move(&s.state, id)?;
    check_can_form(&s.state, id, formation)?;
    let place = s.state.place(id);
    let heading = heading.map_or(place.heading, Heading::from_exact_degrees);
    let stands = ordered(&s.state, id, places)?;
    let wanted = Pose::new(place.at, heading);
    let Some(to) = room_for(&s.state, id, &stands, formation, wanted) else {
        let shift = s.state.game.options.formation_shift;
        let fact = format!("{} finds no room for a {}", s.state.say(id), formation.words());
        let remedy =
            format!("It may be shifted {shift:.2} in: make room, or choose another formation or heading");
        return Err(Refusal::new(Code::NoRoom, "epstein:5.2", fact, remedy).into());
    };
    let name = s.state.say(id);
    s.note(Note::new(clause_of(&s.state, id), format!("{name} forms {}", formation.words())));
    s.emit(Event::Formed { group: id, formation, heading, to });
    has_moved(s, id);
    Ok(())
}

/// The clause under which an arm changes its formation.
fn clause_of(state: &State, id: GroupId) -> &'static str {
    match state.arm(id) {
        Arm::Infantry => "epstein:5.2",
        Arm::Cavalry => "epstein:5.8",
        Arm::Artillery | Arm::Command => "epstein:g.8",
    }
}

/// Can it be in this formation, and does it come to it on the spot?
fn check_can_form(state: &State, id: GroupId, formation: Formation) -> Result<(), Refusal> {
    let name = state.say(id);
    let wrong =
        |clause, fact: String, remedy: &str| Err(Refusal::new(Code::WrongFormation, clause, fact, remedy));
    if !Formation::of_arm(state.arm(id)).contains(&formation) {
        let fact = format!("{name} is {} and forms no {}", state.kind(id).words(), formation.words());
        return wrong("epstein:g.8", fact, "Choose a formation of its arm");
    }
    let now = state.group(id).formation;
    if formation == Formation::Skirmish && now != Formation::Skirmish {
        let fact = format!("{name} breaks into skirmish order by a move");
        return wrong("epstein:5.3", fact, "Give each stand its place with Skirmish");
    }
    if now == Formation::Skirmish && formation != Formation::Skirmish {
        let fact = format!("{name} skirmishes, and closes up by a move");
        return wrong("epstein:5.4", fact, "Say where it closes up with CloseUp");
    }
    Ok(())
}

/// The stands of a group as an order names them: each once.
fn ordered(state: &State, id: GroupId, places: Option<&[String]>) -> Result<Vec<StandId>, Refusal> {
    let own = &state.group(id).stands;
    let Some(places) = places else { return Ok(own.clone()) };
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

/// Where a group finds room in a formation: at the place that is wanted, else shifted straight to the nearest clear one
/// (`epstein:5.2`, option `formation_shift`); none where there is none.
pub fn room_for(
    state: &State,
    id: GroupId,
    stands: &[StandId],
    formation: Formation,
    wanted: Pose,
) -> Option<Vec<(StandId, Pose)>> {
    let own: Vec<StandId> = state.group(id).stands.clone();
    let clear = |pose: Pose| {
        let to = poses(state, stands, formation, pose);
        let free = overlapped_by_others(state, &to, id, &own).is_none() && misplaced(state, &to).is_none();
        free.then_some(to)
    };
    if let Some(to) = clear(wanted) {
        return Some(to);
    }
    let most = state.game.options.formation_shift;
    let steps = (most / SHIFT).round() as u16;
    (1..=steps).find_map(|step| {
        (0..ROUND).find_map(|direction| {
            let degrees = f32::from(direction) * 360.0 / f32::from(ROUND);
            let way = Heading::from_radians(wanted.heading.radians() + degrees * measure::DEGREE).forward();
            clear(wanted.moved(way * (f32::from(step) * SHIFT)))
        })
    })
}

/// As [`overlapped`], for a group of which only some stands are laid.
fn overlapped_by_others(
    state: &State,
    to: &[(StandId, Pose)],
    id: GroupId,
    own: &[StandId],
) -> Option<GroupId> {
    let others_of_own = own.iter().any(|stand| !to.iter().any(|(laid, _)| laid == stand));
    debug_assert!(!others_of_own || state.group(id).stands.len() > to.len());
    overlapped(state, to, Some(id))
}

/// A group breaks into skirmish order, or skirmishers move, each stand its own straight way (`epstein:5.3`, `epstein:5.25`).
pub fn judge_skirmish(s: &mut Scratch<'_>, id: GroupId, ways: &[StandWay]) -> Judged {
    check_may_move(&s.state, id)?;
    let to = skirmish_ways(&s.state, id, ways)?;
    let heading = to.first().map_or(s.state.group(id).heading, |(_, pose)| pose.heading);
    check_marching(s, id, &to)?;
    s.emit(Event::Formed { group: id, formation: Formation::Skirmish, heading, to });
    has_moved(s, id);
    Ok(())
}

/// Where the stands of a group come to that skirmishes by these ways: stands that are not named stay.
fn skirmish_ways(state: &State, id: GroupId, ways: &[StandWay]) -> Result<Vec<(StandId, Pose)>, Refusal> {
    let name = state.say(id);
    let arm = state.arm(id);
    if !matches!(arm, Arm::Infantry | Arm::Cavalry) || state.group(id).on_foot {
        let fact = format!("{name} is {} and does not skirmish", state.kind(id).words());
        return Err(Refusal::new(Code::WrongKind, "epstein:3t.a", fact, "Infantry and cavalry skirmish"));
    }
    let mut to: Vec<(StandId, Pose)> = Vec::new();
    for stand in &state.group(id).stands {
        let Some(here) = state.pose(*stand) else { continue };
        let key = &state.game.stand(*stand).key;
        let named = ways.iter().find(|way| way.stand == *key);
        let there = named.map_or(here, |way| {
            let (x, y, heading) = way.to;
            Pose::new(Vec2::new(x as f32, y as f32), Heading::from_exact_degrees(heading))
        });
        to.push((*stand, there));
    }
    let unknown = ways
        .iter()
        .find(|way| !state.group(id).stands.iter().any(|stand| state.game.stand(*stand).key == way.stand));
    if let Some(way) = unknown {
        let fact = format!("{} is no stand of {name}", crate::data::printable::name(&way.stand));
        return Err(Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, "Name its own stands"));
    }
    if !to.iter().all(|(_, pose)| pose.is_finite()) {
        let fact = format!("{name} has no way that anybody could walk");
        return Err(Refusal::new(Code::BadOrder, "epstein:5.25", fact, "Give places on the table"));
    }
    check_skirmish_ways(state, id, &to)?;
    Ok(to)
}

/// Each stand goes straight, no farther than skirmishers may, over no enemy and nothing closed (`epstein:5.25`).
fn check_skirmish_ways(state: &State, id: GroupId, to: &[(StandId, Pose)]) -> Result<(), Refusal> {
    let name = state.say(id);
    let most = skirmish_allowance(state, id);
    for (stand, there) in to {
        let Some(here) = state.pose(*stand) else { continue };
        let delta = there.at - here.at;
        if delta.length() < 1e-6 {
            continue;
        }
        let cost = skirmish_cost(state, id, *stand, here, *there);
        if !within(cost, most) {
            let fact = format!("{} would go {cost:.2} in of {most:.2} in", state.say_stand(*stand));
            let measured = at_most("way", [here.at, there.at], cost, most);
            let last = Pose::new(here.at + delta * (most / cost).min(1.0), there.heading);
            let refusal = Refusal::new(Code::OverAllowance, "epstein:3d.1", fact, "Send it less far");
            return Err(refusal.with(measured).last_legal(last));
        }
        let (width, depth) = state.size_of(*stand);
        let body = crate::table::Body::single(width, depth);
        let start = Pose::new(here.at, there.heading);
        let leg = crate::table::Leg::Slide(delta);
        for enemy in state.enemies_of(state.side(id)) {
            for (_, quad) in state.quads(enemy) {
                let other = crate::table::Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
                let touched = measure::touching(gap(body.placed(here), other.placed(quad.pose)).distance);
                let met = if touched {
                    crate::table::sweep::first_deeper(&body, start, leg, other.placed(quad.pose), SLACK)
                } else {
                    crate::table::sweep::first_within(&body, start, leg, other.placed(quad.pose), SLACK)
                };
                if met.is_some() {
                    let fact = format!("{} would touch {}", state.say_stand(*stand), state.say(enemy));
                    return Err(Refusal::new(Code::Contact, "epstein:5.25", fact, "Send it another way"));
                }
            }
        }
    }
    if let Some(other) = overlapped(state, to, Some(id)) {
        let fact = format!("{name} would stand in {}", state.say(other));
        return Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, "Put its stands where nobody is"));
    }
    if let Some(where_it_is) = misplaced(state, to) {
        let fact = format!("{name} would stand {where_it_is}");
        return Err(Refusal::new(Code::OffTable, "epstein:5.25", fact, "Stay on open ground of the table"));
    }
    let among = to.iter().enumerate().find_map(|(index, (stand, pose))| {
        let (width, depth) = state.size_of(*stand);
        let one = crate::table::Body::single(width, depth);
        let other =
            to[..index].iter().find(|(_, other)| measure::overlap(one.placed(*pose), one.placed(*other)));
        other.map(|(other, _)| (*stand, *other))
    });
    match among {
        Some((one, other)) => {
            let fact = format!("{} would stand in {}", state.say_stand(one), state.say_stand(other));
            Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, "Put them apart"))
        }
        None => Ok(()),
    }
}

/// Inches that the stands of a group may go in skirmish order.
fn skirmish_allowance(state: &State, id: GroupId) -> f32 {
    match state.arm(id) {
        Arm::Infantry => state.game.tables.inches("infantry in skirmish order"),
        Arm::Cavalry | Arm::Artillery | Arm::Command => allowance(state, id),
    }
}

/// What the straight way of one skirmishing stand costs: its dearest corner's, and going back facing the enemy double
/// (`epstein:5.14`, `epstein:5.23`).
fn skirmish_cost(state: &State, id: GroupId, stand: StandId, here: Pose, there: Pose) -> f32 {
    let delta = there.at - here.at;
    let (width, depth) = state.size_of(stand);
    let body = crate::table::Body::single(width, depth);
    let options = &state.game.options;
    let foot = state.arm(id) == Arm::Infantry;
    let uphill = options.hill_cost == super::options::HillCost::Uphill;
    let corners: Vec<Vec2> = body.placed(Pose::new(here.at, there.heading)).corners().collect();
    let weighted = corners
        .into_iter()
        .map(|corner| state.game.lie.cost([corner, corner + delta], options.difficult_cost, foot, uphill))
        .fold(0.0, f32::max);
    let forward = there.heading.forward();
    let back = delta.dot(forward) < -1e-4;
    if back { weighted + delta.length() } else { weighted }
}

/// Skirmishers far from any enemy only march, which skirmish order is not for (`epstein:5.7`).
fn check_marching(s: &mut Scratch<'_>, id: GroupId, to: &[(StandId, Pose)]) -> Judged {
    let state = &s.state;
    let near = state.enemies_of(state.side(id)).flat_map(|enemy| state.quads(enemy)).any(|(_, quad)| {
        to.iter().any(|(stand, pose)| {
            let (width, depth) = state.size_of(*stand);
            let one = crate::table::Body::single(width, depth);
            within(measure::gap(&one.placed(*pose).quad(), &quad), MARCHING)
        })
    });
    if near || state.arm(id) != Arm::Infantry {
        return Ok(());
    }
    let fact = format!("{} skirmishes with no enemy within 18 in", state.say(id));
    if state.game.options.skirmish_march == SkirmishMarch::Refuse {
        let remedy = "Cross the field in line, column or square";
        return Err(Refusal::new(Code::WrongFormation, "epstein:5.7", fact, remedy).into());
    }
    s.note(Note::new("epstein:5.7", format!("{fact}: it marches in skirmish order")));
    Ok(())
}

/// Skirmishers move and end in a formation (`epstein:5.4`): each of its stands goes no farther than skirmishers may.
pub fn judge_close_up(s: &mut Scratch<'_>, id: GroupId, formation: Formation, at: (f64, f64, f64)) -> Judged {
    check_may_move(&s.state, id)?;
    let state = &s.state;
    let name = state.say(id);
    if state.group(id).formation != Formation::Skirmish {
        let fact = format!("{name} does not skirmish");
        let remedy = "Change its formation on the spot with Form";
        return Err(Refusal::new(Code::WrongFormation, "epstein:5.4", fact, remedy).into());
    }
    if formation == Formation::Skirmish || !Formation::of_arm(state.arm(id)).contains(&formation) {
        let fact = format!("{name} does not close up into {}", formation.words());
        return Err(
            Refusal::new(Code::WrongFormation, "epstein:5.4", fact, "Choose line, column or square").into()
        );
    }
    let place = Pose::new(Vec2::new(at.0 as f32, at.1 as f32), Heading::from_exact_degrees(at.2));
    if !place.is_finite() {
        let fact = format!("{name} has no place to close up at");
        return Err(Refusal::new(Code::BadOrder, "epstein:5.4", fact, "Give a place on the table").into());
    }
    let to = nearest_places(state, id, formation, place);
    check_skirmish_ways(state, id, &to)?;
    s.emit(Event::Formed { group: id, formation, heading: place.heading, to });
    has_moved(s, id);
    if !s.state.group(id).marks.fired {
        // Having moved and formed they may not fire.
        s.emit(Event::Marked { group: id, mark: super::event::Mark::Fired });
    }
    Ok(())
}

/// The places of a formation, each taken by the stand to which it is nearest, the farthest stand choosing first.
fn nearest_places(state: &State, id: GroupId, formation: Formation, place: Pose) -> Vec<(StandId, Pose)> {
    let stands = state.group(id).stands.clone();
    let mut left: Vec<StandId> = stands.clone();
    let spots: Vec<Pose> =
        poses(state, &stands, formation, place).into_iter().map(|(_, pose)| pose).collect();
    let from = |stand: StandId| state.pose(stand).map_or(Vec2::ZERO, |pose| pose.at);
    spots
        .into_iter()
        .filter_map(|spot| {
            let near = left
                .iter()
                .enumerate()
                .min_by(|a, b| from(*a.1).distance(spot.at).total_cmp(&from(*b.1).distance(spot.at)))?;
            let index = near.0;
            Some((left.remove(index), spot))
        })
        .collect()
}

/// Stands leave their group (`epstein:5.13`, `epstein:g.9`): they are a group of their own where they stand, with its marks.
pub fn judge_detach(s: &mut Scratch<'_>, id: GroupId, keys: &[String]) -> Judged {
    check_may_act(&s.state, id)?;
    let state = &s.state;
    let name = state.say(id);
    let own = &state.group(id).stands;
    let mut stands: Vec<StandId> = keys.iter().filter_map(|key| state.game.find_stand(key)).collect();
    stands.retain(|stand| own.contains(stand));
    stands.dedup();
    if stands.is_empty() || stands.len() != keys.len() || stands.len() == own.len() {
        let fact = format!("these are not some of the stands of {name}");
        let keys: Vec<&str> = own.iter().map(|stand| state.game.stand(*stand).key.as_str()).collect();
        let remedy = format!("Name some of {}, not all of them", keys.join(", "));
        return Err(Refusal::new(Code::BadOrder, "epstein:g.9", fact, remedy).into());
    }
    if state.group(id).formation == Formation::Square {
        let fact = format!("{name} is in square and keeps together");
        return Err(Refusal::new(Code::WrongFormation, "epstein:12.2", fact, "Form another way first").into());
    }
    let formation = state.group(id).formation;
    s.note(Note::new("epstein:5.13", format!("{name} splits: units are meant to manoeuvre as wholes")));
    s.emit(Event::Split { group: id, stands, formation });
    Ok(())
}

/// A group becomes one with another that it stands with (`epstein:g.9`, `epstein:7.6`).
pub fn judge_join(s: &mut Scratch<'_>, id: GroupId, to: GroupId) -> Judged {
    check_may_act(&s.state, id)?;
    check_may_act(&s.state, to)?;
    let state = &s.state;
    let (name, other) = (state.say(id), state.say(to));
    if id == to || state.kind(id) != state.kind(to) || state.side(id) != state.side(to) {
        let fact = format!("{name} and {other} are not of one kind and quality");
        let remedy = "Only units of the same kind and quality become one";
        return Err(Refusal::new(Code::WrongKind, "epstein:7.6", fact, remedy).into());
    }
    let (width, _) = state.stand_size(id);
    let apart = state
        .quads(id)
        .flat_map(|(_, one)| state.quads(to).map(move |(_, two)| measure::gap(&one, &two)))
        .fold(f32::INFINITY, f32::min);
    if !within(apart, width / 2.0) {
        let fact = format!("{name} is {apart:.2} in from {other}");
        let measured = at_most("gap", [state.place(id).at, state.place(to).at], apart, width / 2.0);
        let remedy = format!("Move it within {:.2} in, half a stand's width", width / 2.0);
        return Err(Refusal::new(Code::NoContact, "epstein:7.6", fact, remedy).with(measured).into());
    }
    let (unit, formation) = (state.unit(to), state.group(to).formation);
    let alone = state.group(id).stands.iter().any(|stand| is_alone(state, *stand));
    let amalgamates = state.unit(id) != unit || alone && state.group(id).stands.len() == 1;
    let stands = state.group(id).stands.clone();
    let from = state.turn.saturating_add(1);
    if amalgamates {
        for stand in stands {
            s.emit(Event::Amalgamated { stand, unit, effective_from: from });
        }
        s.note(Note::new(
            "epstein:7.6",
            format!("{name} is amalgamated with {other}, effective from turn {from}"),
        ));
    }
    s.emit(Event::Joined { group: id, into: to, formation });
    Ok(())
}

/// The square that a group forms under attack, where it finds room (`epstein:9.9`).
pub fn square_under_attack(
    state: &State,
    id: GroupId,
    how: Answering,
) -> Option<(Heading, Vec<(StandId, Pose)>)> {
    let Answering::Square { heading } = how else { return None };
    let heading = Heading::from_exact_degrees(heading);
    let wanted = Pose::new(state.place(id).at, heading);
    let stands = state.group(id).stands.clone();
    Some((heading, room_for(state, id, &stands, Formation::Square, wanted)?))
}

/// A column is laid out anew on its front middle and heading when it has lost a stand; a square contracts (`epstein:g.10`,
/// `epstein:12.7`). Others keep their holes.
pub fn close_ranks(s: &mut Scratch<'_>, id: GroupId, front: Vec2, middle: Vec2) {
    let group = s.state.group(id);
    if group.is_gone() {
        return;
    }
    let (formation, heading, stands) = (group.formation, group.heading, group.stands.clone());
    let at = if formation.is_column() {
        let (_, depth) = s.state.stand_size(id);
        let ranks = stands.len().div_ceil(formation.abreast(stands.len()).max(1));
        front - heading.forward() * (depth * ranks as f32 / 2.0)
    } else if formation == Formation::Square {
        middle
    } else {
        return;
    };
    let to = poses(&s.state, &stands, formation, Pose::new(at, heading));
    let same = to
        .iter()
        .all(|(stand, pose)| s.state.pose(*stand).is_some_and(|now| now.at.distance(pose.at) < 1e-4));
    if !same {
        s.emit(Event::Formed { group: id, formation, heading, to });
    }
}

/// The places that a skirmish line takes when a formed group breaks up where it stands: a row about its place.
pub fn skirmish_row(state: &State, id: GroupId, at: Pose) -> Vec<(StandId, Pose)> {
    let stands = &state.group(id).stands;
    let (size, gap) = (state.stand_size(id), state.skirmish_gap(id));
    let local = formation::layout(Formation::Skirmish, stands.len(), size, gap);
    stands.iter().zip(local).map(|(stand, pose)| (*stand, formation::placed(at, pose))).collect()
}
