//! The sequence of play (`naw:4.0` to `naw:4.1.3`).

use std::sync::Arc;

use crate::rules::{Due, Standing};
use crate::scenario::HexStart;

use super::event::Event;
use super::roster::Game;
use super::state::{Phase, Place, State, UnitState};
use super::{Judged, Order, Scratch, combat};

/// The state before the first order of a game (`naw:3.0`).
pub fn start(game: Arc<Game>) -> State {
    let units = game
        .scenario
        .units
        .iter()
        .map(|unit| UnitState {
            place: match unit.start {
                HexStart::Deployed(hex) => Place::Map(hex),
                HexStart::Arrives { .. } => Place::Waiting,
            },
            strength: unit.strength,
            moved: None,
        })
        .collect();
    State { turn: 1, phasing: game.scenario.first, phase: Phase::SetUp, units, counterattack: None, game }
}

/// Movement is over (`naw:4.1.A`).
pub fn judge_end_movement(s: &mut Scratch<'_>) -> Judged {
    s.emit(Event::CombatBegan);
    combat::open(s);
    Ok(())
}

/// The combat phase is over (`naw:4.1.B`).
pub fn judge_end_combat(s: &mut Scratch<'_>) -> Judged {
    combat::may_close(&s.state)?;
    let phasing = s.state.phasing.enemy();
    s.emit(Event::MovementBegan { phasing });
    Ok(())
}

/// Whose decision it is, and which.
pub fn due(state: &State) -> Due<Order> {
    match &state.phase {
        Phase::Combat(phase) => combat::due(state, phase),
        _ => Due { side: Some(state.phasing), clause: "naw:4.1.A", prompt: String::new(), offers: Vec::new() },
    }
}

/// How the sides stand.
pub fn standing(state: &State) -> Standing {
    Standing { turn: state.turn, ..Standing::default() }
}
