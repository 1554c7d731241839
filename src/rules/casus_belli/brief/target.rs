//! The destination of an order on the map, and orders with a destination chosen by the pointer.

use crate::Order;
use crate::command::group_of_commander;
use crate::movement;
use crate::order::Withdrawal;
use crate::roster::PieceId;
use crate::state::State;
use game::Spot;
use hexes::Hex;

use super::units;

/// The piece placed by an order, and its hex; `None` if the order places nothing.
pub fn target(state: &State, order: &Order) -> Option<(PieceId, Hex)> {
    let game = &state.game;
    let unit = |id| game.piece_of_unit(id);
    Some(match order {
        Order::Deploy { piece, hex } => (*piece, *hex),
        Order::Face { unit: id, towards } => (unit(*id), *towards),
        Order::Move { piece, path, .. } => (*piece, *path.last()?),
        Order::Attach { unit: id, to } => (unit(*id), units::hex(state, *to)?),
        Order::Charge { unit: id, target } => (unit(*id), units::hex(state, *target)?),
        Order::Retreat(back) => (unit(back.unit), *back.way.last()?),
        Order::Advance { unit: id, to } => (unit(*id), *to),
        Order::Rally { unit: id, by } => (unit(*id), units::hex(state, *by)?),
        Order::Relocate { leader, hex } => (game.piece_of_leader(*leader), *hex),
        Order::Begin
        | Order::Name { .. }
        | Order::Promote { .. }
        | Order::Release { .. }
        | Order::CallOff { .. }
        | Order::EndCommand
        | Order::Exit { .. }
        | Order::EndMovement
        | Order::Attack(_)
        | Order::Decline
        | Order::EndCombat
        | Order::EndTurn
        | Order::Fiat(_) => return None,
    })
}

/// The same order with that hex as destination; `None` if it has none, or nobody suitable is there.
pub fn led_to(state: &State, order: &Order, hex: Hex) -> Option<Order> {
    Some(match order {
        Order::Deploy { piece, .. } => Order::Deploy { piece: *piece, hex },
        Order::Face { unit, .. } => {
            let grid = state.game.map().grid;
            let here = state.hex(*unit)?;
            // The neighbour in that direction.
            let neighbours = state.game.map().neighbours(here).map(|(_, next)| next);
            let towards = neighbours.min_by_key(|next| (grid.distance(*next, hex), next.0))?;
            Order::Face { unit: *unit, towards }
        }
        Order::Move { piece, faces, .. } => {
            let path = movement::reach(state, *piece).path(hex).unwrap_or_else(|| vec![hex]);
            Order::Move { piece: *piece, path, faces: *faces }
        }
        Order::Attach { unit, .. } => Order::Attach { unit: *unit, to: commander_at(state, hex)? },
        Order::Charge { unit, .. } => {
            let target = state.at(hex).find(|other| state.side(*other) != state.side(*unit))?;
            Order::Charge { unit: *unit, target: state.game.piece_of_unit(target) }
        }
        Order::Retreat(back) => Order::Retreat(Withdrawal {
            unit: back.unit,
            way: vec![hex],
            chain: Vec::new(),
            with: back.with.clone(),
            faces: back.faces,
        }),
        Order::Advance { unit, .. } => Order::Advance { unit: *unit, to: hex },
        Order::Rally { unit, .. } => Order::Rally { unit: *unit, by: commander_at(state, hex)? },
        Order::Relocate { leader, .. } => Order::Relocate { leader: *leader, hex },
        Order::Begin
        | Order::Name { .. }
        | Order::Promote { .. }
        | Order::Release { .. }
        | Order::CallOff { .. }
        | Order::EndCommand
        | Order::Exit { .. }
        | Order::EndMovement
        | Order::Attack(_)
        | Order::Decline
        | Order::EndCombat
        | Order::EndTurn
        | Order::Fiat(_) => return None,
    })
}

/// The commander, of the side whose turn it is, in that hex: one of a corps before that of the army.
pub fn commander_at(state: &State, hex: Hex) -> Option<PieceId> {
    use crate::state::Group;
    let there = units::pieces(state).filter(|piece| units::hex(state, *piece) == Some(hex));
    let groups = there.filter_map(|piece| Some((group_of_commander(state, state.phasing, piece)?, piece)));
    groups.min_by_key(|(group, _)| *group == Group::Army).map(|(_, piece)| piece)
}

/// An order with another place; `None` if it has none to change.
pub fn pointed(state: &State, order: &Order, at: Spot) -> Option<Order> {
    let hex = match at {
        Spot::Hex(hex) | Spot::Faced { hex, .. } => Hex(hex),
        Spot::Point { x, y } | Spot::Pose { x, y, .. } => {
            let place = glam::Vec2::new(x as f32, y as f32);
            state.game.sheet().lie.hex_at(place)?
        }
    };
    state.game.map().contains(hex).then(|| led_to(state, order, hex)).flatten()
}
