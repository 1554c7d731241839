//! Carrying out retreats and routs: what happens on the table, and what is logged.
//!
//! Clauses: `easy:III.D.2` to `easy:III.D.5`, `easy:III.D-marker`, `easy:III.C.2`. Units: inches.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::cause::Cause;
use crate::combat::change::Change;
use crate::combat::progress::beaten;
use crate::combat::status::Beaten;
use crate::event::{Event, How};
use crate::losses::lose_points;
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::{active_at, exact};
use crate::touching::near;
use crate::{engineers, generals};
use game::working::{Measured, Note};
use game::{Clause, Offer};
use table::free::nearest_free_pose;
use table::measure::{inches_apart, outside_by, overlap_depth};
use table::sweep::spans_in_polygon;
use table::tolerance::{OVERLAP, TOUCH};
use table::{Heading, Leg, Placed, Pose};

use super::candidate::Candidate;
use super::{RetreatPlan, plan, plan_toward, say_deviation};

/// A beaten stand retreats or routs (`easy:III.D.2`, `easy:III.D.3`).
pub fn judge(s: &mut Scratch<'_>, stand: StandId, direction: Option<Heading>) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let waiting = beaten(&s.state).filter(|(_, beaten)| beaten.losers.contains(&stand));
    let Some((combat, beaten)) = waiting.map(|(combat, beaten)| (combat, beaten.clone())) else {
        return Err(Refusal::new(
            Code::Phase,
            "easy:III.D.2",
            format!("{} has no retreat to make", s.state.say(stand)),
            "Only stands beaten in the combat just fought go back",
        )
        .into());
    };
    let plan = match direction {
        Some(direction) => plan_toward(&s.state, stand, direction)?,
        None => match plan(&s.state, stand) {
            Some(plan) => plan,
            None => return Ok(()),
        },
    };
    note_tried(s, &plan);
    if plan.destroyed {
        destroy(s, &plan);
    } else {
        go(s, &plan, &beaten)?;
    }
    s.emit(Event::Combat(Change::WentBack { combat, stand }));
    Ok(())
}

/// Notes how many directions were barred, and for what reasons.
fn note_tried(s: &mut Scratch<'_>, plan: &RetreatPlan) {
    let state = &s.state;
    let barred: Vec<&Candidate> = plan.tried.iter().filter(|candidate| candidate.why_not.is_some()).collect();
    let Some(first) = barred.first() else { return };
    let reasons: BTreeSet<String> =
        barred.iter().filter_map(|candidate| candidate.why_not).map(|why| why.words(state)).collect();
    let words = format!(
        "{} of {} directions are barred, the first {}: {}",
        barred.len(),
        plan.tried.len(),
        say_deviation(first.deviation),
        reasons.into_iter().collect::<Vec<_>>().join("; ")
    );
    s.note(Note::new("easy:III.D-dir", words));
}

fn destroy(s: &mut Scratch<'_>, plan: &RetreatPlan) {
    let name = s.state.say(plan.loser);
    let (clause, cause): (Clause, Cause) = if plan.rout {
        ("easy:III.D.5", Cause::BlockedRout)
    } else {
        ("easy:III.D.4", Cause::BlockedRetreat)
    };
    let back = if plan.rallyable { "it may rally" } else { "it cannot rally" };
    s.note(Note::new(clause, format!("{name} {} and is removed; {back}", plan.why_lost())));
    let strength = s.state.stand(plan.loser).strength;
    lose_points(s, plan.loser, strength, cause);
}

fn go(s: &mut Scratch<'_>, plan: &RetreatPlan, beaten: &Beaten) -> Judged {
    let loser = plan.loser;
    let Some(before) = s.state.pose(loser) else { return Ok(()) };
    let taken = plan.taken().map(|index| &plan.tried[index]);
    let length = before.at.distance(plan.end.at);
    let stop =
        taken.and_then(|taken| taken.stop.words(&s.state)).map_or_else(String::new, |w| format!(", {w}"));
    let deviation = match taken.map(|taken| taken.deviation) {
        Some(degrees) if degrees != 0.0 => format!(", {}", say_deviation(degrees)),
        _ => String::new(),
    };
    let (clause, verb) = if plan.rout { ("easy:III.D.3", "routs") } else { ("easy:III.D.2", "retreats") };
    let way =
        plan.direction.map_or_else(String::new, |way| format!(" {}", s.state.ground().way(before.at, way)));
    let words = format!("{} {verb} {length:.2} in{way}{deviation}{stop}", s.state.say(loser));
    let what = format!("{} {verb}", s.state.say(loser));
    let measured = Measured::at_most(what, before.at, plan.end.at, length, plan.distance);
    let note = Note::new(clause, words);
    // Over the full distance there is no limit to measure.
    let short = length < plan.distance && !measured.is_close();
    s.note(if short { note.with(measured) } else { note });
    let how = if beaten.rout { How::Routed } else { How::Retreated };
    s.emit(Event::Placed { stand: loser, pose: plan.end, how, path: Some(plan.path.clone()), cost: 0.0 });
    if beaten.rout {
        s.note(Note::new("easy:III.D-marker", format!("{} is marked as routed", s.state.say(loser))));
        s.emit(Event::Routed { stand: loser, on: true });
        if s.state.stand(loser).square {
            s.note(Note::new(
                "easy:VI.G.2",
                format!("{} leaves its squares in the rout", s.state.say(loser)),
            ));
            s.emit(Event::Square { stand: loser, on: false });
        }
    }
    engineers::attach::follow_back(s, loser, before);
    shift_generals(s, loser);
    engineers::attach::displace_contacted(s, loser, before, &plan.path);
    generals::displace_contacted(s, loser, before, &plan.path)
}

