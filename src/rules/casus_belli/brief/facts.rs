//! Facts about an order, for searching the log.

use std::collections::BTreeSet;

use crate::combat::event::CombatEvent;
use crate::order::Family;
use crate::roster::{Counter, PieceId, UnitId};
use crate::state::State;
use crate::words;
use crate::{Event, Order};
use game::{Banner, BannerKind, Facts, LogKind, Spot};

use super::{groups, head, units};

/// The kinds of orders, in the order of their switches in the log.
pub const LOG_KINDS: &[LogKind] = &[
    LogKind { name: MOVES, title: "Moves", tooltip: "Moves, arrivals, runs, exits, set-up", fights: false },
    LogKind {
        name: COMMANDS,
        title: "Commands",
        tooltip: "Who is under whom, successors, charges, reorganisation",
        fights: false,
    },
    LogKind {
        name: COMBATS,
        title: "Combats",
        tooltip: "Combats, and the retreats and advances after them",
        fights: true,
    },
    LogKind {
        name: LEADERS,
        title: "Leaders",
        tooltip: "Whatever befell a leader: risk, capture, loss",
        fights: false,
    },
    LogKind {
        name: MORALE,
        title: "Morale",
        tooltip: "Routs, reorganisation, corps demoralised or recovered",
        fights: false,
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
const COMMANDS: &str = "commands";
const COMBATS: &str = "combats";
const LEADERS: &str = "leaders";
const MORALE: &str = "morale";
const PHASES: &str = "phases";

/// The facts about an order.
pub fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
    let pieces: BTreeSet<PieceId> =
        units::named(before, order).into_iter().chain(touched(before, events)).collect();
    let mut kinds = BTreeSet::from([kind(order.family())]);
    for event in events {
        kinds.extend(kind_of(event));
    }
    let side = match order.family() {
        Family::Fiats => None,
        Family::Moves | Family::Commands | Family::Combats | Family::Phases => {
            head::decides(before).map(|side| before.game.side_id(side))
        }
    };
    Facts {
        turn: after.turn,
        begins: events.iter().any(Event::begins_turn),
        kinds,
        side,
        groups: pieces.iter().map(|piece| groups::key_of(after, *piece)).collect(),
        pieces: pieces.iter().map(|piece| units::key(after, *piece)).collect(),
        banners: events.iter().filter_map(|event| banner(before, after, event)).collect(),
    }
}

/// The banner of an event: a unit is lost or routs, or a place changes hands.
fn banner(before: &State, after: &State, event: &Event) -> Option<Banner> {
    let stood = |piece: PieceId| before.place(piece).hex().map(|hex| Spot::Hex(hex.0));
    let of_unit = |unit: UnitId| before.game.piece_of_unit(unit);
    let (kind, words, place) = match event {
        Event::Combat(CombatEvent::Lost { unit, .. }) => {
            (BannerKind::Lost, format!("{} is lost", before.say(*unit)), stood(of_unit(*unit)))
        }
        Event::Combat(CombatEvent::TurnedBack { retreating }) if retreating.routs => {
            let words = format!("{} routs", before.say(retreating.unit));
            (BannerKind::Rout, words, Some(Spot::Hex(retreating.from.0)))
        }
        // A retreat that was forced into an enemy zone (`cb:8a2`).
        Event::Combat(CombatEvent::Converted { unit, .. }) => {
            let words = format!("{} routs", before.say(*unit));
            let now = after.place(of_unit(*unit)).hex().map(|hex| Spot::Hex(hex.0));
            (BannerKind::Rout, words, now.or_else(|| stood(of_unit(*unit))))
        }
        // Removed by the referee.
        Event::Removed { piece } => {
            let kind = match before.game.counter(*piece) {
                Counter::Leader(_) => BannerKind::Leader,
                Counter::Unit(_) => BannerKind::Lost,
            };
            (kind, words::say_event(after, event)?, stood(*piece))
        }
        Event::LeaderLost { leader, .. } => {
            let place = stood(before.game.piece_of_leader(*leader));
            (BannerKind::Leader, words::say_event(after, event)?, place)
        }
        Event::Possessed { hex, .. } => {
            (BannerKind::Objective, words::say_event(after, event)?, Some(Spot::Hex(hex.0)))
        }
        _ => return None,
    };
    Some(Banner { kind, words, place })
}

/// The kind of a family of orders in the log.
const fn kind(family: Family) -> &'static str {
    match family {
        Family::Moves => MOVES,
        Family::Commands => COMMANDS,
        Family::Combats => COMBATS,
        Family::Phases => PHASES,
        Family::Fiats => LogKind::FIATS.name,
    }
}

