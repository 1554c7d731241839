//! The traces of an order on the map: touched pieces and their paths.

use std::collections::BTreeMap;

use crate::combat::event::CombatEvent;
use crate::roster::{LeaderId, PieceId, UnitId};
use crate::state::State;
use crate::{Event, Order};
use drawing::Mark;
use drawing::hex::{cursor_marks, path_marks};
use hexes::Hex;

use super::{facts, units};

/// The marks of an order that was given in this state, in inches of the map's sheet.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let lie = &before.game.sheet().lie;
    let mut hexes: Vec<Hex> = units::named(before, order)
        .into_iter()
        .chain(facts::touched(before, events))
        .filter_map(|piece| units::hex(before, piece))
        .collect();
    let ways = ways(before, events);
    hexes.extend(ways.values().filter_map(|way| way.last().copied()));
    hexes.sort_unstable();
    hexes.dedup();
    let mut marks: Vec<Mark> = ways.values().flat_map(|way| path_marks(lie, way, None)).collect();
    marks.extend(hexes.into_iter().flat_map(|hex| cursor_marks(lie, hex)));
    marks
}

/// The paths of pieces in these events, from their hexes.
pub fn ways(before: &State, events: &[Event]) -> BTreeMap<PieceId, Vec<Hex>> {
    let mut ways: BTreeMap<PieceId, Vec<Hex>> = BTreeMap::new();
    for (piece, way) in events.iter().flat_map(|event| steps(before, event)) {
        let known = ways.entry(piece).or_insert_with(|| units::hex(before, piece).into_iter().collect());
        known.extend(way);
    }
    // A piece that enters starts at its first hex.
    ways.retain(|_, way| way.len() > 1);
    ways
}

/// The steps of pieces in an event.
fn steps(before: &State, event: &Event) -> Vec<(PieceId, Vec<Hex>)> {
    match event {
        Event::Moved { piece, path, .. } | Event::Left { piece, path, .. } => vec![(*piece, path.clone())],
        Event::Relocated { leader, hex } => vec![(before.game.piece_of_leader(*leader), vec![*hex])],
        Event::Combat(event) => steps_in_combat(before, event),
        Event::Deployed { .. }
        | Event::Faced { .. }
        | Event::TurnBegan { .. }
        | Event::ArrivalRolled { .. }
        | Event::PlayerTurnBegan { .. }
        | Event::ShutOut { .. }
        | Event::Named { .. }
        | Event::Succeeded { .. }
        | Event::Promoted { .. }
        | Event::Attached { .. }
        | Event::ChargeDeclared { .. }
        | Event::ChargeCalledOff { .. }
        | Event::ChargeBroken { .. }
        | Event::MovementBegan { .. }
        | Event::GroupBegan { .. }
        | Event::CombatBegan
        | Event::ReorganisationBegan
        | Event::Rallied { .. }
        | Event::RallyFailed { .. }
        | Event::Asked(_)
        | Event::Settled
        | Event::Escaped { .. }
        | Event::LeaderLost { .. }
        | Event::Vacated { .. }
        | Event::Demoralised { .. }
        | Event::Possessed { .. }
        | Event::Placed { .. }
        | Event::StrengthSet { .. }
        | Event::RoutSet { .. }
        | Event::Removed { .. }
        | Event::Awarded { .. }
        | Event::ClockSet { .. }
        | Event::OptionSet { .. }
        | Event::Ended(_) => Vec::new(),
    }
}

fn steps_in_combat(before: &State, event: &CombatEvent) -> Vec<(PieceId, Vec<Hex>)> {
    let of_unit = |id: &UnitId| before.game.piece_of_unit(*id);
    let of_leader = |id: &LeaderId| before.game.piece_of_leader(*id);
    match event {
        CombatEvent::Retreated { unit, to, displaced, with } => {
            let pushed = displaced.iter().map(|(unit, hex)| (of_unit(unit), vec![*hex]));
            let along = with.iter().map(|(leader, hex)| (of_leader(leader), vec![*hex]));
            std::iter::once((of_unit(unit), vec![*to])).chain(pushed).chain(along).collect()
        }
        CombatEvent::Advanced { unit, to, with } => {
            let along = with.iter().map(|leader| (of_leader(leader), vec![*to]));
            std::iter::once((of_unit(unit), vec![*to])).chain(along).collect()
        }
        CombatEvent::Opened { .. }
        | CombatEvent::Fought { .. }
        | CombatEvent::Came { .. }
        | CombatEvent::Lost { .. }
        | CombatEvent::TurnedBack { .. }
        | CombatEvent::Wheeled { .. }
        | CombatEvent::Converted { .. }
        | CombatEvent::Halted { .. }
        | CombatEvent::Stood
        | CombatEvent::Held
        | CombatEvent::Unhurt { .. }
        | CombatEvent::Withdraw { .. } => Vec::new(),
    }
}
