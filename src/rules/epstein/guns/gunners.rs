//! Gunners on foot: they leave a gun, walk to another, and serve it after a turn (`epstein:8.d.6`).
//!
//! They are a group by themselves, on a stand that every battery has for them. Units: inches, figures, turns.

use game::counted;
use game::working::Note;
use table::sweep::first_contact;
use table::{Body, Heading, Leg, Pose, Quad};

use crate::advance;
use crate::event::{Event, Mark};
use crate::kind::Arm;
use crate::measure::{self, touching};
use crate::movement::{Purpose, walk};
use crate::moving::{allowance, check_may_move};
use crate::order::Step;
use crate::refusal::{Code, Refusal};
use crate::river;
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::standing::{CREW, check_may_act};
use crate::state::{GroupId, Gunners, State};

/// Gunners who arrive in own period n serve from own period n + 2 (`epstein:8.d.6`).
const TURNS: u8 = 2;

/// Step of the search along a path, in inches.
const STEP: f64 = 0.125;

/// Gunners leave a gun for another, or walk on to it (`epstein:8.d.6`).
pub fn judge_send(s: &mut Scratch<'_>, id: GroupId, figures: u16, to: GroupId) -> Judged {
    check_may_act(&s.state, id)?;
    check_target(&s.state, id, to)?;
    check_figures(&s.state, id, figures)?;
    river::check_dry(&s.state, id)?;
    let gun = s.state.group(to).stands[0];
    let party = if s.state.group(id).on_foot { id } else { leave(s, id, figures, gun)? };
    go(s, party, gun)
}

/// Checks that the target is another gun of their side.
///
/// # Errors
///
/// If it is not (`epstein:8.d.6`).
pub fn check_target(state: &State, id: GroupId, to: GroupId) -> Result<(), Refusal> {
    let name = state.say(to);
    let is_gun = state.arm(to) == Arm::Artillery && !state.group(to).on_foot && state.is_on_table(to);
    if !is_gun || state.side(to) != state.side(id) || to == id || state.group(to).rout.is_some() {
        let fact = format!("{name} is no other gun of theirs on the table");
        return Err(Refusal::new(Code::NoTarget, "epstein:8.d.6", fact, "Name a gun of the same side"));
    }
    Ok(())
}

/// Checks that this many can go: all gunners on foot together, or up to the crew of a gun that has not moved or fired.
fn check_figures(state: &State, id: GroupId, figures: u16) -> Result<(), Refusal> {
    let name = state.say(id);
    let there = state.figures(id);
    if state.arm(id) != Arm::Artillery {
        let fact = format!("{name} has no gunners");
        return Err(Refusal::new(Code::WrongKind, "epstein:8.d.6", fact, "Send the gunners of a gun"));
    }
    if state.group(id).on_foot {
        check_may_move(state, id)?;
        if figures != there {
            let fact = format!("{name} has {there} gunners on foot, and they go together");
            return Err(Refusal::new(Code::BadOrder, "epstein:8.d.6", fact, format!("Send all {there}")));
        }
        return Ok(());
    }
    let marks = state.group(id).marks;
    if marks.moved || marks.fired {
        let did = if marks.moved { "moved" } else { "fired" };
        let fact = format!("{name} has {did}, and the walk of its gunners is a full move");
        let code = if marks.moved { Code::AlreadyMoved } else { Code::AlreadyFired };
        Refusal::new(code, "epstein:8.d.6", fact, "Send them in the next period").unless(&state.overruled)?;
    }
    if there == 0 {
        let fact = format!("{name} has no gunners left");
        return Err(Refusal::new(Code::NoCrew, "epstein:8.d.6", fact, "Send the gunners of another gun"));
    }
    if figures == 0 || figures > there {
        let fact = format!("{name} has {there} gunners, and {figures} are to go");
        return Err(Refusal::new(Code::BadOrder, "epstein:8.d.6", fact, format!("Send 1 to {there}")));
    }
    if party_stand(state, id).is_none() {
        let fact = format!("gunners of {name} are on their way");
        return Err(Refusal::new(Code::BadOrder, "epstein:8.d.6", fact, "Let them arrive first"));
    }
    Ok(())
}

