//! What an order of Epstein's rules was about, for those who seek it in a log.

use std::collections::BTreeSet;

use crate::game::{Facts, LogKind};
use crate::rules::epstein::event::Event;
use crate::rules::epstein::order::{Act, Order};
use crate::rules::epstein::state::{GroupId, Phase, State};

/// The kinds of orders, in the order of their switches.
pub const LOG_KINDS: &[LogKind] = &[
    LogKind { name: MOVES, title: "Moves", tooltip: "Moves, formations, skirmishers, leaders" },
    LogKind { name: FIRE, title: "Fire", tooltip: "Volleys and guns, and who answered" },
    LogKind { name: CHARGES, title: "Charges", tooltip: "Charges, and how they were met" },
    LogKind { name: ROUTS, title: "Routs", tooltip: "Whatever made somebody run, and how they came back" },
    LogKind { name: DECISIONS, title: "Decisions", tooltip: "Answers, supports and losses" },
    LogKind { name: PERIODS, title: "Periods", tooltip: "Where periods and turns begin" },
    LogKind { name: FIATS, title: "Fiats", tooltip: "What the referee overrode" },
];

const MOVES: &str = "moves";
const FIRE: &str = "fire";
const CHARGES: &str = "charges";
const ROUTS: &str = "routs";
const DECISIONS: &str = "decisions";
const PERIODS: &str = "periods";
const FIATS: &str = "fiats";

/// What an order was about.
pub fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
    let named = named(order).into_iter().filter_map(|key| before.find_group(key).ok());
    let touched: BTreeSet<GroupId> = named.chain(touched(before, events)).collect();
    let of = |id: &GroupId| !before.group(*id).is_gone();
    let unit = |id: &GroupId| before.game.unit(before.unit(*id));
    let mut kinds = BTreeSet::from([kind(order)]);
    if events.iter().any(|event| matches!(event, Event::Routed { .. } | Event::Rallied { .. })) {
        kinds.insert(ROUTS);
    }
    if events.iter().any(|event| matches!(event, Event::Melee { .. })) {
        kinds.insert(CHARGES);
    }
    let side = match (&before.phase, order) {
        (Phase::HighDie | Phase::Over(_), _) | (_, Order::Fiat(_)) => None,
        (Phase::Period, _) => Some(before.game.side_id(before.decides())),
    };
    Facts {
        turn: after.turn,
        begins: after.turn != before.turn,
        kinds,
        side,
        groups: touched.iter().filter(|id| of(id)).map(|id| unit(id).command.clone()).collect(),
        pieces: touched.iter().filter(|id| of(id)).map(|id| before.key(*id)).collect(),
    }
}

/// The units that an order names.
fn named(order: &Order) -> Vec<&str> {
    let mut found: Vec<&str> = order.unit().into_iter().collect();
    match order {
        Order::Volley { target, .. } => found.push(target),
        Order::Charge { target, support, .. } => {
            found.push(target);
            found.extend(support.iter().flatten().map(String::as_str));
        }
        Order::Join { to, .. } | Order::SendGunners { to, .. } => found.push(to),
        Order::Support { units } => found.extend(units.iter().map(String::as_str)),
        Order::Fiat(fiat) => match &fiat.act {
            Act::Place { unit, .. } | Act::Remove { unit } => found.push(unit),
            Act::Figures { stand, .. } => found.push(stand),
            Act::Turn { .. } | Act::Option { .. } | Act::Cell { .. } => {}
        },
        _ => {}
    }
    found
}

/// The groups of the state before whom events touched.
pub fn touched(before: &State, events: &[Event]) -> Vec<GroupId> {
    let known = |id: &GroupId| id.index() < before.groups.len();
    let of = |event: &Event| match event {
        Event::Moved { group, .. }
        | Event::Formed { group, .. }
        | Event::Routed { group, .. }
        | Event::Rallied { group, .. }
        | Event::Disrupted { group, .. }
        | Event::MoraleRolled { group, .. }
        | Event::GunLost { group } => vec![*group],
        Event::Shot(shot) => vec![shot.by, shot.on],
        Event::Melee { by, on, .. } => vec![*by, *on],
        Event::Lost { stand, .. } | Event::Gone { stand } => before.group_of(*stand).into_iter().collect(),
        _ => Vec::new(),
    };
    events.iter().flat_map(of).filter(known).collect()
}

fn kind(order: &Order) -> &'static str {
    match order {
        Order::Form { .. }
        | Order::Move { .. }
        | Order::Skirmish { .. }
        | Order::CloseUp { .. }
        | Order::Detach { .. }
        | Order::Join { .. }
        | Order::Ford { .. }
        | Order::SendGunners { .. }
        | Order::Enter { .. }
        | Order::Lead { .. }
        | Order::Follow { .. }
        | Order::Stay { .. }
        | Order::EnterHouse { .. }
        | Order::LeaveHouse { .. }
        | Order::Post { .. } => MOVES,
        Order::Volley { .. } | Order::Guns { .. } | Order::FireAtHouse { .. } | Order::HouseFire { .. } => {
            FIRE
        }
        Order::Charge { .. } | Order::Assault { .. } => CHARGES,
        Order::Halt { .. } | Order::RunOn { .. } => ROUTS,
        Order::Answer { .. } | Order::Support { .. } | Order::PlaceLosses { .. } => DECISIONS,
        Order::RollFirst | Order::RollControl | Order::EndPeriod => PERIODS,
        Order::Fiat(_) => FIATS,
    }
}
