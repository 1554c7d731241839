//! The record of a hex game as the log shows it: what each order was about.

use std::collections::BTreeSet;

use crate::app::record::{About, Group, Kind, LogRow, Recorded};
use crate::desk::Entry;
use crate::rules::napoleon_at_war::brief::formations;
use crate::rules::napoleon_at_war::combat::CombatEvent;
use crate::rules::napoleon_at_war::{Event, NapoleonAtWar, Order, State, UnitId};
use crate::scenario::Side;

impl Recorded for NapoleonAtWar {
    fn about(start: &State, entry: &Entry<Self>, _before: Option<&LogRow>) -> About {
        let mut units = named(&entry.order);
        let mut turn = None;
        for event in &entry.events {
            match event {
                Event::TurnBegan { turn: now } | Event::ClockSet { turn: now } => turn = Some(*now),
                Event::Combat(CombatEvent::Lost { unit, .. }) => units.push(*unit),
                Event::Combat(CombatEvent::Retreated { unit, displaced, .. }) => {
                    units.push(*unit);
                    units.extend(displaced);
                }
                _ => {}
            }
        }
        let known = start.game.scenario.units.len();
        units.retain(|unit| unit.index() < known);
        let side = named(&entry.order).first().map(|unit| start.side(*unit));
        let groups = groups(start);
        let group = |unit: &UnitId| {
            let number = u16::from(unit.0);
            groups.iter().find(|group| group.members.iter().any(|(member, _)| *member == number))
        };
        let commands = units.iter().filter_map(|unit| Some(group(unit)?.number)).collect();
        let stands = units.iter().map(|unit| u16::from(unit.0)).collect();
        About {
            turn,
            kinds: BTreeSet::from([kind(&entry.order)]),
            side,
            command: None,
            stands,
            commands,
            ..About::default()
        }
    }

    fn turn_of(state: &State) -> u8 {
        state.turn
    }
}

/// The units that an order names.
fn named(order: &Order) -> Vec<UnitId> {
    match order {
        Order::Interchange { one, other } => vec![*one, *other],
        Order::Move { unit, .. }
        | Order::TakeBack { unit, .. }
        | Order::Retreat { unit, .. }
        | Order::Advance { unit, .. } => vec![*unit],
        Order::Declare { assaults } => {
            assaults.iter().flat_map(|one| one.attackers.iter().chain(&one.defenders)).copied().collect()
        }
        Order::Attack(one) => one.attackers.iter().chain(&one.defenders).copied().collect(),
        Order::Exchange { lost } => lost.clone(),
        Order::Begin
        | Order::EndMovement
        | Order::Reopen
        | Order::Counterattack
        | Order::Decline
        | Order::EndCombat
        | Order::Fiat(_) => Vec::new(),
    }
}

fn kind(order: &Order) -> Kind {
    match order {
        Order::Interchange { .. } | Order::Move { .. } | Order::TakeBack { .. } => Kind::Moves,
        Order::Declare { .. }
        | Order::Attack(_)
        | Order::Exchange { .. }
        | Order::Retreat { .. }
        | Order::Advance { .. }
        | Order::Decline
        | Order::Counterattack => Kind::Combats,
        Order::Begin | Order::EndMovement | Order::Reopen | Order::EndCombat => Kind::Chits,
        Order::Fiat(_) => Kind::Fiats,
    }
}

/// The formations with their units, side by side, in the order of their names.
pub fn groups(state: &State) -> Vec<Group> {
    let mut groups = Vec::new();
    for side in Side::BOTH {
        for (name, units) in formations(state, side) {
            let member = |id: &UnitId| (u16::from(id.0), state.game.unit(*id).name.clone());
            let number = u16::try_from(groups.len()).unwrap_or(u16::MAX);
            let members = units.iter().map(member).collect();
            groups.push(Group { number, side, name: name.to_owned(), members });
        }
    }
    groups
}
