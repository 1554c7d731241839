//! The enemy that a charge meets, where, and how: contact, the point where fire at it is measured, front or flank
//! (`epstein:9.1`, `epstein:9.4`, `epstein:9.7`, `epstein:9.16`, `epstein:10.1`, `epstein:g.6`).
//!
//! Units: inches, radians.

use game::working::Note;
use table::sweep::{first_contact, first_deeper, first_within};
use table::{Body, Heading, Leg, Pose, Quad};

use super::formation::Formation;
use super::kind::Arm;
use super::measure::{self, DEGREE, SLACK, angle_at_least, angle_is_close};
use super::measure::{FLANK, REAR};
use super::options::{ChargeFirePoint, DoubleContact, FlankTest};
use super::pending::{Charge, Met};
use super::roster::StandId;
use super::standing::skirmishes;
use super::state::{GroupId, State};

/// Where charge fire is measured, in inches from the defender (`epstein:9.7`).
const CHARGE_FIRE: f32 = 4.0;

/// The first enemy that a group meets along its legs: leg, fraction, enemy, stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub leg: usize,
    pub t: f32,
    pub group: GroupId,
    pub stand: StandId,
}

/// A stand as a body about its middle.
fn body_of(quad: &Quad) -> Body {
    Body::single(quad.half.x * 2.0, quad.half.y * 2.0)
}

fn gap(body: &Body, at: Pose, quad: &Quad) -> f32 {
    table::gap(body.placed(at), body_of(quad).placed(quad.pose)).distance
}

/// The gap to a stand if it counts as touching; otherwise `None`.
fn gap_of_touch(body: &Body, at: Pose, quad: &Quad) -> Option<f32> {
    // Most stands are too far away.
    let far = body.reach() + quad.half.length() + 2.0 * SLACK;
    if at.at.distance_squared(quad.pose.at) > far * far {
        return None;
    }
    Some(gap(body, at, quad)).filter(|gap| measure::touching(*gap))
}

/// Does a charge pass this group: routers protected by 4.4 in this period, or a screen that it has broken (`epstein:5.21`)?
pub fn is_passed(state: &State, id: GroupId) -> bool {
    let group = state.group(id);
    group.rout.is_some() && group.marks.attacked && !state.game.options.pursuit_same_period
}

/// The first enemy met on a path, other than those in `but`.
pub fn first_met(state: &State, id: GroupId, legs: &[Leg], but: &[GroupId]) -> Option<Contact> {
    first_met_of(state, id, legs, None, but)
}

/// The first enemy on a path to a target, other than those in `but`: where the gap first falls to 0 (`epstein:g.6`), or where
/// the path ends touching (`epstein:9.1`). An enemy that the group touches at the start may be charged from where it stands, or
/// left, but not passed over (`epstein:9.16`).
pub fn first_met_of(
    state: &State,
    id: GroupId,
    legs: &[Leg],
    target: Option<GroupId>,
    but: &[GroupId],
) -> Option<Contact> {
    let body = state.body(id);
    let start = state.place(id);
    let reach = legs.iter().map(|leg| leg.length(&body)).sum::<f32>() + radius(&body);
    let mut near: Vec<(GroupId, StandId, Quad, bool)> = Vec::new();
    let enemies = state.enemies_near(state.side(id), start.at, reach + 0.1);
    for enemy in
        enemies.filter(|enemy| !but.contains(enemy) && (Some(*enemy) == target || !is_passed(state, *enemy)))
    {
        for (stand, quad) in state.quads(enemy) {
            if quad.pose.at.distance(start.at) > reach + quad.half.length() + 0.1 {
                continue;
            }
            let begins = gap_of_touch(&body, start, &quad).is_some();
            if begins && Some(enemy) == target {
                return Some(Contact { leg: 0, t: 0.0, group: enemy, stand });
            }
            near.push((enemy, stand, quad, begins));
        }
    }
    let mut at = start;
    for (index, leg) in legs.iter().enumerate() {
        let mut first: Option<Contact> = None;
        for (group, stand, quad, begins) in &near {
            let one = body_of(quad);
            let other = one.placed(quad.pose);
            let t = if *begins {
                first_deeper(&body, at, *leg, other, SLACK)
            } else {
                first_contact(&body, at, *leg, other)
            };
            let Some(t) = t else { continue };
            if first.is_none_or(|known| t < known.t - 1e-5) {
                first = Some(Contact { leg: index, t, group: *group, stand: *stand });
            }
        }
        if first.is_some() {
            return first;
        }
        at = leg.end(at);
    }
    let last = legs.len().checked_sub(1)?;
    let ends = near.iter().filter(|(.., begins)| !begins);
    let touched = ends.filter_map(|one| Some((one, gap_of_touch(&body, at, &one.2)?)));
    let ((group, stand, ..), _) = measure::nearest(touched, |(_, gap)| *gap)?;
    Some(Contact { leg: last, t: 1.0, group: *group, stand: *stand })
}

