//! Moves as families with their limits: the furthest and the widest of each kind that is legal now.
//!
//! Each offer is legal as it stands; a step beyond it (0.05", 1°) is refused. Units: inches.

use crate::army::Arm;
use crate::rules::Offer;
use crate::rules::easy::order::Order;
use crate::rules::easy::roster::StandId;
use crate::rules::easy::state::{State, Step};
use crate::table::tolerance::{EPS, TOUCH};
use crate::table::{Leg, Path, Pose, Vec2};

use super::bill::Bill;
use super::{
    MoveKind, Survey, Walk, allowance, check_general, check_may_enter, check_may_move, check_may_withdraw,
    waits,
};

/// Shorter moves are not worth offering.
const LEAST: f32 = 0.05;

/// Farther than any allowance reaches.
const BEYOND: f32 = 1.0;

/// Moves, withdrawals and entries that the stands of the topmost activation may make: families with their limits.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active() else { return Vec::new() };
    if now.step != Step::Act {
        return Vec::new();
    }
    let survey = Survey::new(state);
    let mut offers = Vec::new();
    for &stand in now.list.iter().filter(|stand| !now.acted.contains(stand)) {
        if waits(state, stand) {
            offers.extend(entry(state, &survey, stand));
        } else if let Ok(pose) = check_may_move(state, stand) {
            moves(state, &survey, stand, pose, &mut offers);
        }
    }
    offers
}

/// The general's move, or his coming on, if it may be made now.
pub fn general_offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active() else { return Vec::new() };
    let Some(general) = state.command(now.command).general else { return Vec::new() };
    let survey = Survey::new(state);
    if waits(state, general) {
        return entry(state, &survey, general).into_iter().collect();
    }
    let Ok((general, pose)) = check_general(state) else { return Vec::new() };
    let far = allowance(state, general, MoveKind::General) + BEYOND;
    let limit = |direction: Vec2, words: &str| {
        let path = Path::new(vec![Leg::Slide(direction * far)]);
        let walk = furthest(state, &survey, general, pose, &path, MoveKind::General)?;
        (walk.cost >= LEAST).then(|| Offer {
            words: format!("{words} {:.2} in", way(&walk)),
            order: Order::MoveGeneral { path: walk.path },
            kind: "general",
            family: true,
        })
    };
    let forward = pose.heading.forward();
    [limit(forward, "the general rides forward"), limit(-forward, "the general rides back")]
        .into_iter()
        .flatten()
        .collect()
}

/// The withdrawals of stands in contact: straight away from what they touch, as far as they may.
pub fn withdrawals(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active().filter(|now| now.step == Step::Engaged) else { return Vec::new() };
    let survey = Survey::new(state);
    let listed = now.list.iter().filter(|stand| !now.acted.contains(stand));
    listed.filter_map(|&stand| withdrawal(state, &survey, stand)).collect()
}

fn withdrawal(state: &State, survey: &Survey<'_>, stand: StandId) -> Option<Offer<Order>> {
    let pose = check_may_withdraw(state, stand).ok()?;
    let quad = state.placed(stand)?.quad();
    let away: Vec2 = super::touched_enemies(state, stand)
        .into_iter()
        .filter_map(|enemy| {
            crate::table::contact::contact(quad, state.placed(enemy)?.quad()).map(|contact| contact.normal)
        })
        .sum();
    let direction = away.try_normalize()?;
    let far = allowance(state, stand, MoveKind::Withdraw) + BEYOND;
    let path = Path::new(vec![Leg::Slide(direction * far)]);
    let walk = furthest(state, survey, stand, pose, &path, MoveKind::Withdraw)?;
    Some(Offer {
        words: format!("{} withdraws {:.2} in", state.say(stand), way(&walk)),
        order: Order::Withdraw { stand, path: walk.path },
        kind: "withdraw",
        family: true,
    })
}

