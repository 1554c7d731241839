//! Checks whether an attack that has been made up may be fought now.

use crate::order::Assault;
use crate::refusal::{Code, Refusal};
use crate::state::State;
use game::hex_duties::Spoilt;

use super::form::{form, refuse};
use super::graph::Graph;
use super::phase::CombatPhase;
use game::hex_combats::Formed;

/// Checks that a combat is well formed and that the phase can still be completed after it.
///
/// Clauses: `cb:6c`, `cb:7a3`.
pub fn admit(state: &State, phase: &CombatPhase, assault: &Assault) -> Result<Formed, Refusal> {
    let formed = form(state, phase, assault)?;
    check_ahead(state, &Graph::of(state, phase), &formed)?;
    Ok(formed)
}

/// Checks that after this combat all attacks still owed remain possible, or as many as before.
pub fn check_ahead(state: &State, graph: &Graph, formed: &Formed) -> Result<(), Refusal> {
    let then = graph.remainder(formed.used(), formed.attacked());
    let (code, fact, remedy, units) = match then.spoils(graph.lapsed()) {
        None => return Ok(()),
        Some(Spoilt::Unattacked(left)) => (
            Code::LeavesUnattacked,
            format!("then nobody is left to attack {}", state.say_all(&left.to_vec())),
            "Keep somebody for it, or add it to this attack",
            left,
        ),
        Some(Spoilt::Idle(idle)) => (
            Code::LeavesIdle,
            format!("then nobody is left for {} to attack", state.say_all(&idle.to_vec())),
            "A unit in an enemy zone has to attack: let it join, or leave it an enemy",
            idle,
        ),
    };
    let hexes = units.iter().filter_map(|unit| state.hex(unit));
    refuse(code, "cb:6c", fact, remedy).at(hexes).unless(&state.overruled)
}
