//! A charge under way: from the first enemy in its way to the rout (`epstein:5.21`, `epstein:9.3` to `epstein:9.16`, `epstein:g.6`).
//!
//! Each step measures, throws, and applies the result. Play rolls dice; exact odds ([`super::odds`]) call the same functions
//! with every result that a throw can have. Units: inches, figures.

use dice::Throw;
use game::counted;
use game::working::{Modifier, Note};
use table::body::Rect;
use table::{Body, Leg, Pose, Quad, Vec2};

use super::coming::Coming;
use super::contact::{self, cut, first_met, is_open_to};
use super::event::{Event, Mark};
use super::melee::{Fighter, Melee, MeleeEnd, SideOfMelee, Spread, loser_spreads, winner_spreads};
use super::morale::{self, Bearing, Stance};
use super::mover::Mover;
use super::options::ChargeOn;
use super::order::Answering;
use super::pending::{Cause, Charge, ChargeEnd, ChargeStep, Losses, Met, Pending, Shared};
use super::reply::{self, answers};
use super::roster::StandId;
use super::rout;
use super::scratch::{Judged, Scratch};
use super::standing::skirmishes;
use super::state::{GroupId, State};
use super::volley::{self, Occasion, Volley};
use super::{answer, measure, rally, support};

/// How far beyond the charger's path a square formed under attack is still reached (`epstein:9.9`), in inches.
const LITTLE_BEYOND: f32 = 3.0;

/// Maximum number of throws in a tied melee.
const MOST_TIES: usize = 100;

/// A roll of two dice against a number (`epstein:9.5`, `epstein:9.10`).
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub group: GroupId,
    pub hold: u8,
    pub modifiers: Vec<Modifier>,
    pub clause: &'static str,
}

impl Check {
    /// The least sum of the dice with which it holds.
    pub fn needed(&self) -> i32 {
        i32::from(self.hold) - Modifier::net(&self.modifiers)
    }

    /// The chance that it holds.
    pub fn chance(&self) -> f64 {
        let ways = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
        ways.filter(|sum| *sum >= self.needed()).count() as f64 / 36.0
    }
}

/// Throws for a check; `true` if it holds.
fn throw_check(s: &mut Scratch<'_>, check: Check) -> Judged<bool> {
    let Check { group: id, hold, clause, .. } = check;
    let name = s.state.say(id);
    let why = format!("Morale of {name}: holds on {} or more", check.needed());
    let side = Some(s.state.side(id).0);
    let net = Modifier::net(&check.modifiers);
    let total = i32::try_from(s.throw(Throw::sum(2, 6, side, clause, why))?.value).unwrap_or(0) + net;
    let holds = total >= i32::from(hold);
    let verdict = if holds { "holds" } else { "routs" };
    let text = format!("{name}: {total} against {hold}, it {verdict}");
    s.note(Note::new(clause, text).modified(check.modifiers));
    s.emit(Event::MoraleRolled { group: id, total, hold, holds });
    Ok(holds)
}

/// Goes on with a charge until somebody has to decide; `true` if it made any progress.
pub fn advance(s: &mut Scratch<'_>, charge: &Charge) -> Judged<bool> {
    match charge.step {
        ChargeStep::March => march(s, charge)?,
        ChargeStep::Check => {
            if let Some(check) = check_of_defender(&s.state, charge) {
                let holds = throw_check(s, check)?;
                checked(s, charge, holds)?;
            }
        }
        ChargeStep::Answer => {
            if answers(&s.state, charge).len() > 1 {
                return Ok(false);
            }
            reply::reply(s, charge, Answering::Nothing)?;
        }
        ChargeStep::Fired => match check_of_charger(&s.state, charge) {
            Some(check) => {
                let holds = throw_check(s, check)?;
                fired(s, charge, holds)?;
            }
            None => fired(s, charge, true)?,
        },
        ChargeStep::Contact => {
            if !support::of_defence(&s.state, charge).is_empty() {
                return Ok(false);
            }
            fight(s, charge, &[])?;
        }
        ChargeStep::Fought => fought(s, charge)?,
        ChargeStep::Onward => onward(s, charge)?,
    }
    Ok(true)
}

