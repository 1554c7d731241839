//! Leaders: movement, danger, being ridden over, going along with a routed unit
//! (`epstein:14.c.1` to `epstein:14.c.4`). What they add to their troops is in `morale`.
//!
//! Units: inches.

use dice::Throw;
use game::working::Note;
use table::sweep::{first_deeper, first_within};
use table::{Body, Edge, Leg, Pose, Quad, Vec2};

use super::coming::Coming;
use super::event::{Event, Mark};
use super::houses;
use super::kind::Arm;
use super::measure::{self, SLACK, at_most, gap, within};
use super::morale::COMMAND;
use super::mover::swept;
use super::moving::allowance;
use super::obstacles::{check_free, ground};
use super::options::{CommandRisk, HillCost, LeaderOverrun};
use super::pending::{Following, Pending, Risk};
use super::refusal::{Code, Refusal};
use super::river;
use super::room::{misplaced, overlapped};
use super::scratch::{Judged, Scratch, remove};
use super::state::{GroupId, State};

/// How near a leader must be to stand with a unit (`epstein:14.c.3`), in inches.
const WITH: f32 = 1.0;

/// How far a leader who is ridden over may escape to a unit of his (`epstein:14.c.4`), in inches.
const ESCAPE: f32 = 12.0;

/// Total of two dice that kills or captures a leader (`epstein:14.c.3`).
pub const FATAL: u32 = 12;

/// The leaders on the table.
fn leaders(state: &State) -> impl Iterator<Item = GroupId> + '_ {
    state.on_table().filter(|id| state.arm(*id) == Arm::Command)
}

/// The stand of a leader.
fn base(state: &State, leader: GroupId) -> Option<Quad> {
    state.quads(leader).next().map(|(_, quad)| quad)
}

/// Distance from a leader to a unit, or to the house that the unit is in.
fn distance(state: &State, leader: GroupId, unit: GroupId) -> f32 {
    let Some(base) = base(state, leader) else { return f32::INFINITY };
    if let Some(house) = houses::house_of(state, unit) {
        return houses::gap_to_house(state, house, &base);
    }
    state.quads(unit).map(|(_, quad)| gap(&base, &quad)).fold(f32::INFINITY, f32::min)
}

/// The units of a leader's side in play, except leaders.
fn own_units(state: &State, leader: GroupId) -> impl Iterator<Item = GroupId> + '_ {
    let side = state.side(leader);
    state.group_ids().filter(move |id| state.side(*id) == side && state.arm(*id) != Arm::Command)
}

/// The leaders with a unit: touching it, or within an inch of it (`epstein:14.c.3`).
pub fn with_unit(state: &State, unit: GroupId) -> Vec<GroupId> {
    near_unit(state, unit, WITH)
}

fn near_unit(state: &State, unit: GroupId, inches: f32) -> Vec<GroupId> {
    let side = state.side(unit);
    let near = |id: &GroupId| state.side(*id) == side && within(distance(state, *id, unit), inches);
    leaders(state).filter(near).collect()
}

/// Endangers leaders with these units, which have been hit or beaten, and the leaders `also`, who are in a stick or V
/// themselves. Their dice follow once the losses that are queued after this are placed (`epstein:14.c.3`, `epstein:g.11`).
pub fn endanger(s: &mut Scratch<'_>, units: &[GroupId], also: &[GroupId], by: scenario::Side) {
    let inches = match s.state.game.options.command_risk {
        CommandRisk::WithUnit => WITH,
        CommandRisk::InRadius => COMMAND,
    };
    let mut found: Vec<GroupId> = also.to_vec();
    for unit in units.iter().filter(|unit| !s.state.group(**unit).is_gone()) {
        found.extend(near_unit(&s.state, *unit, inches));
    }
    found.sort_unstable();
    found.dedup();
    if !found.is_empty() {
        s.emit(Event::Began(Pending::Risk(Risk { leaders: found, by })));
    }
}

