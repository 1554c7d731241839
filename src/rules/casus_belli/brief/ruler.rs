//! A ruler between two hexes: the distance, and its effect on guns; at a commander, his range. Units: hexes, metres.

use crate::roster::{Counter, PieceId};
use crate::state::State;
use drawing::overlay::Ruler;
use game::RulerEnd;
use hexes::Hex;

use super::{fires, under, units};

/// The hex of an end, and its piece.
fn end(state: &State, end: &RulerEnd) -> Option<(Hex, Option<PieceId>)> {
    match end {
        RulerEnd::Piece(piece) => {
            let piece = units::piece(state, piece).ok()?;
            Some((units::hex(state, piece)?, Some(piece)))
        }
        RulerEnd::Place(spot) => {
            let hex = spot.hex().filter(|hex| state.game.map().contains(*hex))?;
            Some((hex, None))
        }
    }
}

pub fn ruler(state: &State, ends: [&RulerEnd; 2]) -> Option<Ruler> {
    let map = state.game.map();
    let [a, b] = ends.map(|one| end(state, one));
    let ((from, by), (to, on)) = (a?, b?);
    let (lie, far) = (&state.game.sheet().lie, map.grid.distance(from, to));
    let metres = u32::from(map.metres) * far;
    let mut words = format!("{}, {metres} metres", units::hexes(far));
    let leader = |piece: &PieceId| matches!(state.game.counter(*piece), Counter::Leader(_));
    if let Some(piece) = [by, on].into_iter().flatten().find(leader) {
        let (side, group) = under::group_of(state, piece);
        let ranges = state.game.ranges(side);
        let range = match ([by, on].into_iter().flatten().filter(leader).count(), group) {
            (2, _) => ranges.corps,
            (_, _) => ranges.unit,
        };
        words.push_str(&format!(", commands go {range}"));
    } else {
        let fire = fires::words(state, from, to);
        if !fire.is_empty() {
            words.push_str(&format!(", {fire}"));
        }
    }
    Some(Ruler { from: lie.centre(from), to: lie.centre(to), words })
}
