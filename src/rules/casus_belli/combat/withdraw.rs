//! Units out of command that are still in an enemy zone withdraw at the end of combat (`cb:10e`).

use crate::roster::UnitId;
use crate::scratch::{Judged, Scratch};
use crate::state::State;
use crate::{upkeep, zones};
use game::working::Note;

use super::event::CombatEvent;
use super::fight::{self, close_fight, emit, running};
use super::owed;

/// The units that must withdraw as combat ends, in the order of their ids.
///
/// Clause: `cb:10e`. Ruling: units found out of command and in an enemy zone when movement began, whose hex some enemy unit
/// controls now.
pub fn due(state: &State) -> Vec<UnitId> {
    let found = state.command.found.iter();
    let stranded = found.filter(|(_, found)| !found.in_command && found.in_ezoc).map(|(unit, _)| *unit);
    let of_side = stranded.filter(|unit| state.side(*unit) == state.phasing);
    of_side
        .filter(|unit| {
            let enemy = state.side(*unit).enemy();
            state.hex(*unit).is_some_and(|hex| zones::in_zone(state, hex, enemy))
        })
        .collect()
}

/// Ends the phase once nothing is owed; units out of command withdraw first.
pub fn close(s: &mut Scratch<'_>) -> Judged {
    let phase = running(&s.state, "cb:2D")?;
    owed::may_close(&s.state, phase)?;
    let withdrew = phase.withdrawing.is_some();
    fight::waive(s);
    if withdrew {
        upkeep::begin_reorganisation(s);
        return Ok(());
    }
    close_fight(s)?;
    if fight::has_lost_commander(&s.state) {
        // The risk of the last combat has ended the battle, so nobody withdraws any more (`cb:14a`).
        return Ok(());
    }
    let units = due(&s.state);
    if units.is_empty() {
        upkeep::begin_reorganisation(s);
        return Ok(());
    }
    emit(s, CombatEvent::Withdraw { units });
    fight::go_on(s)
}

/// After an act of the referee between withdrawals: units that are gone, or in no enemy zone any more, need not withdraw, and
/// the phase goes on (`cb:10e`).
pub fn withdraw_who_still_must(s: &mut Scratch<'_>) -> Judged {
    let Some(phase) = s.state.combat().filter(|phase| phase.retreating.is_none()) else { return Ok(()) };
    let Some(units) = phase.withdrawing.clone() else { return Ok(()) };
    let must = |unit: UnitId| {
        let enemy = s.state.side(unit).enemy();
        s.state.hex(unit).is_some_and(|hex| zones::in_zone(&s.state, hex, enemy))
    };
    let free: Vec<UnitId> = units.into_iter().filter(|unit| !must(*unit)).collect();
    for unit in free {
        s.note(Note::new("cb:10e", format!("{} has not to withdraw any more", s.state.say(unit))));
        emit(s, CombatEvent::Halted { unit });
    }
    fight::go_on(s)
}
