//! What an order of Epstein's rules was about, for those who seek it in a log.

use std::collections::BTreeSet;

use crate::game::{Facts, LogKind};
use crate::rules::epstein::event::Event;
use crate::rules::epstein::order::{Family, Order};
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
    let named = order.named().into_iter().filter_map(|key| before.find_group(key).ok());
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
    let side = match (&before.phase, order.family()) {
        (Phase::HighDie | Phase::Over(_), _) | (_, Family::Fiats) => None,
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
    match order.family() {
        Family::Moves => MOVES,
        Family::Fire => FIRE,
        Family::Charges => CHARGES,
        Family::Routs => ROUTS,
        Family::Decisions => DECISIONS,
        Family::Periods => PERIODS,
        Family::Fiats => FIATS,
    }
}