/// Replaces the pending charge on top with this one.
pub fn changed(s: &mut Scratch<'_>, charge: Charge) {
    s.emit(Event::Changed(Pending::Charge(Box::new(charge))));
}

/// Moves the charger and the units following it along some legs of its path.
pub fn go(s: &mut Scratch<'_>, charge: &Charge, legs: &[Leg]) -> Judged {
    let mover = Mover::new(&s.state, charge.by);
    // A change of facing uses up none of its path (`epstein:5.5`).
    let is_way = |leg: &&Leg| !matches!(leg, Leg::Turn { pivot, .. } if *pivot == Vec2::ZERO);
    let inches = legs.iter().filter(is_way).map(|leg| mover.plain(*leg)).sum();
    carry(s, charge, legs, Coming::Charges { inches })
}

/// Moves them, for any of the reasons in [`Coming`].
fn carry(s: &mut Scratch<'_>, charge: &Charge, legs: &[Leg], how: Coming) -> Judged {
    let from = s.state.place(charge.by);
    let to = legs.iter().fold(from, |at, leg| leg.end(at));
    if to.at.distance(from.at) < 1e-6 && from.heading.angle_to(to.heading) < 1e-6 {
        return Ok(());
    }
    let behind: Vec<(GroupId, Body)> = charge
        .support
        .iter()
        .filter_map(|group| Some((*group, seen_from(&s.state, *group, from)?)))
        .collect();
    for (group, there) in along(&s.state, charge, from, to) {
        let poses = s.state.moved_to(group, there);
        s.emit(Event::Moved { group, heading: there.heading, to: poses });
    }
    s.emit(Event::Came { group: charge.by, how });
    supports_go_along(s, charge);
    super::guns::crew::ride_over(s, charge.by, from, legs);
    super::leaders::ridden_over(s, charge.by, from, legs)?;
    for (group, body) in behind {
        super::leaders::ridden_over_by(s, group, &[(body, from, legs.to_vec())])?;
    }
    Ok(())
}

fn supports_go_along(s: &mut Scratch<'_>, charge: &Charge) {
    for group in &charge.support {
        s.emit(Event::Came { group: *group, how: Coming::GoesAlong { with: charge.by } });
    }
}

/// The stands of a group as a part of the leading group at `here`: both move as one body.
fn seen_from(state: &State, group: GroupId, here: Pose) -> Option<Body> {
    let rect = |(_, quad): (StandId, Quad)| {
        let (at, turned) = (here.to_local(quad.pose.at), here.heading.turn_to(quad.pose.heading));
        let offset = Pose::at(at.x, at.y, turned.to_degrees());
        Rect { offset, ..Rect::centred(quad.half.x * 2.0, quad.half.y * 2.0) }
    };
    let rects: Vec<Rect> = state.quads(group).map(rect).collect();
    (!rects.is_empty()).then(|| Body::of(rects))
}

/// Where the charger and its followers end when it goes from one place to the other: the followers keep their places behind it.
fn along(state: &State, charge: &Charge, from: Pose, to: Pose) -> Vec<(GroupId, Pose)> {
    let there = |group: &GroupId| {
        let own = state.place(*group);
        let turned = from.heading.turn_to(own.heading);
        (*group, Pose::new(to.to_table(from.to_local(own.at)), to.heading.turned(turned)))
    };
    std::iter::once(&charge.by).chain(&charge.support).map(there).collect()
}

