//! What pieces and events are called at the table. Nothing is hidden in this game.

use std::collections::BTreeMap;

use super::event::{Event, LeaderLoss};
use super::roster::{Counter, LeaderId, PieceId, UnitId};
use super::state::{Commander, Found, Group, Pending, Place, State};
use super::victory::BattleOutcome;
use super::{combat, command, zones};
use crate::game::sentence;
use crate::hexes::{Direction, Hex, half_points};
use crate::scenario::Side;

/// A piece in full, for lists and screen readers: `French 44e ligne, infantry, strength 4, movement 4, in 1102`.
pub fn describe(state: &State, id: PieceId) -> String {
    let game = &state.game;
    let mut parts = vec![game.say_piece(id)];
    match game.counter(id) {
        Counter::Unit(unit) => describe_unit(state, unit, &mut parts),
        Counter::Leader(leader) => {
            let (printed, now) = (game.leader(leader), state.leader(leader));
            let post = match game.led_by(leader) {
                Some(corps) => format!("leader of {}'s corps", game.corps(corps).name),
                None => format!("commander of the {} army", game.side_name(printed.side)),
            };
            parts.push(post);
            let bonus = if now.acting { 0 } else { printed.bonus };
            parts.push(format!("bonus {bonus}, movement {}", printed.movement));
        }
    }
    parts.push(match state.place(id) {
        Place::Map(hex) => format!("in {hex}"),
        Place::Eliminated => "eliminated".to_owned(),
        Place::Waiting => match state.arrival(id) {
            Some((turn, at)) => format!("comes on from turn {turn} at {at}"),
            None => "not yet come on".to_owned(),
        },
    });
    let moved = match game.counter(id) {
        Counter::Unit(unit) => &state.unit(unit).moved,
        Counter::Leader(leader) => &state.leader(leader).moved,
    };
    if let Some(moved) = moved {
        parts.push(format!("has moved for {}", half_points(moved.cost)));
    }
    if let Counter::Unit(unit) = game.counter(id) {
        let touched = zones::touching(state, unit);
        if !touched.is_empty() {
            parts.push(format!("next to {}", state.say_all(&touched)));
        }
    }
    parts.join(", ")
}

fn describe_unit(state: &State, id: UnitId, parts: &mut Vec<String>) {
    let (unit, now) = (state.game.unit(id), state.unit(id));
    parts.push(match state.game.corps_of(id) {
        Some(corps) => format!("of {}'s corps", state.game.corps(corps).name),
        None => "independent".to_owned(),
    });
    parts.push(format!("{}, strength {}, movement {}", unit.arm.name(), now.strength, unit.movement));
    if now.routed {
        parts.push("routed".to_owned());
    }
    if now.place != Place::Eliminated && state.is_unit_demoralised(id) {
        parts.push("demoralised".to_owned());
    }
    if !state.is_in_command(id) {
        parts.push("out of command".to_owned());
    }
    if let (Some(faces), Some(hex)) = (now.faces, now.place.hex())
        && let Some(towards) = state.game.map().grid.neighbour(hex, faces)
    {
        parts.push(format!("looking towards {towards}"));
    }
}

