//! The colours of sides and stands.

use crate::roster::StandId;
use crate::state::State;
use drawing::ArmyColour;
use scenario::Side;

/// The colour of a stand's army; for a captured one, that of its captors (`easy:VI.A.b`).
pub fn colour_of(state: &State, id: StandId) -> ArmyColour {
    let captors = state.is_taken(id).then(|| side_colour(state, state.side(id))).flatten();
    captors.unwrap_or_else(|| first_colour_of(state, id))
}

/// The colour of a stand's original army.
pub fn first_colour_of(state: &State, id: StandId) -> ArmyColour {
    let unit = state.unit(id);
    ArmyColour::named(&state.game.scenario.sides[unit.side.index()].armies[unit.army].colour)
}

/// The colour of a side's first army.
pub fn side_colour(state: &State, side: Side) -> Option<ArmyColour> {
    state.game.scenario.sides.get(side.index())?.armies.first().map(|army| ArmyColour::named(&army.colour))
}