/// Moves the charger to the next enemy, or to the end of its path (`epstein:5.21`).
pub fn march(s: &mut Scratch<'_>, charge: &Charge) -> Judged {
    let Some(meeting) = contact::meeting(&s.state, charge) else {
        return onward(s, charge);
    };
    let mut met = meeting.met;
    let first = met.remove(0);
    let id = first.group;
    let screen = skirmishes(&s.state, id);
    let touches_on = s.state.game.options.charge_on == ChargeOn::MayContact;
    let is_target = id == charge.target;
    if !is_open_to(&s.state, charge.by, id) || !is_target && !screen && !touches_on {
        // Behind the enemy it met is another that it may not charge: it stops short (`epstein:5.21`).
        return onward(s, charge);
    }
    for note in meeting.notes {
        s.note(note);
    }
    let from = s.state.place(charge.by);
    go(s, charge, &meeting.before)?;
    let mut next = charge.clone();
    next.way = meeting.rest;
    next.place = s.state.place(charge.by);
    let here = along(&s.state, charge, next.place, next.place);
    next.came = stood_in(&s.state, &here).map(|_| (from, meeting.before));
    s.emit(Event::Marked { group: id, mark: Mark::Attacked });
    if s.state.group(id).rout.is_some() {
        // A charge on routers needs no dice: half of them are lost, and it stops at the contact (`epstein:13.9`).
        go(s, charge, &first.closing)?;
        s.emit(Event::Settled);
        return rally::hit(s, id, 0, first.heading);
    }
    next.met = Some(first);
    next.waiting = met;
    next.step = ChargeStep::Check;
    changed(s, next);
    Ok(())
}

/// The stance of the defender towards the charge.
pub fn stance(state: &State, charge: &Charge, met: &Met) -> Stance {
    let to = state.quad(met.stand).map_or(met.from, |quad| quad.pose.at);
    Stance {
        flank: met.flank,
        square: state.group(met.group).formation == super::formation::Formation::Square,
        stand: met.stand,
        line: [met.from, to],
        start: charge.start.at,
    }
}

/// The morale roll of the charged unit (`epstein:9.5`).
pub fn check_of_defender(state: &State, charge: &Charge) -> Option<Check> {
    let met = charge.met.as_ref()?;
    let bearing = morale::of_defender(state, met.group, charge.by, stance(state, charge, met));
    let hold = morale::hold(state, met.group);
    Some(Check { group: met.group, hold, modifiers: bearing.morale, clause: "epstein:9.5" })
}

/// The charged unit has rolled: it holds and answers, or routs.
pub fn checked(s: &mut Scratch<'_>, charge: &Charge, holds: bool) -> Judged {
    let Some(met) = charge.met.clone() else { return Ok(()) };
    let mut next = charge.clone();
    if holds {
        next.step = ChargeStep::Answer;
        changed(s, next);
        return Ok(());
    }
    if next.waiting.is_empty() && next.held.is_empty() {
        return broke(s, charge, &met);
    }
    // Another is touched at the same time, and still has to roll, or has held (`double_contact`).
    rout::rout(s, met.group, met.heading, met.place.at, false)?;
    ask_next(s, next, None);
    Ok(())
}

/// Goes on to the next of several enemies that are touched at once; when all have rolled, those that hold fight.
fn ask_next(s: &mut Scratch<'_>, mut charge: Charge, held: Option<Met>) {
    charge.held.extend(held);
    if charge.waiting.is_empty() {
        charge.met = if charge.held.is_empty() { None } else { Some(charge.held.remove(0)) };
        charge.step = ChargeStep::Contact;
    } else {
        let next = charge.waiting.remove(0);
        s.emit(Event::Marked { group: next.group, mark: Mark::Attacked });
        charge.met = Some(next);
        charge.step = ChargeStep::Check;
    }
    changed(s, charge);
}

/// The enemy met has answered and the charger goes on: to the melee, unless another enemy is touched at the same time.
pub fn answered(s: &mut Scratch<'_>, charge: &Charge) {
    let mut next = charge.clone();
    if next.waiting.is_empty() && next.held.is_empty() {
        next.step = ChargeStep::Contact;
        changed(s, next);
        return;
    }
    let held = next.met.take();
    ask_next(s, next, held);
}

