//! Sketches of orders before they are given: lanes and slants of fire, the path of a charge, where stands would end. Units:
//! inches.

use crate::answer::{answered, own_volleys, volleys_back};
use crate::clash::volleys_at;
use crate::event::{self, Event};
use crate::fire::{self, Aim};
use crate::guns::aim::Layer;
use crate::guns::pattern::{Pattern, Terms};
use crate::guns::stick::dead_from;
use crate::houses;
use crate::measure::Before;
use crate::order::{Act, Answering, Load, Order};
use crate::pending::{Assault, Opening, Pending, Shot};
use crate::roster::{HouseId, StandId};
use crate::rule_set::Epstein;
use crate::state::{GroupId, State};
use crate::volley::Volley;
use dice::Dry;
use drawing::{Gauge, Ink, Length, Mark, Pen, footprint, gauge_marks, words_at};
use game::{RuleSet as _, Stop};
use table::measure::Gap;
use table::{Edge, Pose, Quad, Vec2};

use super::charging::Arrival;
use super::troops::seen_at;

/// The sketch of an order in this state.
pub fn sketch(state: &State, order: &Order) -> Vec<Mark> {
    let find = |key: &str| state.find_group(key).ok();
    match order {
        Order::Volley { unit, target, .. } => match (find(unit), find(target)) {
            (Some(by), Some(on)) => fire_marks(state, by, on),
            _ => Vec::new(),
        },
        Order::Charge { unit, target, .. } => match Arrival::of(state, order) {
            Some(arrival) => charge_marks(&arrival),
            None => [unit, target]
                .into_iter()
                .filter_map(|key| find(key))
                .flat_map(|id| ring(state, id, Ink::Bad))
                .collect(),
        },
        Order::Answer { how: Answering::Square { .. }, .. } => places_after(state, order),
        Order::Answer { unit, how, at } => {
            let at = at.as_deref().and_then(find);
            find(unit).map(|id| answer_marks(state, id, *how, at)).unwrap_or_default()
        }
        Order::PlaceLosses { losses, .. } => {
            let struck = losses.iter().filter(|(_, figures)| *figures > 0);
            struck.filter_map(|(key, figures)| loss_marks(state, key, *figures)).flatten().collect()
        }
        Order::Guns { gun, load, pivot } => {
            find(gun).map(|id| gun_marks(state, id, *load, *pivot)).unwrap_or_default()
        }
        Order::Fiat(fiat) => act_marks(state, &fiat.act),
        Order::HouseFire { stand, target, .. } => house_fire_marks(state, stand, target),
        _ => {
            let places = places_after(state, order);
            if places.is_empty() { named_marks(state, order) } else { places }
        }
    }
}

/// Rings round everything that an order names: its own groups and stands, and enemies and houses as its targets.
fn named_marks(state: &State, order: &Order) -> Vec<Mark> {
    let one = |key: &&str| {
        if let Some(stand) = state.game.find_stand(key) {
            let quad = state.quad(stand);
            return quad
                .map(|quad| Mark::ring(quad.corners(), Pen::fine(Ink::Way, 2.6)))
                .into_iter()
                .collect();
        }
        match state.find_group(key) {
            Ok(id) => ring(state, id, if state.side(id) == state.decides() { Ink::Way } else { Ink::Bad }),
            Err(_) => house_marks(state, key, Ink::Bad),
        }
    };
    order.named().iter().flat_map(one).collect()
}

/// A ring round each stand of a group.
pub fn ring(state: &State, id: GroupId, ink: Ink) -> Vec<Mark> {
    state.quads(id).map(|(_, quad)| Mark::ring(quad.corners(), Pen::fine(ink, 2.4))).collect()
}

/// Stands at places where they are not yet, each with its front.
pub fn ghosts(state: &State, to: &[(StandId, Pose)], ink: Ink, wash: Option<Ink>) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (stand, pose) in to {
        let (width, depth) = state.size_of(*stand);
        let corners = footprint(*pose, width, depth);
        marks.extend(wash.map(|wash| Mark::fill(corners, wash)));
        marks.push(Mark::ring(corners, Pen::fine(ink, 1.8)));
        let front = Pen::new(ink, Length::inches(0.12).between(3.0, 7.0));
        marks.push(Mark::line([corners[0], corners[1]], front));
    }
    marks
}

