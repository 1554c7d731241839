//! Whether a well-formed attack may be fought now.

use crate::options::Declaration;
use crate::{Assault, Code, Refusal, State};
use game::hex_duties::Spoilt;

use super::form::{form, refuse};
use super::graph::Graph;
use super::phase::CombatPhase;
use super::plans;
use game::hex_combats::Formed;

/// A well-formed combat after which the phase can still be finished legally.
///
/// Clauses: `naw:7.11`, `naw:7.12`. Where combats are declared before the first die, it must be one of those declared.
pub fn admit(state: &State, phase: &CombatPhase, assault: &Assault) -> Result<Formed, Refusal> {
    let formed = form(state, phase, assault)?;
    if state.game.options.declaration == Declaration::UpFront {
        return check_declared(state, phase, &formed).map(|()| formed);
    }
    check_ahead(state, &Graph::of(state, phase), &formed)?;
    Ok(formed)
}

/// After this combat, every required attack is still possible, or as many as before (the ledger's look-ahead).
pub fn check_ahead(state: &State, graph: &Graph, formed: &Formed) -> Result<(), Refusal> {
    let then = graph.remainder(formed.used(), formed.attacked());
    let (code, clause, fact, remedy, units) = match then.spoils(graph.lapsed()) {
        None => return Ok(()),
        Some(Spoilt::Unattacked(left)) => (
            Code::LeavesUnattacked,
            "naw:7.11",
            format!("then nobody is left to attack {}", state.say_all(&left.to_vec())),
            "Every enemy in contact has to be attacked: keep somebody for it, or add it to this combat",
            left,
        ),
        Some(Spoilt::Idle(idle)) => (
            Code::LeavesIdle,
            "naw:7.12",
            format!("then nothing is left for {} to attack", state.say_all(&idle.to_vec())),
            "Every unit in contact has to attack: let it join, or leave it an enemy",
            idle,
        ),
    };
    let hexes = units.iter().filter_map(|unit| state.hex(unit));
    refuse(code, clause, fact, remedy).at(hexes).unless(&state.overruled)
}

/// Where combats are declared first, a combat must be one of those declared, minus units that can no longer take part (`naw:7.0`).
fn check_declared(state: &State, phase: &CombatPhase, formed: &Formed) -> Result<(), Refusal> {
    let Some(declared) = &phase.declared else {
        let fact = "every combat of the phase is declared before the first die".into();
        return refuse(Code::NotOwed, "naw:7.0", fact, "Declare all combats first").unless(&state.overruled);
    };
    let standing = declared.iter().filter_map(|assault| plans::standing(state, phase, assault));
    for other in standing {
        if other.used() == formed.used() && other.attacked() == formed.attacked() {
            return Ok(());
        }
    }
    let fact = "this combat is not among those declared".into();
    refuse(Code::NotOwed, "naw:7.0", fact, "Fight the combats as they were declared").unless(&state.overruled)
}
