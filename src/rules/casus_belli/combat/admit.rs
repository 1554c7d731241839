//! Whether an attack that has been made up may be fought now.

use crate::rules::casus_belli::order::Assault;
use crate::rules::casus_belli::refusal::{Code, Refusal};
use crate::rules::casus_belli::state::State;
use crate::scenario::UnitSet;

use super::form::{form, refuse};
use super::formed::Formed;
use super::graph::Graph;
use super::phase::CombatPhase;

/// A well-formed combat after which the phase can still be fought out.
///
/// Clauses: `cb:6c`, `cb:7a3`.
pub fn admit(state: &State, phase: &CombatPhase, assault: &Assault) -> Result<Formed, Refusal> {
    let formed = form(state, phase, assault)?;
    check_ahead(state, &Graph::of(state, phase), &formed)?;
    Ok(formed)
}

/// Everybody still gets his attack after this combat, or as many as before.
pub fn check_ahead(state: &State, graph: &Graph, formed: &Formed) -> Result<(), Refusal> {
    let (used, attacked) = (formed.used(), formed.attacked());
    let now = graph.lapsed();
    if graph.allows_after(now, used, attacked) {
        return Ok(());
    }
    let then = graph.remainder(used, attacked);
    let say = |units: UnitSet| state.say_all(&units.to_vec());
    if then.unattacked.len() > now.unattacked.len() {
        let left = then.unattacked.minus(now.unattacked);
        let left = if left.is_empty() { then.unattacked } else { left };
        let fact = format!("then nobody is left to attack {}", say(left));
        let remedy = "Keep somebody for it, or add it to this attack";
        let hexes = left.iter().filter_map(|unit| state.hex(unit));
        return Err(refuse(Code::LeavesUnattacked, "cb:6c", fact, remedy).at(hexes));
    }
    let idle = then.idle.minus(now.idle);
    let fact = format!("then nobody is left for {} to attack", say(idle));
    let remedy = "A unit in an enemy zone has to attack: let it join, or leave it an enemy";
    let hexes = idle.iter().filter_map(|unit| state.hex(unit));
    Err(refuse(Code::LeavesIdle, "cb:6c", fact, remedy).at(hexes))
}
