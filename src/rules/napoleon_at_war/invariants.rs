//! What is true in every state that orders can lead to. Games are checked against it.
//!
//! Clauses: `naw:4.0`, `naw:4.1.A`, `naw:5.12`, `naw:5.15`, `naw:5.32`, `naw:14.0`. Units: half movement points.

use super::movement;
use super::state::{Phase, Place, State};

/// Everything that is wrong with a state, in words. Empty if nothing is.
pub fn broken(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    stacking(state, &mut wrong);
    places(state, &mut wrong);
    let turns = state.game.scenario.turns;
    if state.turn == 0 || state.turn > turns {
        wrong.push(format!("it is turn {} of {turns}", state.turn));
    }
    wrong
}

/// Units share a hex only during movement, and only with friends (`naw:5.12`, `naw:5.32`).
fn stacking(state: &State, wrong: &mut Vec<String>) {
    for (hex, units) in movement::stacks(state) {
        let sides = |other: &super::UnitId| state.side(*other) != state.side(units[0]);
        if units.iter().any(sides) {
            wrong.push(format!("both sides are in {hex}: {}", state.say_all(&units)));
        }
        if state.phase != Phase::Movement {
            wrong.push(format!("units share {hex} outside movement: {}", state.say_all(&units)));
        }
    }
}

/// Units are on the map or have a reason not to be (`naw:14.0`); only the phasing side has moved (`naw:4.1.A`), and no unit
/// farther than its printed allowance (`naw:5.15`).
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
        if moved.cost > 2 * u16::from(state.game.unit(id).movement) {
            wrong.push(format!("{} has moved for {}, beyond its allowance", state.say(id), moved.cost));
        }
    }
}
