//! Sketches of orders on the map before they are given: paths, lines of command, charges, attacks.

use crate::assign::group_under;
use crate::command::{Chain, Line};
use crate::movement;
use crate::order::{Act, Withdrawal};
use crate::roster::{PieceId, UnitId};
use crate::state::State;
use crate::zones::{Aspect, aspect};
use crate::{CasusBelli, Order};
use drawing::Mark;
use drawing::hex::{Facing, attack_marks, command_marks, cursor_marks, facing_marks, lit_marks, path_marks};
use game::hex_hand::refusal;
use game::{Codec as _, Draft};
use hexes::{Hex, points};

use super::{assault, card, units};

/// The sketch of a draft, as far as it is made up.
pub fn sketch(state: &State, draft: &Draft, scale: f32) -> Vec<Mark> {
    if assault::is_made_up(draft) {
        return assault::marks(state, &assault::said(state, &draft.answers), scale);
    }
    match CasusBelli::order_of(state, draft) {
        Ok(order) => of_order(state, &order, scale),
        Err(_) => Vec::new(),
    }
}

/// The sketch of an order.
pub fn of_order(state: &State, order: &Order, scale: f32) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let unit = |id: UnitId| state.game.piece_of_unit(id);
    match order {
        Order::Deploy { piece, hex } => way(state, *piece, &[*hex], None),
        Order::Face { unit: id, towards } => front(state, *id, *towards),
        Order::Name { unit: id } => here(state, unit(*id)),
        Order::Promote { leader } => here(state, state.game.piece_of_leader(*leader)),
        Order::Attach { unit: id, to } => line(state, *id, *to),
        Order::Rally { unit: id, by } => {
            let (from, to) = (units::hex(state, *by), state.hex(*id));
            from.zip(to).map(|(from, to)| command_marks(lie, &[(vec![from, to], true)])).unwrap_or_default()
        }
        Order::Release { unit: id } | Order::CallOff { unit: id } => here(state, unit(*id)),
        Order::Charge { unit: id, target } => {
            state.game.as_unit(*target).map(|target| charge(state, *id, target, scale)).unwrap_or_default()
        }
        Order::Move { piece, path, .. } => {
            let cost = path.last().and_then(|last| movement::reach(state, *piece).cost(*last));
            way(state, *piece, path, cost.map(points).as_deref())
        }
        Order::Exit { piece, path } => {
            if path.is_empty() {
                here(state, *piece)
            } else {
                way(state, *piece, path, None)
            }
        }
        Order::Attack(assault) => assault::marks(state, assault, scale),
        Order::Retreat(back) => retreat(state, back),
        Order::Advance { unit: id, to } => way(state, unit(*id), &[*to], None),
        Order::Relocate { leader, hex } => way(state, state.game.piece_of_leader(*leader), &[*hex], None),
        Order::Fiat(fiat) => act(state, &fiat.act),
        Order::Begin
        | Order::EndCommand
        | Order::EndMovement
        | Order::Decline
        | Order::EndCombat
        | Order::EndTurn => Vec::new(),
    }
}

/// A ring round the hex of a piece.
fn here(state: &State, piece: PieceId) -> Vec<Mark> {
    let hex = units::hex(state, piece);
    hex.map(|hex| cursor_marks(&state.game.sheet().lie, hex)).unwrap_or_default()
}

/// The path of a piece from where it stands.
fn way(state: &State, piece: PieceId, path: &[Hex], cost: Option<&str>) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let on_map = path.iter().copied().filter(|hex| state.game.map().contains(*hex));
    let way: Vec<Hex> = units::hex(state, piece).into_iter().chain(on_map).collect();
    match way[..] {
        [] => Vec::new(),
        [only] => cursor_marks(lie, only),
        _ => path_marks(lie, &way, cost),
    }
}

/// Front, flanks and rear after the order.
fn front(state: &State, id: UnitId, towards: Hex) -> Vec<Mark> {
    let Some(here) = state.hex(id) else { return Vec::new() };
    let Some(faces) = state.game.map().grid.direction(here, towards) else { return Vec::new() };
    facing_marks(&state.game.sheet().lie, here, |way| match aspect(faces, way) {
        Aspect::Front => Facing::Front,
        Aspect::Flank => Facing::Flank,
        Aspect::Rear => Facing::Rear,
    })
}

/// The line of command from a unit to a commander, open or not.
fn line(state: &State, id: UnitId, to: PieceId) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let group = group_under(state, id, to);
    let found = group.and_then(|group| Chain::new(state, state.phasing).line(group, id));
    match (found, units::hex(state, to), state.hex(id)) {
        (Some(Line::Open(way)), ..) if way.len() > 1 => command_marks(lie, &[(way, true)]),
        (Some(Line::TooFar(_) | Line::Cut), Some(from), Some(to)) => {
            command_marks(lie, &[(vec![from, to], false)])
        }
        (_, _, Some(hex)) => cursor_marks(lie, hex),
        (_, _, None) => Vec::new(),
    }
}

/// The ride of a charge, and its blow.
fn charge(state: &State, id: UnitId, on: UnitId, scale: f32) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let Some(to) = state.hex(on) else { return Vec::new() };
    let between = card::between(state, id, on);
    let order = Order::Charge { unit: id, target: state.game.piece_of_unit(on) };
    if refusal::<CasusBelli>(state, &order).is_some() {
        return lit_marks(lie, &[to]);
    }
    let mut marks = way(state, state.game.piece_of_unit(id), &between, None);
    if let Some(last) = between.last() {
        marks.extend(attack_marks(lie, &[*last], &[to], "×2", scale));
    }
    marks
}

/// A retreat, and the new hexes of units that make room.
fn retreat(state: &State, back: &Withdrawal) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let piece = state.game.piece_of_unit(back.unit);
    if back.way.is_empty() {
        return here(state, piece);
    }
    let mut marks = way(state, piece, &back.way, None);
    let pushed: Vec<Hex> = back.way.last().into_iter().chain(&back.chain).copied().collect();
    for pair in pushed.windows(2) {
        marks.extend(path_marks(lie, pair, None));
    }
    marks
}

/// The effect of a referee's act on the map.
fn act(state: &State, act: &Act) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let piece = |name: &str| units::piece(state, name).ok();
    match act {
        Act::Place { piece: name, hex } => match piece(name) {
            Some(piece) => way(state, piece, &[*hex], None),
            None => Vec::new(),
        },
        Act::Strength { unit, .. } | Act::Rout { unit, .. } | Act::Remove { piece: unit } => {
            piece(unit).map(|piece| here(state, piece)).unwrap_or_default()
        }
        Act::Possess { place, .. } => {
            let known = state.game.places().find(|(_, known)| known.id == *place);
            known.map(|(_, known)| lit_marks(lie, &known.hexes)).unwrap_or_default()
        }
        Act::Points { .. } | Act::Turn { .. } | Act::Option { .. } => Vec::new(),
    }
}
