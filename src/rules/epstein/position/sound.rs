//! Whether a spelled state can be: groups of stands that are in play, each in one; what waits names groups that there are.

use std::collections::BTreeSet;

use crate::game::Contradiction;
use crate::rules::epstein::pending::Pending;
use crate::rules::epstein::roster::StandId;
use crate::rules::epstein::state::{GroupId, Place, State};

use super::play::contradiction;

/// Can it be played on from this state?
pub(super) fn check(state: &State) -> Result<(), Contradiction> {
    let mut seen: BTreeSet<StandId> = BTreeSet::new();
    for group in &state.groups {
        let sides: BTreeSet<_> =
            group.stands.iter().map(|stand| state.game.unit(state.stand(*stand).unit).side.0).collect();
        if sides.len() > 1 {
            return contradiction("groups", "a group has stands of both sides", "part them");
        }
        for stand in &group.stands {
            if !seen.insert(*stand) {
                let reason = format!("{} is in two groups", state.game.stand(*stand).key);
                return contradiction("groups", reason, "leave it in one of them");
            }
        }
    }
    for id in state.game.stand_ids() {
        let now = state.stand(id);
        let in_play = matches!(now.place, Place::Table(_) | Place::Inside { .. });
        if in_play != seen.contains(&id) {
            let reason =
                format!("{} is in play and in no group, or the other way round", state.game.stand(id).key);
            return contradiction("groups", reason, "put every stand in play into one group");
        }
        if let Place::Table(pose) = now.place
            && !pose.is_finite()
        {
            let reason = format!("{} stands nowhere", state.game.stand(id).key);
            return contradiction("stands", reason, "give a place on the table");
        }
        if let Place::Inside { house, .. } = now.place
            && usize::from(house) >= state.game.terrain.ground().areas.len()
        {
            let reason = format!("{} is in a house that there is not", state.game.stand(id).key);
            return contradiction("stands", reason, "give the index of a building");
        }
    }
    let is_there = |id: &GroupId| id.index() < state.groups.len();
    for pending in &state.pending {
        let named: Vec<GroupId> = match pending {
            Pending::Shot(shot) => {
                let answering = shot.answers.iter().map(|(id, _)| *id);
                let struck = shot.struck.iter().flatten().map(|one| one.group);
                [shot.by, shot.on]
                    .into_iter()
                    .chain(shot.also.clone())
                    .chain(answering)
                    .chain(struck)
                    .collect()
            }
            Pending::Losses(losses) => vec![losses.of],
            Pending::Charge(charge) => {
                let met =
                    charge.met.iter().flat_map(|met| std::iter::once(met.group).chain(met.support.clone()));
                [charge.by, charge.target].into_iter().chain(charge.support.clone()).chain(met).collect()
            }
        };
        if !named.iter().all(is_there) {
            return contradiction(
                "pending",
                "it names a group that there is not",
                "name a group by its place in groups",
            );
        }
    }
    Ok(())
}
