//! Invariants that hold in every state reachable by orders; games are checked for them.
//!
//! Clauses: `epstein:5.11`, `epstein:5.25`, `epstein:13.4`, `epstein:14.c.4`, `epstein:15.1`, `epstein:g.1`, `epstein:g.4`,
//! `epstein:g.8`, `epstein:g.9`. Units: inches, figures.

use std::collections::BTreeMap;

use scenario::Side;
use table::measure::{outside_by, overlap_depth};
use table::{Body, Quad};

use super::kind::Arm;
use super::measure::SLACK;
use super::pending::Pending;
use super::roster::StandId;
use super::state::{GroupId, Marker, Marks, Phase, Place, State};

/// Rounding error allowed beyond the slack of `epstein:g.1`, in inches.
const GRAIN: f32 = 0.004;

/// Tolerance within which stands of a formation share its heading, in radians.
const SAME: f32 = 0.01;

/// Every broken invariant, in words; empty if all hold.
pub fn broken(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    overlaps(state, &mut wrong);
    on_table(state, &mut wrong);
    stands(state, &mut wrong);
    groups(state, &mut wrong);
    markers(state, &mut wrong);
    pending(state, &mut wrong);
    index(state, &mut wrong);
    if state.turn == 0 || state.turn > state.game.scenario.turns {
        wrong.push(format!("it is turn {} of {}", state.turn, state.game.scenario.turns));
    }
    wrong
}

/// Marks of the last period that are still set as a new one begins (`epstein:g.9`).
pub fn left_over(state: &State) -> Vec<String> {
    let marked = state.group_ids().filter(|id| state.group(*id).marks != Marks::default());
    marked.map(|id| format!("{} begins with {:?}", state.say(id), state.group(id).marks)).collect()
}

/// The footprints that block others; leaders do not (`epstein:14.c.4`), nor garrisons, which are in their houses
/// (`epstein:15.1`), nor a gun without its crew (`epstein:8.d.4`).
fn footprints(state: &State) -> Vec<(StandId, Quad)> {
    let blocks = |stand: &StandId| {
        let now = state.stand(*stand);
        state.game.unit(now.unit).kind.arm() != Arm::Command && now.figures > 0
    };
    let stands = state.game.stand_ids().filter(blocks);
    stands.filter_map(|stand| Some((stand, state.quad(stand)?))).collect()
}

fn body(quad: &Quad) -> Body {
    Body::single(quad.half.x * 2.0, quad.half.y * 2.0)
}

/// Stands waiting where a charge is measured, still on their way past friends (`epstein:9.5`).
fn on_their_way(state: &State) -> Vec<StandId> {
    let charges = state.pending.iter().filter_map(|waits| match waits {
        Pending::Charge(charge) => Some(charge),
        _ => None,
    });
    let groups = charges.flat_map(|charge| std::iter::once(&charge.by).chain(&charge.support));
    groups.flat_map(|id| state.group(*id).stands.iter().copied()).collect()
}

/// No two stands overlap (`epstein:5.11`).
fn overlaps(state: &State, wrong: &mut Vec<String>) {
    wrong.extend(overlapping(state).into_iter().map(|(one, other, depth)| {
        format!("{} lies {depth:.3} in deep in {}", state.say_stand(one), state.say_stand(other))
    }));
}

/// Pairs of stands that overlap, and how deep, in inches; leaves out stands that may, such as gunners in the gun they have left
/// (`epstein:8.d.6`).
pub fn overlapping(state: &State) -> Vec<(StandId, StandId, f32)> {
    let mut found = Vec::new();
    let mut all = footprints(state);
    let passing = on_their_way(state);
    all.retain(|(stand, _)| !passing.contains(stand));
    for (index, (one, quad)) in all.iter().enumerate() {
        for (other, there) in &all[..index] {
            let unit = state.stand(*one).unit;
            let gunners = state.game.unit(unit).gunners;
            if unit == state.stand(*other).unit && [Some(*one), Some(*other)].contains(&gunners) {
                continue;
            }
            let near = quad.half.length() + there.half.length();
            if quad.pose.at.distance_squared(there.pose.at) > near * near {
                continue;
            }
            let depth = overlap_depth(body(quad).placed(quad.pose), body(there).placed(there.pose));
            if depth > SLACK + GRAIN {
                found.push((*one, *other, depth));
            }
        }
    }
    found
}

/// Every stand lies wholly on the table (`epstein:5.25`).
fn on_table(state: &State, wrong: &mut Vec<String>) {
    let size = state.game.scenario.ground.size;
    for (stand, quad) in footprints(state) {
        let out = outside_by(body(&quad).placed(quad.pose), size);
        if out > SLACK + GRAIN {
            wrong.push(format!("{} is {out:.3} in off the table", state.say_stand(stand)));
        }
    }
}

/// A stand never has more figures than at the start, and is lost with the last one (`epstein:g.4`); but a gun may stand without
/// a crew (`epstein:8.d.3`), and others may swell its crew (`epstein:8.d.6`).
fn stands(state: &State, wrong: &mut Vec<String>) {
    for id in state.game.stand_ids() {
        let now = state.stand(id);
        let arm = state.game.unit(now.unit).kind.arm();
        let (most, name) = (state.game.stand(id).figures, state.say_stand(id));
        if now.figures > most && arm != Arm::Artillery {
            wrong.push(format!("{name} has {} figures and began with {most}", now.figures));
        }
        let in_play = matches!(now.place, Place::Table(_) | Place::Inside { .. });
        if in_play && now.figures == 0 && arm.has_formations() {
            wrong.push(format!("{name} has no figures left and is still there"));
        }
        if now.place == Place::Lost && now.figures > 0 {
            wrong.push(format!("{name} is lost with {} figures", now.figures));
        }
    }
}

