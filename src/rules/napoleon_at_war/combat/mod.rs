//! The combat phase (`naw:7.0` to `naw:8.52`): who owes what, combats, results, retreats, advances.
//!
//! | file | what it is for |
//! |---|---|
//! | `table` | the combat table, columns, odds |
//! | `set`, `graph` | who may still attack whom; the exact look-ahead |
//! | `form` | which combats are well formed, and lawful now |
//! | `plans` | lawful sets for the whole phase; declarations |
//! | `owed` | what is still owed, in words and as data |
//! | `strength` | points and doubling |
//! | `fight` | one combat from the die to the advance |
//! | `retreat` | ways back, displacements |
//! | `event` | what happens, and how it changes the state |
//! | `odds`, `offers` | exact odds; what may be ordered |

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
pub mod plans;
pub mod retreat;
pub mod set;
pub mod strength;
pub mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::options::Declaration;
use super::refusal::{Code, Refusal};
use super::state::Phase;
use super::{Assault, Event, Judged, Order, Scratch, State, UnitId};

pub use event::{CombatEvent, Loss, apply};
pub use fight::{Fight, Step};
pub use form::Formed;
pub use graph::Graph;
pub use odds::{CombatOdds, odds, outlook};
pub use offers::due;
pub use owed::Owed;
pub use plans::{any_plan, lists_all, plans};
pub use strength::{Cover, Reckoning, reckon};
pub use table::{Column, CombatResult};

/// The combat phase as it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CombatPhase {
    /// A die has been thrown, or the counterattack announced (`naw:5.14`, `naw:15.2`).
    pub begun: bool,
    /// Phasing units in contact as the phase opened: each owes one attack (`naw:7.12`). Sorted.
    pub owing: Vec<UnitId>,
    /// Enemies in contact as the phase opened: each is owed one attack (`naw:7.11`). Sorted.
    pub owed: Vec<UnitId>,
    /// Phasing units that have attacked or bombarded (`naw:7.14`).
    pub fought: BTreeSet<UnitId>,
    /// Enemies that have been attacked.
    pub attacked: BTreeSet<UnitId>,
    /// Units displaced in this phase (`naw:7.82`).
    pub displaced: BTreeSet<UnitId>,
    /// Guns displaced before they fired: silent for the rest of the phase (`naw:7.82`).
    pub silenced: BTreeSet<UnitId>,
    /// Every combat of the phase, where they are declared first (`naw:7.0`).
    pub declared: Option<Vec<Assault>>,
    /// The combat under way, or the last one.
    pub fight: Option<Box<Fight>>,
}

impl CombatPhase {
    /// May the unit still attack in this phase: has it neither fought nor been silenced (`naw:7.14`, `naw:7.82`)?
    pub fn may_attack(&self, unit: UnitId) -> bool {
        !self.fought.contains(&unit) && !self.silenced.contains(&unit)
    }

    /// The combat that waits for somebody's choice.
    pub fn under_way(&self) -> Option<&Fight> {
        self.fight.as_deref().filter(|fight| !fight.step.is_over())
    }
}

/// The combat phase, or why there is none: it follows movement (`naw:4.1.B`), and not at night (`naw:10.1`).
pub fn running(state: &State) -> Result<&CombatPhase, Refusal> {
    let wrong = |code, clause, fact: &str, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    match &state.phase {
        Phase::Combat(phase) => Ok(phase),
        Phase::Movement if state.game.is_night(state.turn) => wrong(
            Code::Night,
            "naw:10.1",
            "it is night: nobody attacks or bombards",
            "Move, and end the phase",
        ),
        Phase::SetUp | Phase::Movement => {
            wrong(Code::WrongPhase, "naw:4.1.B", "combat comes after movement", "End movement first")
        }
        Phase::Over(_) => {
            wrong(Code::GameOver, "naw:4.0", "the battle is over", "Undo to play on from earlier")
        }
    }
}

/// Fixes who owes and is owed an attack, as movement ends (`naw:7.11`, `naw:7.12`).
pub fn open(s: &mut Scratch<'_>) {
    let (owing, owed) = graph::duties(&s.state);
    s.emit(Event::Combat(CombatEvent::Opened { owing, owed }));
}

/// Judges the orders of combats.
pub fn judge(s: &mut Scratch<'_>, order: &Order) -> Judged {
    match order {
        Order::Declare { assaults } => judge_declare(s, assaults),
        Order::Attack(assault) => fight::attack(s, assault),
        Order::Exchange { lost } => fight::exchange(s, lost),
        Order::Retreat { unit, way } => fight::retreat(s, *unit, way),
        Order::Advance { unit, to } => fight::advance(s, *unit, *to),
        Order::Decline => fight::decline(s),
        Order::Interchange { .. }
        | Order::Begin
        | Order::Move { .. }
        | Order::TakeBack { .. }
        | Order::EndMovement
        | Order::Reopen
        | Order::Counterattack
        | Order::EndCombat
        | Order::Fiat(_) => {
            let fact = "this is no order of a combat";
            Err(Refusal::new(Code::WrongPhase, "naw:4.1.B", fact, "Give it in its own phase").into())
        }
    }
}

/// Every combat of the phase is allotted before the first die (`naw:7.0`, option `declaration`).
///
/// Ruling: it may be changed until that die; a column named with it is only said again at the attack.
fn judge_declare(s: &mut Scratch<'_>, assaults: &[Assault]) -> Judged {
    let phase = running(&s.state)?;
    let refuse =
        |code, clause, fact: &str, remedy: &str| Err(Refusal::new(code, clause, fact, remedy).into());
    if s.state.game.options.declaration != Declaration::UpFront {
        let fact = "combats are picked one at a time";
        return refuse(Code::NotOwed, "naw:7.0", fact, "Attack, one combat after another");
    }
    if phase.fight.is_some() {
        return refuse(
            Code::CombatBegun,
            "naw:7.0",
            "a die has been thrown",
            "Fight the combats as they were declared",
        );
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

/// May the combat phase end (`naw:4.1.B`)?
pub fn may_close(state: &State) -> Result<(), Refusal> {
    owed::may_close(state, running(state)?)
}
