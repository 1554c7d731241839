//! The combat phase (`cb:6c` to `cb:10e`): duties, combats, results, retreats, advances, withdrawals.
//!
//! | file | what it is for |
//! |---|---|
//! | `table` | the combat table, columns, ratios |
//! | `phase` | how far the combat phase and its combat are |
//! | `reach` | who touches whom, what guns reach, and what stands in their line |
//! | `graph` | who may still attack whom; the exact look-ahead |
//! | `form` | which combats are well formed |
//! | `admit` | which of them are lawful now |
//! | `plans` | lawful combats one by one, and a lawful set for the whole phase |
//! | `owed` | what is still owed, in words and as data |
//! | `strength` | points step by step, and the column |
//! | `fight` | one combat from the die to the advance |
//! | `retreat`, `back` | where a way back may go; going it |
//! | `advance` | who may follow |
//! | `withdraw` | those out of command at the end of combat |
//! | `event` | what happens, and how it changes the state |
//! | `odds`, `offers` | exact odds; what may be ordered |

pub mod admit;
pub mod advance;
pub mod back;
pub mod event;
pub mod fight;
pub mod form;
pub mod graph;
#[cfg(test)]
mod look_ahead_tests;
pub mod odds;
#[cfg(test)]
mod odds_tests;
pub mod offers;
pub mod owed;
pub mod phase;
pub mod plans;
#[cfg(test)]
mod play_tests;
#[cfg(test)]
mod preference_tests;
pub mod reach;
pub mod retreat;
#[cfg(test)]
mod retreat_tests;
pub mod strength;
#[cfg(test)]
mod strength_tests;
pub mod table;
#[cfg(test)]
mod tests;
pub mod withdraw;

use super::event::Event;
use super::scratch::Scratch;
use event::CombatEvent;
use phase::{CombatPhase, Step};

pub use advance::judge_advance;
pub use back::judge_retreat;
pub use fight::{go_on, judge_attack, judge_decline};
pub use withdraw::{close, withdraw_who_still_must};

/// Fixes the attacks owed, as movement ends (`cb:6c`).
pub fn open(s: &mut Scratch<'_>) {
    let graph::Duties { owing, owed, pinned } = graph::duties(&s.state);
    s.emit(Event::Combat(CombatEvent::Opened { owing, owed, pinned }));
}

/// Does the phase wait for no compulsory choice?
///
/// An advance of the attacker, and a ranged battery's retreat, are not compulsory; the attacker cannot waive the defender's
/// advance.
pub fn is_idle(phase: &CombatPhase) -> bool {
    let goes_on = phase.retreating.is_some() || phase.withdrawing.is_some();
    let waits = phase.fight.as_ref().is_some_and(|fight| {
        let is_defenders = fight.beats_attackers() == Some(true);
        fight.step.is_compulsory() || is_defenders && matches!(fight.step, Step::Advances { .. })
    });
    !goes_on && !waits
}
