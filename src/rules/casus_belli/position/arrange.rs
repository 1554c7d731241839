//! Arranges a state from a position: places, command as it is found, phase by phase in the order of the rules.

use std::collections::{BTreeMap, BTreeSet};

use super::{Gone, Position, RawPhase, named, sound};
use crate::combat;
use crate::command::{self, Chain};
use crate::event::Event;
use crate::facing;
use crate::roster::{Counter, PieceId, UnitId};
use crate::scratch::Scratch;
use crate::spelling::Reader;
use crate::state::{Command, Group, Moved, MovementPhase, Phase, Place, Reorganisation, State};
use crate::victory;
use dice::Dry;
use game::Contradiction;
use game::hex_position::on_map;
use hexes::Hex;

/// Turns the initial state of the battle into that of the position.
pub(super) fn arrange(
    position: &Position,
    state: &mut State,
    gone: &Gone,
    routed: &[String],
) -> Result<(), String> {
    for key in &gone.0 {
        put(state, "units", key, Place::Eliminated)?;
    }
    sound::places(position, state)?;
    let placed = position.at.iter().map(|(name, hex)| ("at", name, Some(*hex), Place::Waiting));
    let waiting = position.waiting.iter().map(|name| ("waiting", name, None, Place::Waiting));
    let lost = position.eliminated.iter().map(|name| ("eliminated", name, None, Place::Eliminated));
    let mut by_at = BTreeSet::new();
    for (list, name, hex, place) in placed.chain(waiting).chain(lost) {
        let place = match hex {
            Some(hex) => Place::Map(on_map(state.game.map(), list, hex)?),
            None => place,
        };
        let id = put(state, list, name, place)?;
        if list == "at" {
            by_at.insert(id);
        }
    }
    sound::stacking(state, &by_at)?;
    sound::once(position, state)?;
    let all: Vec<String> = routed.iter().chain(&position.routed).cloned().collect();
    for id in sound::routed(state, &all)? {
        state.units[id.index()].routed = true;
    }
    fronts(position, state)?;
    for (name, points) in &position.strength {
        let id = sound::strength(state, name, *points)?;
        state.units[id.index()].strength = *points;
    }
    state.turn = position.turn;
    state.phasing = match &position.phasing {
        Some(name) => named("phasing", Reader { state }.side(name))?,
        None => state.game.scenario.first,
    };
    posts(position, state)?;
    possession(position, state)?;
    match position.phase {
        RawPhase::SetUp => Ok(()),
        RawPhase::Command | RawPhase::Movement | RawPhase::Combat | RawPhase::Reorganisation => {
            phase(position, state)
        }
    }
}

fn put(state: &mut State, list: &'static str, name: &str, place: Place) -> Result<PieceId, String> {
    let id = named(list, Reader { state }.piece(name))?;
    match state.game.counter(id) {
        Counter::Unit(unit) => state.units[unit.index()].place = place,
        Counter::Leader(leader) => {
            let leader = &mut state.leaders[leader.index()];
            leader.place = place;
            leader.losses = u8::from(place == Place::Eliminated);
        }
    }
    Ok(id)
}

/// Where fronts look: as it is said, else as units look at first; nowhere off the map and of the routed.
fn fronts(position: &Position, state: &mut State) -> Result<(), String> {
    sound::facing(position, state)?;
    for id in state.game.units() {
        let unit = state.unit(id);
        let here = unit.place.hex().filter(|_| !unit.routed);
        state.units[id.index()].faces = here.and_then(|hex| facing::at_first(&state.game, id, hex));
    }
    for (name, towards) in &position.faces {
        let id = named("faces", Reader { state }.unit(name))?;
        let here = state.hex(id);
        let way = here.and_then(|here| state.game.map().grid.direction(here, Hex(*towards)));
        state.units[id.index()].faces = way;
    }
    Ok(())
}

/// Posts whose leaders are gone are vacant since these were lost, until somebody acts (`cb:11f`).
fn posts(position: &Position, state: &mut State) -> Result<(), String> {
    let mut since = BTreeMap::new();
    for (name, turn) in &position.lost {
        since.insert(sound::lost(state, name, *turn)?, *turn);
    }
    for id in state.game.leaders() {
        if state.leader(id).place != Place::Eliminated {
            continue;
        }
        let turn = Some(since.get(&id).copied().unwrap_or(state.turn));
        let side = state.game.leader(id).side;
        match state.game.led_by(id) {
            Some(corps) => state.corps[corps.index()].vacant_since = turn,
            None if state.armies[side.index()].commander == Some(id) => {
                let army = &mut state.armies[side.index()];
                (army.commander, army.vacant_since) = (None, turn);
            }
            None => {}
        }
    }
    for (corps, name) in &position.acting {
        let (corps, unit) = sound::acting(state, corps, name)?;
        (state.corps[corps].acting, state.corps[corps].vacant_since) = (Some(unit), None);
    }
    for corps in state.game.corps_ids() {
        state.corps[corps.index()].was_demoralised = state.is_demoralised(corps);
    }
    Ok(())
}