/// The greatest distance of a body's corners from its origin.
fn radius(body: &Body) -> f32 {
    let origin = body.placed(Pose::at(0.0, 0.0, 0.0));
    origin.corners().map(table::Vec2::length).fold(0.0, f32::max)
}

/// The enemies that a group touches at a place, each with the touched stand that is nearest to the group's middle.
pub fn touched(state: &State, id: GroupId, at: Pose) -> Vec<(GroupId, StandId)> {
    let body = state.body(id);
    let mut found = Vec::new();
    for enemy in state.enemies_near(state.side(id), at.at, body.reach() + SLACK) {
        let stands = state.quads(enemy).filter(|(_, quad)| gap_of_touch(&body, at, quad).is_some());
        let nearest = measure::nearest(stands, |(_, quad)| quad.pose.at.distance(at.at));
        found.extend(nearest.map(|(stand, _)| (enemy, stand)));
    }
    found
}

/// The pose of the group at a contact.
pub fn pose_at(state: &State, id: GroupId, legs: &[Leg], contact: Contact) -> Pose {
    let start = state.place(id);
    let before = legs.iter().take(contact.leg).fold(start, |at, leg| leg.end(at));
    legs.get(contact.leg).map_or(before, |leg| leg.part(before, contact.t))
}

/// Splits legs at a fraction of one of them.
pub fn cut(legs: &[Leg], at: usize, t: f32) -> (Vec<Leg>, Vec<Leg>) {
    let mut before: Vec<Leg> = legs.iter().take(at).copied().collect();
    let mut after = Vec::new();
    if let Some(leg) = legs.get(at) {
        before.push(leg.shortened(t));
        after.push(leg.rest(t));
    }
    after.extend(legs.iter().skip(at + 1).copied());
    (before, after)
}

/// Splits the legs where they come to 4 in from a group, or at their start if that is nearer.
fn to_four_inches(state: &State, by: GroupId, closing: &[Leg], on: GroupId) -> (Vec<Leg>, Vec<Leg>) {
    let body = state.body(by);
    let mut at = state.place(by);
    for (index, leg) in closing.iter().enumerate() {
        let near = state.quads(on).filter_map(|(_, quad)| {
            first_within(&body, at, *leg, body_of(&quad).placed(quad.pose), CHARGE_FIRE)
        });
        if let Some(t) = near.min_by(f32::total_cmp) {
            return cut(closing, index, t);
        }
        at = leg.end(at);
    }
    (closing.to_vec(), Vec::new())
}

/// The next enemies that a charge meets.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The legs to where fire at it is measured (`epstein:9.7`).
    pub before: Vec<Leg>,
    /// The rest of the path, beyond the contact.
    pub rest: Vec<Leg>,
    /// The enemy met, then others touched at the same time (`double_contact`).
    pub met: Vec<Met>,
    pub notes: Vec<Note>,
}

