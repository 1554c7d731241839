//! What is still owed in the combat phase, and on whom, in few words (`cb:6c`).

use crate::rules::casus_belli::combat::phase::CombatPhase;
use crate::rules::casus_belli::roster::UnitId;
use crate::rules::casus_belli::state::State;

/// Does this unit owe an attack yet?
pub fn owes(_state: &State, phase: &CombatPhase, unit: UnitId) -> bool {
    phase.owing.contains(&unit) && phase.may_attack(unit)
}

/// Is this enemy owed an attack yet?
pub fn is_owed(_state: &State, phase: &CombatPhase, unit: UnitId) -> bool {
    phase.owed.contains(&unit) && phase.may_be_attacked(unit)
}