/// Who holds the places, and what the referee has given (`cb:14a`); when those come who are delayed or early (`cb:15b1`).
fn possession(position: &Position, state: &mut State) -> Result<(), String> {
    let places: Vec<Hex> = state.game.places().flat_map(|(_, place)| place.hexes.clone()).collect();
    for hex in places {
        if let Some(side) = victory::occupant(state, hex) {
            state.held.insert(hex, side);
        }
    }
    for (hex, side) in &position.held {
        let (hex, side) = sound::held(state, *hex, side)?;
        state.held.insert(hex, side);
    }
    for (side, points) in &position.points {
        let side = named("points", Reader { state }.side(side))?;
        state.armies[side.index()].award = *points;
    }
    for (printed, turn) in &position.arrivals {
        let turns = state.game.scenario.turns;
        if !(1..=turns).contains(turn) {
            let reason = format!("there is no turn {turn}");
            return Err(Contradiction::new("arrivals", reason, format!("give 1 to {turns}")).into());
        }
        state.arrivals.insert(*printed, *turn);
    }
    for name in &position.shut_out {
        let id = sound::shut_out(state, name)?;
        state.shut_out.insert(id);
    }
    Ok(())
}

/// The phase, as the rules come to it.
fn phase(position: &Position, state: &mut State) -> Result<(), String> {
    state.phase = Phase::Command;
    state.command = Command::default();
    state.command.attached = match &position.attached {
        None => Chain::new(state, state.phasing).proposal(),
        Some(said) => attached(state, said)?,
    };
    if position.phase == RawPhase::Command {
        let told = [
            ("commanded", position.commanded.is_some()),
            ("out_of_command", !position.out_of_command.is_empty()),
        ];
        if let Some((field, _)) = told.into_iter().find(|(_, is)| *is) {
            let reason = "who is in command is found when this phase ends";
            return Err(Contradiction::new(field, reason, "leave it out, or give a later phase").into());
        }
        return charges(position, state);
    }
    let command::Findings { mut found, corps } = command::found(state);
    let bare = position.scenario.is_none() && position.leaders.is_empty();
    if position.commanded.unwrap_or(bare) {
        found = found.into_iter().map(|(id, is)| (id, is.said(true))).collect();
    }
    for name in &position.out_of_command {
        let id = sound::own_unit("out_of_command", state, name)?;
        if let Some(is) = found.remove(&id) {
            found.insert(id, is.said(false));
        }
    }
    (state.command.found, state.command.corps) = (found, corps);
    let (current, closed) = sound::groups(position, state)?;
    state.phase = Phase::Movement(MovementPhase { current, closed: closed.into_iter().collect() });
    for id in sound::moved(state, &position.moved)? {
        let from = state.place(id);
        let note = Some(Moved { from, path: from.hex().into_iter().collect(), cost: 0 });
        match state.game.counter(id) {
            Counter::Unit(unit) => state.units[unit.index()].moved = note,
            Counter::Leader(leader) => state.leaders[leader.index()].moved = note,
        }
    }
    charges(position, state)?;
    for (hex, count) in &position.entered {
        let hex = on_map(state.game.map(), "entered", *hex)?;
        state.entered.insert(hex, *count);
    }
    if position.phase == RawPhase::Combat {
        let mut tray = Dry;
        let mut scratch = Scratch::new(state, &mut tray);
        scratch.emit(Event::CombatBegan);
        combat::open(&mut scratch);
        *state = scratch.state;
    }
    if position.phase == RawPhase::Reorganisation {
        state.phase = Phase::Reorganisation(Reorganisation::default());
    }
    Ok(())
}

/// Units under others than their own corps, each under a commander of its side; of a corps under the army alone (`cb:10a`, `cb:10f`).
fn attached(state: &State, said: &BTreeMap<String, String>) -> Result<BTreeMap<UnitId, Group>, String> {
    let mut found = BTreeMap::new();
    for (name, to) in said {
        let id = sound::own_unit("attached", state, name)?;
        let group = named("attached", Reader { state }.group_under(state.phasing, to))?;
        let own = state.game.corps_of(id).map(Group::Corps);
        let reason = match group {
            Group::Corps(corps) if state.game.corps(corps).side != state.phasing => {
                format!("{to} is of the enemy")
            }
            Group::Corps(_) if own == Some(group) => format!("{name} is of the corps {to} anyway"),
            Group::Corps(_) if own.is_some() => format!("{name} is of another corps than {to} (cb:10a)"),
            Group::Unassigned => format!("{name} would be under nobody"),
            Group::Corps(_) | Group::Army => {
                found.insert(id, group);
                continue;
            }
        };
        let remedy =
            "name independent units with a commander of their side, or units of a corps with the army's";
        return Err(Contradiction::new("attached", reason, remedy).into());
    }
    sound::room(state, &found)?;
    Ok(found)
}

/// Charges as they were declared, or could have been; once movement is over, whoever stands beside its target has ridden (`cb:7f1`).
fn charges(position: &Position, state: &mut State) -> Result<(), String> {
    for (by, on) in &position.charges {
        let (unit, charge) = sound::charge(position, state, by, on)?;
        state.command.charges.insert(unit, charge);
    }
    Ok(())
}
