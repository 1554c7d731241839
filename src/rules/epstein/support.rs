//! Supports of a melee: units in four ranks behind the contact (`epstein:9.3`).

use super::kind::Arm;
use super::measure::{gap, touching};
use super::options::MeleeSupport;
use super::pending::{Charge, ChargeStep};
use super::standing::skirmishes;
use super::state::{GroupId, State};

/// Ranks that take part.
const RANKS: usize = 4;

/// How many ranks a group has.
fn ranks(state: &State, id: GroupId) -> usize {
    let group = state.group(id);
    group.stands.len().div_ceil(group.formation.abreast(group.stands.len()).max(1))
}

/// Does a group touch another from behind it?
fn is_behind(state: &State, id: GroupId, front: GroupId) -> bool {
    let place = state.place(front);
    let touches =
        state.quads(id).any(|(_, one)| state.quads(front).any(|(_, other)| touching(gap(&one, &other))));
    touches && place.to_local(state.place(id).at).y < 0.0
}

/// Units of a side that can join the one in front, nearest first, as ranks allow.
pub fn behind(state: &State, front: GroupId, fits: impl Fn(GroupId) -> bool) -> Vec<GroupId> {
    if state.game.options.melee_support == MeleeSupport::None {
        return Vec::new();
    }
    let side = state.side(front);
    let (mut found, mut last, mut deep) = (Vec::new(), front, ranks(state, front));
    loop {
        let next = state.friends_of(side).find(|id| {
            let arm = matches!(state.arm(*id), Arm::Infantry | Arm::Cavalry);
            *id != front
                && !found.contains(id)
                && arm
                && state.group(*id).formation.is_formed()
                && !skirmishes(state, *id)
                && deep + ranks(state, *id) <= RANKS
                && is_behind(state, *id, last)
                && fits(*id)
        });
        let Some(next) = next else { return found };
        deep += ranks(state, next);
        found.push(next);
        last = next;
    }
}

/// Units that can join the defence: touching behind, not attacked before.
pub fn of_defence(state: &State, charge: &Charge) -> Vec<GroupId> {
    let Some(met) = charge.met.as_ref().filter(|_| charge.step == ChargeStep::Contact) else {
        return Vec::new();
    };
    if skirmishes(state, met.group) {
        return Vec::new();
    }
    behind(state, met.group, |other| {
        let group = state.group(other);
        !group.marks.attacked && group.rout.is_none()
    })
}
