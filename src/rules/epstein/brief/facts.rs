//! Facts about an order, for searching the log.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::event::{self, Event};
use crate::house_event::HouseEvent;
use crate::kind::Arm;
use crate::order::{Family, Order};
use crate::state::{GroupId, Phase, State};
use crate::victory::holder;
use drawing::shape::bounds;
use game::keyed::numbers_in;
use game::{Banner, BannerKind, Facts, LogKind, Spot};

/// The kinds of orders, in the order of their switches in the log.
pub const LOG_KINDS: &[LogKind] = &[
    LogKind {
        name: MOVES,
        title: "Moves",
        tooltip: "Moves, formations, skirmishers, leaders",
        fights: false,
    },
    LogKind { name: FIRE, title: "Fire", tooltip: "Volleys and guns, and who answered", fights: false },
    LogKind { name: CHARGES, title: "Charges", tooltip: "Charges, and how they were met", fights: true },
    LogKind {
        name: ROUTS,
        title: "Routs",
        tooltip: "Whatever made somebody run, and how they came back",
        fights: false,
    },
    LogKind { name: DECISIONS, title: "Decisions", tooltip: "Answers, supports and losses", fights: false },
    LogKind { name: PERIODS, title: "Periods", tooltip: "Where periods and turns begin", fights: false },
    LogKind::FIATS,
];

const MOVES: &str = "moves";
const FIRE: &str = "fire";
const CHARGES: &str = "charges";
const ROUTS: &str = "routs";
const DECISIONS: &str = "decisions";
const PERIODS: &str = "periods";

/// The facts about an order.
pub fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
    let named = order.named().into_iter().filter_map(|key| before.find_group(key).ok());
    let mut found: Vec<Party> = named.filter_map(|id| Party::of(before, id)).collect();
    let mut now = before.clone();
    for event in events {
        found.extend(touched(&now, event).into_iter().filter_map(|id| Party::of(&now, id)));
        event::apply(&mut now, event);
    }
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
        groups: found.iter().map(|party| party.command.clone()).collect(),
        pieces: found.into_iter().map(|party| party.key).collect(),
        banners: banners(before, after, events),
    }
}

/// The banners shown over the table: units that are lost or rout, and places that change hands.
fn banners(before: &State, after: &State, events: &[Event]) -> Vec<Banner> {
    let mut banners = Vec::new();
    let mut now = before.clone();
    for event in events {
        let found = match event {
            // The last stand of a unit.
            Event::Gone { stand } => {
                now.group_of(*stand).filter(|id| now.group(*id).stands.len() == 1).map(|id| {
                    match now.arm(id) {
                        Arm::Command => (BannerKind::Leader, id, "is lost"),
                        _ => (BannerKind::Lost, id, "is lost"),
                    }
                })
            }
            Event::Routed { group, .. } => Some((BannerKind::Rout, *group, "routs")),
            _ => None,
        };
        let told = found.map(|(kind, id, does)| (kind, format!("{} {does}", now.say(id)), middle(&now, id)));
        event::apply(&mut now, event);
        banners.extend(told.map(|(kind, words, place)| Banner { kind, words, place }));
    }
    for one in &after.game.scenario.objectives {
        let holds = holder(after, one);
        if let Some(side) = holds.filter(|_| holds != holder(before, one)) {
            let words = format!("{} holds {}", after.game.side_name(side), one.name);
            let place = (!one.place.is_empty()).then(|| spot(&one.place));
            banners.push(Banner { kind: BannerKind::Objective, words, place });
        }
    }
    banners
}

/// The middle of a group on the table.
fn middle(state: &State, id: GroupId) -> Option<Spot> {
    let places: Vec<Vec2> =
        state.group(id).stands.iter().filter_map(|stand| state.pose(*stand)).map(|pose| pose.at).collect();
    (!places.is_empty()).then(|| spot(&places))
}

fn spot(places: &[Vec2]) -> Spot {
    let (low, high) = bounds(places);
    let middle = (low + high) / 2.0;
    Spot::Point { x: f64::from(middle.x), y: f64::from(middle.y) }
}

/// A group touched by an event, in terms that stay valid when the list of groups changes.
struct Party {
    key: String,
    command: String,
}

impl Party {
    /// The party of a group in play; `None` if the group is gone.
    fn of(state: &State, id: GroupId) -> Option<Self> {
        let group = state.groups.get(id.index()).filter(|group| !group.is_gone());
        group.map(|_| Self { key: state.key(id), command: state.game.unit(state.unit(id)).command.clone() })
    }
}

