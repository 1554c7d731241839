//! Engineers attached to infantry: how they move with it and make way for attackers.
//!
//! Clause: `easy:V.D.2`. Units: inches.

use crate::cause::Cause;
use crate::command::check_side;
use crate::event::{Event, How};
use crate::generals::room_at;
use crate::losses::lose_points;
use crate::movement;
use crate::movement::walk::record::Walk;
use crate::order::MoveKind;
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::{active, active_at};
use crate::touching::near;
use crate::vicinity::Room;
use game::Offer;
use game::working::{Measured, Note};
use table::free::nearest_free_pose;
use table::measure::{are_touching, gap, overlap_depth};
use table::sweep::{first_overlap, first_within, min_gap, off_table};
use table::terrain::How as Crossing;
use table::tolerance::{EPS, TOUCH, overlapping, touching};
use table::{Leg, Path, Pose, Vec2};

use super::change::Change;
use super::words::is_engineer;

/// Radius in which engineers who find no free place beside their infantry look for another, in inches.
const SEARCH: f32 = 6.0;

/// The move of attached engineers that goes with a move of their infantry.
#[derive(Clone, Debug, PartialEq)]
pub struct Ride {
    pub engineer: StandId,
    pub start: Pose,
    /// The engineers' own legs. When the infantry wheels, they turn about the same point on the table.
    pub path: Path,
    pub end: Pose,
    /// What it costs of the engineers' allowance, in inches.
    pub cost: f32,
}

/// The move of the engineers attached to `host` while it follows `path` from `start`.
///
/// `None` if no engineers on the table are attached to it.
pub fn ride(state: &State, host: StandId, start: Pose, path: &Path) -> Option<Ride> {
    let engineer = state.engineer_with(host)?;
    let from = state.pose(engineer)?;
    let (mut at, mut with) = (start, from);
    let mut legs = Vec::new();
    for leg in &path.legs {
        let own = match *leg {
            Leg::Slide(way) => Leg::Slide(way),
            Leg::Turn { pivot, angle } => Leg::Turn { pivot: with.to_local(at.to_table(pivot)), angle },
        };
        (at, with) = (leg.end(at), own.end(with));
        legs.push(own);
    }
    let path = Path::new(legs);
    let cost = movement::bill::path_cost(state, engineer, from, &path);
    Some(Ride { engineer, start: from, end: with, path, cost })
}

/// The clause by which engineers move with their infantry, and by which they can bar its way.
pub const GOING_ALONG: &str = "easy:V.D.2";

/// Whether the engineers attached to `host` may pass `other`. They may not end on it.
pub fn passes(state: &State, host: StandId, other: StandId) -> bool {
    movement::walk::roles::is_spent(state, other)
        || movement::walk::roles::overruns(state, host, other)
        || state.makes_way(other)
}

/// Whether `other` is an enemy that the engineers attached to `host` may touch only if `host` itself comes into
/// contact.
pub fn is_met(state: &State, host: StandId, other: StandId) -> bool {
    state.are_enemies(other, host) && !state.makes_way(other)
}