/// The stand for a gun's gunners on foot, if none of them are out.
fn party_stand(state: &State, id: GroupId) -> Option<StandId> {
    let stand = state.game.unit(state.unit(id)).gunners?;
    (state.group_of(stand).is_none() && state.pose(stand).is_none()).then_some(stand)
}

/// Gunners leave their gun; they start in its place.
fn leave(s: &mut Scratch<'_>, id: GroupId, figures: u16, to: StandId) -> Judged<GroupId> {
    let lost =
        || Refusal::new(Code::BadOrder, "epstein:8.d.6", "there are no such gunners", "Send those of a gun");
    let stand = party_stand(&s.state, id).ok_or_else(lost)?;
    let gun = *s.state.group(id).stands.first().ok_or_else(lost)?;
    let from = s.state.place(id);
    let way = s.state.pose(to).map_or(from.at, |pose| pose.at) - from.at;
    let heading = if way.length() > 1e-3 { Heading::of(way) } else { from.heading };
    let name = s.state.say(id);
    s.note(Note::new(
        "epstein:8.d.6",
        format!("{} {name}", counted(figures, "gunner leaves", "gunners leave")),
    ));
    let pose = Pose::new(from.at, heading);
    s.emit(Event::GunnersSent { gun, party: stand, figures, pose, to });
    let left = s.state.figures(id);
    if left < CREW {
        s.note(Note::new("epstein:8.d.4", format!("{name} has {left} left, and neither moves nor fires")));
    }
    s.state.group_of(stand).ok_or_else(|| lost().into())
}

/// They walk straight to the gun, as far as they get, and start to wait there when they touch it.
fn go(s: &mut Scratch<'_>, party: GroupId, gun: StandId) -> Judged {
    let (Some(at), Some(target)) = (s.state.quad(s.state.group(party).stands[0]), s.state.quad(gun)) else {
        return Ok(());
    };
    if !touching(measure::gap(&at, &target)) {
        walk_up(s, party, gun)?;
    }
    s.emit(Event::Marked { group: party, mark: Mark::Moved });
    let there = s.state.quad(s.state.group(party).stands[0]);
    let arrived = there.is_some_and(|there| touching(measure::gap(&there, &target)));
    let serves_from = arrived.then(|| s.state.turn.saturating_add(TURNS));
    if let Some(turn) = serves_from {
        let words = format!(
            "{} come to {}, and serve it from turn {turn}",
            s.state.say(party),
            s.state.say_stand(gun)
        );
        s.note(Note::new("epstein:8.d.6", words));
    }
    s.emit(Event::GunnersBound { group: party, gunners: Some(Gunners { to: gun, serves_from }) });
    Ok(())
}

/// Gunners face where they go, so that they walk straight ahead.
fn walk_up(s: &mut Scratch<'_>, party: GroupId, gun: StandId) -> Judged {
    let place = s.state.place(party);
    let Some(target) = s.state.quad(gun) else { return Ok(()) };
    let way = target.pose.at - place.at;
    let heading = if way.length() > 1e-3 { Heading::of(way) } else { place.heading };
    let here: Vec<Quad> = s.state.quads(party).map(|(_, quad)| quad).collect();
    let facing = s.state.moved_to(party, Pose::new(place.at, heading));
    s.emit(Event::Moved { group: party, heading, to: facing });
    let place = s.state.place(party);
    let body = s.state.body(party);
    let other = Body::single(target.half.x * 2.0, target.half.y * 2.0);
    let leg = Leg::Slide(way);
    let length = first_contact(&body, place, leg, other.placed(target.pose)).unwrap_or(1.0) * way.length();
    let most = f64::from(length).min(f64::from(allowance(&s.state, party)));
    let walked = furthest(&s.state, party, most)?;
    let to = s.state.moved_to(party, walked.to);
    advance::check_from(&s.state, party, &here, &to)?;
    for note in walked.notes {
        s.note(note);
    }
    s.emit(Event::Moved { group: party, heading: walked.to.heading, to });
    Ok(())
}