/// Throws two dice for each leader in danger: a 12 kills (`epstein:14.c.3`).
pub fn roll_risk(s: &mut Scratch<'_>, risk: &Risk) -> Judged {
    s.emit(Event::Settled);
    for leader in &risk.leaders {
        if s.state.group(*leader).is_gone() {
            continue;
        }
        let why = format!("{} is in danger: killed by a 12", s.state.say(*leader));
        roll(s, *leader, risk.by, "epstein:14.c.3", why)?;
    }
    Ok(())
}

/// The chance of a 12.
pub const RISK: f64 = 1.0 / 36.0;

/// Throws two dice against a leader; `true` if he is lost.
fn roll(
    s: &mut Scratch<'_>,
    leader: GroupId,
    by: scenario::Side,
    clause: &'static str,
    why: String,
) -> Judged<bool> {
    let total = s.throw(Throw::sum(2, 6, Some(by.0), clause, why))?.value;
    let killed = total >= FATAL;
    let name = s.state.say(leader);
    let comes = if killed { "he is lost" } else { "he is unharmed" };
    s.note(Note::new(clause, format!("{name}: {total} of {FATAL}, {comes}")));
    s.emit(Event::LeaderRolled { leader, total, killed });
    if killed {
        remove(s, leader);
    }
    Ok(killed)
}

/// A leader moves, once at any point of his own period (`epstein:14.c.4`).
pub fn judge_lead(s: &mut Scratch<'_>, id: GroupId, to: (f64, f64)) -> Judged {
    let there = way(&s.state, id, Vec2::new(to.0 as f32, to.1 as f32))?;
    let Some(stand) = s.state.group(id).stands.first().copied() else { return Ok(()) };
    s.emit(Event::Moved { group: id, heading: there.heading, to: vec![(stand, there)] });
    s.emit(Event::Marked { group: id, mark: Mark::Moved });
    Ok(())
}

/// The pose of a leader who goes straight to a place.
///
/// # Errors
///
/// If he cannot go there, with the reason.
pub fn way(state: &State, id: GroupId, to: Vec2) -> Result<Pose, Refusal> {
    let name = state.say(id);
    let refuse = |code, clause, fact: String, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    if state.arm(id) != Arm::Command {
        return refuse(
            Code::WrongKind,
            "epstein:14.c.4",
            format!("{name} is {} and no leader", state.kind(id).words()),
            "Move it with Move",
        );
    }
    super::standing::check_may_act(state, id)?;
    if state.group(id).marks.moved {
        let fact = format!("{name} has moved in this period");
        let refusal =
            Refusal::new(Code::AlreadyMoved, "epstein:14.c.4", fact, "A leader moves once a period");
        refusal.unless(&state.overruled)?;
    }
    let here = state.place(id);
    let there = Pose::new(to, here.heading);
    if !there.is_finite() {
        return refuse(
            Code::BadOrder,
            "epstein:14.c.4",
            format!("{name} has no place to go to"),
            "Give a place on the table",
        );
    }
    let (cost, most) = (cost(state, id, here, there), allowance(state, id));
    if !within(cost, most) {
        let fact = format!("{name} would go {cost:.2} in of {most:.2} in");
        let last = Pose::new(here.at.lerp(to, most / cost), here.heading);
        Refusal::new(Code::OverAllowance, "epstein:14.c.4", fact, "Send him less far")
            .with(at_most("way", [here.at, to], cost, most))
            .last_legal(last)
            .unless(&state.overruled)?;
    }
    check_clear(state, id, here, there)?;
    Ok(there)
}

/// The cost of his straight path: that of its dearest corner (`epstein:5.23`).
fn cost(state: &State, id: GroupId, from: Pose, to: Pose) -> f32 {
    let options = &state.game.options;
    let uphill = options.hill_cost == HillCost::Uphill;
    let delta = to.at - from.at;
    let body = state.kind(id).stand_body();
    let corners: Vec<Vec2> = body.placed(from).corners().collect();
    let ways = corners.into_iter().map(|corner| [corner, corner + delta]);
    let about = state.game.ground.about(from.at + delta / 2.0, delta.length() / 2.0 + body.reach());
    ways.map(|way| about.cost(way, options.difficult_cost, false, uphill)).fold(0.0, f32::max)
}