/// The charged unit has routed at its check (`epstein:9.6`): a screen is charged through (`epstein:6.2`); behind a formed enemy
/// the charger finishes its path into the vacated ground (`epstein:5.21`).
fn broke(s: &mut Scratch<'_>, charge: &Charge, met: &Met) -> Judged {
    let screen = skirmishes(&s.state, met.group);
    let how = s.state.game.options.charge_on;
    if how == ChargeOn::Stop && !screen {
        go(s, charge, &met.closing)?;
    }
    rout::rout(s, met.group, met.heading, met.place.at, false)?;
    let mut next = charge.clone();
    next.met = None;
    next.step = ChargeStep::March;
    next.way = met.closing.iter().chain(&charge.way).copied().collect();
    if screen && met.group != charge.target || !screen && how == ChargeOn::MayContact {
        changed(s, next);
        return Ok(());
    }
    if screen || how == ChargeOn::VacatedGround {
        // It finishes its straight move.
        let straight = charge.way.iter().copied().take_while(|leg| matches!(leg, Leg::Slide(_)));
        next.way = met.closing.iter().copied().chain(straight).collect();
        next.to_contact = if screen { 0 } else { met.closing.len() };
        next.step = ChargeStep::Onward;
        changed(s, next);
    } else {
        s.emit(Event::Settled);
    }
    Ok(())
}

/// The charger finishes its path into vacated ground (`epstein:5.21`).
pub fn onward(s: &mut Scratch<'_>, charge: &Charge) -> Judged {
    s.emit(Event::Settled);
    let (to_contact, beyond) = charge.way.split_at(charge.to_contact.min(charge.way.len()));
    if is_clear(&s.state, charge, to_contact) {
        go(s, charge, to_contact)?;
        return vacated(s, charge, beyond);
    }
    vacated(s, charge, &charge.way)
}

/// The charger finishes its path until it would touch anybody or end on somebody.
fn vacated(s: &mut Scratch<'_>, charge: &Charge, way: &[Leg]) -> Judged {
    let legs: Vec<Leg> = match first_met(&s.state, charge.by, way, &[]) {
        None => way.to_vec(),
        Some(contact) => {
            // It stops just short of another enemy.
            let length = way[contact.leg].length(&s.state.body(charge.by)).max(1e-6);
            let t = (contact.t - 2.0 * measure::SLACK / length).max(0.0);
            cut(way, contact.leg, t).0
        }
    };
    let legs = as_far_as_clear(&s.state, charge, legs);
    go(s, charge, &legs)
}

/// These legs, shortened until the charger and its followers end on nobody.
fn as_far_as_clear(state: &State, charge: &Charge, mut legs: Vec<Leg>) -> Vec<Leg> {
    while let Some(last) = legs.last().copied() {
        let fits = (1..=32_u16).rev().map(|part| last.shortened(f32::from(part) / 32.0));
        let before = legs[..legs.len() - 1].to_vec();
        let tried = fits.map(|leg| before.iter().copied().chain([leg]).collect::<Vec<Leg>>());
        if let Some(found) = tried.into_iter().find(|legs| is_clear(state, charge, legs)) {
            return found;
        }
        legs.pop();
    }
    legs
}

/// Are charger and followers clear of everybody at the end of these legs?
fn is_clear(state: &State, charge: &Charge, legs: &[Leg]) -> bool {
    let from = state.place(charge.by);
    let to = legs.iter().fold(from, |at, leg| leg.end(at));
    stood_in(state, &along(state, charge, from, to)).is_none()
}

/// The group on which the charger or its followers would stand at these places.
fn stood_in(state: &State, places: &[(GroupId, Pose)]) -> Option<GroupId> {
    let own: Vec<GroupId> = places.iter().map(|(group, _)| *group).collect();
    let all: Vec<(StandId, Pose)> =
        places.iter().flat_map(|(group, there)| state.moved_to(*group, *there)).collect();
    super::room::overlapped_but(state, &all, &own)
}

