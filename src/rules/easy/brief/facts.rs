//! Facts about an order, for searching the log.

use std::collections::BTreeSet;

use crate::combat::change::Change;
use crate::order::{Family, Taking};
use crate::state::Reason;
use crate::{CommandId, Event, Order, StandId, State};
use drawing::shape::bounds;
use game::keyed::numbers_in;
use game::{Banner, BannerKind, Facts, LogKind, Spot};
use scenario::army::Arm;

/// The kinds of orders, in the order of their switches in the log.
pub const LOG_KINDS: &[LogKind] = &[
    LogKind { name: MOVES, title: "Moves", tooltip: "Moves, withdrawals, arrivals", fights: false },
    LogKind { name: FIRE, title: "Fire", tooltip: "Shots of the artillery", fights: false },
    LogKind {
        name: COMBATS,
        title: "Combats",
        tooltip: "Declared, fought, and the retreats after them",
        fights: true,
    },
    LogKind { name: RALLY, title: "Rally", tooltip: "Stands brought back", fights: false },
    LogKind { name: CHITS, title: "Chits", tooltip: "Chits, activations, turns and weather", fights: false },
    LogKind::FIATS,
];

const MOVES: &str = "moves";
const FIRE: &str = "fire";
const COMBATS: &str = "combats";
const RALLY: &str = "rally";
const CHITS: &str = "chits";

/// The facts about an order. Stands are listed under their commands before and after the order.
pub fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
    let stands = touched(order, events);
    let acting = acting(before, order, events);
    let of = |id: &StandId| {
        [before, after].map(|state| state.roster().stands.get(id.index()).map(|unit| unit.command))
    };
    let commands: BTreeSet<CommandId> = stands.iter().flat_map(of).flatten().chain(acting).collect();
    let side = order
        .actor()
        .map(|stand| after.side(stand))
        .or_else(|| acting.map(|command| after.command_side(command)));
    let mut kinds = BTreeSet::from([kind(order.family())]);
    if events.iter().any(|event| matches!(event, Event::Fired { .. })) {
        kinds.insert(FIRE);
    }
    Facts {
        turn: after.turn,
        begins: events.iter().any(|event| matches!(event, Event::TurnBegan { .. } | Event::ClockSet { .. })),
        kinds,
        side: side.map(|side| after.side_id(side)),
        groups: commands.into_iter().map(|command| after.command_key(command)).collect(),
        pieces: stands.into_iter().map(|stand| after.key(stand)).collect(),
        banners: events.iter().filter_map(|event| banner(before, after, event)).collect(),
    }
}

/// The banner of an event: a stand is lost or routs, or a place changes hands.
fn banner(before: &State, after: &State, event: &Event) -> Option<Banner> {
    let stood = |stand: StandId| before.pose(stand).or_else(|| after.pose(stand)).map(Spot::pose);
    let name = |stand: StandId| after.say_short(stand);
    let lost = |stand: StandId| match after.unit(stand).arm {
        Arm::General => BannerKind::Leader,
        _ => BannerKind::Lost,
    };
    let (kind, words, place) = match event {
        Event::Eliminated { stand, .. } => (lost(*stand), format!("{} is lost", name(*stand)), stood(*stand)),
        Event::Removed { stand } if before.pose(*stand).is_some() => {
            (lost(*stand), format!("{} is taken off", name(*stand)), stood(*stand))
        }
        Event::WagonTaken { wagon, by, how: Taking::Capture, .. } => {
            (BannerKind::Lost, format!("{} captures {}", name(*by), name(*wagon)), stood(*wagon))
        }
        Event::GeneralGone { general } => {
            (BannerKind::Leader, format!("{} leaves the table", name(*general)), stood(*general))
        }
        // A lost general with a successor is still on the table, behind his troops (`easy:III.C.2`).
        Event::Scored { reason: Reason::General(general), .. } if after.pose(*general).is_some() => {
            let words = format!("{} is lost: a successor takes his place", name(*general));
            (BannerKind::Leader, words, stood(*general))
        }
        Event::Routed { stand, on: true } => {
            let to = after.pose(*stand).map(Spot::pose);
            (BannerKind::Rout, format!("{} routs", name(*stand)), to.or_else(|| stood(*stand)))
        }
        Event::Held { objective, by } => {
            let objective = after.game.scenario.objectives.get(*objective)?;
            let (low, high) = bounds(&objective.place);
            let middle = (low + high) / 2.0;
            let place = Spot::Point { x: f64::from(middle.x), y: f64::from(middle.y) };
            let words = format!("{} holds {}", after.say_side(*by), objective.name);
            (BannerKind::Objective, words, (!objective.place.is_empty()).then_some(place))
        }
        _ => return None,
    };
    Some(Banner { kind, words, place })
}