/// The groups that an event touches, in the state before it.
pub fn touched(now: &State, event: &Event) -> Vec<GroupId> {
    match event {
        // Marks and pending decisions show in the events that cause them.
        Event::Marked { .. }
        | Event::Spent { .. }
        | Event::Began(_)
        | Event::Changed(_)
        | Event::House(HouseEvent::SideUsed { .. }) => Vec::new(),
        Event::MayFollow(following) => vec![following.leader],
        event => {
            let mut found: Vec<GroupId> = numbers_in(event, "GroupId");
            found.extend(numbers_in(event, "StandId").into_iter().filter_map(|stand| now.group_of(stand)));
            found.sort_unstable();
            found.dedup();
            found
        }
    }
}

fn kind(order: &Order) -> &'static str {
    match order.family() {
        Family::Moves => MOVES,
        Family::Fire => FIRE,
        Family::Charges => CHARGES,
        Family::Routs => ROUTS,
        Family::Decisions => DECISIONS,
        Family::Periods => PERIODS,
        Family::Fiats => LogKind::FIATS.name,
    }
}

#[cfg(test)]
mod tests {
    use crate::rule_set::Epstein;
    use crate::state::Place;
    use game::RuleSet as _;
    use game::options::Options;
    use scenario::shipped::Embedded;
    use scenario::{AnyRules, Battle as _, Scenario};
    use table::{Heading, Pose};

    use super::*;

    fn told(before: &State, after: &State, events: &[Event]) -> Vec<(BannerKind, bool)> {
        let banners = facts(before, after, &Order::EndPeriod, events).banners;
        banners.into_iter().map(|banner| (banner.kind, banner.place.is_some())).collect()
    }

    #[test]
    fn losses_routs_leaders_and_places_are_told() {
        let (scenario, _) =
            Scenario::read("brigade-action", &Embedded, &AnyRules).expect("it is in the program");
        let state = Epstein::start(scenario, &Options::default()).expect("it is played by these rules");
        let of_arm = |is: fn(Arm) -> bool| {
            let ids = (0..state.groups.len()).map(|index| GroupId(index as u16));
            let mut there = ids.filter(|id| middle(&state, *id).is_some());
            there.find(|id| is(state.arm(*id))).expect("there is one")
        };
        let [foot, leader] = [of_arm(|arm| arm == Arm::Infantry), of_arm(|arm| arm == Arm::Command)];
        let rout = Event::Routed { group: foot, heading: Heading::NORTH, to: Vec::new(), hit: false };
        let mut after = state.clone();
        event::apply(&mut after, &rout);
        assert_eq!(told(&state, &after, &[rout]), [(BannerKind::Rout, true)]);
        for (id, kind) in [(foot, BannerKind::Lost), (leader, BannerKind::Leader)] {
            let stands = state.group(id).stands.clone();
            let events: Vec<Event> = stands.iter().map(|stand| Event::Gone { stand: *stand }).collect();
            let mut after = state.clone();
            events.iter().for_each(|event| event::apply(&mut after, event));
            assert_eq!(told(&state, &after, &events), [(kind, true)], "the last stand of it");
        }
        // The Galgenberg is held by who has more stands on it: one side is gone, and the other stands there with all it has.
        let hill = state.game.scenario.objectives.iter().find(|one| one.name == "Galgenberg");
        let hill = hill.expect("it is fought for");
        let gone = holder(&state, hill).unwrap_or(state.side(foot).enemy());
        let (low, high) = bounds(&hill.place);
        let mut after = state.clone();
        for id in (0..state.groups.len()).map(|index| GroupId(index as u16)) {
            for stand in state.group(id).stands.iter().filter(|stand| state.pose(**stand).is_some()) {
                let stand = after.stands.get_mut(stand.index()).expect("it is there");
                stand.place = match state.side(id) == gone {
                    true => Place::Lost,
                    false => Place::Table(Pose::new((low + high) / 2.0, Heading::NORTH)),
                };
            }
        }
        let held = (holder(&state, hill), holder(&after, hill), &hill.place);
        assert!(held.0 != held.1 && held.1.is_some(), "{held:?}");
        assert!(told(&state, &after, &[]).contains(&(BannerKind::Objective, true)));
    }
}