/// A further kind that an event adds to an order.
fn kind_of(event: &Event) -> Option<&'static str> {
    match event {
        Event::Demoralised { .. }
        | Event::Rallied { .. }
        | Event::RallyFailed { .. }
        | Event::RoutSet { .. }
        | Event::Combat(CombatEvent::Converted { .. }) => Some(MORALE),
        Event::Combat(CombatEvent::TurnedBack { retreating }) => retreating.routs.then_some(MORALE),
        Event::LeaderLost { .. }
        | Event::Escaped { .. }
        | Event::Relocated { .. }
        | Event::Vacated { .. }
        | Event::Named { .. }
        | Event::Succeeded { .. }
        | Event::Promoted { .. }
        | Event::Combat(CombatEvent::Unhurt { .. }) => Some(LEADERS),
        Event::Combat(
            CombatEvent::Opened { .. }
            | CombatEvent::Fought { .. }
            | CombatEvent::Came { .. }
            | CombatEvent::Lost { .. }
            | CombatEvent::Retreated { .. }
            | CombatEvent::Wheeled { .. }
            | CombatEvent::Halted { .. }
            | CombatEvent::Stood
            | CombatEvent::Advanced { .. }
            | CombatEvent::Held
            | CombatEvent::Withdraw { .. },
        )
        | Event::Deployed { .. }
        | Event::Faced { .. }
        | Event::TurnBegan { .. }
        | Event::ArrivalRolled { .. }
        | Event::PlayerTurnBegan { .. }
        | Event::ShutOut { .. }
        | Event::Attached { .. }
        | Event::ChargeDeclared { .. }
        | Event::ChargeCalledOff { .. }
        | Event::ChargeBroken { .. }
        | Event::MovementBegan { .. }
        | Event::GroupBegan { .. }
        | Event::Moved { .. }
        | Event::Left { .. }
        | Event::CombatBegan
        | Event::ReorganisationBegan
        | Event::Asked(_)
        | Event::Settled
        | Event::Possessed { .. }
        | Event::Placed { .. }
        | Event::StrengthSet { .. }
        | Event::Removed { .. }
        | Event::Awarded { .. }
        | Event::ClockSet { .. }
        | Event::OptionSet { .. }
        | Event::Ended(_) => None,
    }
}

/// The pieces touched by events.
pub fn touched(state: &State, events: &[Event]) -> Vec<PieceId> {
    events.iter().flat_map(|event| touched_by(state, event)).collect()
}

/// The pieces touched by an event. Those that begin a player turn, check command or fix what combat owes concern everybody, so
/// they touch nobody; the pieces of a combat are named in its order.
fn touched_by(state: &State, event: &Event) -> Vec<PieceId> {
    let is_of_all = matches!(
        event,
        Event::Attached { .. }
            | Event::MovementBegan { .. }
            | Event::Asked(_)
            | Event::Combat(
                CombatEvent::Opened { .. }
                    | CombatEvent::Fought { .. }
                    | CombatEvent::Came { .. }
                    | CombatEvent::Withdraw { .. }
            )
    );
    if is_of_all { Vec::new() } else { units::named(state, event) }
}

#[cfg(test)]
mod tests {
    use crate::CasusBelli;
    use crate::fixture::{Lab, give};
    use crate::order::{Assault, Withdrawal};
    use game::RuleSet as _;
    use hexes::{Hex, Mark};
    use scenario::Side;

    use super::*;

    /// Gives the order; what is told of it.
    fn told(state: &mut State, order: &Order, dice: &[u16]) -> Vec<(BannerKind, Option<Spot>)> {
        let before = state.clone();
        let events = give(state, order, dice);
        let banners = facts(&before, state, order, &events).banners;
        banners.into_iter().map(|banner| (banner.kind, banner.place)).collect()
    }

    fn attack(lab: &Lab, by: &str, on: &str, leaders: &[&str]) -> Order {
        let leaders = leaders.iter().map(|leader| lab.leader(leader)).collect();
        Order::Attack(Assault { by: vec![lab.id(by)], on: vec![lab.id(on)], leaders, ..Assault::default() })
    }

    #[test]
    fn losses_routs_leaders_and_places_are_told() {
        // Nowhere to go: lost (`cb:8a6`).
        let ring = |lab: Lab, open: &[u16]| {
            let sides = [2009, 2011, 1910, 1911, 2110, 2111];
            let barred = sides.into_iter().filter(|side| !open.contains(side));
            barred.fold(lab, |lab, side| lab.side(2010, side, Mark::River))
        };
        let lab = ring(Lab::new().units("F4@2010 E4@2009"), &[2009]);
        let mut state = lab.combat();
        let lost = told(&mut state, &attack(&lab, "F4@2010", "E4@2009", &[]), &[1]);
        assert_eq!(lost, [(BannerKind::Lost, Some(Spot::Hex(2010)))]);
        // Forced into an enemy zone a retreat becomes a rout (`cb:8a2`).
        let lab = ring(Lab::new().units("F4-5@2010 E4@2009 E4@2211"), &[2009, 2110, 2111]);
        let mut state = lab.combat();
        assert_eq!(told(&mut state, &attack(&lab, "F4-5@2010", "E4@2009", &[]), &[1]), []);
        let back = Order::Retreat(Withdrawal {
            unit: lab.id("F4-5@2010"),
            way: vec![Hex(2110)],
            chain: Vec::new(),
            with: Vec::new(),
            faces: None,
        });
        let routs = told(&mut state, &back, &[]);
        assert!(matches!(routs[..], [(BannerKind::Rout, Some(_))]), "{routs:?}");
        // A leader who gave his bonus is killed by a 6 (`cb:11d`).
        let lab = Lab::new().units("F8@2010 E4@2009 LF2.v@2010");
        let mut state = lab.combat();
        told(&mut state, &attack(&lab, "F8@2010", "E4@2009", &["LF2.v@2010"]), &[1]);
        let advance = Order::Advance { unit: lab.id("F8@2010"), to: Hex(2009) };
        let killed = told(&mut state, &advance, &[6]);
        assert!(matches!(killed[..], [(BannerKind::Leader, Some(_))]), "{killed:?}");
        // A place changes hands (`cb:14a`).
        let before = Lab::marengo().state();
        let came = Event::Possessed { hex: Hex(1004), side: Side(1) };
        let mut after = before.clone();
        CasusBelli::apply(&mut after, &came);
        let held = facts(&before, &after, &Order::EndMovement, &[came]).banners;
        assert!(matches!(&held[..], [one] if one.kind == BannerKind::Objective
            && one.place == Some(Spot::Hex(1004)) && !one.words.is_empty()));
    }
}
