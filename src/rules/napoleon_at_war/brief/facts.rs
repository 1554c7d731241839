//! What an order in Napoleon at War was about, for searching and filtering the log.

use std::collections::BTreeSet;

use crate::combat::event::CombatEvent;
use crate::order::Family;
use crate::{Event, Order, State, UnitId, victory};
use game::keyed::numbers_in;
use game::{Banner, BannerKind, Facts, LogKind, Spot};

use super::units::formation;

/// The kinds of order, in the order of their filter switches.
pub const LOG_KINDS: &[LogKind] = &[
    LogKind {
        name: MOVES,
        title: "Moves",
        tooltip: "Moves, arrivals, units that change places",
        fights: false,
    },
    LogKind {
        name: COMBATS,
        title: "Combats",
        tooltip: "Declared, fought, and the retreats after them",
        fights: true,
    },
    LogKind {
        name: PHASES,
        title: "Phases",
        tooltip: "Turns, and where their phases begin and end",
        fights: false,
    },
    LogKind::FIATS,
];

const MOVES: &str = "moves";
const COMBATS: &str = "combats";
const PHASES: &str = "phases";

/// What an order was about. The order is attributed to the side of the first unit it names.
pub fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
    let named = order.units();
    let units = touched(named.clone(), events).into_iter().map(|id| after.game.unit(id));
    Facts {
        turn: after.turn,
        begins: events.iter().any(Event::begins_turn),
        kinds: BTreeSet::from([kind(order.family())]),
        side: named.first().map(|unit| after.game.side_id(after.side(*unit))),
        groups: units.clone().map(|unit| formation(after, unit).to_owned()).collect(),
        pieces: units.map(|unit| unit.id.clone()).collect(),
        banners: banners(before, after, events),
    }
}

/// The banners shown over the map: units lost or driven back, units exchanged before turn 1 (which identical counters do not
/// show), and places that decide the battle changing hands.
fn banners(before: &State, after: &State, events: &[Event]) -> Vec<Banner> {
    let mut banners: Vec<Banner> = events.iter().filter_map(|event| banner(before, event)).collect();
    let tallies = [before, after].map(victory::tally);
    if let ([Some(was), Some(is)], Some(battle)) = (tallies, after.game.marengo()) {
        let austrians = after.game.side_name(is.french.enemy());
        let places = [(battle.marengo, "Marengo"), (battle.pietrabuona, "Pietrabuona")];
        for (place, (hex, name)) in places.into_iter().enumerate() {
            if was.holds[place] != is.holds[place] {
                let words = match is.holds[place] {
                    true => format!("{austrians} holds {name}"),
                    false => format!("{austrians} holds {name} no longer"),
                };
                banners.push(Banner { kind: BannerKind::Objective, words, place: Some(Spot::Hex(hex.0)) });
            }
        }
    }
    banners
}

fn banner(before: &State, event: &Event) -> Option<Banner> {
    let (kind, words, unit) = match event {
        Event::Combat(CombatEvent::Lost { unit, .. }) | Event::Removed { unit } => {
            (BannerKind::Lost, format!("{} is lost", before.say(*unit)), unit)
        }
        Event::Combat(CombatEvent::Retreated { unit, .. }) => {
            (BannerKind::Retreat, format!("{} retreats", before.say(*unit)), unit)
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

/// All units that an order naming these units affected. The list of combat duties concerns every unit, so it is left out.
pub fn touched(named: Vec<UnitId>, events: &[Event]) -> Vec<UnitId> {
    let of_all = |event: &&Event| {
        matches!(event, Event::Combat(CombatEvent::Opened { .. } | CombatEvent::Came { .. }))
    };
    let told = events.iter().filter(|event| !of_all(event));
    named.into_iter().chain(told.flat_map(|event| numbers_in(event, "UnitId"))).collect()
}

/// The kind under which the log lists a family of orders.
fn kind(family: Family) -> &'static str {
    match family {
        Family::Moves => MOVES,
        Family::Combats => COMBATS,
        Family::Phases => PHASES,
        Family::Fiats => LogKind::FIATS.name,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Lab, give};
    use crate::{Assault, NapoleonAtWar};
    use game::RuleSet as _;

    use super::*;

    fn told(before: &State, after: &State, order: &Order, events: &[Event]) -> Vec<(BannerKind, String)> {
        let banners = facts(before, after, order, events).banners;
        banners.into_iter().map(|banner| (banner.kind, banner.words)).collect()
    }

    #[test]
    fn who_is_lost_or_driven_back_and_who_holds_marengo_is_told() {
        // Five against one: De by a 1; and the other way round, 1 to 5, Ae or Ar by every face.
        let lab = Lab::new().units("F5@2010 E1@2009");
        let mut kinds = BTreeSet::new();
        for (by, on) in [("F5@2010", "E1@2009"), ("F5@2010", "E5@2009"), ("F4@2010", "E4@2009")] {
            for face in 1..=6 {
                let lab = if lab.scenario.units.iter().any(|unit| unit.id == on) {
                    lab.clone()
                } else {
                    Lab::new().units(&format!("{by} {on}"))
                };
                let mut state = lab.combat();
                let before = state.clone();
                let assault =
                    Assault { attackers: vec![lab.id(by)], defenders: vec![lab.id(on)], lowered: None };
                let order = Order::Attack(assault);
                let events = give(&mut state, &order, &[face]);
                let mut all = told(&before, &state, &order, &events);
                // Who has a choice of ways chooses the first.
                let due = NapoleonAtWar::due(&state);
                if let Some(offer) = due.offers.iter().find(|offer| offer.kind == "retreat") {
                    let before = state.clone();
                    let events = give(&mut state, &offer.order, &[]);
                    all.extend(told(&before, &state, &offer.order, &events));
                }
                let gone = [by, on].into_iter().filter(|unit| state.hex(lab.id(unit)).is_none()).count();
                let lost = all.iter().filter(|(kind, _)| *kind == BannerKind::Lost).count();
                assert_eq!(lost, gone, "{by} on {on}, {face}: {all:?}");
                let moved = [by, on].into_iter().any(|unit| {
                    let [was, is] = [&before, &state].map(|state| state.hex(lab.id(unit)));
                    is.is_some() && was != is
                });
                assert_eq!(
                    all.iter().any(|(kind, _)| *kind == BannerKind::Retreat),
                    moved,
                    "{face}: {all:?}"
                );
                kinds.extend(all.into_iter().map(|(kind, _)| format!("{kind:?}")));
            }
        }
        assert_eq!(kinds.len(), 2, "{kinds:?}");
        let lab = Lab::marengo().units("F5@2010 E3@0708");
        let before = lab.state();
        let marengo = before.game.marengo().expect("its places are named").marengo;
        let came = Event::Placed { unit: lab.id("E3@0708"), hex: marengo };
        let mut after = before.clone();
        NapoleonAtWar::apply(&mut after, &came);
        let holds = told(&before, &after, &Order::EndMovement, std::slice::from_ref(&came));
        assert!(matches!(&holds[..], [(BannerKind::Objective, words)] if words.ends_with("holds Marengo")));
        let left = told(&after, &before, &Order::EndMovement, &[]);
        assert!(matches!(&left[..], [(_, words)] if words.ends_with("holds Marengo no longer")), "{left:?}");
    }
}
