//! A unit that is held against an enemy: the charge that it would be, or why it is none (`epstein:g.6`). Units: inches.

use crate::charge::check_charger;
use crate::contact::first_met;
use crate::fire;
use crate::measure::{gap, touching};
use crate::movement::bounds;
use crate::moving::allowance;
use crate::order::{Order, Step};
use crate::refusal::{Code, Refusal};
use crate::rule_set::Epstein;
use crate::state::{GroupId, State};
use drawing::{Ink, Mark, Pen, words_at};
use game::{Spelled as _, Spot, Trip, WireRefusal};
use table::measure::point_in_polygon;
use table::{Body, Leg, Pose, Quad, Vec2};

use super::charging::Arrival;
use super::hand::judged;
use super::routes::Walker;
use super::sketch;

/// A charge is ordered to go so much farther than to the contact, in inches.
const BEYOND: f32 = 0.02;

/// What holding a unit there would be where an enemy stands; none: no enemy does, or it is not one that charges.
pub fn trip(state: &State, id: GroupId, held: Pose) -> Option<Trip> {
    // Skirmishers charge skirmishers, and where nobody can be formed (`epstein:6.7`); of others who are not formed it is a move.
    if !state.group(id).formation.is_formed() && check_charger(state, id).is_err() {
        return None;
    }
    let target = enemy_at(state, id, held)?;
    // As it is held; else after a turn to any of the enemy's stands.
    let stands = state.quads(target).map(|(_, quad)| Pose::new(quad.pose.at, held.heading));
    let orders = std::iter::once(held).chain(stands).flat_map(|at| charges(state, id, target, at));
    let (mut first, mut legal) = (Vec::new(), None);
    for order in orders {
        if judged(state, &order).is_none() {
            legal = Some(order);
            break;
        }
        first.push(order);
    }
    // Where none is legal: one that ends at the contact says best why not.
    let order = match legal.or_else(|| first.into_iter().nth(2)) {
        Some(order) => order,
        // No way leads there: straight at it, which says why not.
        None => charge(state, id, target, straight_at(state, id, held)),
    };
    let refusal = judged(state, &order);
    Some(told(state, id, target, held, &order, refusal))
}

/// The enemy on whom a unit is held: under its middle, else the nearest that it would touch there.
fn enemy_at(state: &State, id: GroupId, held: Pose) -> Option<GroupId> {
    let to = state.moved_to(id, held);
    let own: Vec<Quad> = to
        .iter()
        .map(|(stand, pose)| {
            let (width, depth) = state.size_of(*stand);
            Quad { pose: *pose, half: Vec2::new(width, depth) / 2.0 }
        })
        .collect();
    let far = |enemy: &GroupId| {
        let quads: Vec<Quad> = state.quads(*enemy).map(|(_, quad)| quad).collect();
        let under = quads.iter().any(|quad| point_in_polygon(held.at, &quad.corners()));
        let touched = quads.iter().any(|quad| own.iter().any(|one| touching(gap(one, quad))));
        let near = quads.iter().map(|quad| quad.pose.at.distance(held.at)).fold(f32::INFINITY, f32::min);
        (under || touched).then_some(if under { 0.0 } else { near })
    };
    let found = state.enemies_of(state.side(id)).filter_map(|enemy| Some((enemy, far(&enemy)?)));
    found.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(enemy, _)| enemy)
}

fn charge(state: &State, id: GroupId, target: GroupId, way: Vec<Step>) -> Order {
    Order::charge(state.key(id), way, state.key(target))
}

/// It faces the place and goes there.
fn straight_at(state: &State, id: GroupId, held: Pose) -> Vec<Step> {
    let place = state.place(id);
    let way = held.at - place.at;
    let degrees = place.heading.turn_to(table::Heading::of(way)).to_degrees();
    let mut steps = Vec::new();
    if degrees.abs() >= 0.2 {
        steps.push(Step::Face((f64::from(degrees) * 10.0).round() / 10.0));
    }
    steps.push(Step::Ahead(up(way.length().max(0.1))));
    steps
}

/// Hundredths of an inch, the next more.
fn up(inches: f32) -> f64 {
    (f64::from(inches) * 100.0).ceil() / 100.0
}

