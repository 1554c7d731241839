//! Reads play, spelled by key, back into a state.
//!
//! The battle itself is not part of it. Units: strength points, half movement points; hexes by their printed numbers.

use serde_json::Value;

use crate::combat::phase::{CombatPhase, Step};
use crate::roster::{Game, UnitId};
use crate::spelling::keys;
use crate::state::{Command, CommandFinding, FoundLine, Group, Moved, Pending, Phase, Play, State};
use game::options::with_changed;
use game::{Contradiction, Overruled};
use hexes::{Direction, Hex};
use scenario::Side;

/// The state in which the battle of this game stands when so much has been played of it.
///
/// # Errors
///
/// If part of it cannot be read or contradicts the rest.
pub fn resumed(start: &State, spelled: &Value) -> Result<State, Contradiction> {
    let keys = keys(&start.game);
    let lists = [
        ("units", "UnitId", "say of all units how they are"),
        ("leaders", "LeaderId", "say of all leaders how they are"),
        ("corps", "CorpsId", "say of all corps how they are"),
        ("armies", "Side", "say of all armies how they are"),
    ];
    let play: Play = keys.read_play(spelled, &lists)?;
    let game = with_changed(&start.game, &play.options_changed, Game::with_option)?;
    // An option may add pieces: they are there from the beginning, or never.
    if (game.scenario.units.len(), game.scenario.leaders.len())
        != (start.game.scenario.units.len(), start.game.scenario.leaders.len())
    {
        let remedy = "leave out those that bring pieces, and begin with them";
        return Contradiction::in_play("options_changed", "an option brings pieces of its own", remedy);
    }
    Contradiction::check_turn(play.turn, game.scenario.turns)?;
    check_pieces(&game, &play)?;
    check_posts(&game, &play)?;
    check_command(&game, &play)?;
    check_phase(&game, &play.phase)?;
    check_pending(&game, &play.pending)?;
    Ok(State { game, play, overruled: Overruled::default() })
}

/// Is the hex on the map?
fn on_map(game: &Game, place: &str, hex: Hex) -> Result<(), Contradiction> {
    if game.map().contains(hex) {
        return Ok(());
    }
    Contradiction::in_play(place, format!("there is no hex {hex}"), "give a hex of the map by its number")
}

fn check_moved(game: &Game, place: &str, moved: Option<&Moved>) -> Result<(), Contradiction> {
    let hexes = moved.into_iter().flat_map(|moved| moved.path.iter().copied().chain(moved.from.hex()));
    hexes.into_iter().try_for_each(|hex| on_map(game, place, hex))
}

/// Checks that pieces are on the map with fronts along it, and that units have strength.
fn check_pieces(game: &Game, play: &Play) -> Result<(), Contradiction> {
    for (id, unit) in game.units().zip(&play.units) {
        let place = format!("units.{}", game.unit(id).id);
        unit.place.hex().map_or(Ok(()), |hex| on_map(game, &place, hex))?;
        check_moved(game, &place, unit.moved.as_ref())?;
        if unit.faces.is_some_and(|faces| !Direction::ALL.contains(&faces)) {
            return Contradiction::in_play(&place, "no hexside has such a number", "let it face 0 to 5");
        }
        if unit.strength == 0 {
            return Contradiction::in_play(
                &place,
                "it has no strength",
                "give it 1 or more, or let it be Eliminated",
            );
        }
    }
    for (id, leader) in game.leaders().zip(&play.leaders) {
        let place = format!("leaders.{}", game.leader(id).id);
        leader.place.hex().map_or(Ok(()), |hex| on_map(game, &place, hex))?;
        check_moved(game, &place, leader.moved.as_ref())?;
    }
    play.entered.keys().try_for_each(|hex| on_map(game, "entered", *hex))?;
    let of_a_place = |hex: &Hex| game.places().any(|(_, place)| place.hexes.contains(hex));
    match play.held.keys().find(|hex| !of_a_place(hex)) {
        None => Ok(()),
        Some(hex) => {
            let reason = format!("{hex} is no hex of a place that is worth points");
            Contradiction::in_play("held", reason, "give hexes of such places")
        }
    }
}

/// Checks that armies and corps are commanded by their own (`cb:10a`, `cb:11f`).
fn check_posts(game: &Game, play: &Play) -> Result<(), Contradiction> {
    for (side, army) in Side::BOTH.into_iter().zip(&play.armies) {
        if army.commander.is_some_and(|leader| game.leader(leader).side != side) {
            return Contradiction::in_play(
                "armies",
                "an enemy commands an army",
                "name a leader of its side, or nobody",
            );
        }
    }
    for (id, corps) in game.corps_ids().zip(&play.corps) {
        let place = format!("corps.{}", game.corps(id).id);
        if corps.acting.is_some_and(|unit| game.corps_of(unit) != Some(id)) {
            return Contradiction::in_play(
                &place,
                "a unit of others acts as its commander",
                "name a unit of the corps",
            );
        }
    }
    Ok(())
}

