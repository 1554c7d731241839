//! The duties still open in the combat phase, which units must attack and which must be attacked, as data and in words (`naw:7.11`,
//! `naw:7.12`, `naw:4.1.B`).

use crate::options::Declaration;
use crate::{Assault, Code, Refusal, State, UnitId};
pub use game::hex_duties::Owed;
use game::hex_duties::{AwaitsAttack, GunWords, OwesAttack, check_done};

use super::advance::check_defenders_advance;
use super::graph::Graph;
use super::phase::{CombatPhase, Fight, Step};
use super::plans;
use scenario::UnitSet;

/// The words used for bombardment (`naw:8.13`).
pub const GUNS: GunWords = GunWords { only: "can only be attacked by bombardment", one: "bombarding" };

/// The duties open at this moment.
pub fn of(state: &State, phase: &CombatPhase) -> Owed {
    let graph = Graph::of(state, phase);
    let mut owed = Owed::default();
    for unit in graph.owing.iter() {
        let targets = graph.touched(unit);
        if targets.is_empty() {
            owed.lapsed.push(unit);
            continue;
        }
        let only =
            |enemy: &UnitId| graph.touched(*enemy) == UnitSet::of(unit) && graph.reached(*enemy).is_empty();
        let alone = targets.iter().filter(only).collect();
        owed.attackers.push(OwesAttack { unit, targets: targets.to_vec(), alone });
    }
    for unit in graph.owed.iter() {
        let (by, guns) = (graph.touched(unit).to_vec(), graph.reached(unit).to_vec());
        if by.is_empty() && guns.is_empty() {
            owed.lapsed.push(unit);
        } else {
            owed.defenders.push(AwaitsAttack { unit, by, guns });
        }
    }
    owed.lapsed.sort_unstable();
    owed
}

/// The duties that would remain after these combats, as if all of them had been fought with every unit where it stands now:
/// what a declaration still lacks (`naw:7.0`).
pub fn beside(state: &State, phase: &CombatPhase, assaults: &[Assault]) -> Owed {
    let mut after = phase.clone();
    for assault in assaults {
        after.fought.extend(&assault.attackers);
        after.attacked.extend(&assault.defenders);
    }
    of(state, &after)
}

/// Whether the combat phase may end: only when no duty is open that can still be met (`naw:4.1.B`).
///
/// An advance, or a bombarding unit's retreat, that was not ordered is forfeited.
pub fn may_close(state: &State, phase: &CombatPhase) -> Result<(), Refusal> {
    if let Some(fight) = &phase.fight {
        check_finished(state, fight)?;
        check_defenders_advance(state, fight)?;
    }
    let mut units = of(state, phase).units();
    if state.game.options.declaration == Declaration::UpFront
        && let Some(declared) = &phase.declared
    {
        // Declared combats that have lapsed bind no unit; the others have to be fought.
        units = declared
            .iter()
            .filter_map(|assault| plans::standing(state, phase, assault))
            .flat_map(|formed| formed.attackers().chain(formed.defenders.clone()).collect::<Vec<_>>())
            .collect();
    }
    check_done(state, &units, state.phasing, Code::CombatOwed, "naw:4.1.B")
        .or_else(|refusal| refusal.unless(&state.overruled))
}

/// Losses and retreats come before anything else (`naw:7.6-ex`, `naw:7.71`).
pub fn check_finished(state: &State, fight: &Fight) -> Result<(), Refusal> {
    let (clause, fact) = match &fight.step {
        Step::Exchange => ("naw:7.6-ex", "the attacker has to choose their losses in the exchange".into()),
        Step::Retreats { left, .. } if !left.is_empty() => {
            ("naw:7.71", format!("{} must still retreat", state.say_all(left)))
        }
        Step::Retreats { .. } | Step::Advance | Step::Done { .. } => return Ok(()),
    };
    Refusal::new(Code::CombatOwed, clause, fact, "Finish the combat first").unless(&state.overruled)
}