/// The farthest that they get on a straight path of up to this many inches.
fn furthest(state: &State, party: GroupId, most: f64) -> Result<crate::movement::Walked, Refusal> {
    let ahead = |inches: f64| walk(state, party, &[Step::Ahead(inches)], Purpose::Move);
    let first = ahead(most);
    let steps = (most / STEP).floor() as u32;
    let shorter = || (1..steps).find_map(|step| ahead(most - f64::from(step) * STEP).ok());
    first.or_else(|refusal| shorter().ok_or(refusal))
}

/// At the start of their side's period, gunners who have been with a gun for a turn begin to serve it (`epstein:8.d.6`).
pub fn begin_period(s: &mut Scratch<'_>) {
    let side = s.state.active;
    let due: Vec<(GroupId, Gunners)> = s
        .state
        .group_ids()
        .filter(|id| s.state.side(*id) == side)
        .filter_map(|id| Some((id, s.state.group(id).gunners?)))
        .filter(|(_, gunners)| gunners.serves_from.is_some_and(|turn| turn <= s.state.turn))
        .collect();
    for (party, gunners) in due {
        let (name, gun) = (s.state.say(party), s.state.say_stand(gunners.to));
        if is_with(&s.state, party, gunners.to) {
            s.note(Note::new("epstein:8.d.6", format!("{name} serve {gun} from now on")));
            s.emit(Event::GunManned { party, gun: gunners.to });
        } else {
            s.note(Note::new("epstein:8.d.6", format!("{name} are no longer with {gun}")));
            s.emit(Event::GunnersBound { group: party, gunners: None });
        }
    }
}

/// Does the party still touch the gun?
fn is_with(state: &State, party: GroupId, gun: StandId) -> bool {
    let on_foot = state.group_of(gun).is_none_or(|group| state.group(group).on_foot);
    let Some(target) = state.quad(gun).filter(|_| !on_foot) else { return false };
    state.quads(party).any(|(_, quad)| touching(measure::gap(&quad, &target)))
}

/// Could gunners of this group go to another gun?
pub fn may_send(state: &State, id: GroupId) -> bool {
    let figures = if state.group(id).on_foot { state.figures(id) } else { 1 };
    state.arm(id) == Arm::Artillery
        && check_may_act(state, id).is_ok()
        && check_figures(state, id, figures).is_ok()
        && state.on_table().any(|to| check_target(state, id, to).is_ok())
}

/// Gunners who should go: those on foot, and crews too small for their gun, each to the nearest gun that they can serve with
/// the gunners already there.
pub fn offers(state: &State) -> Vec<(GroupId, u16, GroupId)> {
    let own: Vec<GroupId> = state
        .on_table()
        .filter(|id| state.side(*id) == state.active && state.arm(*id) == Arm::Artillery)
        .collect();
    own.iter().filter_map(|id| offer(state, *id, &own).map(|to| (*id, state.figures(*id), to))).collect()
}

fn offer(state: &State, id: GroupId, own: &[GroupId]) -> Option<GroupId> {
    let figures = state.figures(id);
    let group = state.group(id);
    let serves = group.gunners.is_some_and(|gunners| gunners.serves_from.is_some());
    let weak = group.on_foot || figures < CREW;
    if !weak
        || figures == 0
        || serves
        || check_may_act(state, id).is_err()
        || check_figures(state, id, figures).is_err()
    {
        return None;
    }
    let bound = group.gunners.and_then(|gunners| state.group_of(gunners.to));
    if let Some(to) = bound.filter(|to| check_target(state, id, *to).is_ok()) {
        return Some(to);
    }
    let from = state.place(id).at;
    let helps = |to: &GroupId| {
        let crew = state.figures(*to);
        check_target(state, id, *to).is_ok() && crew < CREW && crew + figures >= CREW
    };
    let guns = own.iter().copied().filter(helps);
    guns.min_by(|a, b| state.place(*a).at.distance(from).total_cmp(&state.place(*b).at.distance(from)))
}