fn moves(state: &State, survey: &Survey<'_>, stand: StandId, pose: Pose, offers: &mut Vec<Offer<Order>>) {
    let name = state.say(stand);
    let far = allowance(state, stand, MoveKind::Move) + BEYOND;
    let half = state.unit(stand).body.parts()[0].half();
    let ahead = pose.heading.forward();
    // A wheel about a corner whose far corner goes a little farther than any allowance.
    let wheel = far / state.unit(stand).body.radius_about(half).max(0.1);
    let families = [
        (Leg::Slide(ahead * far), "advances", "the furthest straight ahead"),
        (Leg::Turn { pivot: half, angle: wheel }, "wheels right", "the widest"),
        (Leg::Turn { pivot: Vec2::new(-half.x, half.y), angle: -wheel }, "wheels left", "the widest"),
        (Leg::Slide(-ahead * far), "falls back", "the furthest straight back"),
    ];
    for (leg, verb, limit) in families {
        let path = Path::new(vec![leg]);
        let Some(walk) =
            furthest(state, survey, stand, pose, &path, MoveKind::Move).filter(|walk| walk.cost >= LEAST)
        else {
            continue;
        };
        let amount = match walk.path.legs.first() {
            Some(Leg::Turn { angle, .. }) => format!("{:.0}°", angle.abs().to_degrees()),
            _ => format!("{:.2} in", way(&walk)),
        };
        let end = match walk.contacts.first() {
            Some(touch) => format!("into contact with {}", state.say(touch.enemy)),
            None => limit.to_owned(),
        };
        offers.push(Offer {
            words: format!("{name} {verb} {amount}, {end}"),
            order: Order::Move { stand, path: walk.path },
            kind: "move",
            family: true,
        });
    }
}

/// A reinforcement comes on, straight on, at the first free place along the edge.
fn entry(state: &State, survey: &Survey<'_>, stand: StandId) -> Option<Offer<Order>> {
    let far = allowance(state, stand, MoveKind::Enter) + BEYOND;
    let steps = (0..=24).flat_map(|step| [step as f32 * 0.5, step as f32 * -0.5]);
    for along in steps.skip(1) {
        let Ok(start) = check_may_enter(state, stand, along) else {
            if along == 0.0 {
                return None;
            }
            continue;
        };
        let path = Path::new(vec![Leg::Slide(start.heading.forward() * far)]);
        if let Some(walk) =
            furthest(state, survey, stand, start, &path, MoveKind::Enter).filter(|walk| walk.cost >= LEAST)
        {
            let general = state.arm(stand) == Arm::General;
            return Some(Offer {
                words: format!("{} comes on, {:.2} in", state.say(stand), way(&walk)),
                order: Order::Enter { stand, along, path: walk.path },
                kind: if general { "enter-general" } else { "enter" },
                family: true,
            });
        }
    }
    None
}

/// As far along a path of one leg as is legal: up to what stops it, or just short of it where that may not be touched.
fn furthest(
    state: &State,
    survey: &Survey<'_>,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> Option<Walk> {
    // What costs more than the allowance is cut off first, so that a free way is walked once.
    let [leg] = path.legs[..] else { return None };
    let affordable =
        Bill::new(state, &state.unit(stand).body, start, leg).reach(allowance(state, stand, kind));
    let within = Path::new(vec![leg.shortened(affordable)]);
    let (walk, refusal) = survey.preview(stand, start, &within, kind);
    if refusal.is_none() {
        return Some(walk);
    }
    if let Ok(walk) = survey.check(stand, start, &walk.path, kind) {
        return Some(walk);
    }
    let mut shorter = walk.path;
    let last = shorter.legs.last_mut()?;
    let length = last.length(&state.unit(stand).body);
    *last = last.shortened(((length - TOUCH - EPS) / length.max(EPS)).max(0.0));
    survey.check(stand, start, &shorter, kind).ok()
}

/// Inches of ground gone over.
fn way(walk: &Walk) -> f32 {
    walk.stretches.iter().map(|stretch| stretch.length).sum()
}