/// A charger that breaks off inside a friend goes back along its path to the last place clear of everybody (`epstein:9.10`,
/// `epstein:5.11`).
///
/// Returns whether it had to.
fn set_back(s: &mut Scratch<'_>, charge: &Charge) -> bool {
    let Some((from, legs)) = &charge.came else { return false };
    let at = |to: Pose| along(&s.state, charge, charge.place, to);
    let Some(friend) = stood_in(&s.state, &at(charge.place)) else { return false };
    let starts = legs.iter().scan(*from, |at, leg| {
        let start = *at;
        *at = leg.end(start);
        Some((start, *leg))
    });
    let starts: Vec<(Pose, Leg)> = starts.collect();
    let places = |(start, leg): (Pose, Leg), share: f32| at(leg.shortened(share).end(start));
    let is_clear = |on: (Pose, Leg), share: f32| stood_in(&s.state, &places(on, share)).is_none();
    let back = starts.into_iter().rev().flat_map(|on| (0..32_u8).rev().map(move |part| (on, part)));
    let Some((on, part)) = back.into_iter().find(|(on, part)| is_clear(*on, f32::from(*part) / 32.0)) else {
        return false;
    };
    let (mut clear, mut beyond) = (f32::from(part) / 32.0, f32::from(part + 1) / 32.0);
    for _ in 0..10 {
        let between = (clear + beyond) / 2.0;
        if is_clear(on, between) { clear = between } else { beyond = between }
    }
    let places = places(on, clear);
    let text = format!("It goes back along its way, until it stands in {} no more", s.state.say(friend));
    s.note(Note::new("epstein:5.11", text));
    for (group, there) in places {
        let to = s.state.moved_to(group, there);
        s.emit(Event::Moved { group, heading: there.heading, to });
    }
    true
}

/// The roll of a charger that has lost a figure to fire, including fire of a screen (`epstein:6.3`), against its own number
/// (`epstein:9.10`); `None` if it has lost none, or can no longer charge.
pub fn check_of_charger(state: &State, charge: &Charge) -> Option<Check> {
    let lost = charge.figures.saturating_sub(state.figures(charge.by));
    if lost == 0 || state.group(charge.by).stands.len() < 2 {
        return None;
    }
    Some(check_if_hit(state, charge.by))
}

/// The roll of a charger that is hit (`epstein:9.10`).
pub fn check_if_hit(state: &State, id: GroupId) -> Check {
    let modifiers = morale::of_charger(state, id, false).morale;
    Check { group: id, hold: morale::hold(state, id), modifiers, clause: "epstein:9.10" }
}

/// The charger has been fired at: with one stand left it breaks off; otherwise it goes on or routs (`epstein:9.10`).
pub fn fired(s: &mut Scratch<'_>, charge: &Charge, holds: bool) -> Judged {
    let group = s.state.group(charge.by);
    if group.stands.len() < 2 {
        let is_left = !group.is_gone();
        if is_left {
            let text = format!("{} has one stand left", s.state.say(charge.by));
            s.note(Note::new("epstein:9.10", text));
        }
        s.emit(Event::Settled);
        let from = s.state.place(charge.by).at;
        let went = set_back(s, charge);
        if is_left {
            s.emit(Event::Came { group: charge.by, how: Coming::BreaksOff { from } });
        }
        if went {
            supports_go_along(s, charge);
        }
        return Ok(());
    }
    if !holds {
        let away = s.state.place(charge.by).heading.reversed();
        s.emit(Event::Settled);
        // Parts of it that the fire has split off rout as well.
        let parts = split_off(&s.state, charge, &[(charge.by, charge.place.at)]);
        rout::rout(s, charge.by, away, charge.place.at, false)?;
        for part in parts {
            let from = s.state.place(part).at;
            rout::rout(s, part, away, from, false)?;
        }
        return Ok(());
    }
    answered(s, charge);
    Ok(())
}

/// The volleys of the charged unit (`epstein:9.7`, `epstein:9.8`).
pub fn volleys_at(state: &State, charge: &Charge) -> Vec<Volley> {
    let Some(met) = &charge.met else { return Vec::new() };
    match reply::can_fire(state, charge, met) {
        Ok(stands) => {
            volley::volleys(state, &[(met.group, stands.as_slice())], charge.by, Occasion::AtCharge)
        }
        Err(_) => Vec::new(),
    }
}

/// Applies the fire of the charged unit.
pub fn fired_on(s: &mut Scratch<'_>, charge: &Charge, hits: u16, volleys: &[Volley]) {
    let Some(met) = &charge.met else { return };
    answer::lose(s, charge.by, met.group, hits, volleys);
}