/// Checks that the engineers attached to `host` can follow its move: within their allowance, and with nothing in
/// their way.
///
/// Clause: `easy:V.D.2`.
pub fn check_ride(state: &State, host: StandId, walk: &Walk, kind: MoveKind) -> Result<(), Refusal> {
    let Some(ride) = ride(state, host, walk.start, &walk.path) else { return Ok(()) };
    let (name, of) = (state.say(ride.engineer), state.say(host));
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, GOING_ALONG, fact, remedy.to_owned());
    let allowance = movement::kind::allowance(state, ride.engineer, kind);
    if ride.cost > allowance + EPS {
        let last = movement::bill::path_reach(state, ride.engineer, ride.start, &ride.path, allowance);
        let fact = format!("{name}, attached to {of}, has {allowance:.2} in this move");
        let measured =
            Measured::at_most(format!("cost to {name}"), ride.start.at, ride.end.at, ride.cost, allowance);
        refuse(Code::OverAllowance, fact, "Go less far, or leave the engineers behind")
            .with(measured)
            .last_legal(partway(walk, last))
            .unless(&state.overruled)?;
    }
    let body = &state.unit(ride.engineer).body;
    let terrain = state.terrain();
    let size = terrain.ground().size;
    let mut at = ride.start;
    for (index, leg) in ride.path.legs.iter().copied().enumerate() {
        let upto = |t: f32| partway(walk, (index, t));
        if let Some(t) = off_table(body, at, leg, size) {
            let fact = format!("{name}, attached to {of}, would leave the table");
            return Err(refuse(Code::OffTable, fact, "Shift the engineers first").last_legal(upto(t)));
        }
        if let Some((t, _)) = terrain.first_impassable(body, at, leg) {
            let fact = format!("{name}, attached to {of}, would come on ground that may not be entered");
            refuse(Code::Impassable, fact, "Shift the engineers first")
                .last_legal(upto(t))
                .unless(&state.overruled)?;
        }
        let tread = movement::kind::tread(state.arm(ride.engineer));
        let mut lines = terrain.crossings(body, at, leg, tread).into_iter();
        if let Some(barred) = lines.find(|crossed| crossed.how == Crossing::Barred) {
            let fact = format!("{name}, attached to {of}, cannot cross the stream there");
            refuse(Code::Impassable, fact, "Go by a bridge or a ford")
                .last_legal(upto(barred.t))
                .unless(&state.overruled)?;
        }
        for (other, there) in state.on_table() {
            if other == host || other == ride.engineer || passes(state, host, other) {
                continue;
            }
            if let Some(t) = first_overlap(body, at, leg, there) {
                let enemy = state.are_enemies(other, host);
                let them = state.say(other);
                let (code, fact) = if enemy {
                    (Code::MayNotContact, format!("{name}, attached to {of}, would meet {them} first"))
                } else {
                    (Code::Blocked, format!("{them} stands in the way of {name}, attached to {of}"))
                };
                refuse(code, fact, "Shift the engineers to another edge first")
                    .last_legal(upto(t))
                    .culprit(them)
                    .unless(&state.overruled)?;
            }
        }
        at = leg.end(at);
    }
    let here = body.placed(ride.end);
    let under = state.on_table().find(|(other, there)| {
        *other != host && *other != ride.engineer && overlapping(overlap_depth(here, *there))
    });
    if let Some((other, _)) = under {
        let them = state.say(other);
        let fact = format!("{name}, attached to {of}, would end on {them}");
        return Err(refuse(Code::Overlap, fact, "Shift the engineers first").culprit(them));
    }
    if walk.contacts.is_empty() {
        let touched = state.on_table().find(|(other, there)| {
            is_met(state, host, *other)
                && are_touching(here, *there)
                && !state.placed(ride.engineer).is_some_and(|was| are_touching(was, *there))
        });
        if let Some((enemy, _)) = touched {
            let them = state.say(enemy);
            let fact = format!("{name}, attached to {of}, would touch {them} alone");
            refuse(Code::MayNotContact, fact, "Shift the engineers to another edge first")
                .culprit(them)
                .unless(&state.overruled)?;
        }
    }
    Ok(())
}

/// The infantry's pose at a point of its path, given as the index of a leg and a fraction of that leg.
fn partway(walk: &Walk, (index, t): (usize, f32)) -> Pose {
    let mut at = walk.start;
    for (nth, leg) in walk.path.legs.iter().enumerate() {
        if nth == index {
            return leg.part(at, t);
        }
        at = leg.end(at);
    }
    at
}

/// Carries out the engineers' part of a move of their infantry.
pub fn go_along(s: &mut Scratch<'_>, ride: Ride, how: How) {
    let words = format!("{} goes with its infantry for {:.2} in", s.state.say(ride.engineer), ride.cost);
    s.note(Note::new("easy:V.D.2", words));
    let Ride { engineer, end, path, cost, .. } = ride;
    s.emit(Event::Placed { stand: engineer, pose: end, how, path: Some(path), cost });
    s.emit(Event::Engineers(Change::Went { engineer, inches: cost }));
}

/// Moves the engineers attached to `host` after its retreat from `before`: they keep their position relative to it if
/// that is free, and otherwise take the nearest free one that touches it.
pub fn follow_back(s: &mut Scratch<'_>, host: StandId, before: Pose) {
    let state = &s.state;
    let (Some(engineer), Some(now)) = (state.engineer_with(host), state.pose(host)) else { return };
    let Some(was) = state.pose(engineer) else { return };
    let local = before.to_local(was.at);
    let turned = before.heading.turn_to(was.heading);
    let beside = Pose::new(now.to_table(local), now.heading.turned(turned));
    let Some(pose) = place_beside(state, engineer, host, beside, |_| true) else { return };
    let words = format!("{} goes back with its infantry", state.say(engineer));
    s.note(Note::new("easy:V.D.2", words));
    s.emit(Event::Placed { stand: engineer, pose, how: How::Displaced, path: None, cost: 0.0 });
}

