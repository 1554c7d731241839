//! Possible paths of charges, and the best of them.
//!
//! Units: inches, degrees in orders.

use epstein::charge;
use epstein::contact::{Contact, first_met};
use epstein::formation::Formation;
use epstein::kind::Arm;
use epstein::measure::DEGREE;
use epstein::measure::FLANK;
use epstein::movement::{self, Purpose, walk};
use epstein::moving::allowance;
use epstein::order::{Order, Step};
use epstein::state::{GroupId, State};
use game::minds::{Boldness, SoloPlayer};
use table::{Body, Heading, Leg, Pose, Vec2};

use super::board::{Board, Piece, turn_to};
use super::odds::Attack;

/// Least expected value of a charge, in figures.
pub(super) fn enough(player: SoloPlayer) -> f32 {
    match player {
        SoloPlayer::Normal(Boldness::Bold) => 0.0,
        SoloPlayer::Classic | SoloPlayer::Normal(Boldness::Balanced) => 0.3,
        SoloPlayer::Normal(Boldness::Cautious) => 1.0,
    }
}

/// Distance that a charger goes beyond the contact, in inches.
const MORE: f64 = 0.3;

/// Maximum width of a unit that wheels on its way to a flank.
const NARROW: f32 = 2.6;

/// The charges with an expected value above `least`, the best first.
pub(super) fn charges(state: &State, board: &Board, least: f32) -> Vec<Order> {
    let side = state.active;
    let mut found: Vec<(f32, Order)> = Vec::new();
    for own in board.of(side) {
        if charge::check_charger(state, own.id).is_err() {
            continue;
        }
        let reach = allowance(state, own.id) + 0.2;
        for (enemy, _) in board.enemies_near(state, own, reach) {
            if charge::check_may_charge(state, own.id, enemy.id).is_ok() {
                found.extend(charge_of(state, own, enemy, least));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, order)| order).collect()
}

/// The best charge of one group on another with a value above `least`.
fn charge_of(state: &State, own: &Piece, enemy: &Piece, least: f32) -> Option<(f32, Order)> {
    let ways = ways(state, own, enemy);
    let mut worths: Vec<(f32, Vec<Step>)> = Vec::new();
    for way in ways {
        let Some((contact, heading)) = meets(state, own.id, &way) else { continue };
        if contact.group != enemy.id {
            continue;
        }
        let facing = if enemy.skirmishes {
            state.quad(contact.stand).map_or(enemy.place.heading, |quad| quad.pose.heading)
        } else {
            enemy.place.heading
        };
        let square = state.group(enemy.id).formation == Formation::Square;
        let flank = !square && facing.angle_to(heading.reversed()) >= FLANK;
        let attack = Attack::new(state, own.id, enemy.id, (flank, contact.stand), own.place.at);
        let worth = attack.worth(state);
        if worth > least {
            worths.push((worth, cut_to(state, own.id, &way, contact)));
        }
    }
    worths.sort_by(|a, b| b.0.total_cmp(&a.0));
    let legal = |way: &[Step]| {
        walk(state, own.id, way, Purpose::Charge)
            .is_ok_and(|walked| charge::way_to(state, own.id, &walked.legs, enemy.id).is_ok())
    };
    let (worth, way) = worths.into_iter().take(3).find(|(_, way)| legal(way))?;
    let order = Order::charge(state.key(own.id), way, state.key(enemy.id));
    Some((worth, order))
}

/// Possible paths to an enemy: straight at each of its stands; for narrow units, also with one wheel.
fn ways(state: &State, own: &Piece, enemy: &Piece) -> Vec<Vec<Step>> {
    let most = f64::from(allowance(state, own.id));
    let mut ways = Vec::new();
    let points = state.quads(enemy.id).map(|(_, quad)| quad.pose.at);
    let mut turns: Vec<f64> = points.map(|at| turn_to(own.place, at)).collect();
    turns.push(0.0);
    turns.sort_by(f64::total_cmp);
    turns.dedup_by(|a, b| (*a - *b).abs() < 2.0);
    for turn in turns {
        let mut way = Vec::new();
        if turn.abs() >= 0.5 {
            way.push(Step::Face(turn));
        }
        way.push(Step::Ahead(most));
        ways.push(way);
    }
    let (low, high) = movement::bounds(&state.body(own.id));
    if high.x - low.x <= NARROW && !enemy.skirmishes && !enemy.routed {
        for first in [1.0, 3.0, 5.0, 7.0] {
            for degrees in [25.0, 50.0, 75.0] {
                for right in [true, false] {
                    let rest = most - first - f64::from(high.x - low.x) * f64::from(degrees as f32 * DEGREE);
                    if rest > 0.5 {
                        let wheel = if right { Step::WheelRight(degrees) } else { Step::WheelLeft(degrees) };
                        ways.push(vec![Step::Ahead(first), wheel, Step::Ahead(rest)]);
                    }
                }
            }
        }
    }
    if own.arm == Arm::Cavalry {
        ways
    } else {
        ways.into_iter().filter(|way| way.len() < 3 || most > 3.0).collect()
    }
}

/// The legs of a path, regardless of cost.
fn legs(body: &Body, start: Pose, way: &[Step]) -> Vec<Leg> {
    let (low, high) = movement::bounds(body);
    let mut at = start;
    let mut legs = Vec::new();
    for step in way {
        let turn = |pivot: Vec2, degrees: f64| Leg::Turn { pivot, angle: degrees as f32 * DEGREE };
        let leg = match step {
            Step::Ahead(inches) => Leg::Slide(at.heading.forward() * *inches as f32),
            Step::Back(inches) => Leg::Slide(-at.heading.forward() * *inches as f32),
            Step::Face(degrees) => turn(Vec2::ZERO, *degrees),
            Step::WheelRight(degrees) => turn(high, *degrees),
            Step::WheelLeft(degrees) => turn(Vec2::new(low.x, high.y), -degrees),
            // Chargers on these paths have no gaps to close.
            Step::Dress => Leg::Slide(Vec2::ZERO),
            Step::Slide(inches) => Leg::Slide(at.heading.right() * *inches as f32),
            Step::Shift(x, y) => {
                Leg::Slide(at.heading.right() * *x as f32 + at.heading.forward() * *y as f32)
            }
        };
        at = leg.end(at);
        legs.push(leg);
    }
    legs
}

/// The first enemy met on a path, and the heading of travel there; `None` while it turns.
fn meets(state: &State, id: GroupId, way: &[Step]) -> Option<(Contact, Heading)> {
    let (body, start) = (state.body(id), state.place(id));
    let legs = legs(&body, start, way);
    let contact = first_met(state, id, &legs, &[])?;
    match way[contact.leg] {
        Step::Ahead(_) => {}
        Step::Face(_)
        | Step::WheelLeft(_)
        | Step::WheelRight(_)
        | Step::Back(_)
        | Step::Slide(_)
        | Step::Dress
        | Step::Shift(..) => return None,
    }
    let at = legs[..contact.leg].iter().fold(start, |at, leg| leg.end(at));
    Some((contact, at.heading))
}

/// The path cut a little beyond the contact.
fn cut_to(state: &State, id: GroupId, way: &[Step], contact: Contact) -> Vec<Step> {
    let mut cut: Vec<Step> = way[..contact.leg].to_vec();
    if let Step::Ahead(inches) = way[contact.leg] {
        let most = f64::from(allowance(state, id));
        let to = (inches * f64::from(contact.t) + MORE).min(inches).min(most);
        cut.push(Step::Ahead((to * 100.0).floor() / 100.0 + 0.01));
        if let Some(Step::Ahead(last)) = cut.last_mut() {
            *last = last.min(inches);
        }
    }
    cut
}