/// The charger closes with the enemies that held (`epstein:9.3`, `epstein:9.4`); returns the melee.
pub fn closes(s: &mut Scratch<'_>, charge: &Charge, support: &[GroupId]) -> Judged<Option<Melee>> {
    let Some(met) = charge.met.clone() else { return Ok(None) };
    let before = s.state.place(charge.by);
    let met = close(s, charge, met)?;
    let after = s.state.place(charge.by);
    let mut next = charge.clone();
    // Its place before any losses of this charge, carried to the contact.
    next.place = Pose::new(after.to_table(before.to_local(charge.place.at)), after.heading);
    let attack = side_of_attack(s, charge, &met);
    let defence = side_of_defence(s, charge, &met, support);
    for group in support {
        s.emit(Event::Marked { group: *group, mark: Mark::Attacked });
        s.emit(Event::Marked { group: *group, mark: Mark::Fought });
    }
    next.met = Some(Met { support: support.to_vec(), ..met });
    next.groups = u16::try_from(s.state.groups.len()).ok();
    next.step = ChargeStep::Fought;
    changed(s, next);
    Ok(Some(Melee { attack, defence }))
}

/// The charger closes, and the melee is fought (`epstein:9.11`).
pub fn fight(s: &mut Scratch<'_>, charge: &Charge, support: &[GroupId]) -> Judged {
    let Some(melee) = closes(s, charge, support)? else {
        s.emit(Event::Settled);
        return Ok(());
    };
    let Some(met) = &charge.met else { return Ok(()) };
    let (by, on) = (charge.by, met.group);
    let tie = s.state.game.options.melee_tie;
    let (mut totals, mut end) = ([0, 0], MeleeEnd::DefenderWins);
    for _ in 0..MOST_TIES {
        let mut faces = [0, 0];
        for (index, (id, side)) in [(by, &melee.attack), (on, &melee.defence)].into_iter().enumerate() {
            let why = format!("Melee of {}: the die times {}", s.state.say(id), side.worth());
            let owner = Some(s.state.side(id).0);
            faces[index] = s.throw(Throw::sum(1, 6, owner, "epstein:9.11", why))?.value;
        }
        (totals, end) = melee.end(faces, tie);
        if end != MeleeEnd::Again {
            break;
        }
        s.note(Note::new("epstein:9.11", format!("{} each: both throw again", totals[0])));
    }
    let text = format!("{} has {}, {} has {}", s.state.say(by), totals[0], s.state.say(on), totals[1]);
    s.note(Note::new("epstein:9.11", text));
    s.emit(Event::Melee { by, on, totals });
    decided(s, &melee, end)
}

/// Applies the result of a melee (`epstein:9.12`, `epstein:9.13`): losses are to be placed.
pub fn decided(s: &mut Scratch<'_>, melee: &Melee, end: MeleeEnd) -> Judged {
    let Some(Pending::Charge(charge)) = s.state.pending.last().cloned() else { return Ok(()) };
    let Some(met) = charge.met.clone() else { return Ok(()) };
    if end == MeleeEnd::FallBack {
        s.emit(Event::Settled);
        let back = Leg::Slide(-met.heading.forward());
        let steps = (1..=8_u16).rev().map(|part| back.shortened(f32::from(part) / 8.0));
        let from = s.state.place(charge.by);
        let clear = |leg: &Leg| {
            let poses = s.state.moved_to(charge.by, leg.end(from));
            super::room::overlapped(&s.state, &poses, Some(charge.by))
                .is_none_or(|other| charge.support.contains(&other))
        };
        // Without room it stays, which is reported as well.
        let how = Coming::FallsBack { from: from.at };
        match steps.into_iter().find(clear) {
            Some(leg) => carry(s, &charge, &[leg], how)?,
            None => s.emit(Event::Came { group: charge.by, how }),
        }
        return Ok(());
    }
    let charger_wins = end == MeleeEnd::ChargerWins;
    let (attack, defence) = (&melee.attack, &melee.defence);
    let (winner, loser) = if charger_wins { (attack, defence) } else { (defence, attack) };
    let options = &s.state.game.options;
    let values = options.casualty_values;
    let lost = loser_spreads(loser, values);
    let won = winner_spreads(winner, loser, options.winner_loss, values);
    let (attackers, defenders) = (attackers(&charge), defenders(&charge, &met));
    let (winners, losers) = if charger_wins { (attackers, defenders) } else { (defenders, attackers) };
    let end = if charger_wins { ChargeEnd::ChargerWins } else { ChargeEnd::DefenderWins };
    changed(s, Charge { end: Some(end), ..*charge });
    let side = s.state.side(winners[0]);
    super::leaders::endanger(s, &losers, &[], side);
    place_losses(s, &winners, won, &losers);
    place_losses(s, &losers, lost, &winners);
    Ok(())
}