/// A line with a point at its end.
pub fn arrow(from: Vec2, to: Vec2, ink: Ink) -> Vec<Mark> {
    let way = (to - from).normalize_or_zero();
    if way == Vec2::ZERO {
        return Vec::new();
    }
    let (neck, side) = (to - way * 0.4, way.perp() * 0.2);
    vec![
        Mark::line([from, neck], Pen::new(ink, Length::inches(0.09).between(1.8, 4.5))),
        Mark::fill([to, neck + side, neck - side], ink),
    ]
}

/// The fire of a group at a target: a lane for each stand with the target ahead, a line for each with it to the side.
fn fire_marks(state: &State, by: GroupId, on: GroupId) -> Vec<Mark> {
    match fire::shots(state, by, on) {
        Ok(shots) => shots.iter().flat_map(|shot| shot_marks(state, shot)).collect(),
        Err(_) => {
            let line = [state.place(by).at, state.place(on).at];
            vec![Mark::line(line, Pen::fine(Ink::Bad, 2.0).dashed(8.0, 5.0))]
        }
    }
}

fn shot_marks(state: &State, shot: &Shot) -> Vec<Mark> {
    let volleys = own_volleys(state, shot);
    let mut marks = volley_marks(state, &volleys);
    marks.extend(ring(state, shot.on, Ink::Bad));
    let near = volleys.iter().min_by(|a, b| a.range.total_cmp(&b.range));
    marks.extend(near.map(|volley| gauge_marks(&volley.measured.gauge())).unwrap_or_default());
    marks
}

/// What a gun would strike: its stick or canister pattern, with the targets that are diced for.
fn gun_marks(state: &State, id: GroupId, load: Load, pivot: f64) -> Vec<Mark> {
    let pattern = Layer::of(state, id, Terms::default()).and_then(|layer| layer.pattern(load, pivot));
    let Some((gun, pattern)) = pattern else { return ring(state, id, Ink::Way) };
    let mut marks = Vec::new();
    // A shot that throws no die is not fired.
    let (ink, wash) =
        if pattern.dice().is_empty() { (Ink::Bad, Ink::BadWash) } else { (Ink::Good, Ink::GoodWash) };
    match &pattern {
        Pattern::Stick(stick) => {
            let [left, right, far_right, far_left] = stick.outline;
            // It reaches nobody behind a crest (`epstein:8.d.12`).
            let long = left.distance(far_left).max(f32::EPSILON);
            let reach = dead_from(state, &gun).map_or(1.0, |from| (from / long).min(1.0));
            let (ends, dies) = (left.lerp(far_left, reach), right.lerp(far_right, reach));
            marks.push(Mark::fill([left, right, dies, ends], wash));
            marks.push(Mark::fill([ends, dies, far_right, far_left], Ink::BadWash));
            marks.push(Mark::ring(stick.outline, Pen::fine(ink, 1.4)));
        }
        Pattern::Canister(canister) => {
            marks.push(Mark::fill(canister.outline.clone(), wash));
            marks.push(Mark::ring(canister.outline.clone(), Pen::fine(ink, 1.4)));
            let spots =
                canister.figures.iter().map(|figure| Mark::dot(figure.at, Length::points(3.0), Ink::Bad));
            marks.extend(spots);
        }
    }
    marks.push(Mark::ring(gun.quad.corners(), Pen::fine(Ink::Way, 1.8)));
    let mut struck: Vec<StandId> = pattern.dice().iter().map(|die| die.stand).collect();
    struck.sort_unstable();
    struck.dedup();
    let rings = struck.into_iter().filter_map(|stand| state.quad(stand));
    marks.extend(rings.map(|quad| Mark::ring(quad.corners(), Pen::fine(Ink::Bad, 2.4))));
    let houses = pattern.house_dice().into_iter().map(|die| houses::outline(state, die.house).to_vec());
    marks.extend(houses.map(|outline| Mark::ring(outline, Pen::fine(Ink::Bad, 2.4))));
    marks
}

/// What each stand of these volleys fires at: its lane, or a line to the side.
fn volley_marks(state: &State, volleys: &[Volley]) -> Vec<Mark> {
    let of = |(_, stand, aim): &(GroupId, StandId, Aim)| match (aim.seen.before, state.quad(*stand)) {
        (Before::Lane, Some(quad)) => {
            let strip = lane(&quad, aim.seen.range);
            vec![Mark::fill(strip, Ink::GoodWash), Mark::ring(strip, Pen::fine(Ink::Good, 1.2))]
        }
        (Before::Slant, Some(_)) => {
            let line = [aim.seen.from, aim.seen.to];
            vec![Mark::line(line, Pen::fine(Ink::Good, 1.8).dashed(6.0, 3.0))]
        }
        (Before::Lane | Before::Slant, None) => Vec::new(),
    };
    volleys.iter().flat_map(|volley| &volley.aims).flat_map(of).collect()
}

