//! The leaders and units of a battle that is edited, as they are drawn.

use drawing::ArmyColour;
use drawing::hex::{Arm, Condition, Counter};
use scenario::{Draft, HexBattle, HexPiece, HexSide, HexStart};

/// The leaders and units of a draft as counters, those without a hex last. Those, later arrivals, and those that start off the
/// map are not on it.
pub(super) fn counters_of(draft: &Draft<HexBattle>) -> Vec<Counter> {
    let grid = draft.map().grid;
    let on_map = draft.pieces().count();
    let counter = |(piece, id): (HexPiece<'_>, u16)| {
        let colour = draft.sides().get(piece.side().index()).map_or(ArmyColour::Green, HexSide::ink);
        let hex = match piece.start() {
            HexStart::Deployed(hex) if usize::from(id) < on_map && grid.contains(hex) => Some(hex),
            HexStart::Deployed(_) | HexStart::Arrives { .. } => None,
        };
        let (arm, strength, faces) = match piece {
            HexPiece::Unit(unit) => (unit.arm.sign(), unit.strength, unit.faces),
            HexPiece::Leader(leader) => {
                (Arm::Leader { bonus: i8::try_from(leader.bonus).unwrap_or(i8::MAX) }, 0, None)
            }
        };
        Counter {
            id,
            hex,
            side: piece.side().0,
            colour,
            arm,
            designation: piece.counter().to_owned(),
            strength,
            movement: piece.movement(),
            condition: Condition::default(),
            faces: hex.zip(faces).and_then(|(hex, faces)| grid.direction(hex, faces)),
        }
    };
    draft.pieces().chain(draft.waiting()).zip(0..).map(counter).collect()
}
