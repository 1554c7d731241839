//! The events of a combat phase, and how they change the state (`cb:6c` to `cb:10e`).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::order::Assault;
use crate::roster::{Game, LeaderId, PieceId, UnitId};
use crate::state::{Phase, Place, State};
use hexes::{Direction, Hex};
use scenario::Side;

use super::phase::{Fight, Retreating, Step};
use super::table::{Column, CombatResult, ratio};

/// The cause of a unit's loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Loss {
    /// In woods as soon as it was attacked (`cb:9f`).
    Woods,
    /// There was no hex to retreat to (`cb:8a2`).
    NoRetreat,
    /// Forced into an enemy zone as it routs (`cb:8a2`).
    Zone,
    /// Its owner tried a chain of displacements that failed (`cb:8a3`, option `failed-chain`).
    Chain,
}

/// One event of a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CombatEvent {
    /// The attacks owed are fixed (`cb:6c`), and the batteries held by enemies (`cb:9c`).
    Opened { owing: BTreeSet<UnitId>, owed: BTreeSet<UnitId>, pinned: BTreeMap<UnitId, BTreeSet<UnitId>> },
    /// A combat is fought. Without a die if no defender is left (`cb:9f`), or there is no chance (`cb:7c2`).
    Fought {
        assault: Assault,
        contact: Vec<UnitId>,
        attack: u32,
        defence: u32,
        column: Option<Column>,
        face: Option<u8>,
        result: Option<CombatResult>,
    },
    /// The combat waits for this, or is over.
    Came { step: Step },
    /// A unit is lost.
    Lost { unit: UnitId, cause: Loss },
    /// A unit starts to retreat.
    TurnedBack { retreating: Retreating },
    /// It makes a hex, with its leaders; each displaced unit goes on to the next hex, with its companions.
    Retreated { unit: UnitId, to: Hex, displaced: Vec<(UnitId, Hex)>, with: Vec<(LeaderId, Hex)> },
    /// It turns by a hexside during its retreat (`cb:15a5`).
    Wheeled { unit: UnitId, faces: Direction },
    /// Forced into an enemy zone it routs, and has this many hexes to go (`cb:8a2`).
    Converted { unit: UnitId, left: u8 },
    /// Its retreat is over.
    Halted { unit: UnitId },
    /// No ranged battery retreats voluntarily (`cb:9d`).
    Stood,
    /// A victorious unit enters an emptied hex, with its leaders (`cb:8B`, `cb:11c`).
    Advanced { unit: UnitId, to: Hex, with: Vec<LeaderId> },
    /// Nobody advances.
    Held,
    /// A leader who gave his bonus survives the risk: the die is no 6 (`cb:11d`).
    Unhurt { leader: LeaderId, face: u8 },
    /// All battles are fought; these units are out of command and must withdraw (`cb:10e`).
    Withdraw { units: Vec<UnitId> },
}

impl CombatEvent {
    /// Who goes where: those who go, those whom they displace, and leaders with them.
    pub fn ways(&self, game: &Game) -> Vec<(PieceId, Vec<Hex>)> {
        let unit = |(id, hex): (UnitId, Hex)| (game.piece_of_unit(id), vec![hex]);
        let leader = |(id, hex): (LeaderId, Hex)| (game.piece_of_leader(id), vec![hex]);
        if let Self::Retreated { unit: id, to, displaced, with } = self {
            let units = std::iter::once((*id, *to)).chain(displaced.iter().copied()).map(unit);
            units.chain(with.iter().copied().map(leader)).collect()
        } else if let Self::Advanced { unit: id, to, with } = self {
            let along = with.iter().map(|id| leader((*id, *to)));
            std::iter::once(unit((*id, *to))).chain(along).collect()
        } else {
            Vec::new()
        }
    }
}

