//! Reads play, spelled by key, back into a state.
//!
//! The battle itself is not part of it; groups are numbered by their place in the list that is spelled with them.

use serde_json::Value;

use crate::roster::Game;
use crate::state::{HouseState, Play, State};
use game::keyed::Keys;
use game::options::with_changed;
use game::{Contradiction, Overruled};

/// What can be named in play.
pub fn keys(game: &Game) -> Keys<'_> {
    Keys::default()
        .with("UnitId", "unit", game.units.iter().map(|unit| unit.id.as_str()))
        .with("StandId", "stand", game.stands.iter().map(|stand| stand.key.as_str()))
        .with("HouseId", "house", game.house_ids().map(|id| game.house_key(id)))
        .with("Side", "side", game.scenario.sides.iter().map(|side| side.id.as_str()))
}

/// The state of this game's battle after this play.
///
/// # Errors
///
/// If part of it cannot be read or contradicts the rest.
pub fn resumed(start: &State, spelled: &Value) -> Result<State, Contradiction> {
    let keys = keys(&start.game);
    let said = "say of every stand where it is, and its figures";
    let mut play: Play = keys.read_play(spelled, &[("stands", "StandId", said)])?;
    let game = with_changed(&start.game, &play.options_changed, Game::with_option)?;
    let game = if play.cells_changed.is_empty() {
        game
    } else {
        let remedy = "leave it out, or give a value that the cell takes";
        game.with_cells(play.cells_changed.clone())
            .or_else(|fault| Contradiction::in_play("cells_changed", fault.to_string(), remedy))?
    };
    Contradiction::check_turn(play.turn, game.scenario.turns)?;
    play.houses.resize_with(game.house_ids().count(), HouseState::default);
    let state = State { game, play, index: Default::default(), overruled: Overruled::default() };
    super::sound::check(&state)?;
    Ok(state)
}
