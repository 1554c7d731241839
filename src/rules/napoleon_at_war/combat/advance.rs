//! Which units may advance after combat, and where.

use crate::{Code, Refusal, State, UnitId};
use hexes::Hex;

use super::phase::{Fight, Step};
use super::retreat::is_passable;
use super::table::CombatResult;

/// Every advance that may be ordered now (`naw:7.74`).
///
/// Ruling: both sides may advance (options `defender-advance`, `advance-after-exchange`); closed hexes and hexsides apply; the
/// hex must still be empty; zones do not matter.
pub fn advances(state: &State, fight: &Fight) -> Vec<(UnitId, Hex)> {
    let options = &state.game.options;
    let allowed = match fight.result {
        CombatResult::De | CombatResult::Dr => true,
        CombatResult::Ex => options.advance_after_exchange,
        CombatResult::Ar | CombatResult::Ae => options.defender_advance,
    };
    if !allowed {
        return Vec::new();
    }
    let map = state.game.map();
    let empty: Vec<Hex> =
        fight.vacated.iter().copied().filter(|hex| state.at(*hex).next().is_none()).collect();
    let mut advances = Vec::new();
    for &unit in fight.victors() {
        let Some(here) = state.hex(unit) else { continue };
        let open = empty.iter().filter(|to| is_passable(map, here, **to));
        advances.extend(open.map(|to| (unit, *to)));
    }
    advances
}

/// The attacker may go on only when the defender has used or declined their advance. A gun that bombarded may still retreat
/// before that.
///
/// Clause: `naw:7.74`. Ruling: an attacker who goes on gives up their own advance, but not the defender's.
pub(super) fn check_defenders_advance(state: &State, fight: &Fight) -> Result<(), Refusal> {
    let waits = match &fight.step {
        Step::Advance => true,
        Step::Retreats { left, .. } => left.is_empty(),
        Step::Exchange | Step::Done { .. } => false,
    };
    if !waits || !fight.attackers_beaten() {
        return Ok(());
    }
    let advances = advances(state, fight);
    let Some((unit, _)) = advances.first() else { return Ok(()) };
    let fact = format!("{} may advance after the last combat", state.game.side_name(state.side(*unit)));
    let remedy = "Let the defender advance or decline first";
    let hexes = advances.iter().map(|(_, to)| *to);
    Refusal::new(Code::CombatOwed, "naw:7.74", fact, remedy).at(hexes).unless(&state.overruled)
}
