//! The meaning of contact for fighters: the edge, the cover, the choices of guns.
//!
//! Contacts themselves are found in [`touching`](crate::touching).
//!
//! Clauses: `easy:0.4`, `easy:III.B-flank`, `easy:III.B-cover`, `easy:III.F` to `easy:III.F.3`, `easy:V.D`,
//! `easy:V.D.2`.
//! Units: inches.

use crate::order::Reaction;
use crate::roster::StandId;
use crate::state::State;
use crate::touching::{contact_of, edge_of, near, touched_enemies};
use scenario::army::Arm;
use table::contact::touches_flank_or_rear;
use table::tolerance::TOUCH;
use table::{CoverFrom, Edge};

/// Stands that fight hand to hand: infantry, cavalry, batteries, and engineers as infantry.
///
/// Generals, wagons and pontoons never attack or defend (`easy:I.A.3`, `easy:VI.A.b`).
pub fn fights(arm: Arm) -> bool {
    arm.is_troops() || arm == Arm::Engineer
}

/// Infantry for cover and for the modifiers of close combat; engineers count as such (`easy:V.D`).
pub fn is_foot(arm: Arm) -> bool {
    arm.is_infantry() || arm == Arm::Engineer
}

/// Every fighting stand that touches a fighting enemy, by id; evading batteries included.
pub fn engaged(state: &State) -> Vec<StandId> {
    let fighting = state.ids().filter(|&id| fights(state.arm(id)));
    fighting.filter(|&id| !touched_enemies(state, id).is_empty()).collect()
}

/// The length along which the attacker touches that edge of the defender.
pub fn stretch(state: &State, attacker: StandId, defender: StandId) -> f32 {
    contact_of(state, attacker, defender).map_or(0.0, |contact| contact.length)
}

/// Does `other` touch the front edge of the battery (`easy:III.F.2`)?
pub fn on_front(state: &State, battery: StandId, other: StandId) -> bool {
    edge_of(state, other, battery) == Some(Edge::Front)
}

/// The hard cover of a stand on the touched edge; only infantry has any.
///
/// Clause: `easy:III.B-cover`; under `cover-scope=whole-stand` a wall on any edge covers all of it.
pub fn cover(state: &State, stand: StandId, edge: Option<Edge>) -> Option<CoverFrom> {
    let placed = state.placed(stand).filter(|_| is_foot(state.arm(stand)))?;
    let terrain = state.terrain();
    terrain.area_cover(placed).or_else(|| {
        let quad = placed.quad();
        let edges: &[Edge] = match &edge {
            _ if state.options().cover_whole_stand => &Edge::ALL,
            Some(edge) => std::slice::from_ref(edge),
            None => &[],
        };
        edges.iter().find_map(|edge| terrain.edge_cover(quad, *edge)).map(CoverFrom::Line)
    })
}

/// Is the stand, of any arm, in buildings, which have neither flank nor rear (`easy:III.B-flank`)?
pub fn in_buildings(state: &State, stand: StandId) -> bool {
    state.placed(stand).is_some_and(|placed| state.terrain().in_buildings(placed).is_some())
}

/// Has the battery friendly infantry on a flank or its rear, where its crew can shelter?
///
/// Clause: `easy:III.F.1`. Infantry that touches only a front corner does not count.
pub fn has_shelter(state: &State, battery: StandId) -> bool {
    let Some(guns) = state.placed(battery) else { return false };
    state.on_table().any(|(id, friend)| {
        id != battery
            && !state.are_enemies(battery, id)
            && state.arm(id).is_infantry()
            && near(friend, guns, 2.0 * TOUCH)
            && touches_flank_or_rear(friend.quad(), guns.quad())
    })
}

/// May the battery shelter, or stay in shelter, now (`easy:III.F.1`, option `evade-persists`)?
pub fn can_evade(state: &State, battery: StandId) -> bool {
    let stays = state.options().evade_persists && state.stand(battery).evading;
    state.arm(battery).is_artillery()
        && state.pose(battery).is_some()
        && (stays || has_shelter(state, battery))
}

/// An enemy that fights back or can be fought: not a battery in shelter that can stay there.
///
/// Clause: `easy:III.F.1`. A stand that touches only such batteries is not in combat.
pub fn in_combat(state: &State, id: StandId) -> bool {
    !(state.stand(id).evading && can_evade(state, id))
}

/// The choices of a contacted battery, the usual one first; `front`: does an attacker touch its front edge?
///
/// Clauses: `easy:III.F` to `easy:III.F.3`.
pub fn reactions(state: &State, battery: StandId, front: bool) -> Vec<Reaction> {
    let evading = state.stand(battery).evading;
    if evading && state.options().evade_persists {
        return vec![Reaction::Evade];
    }
    let mut open = Vec::new();
    if can_evade(state, battery) {
        open.push(Reaction::Evade);
    }
    // A crew in shelter cannot fire until no enemy touches it.
    if front && !evading {
        open.push(Reaction::Fire);
    }
    open.push(Reaction::Stand);
    open
}
