//! The wording for units and events. Nothing is hidden in this game.

use super::event::Event;
use super::roster::UnitId;
use super::state::{Place, State};
use super::{combat, zones};
use game::strength_points;
use hexes::half_points;

/// A unit in full, for lists and screen readers: `French 28th demi-brigade, counter 28, infantry, strength 2, movement 4, in 2311`.
pub fn describe(state: &State, id: UnitId) -> String {
    let (unit, now) = (state.game.unit(id), state.unit(id));
    let mut parts = vec![state.game.say(id)];
    if unit.name != unit.counter {
        parts.push(format!("counter {}", unit.counter));
    }
    parts.push(format!("{}, strength {}, movement {}", unit.arm.name(), now.strength, unit.movement));
    parts.push(now.place.describe(state.game.arrival(id)));
    if let Some(moved) = &now.moved {
        parts.push(format!("has moved for {}", half_points(moved.cost)));
    }
    let touched = zones::in_contact(state, id);
    if !touched.is_empty() {
        parts.push(format!("in contact with {}", state.say_all(&touched)));
    }
    parts.join(", ")
}

/// What happened, for the log. `None` for mere bookkeeping. `state` is the state before the event.
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
            format!("{name} {verb}{to} for {}", half_points(*cost))
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
            format!("{} has {}", state.game.say(*unit), strength_points(*points))
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
