//! The combat phase (`naw:7.0` to `naw:8.52`): who owes what, combats, results, retreats, advances.
//!
//! | file | what it is for |
//! |---|---|
//! | `table` | the combat table, columns, odds |
//! | `phase` | how far the combat phase and its combat are |
//! | `reach` | what a gun reaches, and what stands in its line |
//! | `graph` | who may still attack whom; the exact look-ahead |
//! | `form` | which combats are well formed |
//! | `admit` | which of them are lawful now |
//! | `plans` | lawful sets for the whole phase; declarations |
//! | `owed` | what is still owed, in words and as data |
//! | `strength` | points and doubling |
//! | `fight` | one combat from the die to the advance |
//! | `retreat`, `advance` | ways back, displacements; who may follow |
//! | `event` | what happens, and how it changes the state |
//! | `odds`, `offers` | exact odds; what may be ordered |

pub mod admit;
pub mod advance;
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
pub mod reach;
pub mod retreat;
pub mod strength;
pub mod table;
#[cfg(test)]
mod tests;

use super::options::Declaration;
use super::refusal::{Code, Refusal};
use super::scratch::{Judged, Scratch};
use super::state::running;
use super::{Assault, Event, State};
use event::CombatEvent;

/// Fixes which units must attack and be attacked, when movement ends (`naw:7.11`, `naw:7.12`).
pub fn open(s: &mut Scratch<'_>) {
    let (owing, owed) = graph::duties(&s.state);
    s.emit(Event::Combat(CombatEvent::Opened { owing, owed }));
}

/// Declares all combats of the phase before the first die (`naw:7.0`, option `declaration`).
///
/// Ruling: the declaration may be changed until that die. A column counts only when named again at the attack.
pub fn judge_declare(s: &mut Scratch<'_>, assaults: &[Assault]) -> Judged {
    let phase = running(&s.state)?;
    if s.state.game.options.declaration != Declaration::UpFront {
        let fact = "combats are picked one at a time";
        let remedy = "Attack, one combat after another";
        return Err(Refusal::new(Code::NotOwed, "naw:7.0", fact, remedy).into());
    }
    // Whoever has been let attack without a declaration may still declare the rest.
    if phase.fight.is_some() && phase.declared.is_some() {
        let remedy = "Fight the combats as they were declared";
        Refusal::new(Code::CombatBegun, "naw:7.0", "a die has been thrown", remedy)
            .unless(&s.state.overruled)?;
    }
    plans::check_plan(&s.state, phase, assaults)?;
    let assaults = assaults
        .iter()
        .map(|assault| {
            let mut assault = assault.clone();
            assault.attackers.sort_unstable();
            assault.defenders.sort_unstable();
            assault
        })
        .collect();
    s.emit(Event::Combat(CombatEvent::Declared { assaults }));
    Ok(())
}

/// Whether the combat phase may end (`naw:4.1.B`).
pub fn may_close(state: &State) -> Result<(), Refusal> {
    owed::may_close(state, running(state)?)
}