/// The strip as wide as a stand, this far ahead of it (`epstein:g.3`).
pub fn lane(quad: &Quad, range: f32) -> [Vec2; 4] {
    let [left, right] = quad.edge(Edge::Front);
    let ahead = quad.pose.heading.forward() * range;
    [left, left + ahead, right + ahead, right]
}

/// The path of a charge: to where it is fired at, and on to its target.
pub fn charge_marks(arrival: &Arrival) -> Vec<Mark> {
    let state = &arrival.then;
    let by = arrival.charge.by;
    let at = |pose: Pose| state.moved_to(by, pose);
    let mut marks = ghosts(state, &at(arrival.measured), Ink::Close, None);
    marks.extend(ghosts(state, &at(arrival.contact), Ink::Good, Some(Ink::GoodWash)));
    let start = arrival.charge.start.at;
    marks.push(Mark::line([start, arrival.measured.at], Pen::fine(Ink::Way, 2.0).dashed(8.0, 4.0)));
    marks.extend(arrow(arrival.measured.at, arrival.contact.at, Ink::Way));
    marks.extend(ring(state, arrival.met.group, Ink::Bad));
    if let Some(Gap { from, to, distance }) = state.gap_between(by, arrival.met.group) {
        let words = format!("{distance:.2} in: fired at here");
        marks.extend(gauge_marks(&Gauge { from, to, words, passes: true, close: false }));
    }
    let how = if arrival.met.flank { "in flank or rear" } else { "from the front" };
    marks.push(words_at(arrival.contact.at, how, Ink::Way, 14.0));
    marks
}

/// The answer of a passive unit to fire or a charge; if several groups fire, to the one named.
fn answer_marks(state: &State, id: GroupId, how: Answering, at: Option<GroupId>) -> Vec<Mark> {
    match (how, state.waits()) {
        (Answering::Fire, Some(Pending::Shot(shot))) => {
            volley_marks(state, &volleys_back(state, &shot, answered(state, &shot, at).ok().as_ref()))
        }
        (Answering::Fire, Some(Pending::Charge(charge))) => volley_marks(state, &volleys_at(state, &charge)),
        (Answering::Nothing | Answering::Fire | Answering::Guns { .. } | Answering::Square { .. }, _) => {
            ring(state, id, Ink::Way)
        }
    }
}

/// The pending decision: a line from firer to target, or the coming charge.
pub fn under_way(state: &State) -> Vec<Mark> {
    match state.waits() {
        Some(Pending::Shot(shot)) => {
            let gap = state.gap_between(shot.by, shot.on);
            gap.map(|gap| arrow(gap.from, gap.to, Ink::Attack)).unwrap_or_default()
        }
        Some(Pending::Charge(charge)) => {
            Arrival::under_way(state, &charge).map(|arrival| charge_marks(&arrival)).unwrap_or_default()
        }
        Some(Pending::HouseShot(shot)) => {
            let ends = seen_at(state, shot.stand).zip(seen_at(state, shot.struck));
            ends.map(|(from, to)| arrow(from.at, to.at, Ink::Attack)).unwrap_or_default()
        }
        Some(Pending::Assault(Assault { house, .. }) | Pending::Opening(Opening { house, .. })) => {
            house_marks(state, state.game.house_key(house), Ink::Attack)
        }
        Some(Pending::Flames(house)) => house_marks(state, state.game.house_key(house), Ink::Attack),
        Some(Pending::Risk(risk)) => {
            risk.leaders.iter().flat_map(|id| ring(state, *id, Ink::Attack)).collect()
        }
        Some(Pending::Follow(following)) => ring(state, following.leader, Ink::Way),
        Some(Pending::Losses(_)) | None => Vec::new(),
    }
}

/// A line round a house.
fn house_marks(state: &State, key: &str, ink: Ink) -> Vec<Mark> {
    let area = |id: HouseId| state.game.terrain.ground().areas.get(state.game.house(id).area);
    let outline = state.game.find_house(key).and_then(area).map(|area| area.polygon.clone());
    outline.map(|outline| Mark::ring(outline, Pen::fine(ink, 2.4))).into_iter().collect()
}

