//! Leaders: they stand behind the unit that needs them most.
//!
//! Units: inches.

use epstein::kind::Arm;
use epstein::leaders::way;
use epstein::order::Order;
use epstein::state::{GroupId, State};
use table::Vec2;

use super::board::{Board, Piece, gap};

/// Distance of a leader behind a unit, in inches: within the leader's radius, and out of the unit's losses (`epstein:14.c.3`).
const BEHIND: f32 = 2.0;

/// Distance within which the leader stays in place, in inches.
const NEAR: f32 = 3.5;

/// The leaders of the active side.
pub(super) fn of(state: &State) -> Vec<GroupId> {
    let is_leader = |id: &GroupId| state.is_active(*id) && state.arm(*id) == Arm::Command;
    state.on_table().filter(is_leader).collect()
}

/// Moves the leader to the nearby unit that is nearest to the enemy.
pub(super) fn order(state: &State, id: GroupId) -> Option<Order> {
    let board = Board::new(state);
    let here = state.place(id).at;
    let side = state.side(id);
    let to_enemy = |piece: &Piece| {
        board.of(side.enemy()).map(|enemy| gap(state, piece.id, enemy.id)).fold(f32::INFINITY, f32::min)
    };
    let fights = |piece: &&Piece| matches!(piece.arm, Arm::Infantry | Arm::Cavalry) && !piece.routed;
    let mut own: Vec<&Piece> = board.of(side).filter(fights).collect();
    own.sort_by(|a, b| a.place.at.distance(here).total_cmp(&b.place.at.distance(here)));
    own.truncate(4);
    let unit = own.into_iter().min_by(|a, b| to_enemy(a).total_cmp(&to_enemy(b)))?;
    if unit.place.at.distance(here) <= NEAR {
        return None;
    }
    let behind = unit.place.at - unit.place.heading.forward() * BEHIND;
    let spot = |share: f32| here.lerp(behind, share);
    let to: Vec2 = [1.0, 0.75, 0.5, 0.25].map(spot).into_iter().find(|to| way(state, id, *to).is_ok())?;
    Some(Order::Lead { leader: state.key(id), to: (f64::from(to.x), f64::from(to.y)) })
}
