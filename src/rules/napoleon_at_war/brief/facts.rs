//! What an order of Napoleon at War was about, for those who seek it in a log.

use std::collections::BTreeSet;

use crate::game::{Facts, LogKind};
use crate::rules::napoleon_at_war::combat::event::CombatEvent;
use crate::rules::napoleon_at_war::{Assault, Event, Order, State, UnitId};

use super::units::formation;

/// The kinds of orders, in the order of their switches.
pub const LOG_KINDS: &[LogKind] = &[
    LogKind { name: MOVES, title: "Moves", tooltip: "Moves, arrivals, units that change places" },
    LogKind { name: COMBATS, title: "Combats", tooltip: "Declared, fought, and the retreats after them" },
    LogKind { name: PHASES, title: "Phases", tooltip: "Turns, and where their phases begin and end" },
    LogKind { name: FIATS, title: "Fiats", tooltip: "What the referee overrode" },
];

const MOVES: &str = "moves";
const COMBATS: &str = "combats";
const PHASES: &str = "phases";
const FIATS: &str = "fiats";

/// What an order was about. It is the order of the side whose unit it names first.
pub fn facts(after: &State, order: &Order, events: &[Event]) -> Facts {
    let (kind, named) = named(order);
    let units = touched(named.clone(), events).into_iter().map(|id| after.game.unit(id));
    Facts {
        turn: after.turn,
        begins: events.iter().any(|event| matches!(event, Event::TurnBegan { .. } | Event::ClockSet { .. })),
        kinds: BTreeSet::from([kind]),
        side: named.first().map(|unit| after.game.side_id(after.side(*unit))),
        groups: units.clone().map(|unit| formation(after, unit).to_owned()).collect(),
        pieces: units.map(|unit| unit.id.clone()).collect(),
    }
}

/// Everybody whom an order touched that names these.
pub fn touched(named: Vec<UnitId>, events: &[Event]) -> Vec<UnitId> {
    let mut units = named;
    for event in events {
        match event {
            Event::Combat(CombatEvent::Lost { unit, .. }) => units.push(*unit),
            Event::Combat(CombatEvent::Retreated { unit, displaced, .. }) => {
                units.push(*unit);
                units.extend(displaced);
            }
            _ => {}
        }
    }
    units
}

/// The kind of an order, and the units that it names.
pub fn named(order: &Order) -> (&'static str, Vec<UnitId>) {
    let of = |one: &Assault| one.attackers.iter().chain(&one.defenders).copied().collect::<Vec<_>>();
    match order {
        Order::Interchange { one, other } => (MOVES, vec![*one, *other]),
        Order::Move { unit, .. } | Order::TakeBack { unit, .. } => (MOVES, vec![*unit]),
        Order::Declare { assaults } => (COMBATS, assaults.iter().flat_map(of).collect()),
        Order::Attack(assault) => (COMBATS, of(assault)),
        Order::Exchange { lost } => (COMBATS, lost.clone()),
        Order::Retreat { unit, .. } | Order::Advance { unit, .. } => (COMBATS, vec![*unit]),
        Order::Decline | Order::Counterattack => (COMBATS, Vec::new()),
        Order::Begin | Order::EndMovement | Order::Reopen | Order::EndCombat => (PHASES, Vec::new()),
        Order::Fiat(_) => (FIATS, Vec::new()),
    }
}
