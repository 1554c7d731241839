//! The events of a combat phase, and how each changes the state (`naw:7.0` to `naw:8.52`).

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::state::{Phase, Place, Play};
use crate::{Assault, State, UnitId};
use hexes::Hex;

use super::phase::{Fight, Step};
use super::table::{Column, CombatResult};

/// Why a unit was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Loss {
    /// By the combat result (`naw:7.6`).
    Result,
    /// In an exchange (`naw:7.6-ex`).
    Exchange,
    /// It had no hex to retreat to (`naw:7.72`).
    NoRetreat,
}

/// One event in a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CombatEvent {
    /// The units that must attack, and those that must be attacked, are fixed (`naw:7.11`, `naw:7.12`).
    Opened {
        owing: Vec<UnitId>,
        owed: Vec<UnitId>,
    },
    /// All combats of the phase are declared (`naw:7.0`, option `declaration`).
    Declared {
        assaults: Vec<Assault>,
    },
    /// The die for a combat is rolled. `contact`: the attackers that are not bombarding.
    Fought {
        assault: Assault,
        contact: Vec<UnitId>,
        attack: u32,
        defence: u32,
        computed: Column,
        column: Column,
        face: u8,
        result: CombatResult,
    },
    /// The combat waits for this decision, or is over.
    Came {
        step: Step,
    },
    Lost {
        unit: UnitId,
        cause: Loss,
    },
    /// A unit retreats to the first hex. Each displaced unit moves on to the next one (`naw:7.71`, `naw:7.82`).
    Retreated {
        unit: UnitId,
        way: Vec<Hex>,
        displaced: Vec<UnitId>,
    },
    /// The bombarding units choose not to retreat (`naw:8.15`).
    Stood,
    /// A victorious unit enters a hex vacated in the combat (`naw:7.74`).
    Advanced {
        unit: UnitId,
        to: Hex,
    },
    /// No unit advances (`naw:7.74`).
    Held,
}

/// Applies one combat event to the state.
pub fn apply(state: &mut State, event: &CombatEvent) {
    let game = state.game.clone();
    let phasing = state.phasing;
    let Play { phase, units, .. } = &mut state.play;
    let Phase::Combat(phase) = phase else { return };
    match event {
        CombatEvent::Opened { owing, owed } => {
            (phase.owing, phase.owed) = (owing.clone(), owed.clone());
        }
        CombatEvent::Declared { assaults } => phase.declared = Some(assaults.clone()),
        CombatEvent::Fought { assault, contact, attack, defence, computed, column, face, result } => {
            phase.begun = true;
            phase.fought.extend(assault.attackers.iter().copied());
            phase.attacked.extend(assault.defenders.iter().copied());
            phase.fight = Some(Box::new(Fight {
                attackers: assault.attackers.clone(),
                contact: contact.clone(),
                defenders: assault.defenders.clone(),
                attack: *attack,
                defence: *defence,
                computed: *computed,
                column: *column,
                face: *face,
                result: *result,
                vacated: Vec::new(),
                step: Step::Done { advanced: None },
            }));
        }
        CombatEvent::Came { step } => {
            if let Some(fight) = &mut phase.fight {
                fight.step = step.clone();
            }
        }
        CombatEvent::Lost { unit, .. } => {
            leave(phase.fight.as_deref_mut(), *unit, units[unit.index()].place);
            units[unit.index()].place = Place::Eliminated;
        }
        CombatEvent::Retreated { unit, way, displaced } => {
            leave(phase.fight.as_deref_mut(), *unit, units[unit.index()].place);
            for (unit, hex) in std::iter::once(unit).chain(displaced).zip(way) {
                units[unit.index()].place = Place::Map(*hex);
            }
            for unit in displaced {
                phase.displaced.insert(*unit);
                if game.unit(*unit).side == phasing
                    && game.is_artillery(*unit)
                    && !phase.fought.contains(unit)
                {
                    phase.silenced.insert(*unit);
                }
            }
        }
        CombatEvent::Advanced { unit, to } => units[unit.index()].place = Place::Map(*to),
        CombatEvent::Stood | CombatEvent::Held => {}
    }
}

/// The hexes that the beaten side vacates in a combat are open to an advance (`naw:7.74`).
fn leave(fight: Option<&mut Fight>, unit: UnitId, place: Place) {
    if let (Some(fight), Place::Map(hex)) = (fight, place)
        && fight.is_beaten(unit)
        && !fight.vacated.contains(&hex)
    {
        fight.vacated.push(hex);
        fight.vacated.sort_unstable();
    }
}

/// What happened, for the log. `None` for mere bookkeeping.
pub fn say(state: &State, event: &CombatEvent) -> Option<String> {
    let name = |unit: &UnitId| state.game.say(*unit);
    let all = |units: &[UnitId]| units.iter().map(name).collect::<Vec<_>>().join(", ");
    Some(match event {
        CombatEvent::Opened { owing, owed } => {
            if owing.is_empty() {
                return None;
            }
            format!("In contact: {}; with {}", all(owing), all(owed))
        }
        CombatEvent::Declared { assaults } => match assaults.len() {
            1 => "One combat is declared".into(),
            several => format!("{several} combats are declared"),
        },
        CombatEvent::Fought { assault, attack, defence, computed, column, face, result, .. } => {
            let lowered = match column.cmp(computed) {
                Ordering::Less => format!(", lowered to {column}"),
                Ordering::Equal => String::new(),
                Ordering::Greater => format!(", raised to {column}"),
            };
            format!(
                "{} against {}: {attack} to {defence}, {computed}{lowered}; rolled {face}: {result}, {}",
                all(&assault.attackers),
                all(&assault.defenders),
                result.words()
            )
        }
        CombatEvent::Came { .. } => return None,
        CombatEvent::Lost { unit, cause } => match cause {
            Loss::Result => format!("{} is eliminated", name(unit)),
            Loss::Exchange => format!("{} is lost in the exchange", name(unit)),
            Loss::NoRetreat => format!("{} has no way back and is eliminated", name(unit)),
        },
        CombatEvent::Retreated { unit, way, displaced } => {
            let mut said = format!("{} retreats", name(unit));
            if let Some(hex) = way.first() {
                said = format!("{said} to {hex}");
            }
            for (unit, hex) in displaced.iter().zip(way.iter().skip(1)) {
                said = format!("{said}; {} is displaced to {hex}", name(unit));
            }
            said
        }
        CombatEvent::Stood => "The bombarding guns stay".into(),
        CombatEvent::Advanced { unit, to } => format!("{} advances to {to}", name(unit)),
        CombatEvent::Held => "Nobody advances".into(),
    })
}
