//! Moves as families with their limits: the furthest and the widest of each kind that is legal now.
//!
//! Each offer is legal as it stands; a step beyond it (0.05", 1°) is refused.
//!
//! Clauses: `easy:II.A.2.3`, `easy:II.A.2.4`, `easy:II.B-path`, `easy:III.E.2`. Units: inches.

use std::f32::consts::PI;

use crate::order::{MoveKind, Order};
use crate::refusal::Code;
use crate::roster::StandId;
use crate::state::{State, Step};
use game::Offer;
use table::measure::overlap_depth;
use table::sweep::first_overlap;
use table::tolerance::{EPS, OVERLAP, TOUCH, overlapping};
use table::{Heading, Leg, Path, Placed, Pose, Vec2};

use super::bill::Bill;
use super::entry::entry;
use super::kind::allowance;
use super::walk::record::Walk;
use super::walk::survey::Survey;
use super::{check_general, check_may_withdraw, may_move, waits};

/// Shortest move that is offered.
pub(super) const LEAST: f32 = 0.05;

/// Highest cost of an inch of ground: rough, uphill, and backward.
const DEAREST: f32 = 8.0;

/// Distance before the permitted overlap at which a move short of a friend stops, in inches.
const CLEAR: f32 = OVERLAP + 2.0 * EPS;

/// Degrees between the withdrawals tried if the straight one is blocked, and their number to either side.
const FAN: f32 = 5.0;
const FAN_STEPS: i32 = 9;

/// Beyond any allowance.
pub(super) const BEYOND: f32 = 1.0;

/// The stands of the topmost activation that may still move or come on.
#[derive(Debug)]
pub struct Movers<'a> {
    state: &'a State,
    survey: Survey<'a>,
    pub stands: Vec<StandId>,
}

impl<'a> Movers<'a> {
    pub fn new(state: &'a State) -> Self {
        let stands = match state.active() {
            Some(now) if now.step == Step::Act => {
                now.list.iter().copied().filter(|stand| !now.acted.contains(stand)).collect()
            }
            _ => Vec::new(),
        };
        Self { state, survey: Survey::new(state), stands }
    }

    /// The moves or the entry that one of them may make: families with their limits.
    pub fn offers(&self, stand: StandId) -> Vec<Offer<Order>> {
        let Self { state, survey, .. } = self;
        if waits(state, stand) {
            return entry(state, survey, stand).into_iter().collect();
        }
        match may_move(state, stand, |pose| survey.touched_at(stand, pose)) {
            Ok(pose) => moves(state, survey, stand, pose),
            Err(_) => Vec::new(),
        }
    }
}

