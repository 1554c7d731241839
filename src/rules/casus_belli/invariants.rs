//! Invariants that hold in every state reachable by orders, and those of them that hold even where the referee lets orders stand;
//! games are checked for them.
//!
//! Clauses: `cb:2C`, `cb:2B`, `cb:3a`, `cb:3c`, `cb:5`, `cb:10a`, `cb:10f`, `cb:11a`, `cb:11f`, `cb:12a`, `cb:12b`, `cb:15a1`.
//! Units: half movement points.

use std::collections::BTreeMap;

use super::assign;
use super::command::Chain;
use super::roster::{Counter, PieceId, UnitId};
use super::state::{Commander, Group, Moved, Pending, Phase, Place, State};
use hexes::Hex;
use scenario::Side;

/// Every broken invariant, in words; empty if all hold.
pub fn broken(state: &State) -> Vec<String> {
    let mut wrong = impossible(state);
    unlawful(state, &mut wrong);
    wrong
}

/// The invariants that no order breaks, let stand or not.
pub fn impossible(state: &State) -> Vec<String> {
    let mut wrong = Vec::new();
    let turns = state.game.scenario.turns;
    if state.turn == 0 || state.turn > turns {
        wrong.push(format!("it is turn {} of {turns}", state.turn));
    }
    stacking(state, &mut wrong);
    units(state, &mut wrong);
    moves(state, &mut wrong);
    posts(state, &mut wrong);
    command(state, &mut wrong);
    phases(state, &mut wrong);
    wrong
}

/// One unit per hex (`cb:5`), no piece beyond its allowance and one hex (`cb:3c`, `cb:3e`), no commander with more than his share
/// (`cb:10a`, `cb:10c`, `cb:10f`).
fn unlawful(state: &State, wrong: &mut Vec<String>) {
    for (hex, units) in standing(state).into_iter().filter(|(_, units)| units.len() > 1) {
        wrong.push(format!("units share {hex}: {}", state.say_all(&units)));
    }
    for (id, moved) in all_moved(state) {
        let allowance = match state.game.counter(id) {
            Counter::Unit(unit) => state.game.unit(unit).movement,
            Counter::Leader(leader) => state.game.leader(leader).movement,
        };
        if moved.cost > 2 * u16::from(allowance) && moved.path.len() > 1 {
            let name = state.say_piece(id);
            wrong.push(format!("{name} has moved for {}, beyond its allowance", moved.cost));
        }
    }
    let mut groups: Vec<Group> = state.command.attached.values().copied().collect();
    groups.sort_unstable();
    groups.dedup();
    let chain = Chain::new(state, state.phasing);
    for group in groups {
        let held = assign::taken(state, group);
        if held > chain.room(group) {
            wrong.push(format!("{} has {held} units besides its own", state.say_group(group)));
        }
    }
    for (id, group) in &state.command.attached {
        if let (Some(own), Group::Corps(other)) = (state.game.corps_of(*id), group)
            && own != *other
        {
            wrong.push(format!("{} is under another corps than its own", state.say(*id)));
        }
    }
}

/// The units in every hex, without one that passes friends as it retreats (`cb:8a2`).
fn standing(state: &State) -> BTreeMap<Hex, Vec<UnitId>> {
    let mut there: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    let passing =
        state.combat().and_then(|phase| phase.retreating.as_ref()).map(|retreating| retreating.unit);
    for (id, hex) in state.on_map().filter(|(id, _)| Some(*id) != passing) {
        there.entry(hex).or_default().push(id);
    }
    there
}

/// The moves of all pieces that have moved.
fn all_moved(state: &State) -> impl Iterator<Item = (PieceId, &Moved)> {
    let units = state.game.units().map(|id| (state.game.piece_of_unit(id), &state.unit(id).moved));
    let leaders = state.game.leaders().map(|id| (state.game.piece_of_leader(id), &state.leader(id).moved));
    units.chain(leaders).filter_map(|(id, moved)| Some((id, moved.as_ref()?)))
}

/// No enemies in one hex, and no unit with an enemy leader (`cb:5`, `cb:11e`), except while something is under way.
fn stacking(state: &State, wrong: &mut Vec<String>) {
    for (hex, units) in standing(state) {
        if units.iter().any(|id| state.side(*id) != state.side(units[0])) {
            wrong.push(format!("both sides are in {hex}: {}", state.say_all(&units)));
        }
        let side = state.side(units[0]);
        let enemy = state.leaders_at(hex).find(|leader| state.game.leader(*leader).side != side);
        let asked = |leader| {
            state.pending.iter().any(|p| matches!(p, Pending::Relocate { leader: l, .. } if *l == leader))
        };
        if let Some(leader) = enemy.filter(|leader| !asked(*leader)) {
            wrong.push(format!(
                "{} is in {hex} with {}",
                state.game.leader(leader).name,
                state.say(units[0])
            ));
        }
    }
}