fn attackers(charge: &Charge) -> Vec<GroupId> {
    std::iter::once(charge.by).chain(charge.support.iter().copied()).collect()
}

/// The groups that fight against a charge, in the order of [`side_of_defence`].
fn defenders(charge: &Charge, met: &Met) -> Vec<GroupId> {
    let held = charge.held.iter().map(|met| met.group);
    std::iter::once(met.group).chain(held).chain(met.support.iter().copied()).collect()
}

fn place_losses(s: &mut Scratch<'_>, of: &[GroupId], spreads: Vec<Spread>, by: &[GroupId]) {
    let (Some(front), Some(first)) = (of.first(), spreads.first()) else { return };
    let figures: u16 = first.iter().sum();
    if figures == 0 {
        return;
    }
    let by = by.first().map_or(s.state.active, |id| s.state.side(*id));
    let shared = (of.len() > 1).then(|| Shared { units: of.to_vec(), spreads });
    let (of, first) = (*front, Vec::new());
    let losses = Losses { of, figures, first, cause: Cause::Melee, by, away: None, shared };
    s.emit(Event::Began(Pending::Losses(losses)));
}

/// A unit in a melee.
pub fn fighter(state: &State, id: GroupId, bearing: &Bearing) -> Fighter {
    Fighter {
        figures: morale::fighting(state, id),
        value: u8::try_from(morale::value(state, id, bearing)).unwrap_or(u8::MAX),
        base: u8::try_from(morale::base_value(state, id)).unwrap_or(u8::MAX),
    }
}

/// The charging side: values unit by unit, each with its own leaders and disorder and 3 more in flank (`epstein:9.3`,
/// `epstein:10.3`); the die modified as for the front unit.
fn side_of_attack(s: &mut Scratch<'_>, charge: &Charge, met: &Met) -> SideOfMelee {
    let flank = met.flank && !(met.square_formed && s.state.game.options.square_cancels_flank);
    let units: Vec<(GroupId, Bearing)> =
        attackers(charge).into_iter().map(|id| (id, morale::of_charger(&s.state, id, flank))).collect();
    side_of(s, units)
}

/// The charged side: each touched unit by its own stance, the supports by the stance of the unit in front of them
/// (`epstein:9.3`, `epstein:14.2`); the die modified as for the named unit.
fn side_of_defence(s: &mut Scratch<'_>, charge: &Charge, met: &Met, support: &[GroupId]) -> SideOfMelee {
    let state = &s.state;
    let mut units: Vec<(GroupId, Bearing)> = Vec::new();
    for one in std::iter::once(met).chain(&charge.held) {
        units.push((one.group, morale::of_defender(state, one.group, charge.by, stance(state, charge, one))));
    }
    let behind = Stance { square: false, ..stance(state, charge, met) };
    units.extend(support.iter().map(|id| (*id, morale::of_defender(state, *id, charge.by, behind))));
    side_of(s, units)
}

