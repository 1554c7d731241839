//! A unit held against an enemy: the charge that results, or why there is none (`epstein:g.6`). Units: inches.

use crate::charge::check_charger;
use crate::contact::first_met;
use crate::fire;
use crate::measure::{gap, touching};
use crate::moving::allowance;
use crate::order::{Order, Step};
use crate::refusal::{Code, Refusal};
use crate::room::stand_body;
use crate::rule_set::Epstein;
use crate::state::{GroupId, State};
use drawing::{Ink, Mark, Pen, words_at};
use game::{Codec as _, Spot, Trip, WireRefusal};
use table::measure::point_in_polygon;
use table::{Leg, Pose, Quad};

use super::charging::Arrival;
use super::hand::judged;
use super::sketch;
use super::ways::{Turn, Ways, toward};

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
    let mut orders = std::iter::once(held).chain(stands).flat_map(|at| charges(state, id, target, at));
    let mut tried = Vec::new();
    let legal = orders.find(|order| {
        tried.push(order.clone());
        judged(state, order).is_none()
    });
    // If none is legal, the one that ends at the contact gives the best reason; if none leads there, one straight at it.
    let straight = || {
        let way = toward(state.place(id), held.at);
        charge(state, id, target, way.into_iter().flatten().collect())
    };
    let order = legal.or_else(|| tried.into_iter().nth(2)).unwrap_or_else(straight);
    let refusal = judged(state, &order);
    Some(told(state, id, target, held, &order, refusal))
}

/// The enemy that a unit is held on: the one under its middle, else the nearest that it would touch.
fn enemy_at(state: &State, id: GroupId, held: Pose) -> Option<GroupId> {
    let to = state.moved_to(id, held).into_iter();
    let own: Vec<Quad> = to.map(|(stand, pose)| stand_body(state, stand).placed(pose).quad()).collect();
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

/// Rounded up to a hundredth of an inch.
fn up(inches: f32) -> f64 {
    (f64::from(inches) * 100.0).ceil() / 100.0
}

/// The charges that would meet the target: straight ahead, after a facing, by a wheel; once as far as the unit is held, and
/// once to the contact only.
pub fn charges(state: &State, id: GroupId, target: GroupId, held: Pose) -> Vec<Order> {
    let (at, of) = (state.place(id), Ways::new(state, id));
    let mover = &of.walk.mover;
    let goal = Pose::new(held.at, at.heading);
    let wheels = [Turn::Left, Turn::Right].map(|turn| of.swung(at, goal, [turn, Turn::Face], 1.0));
    let mut wheels: Vec<_> = wheels.into_iter().flatten().collect();
    wheels.retain(|rest| matches!(rest, [Some(_), Some(Step::Ahead(_)), _]));
    wheels.sort_by(|a, b| of.plain(a.iter().flatten()).total_cmp(&of.plain(b.iter().flatten())));
    let turns = [None, toward(at, held.at)[0]].into_iter().chain(wheels.into_iter().map(|[wheel, ..]| wheel));
    let mut found = Vec::new();
    for turn in turns {
        let leg = turn.map(|step| mover.leg(at, step));
        let turned = leg.map_or(at, |leg| leg.end(at));
        let most = allowance(state, id);
        let ahead = Leg::Slide(turned.heading.forward() * (most + 6.0));
        let legs: Vec<Leg> = leg.into_iter().chain([ahead]).collect();
        let Some(part) = part_to_contact(state, id, &legs, target) else { continue };
        let contact = part * (most + 6.0);
        let far = contact.max(turned.to_local(held.at).y.min(most));
        // Rounded down too: the contact may be at the very limit of the allowance.
        for ahead in [far + BEYOND, contact + BEYOND, contact, contact - 0.005] {
            let way = turn.into_iter().chain([Step::Ahead(up(ahead).max(0.01))]).collect();
            found.push(charge(state, id, target, way));
        }
    }
    found
}

/// The share of the last of these legs at which it meets the target; `None` if it does not meet it there.
fn part_to_contact(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> Option<f32> {
    let mut but: Vec<GroupId> = Vec::new();
    // Enemies met earlier are passed here: the rules decide whether they may be.
    while let Some(met) = first_met(state, id, legs, &but) {
        if met.group == target {
            return (met.leg + 1 == legs.len()).then_some(met.t);
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
    let rings = state.quads(target).map(|(_, quad)| Mark::ring(quad.corners(), Pen::fine(Ink::Bad, 2.4)));
    marks.extend(rings);
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
