//! Where fronts look, where facing is played (`cb:15a1`).

use crate::drawing::Mark;
use crate::drawing::hex::{Facing, facing_marks};
use crate::game::Remark;
use crate::hexes::Direction;
use crate::rules::casus_belli::roster::UnitId;
use crate::rules::casus_belli::state::State;
use crate::rules::casus_belli::zones::{Aspect, aspect};

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

/// The same, on the map.
pub fn marks(state: &State, id: UnitId) -> Vec<Mark> {
    let (Some(here), Some(faces)) = (state.hex(id), state.unit(id).faces) else { return Vec::new() };
    facing_marks(&state.game.sheet().lie, here, |way| match aspect(faces, way) {
        Aspect::Front => Facing::Front,
        Aspect::Flank => Facing::Flank,
        Aspect::Rear => Facing::Rear,
    })
}