/// The charges that would meet the target: straight ahead, by facing it, by a wheel; as far as the hand holds the unit, and those
/// that end at the contact.
pub fn charges(state: &State, id: GroupId, target: GroupId, held: Pose) -> Vec<Order> {
    let (low, high) = bounds(&state.body(id));
    let walker = Walker {
        at: state.place(id),
        left: Vec2::new(low.x, high.y),
        right: high,
        faced: false,
        slides: false,
        drawn: true,
    };
    let mut ways: Vec<Vec<Step>> = vec![Vec::new()];
    let facing = straight_at(state, id, held);
    ways.push(facing[..facing.len() - 1].to_vec());
    let wheels = walker.ways(Pose::new(held.at, walker.at.heading));
    ways.extend(wheels.iter().filter_map(|steps| match steps.as_slice() {
        [wheel @ (Step::WheelLeft(_) | Step::WheelRight(_)), Step::Ahead(_), ..] => Some(vec![*wheel]),
        _ => None,
    }));
    let mut found = Vec::new();
    for turn in ways {
        let turned = walker.end(&turn);
        let Some(contact) = to_contact(state, id, &walker, &turn, target) else { continue };
        let held_ahead = turned.to_local(held.at).y.min(allowance(state, id));
        // To the hundredth below the contact as well: it may be the very end of what the unit may go.
        let below = f64::from(contact) - 0.005;
        for ahead in [
            up(contact.max(held_ahead) + BEYOND),
            up(contact + BEYOND),
            up(contact),
            (below * 100.0).ceil() / 100.0,
        ] {
            let mut way = turn.clone();
            way.push(Step::Ahead(ahead.max(0.01)));
            found.push(charge(state, id, target, way));
        }
    }
    found
}

/// How far it goes straight ahead after this turn until it meets the target; none: it would not.
fn to_contact(state: &State, id: GroupId, walker: &Walker, turn: &[Step], target: GroupId) -> Option<f32> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut at = walker.at;
    for step in turn {
        let leg = walker.leg(at, *step);
        at = leg.end(at);
        legs.push(leg);
    }
    let probe = allowance(state, id) + 6.0;
    legs.push(Leg::Slide(at.heading.forward() * probe));
    let mut but: Vec<GroupId> = Vec::new();
    // Whoever is met before is passed by here: whether they may be, the rules say.
    while let Some(met) = first_met(state, id, &legs, &but) {
        if met.group == target {
            return (met.leg + 1 == legs.len()).then_some(met.t * probe);
        }
        but.push(met.group);
    }
    None
}

/// The charge as it is told while it is held.
fn told(
    state: &State,
    id: GroupId,
    target: GroupId,
    held: Pose,
    order: &Order,
    refusal: Option<Refusal>,
) -> Trip {
    let enemy = state.say(target);
    let mut notes = Vec::new();
    if fire::check_may_fire(state, id).is_ok() && fire::shots(state, id, target).is_ok() {
        notes.push(format!("It can fire at {enemy} instead, or before: choose the volley in the list"));
    }
    let spelled = Epstein::spell(state, order);
    let Some(refusal) = refusal else {
        let arrival = Arrival::of(state, order);
        let mut marks = sketch::sketch(state, order);
        let rests = arrival.as_ref().map_or(held, |arrival| arrival.contact);
        if let Some(arrival) = &arrival {
            notes.insert(0, format!("{enemy} holds on {} or more of two dice", arrival.defender_holds_on()));
            if arrival.met.flank {
                notes.insert(0, "It comes in flank or rear".to_owned());
            }
        }
        marks.push(words_at(rests.at, format!("charges {enemy}"), Ink::Good, -26.0));
        return Trip {
            order: Some(spelled),
            rests: Some(Spot::pose(rests)),
            words: format!("Charges {enemy}, {:.2} in", far(order)),
            drawn_to: Some(format!("a charge on {enemy}")),
            notes,
            marks,
            ..Trip::default()
        };
    };
    let mut marks =
        vec![Mark::line([state.place(id).at, held.at], Pen::fine(Ink::Bad, 2.0).dashed(8.0, 5.0))];
    if let Some(measured) = &refusal.measured {
        marks.extend(drawing::gauge_marks(&measured.gauge()));
    }
    marks.extend(outlines(state, target).into_iter().map(|ring| Mark::ring(ring, Pen::fine(Ink::Bad, 2.4))));
    // Whoever only stands too near the enemy for a move is told that, and not why it does not charge.
    let words = if refusal.code == Code::OverAllowance { "The charge falls short" } else { "No charge" };
    Trip {
        order: Some(spelled),
        rests: Some(Spot::pose(held)),
        words: format!("{words} on {enemy}"),
        notes,
        marks,
        refusal: Some(Box::new(WireRefusal::of(&refusal))),
        ..Trip::default()
    }
}

/// Inches that a charge is ordered to go.
fn far(order: &Order) -> f32 {
    order.way().iter().map(super::routes::plain_inches).sum()
}

/// The corners of a group's stands.
pub fn outlines(state: &State, id: GroupId) -> Vec<Vec<Vec2>> {
    state
        .quads(id)
        .map(|(_, quad)| {
            Body::single(quad.half.x * 2.0, quad.half.y * 2.0).placed(quad.pose).corners().collect()
        })
        .collect()
}