/// Checks that he crosses no enemy, closed ground or unfordable water, and ends on nobody (`epstein:5.11`, `epstein:5.24`,
/// `epstein:5.25`).
fn check_clear(state: &State, id: GroupId, from: Pose, to: Pose) -> Result<(), Refusal> {
    let name = state.say(id);
    let body = state.kind(id).stand_body();
    let leg = Leg::Slide(to.at - from.at);
    let (middle, reach) = swept(&body, from, leg);
    let enemies = state.enemies_near(state.side(id), middle, reach + SLACK);
    let stands = enemies.flat_map(|enemy| state.quads(enemy).map(move |(_, quad)| (enemy, quad)));
    let touched = stands.filter_map(|(enemy, quad)| {
        let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        let placed = other.placed(quad.pose);
        // Troops may have stopped on top of him, since he blocks nobody.
        if measure::overlap(body.placed(from), placed) {
            return None;
        }
        let touches = measure::touching(table::gap(body.placed(from), placed).distance);
        let first = if touches { first_deeper } else { first_within };
        let t = first(&body, from, leg, placed, SLACK)?;
        let fact = format!("{name} would touch {}", state.say(enemy));
        Some(Some((t, Refusal::new(Code::Contact, "epstein:5.25", fact, "Keep him clear of the enemy"))))
    });
    let [edge, closed] = ground(state, &name, &body, from, leg);
    let met = [edge, closed, river::deep_water(state, &name, &body, from, leg)];
    check_free(state, from, leg, met.into_iter().chain(touched))?;
    let stand = state.group(id).stands.first().copied();
    let end: Vec<_> = stand.map(|stand| (stand, to)).into_iter().collect();
    match overlapped(state, &end, None) {
        Some(other) => {
            let fact = format!("{name} would stand in {}", state.say(other));
            Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, "Set him down beside it"))
        }
        None => Ok(()),
    }
}

/// Enemies have moved along these legs, over leaders without troops of their own: two dice each, a 12 takes him, otherwise he
/// is moved to the nearest of his units (`epstein:14.c.4`).
pub fn ridden_over(s: &mut Scratch<'_>, by: GroupId, from: Pose, legs: &[Leg]) -> Judged {
    if s.state.group(by).is_gone() || s.state.arm(by) == Arm::Command {
        return Ok(());
    }
    let body = s.state.body(by);
    ridden_over_by(s, by, &[(body, from, legs.to_vec())])
}

/// The same for stands that each go their own path.
pub fn ridden_over_by(s: &mut Scratch<'_>, by: GroupId, ways: &[(Body, Pose, Vec<Leg>)]) -> Judged {
    let side = s.state.side(by);
    let swept = |leader: &GroupId| {
        let Some(quad) = base(&s.state, *leader) else { return false };
        let own = s.state.kind(*leader).stand_body();
        ways.iter().any(|(body, from, legs)| {
            let mut at = *from;
            legs.iter().any(|leg| {
                let met = first_deeper(body, at, *leg, own.placed(quad.pose), SLACK).is_some();
                at = leg.end(at);
                met
            })
        })
    };
    let alone = |leader: &GroupId| {
        !own_units(&s.state, *leader).any(|unit| within(distance(&s.state, *leader, unit), WITH))
    };
    let enemies = leaders(&s.state).filter(|leader| s.state.side(*leader) != side);
    let found: Vec<GroupId> = enemies.filter(|leader| swept(leader) && alone(leader)).collect();
    for leader in found {
        overrun(s, leader, by)?;
    }
    Ok(())
}