/// What happened, for the log; none for bookkeeping. `state` is that before the event.
pub fn say_event(state: &State, event: &Event) -> Option<String> {
    let game = &state.game;
    let unit = |id: &UnitId| game.say(*id);
    let leader = |id: &LeaderId| game.leader(*id).name.as_str();
    let phasing = || game.side_name(state.phasing);
    Some(match event {
        Event::Deployed { piece, hex } => format!("{} begins in {hex}", game.say_piece(*piece)),
        Event::Faced { unit, faces } => say_faced(state, *unit, *faces),
        Event::TurnBegan { turn } => format!("Turn {turn} begins"),
        Event::ArrivalRolled { printed, face, turn } => {
            format!("Rolled {face}: the reinforcements of turn {printed} come on turn {turn}")
        }
        Event::PlayerTurnBegan { phasing, .. } => format!("The {} player turn", game.side_name(*phasing)),
        Event::Named { corps, unit: id } => {
            format!("{} acts as commander of {}'s corps", unit(id), game.corps(*corps).name)
        }
        Event::Succeeded { corps, hex, .. } => {
            format!("A counter without a bonus takes over {}'s corps in {hex}", game.corps(*corps).name)
        }
        Event::Promoted { leader: id } => format!("{} takes over the army", leader(id)),
        Event::Attached { unit, group } => say_attached(state, *unit, *group),
        Event::ChargeDeclared { unit: id, charge } => {
            format!("{} is to charge {}", unit(id), state.say(charge.target))
        }
        Event::ChargeCalledOff { unit: id } => format!("{} is not to charge", unit(id)),
        Event::ChargeBroken { unit: id } => {
            format!("{} has stopped elsewhere: its charge is broken", unit(id))
        }
        Event::MovementBegan { found } => say_found(state, found),
        Event::GroupBegan { .. } | Event::Settled => return None,
        Event::Moved { piece, from, path, cost, faces } => {
            say_moved(state, (*piece, *from), path, *cost, *faces)
        }
        Event::Left { piece, cost, .. } => {
            format!("{} leaves the map for {}", game.say_piece(*piece), half_points(*cost))
        }
        Event::ShutOut { pieces, .. } if pieces.is_empty() => return None,
        Event::ShutOut { pieces, .. } => {
            let names: Vec<String> = pieces.iter().map(|piece| game.say_piece(*piece)).collect();
            format!(
                "{} find no way onto the map: next turn any hex of the same edge will do",
                names.join(", ")
            )
        }
        Event::CombatBegan => format!("{} combat", phasing()),
        Event::Combat(event) => return combat::event::say(state, event),
        Event::ReorganisationBegan => format!("{} reorganisation", phasing()),
        Event::Rallied { unit: id, by, face } => {
            format!("{} reorganises {}{}", say_commander(state, *by), unit(id), say_rolled(*face))
        }
        Event::RallyFailed { unit: id, by, face } => {
            format!("{} cannot hold {}: rolled {face}, it runs on", say_commander(state, *by), unit(id))
        }
        Event::Asked(pending) => say_pending(state, pending),
        Event::Escaped { leader: id, face } => format!("{} gets away: rolled {face}", leader(id)),
        Event::Relocated { leader: id, hex } => format!("{} goes to {hex}", leader(id)),
        Event::LeaderLost { leader: id, cause, face } => {
            format!("{} {}{}", leader(id), say_loss(*cause), say_rolled(*face))
        }
        Event::Vacated { post, side } => {
            format!("{} has no commander", sentence(&say_post(state, *post, *side)))
        }
        Event::Demoralised { corps, is } => {
            let what = if *is { "is demoralised" } else { "recovers" };
            format!("{}'s corps {what}", game.corps(*corps).name)
        }
        Event::Possessed { hex, side } => say_possessed(state, *hex, *side),
        Event::Placed { piece, hex } => format!("{} is put in {hex}", game.say_piece(*piece)),
        Event::StrengthSet { unit: id, points } => format!("{} has {points} strength points", unit(id)),
        Event::RoutSet { unit: id, routed: true, .. } => format!("{} routs", unit(id)),
        Event::RoutSet { unit: id, routed: false, .. } => format!("{} is reorganised", unit(id)),
        Event::Removed { piece } => format!("{} is taken off", state.say_piece(*piece)),
        Event::Awarded { side, points } => {
            format!("{points:+} victory points for the {}", game.side_name(*side))
        }
        Event::ClockSet { turn } => format!("It is turn {turn}"),
        Event::OptionSet { id, value } => format!("Option {id} is {value}"),
        Event::Ended(outcome) => say_end(state, outcome),
    })
}

/// As a commander is said: `Lannes`, `French 44e ligne`.
pub fn say_commander(state: &State, by: Commander) -> String {
    match by {
        Commander::Leader(leader) => state.game.leader(leader).name.clone(),
        Commander::Unit(unit) => state.game.say(unit),
    }
}