/// Changes the state by one event of a combat.
pub fn apply(state: &mut State, event: &CombatEvent) {
    let State { game, play: state, .. } = state;
    let Phase::Combat(phase) = &mut state.phase else { return };
    match event {
        CombatEvent::Opened { owing, owed, pinned } => {
            (phase.owing, phase.owed, phase.pinned) = (owing.clone(), owed.clone(), pinned.clone());
        }
        CombatEvent::Fought { assault, contact, attack, defence, column, face, result } => {
            phase.fought.extend(assault.by.iter().copied());
            phase.attacked.extend(assault.on.iter().copied());
            phase.inspired.extend(assault.leaders.iter().copied());
            phase.fight = Some(Box::new(Fight {
                attackers: assault.by.clone(),
                contact: contact.clone(),
                defenders: assault.on.clone(),
                leaders: assault.leaders.clone(),
                attack: *attack,
                defence: *defence,
                column: *column,
                face: *face,
                result: *result,
                vacated: BTreeMap::new(),
                step: Step::Done,
            }));
        }
        CombatEvent::Came { step } => {
            if let Some(fight) = &mut phase.fight {
                fight.step = step.clone();
            }
        }
        CombatEvent::Lost { unit, .. } => {
            // The hex in which it dies during its retreat does not count as emptied.
            if phase.retreating.as_ref().is_none_or(|retreating| retreating.unit != *unit) {
                let side = game.unit(*unit).side;
                left(phase.fight.as_deref_mut(), *unit, side, state.units[unit.index()].place);
            }
            let gone = &mut state.units[unit.index()];
            (gone.place, gone.faces, gone.routed) = (Place::Eliminated, None, false);
            settled(phase, *unit);
        }
        CombatEvent::TurnedBack { retreating } => {
            let side = game.unit(retreating.unit).side;
            left(phase.fight.as_deref_mut(), retreating.unit, side, Place::Map(retreating.from));
            phase.spent.insert(retreating.unit);
            if retreating.routs {
                rout(&mut state.units[retreating.unit.index()]);
            }
            phase.retreating = Some(Box::new(retreating.clone()));
        }
        CombatEvent::Retreated { unit, to, displaced, with } => {
            state.units[unit.index()].place = Place::Map(*to);
            for (unit, hex) in displaced {
                state.units[unit.index()].place = Place::Map(*hex);
                phase.displaced.insert(*unit);
                phase.spent.insert(*unit);
            }
            for (leader, hex) in with {
                state.leaders[leader.index()].place = Place::Map(*hex);
            }
            if let Some(retreating) = &mut phase.retreating {
                retreating.made = retreating.made.saturating_add(1);
                retreating.left = retreating.left.saturating_sub(1);
                for (leader, hex) in with {
                    if hex == to && !retreating.with.contains(leader) {
                        retreating.with.push(*leader);
                    }
                }
                retreating.with.sort_unstable();
            }
        }
        CombatEvent::Wheeled { unit, faces } => {
            state.units[unit.index()].faces = Some(*faces);
            if let Some(retreating) = &mut phase.retreating {
                retreating.turned = true;
            }
        }
        CombatEvent::Converted { unit, left } => {
            rout(&mut state.units[unit.index()]);
            if let Some(retreating) = &mut phase.retreating {
                (retreating.routs, retreating.left, retreating.may_stop) = (true, *left, false);
            }
        }
        CombatEvent::Halted { unit } => settled(phase, *unit),
        CombatEvent::Advanced { unit, to, with } => {
            state.units[unit.index()].place = Place::Map(*to);
            for leader in with {
                state.leaders[leader.index()].place = Place::Map(*to);
            }
            phase.spent.insert(*unit);
        }
        CombatEvent::Withdraw { units } => phase.withdrawing = Some(units.clone()),
        CombatEvent::Stood | CombatEvent::Held | CombatEvent::Unhurt { .. } => {}
    }
}

/// Routs a unit: no zone, no facing (`cb:12a`, `cb:15a5`).
fn rout(unit: &mut crate::state::UnitState) {
    (unit.routed, unit.faces) = (true, None);
}

/// Its retreat is over, or it is lost: nothing waits for it any more.
fn settled(phase: &mut super::phase::CombatPhase, unit: UnitId) {
    if phase.retreating.as_ref().is_some_and(|retreating| retreating.unit == unit) {
        phase.retreating = None;
    }
    if let Some(Step::Retreats { left, may }) = phase.fight.as_mut().map(|fight| &mut fight.step) {
        left.retain(|other| *other != unit);
        may.retain(|other| *other != unit);
    }
    if let Some(withdrawing) = &mut phase.withdrawing {
        withdrawing.retain(|other| *other != unit);
    }
}

/// Records that a hex was emptied by the combat, so that it is open to an advance (`cb:7c4`).
fn left(fight: Option<&mut Fight>, unit: UnitId, side: Side, place: Place) {
    if let (Some(fight), Place::Map(hex)) = (fight, place)
        && fight.is_participant(unit)
    {
        fight.vacated.insert(hex, side);
    }
}

