//! Opening fire: which stands fire at which, the choices of batteries, and the hits still to be placed.
//!
//! Clauses: `easy:III.E.1`, `easy:III.F`, `easy:III.B.4`. Units: strength points.

use crate::order::Reaction;
use crate::roster::StandId;
use crate::state::State;
use crate::touching::{edge_of, touched_enemies};
use game::Clause;
use scenario::Side;
use table::Edge;

use super::contacts::{can_evade, fights, in_combat, reactions};
use super::shares::{known_most, placements};
use super::status::Volley;

/// Whether this is an activated stand that opening fire may hit: in the fight, not done with its activation, not in shelter.
pub(super) fn is_target(state: &State, id: StandId) -> bool {
    state.may_act(id) && fights(state.arm(id)) && state.pose(id).is_some() && in_combat(state, id)
}

/// The activated stands that this enemy touches and may hit, by id.
pub(super) fn targets(state: &State, enemy: StandId) -> Vec<StandId> {
    touched_enemies(state, enemy).into_iter().filter(|&id| is_target(state, id)).collect()
}

/// Those that are on the enemy's front edge.
pub(super) fn on_front(state: &State, enemy: StandId, targets: &[StandId]) -> Vec<StandId> {
    targets.iter().copied().filter(|&id| edge_of(state, id, enemy) == Some(Edge::Front)).collect()
}

/// What an enemy battery does in opening fire; `None` while its owner still has to choose.
fn reaction_of(state: &State, battery: StandId) -> Option<Reaction> {
    let now = state.active()?;
    now.reactions.get(&battery).copied().or_else(|| {
        let front = !on_front(state, battery, &targets(state, battery)).is_empty();
        match reactions(state, battery, front).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    })
}

/// Whether this enemy still has to fire.
pub(super) fn is_open(state: &State, volley: &Volley) -> bool {
    let enemy = volley.enemy;
    let silent = || {
        state.arm(enemy).is_artillery()
            && matches!(reaction_of(state, enemy), Some(Reaction::Evade | Reaction::Stand))
    };
    !volley.fired
        && state.pose(enemy).is_some()
        && !state.stand(enemy).evading
        && !targets(state, enemy).is_empty()
        && !silent()
}

pub(super) fn open_volleys(state: &State) -> Vec<StandId> {
    let volleys = state.active().map(|now| now.volleys.as_slice()).unwrap_or_default();
    volleys.iter().filter(|volley| is_open(state, volley)).map(|volley| volley.enemy).collect()
}

/// An activated battery that may take shelter before the opening fire and has not decided yet.
pub(super) fn may_shelter(state: &State) -> Option<StandId> {
    let now = state.active()?;
    if now.volleys.iter().any(|volley| volley.fired) {
        return None;
    }
    let open = open_volleys(state);
    now.list.iter().copied().find(|&id| {
        state.arm(id).is_artillery()
            && !state.stand(id).evading
            && !now.reactions.contains_key(&id)
            && can_evade(state, id)
            && open.iter().any(|&enemy| targets(state, enemy).contains(&id))
    })
}

/// An enemy battery whose owner has to choose before any dice.
pub(super) fn must_react(state: &State) -> Option<StandId> {
    let owes = |enemy: &StandId| state.arm(*enemy).is_artillery() && reaction_of(state, *enemy).is_none();
    open_volleys(state).into_iter().find(owes)
}

/// Hits from opening fire that are still to be placed.
pub(super) struct ToPlace {
    pub(super) enemy: StandId,
    pub(super) hits: u8,
    /// The side that places them.
    pub(super) by: Side,
    /// The stands that may take them, with their strength.
    pub(super) among: Vec<(StandId, u8)>,
}

pub(super) fn to_place(state: &State) -> Option<ToPlace> {
    let volley = state.active()?.volleys.iter().find(|volley| volley.hits > 0)?;
    let among = candidates(state, volley.enemy);
    let room: u32 = among.iter().map(|(_, most)| u32::from(*most)).sum();
    let hits = u8::try_from(u32::from(volley.hits).min(room)).unwrap_or(u8::MAX);
    let shooter = state.side(volley.enemy);
    let by = if state.options().hits_placed_by_shooter { shooter } else { shooter.enemy() };
    Some(ToPlace { enemy: volley.enemy, hits, by, among })
}

/// The stands on which this enemy's hits may be placed.
pub fn exposed_to(state: &State, shooter: StandId) -> Vec<StandId> {
    let waiting = to_place(state).filter(|waiting| waiting.enemy == shooter);
    waiting.map_or_else(Vec::new, |waiting| waiting.among.into_iter().map(|(id, _)| id).collect())
}

/// The stands that this enemy's hits apply to: those on its front, otherwise all it touches (`easy:III.B.4`).
pub(super) fn candidates(state: &State, enemy: StandId) -> Vec<(StandId, u8)> {
    let all = targets(state, enemy);
    let front = on_front(state, enemy, &all);
    let among = if front.is_empty() { all } else { front };
    among.into_iter().map(|id| (id, state.stand(id).strength)).collect()
}

/// Activated stands in contact that have to attack or withdraw, by id.
///
/// A stand that touches only batteries in shelter may move freely (`easy:III.F.1`).
pub fn owing(state: &State) -> Vec<StandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let engaged = |id: &StandId| {
        is_target(state, *id)
            && !state.stand(*id).evading
            && !now.continuing.contains(id)
            && touched_enemies(state, *id).iter().any(|enemy| !state.stand(*enemy).evading)
    };
    now.list.iter().copied().filter(engaged).collect()
}

/// The decision that has to be made first, and who makes it.
pub fn awaited(state: &State) -> Option<(Side, Clause, String)> {
    if let Some(battery) = may_shelter(state) {
        let words = format!("Does the crew of {} take shelter?", state.say(battery));
        return Some((state.side(battery), "easy:III.F.1", words));
    }
    if let Some(ToPlace { enemy, hits, by, among }) = to_place(state) {
        let words = format!("Place {} of {}", crate::terms::hits(hits), state.say(enemy));
        let ways = placements(hits, &known_most(state, by, &among));
        return Some((by, "easy:III.B.4", ways.prompt(words)));
    }
    let battery = must_react(state)?;
    let words = format!("What does {} do in opening fire?", state.say(battery));
    Some((state.side(battery), "easy:III.F", words))
}
