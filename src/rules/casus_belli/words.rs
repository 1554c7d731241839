//! Pieces and events in words. Nothing is hidden in this game.

use std::collections::BTreeMap;

use super::combat::event::CombatEvent;
use super::event::{self, Event, LeaderLoss};
use super::roster::{Counter, LeaderId, PieceId, UnitId};
use super::state::{CommandFinding, Commander, Group, Pending, Phase, Place, State};
use super::victory::BattleOutcome;
use super::{combat, command, rally, victory};
use game::{sentence, strength_points};
use hexes::{Direction, Hex, half_points, say_way};
use scenario::Side;

/// The phase in words: `Austrian movement`.
pub fn phase_words(state: &State) -> String {
    let name = state.game.side_name(state.phasing);
    match &state.phase {
        Phase::SetUp => "Set-up".to_owned(),
        Phase::Command => format!("{name} command"),
        Phase::Movement(phase) => match phase.current {
            Some(group) => format!("{name} movement, {}", state.say_group(group)),
            None => format!("{name} movement"),
        },
        Phase::Combat(phase) if phase.withdrawing.is_some() => format!("{name} withdrawals"),
        Phase::Combat(_) => format!("{name} combat"),
        Phase::Reorganisation(_) => format!("{name} reorganisation"),
        Phase::Over(_) => "The battle is over".to_owned(),
    }
}

/// An event in words for the log; `None` for bookkeeping. `state` is that before the event.
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
        Event::PlayerTurnBegan { phasing } => format!("The {} player turn", game.side_name(*phasing)),
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
        Event::ChargeBroken { unit: id } => say_broken(state, *id),
        Event::MovementBegan { found, .. } => say_found(state, found),
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
            let find = if pieces.len() == 1 { "finds" } else { "find" };
            format!(
                "{} {find} no way onto the map: next turn any hex of the same edge will do",
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
            let (by, comes) = (say_commander(state, *by), rally::say_failed(state, *id));
            format!("{by} cannot hold {}: rolled {face}, {comes}", unit(id))
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
        Event::StrengthSet { unit: id, points } => format!("{} has {}", unit(id), strength_points(*points)),
        Event::RoutSet { unit: id, routed: true, .. } => format!("{} routs", unit(id)),
        Event::RoutSet { unit: id, routed: false, .. } => format!("{} is reorganised", unit(id)),
        Event::Removed { piece } => format!("{} is taken off", state.say_piece(*piece)),
        Event::Awarded { side, points } => {
            let points = victory::counted_points((*points).into());
            format!("{points} for the {} side", game.side_name(*side))
        }
        Event::ClockSet { turn } => format!("It is turn {turn}"),
        Event::OptionSet { id, value } => format!("Option {id} is {value}"),
        Event::Ended(outcome) => say_end(state, outcome),
    })
}

/// A commander in words: `Lannes`, `French 44e ligne`.
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

/// Why a charge is broken: the rider left the map or stopped elsewhere, or its target is gone.
fn say_broken(state: &State, id: UnitId) -> String {
    let (name, charge) = (state.game.say(id), state.command.charges.get(&id));
    let rode = charge.is_some_and(|charge| charge.line.last().copied() == state.hex(id));
    let what = match state.unit(id).place {
        Place::Map(_) if rode => "no longer has its target before it",
        Place::Map(_) if state.unit(id).moved.is_none() => "has not charged",
        Place::Map(_) => "has stopped elsewhere",
        Place::Waiting | Place::Eliminated => "has left the map",
    };
    format!("{name} {what}: its charge is broken")
}

fn say_found(state: &State, found: &BTreeMap<UnitId, CommandFinding>) -> String {
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
    // In the order's words, with the cost.
    let runs = matches!(game.counter(piece), Counter::Unit(unit) if state.unit(unit).routed);
    let verb = match from {
        Place::Waiting => "comes on",
        Place::Map(_) | Place::Eliminated if runs => "runs",
        Place::Map(_) | Place::Eliminated => "moves",
    };
    let towards = faces.and_then(|faces| game.map().grid.neighbour(*last, faces));
    let towards = towards.map_or(String::new(), |hex| format!(", looking towards {hex}"));
    match towards.as_str() {
        "" => format!("{name} {verb} {} for {cost}", say_way(path)),
        towards => format!("{name} {verb} {}{towards}, for {cost}", say_way(path)),
    }
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
    }
}

fn say_possessed(state: &State, hex: Hex, side: Side) -> String {
    let place = state.game.places().find(|(_, place)| place.hexes.contains(&hex));
    let name = place.map_or_else(|| hex.to_string(), |(_, place)| format!("{} ({hex})", place.name));
    format!("The {} side possesses {name}", state.game.side_name(side))
}

fn say_end(state: &State, outcome: &BattleOutcome) -> String {
    format!("{}. {}", sentence(&victory::say(state, outcome)), outcome.because)
}

/// What comes of an attack, as a row of the odds has it.
pub fn say_attack(state: &State, events: &[Event]) -> String {
    let mut now = state.clone();
    let mut said = Vec::new();
    for event in events {
        let words = match event {
            Event::Combat(CombatEvent::Fought { contact, result: Some(result), .. }) => {
                // The card says who fights, and at what.
                Some(format!("{result}: {}", result.words(contact.is_empty())))
            }
            // Whichever face spares him.
            Event::Combat(CombatEvent::Unhurt { leader, .. }) => {
                Some(format!("{} is unhurt", now.game.leader(*leader).name))
            }
            Event::Combat(event) => combat::event::say(&now, event),
            event => say_event(&now, event),
        };
        said.extend(words);
        event::apply(&mut now, event);
    }
    if said.is_empty() { "nothing comes of it".to_owned() } else { said.join(", ") }
}
