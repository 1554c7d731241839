//! What is true in every state that orders can lead to, and what of it even where the referee lets orders stand. Games are checked
//! against it.
//!
//! Clauses: `naw:4.0`, `naw:4.1.A`, `naw:5.12`, `naw:5.15`, `naw:5.32`, `naw:14.0`. Units: half movement points.

use super::movement;
use super::state::{Phase, Place, State};

/// Everything that is wrong with a state, in words. Empty if nothing is.
pub fn broken(state: &State) -> Vec<String> {
    let mut wrong = impossible(state);
    unlawful(state, &mut wrong);
    wrong
}

/// What no order leads to, let stand or not.
pub fn impossible(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    for (hex, units) in movement::stacks(state) {
        if units.iter().any(|other| state.side(*other) != state.side(units[0])) {
            wrong.push(format!("both sides are in {hex}: {}", state.say_all(&units)));
        }
    }
    places(state, &mut wrong);
    let turns = state.game.scenario.turns;
    if state.turn == 0 || state.turn > turns {
        wrong.push(format!("it is turn {} of {turns}", state.turn));
    }
    wrong
}

/// Units share a hex only during movement (`naw:5.32`), and move no farther than their printed allowance (`naw:5.15`).
fn unlawful(state: &State, wrong: &mut Vec<String>) {
    if state.phase != Phase::Movement {
        for (hex, units) in movement::stacks(state) {
            wrong.push(format!("units share {hex} outside movement: {}", state.say_all(&units)));
        }
    }
    for id in state.game.units() {
        let most = 2 * u16::from(state.game.unit(id).movement);
        if let Some(moved) = state.unit(id).moved.as_ref().filter(|moved| moved.cost > most) {
            wrong.push(format!("{} has moved for {}, beyond its allowance", state.say(id), moved.cost));
        }
    }
}

/// Units are on the map or have a reason not to be (`naw:14.0`); only the phasing side has moved (`naw:4.1.A`).
fn places(state: &State, wrong: &mut Vec<String>) {
    for id in state.game.units() {
        let unit = state.unit(id);
        match unit.place {
            Place::Map(hex) if !state.game.map().contains(hex) => {
                wrong.push(format!("{} is off the map", state.say(id)));
            }
            Place::Waiting if state.game.arrival(id).is_none() => {
                wrong.push(format!("{} waits and is no reinforcement", state.say(id)));
            }
            Place::Map(_) | Place::Waiting | Place::Eliminated => {}
        }
        if unit.strength == 0 {
            wrong.push(format!("{} has no strength", state.say(id)));
        }
        let Some(moved) = &unit.moved else { continue };
        if state.side(id) != state.phasing {
            wrong.push(format!("{} has moved for {} in the enemy's turn", state.say(id), moved.cost));
        }
    }
}
