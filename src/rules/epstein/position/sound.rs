//! Checks whether a spelled state is possible: each stand in play is in one group, and pending decisions name existing groups.

use std::collections::BTreeSet;

use crate::formation::Formation;
use crate::houses;
use crate::kind::Arm;
use crate::pending::Pending;
use crate::roster::{HouseId, StandId};
use crate::state::{GroupId, Place, State};
use game::Contradiction;

/// Can it be played on from this state?
pub(super) fn check(state: &State) -> Result<(), Contradiction> {
    let mut seen: BTreeSet<StandId> = BTreeSet::new();
    for group in &state.groups {
        let sides: BTreeSet<_> =
            group.stands.iter().map(|stand| state.game.unit(state.stand(*stand).unit).side.0).collect();
        if sides.len() > 1 {
            return Contradiction::in_play("groups", "a group has stands of both sides", "part them");
        }
        if let Some(stand) = group.stands.first() {
            check_formation(state, group.formation, *stand)?;
        }
        for stand in &group.stands {
            if !seen.insert(*stand) {
                let reason = format!("{} is in two groups", state.game.stand(*stand).key);
                return Contradiction::in_play("groups", reason, "leave it in one of them");
            }
        }
    }
    for id in state.game.stand_ids() {
        let now = state.stand(id);
        let in_play = matches!(now.place, Place::Table(_) | Place::Inside { .. });
        if in_play != seen.contains(&id) {
            let reason =
                format!("{} is in play and in no group, or the other way round", state.game.stand(id).key);
            return Contradiction::in_play("groups", reason, "put every stand in play into one group");
        }
        if let Place::Table(pose) = now.place
            && !pose.is_finite()
        {
            let reason = format!("{} stands nowhere", state.game.stand(id).key);
            return Contradiction::in_play("stands", reason, "give a place on the table");
        }
        if let Place::Inside { house, side } = now.place {
            check_inside(state, id, house, side)?;
        }
    }
    check_waiting(state)
}

/// Checks that a group has a formation of its arm (`epstein:g.8`). Routers run in a column, garrisons have no formation.
fn check_formation(state: &State, formation: Formation, stand: StandId) -> Result<(), Contradiction> {
    let unit = state.game.unit(state.stand(stand).unit);
    let allowed = Formation::of_arm(unit.kind.arm());
    let beside = match formation {
        Formation::Rout => true,
        Formation::Garrison => matches!(state.stand(stand).place, Place::Inside { .. }),
        _ => false,
    };
    if beside || allowed.contains(&formation) {
        return Ok(());
    }
    let known: Vec<&str> = allowed.iter().map(|formation| formation.word()).collect();
    let reason = format!("{} are in no formation {}", unit.kind.words(), formation.word());
    Contradiction::in_play("groups", reason, format!("form {} as one of {}", unit.id, known.join(", ")))
}

/// Checks that pending decisions name existing groups, and are in the right list.
fn check_waiting(state: &State) -> Result<(), Contradiction> {
    let is_there = |id: &GroupId| id.index() < state.groups.len();
    if state.pending.iter().any(|pending| matches!(pending, Pending::Follow(_) | Pending::Flames(_))) {
        let reason = "leaders who may follow and burning houses are in no list of what waits";
        return Contradiction::in_play("pending", reason, "leave them out, or give leaders in following");
    }
    let followed = state.following.iter().map(|following| Pending::Follow(*following));
    for pending in state.pending.iter().cloned().chain(followed) {
        let named = groups_of(&pending);
        if !named.iter().all(is_there) {
            let reason = "it names a group that there is not";
            return Contradiction::in_play("pending", reason, "name a group by its place in groups");
        }
        let leader = match &pending {
            Pending::Risk(_) => named.as_slice(),
            Pending::Follow(following) => std::slice::from_ref(&following.leader),
            Pending::Shot(_)
            | Pending::Losses(_)
            | Pending::Charge(_)
            | Pending::HouseShot(_)
            | Pending::Assault(_)
            | Pending::Opening(_)
            | Pending::Flames(_) => &[],
        };
        if leader.iter().any(|id| !state.group(*id).is_gone() && state.arm(*id) != Arm::Command) {
            return Contradiction::in_play("pending", "it names a unit as a leader", "name leaders");
        }
        if let Pending::Opening(opening) = &pending
            && (opening.stands.is_empty() || opening.stands.iter().any(|stand| state.pose(*stand).is_none()))
        {
            let reason = "a house is open to stands that are not on the table";
            return Contradiction::in_play("pending", reason, "name stands that touch it");
        }
    }
    Ok(())
}

/// The groups that a pending decision names.
fn groups_of(pending: &Pending) -> Vec<GroupId> {
    match pending {
        Pending::Shot(shot) => {
            let answering = shot.answers.iter().map(|(id, _)| *id);
            let struck = shot.struck.iter().flatten().map(|one| one.group);
            [shot.by, shot.on].into_iter().chain(shot.also.clone()).chain(answering).chain(struck).collect()
        }
        Pending::Losses(losses) => vec![losses.of],
        Pending::Charge(charge) => {
            let met = charge.met.iter().flat_map(|met| std::iter::once(met.group).chain(met.support.clone()));
            [charge.by, charge.target].into_iter().chain(charge.support.clone()).chain(met).collect()
        }
        Pending::HouseShot(shot) => vec![shot.by, shot.on],
        Pending::Risk(risk) => risk.leaders.clone(),
        Pending::Follow(following) => vec![following.leader, following.unit],
        Pending::Assault(_) | Pending::Opening(_) | Pending::Flames(_) => Vec::new(),
    }
}

/// Checks a stand in a house: alone in its group, at a side that exists, within the capacity of the house.
fn check_inside(state: &State, stand: StandId, house: HouseId, side: u8) -> Result<(), Contradiction> {
    let key = &state.game.stand(stand).key;
    if house.index() >= state.game.ground.houses.len() || usize::from(side) >= houses::sides(state, house) {
        let reason = format!("{key} is at a side of a house that there is not");
        return Contradiction::in_play("stands", reason, "give a house and one of its sides");
    }
    let alone = state.group_of(stand).is_some_and(|group| {
        state.group(group).stands.len() == 1 && state.group(group).formation == Formation::Garrison
    });
    if !alone {
        let reason = format!("{key} is in a house and no garrison by itself");
        return Contradiction::in_play(
            "groups",
            reason,
            "make each stand in a house a group of its own, a garrison",
        );
    }
    let inside = houses::inside(state, house).len();
    if inside > usize::from(state.game.house(house).capacity) {
        let reason = format!("{inside} stands are in {}", state.game.house_name(house));
        return Contradiction::in_play("stands", reason, "put no more into a house than it holds");
    }
    Ok(())
}