/// A garrison's line of fire out of its house.
fn house_fire_marks(state: &State, stand: &str, target: &str) -> Vec<Mark> {
    let from = state.game.find_stand(stand).and_then(|stand| seen_at(state, stand));
    let to = state.find_group(target).ok().map(|id| state.place(id).at);
    let (Some(from), Some(at), Ok(on)) = (from, to, state.find_group(target)) else { return Vec::new() };
    let mut marks = vec![Mark::line([from.at, at], Pen::fine(Ink::Good, 1.8).dashed(6.0, 3.0))];
    marks.extend(ring(state, on, Ink::Bad));
    marks
}

/// A stand that loses figures: how many, and a cross over it if it is lost.
fn loss_marks(state: &State, key: &str, figures: u32) -> Option<Vec<Mark>> {
    let stand = state.game.find_stand(key)?;
    let corners = state.quad(stand)?.corners();
    let mut marks = vec![Mark::ring(corners, Pen::fine(Ink::Bad, 2.6))];
    if u32::from(state.stand(stand).figures) <= figures {
        for line in [[corners[0], corners[2]], [corners[1], corners[3]]] {
            marks.push(Mark::line(line, Pen::fine(Ink::Bad, 2.0)));
        }
    }
    marks.push(words_at(state.quad(stand)?.pose.at, format!("-{figures}"), Ink::Bad, 0.0));
    Some(marks)
}

/// Where stands would end after an order that needs no dice.
fn places_after(state: &State, order: &Order) -> Vec<Mark> {
    let events = match Epstein::judge(state, order, &mut Dry) {
        Ok(ruling) => ruling.events,
        Err(Stop::Refused(refused)) => {
            let measured = refused.measured.map(|measured| gauge_marks(&measured.gauge()));
            return measured.unwrap_or_default();
        }
        Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => Vec::new(),
    };
    let mut now = state.clone();
    events.iter().flat_map(|event| moved(&mut now, event)).collect()
}

/// Applies an event; where stands end by it, with their path.
pub fn moved(now: &mut State, event: &Event) -> Vec<Mark> {
    let (Event::Moved { group, to, .. }
    | Event::Formed { group, to, .. }
    | Event::Routed { group, to, .. }
    | Event::Rallied { group, to, .. }) = event
    else {
        event::apply(now, event);
        return Vec::new();
    };
    let from = now.place(*group).at;
    event::apply(now, event);
    let mut marks = ghosts(now, to, Ink::Way, None);
    marks.push(Mark::line([from, now.place(*group).at], Pen::fine(Ink::Way, 2.0).dashed(8.0, 4.0)));
    marks
}

fn act_marks(state: &State, act: &Act) -> Vec<Mark> {
    let rings = |key: &str| state.find_group(key).map(|id| ring(state, id, Ink::Way)).unwrap_or_default();
    match act {
        Act::Place { unit, at } => {
            let Ok(id) = state.find_group(unit) else { return Vec::new() };
            let heading = table::Heading::from_exact_degrees(at.2);
            let to = Pose::new(Vec2::new(at.0 as f32, at.1 as f32), heading);
            if !to.is_finite() {
                return Vec::new();
            }
            let (there, forward) = (state.moved_to(id, to), to.heading.forward());
            let ahead = there
                .iter()
                .map(|(stand, pose)| forward.dot(pose.at - to.at) + state.size_of(*stand).1 / 2.0)
                .fold(0.0, f32::max);
            let front = Mark::line([to.at, to.at + forward * (ahead + 0.5)], Pen::fine(Ink::Way, 1.8));
            let ghosts = ghosts(state, &there, Ink::Good, Some(Ink::GoodWash));
            [rings(unit), ghosts, vec![front]].concat()
        }
        Act::Figures { stand, .. } => {
            let quad = state.game.find_stand(stand).and_then(|stand| state.quad(stand));
            quad.map(|quad| vec![Mark::ring(quad.corners(), Pen::fine(Ink::Way, 2.4))]).unwrap_or_default()
        }
        Act::BringBack { stand, at, .. } => {
            let heading = table::Heading::from_exact_degrees(at.2);
            let to = Pose::new(Vec2::new(at.0 as f32, at.1 as f32), heading);
            let stand = state.game.find_stand(stand).filter(|_| to.is_finite());
            stand.map_or_else(Vec::new, |stand| ghosts(state, &[(stand, to)], Ink::Good, Some(Ink::GoodWash)))
        }
        Act::Remove { unit } | Act::Rout { unit, .. } | Act::Disrupt { unit, .. } => rings(unit),
        Act::Turn { .. } | Act::Option { .. } | Act::Cell { .. } => Vec::new(),
    }
}