/// Units are on the map or have a reason not to be; they have strength, and in good order a front if facing is played (`cb:2B`,
/// `cb:12a`, `cb:15a1`, `cb:15a5`).
fn units(state: &State, wrong: &mut Vec<String>) {
    let pieces = state.units.len() + state.leaders.len();
    for id in (0..pieces).filter_map(|id| u8::try_from(id).ok()).map(PieceId) {
        match state.place(id) {
            Place::Map(hex) if !state.game.map().contains(hex) => {
                wrong.push(format!("{} is off the map", state.say_piece(id)));
            }
            Place::Waiting if state.arrival(id).is_none() => {
                wrong.push(format!("{} waits and is no reinforcement", state.say_piece(id)));
            }
            Place::Map(_) | Place::Waiting | Place::Eliminated => {}
        }
    }
    for id in state.game.units() {
        let unit = state.unit(id);
        let on_map = unit.place.hex().is_some();
        if unit.strength == 0 {
            wrong.push(format!("{} has no strength", state.say(id)));
        }
        if unit.routed && !on_map {
            wrong.push(format!("{} is routed off the map", state.say(id)));
        }
        let to_be_faced = state.pending.contains(&Pending::Face { unit: id });
        let looks = on_map && !unit.routed && state.game.options.has_facing();
        if unit.faces.is_some() != looks && !to_be_faced {
            let what = if looks { "has no front" } else { "has a front" };
            wrong.push(format!("{} {what}", state.say(id)));
        }
    }
}

/// Only the side whose turn it is has moved (`cb:3a`).
fn moves(state: &State, wrong: &mut Vec<String>) {
    for (id, _) in all_moved(state).filter(|(id, _)| state.game.side_of(*id) != state.phasing) {
        wrong.push(format!("{} has moved in the enemy's turn", state.say_piece(id)));
    }
}

/// Posts are held by pieces in play, or vacant; leaders that are gone have been lost (`cb:10a`, `cb:11f`).
fn posts(state: &State, wrong: &mut Vec<String>) {
    let over = matches!(state.phase, Phase::Over(_));
    for corps in state.game.corps_ids() {
        let (now, name) = (&state.corps[corps.index()], &state.game.corps(corps).name);
        if let Some(unit) = now.acting
            && (state.game.corps_of(unit) != Some(corps) || state.unit(unit).place == Place::Eliminated)
        {
            wrong.push(format!("{} acts for {name}'s corps", state.say(unit)));
        }
        let commanded = state.commander(corps).is_some();
        if commanded && now.vacant_since.is_some() {
            wrong.push(format!("{name}'s corps is commanded, and is vacant"));
        }
        let led = state.game.leader_of(corps).is_some();
        if led && !commanded && now.vacant_since.is_none() && !over {
            wrong.push(format!("{name}'s corps has no commander, and is not vacant"));
        }
    }
    for side in Side::BOTH {
        let army = &state.armies[side.index()];
        if army.commander.is_some_and(|leader| state.leader(leader).place == Place::Eliminated) {
            wrong.push(format!("the {} army is commanded by one who is gone", state.game.side_name(side)));
        }
        if army.commander.is_some() && army.vacant_since.is_some() {
            wrong.push(format!("the {} army is commanded, and vacant", state.game.side_name(side)));
        }
    }
    for id in state.game.leaders() {
        if state.leader(id).place == Place::Eliminated && state.leader(id).losses == 0 {
            wrong.push(format!("{} is gone, and was never lost", state.game.leader(id).name));
        }
    }
}

/// Units are commanded in their own turn only (`cb:10a`).
fn command(state: &State, wrong: &mut Vec<String>) {
    let own = |id: UnitId| state.side(id) == state.phasing;
    let command = &state.command;
    for id in command.attached.keys().chain(command.charges.keys()).chain(command.found.keys()) {
        if !own(*id) {
            wrong.push(format!("{} is commanded in the enemy's turn", state.say(*id)));
        }
    }
}

/// Pending decisions can be made; only commanders have tried to reorganise (`cb:11e`, `cb:12b`, `cb:12d`).
fn phases(state: &State, wrong: &mut Vec<String>) {
    for pending in &state.pending {
        match pending {
            Pending::Relocate { leader, hexes } => {
                if hexes.is_empty() {
                    wrong.push(format!("{} can go nowhere", state.game.leader(*leader).name));
                }
            }
            Pending::Run { unit } => {
                if !state.unit(*unit).routed {
                    wrong.push(format!("{} runs in good order", state.say(*unit)));
                }
            }
            Pending::Face { unit } => {
                if state.unit(*unit).routed || !state.game.options.has_facing() {
                    wrong.push(format!("{} has to be faced and has no front", state.say(*unit)));
                }
            }
        }
    }
    if let Phase::Reorganisation(phase) = &state.phase {
        for (unit, by) in &phase.attempts {
            let side = match by {
                Commander::Leader(leader) => state.game.leader(*leader).side,
                Commander::Unit(unit) => state.side(*unit),
            };
            if side != state.phasing || state.side(*unit) != state.phasing {
                wrong.push(format!("{} is reorganised in the enemy's turn", state.say(*unit)));
            }
        }
    }
}