/// The command that acted, whose chit was drawn, or whose general was placed; `None` for acts of the referee.
fn acting(before: &State, order: &Order, events: &[Event]) -> Option<CommandId> {
    let began = events.iter().rev().find_map(|event| match event {
        Event::ChitDrawn { command }
        | Event::ActivationBegan { command, .. }
        | Event::Posted { command, .. } => Some(*command),
        _ => None,
    });
    let active = || before.active().map(|now| now.command).filter(|_| order.family() != Family::Fiats);
    began.or_else(active)
}

/// The kind of a family of orders in the log.
fn kind(family: Family) -> &'static str {
    match family {
        Family::Chits => CHITS,
        Family::Rally => RALLY,
        Family::Moves => MOVES,
        Family::Fire => FIRE,
        Family::Combats => COMBATS,
        Family::Fiats => LogKind::FIATS.name,
    }
}

/// All stands touched by an order, sorted. Activation alone touches nobody.
pub fn touched(order: &Order, events: &[Event]) -> Vec<StandId> {
    let is_kept = |event: &&Event| match event {
        Event::Combat(change) => !matches!(change, Change::WentBack { .. }),
        event => matches!(
            event,
            Event::Listed { .. }
                | Event::Acted { .. }
                | Event::OnTheWay { .. }
                | Event::WagonsReached { .. }
                | Event::Engineers(_)
        ),
    };
    let told = events.iter().filter(|event| !is_kept(event));
    let mut found: Vec<StandId> =
        order.stands().into_iter().chain(told.flat_map(|event| numbers_in(event, "StandId"))).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use crate::cause::Cause;
    use crate::rule_set::Easy;
    use game::RuleSet as _;
    use game::options::Options;
    use scenario::shipped::Embedded;
    use scenario::{AnyRules, Battle as _, Scenario, Side};

    use super::*;

    #[test]
    fn losses_routs_generals_and_places_are_told_where_they_are() {
        let (scenario, _) =
            Scenario::read("first-steps", &Embedded, &AnyRules).expect("it is in the program");
        let mut state = Easy::start(scenario, &Options::default()).expect("it is played by these rules");
        let first = |is: fn(Arm) -> bool| {
            let of = |id: &StandId| is(state.unit(*id).arm) && state.pose(*id).is_some();
            state.ids().find(of).expect("there is one")
        };
        let [foot, general] = [first(|arm| arm == Arm::Infantry), first(|arm| arm == Arm::General)];
        let other = first(|arm| matches!(arm, Arm::LightCavalry | Arm::HeavyCavalry | Arm::FootArtillery));
        let [at_foot, at_general] =
            [foot, general].map(|id| Some(Spot::pose(state.pose(id).expect("it is on the table"))));
        let objective = state.game.scenario.objectives.iter().position(|one| !one.place.is_empty());
        let objective = objective.expect("a place is fought for");
        let mut tell = |event: Event| {
            let before = state.clone();
            Easy::apply(&mut state, &event);
            let mut told = facts(&before, &state, &Order::Finish, &[event]).banners;
            assert_eq!(told.len(), 1, "{told:?}");
            told.remove(0)
        };
        let rout = tell(Event::Routed { stand: foot, on: true });
        assert!(rout.words.ends_with(" routs") && (rout.kind, rout.place) == (BannerKind::Rout, at_foot));
        let held = tell(Event::Held { objective, by: Side(1) });
        assert!(held.kind == BannerKind::Objective && held.place.is_some() && held.words.contains(" holds "));
        let lost = tell(Event::Eliminated { stand: foot, rallyable: false, cause: Cause::Fire });
        assert!(lost.words.ends_with(" is lost") && (lost.kind, lost.place) == (BannerKind::Lost, at_foot));
        let off = tell(Event::Removed { stand: other });
        assert!(off.words.ends_with(" is taken off") && off.kind == BannerKind::Lost && off.place.is_some());
        let fallen = Event::Scored { side: Side(1), points: 1, reason: Reason::General(general) };
        let fallen = tell(fallen);
        assert!(fallen.words.contains(" is lost: a successor"), "{}", fallen.words);
        assert_eq!((fallen.kind, fallen.place), (BannerKind::Leader, at_general));
        let gone = tell(Event::GeneralGone { general });
        assert_eq!((gone.kind, gone.place), (BannerKind::Leader, at_general));
    }
}