/// Moves friendly generals and attached engineers out from under a stand that has arrived, one after the other, each
/// to the nearest room (`easy:III.D-dir`).
fn shift_generals(s: &mut Scratch<'_>, comer: StandId) {
    let Some(here) = s.state.placed(comer) else { return };
    let is_under = |(id, general): (StandId, Placed<'_>)| {
        let ours = s.state.makes_way(id) && !s.state.are_enemies(id, comer);
        (ours && overlap_depth(here, general) > OVERLAP).then_some(id)
    };
    let under: Vec<StandId> = s.state.on_table().filter_map(is_under).collect();
    for general in under {
        // If there is no room, he stays where he is.
        let Some(pose) = room_for(&s.state, general) else { continue };
        s.note(Note::new("easy:III.D-dir", format!("{} makes way", s.state.say(general))));
        s.emit(Event::Placed { stand: general, pose, how: How::Displaced, path: None, cost: 0.0 });
    }
}

/// The nearest place where the general overlaps no stand. `None` if there is no room.
fn room_for(state: &State, general: StandId) -> Option<Pose> {
    let ground = state.terrain().ground();
    let body = &state.unit(general).body;
    let is_free = |pose: Pose| {
        let there = body.placed(pose);
        outside_by(there, ground.size) <= OVERLAP
            && state.on_table().filter(|(other, _)| *other != general).all(|(other, placed)| {
                !near(there, placed, TOUCH)
                    || overlap_depth(there, placed) <= OVERLAP
                        && !(state.are_enemies(general, other) && inches_apart(there, placed) <= TOUCH)
            })
            && !ground.areas.iter().filter(|area| area.impassable).any(|area| {
                let still = Leg::Slide(Vec2::new(1e-4, 0.0));
                !spans_in_polygon(body, pose, still, &area.polygon, OVERLAP + 1e-3).is_empty()
            })
    };
    let wanted = state.pose(general)?;
    // Searches in ever wider circles.
    let lengths = state.lengths();
    let reach = [lengths.general_search(), lengths.inches(6.0), lengths.inches(24.0)];
    reach.into_iter().find_map(|reach| nearest_free_pose(body, wanted, reach, is_free))
}

/// The retreats that are due, the default first. Under `retreat-direction=owner`, every direction that is not barred.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some((_, beaten)) = beaten(state) else { return Vec::new() };
    let mut offers = Vec::new();
    for &stand in &beaten.losers {
        let Some(plan) = plan(state, stand) else { continue };
        let verb = if beaten.rout { "routs" } else { "retreats" };
        let words = match plan.direction {
            _ if plan.destroyed => format!("{} {} and is removed", state.say(stand), plan.why_lost()),
            Some(way) => {
                let from = state.pose(stand).unwrap_or(plan.end).at;
                let way = state.ground().way(from, way);
                format!("{} {verb} {:.2} in {way}", state.say(stand), from.distance(plan.end.at))
            }
            None => format!("{} {verb}", state.say(stand)),
        };
        let kind = if beaten.rout { "rout" } else { "retreat" };
        offers.push(exact(Order::Retreat { stand, direction: None }, kind, words));
        if state.options().retreat_by_owner && !plan.destroyed {
            let others =
                plan.tried.iter().filter(|c| c.why_not.is_none() && Some(c.direction) != plan.direction);
            for other in others {
                let words = format!(
                    "{} {verb} {:.2} in {}, {}",
                    state.say(stand),
                    other.distance,
                    other.direction,
                    say_deviation(other.deviation)
                );
                let order = Order::Retreat { stand, direction: Some(other.direction) };
                offers.push(exact(order, kind, words));
            }
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, at};
    use crate::invariants::broken;
    use dice::Dry;
    use scenario::army::Arm;

    #[test]
    fn two_generals_make_way_without_ending_on_each_other() {
        let far = |y| at(20.0, y, 0.0);
        let field = Fixture::new()
            .ours(Arm::Infantry, at(0.0, 0.0, 180.0))
            .ours(Arm::General, far(0.0))
            .ours(Arm::General, far(4.0));
        let (mut state, ids) = field.state();
        // The chit of the command that acts is in hand.
        let active = state.stack[0].command;
        state.cup.retain(|chit| *chit != active);
        // Both lie under the stand that came, side by side.
        state.stands[ids[1].index()].place = crate::state::Place::Table(at(-0.45, 0.0, 0.0));
        state.stands[ids[2].index()].place = crate::state::Place::Table(at(0.45, 0.0, 0.0));
        let overlaps =
            |state: &State| broken(state).iter().filter(|fault| fault.contains("overlaps")).count();
        assert!(overlaps(&state) >= 2);
        let mut tray = Dry;
        let mut scratch = Scratch::new(&state, &mut tray);
        shift_generals(&mut scratch, ids[0]);
        let ruling = scratch.finish();
        assert_eq!(ruling.events.len(), 2);
        ruling.events.iter().for_each(|event| crate::event::apply(&mut state, event));
        assert_eq!(overlaps(&state), 0, "{:?}", broken(&state));
    }
}
