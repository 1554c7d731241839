//! A unit held against an enemy: the charge that results, or why there is none (`epstein:g.6`). Units: inches.

use crate::charge::check_charger;
use crate::contact::first_met;
use crate::fire;
use crate::measure::{gap, touching};
use crate::mover::Mover;
use crate::moving::allowance;
use crate::order::{Order, Step};
use crate::refusal::{Code, Refusal};
use crate::rule_set::Epstein;
use crate::state::{GroupId, State};
use drawing::{Ink, Mark, Pen, words_at};
use game::{Codec as _, Spot, Trip, WireRefusal};
use table::measure::point_in_polygon;
use table::{Body, Leg, Pose, Quad, Vec2};

use super::charging::Arrival;
use super::hand::judged;
use super::sketch;
use super::ways::{Turn, Ways};

/// How far beyond the contact a charge is ordered, in inches.
const BEYOND: f32 = 0.02;

/// The trip of a unit held on an enemy; `None` if no enemy stands there, or the unit is not one that charges.
pub fn trip(state: &State, id: GroupId, held: Pose) -> Option<Trip> {
    // Skirmishers charge skirmishers, and others where nobody can be formed (`epstein:6.7`); any other loose unit just moves.
    if !state.group(id).formation.is_formed() && check_charger(state, id).is_err() {
        return None;
    }
    let target = enemy_at(state, id, held)?;
    // At the heading it is held; otherwise turned towards any of the enemy's stands.
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
    // If none is legal, the one that ends at the contact gives the best reason.
    let order = match legal.or_else(|| first.into_iter().nth(2)) {
        Some(order) => order,
        // No path leads there: a charge straight at it gives the reason.
        None => charge(state, id, target, straight_at(state, id, held)),
    };
    let refusal = judged(state, &order);
    Some(told(state, id, target, held, &order, refusal))
}

/// The enemy that a unit is held on: the one under its middle, else the nearest that it would touch.
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

/// Rounded up to a hundredth of an inch.
fn up(inches: f32) -> f64 {
    (f64::from(inches) * 100.0).ceil() / 100.0
}

/// The charges that would meet the target: straight ahead, after a facing, by a wheel; once as far as the unit is held, and
/// once to the contact only.
pub fn charges(state: &State, id: GroupId, target: GroupId, held: Pose) -> Vec<Order> {
    let (at, of) = (state.place(id), Ways::new(state, id));
    let mover = &of.walk.mover;
    let mut ways: Vec<Vec<Step>> = vec![Vec::new()];
    let facing = straight_at(state, id, held);
    ways.push(facing[..facing.len() - 1].to_vec());
    let goal = Pose::new(held.at, at.heading);
    let wheels = [Turn::Left, Turn::Right].map(|turn| of.swung(at, goal, [turn, Turn::Face], 1.0));
    let mut wheels: Vec<_> = wheels.into_iter().flatten().collect();
    wheels.sort_by(|a, b| a.0.total_cmp(&b.0));
    ways.extend(wheels.iter().filter_map(|(_, steps)| match steps {
        [Some(wheel), Some(Step::Ahead(_)), _] => Some(vec![*wheel]),
        _ => None,
    }));
    let mut found = Vec::new();
    for turn in ways {
        let turned = turn.iter().fold(at, |at, step| mover.leg(at, *step).end(at));
        let Some(contact) = to_contact(mover, &turn, target) else { continue };
        let held_ahead = turned.to_local(held.at).y.min(allowance(state, id));
        // Rounded down too: the contact may be at the very limit of the allowance.
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

/// How far it goes straight ahead after this turn until it meets the target; `None` if it does not meet it.
fn to_contact(mover: &Mover<'_>, turn: &[Step], target: GroupId) -> Option<f32> {
    let (state, id) = (mover.state, mover.id);
    let mut legs: Vec<Leg> = Vec::new();
    let mut at = state.place(id);
    for step in turn {
        let leg = mover.leg(at, *step);
        at = leg.end(at);
        legs.push(leg);
    }
    let probe = allowance(state, id) + 6.0;
    legs.push(Leg::Slide(at.heading.forward() * probe));
    let mut but: Vec<GroupId> = Vec::new();
    // Enemies met earlier are passed here: the rules decide whether they may be.
    while let Some(met) = first_met(state, id, &legs, &but) {
        if met.group == target {
            return (met.leg + 1 == legs.len()).then_some(met.t * probe);
        }
        but.push(met.group);
    }
    None
}

/// The charge in words, shown while the unit is held.
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
        let drawn = || sketch::sketch(state, order);
        let mut marks = arrival.as_ref().map_or_else(drawn, sketch::charge_marks);
        let rests = arrival.as_ref().map_or(held, |arrival| arrival.contact);
        if let Some(arrival) = &arrival {
            notes.insert(0, format!("{enemy} holds on {} or more of two dice", arrival.check.needed()));
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
    // A unit that is only too near the enemy for a move gets that reason, not the reason against a charge.
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

/// Inches of a charge order, straight on.
fn far(order: &Order) -> f32 {
    let ahead = |step: &Step| if let Step::Ahead(inches) = step { *inches as f32 } else { 0.0 };
    order.way().iter().map(ahead).sum()
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
