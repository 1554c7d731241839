//! Fronts of units, if facing is played (`cb:15a1`).

use crate::roster::UnitId;
use crate::state::State;
use crate::zones::{Aspect, aspect};
use drawing::Mark;
use drawing::hex::{Facing, facing_marks};
use game::Remark;
use hexes::Direction;

/// Front, flanks and rear of a unit, in words.
pub fn remark(state: &State, id: UnitId) -> Option<Remark> {
    let (here, faces) = (state.hex(id)?, state.unit(id).faces?);
    let of = |wanted: Aspect| -> String {
        let ways = Direction::ALL.into_iter().filter(|way| aspect(faces, *way) == wanted);
        let hexes = ways.filter_map(|way| state.game.map().grid.neighbour(here, way));
        hexes.map(|hex| hex.to_string()).collect::<Vec<_>>().join(" ")
    };
    let words =
        format!("Front {}; flanks {}; rear {}", of(Aspect::Front), of(Aspect::Flank), of(Aspect::Rear));
    Some(Remark { words, clause: Some("cb:15a1") })
}

/// The same as marks on the map.
pub fn marks(state: &State, id: UnitId) -> Vec<Mark> {
    let (Some(here), Some(faces)) = (state.hex(id), state.unit(id).faces) else { return Vec::new() };
    facing_marks(&state.game.sheet().lie, here, |way| match aspect(faces, way) {
        Aspect::Front => Facing::Front,
        Aspect::Flank => Facing::Flank,
        Aspect::Rear => Facing::Rear,
    })
}
