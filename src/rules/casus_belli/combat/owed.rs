//! Attacks still owed in the combat phase, as data and in words (`cb:6c`, `cb:9c`).

use crate::order::Assault;
use crate::refusal::{Code, Refusal};
use crate::roster::UnitId;
use crate::state::State;
pub use game::hex_duties::Owed;
use game::hex_duties::{AwaitsAttack, GunWords, OwesAttack, check_done};
use scenario::UnitSet;

use super::advance::check_defenders_advance;
use super::graph::Graph;
use super::phase::{CombatPhase, Step};

/// Words for distant guns (`cb:9c`).
pub const GUNS: GunWords = GunWords { only: "must be attacked, by guns alone", one: "guns" };

/// The present duties.
pub fn of(state: &State, phase: &CombatPhase) -> Owed {
    let graph = Graph::of(state, phase);
    let mut owed = Owed::default();
    for &unit in &phase.owing {
        let targets = graph.touched(unit);
        if !graph.owing.contains(unit) || targets.is_empty() {
            let done = phase.fought.contains(&unit) || state.hex(unit).is_none();
            owed.lapsed.extend(Some(unit).filter(|_| !done));
            continue;
        }
        let only =
            |enemy: &UnitId| graph.touched(*enemy) == UnitSet::of(unit) && graph.alone_on(*enemy).is_empty();
        let alone = targets.and(graph.owed).iter().filter(only).collect();
        owed.attackers.push(OwesAttack { unit, targets: targets.to_vec(), alone });
    }
    for &unit in &phase.owed {
        let (by, guns) = (graph.touched(unit), graph.alone_on(unit));
        if !graph.owed.contains(unit) || by.is_empty() && guns.is_empty() {
            let done = phase.attacked.contains(&unit) || state.hex(unit).is_none();
            owed.lapsed.extend(Some(unit).filter(|_| !done));
        } else {
            owed.defenders.push(AwaitsAttack { unit, by: by.to_vec(), guns: guns.to_vec() });
        }
    }
    owed.lapsed.sort_unstable();
    owed
}

/// The duties that remain in addition to these combats, as if all had been fought in the present places.
pub fn beside(state: &State, phase: &CombatPhase, assaults: &[Assault]) -> Owed {
    let mut after = phase.clone();
    for assault in assaults {
        after.fought.extend(&assault.by);
        after.attacked.extend(&assault.on);
    }
    of(state, &after)
}

/// Checks that nothing else must be done first in this phase (`cb:7c1`, `cb:8a1`, `cb:10e`).
pub fn check_finished(state: &State, phase: &CombatPhase) -> Result<(), Refusal> {
    let refuse = |clause, fact: String, remedy: &str| {
        Refusal::new(Code::CombatOwed, clause, fact, remedy).unless(&state.overruled)
    };
    if let Some(retreating) = &phase.retreating {
        let fact = format!("{} is on its way back", state.say(retreating.unit));
        refuse("cb:8a1", fact, "Finish its retreat first")?;
    }
    if let Some(units) = &phase.withdrawing {
        withdraw_first(state, units).unless(&state.overruled)?;
    }
    let Some(fight) = &phase.fight else { return Ok(()) };
    match &fight.step {
        Step::Retreats { left, .. } if !left.is_empty() => {
            let fact = format!("{} must still retreat", state.say_all(left));
            refuse("cb:8a1", fact, "Finish the combat first")
        }
        Step::Retreats { .. } | Step::Advances { .. } | Step::Done => {
            check_defenders_advance(state, phase, fight)
        }
    }
}

/// Checks that the combat phase may end: no duty that can still be fulfilled is left (`cb:6c`).
///
/// An advance of the attacker, or a ranged battery's retreat, lapses unless it was ordered.
pub fn may_close(state: &State, phase: &CombatPhase) -> Result<(), Refusal> {
    check_finished(state, phase)?;
    check_done(state, &of(state, phase).units(), state.phasing, Code::CombatOwed, "cb:6c")
        .or_else(|refusal| refusal.unless(&state.overruled))
}

/// The refusal because these have to withdraw, and combat is over (`cb:10e`).
pub fn withdraw_first(state: &State, units: &[UnitId]) -> Refusal {
    let fact = format!("{} must withdraw", state.say_all(units));
    Refusal::new(Code::CombatOwed, "cb:10e", fact, "Let those out of command withdraw")
}
