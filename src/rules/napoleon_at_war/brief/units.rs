//! The formations in the order of battle, and looking up units by name.

use crate::spelling::Reader;
use crate::{State, UnitId};
use game::AskFault;
use scenario::{HexUnit, Side};

/// A unit's formation. Units without one are listed under their side.
pub fn formation<'a>(state: &'a State, unit: &'a HexUnit) -> &'a str {
    if unit.formation.is_empty() { state.game.side_name(unit.side) } else { &unit.formation }
}

/// A side's formations with their units, sorted by name.
pub fn formations(state: &State, side: Side) -> Vec<(&str, Vec<UnitId>)> {
    let mut found: Vec<(&str, Vec<UnitId>)> = Vec::new();
    for id in state.game.of_side(side) {
        let name = formation(state, state.game.unit(id));
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, units)) => units.push(id),
            None => found.push((name, vec![id])),
        }
    }
    found.sort_by_key(|(name, _)| *name);
    found
}

/// The unit with this name or number.
pub(super) fn unit(state: &State, piece: &str) -> Result<UnitId, AskFault> {
    Reader { state }.unit(piece).map_err(|fault| AskFault::new("bad-order", fault))
}
