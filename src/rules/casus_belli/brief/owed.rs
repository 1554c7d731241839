//! What is still owed: attacks in a combat phase (`cb:6c`), runs in movement (`cb:12a`), successors in the command step
//! (`cb:11f`).

use crate::combat::owed::{self, check_finished};
use crate::combat::phase::CombatPhase;
use crate::rally::{self, Barred};
use crate::refusal::Refusal;
use crate::roster::UnitId;
use crate::state::{Phase, State};
use crate::{CasusBelli, assign, movement};
use game::{Clause, Codec as _, Draft, NotNow, Remark, sentence};

use super::assault;

/// Does this unit still owe an attack?
pub fn owes(phase: &CombatPhase, unit: UnitId) -> bool {
    phase.owing.contains(&unit) && phase.may_attack(unit)
}

/// Is this enemy still owed an attack?
pub fn is_owed(phase: &CombatPhase, unit: UnitId) -> bool {
    phase.owed.contains(&unit) && phase.may_be_attacked(unit)
}

/// What must be done before the step can end; `hand`: an order being made up, counted as given.
pub fn remarks(state: &State, hand: Option<&Draft>) -> Vec<Remark> {
    let of_refusal = |refused: Result<(), Refusal>| refused.err().map(|refusal| remark(&refusal));
    match &state.phase {
        Phase::Command => of_refusal(assign::check_named(state)).into_iter().collect(),
        Phase::Movement(_) => of_refusal(movement::check_done(state)).into_iter().collect(),
        Phase::Combat(phase) => in_combat(state, phase, hand),
        Phase::SetUp | Phase::Reorganisation(_) | Phase::Over(_) => Vec::new(),
    }
}

/// What the step is for but cannot be done now: units that cannot be reorganised, and why (`cb:12b`).
pub fn barred(state: &State) -> Vec<NotNow> {
    if !matches!(state.phase, Phase::Reorganisation(_)) || !state.pending.is_empty() {
        return Vec::new();
    }
    let of_unit = |Barred { unit, why, order }: Barred| {
        let facts: Vec<&str> = why.iter().map(|refusal| refusal.fact.as_str()).collect();
        let words = format!("{} stays routed: {}", state.say(unit), facts.join("; "));
        let why = Remark { words: sentence(&words), clause: why.first().map(|refusal| refusal.clause) };
        NotNow { why, order: order.map(|order| CasusBelli::spell(state, &order)) }
    };
    rally::barred(state).into_iter().map(of_unit).collect()
}

fn remark(refusal: &Refusal) -> Remark {
    Remark { words: sentence(&refusal.fact), clause: Some(refusal.clause) }
}

fn in_combat(state: &State, phase: &CombatPhase, hand: Option<&Draft>) -> Vec<Remark> {
    let mut found: Vec<Remark> = check_finished(state, phase).err().iter().map(remark).collect();
    let made = hand.filter(|draft| assault::is_made_up(draft));
    let beside: Vec<_> = made.map(|draft| assault::said(state, &draft.answers)).into_iter().collect();
    let owed = owed::beside(state, phase, &beside);
    let clause: Clause = "cb:6c";
    found.extend(
        owed.words(state, owed::GUNS)
            .iter()
            .map(|words| Remark { words: sentence(words), clause: Some(clause) }),
    );
    found
}