/// A post with its side: `Victor's corps`, `the French army`.
pub fn say_post(state: &State, post: Group, side: Side) -> String {
    match post {
        Group::Army => format!("the {} army", state.game.side_name(side)),
        Group::Corps(_) | Group::Unassigned => state.say_group(post),
    }
}

fn say_rolled(face: Option<u8>) -> String {
    face.map_or(String::new(), |face| format!(": rolled {face}"))
}

fn say_faced(state: &State, unit: UnitId, faces: Direction) -> String {
    let towards = state.hex(unit).and_then(|hex| state.game.map().grid.neighbour(hex, faces));
    match towards {
        Some(towards) => format!("{} looks towards {towards}", state.game.say(unit)),
        None => format!("{} turns", state.game.say(unit)),
    }
}

fn say_attached(state: &State, unit: UnitId, group: Option<Group>) -> String {
    let name = state.game.say(unit);
    let Some(group) = group else {
        return match state.game.corps_of(unit) {
            Some(corps) => format!("{name} is back with {}'s corps", state.game.corps(corps).name),
            None => format!("{name} is under nobody"),
        };
    };
    match command::commander_of(state, state.phasing, group) {
        Some(piece) => format!("{name} under {}", state.game.say_piece(piece)),
        None => format!("{name} under {}", state.say_group(group)),
    }
}

fn say_found(state: &State, found: &BTreeMap<UnitId, Found>) -> String {
    let side = state.game.side_name(state.phasing);
    let here = |id: &UnitId| state.hex(*id).is_some();
    let out = found.iter().filter(|(id, found)| !found.in_command && here(id));
    let out: Vec<UnitId> = out.map(|(id, _)| *id).collect();
    match out.as_slice() {
        [] => format!("{side} movement: everybody on the map is in command"),
        out => format!("{side} movement, out of command: {}", state.say_all(out)),
    }
}

fn say_moved(
    state: &State,
    (piece, from): (PieceId, Place),
    path: &[Hex],
    cost: u16,
    faces: Option<Direction>,
) -> String {
    let (game, cost) = (&state.game, half_points(cost));
    let name = game.say_piece(piece);
    let Some(last) = path.last() else { return format!("{name} turns for {cost}") };
    let runs = matches!(game.counter(piece), Counter::Unit(unit) if state.unit(unit).routed);
    let verb = match from {
        Place::Waiting => "comes on",
        Place::Map(_) | Place::Eliminated if runs => "runs",
        Place::Map(_) | Place::Eliminated => "moves",
    };
    let towards = faces.and_then(|faces| game.map().grid.neighbour(*last, faces));
    let towards = towards.map_or(String::new(), |hex| format!(", looking towards {hex}"));
    format!("{name} {verb} to {last} for {cost}{towards}")
}

fn say_pending(state: &State, pending: &Pending) -> String {
    match pending {
        Pending::Relocate { leader, .. } => {
            format!("{} has to go somewhere", state.game.leader(*leader).name)
        }
        Pending::Run { unit } => format!("{} has to run on", state.game.say(*unit)),
        Pending::Face { unit } => format!("{} has to be faced", state.game.say(*unit)),
    }
}

const fn say_loss(cause: LeaderLoss) -> &'static str {
    match cause {
        LeaderLoss::Killed => "is killed",
        LeaderLoss::Captured => "is captured",
        LeaderLoss::Left => "has left the map",
    }
}

fn say_possessed(state: &State, hex: Hex, side: Side) -> String {
    let place = state.game.places().find(|(_, place)| place.hexes.contains(&hex));
    let name = place.map_or_else(|| hex.to_string(), |(_, place)| format!("{} ({hex})", place.name));
    format!("The {} possess {name}", state.game.side_name(side))
}

fn say_end(state: &State, outcome: &BattleOutcome) -> String {
    match outcome.winner {
        Some(winner) => {
            let (level, name) = (sentence(outcome.level.words()), state.game.side_name(winner));
            format!("{level} for the {name}. {}", outcome.because)
        }
        None => format!("A draw. {}", outcome.because),
    }
}