/// The next meeting of a charge; if it meets several enemies at once, the named one comes first (`epstein:9.4`).
pub fn meeting(state: &State, charge: &Charge) -> Option<Meeting> {
    let first = first_met_of(state, charge.by, &charge.way, Some(charge.target), &[])?;
    let there = pose_at(state, charge.by, &charge.way, first);
    let all = touched(state, charge.by, there);
    let of = |group: GroupId| all.iter().find(|(one, _)| *one == group).copied();
    let (group, stand) = of(charge.target).or_else(|| of(first.group)).unwrap_or((first.group, first.stand));
    let (closing, rest) = cut(&charge.way, first.leg, first.t);
    let (to_point, from_point) = to_four_inches(state, charge.by, &closing, group);
    let from = to_point.iter().fold(state.place(charge.by), |at, leg| leg.end(at)).at;
    let (before, last) = match state.game.options.charge_fire_point {
        ChargeFirePoint::FourInches => (to_point, from_point),
        ChargeFirePoint::Contact => (closing.clone(), Vec::new()),
    };
    let heading = match closing.last() {
        Some(Leg::Slide(delta)) if delta.length() > 1e-4 => Heading::of(*delta),
        Some(Leg::Slide(_) | Leg::Turn { .. }) | None => there.heading,
    };
    let mut notes = Vec::new();
    let mut met_of = |group: GroupId, stand: StandId| {
        let (flank, note) = is_flank(state, charge, (group, stand), heading, there);
        notes.extend(note);
        Met {
            group,
            stand,
            closing: last.clone(),
            heading,
            from,
            flank,
            square_formed: false,
            support: Vec::new(),
            place: state.place(group),
        }
    };
    let mut met = vec![met_of(group, stand)];
    if state.game.options.double_contact == DoubleContact::Both && can_fight(state, charge.by, group) {
        let others = all.iter().filter(|(one, _)| *one != group && can_fight(state, charge.by, *one));
        met.extend(others.map(|(one, stand)| met_of(*one, *stand)));
    }
    Some(Meeting { before, rest, met, notes })
}

/// May this group charge that enemy at all in this period (`epstein:4.4`, `epstein:5.6`)?
pub fn is_open_to(state: &State, id: GroupId, target: GroupId) -> bool {
    let group = state.group(target);
    let pursued = group.rout.is_some() && state.game.options.pursuit_same_period;
    let horse = state.arm(id) == Arm::Infantry && state.arm(target) == Arm::Cavalry;
    !horse && (!group.marks.attacked || pursued)
}

/// Does an enemy check, fire and fight when this group touches it?
fn can_fight(state: &State, by: GroupId, on: GroupId) -> bool {
    is_open_to(state, by, on) && state.group(on).rout.is_none() && !state.is_abandoned(on)
}

/// Does the charge hit a flank or the rear (`epstein:10.1`)? A square has none; skirmishers are judged by the touched stand.
fn is_flank(
    state: &State,
    charge: &Charge,
    (id, stand): (GroupId, StandId),
    heading: Heading,
    arrives: Pose,
) -> (bool, Option<Note>) {
    if state.group(id).formation == Formation::Square {
        return (false, None);
    }
    let Some(quad) = state.quad(stand) else { return (false, None) };
    let facing = if skirmishes(state, id) { quad.pose.heading } else { state.group(id).heading };
    let angle = match state.game.options.flank_test {
        FlankTest::Approach => facing.angle_to(heading.reversed()),
        FlankTest::BearingAtStart => measure::bearing(&quad, charge.start.at),
        FlankTest::Edge => return (touches_side(state, charge, &quad, arrives), None),
    };
    let flank = angle_at_least(angle, FLANK);
    let degrees = angle / DEGREE;
    let close = if angle_is_close(angle, FLANK) { ", close" } else { "" };
    let which = match (flank, angle_at_least(angle, REAR)) {
        (false, _) => "from the front",
        (true, false) => "in the flank",
        (true, true) => "from the rear",
    };
    let name = state.say(charge.by);
    let text = format!("{name} comes {which}: {degrees:.0} degrees, the flank begins at 45{close}");
    (flank, Some(Note::new("epstein:10.1", text)))
}

/// Is the stand touched at a side or its rear (`flank_test = edge`)? A front corner counts as the front.
fn touches_side(state: &State, charge: &Charge, stand: &Quad, arrives: Pose) -> bool {
    let body = state.body(charge.by);
    let here = body_of(stand);
    let gap = table::gap(body.placed(arrives), here.placed(stand.pose));
    let local = stand.pose.to_local(gap.to);
    local.y < stand.half.y - SLACK
}