/// The event in words for the log, in the state before it; `None` for bookkeeping.
pub fn say(state: &State, event: &CombatEvent) -> Option<String> {
    let name = |unit: &UnitId| state.game.say(*unit);
    let all = |units: &[UnitId]| units.iter().map(name).collect::<Vec<_>>().join(", ");
    let lead = |leader: &LeaderId| state.game.leader(*leader).name.clone();
    let leads = |leaders: &[LeaderId]| leaders.iter().map(lead).collect::<Vec<_>>().join(" and ");
    Some(match event {
        CombatEvent::Opened { owing, owed, .. } => {
            if owing.is_empty() && owed.is_empty() {
                return None;
            }
            let list = |units: &BTreeSet<UnitId>| all(&units.iter().copied().collect::<Vec<_>>());
            if owing.is_empty() {
                format!("Nobody has to attack; to be attacked: {}", list(owed))
            } else {
                format!("Obliged to attack: {}; to be attacked: {}", list(owing), list(owed))
            }
        }
        CombatEvent::Fought { .. } => return say_fought(state, event),
        CombatEvent::Came { .. } | CombatEvent::Halted { .. } => return None,
        CombatEvent::Lost { unit, cause } => match cause {
            Loss::Woods => format!("{} is attacked in woods and eliminated", name(unit)),
            Loss::NoRetreat => format!("{} has no way back and is eliminated", name(unit)),
            Loss::Zone => format!("{} can only go into an enemy zone and is eliminated", name(unit)),
            Loss::Chain => format!("{} finds no friend who can make way and is eliminated", name(unit)),
        },
        CombatEvent::TurnedBack { retreating } => {
            if !retreating.routs {
                return None;
            }
            format!("{} routs", name(&retreating.unit))
        }
        CombatEvent::Retreated { unit, to, displaced, with } => {
            let along = |hex: &Hex| {
                let with: Vec<LeaderId> =
                    with.iter().filter(|(_, at)| at == hex).map(|(leader, _)| *leader).collect();
                if with.is_empty() { String::new() } else { format!(" with {}", leads(&with)) }
            };
            let mut said = format!("{} goes back to {to}{}", name(unit), along(to));
            for (unit, hex) in displaced {
                said = format!("{said}; {} is displaced to {hex}{}", name(unit), along(hex));
            }
            said
        }
        CombatEvent::Wheeled { unit, .. } => format!("{} turns by a hexside", name(unit)),
        CombatEvent::Converted { unit, .. } => format!("{} enters an enemy zone and routs", name(unit)),
        CombatEvent::Stood => "The guns stay where they are".to_owned(),
        CombatEvent::Advanced { unit, to, with } => {
            let with = if with.is_empty() { String::new() } else { format!(" with {}", leads(with)) };
            format!("{} advances to {to}{with}", name(unit))
        }
        CombatEvent::Held => "Nobody advances".to_owned(),
        CombatEvent::Unhurt { leader, face } => format!("{} is unhurt (rolled {face})", lead(leader)),
        CombatEvent::Withdraw { units } => format!("Out of command, to withdraw: {}", all(units)),
    })
}

/// A combat in one sentence: participants, points, column, die.
fn say_fought(state: &State, event: &CombatEvent) -> Option<String> {
    let CombatEvent::Fought { assault, contact, attack, defence, column, face, result, .. } = event else {
        return None;
    };
    let all =
        |units: &[UnitId]| units.iter().map(|unit| state.game.say(*unit)).collect::<Vec<_>>().join(", ");
    let who = format!("{} against {}", all(&assault.by), all(&assault.on));
    let leaders = assault.leaders.iter().map(|leader| state.game.leader(*leader).name.clone());
    let bonus = match leaders.collect::<Vec<_>>().join(" and ") {
        names if names.is_empty() => names,
        names => format!(" with {names}"),
    };
    Some(match (column, face, result) {
        (Some(column), Some(face), Some(result)) => {
            let words = result.words(contact.is_empty());
            let at = match ratio(*attack, *defence, &state.game.options).column() {
                Some(plain) if column > &plain && assault.lowered.is_none() => {
                    format!("{plain}, with the three arms {column}")
                }
                Some(plain) if column != &plain => format!("{plain}, taken at {column}"),
                _ => column.to_string(),
            };
            format!("{who}: {attack} to {defence}, {at}; rolled {face}{bonus}: {result}, {words}")
        }
        (None, _, Some(result)) => {
            format!("{who}: {attack} to {defence}, below 1:3: {result}, {}", result.words(contact.is_empty()))
        }
        (_, _, None) | (Some(_), None, Some(_)) => format!("{who}: nobody is left to fight"),
    })
}