/// Every stand in play is in one group, whose stands are of one unit (`epstein:g.9`) and share its heading (`epstein:g.8`).
fn groups(state: &State, wrong: &mut Vec<String>) {
    let mut times: BTreeMap<StandId, usize> = BTreeMap::new();
    for id in state.group_ids() {
        let group = state.group(id);
        for stand in &group.stands {
            *times.entry(*stand).or_default() += 1;
            if state.stand(*stand).unit != state.unit(id) {
                let name = state.say_stand(*stand);
                wrong.push(format!("{name} is in a group of {}", state.say(id)));
            }
            let turned = state.pose(*stand).map(|pose| pose.heading.angle_to(group.heading));
            if group.formation.is_formed() && turned.is_some_and(|turned| turned > SAME) {
                wrong.push(format!("{} faces otherwise than {}", state.say_stand(*stand), state.say(id)));
            }
        }
    }
    for stand in state.game.stand_ids() {
        let in_play = matches!(state.stand(stand).place, Place::Table(_) | Place::Inside { .. });
        let count = times.get(&stand).copied().unwrap_or(0);
        if count != usize::from(in_play) {
            wrong.push(format!("{} is in {count} groups", state.say_stand(stand)));
        }
    }
}

/// A unit has at most two markers of disruption, and each is removed in time (`epstein:13.4`, `epstein:13.5`).
fn markers(state: &State, wrong: &mut Vec<String>) {
    if state.phase != Phase::Period {
        return;
    }
    let is_past = |marker: &Marker| {
        let over = marker.side == state.first && state.active != state.first;
        marker.turn < state.turn || marker.turn == state.turn && over
    };
    for id in state.group_ids() {
        let markers = &state.group(id).disruption;
        if markers.len() > 2 || markers.iter().any(is_past) {
            wrong.push(format!("{} is disrupted: {markers:?} in turn {}", state.say(id), state.turn));
        }
        if markers.iter().any(|marker| marker.turn > state.turn.saturating_add(2)) {
            wrong.push(format!("{} does not recover: {markers:?} in turn {}", state.say(id), state.turn));
        }
        if !markers.is_empty() && state.group(id).rout.is_some() {
            wrong.push(format!("{} has routed and is disrupted", state.say(id)));
        }
    }
}

/// The cached index agrees with a plain count of stands and groups.
fn index(state: &State, wrong: &mut Vec<String>) {
    let game = &state.game;
    let belongs = |stand: StandId| state.group_ids().find(|id| state.group(*id).stands.contains(&stand));
    if let Some(stand) = game.stand_ids().find(|stand| state.group_of(*stand) != belongs(*stand)) {
        wrong.push(format!("{} is sought in {:?}", state.say_stand(stand), state.group_of(stand)));
    }
    for unit in game.unit_ids() {
        let left =
            |stand: &StandId| state.stand(*stand).unit == unit && state.stand(*stand).place != Place::Lost;
        let own = state.group_ids().filter(|id| state.unit(*id) == unit);
        let largest = own.min_by_key(|id| {
            let stands = &state.group(*id).stands;
            (std::cmp::Reverse(stands.len()), stands.iter().min().copied())
        });
        if !state.stands_of(unit).eq(game.stand_ids().filter(left)) || state.main_body(unit) != largest {
            wrong.push(format!("{} is sought elsewhere", game.unit(unit).short));
        }
    }
    let table: Vec<GroupId> = state.group_ids().filter(|id| state.is_on_table(*id)).collect();
    if !state.on_table().eq(table.iter().copied()) {
        wrong.push("others are sought on the table".to_owned());
    }
    for side in Side::BOTH {
        let blocks = |id: &GroupId| state.arm(*id) != Arm::Command && !state.is_abandoned(*id);
        let (own, theirs): (Vec<GroupId>, Vec<GroupId>) =
            table.iter().copied().filter(blocks).partition(|id| state.side(*id) == side);
        if !state.friends_of(side).eq(own) || !state.enemies_of(side).eq(theirs) {
            wrong.push(format!("others are sought of the side of {}", game.side_name(side)));
        }
    }
    // Any unit with a corner within this distance must be among those listed as near.
    let (middle, inches) = (game.scenario.ground.size / 2.0, game.scenario.ground.size.x / 4.0);
    let near: Vec<GroupId> = state.on_table_near(middle, inches).collect();
    let reaches = |id: &GroupId| {
        state.quads(*id).any(|(_, quad)| quad.corners().iter().any(|one| one.distance(middle) <= inches))
    };
    if table.iter().any(|id| reaches(id) && !near.contains(id)) {
        wrong.push("somebody near is not sought there".to_owned());
    }
}

/// The pending decision concerns groups in play.
fn pending(state: &State, wrong: &mut Vec<String>) {
    let Some(last) = state.pending.last() else { return };
    let named: Vec<GroupId> = match last {
        Pending::Shot(shot) => vec![shot.by, shot.on],
        Pending::Losses(losses) => vec![losses.of],
        Pending::Charge(charge) => {
            std::iter::once(charge.by).chain(charge.met.iter().map(|met| met.group)).collect()
        }
        Pending::HouseShot(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Risk(_)
        | Pending::Follow(_)
        | Pending::Flames(_) => Vec::new(),
    };
    let is_gone = |id: &GroupId| state.groups.get(id.index()).is_none_or(super::state::Group::is_gone);
    if named.iter().any(is_gone) {
        wrong.push(format!("what waits concerns a group that is gone: {last:?}"));
    }
}
