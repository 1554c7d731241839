//! What orders and events are called at the table. Nothing is hidden in this game.

use crate::hexes::Hex;

use super::chart::points;
use super::event::Event;
use super::order::{Assault, HexAct, Order};
use super::roster::UnitId;
use super::state::{Place, State};
use super::{combat, zones};

/// A unit in full, for lists and screen readers: `French 28, infantry, strength 2, movement 4, in 2311`.
pub fn describe(state: &State, id: UnitId) -> String {
    let (unit, now) = (state.game.unit(id), state.unit(id));
    let mut parts = vec![state.game.say(id)];
    if unit.name != unit.counter {
        parts.push(unit.name.clone());
    }
    parts.push(format!("{}, strength {}, movement {}", unit.arm.name(), now.strength, unit.movement));
    parts.push(match now.place {
        Place::Map(hex) => format!("in {hex}"),
        Place::Eliminated => "eliminated".to_owned(),
        Place::Waiting => match state.game.arrival(id) {
            Some((turn, at)) => format!("comes on from turn {turn} at {at}"),
            None => "not yet come on".to_owned(),
        },
    });
    if let Some(moved) = &now.moved {
        parts.push(format!("has moved for {} points", points(moved.cost)));
    }
    let touched = zones::in_contact(state, id);
    if !touched.is_empty() {
        parts.push(format!("in contact with {}", state.say_all(&touched)));
    }
    parts.join(", ")
}

/// `by 2310, 2309 to 2308`, or `to 2308`.
fn way(path: &[Hex]) -> String {
    match path.split_last() {
        None => "nowhere".to_owned(),
        Some((last, [])) => format!("to {last}"),
        Some((last, before)) => {
            let before: Vec<String> = before.iter().map(Hex::to_string).collect();
            format!("by {} to {last}", before.join(", "))
        }
    }
}

fn assault(state: &State, assault: &Assault) -> String {
    let lowered = assault.lowered.map_or(String::new(), |column| format!(", taken at {}", column.name()));
    format!("{} on {}{lowered}", state.say_all(&assault.attackers), state.say_all(&assault.defenders))
}

fn named(state: &State, key: &str) -> String {
    state.game.find(key).map_or_else(|| key.to_owned(), |id| state.game.say(id))
}

fn act(state: &State, act: &HexAct) -> String {
    match act {
        HexAct::Place { unit, hex } => format!("{} is put in {hex}", named(state, unit)),
        HexAct::Strength { unit, points } => format!("{} has {points} strength points", named(state, unit)),
        HexAct::Remove { unit } => format!("{} is taken off", named(state, unit)),
        HexAct::Turn { turn } => format!("it is turn {turn}"),
        HexAct::Option { id, value } => format!("option {id} is {value} from now on"),
    }
}

/// The order as it is said at the table. Units that the game lacks are said by number.
pub fn say_order(state: &State, order: &Order) -> String {
    if !super::known::knows(state, order) {
        return "An order for units that are not in this game".to_owned();
    }
    match order {
        Order::Interchange { one, other } => {
            format!("{} changes places with {}", state.say(*one), state.say(*other))
        }
        Order::Begin => "Begin turn 1".to_owned(),
        Order::Move { unit, path } => {
            let verb = if state.unit(*unit).place == Place::Waiting { "comes on" } else { "moves" };
            format!("{} {verb} {}", state.game.say(*unit), way(path))
        }
        Order::TakeBack { unit, consent } => {
            let consent = match consent {
                Some(side) => format!(", the {} player consenting", state.game.side_name(*side)),
                None => String::new(),
            };
            format!("The move of {} is taken back{consent}", state.say(*unit))
        }
        Order::EndMovement => format!("{} movement ends", state.game.side_name(state.phasing)),
        Order::Reopen => format!("{} movement goes on", state.game.side_name(state.phasing)),
        Order::Counterattack => "The French announce their counterattack".to_owned(),
        Order::Declare { assaults } => {
            let all: Vec<String> = assaults.iter().map(|one| assault(state, one)).collect();
            format!("Combats declared: {}", all.join("; "))
        }
        Order::Attack(one) => format!("Attack of {}", assault(state, one)),
        Order::Exchange { lost } => format!("Lost in the exchange: {}", state.say_all(lost)),
        Order::Retreat { unit, way: to } => match to.split_first() {
            Some((first, [])) => format!("{} retreats to {first}", state.say(*unit)),
            Some((first, rest)) => {
                let rest: Vec<String> = rest.iter().map(Hex::to_string).collect();
                format!("{} retreats to {first}, displacing to {}", state.say(*unit), rest.join(", "))
            }
            None => format!("{} retreats nowhere", state.say(*unit)),
        },
        Order::Advance { unit, to } => format!("{} advances to {to}", state.say(*unit)),
        Order::Decline => "Declined".to_owned(),
        Order::EndCombat => format!("{} combat ends", state.game.side_name(state.phasing)),
        Order::Fiat(fiat) => {
            let against = fiat.clause.as_deref().map_or(String::new(), |id| {
                format!(" on {}", id.split_once(':').map_or(id, |(_, bare)| bare))
            });
            format!("By the referee{against}: {}. {}", act(state, &fiat.act), fiat.reason)
        }
    }
}

/// What happened, for the log; none for bookkeeping. `state` is that before the event.
pub fn say_event(state: &State, event: &Event) -> Option<String> {
    Some(match event {
        Event::Interchanged { one, other } => {
            format!("{} and {} change places", state.say(*one), state.say(*other))
        }
        Event::TurnBegan { turn } => {
            let night = if state.game.is_night(*turn) { ", by night" } else { "" };
            format!("Turn {turn} begins{night}")
        }
        Event::MovementBegan { phasing } => format!("{} movement", state.game.side_name(*phasing)),
        Event::CombatBegan => format!("{} combat", state.game.side_name(state.phasing)),
        Event::Reopened => format!("{} movement goes on", state.game.side_name(state.phasing)),
        Event::Moved { unit, from, path, cost } => {
            let name = state.game.say(*unit);
            let verb = if *from == Place::Waiting { "comes on" } else { "moves" };
            let to = path.last().map_or(String::new(), |hex| format!(" to {hex}"));
            format!("{name} {verb}{to} for {} points", points(*cost))
        }
        Event::TakenBack { unit, to, consent } => {
            let name = state.game.say(*unit);
            let to = match to {
                Place::Map(hex) => format!("{name} is back in {hex}"),
                Place::Waiting | Place::Eliminated => format!("{name} is off the map again"),
            };
            match consent {
                Some(side) => format!("{to}, with {} consent", state.game.side_name(*side)),
                None => to,
            }
        }
        Event::Counterattack { turn } => {
            format!(
                "The French counterattack: their strengths double in attack from turn {turn}, three turns"
            )
        }
        Event::Combat(event) => return combat::event::say(state, event),
        Event::Placed { unit, hex } => format!("{} is put in {hex}", state.game.say(*unit)),
        Event::StrengthSet { unit, points } => {
            format!("{} has {points} strength points", state.game.say(*unit))
        }
        Event::Removed { unit } => format!("{} is taken off", state.say(*unit)),
        Event::ClockSet { turn } => format!("It is turn {turn}"),
        Event::OptionSet { id, value } => format!("Option {id} is {value}"),
        Event::Ended(outcome) => match outcome.winner {
            Some(winner) => format!("{} victory. {}", state.game.side_name(winner), outcome.because),
            None => format!("A draw. {}", outcome.because),
        },
    })
}
