//! Restores the state from a battle's progress, spelled by key.
//!
//! The battle itself is not included. Units: strength points, half movement points; hexes by their printed numbers.

use serde_json::Value;

use crate::roster::Game;
use crate::spelling::keys;
use crate::state::{Phase, Place, Play, State};
use game::options::with_changed;
use game::{Contradiction, Overruled};
use hexes::Hex;

/// The state in which the battle of this game stands when so much has been played of it.
///
/// # Errors
///
/// If part of it cannot be read or is impossible.
pub fn resumed(start: &State, spelled: &Value) -> Result<State, Contradiction> {
    let keys = keys(&start.game);
    let said = "say of every unit where it is, and its strength";
    let play: Play = keys.read_play(spelled, &[("units", "UnitId", said)])?;
    let game = with_changed(&start.game, &play.options_changed, Game::with_option)?;
    Contradiction::check_turn(play.turn, game.scenario.turns)?;
    let hexes = play.units.iter().flat_map(|unit| {
        let way = unit.moved.iter().flat_map(|moved| moved.path.iter().copied().chain(on_map(moved.from)));
        way.chain(on_map(unit.place))
    });
    if let Some(off) = hexes.into_iter().find(|hex| !game.map().contains(*hex)) {
        return Contradiction::in_play(
            "units",
            format!("there is no hex {off}"),
            "give a hex of the map by its number",
        );
    }
    check_fight(&game, &play.phase)?;
    Ok(State { game, play, overruled: Overruled::default() })
}

fn on_map(place: Place) -> Option<Hex> {
    match place {
        Place::Map(hex) => Some(hex),
        Place::Waiting | Place::Eliminated => None,
    }
}

/// A current combat must be between known units, in hexes on the map.
fn check_fight(game: &Game, phase: &Phase) -> Result<(), Contradiction> {
    let Phase::Combat(now) = phase else { return Ok(()) };
    let Some(fight) = &now.fight else { return Ok(()) };
    let place = "phase.Combat.fight";
    if fight.attackers.is_empty() || fight.defenders.is_empty() {
        return Contradiction::in_play(place, "a combat has two sides", "name attackers and defenders");
    }
    match fight.vacated.iter().find(|hex| !game.map().contains(**hex)) {
        None => Ok(()),
        Some(off) => Contradiction::in_play(
            place,
            format!("there is no hex {off}"),
            "give a hex of the map by its number",
        ),
    }
}
