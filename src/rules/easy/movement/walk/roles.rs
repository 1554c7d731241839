//! The role of a stand for one that moves past it.
//!
//! Clauses: `easy:II.C.4`, `easy:III.F.1`, `easy:VI.A.b`.

use crate::options::PassThrough;
use crate::roster::StandId;
use crate::state::{Pontoon, State};
use crate::touching::{Touching, is_train, takes, touched_enemies};
use scenario::army::Arm;
use table::Placed;

/// Does the stand touch an enemy stand that can fight?
pub fn is_locked(state: &State, id: StandId) -> bool {
    !touched_enemies(state, id).is_empty()
}

/// Is the other an enemy wagon or pontoon train?
pub(super) fn is_enemy_train(state: &State, id: StandId, other: StandId) -> bool {
    is_train(state.arm(other)) && state.are_enemies(id, other) && !is_spent(state, other)
}

/// The enemy wagons and pontoon trains that the stand touches.
pub fn touched_trains(state: &State, id: StandId) -> Vec<StandId> {
    if !state.has_trains() {
        return Vec::new();
    }
    let table = Touching::of(state);
    let mut found = table.within_touch(id, &|other| {
        is_enemy_train(state, id, other) || crate::touching::is_foe(state, id, other)
    });
    table.drop_grazes(id, &mut found);
    let trains = found.into_iter().filter(|(other, _)| is_enemy_train(state, id, *other));
    trains.map(|(other, _)| other).collect()
}

/// May the mover touch this enemy with its front: to fight it, or to take it (`easy:III-contact`, `easy:VI.A.b`)?
pub fn may_touch(state: &State, mover: StandId, enemy: StandId) -> bool {
    match state.arm(enemy) {
        Arm::General => false,
        train if is_train(train) => takes(state.arm(mover), train) && !state.stand(mover).square,
        _ => may_attack(state, mover),
    }
}

/// The role of another stand for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// May be passed through, but not ended upon.
    Passable,
    Friend,
    Enemy,
    /// Makes way: a general, or attached engineers (`easy:III.C.2`, `easy:V.D.2`).
    EnemyGeneral,
    /// Engineers attached to the mover: they go where it goes (`easy:V.D.2`).
    Own,
}

/// May the stand move into contact? Infantry and cavalry (`easy:III-contact`), but not in squares (`easy:VI.G`).
pub(crate) fn may_attack(state: &State, stand: StandId) -> bool {
    let arm = state.arm(stand);
    (arm.is_infantry() || arm.is_cavalry()) && !state.stand(stand).square
}

/// The role of the other stand for the mover (`easy:0.7`, `easy:III.C.2`).
pub(super) fn role(state: &State, mover: StandId, other: StandId) -> Role {
    let general = state.arm(other) == Arm::General;
    if overruns(state, mover, other) || is_spent(state, other) {
        return Role::Passable;
    }
    if state.are_enemies(mover, other) {
        let yields = state.makes_way(other) && may_attack(state, mover);
        return if yields { Role::EnemyGeneral } else { Role::Enemy };
    }
    if state.host_of(other) == Some(mover) {
        return Role::Own;
    }
    let passable = match state.options().pass_through {
        PassThrough::None => false,
        PassThrough::Generals => general || state.arm(mover) == Arm::General,
        PassThrough::All => true,
    };
    if passable { Role::Passable } else { Role::Friend }
}

/// Has the mover captured this wagon in its move, so that it may go on over it (`easy:VI.A.b`)?
pub fn overruns(state: &State, mover: StandId, wagon: StandId) -> bool {
    let overrun = state.active().and_then(|now| now.overruns.get(&mover));
    overrun.is_some_and(|overrun| overrun.captured.contains(&wagon))
}

/// Is this a pontoon train that is now part of its bridge, which everybody may pass (`easy:V.D.3.a`)?
pub fn is_spent(state: &State, train: StandId) -> bool {
    state.pontoons.get(&train) == Some(&Pontoon::Spent)
}

pub(super) struct Other<'a> {
    pub(super) id: StandId,
    pub(super) placed: Placed<'a>,
    pub(super) role: Role,
    /// Near enough to be touched on this leg.
    pub(super) close: bool,
}
