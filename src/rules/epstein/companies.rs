//! Offers for parts of units: a company sent out before its battalion and called in again, stands that leave
//! (`epstein:3t.a`, `epstein:5.13`, `epstein:7.6`, `epstein:g.9`).
//!
//! Units: inches.

use table::{Pose, Vec2};

use super::formation::Formation;
use super::groups::check_may_join;
use super::kind::Arm;
use super::movement::bounds;
use super::order::Order;
use super::roster::StandId;
use super::skirmish;
use super::standing::check_may_act;
use super::state::{GroupId, State};

/// How far before its battalion a company is sent, in inches.
const AHEAD: f32 = 1.5;

/// Sends one company of a formed battalion out before it, near enough to stay effective (`epstein:3t.a`, `epstein:7.1`). `None`
/// if it cannot.
pub fn company(state: &State, id: GroupId) -> Option<Order> {
    let group = state.group(id);
    let infantry = state.arm(id) == Arm::Infantry && group.formation.is_formed();
    let whole = !matches!(group.formation, Formation::Square | Formation::Garrison | Formation::Rout);
    if !infantry || !whole || group.stands.len() < 3 {
        return None;
    }
    skirmish::sent(state, id, before(state, id, &[*group.stands.last()?])?)
}

/// The places of stands in a row before their battalion, where companies are sent out. `None` if the battalion is gone.
pub fn before(state: &State, battalion: GroupId, stands: &[StandId]) -> Option<Vec<(StandId, Pose)>> {
    if state.group(battalion).is_gone() {
        return None;
    }
    let (low, high) = bounds(&state.body(battalion));
    let (width, depth) = state.stand_size(battalion);
    let place = state.place(battalion);
    let apart = width + state.skirmish_gap(battalion);
    let spot = |nth: usize| {
        let aside = apart * (nth as f32 - (stands.len() as f32 - 1.0) / 2.0);
        let at = Vec2::new((low.x + high.x) / 2.0 + aside, high.y + AHEAD + depth / 2.0);
        Pose::new(place.to_table(at), state.group(battalion).heading)
    };
    Some(stands.iter().enumerate().map(|(nth, stand)| (*stand, spot(nth))).collect())
}

/// Brings companies that are out beside the rest of their unit, to join it there (`epstein:7.6`, `epstein:g.9`). `None` if they
/// are there already, or cannot.
pub fn called_in(state: &State, id: GroupId) -> Option<Order> {
    let group = state.group(id);
    let home = state.on_table().filter(|other| {
        *other != id && state.unit(*other) == state.unit(id) && state.group(*other).formation.is_formed()
    });
    let home = home.max_by_key(|other| state.group(*other).stands.len())?;
    let square = state.group(home).formation == Formation::Square;
    if group.formation != Formation::Skirmish || square || check_may_join(state, id, home).is_ok() {
        return None;
    }
    let (low, high) = bounds(&state.body(home));
    let (width, depth) = state.stand_size(id);
    let place = state.place(home);
    let beside = |right: bool| {
        let spot = |nth: usize| {
            let aside = width * (nth as f32 + 0.5);
            let x = if right { high.x + aside } else { low.x - aside };
            Pose::new(place.to_table(Vec2::new(x, high.y - depth / 2.0)), state.group(home).heading)
        };
        group
            .stands
            .iter()
            .enumerate()
            .map(|(nth, stand)| (*stand, spot(nth)))
            .collect::<Vec<(StandId, Pose)>>()
    };
    [true, false].into_iter().find_map(|right| skirmish::sent(state, id, beside(right)))
}

/// Detaches the last stand of a group, standing for any others that may leave (`epstein:g.9`). `None` if none may.
pub fn detached(state: &State, id: GroupId) -> Option<Order> {
    let group = state.group(id);
    let whole = matches!(group.formation, Formation::Square | Formation::Garrison | Formation::Rout);
    let kept = whole || group.on_foot || group.stands.len() < 2 || check_may_act(state, id).is_err();
    let last = group.stands.last().filter(|_| state.arm(id).has_formations() && !kept)?;
    Some(Order::Detach { unit: state.key(id), stands: vec![state.game.stand(*last).key.clone()] })
}