/// Is it a group of the side?
fn is_of(game: &Game, group: Group, side: Side) -> bool {
    match group {
        Group::Corps(corps) => game.corps(corps).side == side,
        Group::Army | Group::Unassigned => true,
    }
}

/// Checks that the phasing side, and only that side, is commanded (`cb:2D`).
fn check_command(game: &Game, play: &Play) -> Result<(), Contradiction> {
    let own = |id: &UnitId| game.unit(*id).side == play.phasing;
    let Command { attached, charges, found, corps } = &play.command;
    let groups = attached.iter().map(|(id, group)| (id, *group));
    let groups = groups.chain(found.iter().map(|(id, found)| (id, found.group)));
    for (id, group) in groups {
        if !own(id) || !is_of(game, group, play.phasing) {
            let reason = format!(
                "{} is no unit of the side whose turn it is, or is put under another",
                game.unit(*id).id
            );
            return Contradiction::in_play("command", reason, "name units of that side, and groups of it");
        }
    }
    check_lines(game, play)?;
    if let Some(id) = corps.keys().find(|id| game.corps(**id).side != play.phasing) {
        let reason = format!("{} is no corps of the side whose turn it is", game.corps(*id).id);
        return Contradiction::in_play("command.corps", reason, "name corps of that side");
    }
    for (id, charge) in charges {
        if !own(id) || own(&charge.target) || charge.line.is_empty() {
            let reason = format!("{} charges nobody that it could", game.unit(*id).id);
            return Contradiction::in_play(
                "command.charges",
                reason,
                "let units of the side charge enemies, along a line",
            );
        }
        charge.line.iter().try_for_each(|hex| on_map(game, "command.charges", *hex))?;
    }
    Ok(())
}

/// Checks that lines of command are on the map, and belong to counters of the side (`cb:10c`, `cb:10d`).
fn check_lines(game: &Game, play: &Play) -> Result<(), Contradiction> {
    let Command { found, corps, .. } = &play.command;
    let lines = found.values().filter_map(|found| found.line.as_ref()).chain(corps.values());
    for line in lines {
        match line {
            FoundLine::Open(way) => way.iter().try_for_each(|hex| on_map(game, "command", *hex))?,
            FoundLine::Barred { from, to } => {
                [from, to].into_iter().try_for_each(|hex| on_map(game, "command", *hex))?;
            }
        }
    }
    let by_enemy =
        |found: &&CommandFinding| found.commander.is_some_and(|by| game.side_of(by) != play.phasing);
    match found.values().find(by_enemy) {
        None => Ok(()),
        Some(_) => Contradiction::in_play(
            "command.found",
            "an enemy commands a unit",
            "name a counter of its side, or nobody",
        ),
    }
}

fn check_phase(game: &Game, phase: &Phase) -> Result<(), Contradiction> {
    match phase {
        Phase::Combat(combat) => check_combat(game, combat),
        Phase::SetUp | Phase::Command | Phase::Movement(_) | Phase::Reorganisation(_) | Phase::Over(_) => {
            Ok(())
        }
    }
}

/// Checks that a combat under way is between units, in hexes of the map, and that a retreating unit comes from one.
fn check_combat(game: &Game, combat: &CombatPhase) -> Result<(), Contradiction> {
    if let Some(back) = &combat.retreating {
        on_map(game, "phase.Combat.retreating", back.from)?;
    }
    let Some(fight) = &combat.fight else { return Ok(()) };
    let place = "phase.Combat.fight";
    if fight.attackers.is_empty() || fight.defenders.is_empty() {
        return Contradiction::in_play(place, "a combat has two sides", "name attackers and defenders");
    }
    let open = match &fight.step {
        Step::Advances { open } => open.as_slice(),
        Step::Retreats { .. } | Step::Done => &[],
    };
    fight.vacated.keys().chain(open).try_for_each(|hex| on_map(game, place, *hex))
}

fn check_pending(game: &Game, pending: &[Pending]) -> Result<(), Contradiction> {
    for asked in pending {
        let Pending::Relocate { hexes, .. } = asked else { continue };
        if hexes.is_empty() {
            return Contradiction::in_play(
                "pending",
                "a leader goes to none of no hexes",
                "name hexes, or leave it out",
            );
        }
        hexes.iter().try_for_each(|hex| on_map(game, "pending", *hex))?;
    }
    Ok(())
}