fn side_of(s: &mut Scratch<'_>, units: Vec<(GroupId, Bearing)>) -> SideOfMelee {
    let fighters: Vec<Fighter> = units.iter().map(|(id, bearing)| fighter(&s.state, *id, bearing)).collect();
    let die = units.first().map_or(0, |(_, bearing)| Modifier::net(&bearing.die));
    for ((id, bearing), fighter) in units.iter().zip(&fighters) {
        let mut modifiers = bearing.value.clone();
        modifiers.extend(bearing.die.iter().cloned());
        let points = u32::from(fighter.figures) * u32::from(fighter.value);
        let name = s.state.say(*id);
        let (figures, points) =
            (counted(fighter.figures, "figure", "figures"), counted(points, "point", "points"));
        let text = format!("{name}: {figures} of {}, {points} in all", fighter.value);
        s.note(Note::new("epstein:9.11", text).modified(modifiers));
    }
    SideOfMelee { units: fighters, die }
}

/// The charger goes on until it touches, even a little beyond its path if a square was formed (`epstein:9.9`). Returns the
/// enemy met and the touched stand.
fn close(s: &mut Scratch<'_>, charge: &Charge, met: Met) -> Judged<Met> {
    if !met.square_formed {
        go(s, charge, &met.closing)?;
        return Ok(met);
    }
    let mut way: Vec<Leg> = met.closing.clone();
    way.extend(charge.way.iter().copied());
    let end = way.iter().fold(s.state.place(charge.by), |at, leg| leg.end(at));
    way.push(Leg::Slide(end.heading.forward() * LITTLE_BEYOND));
    let others: Vec<GroupId> =
        s.state.enemies_of(s.state.side(charge.by)).filter(|enemy| *enemy != met.group).collect();
    let Some(contact) = first_met(&s.state, charge.by, &way, &others) else {
        go(s, charge, &met.closing)?;
        return Ok(met);
    };
    // The square may have drawn back behind another enemy that stops the charger: it fights from there.
    let first = first_met(&s.state, charge.by, &way, &[]).unwrap_or(contact);
    let stop = if (first.leg, first.t) < (contact.leg, contact.t) { first } else { contact };
    let (legs, _) = cut(&way, stop.leg, stop.t);
    go(s, charge, &as_far_as_clear(&s.state, charge, legs))?;
    Ok(Met { stand: contact.stand, ..met })
}

/// The parts that the losers have split into since they were fired at, or since the contact: they rout as well (`epstein:9.10`,
/// `epstein:9.12`).
fn split_off(state: &State, charge: &Charge, losers: &[(GroupId, Vec2)]) -> Vec<GroupId> {
    let Some(before) = charge.groups else { return Vec::new() };
    let of_loser = |id: &GroupId| {
        losers
            .iter()
            .any(|(loser, _)| !state.group(*loser).is_gone() && state.unit(*loser) == state.unit(*id))
    };
    state.group_ids().filter(|id| id.0 >= before).filter(of_loser).collect()
}

/// Losses are placed, and the rest of the loser routs, even a square (`epstein:9.12`, `epstein:9.14`, `epstein:12.5`): all of
/// its units, the last first, so that none runs through the others.
pub fn fought(s: &mut Scratch<'_>, charge: &Charge) -> Judged {
    s.emit(Event::Settled);
    let Some(met) = &charge.met else { return Ok(()) };
    let own_place = |state: &State, id: GroupId| (id, state.place(id).at);
    let (mut losers, away) = match charge.end {
        Some(ChargeEnd::ChargerWins) => {
            let met_places = std::iter::once(met).chain(&charge.held).map(|met| (met.group, met.place.at));
            let behind = met.support.iter().map(|id| own_place(&s.state, *id));
            (met_places.chain(behind).collect::<Vec<_>>(), met.heading)
        }
        Some(ChargeEnd::DefenderWins) => {
            let behind = charge.support.iter().map(|id| own_place(&s.state, *id));
            (std::iter::once((charge.by, charge.place.at)).chain(behind).collect(), met.heading.reversed())
        }
        None => return Ok(()),
    };
    let parts = split_off(&s.state, charge, &losers);
    losers.extend(parts.into_iter().map(|id| own_place(&s.state, id)));
    losers.sort_by(|a, b| b.1.dot(away.forward()).total_cmp(&a.1.dot(away.forward())));
    for (loser, from) in losers {
        rout::rout(s, loser, away, from, false)?;
    }
    Ok(())
}