/// A free pose at which the engineers touch their infantry: `wanted` if possible, otherwise the nearest candidate
/// flush with one of its edges. `clear` adds a condition.
///
/// `None` if no candidate is free.
fn place_beside(
    state: &State,
    engineer: StandId,
    host: StandId,
    wanted: Pose,
    clear: impl Fn(Pose) -> bool,
) -> Option<Pose> {
    let there = state.placed(host)?;
    let body = &state.unit(engineer).body;
    let free = |pose: Pose| {
        are_touching(body.placed(pose), there) && room_at(state, engineer, pose) == Room::Free && clear(pose)
    };
    if free(wanted) {
        return Some(wanted);
    }
    // Candidates flush with each edge of the infantry, nearest first.
    let own = body.parts().first()?.half();
    let half = there.quad().half;
    let mut spots: Vec<Pose> = Vec::new();
    for step in -8_i8..=8 {
        let share = f32::from(step) / 8.0;
        let (along, deep) = (share * (half.x + own.x), share * (half.y + own.y));
        for local in [
            Vec2::new(along, -half.y - own.y),
            Vec2::new(-half.x - own.x, deep),
            Vec2::new(half.x + own.x, deep),
            Vec2::new(along, half.y + own.y),
        ] {
            spots.push(Pose::new(there.pose.to_table(local), there.pose.heading));
        }
    }
    spots.sort_by(|a, b| a.at.distance_squared(wanted.at).total_cmp(&b.at.distance_squared(wanted.at)));
    spots.into_iter().find(|pose| free(*pose))
}

/// Moves enemy engineers out of the way of `mover`: along the edges of their infantry if possible, otherwise to the
/// nearest free place. If there is none, they are lost (`easy:V.D.2`).
///
/// Ruling: they cannot be attacked apart from their infantry, so they do not shield it either.
pub fn displace_contacted(s: &mut Scratch<'_>, mover: StandId, start: Pose, path: &Path) {
    let legs: Vec<(Pose, Leg)> = path.poses(start).into_iter().zip(path.legs.iter().copied()).collect();
    let body = s.state.unit(mover).body.clone();
    let met: Vec<StandId> = (s.state.engineers.attached.keys().copied())
        .filter(|id| s.state.are_enemies(mover, *id))
        .filter(|id| {
            let there = s.state.placed(*id);
            there.is_some_and(|there| {
                legs.iter().any(|(pose, leg)| first_within(&body, *pose, *leg, there, TOUCH).is_some())
            })
        })
        .collect();
    for engineer in met {
        let state = &s.state;
        let (Some(was), Some(host)) = (state.pose(engineer), state.host_of(engineer)) else { continue };
        let own = &state.unit(engineer).body;
        let clear = |pose: Pose| {
            let here = own.placed(pose);
            legs.iter().all(|(at, leg)| !touching(min_gap(&body, *at, *leg, here).1.distance))
        };
        let name = state.say(engineer);
        let beside = place_beside(state, engineer, host, was, clear);
        let place = beside.or_else(|| {
            nearest_free_pose(own, was, state.lengths().inches(SEARCH), |pose| {
                room_at(state, engineer, pose) == Room::Free && clear(pose)
            })
        });
        match place {
            Some(pose) => {
                s.note(Note::new("easy:V.D.2", format!("{name} makes way for {}", s.state.say(mover))));
                s.emit(Event::Placed { stand: engineer, pose, how: How::Displaced, path: None, cost: 0.0 });
            }
            None => {
                s.note(Note::new("easy:V.D.2", format!("{name} has no room to make way and is lost")));
                let all = s.state.stand(engineer).strength;
                lose_points(s, engineer, all, Cause::NoRefuge);
            }
        }
    }
}

/// Attaches engineers to infantry that they touch (`easy:V.D.2`).
///
/// Ruling: this is done when either stand is active and costs nothing; the stand that moves into contact pays for its
/// own move.
pub fn judge_join(s: &mut Scratch<'_>, engineer: StandId, host: StandId) -> Judged {
    check_join(&s.state, engineer, host)?;
    if s.state.host_of(engineer).is_some() {
        s.emit(Event::Engineers(Change::Left { engineer }));
    }
    let words = format!("{} is attached to {}", s.state.say(engineer), s.state.say(host));
    s.note(Note::new("easy:V.D.2", words));
    s.emit(Event::Engineers(Change::Joined { engineer, host }));
    Ok(())
}