/// Resolves the dice of one leader who has been ridden over.
fn overrun(s: &mut Scratch<'_>, leader: GroupId, by: GroupId) -> Judged {
    let (name, enemy) = (s.state.say(leader), s.state.say(by));
    if s.state.game.options.leader_overrun == LeaderOverrun::Captured {
        s.note(Note::new("epstein:14.c.4", format!("{name} is taken without a throw")));
        s.emit(Event::Came { group: leader, how: Coming::Taken { by } });
        remove(s, leader);
        return Ok(());
    }
    let side = s.state.side(by);
    if roll(s, leader, side, "epstein:14.c.4", format!("{enemy} comes over {name}: taken by a 12"))? {
        return Ok(());
    }
    let units = own_units(&s.state, leader).filter(|unit| s.state.is_on_table(*unit));
    let near = units.map(|unit| (distance(&s.state, leader, unit), unit));
    let nearest = measure::nearest(near.filter(|(apart, _)| within(*apart, ESCAPE)), |(apart, _)| *apart);
    match nearest.and_then(|(apart, unit)| Some((apart, unit, spot_by(&s.state, leader, unit)?))) {
        Some((apart, unit, spot)) => {
            let text = format!("{} is the nearest unit of {name}, {apart:.2} in off", s.state.say(unit));
            s.note(Note::new("epstein:14.c.4", text));
            set_down(s, leader, spot, Coming::GetsAway { to: unit });
        }
        None => {
            let text = format!("No unit of {name} within 12 in has room for him");
            s.note(Note::new("epstein:14.c.4", text));
            s.emit(Event::Came { group: leader, how: Coming::FindsNobody });
            remove(s, leader);
        }
    }
    Ok(())
}

fn set_down(s: &mut Scratch<'_>, leader: GroupId, spot: Pose, how: Coming) {
    if let Some(stand) = s.state.group(leader).stands.first().copied() {
        s.emit(Event::Moved { group: leader, heading: spot.heading, to: vec![(stand, spot)] });
        s.emit(Event::Came { group: leader, how });
    }
}

/// The nearest place for a leader that touches a unit and is clear of everybody: along the edges of its stands.
fn spot_by(state: &State, leader: GroupId, unit: GroupId) -> Option<Pose> {
    let here = base(state, leader)?;
    let stand = state.group(leader).stands.first().copied()?;
    let enemy_near = |quad: &Quad| {
        state
            .enemies_of(state.side(leader))
            .any(|enemy| state.quads(enemy).any(|(_, other)| measure::touching(gap(quad, &other))))
    };
    let mut spots: Vec<Pose> = Vec::new();
    for (_, quad) in state.quads(unit) {
        for edge in [Edge::Front, Edge::Left, Edge::Right, Edge::Rear] {
            let [a, b] = quad.edge(edge);
            let out = quad.normal(edge) * here.half.y;
            let at = [measure::nearest_on([a, b], here.pose.at), (a + b) / 2.0];
            spots.extend(at.map(|at| Pose::new(at + out, quad.pose.heading)));
        }
    }
    let clear = |pose: &Pose| {
        let to = [(stand, *pose)];
        overlapped(state, &to, None).is_none()
            && misplaced(state, &to).is_none()
            && !enemy_near(&Quad { pose: *pose, half: here.half })
    };
    let from = |pose: &Pose| pose.at.distance(here.pose.at);
    spots.into_iter().filter(clear).min_by(|a, b| from(a).total_cmp(&from(b)))
}

/// A unit has routed: lets the leaders who were with it choose to go along (`epstein:14.c.4`).
pub fn may_follow(s: &mut Scratch<'_>, unit: GroupId, with: &[GroupId]) {
    if s.state.group(unit).is_gone() {
        return;
    }
    for leader in with {
        if !s.state.group(*leader).is_gone() && spot_by(&s.state, *leader, unit).is_some() {
            s.emit(Event::MayFollow(Following { leader: *leader, unit }));
        }
    }
}

/// A leader goes along with his routed unit, or stays (`epstein:14.c.4`).
pub fn judge_follow(s: &mut Scratch<'_>, following: Following, leader: GroupId, goes: bool) -> Judged {
    if leader != following.leader {
        let asked = s.state.say(following.leader);
        let fact = format!("{asked} is asked first");
        let remedy = format!("Say whether {asked} goes along");
        return Err(Refusal::new(Code::DecideFirst, "epstein:14.c.4", fact, remedy).into());
    }
    s.emit(Event::FollowSettled);
    let (name, unit) = (s.state.say(leader), s.state.say(following.unit));
    match spot_by(&s.state, leader, following.unit).filter(|_| goes) {
        Some(spot) => {
            s.note(Note::new("epstein:14.c.4", format!("{name} goes along with {unit}")));
            set_down(s, leader, spot, Coming::GoesAlong { with: following.unit });
        }
        None => s.note(Note::new("epstein:14.c.4", format!("{name} stays behind"))),
    }
    Ok(())
}
