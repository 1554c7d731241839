//! What an order of Napoleon at War was about, for those who seek it in a log.

use std::collections::BTreeSet;

use crate::game::{Banner, BannerKind, Facts, LogKind, Spot};
use crate::rules::napoleon_at_war::combat::event::CombatEvent;
use crate::rules::napoleon_at_war::order::Family;
use crate::rules::napoleon_at_war::{Event, Order, State, UnitId};

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
pub fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
    let named = order.units();
    let units = touched(named.clone(), events).into_iter().map(|id| after.game.unit(id));
    Facts {
        turn: after.turn,
        begins: events.iter().any(|event| matches!(event, Event::TurnBegan { .. } | Event::ClockSet { .. })),
        kinds: BTreeSet::from([kind(order.family())]),
        side: named.first().map(|unit| after.game.side_id(after.side(*unit))),
        groups: units.clone().map(|unit| formation(after, unit).to_owned()).collect(),
        pieces: units.map(|unit| unit.id.clone()).collect(),
        banners: events.iter().filter_map(|event| banner(before, event)).collect(),
    }
}

/// What is told over the map: who is lost, and before turn 1 who changed places, which counters alike do not show.
fn banner(before: &State, event: &Event) -> Option<Banner> {
    let (kind, words, unit) = match event {
        Event::Combat(CombatEvent::Lost { unit, .. }) | Event::Removed { unit } => {
            (BannerKind::Lost, format!("{} is lost", before.say(*unit)), unit)
        }
        Event::Interchanged { one, other } => {
            let words = format!("{} and {} change places", before.say(*one), before.say(*other));
            (BannerKind::Placed, words, one)
        }
        _ => return None,
    };
    let place = before.hex(*unit).map(|hex| Spot::Hex(hex.0));
    Some(Banner { kind, words, place })
}

/// Everybody whom an order touched that names these.
pub fn touched(named: Vec<UnitId>, events: &[Event]) -> Vec<UnitId> {
    let mut units = named;
    for event in events {
        match event {
            Event::Combat(CombatEvent::Lost { unit, .. })
            | Event::Placed { unit, .. }
            | Event::StrengthSet { unit, .. }
            | Event::Removed { unit } => units.push(*unit),
            Event::Combat(CombatEvent::Retreated { unit, displaced, .. }) => {
                units.push(*unit);
                units.extend(displaced);
            }
            _ => {}
        }
    }
    units
}

/// The kind under which a log lists a family of orders.
fn kind(family: Family) -> &'static str {
    match family {
        Family::Moves => MOVES,
        Family::Combats => COMBATS,
        Family::Phases => PHASES,
        Family::Fiats => FIATS,
    }
}