fn check_join(state: &State, engineer: StandId, host: StandId) -> Result<(), Refusal> {
    let now = active_at(state, Step::Act)?;
    let (name, of) = (state.say(engineer), state.say(host));
    let stands = |refusal: Refusal| refusal.unless(&state.overruled);
    let refuse =
        |code, fact: String, remedy: &str| Err(Refusal::new(code, "easy:V.D.2", fact, remedy.to_owned()));
    if !is_engineer(state, engineer) || !state.options().engineers {
        return refuse(
            Code::BadTarget,
            format!("{name} cannot be attached"),
            "Only engineers on the table are",
        );
    }
    if !state.arm(host).is_infantry() || state.are_enemies(engineer, host) {
        return refuse(Code::BadTarget, format!("{of} is no infantry of {name}"), "Choose its infantry");
    }
    if state.unit(engineer).army != state.unit(host).army {
        let fact = format!("{of} is no infantry of the army of {name}");
        refuse(Code::BadTarget, fact, "Choose its infantry").or_else(stands)?;
    }
    if !now.list.contains(&engineer) && !now.list.contains(&host) {
        let fact = format!("neither {name} nor {of} is activated");
        refuse(Code::NotActive, fact, "Attach engineers when they or the infantry are active")
            .or_else(stands)?;
        check_side(state, state.side(engineer))?;
    }
    if state.host_of(engineer) == Some(host) {
        return refuse(Code::Acted, format!("{name} is attached to {of} already"), "Nothing is left to do");
    }
    if state.host_of(engineer).is_some() && !now.list.contains(&engineer) {
        let fact = format!("{name} is attached elsewhere");
        refuse(Code::NotActive, fact, "It leaves on its own activation").or_else(stands)?;
    }
    if let Some(other) = state.engineer_with(host) {
        let fact = format!("{} is attached to {of} already", state.say(other));
        return refuse(Code::BadTarget, fact, "One engineer stand to each infantry stand");
    }
    let (Some(here), Some(there)) = (state.placed(engineer), state.placed(host)) else {
        return refuse(
            Code::NoSuchStand,
            format!("{of} is not on the table"),
            "Choose infantry on the table",
        );
    };
    let between = gap(here, there);
    if !touching(between.distance) {
        let what = format!("{name} to {of}");
        Refusal::new(
            Code::NotAtSite,
            "easy:V.D.2",
            format!("{name} does not touch {of}"),
            "Bring the one up to the other first",
        )
        .with(Measured::at_most(what, between.from, between.to, between.distance, TOUCH))
        .unless(&state.overruled)?;
    }
    Ok(())
}

/// Offers to attach engineers to infantry that they touch.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let mut offers = Vec::new();
    if !state.options().engineers {
        return offers;
    }
    for engineer in state.ids().filter(|id| is_engineer(state, *id) && state.host_of(*id).is_none()) {
        let Some(here) = state.placed(engineer) else { continue };
        let touched = |id: &StandId| state.placed(*id).is_some_and(|there| near(here, there, TOUCH));
        for host in state.ids().filter(|id| state.arm(*id).is_infantry()).filter(touched) {
            if check_join(state, engineer, host).is_ok() {
                offers.push(Offer {
                    words: format!("attach {} to {}", state.say(engineer), state.say(host)),
                    order: Order::Join { engineer, host },
                    kind: "join",
                    family: false,
                });
            }
        }
    }
    offers
}

/// The infantry during whose activation these engineers may shift, although they are not active themselves
/// (`easy:V.D.2`).
///
/// `None` if they are not attached, their infantry is not active, they are active themselves, or they have already
/// acted.
pub fn shift_of(state: &State, engineer: StandId) -> Option<StandId> {
    let now = active(state).ok()?;
    let host = state.host_of(engineer)?;
    (now.list.contains(&host) && !now.list.contains(&engineer) && !now.acted.contains(&engineer))
        .then_some(host)
}

/// Refuses a shift after which the engineers would no longer touch their infantry.
pub fn check_shift(state: &State, engineer: StandId, host: StandId, end: Pose) -> Result<(), Refusal> {
    let here = state.unit(engineer).body.placed(end);
    match state.placed(host) {
        Some(there) if are_touching(here, there) => Ok(()),
        _ => Refusal::new(
            Code::NotActive,
            "easy:V.D.2",
            format!("{} would leave {}", state.say(engineer), state.say(host)),
            "Keep it touching its infantry; it leaves on its own activation",
        )
        .unless(&state.overruled),
    }
}

/// Detaches engineers who no longer touch their infantry or whose infantry has left the table.
pub fn settle(s: &mut Scratch<'_>) {
    let apart: Vec<StandId> = (s.state.engineers.attached.iter())
        .filter(|(engineer, host)| match (s.state.placed(**engineer), s.state.placed(**host)) {
            (Some(here), Some(there)) => !are_touching(here, there),
            _ => true,
        })
        .map(|(engineer, _)| *engineer)
        .collect();
    for engineer in apart {
        let words = format!("{} is no longer attached", s.state.say(engineer));
        s.note(Note::new("easy:V.D.2", words));
        s.emit(Event::Engineers(Change::Left { engineer }));
    }
}