/// The general's move, or his entry, if possible now.
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
        let Limit { path, walk } = furthest(state, &survey, general, pose, &path, MoveKind::General)?;
        (walk.cost >= LEAST).then(|| Offer {
            words: format!("{words} {:.2} in", way(&walk)),
            order: Order::MoveGeneral { path },
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

/// Can the stand withdraw in any direction (`easy:III.E.2`, `easy:III.F`)?
pub fn can_withdraw(state: &State, stand: StandId) -> bool {
    withdrawal(state, &Survey::new(state), stand).is_some()
}

fn withdrawal(state: &State, survey: &Survey<'_>, stand: StandId) -> Option<Offer<Order>> {
    let pose = check_may_withdraw(state, stand).ok()?;
    let far = allowance(state, stand, MoveKind::Withdraw) + BEYOND;
    let Limit { path, walk } = ways_back(survey, stand).into_iter().find_map(|direction| {
        let path = Path::new(vec![Leg::Slide(direction * far)]);
        furthest(state, survey, stand, pose, &path, MoveKind::Withdraw)
    })?;
    Some(Offer {
        words: format!("{} withdraws {:.2} in", state.say(stand), way(&walk)),
        order: Order::Withdraw { stand, path },
        kind: "withdraw",
        family: true,
    })
}

/// The path straight back from everything the stand touches, up to its allowance; `None` if it touches nobody.
pub fn straight_back(state: &State, stand: StandId) -> Option<Path> {
    let direction = ways_back(&Survey::new(state), stand).into_iter().next()?;
    Some(Path::new(vec![Leg::Slide(direction * allowance(state, stand, MoveKind::Withdraw))]))
}

/// The directions of a withdrawal to try: straight back from everything touched, then to either side, the nearest to straight
/// first.
fn ways_back(survey: &Survey<'_>, stand: StandId) -> Vec<Vec2> {
    let touched = survey.touching().contacts(stand);
    let normals: Vec<Heading> = touched.into_iter().map(|(_, contact)| Heading::of(contact.normal)).collect();
    let sum: Vec2 = normals.iter().map(|normal| normal.forward()).sum();
    let Some(back) = sum.try_normalize().map(Heading::of).or(normals.first().copied()) else {
        return Vec::new();
    };
    let most = FAN.to_radians() * FAN_STEPS as f32 + 1e-3;
    let open = |way: &Heading| normals.iter().all(|normal| normal.angle_to(*way) <= most);
    let beside = (1..=FAN_STEPS).flat_map(|step| [step as f32 * FAN, step as f32 * -FAN]);
    let fan = beside.map(|degrees| back.turned(degrees.to_radians())).filter(open);
    std::iter::once(back).chain(fan).map(Heading::forward).collect()
}

fn moves(state: &State, survey: &Survey<'_>, stand: StandId, pose: Pose) -> Vec<Offer<Order>> {
    let far = allowance(state, stand, MoveKind::Move) + BEYOND;
    let half = state.unit(stand).body.parts()[0].half();
    let ahead = pose.heading.forward();
    // A wheel about a corner that takes the far corner just beyond any allowance.
    let wheel = far / state.unit(stand).body.radius_about(half).max(0.1);
    let families = [
        (Leg::Slide(ahead * far), "advances", "the furthest straight ahead"),
        (Leg::Turn { pivot: half, angle: wheel }, "wheels right", "the widest"),
        (Leg::Turn { pivot: Vec2::new(-half.x, half.y), angle: -wheel }, "wheels left", "the widest"),
        (Leg::Slide(-ahead * far), "falls back", "the furthest straight back"),
    ];
    let all = |families: [(Leg, &str, &str); 4]| {
        families.into_iter().filter_map(|family| move_offer(state, survey, stand, pose, family)).collect()
    };
    let offers: Vec<_> = all(families);
    if !offers.is_empty() {
        return offers;
    }
    // A stand hemmed in by zones and friends may still turn in place or go aside.
    let turn = (far / state.unit(stand).body.radius_about(Vec2::ZERO).max(0.1)).min(PI);
    let aside = pose.heading.right() * far;
    all([
        (Leg::Turn { pivot: Vec2::ZERO, angle: turn }, "turns right", "the widest"),
        (Leg::Turn { pivot: Vec2::ZERO, angle: -turn }, "turns left", "the widest"),
        (Leg::Slide(aside), "goes right", "the furthest straight aside"),
        (Leg::Slide(-aside), "goes left", "the furthest straight aside"),
    ])
}

/// The longest or widest move of a kind: its leg, its words, and its limit.
fn move_offer(
    state: &State,
    survey: &Survey<'_>,
    stand: StandId,
    pose: Pose,
    (leg, verb, limit): (Leg, &str, &str),
) -> Option<Offer<Order>> {
    let path = Path::new(vec![leg]);
    let Limit { path, walk } = furthest(state, survey, stand, pose, &path, MoveKind::Move)
        .filter(|limit| limit.walk.cost >= LEAST)?;
    let amount = match walk.path.legs.first() {
        Some(Leg::Turn { angle, .. }) => format!("{:.0}°", angle.abs().to_degrees()),
        _ => format!("{:.2} in", way(&walk)),
    };
    let end = match walk.contacts.first() {
        Some(touch) => format!("into contact with {}", state.say(touch.enemy)),
        None => limit.to_owned(),
    };
    Some(Offer {
        words: format!("{} {verb} {amount}, {end}", state.say(stand)),
        order: Order::Move { stand, path },
        kind: "move",
        family: true,
    })
}

/// A path that the judge of moves accepts as declared, with its result.
///
/// The walk may go beyond the path: a stand that touches an enemy goes on to gap 0, and squares up (`conform`).
/// Declared again, such legs would be a move after contact, so the path is what is offered.
pub(super) struct Limit {
    pub path: Path,
    pub walk: Walk,
}

/// The legal part of a path of one leg: up to its obstacle, or just short of it if that may not be touched.
pub(super) fn furthest(
    state: &State,
    survey: &Survey<'_>,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> Option<Limit> {
    let [leg] = path.legs[..] else { return None };
    let body = &state.unit(stand).body;
    let allowance = allowance(state, stand, kind);
    // The parts beyond the nearest friend and beyond the allowance are cut off first: if nothing else is in the way, the rest
    // is walked once.
    let length = leg.length(body);
    let free = free_of_friends(state, survey, stand, start, leg);
    if length * free < LEAST {
        return None;
    }
    let mut leg = leg.shortened(free);
    if length * free * DEAREST > allowance {
        leg = leg.shortened(Bill::new(state, state.unit(stand), start, leg, 0.0).reach(allowance));
    }
    let path = Path::new(vec![leg]);
    let (walk, refusal) = survey.preview(stand, start, &path, kind);
    let Some(refusal) = refusal else { return Some(Limit { path, walk }) };
    if walk.cost < LEAST {
        return None;
    }
    let mut path = walk.path;
    let short = if refusal.code == Code::Overlap {
        // Just clear of a friend who may be passed, the last digit decides.
        2.0 * EPS
    } else if let Ok(walk) = survey.check(stand, start, &path, kind) {
        return Some(Limit { path, walk });
    } else {
        TOUCH + EPS
    };
    let last = path.legs.last_mut()?;
    let length = last.length(body);
    *last = last.shortened(((length - short) / length.max(EPS)).max(0.0));
    let walk = survey.check(stand, start, &path, kind).ok()?;
    Some(Limit { path, walk })
}

/// The fraction of the leg that overlaps no friend; 0 if too short.
fn free_of_friends(state: &State, survey: &Survey<'_>, stand: StandId, start: Pose, leg: Leg) -> f32 {
    let body = &state.unit(stand).body;
    let length = leg.length(body).max(EPS);
    let friends: Vec<Placed<'_>> = survey.friends_near(stand, start, leg).collect();
    // A stand in a line can hardly begin to turn: a quick test finds out.
    let soon = body.placed(leg.part(start, (LEAST / length).min(1.0)));
    let here = body.placed(start);
    let stuck = |there: &Placed<'_>| {
        overlapping(overlap_depth(soon, *there)) && !overlapping(overlap_depth(here, *there))
    };
    if friends.iter().any(stuck) {
        return 0.0;
    }
    let mut free = 1.0;
    for there in friends {
        if let Some(t) = first_overlap(body, start, leg.shortened(free), there) {
            free = (free * t - CLEAR / length).max(0.0);
        }
    }
    free
}

/// Inches of ground covered before the stand squares up.
pub(super) fn way(walk: &Walk) -> f32 {
    let slides = walk.path.legs.iter().map_while(|leg| match leg {
        Leg::Slide(delta) => Some(delta.length()),
        Leg::Turn { .. } => None,
    });
    slides.sum()
}
